"""Turns that run out of time: the caretaker plays, and keeps or offers the seat."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.games.errors import LobbyError
from bot.games.model import Who
from engine.errors import NotYourGame
from engine.record import verify
from tests.support.clock_tables import (
    DAY,
    GUESTS,
    HOUR,
    MINUTE,
    MODERATOR,
    REMINDER,
    TIMED_OUT,
    ClockTables,
)


class TestTimeOut:
    """The caretaker plays that one turn."""

    async def test_one_turn_and_no_more(self, tables: ClockTables) -> None:
        """Then it is the next one's; the moves are the caretaker's, the seat its owner's."""
        game = await tables.start_past_opening()
        seat, user = await tables.player_on_turn(game)
        before = (await tables.games.snapshot(game)).state.turns
        moves = len(await tables.move_makers(game))
        await tables.advance(72 * HOUR + MINUTE)

        snapshot = await tables.games.snapshot(game)
        assert snapshot.state.turns == before + 1
        assert snapshot.state.turn != seat
        assert set((await tables.move_makers(game))[moves:]) == {"caretaker"}
        assert snapshot.table.seats[seat].user_id == user
        assert snapshot.table.seats[seat].bot is None
        assert await tables.notice_keys(game) == ["line-timed-out"]

    async def test_three_in_a_row(self, tables: ClockTables) -> None:
        """It keeps the seat and plays at once; a skip would not count."""
        game = await tables.start_past_opening()
        seat, user = await tables.player_on_turn(game)
        other = next(g for g in GUESTS[:2] if g != user)
        for _ in range(3):
            await tables.advance(72 * HOUR + MINUTE)
            await tables.play_turn(game)

        snapshot = await tables.games.snapshot(game)
        assert snapshot.table.seats[seat].bot == "caretaker"
        assert snapshot.table.seats[seat].user_id == user
        assert await tables.notice_keys(game) == ["line-timed-out"] * 2 + ["line-caretaker-keeps"]
        assert "told-caretaker-keeps" in await tables.notice_keys(game, user)
        await tables.driver.run_table(game)
        assert (await tables.player_on_turn(game))[1] == other
        # Whoever is in its hands agrees to whatever is asked.
        await tables.play_turn(game)
        await tables.driver.run_table(game)
        turns = (await tables.games.snapshot(game)).state.turns
        undone = await tables.games.play.ask_undo(game, other)
        assert undone.state.turns == turns - 2

    async def test_playing_oneself_begins_the_count_anew(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening()
        seat, _ = await tables.player_on_turn(game)
        for late in (True, True, False, True):
            if late:
                await tables.advance(72 * HOUR + MINUTE)
            else:
                await tables.play_turn(game)
            await tables.play_turn(game)

        snapshot = await tables.games.snapshot(game)
        assert snapshot.table.seats[seat].bot is None
        assert snapshot.table.clock(seat).timeouts == 1

    async def test_back_between_two_of_its_steps(self, tables: ClockTables) -> None:
        """The seat is given back at once: a new allowance, the bank as it was left."""
        game, _, user = await tables.start_half_played_turn()
        other = next(g for g in GUESTS[:2] if g != user)
        snapshot = await tables.games.snapshot(game)
        with pytest.raises(LobbyError, match="not-helped"):
            await tables.games.clocks.return_to_seat(game, other)
        with pytest.raises(NotYourGame):
            await tables.games.clocks.return_to_seat(game, 99)

        await tables.games.clocks.return_to_seat(game, user, interaction_id=5)
        await tables.games.clocks.return_to_seat(game, user, interaction_id=5)
        await tables.driver.run_table(game)

        assert (await tables.games.snapshot(game)).version == snapshot.version
        assert await tables.deadline(game) == tables.now + 24 * HOUR
        assert (await tables.notice_keys(game))[-1] == "line-back"
        await tables.play_turn(game)
        await tables.play_turn(game)
        assert await tables.deadline(game) == tables.now + (24 + 6) * HOUR

    async def test_back_to_a_seat_that_was_kept(self, tables: ClockTables) -> None:
        """One press; a move would do as well."""
        game = await tables.start_past_opening()
        seat, user = await tables.player_on_turn(game)
        for _ in range(3):
            await tables.advance(72 * HOUR + MINUTE)
            await tables.play_turn(game)

        await tables.games.clocks.return_to_seat(game, user)
        await tables.driver.run_table(game)

        snapshot = await tables.games.snapshot(game)
        assert snapshot.table.seats[seat].bot is None
        assert snapshot.state.turn == seat
        assert await tables.deadline(game) == tables.now + 24 * HOUR

    @pytest.mark.parametrize("steps", range(6))
    async def test_killed_at_any_step(self, tables: ClockTables, steps: int) -> None:
        """A new process goes on: exactly one caretaker's turn, told once, nobody called twice."""
        game = await tables.start_past_opening()
        _, user = await tables.player_on_turn(game)
        before = (await tables.games.snapshot(game)).state.turns
        moves = len(await tables.move_makers(game))
        await tables.advance(72 * HOUR - MINUTE)
        called = await tables.notice_keys(game, user)
        tables.now += 2 * MINUTE
        for _ in range(steps):
            await tables.driver.run_next_job(game)

        tables.restart()
        await tables.advance(MINUTE)

        snapshot = await tables.games.snapshot(game)
        assert snapshot.state.turns == before + 1
        assert set((await tables.move_makers(game))[moves:]) == {"caretaker"}
        assert await tables.notice_keys(game) == ["line-timed-out"]
        assert await tables.notice_keys(game, user) == [*called, TIMED_OUT]

    async def test_two_processes_at_once(self, tables: ClockTables) -> None:
        """Both look at the same clock: it calls once."""
        game = await tables.start_past_opening()
        _, user = await tables.player_on_turn(game)
        first = tables.driver
        tables.restart()
        await tables.games.snapshot(game)
        tables.now += 12 * HOUR
        await first.run_table(game)
        await tables.driver.run_table(game)

        assert await tables.notice_keys(game, user) == [REMINDER]

    async def test_a_game_with_a_caretaker_can_be_proven(self, tables: ClockTables) -> None:
        """Somebody vanishes; the game goes on to its end and repeats by its record."""
        game = await tables.start_past_opening("blitz")
        _, gone = await tables.player_on_turn(game)
        while (snapshot := await tables.games.snapshot(game)).state.over is None:
            seat = snapshot.state.turn
            assert seat is not None
            if snapshot.table.seats[seat].user_id == gone:
                await tables.advance(MINUTE)
            else:
                await tables.move(game)
                await tables.driver.run_table(game)

        proof = verify(await tables.games.cache.export_record(game), snapshot.table.rules)
        assert proof.finished
        assert (await tables.store.people.get(gone)).in_time == 1  # the opening
        assert (await tables.store.people.get(gone)).turns == 4
        other = next(g for g in GUESTS[:2] if g != gone)
        person = await tables.store.people.get(other)
        assert person.in_time == person.turns > 10
        assert await tables.store.games.due(game) == []


class TestOffering:
    """A seat that was kept for long can be taken by somebody else."""

    async def test_after_seven_allowances(self, tables: ClockTables) -> None:
        """Not by who offered it; whoever takes it has a full bank and their own hours."""
        game = await tables.start_past_opening()
        seat, user = await tables.player_on_turn(game)
        with pytest.raises(LobbyError, match="not-kept"):
            await tables.games.seats.offer(game, seat, MODERATOR)
        for _ in range(3):
            await tables.advance(72 * HOUR + MINUTE)
            await tables.play_turn(game)
        with pytest.raises(LobbyError, match="offer-early"):
            await tables.games.seats.offer(game, seat, MODERATOR)
        tables.now += 7 * DAY
        await tables.games.seats.offer(game, seat, MODERATOR)
        await tables.games.clocks.set_hours(99, "UTC", (20 * 60, 6 * 60))

        with pytest.raises(LobbyError, match="not-for-who-offered"):
            await tables.games.seats.take(game, seat, MODERATOR)
        await tables.games.seats.take(game, seat, Who(99, "Guest 9"))
        await tables.driver.run_table(game)
        if (await tables.player_on_turn(game))[1] != 99:
            await tables.play_turn(game)

        assert (await tables.notice_keys(game))[-2:] == ["line-offered", "line-taken-offered"]
        assert (await tables.player_on_turn(game))[1] == 99
        snapshot = await tables.games.snapshot(game)
        clock = snapshot.table.clock(seat)
        assert (clock.bank, clock.allowance) == (48 * HOUR, 24 * HOUR)
        assert clock.hours is not None
        assert clock.hours.quiet_from == 20 * 60
        assert await tables.notice_keys(game, user) == [
            *[*[REMINDER] * 3, TIMED_OUT],
            *[*[REMINDER] * 2, TIMED_OUT],
            *[*[REMINDER] * 2, "told-caretaker-keeps", "told-offered"],
        ]

    @pytest.mark.parametrize(("pace", "span"), [("blitz", DAY), ("day", 7 * DAY)])
    async def test_is_possible_after_seven_allowances_or_a_day(
        self, tables: ClockTables, pace: str, span: timedelta
    ) -> None:
        """The refusal names the moment from which on the seat can be offered."""
        game = await tables.start_past_opening(pace)
        seat, _ = await tables.player_on_turn(game)
        for _ in range(3):
            await tables.advance(72 * HOUR if pace == "day" else 15 * MINUTE)
            await tables.play_turn(game)
        kept_since = (await tables.store.games.clocks(game))[seat].kept_since
        assert kept_since is not None
        tables.now = kept_since + span - MINUTE
        with pytest.raises(LobbyError, match="offer-early") as refused:
            await tables.games.seats.offer(game, seat, MODERATOR)
        assert refused.value.facts == {"when": kept_since + span}

        tables.now += MINUTE
        await tables.games.seats.offer(game, seat, MODERATOR)

        assert (await tables.store.games.seats(game))[seat].is_free
