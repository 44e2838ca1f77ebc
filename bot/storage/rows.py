"""What belongs to a game, part by part: what is asked for, and how the rows are read."""

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
from bot.storage.writes import DUE, HANDOVER, OCCUPANT, SEAT
from engine.codec import decode_action, decode_event
from engine.errors import CorruptLog
from engine.events import Event
from engine.ids import Seat

LOG: Final = "SELECT seq, body FROM events WHERE game_id = $1 AND seq > $2 ORDER BY seq"
SEATS: Final = f"SELECT {SEAT} FROM seats WHERE game_id = $1 ORDER BY seat"  # noqa: S608  # names of our own columns
OCCUPANTS: Final = f"SELECT {OCCUPANT} FROM occupants WHERE game_id = $1 ORDER BY n, seat"  # noqa: S608  # the same
HELPED: Final = (
    "SELECT seq, actions.body FROM events JOIN actions"
    " ON actions.game_id = events.game_id AND actions.n = events.action_n"
    " WHERE events.game_id = $1 AND seq > $2 AND maker = 'caretaker'"
)
DUES: Final = f"SELECT {DUE} FROM due WHERE game_id = $1 ORDER BY due_at, seat"  # noqa: S608  # the same
UNDO_REQUEST: Final = "SELECT seat, version, agreed FROM undo_requests WHERE game_id = $1"
HANDOVERS: Final = f"SELECT {HANDOVER} FROM handovers WHERE game_id = $1 ORDER BY seat"  # noqa: S608  # the same
CLOCKS: Final = "SELECT seat, body FROM clocks WHERE game_id = $1 ORDER BY seat"
PAUSE: Final = "SELECT body FROM pauses WHERE game_id = $1"
ORDERS: Final = "SELECT seat, body FROM orders WHERE game_id = $1 ORDER BY seat"

HAPPENED: Final = (LOG, HELPED)
"""What is only ever added to."""
BESIDES: Final = (SEATS, OCCUPANTS, DUES, UNDO_REQUEST, HANDOVERS, CLOCKS, PAUSE, ORDERS)
"""All that there is besides."""


def queries(game_id: str, after: int) -> list[Query]:
    """What is asked for a game; of what happened, what came *after* this version."""
    happened = [Query(sql, (game_id, after)) for sql in HAPPENED]
    return [*happened, *(Query(sql, (game_id,)) for sql in BESIDES)]


def read_stored_game(game_id: str, found: Sequence[Sequence[Row]], after: int) -> StoredGame:
    """What belongs to a game, of what these have found."""
    events, helped, sat, had, todo, asked, offered, timed, paused, ordered = found
    return StoredGame(
        log=read_log(game_id, events, after),
        seats=read_seats(sat),
        occupants=read_occupants(had),
        helped={seq: decode_action(body).seat for seq, body in helped},
        due=read_due(todo),
        undo_request=read_undo_request(asked),
        handovers=read_handovers(offered),
        clocks=read_clocks(timed),
        pause=msgspec.json.decode(paused[0][0], type=Pause) if paused else Pause(),
        orders={Seat(seat): msgspec.json.decode(body, type=SeatOrder) for seat, body in ordered},
    )


def read_log(game_id: str, rows: Sequence[Row], after: int = 0) -> list[Event]:
    """The events that come *after* this version, in order.

    Raises:
        CorruptLog: One is missing or damaged.
    """
    if [row[0] for row in rows] != list(range(after + 1, after + 1 + len(rows))):
        raise CorruptLog(f"game {game_id}: the log has a gap")
    return [decode_event(row[1]) for row in rows]


def read_seats(rows: Sequence[Row]) -> list[SeatRow]:
    """Who sits there."""
    return [SeatRow(*row) for row in rows]


def read_occupants(rows: Sequence[Row]) -> list[Occupant]:
    """Who has had the seats."""
    return [Occupant(*row) for row in rows]


def read_due(rows: Sequence[Row]) -> list[Due]:
    """What is to be done without a person."""
    return [Due(*row) for row in rows]


def read_undo_request(rows: Sequence[Row]) -> UndoRequest | None:
    """What a player asks the others to allow."""
    if not rows:
        return None
    seat, version, agreed = rows[0]
    return UndoRequest(Seat(seat), version, frozenset(msgspec.json.decode(agreed, type=list[int])))


def read_handovers(rows: Sequence[Row]) -> list[Handover]:
    """The seats that moderators would give to somebody else."""
    found = [Handover(*row) for row in rows]
    return [replace(one, accepted=bool(one.accepted), has_left=bool(one.has_left)) for one in found]


def read_clocks(rows: Sequence[Row]) -> dict[Seat, SeatClock]:
    """The clocks of the seats."""
    return {Seat(seat): msgspec.json.decode(body, type=SeatClock) for seat, body in rows}


def check_log(game: str, rows: Iterable[tuple[int, str]], length: int) -> None:
    """Play a game again from its rows, each the number of an event and its body.

    Raises:
        StoreError: One is missing, or it does not lead to the version that the table has.
        CorruptLog: One is damaged.
    """
    log = []
    for number, (seq, body) in enumerate(rows, 1):
        if seq != number:
            raise StoreError(f"the log of game {game} has a gap")
        log.append(decode_event(body))
    if len(log) != length or (log and engine.replay(log).version != length):
        raise StoreError(f"the log of game {game} is not whole")
