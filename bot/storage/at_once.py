"""A whole transaction as one statement of PostgreSQL's: one round trip, not one for each step.

All steps of such a statement see the tables as they were before it, and nobody promises their
order. So only those are put together that touch no row twice. If any of them has nothing to change
where it must, or finds what was to be unique, the statement as a whole fails and leaves no trace;
why is then found out step by step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from bot.storage.database import Statement

MOST: Final = 1000
"""Values in one statement; what needs more is rare, and need not be quick."""

_TABLE: Final = re.compile(r"(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)")
_VALUES: Final = re.compile(r"(?<= VALUES )\(([^()]*)\)")
_PLACE: Final = re.compile(r"\$(\d+)")


def together(statements: Sequence[Statement]) -> tuple[str, list[object]] | None:
    """The statement that does all of these, and its values; None: there is none.

    It finds one row: how many rows each step has changed.

    >>> together([Statement("DELETE FROM a WHERE b = $1", (7,)), Statement("DELETE FROM c")])[0]
    'WITH s0 AS (DELETE FROM a WHERE b = $1 RETURNING 1), s1 AS (DELETE FROM c RETURNING 1) \
SELECT (SELECT count(*) FROM s0), (SELECT count(*) FROM s1)'
    """
    if len(statements) < 2 or not _are_apart(statements):
        return None
    values: list[object] = []
    steps, counts = [], []
    for number, statement in enumerate(statements):
        sql = _repeated(statement)
        if sql is None:
            return None
        steps.append(f"s{number} AS ({_moved(sql, len(values))} RETURNING 1)")
        # Divided by nought, it fails.
        must = " / least(count(*), 1)" if statement.otherwise is not None else ""
        counts.append(f"(SELECT count(*){must} FROM s{number})")  # noqa: S608  # our own words
        values += _all_values(statement)
    if len(values) > MOST:
        return None
    return f"WITH {', '.join(steps)} SELECT {', '.join(counts)}", values  # our own words


def _are_apart(statements: Sequence[Statement]) -> bool:
    """Whether no row is touched by two of them."""
    seen: set[str] = set()
    for statement in statements:
        found = _TABLE.match(statement.sql)
        if found is None or (found[1] in seen and not statement.apart):
            return False
        seen.add(found[1])
    return True


def _repeated(statement: Statement) -> str | None:
    """With its values once for each row; None: that cannot be written."""
    if statement.rows is None:
        return statement.sql
    row = _VALUES.search(statement.sql)
    if row is None or not statement.rows:
        return None
    width = len(statement.rows[0])
    every = ", ".join(_moved(row[0], n * width) for n in range(len(statement.rows)))
    return statement.sql[: row.start()] + every + statement.sql[row.end() :]


def _all_values(statement: Statement) -> Iterator[object]:
    if statement.rows is None:
        yield from statement.values
    for row in statement.rows or ():
        yield from row


def _moved(sql: str, by: int) -> str:
    """The same with the numbers of its values raised."""
    return _PLACE.sub(lambda place: f"${int(place[1]) + by}", sql)
