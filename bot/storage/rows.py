"""The parts of a stored game: their queries, and the functions that read the rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

import msgspec

import engine
from bot.games.clock.model import Pause, SeatClock
from bot.games.errors import StoreError
from bot.games.model import Due, Handover, Occupant, SeatRow, StoredGame, UndoRequest
from bot.games.orders.model import SeatOrder
from bot.storage.database import Query, Row
from bot.storage.writes import DUE_COLUMNS, HANDOVER_COLUMNS, OCCUPANT_COLUMNS, SEAT_COLUMNS
from engine.codec import decode_action, decode_event
from engine.errors import CorruptLog
from engine.events import Event
from engine.ids import Seat

LOG_SQL: Final = "SELECT seq, body FROM events WHERE game_id = $1 AND seq > $2 ORDER BY seq"
SEATS_SQL: Final = f"SELECT {SEAT_COLUMNS} FROM seats WHERE game_id = $1 ORDER BY seat"  # noqa: S608  # names of our own columns
OCCUPANTS_SQL: Final = (
    f"SELECT {OCCUPANT_COLUMNS} FROM occupants WHERE game_id = $1 ORDER BY n, seat"  # noqa: S608  # our own columns
)
CARETAKER_MOVES_SQL: Final = (
    "SELECT seq, actions.body FROM events JOIN actions"
    " ON actions.game_id = events.game_id AND actions.n = events.action_n"
    " WHERE events.game_id = $1 AND seq > $2 AND maker = 'caretaker'"
)
DUE_SQL: Final = f"SELECT {DUE_COLUMNS} FROM due WHERE game_id = $1 ORDER BY due_at, seat"  # noqa: S608  # our own columns
UNDO_REQUEST_SQL: Final = "SELECT seat, version, agreed FROM undo_requests WHERE game_id = $1"
HANDOVERS_SQL: Final = f"SELECT {HANDOVER_COLUMNS} FROM handovers WHERE game_id = $1 ORDER BY seat"  # noqa: S608  # our own columns
CLOCKS_SQL: Final = "SELECT seat, body FROM clocks WHERE game_id = $1 ORDER BY seat"
PAUSE_SQL: Final = "SELECT body FROM pauses WHERE game_id = $1"
ORDERS_SQL: Final = "SELECT seat, body FROM orders WHERE game_id = $1 ORDER BY seat"

APPEND_ONLY_QUERIES: Final = (LOG_SQL, CARETAKER_MOVES_SQL)
"""Queries for rows that are only ever added. They need only the rows after a version."""
STATE_QUERIES: Final = (
    SEATS_SQL,
    OCCUPANTS_SQL,
    DUE_SQL,
    UNDO_REQUEST_SQL,
    HANDOVERS_SQL,
    CLOCKS_SQL,
    PAUSE_SQL,
    ORDERS_SQL,
)
"""Queries for all other parts, which are replaced when they change."""


def queries(game_id: str, after: int) -> list[Query]:
    """Return the queries for a game. The log is read from the event *after* this version on."""
    added = [Query(sql, (game_id, after)) for sql in APPEND_ONLY_QUERIES]
    return [*added, *(Query(sql, (game_id,)) for sql in STATE_QUERIES)]


def read_stored_game(game_id: str, found: Sequence[Sequence[Row]], after: int) -> StoredGame:
    """Return a game from the rows that `queries` finds, with the log *after* a version."""
    events, helped, seats, occupants, due, undo_request, handovers, clocks, pause, orders = found
    return StoredGame(
        log=read_log(game_id, events, after),
        seats=read_seats(seats),
        occupants=read_occupants(occupants),
        helped={seq: decode_action(body).seat for seq, body in helped},
        due=read_due(due),
        undo_request=read_undo_request(undo_request),
        handovers=read_handovers(handovers),
        clocks=read_clocks(clocks),
        pause=msgspec.json.decode(pause[0][0], type=Pause) if pause else Pause(),
        orders={Seat(seat): msgspec.json.decode(body, type=SeatOrder) for seat, body in orders},
    )


def read_log(game_id: str, rows: Sequence[Row], after: int = 0) -> list[Event]:
    """Return the events that come *after* this version, in order.

    Raises:
        CorruptLog: An event is missing or damaged.
    """
    if [row[0] for row in rows] != list(range(after + 1, after + 1 + len(rows))):
        raise CorruptLog(f"game {game_id}: the log has a gap")
    return [decode_event(row[1]) for row in rows]


def read_seats(rows: Sequence[Row]) -> list[SeatRow]:
    return [SeatRow(*row) for row in rows]


def read_occupants(rows: Sequence[Row]) -> list[Occupant]:
    return [Occupant(*row) for row in rows]


def read_due(rows: Sequence[Row]) -> list[Due]:
    return [Due(*row) for row in rows]


def read_undo_request(rows: Sequence[Row]) -> UndoRequest | None:
    """Return the open undo request, or None if there is none."""
    if not rows:
        return None
    seat, version, agreed = rows[0]
    return UndoRequest(Seat(seat), version, frozenset(msgspec.json.decode(agreed, type=list[int])))


def read_handovers(rows: Sequence[Row]) -> list[Handover]:
    """Return the seats that moderators offer to other users."""
    offers = [Handover(*row) for row in rows]
    return [replace(it, accepted=bool(it.accepted), has_left=bool(it.has_left)) for it in offers]


def read_clocks(rows: Sequence[Row]) -> dict[Seat, SeatClock]:
    return {Seat(seat): msgspec.json.decode(body, type=SeatClock) for seat, body in rows}


def check_log(game: str, rows: Iterable[tuple[int, str]], length: int) -> None:
    """Replay a game from its rows, which are pairs of an event's number and body.

    Raises:
        StoreError: An event is missing, or the events do not lead to the version of the table.
        CorruptLog: An event is damaged.
    """
    log = []
    for number, (seq, body) in enumerate(rows, 1):
        if seq != number:
            raise StoreError(f"the log of game {game} has a gap")
        log.append(decode_event(body))
    if len(log) != length or (log and engine.replay(log).version != length):
        raise StoreError(f"the log of game {game} is incomplete")
