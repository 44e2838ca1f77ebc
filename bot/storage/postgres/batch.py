"""Combine a transaction into one PostgreSQL statement, and several queries into one query.

This needs one round trip to the server, not one for each statement. A combined query returns a row
and, as JSON lists in further columns, the rows of the other queries.

All parts of a combined statement see the tables as they were before it, and their order is not
defined. So statements are combined only if no two of them touch the same row. The whole statement
fails without a trace if a part changes no row though it must, or violates a unique index. The
caller then runs the statements one by one to find the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from bot.storage.database import FetchResult, Query, Row, Statement

MAX_COMBINED_VALUES: Final = 1000
"""Most values in one statement. Larger transactions are rare and need not be fast."""
MAX_CACHED_SHAPES: Final = 1000
"""How many combined statements are cached. A few dozen different ones occur."""

_TABLE: Final = re.compile(r"(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)")
_VALUES: Final = re.compile(r"(?<= VALUES )\(([^()]*)\)")
_PLACE: Final = re.compile(r"\$(\d+)")
_decode: Final = msgspec.json.Decoder(list[dict[str, Any]]).decode


class Step(NamedTuple):
    """The shape of a statement, without its values."""

    sql: str
    rows: int | None
    """How many rows of values the statement has, or None if it runs once with `values`."""
    must_change: bool
    """Whether the transaction fails if the statement changes no row."""
    disjoint: bool


def combine_statements(statements: Sequence[Statement]) -> tuple[str, list[object]] | None:
    """Return one statement that does all of these, and its values.

    Return None if the statements cannot be combined.

    >>> delete = Statement("DELETE FROM a WHERE b = $1", (7,))
    >>> combine_statements([delete, Statement("DELETE FROM c")])[0]
    'WITH s0 AS (DELETE FROM a WHERE b = $1), s1 AS (DELETE FROM c) SELECT 1'
    """
    values = [value for statement in statements for value in _all_values(statement)]
    if len(values) > MAX_COMBINED_VALUES:
        return None
    sql = _statement_sql(tuple(map(_to_step, statements)))
    return None if sql is None else (sql, values)


def combine_queries(first: Query, others: Sequence[Query]) -> tuple[str, list[object]]:
    """Return one query for a row, and for the rows of the others if it is `wanted`, with values."""
    values = [value for query in (first, *others) for value in query.values]
    return _query_sql(tuple((query.sql, len(query.values)) for query in (first, *others))), values


@lru_cache(MAX_CACHED_SHAPES)
def _query_sql(queries: tuple[tuple[str, int], ...]) -> str:
    (first, count), *others = queries
    parts = ["q.*"]
    for sql, places in others:
        rows = f"(SELECT json_agg(p) FROM ({_shift_placeholders(sql, count)}) AS p)"  # noqa: S608  # our own names
        parts.append(f"CASE WHEN q.wanted THEN {rows} END")
        count += places
    return f"SELECT {', '.join(parts)} FROM ({first}) AS q"  # noqa: S608  # our own names


def split_result(row: Row, others: int) -> FetchResult:
    """Split the row of a combined query into the row itself and the rows of the *others*."""
    own, lists = row[: len(row) - others], row[len(row) - others :]
    if not own[-1]:
        return own, None
    return own, [[tuple(item.values()) for item in _decode(text or "[]")] for text in lists]


def _to_step(statement: Statement) -> Step:
    rows = None if statement.rows is None else len(statement.rows)
    return Step(statement.sql, rows, statement.error_if_unchanged is not None, statement.disjoint)


@lru_cache(MAX_CACHED_SHAPES)
def _statement_sql(steps: tuple[Step, ...]) -> str | None:
    """Return the combined SQL, or None if the steps cannot be combined.

    Changes of the same shape have the same SQL, so it is built only once.
    """
    if not steps or not _touch_different_rows(steps):
        return None
    count, parts, proofs = 0, [], []
    for number, step in enumerate(steps):
        sql, places = _repeat_values(step)
        if sql is None:
            return None
        returning = " RETURNING 1" if step.must_change else ""
        parts.append(f"s{number} AS ({_shift_placeholders(sql, count)}{returning})")
        if step.must_change:
            # If the step changes no row, the division by zero makes the whole statement fail.
            proofs.append(f"1 / (SELECT count(*) FROM s{number})")  # noqa: S608  # our own names
        count += places
    return f"WITH {', '.join(parts)} SELECT {', '.join(proofs) or '1'}"


def _touch_different_rows(steps: Sequence[Step]) -> bool:
    """Return whether no two steps touch the same row."""
    seen: set[str] = set()
    for step in steps:
        table = _TABLE.match(step.sql)
        if table is None or (table[1] in seen and not step.disjoint):
            return False
        seen.add(table[1])
    return True


def _repeat_values(step: Step) -> tuple[str | None, int]:
    """Return a step's SQL with one list of values for each row, and the number of values.

    The SQL is None if the step cannot be written that way.
    """
    places = max((int(number) for number in _PLACE.findall(step.sql)), default=0)
    if step.rows is None:
        return step.sql, places
    row = _VALUES.search(step.sql)
    if row is None or not step.rows:
        return None, 0
    every = ", ".join(_shift_placeholders(row[0], n * places) for n in range(step.rows))
    return step.sql[: row.start()] + every + step.sql[row.end() :], places * step.rows


def _all_values(statement: Statement) -> Iterator[object]:
    if statement.rows is None:
        yield from statement.values
    for row in statement.rows or ():
        yield from row


def _shift_placeholders(sql: str, by: int) -> str:
    """Return the SQL with the number of each value mark raised by *by*."""
    return _PLACE.sub(lambda place: f"${int(place[1]) + by}", sql)
