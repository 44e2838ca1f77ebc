"""A game of a community, with the real service, job runner, clocks and orders.

Only the clock and the people are simulated. Jobs run at the second at which they are due, and
people take the actions that they would press.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Final, NamedTuple

import msgspec

from bench.community.figures import Played
from bench.community.people import BEGIN, DEFAULT, Habits, Person, VisitSchedule
from bench.community.planner_orders import as_order
from bench.community.scenarios import Scenario
from bot.games.job_runner import JobRunner
from bot.games.model import CARETAKER, GameRow, Options, SeatRow, format_time
from bot.games.orders.model import MAX_ORDER_WAIT_SECONDS, MIN_ORDER_WAIT_SECONDS
from bot.games.service import make_games
from bot.games.store import Store
from bot.games.table import GameSnapshot
from engine.actions import Action
from engine.ai.planner import Planner
from engine.chance import commitment
from engine.ids import EditionId, Seat
from engine.record import verify
from engine.ruleset import Rules

VANISHES_AFTER: Final = 5
"""Turns that a vanishing player plays before they never return. The opening is one."""
GAME: Final = "paced"
GONE: Final = "gone"
"""The reason for waiting for a player who has vanished."""
FIRST: Final = 11
"""The user id of the first seat."""


class Wait(NamedTuple):
    """A wait for a player: the turn, and the reason why nothing plays for them."""

    turn: int
    why: str


class SimulatedGame:
    """A game at one table, from its first card to the last score."""

    def __init__(
        self,
        store: Store,
        rules: Rules,
        scenario: Scenario,
        seed: int,
        number: int,
        habits: Habits = DEFAULT,
    ) -> None:
        self._store = store
        self._rules = rules
        self._scenario = scenario
        self._seed = f"{seed}/{number}"
        self._number = number
        self._now = BEGIN
        waits = Random(f"{self._seed}/waits")
        # The machine's clock does not move, or simulated time would be detected as an outage.
        self._service = make_games(
            store,
            lambda: self._now,
            system=lambda: BEGIN,
            wait=lambda: timedelta(
                seconds=waits.randint(MIN_ORDER_WAIT_SECONDS, MAX_ORDER_WAIT_SECONDS)
            ),
        )
        self._driver = JobRunner(self._service, store)
        seats = [Seat(number) for number in range(rules.seats)]
        self._schedules = {
            seat: VisitSchedule(Person(f"{self._seed}/{seat}", habits)) for seat in seats
        }
        self._planners = {seat: Planner(rules) for seat in seats}
        self._turns_left: dict[Seat, int] = {}
        """The turns that a vanishing player will still play, by seat."""
        if scenario.vanishes:
            self._turns_left[Random(f"{self._seed}/vanished").choice(seats)] = VANISHES_AFTER
        self._waits: dict[Seat, Wait] = {}
        self._waited: dict[str, timedelta] = {}

    async def play(self) -> Played:
        """Play until the game is over or can never end, and verify the record."""
        await self._store.games.create(*self._table())
        snapshot = await self._service.play.start(GAME)
        while snapshot.state.over is None and not self._is_stuck(snapshot):
            self._record_waits(snapshot)
            before = self._now
            snapshot = await self._next()
            self._count_waiting(self._now - before)
        span = None
        if snapshot.state.over is not None:
            span = self._now - BEGIN
            verify(await self._service.cache.export_record(GAME), self._rules)
        return Played(
            self._scenario.name, self._number, span, snapshot.state.turns, dict(self._waited)
        )

    def _table(self) -> tuple[GameRow, list[SeatRow]]:
        """Return a table with all seats taken.

        Its id and seed are not secret, because everything follows from the simulation's seed. That
        is why the table does not come from a lobby, which would draw both at random.
        """
        seed = hashlib.sha256(self._seed.encode()).digest()
        options = Options(seats=self._rules.seats, pace=self._scenario.pace)
        row = GameRow(
            id=GAME,
            edition=EditionId(self._rules.spec.id),
            status="lobby",
            guild_id=1,
            channel_id=1,
            opener_id=user_of(Seat(0)),
            locale="en",
            options=msgspec.json.encode(options).decode(),
            seed=seed,
            commitment=commitment(seed),
            version=0,
            changes=1,
            announced=0,
            created_at=format_time(BEGIN),
            updated_at=format_time(BEGIN),
        )
        seats = [
            SeatRow(seat, user_of(seat), f"Guest {seat + 1}", None, f"word {seat + 1}")
            for seat in self._schedules
        ]
        return row, seats

    async def _next(self) -> GameSnapshot:
        """Advance the clock to the next check-in or due job, and carry it out."""
        seat = min(self._schedules, key=lambda one: self._schedules[one].next)
        visit, due = self._schedules[seat].next, await self._store.games.next_due()
        if due is not None and due <= format_time(visit):
            self._now = max(self._now, datetime.fromisoformat(due))
        else:
            self._now = visit
            self._schedules[seat].advance()
            await self._visit(seat)
        await self._driver.run_due(self._now)
        left = await self._store.games.next_due()
        if left is not None and left <= format_time(self._now):
            raise RuntimeError(f"game {self._number}: what was due at {left} was not done")
        return await self._service.snapshot(GAME)

    def _is_stuck(self, snapshot: GameSnapshot) -> bool:
        """Return whether the game waits only for players who never return, and no job is due."""
        is_gone = all(self._turns_left.get(seat) == 0 for seat in snapshot.state.waiting)
        return is_gone and not snapshot.table.due

    # --- people ---

    async def _visit(self, seat: Seat) -> None:
        """Let a player check in: return to the seat, play the turn, leave an order."""
        if self._turns_left.get(seat) == 0:
            return
        snapshot = await self._service.snapshot(GAME)
        if snapshot.table.seats[seat].bot == CARETAKER:
            snapshot = await self._service.clocks.return_to_seat(GAME, user_of(seat))
        if seat in snapshot.state.waiting:
            snapshot = await self._play_turn(seat, snapshot)
            if seat in self._turns_left:
                self._turns_left[seat] -= 1
        if self._scenario.orders and snapshot.state.over is None:
            await self._leave_order(seat, snapshot)

    async def _play_turn(self, seat: Seat, snapshot: GameSnapshot) -> GameSnapshot:
        turn, rng = snapshot.state.turns, Random(0)
        while snapshot.state.turns == turn and seat in snapshot.state.waiting:
            look = partial(snapshot.view, seat)
            action = self._planners[seat].choose(look, snapshot.menu(seat), rng)
            snapshot = await self._act(seat, action)
        return snapshot

    async def _act(self, seat: Seat, action: Action) -> GameSnapshot:
        return await self._service.play.act(GAME, user_of(seat), None, lambda _: action)

    async def _leave_order(self, seat: Seat, snapshot: GameSnapshot) -> None:
        """Leave the plan as an order, and clear the order if no order can take the next action."""
        order = as_order(self._planners[seat], snapshot.view(seat), snapshot.menu(seat))
        if order is not None:
            await self._service.orders.give(GAME, user_of(seat), order)
        elif snapshot.table.order(seat).order is not None:
            await self._service.orders.clear(GAME, user_of(seat))

    # --- waiting ---

    def _record_waits(self, snapshot: GameSnapshot) -> None:
        """Record which players the game waits for and why, and notify them if the scenario does."""
        state, before = snapshot.state, self._waits
        self._waits = {}
        for seat in state.waiting:
            wait = before.get(seat)
            if wait is None or wait.turn != state.turns:
                wait = Wait(state.turns, self._wait_reason(snapshot, seat))
                if self._scenario.notices:
                    self._schedules[seat].notify(self._now)
            self._waits[seat] = wait

    def _count_waiting(self, passed: timedelta) -> None:
        """Count the time that has passed, in equal parts for all players the game waits for."""
        for wait in self._waits.values():
            before = self._waited.get(wait.why, timedelta(0))
            self._waited[wait.why] = before + passed / len(self._waits)

    def _wait_reason(self, snapshot: GameSnapshot, seat: Seat) -> str:
        """Return why the game waits for a seat: what stopped its order, or that it has none."""
        turn, order = snapshot.state.turns, snapshot.table.order(seat)
        if self._turns_left.get(seat) == 0:
            return GONE
        if turn == 0:
            return "opening"
        stop = order.stopped_in(turn)
        if stop is not None:
            return stop.reason
        return "order-plays" if order.plays_in(turn) else "no-order"


def user_of(seat: Seat) -> int:
    """Return the user id of a seat."""
    return FIRST + seat
