"""Buttons for reminders, coming back, nudges, hours and pauses."""

from __future__ import annotations

from bot.ui.clock import actions as own_time
from bot.ui.clock.hours_view import NIGHTS, WEEKENDS
from bot.ui.context import Context
from bot.ui.custom_ids import Press
from bot.ui.notices import WEEK_CHOICE
from bot.ui.parsing import parse_number
from bot.ui.router import on
from bot.ui.turn import actions as moves
from bot.ui.turn.buttons import selected_value
from engine.errors import BadInput


@on("nudge")
async def nudge_players(context: Context, press: Press) -> None:
    """Remind the players whose turn it is."""
    await own_time.nudge_players(context)


@on("snooze")
async def snooze_reminder(context: Context, press: Press) -> None:
    """Remind the user of the turn later."""
    await own_time.snooze_reminder(context)


@on("away")
async def choose_absence(context: Context, press: Press) -> None:
    """Ask how long the user is away. Then mute reminders, or start a vacation."""
    if not press.arg:
        await own_time.ask_away(context, press.game)
    elif press.arg == WEEK_CHOICE:
        await own_time.away_for_a_week(context)
    else:
        await own_time.mute_reminders(context, parse_number(press.arg))


@on("im-back")
async def return_to_seat(context: Context, press: Press) -> None:
    """Take the user's seat back from the caretaker."""
    await own_time.return_to_seat(context)


@on("hours")
async def open_hours(context: Context, press: Press) -> None:
    """Show the user's hours, and the choices."""
    await own_time.show_hours(context)


@on("zone")
async def set_zone(context: Context, press: Press) -> None:
    """Save the time zone that the user selected."""
    await own_time.set_hours(context, zone=selected_value(context))


@on("quiet")
async def set_quiet_hours(context: Context, press: Press) -> None:
    """Save the quiet hours that the user selected, by their place in the list."""
    place = parse_number(selected_value(context))
    if place >= len(NIGHTS):
        raise BadInput("no such night")
    night = NIGHTS[place]
    begin, end = map(str, night) if night else (own_time.OFF, own_time.OFF)
    await own_time.set_hours(context, begin=begin, end=end)


@on("weekends")
async def set_weekends(context: Context, press: Press) -> None:
    """Save whether weekends count."""
    way = selected_value(context)
    if way not in WEEKENDS:
        raise BadInput("no such way")
    await own_time.set_hours(context, weekends=way == WEEKENDS[0])


@on("pause")
async def ask_pause(context: Context, press: Press) -> None:
    """Ask for a pause, or agree to it."""
    await moves.ask_pause(context, pausing=True)


@on("resume")
async def ask_resume(context: Context, press: Press) -> None:
    """Ask to end the pause, or agree to that."""
    await moves.ask_pause(context, pausing=False)


@on("pause-no")
async def refuse_pause(context: Context, press: Press) -> None:
    """Vote against the request to pause or resume."""
    await moves.refuse_pause(context)
