"""Deserted tables: when no seat is played by its owner, the table pauses. No Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from bot.database_url import Location
from bot.games.clock.model import Pause
from bot.games.errors import LobbyError
from bot.games.jobs import BOT
from bot.games.model import Change, Due, Who, format_time
from engine.orders import Order
from tests.support.clock_tables import DAY, GUESTS, HOUR, MINUTE, MODERATOR, ClockHall, clock_hall

DRAWING = Order(then="draw")
"""A plan that draws cards for ever."""


@pytest.fixture
async def anywhere(place: Location) -> AsyncIterator[ClockHall]:
    """A hall on a file, then one on a PostgreSQL server."""
    async with clock_hall(place.parent if isinstance(place, Path) else place) as hall:
        yield hall


async def deserted(hall: ClockHall, pace: str = "blitz", guests: int = 2) -> str:
    """A table that all its people have left without a word."""
    game = await hall.begun(pace, guests)
    await hall.wait(5 * HOUR if pace == "blitz" else 30 * DAY)
    assert (await hall.games.snapshot(game)).table.pause.deserted
    return game


async def kept_user(hall: ClockHall, game: str) -> int:
    """The person whose turn it is, or whose turn would be next."""
    snapshot = await hall.games.snapshot(game)
    return next(row.user_id for row in snapshot.table.seats if row.user_id)


async def lines_to(hall: ClockHall, game: str, user: int = 0) -> list[tuple[str, str]]:
    """What was said, with the second sentence of each line."""
    told = await hall.store.posts.lines(game)
    return [(line.key, str(line.facts.get("also", ""))) for _, line in told if line.user_id == user]


class TestEveryoneAway:
    """The caretakers do not play each other to the end."""

    async def test_a_blitz_table_pauses_and_says_so_once(self, anywhere: ClockHall) -> None:
        hall = anywhere
        game = await hall.begun("blitz")
        moves = len(await hall.makers(game))

        await hall.wait(30 * DAY)

        snapshot = await hall.games.snapshot(game)
        assert snapshot.state.over is None
        assert snapshot.table.pause.deserted
        made = (await hall.makers(game))[moves:]
        assert set(made) == {"caretaker"}
        assert snapshot.state.turns <= 6
        public = await lines_to(hall, game)
        assert public[-1] == ("line-caretaker-keeps", "line-deserted")
        assert [also for _, also in public].count("line-deserted") == 1
        private = [(await lines_to(hall, game, user))[-1] for user in GUESTS[:2]]
        assert sorted(private) == [("told-caretaker-keeps", "line-deserted"), ("told-deserted", "")]

    async def test_two_time_outs_are_not_enough(self, hall: ClockHall) -> None:
        """A seat is its owner's until the caretaker keeps it."""
        game = await hall.begun("blitz")
        while "line-caretaker-keeps" not in await hall.lines(game):
            assert not (await hall.games.snapshot(game)).table.pause.is_on
            await hall.wait(MINUTE)
        assert not (await hall.games.snapshot(game)).table.pause.is_on

    async def test_one_person_among_bots(self, hall: ClockHall) -> None:
        """The bots wait as well."""
        game = await hall.table("blitz", 1, bots=2)

        await hall.wait(30 * DAY)

        snapshot = await hall.games.snapshot(game)
        assert snapshot.state.over is None
        assert snapshot.table.pause.deserted
        version = snapshot.version
        await hall.driver.run_table(game)
        assert (await hall.games.snapshot(game)).version == version

    async def test_the_last_person_gives_up(self, anywhere: ClockHall) -> None:
        """No caretaker moves after that; the line stands alone."""
        hall = anywhere
        game = await hall.table("none", 1, bots=1)
        await hall.driver.run_table(game)
        await hall.move(game)
        await hall.driver.run_table(game)

        await hall.games.seats.give_up(game, GUESTS[0])
        version = (await hall.games.snapshot(game)).version
        await hall.wait(80 * DAY)

        snapshot = await hall.games.snapshot(game)
        assert snapshot.version == version
        assert snapshot.table.pause.deserted
        assert await lines_to(hall, game) == [("line-deserted", "")]

    async def test_the_last_seat_goes_to_a_bot(self, hall: ClockHall) -> None:
        """Bots do not finish a game that people began, not in a moderator's pause either."""
        game = await hall.begun("none", 2)
        await hall.games.pauses.pause(game, MODERATOR)
        hall.now += 8 * DAY
        for row in (await hall.games.snapshot(game)).table.seats:
            assert await hall.games.handovers.hand_over(game, row.seat, None, MODERATOR)
        version = (await hall.games.snapshot(game)).version
        await hall.driver.run_table(game)

        snapshot = await hall.games.snapshot(game)
        assert snapshot.version == version
        assert not snapshot.table.pause.deserted
        assert "line-deserted" not in await hall.lines(game)

    async def test_a_table_of_bots_plays_to_the_end(self, hall: ClockHall) -> None:
        game = await hall.table("blitz", 0, bots=2)
        await hall.driver.run_table(game)
        assert (await hall.games.snapshot(game)).state.over

    async def test_a_plan_counts_as_present(self, hall: ClockHall) -> None:
        """The caretaker plays the other seat on while a plan plays."""
        game = await hall.begun("blitz")
        _, gone = await hall.awaited(game)
        other = next(guest for guest in GUESTS[:2] if guest != gone)
        await hall.games.orders.give(game, other, DRAWING)

        while "line-caretaker-keeps" not in await hall.lines(game):
            await hall.wait(MINUTE)

        snapshot = await hall.games.snapshot(game)
        assert snapshot.table.order(snapshot.table.seat_of(other)).seen.played > 2
        assert not snapshot.table.pause.is_on

    async def test_a_vacation_counts_as_present(self, hall: ClockHall) -> None:
        game = await hall.begun("day")
        _, gone = await hall.awaited(game)
        other = next(guest for guest in GUESTS[:2] if guest != gone)
        for _ in range(2):
            await hall.wait(72 * HOUR + MINUTE)
            await hall.turn(game)
        await hall.games.vacations.start(other, hall.now + 10 * DAY)

        await hall.wait(9 * DAY)

        snapshot = await hall.games.snapshot(game)
        assert snapshot.table.seats[snapshot.table.seat_of(gone)].bot == "caretaker"
        assert snapshot.table.clock(snapshot.table.seat_of(other)).away_until is not None
        assert not snapshot.table.pause.is_on

    async def test_a_moderators_pause_goes_first(self, hall: ClockHall) -> None:
        """Nothing is said until it ends; then the table is deserted instead of resumed."""
        game = await hall.begun("none", 2)
        await hall.games.pauses.pause(game, MODERATOR)
        for guest in GUESTS[:2]:
            await hall.games.seats.give_up(game, guest)
        assert await hall.lines(game) == ["line-paused"]

        await hall.games.pauses.resume(game, MODERATOR)

        snapshot = await hall.games.snapshot(game)
        assert snapshot.table.pause == Pause(since=hall.now, deserted=True)
        assert await lines_to(hall, game) == [("line-paused", ""), ("line-deserted", "")]
        hall.now += 89 * DAY
        await hall.driver.run_due(hall.now)
        assert (await hall.games.snapshot(game)).table.pause.deserted


class TestComingBack:
    """A seat that is its owner's again resumes the table."""

    async def test_im_back_gives_the_full_time(self, anywhere: ClockHall) -> None:
        hall = anywhere
        game = await deserted(hall, "day")
        await hall.wait(20 * DAY)
        user = (await hall.awaited(game))[1]

        snapshot = await hall.games.clocks.return_to_seat(game, user)

        assert snapshot.table.pause == Pause()
        assert await hall.deadline(game) == hall.now + 24 * HOUR
        assert (await lines_to(hall, game))[-1] == ("line-back", "line-deserted-over")
        await hall.turn(game)
        await hall.driver.run_table(game)
        assert (await hall.awaited(game))[1] == user
        assert not (await hall.games.snapshot(game)).table.pause.is_on

    async def test_a_move_by_hand(self, hall: ClockHall) -> None:
        game = await deserted(hall)
        snapshot = await hall.move(game)
        assert not snapshot.table.pause.is_on
        assert (await lines_to(hall, game))[-1] == ("line-back", "line-deserted-over")

    async def test_a_plan(self, hall: ClockHall) -> None:
        """Whoever writes a plan is back: the plan plays, not the caretaker."""
        game = await deserted(hall)
        seat, user = await hall.awaited(game)
        snapshot = await hall.games.orders.give(game, user, DRAWING)

        assert not snapshot.table.pause.is_on
        assert snapshot.table.seats[seat].bot is None
        await hall.driver.run_table(game)
        assert (await hall.games.snapshot(game)).table.order(seat).seen.played

    async def test_taking_the_seat(self, anywhere: ClockHall) -> None:
        """It resumes at once, and the bot whose turn it is plays on."""
        hall = anywhere
        game = await hall.table("day", 1, bots=1)
        await hall.games.seats.give_up(game, GUESTS[0])
        await hall.driver.run_table(game)
        row = next(r for r in (await hall.games.snapshot(game)).table.seats if r.is_free)

        await hall.games.seats.take(game, row.seat, Who(99, "Guest 9"))

        assert (await hall.games.snapshot(game)).table.pause == Pause()
        assert (await lines_to(hall, game))[-1] == ("line-taken", "line-deserted-over")
        await hall.driver.run_table(game)
        snapshot = await hall.games.snapshot(game)
        assert set(snapshot.state.waiting) == {row.seat}
        assert hall.games.clocks.deadline(snapshot, row.seat) == hall.now + 24 * HOUR

    async def test_a_seat_that_a_moderator_gives_to_a_person(self, hall: ClockHall) -> None:
        game = await deserted(hall)
        hall.now += 2 * DAY
        seat, _ = await hall.awaited(game)
        await hall.games.handovers.hand_over(game, seat, Who(99, "Guest 9"), MODERATOR)
        assert (await hall.games.snapshot(game)).table.pause.deserted

        assert await hall.games.handovers.accept(game, seat, 99)

        assert not (await hall.games.snapshot(game)).table.pause.is_on
        assert (await lines_to(hall, game))[-1] == ("line-handed", "line-deserted-over")

    async def test_nobody_else_resumes_or_pauses_it(self, hall: ClockHall) -> None:
        game = await deserted(hall)
        user = await kept_user(hall, game)
        with pytest.raises(LobbyError, match=r"^deserted"):
            await hall.games.pauses.resume(game, MODERATOR)
        with pytest.raises(LobbyError, match=r"^deserted"):
            await hall.games.pauses.ask(game, user, pausing=False)
        with pytest.raises(LobbyError, match="paused-already"):
            await hall.games.pauses.pause(game, MODERATOR)
        assert (await hall.games.snapshot(game)).table.pause.deserted
        await hall.games.cancels.cancel(game, by=MODERATOR)
        assert (await hall.games.lobby.get(game)).row.status == "cancelled"


class TestNinetyDays:
    """Then the table is canceled."""

    async def test_it_is_canceled_with_a_notice(self, anywhere: ClockHall) -> None:
        hall = anywhere
        game = await deserted(hall)
        since = (await hall.games.snapshot(game)).table.pause.since
        assert since is not None
        await hall.wait(since + 90 * DAY - MINUTE - hall.now)
        assert (await hall.games.snapshot(game)).table.pause.deserted

        await hall.wait(2 * MINUTE)
        await hall.driver.run_due(hall.now)

        assert (await hall.games.lobby.get(game)).row.status == "cancelled"
        assert await hall.store.games.due(game) == []
        assert (await hall.lines(game)).count("line-deserted-canceled") == 1
        for user in GUESTS[:2]:
            assert (await hall.lines(game, user))[-1] == "told-deserted-canceled"
        assert not await hall.games.cancels.cancel_if_abandoned(game)

    async def test_coming_back_begins_the_count_again(self, hall: ClockHall) -> None:
        game = await deserted(hall)
        await hall.wait(80 * DAY)
        await hall.games.clocks.return_to_seat(game, (await hall.awaited(game))[1])
        await hall.wait(80 * DAY)
        assert (await hall.games.snapshot(game)).table.pause.deserted
        await hall.wait(11 * DAY)
        assert (await hall.games.lobby.get(game)).row.status == "cancelled"


class TestRestarts:
    """What was said is not said again."""

    @pytest.mark.parametrize("steps", range(4))
    async def test_a_kill_at_any_step(self, hall: ClockHall, steps: int) -> None:
        game = await hall.begun("blitz")
        while (await hall.lines(game)).count("line-timed-out") < 4:
            await hall.wait(MINUTE)
        await hall.wait(15 * MINUTE)
        hall.now += 40 * MINUTE
        for _ in range(steps):
            await hall.driver.run_next_job(game)

        hall.restart()
        await hall.wait(5 * HOUR)
        hall.restart()
        await hall.wait(5 * HOUR)

        also = [also for _, also in await lines_to(hall, game)]
        assert also.count("line-deserted") == 1
        for user in GUESTS[:2]:
            told = await lines_to(hall, game, user)
            assert sum("deserted" in f"{key} {also}" for key, also in told) == 1

    async def test_an_old_pause_loads(self, hall: ClockHall) -> None:
        """Rows that were written before have no such field."""
        old = msgspec.json.decode(b'{"since":"2026-06-01T08:00:00Z","by":"Moderator"}', type=Pause)
        assert old.is_on
        assert not old.deserted
        game = await hall.begun("day")
        await hall.games.pauses.pause(game, MODERATOR)
        hall.restart()
        assert not (await hall.games.snapshot(game)).table.pause.deserted

    async def test_a_table_that_was_deserted_before_pauses_with_its_next_change(
        self, hall: ClockHall
    ) -> None:
        """As after an upgrade, with the caretakers in the midst of the game."""
        game = await deserted(hall)
        snapshot = await hall.games.snapshot(game)
        seat, now = next(iter(snapshot.state.waiting)), format_time(hall.now)
        change = Change(pause=Pause(), due=[Due(seat, BOT, now, snapshot.state.turns)])
        await hall.store.games.commit(snapshot.table.row, change, now)
        hall.restart()

        await hall.wait(HOUR)

        after = await hall.games.snapshot(game)
        assert after.table.pause.deserted
        assert after.version > snapshot.version
        assert after.state.turns <= snapshot.state.turns + 1
