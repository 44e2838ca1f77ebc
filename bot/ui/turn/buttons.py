"""The buttons of a turn, and helpers for panels and selections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bot.ui.board.actions import show_hand
from bot.ui.components import Screen, text_modal
from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.parsing import parse_number
from bot.ui.router import on, selected_values, typed_text
from bot.ui.seat_view import SeatView
from bot.ui.turn import actions as moves
from bot.ui.turn.actions import expected_question
from bot.ui.turn.replies import show_card, show_tickets
from bot.ui.turn.routes import claim_panel, sparing_payment
from bot.ui.turn.tickets import split_panel
from bot.ui.turn.world import FITTING, exchange_panel, harbour_panel, mix_panel
from engine.errors import BadInput
from engine.ids import CityId, DeckName, Payment, Piece, RouteId


async def show_panel(context: Context, panel: Callable[[SeatView], Screen]) -> None:
    """Show a panel that answers the present question."""
    await context.reply(panel(await expected_question(context)), update=True)


def selected_value(context: Context) -> str:
    """Return the only value that was selected."""
    chosen = selected_values(context.interaction)
    if len(chosen) != 1:
        raise BadInput("not one thing")
    return chosen[0]


def chosen_offer(own: SeatView, offers: Sequence[Payment], place: str) -> Payment:
    """Return the payment at this place in the offers.

    If there is none, return an empty payment, which the rules refuse.
    """
    number = parse_number(place)
    return offers[number] if number < len(offers) else ()


@on("draw")
async def open_draw_panel(context: Context, press: Press) -> None:
    """Show the turn, with the hand and what the player can draw."""
    own = await expected_question(context)
    # D10: if every deck is empty, no face-up card may be taken either.
    done = [] if own.menu.decks() else [own.say("refusal-cards-exhausted")]
    await show_card(context, own, done=done)


@on("refill")
async def switch_refill_deck(context: Context, press: Press) -> None:
    """Show what the player can draw, with the other deck for the refill."""
    await moves.expected_question(context)
    await show_hand(context, DeckName(press.arg))


@on("take")
async def take_open_card(context: Context, press: Press) -> None:
    """Take a face-up card."""
    slot, _, deck = press.arg.partition(".")
    await moves.draw_open(context, parse_number(slot), DeckName(deck) if deck else None)


@on("blind")
async def draw_from_deck(context: Context, press: Press) -> None:
    """Draw from a deck."""
    await moves.draw_blind(context, DeckName(press.arg))


@on("pass")
async def pass_turn(context: Context, press: Press) -> None:
    """Pass, if no other move is possible."""
    await moves.pass_turn(context)


@on("undo")
async def undo_step(context: Context, press: Press) -> None:
    """Undo the player's last step."""
    await moves.undo_step(context)


@on("appeal")
async def ask_undo(context: Context, press: Press) -> None:
    """Ask the other players to let the player undo a step."""
    await moves.ask_undo(context)


@on("agree")
async def agree_to_undo(context: Context, press: Press) -> None:
    """Let another player undo a step."""
    await moves.agree_to_undo(context)


@on("refuse")
async def refuse_undo(context: Context, press: Press) -> None:
    """Refuse to let another player undo a step."""
    await moves.refuse_undo(context)


@on("claim")
async def open_claim_panel(context: Context, press: Press) -> None:
    """Show the routes that the player can claim."""
    await _show_routes(context)


@on("page")
async def open_claim_page(context: Context, press: Press) -> None:
    """Show another page of the routes that the player can claim."""
    await _show_routes(context, parse_number(press.arg))


async def _show_routes(context: Context, at: int = 0, city: str | None = None) -> None:
    own = await moves.expected_question(context)
    plan = await context.services.plans.advice_for(own)
    origin = "map" if context.has_map else "hand"
    screen = claim_panel(own, plan, at, city, origin=origin)
    await context.reply(context.under_map(screen), update=True)


@on("build")
async def claim_selected_route(context: Context, press: Press) -> None:
    """Claim the route that was selected, or ask how to pay for it."""
    await moves.claim_route(context, RouteId(selected_value(context)))


@on("lay")
async def claim_suggested_route(context: Context, press: Press) -> None:
    """Claim a route that has a button of its own, with the payment that is missed least."""
    own = await expected_question(context)
    plan = await context.services.plans.advice_for(own)
    track = RouteId(press.arg)
    await moves.claim_route(context, track, partial(sparing_payment, track=track, plan=plan))


@on("pay")
async def pay_for_route(context: Context, press: Press) -> None:
    """Claim a route with the payment that was chosen, by its place in the offers."""
    name, _, place = press.arg.rpartition(".")
    await moves.claim_route(context, RouteId(name), partial(chosen_offer, place=place))


@on("find")
async def ask_for_city(context: Context, press: Press) -> None:
    """Ask for the name of a city."""
    asking = Press(press.game, press.question_number, "found")
    await context.open_modal(
        text_modal(asking, context.say("find-title"), context.say("find-city"))
    )


@on("found", window=True)
async def show_routes_of_city(context: Context, press: Press) -> None:
    """Show the routes that the player can claim at the city that was typed."""
    await _show_routes(context, city=typed_text(context.interaction))


@on("tickets")
async def ask_about_tickets(context: Context, press: Press) -> None:
    """Ask whether to draw tickets and, with two decks, how many from each."""
    await moves.ask_tickets(context)


@on("ask")
async def draw_tickets(context: Context, press: Press) -> None:
    """Draw tickets with this split."""
    await moves.ask_tickets(context, parse_number(press.arg))


@on("split")
async def choose_split(context: Context, press: Press) -> None:
    """Show the split of the first tickets, or choose it."""
    if not press.arg:
        await show_panel(context, lambda own: split_panel(own, "split"))
        return
    await moves.choose_split(context, parse_number(press.arg))


@on("choose")
async def open_offered_tickets(context: Context, press: Press) -> None:
    """Show the tickets on offer."""
    await show_tickets(context, await moves.expected_question(context))


@on("pick")
async def pick_tickets(context: Context, press: Press) -> None:
    """Show which tickets are selected. The button *Keep* then keeps them."""
    places = [parse_number(n) for n in selected_values(context.interaction)]
    await moves.pick_tickets(context, places)


@on("keep")
async def keep_tickets(context: Context, press: Press) -> None:
    """Keep the tickets whose places the button has.

    In older messages a select sends the places, without a button.
    """
    places = press.arg.split(".") if press.arg else selected_values(context.interaction)
    await moves.keep_tickets(context, [parse_number(n) for n in places])


@on("mix")
async def open_mix_panel(context: Context, press: Press) -> None:
    """Show the mixes."""
    await show_panel(context, mix_panel)


@on("mixed")
async def choose_mix(context: Context, press: Press) -> None:
    """Choose a mix by its number of trains, or the one that fits the player's tickets."""
    fitting = press.arg == FITTING
    await moves.choose_mix(context, None if fitting else parse_number(selected_value(context)))


@on("harbour")
async def open_harbour_panel(context: Context, press: Press) -> None:
    """Show where the player can build a harbor."""
    await show_panel(context, harbour_panel)


@on("site")
async def choose_harbour_city(context: Context, press: Press) -> None:
    """Build a harbor in the port that was selected, or ask how to pay for it."""
    await moves.build_harbour(context, CityId(selected_value(context)))


@on("pay-port")
async def pay_for_harbour(context: Context, press: Press) -> None:
    """Build a harbor with the payment that was chosen, by its place in the offers."""
    name, _, place = press.arg.rpartition(".")
    await moves.build_harbour(context, CityId(name), partial(chosen_offer, place=place))


@on("exchange")
async def open_exchange_panel(context: Context, press: Press) -> None:
    """Show what the player can exchange."""
    await show_panel(context, exchange_panel)


@on("swap")
@on("swap-more")
async def confirm_exchange(context: Context, press: Press) -> None:
    """Show the price of the exchange that was selected, and ask."""
    piece, _, count = selected_value(context).partition(".")
    await moves.exchange_pieces(context, Piece(piece), parse_number(count))


@on("swapped")
async def exchange_pieces(context: Context, press: Press) -> None:
    """Exchange the pieces."""
    piece, _, count = press.arg.partition(".")
    await moves.exchange_pieces(context, Piece(piece), parse_number(count), sure=True)
