"""What a player can do in a game, by button or command: one function for each action.

Each function acts for the user's seat at the context's table, in answer to the context's question.
The rules refuse what they do not allow, and they say why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.games.clock.pauses import votes_for, votes_needed
from bot.games.clock.votes import count_agreed, count_needed, owners_of
from bot.games.lobby import Lobby
from bot.games.service import Wish
from bot.games.table import OldQuestion, decode_vote
from bot.ui.context import Context
from bot.ui.seat_view import SeatView
from bot.ui.turn.advice import fitting_mix
from bot.ui.turn.more import undo_panel
from bot.ui.turn.replies import show_card, show_next, show_tickets
from bot.ui.turn.routes import pay_panel
from bot.ui.turn.tickets import ask_panel, split_panel
from bot.ui.turn.world import swap_panel
from engine.actions import (
    Action,
    AskTickets,
    ChooseMix,
    ChooseSplit,
    ClaimRoute,
    DrawBlind,
    DrawOpen,
    ExchangePieces,
    KeepTickets,
    Pass,
    PlacePiece,
)
from engine.errors import IllegalAction, NotYourGame, StaleGame
from engine.ids import CityId, DeckName, Payment, Piece, RouteId, Seat, TicketId
from engine.questions import SplitChoice, TicketChoice, Turn


async def _act(context: Context, wish: Wish) -> None:
    """Carry out a wish and answer with what comes next.

    The posts of the table are updated separately.
    """
    game, number = await context.find_table(), context.question_number
    if context.press and context.press.turn is not None:
        # The press may answer any question of its turn, but no question of a later turn.
        number = (await expected_question(context)).view.question_number
    games = context.services.games
    snapshot = await games.play.act(
        game, context.user.id, number, wish, context.id, row=context.row
    )
    await show_next(context, snapshot)


async def expected_question(context: Context) -> SeatView:
    """Return the user's own seat, if the press answers the seat's present question.

    Raises:
        OldQuestion: The press belongs to another question, or to a turn that is over.
    """
    own, press = await context.load_seat(), context.press
    own.snapshot.table.expect(own.seat, context.question_number)
    rules, waiting = own.snapshot.table.rules, own.view.waiting
    now = (own.view.turns, own.view.turn)
    if press and press.turn is not None and now != (press.turn, own.seat):
        raise OldQuestion(own.game)
    if press and waiting:
        verb, answers = press.verb, {each.verb for each in rules.decisions.values()}
        if verb in answers and verb not in rules.verbs(type(waiting)):
            raise OldQuestion(own.game)
    return own


# --- cards ---


async def draw_open(context: Context, slot: int, refill: DeckName | None) -> None:
    """Take a face-up card. Its place is refilled from the deck *refill*."""
    await _act(context, lambda seat: DrawOpen(seat, slot, refill))


async def draw_blind(context: Context, deck: DeckName) -> None:
    """Draw from a deck."""
    await _act(context, lambda seat: DrawBlind(seat, deck))


# --- routes and harbors ---


ChoosePayment: TypeAlias = Callable[[SeatView, Sequence[Payment]], Payment]
"""Returns the payment that the player means, from the seat and the possible payments."""


async def claim_route(
    context: Context, track: RouteId, choose: ChoosePayment | None = None
) -> None:
    """Claim a route. Without *choose*, ask for a payment if there are several."""
    own = await expected_question(context)
    title = own.phrases.stretch(track) if track in own.phrases.spec.routes else ""
    wanted = Purchase(
        "pay", "claim", track, title, lambda seat, paid: ClaimRoute(seat, track, paid)
    )
    await _pay_for(context, own, wanted, own.payments(track), choose)


async def build_harbour(
    context: Context, city: CityId, choose: ChoosePayment | None = None
) -> None:
    """Build a harbor. Without *choose*, ask for a payment if there are several."""
    own = await expected_question(context)
    title = own.phrases.city(city) if city in own.phrases.spec.cities else ""
    piece = Piece("harbour")
    wanted = Purchase(
        "pay-port", "harbour", city, title, lambda seat, paid: PlacePiece(seat, piece, city, paid)
    )
    await _pay_for(context, own, wanted, [action.payment for action in own.harbours(city)], choose)


@dataclass(frozen=True, slots=True)
class Purchase:
    """Something to pay for."""

    verb: str
    """The verb of the buttons for the payments."""
    origin: str
    """The verb of the list from which it was chosen."""
    thing: str
    title: str
    action: Callable[[Seat, Payment], Action]


async def _pay_for(
    context: Context,
    own: SeatView,
    wanted: Purchase,
    offers: list[Payment],
    choose: ChoosePayment | None,
) -> None:
    if choose is None and len(offers) > 1:
        screen = pay_panel(own, wanted.verb, wanted.thing, wanted.title, offers, wanted.origin)
        await context.reply(context.under_map(screen), update=True)
        return
    # If nothing can pay for it, the rules refuse the move and say what is missing.
    paid = choose(own, offers) if choose else (offers[0] if offers else ())
    await _act(context, lambda seat: wanted.action(seat, paid))


async def exchange_pieces(context: Context, give: Piece, count: int, *, sure: bool = False) -> None:
    """Exchange pieces for the other kind. Unless *sure* is set, show the price and ask first."""
    own = await expected_question(context)
    possible = ExchangePieces(own.seat, give, count) in own.menu.extras()
    if possible and not sure and isinstance(own.view.waiting, Turn):
        await context.reply(swap_panel(own, give, count), update=True)
        return
    # If the exchange is not possible, the rules refuse it and say what is possible.
    await _act(context, lambda seat: ExchangePieces(seat, give, count))


# --- tickets, and what is chosen before the first turn ---


async def ask_tickets(context: Context, long: int | None = None, *, sure: bool = False) -> None:
    """Draw tickets, *long* of them from the long deck.

    If *long* is None, ask if there are several splits. Unless *sure* is set, ask in any case.
    """
    if long is None:
        own = await expected_question(context)
        splits, waiting = own.menu.splits(), own.view.waiting
        if isinstance(waiting, SplitChoice):
            await context.reply(split_panel(own, "split"), update=True)
            return
        if isinstance(waiting, Turn) and splits and (len(splits) > 1 or not sure):
            await context.reply(ask_panel(own), update=True)
            return
        # If one ticket deck is empty, all tickets come from the other deck.
        long = splits[0] if splits else 0
    count = long
    await _act(context, lambda seat: AskTickets(seat, count))


async def pick_tickets(context: Context, places: Sequence[int]) -> None:
    """Show which tickets are selected, by their places in the offer."""
    own = await expected_question(context)
    _offered_tickets(own, places)
    await show_tickets(context, own, picked=sorted(set(places)))


def _offered_tickets(own: SeatView, places: Sequence[int]) -> tuple[TicketId, ...]:
    """Return the tickets at these places in the offer, counted from 0.

    Raises:
        StaleGame: There is no offer, or no such place in it.
    """
    question = own.view.waiting
    if not isinstance(question, TicketChoice) or any(n >= len(question.offered) for n in places):
        raise StaleGame(own.game)
    return tuple(question.offered[n] for n in places)


async def keep_tickets(context: Context, places: Sequence[int]) -> None:
    """Keep tickets by their places in the offer, counted from 0."""
    kept = _offered_tickets(await expected_question(context), places)
    await _act(context, lambda seat: KeepTickets(seat, kept))


async def choose_split(context: Context, long: int) -> None:
    """Take *long* of the first tickets from the long deck."""
    await _act(context, lambda seat: ChooseSplit(seat, long))


async def choose_mix(context: Context, first: int | None = None) -> None:
    """Take the mix with *first* pieces of the first kind.

    If *first* is None, take the mix that fits the player's tickets.
    """
    own = await context.load_seat()
    mixes = {next(iter(mix.pieces.values())): mix.pieces for mix in own.menu.mixes()}
    if first is None:
        pieces = fitting_mix(own.snapshot, own.seat) or {}
    else:
        pieces = mixes.get(first, {Piece("train"): first})
    await _act(context, lambda seat: ChooseMix(seat, dict(pieces)))


# --- passing and undoing ---


async def pass_turn(context: Context) -> None:
    """Pass, if no other move is possible."""
    await _act(context, Pass)


async def undo_step(context: Context) -> None:
    """Undo the player's last step. If that needs the other players' consent, offer to ask them."""
    game, user = await context.find_table(), context.user.id
    try:
        snapshot = await context.services.games.play.undo(
            game, user, context.question_number, context.id
        )
    except IllegalAction as refusal:
        own = await context.load_seat()
        await context.reply(undo_panel(own, own.phrases.refusal(refusal)), update=True)
        return
    await show_next(context, snapshot)


async def ask_undo(context: Context) -> None:
    """Ask the other players to let the player undo the last step."""
    game, user = await context.find_table(), context.user.id
    snapshot = await context.services.games.play.ask_undo(game, user, context.id)
    text = context.say("undo-asked" if snapshot.undo_request else "undo-granted")
    if context.on_card:
        await show_card(context, context.use_snapshot(snapshot), done=[text])
    else:
        await context.reply_text(text)


async def agree_to_undo(context: Context) -> None:
    """Let another player undo a step."""
    game, user = await context.find_table(), context.user.id
    snapshot = await context.services.games.play.agree(game, user, context.id)
    await context.reply_text(
        context.say("undo-agreed" if snapshot.undo_request else "undo-granted")
    )


async def refuse_undo(context: Context) -> None:
    """Refuse to let another player undo a step."""
    await context.services.games.play.refuse(
        await context.find_table(), context.user.id, context.id
    )
    await context.reply_text(context.say("undo-refused"))


# --- pauses ---


async def ask_pause(context: Context, *, pausing: bool) -> None:
    """Ask for a pause or its end, or agree to it. The change happens when most players want it."""
    game, user = await context.find_table(), context.user.id
    snapshot = await context.services.games.pauses.ask(game, user, context.id, pausing=pausing)
    if snapshot.table.pause.is_on == pausing:
        await context.reply_text(context.say("pause-done" if pausing else "resume-done"))
        return
    agreed, most = votes_for(snapshot.table), votes_needed(snapshot.table)
    await context.reply_text(context.say("pause-asked", agreed=agreed, needed=most))


async def refuse_pause(context: Context) -> None:
    """Refuse a request to pause or resume."""
    await context.services.games.pauses.refuse(
        await context.find_table(), context.user.id, context.id
    )
    await context.reply_text(context.say("pause-refused"))


# --- canceling the game ---


async def agree_to_cancel(context: Context) -> None:
    """Start the vote to cancel the game, or agree to it. The game ends if enough players agree."""
    game, user = await context.find_table(), context.user.id
    lobby = await context.services.games.cancels.agree_to_cancel(game, user, context.id)
    await tell_cancel_vote(context, lobby, "cancel-asked")


async def tell_cancel_vote(context: Context, lobby: Lobby, key: str) -> None:
    """Reply that the table is canceled, or how many players agree while the vote is open."""
    if lobby.row.status == "cancelled":
        await context.reply_text(context.say("lobby-cancelled"))
        return
    voting = owners_of(lobby.seats)
    agreed, most = count_agreed(decode_vote(lobby.row), voting), count_needed(voting)
    await context.reply_text(context.say(key, agreed=agreed, needed=most))


async def refuse_to_cancel(context: Context) -> None:
    """Vote against canceling the game."""
    game, user = await context.find_table(), context.user.id
    await context.services.games.cancels.refuse_to_cancel(game, user, context.id)
    await context.reply_text(context.say("cancel-refused"))


# --- the board post ---


async def bring_board(context: Context) -> None:
    """Post the board again, below the messages that people have written since."""
    game, user = await context.find_table(), context.user.id
    lobby = await context.services.games.placement.bring_board(game, user, context.id)
    await context.reply_text(context.say("board-brought", channel=f"<#{lobby.row.channel_id}>"))


# --- seats ---


async def give_up(context: Context) -> None:
    """Leave the player's seat to the caretaker."""
    await context.services.games.seats.give_up(
        await context.find_table(), context.user.id, context.id
    )
    await context.reply_text(context.say("gave-up"))


async def take_seat(context: Context, seat: Seat) -> None:
    """Take a seat that was given up, in the channel where everyone reads that it is free."""
    game = await context.find_table()
    lobby = await context.services.games.lobby.get(game)
    if lobby.row.channel_id != context.channel_id:
        raise NotYourGame(game)
    await context.services.games.seats.take(game, seat, context.who, context.id)
    await context.reply_text(context.say("seat-yours"))


async def accept_seat(context: Context, seat: Seat) -> None:
    """Take a seat that a moderator offers. Its owner may have to agree."""
    game, user = await context.find_table(), context.user.id
    done = await context.services.games.handovers.accept(game, seat, user, context.id)
    await context.reply_text(context.say("seat-yours" if done else "offer-accepted"))


async def decline_seat(context: Context, seat: Seat) -> None:
    """Decline a seat that a moderator offers."""
    game, user = await context.find_table(), context.user.id
    await context.services.games.handovers.decline_seat(game, seat, user, context.id)
    await context.reply_text(context.say("offer-declined"))


async def agree_to_handover(context: Context, seat: Seat) -> None:
    """Let another user have the player's seat. A newcomer may have to accept."""
    game, user = await context.find_table(), context.user.id
    done = await context.services.games.handovers.agree_to_handover(game, seat, user, context.id)
    await context.reply_text(context.say("handover-let-go" if done else "handover-agreed"))


async def refuse_handover(context: Context, seat: Seat) -> None:
    """Refuse to hand over the player's seat."""
    await context.services.games.handovers.refuse_handover(
        await context.find_table(), seat, context.user.id, context.id
    )
    await context.reply_text(context.say("handover-kept"))
