"""The World's own moves as commands: harbours, exchanges, the mix; no other edition has them."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.ui.autocomplete import Choice, at_any_table, matching, suggesting
from bot.ui.command_texts import said
from bot.ui.context import Context, in_context
from bot.ui.parsing import NotUnderstood
from bot.ui.seat_view import OwnSeat
from bot.ui.turn import actions as moves
from bot.ui.turn.argument_parsing import payment_choices, payment_named, port_named
from bot.ui.turn.world import harbour_counts
from engine.ids import CityId, Piece


@app_commands.command(name="harbour", description=said("command-harbour"))
@app_commands.describe(city=said("option-city"), pay=said("option-pay"), game=said("option-game"))
@in_context
async def harbour(
    context: Context, city: str, pay: str | None = None, game: str | None = None
) -> None:
    """A harbour in a port."""
    own = await _seat(context, game, "harbour")
    port = port_named(own, city)
    offers = [action.payment for action in own.harbours(port)]
    await moves.harbour(context, port, payment_named(own, offers, pay))


@harbour.autocomplete("city")
@suggesting
async def suggest_ports(context: Context, typed: str) -> list[Choice]:
    """Ports where a harbour can be built now."""
    own = await context.seat(context.option("game"))
    cities = dict.fromkeys(action.city for action in own.harbours())
    named = [(own.speech.city(city), city) for city in cities]
    return matching(named, typed, lambda city: _counted(own, CityId(city)))


def _counted(own: OwnSeat, city: CityId) -> str:
    """A port in a suggestion, and for how many of one's tickets it counts."""
    return f"{own.speech.city(city)} · {harbour_counts(own, city)}"


@harbour.autocomplete("pay")
@suggesting
async def suggest_harbour_payments(context: Context, typed: str) -> list[Choice]:
    """Ways to pay for a harbour in the port that was typed."""
    own = await context.seat(context.option("game"))
    offers = [action.payment for action in own.harbours(CityId(context.option("city") or ""))]
    return payment_choices(own, offers, typed)


@app_commands.command(name="exchange", description=said("command-exchange"))
@app_commands.describe(
    give=said("option-give"), count=said("option-count"), game=said("option-game")
)
@app_commands.choices(
    give=[
        app_commands.Choice(name=said("pieces-train"), value="train"),
        app_commands.Choice(name=said("pieces-ship"), value="ship"),
    ]
)
@in_context
async def exchange(
    context: Context,
    give: str,
    count: app_commands.Range[int, 1, 50],
    game: str | None = None,
) -> None:
    """Pieces for pieces of the other kind; the price is told first."""
    await _seat(context, game, "exchange")
    await moves.exchange(context, Piece(give), count)


@app_commands.command(name="mix", description=said("command-mix"))
@app_commands.describe(trains=said("option-trains"), game=said("option-game"))
@in_context
async def mix(
    context: Context, trains: app_commands.Range[int, 0, 60], game: str | None = None
) -> None:
    """The mix to begin with."""
    await _seat(context, game, "mix")
    await moves.choose_mix(context, trains)


async def _seat(context: Context, game: str | None, verb: str) -> OwnSeat:
    """One's own seat, where the rules in play have a place for this move."""
    own = await context.seat(game)
    if verb not in {decision.verb for decision in own.outcome.table.rules.decisions.values()}:
        title = own.speech.spec.title(own.speech.words.language)
        raise NotUnderstood(f"none-{verb}", edition=title)
    return own


MOVES: Final = at_any_table(harbour, exchange, mix)
