"""The schema of a PostgreSQL database: migrations, and which versions of the bot may use it.

The migrations are those of SQLite. Processes of different versions may share a database while they
are replaced one by one. So the database stores two numbers: its version, which is the number of its
last migration, and the oldest version of the bot that can still use it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.storage.postgres.shape import (
    COLUMNS_SQL,
    CONSTRAINTS_SQL,
    INDEXES_SQL,
    MAX_LISTED_DIFFERENCES,
    Rows,
    expected_shape,
    find_differences,
    found_shape,
)
from bot.storage.sqlite.schema import SchemaError, migrations, newest_version

if TYPE_CHECKING:
    import asyncpg

    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]

SQL_REPLACEMENTS: Final = {
    r" STRICT(, WITHOUT ROWID)?": "",
    r"\bINTEGER\b": "BIGINT",
    r"\bBLOB\b": "BYTEA",
    r"\bTEXT\b": 'TEXT COLLATE "C"',
}
"""What PostgreSQL writes differently. Texts must sort as in SQLite, because times are texts."""
FIRST_SERVER_VERSION: Final = 10
"""Older versions did not support servers, so their migrations have no rows to change."""
STEP_SECONDS: Final = 600.0
"""How long one statement of a migration may take, for example an index over all events."""
LOCK_TIMEOUT: Final = "5s"
"""How long a migration waits for a transaction that uses a table.

All later queries on the table wait behind the migration. A start that fails is tried again."""
MIGRATION_LOCK_ID: Final = 0x57_48_53_54
"""The number of the lock for migrations. Only one process at a time changes the tables."""

NO_TABLES_YET: Final = "holds nothing of ours yet; the first start of the bot makes it"
SCHEMA_OBJECTS_SQL: Final = """
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
"""Selects everything in the schema except parts of extensions, which many hosts install."""


class ReadOnlyServer(SchemaError):
    """The server takes no writes at the moment. Another try may succeed later."""


_COMMENT: Final = re.compile(r"--.*")
_CHANGES_ROWS: Final = re.compile(r"\s*(INSERT|UPDATE|DELETE)\b")
_REMOVES_TABLES: Final = re.compile(r"\b(DROP|RENAME)\b")


def to_postgres_sql(number: int, sql: str) -> list[str]:
    """Return the statements of a migration in the dialect of PostgreSQL."""
    for ours, theirs in SQL_REPLACEMENTS.items():
        sql = re.sub(ours, theirs, sql)
    steps = [step for step in _COMMENT.sub("", sql).split(";") if step.strip()]
    return [
        step for step in steps if number > FIRST_SERVER_VERSION or not _CHANGES_ROWS.match(step)
    ]


def oldest_served_version() -> int:
    """Return the oldest version of the bot that can use the current tables.

    It is the version of the last migration that drops or renames something. Additions do not
    disturb a version that does not know them.
    """
    breaking = [
        n for n, sql in migrations().items() if _REMOVES_TABLES.search(_COMMENT.sub("", sql))
    ]
    return max(breaking, default=1)


async def migrate(connection: Connection) -> None:
    """Create the tables, or migrate the tables of an older version.

    Raises:
        SchemaError: The database is read-only, is of another program, or can only be used by later
            versions.
    """
    async with connection.transaction():
        await check_server(connection)
        # Another process may be migrating. It can take up to `STEP_SECONDS` for each statement.
        await connection.execute(
            "SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK_ID, timeout=STEP_SECONDS
        )
        await connection.execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
        done = await schema_version(connection)
        if done is None:
            await _create_schema_table(connection)
        for number, sql in migrations().items():
            if number > (done or 0):
                for step in to_postgres_sql(number, sql):
                    await connection.execute(step, timeout=STEP_SECONDS)
        if (done or 0) < newest_version():
            await connection.execute(
                "UPDATE schema SET version = $1, serves_from = $2",
                newest_version(),
                oldest_served_version(),
            )
        await check_tables(connection, newest_version())


async def check_tables(connection: Connection, version: int) -> None:
    """Compare the server's tables with those that the migrations up to *version* make.

    Raises:
        SchemaError: Something that this version needs is missing or different.
    """
    queries = (COLUMNS_SQL, INDEXES_SQL, CONSTRAINTS_SQL)
    compare_tables([await connection.fetch(query) for query in queries], version)


def compare_tables(found: Sequence[Rows], version: int) -> None:
    """Compare the rows of the three schema queries with the tables that the migrations make.

    Raises:
        SchemaError: Something that this version needs is missing or different.
    """
    changes = tuple(sql for number, sql in migrations().items() if number <= version)
    differences = find_differences(expected_shape(changes), found_shape(*found))
    if differences:
        named = ", ".join(differences[:MAX_LISTED_DIFFERENCES])
        more = len(differences) - MAX_LISTED_DIFFERENCES
        raise SchemaError(
            f"does not have the tables of version {version}: {named}"
            f"{f' and {more} more' if more > 0 else ''};"
            " restore a backup with pg_restore (see docs/postgresql.md)"
        )


async def check_version(connection: Connection) -> int:
    """Return the schema version, if this version of the bot can use it without a migration.

    Raises:
        SchemaError: There are no tables, they are older or later, or a move is not finished.
    """
    await check_whole(connection)
    done = await schema_version(connection)
    if done is None:
        raise SchemaError(NO_TABLES_YET)
    if done < newest_version():
        raise SchemaError(f"is of version {done}; the next start takes it to {newest_version()}")
    return done


async def check_whole(connection: Connection) -> None:
    """Check that no move from a file is unfinished.

    Raises:
        SchemaError: A move was started and not finished.
    """
    if await connection.fetchval("SELECT to_regclass('moving')") is not None:
        raise SchemaError("holds a move that is not finished; run whistlestop move once more")


async def check_server(connection: Connection) -> None:
    """Check that the server takes writes and every text.

    Raises:
        ReadOnlyServer: The server is read-only.
        SchemaError: The encoding of the server does not have every character.
    """
    if await connection.fetchval("SELECT current_setting('transaction_read_only')") == "on":
        raise ReadOnlyServer("can only be read; name the server that takes writes")
    encoding = await connection.fetchval("SELECT current_setting('server_encoding')")
    if encoding != "UTF8":
        raise SchemaError(f"keeps texts as {encoding}; make a database with UTF8")


async def schema_version(connection: Connection) -> int | None:
    """Return the schema version, or None if the database has no tables of the bot yet.

    Raises:
        SchemaError: Only later versions of the bot can use the database.
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
    """Check that a database without the bot's tables is completely empty.

    Raises:
        SchemaError: The database has something of another program. The message names it.
    """
    objects = [f"{kind} {name}" for kind, name in await connection.fetch(SCHEMA_OBJECTS_SQL)]
    if objects:
        named = ", ".join(objects[:MAX_LISTED_DIFFERENCES])
        more = len(objects) - MAX_LISTED_DIFFERENCES
        raise SchemaError(
            f"holds {named}{f' and {more} more' if more > 0 else ''} of another program;"
            " name an empty database"
        )


async def _create_schema_table(connection: Connection) -> None:
    await check_empty(connection)
    await connection.execute(
        "CREATE TABLE schema (version BIGINT NOT NULL, serves_from BIGINT NOT NULL)"
    )
    await connection.execute("INSERT INTO schema VALUES (0, 0)")
