"""Going back to a backup: the copy is proven first, the old database is put aside, tables are told.

At any moment, even if it is killed, the database is either the old one or the restored one, whole.
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

BESIDE: Final = ("-wal", "-shm", "-journal")
OPEN_TABLES: Final = "SELECT id, status, changes FROM games WHERE status IN ('lobby', 'playing')"
LOG: Final = "SELECT body FROM events WHERE game_id = $1 ORDER BY seq"


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """What was done."""

    copy: CopyReport
    aside: Path | None
    """Where the old database is now; None: there was none."""


def restore_backup(file: Path, database: Path, now: datetime) -> RestoreReport:
    """Put *file*, once it is proven, in the place of *database*; nobody may be using that.

    Raises:
        StoreError: The copy is not to be relied on; nothing was changed.
    """
    if file.resolve() == database.resolve():
        raise StoreError(f"{file} is the database itself")
    new = database.with_name(f".{database.name}.restoring")
    try:
        _clear(new)
        copy_database(file, new, database)
        checked = check_copy(new, file)
        _prepare(new, now)
        aside = _put_aside(database, now)
        new.replace(database)
        _sync(database.parent)
    finally:
        _clear(new)
    return RestoreReport(checked, aside)


async def mark_restored(database: Database, now: datetime) -> int:
    """Let every open table say that it was set back, by whatever means; how many there are.

    For a server, whose copies are its own business; nobody may be using it.
    """
    tables = await database.fetch_all(OPEN_TABLES)
    for game, status, changes in tables:
        log = await fetch_column(database, LOG, game)
        await database.write(*_marks(game, changes + 1, _turn(status, log), now))
    return len(tables)


def _prepare(new: Path, now: datetime) -> None:
    """Bring the copy up to date, and let every open table say that it was set back."""
    db = sqlite3.connect(new, isolation_level=None)
    try:
        migrate(db, new)
        db.execute("BEGIN IMMEDIATE")
        for game, status, changes in db.execute(OPEN_TABLES).fetchall():
            log = [body for (body,) in db.execute(LOG, {"1": game})]
            for sql, values, *_ in _marks(game, changes + 1, _turn(status, log), now):
                db.execute(sql, {str(number): value for number, value in enumerate(values, 1)})
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("PRAGMA journal_mode = DELETE")
    except (sqlite3.Error, SchemaError) as error:
        raise StoreError(f"the copy cannot be used: {error}") from error
    finally:
        db.close()
        for aside in new.parent.glob(f"{new.stem}.before-v*.db"):
            aside.unlink()  # the file that is restored is its own former version
    _sync(new)


def _turn(status: str, log: Sequence[str]) -> int:
    """The turn at which a table is, by its log."""
    return engine.replay(list(map(decode_event, log))).turns if status == "playing" else 0


def _marks(game: str, changes: int, turn: int, now: datetime) -> Sequence[Statement]:
    """A table is untold, has a line to tell, and shows everything in new messages."""
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


def _put_aside(database: Path, now: datetime) -> Path | None:
    """Keep the old database under another name, with what belongs to it."""
    if not database.exists():
        return None
    aside = database.with_name(f"{database.stem}.replaced-{now:%Y%m%d-%H%M%S}.db")
    _settle(database)
    try:
        os.link(database, aside)
    except OSError:  # not every file system has links
        shutil.copy2(database, aside)
    for ending in BESIDE:
        # A log without its database would be taken for the new one's.
        beside = database.with_name(database.name + ending)
        if beside.exists():
            beside.replace(aside.with_name(aside.name + ending))
    return aside


def _settle(database: Path) -> None:
    """Take what is in the log into the file, if it is sound enough for that."""
    db = sqlite3.connect(database)
    try:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error:
        return  # it may be damaged: it is kept as it is
    finally:
        db.close()


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _clear(new: Path) -> None:
    for ending in ("", *BESIDE):
        new.with_name(new.name + ending).unlink(missing_ok=True)
