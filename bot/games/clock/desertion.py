"""Deserted tables: no owner plays their seat, so the table pauses until a player comes back."""

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

    A seat with a standing order and a seat whose owner is on vacation count as played by the owner.
    In both cases the clock does not run out, so the caretaker never takes over such a seat.
    """
    had_people = any(row.user_id for row in table.seats)
    had_people = had_people or any(one.user_id for one in table.past.occupants)
    return had_people and not any(row.user_id and row.bot is None for row in table.seats)


def settle_desertion(after: Table, change: Change, now: datetime) -> Change:
    """Return the change that leads to *after*, with the pause that it starts or ends.

    Another pause has precedence. While it is on, no notice about missing players is sent.
    """
    if after.state.over is not None or change.status in ENDED:
        return change
    deserted, pause = is_deserted(after), after.pause
    if deserted and not pause.is_on:
        return _start_pause(after, change, now)
    if pause.deserted and not deserted:
        notice = Notice("line-deserted-over", {})
        notices = _add_notice(change.lines, notice, "line-deserted-over")
        return msgspec.structs.replace(change, pause=Pause(), lines=notices)
    return change


def _start_pause(after: Table, change: Change, now: datetime) -> Change:
    notices = [*change.lines]
    if change.pause is not None:
        # The change ends another pause. Its notice would say that the clocks run again.
        notices = [notice for notice in notices if notice.user_id != EVERYONE]
    notices = _add_notice(notices, Notice("line-deserted", {}), "line-deserted")
    for row in after.seats:
        if row.user_id:
            own = Notice("told-deserted", {}, row.user_id)
            notices = _add_notice(notices, own, "line-deserted")
    return msgspec.structs.replace(change, pause=Pause(since=now, deserted=True), lines=notices)


def _add_notice(notices: Iterable[Notice], new: Notice, also: str) -> list[Notice]:
    """Return the notices with a new one.

    Each user gets one notice per change. If *new* would be the second one, the first notice gets
    the sentence *also* instead.
    """
    result = [*notices]
    for index, notice in enumerate(result):
        if notice.user_id == new.user_id:
            result[index] = replace(notice, facts={**notice.facts, ALSO: also})
            return result
    return [*result, new]


def cancel_abandoned(table: Table, now: datetime) -> Change | None:
    """Return the change that cancels a table to which no player came back in time.

    Return None if the table is not deserted, or not for long enough.
    """
    since = table.pause.since
    if since is None or not table.pause.deserted or table.row.status != "playing":
        return None
    if now < since + MAX_DESERTION:
        return None
    owners = [row.user_id for row in table.seats if row.user_id]
    personal = [Notice("told-deserted-canceled", {}, user_id) for user_id in owners]
    notices = [Notice("line-deserted-canceled", {}), *personal]
    return Change(status="cancelled", due=(), lines=notices)
