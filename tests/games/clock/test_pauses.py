"""Pauses: a table stands still, by a moderator's wish or the players', and goes on. No Discord."""

from __future__ import annotations

import pytest

from bot.games.clock.model import Pause
from bot.games.clock.pauses import needed
from bot.games.errors import LobbyError
from engine.errors import NotYourGame, StaleGame
from tests.support.clock_tables import DAY, GUESTS, HOUR, MINUTE, MODERATOR, ClockHall


class TestPauses:
    """A table stands still; people may move."""

    async def test_over_a_deadline(self, hall: ClockHall) -> None:
        """What was left is left."""
        game = await hall.begun()
        _, user = await hall.awaited(game)
        await hall.wait(70 * HOUR)
        called = await hall.lines(game, user)
        await hall.games.pauses.pause(game, MODERATOR, "a party", interaction_id=3)
        assert await hall.deadline(game) is None
        with pytest.raises(LobbyError, match="paused-already"):
            await hall.games.pauses.pause(game, MODERATOR)
        with pytest.raises(LobbyError, match="paused"):
            await hall.games.clocks.nudge_players(game, next(g for g in GUESTS[:2] if g != user))
        await hall.wait(3 * DAY)
        assert await hall.lines(game, user) == called

        await hall.games.pauses.resume(game, MODERATOR)

        assert await hall.deadline(game) == hall.now + 2 * HOUR
        with pytest.raises(LobbyError, match="not-paused"):
            await hall.games.pauses.resume(game, MODERATOR)
        assert await hall.lines(game) == ["line-paused-why", "line-resumed"]

    async def test_people_move_and_the_caretaker_does_not(self, hall: ClockHall) -> None:
        game = await hall.begun()
        seat, _ = await hall.awaited(game)
        hall.now += 72 * HOUR
        await hall.driver.run_next_job(game)
        await hall.games.pauses.pause(game, MODERATOR)
        version = (await hall.games.snapshot(game)).version
        await hall.driver.run_table(game)
        assert (await hall.games.snapshot(game)).version == version

        await hall.games.pauses.resume(game, MODERATOR)
        await hall.driver.run_table(game)

        assert (await hall.awaited(game))[0] != seat
        await hall.games.pauses.pause(game, MODERATOR)
        await hall.turn(game)
        assert await hall.deadline(game) is None

    async def test_it_ends_by_itself(self, hall: ClockHall) -> None:
        game = await hall.begun()
        await hall.games.pauses.pause(game, MODERATOR)
        await hall.wait(14 * DAY - MINUTE)
        assert (await hall.games.snapshot(game)).table.pause.is_on

        await hall.wait(2 * MINUTE)

        assert not (await hall.games.snapshot(game)).table.pause.is_on
        assert (await hall.lines(game))[-1] == "line-resumed-itself"

    async def test_two_thirds_of_the_players(self, hall: ClockHall) -> None:
        """Each agrees once; a question lapses after a day; a moderator's pause is not theirs."""
        game = await hall.begun("day", 3)
        ask = hall.games.pauses.ask
        snapshot = await ask(game, GUESTS[0], pausing=True)
        assert needed(snapshot.table) == 2
        await ask(game, GUESTS[0], pausing=True)
        await hall.wait(DAY + MINUTE)
        assert (await hall.games.snapshot(game)).table.pause.asked_at is None
        await ask(game, GUESTS[1], pausing=True)
        paused = await ask(game, GUESTS[2], pausing=True)
        assert paused.table.pause.is_on
        with pytest.raises(LobbyError, match="paused-already"):
            await ask(game, GUESTS[0], pausing=True)
        await ask(game, GUESTS[2], pausing=False)
        assert paused.table.pause.is_on

        resumed = await ask(game, GUESTS[0], pausing=False)

        assert not resumed.table.pause.is_on
        assert await hall.lines(game) == ["line-players-paused", "line-players-resumed"]
        await hall.games.pauses.pause(game, MODERATOR)
        with pytest.raises(LobbyError, match="moderators-pause"):
            await ask(game, GUESTS[0], pausing=False)
        with pytest.raises(NotYourGame):
            await ask(game, 99, pausing=True)

    async def test_a_request_is_refused_once_most_cannot_agree(self, hall: ClockHall) -> None:
        """The one who asks is told; they may also take it back, without a word."""
        game = await hall.begun("day", 3)
        pauses = hall.games.pauses
        with pytest.raises(StaleGame):
            await pauses.refuse(game, GUESTS[1])
        await pauses.ask(game, GUESTS[0], pausing=True)
        snapshot = await pauses.refuse(game, GUESTS[1])
        assert snapshot.table.pause.asked_at

        snapshot = await pauses.refuse(game, GUESTS[2])

        assert snapshot.table.pause == Pause()
        assert await hall.lines(game, GUESTS[0]) == ["told-pause-refused"]
        await pauses.ask(game, GUESTS[0], pausing=True)
        snapshot = await pauses.refuse(game, GUESTS[0])
        assert snapshot.table.pause == Pause()
        assert await hall.lines(game, GUESTS[0]) == ["told-pause-refused"]
        await pauses.ask(game, GUESTS[0], pausing=True)
        await pauses.refuse(game, GUESTS[1])
        snapshot = await pauses.ask(game, GUESTS[1], pausing=True)
        assert snapshot.table.pause.is_on

    async def test_nothing_is_paused_that_is_over(self, hall: ClockHall) -> None:
        game = await hall.begun()
        await hall.games.cancels.cancel(game)
        with pytest.raises(LobbyError, match="not-playing"):
            await hall.games.pauses.pause(game, MODERATOR)
