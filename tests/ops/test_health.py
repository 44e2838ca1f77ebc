"""The health endpoint's judgement, part by part."""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from aiohttp import web

from bot.build import program_commit, program_version
from bot.connection.gateway import Gateway
from bot.database_url import Server
from bot.games.errors import DiskFull
from bot.games.service import make_games
from bot.ops.health import MAX_PENDING_SECONDS, Health, ask_health, serve_health
from bot.storage.store import open_read_only, open_store
from tests.chaos.proxy import Proxy
from tests.storage.test_store import a_row
from tests.support.postgres import Cluster
from tests.support.processes import free_port
from tests.support.timeouts import TEST_TIMEOUT_SECONDS


def _client(*, closed: bool = False, ready: bool = True, shards: tuple[bool, ...] = (True,)) -> Any:
    """As much of a client as is asked; a shard is True when it is on the line."""
    return SimpleNamespace(
        is_closed=lambda: closed,
        is_ready=lambda: ready,
        shards={n: SimpleNamespace(is_closed=lambda on=on: not on) for n, on in enumerate(shards)},
    )


@pytest.mark.parametrize(
    ("client", "well"),
    [
        (_client(), True),
        (_client(shards=(True, True)), True),
        (_client(shards=(True, False)), False),
        (_client(shards=()), False),
        (_client(ready=False), False),
        (_client(closed=True), False),
    ],
)
async def test_every_shard_is_on_the_line(client: Any, well: bool, tmp_path: Path) -> None:
    store = await open_store(tmp_path / "games.db")
    try:
        report = await Health(Gateway(client), store).report()
    finally:
        await store.close()

    assert report["gateway"] is well
    assert (report["version"], report["commit"]) == (program_version(), program_commit())
    assert report["database"] is True


async def test_a_database_that_does_not_answer(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "games.db")
    await store.close()

    report = await Health(Gateway(_client()), store).report()

    assert (report["status"], report["gateway"], report["database"]) == ("unavailable", True, False)


async def test_a_table_that_cannot_be_told_keeps_nobody_from_playing(tmp_path: Path) -> None:
    """It is said, but no proxy passes over a process for it: all of them would say the same."""
    store = await open_store(tmp_path / "games.db")
    await store.games.create(a_row())  # some months ago
    health = Health(Gateway(_client()), store)

    report = await health.report()

    assert report["status"] == "degraded"
    assert cast("int", report["oldest_untold_s"]) > MAX_PENDING_SECONDS
    assert (await health.answer_request(cast("web.Request", None))).status == 200
    await store.close()


async def test_a_full_disk(tmp_path: Path) -> None:
    """Nothing can be written: 503 and why; what was kept is kept, and it mends itself."""
    store = await open_store(tmp_path / "games.db")
    await store.notes.set("before", "kept")
    health = Health(Gateway(_client()), store)
    writer = store.database._writer
    ((pages,),) = await writer.execute_fetchall("PRAGMA page_count")
    await writer.execute(f"PRAGMA max_page_count = {pages}")
    for size in (500, 40, 1):  # until there is no room left where the next note belongs
        for number in range(200):
            with suppress(DiskFull):
                await store.notes.set(f"health {size} {number}", "x" * size)

    report = await health.report()
    assert (report["status"], report["database"]) == ("unavailable", False)
    assert "full" in str(report["write_error"])
    assert await store.notes.get("before") == "kept"

    await writer.execute("PRAGMA max_page_count = 1000000")
    assert (await Health(Gateway(_client()), store).report())["status"] == "ok"
    assert store.write_error is None
    await store.close()


async def test_a_disk_with_room_for_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change has found none, and nobody knows better until the next one, or for a while."""
    store = await open_store(tmp_path / "games.db")
    writer = store.database._writer
    ((pages,),) = await writer.execute_fetchall("PRAGMA page_count")
    await writer.execute(f"PRAGMA max_page_count = {pages}")
    health = Health(Gateway(_client()), store)
    assert (await health.report())["status"] == "ok"
    with pytest.raises(DiskFull):
        await store.games.create(msgspec.structs.replace(a_row(), options="x" * 100_000))
    await store.notes.set("health", "there is room for this")

    report = await health.report()
    assert (report["status"], report["database"]) == ("unavailable", False)
    assert "full" in str(report["write_error"])
    with monkeypatch.context() as later:
        later.setattr("bot.ops.health.REFUSAL_MEMORY_SECONDS", 0.0)
        assert (await health.report())["database"] is True
    await store.games.create(a_row())
    assert (await health.report())["database"] is True
    await store.close()


@contextmanager
def tiny_disk(owner: int) -> Iterator[Path]:
    """A disk of a few megabytes, of a server's own user."""
    folder = Path(tempfile.mkdtemp(prefix="whistlestop-disk-"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size=4m,uid={owner},mode=700", "tmpfs", str(folder)]
    try:
        if subprocess.run(mount, capture_output=True, check=False).returncode:  # noqa: S603  # ours
            pytest.skip("no right to mount a disk")
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], capture_output=True, check=False)  # noqa: S603, S607
        folder.rmdir()


async def test_a_full_disk_of_a_server(postgres: Cluster) -> None:
    """The same, of a real disk: 503 and why; when there is room it goes on."""
    server = await postgres.new_schema()
    schema = parse_qs(urlsplit(server.url).query)["search_path"][0]
    with tiny_disk(Path(_socket(server)).stat().st_uid) as disk:
        await postgres.run(f"CREATE TABLESPACE {schema} LOCATION '{disk}'")
        store = await open_store(Server(f"{server.url}&default_tablespace={schema}"))
        await store.notes.set("before", "kept")
        ballast = disk / "ballast"
        with suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 4096)
        for size in (1500, 40, 1):  # until there is no room left where the next note belongs
            with suppress(DiskFull):
                for number in range(1000):
                    await store.notes.set(f"{size} {number}", "x" * size)

        report = await Health(Gateway(_client()), store).report()
        assert (report["status"], report["database"]) == ("unavailable", False)
        assert "No space left on device" in str(report["write_error"])
        assert await store.notes.get("before") == "kept"
        empty = await postgres.new_schema()
        with pytest.raises(DiskFull, match="No space left on device"):
            await open_store(Server(f"{empty.url}&default_tablespace={schema}"))

        ballast.unlink()
        assert (await Health(Gateway(_client()), store).report())["status"] == "ok"
        await store.close()
        await postgres.run(f"DROP SCHEMA {schema} CASCADE", f"DROP TABLESPACE {schema}")


async def test_a_server_that_can_only_be_read(postgres: Cluster) -> None:
    """503, and what it says."""
    server = await postgres.new_schema()
    await (await open_store(server)).close()
    async with open_read_only(server) as store:
        report = await Health(Gateway(_client()), store).report()

    assert (report["status"], report["database"]) == ("unavailable", False)
    assert "read-only" in str(report["write_error"])


async def test_a_line_that_leads_nowhere(postgres: Cluster) -> None:
    """It is said in time, though the server never answers."""
    server = await postgres.new_schema()
    async with Proxy(_socket(server)) as proxy:
        schema = parse_qs(urlsplit(server.url).query)["search_path"][0]
        where = f"postgresql://postgres@127.0.0.1:{proxy.port}/postgres?sslmode=disable"
        store = await open_store(Server(f"{where}&search_path={schema}"))
        health = Health(Gateway(_client()), store)
        assert (await health.report())["status"] == "ok"

        proxy.hang()
        async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
            report = await health.report()
        assert (report["status"], report["database"]) == ("unavailable", False)

        proxy.mend()
        proxy.drop()
        async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
            while (await health.report())["status"] != "ok":
                await asyncio.sleep(0.1)
        await store.close()


def _socket(server: Server) -> str:
    host = parse_qs(urlsplit(server.url).query)["host"][0]
    return str(Path(host) / ".s.PGSQL.5432")


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "localhost"])  # noqa: S104  # asked
async def test_it_is_asked_where_it_listens(host: str, tmp_path: Path) -> None:
    """Not always on the same address; one that listens on all is asked on this machine."""
    store, port = await open_store(tmp_path / "games.db"), free_port()
    health = Health(Gateway(_client()), store)
    async with serve_health(health, host, port):
        well = await asyncio.to_thread(ask_health, host, port)
        elsewhere = await asyncio.to_thread(ask_health, "127.0.0.2", port)
    await store.close()

    assert well
    assert elsewhere is (host == "0.0.0.0")  # noqa: S104  # asked


class TestDisks:
    """Full and read-only ones."""

    async def test_a_full_disk(self, tmp_path: Path) -> None:
        """Nothing is kept of what did not fit; health says why; when there is room it goes on."""
        store = await open_store(tmp_path / "games.db")
        service = make_games(store)
        lobby = await service.lobby.open("usa", 1, 7, 11, "en")
        pages = (await store.database._writer.execute_fetchall("PRAGMA page_count"))[0][0]  # type: ignore[index]
        await store.database._writer.execute(f"PRAGMA max_page_count = {pages}")

        with pytest.raises(DiskFull):
            await store.notes.set("long", "x" * 300_000)

        assert "full" in str(store.write_error)
        assert await store.notes.get("long") is None
        await store.database._writer.execute("PRAGMA max_page_count = 100000")
        await service.lobby.join(lobby.row.id, 11, "Guest 1", "w")
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
