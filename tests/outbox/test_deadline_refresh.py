"""After an outage people are told once that their deadlines have moved."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import cast

import pytest

from bot.games.queries import TableQueries
from bot.outbox import deadline_refresh
from bot.outbox.deadline_refresh import DeadlineRefresher
from bot.outbox.queue import UpdateQueue
from tests.support.clock_tables import clock_tables
from tests.support.timeouts import wait_until
from tests.ui.clock.test_hand_deadline import Edits, card_of, deadline_text
from tests.ui.clock.test_own_time import timed_table

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class TestOutages:
    """After a stop all deadlines are other ones, and that is told once."""

    @pytest.mark.parametrize("span", [3 * HOUR, 10 * DAY])
    async def test_board_and_card_say_it(
        self, tmp_path: Path, span: timedelta, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """In the same messages, without a sound; whoever waits is left alone."""
        monkeypatch.setattr(deadline_refresh, "FIRST_RUN_SECONDS", 0.0)
        async with timed_table(tmp_path) as table:
            bot = table.bot
            mover, waiter = await table.players_by_turn()
            before, edits, others = (
                await deadline_text(table),
                Edits(table, mover),
                Edits(table, waiter),
            )
            board, card = bot.board(), card_of(mover)
            told = [seen.id for seen in (*mover.sees(mover.direct), *waiter.sees(waiter.direct))]
            await bot.games.downtime.record_heartbeat()
            await bot.stop()
            bot.clock_offset += span

            await bot.start()
            after = await deadline_text(table)
            assert after != before
            posted = await deadline_text(table, "en")
            await wait_until(lambda: posted in bot.board().text and after in card_of(mover).text)
            await bot.wait_idle()

            assert (bot.board().id, card_of(mover).id) == (board.id, card.id)
            assert (edits.take(), others.take()) == (1, 0)
            now = [seen.id for seen in (*mover.sees(mover.direct), *waiter.sees(waiter.direct))]
            assert now == told

    async def test_a_few_at_a_time_and_each_once(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A stop in between leaves nobody out; tables without a deadline are none of its business.

        Nothing is told again until deadlines have moved again.
        """
        monkeypatch.setattr(deadline_refresh, "REFRESH_BATCH_SIZE", 2)
        monkeypatch.setattr(deadline_refresh, "BATCH_PAUSE_SECONDS", 0.0)
        async with clock_tables(tmp_path) as tables:
            timed_ones = sorted([await tables.start_game() for _ in range(5)])
            await tables.start_game("none")
            queue = RecordingQueue()

            async def round() -> None:
                lookup = TableQueries(tables.store, tables.games)
                updates = cast("UpdateQueue", queue)
                await DeadlineRefresher(
                    updates, tables.store, lookup, tables.games
                ).refresh_moved_deadlines()

            await round()
            assert queue.games == []
            for game in timed_ones:
                await tables.games.snapshot(game)
            await tables.stop_for(3 * HOUR)
            queue.room = 2
            with pytest.raises(ConnectionError):
                await round()
            queue.room = 100
            await round()
            assert sorted(queue.games) == timed_ones
            assert max(queue.sizes) <= 2
            assert [game for game in timed_ones if tables.games.cache.known_due(game)] == []

            await round()
            assert sorted(queue.games) == timed_ones
            await tables.stop_for(3 * HOUR)
            await round()
            assert sorted(queue.games) == sorted(2 * timed_ones)


class RecordingQueue:
    """Records which tables are refreshed, and raises if there is no more room."""

    active = 0

    def __init__(self) -> None:
        self.games: list[str] = []
        self.sizes: list[int] = []
        self.room = 100

    async def refresh(self, games: Sequence[str]) -> None:
        if len(self.games) + len(games) > self.room:
            raise ConnectionError
        self.games += games
        self.sizes.append(len(games))
