"""Vacations: somebody's clocks stand still, at which tables and for how long. No Discord."""

from __future__ import annotations

import pytest

from bot.games.errors import LobbyError
from bot.games.model import Vacation, format_time
from tests.support.clock_tables import DAY, GUESTS, HOUR, MINUTE, MODERATOR, REMINDER, ClockHall


class TestVacations:
    """All of somebody's clocks stand still."""

    async def test_at_all_tables(self, hall: ClockHall) -> None:
        """Announced at each, except where a table has none of it."""
        games = [await hall.begun(), await hall.begun("blitz"), await hall.begun(vacation=False)]
        for game in games:
            if (await hall.awaited(game))[1] != GUESTS[0]:
                await hall.turn(game)
        await hall.wait(MINUTE)

        await hall.games.vacations.start(GUESTS[0], hall.now + 5 * DAY)

        assert await hall.deadline(games[0]) is None
        assert await hall.deadline(games[1]) is not None
        assert await hall.deadline(games[2]) is not None
        assert [await hall.lines(game) for game in games] == [["line-vacation"], [], []]
        await hall.wait(5 * DAY)
        assert await hall.deadline(games[0]) == hall.now + 72 * HOUR - MINUTE
        assert REMINDER not in await hall.lines(games[0], GUESTS[0])

    async def test_at_a_table_that_begins_later(self, hall: ClockHall) -> None:
        """It is announced there too, once."""
        await hall.games.vacations.start(GUESTS[0], hall.now + 5 * DAY)

        game = await hall.table()
        await hall.wait(HOUR)

        assert await hall.lines(game) == ["line-vacation"]

    async def test_a_move_by_hand_ends_it(self, hall: ClockHall) -> None:
        """At all tables; one that is made for its owner does not."""
        games = [await hall.begun(), await hall.begun()]
        for game in games:
            if (await hall.awaited(game))[1] != GUESTS[0]:
                await hall.turn(game)
        await hall.games.vacations.start(GUESTS[0], hall.now + 5 * DAY)
        await hall.move(games[1], by_hand=False)
        assert await hall.games.vacations.current_vacation(GUESTS[0]) is not None

        await hall.turn(games[0])

        assert await hall.games.vacations.current_vacation(GUESTS[0]) is None
        assert await hall.deadline(games[1]) == hall.now + 72 * HOUR
        for game in games:
            assert await hall.lines(game) == ["line-vacation", "line-vacation-over"]

    async def test_so_many_days_a_year_and_at_a_table(self, hall: ClockHall) -> None:
        """30 in all, of which 14 stop the clock of one game."""
        game = await hall.begun()
        if (await hall.awaited(game))[1] != GUESTS[0]:
            await hall.turn(game)
        with pytest.raises(LobbyError, match="vacation-past"):
            await hall.games.vacations.start(GUESTS[0], hall.now - HOUR)
        for days in (31, 3650):
            with pytest.raises(LobbyError, match="vacation-days") as refused:
                await hall.games.vacations.start(GUESTS[0], hall.now + days * DAY)
            assert refused.value.facts == {"left": 30}
        with pytest.raises(LobbyError, match="no-vacation"):
            await hall.games.vacations.end(GUESTS[0])
        start = hall.now
        await hall.games.vacations.start(GUESTS[0], start + 20 * DAY)
        with pytest.raises(LobbyError, match="on-vacation"):
            await hall.games.vacations.start(GUESTS[0], start + 2 * DAY)
        await hall.wait(14 * DAY + HOUR)
        assert await hall.deadline(game) == start + 14 * DAY + 72 * HOUR

        await hall.games.vacations.end(GUESTS[0])

        assert await hall.games.vacations.days_left(GUESTS[0]) == 15
        await hall.games.vacations.start(GUESTS[0], hall.now + 5 * DAY)
        assert await hall.deadline(game) == start + 14 * DAY + 72 * HOUR

    async def test_another_pace_gives_no_days_back(self, hall: ClockHall) -> None:
        """At one that never sleeps the clock runs from the next turn on; days used stay used."""
        game = await hall.begun()
        if (await hall.awaited(game))[1] == GUESTS[0]:
            await hall.turn(game)
        start = hall.now
        await hall.games.vacations.start(GUESTS[0], start + 20 * DAY)
        await hall.games.lobby.set_pace(game, MODERATOR, "blitz")

        hall.now += 9 * DAY - HOUR
        await hall.turn(game)
        assert await hall.deadline(game) == hall.now + 15 * MINUTE

        await hall.games.lobby.set_pace(game, MODERATOR, "day")
        await hall.turn(game)
        await hall.turn(game)
        assert await hall.deadline(game) is None
        await hall.wait(6 * DAY)
        # Nine days had been begun before: five more of them count.
        assert await hall.deadline(game) == start + 14 * DAY - HOUR + 72 * HOUR

    async def test_a_table_that_was_not_told_finds_out(self, hall: ClockHall) -> None:
        """Killed in between: the clock looks at its owner before it calls for anybody."""
        game = await hall.begun()
        if (await hall.awaited(game))[1] != GUESTS[0]:
            await hall.turn(game)
        until = format_time(hall.now + 10 * DAY)
        await hall.store.people.save_vacation(Vacation(GUESTS[0], format_time(hall.now), until))

        await hall.wait(8 * DAY)

        assert await hall.lines(game) == ["line-vacation"]
        assert await hall.lines(game, GUESTS[0]) == []
