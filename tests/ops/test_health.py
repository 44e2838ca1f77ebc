"""The health endpoint's judgement, part by part."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.health import Health
from bot.store import SqliteStore


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
    store = await SqliteStore.open(tmp_path / "games.db")
    try:
        report = await Health(client, store).report()
    finally:
        await store.close()

    assert report["gateway"] is well
    assert report["database"] is True


async def test_a_database_that_does_not_answer(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "games.db")
    await store.close()

    report = await Health(_client(), store).report()

    assert (report["status"], report["gateway"], report["database"]) == ("unavailable", True, False)
