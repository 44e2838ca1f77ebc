"""Deserted tables: no seat is played by its owner, so the table pauses until someone is back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

import msgspec

from bot.games.clock.model import Pause
from bot.games.model import ALSO, ENDED, EVERYONE, Change, Notice
from bot.games.table import Table

MAX_DESERTION: Final = timedelta(days=90)
"""How long a deserted table waits for a player before it is canceled."""


def is_deserted(table: Table) -> bool:
    """Return whether people have played at this table and none plays their own seat now.

    A seat that plays by a plan and a seat whose owner is on vacation count as the owner's. Both
    keep the clock from running out, so the caretaker never keeps such a seat.
    """
    had_people = any(row.user_id for row in table.seats)
    had_people = had_people or any(one.user_id for one in table.past.occupants)
    return had_people and not any(row.user_id and row.bot is None for row in table.seats)


def settle_desertion(after: Table, change: Change, now: datetime) -> Change:
    """Return the change that leads to *after*, with the pause that it starts or ends.

    Another pause goes first: while it is on, nothing is said about missing players.
    """
    if after.state.over is not None or change.status in ENDED:
        return change
    deserted, pause = is_deserted(after), after.pause
    if deserted and not pause.is_on:
        return _start_pause(after, change, now)
    if pause.deserted and not deserted:
        lines = _add_notice(change.lines, Notice("line-deserted-over", {}), "line-deserted-over")
        return msgspec.structs.replace(change, pause=Pause(), lines=lines)
    return change


def _start_pause(after: Table, change: Change, now: datetime) -> Change:
    lines = [*change.lines]
    if change.pause is not None:
        # The change ends another pause. Its line would say that the clocks run again.
        lines = [line for line in lines if line.user_id != EVERYONE]
    lines = _add_notice(lines, Notice("line-deserted", {}), "line-deserted")
    for row in after.seats:
        if row.user_id:
            lines = _add_notice(lines, Notice("told-deserted", {}, row.user_id), "line-deserted")
    return msgspec.structs.replace(change, pause=Pause(since=now, deserted=True), lines=lines)


def _add_notice(lines: Iterable[Notice], new: Notice, also: str) -> list[Notice]:
    """Return the lines with a new one.

    Each user gets one line per change. If *new* would be the second one, the first line gets the
    sentence *also* instead.
    """
    told = [*lines]
    for place, line in enumerate(told):
        if line.user_id == new.user_id:
            told[place] = replace(line, facts={**line.facts, ALSO: also})
            return told
    return [*told, new]


def cancel_abandoned(table: Table, now: datetime) -> Change | None:
    """Return the change that cancels a table to which nobody came back, or None if it may wait."""
    since = table.pause.since
    if since is None or not table.pause.deserted or table.row.status != "playing":
        return None
    if now < since + MAX_DESERTION:
        return None
    owners = [row.user_id for row in table.seats if row.user_id]
    told = [Notice("told-deserted-canceled", {}, user_id) for user_id in owners]
    lines = [Notice("line-deserted-canceled", {}), *told]
    return Change(status="cancelled", due=(), lines=lines)
