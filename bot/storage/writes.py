"""What a change to a table is in SQL: the steps of its one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from typing import Final

import msgspec

from bot.games.clock.model import Pause, SeatClock
from bot.games.errors import Conflict, DuplicatePress
from bot.games.model import (
    ENDED,
    Change,
    Due,
    GameRow,
    Handover,
    Move,
    Notice,
    Occupant,
    SeatRow,
    UndoRequest,
)
from bot.games.table import kept_vote
from bot.storage.database import Statement, placeholders
from bot.storage.people import kept_vacation
from engine.codec import encode
from engine.events import Event
from engine.ids import Seat

SEAT: Final = ", ".join(SeatRow.__dataclass_fields__)
DUE: Final = ", ".join(Due.__dataclass_fields__)
HANDOVER: Final = ", ".join(Handover.__dataclass_fields__)
OCCUPANT: Final = ", ".join(Occupant.__dataclass_fields__)


def changed_columns(row: GameRow, change: Change, at: str) -> dict[str, object]:
    """The columns of the row that the change gives another value, with it."""
    new: dict[str, object] = {"changes": row.changes + 1}
    if change.events:
        new |= {"version": row.version + len(change.events), "started_at": row.started_at or at}
    if change.status:
        new["status"] = change.status
    if change.spoken is not None:
        new["spoken"] = change.spoken
    if change.options is not None:
        new["options"] = msgspec.json.encode(change.options).decode()
    if len(new) > 1:
        # What people are merely asked does not make a table younger, nor does where it is shown.
        new["updated_at"] = at
    new |= _shown_or_asked(row, change)
    # What stays the same is not named: SQLite would write its indexes all the same.
    return {name: value for name, value in new.items() if value != getattr(row, name)}


def _shown_or_asked(row: GameRow, change: Change) -> dict[str, object]:
    """Return the columns about where the table is shown and what its players are asked."""
    new: dict[str, object] = {}
    if change.thread_id is not None:
        new |= {"channel_id": change.thread_id, "parent_id": row.channel_id}
    if change.brought is not None:
        new["brought"] = change.brought
    if change.cancel_vote is not None:
        new["cancel_vote"] = kept_vote(change.cancel_vote)
    return new


def statements_for(
    old: GameRow, change: Change, at: str, interaction_id: int | None
) -> tuple[GameRow, list[Statement]]:
    """The row as it is after the change, and all that leads there."""
    columns = changed_columns(old, change, at)
    new = msgspec.structs.replace(old, **columns)
    return new, [
        *press_statement(old.id, interaction_id, at),
        _row(old, columns, at),
        *_events(old, new, change.events),
        *_move(new, change.move, at),
        *_seats(new, change.seats),
        *_occupants(old, new, change.occupants, at),
        *_due(old.id, change.due),
        *_asked(old.id, change),
        *_barred(old.id, change.bars),
        *_clocks(old.id, change.clocks),
        *_orders(old.id, change),
        *_paused(old.id, change.pause),
        *_people(change),
        *_lines(new, change.lines),
    ]


def press_statement(game: str, interaction_id: int | None, at: str) -> Iterator[Statement]:
    """The press goes into the transaction of what it causes, so that it can cause it only once."""
    if interaction_id is not None:
        yield Statement(
            "INSERT INTO presses (interaction_id, game_id, at) VALUES ($1, $2, $3)"
            " ON CONFLICT (interaction_id) DO NOTHING",
            (interaction_id, game, at),
            error_if_unchanged=DuplicatePress(str(interaction_id)),
        )


def seat_statements(game: str, seats: Sequence[SeatRow]) -> Iterator[Statement]:
    """Seats these at a table where nobody sits."""
    if seats:
        count = len(SeatRow.__dataclass_fields__)
        yield Statement(
            f"INSERT INTO seats (game_id, {SEAT}) VALUES ($1, {placeholders(2, count)})",  # noqa: S608  # names of our own columns
            rows=[(game, *astuple(seat)) for seat in seats],
        )


def _row(old: GameRow, columns: Mapping[str, object], at: str) -> Statement:
    # Whatever it is, people wait for it from now on, though the table is no younger for it.
    columns = {**columns, "tell_at": at}
    sets = ", ".join(f"{name} = ${n}" for n, name in enumerate(columns, 3))
    return Statement(
        f"UPDATE games SET {sets} WHERE id = $1 AND changes = $2",  # noqa: S608  # names of our own columns
        (old.id, old.changes, *columns.values()),
        error_if_unchanged=Conflict(old.id),
    )


def _events(old: GameRow, new: GameRow, events: Sequence[Event]) -> Iterator[Statement]:
    if events:
        # They have the number of the change that makes them: nobody has to be asked for it.
        yield Statement(
            "INSERT INTO events (game_id, seq, action_n, body) VALUES ($1, $2, $3, $4)",
            rows=[
                (old.id, seq, new.changes, encode(event).decode())
                for seq, event in enumerate(events, old.version + 1)
            ],
        )


def _move(new: GameRow, move: Move | None, at: str) -> Iterator[Statement]:
    if move is not None:
        yield Statement(
            "INSERT INTO actions (game_id, n, user_id, maker, body, at)"
            " VALUES ($1, $2, $3, $4, $5, $6)",
            (new.id, new.changes, move.user_id, move.maker, encode(move.action).decode(), at),
        )


def _seats(new: GameRow, seats: Sequence[SeatRow] | None) -> Iterator[Statement]:
    if seats is not None:
        yield Statement("DELETE FROM seats WHERE game_id = $1", (new.id,))
        yield from seat_statements(new.id, seats)


def _occupants(
    old: GameRow, new: GameRow, seats: Sequence[SeatRow], at: str
) -> Iterator[Statement]:
    if seats:
        yield Statement(
            "INSERT INTO occupants (game_id, seat, n, since, user_id, name, at)"
            " VALUES ($1, $2, $3, $4, $5, $6, $7)",
            rows=[(old.id, s.seat, new.changes, old.version, s.user_id, s.name, at) for s in seats],
        )


def _due(game: str, due: Sequence[Due] | None) -> Iterator[Statement]:
    if due is None:
        return
    kept = ", ".join(
        f"(CAST(${n} AS INTEGER), CAST(${n + 1} AS TEXT))" for n in range(2, 2 + 2 * len(due), 2)
    )
    others = f" AND (seat, kind) NOT IN (VALUES {kept})" if due else ""
    which = [part for row in due for part in (row.seat, row.kind)]
    yield Statement(f"DELETE FROM due WHERE game_id = $1{others}", (game, *which))  # noqa: S608  # our own words
    if due:
        yield Statement(
            f"INSERT INTO due (game_id, {DUE}) VALUES ($1, $2, $3, $4, $5)"  # noqa: S608  # names of our own columns
            " ON CONFLICT (game_id, seat, kind) DO UPDATE"
            " SET due_at = excluded.due_at, turn = excluded.turn",
            rows=[(game, *astuple(row)) for row in due],
            disjoint=True,
        )


def _asked(game: str, change: Change) -> Iterator[Statement]:
    for question in (*change.answers, change.asks):
        if isinstance(question, UndoRequest):
            yield Statement("DELETE FROM undo_requests WHERE game_id = $1", (game,))
        elif isinstance(question, Handover):
            sql = "DELETE FROM handovers WHERE game_id = $1 AND seat = $2"
            yield Statement(sql, (game, question.seat))
    if isinstance(change.asks, UndoRequest):
        agreed = msgspec.json.encode(sorted(change.asks.agreed)).decode()
        yield Statement(
            "INSERT INTO undo_requests (game_id, seat, version, agreed) VALUES ($1, $2, $3, $4)",
            (game, change.asks.seat, change.asks.version, agreed),
        )
    elif isinstance(change.asks, Handover):
        count = len(Handover.__dataclass_fields__)
        yield Statement(
            f"INSERT INTO handovers (game_id, {HANDOVER}) VALUES ($1, {placeholders(2, count)})",  # noqa: S608  # names of our own columns
            (game, *astuple(change.asks)),
        )


def _barred(game: str, bars: tuple[Seat, int] | None) -> Iterator[Statement]:
    if bars is not None:
        yield Statement(
            "INSERT INTO barred (game_id, seat, user_id) VALUES ($1, $2, $3)"
            " ON CONFLICT DO NOTHING",
            (game, *bars),
        )


def _clocks(game: str, clocks: Sequence[SeatClock]) -> Iterator[Statement]:
    if clocks:
        yield Statement(
            "INSERT INTO clocks (game_id, seat, body) VALUES ($1, $2, $3)"
            " ON CONFLICT (game_id, seat) DO UPDATE SET body = excluded.body",
            rows=[(game, one.seat, msgspec.json.encode(one).decode()) for one in clocks],
        )


def _orders(game: str, change: Change) -> Iterator[Statement]:
    """Orders are kept no longer than their owner and the game have a use for them."""
    if change.status in ENDED:
        yield Statement("DELETE FROM orders WHERE game_id = $1", (game,))
        return
    for one in change.orders:
        if one.is_empty:
            sql = "DELETE FROM orders WHERE game_id = $1 AND seat = $2"
            yield Statement(sql, (game, one.seat))
        else:
            body = msgspec.json.encode(one).decode()
            yield Statement(
                "INSERT INTO orders (game_id, seat, owners, status, revision, body)"
                " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (game_id, seat) DO UPDATE SET"
                " owners = excluded.owners, status = excluded.status,"
                " revision = excluded.revision, body = excluded.body",
                (game, one.seat, one.owners, one.status, one.revision, body),
            )


def _paused(game: str, pause: Pause | None) -> Iterator[Statement]:
    if pause is not None:
        yield Statement(
            "INSERT INTO pauses (game_id, body) VALUES ($1, $2)"
            " ON CONFLICT (game_id) DO UPDATE SET body = excluded.body",
            (game, msgspec.json.encode(pause).decode()),
        )


def _people(change: Change) -> Iterator[Statement]:
    if change.vacation is not None:
        yield kept_vacation(change.vacation)
    if change.counted:
        yield Statement(
            "INSERT INTO users (id, turns, in_time) VALUES ($1, 1, $2)"
            " ON CONFLICT (id) DO UPDATE SET"
            " turns = users.turns + 1, in_time = users.in_time + excluded.in_time",
            rows=[(user, int(in_time)) for user, in_time in change.counted],
        )


def _lines(new: GameRow, lines: Sequence[Notice]) -> Iterator[Statement]:
    """What people are told once has the number of the change that it tells."""
    if lines:
        yield Statement(
            "INSERT INTO lines (game_id, n, user_id, key, facts) VALUES ($1, $2, $3, $4, $5)",
            rows=[
                (new.id, new.changes, it.user_id, it.key, msgspec.json.encode(it.facts).decode())
                for it in lines
            ],
        )
