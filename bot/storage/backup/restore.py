"""Restore a backup: check the copy, rename the old database, and mark every open table.

At any moment, even after a kill, the database is completely the old one or completely the restored
one.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import engine
from bot.games.errors import StoreError
from bot.games.model import format_time
from bot.storage.backup.copies import CopyReport, check_copy, copy_database
from bot.storage.database import Database, Statement, fetch_column
from bot.storage.sqlite.schema import SchemaError, migrate
from engine.codec import decode_event

SIDE_FILE_SUFFIXES: Final = ("-wal", "-shm", "-journal")
OPEN_TABLES_SQL: Final = (
    "SELECT id, status, changes FROM games WHERE status IN ('lobby', 'playing')"
)
LOG_SQL: Final = "SELECT body FROM events WHERE game_id = $1 ORDER BY seq"


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """The result of a restore."""

    copy: CopyReport
    old_database: Path | None
    """The new path of the old database, or None if there was none."""


def restore_backup(file: Path, database: Path, now: datetime) -> RestoreReport:
    """Check *file* and replace *database* by it. No process may be using the database.

    Raises:
        StoreError: The copy has not passed the check. Nothing was changed.
    """
    if file.resolve() == database.resolve():
        raise StoreError(f"{file} is the database itself; choose a backup")
    new = database.with_name(f".{database.name}.restoring")
    try:
        _delete_with_side_files(new)
        copy_database(file, new, database)
        checked = check_copy(new, file)
        _prepare(new, now)
        old_database = _rename_old(database, now)
        new.replace(database)
        _sync(database.parent)
    finally:
        _delete_with_side_files(new)
    return RestoreReport(checked, old_database)


async def mark_restored(database: Database, now: datetime) -> int:
    """Mark every open table as restored, and return how many there are.

    Each table then posts that it was set back. This is for a server, which is restored by its own
    tools. No process may be using the database.
    """
    tables = await database.fetch_all(OPEN_TABLES_SQL)
    for game, status, changes in tables:
        log = await fetch_column(database, LOG_SQL, game)
        await database.write(*_mark_statements(game, changes + 1, _turn_number(status, log), now))
    return len(tables)


def _prepare(new: Path, now: datetime) -> None:
    """Migrate the copy, and mark every open table as restored."""
    db = sqlite3.connect(new, isolation_level=None)
    try:
        migrate(db, new)
        db.execute("BEGIN IMMEDIATE")
        for game, status, changes in db.execute(OPEN_TABLES_SQL).fetchall():
            log = [body for (body,) in db.execute(LOG_SQL, {"1": game})]
            for sql, values, *_ in _mark_statements(
                game, changes + 1, _turn_number(status, log), now
            ):
                db.execute(sql, {str(number): value for number, value in enumerate(values, 1)})
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("PRAGMA journal_mode = DELETE")
    except (sqlite3.Error, SchemaError) as error:
        raise StoreError(f"the backup cannot be used: {error}") from error
    finally:
        db.close()
        for upgrade_copy in new.parent.glob(f"{new.stem}.before-v*.db"):
            upgrade_copy.unlink()  # The restored file itself is the copy of the former version.
    _sync(new)


def _turn_number(status: str, log: Sequence[str]) -> int:
    """Return the turn number of a table by its log, or 0 if the table is a lobby."""
    return engine.replay(list(map(decode_event, log))).turns if status == "playing" else 0


def _mark_statements(game: str, changes: int, turn: int, now: datetime) -> Sequence[Statement]:
    """Return the statements that make a table publish its restored state.

    They schedule an update, add a notice, and make the table post new messages.
    """
    moment = int(now.timestamp() * 1000)
    return (
        Statement(
            "UPDATE games SET changes = $1, restored = $2, tell_at = $3 WHERE id = $4",
            (changes, moment, format_time(now), game),
        ),
        Statement("DELETE FROM lines WHERE game_id = $1 AND n = $2", (game, changes)),
        Statement(
            "INSERT INTO lines (game_id, n, key, facts) VALUES ($1, $2, $3, $4)",
            (game, changes, "line-restored", f'{{"turn": {turn}}}'),
        ),
        Statement("DELETE FROM posts WHERE game_id = $1 AND kind <> 'board'", (game,)),
        Statement("UPDATE posts SET occasion = 'before' WHERE game_id = $1", (game,)),
    )


def _rename_old(database: Path, now: datetime) -> Path | None:
    """Save the old database and its side files under another name."""
    if not database.exists():
        return None
    old_database = database.with_name(f"{database.stem}.replaced-{now:%Y%m%d-%H%M%S}.db")
    _checkpoint(database)
    try:
        os.link(database, old_database)
    except OSError:  # Not every file system has hard links.
        shutil.copy2(database, old_database)
    for ending in SIDE_FILE_SUFFIXES:
        # SQLite would apply a log that stays behind to the restored database.
        beside = database.with_name(database.name + ending)
        if beside.exists():
            beside.replace(old_database.with_name(old_database.name + ending))
    return old_database


def _checkpoint(database: Path) -> None:
    """Write the log into the database file, unless the file is too damaged for that."""
    db = sqlite3.connect(database)
    try:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error:
        return  # The file may be damaged. It is saved unchanged.
    finally:
        db.close()


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _delete_with_side_files(new: Path) -> None:
    for ending in ("", *SIDE_FILE_SUFFIXES):
        new.with_name(new.name + ending).unlink(missing_ok=True)
