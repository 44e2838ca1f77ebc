"""The store on both databases: concurrency, what is found again; and versions of the file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from bot.database_url import Location
from bot.games.clock.model import Pause, SeatClock, Vote
from bot.games.errors import ChannelTaken, Conflict, DatabaseError, DuplicatePress, StoreError
from bot.games.model import (
    UNREAD,
    Change,
    Due,
    GameRow,
    Handover,
    Move,
    Notice,
    PostRow,
    SeatRow,
    StoredGame,
    UndoRequest,
)
from bot.games.orders.model import SeatOrder
from bot.games.table import decode_vote
from bot.storage.database import Statement, UniqueViolation
from bot.storage.sqlite.schema import migrations
from bot.storage.store import Store, open_store
from engine.actions import Pass
from engine.errors import CorruptLog
from engine.events import Event, Passed, TurnBegan
from engine.ids import EditionId, Seat
from engine.orders import Order

NOW = "2026-01-01T00:00:00+00:00"
LATER = "2026-01-02T00:00:00+00:00"


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
        created_at=NOW,
        updated_at=NOW,
    )


async def append_events(
    store: Store, row: GameRow, events: Sequence[Event], move: Move | None = None
) -> GameRow:
    """The row after these events were kept."""
    change = Change(status="playing", events=events, move=move)
    return await store.games.commit(row, change, NOW)


async def whole_of(store: Store, game: str) -> StoredGame:
    """All that belongs to a table."""
    _, whole = await store.games.load_since(game, UNREAD) or (None, None)
    assert whole is not None
    return whole


@pytest.fixture
async def store(location: Location) -> AsyncIterator[Store]:
    made = await open_store(location)
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
            store = await open_store(path)
            await store.games.create(a_row())
            await store.close()

        assert _schema(old) == _schema(new)

    async def test_a_newer_version_is_refused(self, tmp_path: Path) -> None:
        """With both numbers, and the file untouched."""
        path = tmp_path / "games.db"
        await (await open_store(path)).close()
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA user_version = 99")
        db.close()

        with pytest.raises(StoreError, match=r"games\.db.*99.*up to"):
            await open_store(path)

    async def test_a_failed_change_leaves_the_file_as_it_was(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The change and its number belong together."""
        path = tmp_path / "games.db"
        await (await open_store(path)).close()
        before = _schema(path)
        broken = migrations() | {len(migrations()) + 1: "CREATE TABLE more (id); SELECT nonsense;"}
        monkeypatch.setattr("bot.storage.sqlite.schema.migrations", lambda: broken)

        with pytest.raises(StoreError):
            await open_store(path)

        assert _schema(path) == before
        monkeypatch.undo()
        await (await open_store(path)).close()

    @pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\0" * 400])
    async def test_a_file_that_is_no_database_is_refused(
        self, tmp_path: Path, content: bytes
    ) -> None:
        """By its name, and it stays what it is."""
        path = tmp_path / "games.db"
        path.write_bytes(content)

        with pytest.raises(StoreError, match=r"games\.db"):
            await open_store(path)

        assert path.read_bytes() == content


class TestAppend:
    """The log only grows, and only from where it stood."""

    async def test_the_second_of_two_is_stale(self, store: Store) -> None:
        """Two who saw the same version: one is kept, nothing of the other."""
        await store.games.create(a_row())
        event = [Passed(Seat(0))]

        done = await asyncio.gather(
            *(append_events(store, a_row(), event, Move(Pass(Seat(0)))) for _ in range(10)),
            return_exceptions=True,
        )

        assert sorted(type(each).__name__ for each in done) == ["Conflict"] * 9 + ["GameRow"]
        assert await store.games.log("abc") == event
        assert len(await store.games.moves("abc")) == 1
        row = await store.games.get("abc")
        assert row is not None
        assert (row.version, row.changes) == (1, 2)

    async def test_another_process_is_noticed(self, store: Store, location: Location) -> None:
        """The database is the judge, not the memory of one program."""
        await store.games.create(a_row())
        other = await open_store(location)

        await append_events(other, a_row(), [Passed(Seat(0))])

        with pytest.raises(Conflict):
            await append_events(store, a_row(), [Passed(Seat(1)), TurnBegan(Seat(0))])
        await other.close()
        assert await store.games.log("abc") == [Passed(Seat(0))]

    @pytest.mark.parametrize("kept", [Passed(Seat(0)), Passed(Seat(1))])
    async def test_a_change_whose_answer_was_lost(
        self, store: Store, kept: Event, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What the press did is known if it is there, and only if it is just that."""
        await store.games.create(a_row())
        change = Change(status="playing", events=[Passed(Seat(0))])

        async def lost(*statements: Statement) -> None:
            monkeypatch.undo()
            await store.games.commit(
                a_row(), msgspec.structs.replace(change, events=[kept]), NOW, 77
            )
            raise DatabaseError("the line was cut")

        monkeypatch.setattr(store.database, "write", lost)
        if kept == change.events[0]:
            assert (await store.games.commit(a_row(), change, NOW, 77)).version == 1
        else:
            with pytest.raises(DuplicatePress):
                await store.games.commit(a_row(), change, NOW, 77)

        assert await store.games.log("abc") == [kept]

    async def test_a_closed_table_takes_nothing(self, store: Store) -> None:
        """A move that comes after the cancelling is stale."""
        await store.games.create(a_row())
        await store.games.commit(a_row(), Change(status="cancelled"), NOW)

        with pytest.raises(Conflict):
            await append_events(store, a_row(), [Passed(Seat(0))])

        assert await store.games.log("abc") == []

    async def test_a_gap_is_noticed(self, store: Store) -> None:
        """A log that lost an event is no log."""
        await store.games.create(a_row())
        await append_events(store, a_row(), [Passed(Seat(0)), Passed(Seat(1))])
        await store.database.write(Statement("DELETE FROM events WHERE seq = 1"))

        with pytest.raises(CorruptLog, match="gap"):
            await store.games.log("abc")

    async def test_a_damaged_event_is_noticed(self, store: Store) -> None:
        """It is named as such, not guessed at."""
        await store.games.create(a_row())
        await append_events(store, a_row(), [Passed(Seat(0))])
        await store.database.write(Statement('UPDATE events SET body = \'{"type": "Nonsense"}\''))

        with pytest.raises(CorruptLog):
            await store.games.log("abc")


class TestTables:
    """Rows as they are found again."""

    async def test_one_open_table_in_each_channel(self, store: Store) -> None:
        """A closed one makes room."""
        await store.games.create(a_row())
        with pytest.raises(ChannelTaken):
            await store.games.create(a_row("def"))

        await store.games.commit(a_row(), Change(status="cancelled"), NOW)
        await store.games.create(a_row("def"))

        found = await store.games.open_in(7)
        assert found is not None
        assert found.id == "def"

    async def test_a_seat_is_somebody_s(self, store: Store) -> None:
        """A person's, a bot's, or both; nobody sits twice. What is refused leaves the old seats."""
        await store.games.create(a_row())
        good = [SeatRow(Seat(0), 11, "Guest 1", None, "w"), SeatRow(Seat(1), None, "Bot", "p", "b")]
        row = await store.games.commit(a_row(), Change(seats=good, spoken=1), NOW)

        for bad in (replace(good[1], bot=None), replace(good[1], user_id=11, bot=None)):
            with pytest.raises((DatabaseError, UniqueViolation)):
                await store.games.commit(row, Change(seats=[good[0], bad], spoken=2), NOW)
        assert await store.games.seats("abc") == good

        both = [replace(good[0], bot="cautious"), good[1]]
        await store.games.commit(row, Change(seats=both), NOW)
        assert await store.games.seats("abc") == both
        assert [seat.maker for seat in both] == ["caretaker", "bot"]

    async def test_who_sat_where_is_kept(self, store: Store) -> None:
        """From which version of the game on; also somebody who had a seat only for a moment."""
        await store.games.create(a_row())
        first = SeatRow(Seat(0), 11, "Guest 1", None, "w")
        start = Change(events=[Passed(Seat(0))], seats=[first], occupants=[first])
        row = await store.games.commit(a_row(), start, NOW)

        for user in (12, 13):
            seat = replace(first, user_id=user, name=f"Guest {user}")
            row = await store.games.commit(row, Change(seats=[seat], occupants=[seat]), NOW)

        found = [(o.user_id, o.since) for o in await store.games.occupants("abc")]
        assert found == [(11, 0), (12, 1), (13, 1)]

    async def test_every_action_says_who_made_it(self, store: Store) -> None:
        """A person, a bot, or who plays for a person."""
        row = a_row()
        await store.games.create(row)
        made = [
            Move(Pass(Seat(0)), "person", 11),
            Move(Pass(Seat(1)), "bot"),
            Move(Pass(Seat(0)), "caretaker", 11),
        ]
        for move in made:
            row = await append_events(store, row, [Passed(move.action.seat)], move)

        assert await store.games.moves("abc") == made
        assert await store.games.last_moved("abc", 11) == NOW
        await store.database.write(Statement("DELETE FROM actions WHERE maker = 'person'"))
        assert await store.games.last_moved("abc", 11) is None

    async def test_a_whole_game_is_what_its_parts_are(self, store: Store) -> None:
        """Everything that belongs to it, read at once; names and numbers of any kind."""
        odd = 'Guest "2" \\ $1 ✓'
        seats = [
            SeatRow(Seat(0), 2**62, odd, None, "w"),
            SeatRow(Seat(1), None, "Bot", "bot", ""),
            SeatRow(Seat(2), None, odd, "caretaker", "", offered_by=odd, kept_since=NOW),
        ]
        asks = [
            UndoRequest(Seat(0), 1, frozenset({11, 2**62})),
            Handover(Seat(0), None, odd, 5, "Guest 5", NOW, accepted=True, has_left=True),
        ]
        change = Change(
            status="playing",
            events=[Passed(Seat(0)), TurnBegan(Seat(1))],
            move=Move(Pass(Seat(0)), "caretaker", 2**62),
            seats=seats,
            occupants=seats,
            due=[Due(1, "bot", NOW, 3)],
            clocks=[SeatClock(Seat(0))],
            orders=[SeatOrder(0, order=Order())],
            pause=Pause(since=datetime.fromisoformat(NOW)),
            cancel_vote=Vote(datetime.fromisoformat(NOW), 11, (11, 2**62), (12,)),
            asks=asks[0],
        )
        await store.games.create(a_row())
        row = await store.games.commit(a_row(), change, NOW)
        row = await store.games.commit(row, Change(asks=asks[1]), NOW)

        whole = await whole_of(store, "abc")
        assert list(whole.log) == list(change.events) == await store.games.log("abc")
        assert list(whole.seats) == seats == await store.games.seats("abc")
        assert list(whole.occupants) == await store.games.occupants("abc") != []
        assert whole.helped == {1: Seat(0), 2: Seat(0)}
        assert list(whole.due) == change.due == await store.games.due("abc")
        assert whole.undo_request == asks[0] == await store.games.undo_request("abc")
        assert list(whole.handovers) == asks[1:] == await store.games.handovers("abc")
        assert whole.clocks == {Seat(0): SeatClock(Seat(0))} == await store.games.clocks("abc")
        assert whole.pause == change.pause
        assert decode_vote(row) == change.cancel_vote
        row = await store.games.commit(row, Change(cancel_vote=Vote()), NOW)
        assert row.cancel_vote == ""
        assert row == await store.games.get("abc")
        assert list(whole.orders.values()) == change.orders

    async def test_a_game_is_read_only_if_it_has_changed(self, store: Store) -> None:
        """Its row always is; of a table that is not there, nothing."""
        await store.games.create(a_row())
        row = await store.games.commit(a_row(), Change(events=[Passed(Seat(0))]), NOW)

        assert await store.games.load_since("abc", row.mark) == (row, None)
        assert (await whole_of(store, "abc")).log == [Passed(Seat(0))]
        assert await store.games.load_since("xyz", UNREAD) is None

    async def test_of_a_log_only_what_is_new_is_read(self, store: Store) -> None:
        """And of what a caretaker did as well."""
        await store.games.create(a_row())
        events = [Passed(Seat(0)), Passed(Seat(1))]
        first = await append_events(store, a_row(), events, Move(Pass(Seat(0)), "caretaker", 0))
        await append_events(store, first, events, Move(Pass(Seat(1)), "caretaker", 0))

        _, whole = await store.games.load_since("abc", first.mark, first.version) or (None, None)

        assert whole is not None
        assert list(whole.log) == events
        assert whole.helped == {3: Seat(1), 4: Seat(1)}

    async def test_of_a_new_table_there_is_nothing_but_its_row(self, store: Store) -> None:
        """Neither a log nor a question."""
        await store.games.create(a_row())

        whole = await whole_of(store, "abc")
        assert not any((whole.log, whole.seats, whole.due, whole.orders, whole.pause.is_on))

    async def test_what_is_left_to_do(self, store: Store) -> None:
        """A table that was told everything waits for people only."""
        await store.games.create(a_row())
        assert await store.posts.pending_tables() == ["abc"]

        await store.posts.mark_published("abc", 1, {})
        assert await store.posts.pending_tables() == []

        due = Due(1, "bot", NOW, 3)
        row = await store.games.commit(a_row(), Change(events=[Passed(Seat(0))], due=[due]), NOW)
        await store.posts.mark_published("abc", 2, {})
        assert await store.posts.pending_tables() == []
        assert await store.games.due("abc") == [due]
        assert await store.games.due_by(NOW) == ["abc"]
        assert await store.games.due_by("2025") == []
        assert await store.games.next_due() == NOW

        row = await store.games.commit(row, Change(events=[Passed(Seat(1))]), NOW)
        assert await store.games.due("abc") == [due]
        await store.games.commit(row, Change(events=[Passed(Seat(1))], due=()), NOW)
        assert await store.games.next_due() is None

    async def test_what_has_to_wait_is_untold_but_not_late(self, store: Store) -> None:
        """It is found after its time, at a start, and at once if anything else changes."""
        await store.games.create(a_row())
        later = "2026-01-01T00:03:00.000+00:00"
        await store.posts.mark_published("abc", 1, {}, later=later)

        assert await store.posts.pending_tables() == ["abc"]
        assert await store.posts.pending_tables(NOW) == []
        assert await store.posts.oldest_pending(NOW) is None
        assert await store.posts.pending_tables(later) == ["abc"]
        assert await store.posts.oldest_pending(later) == later

        await store.games.commit(a_row(), Change(), NOW)
        await store.posts.mark_published(
            "abc", 1, {}, later=later
        )  # of a change that is not the last

        assert await store.posts.pending_tables(NOW) == ["abc"]
        assert await store.posts.oldest_pending(NOW) == NOW

    async def test_what_makes_no_table_younger_waits_from_its_own_time_on(
        self, store: Store
    ) -> None:
        """A reminder at a table that was quiet for long is not late when it is kept."""
        await store.games.create(a_row())
        await store.posts.mark_published("abc", 1, {})

        row = await store.games.commit(a_row(), Change(lines=[Notice("line-reminded", {})]), LATER)

        assert row.updated_at == NOW
        assert await store.posts.pending_tables(NOW) == []
        assert await store.posts.oldest_pending(LATER) == LATER

    async def test_telling_again_is_not_late(self, store: Store) -> None:
        """Though nothing changed for long; what waits to be told waits no longer for it."""
        await store.games.create(a_row())
        await store.posts.mark_published("abc", 1, {})
        again, last = "2026-03-01T00:00:00.000+00:00", "2026-04-01T00:00:00.000+00:00"

        await store.posts.schedule_updates([], again)
        assert await store.posts.pending_tables() == []
        await store.posts.schedule_updates(["abc", "nowhere"], again)
        await store.posts.schedule_updates(["abc"], last)

        assert await store.posts.pending_tables(again) == ["abc"]
        assert await store.posts.oldest_pending(last) == again
        await store.posts.mark_published("abc", 1, {})
        assert await store.posts.pending_tables() == []

    async def test_being_told_less_takes_nothing_back(self, store: Store) -> None:
        """A slow worker that comes late does not undo a faster one."""
        await store.games.create(a_row())
        await store.games.commit(a_row(), Change(status="cancelled"), NOW)

        await store.posts.mark_published("abc", 2, {})
        await store.posts.mark_published("abc", 1, {})

        assert await store.posts.pending_tables() == []

    async def test_posts_are_replaced_and_retired_together(self, store: Store) -> None:
        """Where a message was is known until its buttons are gone."""
        await store.games.create(a_row())
        first, second = PostRow(7, 100, 1, "turn-0"), PostRow(7, 200, 5, "turn-1")
        await store.posts.save("abc", {"board": first})

        await store.posts.save("abc", {"board": second, "retired-board": first})

        assert await store.posts.by_kind("abc") == {"board": second, "retired-board": first}
        third = replace(second, version=6)
        await store.posts.mark_published("abc", 1, {"board": third}, ["retired-board"])
        assert await store.posts.by_kind("abc") == {"board": third}
        assert await store.posts.pending_tables() == []

    async def test_a_table_in_doubt_is_told_anew_with_its_pictures(self, store: Store) -> None:
        """Somebody too late may have put an older one into its post."""
        await store.games.create(a_row())
        card = PostRow(7, 1, 3, "turn-1", pictures="picture", screen="words")
        await store.posts.mark_published("abc", 1, {"board": card})

        await store.posts.schedule_rewrite("abc", LATER)

        assert await store.posts.pending_tables() == ["abc"]
        assert await store.posts.oldest_pending(LATER) == LATER
        assert await store.posts.by_kind("abc") == {"board": replace(card, pictures="", screen="")}

    async def test_a_press_notes_only_its_own_message(self, store: Store) -> None:
        """One that has been posted since is not overwritten; what it says is known to nobody."""
        await store.games.create(a_row())
        card = PostRow(9, 100, 4, "turn-3", "picture", screen="words")
        await store.posts.save("abc", {"hand-5": card})

        await store.posts.record_edit("abc", 100, 6, "until 7")
        await store.posts.record_edit("abc", 99, 8, "")

        shown = replace(card, version=6, pictures="", screen="", time_said="until 7")
        assert await store.posts.by_kind("abc") == {"hand-5": shown}

    async def test_languages_and_notes(self, store: Store) -> None:
        """Settings are overwritten."""
        await store.people.set_locale(5, "de")
        await store.people.set_locale(5, None)
        await store.people.set_guild_locale(5, "de")
        await store.notes.set("tree", "a")
        await store.notes.set("tree", "b")

        assert (await store.people.get(5)).locale is None
        assert await store.people.guild_locale(5) == "de"
        assert await store.notes.get("tree") == "b"

    async def test_a_row_does_not_show_its_seed(self) -> None:
        """Not even by accident, in a log."""
        assert "ssss" not in repr(a_row())


class TestSafety:
    """What is kept stays kept."""

    async def test_a_backup_is_whole_while_games_go_on(self, tmp_path: Path) -> None:
        """Its log is one that the game had, and nothing in it contradicts itself."""
        store = await open_store(tmp_path / "games.db")
        await store.games.create(a_row())

        async def play() -> None:
            row = a_row()
            for _ in range(30):
                row = await append_events(store, row, [Passed(Seat(0)), TurnBegan(Seat(1))])

        async def save() -> None:
            await asyncio.sleep(0.002)
            await store.backup(tmp_path / "copy.db")

        await asyncio.gather(play(), save())

        copy = await open_store(tmp_path / "copy.db")
        row, log = await copy.games.get("abc"), await copy.games.log("abc")
        await copy.close()
        assert row is not None
        assert len(log) == row.version
        assert log == (await store.games.log("abc"))[: len(log)]
        await store.close()

    async def test_a_cancelled_write_leaves_nothing(self, store: Store) -> None:
        """Whoever is stopped has done all of it or nothing, and blocks nobody."""
        await store.games.create(a_row())
        tasks = [
            asyncio.create_task(append_events(store, a_row(), [Passed(Seat(0))] * 50))
            for _ in range(3)
        ]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await store.database.write()  # what was begun is ended before this

        version = len(await store.games.log("abc"))
        row = await store.games.get("abc")
        assert row is not None
        await append_events(store, row, [Passed(Seat(0))])

        assert version in (0, 50)
        assert len(await store.games.log("abc")) == version + 1
