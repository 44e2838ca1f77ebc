"""The tables of a PostgreSQL server, compared with those that the migrations make.

The expected shape is read from a SQLite database in memory that has run the same migrations. This
needs no rights on the server and writes nothing there. It does not depend on how a version of
PostgreSQL prints expressions. Of the condition of a partial index, only the names and values are
compared. Of checks, only the number is compared. Everything else is compared exactly.

Additional parts do no harm, because a later version may have added them. The exception is an
unknown column that must be filled: it would break every insert.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache
from typing import Any, Final, TypeAlias

Shape: TypeAlias = Mapping[tuple[str, str], str]
"""The definition of each part of a database, by table and part. "" is the table itself."""
Part: TypeAlias = tuple[tuple[str, str], str]
Rows: TypeAlias = Sequence[Any]
"""The rows of a query. Each row has the columns of the query."""

MAX_LISTED_DIFFERENCES: Final = 3
TYPES: Final = {"INTEGER": "bigint", "TEXT": "text", "BLOB": "bytea"}
OUR_TABLES_SQL: Final = (
    "FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = current_schema()"
)
COLUMNS_SQL: Final = f"""
SELECT t.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod), c.collname::text,
       a.attnotnull, pg_get_expr(d.adbin, d.adrelid)
{OUR_TABLES_SQL} AND t.relkind IN ('r', 'p')
LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
LEFT JOIN pg_collation c ON c.oid = a.attcollation
"""
INDEXES_SQL: Final = f"""
SELECT t.relname::text, i.relname::text, x.indisprimary, x.indisunique, k.oid IS NOT NULL,
       ARRAY(SELECT pg_get_indexdef(x.indexrelid, part, true)
             FROM generate_series(1, x.indnkeyatts) part),
       pg_get_expr(x.indpred, x.indrelid)
{OUR_TABLES_SQL} JOIN pg_index x ON x.indrelid = t.oid AND x.indisvalid
JOIN pg_class i ON i.oid = x.indexrelid
LEFT JOIN pg_constraint k ON k.conindid = i.oid AND k.contype IN ('p', 'u')
"""  # noqa: S608  # our own words
CONSTRAINTS_SQL: Final = f"""
SELECT t.relname::text, k.contype::text, k.confrelid::regclass::text, k.confdeltype::text,
       ARRAY(SELECT a.attname::text FROM unnest(k.conkey) part
             JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = part)
{OUR_TABLES_SQL} JOIN pg_constraint k ON k.conrelid = t.oid AND k.contype IN ('f', 'c')
"""  # noqa: S608  # our own words

_CAST: Final = re.compile(r"::[a-z ]+")
_NAMES_AND_VALUES: Final = re.compile(r"'[^']*'|\b[a-z_]+\b")
_CHECK: Final = re.compile(r"\bCHECK\s*\(")


@cache
def expected_shape(changes: Sequence[str]) -> Shape:
    """Return the shape that these migrations make, in the terms of PostgreSQL."""
    with closing(sqlite3.connect(":memory:")) as db:
        for change in changes:
            db.executescript(change)
        tables = "SELECT name, sql FROM sqlite_master WHERE type = 'table'"
        return {
            (table, part): made
            for table, sql in db.execute(tables).fetchall()
            for part, made in _expected_table(db, table, sql)
        }


def _expected_table(db: sqlite3.Connection, table: str, sql: str) -> Iterator[tuple[str, str]]:
    info = db.execute(f"PRAGMA table_info({table})").fetchall()
    yield "", ""
    for _, name, kind, is_not_null, default, key in info:
        yield (
            f"column {name}",
            _describe_column(TYPES[kind], "C", bool(is_not_null or key), default),
        )
    key_columns = [row[1] for row in sorted(info, key=lambda row: row[5]) if row[5]]
    yield _key_name("primary key", key_columns), ""
    for _, name, is_unique, origin, _ in db.execute(f"PRAGMA index_list({table})").fetchall():
        columns = [row[2] for row in db.execute(f"PRAGMA index_info({name})")]
        if origin == "c":
            made = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
            yield (
                f"index {name}",
                _describe_index(bool(is_unique), columns, made.partition(" WHERE ")[2]),
            )
        elif origin == "u":
            yield _key_name("unique key", columns), ""
    for _, _, target, column, _, _, on_delete, _ in db.execute(f"PRAGMA foreign_key_list({table})"):
        yield _reference_name([column], target), on_delete.lower()
    yield from _checks(len(_CHECK.findall(sql)))


def found_shape(columns: Rows, indexes: Rows, constraints: Rows) -> Shape:
    """Return the shape of a server's database, from the rows of the three queries above."""
    return dict(
        (*_found_columns(columns), *_found_indexes(indexes), *_found_constraints(constraints))
    )


def _found_columns(rows: Rows) -> Iterator[Part]:
    for table, name, kind, collation, is_not_null, default in rows:
        yield (table, ""), ""
        if name is not None:  # A table may have no columns.
            made = _describe_column(kind, collation or "C", is_not_null, default)
            yield (table, f"column {name}"), made


def _found_indexes(rows: Rows) -> Iterator[Part]:
    for table, name, is_primary, is_unique, is_key, columns, condition in rows:
        if is_key:
            yield (table, _key_name("primary key" if is_primary else "unique key", columns)), ""
        else:
            yield (table, f"index {name}"), _describe_index(is_unique, columns, condition or "")


def _found_constraints(rows: Rows) -> Iterator[Part]:
    checks = Counter(table for table, kind, *_ in rows if kind == "c")
    for table, count in checks.items():
        yield from (((table, part), made) for part, made in _checks(count))
    for table, kind, target, on_delete, columns in rows:
        if kind == "f":
            yield (
                (table, _reference_name(columns, target)),
                "cascade" if on_delete == "c" else "other",
            )


def _describe_column(kind: str, collation: str, is_not_null: bool, default: str | None) -> str:  # noqa: FBT001
    words = [kind if collation == "C" else f"{kind} collate {collation}"]
    if is_not_null:
        words.append("not null")
    if default is not None:
        words.append(f"default {_CAST.sub('', default)}")
    return " ".join(words)


def _describe_index(is_unique: bool, columns: Sequence[str], condition: str) -> str:  # noqa: FBT001
    used = sorted(set(_NAMES_AND_VALUES.findall(_CAST.sub("", condition))))
    kind = "unique on" if is_unique else "on"
    return " ".join([f"{kind} ({', '.join(columns)})", *(["where", *used] if used else [])])


def _key_name(kind: str, columns: Sequence[str]) -> str:
    return f"{kind} ({', '.join(columns)})"


def _reference_name(columns: Sequence[str], target: str) -> str:
    return f"reference from ({', '.join(columns)}) to {target}"


def _checks(count: int) -> Iterator[tuple[str, str]]:
    yield from ((f"check {number}", "") for number in range(1, count + 1))


def find_differences(expected: Shape, found: Shape) -> list[str]:
    """Return one phrase for each part that is missing or different in *found*."""
    differences = []
    for table, part in sorted(expected):
        made, wanted = found.get((table, part)), expected[table, part]
        if part and (table, "") not in found:
            continue  # The missing table is listed already.
        if made is None:
            differences.append(f"{_part_name(table, part)} is missing")
        elif made != wanted:
            differences.append(f"{_part_name(table, part)} is {made}, not {wanted}")
    for table, part in sorted(found.keys() - expected.keys()):
        made = found[table, part]
        if (table, "") in expected and made.endswith("not null"):
            differences.append(f"{_part_name(table, part)} is unknown and must be filled")
    return differences


def _part_name(table: str, part: str) -> str:
    return f"{part} of table {table}" if part else f"table {table}"
