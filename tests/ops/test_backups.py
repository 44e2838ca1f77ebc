"""Backups that open, restoring, upgrades: with real files and processes."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bot.chat.gateway import Gateway
from bot.cli.main import app
from bot.ops.backups import DAYS, FAILED, MADE, WEEKS, Backups, thin_out
from bot.ops.health import Health
from bot.play.games import GameService
from bot.play.records import Due, Line, stamp
from bot.play.troubles import DiskTrouble, StoreError
from bot.storage.copies import check, copied
from bot.storage.locks import held
from bot.storage.restore import restore
from bot.storage.schema import FOLDER, migrations, newest
from bot.storage.store import open_store
from engine.ids import Seat
from tests.ops.games import lobby, play
from tests.ops.processes import ROOT, clean
from tests.ops.test_health import _client

NIGHT = datetime(2026, 5, 4, 3, 30, tzinfo=UTC)
PINNED = {
    1: "21c60963a9135619",
    2: "276c363fcf7ad2bf",
    3: "a0d407d6eb1e100f",
    4: "e9f56d01290289d8",
    5: "1444804af086ef5c",
    6: "c654bb0c3e27a4cb",
    7: "ac1baacd1ca4ac6c",
    8: "dd2723a5396cc608",
    9: "093341373a3a99fb",
    10: "7d0ca1dc1c0547d3",
    11: "799893c12e9146b3",
    12: "ce6081444bb4cb84",
    13: "4b3d1f38cc038a7c",
    14: "e69799320de62fdd",
    15: "d7265b594b137b90",
    16: "21f5f8f593d4ca20",
    17: "1c3a4f6c308681dc",
}
"""What was once committed is never changed: databases have seen it."""
THIRD = (
    "CREATE INDEX games_lobbies ON games (created_at) WHERE status = 'lobby';"
    "CREATE INDEX games_ended ON games (updated_at) WHERE status IN ('over', 'cancelled');"
    "ALTER TABLE users DROP COLUMN dm_open;"
)
"""The third change as it was first."""


def terminal(database: Path, *words: object) -> Result:
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


def turns(database: Path, game: str) -> int:
    """How long a game's log is."""
    with closing(sqlite3.connect(database)) as db:
        return int(db.execute("SELECT version FROM games WHERE id = ?", (game,)).fetchone()[0])


class TestSchema:
    """What a file looks like, and how it came to look so."""

    def test_no_committed_change_is_edited(self) -> None:
        """A further change mends what an earlier one did wrong."""
        found = {
            number: hashlib.sha256(sql.encode()).hexdigest()[:16]
            for number, sql in migrations().items()
        }

        assert found == PINNED

    async def test_a_database_from_in_between_is_mended(self, tmp_path: Path) -> None:
        """The third change got a table later: some files have seen it without."""
        path = tmp_path / "games.db"
        with closing(sqlite3.connect(path)) as db:
            db.executescript(migrations()[1] + migrations()[2] + THIRD)
            db.execute("PRAGMA user_version = 3")

        store = await open_store(path)
        game = (await GameService(store).open("usa", 1, 7, 11, "en")).row.id

        assert await store.games.undo_request(game) is None
        await store.close()

    async def test_questions_about_seats_survive_an_upgrade(self, tmp_path: Path) -> None:
        """They lapse after a day; who asked can never have the seat; lines are for everybody."""
        path = tmp_path / "games.db"
        with closing(sqlite3.connect(path)) as db:
            db.executescript("".join(migrations()[number] for number in range(1, 7)))
            db.execute("PRAGMA user_version = 6")
            db.execute(
                "INSERT INTO games (id, edition, status, guild_id, channel_id, opener_id, locale,"
                " options, seed, commitment, version, changes, announced, created_at, updated_at)"
                " VALUES ('abc', 'usa', 'playing', 1, 2, 3, 'en', '{}', x'00', '', 1, 1, 1, '', '')"
            )
            at = "2026-05-04T03:30:00.250+00:00"
            asked = ("abc", 0, 99, "Guest 9", 1, "Moderator", at)
            db.execute("INSERT INTO handovers VALUES (?, ?, ?, ?, ?, ?, ?)", asked)
            db.execute("INSERT INTO lines VALUES ('abc', 1, 'line-kept', '{}')")
            db.commit()

        store = await open_store(path)

        (handover,) = await store.games.handovers("abc")
        assert (handover.user_id, handover.accepted, handover.owner) == (99, False, "asked")
        due = [Due(0, "lapse", stamp(handover.until), 0)]
        assert await store.games.due("abc") == due
        assert await store.games.barred("abc", Seat(0)) == {1}
        lines = [(0, Line("line-no-pace", {})), (1, Line("line-kept", {}))]
        assert await store.posts.lines("abc") == lines
        await store.close()

    async def test_other_tables_are_refused(self, tmp_path: Path) -> None:
        """With a sentence that names them, and nothing is guessed."""
        path = tmp_path / "games.db"
        await (await open_store(path)).close()
        with closing(sqlite3.connect(path)) as db:
            db.execute("DROP TABLE undo_requests")

        with pytest.raises(StoreError, match=r"undo_requests differ.*restore"):
            await open_store(path)

    async def test_a_damaged_one_is_refused(self, tmp_path: Path) -> None:
        """Before anything is written to it."""
        path = tmp_path / "games.db"
        await asyncio.to_thread(play, path, moves=20)
        damage(path)
        before = path.read_bytes()

        with pytest.raises(StoreError, match=r"damaged.*whistlestop restore"):
            await open_store(path)

        assert path.read_bytes() == before

    async def test_a_copy_is_put_aside_before_an_upgrade(self, tmp_path: Path) -> None:
        """It is the old file, private, and kept until the next upgrade."""
        path, former = tmp_path / "games.db", tmp_path / "games.before-v2.db"
        with closing(sqlite3.connect(path)) as db:
            db.executescript(migrations()[1])
            db.execute("PRAGMA user_version = 1")
            db.execute("INSERT INTO notes VALUES ('from', 'the first version')")
            db.commit()
        former.write_bytes(b"of an upgrade before")

        await (await open_store(path)).close()

        aside = tmp_path / f"games.before-v{newest()}.db"
        with closing(sqlite3.connect(aside)) as db:
            assert db.execute("PRAGMA user_version").fetchone() == (1,)
            assert db.execute("SELECT text FROM notes").fetchall() == [("the first version",)]
        assert mode(aside) == 0o600
        assert not former.exists()
        assert not list(tmp_path.glob("*.part"))

    async def test_an_upgrade_cut_short_keeps_the_first_copy(self, tmp_path: Path) -> None:
        """The copy of before all changes is not replaced by one of between them."""
        path, aside = tmp_path / "games.db", tmp_path / f"games.before-v{newest()}.db"
        for file, version in ((path, 2), (aside, 1)):
            with closing(sqlite3.connect(file)) as db:
                for number in range(1, version + 1):
                    db.executescript(migrations()[number])
                db.execute(f"PRAGMA user_version = {version}")

        await (await open_store(path)).close()

        with closing(sqlite3.connect(aside)) as db:
            assert db.execute("PRAGMA user_version").fetchone() == (1,)

    def test_kills_during_the_copy_and_the_changes(self, tmp_path: Path) -> None:
        """Whenever it is killed, the next start finds a whole file and goes on."""
        path, first = tmp_path / "games.db", tmp_path / "first.db"
        with closing(sqlite3.connect(first)) as db:
            db.executescript(migrations()[1])
            db.execute("PRAGMA user_version = 1")
            rows = [(f"note {n}", "x" * 2000) for n in range(4000)]
            db.executemany("INSERT INTO notes VALUES (?, ?)", rows)
            db.commit()
        opening = (
            "import asyncio, sys; from pathlib import Path;"
            "from bot.storage.store import open_store;"
            "print('go', flush=True);"
            "asyncio.run(open_store(Path(sys.argv[1]))); print('done', flush=True)"
        )
        for delay in (0.0, 0.005, 0.01, 0.02, 0.04, 0.08):
            shutil.copy(first, path)
            process = subprocess.Popen(  # noqa: S603  # our own program
                [sys.executable, "-c", opening, str(path)],
                stdout=subprocess.PIPE,
                env=clean(),
                cwd=ROOT,
            )
            assert process.stdout
            process.stdout.readline()
            time.sleep(delay)
            process.kill()
            process.wait()
            process.stdout.close()

            async def reopened() -> int:
                store = await open_store(path)
                found = len(await store.database.all("SELECT 1 FROM notes"))
                await store.close()
                return found

            assert asyncio.run(reopened()) == 4000
            assert check(tmp_path / f"games.before-v{newest()}.db").version == 1
            for file in tmp_path.glob("games*"):
                file.unlink()

    def test_everything_is_private(self, tmp_path: Path) -> None:
        """The file, what SQLite puts beside it, and the folders that we make."""
        path = tmp_path / "deep" / "er" / "games.db"
        old = os.umask(0o022)
        try:
            play(path, moves=3)
            asyncio.run(_backed_up(path, tmp_path / "backups", NIGHT))
        finally:
            os.umask(old)

        assert mode(path) == 0o600
        assert {mode(tmp_path / name) for name in ("deep", "deep/er", "backups")} == {0o700}
        assert mode(tmp_path / "backups" / "2026-05-04.db") == 0o600

    def test_a_file_that_others_could_read_is_closed_to_them(self, tmp_path: Path) -> None:
        """Also one from before."""
        path = tmp_path / "games.db"
        play(path, moves=3)
        path.chmod(0o644)

        play(path, channel=5, moves=3)

        assert mode(path) == 0o600


async def _backed_up(database: Path, folder: Path, now: datetime) -> tuple[str | None, str | None]:
    store = await open_store(database)
    try:
        await Backups(store, folder).make_if_due(now)
        return await store.notes.get(MADE), await store.notes.get(FAILED)
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

        thin_out(tmp_path, today)

        kept = sorted(path.stem for path in tmp_path.glob("2026-0*.db"))
        days = [str(today - timedelta(days=back)) for back in range(DAYS)]
        assert kept[-DAYS:] == sorted(days)
        assert kept[:-DAYS] == ["2026-05-03", "2026-05-10", "2026-05-17", "2026-05-24"]
        assert len(kept) == DAYS + WEEKS
        for other in ("2099-01-01.db", "2026-13-40.db", "mine.db", "2026-05-30.txt"):
            assert (tmp_path / other).exists()

    def test_a_damaged_database_pushes_no_copy_out(self, tmp_path: Path) -> None:
        """The failure is kept for health, and is over once a copy is good again."""
        database, folder = tmp_path / "games.db", tmp_path / "backups"
        game = play(database, moves=20)
        for back in range(DAYS):
            made, failed = asyncio.run(
                _backed_up(database, folder, NIGHT - timedelta(days=DAYS - back))
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
        play(database, moves=3)

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
        await store.notes.set(MADE, (datetime.now(UTC) - timedelta(hours=50)).isoformat())
        await store.notes.set(FAILED, f"{NIGHT.isoformat()} the log of game abc has a gap")

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

        saved = terminal(database, "backup", tmp_path / "copy.db")
        terminal(database, "export", "none")
        listed = terminal(database, "games")

        assert saved.exit_code == 0, saved.output
        assert check(tmp_path / "copy.db").version == 2
        assert "No open tables" in listed.stdout
        assert database.read_bytes() == before

    def test_a_log_that_does_not_replay_makes_no_copy(self, tmp_path: Path) -> None:
        """SQLite would call it whole."""
        database = tmp_path / "games.db"
        play(database, moves=20)
        with closing(sqlite3.connect(database)) as db:
            db.execute("DELETE FROM events WHERE seq = 7")
            db.commit()

        refused = terminal(database, "backup", tmp_path / "copy.db")

        assert refused.exit_code == 2
        assert "gap" in refused.stderr
        assert not (tmp_path / "copy.db").exists()

    def test_tables_and_servers_are_listed(self, tmp_path: Path) -> None:
        """With ids and numbers, and no name, seed or card."""
        database = tmp_path / "games.db"
        game, waiting = play(database, moves=12), lobby(database)

        tables, servers = terminal(database, "games"), terminal(database, "servers")

        for id in (game, waiting):
            assert id in tables.stdout
        assert "playing" in tables.stdout
        assert servers.exit_code == 0
        assert "Bot 1" not in tables.stdout + servers.stdout

    def test_no_room_for_the_copy(self, tmp_path: Path) -> None:
        """One line, code 2, and nothing half-made is left behind."""
        database, folder = tmp_path / "games.db", tmp_path / "out"
        folder.mkdir()
        play(database, moves=20)
        words = f"ulimit -f 32; exec {sys.executable} -m bot.cli.main backup {folder / 'copy.db'}"

        done = subprocess.run(  # noqa: S603  # our own program
            ["/bin/bash", "-c", words],
            env=clean(WHISTLESTOP_DB=str(database)),
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
        game = play(database, moves=20)
        damage(database)

        refused = terminal(database, "export", game)

        assert refused.exit_code == 2
        assert len(refused.stderr.splitlines()) == 1
        assert "damaged" in refused.stderr

    def test_a_device_is_not_replaced(self, tmp_path: Path) -> None:
        """Whoever may do everything could lose one."""
        database, pipe = tmp_path / "games.db", tmp_path / "pipe"
        play(database, moves=3)
        os.mkfifo(pipe)

        refused = terminal(database, "backup", pipe, "--force")

        assert refused.exit_code == 2
        assert "no ordinary file" in refused.stderr
        assert pipe.is_fifo()


class TestRestore:
    """Going back to a copy."""

    def _two(self, folder: Path) -> tuple[Path, Path, str]:
        """A database, a copy from the middle of its game, and the game."""
        database, copy = folder / "games.db", folder / "copy.db"
        game = play(database, moves=20)
        assert terminal(database, "backup", copy).exit_code == 0
        with closing(sqlite3.connect(database)) as db:
            db.execute("UPDATE games SET updated_at = '2030-01-01T00:00:00+00:00'")
            db.commit()
        return database, copy, game

    def test_the_copy_takes_its_place_and_the_old_one_is_kept(self, tmp_path: Path) -> None:
        """Every open table is untold, with a line; its messages are of the past."""
        database, copy, game = self._two(tmp_path)

        done = terminal(database, "restore", copy)

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

        done = terminal(there, "restore", copy)

        assert done.exit_code == 0, done.output
        assert turns(there, game) == turns(copy, game)

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

        refused = terminal(database, "restore", copy)

        assert refused.exit_code == 2, refused.output
        assert len(refused.stderr.splitlines()) == 1
        assert "Traceback" not in refused.output
        assert database.read_bytes() == before
        assert not list(tmp_path.glob("games.replaced-*"))

    def test_not_while_a_bot_runs(self, tmp_path: Path) -> None:
        """The lock beside the database says so."""
        database, copy, _ = self._two(tmp_path)
        with held(tmp_path / "games.db.lock", "taken"):
            refused = terminal(database, "restore", copy)

        assert refused.exit_code == 2
        assert "stop it first" in refused.stderr

    def test_a_damaged_database_is_replaced(self, tmp_path: Path) -> None:
        """That is what it is for."""
        database, copy, game = self._two(tmp_path)
        damage(database)

        assert terminal(database, "restore", copy).exit_code == 0

        assert check(database).open == 1
        assert turns(database, game) == turns(copy, game)

    def test_kills_at_any_moment(self, tmp_path: Path) -> None:
        """The database is the old one or the restored one, whole."""
        database, copy, _ = self._two(tmp_path)
        keep = tmp_path / "keep"
        keep.mkdir()
        shutil.copy(database, keep / "games.db")
        working = (
            "import sys; from pathlib import Path; from datetime import datetime, UTC;"
            "from bot.storage.restore import restore; print('go', flush=True);"
            "restore(Path(sys.argv[1]), Path(sys.argv[2]), datetime.now(UTC))"
        )
        seen = set()
        for delay in (0.0, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.2, 1.0):
            process = subprocess.Popen(  # noqa: S603  # our own program
                [sys.executable, "-c", working, str(copy), str(database)],
                stdout=subprocess.PIPE,
                env=clean(),
                cwd=ROOT,
            )
            assert process.stdout
            process.stdout.readline()
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
            process.wait()
            process.stdout.close()
            with closing(sqlite3.connect(database)) as db:
                # SQLite mends what was cut short when somebody who may write opens it.
                restored = db.execute("SELECT max(restored) > 0 FROM games").fetchone()[0]
            check(database)
            seen.add(restored)
            for file in tmp_path.glob("games.*"):
                file.unlink()
            shutil.copy(keep / "games.db", database)
        assert seen == {0, 1}


class TestDisks:
    """Full and read-only ones."""

    async def test_a_full_disk(self, tmp_path: Path) -> None:
        """Nothing is kept of what did not fit; health says why; when there is room it goes on."""
        store = await open_store(tmp_path / "games.db")
        service = GameService(store)
        lobby = await service.open("usa", 1, 7, 11, "en")
        pages = (await store.database._writer.execute_fetchall("PRAGMA page_count"))[0][0]  # type: ignore[index]
        await store.database._writer.execute(f"PRAGMA max_page_count = {pages}")

        with pytest.raises(DiskTrouble):
            await store.notes.set("long", "x" * 300_000)

        assert "full" in str(store.trouble)
        assert await store.notes.get("long") is None
        await store.database._writer.execute("PRAGMA max_page_count = 100000")
        await service.join(lobby.row.id, 11, "Guest 1", "w")
        report = await Health(Gateway(_client()), store).report()
        assert (report["database"], report["write_error"]) == (True, None)
        await store.close()

    async def test_a_read_only_database(self, tmp_path: Path) -> None:
        """Health really writes, so it notices."""
        store = await open_store(tmp_path / "games.db")
        await store.database._writer.execute("PRAGMA query_only = ON")

        report = await Health(Gateway(_client()), store).report()

        assert report["status"] == "unavailable"
        assert report["database"] is False
        assert "readonly" in str(report["write_error"])
        await store.database._writer.execute("PRAGMA query_only = OFF")
        assert (await Health(Gateway(_client()), store).report())["database"] is True
        await store.close()


def test_restoring_onto_itself_is_refused(tmp_path: Path) -> None:
    """It would put the only copy aside."""
    database = tmp_path / "games.db"
    play(database, moves=3)

    with pytest.raises(StoreError, match="itself"):
        restore(database, database, datetime.now(UTC))


def test_a_copy_of_a_folder_is_refused(tmp_path: Path) -> None:
    """With a sentence."""
    with pytest.raises(StoreError, match="no file"):
        copied(tmp_path, tmp_path / "copy.db")


def test_the_changes_are_where_they_are_looked_for() -> None:
    """Else a package without them would make empty databases."""
    assert sorted(FOLDER.glob("*.sql"))
