"""Clocks at tables: reminders, time-outs, the caretaker, and everybody who has a say in them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.games.errors import LobbyError
from bot.games.model import CARETAKER, Who, format_time
from engine.actions import DrawBlind
from engine.errors import IllegalAction, NotYourGame
from engine.ids import Seat
from engine.record import verify
from tests.support.clock_tables import (
    DAY,
    GUESTS,
    HOUR,
    MINUTE,
    MODERATOR,
    MONDAY,
    REMINDER,
    ClockHall,
)

TIMED_OUT = "told-timed-out"


class TestDeadlines:
    """One clock for a turn."""

    async def test_allowance_and_bank_make_the_deadline(self, hall: ClockHall) -> None:
        game = await hall.begun()

        assert await hall.deadline(game) == hall.now + 72 * HOUR
        (due,) = await hall.store.games.due(game)
        assert (due.kind, due.due_at) == ("clock", format_time(hall.now + 12 * HOUR))

    async def test_a_quarter_of_what_was_drawn_comes_back(self, hall: ClockHall) -> None:
        """Each turn draws on the bank of its own seat, and gives back once."""
        game = await hall.begun()
        seat, _ = await hall.awaited(game)
        await hall.wait(34 * HOUR)
        await hall.turn(game)
        await hall.turn(game)

        assert (await hall.awaited(game))[0] == seat
        assert await hall.deadline(game) == hall.now + (24 + 48 - 10 + 6) * HOUR
        await hall.turn(game)
        await hall.turn(game)
        assert await hall.deadline(game) == hall.now + 72 * HOUR

    async def test_the_first_card_of_two_does_not_restart_it(self, hall: ClockHall) -> None:
        game = await hall.begun()
        before = await hall.games.snapshot(game)
        deadline = await hall.deadline(game)
        await hall.wait(5 * HOUR)
        seat, user = await hall.awaited(game)
        draw = DrawBlind(seat, next(iter(before.table.rules.spec.decks)))
        snapshot = await hall.games.play.act(game, user, None, lambda _: draw)

        assert snapshot.state.turn == seat
        assert snapshot.state.turns == before.state.turns
        assert await hall.deadline(game) == deadline

    async def test_the_opening_is_one_turn_without_a_bank(self, hall: ClockHall) -> None:
        """Asked of all at once; who is late is helped through all of it."""
        game = await hall.table()
        snapshot = await hall.games.snapshot(game)

        assert [hall.games.clocks.deadline(snapshot, Seat(s)) for s in (0, 1)] == [
            hall.now + DAY,
            hall.now + DAY,
        ]
        await hall.wait(DAY - MINUTE)
        assert await hall.makers(game) == []
        await hall.wait(2 * MINUTE)
        assert set(await hall.makers(game)) == {"caretaker"}
        assert (await hall.lines(game)).count("line-timed-out") == 2

    async def test_none_has_no_end(self, hall: ClockHall) -> None:
        """Nor does a table of former days, which says nothing of a pace."""
        game = await hall.begun("none")

        assert await hall.deadline(game) is None
        assert await hall.store.games.due(game) == []

    async def test_hours_are_copied_when_a_turn_begins(self, hall: ClockHall) -> None:
        """Changing them never moves a running deadline; the next turn has them."""
        game = await hall.begun()
        _, user = await hall.awaited(game)
        deadline = await hall.deadline(game)

        await hall.games.clocks.set_hours(user, "Europe/Berlin", (22 * 60, 8 * 60))
        assert await hall.deadline(game) == deadline
        await hall.turn(game)
        await hall.turn(game)

        # 14 of 24 hours are awake: 10 to 22 h today, and so on.
        assert await hall.deadline(game) == MONDAY + timedelta(days=5, hours=2)

    async def test_blitz_never_sleeps(self, hall: ClockHall) -> None:
        game = await hall.begun("blitz")
        _, user = await hall.awaited(game)
        await hall.games.clocks.set_hours(user, "UTC", (7 * 60, 17 * 60))
        await hall.turn(game)
        await hall.turn(game)

        assert await hall.deadline(game) == hall.now + 15 * MINUTE
        await hall.wait(3 * MINUTE)
        assert await hall.lines(game, user) == [REMINDER]

    async def test_a_new_pace_counts_from_the_next_turn(self, hall: ClockHall) -> None:
        game = await hall.begun()
        deadline = await hall.deadline(game)

        await hall.games.lobby.set_pace(game, MODERATOR, "relaxed")

        assert await hall.deadline(game) == deadline
        await hall.turn(game)
        assert await hall.deadline(game) == hall.now + 9 * DAY
        assert "line-pace" in await hall.lines(game)


class TestReminders:
    """To the person alone, and not too often."""

    async def test_the_whole_ladder(self, hall: ClockHall) -> None:
        """Half the allowance, nine tenths, half the bank; then time is up."""
        game = await hall.begun()
        _, user = await hall.awaited(game)
        rang = []
        for hour in range(1, 72):
            await hall.wait(HOUR)
            if len(await hall.lines(game, user)) > len(rang):
                rang.append(hour)
        assert rang == [12, 22, 48]
        assert await hall.lines(game) == []

        await hall.wait(HOUR)

        assert await hall.lines(game) == ["line-timed-out"]
        assert await hall.lines(game, user) == [*[REMINDER] * 3, TIMED_OUT]

    async def test_snooze_puts_it_off(self, hall: ClockHall) -> None:
        """For a quarter of the allowance; then it rings whatever has passed, once."""
        game = await hall.begun()
        _, user = await hall.awaited(game)
        await hall.wait(18 * HOUR)
        await hall.games.clocks.snooze_reminder(game, user)
        await hall.wait(6 * HOUR - MINUTE)
        assert len(await hall.lines(game, user)) == 1

        await hall.wait(2 * MINUTE)

        assert len(await hall.lines(game, user)) == 2
        with pytest.raises(LobbyError, match="not-awaited"):
            await hall.games.clocks.snooze_reminder(game, next(g for g in GUESTS[:2] if g != user))

    async def test_blitz_has_no_snooze(self, hall: ClockHall) -> None:
        game = await hall.begun("blitz")
        _, user = await hall.awaited(game)
        with pytest.raises(LobbyError, match="no-snooze"):
            await hall.games.clocks.snooze_reminder(game, user)

    async def test_away_silences_all_of_it(self, hall: ClockHall) -> None:
        """The deadline stands; what passed meanwhile rings once."""
        game = await hall.begun()
        _, user = await hall.awaited(game)
        deadline = await hall.deadline(game)

        await hall.games.clocks.mute_reminders(user, 24)
        await hall.wait(24 * HOUR - MINUTE)
        assert await hall.lines(game, user) == []
        await hall.wait(2 * MINUTE)

        assert await hall.lines(game, user) == [REMINDER]
        assert await hall.deadline(game) == deadline
        with pytest.raises(LobbyError, match="away-not-possible"):
            await hall.games.clocks.mute_reminders(user, 13)

    async def test_quiet_hours_are_heeded_at_once(self, hall: ClockHall) -> None:
        """A reminder waits until the person is awake, by the hours of now."""
        game = await hall.begun()
        _, user = await hall.awaited(game)
        await hall.games.clocks.set_hours(user, "UTC", (19 * 60, 5 * 60))
        await hall.wait(20 * HOUR)  # the first was due at 20 h
        assert await hall.lines(game, user) == []

        await hall.wait(HOUR + MINUTE)

        assert await hall.lines(game, user) == [REMINDER]

    async def test_nudges_count_too(self, hall: ClockHall) -> None:
        """Never more than four calls in one turn; who nudges reads the same answer."""
        game = await hall.begun()
        _, user = await hall.awaited(game)
        other = next(g for g in GUESTS[:2] if g != user)
        with pytest.raises(LobbyError, match="nudge-early"):
            await hall.games.clocks.nudge_players(game, other)
        with pytest.raises(LobbyError, match="nudge-self"):
            await hall.games.clocks.nudge_players(game, user)
        with pytest.raises(NotYourGame):
            await hall.games.clocks.nudge_players(game, 99)
        await hall.wait(6 * HOUR)

        await hall.games.clocks.nudge_players(game, other)
        with pytest.raises(LobbyError, match="nudged-before"):
            await hall.games.clocks.nudge_players(game, other)
        for _ in range(5):
            await hall.wait(12 * HOUR)
            await hall.games.clocks.nudge_players(game, other)
        await hall.wait(HOUR)

        assert await hall.lines(game, user) == ["told-nudge", REMINDER, "told-nudge", REMINDER]

    async def test_a_nudge_waits_for_the_morning(self, hall: ClockHall) -> None:
        """Its answer says nothing of that."""
        game = await hall.begun("none")
        _, user = await hall.awaited(game)
        await hall.games.clocks.set_hours(user, "UTC", (19 * 60, 5 * 60))
        await hall.wait(12 * HOUR)  # 20 h

        await hall.games.clocks.nudge_players(game, next(g for g in GUESTS[:2] if g != user))
        await hall.wait(8 * HOUR)
        assert await hall.lines(game, user) == []
        await hall.wait(2 * HOUR)

        assert await hall.lines(game, user) == ["told-nudge"]

    async def test_a_bot_is_not_nudged(self, hall: ClockHall) -> None:
        game = await hall.table("day", 1, bots=1)
        await hall.wait(7 * HOUR)
        snapshot = await hall.games.snapshot(game)
        own = snapshot.table.seat_of(GUESTS[0])

        with pytest.raises(LobbyError, match="nudge-self"):
            await hall.games.clocks.nudge_players(game, GUESTS[0])
        while own in (snapshot := await hall.games.snapshot(game)).state.waiting:
            await hall.move(game)
        with pytest.raises(LobbyError, match="nudge-bot"):
            await hall.games.clocks.nudge_players(game, GUESTS[0])


class TestTimeOut:
    """The caretaker plays that one turn."""

    async def test_one_turn_and_no_more(self, hall: ClockHall) -> None:
        """Then it is the next one's; the moves are the caretaker's, the seat its owner's."""
        game = await hall.begun()
        seat, user = await hall.awaited(game)
        before = (await hall.games.snapshot(game)).state.turns
        moves = len(await hall.makers(game))
        await hall.wait(72 * HOUR + MINUTE)

        snapshot = await hall.games.snapshot(game)
        assert snapshot.state.turns == before + 1
        assert snapshot.state.turn != seat
        assert set((await hall.makers(game))[moves:]) == {"caretaker"}
        assert snapshot.table.seats[seat].user_id == user
        assert snapshot.table.seats[seat].bot is None
        assert await hall.lines(game) == ["line-timed-out"]

    async def test_three_in_a_row(self, hall: ClockHall) -> None:
        """It keeps the seat and plays at once; a skip would not count."""
        game = await hall.begun()
        seat, user = await hall.awaited(game)
        other = next(g for g in GUESTS[:2] if g != user)
        for _ in range(3):
            await hall.wait(72 * HOUR + MINUTE)
            await hall.turn(game)

        snapshot = await hall.games.snapshot(game)
        assert snapshot.table.seats[seat].bot == "caretaker"
        assert snapshot.table.seats[seat].user_id == user
        assert await hall.lines(game) == ["line-timed-out"] * 2 + ["line-caretaker-keeps"]
        assert "told-caretaker-keeps" in await hall.lines(game, user)
        await hall.driver.run_table(game)
        assert (await hall.awaited(game))[1] == other
        # Whoever is in its hands agrees to whatever is asked.
        await hall.turn(game)
        await hall.driver.run_table(game)
        turns = (await hall.games.snapshot(game)).state.turns
        undone = await hall.games.play.ask_undo(game, other)
        assert undone.state.turns == turns - 2

    async def test_playing_oneself_begins_the_count_anew(self, hall: ClockHall) -> None:
        game = await hall.begun()
        seat, _ = await hall.awaited(game)
        for late in (True, True, False, True):
            if late:
                await hall.wait(72 * HOUR + MINUTE)
            else:
                await hall.turn(game)
            await hall.turn(game)

        snapshot = await hall.games.snapshot(game)
        assert snapshot.table.seats[seat].bot is None
        assert snapshot.table.clock(seat).timeouts == 1

    async def test_back_between_two_of_its_steps(self, hall: ClockHall) -> None:
        """The seat is given back at once: a new allowance, the bank as it was left."""
        game, _, user = await hall.half_played()
        other = next(g for g in GUESTS[:2] if g != user)
        snapshot = await hall.games.snapshot(game)
        with pytest.raises(LobbyError, match="not-helped"):
            await hall.games.clocks.return_to_seat(game, other)
        with pytest.raises(NotYourGame):
            await hall.games.clocks.return_to_seat(game, 99)

        await hall.games.clocks.return_to_seat(game, user, interaction_id=5)
        await hall.games.clocks.return_to_seat(game, user, interaction_id=5)
        await hall.driver.run_table(game)

        assert (await hall.games.snapshot(game)).version == snapshot.version
        assert await hall.deadline(game) == hall.now + 24 * HOUR
        assert (await hall.lines(game))[-1] == "line-back"
        await hall.turn(game)
        await hall.turn(game)
        assert await hall.deadline(game) == hall.now + (24 + 6) * HOUR

    async def test_back_to_a_seat_that_was_kept(self, hall: ClockHall) -> None:
        """One press; a move would do as well."""
        game = await hall.begun()
        seat, user = await hall.awaited(game)
        for _ in range(3):
            await hall.wait(72 * HOUR + MINUTE)
            await hall.turn(game)

        await hall.games.clocks.return_to_seat(game, user)
        await hall.driver.run_table(game)

        snapshot = await hall.games.snapshot(game)
        assert snapshot.table.seats[seat].bot is None
        assert snapshot.state.turn == seat
        assert await hall.deadline(game) == hall.now + 24 * HOUR

    @pytest.mark.parametrize("steps", range(6))
    async def test_killed_at_any_step(self, hall: ClockHall, steps: int) -> None:
        """A new process goes on: exactly one caretaker's turn, told once, nobody called twice."""
        game = await hall.begun()
        _, user = await hall.awaited(game)
        before = (await hall.games.snapshot(game)).state.turns
        moves = len(await hall.makers(game))
        await hall.wait(72 * HOUR - MINUTE)
        called = await hall.lines(game, user)
        hall.now += 2 * MINUTE
        for _ in range(steps):
            await hall.driver.run_next_job(game)

        hall.restart()
        await hall.wait(MINUTE)

        snapshot = await hall.games.snapshot(game)
        assert snapshot.state.turns == before + 1
        assert set((await hall.makers(game))[moves:]) == {"caretaker"}
        assert await hall.lines(game) == ["line-timed-out"]
        assert await hall.lines(game, user) == [*called, TIMED_OUT]

    async def test_two_processes_at_once(self, hall: ClockHall) -> None:
        """Both look at the same clock: it calls once."""
        game = await hall.begun()
        _, user = await hall.awaited(game)
        first = hall.driver
        hall.restart()
        await hall.games.snapshot(game)
        hall.now += 12 * HOUR
        await first.run_table(game)
        await hall.driver.run_table(game)

        assert await hall.lines(game, user) == [REMINDER]

    async def test_a_game_with_a_caretaker_can_be_proven(self, hall: ClockHall) -> None:
        """Somebody vanishes; the game goes on to its end and repeats by its record."""
        game = await hall.begun("blitz")
        _, gone = await hall.awaited(game)
        while (snapshot := await hall.games.snapshot(game)).state.over is None:
            seat = snapshot.state.turn
            assert seat is not None
            if snapshot.table.seats[seat].user_id == gone:
                await hall.wait(MINUTE)
            else:
                await hall.move(game)
                await hall.driver.run_table(game)

        proof = verify(await hall.games.cache.export_record(game), snapshot.table.rules)
        assert proof.finished
        assert (await hall.store.people.get(gone)).in_time == 1  # the opening
        assert (await hall.store.people.get(gone)).turns == 4
        other = next(g for g in GUESTS[:2] if g != gone)
        person = await hall.store.people.get(other)
        assert person.in_time == person.turns > 10
        assert await hall.store.games.due(game) == []


class TestOffering:
    """A seat that was kept for long can be taken by somebody else."""

    async def test_after_seven_allowances(self, hall: ClockHall) -> None:
        """Not by who offered it; whoever takes it has a full bank and their own hours."""
        game = await hall.begun()
        seat, user = await hall.awaited(game)
        with pytest.raises(LobbyError, match="not-kept"):
            await hall.games.seats.offer(game, seat, MODERATOR)
        for _ in range(3):
            await hall.wait(72 * HOUR + MINUTE)
            await hall.turn(game)
        with pytest.raises(LobbyError, match="offer-early"):
            await hall.games.seats.offer(game, seat, MODERATOR)
        hall.now += 7 * DAY
        await hall.games.seats.offer(game, seat, MODERATOR)
        await hall.games.clocks.set_hours(99, "UTC", (20 * 60, 6 * 60))

        with pytest.raises(LobbyError, match="not-for-who-offered"):
            await hall.games.seats.take(game, seat, MODERATOR)
        await hall.games.seats.take(game, seat, Who(99, "Guest 9"))
        await hall.driver.run_table(game)
        if (await hall.awaited(game))[1] != 99:
            await hall.turn(game)

        assert (await hall.lines(game))[-2:] == ["line-offered", "line-taken-offered"]
        assert (await hall.awaited(game))[1] == 99
        snapshot = await hall.games.snapshot(game)
        clock = snapshot.table.clock(seat)
        assert (clock.bank, clock.allowance) == (48 * HOUR, 24 * HOUR)
        assert clock.hours is not None
        assert clock.hours.quiet_from == 20 * 60
        assert await hall.lines(game, user) == [
            *[*[REMINDER] * 3, TIMED_OUT],
            *[*[REMINDER] * 2, TIMED_OUT],
            *[*[REMINDER] * 2, "told-caretaker-keeps", "told-offered"],
        ]

    @pytest.mark.parametrize(("pace", "span"), [("blitz", DAY), ("day", 7 * DAY)])
    async def test_is_possible_after_seven_allowances_or_a_day(
        self, hall: ClockHall, pace: str, span: timedelta
    ) -> None:
        """The refusal names the moment from which on the seat can be offered."""
        game = await hall.begun(pace)
        seat, _ = await hall.awaited(game)
        for _ in range(3):
            await hall.wait(72 * HOUR if pace == "day" else 15 * MINUTE)
            await hall.turn(game)
        kept_since = (await hall.store.games.clocks(game))[seat].kept_since
        assert kept_since is not None
        hall.now = kept_since + span - MINUTE
        with pytest.raises(LobbyError, match="offer-early") as refused:
            await hall.games.seats.offer(game, seat, MODERATOR)
        assert refused.value.facts == {"when": kept_since + span}

        hall.now += MINUTE
        await hall.games.seats.offer(game, seat, MODERATOR)

        assert (await hall.store.games.seats(game))[seat].is_free


class TestModerators:
    """More time, or the caretaker."""

    async def test_extending_a_turn(self, hall: ClockHall) -> None:
        game = await hall.begun()
        deadline = await hall.deadline(game)
        assert deadline is not None

        await hall.games.clocks.extend_turn(game, 5, MODERATOR)

        assert await hall.deadline(game) == deadline + 5 * HOUR
        for hours in (-1, 0, 169):
            with pytest.raises(LobbyError, match="hours-not-possible"):
                await hall.games.clocks.extend_turn(game, hours, MODERATOR)
        with pytest.raises(LobbyError, match="no-clock"):
            await hall.games.clocks.extend_turn(await hall.begun("none"), 5, MODERATOR)

    async def test_skipping_a_turn(self, hall: ClockHall) -> None:
        """After a quarter of the allowance, not by a player; it is no time-out."""
        game = await hall.begun()
        seat, user = await hall.awaited(game)
        with pytest.raises(LobbyError, match="skip-early"):
            await hall.games.clocks.skip_turn(game, MODERATOR)
        await hall.wait(6 * HOUR)
        with pytest.raises(LobbyError, match="skip-seated"):
            await hall.games.clocks.skip_turn(game, Who(user, "Guest 2"))

        await hall.games.clocks.skip_turn(game, MODERATOR, interaction_id=9)
        await hall.games.clocks.skip_turn(game, MODERATOR, interaction_id=9)
        await hall.driver.run_table(game)

        snapshot = await hall.games.snapshot(game)
        assert snapshot.state.turn != seat
        assert snapshot.table.clock(seat).timeouts == 0
        assert await hall.lines(game) == ["line-skipped"]
        assert await hall.store.games.barred_users(game, seat) == {MODERATOR.id}
        await hall.turn(game)
        assert await hall.deadline(game) == hall.now + 72 * HOUR

    @pytest.mark.parametrize(
        ("pace", "absence"),
        [("blitz", DAY), ("day", 3 * DAY), ("relaxed", 9 * DAY), ("none", 7 * DAY)],
    )
    async def test_an_absent_owner_is_not_asked(
        self, hall: ClockHall, pace: str, absence: timedelta
    ) -> None:
        """An owner is asked for three allowances, for a day at least, and else for 7 days."""
        game = await hall.begun(pace)
        seat, user = await hall.awaited(game)
        hall.now += absence - MINUTE
        await hall.games.handovers.hand_over(game, seat, Who(99, "Guest 9"), MODERATOR)
        assert not await hall.games.handovers.accept(game, seat, 99)
        until = await hall.games.handovers.consent_needed_until(game, seat)
        assert until is not None
        assert timedelta(0) < until - hall.now <= MINUTE
        await hall.games.handovers.refuse_handover(game, seat, user)
        hall.now += MINUTE
        await hall.games.handovers.hand_over(game, seat, Who(99, "Guest 9"), MODERATOR)
        assert await hall.games.handovers.consent_needed_until(game, seat) is None
        assert await hall.games.handovers.accept(game, seat, 99)

    async def test_an_owner_whose_seat_the_caretaker_keeps_is_asked(self, hall: ClockHall) -> None:
        """In blitz the caretaker keeps a seat after minutes, but the owner keeps it for a day."""
        game = await hall.begun("blitz")
        seat, _ = await hall.awaited(game)
        for _ in range(3):
            await hall.wait(15 * MINUTE)
            await hall.turn(game)
        assert (await hall.store.games.seats(game))[seat].bot == CARETAKER

        assert not await hall.games.handovers.hand_over(game, seat, None, MODERATOR)

        hall.now += DAY
        assert await hall.games.handovers.hand_over(game, seat, None, MODERATOR)


class TestUndo:
    """A step that is taken back takes its time along."""

    async def test_a_free_one_goes_on_with_what_was_left(self, hall: ClockHall) -> None:
        """At least ten minutes; nothing is given back to the bank, nobody is reminded again."""
        game = await hall.table()
        await hall.wait(DAY - MINUTE)
        snapshot = await hall.move(game)
        (seat,) = {Seat(0), Seat(1)} - snapshot.state.waiting.keys()

        await hall.games.play.undo(game, GUESTS[seat])

        snapshot = await hall.games.snapshot(game)
        assert hall.games.clocks.deadline(snapshot, seat) == hall.now + 10 * MINUTE
        assert len(await hall.lines(game, GUESTS[seat])) == 2
        await hall.wait(9 * MINUTE)
        assert len(await hall.lines(game, GUESTS[seat])) == 2

    async def test_one_by_consent_gives_a_new_allowance(self, hall: ClockHall) -> None:
        """Banks stay; the quarter that the turn gave goes; no reminder twice."""
        game = await hall.begun()
        seat, user = await hall.awaited(game)
        other = next(g for g in GUESTS[:2] if g != user)
        await hall.wait(34 * HOUR)
        await hall.turn(game)
        called = await hall.lines(game, user)
        await hall.turn(game)
        assert await hall.deadline(game) == hall.now + (72 - 10 + 6) * HOUR
        await hall.games.play.ask_undo(game, user)
        await hall.games.play.agree(game, other)

        assert (await hall.awaited(game))[0] == seat
        assert await hall.deadline(game) == hall.now + (72 - 10) * HOUR
        await hall.wait(23 * HOUR)
        assert await hall.lines(game, user) == called
        await hall.turn(game)
        await hall.turn(game)
        assert await hall.deadline(game) == hall.now + (72 - 10 + 6) * HOUR

    async def test_after_a_time_out(self, hall: ClockHall) -> None:
        """The owner comes back and takes the caretaker's turn back: it is not played again."""
        game = await hall.begun()
        seat, user = await hall.awaited(game)
        other = next(g for g in GUESTS[:2] if g != user)
        await hall.wait(72 * HOUR + MINUTE)
        assert (await hall.awaited(game))[0] != seat
        left = 10 * MINUTE
        try:
            await hall.games.play.undo(game, user)
        except IllegalAction:  # it drew a card: the others are asked
            await hall.games.play.ask_undo(game, user)
            await hall.games.play.agree(game, other)
            left = DAY
        version = (await hall.games.snapshot(game)).version
        assert await hall.deadline(game) == hall.now + left

        await hall.wait(left - MINUTE)

        assert (await hall.awaited(game))[0] == seat
        assert (await hall.games.snapshot(game)).version == version


class TestStops:
    """What no process saw counts for nobody."""

    @pytest.mark.parametrize("span", [3 * HOUR, 10 * DAY])
    async def test_a_stop_of_the_bot(self, hall: ClockHall, span: timedelta) -> None:
        """Nobody loses time, and nobody is called for it."""
        game = await hall.begun()
        _, user = await hall.awaited(game)
        await hall.wait(11 * HOUR)
        deadline = await hall.deadline(game)
        assert deadline is not None

        await hall.stop(span)

        assert await hall.deadline(game) == deadline + span
        assert await hall.lines(game, user) == []
        await hall.wait(HOUR + MINUTE)
        assert await hall.lines(game, user) == [REMINDER]

    async def test_a_short_one_counts(self, hall: ClockHall) -> None:
        game = await hall.begun()
        deadline = await hall.deadline(game)
        await hall.stop(4 * MINUTE)
        assert await hall.deadline(game) == deadline

    async def test_many_rows_move_without_a_look_at_their_games(self, hall: ClockHall) -> None:
        """After a stop each due row only moves itself."""
        games = [await hall.begun() for _ in range(5)]
        await hall.stop(10 * DAY)

        assert len(hall.games.cache._tables) == 0
        for game in games:
            (due,) = await hall.store.games.due(game)
            assert due.due_at == format_time(MONDAY + 10 * DAY + 12 * HOUR)

    @pytest.mark.parametrize("jump", [HOUR, 10 * DAY])
    async def test_the_system_clock_jumps_forwards(self, hall: ClockHall, jump: timedelta) -> None:
        """While the bot runs: it is an outage, whoever looks first."""
        game = await hall.begun()
        _, user = await hall.awaited(game)
        await hall.games.downtime.record_heartbeat()
        deadline = await hall.deadline(game)
        assert deadline is not None

        hall.now += jump
        hall.system += jump
        await hall.driver.run_table(game)
        await hall.driver.run_due(hall.now)

        assert await hall.deadline(game) == deadline + jump
        assert await hall.lines(game, user) == []

    @pytest.mark.parametrize("jump", [HOUR, 10 * DAY])
    async def test_the_system_clock_jumps_backwards(self, hall: ClockHall, jump: timedelta) -> None:
        """Clocks that seem to begin in the future begin now; nothing waits for days."""
        game = await hall.begun()
        seat, user = await hall.awaited(game)
        await hall.games.downtime.record_heartbeat()
        hall.now -= jump
        hall.system -= jump
        await hall.driver.run_due(hall.now)

        assert await hall.deadline(game) == hall.now + 72 * HOUR
        await hall.wait(12 * HOUR + MINUTE)
        assert await hall.lines(game, user) == [REMINDER]
        await hall.wait(60 * HOUR)
        assert (await hall.awaited(game))[0] != seat

    async def test_there_and_back(self, hall: ClockHall) -> None:
        """A clock that was ten days ahead for an hour stops nobody for ten days."""
        game = await hall.begun()
        _, user = await hall.awaited(game)
        await hall.games.downtime.record_heartbeat()
        for jump in (10 * DAY, -10 * DAY):
            hall.now += jump
            hall.system += jump
            await hall.driver.run_due(hall.now)
            assert await hall.lines(game, user) == []

        await hall.wait(12 * HOUR + MINUTE)

        assert await hall.lines(game, user) == [REMINDER]


class TestBadInput:
    """A clear answer each, and nothing is changed."""

    async def test_hours(self, hall: ClockHall) -> None:
        with pytest.raises(LobbyError, match="no-such-zone") as refused:
            await hall.games.clocks.set_hours(GUESTS[0], "Berlni")
        assert "Europe/Berlin" in str(refused.value.facts["like"])
        for quiet in ((60, 60), (0, 24 * 60), (0, 601)):
            with pytest.raises(LobbyError, match="quiet-not-possible"):
                await hall.games.clocks.set_hours(GUESTS[0], "UTC", quiet)
        assert (await hall.store.people.get(GUESTS[0])).hours is None

    async def test_paces(self, hall: ClockHall) -> None:
        game = await hall.begun()
        with pytest.raises(LobbyError, match="no-such-pace"):
            await hall.games.lobby.set_pace(game, MODERATOR, "hurry")
        with pytest.raises(LobbyError, match="no-such-pace"):
            await hall.table("hurry")
        await hall.games.cancels.cancel(game)
        with pytest.raises(LobbyError, match="table-closed"):
            await hall.games.lobby.set_pace(game, MODERATOR, "day")
