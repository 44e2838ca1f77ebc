"""The terminal and a PostgreSQL server: the move there, the doctor, overviews, exports."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from typer.testing import CliRunner, Result

from bot.cli.main import app
from bot.config import read_settings
from bot.database_url import Server
from bot.games.errors import StoreError
from bot.storage.backup import to_postgres
from bot.storage.sqlite.file_lock import lock_file
from bot.storage.sqlite.schema import newest_version
from bot.storage.store import lock_database, open_store
from engine.errors import BadInput
from tests.support.postgres import Cluster
from tests.support.processes import ROOT
from tests.support.stored_games import open_stored_lobby, play_stored_game

PASSWORD = "correct & horse/battery?=%staple #1"  # noqa: S105  # nobody's


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A file with a finished, a running and an unopened game; the finished one's id."""
    database = tmp_path_factory.mktemp("games") / "games.db"
    over = play_stored_game(database)
    play_stored_game(database, channel=3, moves=25)
    open_stored_lobby(database)
    return database, over


@pytest.fixture
def file(games: tuple[Path, str], tmp_path: Path) -> Path:
    return Path(shutil.copy(games[0], tmp_path / "games.db"))


@pytest.fixture
def server(postgres: Cluster) -> Server:
    return asyncio.run(postgres.new_schema())


def _run(place: Path | Server | str, *words: object) -> Result:
    address = place.url if isinstance(place, Server) else str(place)
    environment = {"WHISTLESTOP_DB": address, "DISCORD_TOKEN": "", "COLUMNS": "200"}
    return CliRunner().invoke(app, [str(word) for word in words], env=environment)


def _refused(result: Result, said: str) -> None:
    assert result.exit_code == 2, result.output
    assert len(result.stderr.splitlines()) == 1
    assert said in result.stderr


async def _note(server: Server) -> None:
    store = await open_store(server)
    await store.notes.set("a", "b")
    await store.close()


class TestMove:
    """Every row arrives, or it is said why not."""

    def test_everything_arrives(
        self, games: tuple[Path, str], file: Path, server: Server, tmp_path: Path
    ) -> None:
        """The file stays as it is; the same game is exported from both, with every byte."""
        before = file.read_bytes()

        done = _run(file, "move", file, server.url)

        assert done.exit_code == 0, done.output
        assert "3 games replayed" in done.stdout
        assert file.read_bytes() == before
        for place, name in ((file, "a"), (server, "b")):
            result = _run(place, "export", games[1], "--out", tmp_path / name)
            assert result.exit_code == 0, result.output
        assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
        assert _run(file, "games").stdout == _run(server, "games").stdout
        assert _run(file, "servers").stdout == _run(server, "servers").stdout

    def test_cut_short_it_goes_on(
        self, file: Path, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What arrived is not sent again, and until then no bot starts there."""
        monkeypatch.setattr(to_postgres, "BATCH_ROWS", 50)
        told: list[int] = []

        def stop(what: str, done: int, of: int) -> None:
            told.append(done)
            if done >= 150:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            asyncio.run(to_postgres.move_to_postgres(file, server, stop))
        with pytest.raises(StoreError, match="not finished"):
            asyncio.run(open_store(server))
        assert "not finished" in _run(server, "doctor").stdout

        again: list[tuple[str, int]] = []
        asyncio.run(
            to_postgres.move_to_postgres(
                file, server, lambda what, done, of: again.append((what, done))
            )
        )

        assert again[0] == ("Copying rows", told[-1])
        assert _run(file, "games").stdout == _run(server, "games").stdout
        assert asyncio.run(_rows(server, "events")) == _count(file, "events")

    def test_another_file_does_not_go_on_with_it(self, file: Path, server: Server) -> None:
        """Nor the same one after somebody has played on."""

        def stop(what: str, done: int, of: int) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            asyncio.run(to_postgres.move_to_postgres(file, server, stop))
        with closing(sqlite3.connect(file)) as db, db:
            db.execute("INSERT INTO notes VALUES ('later', '')")

        _refused(_run(file, "move", file, server.url), "contains data that differs from")

    def test_a_server_with_rows_is_left_alone(self, file: Path, server: Server) -> None:
        """Even with a single one."""
        asyncio.run(_note(server))

        _refused(_run(file, "move", file, server.url), "not empty: notes has rows")

    def test_a_row_that_was_changed_on_the_way_is_noticed(
        self, file: Path, server: Server, postgres: Cluster
    ) -> None:
        """What was sent is compared with what is there."""
        name = server.url.rpartition("=")[2]

        def harm(what: str, done: int, of: int) -> None:
            if what == "Comparing tables" and done == 0:
                sql = f"UPDATE {name}.events SET action_n = action_n + 1 WHERE seq = 5"  # noqa: S608
                _in_thread(postgres, sql)

        with pytest.raises(StoreError, match="differs from the file in events"):
            asyncio.run(to_postgres.move_to_postgres(file, server, harm))

    def test_a_finished_game_that_is_not_whole_is_noticed(self, file: Path, server: Server) -> None:
        """Nobody would look at its log before somebody wants to verify it."""
        with closing(sqlite3.connect(file)) as db, db:
            db.execute(
                "DELETE FROM events WHERE seq = 7"
                " AND game_id = (SELECT id FROM games WHERE status = 'over')"
            )

        _refused(_run(file, "move", file, server.url), "has a gap")

    def test_nobody_may_play_on_meanwhile(self, file: Path, server: Server) -> None:
        """Neither on the file nor on the server."""
        with lock_file(file.with_name("games.db.lock"), ""):
            _refused(_run(file, "move", file, server.url), "stop it first")

        async def busy() -> None:
            async with lock_database(server, ""):
                await to_postgres.move_to_postgres(file, server, lambda *_: None)

        with pytest.raises(BadInput, match="in use by a bot"):
            asyncio.run(busy())

    def test_nonsense_is_refused_in_a_line(self, file: Path, tmp_path: Path) -> None:
        """Whatever was typed."""
        url = "postgresql://u:secret@127.0.0.1:1/games"
        text = tmp_path / "text.db"
        text.write_text("no database" * 100)
        away = _run(file, "move", file, url)
        assert (away.exit_code, "refused" in away.stderr) == (1, True)
        for typo in ("postgresql:/u:secret@host/a", "postgresql//u:secret@host/a", "u:secret@host"):
            _refused(_run(file, "move", file, typo), "starts with postgresql://")
            listed = _run(typo, "games")
            assert listed.exit_code == 2
            assert "secret" not in listed.output
        _refused(_run(file, "move", tmp_path / "none.db", url), "no file")
        _refused(_run(file, "move", text, url), "text.db")
        _refused(_run(file, "move", file, "mysql://u:secret@localhost/games"), "postgresql://")
        _refused(_run(file, "move", file, tmp_path / "other.db"), "the target must be a server")
        _refused(_run(file, "move", file, "postgresql://u:secret@host:port/a"), "is invalid")
        for sign in "/?#":
            url = f"postgresql://u:1{sign}secret@host/a"
            _refused(_run(file, "move", file, url), "%2F for /")


@pytest.fixture
def password_server(postgres: Cluster) -> Iterator[Server]:
    """Where a user must give a password. Only one test may use it: all share the server's file."""
    name = f"guarded_{uuid4().hex[:8]}"
    setup = (
        f"CREATE ROLE {name} LOGIN PASSWORD '{PASSWORD}'",
        f"CREATE SCHEMA {name} AUTHORIZATION {name}",
        "SHOW hba_file",
    )
    ((path,),) = asyncio.run(postgres.run(*setup))
    rules = Path(path)
    before = rules.read_text(encoding="utf-8")
    rules.write_text(f"local all {name} scram-sha-256\n{before}", encoding="utf-8")
    asyncio.run(postgres.run("SELECT pg_reload_conf()"))
    query = urlsplit(postgres.server().url).query
    yield Server(f"postgresql://{name}@/postgres?{query}&search_path={name}")
    rules.write_text(before, encoding="utf-8")
    asyncio.run(postgres.run("SELECT pg_reload_conf()"))


def test_a_password_in_a_file_lets_us_in(
    file: Path, password_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it, or with a wrong one, the server refuses us. It is shown nowhere."""
    _refused(_run(file, "move", file, password_server.url), "refuses the login")
    secret = tmp_path / "password"
    monkeypatch.setenv("WHISTLESTOP_DB_PASSWORD_FILE", str(secret))
    secret.write_text("another password", encoding="utf-8")
    wrong = _run(password_server, "games")
    _refused(wrong, "refuses the login: password authentication failed")
    secret.write_text(f"{PASSWORD}\n", encoding="utf-8")

    moved, listed = _run(file, "move", file, password_server.url), _run(password_server, "games")

    assert (moved.exit_code, listed.exit_code) == (0, 0), moved.output + listed.output
    assert len(listed.stdout.splitlines()) > 1
    assert PASSWORD not in moved.output + listed.output
    assert "another password" not in wrong.output


class TestCutShort:
    def test_who_interrupts_it_hears_how_to_go_on(
        self, file: Path, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def interrupted(*given: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as cut:
            cut.setattr(to_postgres, "_verify", interrupted)
            stopped = _run(file, "move", file, server.url)
        assert stopped.exit_code == 130
        assert "run the same command again" in stopped.stderr
        assert _run(file, "move", file, server.url).exit_code == 0


class TestOtherCommands:
    """What works on a server, and what says where to turn."""

    def test_the_doctor_examines_a_server(self, server: Server) -> None:
        """Before the first start, and after it."""
        assert "note  database" in (first := _run(server, "doctor").stdout)
        assert "is empty" in first

        play_stored_game(server, moves=5)

        found = _run(server, "doctor")
        assert found.exit_code == 0
        assert f"version {newest_version()}, writable, 1 open tables" in found.stdout
        assert "ok    clock" in found.stdout

    def test_the_doctor_finds_a_log_that_is_not_whole(
        self, server: Server, postgres: Cluster
    ) -> None:
        """Every open game is played again."""
        play_stored_game(server, moves=5)
        name = server.url.rpartition("=")[2]
        asyncio.run(postgres.run(f"DELETE FROM {name}.events WHERE seq = 3"))  # noqa: S608

        found = _run(server, "doctor")

        assert found.exit_code == 1
        assert "has a gap" in found.stdout

    def test_the_doctor_really_writes(self, server: Server, postgres: Cluster) -> None:
        play_stored_game(server, moves=5)
        name = server.url.rpartition("=")[2]
        asyncio.run(postgres.run(f"ALTER TABLE {name}.notes ADD CHECK (name <> 'doctor')"))

        found = _run(server, "doctor")

        assert found.exit_code == 1
        assert "cannot be used" in found.stdout

    def test_the_doctor_names_a_server_that_is_not_there(self) -> None:
        """Without the password."""
        found = _run(Server("postgresql://u:secret@127.0.0.1:1/games"), "doctor")

        assert found.exit_code == 1
        assert "fail  database: postgresql://127.0.0.1:1/games cannot be reached" in found.stdout
        assert "secret" not in found.output

    @pytest.mark.parametrize("words", [("backup", "copy.db"), ("restore", "copy.db")])
    def test_copies_are_the_server_s_business(self, server: Server, words: tuple[str, ...]) -> None:
        """Its own tools are named."""
        _refused(_run(server, *words), "pg_dump")

    def test_tables_say_that_pg_restore_has_set_them_back(self, file: Path, server: Server) -> None:
        """Once nobody uses it: each open one has a line to tell, and its old buttons are void."""
        assert _run(file, "move", file, server.url).exit_code == 0

        async def busy() -> Result:
            async with lock_database(server, "taken"):
                return await asyncio.to_thread(_run, server, "announce-restore")

        _refused(asyncio.run(busy()), "stop it first")
        assert asyncio.run(_set_back(server)) == {}

        done = _run(server, "announce-restore")
        assert done.stdout == "2 open tables will announce the restore\n"
        assert [*asyncio.run(_set_back(server)).values()] == [["line-restored"], ["line-restored"]]

    def test_back_to_a_copy_of_before_an_upgrade(self, postgres: Cluster, tmp_path: Path) -> None:
        """By the words of the manual: nothing of what came later is left."""
        manual = (ROOT / "docs" / "postgresql.md").read_text(encoding="utf-8")
        asyncio.run(postgres.run("CREATE DATABASE upgraded"))
        server = postgres.server("upgraded")
        tools = asyncio.run(postgres.tools_folder())
        play_stored_game(server, moves=5)

        def follow(tool: str) -> None:
            (line,) = re.findall(rf"^ *({tool} .*)$", manual, re.MULTILINE)
            words = shlex.split(re.sub(r"\bURL\b", shlex.quote(server.url), line))
            subprocess.run([tools / tool, *words[1:]], cwd=tmp_path, check=True)  # noqa: S603  # ours

        follow("pg_dump")
        asyncio.run(
            postgres.run(
                'CREATE TABLE later (game_id TEXT COLLATE "C" REFERENCES games)',
                "UPDATE schema SET version = version + 1, serves_from = version + 1",
                "DELETE FROM events WHERE seq > 3",
                database="upgraded",
            )
        )
        _refused(_run(server, "announce-restore"), "serves programs from")
        follow("psql")
        follow("pg_restore")
        assert _run(server, "announce-restore").exit_code == 0
        found = _run(server, "doctor")
        assert found.exit_code == 0, found.stdout
        asyncio.run(postgres.run("DROP DATABASE upgraded WITH (FORCE)"))

    def test_a_file_is_set_back_by_one_command(self, file: Path) -> None:
        _refused(_run(file, "announce-restore"), "use `whistlestop restore FILE`")

    def test_nightly_backups_are_for_files(self) -> None:
        """Whoever asks for them is told; else there are none."""
        given = {"WHISTLESTOP_DB": "postgresql://localhost/games"}
        assert read_settings(given).backups is None
        with pytest.raises(BadInput, match="pg_dump"):
            read_settings(given | {"WHISTLESTOP_BACKUPS": "somewhere"})

    def test_the_doctor_counts_processes(self, server: Server) -> None:
        """One of several that thinks it is alone would close its door too soon."""
        play_stored_game(server, moves=5)

        async def examined() -> Result:
            stores = [await open_store(server) for _ in range(2)]
            found = await asyncio.to_thread(_run, server, "doctor")
            for store in stores:
                await store.close()
            return found

        assert (
            "connected to the database, but WHISTLESTOP_PROCESSES is 1"
            in asyncio.run(examined()).stdout
        )

    def test_what_is_put_off_is_not_untold(self, server: Server, postgres: Cluster) -> None:
        """By the list that is looked at when a table is untold."""
        play_stored_game(server, moves=5)
        name = server.url.rpartition("=")[2]
        for tell_at, told, said in (
            ("2000", "no", "note  updates: a table has waited"),
            ("9000", "later", "ok    updates: all tables are up to date"),
        ):
            sql = f"UPDATE {name}.games SET announced = 0, updated_at = '2026-01-01T00:00:00+00:00'"  # noqa: S608
            asyncio.run(postgres.run(f"{sql}, tell_at = '{tell_at}' RETURNING 1"))
            assert f" {told} " in _run(server, "games").stdout
            assert said in _run(server, "doctor").stdout

    def test_a_look_makes_no_tables(self, server: Server) -> None:
        """The bot does, at its start."""
        for words in (("games",), ("servers",), ("export", "abc"), ("announce-restore",)):
            _refused(_run(server, *words), "nothing of ours")


def _in_thread(postgres: Cluster, sql: str) -> None:
    """Do something on a server from within a loop that waits for it."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(postgres.run(sql))).result()


async def _set_back(server: Server) -> dict[str, list[str]]:
    """The tables that were set back, and what those of them have to say that are untold."""
    store = await open_store(server)
    restored, untold = await store.games.restore_times(), await store.posts.pending_tables()
    found = {
        id: [line.key for _, line in await store.posts.lines(id)] for id in restored if id in untold
    }
    await store.close()
    return found


async def _rows(server: Server, table: str) -> int:
    store = await open_store(server)
    try:
        rows = await store.database.fetch_all(f"SELECT count(*) FROM {table}")  # noqa: S608
        return int(rows[0][0])
    finally:
        await store.close()


def _count(file: Path, table: str) -> int:
    with closing(sqlite3.connect(file)) as db:
        return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608
