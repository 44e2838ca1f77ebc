"""Pauses: a table stands still, by a moderator's wish or the players', and goes on. No Discord."""

from __future__ import annotations

import pytest

from bot.games.clock.model import Pause
from bot.games.clock.pauses import votes_needed
from bot.games.errors import LobbyError
from engine.errors import NotYourGame, StaleGame
from tests.support.clock_tables import DAY, GUESTS, HOUR, MINUTE, MODERATOR, ClockTables


class TestPauses:
    """A table stands still; people may move."""

    async def test_over_a_deadline(self, tables: ClockTables) -> None:
        """What was left is left."""
        game = await tables.start_past_opening()
        _, user = await tables.player_on_turn(game)
        await tables.advance(70 * HOUR)
        called = await tables.notice_keys(game, user)
        await tables.games.pauses.pause(game, MODERATOR, "a party", interaction_id=3)
        assert await tables.deadline(game) is None
        with pytest.raises(LobbyError, match="paused-already"):
            await tables.games.pauses.pause(game, MODERATOR)
        with pytest.raises(LobbyError, match="paused"):
            await tables.games.clocks.nudge_players(game, next(g for g in GUESTS[:2] if g != user))
        await tables.advance(3 * DAY)
        assert await tables.notice_keys(game, user) == called

        await tables.games.pauses.resume(game, MODERATOR)

        assert await tables.deadline(game) == tables.now + 2 * HOUR
        with pytest.raises(LobbyError, match="not-paused"):
            await tables.games.pauses.resume(game, MODERATOR)
        assert await tables.notice_keys(game) == ["line-paused-why", "line-resumed"]

    async def test_people_move_and_the_caretaker_does_not(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening()
        seat, _ = await tables.player_on_turn(game)
        tables.now += 72 * HOUR
        await tables.driver.run_next_job(game)
        await tables.games.pauses.pause(game, MODERATOR)
        version = (await tables.games.snapshot(game)).version
        await tables.driver.run_table(game)
        assert (await tables.games.snapshot(game)).version == version

        await tables.games.pauses.resume(game, MODERATOR)
        await tables.driver.run_table(game)

        assert (await tables.player_on_turn(game))[0] != seat
        await tables.games.pauses.pause(game, MODERATOR)
        await tables.play_turn(game)
        assert await tables.deadline(game) is None

    async def test_it_ends_by_itself(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening()
        await tables.games.pauses.pause(game, MODERATOR)
        await tables.advance(14 * DAY - MINUTE)
        assert (await tables.games.snapshot(game)).table.pause.is_on

        await tables.advance(2 * MINUTE)

        assert not (await tables.games.snapshot(game)).table.pause.is_on
        assert (await tables.notice_keys(game))[-1] == "line-resumed-itself"

    async def test_two_thirds_of_the_players(self, tables: ClockTables) -> None:
        """Each agrees once; a question lapses after a day; a moderator's pause is not theirs."""
        game = await tables.start_past_opening("day", 3)
        ask = tables.games.pauses.ask
        snapshot = await ask(game, GUESTS[0], pausing=True)
        assert votes_needed(snapshot.table) == 2
        await ask(game, GUESTS[0], pausing=True)
        await tables.advance(DAY + MINUTE)
        assert (await tables.games.snapshot(game)).table.pause.asked_at is None
        await ask(game, GUESTS[1], pausing=True)
        paused = await ask(game, GUESTS[2], pausing=True)
        assert paused.table.pause.is_on
        with pytest.raises(LobbyError, match="paused-already"):
            await ask(game, GUESTS[0], pausing=True)
        await ask(game, GUESTS[2], pausing=False)
        assert paused.table.pause.is_on

        resumed = await ask(game, GUESTS[0], pausing=False)

        assert not resumed.table.pause.is_on
        assert await tables.notice_keys(game) == ["line-players-paused", "line-players-resumed"]
        await tables.games.pauses.pause(game, MODERATOR)
        with pytest.raises(LobbyError, match="moderators-pause"):
            await ask(game, GUESTS[0], pausing=False)
        with pytest.raises(NotYourGame):
            await ask(game, 99, pausing=True)

    async def test_a_request_is_refused_once_most_cannot_agree(self, tables: ClockTables) -> None:
        """The one who asks is told; they may also take it back, without a word."""
        game = await tables.start_past_opening("day", 3)
        pauses = tables.games.pauses
        with pytest.raises(StaleGame):
            await pauses.refuse(game, GUESTS[1])
        await pauses.ask(game, GUESTS[0], pausing=True)
        snapshot = await pauses.refuse(game, GUESTS[1])
        assert snapshot.table.pause.asked_at

        snapshot = await pauses.refuse(game, GUESTS[2])

        assert snapshot.table.pause == Pause()
        assert await tables.notice_keys(game, GUESTS[0]) == ["told-pause-refused"]
        await pauses.ask(game, GUESTS[0], pausing=True)
        snapshot = await pauses.refuse(game, GUESTS[0])
        assert snapshot.table.pause == Pause()
        assert await tables.notice_keys(game, GUESTS[0]) == ["told-pause-refused"]
        await pauses.ask(game, GUESTS[0], pausing=True)
        await pauses.refuse(game, GUESTS[1])
        snapshot = await pauses.ask(game, GUESTS[1], pausing=True)
        assert snapshot.table.pause.is_on

    async def test_nothing_is_paused_that_is_over(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening()
        await tables.games.cancels.cancel(game)
        with pytest.raises(LobbyError, match="not-playing"):
            await tables.games.pauses.pause(game, MODERATOR)
