"""What a person can want of time: one function for each wish, whether it was pressed or typed."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

import maps
from bot.games.clock.hours import common_zones, zone_of
from bot.games.clock.vacations import YEAR
from bot.games.model import PersonRow
from bot.ui.clock.hours_view import OwnTime, hours_panel
from bot.ui.context import Context
from bot.ui.notices import away_panel
from bot.ui.parsing import NotUnderstood, parse_minute_of_day
from bot.ui.timestamps import format_moment

LAST_MINUTE: Final = time(23, 59)
"""A vacation ends with its last day."""
WEEK: Final = timedelta(days=7)
OFF: Final = "off"
"""In place of a time of the day: there are no quiet hours."""


# --- at a table ---


async def nudge_players(context: Context) -> None:
    """Let whoever is awaited be called; the answer says nothing of when that will be."""
    game, user = await context.find_table(), context.user.id
    await context.services.games.clocks.nudge_players(game, user, context.id)
    await context.reply_text(context.say("nudged"))


async def snooze_reminder(context: Context) -> None:
    """Be reminded later."""
    game, user = await context.find_table(), context.user.id
    snapshot = await context.services.games.clocks.snooze_reminder(game, user, context.id)
    until = snapshot.table.clock(snapshot.table.seat_of(user)).snoozed
    # A second delivery may come when it has rung.
    until = until or context.services.games.now()
    await context.reply_text(context.say("snoozed", until=format_moment(until)))


async def return_to_seat(context: Context) -> None:
    """Take one's seat back from the caretaker."""
    game, user = await context.find_table(), context.user.id
    snapshot = await context.services.games.clocks.return_to_seat(game, user, context.id)
    awaited = snapshot.table.seat_of(user) in snapshot.state.waiting
    await context.reply_text(context.say("im-back-turn" if awaited else "im-back"))


# --- reminders and vacations ---


async def ask_away(context: Context, game: str) -> None:
    """Ask how long."""
    await context.reply(away_panel(game, context.words), update=not context.on_card)


async def mute_reminders(context: Context, hours: int) -> None:
    """Silence reminders."""
    until = await context.services.games.clocks.mute_reminders(context.user.id, hours)
    await context.reply_text(context.say("away-muted", until=format_moment(until)))


async def away_for_a_week(context: Context) -> None:
    """Go on vacation from now on."""
    await start_vacation(context, await local_date(context) + WEEK)


async def start_vacation(context: Context, last: date) -> None:
    """Go on vacation until the end of a day, in one's own zone."""
    vacations, user = context.services.games.vacations, context.user.id
    zone = zone_of((await context.services.people.get(user)).zone or "UTC")
    now = await local_date(context)
    # What is further away is refused all the same, but the calendar has its ends.
    last = min(max(last, now - YEAR), now + YEAR)
    until = datetime.combine(last, LAST_MINUTE, zone).astimezone(UTC)
    vacation = await vacations.start(user, until)
    lines = [
        context.say("vacation-started", until=format_moment(vacation.span[1])),
        context.say("hours-days-left", left=await vacations.days_left(user)),
    ]
    tables = await vacations.tables_ignoring_vacation(user)
    if tables:
        language = context.words.language
        named = [f"{maps.load(row.edition).title(language)} <#{row.channel_id}>" for row in tables]
        lines.append(context.say("vacation-not-at", tables=", ".join(named)))
    await context.reply_text("\n".join(lines))


async def end_vacation(context: Context) -> None:
    """Come back before it is over."""
    vacations, user = context.services.games.vacations, context.user.id
    await vacations.end(user)
    left = await vacations.days_left(user)
    lines = [context.say("vacation-ended"), context.say("hours-days-left", left=left)]
    await context.reply_text("\n".join(lines))


async def local_date(context: Context) -> date:
    """Which day it is where the user lives."""
    person = await context.services.people.get(context.user.id)
    return context.services.games.now().astimezone(zone_of(person.zone or "UTC")).date()


# --- when somebody is awake ---


async def show_hours(context: Context, *, kept: bool = False) -> None:
    """What is set, and what could be chosen; beside a hand card, not in its place."""
    services, user = context.services, context.user.id
    own = OwnTime(
        await services.people.get(user),
        await services.games.vacations.current_vacation(user),
        await services.games.vacations.days_left(user),
        services.games.now(),
    )
    zones = common_zones(context.interaction.locale.value)
    screen = hours_panel(own, context.words, zones, kept=kept)
    await context.reply(screen, update=not context.on_card)


async def set_hours(
    context: Context,
    *,
    zone: str | None = None,
    begin: str | None = None,
    end: str | None = None,
    weekends: bool | None = None,
) -> None:
    """Keep what is named and leave the rest as it is; then show it.

    Raises:
        NotUnderstood: A zone is missing, or half of the quiet hours, or something is no time.
    """
    person = await context.services.people.get(context.user.id)
    named = zone or person.zone
    if named is None:
        raise NotUnderstood("no-zone")
    await context.services.games.clocks.set_hours(
        context.user.id,
        named,
        _quiet_range(person, begin, end),
        weekends=bool(person.weekends) if weekends is None else weekends,
    )
    await show_hours(context, kept=True)


def _quiet_range(person: PersonRow, begin: str | None, end: str | None) -> tuple[int, int] | None:
    """The quiet hours that are meant; None: there are none."""
    if OFF in (begin, end):
        return None
    had = person.hours.quiet_minutes if person.hours else 0
    if begin is None and end is None:
        return (person.quiet_from, person.quiet_to) if had else None
    if not had and (begin is None or end is None):
        raise NotUnderstood("half-quiet")
    return (
        person.quiet_from if begin is None else parse_minute_of_day(begin),
        person.quiet_to if end is None else parse_minute_of_day(end),
    )
