"""The file's schema and its upgrades: what was committed stays, and nothing is lost."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.games.errors import StoreError
from bot.games.model import Due, Notice, format_time
from bot.games.service import make_games
from bot.storage.backup.copies import check_copy
from bot.storage.sqlite.schema import MIGRATIONS_FOLDER, migrations, newest_version
from bot.storage.store import open_store
from engine.ids import Seat
from tests.storage.backup.test_backups import NIGHT, _backed_up, damage, mode
from tests.support.processes import run_and_kill
from tests.support.stored_games import play_stored_game

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
    18: "5da1cdfa94ffb45e",
    19: "9c1db991553001bf",
    20: "6f62c1aaafc55a63",
}
"""What was once committed is never changed: databases have seen it."""
THIRD = (
    "CREATE INDEX games_lobbies ON games (created_at) WHERE status = 'lobby';"
    "CREATE INDEX games_ended ON games (updated_at) WHERE status IN ('over', 'cancelled');"
    "ALTER TABLE users DROP COLUMN dm_open;"
)
"""The third change as it was first."""


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
        game = (await make_games(store).lobby.open("usa", 1, 7, 11, "en")).row.id

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
        due = [Due(0, "lapse", format_time(handover.until), 0)]
        assert await store.games.due("abc") == due
        assert await store.games.barred_users("abc", Seat(0)) == {1}
        lines = [(0, Notice("line-no-pace", {})), (1, Notice("line-kept", {}))]
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
        await asyncio.to_thread(play_stored_game, path, moves=20)
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

        aside = tmp_path / f"games.before-v{newest_version()}.db"
        with closing(sqlite3.connect(aside)) as db:
            assert db.execute("PRAGMA user_version").fetchone() == (1,)
            assert db.execute("SELECT text FROM notes").fetchall() == [("the first version",)]
        assert mode(aside) == 0o600
        assert not former.exists()
        assert not list(tmp_path.glob("*.part"))

    async def test_an_upgrade_cut_short_keeps_the_first_copy(self, tmp_path: Path) -> None:
        """The copy of before all changes is not replaced by one of between them."""
        path, aside = tmp_path / "games.db", tmp_path / f"games.before-v{newest_version()}.db"
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
            run_and_kill(opening, str(path), after=delay)

            async def reopened() -> int:
                store = await open_store(path)
                found = len(await store.database.fetch_all("SELECT 1 FROM notes"))
                await store.close()
                return found

            assert asyncio.run(reopened()) == 4000
            assert check_copy(tmp_path / f"games.before-v{newest_version()}.db").version == 1
            for file in tmp_path.glob("games*"):
                file.unlink()

    def test_everything_is_private(self, tmp_path: Path) -> None:
        """The file, what SQLite puts beside it, and the folders that we make."""
        path = tmp_path / "deep" / "er" / "games.db"
        old = os.umask(0o022)
        try:
            play_stored_game(path, moves=3)
            asyncio.run(_backed_up(path, tmp_path / "backups", NIGHT))
        finally:
            os.umask(old)

        assert mode(path) == 0o600
        assert {mode(tmp_path / name) for name in ("deep", "deep/er", "backups")} == {0o700}
        assert mode(tmp_path / "backups" / "2026-05-04.db") == 0o600

    def test_a_file_that_others_could_read_is_closed_to_them(self, tmp_path: Path) -> None:
        """Also one from before."""
        path = tmp_path / "games.db"
        play_stored_game(path, moves=3)
        path.chmod(0o644)

        play_stored_game(path, channel=5, moves=3)

        assert mode(path) == 0o600


def test_the_changes_are_where_they_are_looked_for() -> None:
    """Else a package without them would make empty databases."""
    assert sorted(MIGRATIONS_FOLDER.glob("*.sql"))
