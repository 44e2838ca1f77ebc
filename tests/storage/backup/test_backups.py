"""Backups that open, and restoring: with real files and processes."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bot.cli.main import app
from bot.connection.gateway import Gateway
from bot.games.errors import StoreError
from bot.ops.backups import (
    DAILY_COPIES,
    FAILED_BACKUP_NOTE,
    LAST_BACKUP_NOTE,
    WEEKLY_COPIES,
    Backups,
    delete_old_backups,
)
from bot.ops.health import Health
from bot.storage.backup.copies import check_copy, copy_database
from bot.storage.backup.restore import restore_backup
from bot.storage.sqlite.file_lock import lock_file
from bot.storage.sqlite.schema import migrations
from bot.storage.store import open_store
from tests.ops.test_health import _client
from tests.support.processes import ROOT, clean_environment, run_and_kill
from tests.support.stored_games import open_stored_lobby, play_stored_game

NIGHT = datetime(2026, 5, 4, 3, 30, tzinfo=UTC)


def run_command(database: Path, *words: object) -> Result:
    """`whistlestop ...` on this database."""
    environment = {"WHISTLESTOP_DB": str(database)}
    return CliRunner().invoke(app, [str(word) for word in words], env=environment)


def damage(database: Path) -> None:
    """Overwrite the middle of a file, as a failing disk does."""
    with closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("PRAGMA journal_mode = DELETE")
        root = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()[0]
        size = db.execute("PRAGMA page_size").fetchone()[0]
    with database.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xde\xad\xbe\xef" * (size // 4))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def log_length(database: Path, game: str) -> int:
    """How long a game's log is."""
    with closing(sqlite3.connect(database)) as db:
        return int(db.execute("SELECT version FROM games WHERE id = ?", (game,)).fetchone()[0])


async def _backed_up(database: Path, folder: Path, now: datetime) -> tuple[str | None, str | None]:
    store = await open_store(database)
    try:
        await Backups(store, folder).make_if_due(now)
        return await store.notes.get(LAST_BACKUP_NOTE), await store.notes.get(FAILED_BACKUP_NOTE)
    finally:
        await store.close()


class TestNightly:
    """A copy counts only once it is checked."""

    def test_days_and_weeks(self, tmp_path: Path) -> None:
        """Seven days and four weeks; what a wrong clock made takes no place."""
        today = date(2026, 5, 31)
        for back in range(80):
            (tmp_path / f"{today - timedelta(days=back)}.db").touch()
        for other in ("2099-01-01.db", "2026-13-40.db", "mine.db", "2026-05-30.txt"):
            (tmp_path / other).touch()

        delete_old_backups(tmp_path, today)

        kept = sorted(path.stem for path in tmp_path.glob("2026-0*.db"))
        days = [str(today - timedelta(days=back)) for back in range(DAILY_COPIES)]
        assert kept[-DAILY_COPIES:] == sorted(days)
        assert kept[:-DAILY_COPIES] == ["2026-05-03", "2026-05-10", "2026-05-17", "2026-05-24"]
        assert len(kept) == DAILY_COPIES + WEEKLY_COPIES
        for other in ("2099-01-01.db", "2026-13-40.db", "mine.db", "2026-05-30.txt"):
            assert (tmp_path / other).exists()

    def test_a_damaged_database_pushes_no_copy_out(self, tmp_path: Path) -> None:
        """The failure is kept for health, and is over once a copy is good again."""
        database, folder = tmp_path / "games.db", tmp_path / "backups"
        game = play_stored_game(database, moves=20)
        for back in range(DAILY_COPIES):
            made, failed = asyncio.run(
                _backed_up(database, folder, NIGHT - timedelta(days=DAILY_COPIES - back))
            )
            assert (bool(made), failed) == (True, "")
        good = sorted(path.name for path in folder.iterdir())
        with closing(sqlite3.connect(database)) as db:
            body = db.execute("SELECT body FROM events WHERE seq = 5").fetchone()[0]
            db.execute("UPDATE events SET body = '{}' WHERE seq = 5")
            db.commit()

        for later in range(3):
            _, failed = asyncio.run(
                _backed_up(database, folder, NIGHT + timedelta(days=later, hours=later))
            )
            assert failed
            assert game in failed or "log" in failed or "event" in failed.casefold()

        assert sorted(path.name for path in folder.iterdir()) == good
        with closing(sqlite3.connect(database)) as db:
            db.execute("UPDATE events SET body = ? WHERE seq = 5", (body,))
            db.commit()
        _, failed = asyncio.run(_backed_up(database, folder, NIGHT + timedelta(days=3)))
        assert failed == ""

    def test_once_a_night_and_again_soon_after_a_failure(self, tmp_path: Path) -> None:
        """Not before three, not twice; but an hour after one that failed."""
        database, folder = tmp_path / "games.db", tmp_path / "backups"
        play_stored_game(database, moves=3)

        made, _ = asyncio.run(_backed_up(database, folder, NIGHT.replace(hour=2)))
        assert made is None
        first, _ = asyncio.run(_backed_up(database, folder, NIGHT))
        again, _ = asyncio.run(_backed_up(database, folder, NIGHT + timedelta(hours=5)))
        assert first == again
        shutil.rmtree(folder)
        folder.write_text("in the way", encoding="utf-8")
        tomorrow = NIGHT + timedelta(days=1)
        _, failed = asyncio.run(_backed_up(database, folder, tomorrow))
        assert failed
        folder.unlink()
        _, soon = asyncio.run(_backed_up(database, folder, tomorrow + timedelta(minutes=20)))
        assert soon == failed
        made, later = asyncio.run(_backed_up(database, folder, tomorrow + timedelta(hours=2)))
        assert (made, later) != (first, failed)
        assert later == ""

    async def test_health_says_so(self, tmp_path: Path) -> None:
        """The bot serves people, but somebody should look."""
        store = await open_store(tmp_path / "games.db")
        await store.notes.set(
            LAST_BACKUP_NOTE, (datetime.now(UTC) - timedelta(hours=50)).isoformat()
        )
        await store.notes.set(
            FAILED_BACKUP_NOTE, f"{NIGHT.isoformat()} the log of game abc has a gap"
        )

        report = await Health(Gateway(_client()), store, backups=True).report()
        await store.close()

        assert report["status"] == "degraded"
        assert report["backup_age_h"] == 50
        assert report["backup_error"] == "the log of game abc has a gap"


class TestTerminal:
    """`backup`, `export`, `restore`, `games`, `servers`."""

    def test_an_older_database_is_copied_as_it_is(self, tmp_path: Path) -> None:
        """Neither backup nor export bring a live database up to date."""
        database = tmp_path / "games.db"
        with closing(sqlite3.connect(database)) as db:
            db.executescript(migrations()[1] + migrations()[2])
            db.execute("PRAGMA user_version = 2")
            db.execute("PRAGMA journal_mode = WAL")
        before = database.read_bytes()

        saved = run_command(database, "backup", tmp_path / "copy.db")
        run_command(database, "export", "none")
        listed = run_command(database, "games")

        assert saved.exit_code == 0, saved.output
        assert check_copy(tmp_path / "copy.db").version == 2
        assert "No open tables" in listed.stdout
        assert database.read_bytes() == before

    def test_a_log_that_does_not_replay_makes_no_copy(self, tmp_path: Path) -> None:
        """SQLite would call it whole."""
        database = tmp_path / "games.db"
        play_stored_game(database, moves=20)
        with closing(sqlite3.connect(database)) as db:
            db.execute("DELETE FROM events WHERE seq = 7")
            db.commit()

        refused = run_command(database, "backup", tmp_path / "copy.db")

        assert refused.exit_code == 2
        assert "gap" in refused.stderr
        assert not (tmp_path / "copy.db").exists()

    def test_tables_and_servers_are_listed(self, tmp_path: Path) -> None:
        """With ids and numbers, and no name, seed or card."""
        database = tmp_path / "games.db"
        game, waiting = play_stored_game(database, moves=12), open_stored_lobby(database)

        tables, servers = run_command(database, "games"), run_command(database, "servers")

        for id in (game, waiting):
            assert id in tables.stdout
        assert "playing" in tables.stdout
        assert servers.exit_code == 0
        assert "Bot 1" not in tables.stdout + servers.stdout

    def test_no_room_for_the_copy(self, tmp_path: Path) -> None:
        """One line, code 2, and nothing half-made is left behind."""
        database, folder = tmp_path / "games.db", tmp_path / "out"
        folder.mkdir()
        play_stored_game(database, moves=20)
        words = f"ulimit -f 32; exec {sys.executable} -m bot.cli.main backup {folder / 'copy.db'}"

        done = subprocess.run(  # noqa: S603  # our own program
            ["/bin/bash", "-c", words],
            env=clean_environment(WHISTLESTOP_DB=str(database)),
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )

        assert done.returncode == 2, done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert list(folder.iterdir()) == []

    def test_a_damaged_database_is_not_exported(self, tmp_path: Path) -> None:
        """One line says what it is."""
        database = tmp_path / "games.db"
        game = play_stored_game(database, moves=20)
        damage(database)

        refused = run_command(database, "export", game)

        assert refused.exit_code == 2
        assert len(refused.stderr.splitlines()) == 1
        assert "damaged" in refused.stderr

    def test_a_device_is_not_replaced(self, tmp_path: Path) -> None:
        """Whoever may do everything could lose one."""
        database, pipe = tmp_path / "games.db", tmp_path / "pipe"
        play_stored_game(database, moves=3)
        os.mkfifo(pipe)

        refused = run_command(database, "backup", pipe, "--force")

        assert refused.exit_code == 2
        assert "not a regular file" in refused.stderr
        assert pipe.is_fifo()


class TestRestore:
    """Going back to a copy."""

    def _two(self, folder: Path) -> tuple[Path, Path, str]:
        """A database, a copy from the middle of its game, and the game."""
        database, copy = folder / "games.db", folder / "copy.db"
        game = play_stored_game(database, moves=20)
        assert run_command(database, "backup", copy).exit_code == 0
        with closing(sqlite3.connect(database)) as db:
            db.execute("UPDATE games SET updated_at = '2030-01-01T00:00:00+00:00'")
            db.commit()
        return database, copy, game

    def test_the_copy_takes_its_place_and_the_old_one_is_kept(self, tmp_path: Path) -> None:
        """Every open table is untold, with a line; its messages are of the past."""
        database, copy, game = self._two(tmp_path)

        done = run_command(database, "restore", copy)

        assert done.exit_code == 0, done.output
        (aside,) = tmp_path.glob("games.replaced-*.db")
        assert aside.name in done.stdout.replace("\n", "")
        with closing(sqlite3.connect(aside)) as db:
            assert db.execute("SELECT updated_at FROM games").fetchone()[0].startswith("2030")
        assert (mode(database), mode(aside)) == (0o600, 0o600)
        with closing(sqlite3.connect(database)) as db:
            row = db.execute("SELECT updated_at, announced < changes, restored FROM games")
            updated, untold, restored = row.fetchone()
            lines = db.execute("SELECT game_id, key FROM lines").fetchall()
        assert not updated.startswith("2030")
        assert untold
        assert restored > 0
        assert lines == [(game, "line-restored")]
        assert [p for p in tmp_path.iterdir() if "restoring" in p.name] == []

    def test_without_a_database(self, tmp_path: Path) -> None:
        """On a new machine."""
        _, copy, game = self._two(tmp_path)
        there = tmp_path / "new" / "games.db"

        done = run_command(there, "restore", copy)

        assert done.exit_code == 0, done.output
        assert log_length(there, game) == log_length(copy, game)

    @pytest.mark.parametrize("kind", ["newer", "other", "half", "folder", "none", "damaged", "log"])
    def test_a_bad_copy_changes_nothing(self, tmp_path: Path, kind: str) -> None:
        """One line says why; the database is not touched."""
        database, copy, _ = self._two(tmp_path)
        if kind == "newer":
            with closing(sqlite3.connect(copy)) as db:
                db.execute("PRAGMA user_version = 99")
        elif kind == "other":
            copy.unlink()
            with closing(sqlite3.connect(copy)) as db:
                db.execute("CREATE TABLE recipes (id)")
        elif kind == "half":
            copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
        elif kind == "folder":
            copy.unlink()
            copy.mkdir()
        elif kind == "none":
            copy.unlink()
        elif kind == "damaged":
            damage(copy)
        else:
            with closing(sqlite3.connect(copy)) as db:
                db.execute("DELETE FROM events WHERE seq = 3")
                db.commit()
        before = database.read_bytes()

        refused = run_command(database, "restore", copy)

        assert refused.exit_code == 2, refused.output
        assert len(refused.stderr.splitlines()) == 1
        assert "Traceback" not in refused.output
        assert database.read_bytes() == before
        assert not list(tmp_path.glob("games.replaced-*"))

    def test_not_while_a_bot_runs(self, tmp_path: Path) -> None:
        """The lock beside the database says so."""
        database, copy, _ = self._two(tmp_path)
        with lock_file(tmp_path / "games.db.lock", "taken"):
            refused = run_command(database, "restore", copy)

        assert refused.exit_code == 2
        assert "stop it first" in refused.stderr

    def test_a_damaged_database_is_replaced(self, tmp_path: Path) -> None:
        """That is what it is for."""
        database, copy, game = self._two(tmp_path)
        damage(database)

        assert run_command(database, "restore", copy).exit_code == 0

        assert check_copy(database).open_tables == 1
        assert log_length(database, game) == log_length(copy, game)

    def test_kills_at_any_moment(self, tmp_path: Path) -> None:
        """The database is the old one or the restored one, whole."""
        database, copy, _ = self._two(tmp_path)
        keep = tmp_path / "keep"
        keep.mkdir()
        shutil.copy(database, keep / "games.db")
        working = (
            "import sys; from pathlib import Path; from datetime import datetime, UTC;"
            "from bot.storage.backup.restore import restore_backup; print('go', flush=True);"
            "restore_backup(Path(sys.argv[1]), Path(sys.argv[2]), datetime.now(UTC))"
        )
        seen = set()
        for delay in (0.0, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.2, 1.0):
            run_and_kill(working, str(copy), str(database), after=delay)
            with closing(sqlite3.connect(database)) as db:
                # SQLite mends what was cut short when somebody who may write opens it.
                restored = db.execute("SELECT max(restored) > 0 FROM games").fetchone()[0]
            check_copy(database)
            seen.add(restored)
            for file in tmp_path.glob("games.*"):
                file.unlink()
            shutil.copy(keep / "games.db", database)
        assert seen == {0, 1}


def test_restoring_onto_itself_is_refused(tmp_path: Path) -> None:
    """It would put the only copy aside."""
    database = tmp_path / "games.db"
    play_stored_game(database, moves=3)

    with pytest.raises(StoreError, match="itself"):
        restore_backup(database, database, datetime.now(UTC))


def test_a_copy_of_a_folder_is_refused(tmp_path: Path) -> None:
    """With a sentence."""
    with pytest.raises(StoreError, match="not a file"):
        copy_database(tmp_path, tmp_path / "copy.db")
