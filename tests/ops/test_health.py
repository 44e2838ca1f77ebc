"""The health endpoint's judgement, part by part."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.chat.gateway import Gateway
from bot.ops.health import Health, ask, serving
from bot.storage.store import open_store
from tests.ops.processes import free_port


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
    assert report["database"] is True


async def test_a_database_that_does_not_answer(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "games.db")
    await store.close()

    report = await Health(Gateway(_client()), store).report()

    assert (report["status"], report["gateway"], report["database"]) == ("unavailable", True, False)


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "localhost"])  # noqa: S104  # asked
async def test_it_is_asked_where_it_listens(host: str, tmp_path: Path) -> None:
    """Not always on the same address; one that listens on all is asked on this machine."""
    store, port = await open_store(tmp_path / "games.db"), free_port()
    health = Health(Gateway(_client()), store)
    async with serving(health, host, port):
        well = await asyncio.to_thread(ask, host, port)
        elsewhere = await asyncio.to_thread(ask, "127.0.0.2", port)
    await store.close()

    assert well
    assert elsewhere is (host == "0.0.0.0")  # noqa: S104  # asked
