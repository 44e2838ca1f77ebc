"""The shape of a PostgreSQL database: the same numbered changes, and which programs may use it.

Several programs of different versions may use one database while they are replaced one by one. So
it says two numbers: how many changes it has seen, and the oldest program that it still serves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.storage.postgres.shape import (
    COLUMNS,
    CONSTRAINTS,
    INDEXES,
    MAX_NAMED,
    Rows,
    expected_shape,
    find_differences,
    found_shape,
)
from bot.storage.sqlite.schema import SchemaError, migrations, newest_version

if TYPE_CHECKING:
    import asyncpg

    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]

WORDS: Final = {
    r" STRICT(, WITHOUT ROWID)?": "",
    r"\bINTEGER\b": "BIGINT",
    r"\bBLOB\b": "BYTEA",
    r"\bTEXT\b": 'TEXT COLLATE "C"',
}
"""What is said otherwise here; texts are ordered as SQLite does, for moments are texts."""
FIRST_SERVER_VERSION: Final = 10
"""Before this version nobody kept anything on a server: there are no rows to be moved."""
STEP_SECONDS: Final = 600.0
"""Seconds that one step of a change may take: an index over all events is one."""
LOCK_TIMEOUT: Final = "5s"
"""For so long we wait for who uses a table that is to be changed: all who come after us would wait
as well. A start is tried again."""
MIGRATION_LOCK_ID: Final = 0x57_48_53_54
"""Our number among the locks of the server: one program at a time changes the tables."""

NO_TABLES_YET: Final = "holds nothing of ours yet; the first start of the bot makes it"
HELD: Final = """
SELECT kind, name FROM (
    SELECT 'pg_class'::regclass AS catalog, oid, relnamespace AS home, relname::text AS name,
        CASE relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view'
            WHEN 'f' THEN 'foreign table' WHEN 'S' THEN 'sequence' WHEN 'c' THEN 'type'
            ELSE 'table' END AS kind
    FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S', 'c')
    UNION ALL
    SELECT 'pg_type'::regclass, oid, typnamespace, typname::text, 'type'
    FROM pg_type WHERE typtype IN ('e', 'd', 'r')
    UNION ALL
    SELECT 'pg_proc'::regclass, oid, pronamespace, proname::text, 'function' FROM pg_proc
) AS held
WHERE home = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
AND NOT EXISTS (SELECT FROM pg_depend
    WHERE classid = held.catalog AND objid = held.oid AND deptype = 'e')
ORDER BY kind = 'table' DESC, kind, name
"""
"""Everything in the schema but what an extension has brought: many hosts install some for all."""


class OnlyRead(SchemaError):
    """The server takes no writes just now; it may later."""


_COMMENT: Final = re.compile(r"--.*")
_MOVES_ROWS: Final = re.compile(r"\s*(INSERT|UPDATE|DELETE)\b")
_TAKES_AWAY: Final = re.compile(r"\b(DROP|RENAME)\b")


def to_postgres_sql(number: int, sql: str) -> list[str]:
    """The steps of a change in the words of PostgreSQL."""
    for ours, theirs in WORDS.items():
        sql = re.sub(ours, theirs, sql)
    steps = [step for step in _COMMENT.sub("", sql).split(";") if step.strip()]
    return [step for step in steps if number > FIRST_SERVER_VERSION or not _MOVES_ROWS.match(step)]


def serves_from() -> int:
    """The oldest program that these tables serve: the one of the last change that takes away.

    What is only added does not disturb a program that does not know it.
    """
    takers = [n for n, sql in migrations().items() if _TAKES_AWAY.search(_COMMENT.sub("", sql))]
    return max(takers, default=1)


async def migrate(connection: Connection) -> None:
    """Make the tables of this program where there are none, or those of an older one.

    Raises:
        SchemaError: It can only be read, is of another program, or serves only later ones.
    """
    async with connection.transaction():
        await check_server(connection)
        # Another program may be at it, which takes as long as it takes.
        await connection.execute(
            "SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK_ID, timeout=STEP_SECONDS
        )
        await connection.execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
        done = await schema_version(connection)
        if done is None:
            await _begin(connection)
        for number, sql in migrations().items():
            if number > (done or 0):
                for step in to_postgres_sql(number, sql):
                    await connection.execute(step, timeout=STEP_SECONDS)
        if (done or 0) < newest_version():
            await connection.execute(
                "UPDATE schema SET version = $1, serves_from = $2", newest_version(), serves_from()
            )
        await check_tables(connection, newest_version())


async def check_tables(connection: Connection, version: int) -> None:
    """Compare the server's tables with those that the migrations up to *version* make.

    Raises:
        SchemaError: Something that this program needs is missing or different.
    """
    queries = (COLUMNS, INDEXES, CONSTRAINTS)
    compare_tables([await connection.fetch(query) for query in queries], version)


def compare_tables(found: Sequence[Rows], version: int) -> None:
    """Compare what the three queries have found with what the migrations make.

    Raises:
        SchemaError: Something that this program needs is missing or different.
    """
    changes = tuple(sql for number, sql in migrations().items() if number <= version)
    differences = find_differences(expected_shape(changes), found_shape(*found))
    if differences:
        named = ", ".join(differences[:MAX_NAMED])
        more = len(differences) - MAX_NAMED
        raise SchemaError(
            f"does not have the tables of version {version}: {named}"
            f"{f' and {more} more' if more > 0 else ''};"
            " restore a copy with pg_restore, see docs/operating.md"
        )


async def check_version(connection: Connection) -> int:
    """The version of what is there, which this program can use as it is.

    Raises:
        SchemaError: There is nothing, or something older or later, or half of it.
    """
    await check_whole(connection)
    done = await schema_version(connection)
    if done is None:
        raise SchemaError(NO_TABLES_YET)
    if done < newest_version():
        raise SchemaError(f"is of version {done}; the next start takes it to {newest_version()}")
    return done


async def check_whole(connection: Connection) -> None:
    """See that nothing is half there.

    Raises:
        SchemaError: A move from a file was begun and not finished.
    """
    if await connection.fetchval("SELECT to_regclass('moving')") is not None:
        raise SchemaError("holds a move that is not finished; run whistlestop move once more")


async def check_server(connection: Connection) -> None:
    """See whether anything can be kept there.

    Raises:
        OnlyRead: It can only be read.
        SchemaError: It cannot hold every text.
    """
    if await connection.fetchval("SELECT current_setting('transaction_read_only')") == "on":
        raise OnlyRead("can only be read; name the server that takes writes")
    encoding = await connection.fetchval("SELECT current_setting('server_encoding')")
    if encoding != "UTF8":
        raise SchemaError(f"keeps texts as {encoding}; make a database with UTF8")


async def schema_version(connection: Connection) -> int | None:
    """How many changes it has seen; None: it is not ours yet.

    Raises:
        SchemaError: It serves only later programs.
    """
    if await connection.fetchval("SELECT to_regclass('schema')") is None:
        return None
    row = await connection.fetchrow("SELECT version, serves_from FROM schema")
    if row is None:
        raise SchemaError("does not say its version; name an empty database")
    if row["serves_from"] > newest_version():
        raise SchemaError(
            f"is of version {row['version']} and serves programs from {row['serves_from']} on,"
            f" this one knows up to {newest_version()}; run a newer program"
        )
    return int(row["version"])


async def check_empty(connection: Connection) -> None:
    """See that a database that is not ours yet holds nothing at all.

    Raises:
        SchemaError: It holds something of another program; the message names it.
    """
    held = [f"{kind} {name}" for kind, name in await connection.fetch(HELD)]
    if held:
        named = ", ".join(held[:MAX_NAMED])
        more = len(held) - MAX_NAMED
        raise SchemaError(
            f"holds {named}{f' and {more} more' if more > 0 else ''} of another program;"
            " name an empty database"
        )


async def _begin(connection: Connection) -> None:
    await check_empty(connection)
    await connection.execute(
        "CREATE TABLE schema (version BIGINT NOT NULL, serves_from BIGINT NOT NULL)"
    )
    await connection.execute("INSERT INTO schema VALUES (0, 0)")
