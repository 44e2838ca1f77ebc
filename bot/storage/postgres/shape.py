"""The tables of a PostgreSQL server, compared with those that the migrations make.

The expected shape is read from a SQLite database in memory that has seen the same migrations: that
needs no right on the server, writes nothing there, and does not depend on how a version of
PostgreSQL prints expressions. Of a condition (a partial index) the names and values in it are
compared, of checks their number; everything else is compared exactly.

What is there besides does no harm: a later version may have added it. Only a column that must be
filled, and that this program does not know, would break every insert.
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
"""What a database consists of: by table and part ("" is the table itself), how it is made."""
Part: TypeAlias = tuple[tuple[str, str], str]
Rows: TypeAlias = Sequence[Any]
"""What a query has found; each row is as long as the query says."""

MAX_NAMED: Final = 3
"""So many differences stand in a message."""
TYPES: Final = {"INTEGER": "bigint", "TEXT": "text", "BLOB": "bytea"}
OURS: Final = (
    "FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = current_schema()"
)
COLUMNS: Final = f"""
SELECT t.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod), c.collname::text,
       a.attnotnull, pg_get_expr(d.adbin, d.adrelid)
{OURS} AND t.relkind IN ('r', 'p')
LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
LEFT JOIN pg_collation c ON c.oid = a.attcollation
"""  # our own words
INDEXES: Final = f"""
SELECT t.relname::text, i.relname::text, x.indisprimary, x.indisunique, k.oid IS NOT NULL,
       ARRAY(SELECT pg_get_indexdef(x.indexrelid, part, true)
             FROM generate_series(1, x.indnkeyatts) part),
       pg_get_expr(x.indpred, x.indrelid)
{OURS} JOIN pg_index x ON x.indrelid = t.oid AND x.indisvalid
JOIN pg_class i ON i.oid = x.indexrelid
LEFT JOIN pg_constraint k ON k.conindid = i.oid AND k.contype IN ('p', 'u')
"""  # noqa: S608  # our own words
CONSTRAINTS: Final = f"""
SELECT t.relname::text, k.contype::text, k.confrelid::regclass::text, k.confdeltype::text,
       ARRAY(SELECT a.attname::text FROM unnest(k.conkey) part
             JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = part)
{OURS} JOIN pg_constraint k ON k.conrelid = t.oid AND k.contype IN ('f', 'c')
"""  # noqa: S608  # our own words

_CAST: Final = re.compile(r"::[a-z ]+")
_NAMES_AND_VALUES: Final = re.compile(r"'[^']*'|\b[a-z_]+\b")
_CHECK: Final = re.compile(r"\bCHECK\s*\(")


@cache
def expected_shape(changes: Sequence[str]) -> Shape:
    """Return the shape of a database that has seen these migrations, in PostgreSQL's words."""
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
        yield f"column {name}", _column(TYPES[kind], "C", bool(is_not_null or key), default)
    key_columns = [row[1] for row in sorted(info, key=lambda row: row[5]) if row[5]]
    yield _key("primary key", key_columns), ""
    for _, name, is_unique, origin, _ in db.execute(f"PRAGMA index_list({table})").fetchall():
        columns = [row[2] for row in db.execute(f"PRAGMA index_info({name})")]
        if origin == "c":
            made = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
            yield f"index {name}", _index(bool(is_unique), columns, made.partition(" WHERE ")[2])
        elif origin == "u":
            yield _key("unique key", columns), ""
    for _, _, target, column, _, _, on_delete, _ in db.execute(f"PRAGMA foreign_key_list({table})"):
        yield _reference([column], target), on_delete.lower()
    yield from _checks(len(_CHECK.findall(sql)))


def found_shape(columns: Rows, indexes: Rows, constraints: Rows) -> Shape:
    """Return the shape of a server's database, from what the three queries above find there."""
    return dict((*_found_columns(columns), *_found_indexes(indexes), *_found_others(constraints)))


def _found_columns(rows: Rows) -> Iterator[Part]:
    for table, name, kind, collation, is_not_null, default in rows:
        yield (table, ""), ""
        if name is not None:  # a table may have no column left
            made = _column(kind, collation or "C", is_not_null, default)
            yield (table, f"column {name}"), made


def _found_indexes(rows: Rows) -> Iterator[Part]:
    for table, name, is_primary, is_unique, is_key, columns, condition in rows:
        if is_key:
            yield (table, _key("primary key" if is_primary else "unique key", columns)), ""
        else:
            yield (table, f"index {name}"), _index(is_unique, columns, condition or "")


def _found_others(rows: Rows) -> Iterator[Part]:
    checks = Counter(table for table, kind, *_ in rows if kind == "c")
    for table, count in checks.items():
        yield from (((table, part), made) for part, made in _checks(count))
    for table, kind, target, on_delete, columns in rows:
        if kind == "f":
            yield (table, _reference(columns, target)), "cascade" if on_delete == "c" else "other"


def _column(kind: str, collation: str, is_not_null: bool, default: str | None) -> str:  # noqa: FBT001
    words = [kind if collation == "C" else f"{kind} collate {collation}"]
    if is_not_null:
        words.append("not null")
    if default is not None:
        words.append(f"default {_CAST.sub('', default)}")
    return " ".join(words)


def _index(is_unique: bool, columns: Sequence[str], condition: str) -> str:  # noqa: FBT001
    used = sorted(set(_NAMES_AND_VALUES.findall(_CAST.sub("", condition))))
    kind = "unique on" if is_unique else "on"
    return " ".join([f"{kind} ({', '.join(columns)})", *(["where", *used] if used else [])])


def _key(kind: str, columns: Sequence[str]) -> str:
    return f"{kind} ({', '.join(columns)})"


def _reference(columns: Sequence[str], target: str) -> str:
    return f"reference from ({', '.join(columns)}) to {target}"


def _checks(count: int) -> Iterator[tuple[str, str]]:
    yield from ((f"check {number}", "") for number in range(1, count + 1))


def find_differences(expected: Shape, found: Shape) -> list[str]:
    """Return what is missing or different in *found*, a phrase each; empty if nothing is."""
    differences = []
    for table, part in sorted(expected):
        made, wanted = found.get((table, part)), expected[table, part]
        if part and (table, "") not in found:
            continue  # the table is missing, which says it all
        if made is None:
            differences.append(f"{_named(table, part)} is missing")
        elif made != wanted:
            differences.append(f"{_named(table, part)} is {made}, not {wanted}")
    for table, part in sorted(found.keys() - expected.keys()):
        made = found[table, part]
        if (table, "") in expected and made.endswith("not null"):
            differences.append(f"{_named(table, part)} is unknown and must be filled")
    return differences


def _named(table: str, part: str) -> str:
    return f"{part} of table {table}" if part else f"table {table}"
