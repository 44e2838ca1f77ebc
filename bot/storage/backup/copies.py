"""Copies of the database, and checks that a copy is complete.

`python -m bot.storage.backup.copies FILE` checks a copy. The bot runs it in another process, so
that no press has to wait.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from dataclasses import dataclass
from pathlib import Path

from bot.games.errors import StoreError
from bot.storage.rows import check_log
from bot.storage.sqlite.file_lock import private_file
from bot.storage.sqlite.schema import find_damage, newest_version, schema_version
from bot.storage.write_errors import disk_error, sqlite_code
from engine.errors import GameError


@dataclass(frozen=True, slots=True)
class CopyReport:
    """Facts about a copy that has passed all checks."""

    version: int
    games: int
    open_tables: int
    """Lobbies and running games."""
    last_change: str
    """The time of the last change to any table."""


def copy_database(source: Path, target: Path, display_path: Path | None = None) -> None:
    """Copy a database that may be in use, without changing it.

    If *target* is a temporary file, error messages name *display_path* in its place.

    Raises:
        StoreError: The database cannot be read, or the copy cannot be written.
        DiskFull: There is no room for the copy.
    """
    if not source.is_file():
        raise StoreError(
            f"there is no file {source}" if not source.exists() else f"{source} is not a file"
        )
    try:
        old = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
        new = sqlite3.connect(private_file(target))
        try:
            old.backup(new)
            # Without a write-ahead log beside it, the copy is a single file that can be moved.
            new.execute("PRAGMA journal_mode = DELETE")
        finally:
            new.close()
            old.close()
        with target.open("rb") as file:
            os.fsync(file.fileno())
    except sqlite3.Error as error:
        if sqlite_code(error) == sqlite3.SQLITE_FULL:
            raise disk_error(display_path or target, str(error)) from error
        raise StoreError(
            f"{source} cannot be copied to {display_path or target}: {error}"
        ) from error


def check_copy(copy: Path, display_path: Path | None = None) -> CopyReport:
    """Check every page of a copy, and replay every running game.

    If *copy* is a temporary file, error messages name *display_path* in its place.

    Raises:
        StoreError: The copy is damaged, of a later version, or of another program.
    """
    if not copy.is_file():
        raise StoreError(f"{copy} is not a file")
    db = sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)
    try:
        return _check_connection(db)
    except sqlite3.Error as error:
        name = display_path or copy
        raise StoreError(f"{name} is not a Whistlestop database: {error}") from error
    except GameError as error:
        raise StoreError(f"{display_path or copy}: {error}") from error
    finally:
        db.close()


def _check_connection(db: sqlite3.Connection) -> CopyReport:
    version = schema_version(db)
    if version > newest_version():
        raise StoreError(
            f"has version {version}, newer than {newest_version()}; update this program"
        )
    damage = find_damage(db)
    if damage:
        raise StoreError(f"is damaged: {damage}")
    games, open_games, last = db.execute(
        "SELECT count(*), coalesce(sum(status IN ('lobby', 'playing')), 0),"
        " coalesce(max(updated_at), '') FROM games"
    ).fetchone()
    for game, length in db.execute("SELECT id, version FROM games WHERE status = 'playing'"):
        log = "SELECT seq, body FROM events WHERE game_id = ? ORDER BY seq"
        check_log(game, db.execute(log, (game,)), length)
    return CopyReport(version, games, open_games, last)


def check_writable(database: Path) -> int:
    """Write a note into a database, and return its schema version.

    Only a real write detects a full or read-only disk.

    Raises:
        StoreError: The database cannot be written.
    """
    db = sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True, timeout=5)
    try:
        version = schema_version(db)
        if version:
            db.execute(
                "INSERT INTO notes (name, text) VALUES ('doctor', datetime('now'))"
                " ON CONFLICT (name) DO UPDATE SET text = excluded.text"
            )
            db.commit()
    except sqlite3.Error as error:
        raise StoreError(str(error)) from error
    finally:
        db.close()
    return version


def read_note(database: Path, name: str) -> str | None:
    """Return a note in a file that may be in use, or None if there is none.

    Raises:
        StoreError: The file cannot be read.
    """
    if not database.is_file():
        return None
    db = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True, timeout=5)
    try:
        row = db.execute("SELECT text FROM notes WHERE name = ?", (name,)).fetchone()
    except sqlite3.Error as error:
        raise StoreError(f"{database}: {error}") from error
    finally:
        db.close()
    return str(row[0]) if row else None


async def check_in_process(copy: Path) -> None:
    """Check a copy in another process, so that the event loop stays free.

    Raises:
        StoreError: The copy has not passed the check.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.storage.backup.copies", str(copy)),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, stderr = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        raise
    if process.returncode:
        lines = stderr.decode(errors="replace").strip().splitlines() or ["the check failed"]
        raise StoreError(lines[-1])


def main(arguments: list[str]) -> int:
    """Check a copy. Return 0 if it is complete, or print the reason and return 1."""
    try:
        check_copy(Path(arguments[0]))
    except GameError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
