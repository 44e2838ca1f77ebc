"""The schema of the database: numbered migrations, and how a file is migrated.

Before a migration the file is copied. After it, the tables are compared with those of a new file. A
file with other tables is refused.
"""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path
from typing import Final

from bot.storage.sqlite.file_lock import private_file
from engine.errors import GameError

MIGRATIONS_FOLDER: Final = Path(__file__).parents[1] / "migrations"


class SchemaError(GameError):
    """This version of the bot cannot use a database. The message says why."""


def migrations() -> dict[int, str]:
    """Return the SQL of every migration by its number: 1, 2, 3 and so on without a gap."""
    files = {int(path.name[:4]): path for path in sorted(MIGRATIONS_FOLDER.glob("*.sql"))}
    if list(files) != list(range(1, len(files) + 1)):
        raise RuntimeError(f"migrations are not numbered 1 to {len(files)}: {list(files)}")
    return {number: path.read_text(encoding="utf-8") for number, path in files.items()}


def newest_version() -> int:
    """Return the schema version of a new file."""
    return len(migrations())


def schema_version(db: sqlite3.Connection) -> int:
    """Return the schema version of a file: the number of its last migration."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def find_damage(db: sqlite3.Connection, check: str = "integrity_check") -> str:
    """Return one line about damage that SQLite finds in a file, or "" if it finds none."""
    found = str(db.execute(f"PRAGMA {check}(1)").fetchone()[0])
    return "" if found == "ok" else found.splitlines()[-1]


def migrate(db: sqlite3.Connection, path: Path) -> None:
    """Create the tables in a new file, or migrate the tables of an older version.

    Raises:
        SchemaError: The file is damaged, of a later version, or of another program.
    """
    damage = find_damage(db, "quick_check")
    if damage:
        raise SchemaError(f"is damaged ({damage}); restore a backup with whistlestop restore FILE")
    changes, done = migrations(), schema_version(db)
    if done > len(changes):
        raise SchemaError(
            f"is of version {done}, this program knows up to {len(changes)}; run a newer program"
        )
    if 0 < done < len(changes):
        copy_before_upgrade(db, path, done)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        db.execute(f"PRAGMA {pragma}")
    for number in range(done + 1, len(changes) + 1):
        # executescript() commits before it runs. Without BEGIN and COMMIT in the script, an
        # interruption could leave a migration without its number.
        script = f"BEGIN IMMEDIATE; {changes[number]}; PRAGMA user_version = {number}; COMMIT;"
        try:
            db.executescript(script)
        except sqlite3.Error:
            db.rollback()
            raise
    check_tables(db)


def copy_before_upgrade(db: sqlite3.Connection, path: Path, done: int) -> Path:
    """Copy a file before it is migrated. The copy stays until the next upgrade."""
    old_copy = path.with_name(f"{path.stem}.before-v{newest_version()}.db")
    if not _is_older(old_copy, done):
        part = old_copy.with_suffix(".part")
        part.unlink(missing_ok=True)
        copy = sqlite3.connect(private_file(part))
        try:
            db.backup(copy)
        finally:
            copy.close()
        part.replace(old_copy)
    for former in path.parent.glob(f"{path.stem}.before-v*.db"):
        if former != old_copy:
            former.unlink()
    return old_copy


def _is_older(old_copy: Path, done: int) -> bool:
    """Return whether a copy was made before a migration that was then interrupted."""
    if not old_copy.is_file():
        return False
    copy = sqlite3.connect(old_copy)
    try:
        return 0 < schema_version(copy) < done
    except sqlite3.DatabaseError:
        return False
    finally:
        copy.close()


def check_tables(db: sqlite3.Connection) -> None:
    """Compare the tables of a file with those of a new one.

    Raises:
        SchemaError: Something is missing, different or additional. The message names it.
    """
    expected, found = _expected_shape(), schema_shape(db)
    differing = sorted(
        name for name in expected.keys() | found.keys() if expected.get(name) != found.get(name)
    )
    if differing:
        raise SchemaError(
            f"has not the tables of version {newest_version()} ({', '.join(differing[:3])} differ);"
            " restore a backup with whistlestop restore FILE"
        )


def schema_shape(db: sqlite3.Connection) -> dict[str, str]:
    """Return the SQL of every table and index by name, with normalized white space."""
    rows = db.execute(
        "SELECT name, sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%'"
    )
    return {name: " ".join(sql.split()) for name, sql in rows}


@cache
def _expected_shape() -> dict[str, str]:
    db = sqlite3.connect(":memory:")
    for change in migrations().values():
        db.executescript(change)
    found = schema_shape(db)
    db.close()
    return found
