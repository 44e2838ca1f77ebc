"""Stops of the bot and jumps of the system clock, which cost no player their turn."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.games.model import format_time
from tests.support.clock_tables import (
    DAY,
    HOUR,
    MINUTE,
    MONDAY,
    REMINDER,
    ClockTables,
)


class TestStops:
    """What no process saw counts for nobody."""

    @pytest.mark.parametrize("span", [3 * HOUR, 10 * DAY])
    async def test_a_stop_of_the_bot(self, tables: ClockTables, span: timedelta) -> None:
        """Nobody loses time, and nobody is called for it."""
        game = await tables.start_past_opening()
        _, user = await tables.player_on_turn(game)
        await tables.advance(11 * HOUR)
        deadline = await tables.deadline(game)
        assert deadline is not None

        await tables.stop_for(span)

        assert await tables.deadline(game) == deadline + span
        assert await tables.notice_keys(game, user) == []
        await tables.advance(HOUR + MINUTE)
        assert await tables.notice_keys(game, user) == [REMINDER]

    async def test_a_short_one_counts(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening()
        deadline = await tables.deadline(game)
        await tables.stop_for(4 * MINUTE)
        assert await tables.deadline(game) == deadline

    async def test_many_rows_move_without_a_look_at_their_games(self, tables: ClockTables) -> None:
        """After a stop each due row only moves itself."""
        games = [await tables.start_past_opening() for _ in range(5)]
        await tables.stop_for(10 * DAY)

        assert len(tables.games.cache._tables) == 0
        for game in games:
            (due,) = await tables.store.games.due(game)
            assert due.due_at == format_time(MONDAY + 10 * DAY + 12 * HOUR)

    @pytest.mark.parametrize("jump", [HOUR, 10 * DAY])
    async def test_the_system_clock_jumps_forwards(
        self, tables: ClockTables, jump: timedelta
    ) -> None:
        """While the bot runs: it is an outage, whoever looks first."""
        game = await tables.start_past_opening()
        _, user = await tables.player_on_turn(game)
        await tables.games.downtime.record_heartbeat()
        deadline = await tables.deadline(game)
        assert deadline is not None

        tables.now += jump
        tables.system += jump
        await tables.driver.run_table(game)
        await tables.driver.run_due(tables.now)

        assert await tables.deadline(game) == deadline + jump
        assert await tables.notice_keys(game, user) == []

    @pytest.mark.parametrize("jump", [HOUR, 10 * DAY])
    async def test_the_system_clock_jumps_backwards(
        self, tables: ClockTables, jump: timedelta
    ) -> None:
        """Clocks that seem to begin in the future begin now; nothing waits for days."""
        game = await tables.start_past_opening()
        seat, user = await tables.player_on_turn(game)
        await tables.games.downtime.record_heartbeat()
        tables.now -= jump
        tables.system -= jump
        await tables.driver.run_due(tables.now)

        assert await tables.deadline(game) == tables.now + 72 * HOUR
        await tables.advance(12 * HOUR + MINUTE)
        assert await tables.notice_keys(game, user) == [REMINDER]
        await tables.advance(60 * HOUR)
        assert (await tables.player_on_turn(game))[0] != seat

    async def test_there_and_back(self, tables: ClockTables) -> None:
        """A clock that was ten days ahead for an hour stops nobody for ten days."""
        game = await tables.start_past_opening()
        _, user = await tables.player_on_turn(game)
        await tables.games.downtime.record_heartbeat()
        for jump in (10 * DAY, -10 * DAY):
            tables.now += jump
            tables.system += jump
            await tables.driver.run_due(tables.now)
            assert await tables.notice_keys(game, user) == []

        await tables.advance(12 * HOUR + MINUTE)

        assert await tables.notice_keys(game, user) == [REMINDER]
