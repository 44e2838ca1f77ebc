"""One game of a community, over the real service, driver, clocks and orders.

Only the clock and the people are simulated. What is due is done at the second at which it is due,
and people do what they would press.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Final, NamedTuple

import msgspec

from bench.community.figures import Played
from bench.community.people import BEGIN, DEFAULT, Diary, Habits, Person
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
"""So many turns somebody plays who is then never seen again; the opening is one."""
GAME: Final = "paced"
GONE: Final = "gone"
"""Why somebody is awaited who has vanished."""
FIRST: Final = 11
"""The user who has the first seat."""


class Wait(NamedTuple):
    """Somebody is awaited: in which turn, and why nothing plays for them."""

    turn: int
    why: str


class Sitting:
    """People at one table, from its first card to the last score."""

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
        # The machine's own clock stands still: time that is only simulated is no outage.
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
        self._diaries = {seat: Diary(Person(f"{self._seed}/{seat}", habits)) for seat in seats}
        self._planners = {seat: Planner(rules) for seat in seats}
        self._left: dict[Seat, int] = {}
        """How many turns those will still play who are going to vanish."""
        if scenario.vanishes:
            self._left[Random(f"{self._seed}/vanished").choice(seats)] = VANISHES_AFTER
        self._waits: dict[Seat, Wait] = {}
        self._waited: dict[str, timedelta] = {}

    async def play(self) -> Played:
        """Play until the game is over or can never be, and prove what was played."""
        await self._store.games.create(*self._table())
        snapshot = await self._service.play.start(GAME)
        while snapshot.state.over is None and not self._is_stuck(snapshot):
            self._look_around(snapshot)
            before = self._now
            snapshot = await self._next()
            self._count(self._now - before)
        span = None
        if snapshot.state.over is not None:
            span = self._now - BEGIN
            verify(await self._service.cache.export_record(GAME), self._rules)
        return Played(
            self._scenario.name, self._number, span, snapshot.state.turns, dict(self._waited)
        )

    def _table(self) -> tuple[GameRow, list[SeatRow]]:
        """A table with everybody seated. Its id and its seed are no secrets: all follows from ours.

        That is why it does not come from a lobby, which draws both.
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
            for seat in self._diaries
        ]
        return row, seats

    async def _next(self) -> GameSnapshot:
        """Let time pass until somebody looks in or something is due, and that be done."""
        seat = min(self._diaries, key=lambda one: self._diaries[one].next)
        visit, due = self._diaries[seat].next, await self._store.games.next_due()
        if due is not None and due <= format_time(visit):
            self._now = max(self._now, datetime.fromisoformat(due))
        else:
            self._now = visit
            self._diaries[seat].turn_page()
            await self._visit(seat)
        await self._driver.run_due(self._now)
        left = await self._store.games.next_due()
        if left is not None and left <= format_time(self._now):
            raise RuntimeError(f"game {self._number}: what was due at {left} was not done")
        return await self._service.snapshot(GAME)

    def _is_stuck(self, snapshot: GameSnapshot) -> bool:
        """Whether only those are awaited who never come, and nothing will be done about it."""
        is_gone = all(self._left.get(seat) == 0 for seat in snapshot.state.waiting)
        return is_gone and not snapshot.table.due

    # --- people ---

    async def _visit(self, seat: Seat) -> None:
        """Somebody looks in: takes their seat back, plays their turn, leaves an order."""
        if self._left.get(seat) == 0:
            return
        snapshot = await self._service.snapshot(GAME)
        if snapshot.table.seats[seat].bot == CARETAKER:
            snapshot = await self._service.clocks.return_to_seat(GAME, user_of(seat))
        if seat in snapshot.state.waiting:
            snapshot = await self._play_turn(seat, snapshot)
            if seat in self._left:
                self._left[seat] -= 1
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
        """Say the plan ahead; what no order could do is left for the next visit."""
        order = as_order(self._planners[seat], snapshot.view(seat), snapshot.menu(seat))
        if order is not None:
            await self._service.orders.give(GAME, user_of(seat), order)
        elif snapshot.table.order(seat).order is not None:
            await self._service.orders.clear(GAME, user_of(seat))

    # --- what is awaited ---

    def _look_around(self, snapshot: GameSnapshot) -> None:
        """Note who is awaited and why, and call them where people are called."""
        state, before = snapshot.state, self._waits
        self._waits = {}
        for seat in state.waiting:
            wait = before.get(seat)
            if wait is None or wait.turn != state.turns:
                wait = Wait(state.turns, self._why(snapshot, seat))
                if self._scenario.notices:
                    self._diaries[seat].notice(self._now)
            self._waits[seat] = wait

    def _count(self, passed: timedelta) -> None:
        """So long the table has waited: in equal parts for all who are awaited."""
        for wait in self._waits.values():
            before = self._waited.get(wait.why, timedelta(0))
            self._waited[wait.why] = before + passed / len(self._waits)

    def _why(self, snapshot: GameSnapshot, seat: Seat) -> str:
        """Why a seat is awaited: what stopped its order, or that it has none."""
        turn, order = snapshot.state.turns, snapshot.table.order(seat)
        if self._left.get(seat) == 0:
            return GONE
        if turn == 0:
            return "opening"
        stop = order.stopped_in(turn)
        if stop is not None:
            return stop.reason
        return "order-plays" if order.plays_in(turn) else "no-order"


def user_of(seat: Seat) -> int:
    """Who has a seat."""
    return FIRST + seat
