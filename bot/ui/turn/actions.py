"""What a person can want in a game: one function for each, whether it was pressed or typed.

Each acts for the seat of whoever asks, at the context's table and in answer to its question; what
the rules do not allow is refused by them, and they say why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.games.clock.pauses import agreeing, needed
from bot.games.clock.votes import count_agreed, count_needed, owners_of
from bot.games.lobby import Lobby
from bot.games.service import Wish
from bot.games.table import OldQuestion, vote_of
from bot.ui.context import Context
from bot.ui.seat_view import SeatView
from bot.ui.turn.advice import fitting_mix
from bot.ui.turn.more import undo_panel
from bot.ui.turn.replies import show_card, show_next
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
from engine.ids import CityId, DeckName, Payment, Piece, RouteId, Seat
from engine.questions import SplitChoice, TicketChoice, Turn


async def _act(context: Context, wish: Wish) -> None:
    """Carry out a wish, then answer with what comes next; the table hears of it by itself."""
    game, number = await context.find_table(), context.question_number
    if context.press and context.press.turn is not None:
        # It is good for whatever its turn asks, and for nothing that comes later.
        number = (await expected_question(context)).view.question_number
    games = context.services.games
    snapshot = await games.play.act(
        game, context.user.id, number, wish, context.id, row=context.row
    )
    await show_next(context, snapshot)


async def expected_question(context: Context) -> SeatView:
    """One's own seat, as long as what was pressed answers its present question.

    Raises:
        OldQuestion: It belongs to an older one, to another, or to a turn that is over.
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
    """Take a card of the display; its place is filled from the deck *refill*."""
    await _act(context, lambda seat: DrawOpen(seat, slot, refill))


async def draw_blind(context: Context, deck: DeckName) -> None:
    """Draw from a deck."""
    await _act(context, lambda seat: DrawBlind(seat, deck))


# --- routes and harbours ---


ChoosePayment: TypeAlias = Callable[[SeatView, Sequence[Payment]], Payment]
"""Picks the payment that a player means, by the seat and the payments that are possible."""


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
    """Something that is to be paid for."""

    verb: str
    """What a press on one of the offers says."""
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
    # What cannot be paid for is refused by the rules, which say what is missing.
    paid = choose(own, offers) if choose else (offers[0] if offers else ())
    await _act(context, lambda seat: wanted.action(seat, paid))


async def exchange_pieces(context: Context, give: Piece, count: int, *, sure: bool = False) -> None:
    """Give pieces for pieces of the other kind; unless one is *sure*, tell the price and ask."""
    own = await expected_question(context)
    possible = ExchangePieces(own.seat, give, count) in own.menu.extras()
    if possible and not sure and isinstance(own.view.waiting, Turn):
        await context.reply(swap_panel(own, give, count), update=True)
        return
    # What cannot be exchanged is refused by the rules, which say what can.
    await _act(context, lambda seat: ExchangePieces(seat, give, count))


# --- tickets, and what is chosen before the first turn ---


async def ask_tickets(context: Context, long: int | None = None, *, sure: bool = False) -> None:
    """Draw tickets, so many of them *long* ones.

    Without a number, ask if there is a choice; unless one is *sure*, ask in any case.
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
        # Once a deck is used up, all come from the other one.
        long = splits[0] if splits else 0
    count = long
    await _act(context, lambda seat: AskTickets(seat, count))


async def keep_tickets(context: Context, places: Sequence[int]) -> None:
    """Keep tickets by their places in the offer, counted from zero."""
    own = await expected_question(context)
    question = own.view.waiting
    if not isinstance(question, TicketChoice) or any(n >= len(question.offered) for n in places):
        raise StaleGame(own.game)
    kept = tuple(question.offered[n] for n in places)
    await _act(context, lambda seat: KeepTickets(seat, kept))


async def choose_split(context: Context, long: int) -> None:
    """Take so many of the first tickets from the long deck."""
    await _act(context, lambda seat: ChooseSplit(seat, long))


async def choose_mix(context: Context, first: int | None = None) -> None:
    """Take the mix with so many of the first kind of piece; None: the one that fits the tickets."""
    own = await context.load_seat()
    mixes = {next(iter(mix.pieces.values())): mix.pieces for mix in own.menu.mixes()}
    if first is None:
        pieces = fitting_mix(own.snapshot, own.seat) or {}
    else:
        pieces = mixes.get(first, {Piece("train"): first})
    await _act(context, lambda seat: ChooseMix(seat, dict(pieces)))


# --- passing, and taking back ---


async def pass_turn(context: Context) -> None:
    """Pass, if nothing else can be done."""
    await _act(context, Pass)


async def undo_step(context: Context) -> None:
    """Take back one's last step; where that takes the others' consent, offer to ask them."""
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
    """Ask the others to let one's last step be taken back."""
    game, user = await context.find_table(), context.user.id
    snapshot = await context.services.games.play.ask_undo(game, user, context.id)
    said = context.say("undo-asked" if snapshot.undo_request else "undo-granted")
    if context.on_card:
        await show_card(context, context.use_snapshot(snapshot), done=[said])
    else:
        await context.reply_text(said)


async def agree_to_undo(context: Context) -> None:
    """Let somebody take a step back."""
    game, user = await context.find_table(), context.user.id
    snapshot = await context.services.games.play.agree(game, user, context.id)
    await context.reply_text(
        context.say("undo-agreed" if snapshot.undo_request else "undo-granted")
    )


async def refuse_undo(context: Context) -> None:
    """Let a step stand."""
    await context.services.games.play.refuse(
        await context.find_table(), context.user.id, context.id
    )
    await context.reply_text(context.say("undo-refused"))


# --- pauses ---


async def ask_pause(context: Context, *, pausing: bool) -> None:
    """Ask for a pause or its end, or agree to it; it is done if most want it."""
    game, user = await context.find_table(), context.user.id
    snapshot = await context.services.games.pauses.ask(game, user, context.id, pausing=pausing)
    if snapshot.table.pause.is_on == pausing:
        await context.reply_text(context.say("pause-done" if pausing else "resume-done"))
        return
    agreed, most = agreeing(snapshot.table), needed(snapshot.table)
    await context.reply_text(context.say("pause-asked", agreed=agreed, needed=most))


async def refuse_pause(context: Context) -> None:
    """Let the table go on as it does."""
    await context.services.games.pauses.refuse(
        await context.find_table(), context.user.id, context.id
    )
    await context.reply_text(context.say("pause-refused"))


# --- canceling the game ---


async def agree_to_cancel(context: Context) -> None:
    """Start the vote to cancel the game, or agree to it; the game ends if enough players agree."""
    game, user = await context.find_table(), context.user.id
    lobby = await context.services.games.cancels.agree_to_cancel(game, user, context.id)
    await tell_cancel_vote(context, lobby, "cancel-asked")


async def tell_cancel_vote(context: Context, lobby: Lobby, key: str) -> None:
    """Say that the table is canceled; while the vote is open, say how many players agree."""
    if lobby.row.status == "cancelled":
        await context.reply_text(context.say("lobby-cancelled"))
        return
    voting = owners_of(lobby.seats)
    agreed, most = count_agreed(vote_of(lobby.row), voting), count_needed(voting)
    await context.reply_text(context.say(key, agreed=agreed, needed=most))


async def refuse_to_cancel(context: Context) -> None:
    """Vote against canceling the game."""
    game, user = await context.find_table(), context.user.id
    await context.services.games.cancels.refuse_to_cancel(game, user, context.id)
    await context.reply_text(context.say("cancel-refused"))


# --- where the board stands ---


async def bring_board(context: Context) -> None:
    """Let the board come anew, below what people have written since."""
    game, user = await context.find_table(), context.user.id
    lobby = await context.services.games.placement.bring_board(game, user, context.id)
    await context.reply_text(context.say("board-brought", channel=f"<#{lobby.row.channel_id}>"))


# --- seats ---


async def give_up(context: Context) -> None:
    """Leave one's seat to the caretaker."""
    await context.services.games.seats.give_up(
        await context.find_table(), context.user.id, context.id
    )
    await context.reply_text(context.say("gave-up"))


async def take_seat(context: Context, seat: Seat) -> None:
    """Take a seat that was given up, where everybody reads that it is free."""
    game = await context.find_table()
    lobby = await context.services.games.lobby.get(game)
    if lobby.row.channel_id != context.channel_id:
        raise NotYourGame(game)
    await context.services.games.seats.take(game, seat, context.who, context.id)
    await context.reply_text(context.say("seat-yours"))


async def accept_seat(context: Context, seat: Seat) -> None:
    """Take a seat that a moderator offers; its owner may have to agree."""
    game, user = await context.find_table(), context.user.id
    done = await context.services.games.handovers.accept(game, seat, user, context.id)
    await context.reply_text(context.say("seat-yours" if done else "offer-accepted"))


async def decline_seat(context: Context, seat: Seat) -> None:
    """Refuse it."""
    game, user = await context.find_table(), context.user.id
    await context.services.games.handovers.decline_seat(game, seat, user, context.id)
    await context.reply_text(context.say("offer-declined"))


async def agree_to_handover(context: Context, seat: Seat) -> None:
    """Let somebody else have one's seat; a newcomer may have to accept."""
    game, user = await context.find_table(), context.user.id
    done = await context.services.games.handovers.agree_to_handover(game, seat, user, context.id)
    await context.reply_text(context.say("handover-let-go" if done else "handover-agreed"))


async def refuse_handover(context: Context, seat: Seat) -> None:
    """Keep one's seat."""
    await context.services.games.handovers.refuse_handover(
        await context.find_table(), seat, context.user.id, context.id
    )
    await context.reply_text(context.say("handover-kept"))
