"""The SQL statements of a change to a table. They form one transaction."""

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
from bot.games.table import encode_vote
from bot.storage.database import Statement, placeholders
from bot.storage.people import vacation_statement
from engine.codec import encode
from engine.events import Event
from engine.ids import Seat

SEAT_COLUMNS: Final = ", ".join(SeatRow.__dataclass_fields__)
DUE_COLUMNS: Final = ", ".join(Due.__dataclass_fields__)
HANDOVER_COLUMNS: Final = ", ".join(Handover.__dataclass_fields__)
OCCUPANT_COLUMNS: Final = ", ".join(Occupant.__dataclass_fields__)


def changed_columns(row: GameRow, change: Change, at: str) -> dict[str, object]:
    """Return the columns of the row that the change sets to a new value, with these values."""
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
        # A question to the players or a new place must not reset the time of the last change.
        new["updated_at"] = at
    new |= _place_and_vote_columns(row, change)
    # Unchanged columns are left out, because SQLite would update their indexes anyway.
    return {name: value for name, value in new.items() if value != getattr(row, name)}


def _place_and_vote_columns(row: GameRow, change: Change) -> dict[str, object]:
    """Return the new values of the columns for the table's place and its vote to cancel."""
    new: dict[str, object] = {}
    if change.thread_id is not None:
        new |= {"channel_id": change.thread_id, "parent_id": row.channel_id}
    if change.brought is not None:
        new["brought"] = change.brought
    if change.cancel_vote is not None:
        new["cancel_vote"] = encode_vote(change.cancel_vote)
    return new


def statements_for(
    old: GameRow, change: Change, at: str, interaction_id: int | None
) -> tuple[GameRow, list[Statement]]:
    """Return the row after the change, and all statements of the change."""
    columns = changed_columns(old, change, at)
    new = msgspec.structs.replace(old, **columns)
    return new, [
        *press_statement(old.id, interaction_id, at),
        _update_row(old, columns, at),
        *_insert_events(old, new, change.events),
        *_insert_move(new, change.move, at),
        *_replace_seats(new, change.seats),
        *_insert_occupants(old, new, change.occupants, at),
        *_replace_due(old.id, change.due),
        *_replace_requests(old.id, change),
        *_insert_barred(old.id, change.bars),
        *_upsert_clocks(old.id, change.clocks),
        *_replace_orders(old.id, change),
        *_upsert_pause(old.id, change.pause),
        *_update_people(change),
        *_insert_notices(new, change.lines),
    ]


def press_statement(game: str, interaction_id: int | None, at: str) -> Iterator[Statement]:
    """Yield the statement that records a press.

    It belongs to the transaction of the change that the press causes. So a press that is delivered
    twice changes the table only once.
    """
    if interaction_id is not None:
        yield Statement(
            "INSERT INTO presses (interaction_id, game_id, at) VALUES ($1, $2, $3)"
            " ON CONFLICT (interaction_id) DO NOTHING",
            (interaction_id, game, at),
            error_if_unchanged=DuplicatePress(str(interaction_id)),
        )


def seat_statements(game: str, seats: Sequence[SeatRow]) -> Iterator[Statement]:
    """Yield the statement that seats players at a table without any."""
    if seats:
        count = len(SeatRow.__dataclass_fields__)
        yield Statement(
            f"INSERT INTO seats (game_id, {SEAT_COLUMNS}) VALUES ($1, {placeholders(2, count)})",  # noqa: S608  # names of our own columns
            rows=[(game, *astuple(seat)) for seat in seats],
        )


def _update_row(old: GameRow, columns: Mapping[str, object], at: str) -> Statement:
    # Every change must be published from now on, also one that leaves `updated_at` as it was.
    columns = {**columns, "tell_at": at}
    sets = ", ".join(f"{name} = ${n}" for n, name in enumerate(columns, 3))
    return Statement(
        f"UPDATE games SET {sets} WHERE id = $1 AND changes = $2",  # noqa: S608  # names of our own columns
        (old.id, old.changes, *columns.values()),
        error_if_unchanged=Conflict(old.id),
    )


def _insert_events(old: GameRow, new: GameRow, events: Sequence[Event]) -> Iterator[Statement]:
    if events:
        # The number of the change is known here, so the database need not generate a key.
        yield Statement(
            "INSERT INTO events (game_id, seq, action_n, body) VALUES ($1, $2, $3, $4)",
            rows=[
                (old.id, seq, new.changes, encode(event).decode())
                for seq, event in enumerate(events, old.version + 1)
            ],
        )


def _insert_move(new: GameRow, move: Move | None, at: str) -> Iterator[Statement]:
    if move is not None:
        yield Statement(
            "INSERT INTO actions (game_id, n, user_id, maker, body, at)"
            " VALUES ($1, $2, $3, $4, $5, $6)",
            (new.id, new.changes, move.user_id, move.maker, encode(move.action).decode(), at),
        )


def _replace_seats(new: GameRow, seats: Sequence[SeatRow] | None) -> Iterator[Statement]:
    if seats is not None:
        yield Statement("DELETE FROM seats WHERE game_id = $1", (new.id,))
        yield from seat_statements(new.id, seats)


def _insert_occupants(
    old: GameRow, new: GameRow, seats: Sequence[SeatRow], at: str
) -> Iterator[Statement]:
    if seats:
        yield Statement(
            "INSERT INTO occupants (game_id, seat, n, since, user_id, name, at)"
            " VALUES ($1, $2, $3, $4, $5, $6, $7)",
            rows=[(old.id, s.seat, new.changes, old.version, s.user_id, s.name, at) for s in seats],
        )


def _replace_due(game: str, due: Sequence[Due] | None) -> Iterator[Statement]:
    if due is None:
        return
    new_keys = ", ".join(
        f"(CAST(${n} AS INTEGER), CAST(${n + 1} AS TEXT))" for n in range(2, 2 + 2 * len(due), 2)
    )
    others = f" AND (seat, kind) NOT IN (VALUES {new_keys})" if due else ""
    values = [part for row in due for part in (row.seat, row.kind)]
    yield Statement(f"DELETE FROM due WHERE game_id = $1{others}", (game, *values))  # noqa: S608  # our own words
    if due:
        yield Statement(
            f"INSERT INTO due (game_id, {DUE_COLUMNS}) VALUES ($1, $2, $3, $4, $5)"  # noqa: S608  # names of our own columns
            " ON CONFLICT (game_id, seat, kind) DO UPDATE"
            " SET due_at = excluded.due_at, turn = excluded.turn",
            rows=[(game, *astuple(row)) for row in due],
            disjoint=True,
        )


def _replace_requests(game: str, change: Change) -> Iterator[Statement]:
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
            f"INSERT INTO handovers (game_id, {HANDOVER_COLUMNS})"  # noqa: S608  # our own columns
            f" VALUES ($1, {placeholders(2, count)})",
            (game, *astuple(change.asks)),
        )


def _insert_barred(game: str, bars: tuple[Seat, int] | None) -> Iterator[Statement]:
    if bars is not None:
        yield Statement(
            "INSERT INTO barred (game_id, seat, user_id) VALUES ($1, $2, $3)"
            " ON CONFLICT DO NOTHING",
            (game, *bars),
        )


def _upsert_clocks(game: str, clocks: Sequence[SeatClock]) -> Iterator[Statement]:
    if clocks:
        yield Statement(
            "INSERT INTO clocks (game_id, seat, body) VALUES ($1, $2, $3)"
            " ON CONFLICT (game_id, seat) DO UPDATE SET body = excluded.body",
            rows=[(game, clock.seat, msgspec.json.encode(clock).decode()) for clock in clocks],
        )


def _replace_orders(game: str, change: Change) -> Iterator[Statement]:
    """Yield the statements that save standing orders.

    Orders without content are deleted, and all orders of a game that has ended.
    """
    if change.status in ENDED:
        yield Statement("DELETE FROM orders WHERE game_id = $1", (game,))
        return
    for order in change.orders:
        if order.is_empty:
            sql = "DELETE FROM orders WHERE game_id = $1 AND seat = $2"
            yield Statement(sql, (game, order.seat))
        else:
            body = msgspec.json.encode(order).decode()
            yield Statement(
                "INSERT INTO orders (game_id, seat, owners, status, revision, body)"
                " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (game_id, seat) DO UPDATE SET"
                " owners = excluded.owners, status = excluded.status,"
                " revision = excluded.revision, body = excluded.body",
                (game, order.seat, order.owners, order.status, order.revision, body),
            )


def _upsert_pause(game: str, pause: Pause | None) -> Iterator[Statement]:
    if pause is not None:
        yield Statement(
            "INSERT INTO pauses (game_id, body) VALUES ($1, $2)"
            " ON CONFLICT (game_id) DO UPDATE SET body = excluded.body",
            (game, msgspec.json.encode(pause).decode()),
        )


def _update_people(change: Change) -> Iterator[Statement]:
    if change.vacation is not None:
        yield vacation_statement(change.vacation)
    if change.counted:
        yield Statement(
            "INSERT INTO users (id, turns, in_time) VALUES ($1, 1, $2)"
            " ON CONFLICT (id) DO UPDATE SET"
            " turns = users.turns + 1, in_time = users.in_time + excluded.in_time",
            rows=[(user, int(in_time)) for user, in_time in change.counted],
        )


def _insert_notices(new: GameRow, lines: Sequence[Notice]) -> Iterator[Statement]:
    """Yield the statement that saves notices, under the number of the change they report."""
    if lines:
        yield Statement(
            "INSERT INTO lines (game_id, n, user_id, key, facts) VALUES ($1, $2, $3, $4, $5)",
            rows=[
                (new.id, new.changes, it.user_id, it.key, msgspec.json.encode(it.facts).decode())
                for it in lines
            ],
        )
