"""A hall with a clock that only moves when it is told to: for everything that takes days."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.database_url import Location
from bot.games.job_runner import JobRunner
from bot.games.model import Options, Who, format_time
from bot.games.service import make_games
from bot.games.table import GameSnapshot
from bot.storage.store import Store, open_store
from engine.ai.agent import answer_of
from engine.ai.simulate import AGENTS
from engine.ids import Seat

GUESTS = (11, 12, 13)
MODERATOR = Who(1, "Moderator")
HOUR, MINUTE, DAY = timedelta(hours=1), timedelta(minutes=1), timedelta(days=1)
MONDAY = datetime(2026, 6, 1, 8, tzinfo=UTC)
REMINDER = "told-reminder"


class ClockHall:
    """A service and its driver on a real file, at a time of their own."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = self.system = MONDAY
        self.restart()

    def restart(self) -> None:
        """Begin anew: nothing is known but the file."""
        self.games = make_games(self.store, lambda: self.now, system=lambda: self.system)
        self.driver = JobRunner(self.games, self.store)

    async def table(
        self, pace: str = "day", guests: int = 2, *, bots: int = 0, vacation: bool = True
    ) -> str:
        """A game of New York that has begun, in its opening."""
        options = Options(pace=pace, vacation=vacation)
        channel = 100 + len(await self.store.games.of_guild(1))
        lobby = await self.games.lobby.open("new-york", 1, channel, GUESTS[0], "en", options, bots)
        game = lobby.row.id
        for number, guest in enumerate(GUESTS[:guests], 2):
            await self.games.lobby.join(game, guest, f"Guest {number}", f"word-{number}")
        await self.games.play.start(game)
        return game

    async def begun(self, pace: str = "day", guests: int = 2, *, vacation: bool = True) -> str:
        """The same, past its opening."""
        game = await self.table(pace, guests, vacation=vacation)
        while (await self.games.snapshot(game)).state.turn is None:
            await self.move(game)
        return game

    async def move(self, game: str, *, by_hand: bool = True) -> GameSnapshot:
        """Let the person who is awaited first do something."""
        snapshot = await self.games.snapshot(game)
        seat = Seat(next(iter(snapshot.state.waiting)))
        agent = AGENTS["cautious"](snapshot.table.rules)
        action = answer_of(agent, snapshot.view(seat), snapshot.menu(seat))
        user = snapshot.table.seats[seat].user_id
        assert user is not None
        return await self.games.play.act(game, user, None, lambda _: action, by_hand=by_hand)

    async def turn(self, game: str) -> GameSnapshot:
        """Let the person whose turn it is play all of it."""
        number = (await self.games.snapshot(game)).state.turns
        while (snapshot := await self.move(game)).state.turns == number:
            assert snapshot.state.over is None
        return snapshot

    async def wait(self, span: timedelta) -> None:
        """Let time pass: what is due is done when it is due."""
        end = self.now + span
        await self.driver.run_due(self.now)
        while (due := await self.store.games.next_due()) and due <= format_time(end):
            self.now = max(self.now, datetime.fromisoformat(due))
            await self.driver.run_due(self.now)
        self.now = end
        await self.games.downtime.check()

    async def half_played(self) -> tuple[str, Seat, int]:
        """A game in which somebody's time is up, and the caretaker has drawn one card of two."""
        while True:
            game = await self.begun()
            seat, user = await self.awaited(game)
            self.now += 72 * HOUR
            assert await self.driver.run_next_job(game)  # time is up
            assert await self.driver.run_next_job(game)  # its first step, often its only one
            if (await self.games.snapshot(game)).state.turn == seat:
                return game, seat, user

    async def stop(self, span: timedelta) -> None:
        """No process runs for so long; then one starts."""
        await self.games.downtime.record_heartbeat()
        self.now += span
        self.system += span
        self.restart()
        await self.games.downtime.record_heartbeat()
        await self.driver.run_due(self.now)

    async def awaited(self, game: str) -> tuple[Seat, int]:
        """Whose turn it is: the seat and the user."""
        snapshot = await self.games.snapshot(game)
        assert snapshot.state.turn is not None
        user = snapshot.table.seats[snapshot.state.turn].user_id
        assert user is not None
        return snapshot.state.turn, user

    async def deadline(self, game: str) -> datetime | None:
        """When the time of whoever is on turn is up."""
        snapshot = await self.games.snapshot(game)
        assert snapshot.state.turn is not None
        return self.games.clocks.deadline(snapshot, snapshot.state.turn)

    async def lines(self, game: str, user: int | None = None) -> list[str]:
        """The keys of what was told: to everybody, or to one person."""
        told = await self.store.posts.lines(game)
        return [line.key for _, line in told if line.user_id == (user or 0)]

    async def makers(self, game: str) -> list[str]:
        """Who made the moves since the opening."""
        return [move.maker for move in await self.store.games.moves(game)]


@asynccontextmanager
async def clock_hall(place: Location) -> AsyncIterator[ClockHall]:
    """The hall, for one test; a folder stands for a file in it."""
    store = await open_store(place / "games.db" if isinstance(place, Path) else place)
    try:
        yield ClockHall(store)
    finally:
        await store.close()
