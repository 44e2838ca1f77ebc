"""A whole transaction as one statement of PostgreSQL's: one round trip, not one for each step.

And several queries as one: a row, and what else is asked as lists in JSON beside its columns.

All steps of such a statement see the tables as they were before it, and nobody promises their
order. So only those are put together that touch no row twice. If any of them has nothing to change
where it must, or finds what was to be unique, the statement as a whole fails and leaves no trace;
why is then found out step by step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from bot.storage.database import Found, Query, Row, Statement

MAX_COMBINED_STATEMENTS: Final = 1000
"""Values in one statement; what needs more is rare, and need not be quick."""
SHAPES: Final = 1000
"""So many kinds of changes are remembered in words; there are some dozens."""

_TABLE: Final = re.compile(r"(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)")
_VALUES: Final = re.compile(r"(?<= VALUES )\(([^()]*)\)")
_PLACE: Final = re.compile(r"\$(\d+)")
_decode: Final = msgspec.json.Decoder(list[dict[str, Any]]).decode


class Step(NamedTuple):
    """What a statement is like, whatever its values are."""

    sql: str
    rows: int | None
    """How often it is done; None: once, with values of its own."""
    must: bool
    """Whether it fails if it changes nothing."""
    apart: bool


def combine_statements(statements: Sequence[Statement]) -> tuple[str, list[object]] | None:
    """The statement that does all of these, and its values; None: there is none.

    >>> together([Statement("DELETE FROM a WHERE b = $1", (7,)), Statement("DELETE FROM c")])[0]
    'WITH s0 AS (DELETE FROM a WHERE b = $1), s1 AS (DELETE FROM c) SELECT 1'
    """
    values = [value for statement in statements for value in _all_values(statement)]
    if len(values) > MAX_COMBINED_STATEMENTS:
        return None
    sql = _written(tuple(map(_step, statements)))
    return None if sql is None else (sql, values)


def combine_queries(first: Query, others: Sequence[Query]) -> tuple[str, list[object]]:
    """The query that asks for a row, and for all the others if that is `wanted`; its values."""
    values = [value for query in (first, *others) for value in query.values]
    return _asked(tuple((query.sql, len(query.values)) for query in (first, *others))), values


@lru_cache(SHAPES)
def _asked(queries: tuple[tuple[str, int], ...]) -> str:
    (first, count), *others = queries
    parts = ["q.*"]
    for sql, places in others:
        rows = f"(SELECT json_agg(p) FROM ({_moved(sql, count)}) AS p)"  # noqa: S608  # our own words
        parts.append(f"CASE WHEN q.wanted THEN {rows} END")
        count += places
    return f"SELECT {', '.join(parts)} FROM ({first}) AS q"  # noqa: S608  # the same


def split_result(row: Row, others: int) -> Found:
    """The row of such a query, and the rows of so many others."""
    own, lists = row[: len(row) - others], row[len(row) - others :]
    if not own[-1]:
        return own, None
    return own, [[tuple(one.values()) for one in _decode(each or "[]")] for each in lists]


def _step(statement: Statement) -> Step:
    rows = None if statement.rows is None else len(statement.rows)
    return Step(statement.sql, rows, statement.error_if_unchanged is not None, statement.disjoint)


@lru_cache(SHAPES)
def _written(steps: tuple[Step, ...]) -> str | None:
    """The words of such a statement: the same for each change of one shape, so written once."""
    if not steps or not _are_apart(steps):
        return None
    count, parts, proofs = 0, [], []
    for number, step in enumerate(steps):
        sql, places = _repeated(step)
        if sql is None:
            return None
        parts.append(f"s{number} AS ({_moved(sql, count)}{' RETURNING 1' if step.must else ''})")
        if step.must:
            # Divided by nought, it fails.
            proofs.append(f"1 / (SELECT count(*) FROM s{number})")  # noqa: S608  # our own words
        count += places
    return f"WITH {', '.join(parts)} SELECT {', '.join(proofs) or '1'}"  # our own words


def _are_apart(steps: Sequence[Step]) -> bool:
    """Whether no row is touched by two of them."""
    seen: set[str] = set()
    for step in steps:
        table = _TABLE.match(step.sql)
        if table is None or (table[1] in seen and not step.apart):
            return False
        seen.add(table[1])
    return True


def _repeated(step: Step) -> tuple[str | None, int]:
    """With its values once for each row, and how many those are; None: that cannot be written."""
    places = max((int(number) for number in _PLACE.findall(step.sql)), default=0)
    if step.rows is None:
        return step.sql, places
    row = _VALUES.search(step.sql)
    if row is None or not step.rows:
        return None, 0
    every = ", ".join(_moved(row[0], n * places) for n in range(step.rows))
    return step.sql[: row.start()] + every + step.sql[row.end() :], places * step.rows


def _all_values(statement: Statement) -> Iterator[object]:
    if statement.rows is None:
        yield from statement.values
    for row in statement.rows or ():
        yield from row


def _moved(sql: str, by: int) -> str:
    """The same with the numbers of its values raised."""
    return _PLACE.sub(lambda place: f"${int(place[1]) + by}", sql)
