"""What a user can do about time, by button or command: one function for each action."""

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
"""A vacation lasts until the end of its last day."""
VACATION_WEEK: Final = timedelta(days=7)
OFF: Final = "off"
"""In place of a time of day: the user has no quiet hours."""


# --- at a table ---


async def nudge_players(context: Context) -> None:
    """Remind the players whose turn it is. The answer does not say when they get the reminder."""
    game, user = await context.find_table(), context.user.id
    await context.services.games.clocks.nudge_players(game, user, context.id)
    await context.reply_text(context.say("nudged"))


async def snooze_reminder(context: Context) -> None:
    """Remind the user of the turn later."""
    game, user = await context.find_table(), context.user.id
    snapshot = await context.services.games.clocks.snooze_reminder(game, user, context.id)
    until = snapshot.table.clock(snapshot.table.seat_of(user)).snoozed
    # If Discord delivers this press twice, the snoozed reminder may already have been sent.
    until = until or context.services.games.now()
    await context.reply_text(context.say("snoozed", until=format_moment(until)))


async def return_to_seat(context: Context) -> None:
    """Take the user's seat back from the caretaker."""
    game, user = await context.find_table(), context.user.id
    snapshot = await context.services.games.clocks.return_to_seat(game, user, context.id)
    is_asked = snapshot.table.seat_of(user) in snapshot.state.waiting
    await context.reply_text(context.say("im-back-turn" if is_asked else "im-back"))


# --- reminders and vacations ---


async def ask_away(context: Context, game: str) -> None:
    """Ask how long the user is away."""
    await context.reply(away_panel(game, context.words), update=not context.on_card)


async def mute_reminders(context: Context, hours: int) -> None:
    """Send the user no reminders for a while."""
    until = await context.services.games.clocks.mute_reminders(context.user.id, hours)
    await context.reply_text(context.say("away-muted", until=format_moment(until)))


async def away_for_a_week(context: Context) -> None:
    """Start a vacation of one week."""
    await start_vacation(context, await local_date(context) + VACATION_WEEK)


async def start_vacation(context: Context, last: date) -> None:
    """Start a vacation until the end of a day, in the user's zone."""
    vacations, user = context.services.games.vacations, context.user.id
    zone = zone_of((await context.services.people.get(user)).zone or "UTC")
    now = await local_date(context)
    # A date further away is refused anyway. Without the limit, it could overflow the calendar.
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
    """End the user's vacation early."""
    vacations, user = context.services.games.vacations, context.user.id
    await vacations.end(user)
    left = await vacations.days_left(user)
    lines = [context.say("vacation-ended"), context.say("hours-days-left", left=left)]
    await context.reply_text("\n".join(lines))


async def local_date(context: Context) -> date:
    """Return today's date in the user's zone."""
    person = await context.services.people.get(context.user.id)
    return context.services.games.now().astimezone(zone_of(person.zone or "UTC")).date()


# --- when the user is awake ---


async def show_hours(context: Context, *, kept: bool = False) -> None:
    """Show the user's hours and the choices. A hand card stays, and the answer is a new message."""
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
    """Save the hours that are named, leave the rest unchanged, and show them all.

    Raises:
        NotUnderstood: The zone or half of the quiet hours is missing, or a time is invalid.
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
    """Return the quiet hours that the user wants, or None for no quiet hours."""
    if OFF in (begin, end):
        return None
    old_minutes = person.hours.quiet_minutes if person.hours else 0
    if begin is None and end is None:
        return (person.quiet_from, person.quiet_to) if old_minutes else None
    if not old_minutes and (begin is None or end is None):
        raise NotUnderstood("half-quiet")
    return (
        person.quiet_from if begin is None else parse_minute_of_day(begin),
        person.quiet_to if end is None else parse_minute_of_day(end),
    )
