"""Tables with a clock that only tests move, for everything that takes days."""

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
TIMED_OUT = "told-timed-out"


class ClockTables:
    """A game service and its job runner on a real database, with a clock that tests move."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = self.system = MONDAY
        self.restart()

    def restart(self) -> None:
        """Make a new service and job runner, which know only what is stored."""
        self.games = make_games(self.store, lambda: self.now, system=lambda: self.system)
        self.driver = JobRunner(self.games, self.store)

    async def start_game(
        self, pace: str = "day", guests: int = 2, *, bots: int = 0, vacation: bool = True
    ) -> str:
        """Start a game of New York, which is in its opening; return its id."""
        options = Options(pace=pace, vacation=vacation)
        channel = 100 + len(await self.store.games.of_guild(1))
        lobby = await self.games.lobby.open("new-york", 1, channel, GUESTS[0], "en", options, bots)
        game = lobby.row.id
        for number, guest in enumerate(GUESTS[:guests], 2):
            await self.games.lobby.join(game, guest, f"Guest {number}", f"word-{number}")
        await self.games.play.start(game)
        return game

    async def start_past_opening(
        self, pace: str = "day", guests: int = 2, *, vacation: bool = True
    ) -> str:
        """Start a game of New York and play its opening; return its id."""
        game = await self.start_game(pace, guests, vacation=vacation)
        while (await self.games.snapshot(game)).state.turn is None:
            await self.move(game)
        return game

    async def move(self, game: str, *, by_hand: bool = True) -> GameSnapshot:
        """Let the first player who owes an answer give it."""
        snapshot = await self.games.snapshot(game)
        seat = Seat(next(iter(snapshot.state.waiting)))
        agent = AGENTS["cautious"](snapshot.table.rules)
        action = answer_of(agent, snapshot.view(seat), snapshot.menu(seat))
        user = snapshot.table.seats[seat].user_id
        assert user is not None
        return await self.games.play.act(game, user, None, lambda _: action, by_hand=by_hand)

    async def play_turn(self, game: str) -> GameSnapshot:
        """Let the player on turn finish the turn."""
        number = (await self.games.snapshot(game)).state.turns
        while (snapshot := await self.move(game)).state.turns == number:
            assert snapshot.state.over is None
        return snapshot

    async def advance(self, span: timedelta) -> None:
        """Move the clock forward, and run each job when it is due."""
        end = self.now + span
        await self.driver.run_due(self.now)
        while (due := await self.store.games.next_due()) and due <= format_time(end):
            self.now = max(self.now, datetime.fromisoformat(due))
            await self.driver.run_due(self.now)
        self.now = end
        await self.games.downtime.check()

    async def start_half_played_turn(self) -> tuple[str, Seat, int]:
        """Start a game in which the caretaker has drawn one of two cards, after a time-out.

        Return the game, the seat and its user.
        """
        while True:
            game = await self.start_past_opening()
            seat, user = await self.player_on_turn(game)
            self.now += 72 * HOUR
            assert await self.driver.run_next_job(game)  # time is up
            assert await self.driver.run_next_job(game)  # its first step, often its only one
            if (await self.games.snapshot(game)).state.turn == seat:
                return game, seat, user

    async def stop_for(self, span: timedelta) -> None:
        """Let no process run for this span, then start one."""
        await self.games.downtime.record_heartbeat()
        self.now += span
        self.system += span
        self.restart()
        await self.games.downtime.record_heartbeat()
        await self.driver.run_due(self.now)

    async def player_on_turn(self, game: str) -> tuple[Seat, int]:
        """Return the seat and the user on turn."""
        snapshot = await self.games.snapshot(game)
        assert snapshot.state.turn is not None
        user = snapshot.table.seats[snapshot.state.turn].user_id
        assert user is not None
        return snapshot.state.turn, user

    async def deadline(self, game: str) -> datetime | None:
        """Return the deadline of the player on turn."""
        snapshot = await self.games.snapshot(game)
        assert snapshot.state.turn is not None
        return self.games.clocks.deadline(snapshot, snapshot.state.turn)

    async def notice_keys(self, game: str, user: int | None = None) -> list[str]:
        """Return the keys of the notices to all players, or of those to one user."""
        notices = await self.store.posts.lines(game)
        return [line.key for _, line in notices if line.user_id == (user or 0)]

    async def move_makers(self, game: str) -> list[str]:
        """Return the maker of each move."""
        return [move.maker for move in await self.store.games.moves(game)]


@asynccontextmanager
async def clock_tables(location: Location) -> AsyncIterator[ClockTables]:
    """Yield tables on a database; for a folder, on the file `games.db` in it."""
    store = await open_store(location / "games.db" if isinstance(location, Path) else location)
    try:
        yield ClockTables(store)
    finally:
        await store.close()
