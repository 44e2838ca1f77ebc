"""A PostgreSQL server: versions, several programs, bad addresses, lost connections, secrets."""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections.abc import AsyncIterator

import msgspec
import pytest

from bot.database_url import Server
from bot.games.clock.model import SeatClock
from bot.games.errors import (
    Conflict,
    DatabaseError,
    DiskFull,
    DuplicatePress,
    StoreError,
    Unreachable,
)
from bot.games.model import Change, Due, Move, Notice
from bot.storage.database import Statement
from bot.storage.postgres import database as postgres_database
from bot.storage.postgres import schema as postgres_schema
from bot.storage.postgres.connect import open_connection
from bot.storage.sqlite.schema import migrations, newest_version
from bot.storage.store import Store, lock_database, open_read_only, open_store
from engine.actions import Pass
from engine.errors import BadInput
from engine.events import Passed
from engine.ids import Seat
from tests.storage.postgres.test_outages import failing_server
from tests.storage.test_store import NOW, a_row
from tests.support.postgres import Cluster

ADDS = "ALTER TABLE notes ADD COLUMN more TEXT NOT NULL DEFAULT '';"
TAKES = "ALTER TABLE notes DROP COLUMN text;"


@pytest.fixture
async def store(server: Server) -> AsyncIterator[Store]:
    made = await open_store(server)
    yield made
    await made.close()


def a_later_program(monkeypatch: pytest.MonkeyPatch, *changes: str) -> None:
    """From now on the program has these changes too."""
    later = migrations() | dict(enumerate(changes, newest_version() + 1))
    for module in ("sqlite.schema", "postgres.schema"):
        monkeypatch.setattr(f"bot.storage.{module}.migrations", lambda: later)


class TestVersions:
    """Which programs may use a database."""

    async def test_several_that_start_at_once_make_the_tables_once(self, server: Server) -> None:
        """One makes them, the others wait and find them."""
        stores = await asyncio.gather(*(open_store(server) for _ in range(4)))

        await stores[0].notes.set("a", "b")
        assert await stores[3].notes.get("a") == "b"
        for each in stores:
            await each.close()

    async def test_a_program_goes_on_while_a_later_one_adds(
        self, server: Server, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The one that runs, and one that is started again."""
        with monkeypatch.context() as later:
            a_later_program(later, ADDS)
            await (await open_store(server)).close()

        await store.notes.set("a", "b")
        again = await open_store(server)
        assert await again.notes.get("a") == "b"
        await again.close()

    async def test_a_program_that_is_too_old_refuses_at_its_start(
        self, server: Server, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A later one has taken something away; both numbers are named."""
        with monkeypatch.context() as later:
            a_later_program(later, ADDS, TAKES)
            await (await open_store(server)).close()

        with pytest.raises(
            StoreError, match=rf"from {newest_version() + 2} on.*up to {newest_version()}"
        ):
            await open_store(server)

    async def test_a_failed_change_leaves_everything_as_it_was(
        self, server: Server, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """All changes and their number are one transaction."""
        with monkeypatch.context() as later:
            a_later_program(later, ADDS, "SELECT nonsense;")
            with pytest.raises(StoreError, match="nonsense"):
                await open_store(server)

        await (await open_store(server)).close()
        rows = await store.database.fetch_all("SELECT version FROM schema")
        assert rows == [(newest_version(),)]

    async def test_rows_are_moved_by_later_changes(
        self, server: Server, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Only what came before there was any server has none to move."""
        await store.notes.set("a", "b")

        a_later_program(monkeypatch, "UPDATE notes SET text = 'c';")
        await (await open_store(server)).close()

        assert await store.notes.get("a") == "c"

    async def test_another_program_s_tables_are_left_alone(self, postgres: Cluster) -> None:
        """An empty database is asked for."""
        server = await postgres.new_schema()
        name = server.url.rpartition("=")[2]
        await postgres.run(f"CREATE TABLE {name}.theirs (id INT)")

        with pytest.raises(StoreError, match="another program"):
            await open_store(server)

    async def test_what_is_only_looked_at_is_not_changed(self, server: Server) -> None:
        """Where there is nothing, nothing is made."""
        for _ in range(2):
            with pytest.raises(StoreError, match="nothing of ours"):
                async with open_read_only(server):
                    pass

    def test_every_older_file_has_the_same_changes(self) -> None:
        """No word of SQLite's is left in what is said to a server."""
        from bot.storage.postgres.schema import to_postgres_sql

        said = " ".join(step for n, sql in migrations().items() for step in to_postgres_sql(n, sql))
        assert not [word for word in ("STRICT", "ROWID", "BLOB", "strftime") if word in said]


class TestRefusals:
    """One line that says what is wrong, and never a password."""

    @pytest.mark.parametrize(
        ("url", "why"),
        [
            ("postgresql://u:secret@127.0.0.1:1/games", "refused"),
            ("postgresql://u:secret@nowhere.invalid/games", "cannot be reached"),
            ("postgresql://u:secret@/games?host=/nowhere", "cannot be reached"),
            ("postgresql://u:secret@127.0.0.1/games?sslmode=nonsense", "sslmode"),
        ],
    )
    async def test_a_server_that_is_not_there(self, url: str, why: str) -> None:
        """By its address."""
        with pytest.raises(StoreError, match=why) as refused:
            await open_store(Server(url))

        # A wrong setting is not tried again.
        assert isinstance(refused.value, Unreachable) is (why != "sslmode")
        text = "".join(traceback.format_exception(refused.value))
        assert "secret" not in text.replace(url, "")
        assert "\n" not in str(refused.value)

    async def test_a_server_that_goes_away_at_the_start(self, postgres: Cluster) -> None:
        """It may be there again later, so it is worth another try."""
        async with failing_server(postgres) as host:
            for mark in (b"to_regclass", b"clock_timestamp"):
                host.proxy.swallow(mark)
                with pytest.raises(Unreachable):
                    await open_store(host.server)
            host.proxy.swallow(b"pg_try_advisory_lock")
            with pytest.raises(Unreachable):
                async with lock_database(host.server, "in use"):
                    pass

    async def test_somebody_who_stands_in_the_way(
        self, server: Server, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A dump reads a table that is to be changed: nobody waits behind us for its end."""
        monkeypatch.setattr(postgres_schema, "LOCK_TIMEOUT", "50ms")
        a_later_program(monkeypatch, ADDS)
        async with open_connection(server) as dump, dump.transaction():
            await dump.execute("LOCK TABLE notes IN ACCESS SHARE MODE")
            with pytest.raises(Unreachable, match="lock timeout"):
                await open_store(server)
        await (await open_store(server)).close()

    async def test_a_database_that_is_not_there(self, postgres: Cluster) -> None:
        """The server is, and says so."""
        with pytest.raises(StoreError, match="does not exist"):
            await open_store(postgres.server("nowhere"))

    async def test_a_server_that_can_only_be_read(self, server: Server) -> None:
        """A copy that follows another server, or one that was locked."""
        only_read = Server(f"{server.url}&default_transaction_read_only=on")

        with pytest.raises(DiskFull, match="only be read"):
            await open_store(only_read)

    async def test_a_server_that_becomes_read_only(self, server: Server, store: Store) -> None:
        """Players are told, and health knows why."""
        async with open_read_only(server) as looking:
            with pytest.raises(DiskFull):
                await looking.notes.set("a", "b")
            assert looking.write_error
            assert "read-only" in looking.write_error

    async def test_an_installation_without_the_driver(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It says what to install."""
        monkeypatch.delitem(sys.modules, "bot.storage.postgres.database")
        monkeypatch.setitem(sys.modules, "asyncpg", None)

        with pytest.raises(StoreError, match=r"whistlestop\[postgres\]"):
            await open_store(server)

    async def test_a_second_bot_on_the_gateway(self, server: Server) -> None:
        """It is refused until the first has gone."""
        async with lock_database(server, "in use"):
            with pytest.raises(BadInput, match="in use"):
                async with lock_database(server, "in use"):
                    pass
        async with lock_database(server, "in use"):
            pass


class TestRoundTrips:
    """What a server is asked for one change."""

    CHANGE = Change(
        status="playing",
        events=[Passed(Seat(0)), Passed(Seat(1))],
        move=Move(Pass(Seat(0))),
        due=[Due(0, "clock", NOW, 1), Due(1, "bot", NOW, 1)],
        clocks=[SeatClock(Seat(0)), SeatClock(Seat(1))],
        lines=[Notice("line-back", {})],
    )

    @pytest.fixture
    async def table(self, store: Store) -> Store:
        await store.games.create(a_row())
        return store

    async def test_a_move_is_one(self, table: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        """Also where it takes the place of something that was due."""

        async def never(connection: object, statement: Statement) -> int:
            raise AssertionError(statement.sql)

        monkeypatch.setattr(postgres_database, "_execute", never)
        row = await table.games.commit(a_row(), self.CHANGE, NOW, 77)
        later = [Due(1, "bot", "2027", 2), Due(2, "clock", NOW, 2)]
        await table.games.commit(row, msgspec.structs.replace(self.CHANGE, due=later), NOW, 78)

        assert await table.games.due("abc") == sorted(later, key=lambda due: due.due_at)
        assert len(await table.games.log("abc")) == 4
        assert len(await table.games.clocks("abc")) == 2
        assert [n for n, _ in await table.posts.lines("abc")] == [2, 3]

    async def test_what_is_not_to_be_leaves_no_trace(self, table: Store) -> None:
        """Neither of the press nor of the move; and it is said which of the two it was."""
        row = await table.games.commit(a_row(), self.CHANGE, NOW, 77)

        with pytest.raises(Conflict):
            await table.games.commit(a_row(), self.CHANGE, NOW, 78)
        with pytest.raises(DuplicatePress):
            await table.games.commit(row, self.CHANGE, NOW, 77)

        assert await table.games.pressed_game(78) is None
        assert len(await table.games.log("abc")) == 2


class TestLostConnections:
    """What was begun is all there or not at all, and a press knows which."""

    async def test_lost_in_mid_transaction(
        self, postgres: Cluster, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nothing is kept; the same press is carried out by its next delivery, and only once."""
        await store.games.create(a_row())
        change = Change(status="playing", events=[Passed(Seat(0))], move=Move(Pass(Seat(0))))
        steps, step = [], postgres_database._execute

        async def cut(connection: object, statement: Statement) -> int:
            steps.append(await step(connection, statement))  # type: ignore[arg-type]
            if len(steps) in (3, 6):  # it is tried twice
                pid = connection.get_server_pid()  # type: ignore[attr-defined]
                await postgres.run(f"SELECT pg_terminate_backend({pid}, 5000)")
            return steps[-1]

        monkeypatch.setattr(postgres_database, "combine_statements", lambda statements: None)
        monkeypatch.setattr(postgres_database, "_execute", cut)
        with pytest.raises(DatabaseError):
            await store.games.commit(a_row(), change, NOW, 77)
        monkeypatch.undo()

        assert len(steps) == 6
        assert await store.games.pressed_game(77) is None
        assert await store.games.log("abc") == []
        assert (await store.games.commit(a_row(), change, NOW, 77)).version == 1
        with pytest.raises(DuplicatePress):
            await store.games.commit(a_row(), change, NOW, 77)
        assert await store.games.pressed_game(77) == "abc"
        assert len(await store.games.log("abc")) == 1

    async def test_a_server_that_was_started_again(self, postgres: Cluster, store: Store) -> None:
        """Connections that are gone are made anew."""
        await store.notes.set("a", "b")
        for _ in range(2):
            (pid,) = (await store.database.fetch_all("SELECT pg_backend_pid()"))[0]
            await postgres.run(f"SELECT pg_terminate_backend({pid}, 5000)")
            await asyncio.sleep(0.01)

        assert await store.notes.get("a") == "b"
        await store.notes.set("a", "c")


class TestLikeAFile:
    """What SQLite does without being asked."""

    async def test_texts_are_ordered_by_their_letters(self, store: Store) -> None:
        """Also where the server would order them as a dictionary does: moments are texts."""
        rows = await store.database.fetch_all(
            "SELECT table_name, column_name, collation_name FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND data_type = 'text'"
        )

        assert ("due", "due_at", "C") in rows
        assert not [row for row in rows if row[2] != "C"]

    async def test_a_fault_does_not_show_the_row(self, store: Store) -> None:
        """The server would: there are seeds in rows, and what goes wrong is logged."""
        row = msgspec.structs.replace(a_row(), status="nonsense", seed=b"secretsecret")  # type: ignore[arg-type]

        with pytest.raises(DatabaseError, match="violates check") as fault:
            await store.games.create(row)

        text = "".join(traceback.format_exception(fault.value))
        assert row.seed.hex() not in text
        assert "hash" not in text.replace("commitment", "")
