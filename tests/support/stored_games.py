"""Games in a database file, played by bots, for tests of the terminal."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.database_url import Location
from bot.games.job_runner import JobRunner
from bot.games.service import make_games
from bot.storage.store import open_store


async def _play(database: Location, channel: int, moves: int | None) -> str:
    store = await open_store(database)
    try:
        service = make_games(store)
        game = (await service.lobby.open("new-york", 1, channel, 3, "en")).row.id
        for _ in range(2):
            await service.lobby.add_bot(game)
        await service.play.start(game)
        driver, played = JobRunner(service, store), 0
        while (moves is None or played < moves) and await driver.run_next_job(game):
            played += 1
        return game
    finally:
        await store.close()


def play_stored_game(database: Location, *, channel: int = 2, moves: int | None = None) -> str:
    """A game of so many moves, or to its end; its id."""
    return asyncio.run(_play(database, channel, moves))


async def _open(database: Path) -> str:
    store = await open_store(database)
    try:
        return (await make_games(store).lobby.open("new-york", 1, 9, 3, "en")).row.id
    finally:
        await store.close()


def open_stored_lobby(database: Path) -> str:
    """A table that has not begun; its id."""
    return asyncio.run(_open(database))
