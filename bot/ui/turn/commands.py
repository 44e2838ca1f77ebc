"""Moves as commands, with autocomplete: everything that buttons can do.

Each command may name its `game`, so that it can be typed in any channel.
"""

from __future__ import annotations

import itertools
from functools import partial
from typing import Final

from discord import app_commands

from bot.ui.autocomplete import (
    MAX_CHOICES,
    Choice,
    at_any_table,
    localized,
    match_options,
    suggester,
)
from bot.ui.context import Context, in_context
from bot.ui.parsing import NotUnderstood
from bot.ui.seat_view import SeatView
from bot.ui.turn import actions as moves
from bot.ui.turn.arguments import (
    deck_named,
    payment_choices,
    payment_named,
    places_named,
    port_named,
    slot_named,
    track_named,
)
from bot.ui.turn.replies import show_tickets
from bot.ui.turn.routes import claimable_routes, without_twins
from bot.ui.turn.world import harbour_counts
from engine.ids import CityId, DeckName, Piece, RouteId
from engine.questions import SplitChoice, TicketChoice

# --- drawing ---


@app_commands.command(name="draw", description=localized("command-draw"))
@app_commands.describe(
    card=localized("option-card"), refill=localized("option-refill"), game=localized("option-game")
)
@in_context
async def draw(
    context: Context, card: str, refill: str | None = None, game: str | None = None
) -> None:
    """Draw from a deck by its name, or take a face-up card by its place."""
    own = await context.load_seat(game)
    deck = deck_named(own, card)
    if deck is not None:
        await moves.draw_blind(context, deck)
        return
    slot, filled = slot_named(own, card), own.menu.refills()[0]
    if refill:
        filled = deck_named(own, refill) or DeckName(refill)
    await moves.draw_open(context, slot, filled)


@draw.autocomplete("card")
@suggester
async def suggest_cards(context: Context, typed: str) -> list[Choice]:
    """Suggest face-up cards and decks."""
    own = await context.load_seat(context.option("game"))
    cards = [
        (f"{slot + 1}: {own.phrases.card_name(card)}", str(slot + 1))
        for slot in own.menu.slots()
        if (card := own.view.display[slot])
    ]
    decks = [(own.phrases.deck(deck), f"deck:{deck}") for deck in own.menu.decks()]
    return match_options([*cards, *decks], typed)


@draw.autocomplete("refill")
@suggester
async def suggest_decks(context: Context, typed: str) -> list[Choice]:
    """Suggest decks to refill from."""
    own = await context.load_seat(context.option("game"))
    decks = [deck for deck in own.menu.refills() if deck]
    return match_options([(own.phrases.deck(deck), deck) for deck in decks], typed)


# --- claiming ---


@app_commands.command(name="claim", description=localized("command-claim"))
@app_commands.describe(
    route=localized("option-route"), pay=localized("option-pay"), game=localized("option-game")
)
@in_context
async def claim(
    context: Context, route: str, pay: str | None = None, game: str | None = None
) -> None:
    """Claim a route by its id, as autocomplete sends it, or by both its cities."""
    own = await context.load_seat(game)
    track = track_named(own, route)
    await moves.claim_route(context, track, partial(payment_named, pay=pay))


@claim.autocomplete("route")
@suggester
async def suggest_routes(context: Context, typed: str) -> list[Choice]:
    """Suggest routes by either city: those that the player can pay for now, then other free routes.

    A player who asks for one of the others reads what is missing.
    """
    own = await context.load_seat(context.option("game"))
    payable = claimable_routes(own, await context.services.plans.advice_for(own))
    twins = {twin for track in payable for twin in own.phrases.spec.twins(track)}
    free = [track for track in own.phrases.spec.routes if track not in own.view.owners]
    others = [track for track in free if track not in twins] if typed.strip() else []
    found = []
    for key, tracks in (
        ("claim-payable", payable),
        ("claim-unpayable", without_twins(own, others)),
    ):
        named = [(own.phrases.stretch(track), track) for track in tracks]
        found += match_options(named, typed, partial(_route_label, own, key))
    return found[:MAX_CHOICES]


def _route_label(own: SeatView, key: str, value: str) -> str:
    """Return a route for a suggestion: length, color, and whether the player can pay for it."""
    track = RouteId(value)
    route = own.phrases.spec.routes[track]
    return own.say(
        key,
        route=own.phrases.ends(track),
        spaces=own.say("spaces", count=route.length),
        colour=own.phrases.colour(route.colour),
    )


@claim.autocomplete("pay")
@suggester
async def suggest_payments(context: Context, typed: str) -> list[Choice]:
    """Suggest ways to pay for the route that was typed."""
    own = await context.load_seat(context.option("game"))
    offers = own.payments(RouteId(context.option("route") or ""))
    return payment_choices(own, offers, typed)


# --- tickets ---


@app_commands.command(name="tickets", description=localized("command-tickets"))
@app_commands.describe(
    long=localized("option-long"), keep=localized("option-keep"), game=localized("option-game")
)
@in_context
async def tickets(
    context: Context,
    long: app_commands.Range[int, 0, 4] | None = None,
    keep: str | None = None,
    game: str | None = None,
) -> None:
    """Answer the present question about tickets (the split or the choice), or draw new ones."""
    own = await context.load_seat(game)
    spec, waiting = own.phrases.spec, own.view.waiting
    if long is not None and len(spec.ticket_decks) == 1:
        raise NotUnderstood("one-deck", edition=spec.title(own.phrases.words.language))
    if isinstance(waiting, TicketChoice):
        await _choose_tickets(context, waiting, long, keep)
    elif keep is not None:
        raise NotUnderstood("nothing-offered")
    elif long is not None and isinstance(waiting, SplitChoice):
        await moves.choose_split(context, long)
    else:
        await moves.ask_tickets(context, long, sure=True)


async def _choose_tickets(
    context: Context, question: TicketChoice, long: int | None, keep: str | None
) -> None:
    """Keep some of the tickets on offer, or show them."""
    if long is not None:
        raise NotUnderstood("choose-first")
    if keep is None:
        await show_tickets(context, await context.load_seat())
    else:
        await moves.keep_tickets(context, places_named(question, keep))


@tickets.autocomplete("keep")
@suggester
async def suggest_kept(context: Context, typed: str) -> list[Choice]:
    """Suggest every choice that is allowed, the fewest tickets first. Numbers can be typed too."""
    own = await context.load_seat(context.option("game"))
    question = own.view.waiting
    if not isinstance(question, TicketChoice):
        return []
    places = range(len(question.offered))
    answers = [
        chosen
        for count in range(question.keep, len(places) + 1)
        for chosen in itertools.combinations(places, count)
    ]
    named = []
    for chosen in answers:
        # The numbers come first, because Discord cuts long names.
        numbers = " ".join(str(n + 1) for n in chosen)
        names = " + ".join(own.phrases.ticket(question.offered[n]) for n in chosen)
        named.append((f"{numbers}: {names}", numbers))
    return match_options(named, typed)


# --- passing, undoing and World moves ---


@app_commands.command(name="pass", description=localized("command-pass"))
@app_commands.describe(game=localized("option-game"))
@in_context
async def pass_turn(context: Context, game: str | None = None) -> None:
    await context.find_table(game)
    await moves.pass_turn(context)


@app_commands.command(name="undo", description=localized("command-undo"))
@app_commands.describe(game=localized("option-game"))
@in_context
async def undo(context: Context, game: str | None = None) -> None:
    """Undo the player's last step."""
    await context.find_table(game)
    await moves.undo_step(context)


MOVES: Final = at_any_table(draw, claim, tickets, pass_turn, undo)


@app_commands.command(name="harbor", description=localized("command-harbour"))
@app_commands.describe(
    city=localized("option-city"), pay=localized("option-pay"), game=localized("option-game")
)
@in_context
async def harbour(
    context: Context, city: str, pay: str | None = None, game: str | None = None
) -> None:
    """Build a harbor in a port."""
    own = await _load_seat_for(context, game, "harbour")
    port = port_named(own, city)
    await moves.build_harbour(context, port, partial(payment_named, pay=pay))


@harbour.autocomplete("city")
@suggester
async def suggest_ports(context: Context, typed: str) -> list[Choice]:
    """Suggest ports where the player can build a harbor now."""
    own = await context.load_seat(context.option("game"))
    cities = dict.fromkeys(action.city for action in own.harbours())
    named = [(own.phrases.city(city), city) for city in cities]
    return match_options(named, typed, lambda city: _port_label(own, CityId(city)))


def _port_label(own: SeatView, city: CityId) -> str:
    """Return a port for a suggestion, with how many of the player's tickets it counts for."""
    return f"{own.phrases.city(city)} · {harbour_counts(own, city)}"


@harbour.autocomplete("pay")
@suggester
async def suggest_harbour_payments(context: Context, typed: str) -> list[Choice]:
    """Suggest ways to pay for a harbor in the port that was typed."""
    own = await context.load_seat(context.option("game"))
    offers = [action.payment for action in own.harbours(CityId(context.option("city") or ""))]
    return payment_choices(own, offers, typed)


@app_commands.command(name="exchange", description=localized("command-exchange"))
@app_commands.describe(
    give=localized("option-give"), count=localized("option-count"), game=localized("option-game")
)
@app_commands.choices(
    give=[
        app_commands.Choice(name=localized("pieces-train"), value="train"),
        app_commands.Choice(name=localized("pieces-ship"), value="ship"),
    ]
)
@in_context
async def exchange(
    context: Context,
    give: str,
    count: app_commands.Range[int, 1, 50],
    game: str | None = None,
) -> None:
    """Exchange pieces for the other kind, after showing the price."""
    await _load_seat_for(context, game, "exchange")
    await moves.exchange_pieces(context, Piece(give), count)


@app_commands.command(name="mix", description=localized("command-mix"))
@app_commands.describe(trains=localized("option-trains"), game=localized("option-game"))
@in_context
async def mix(
    context: Context, trains: app_commands.Range[int, 0, 60], game: str | None = None
) -> None:
    """Choose the trains and ships to start with."""
    await _load_seat_for(context, game, "mix")
    await moves.choose_mix(context, trains)


async def _load_seat_for(context: Context, game: str | None, verb: str) -> SeatView:
    """Load the user's own seat, if the edition has this move.

    Raises:
        NotUnderstood: The edition does not have this move.
    """
    own = await context.load_seat(game)
    if verb not in {decision.verb for decision in own.snapshot.table.rules.decisions.values()}:
        title = own.phrases.spec.title(own.phrases.words.language)
        raise NotUnderstood(f"none-{verb}", edition=title)
    return own


WORLD_MOVES: Final = at_any_table(harbour, exchange, mix)
