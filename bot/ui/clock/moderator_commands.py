"""`/game`: what moderators do about time."""

from __future__ import annotations

from discord import app_commands

from bot.games.clock.pauses import agreeing, needed
from bot.games.lobby import LobbyError
from bot.games.table import Outcome
from bot.text.paces import heeded_words
from bot.ui.autocomplete import pace_choices
from bot.ui.command_texts import said
from bot.ui.context import Context, in_context
from bot.ui.lobby.commands import GAME, suggest_seats
from engine.ids import Seat

__all__ = ["GAME"]


async def _table_here(context: Context) -> str:
    """The table of this channel, whether its game has begun or not.

    Raises:
        LobbyError: There is none, or its game is over.
    """
    row = await context.services.lookup.latest_in(context.channel_id)
    if row is None:
        raise LobbyError("no-table-here")
    if row.status == "over":
        raise LobbyError("game-over")
    return row.id


async def _done(context: Context, *more: str) -> None:
    await context.tell("\n".join([context.say("clock-done"), *more, *context.lacking()]))


@GAME.command(name="pause", description=said("command-game-pause"))
@app_commands.describe(why=said("option-why"))
@in_context
async def pause(context: Context, why: app_commands.Range[str, 1, 100] | None = None) -> None:
    """Let the table stand still."""
    game = await _table_here(context)
    pauses = context.services.games.pauses
    outcome = await pauses.pause(game, context.who, why or "", context.id)
    await _done_or_voted(context, outcome, pausing=True)


@GAME.command(name="resume", description=said("command-game-resume"))
@in_context
async def resume(context: Context) -> None:
    """Let it go on."""
    game = await _table_here(context)
    outcome = await context.services.games.pauses.resume(game, context.who, context.id)
    await _done_or_voted(context, outcome, pausing=False)


async def _done_or_voted(context: Context, outcome: Outcome, *, pausing: bool) -> None:
    """Say that it is done; to a moderator who plays there, how the players' vote stands."""
    table = outcome.table
    if table.pause.is_on == pausing:
        await _done(context)
        return
    facts = {"agreed": agreeing(table), "needed": needed(table)}
    await context.tell(context.say("vote-seated", **facts))


@GAME.command(name="extend", description=said("command-game-extend"))
@app_commands.describe(hours=said("option-hours"))
@in_context
async def extend(context: Context, hours: app_commands.Range[int, 1, 168]) -> None:
    """Give whoever is awaited more time for this turn."""
    game = await _table_here(context)
    await context.services.games.clocks.extend(game, hours, context.who, context.id)
    await _done(context)


@GAME.command(name="skip", description=said("command-game-skip"))
@app_commands.describe(seat=said("option-skipped"))
@in_context
async def skip(context: Context, seat: app_commands.Range[int, 1, 5] | None = None) -> None:
    """Let the caretaker play this turn now."""
    game = await _table_here(context)
    whose = None if seat is None else Seat(seat - 1)
    await context.services.games.clocks.skip(game, context.who, whose, context.id)
    await _done(context)


@GAME.command(name="offer", description=said("command-game-offer"))
@app_commands.describe(seat=said("option-seat"))
@in_context
async def offer(context: Context, seat: app_commands.Range[int, 1, 5]) -> None:
    """Let anybody take a seat that the caretaker has kept for long."""
    game = await _table_here(context)
    await context.services.games.offer(game, Seat(seat - 1), context.who, context.id)
    await _done(context)


@GAME.command(name="pace", description=said("command-game-pace"))
@app_commands.describe(pace=said("option-pace"))
@app_commands.choices(pace=pace_choices())
@in_context
async def pace(context: Context, pace: str) -> None:
    """Let turns take longer or shorter, from the next one on."""
    game = await _table_here(context)
    lobby = await context.services.games.set_pace(game, context.who, pace, context.id)
    heeds = heeded_words(lobby, context.words)
    await _done(context, *heeds, *([context.say("pace-vacation-stays")] if heeds else []))


skip.autocomplete("seat")(suggest_seats)
offer.autocomplete("seat")(suggest_seats)
