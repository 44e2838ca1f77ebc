"""Commands about time: `/my clock`, `/my vacation`, and the clock commands of `/game`."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import Final

from discord import app_commands

from bot.games.clock.hours import common_zones, similar_zones
from bot.games.clock.pauses import votes_for, votes_needed
from bot.games.errors import LobbyError
from bot.games.table import GameSnapshot
from bot.text.paces import vacation_words
from bot.ui.autocomplete import (
    MAX_CHOICES,
    Choice,
    localized,
    match_options,
    pace_choices,
    suggester,
)
from bot.ui.clock import actions as own_time
from bot.ui.clock.hours_view import clock_time, date_words, local_time
from bot.ui.context import Context, in_context
from bot.ui.lobby.commands import GAME, suggest_seats
from bot.ui.parsing import NotUnderstood, parse_day, parse_minute_of_day
from engine.ids import Seat

SUGGESTED_DAYS: Final = (1, 3, 7, 14, 21)
"""The lengths of a vacation that are suggested, in days."""
HOUR: Final = 60
EVENING: Final = range(20 * HOUR, 26 * HOUR, HOUR // 2)
MORNING: Final = range(5 * HOUR, 11 * HOUR, HOUR // 2)
"""The times at which quiet hours usually begin (`EVENING`) and end (`MORNING`), in minutes."""

VACATION: Final = app_commands.Group(name="vacation", description=localized("command-my-vacation"))


@app_commands.command(name="clock", description=localized("command-my-clock"))
@app_commands.describe(
    zone=localized("option-zone"),
    begin=localized("option-from"),
    end=localized("option-to"),
    weekends=localized("option-weekends"),
)
@app_commands.rename(begin="from", end="to")
@in_context
async def clock(
    context: Context,
    zone: str | None = None,
    begin: str | None = None,
    end: str | None = None,
    *,
    weekends: bool | None = None,
) -> None:
    """Save the hours that the user names, and show all of the user's hours."""
    if weekends is None and not any((zone, begin, end)):
        await own_time.show_hours(context)
        return
    await own_time.set_hours(context, zone=zone, begin=begin, end=end, weekends=weekends)


@clock.autocomplete("zone")
@suggester
async def suggest_zones(context: Context, typed: str) -> list[Choice]:
    """Suggest zones whose names match, with the local time there."""
    locale, now = context.interaction.locale.value, context.services.games.now()
    names = (
        similar_zones(typed, MAX_CHOICES) if typed.strip() else common_zones(locale, MAX_CHOICES)
    )
    return [Choice(name=f"{name} · {local_time(name, now)}", value=name) for name in names]


@clock.autocomplete("begin")
@suggester
async def suggest_begins(context: Context, typed: str) -> list[Choice]:
    """Suggest times in the evening, or the time that was typed."""
    return _time_choices(context, typed, EVENING)


@clock.autocomplete("end")
@suggester
async def suggest_ends(context: Context, typed: str) -> list[Choice]:
    """Suggest times in the morning, or the time that was typed."""
    return _time_choices(context, typed, MORNING)


def _time_choices(context: Context, typed: str, usual: range) -> list[Choice]:
    """Return the usual times that begin with the typed text, the time that it means, and "off"."""
    shown = [clock_time(minute % (24 * HOUR)) for minute in usual]
    found = [time for time in shown if time.startswith(typed.strip())]
    with suppress(NotUnderstood):
        found = [*dict.fromkeys([clock_time(parse_minute_of_day(typed)), *found])]
    off = Choice(name=context.say("hours-quiet-none"), value=own_time.OFF)
    return [*(Choice(name=time, value=time) for time in found), off][:MAX_CHOICES]


@VACATION.command(name="start", description=localized("command-my-vacation-start"))
@app_commands.describe(until=localized("option-until"))
@in_context
async def start(context: Context, until: str) -> None:
    """Start a vacation until the end of a day."""
    await own_time.start_vacation(context, parse_day(until, await own_time.local_date(context)))


@start.autocomplete("until")
@suggester
async def suggest_days(context: Context, typed: str) -> list[Choice]:
    """Suggest last days of a vacation within the user's remaining days, or the typed day."""
    today = await own_time.local_date(context)
    left = await context.services.games.vacations.days_left(context.user.id)
    spans = [span for span in SUGGESTED_DAYS if span < left]
    named = [
        (f"{context.say('vacation-span', days=span)} · {date_words(last, context.words)}", last)
        for span in spans
        for last in [today + timedelta(days=span)]
    ]
    choices = match_options([(name, last.isoformat()) for name, last in named], typed)
    if choices:
        return choices
    last = parse_day(typed, today)
    return [Choice(name=date_words(last, context.words), value=last.isoformat())]


@VACATION.command(name="end", description=localized("command-my-vacation-end"))
@in_context
async def end(context: Context) -> None:
    """End the user's vacation."""
    await own_time.end_vacation(context)


__all__ = ["GAME"]


async def _table_here(context: Context) -> str:
    """Return the table of this channel, whether its game has started or not.

    Raises:
        LobbyError: There is no table here, or its game is over.
    """
    row = await context.services.queries.latest_in(context.channel_id)
    if row is None:
        raise LobbyError("no-table-here")
    if row.status == "over":
        raise LobbyError("game-over")
    return row.id


async def _reply_done(context: Context, *more: str) -> None:
    await context.reply_text(
        "\n".join([context.say("clock-done"), *more, *context.missing_permissions()])
    )


@GAME.command(name="pause", description=localized("command-game-pause"))
@app_commands.describe(reason=localized("option-reason"))
@in_context
async def pause(context: Context, reason: app_commands.Range[str, 1, 100] | None = None) -> None:
    """Pause the table."""
    game = await _table_here(context)
    pauses = context.services.games.pauses
    snapshot = await pauses.pause(game, context.who, reason or "", context.id)
    await _reply_done_or_vote(context, snapshot, pausing=True)


@GAME.command(name="resume", description=localized("command-game-resume"))
@in_context
async def resume(context: Context) -> None:
    """Resume the table."""
    game = await _table_here(context)
    snapshot = await context.services.games.pauses.resume(game, context.who, context.id)
    await _reply_done_or_vote(context, snapshot, pausing=False)


async def _reply_done_or_vote(context: Context, snapshot: GameSnapshot, *, pausing: bool) -> None:
    """Confirm the change, or tell a moderator who plays there how the players' vote stands."""
    table = snapshot.table
    if table.pause.is_on == pausing:
        await _reply_done(context)
        return
    facts = {"agreed": votes_for(table), "needed": votes_needed(table)}
    await context.reply_text(context.say("vote-seated", **facts))


@GAME.command(name="extend", description=localized("command-game-extend"))
@app_commands.describe(hours=localized("option-hours"))
@in_context
async def extend(context: Context, hours: app_commands.Range[int, 1, 168]) -> None:
    """Give the players whose turn it is more time for this turn."""
    game = await _table_here(context)
    await context.services.games.clocks.extend_turn(game, hours, context.who, context.id)
    await _reply_done(context)


@GAME.command(name="skip", description=localized("command-game-skip"))
@app_commands.describe(seat=localized("option-skipped"))
@in_context
async def skip(context: Context, seat: app_commands.Range[int, 1, 5] | None = None) -> None:
    """Let the caretaker play this turn now."""
    game = await _table_here(context)
    whose = None if seat is None else Seat(seat - 1)
    await context.services.games.clocks.skip_turn(game, context.who, whose, context.id)
    await _reply_done(context)


@GAME.command(name="offer", description=localized("command-game-offer"))
@app_commands.describe(seat=localized("option-seat"))
@in_context
async def offer(context: Context, seat: app_commands.Range[int, 1, 5]) -> None:
    """Let anyone take a seat that the caretaker has played for a long time."""
    game = await _table_here(context)
    await context.services.games.seats.offer(game, Seat(seat - 1), context.who, context.id)
    await _reply_done(context)


@GAME.command(name="pace", description=localized("command-game-pace"))
@app_commands.describe(pace=localized("option-pace"))
@app_commands.choices(pace=pace_choices())
@in_context
async def pace(context: Context, pace: str) -> None:
    """Change how long turns may take, beginning with the next turn."""
    game = await _table_here(context)
    lobby = await context.services.games.lobby.set_pace(game, context.who, pace, context.id)
    lines = vacation_words(lobby, context.words)
    await _reply_done(context, *lines, *([context.say("pace-vacation-stays")] if lines else []))


skip.autocomplete("seat")(suggest_seats)
offer.autocomplete("seat")(suggest_seats)
