"""The SQLite file: versions, concurrency, backups, damage."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.play.records import GameRow, PostRow, SeatRow
from bot.storage.schema import migrations
from bot.storage.sqlite import StoreError
from bot.storage.store import ChannelTaken, Conflict, SqliteStore
from engine.actions import Pass
from engine.errors import CorruptLog
from engine.events import Passed, TurnBegan
from engine.ids import EditionId, Seat

NOW = "2026-01-01T00:00:00+00:00"


def a_row(id: str = "abc", channel: int = 7) -> GameRow:
    """A lobby as the service makes it."""
    return GameRow(
        id=id,
        edition=EditionId("usa"),
        status="lobby",
        guild_id=1,
        channel_id=channel,
        opener_id=5,
        locale="en",
        options="{}",
        seed=b"s" * 32,
        commitment="hash",
        version=0,
        changes=1,
        announced=0,
        machine_due=False,
        created_at=NOW,
        updated_at=NOW,
    )


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    made = await SqliteStore.open(tmp_path / "deep" / "games.db")
    yield made
    await made.close()


def _schema(path: Path) -> list[tuple[str, str]]:
    with sqlite3.connect(path) as db:
        rows = db.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL ORDER BY name")
        found = [(name, " ".join(sql.split())) for name, sql in rows]
    db.close()
    return found


class TestVersions:
    """The file is brought up to date, from wherever it stands."""

    @pytest.mark.parametrize("version", range(len(migrations()) + 1))
    async def test_every_older_version_becomes_the_present_one(
        self, tmp_path: Path, version: int
    ) -> None:
        """From an empty file too: all of them end with the same tables."""
        old, new = tmp_path / "old.db", tmp_path / "new.db"
        with sqlite3.connect(old) as db:
            for number in range(1, version + 1):
                db.executescript(migrations()[number])
            db.execute(f"PRAGMA user_version = {version}")
        db.close()

        for path in (old, new):
            store = await SqliteStore.open(path)
            await store.create_game(a_row())
            await store.close()

        assert _schema(old) == _schema(new)

    async def test_a_newer_version_is_refused(self, tmp_path: Path) -> None:
        """With both numbers, and the file untouched."""
        path = tmp_path / "games.db"
        await (await SqliteStore.open(path)).close()
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA user_version = 99")
        db.close()

        with pytest.raises(StoreError, match=r"games\.db.*99.*up to"):
            await SqliteStore.open(path)

    async def test_a_failed_change_leaves_the_file_as_it_was(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The change and its number belong together."""
        path = tmp_path / "games.db"
        await (await SqliteStore.open(path)).close()
        before = _schema(path)
        broken = migrations() | {len(migrations()) + 1: "CREATE TABLE more (id); SELECT nonsense;"}
        monkeypatch.setattr("bot.storage.schema.migrations", lambda: broken)

        with pytest.raises(StoreError):
            await SqliteStore.open(path)

        assert _schema(path) == before
        monkeypatch.undo()
        await (await SqliteStore.open(path)).close()

    @pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\0" * 400])
    async def test_a_file_that_is_no_database_is_refused(
        self, tmp_path: Path, content: bytes
    ) -> None:
        """By its name, and it stays what it is."""
        path = tmp_path / "games.db"
        path.write_bytes(content)

        with pytest.raises(StoreError, match=r"games\.db"):
            await SqliteStore.open(path)

        assert path.read_bytes() == content


class TestAppend:
    """The log only grows, and only from where it stood."""

    async def test_the_second_of_two_is_stale(self, store: SqliteStore) -> None:
        """Two who saw the same version: one is kept, nothing of the other."""
        await store.create_game(a_row())
        event = [Passed(Seat(0))]

        done = await asyncio.gather(
            *(store.append(a_row(), event, NOW, action=Pass(Seat(0))) for _ in range(10)),
            return_exceptions=True,
        )

        assert sorted(type(each).__name__ for each in done) == ["Conflict"] * 9 + ["GameRow"]
        assert await store.log("abc") == event
        assert len(await store.actions("abc")) == 1
        row = await store.game("abc")
        assert row is not None
        assert (row.version, row.changes) == (1, 2)

    async def test_another_process_is_noticed(self, store: SqliteStore, tmp_path: Path) -> None:
        """The file is the judge, not the memory of one program."""
        await store.create_game(a_row())
        other = await SqliteStore.open(tmp_path / "deep" / "games.db")

        await other.append(a_row(), [Passed(Seat(0))], NOW)

        with pytest.raises(Conflict):
            await store.append(a_row(), [Passed(Seat(1)), TurnBegan(Seat(0))], NOW)
        await other.close()
        assert await store.log("abc") == [Passed(Seat(0))]

    async def test_a_closed_table_takes_nothing(self, store: SqliteStore) -> None:
        """A move that comes after the cancelling is stale."""
        await store.create_game(a_row())
        await store.set_status(a_row(), "cancelled", NOW)

        with pytest.raises(Conflict):
            await store.append(a_row(), [Passed(Seat(0))], NOW)

        assert await store.log("abc") == []

    async def test_a_gap_is_noticed(self, store: SqliteStore, tmp_path: Path) -> None:
        """A log that lost an event is no log."""
        await store.create_game(a_row())
        await store.append(a_row(), [Passed(Seat(0)), Passed(Seat(1))], NOW)
        with sqlite3.connect(tmp_path / "deep" / "games.db") as db:
            db.execute("DELETE FROM events WHERE seq = 1")
        db.close()

        with pytest.raises(CorruptLog, match="gap"):
            await store.log("abc")

    async def test_a_damaged_event_is_noticed(self, store: SqliteStore, tmp_path: Path) -> None:
        """It is named as such, not guessed at."""
        await store.create_game(a_row())
        await store.append(a_row(), [Passed(Seat(0))], NOW)
        with sqlite3.connect(tmp_path / "deep" / "games.db") as db:
            db.execute('UPDATE events SET body = \'{"type": "Nonsense"}\'')
        db.close()

        with pytest.raises(CorruptLog):
            await store.log("abc")


class TestTables:
    """Rows as they are found again."""

    async def test_one_open_table_in_each_channel(self, store: SqliteStore) -> None:
        """A closed one makes room."""
        await store.create_game(a_row())
        with pytest.raises(ChannelTaken):
            await store.create_game(a_row("def"))

        await store.set_status(a_row(), "cancelled", NOW)
        await store.create_game(a_row("def"))

        found = await store.open_game_in(7)
        assert found is not None
        assert found.id == "def"

    async def test_a_seat_is_a_person_or_a_machine(self, store: SqliteStore) -> None:
        """Never both, and nobody sits twice; a refused change leaves the old seats."""
        await store.create_game(a_row())
        good = [SeatRow(Seat(0), 11, "Guest 1", None, "w"), SeatRow(Seat(1), None, "Bot", "p", "b")]
        row = await store.write_seats(a_row(), good, NOW, spoken=1)

        for bad in (replace(good[0], machine="p"), replace(good[1], user_id=11, machine=None)):
            with pytest.raises(sqlite3.IntegrityError):
                await store.write_seats(row, [good[0], replace(bad, seat=Seat(1))], NOW, spoken=1)

        assert await store.seats("abc") == good

    async def test_what_is_left_to_do(self, store: SqliteStore) -> None:
        """A table that was told everything waits for people only."""
        await store.create_game(a_row())
        assert await store.unfinished() == ["abc"]

        await store.mark_announced("abc", 1)
        assert await store.unfinished() == []

        await store.append(a_row(), [Passed(Seat(0))], NOW, machine_due=True)
        await store.mark_announced("abc", 2)
        assert await store.unfinished() == ["abc"]

    async def test_being_told_less_takes_nothing_back(self, store: SqliteStore) -> None:
        """A slow worker that comes late does not undo a faster one."""
        await store.create_game(a_row())
        await store.set_status(a_row(), "cancelled", NOW)

        await store.mark_announced("abc", 2)
        await store.mark_announced("abc", 1)

        assert await store.unfinished() == []

    async def test_posts_are_replaced_and_retired_together(self, store: SqliteStore) -> None:
        """Where a message was is known until its buttons are gone."""
        await store.create_game(a_row())
        first, second = PostRow(7, 100, 1, "turn-0"), PostRow(7, 200, 5, "turn-1")
        await store.save_post("abc", "board", first)

        await store.save_post("abc", "board", second, retired=first)

        assert await store.posts("abc") == {"board": second, "retired-board": first}
        await store.forget_post("abc", "retired-board")
        assert await store.posts("abc") == {"board": second}

    async def test_languages_and_notes(self, store: SqliteStore) -> None:
        """Settings are overwritten, and only of two kinds."""
        await store.set_locale("users", 5, "de")
        await store.set_locale("users", 5, None)
        await store.set_locale("guilds", 5, "de")
        await store.set_note("tree", "a")
        await store.set_note("tree", "b")

        assert await store.locale_of("users", 5) is None
        assert await store.locale_of("guilds", 5) == "de"
        assert await store.note("tree") == "b"
        with pytest.raises(ValueError, match="games"):
            await store.locale_of("games", 5)

    async def test_a_row_does_not_show_its_seed(self) -> None:
        """Not even by accident, in a log."""
        assert "ssss" not in repr(a_row())


class TestSafety:
    """What is kept stays kept."""

    async def test_a_backup_is_whole_while_games_go_on(
        self, store: SqliteStore, tmp_path: Path
    ) -> None:
        """Its log is one that the game had, and nothing in it contradicts itself."""
        await store.create_game(a_row())

        async def play() -> None:
            row = a_row()
            for _ in range(30):
                row = await store.append(row, [Passed(Seat(0)), TurnBegan(Seat(1))], NOW)

        async def save() -> None:
            await asyncio.sleep(0.002)
            await store.backup(tmp_path / "copy.db")

        await asyncio.gather(play(), save())

        copy = await SqliteStore.open(tmp_path / "copy.db")
        row, log = await copy.game("abc"), await copy.log("abc")
        await copy.close()
        assert row is not None
        assert len(log) == row.version
        assert log == (await store.log("abc"))[: len(log)]

    async def test_a_cancelled_write_leaves_nothing(self, store: SqliteStore) -> None:
        """Whoever is stopped has done all of it or nothing, and blocks nobody."""
        await store.create_game(a_row())
        tasks = [
            asyncio.create_task(store.append(a_row(), [Passed(Seat(0))] * 50, NOW))
            for _ in range(3)
        ]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await store.write()  # what was begun is ended before this

        version = len(await store.log("abc"))
        row = await store.game("abc")
        assert row is not None
        await store.append(row, [Passed(Seat(0))], NOW)

        assert version in (0, 50)
        assert len(await store.log("abc")) == version + 1
