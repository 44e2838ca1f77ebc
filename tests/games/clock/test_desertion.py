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
from tests.support.clock_tables import (
    DAY,
    GUESTS,
    HOUR,
    MINUTE,
    MODERATOR,
    ClockTables,
    clock_tables,
)

DRAWING = Order(then="draw")
"""A plan that draws cards for ever."""


@pytest.fixture
async def tables_on_each_database(location: Location) -> AsyncIterator[ClockTables]:
    """Tables on a file, then on a PostgreSQL server."""
    async with clock_tables(location.parent if isinstance(location, Path) else location) as tables:
        yield tables


async def deserted_table(tables: ClockTables, pace: str = "blitz", guests: int = 2) -> str:
    """A table that all its people have left without a word."""
    game = await tables.start_past_opening(pace, guests)
    await tables.advance(5 * HOUR if pace == "blitz" else 30 * DAY)
    assert (await tables.games.snapshot(game)).table.pause.deserted
    return game


async def kept_user(tables: ClockTables, game: str) -> int:
    """The person whose turn it is, or whose turn would be next."""
    snapshot = await tables.games.snapshot(game)
    return next(row.user_id for row in snapshot.table.seats if row.user_id)


async def lines_to(tables: ClockTables, game: str, user: int = 0) -> list[tuple[str, str]]:
    """What was said, with the second sentence of each line."""
    told = await tables.store.posts.lines(game)
    return [(line.key, str(line.facts.get("also", ""))) for _, line in told if line.user_id == user]


class TestEveryoneAway:
    """The caretakers do not play each other to the end."""

    async def test_a_blitz_table_pauses_and_says_so_once(
        self, tables_on_each_database: ClockTables
    ) -> None:
        tables = tables_on_each_database
        game = await tables.start_past_opening("blitz")
        moves = len(await tables.move_makers(game))

        await tables.advance(30 * DAY)

        snapshot = await tables.games.snapshot(game)
        assert snapshot.state.over is None
        assert snapshot.table.pause.deserted
        made = (await tables.move_makers(game))[moves:]
        assert set(made) == {"caretaker"}
        assert snapshot.state.turns <= 6
        public = await lines_to(tables, game)
        assert public[-1] == ("line-caretaker-keeps", "line-deserted")
        assert [also for _, also in public].count("line-deserted") == 1
        private = [(await lines_to(tables, game, user))[-1] for user in GUESTS[:2]]
        assert sorted(private) == [("told-caretaker-keeps", "line-deserted"), ("told-deserted", "")]

    async def test_two_time_outs_are_not_enough(self, tables: ClockTables) -> None:
        """A seat is its owner's until the caretaker keeps it."""
        game = await tables.start_past_opening("blitz")
        while "line-caretaker-keeps" not in await tables.notice_keys(game):
            assert not (await tables.games.snapshot(game)).table.pause.is_on
            await tables.advance(MINUTE)
        assert not (await tables.games.snapshot(game)).table.pause.is_on

    async def test_one_person_among_bots(self, tables: ClockTables) -> None:
        """The bots wait as well."""
        game = await tables.start_game("blitz", 1, bots=2)

        await tables.advance(30 * DAY)

        snapshot = await tables.games.snapshot(game)
        assert snapshot.state.over is None
        assert snapshot.table.pause.deserted
        version = snapshot.version
        await tables.driver.run_table(game)
        assert (await tables.games.snapshot(game)).version == version

    async def test_the_last_person_gives_up(self, tables_on_each_database: ClockTables) -> None:
        """No caretaker moves after that; the line stands alone."""
        tables = tables_on_each_database
        game = await tables.start_game("none", 1, bots=1)
        await tables.driver.run_table(game)
        await tables.move(game)
        await tables.driver.run_table(game)

        await tables.games.seats.give_up(game, GUESTS[0])
        version = (await tables.games.snapshot(game)).version
        await tables.advance(80 * DAY)

        snapshot = await tables.games.snapshot(game)
        assert snapshot.version == version
        assert snapshot.table.pause.deserted
        assert await lines_to(tables, game) == [("line-deserted", "")]

    async def test_the_last_seat_goes_to_a_bot(self, tables: ClockTables) -> None:
        """Bots do not finish a game that people began, not in a moderator's pause either."""
        game = await tables.start_past_opening("none", 2)
        await tables.games.pauses.pause(game, MODERATOR)
        tables.now += 8 * DAY
        for row in (await tables.games.snapshot(game)).table.seats:
            assert await tables.games.handovers.hand_over(game, row.seat, None, MODERATOR)
        version = (await tables.games.snapshot(game)).version
        await tables.driver.run_table(game)

        snapshot = await tables.games.snapshot(game)
        assert snapshot.version == version
        assert not snapshot.table.pause.deserted
        assert "line-deserted" not in await tables.notice_keys(game)

    async def test_a_table_of_bots_plays_to_the_end(self, tables: ClockTables) -> None:
        game = await tables.start_game("blitz", 0, bots=2)
        await tables.driver.run_table(game)
        assert (await tables.games.snapshot(game)).state.over

    async def test_a_plan_counts_as_present(self, tables: ClockTables) -> None:
        """The caretaker plays the other seat on while a plan plays."""
        game = await tables.start_past_opening("blitz")
        _, gone = await tables.player_on_turn(game)
        other = next(guest for guest in GUESTS[:2] if guest != gone)
        await tables.games.orders.give(game, other, DRAWING)

        while "line-caretaker-keeps" not in await tables.notice_keys(game):
            await tables.advance(MINUTE)

        snapshot = await tables.games.snapshot(game)
        assert snapshot.table.order(snapshot.table.seat_of(other)).seen.played > 2
        assert not snapshot.table.pause.is_on

    async def test_a_vacation_counts_as_present(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening("day")
        _, gone = await tables.player_on_turn(game)
        other = next(guest for guest in GUESTS[:2] if guest != gone)
        for _ in range(2):
            await tables.advance(72 * HOUR + MINUTE)
            await tables.play_turn(game)
        await tables.games.vacations.start(other, tables.now + 10 * DAY)

        await tables.advance(9 * DAY)

        snapshot = await tables.games.snapshot(game)
        assert snapshot.table.seats[snapshot.table.seat_of(gone)].bot == "caretaker"
        assert snapshot.table.clock(snapshot.table.seat_of(other)).away_until is not None
        assert not snapshot.table.pause.is_on

    async def test_a_moderators_pause_goes_first(self, tables: ClockTables) -> None:
        """Nothing is said until it ends; then the table is deserted instead of resumed."""
        game = await tables.start_past_opening("none", 2)
        await tables.games.pauses.pause(game, MODERATOR)
        for guest in GUESTS[:2]:
            await tables.games.seats.give_up(game, guest)
        assert await tables.notice_keys(game) == ["line-paused"]

        await tables.games.pauses.resume(game, MODERATOR)

        snapshot = await tables.games.snapshot(game)
        assert snapshot.table.pause == Pause(since=tables.now, deserted=True)
        assert await lines_to(tables, game) == [("line-paused", ""), ("line-deserted", "")]
        tables.now += 89 * DAY
        await tables.driver.run_due(tables.now)
        assert (await tables.games.snapshot(game)).table.pause.deserted


class TestComingBack:
    """A seat that is its owner's again resumes the table."""

    async def test_im_back_gives_the_full_time(self, tables_on_each_database: ClockTables) -> None:
        tables = tables_on_each_database
        game = await deserted_table(tables, "day")
        await tables.advance(20 * DAY)
        user = (await tables.player_on_turn(game))[1]

        snapshot = await tables.games.clocks.return_to_seat(game, user)

        assert snapshot.table.pause == Pause()
        assert await tables.deadline(game) == tables.now + 24 * HOUR
        assert (await lines_to(tables, game))[-1] == ("line-back", "line-deserted-over")
        await tables.play_turn(game)
        await tables.driver.run_table(game)
        assert (await tables.player_on_turn(game))[1] == user
        assert not (await tables.games.snapshot(game)).table.pause.is_on

    async def test_a_move_by_hand(self, tables: ClockTables) -> None:
        game = await deserted_table(tables)
        snapshot = await tables.move(game)
        assert not snapshot.table.pause.is_on
        assert (await lines_to(tables, game))[-1] == ("line-back", "line-deserted-over")

    async def test_a_plan(self, tables: ClockTables) -> None:
        """Whoever writes a plan is back: the plan plays, not the caretaker."""
        game = await deserted_table(tables)
        seat, user = await tables.player_on_turn(game)
        snapshot = await tables.games.orders.give(game, user, DRAWING)

        assert not snapshot.table.pause.is_on
        assert snapshot.table.seats[seat].bot is None
        await tables.driver.run_table(game)
        assert (await tables.games.snapshot(game)).table.order(seat).seen.played

    async def test_taking_the_seat(self, tables_on_each_database: ClockTables) -> None:
        """It resumes at once, and the bot whose turn it is plays on."""
        tables = tables_on_each_database
        game = await tables.start_game("day", 1, bots=1)
        await tables.games.seats.give_up(game, GUESTS[0])
        await tables.driver.run_table(game)
        row = next(r for r in (await tables.games.snapshot(game)).table.seats if r.is_free)

        await tables.games.seats.take(game, row.seat, Who(99, "Guest 9"))

        assert (await tables.games.snapshot(game)).table.pause == Pause()
        assert (await lines_to(tables, game))[-1] == ("line-taken", "line-deserted-over")
        await tables.driver.run_table(game)
        snapshot = await tables.games.snapshot(game)
        assert set(snapshot.state.waiting) == {row.seat}
        assert tables.games.clocks.deadline(snapshot, row.seat) == tables.now + 24 * HOUR

    async def test_a_seat_that_a_moderator_gives_to_a_person(self, tables: ClockTables) -> None:
        game = await deserted_table(tables)
        tables.now += 2 * DAY
        seat, _ = await tables.player_on_turn(game)
        await tables.games.handovers.hand_over(game, seat, Who(99, "Guest 9"), MODERATOR)
        assert (await tables.games.snapshot(game)).table.pause.deserted

        assert await tables.games.handovers.accept(game, seat, 99)

        assert not (await tables.games.snapshot(game)).table.pause.is_on
        assert (await lines_to(tables, game))[-1] == ("line-handed", "line-deserted-over")

    async def test_nobody_else_resumes_or_pauses_it(self, tables: ClockTables) -> None:
        game = await deserted_table(tables)
        user = await kept_user(tables, game)
        with pytest.raises(LobbyError, match=r"^deserted"):
            await tables.games.pauses.resume(game, MODERATOR)
        with pytest.raises(LobbyError, match=r"^deserted"):
            await tables.games.pauses.ask(game, user, pausing=False)
        with pytest.raises(LobbyError, match="paused-already"):
            await tables.games.pauses.pause(game, MODERATOR)
        assert (await tables.games.snapshot(game)).table.pause.deserted
        await tables.games.cancels.cancel(game, by=MODERATOR)
        assert (await tables.games.lobby.get(game)).row.status == "cancelled"


class TestNinetyDays:
    """Then the table is canceled."""

    async def test_it_is_canceled_with_a_notice(self, tables_on_each_database: ClockTables) -> None:
        tables = tables_on_each_database
        game = await deserted_table(tables)
        since = (await tables.games.snapshot(game)).table.pause.since
        assert since is not None
        await tables.advance(since + 90 * DAY - MINUTE - tables.now)
        assert (await tables.games.snapshot(game)).table.pause.deserted

        await tables.advance(2 * MINUTE)
        await tables.driver.run_due(tables.now)

        assert (await tables.games.lobby.get(game)).row.status == "cancelled"
        assert await tables.store.games.due(game) == []
        assert (await tables.notice_keys(game)).count("line-deserted-canceled") == 1
        for user in GUESTS[:2]:
            assert (await tables.notice_keys(game, user))[-1] == "told-deserted-canceled"
        assert not await tables.games.cancels.cancel_if_abandoned(game)

    async def test_coming_back_begins_the_count_again(self, tables: ClockTables) -> None:
        game = await deserted_table(tables)
        await tables.advance(80 * DAY)
        await tables.games.clocks.return_to_seat(game, (await tables.player_on_turn(game))[1])
        await tables.advance(80 * DAY)
        assert (await tables.games.snapshot(game)).table.pause.deserted
        await tables.advance(11 * DAY)
        assert (await tables.games.lobby.get(game)).row.status == "cancelled"


class TestRestarts:
    """What was said is not said again."""

    @pytest.mark.parametrize("steps", range(4))
    async def test_a_kill_at_any_step(self, tables: ClockTables, steps: int) -> None:
        game = await tables.start_past_opening("blitz")
        while (await tables.notice_keys(game)).count("line-timed-out") < 4:
            await tables.advance(MINUTE)
        await tables.advance(15 * MINUTE)
        tables.now += 40 * MINUTE
        for _ in range(steps):
            await tables.driver.run_next_job(game)

        tables.restart()
        await tables.advance(5 * HOUR)
        tables.restart()
        await tables.advance(5 * HOUR)

        also = [also for _, also in await lines_to(tables, game)]
        assert also.count("line-deserted") == 1
        for user in GUESTS[:2]:
            told = await lines_to(tables, game, user)
            assert sum("deserted" in f"{key} {also}" for key, also in told) == 1

    async def test_an_old_pause_loads(self, tables: ClockTables) -> None:
        """Rows that were written before have no such field."""
        old = msgspec.json.decode(b'{"since":"2026-06-01T08:00:00Z","by":"Moderator"}', type=Pause)
        assert old.is_on
        assert not old.deserted
        game = await tables.start_past_opening("day")
        await tables.games.pauses.pause(game, MODERATOR)
        tables.restart()
        assert not (await tables.games.snapshot(game)).table.pause.deserted

    async def test_a_table_that_was_deserted_before_pauses_with_its_next_change(
        self, tables: ClockTables
    ) -> None:
        """As after an upgrade, with the caretakers in the midst of the game."""
        game = await deserted_table(tables)
        snapshot = await tables.games.snapshot(game)
        seat, now = next(iter(snapshot.state.waiting)), format_time(tables.now)
        change = Change(pause=Pause(), due=[Due(seat, BOT, now, snapshot.state.turns)])
        await tables.store.games.commit(snapshot.table.row, change, now)
        tables.restart()

        await tables.advance(HOUR)

        after = await tables.games.snapshot(game)
        assert after.table.pause.deserted
        assert after.version > snapshot.version
        assert after.state.turns <= snapshot.state.turns + 1
