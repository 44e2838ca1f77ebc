"""Vacations: somebody's clocks stand still, at which tables and for how long. No Discord."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.games.errors import LobbyError
from bot.games.model import Vacation, format_time
from tests.support.clock_tables import DAY, GUESTS, HOUR, MINUTE, MODERATOR, REMINDER, ClockTables


class TestVacations:
    """All of somebody's clocks stand still."""

    async def test_at_all_tables(self, tables: ClockTables) -> None:
        """Announced at each, except where a table has none of it."""
        games = [
            await tables.start_past_opening(),
            await tables.start_past_opening("blitz"),
            await tables.start_past_opening(vacation=False),
        ]
        for game in games:
            if (await tables.player_on_turn(game))[1] != GUESTS[0]:
                await tables.play_turn(game)
        await tables.advance(MINUTE)

        await tables.games.vacations.start(GUESTS[0], tables.now + 5 * DAY)

        assert await tables.deadline(games[0]) is None
        assert await tables.deadline(games[1]) is not None
        assert await tables.deadline(games[2]) is not None
        assert [await tables.notice_keys(game) for game in games] == [["line-vacation"], [], []]
        await tables.advance(5 * DAY)
        assert await tables.deadline(games[0]) == tables.now + 72 * HOUR - MINUTE
        assert REMINDER not in await tables.notice_keys(games[0], GUESTS[0])

    async def test_at_a_table_that_begins_later(self, tables: ClockTables) -> None:
        """It is announced there too, once."""
        await tables.games.vacations.start(GUESTS[0], tables.now + 5 * DAY)

        game = await tables.start_game()
        await tables.advance(HOUR)

        assert await tables.notice_keys(game) == ["line-vacation"]

    async def test_a_move_by_hand_ends_it(self, tables: ClockTables) -> None:
        """At all tables; one that is made for its owner does not."""
        games = [await tables.start_past_opening(), await tables.start_past_opening()]
        for game in games:
            if (await tables.player_on_turn(game))[1] != GUESTS[0]:
                await tables.play_turn(game)
        await tables.games.vacations.start(GUESTS[0], tables.now + 5 * DAY)
        await tables.move(games[1], by_hand=False)
        assert await tables.games.vacations.current_vacation(GUESTS[0]) is not None

        await tables.play_turn(games[0])

        assert await tables.games.vacations.current_vacation(GUESTS[0]) is None
        assert await tables.deadline(games[1]) == tables.now + 72 * HOUR
        for game in games:
            assert await tables.notice_keys(game) == ["line-vacation", "line-vacation-over"]

    async def test_so_many_days_a_year_and_at_a_table(self, tables: ClockTables) -> None:
        """30 in all, of which 14 stop the clock of one game."""
        game = await tables.start_past_opening()
        if (await tables.player_on_turn(game))[1] != GUESTS[0]:
            await tables.play_turn(game)
        with pytest.raises(LobbyError, match="vacation-past"):
            await tables.games.vacations.start(GUESTS[0], tables.now - HOUR)
        for days in (31, 3650):
            with pytest.raises(LobbyError, match="vacation-days") as refused:
                await tables.games.vacations.start(GUESTS[0], tables.now + days * DAY)
            assert refused.value.facts == {"left": 30}
        with pytest.raises(LobbyError, match="no-vacation"):
            await tables.games.vacations.end(GUESTS[0])
        start = tables.now
        await tables.games.vacations.start(GUESTS[0], start + 20 * DAY)
        with pytest.raises(LobbyError, match="on-vacation"):
            await tables.games.vacations.start(GUESTS[0], start + 2 * DAY)
        await tables.advance(14 * DAY + HOUR)
        assert await tables.deadline(game) == start + 14 * DAY + 72 * HOUR

        await tables.games.vacations.end(GUESTS[0])

        assert await tables.games.vacations.days_left(GUESTS[0]) == 15
        await tables.games.vacations.start(GUESTS[0], tables.now + 5 * DAY)
        assert await tables.deadline(game) == start + 14 * DAY + 72 * HOUR

    async def test_one_that_ends_on_its_first_day_costs_none(self, tables: ClockTables) -> None:
        """Once a week; one that lasts a day as planned costs it."""
        vacations, user = tables.games.vacations, GUESTS[0]
        game = await tables.start_past_opening()
        if (await tables.player_on_turn(game))[1] != user:
            await tables.play_turn(game)
        seat = (await tables.player_on_turn(game))[0]
        left = []
        for pause in (timedelta(0), DAY, 7 * DAY):
            await tables.advance(pause)
            await vacations.start(user, tables.now + 5 * DAY)
            await tables.advance(DAY - MINUTE)
            await vacations.end(user)
            left.append(await vacations.days_left(user))
        assert left == [30, 29, 29]
        assert (await tables.games.snapshot(game)).table.clock(seat).away_days == 0

        await vacations.start(user, tables.now + DAY)
        await tables.advance(DAY)
        assert await vacations.days_left(user) == 28

    async def test_another_pace_gives_no_days_back(self, tables: ClockTables) -> None:
        """At one that never sleeps the clock runs from the next turn on; days used stay used."""
        game = await tables.start_past_opening()
        if (await tables.player_on_turn(game))[1] == GUESTS[0]:
            await tables.play_turn(game)
        start = tables.now
        await tables.games.vacations.start(GUESTS[0], start + 20 * DAY)
        await tables.games.lobby.set_pace(game, MODERATOR, "blitz")

        tables.now += 9 * DAY - HOUR
        await tables.play_turn(game)
        assert await tables.deadline(game) == tables.now + 15 * MINUTE

        await tables.games.lobby.set_pace(game, MODERATOR, "day")
        await tables.play_turn(game)
        await tables.play_turn(game)
        assert await tables.deadline(game) is None
        await tables.advance(6 * DAY)
        # Nine days had been begun before: five more of them count.
        assert await tables.deadline(game) == start + 14 * DAY - HOUR + 72 * HOUR

    async def test_a_table_that_was_not_told_finds_out(self, tables: ClockTables) -> None:
        """Killed in between: the clock looks at its owner before it calls for anybody."""
        game = await tables.start_past_opening()
        if (await tables.player_on_turn(game))[1] != GUESTS[0]:
            await tables.play_turn(game)
        until = format_time(tables.now + 10 * DAY)
        await tables.store.people.save_vacation(Vacation(GUESTS[0], format_time(tables.now), until))

        await tables.advance(8 * DAY)

        assert await tables.notice_keys(game) == ["line-vacation"]
        assert await tables.notice_keys(game, GUESTS[0]) == []
