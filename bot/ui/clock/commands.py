"""One's own time, typed: `/my clock` and `/my vacation`."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import Final

from discord import app_commands

from bot.games.clock.zones import usual_zones, zones_like
from bot.ui.autocomplete import MOST, Choice, matching, suggesting
from bot.ui.clock import actions as own_time
from bot.ui.clock.hours_view import clock_time, date_words, local_time
from bot.ui.command_texts import said
from bot.ui.context import Context, in_context
from bot.ui.parsing import NotUnderstood, day, minute_of_day

SPANS: Final = (1, 3, 7, 14, 21)
"""So many days a vacation may take that are suggested."""
HOUR: Final = 60
EVENING: Final = range(20 * HOUR, 26 * HOUR, HOUR // 2)
MORNING: Final = range(5 * HOUR, 11 * HOUR, HOUR // 2)
"""When quiet hours begin and end with most people."""

VACATION: Final = app_commands.Group(name="vacation", description=said("command-my-vacation"))


@app_commands.command(name="clock", description=said("command-my-clock"))
@app_commands.describe(
    zone=said("option-zone"),
    begin=said("option-from"),
    end=said("option-to"),
    weekends=said("option-weekends"),
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
    """When one is awake: what is named is kept, and what is set is shown."""
    if weekends is None and not any((zone, begin, end)):
        await own_time.show_hours(context)
        return
    await own_time.set_hours(context, zone=zone, begin=begin, end=end, weekends=weekends)


@clock.autocomplete("zone")
@suggesting
async def suggest_zones(context: Context, typed: str) -> list[Choice]:
    """Zones whose names fit, with the time there."""
    locale, now = context.interaction.locale.value, context.services.games.now()
    names = zones_like(typed, MOST) if typed.strip() else usual_zones(locale, MOST)
    return [Choice(name=f"{name} · {local_time(name, now)}", value=name) for name in names]


@clock.autocomplete("begin")
@suggesting
async def suggest_begins(context: Context, typed: str) -> list[Choice]:
    """Times in the evening, or what was typed."""
    return _times(context, typed, EVENING)


@clock.autocomplete("end")
@suggesting
async def suggest_ends(context: Context, typed: str) -> list[Choice]:
    """Times in the morning, or what was typed."""
    return _times(context, typed, MORNING)


def _times(context: Context, typed: str, usual: range) -> list[Choice]:
    """Times that begin as typed; the one that it means; and none at all."""
    shown = [clock_time(minute % (24 * HOUR)) for minute in usual]
    found = [time for time in shown if time.startswith(typed.strip())]
    with suppress(NotUnderstood):
        found = [*dict.fromkeys([clock_time(minute_of_day(typed)), *found])]
    off = Choice(name=context.say("hours-quiet-none"), value=own_time.OFF)
    return [*(Choice(name=time, value=time) for time in found), off][:MOST]


@VACATION.command(name="start", description=said("command-my-vacation-start"))
@app_commands.describe(until=said("option-until"))
@in_context
async def start(context: Context, until: str) -> None:
    """Go on vacation until the end of a day."""
    await own_time.start_vacation(context, day(until, await own_time.today(context)))


@start.autocomplete("until")
@suggesting
async def suggest_days(context: Context, typed: str) -> list[Choice]:
    """Days to come back on, as far as there are days left; also one that was typed."""
    today = await own_time.today(context)
    left = await context.services.games.vacations.days_left(context.user.id)
    spans = [span for span in SPANS if span < left]
    named = [
        (f"{context.say('vacation-span', days=span)} · {date_words(last, context.words)}", last)
        for span in spans
        for last in [today + timedelta(days=span)]
    ]
    choices = matching([(name, last.isoformat()) for name, last in named], typed)
    if choices:
        return choices
    last = day(typed, today)
    return [Choice(name=date_words(last, context.words), value=last.isoformat())]


@VACATION.command(name="end", description=said("command-my-vacation-end"))
@in_context
async def end(context: Context) -> None:
    """Come back."""
    await own_time.end_vacation(context)
