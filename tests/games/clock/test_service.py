"""The clock service: deadlines, reminders, and what players and moderators may change."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.games.errors import LobbyError
from bot.games.model import CARETAKER, Who, format_time
from engine.actions import DrawBlind
from engine.errors import IllegalAction, NotYourGame
from engine.ids import Seat
from tests.support.clock_tables import (
    DAY,
    GUESTS,
    HOUR,
    MINUTE,
    MODERATOR,
    MONDAY,
    REMINDER,
    TIMED_OUT,
    ClockTables,
)


class TestDeadlines:
    """One clock for a turn."""

    async def test_allowance_and_bank_make_the_deadline(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening()

        assert await tables.deadline(game) == tables.now + 72 * HOUR
        (due,) = await tables.store.games.due(game)
        assert (due.kind, due.due_at) == ("clock", format_time(tables.now + 12 * HOUR))

    async def test_a_quarter_of_what_was_drawn_comes_back(self, tables: ClockTables) -> None:
        """Each turn draws on the bank of its own seat, and gives back once."""
        game = await tables.start_past_opening()
        seat, _ = await tables.player_on_turn(game)
        await tables.advance(34 * HOUR)
        await tables.play_turn(game)
        await tables.play_turn(game)

        assert (await tables.player_on_turn(game))[0] == seat
        assert await tables.deadline(game) == tables.now + (24 + 48 - 10 + 6) * HOUR
        await tables.play_turn(game)
        await tables.play_turn(game)
        assert await tables.deadline(game) == tables.now + 72 * HOUR

    async def test_the_first_card_of_two_does_not_restart_it(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening()
        before = await tables.games.snapshot(game)
        deadline = await tables.deadline(game)
        await tables.advance(5 * HOUR)
        seat, user = await tables.player_on_turn(game)
        draw = DrawBlind(seat, next(iter(before.table.rules.spec.decks)))
        snapshot = await tables.games.play.act(game, user, None, lambda _: draw)

        assert snapshot.state.turn == seat
        assert snapshot.state.turns == before.state.turns
        assert await tables.deadline(game) == deadline

    async def test_the_opening_is_one_turn_without_a_bank(self, tables: ClockTables) -> None:
        """Asked of all at once; who is late is helped through all of it."""
        game = await tables.start_game()
        snapshot = await tables.games.snapshot(game)

        assert [tables.games.clocks.deadline(snapshot, Seat(s)) for s in (0, 1)] == [
            tables.now + DAY,
            tables.now + DAY,
        ]
        await tables.advance(DAY - MINUTE)
        assert await tables.move_makers(game) == []
        await tables.advance(2 * MINUTE)
        assert set(await tables.move_makers(game)) == {"caretaker"}
        assert (await tables.notice_keys(game)).count("line-timed-out") == 2

    async def test_none_has_no_end(self, tables: ClockTables) -> None:
        """Nor does a table of former days, which says nothing of a pace."""
        game = await tables.start_past_opening("none")

        assert await tables.deadline(game) is None
        assert await tables.store.games.due(game) == []

    async def test_hours_are_copied_when_a_turn_begins(self, tables: ClockTables) -> None:
        """Changing them never moves a running deadline; the next turn has them."""
        game = await tables.start_past_opening()
        _, user = await tables.player_on_turn(game)
        deadline = await tables.deadline(game)

        await tables.games.clocks.set_hours(user, "Europe/Berlin", (22 * 60, 8 * 60))
        assert await tables.deadline(game) == deadline
        await tables.play_turn(game)
        await tables.play_turn(game)

        # 14 of 24 hours are awake: 10 to 22 h today, and so on.
        assert await tables.deadline(game) == MONDAY + timedelta(days=5, hours=2)

    async def test_blitz_never_sleeps(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening("blitz")
        _, user = await tables.player_on_turn(game)
        await tables.games.clocks.set_hours(user, "UTC", (7 * 60, 17 * 60))
        await tables.play_turn(game)
        await tables.play_turn(game)

        assert await tables.deadline(game) == tables.now + 15 * MINUTE
        await tables.advance(3 * MINUTE)
        assert await tables.notice_keys(game, user) == [REMINDER]

    async def test_a_new_pace_counts_from_the_next_turn(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening()
        deadline = await tables.deadline(game)

        await tables.games.lobby.set_pace(game, MODERATOR, "relaxed")

        assert await tables.deadline(game) == deadline
        await tables.play_turn(game)
        assert await tables.deadline(game) == tables.now + 9 * DAY
        assert "line-pace" in await tables.notice_keys(game)


class TestReminders:
    """To the person alone, and not too often."""

    async def test_the_whole_ladder(self, tables: ClockTables) -> None:
        """Half the allowance, nine tenths, half the bank; then time is up."""
        game = await tables.start_past_opening()
        _, user = await tables.player_on_turn(game)
        rang = []
        for hour in range(1, 72):
            await tables.advance(HOUR)
            if len(await tables.notice_keys(game, user)) > len(rang):
                rang.append(hour)
        assert rang == [12, 22, 48]
        assert await tables.notice_keys(game) == []

        await tables.advance(HOUR)

        assert await tables.notice_keys(game) == ["line-timed-out"]
        assert await tables.notice_keys(game, user) == [*[REMINDER] * 3, TIMED_OUT]

    async def test_snooze_puts_it_off(self, tables: ClockTables) -> None:
        """For a quarter of the allowance; then it rings whatever has passed, once."""
        game = await tables.start_past_opening()
        _, user = await tables.player_on_turn(game)
        await tables.advance(18 * HOUR)
        await tables.games.clocks.snooze_reminder(game, user)
        await tables.advance(6 * HOUR - MINUTE)
        assert len(await tables.notice_keys(game, user)) == 1

        await tables.advance(2 * MINUTE)

        assert len(await tables.notice_keys(game, user)) == 2
        with pytest.raises(LobbyError, match="not-awaited"):
            await tables.games.clocks.snooze_reminder(
                game, next(g for g in GUESTS[:2] if g != user)
            )

    async def test_blitz_has_no_snooze(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening("blitz")
        _, user = await tables.player_on_turn(game)
        with pytest.raises(LobbyError, match="no-snooze"):
            await tables.games.clocks.snooze_reminder(game, user)

    async def test_away_silences_all_of_it(self, tables: ClockTables) -> None:
        """The deadline stands; what passed meanwhile rings once."""
        game = await tables.start_past_opening()
        _, user = await tables.player_on_turn(game)
        deadline = await tables.deadline(game)

        await tables.games.clocks.mute_reminders(user, 24)
        await tables.advance(24 * HOUR - MINUTE)
        assert await tables.notice_keys(game, user) == []
        await tables.advance(2 * MINUTE)

        assert await tables.notice_keys(game, user) == [REMINDER]
        assert await tables.deadline(game) == deadline
        with pytest.raises(LobbyError, match="away-not-possible"):
            await tables.games.clocks.mute_reminders(user, 13)

    async def test_quiet_hours_are_heeded_at_once(self, tables: ClockTables) -> None:
        """A reminder waits until the person is awake, by the hours of now."""
        game = await tables.start_past_opening()
        _, user = await tables.player_on_turn(game)
        await tables.games.clocks.set_hours(user, "UTC", (19 * 60, 5 * 60))
        await tables.advance(20 * HOUR)  # the first was due at 20 h
        assert await tables.notice_keys(game, user) == []

        await tables.advance(HOUR + MINUTE)

        assert await tables.notice_keys(game, user) == [REMINDER]

    async def test_nudges_count_too(self, tables: ClockTables) -> None:
        """Never more than four calls in one turn; who nudges reads the same answer."""
        game = await tables.start_past_opening()
        _, user = await tables.player_on_turn(game)
        other = next(g for g in GUESTS[:2] if g != user)
        with pytest.raises(LobbyError, match="nudge-early"):
            await tables.games.clocks.nudge_players(game, other)
        with pytest.raises(LobbyError, match="nudge-self"):
            await tables.games.clocks.nudge_players(game, user)
        with pytest.raises(NotYourGame):
            await tables.games.clocks.nudge_players(game, 99)
        await tables.advance(6 * HOUR)

        await tables.games.clocks.nudge_players(game, other)
        with pytest.raises(LobbyError, match="nudged-before"):
            await tables.games.clocks.nudge_players(game, other)
        for _ in range(5):
            await tables.advance(12 * HOUR)
            await tables.games.clocks.nudge_players(game, other)
        await tables.advance(HOUR)

        assert await tables.notice_keys(game, user) == [
            "told-nudge",
            REMINDER,
            "told-nudge",
            REMINDER,
        ]

    async def test_a_nudge_waits_for_the_morning(self, tables: ClockTables) -> None:
        """Its answer says nothing of that."""
        game = await tables.start_past_opening("none")
        _, user = await tables.player_on_turn(game)
        await tables.games.clocks.set_hours(user, "UTC", (19 * 60, 5 * 60))
        await tables.advance(12 * HOUR)  # 20 h

        await tables.games.clocks.nudge_players(game, next(g for g in GUESTS[:2] if g != user))
        await tables.advance(8 * HOUR)
        assert await tables.notice_keys(game, user) == []
        await tables.advance(2 * HOUR)

        assert await tables.notice_keys(game, user) == ["told-nudge"]

    async def test_a_bot_is_not_nudged(self, tables: ClockTables) -> None:
        game = await tables.start_game("day", 1, bots=1)
        await tables.advance(7 * HOUR)
        snapshot = await tables.games.snapshot(game)
        own = snapshot.table.seat_of(GUESTS[0])

        with pytest.raises(LobbyError, match="nudge-self"):
            await tables.games.clocks.nudge_players(game, GUESTS[0])
        while own in (snapshot := await tables.games.snapshot(game)).state.waiting:
            await tables.move(game)
        with pytest.raises(LobbyError, match="nudge-bot"):
            await tables.games.clocks.nudge_players(game, GUESTS[0])


class TestModerators:
    """More time, or the caretaker."""

    async def test_extending_a_turn(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening()
        deadline = await tables.deadline(game)
        assert deadline is not None

        await tables.games.clocks.extend_turn(game, 5, MODERATOR)

        assert await tables.deadline(game) == deadline + 5 * HOUR
        for hours in (-1, 0, 169):
            with pytest.raises(LobbyError, match="hours-not-possible"):
                await tables.games.clocks.extend_turn(game, hours, MODERATOR)
        with pytest.raises(LobbyError, match="no-clock"):
            await tables.games.clocks.extend_turn(
                await tables.start_past_opening("none"), 5, MODERATOR
            )

    async def test_skipping_a_turn(self, tables: ClockTables) -> None:
        """After a quarter of the allowance, not by a player; it is no time-out."""
        game = await tables.start_past_opening()
        seat, user = await tables.player_on_turn(game)
        with pytest.raises(LobbyError, match="skip-early"):
            await tables.games.clocks.skip_turn(game, MODERATOR)
        await tables.advance(6 * HOUR)
        with pytest.raises(LobbyError, match="skip-seated"):
            await tables.games.clocks.skip_turn(game, Who(user, "Guest 2"))

        await tables.games.clocks.skip_turn(game, MODERATOR, interaction_id=9)
        await tables.games.clocks.skip_turn(game, MODERATOR, interaction_id=9)
        await tables.driver.run_table(game)

        snapshot = await tables.games.snapshot(game)
        assert snapshot.state.turn != seat
        assert snapshot.table.clock(seat).timeouts == 0
        assert await tables.notice_keys(game) == ["line-skipped"]
        assert await tables.store.games.barred_users(game, seat) == {MODERATOR.id}
        await tables.play_turn(game)
        assert await tables.deadline(game) == tables.now + 72 * HOUR

    @pytest.mark.parametrize(
        ("pace", "absence"),
        [("blitz", DAY), ("day", 3 * DAY), ("relaxed", 9 * DAY), ("none", 7 * DAY)],
    )
    async def test_an_absent_owner_is_not_asked(
        self, tables: ClockTables, pace: str, absence: timedelta
    ) -> None:
        """An owner is asked for three allowances, for a day at least, and else for 7 days."""
        game = await tables.start_past_opening(pace)
        seat, user = await tables.player_on_turn(game)
        tables.now += absence - MINUTE
        await tables.games.handovers.hand_over(game, seat, Who(99, "Guest 9"), MODERATOR)
        assert not await tables.games.handovers.accept(game, seat, 99)
        until = await tables.games.handovers.consent_needed_until(game, seat)
        assert until is not None
        assert timedelta(0) < until - tables.now <= MINUTE
        await tables.games.handovers.refuse_handover(game, seat, user)
        tables.now += MINUTE
        await tables.games.handovers.hand_over(game, seat, Who(99, "Guest 9"), MODERATOR)
        assert await tables.games.handovers.consent_needed_until(game, seat) is None
        assert await tables.games.handovers.accept(game, seat, 99)

    async def test_an_owner_whose_seat_the_caretaker_keeps_is_asked(
        self, tables: ClockTables
    ) -> None:
        """In blitz the caretaker keeps a seat after minutes, but the owner keeps it for a day."""
        game = await tables.start_past_opening("blitz")
        seat, _ = await tables.player_on_turn(game)
        for _ in range(3):
            await tables.advance(15 * MINUTE)
            await tables.play_turn(game)
        assert (await tables.store.games.seats(game))[seat].bot == CARETAKER

        assert not await tables.games.handovers.hand_over(game, seat, None, MODERATOR)

        tables.now += DAY
        assert await tables.games.handovers.hand_over(game, seat, None, MODERATOR)


class TestUndo:
    """A step that is taken back takes its time along."""

    async def test_a_free_one_goes_on_with_what_was_left(self, tables: ClockTables) -> None:
        """At least ten minutes; nothing is given back to the bank, nobody is reminded again."""
        game = await tables.start_game()
        await tables.advance(DAY - MINUTE)
        snapshot = await tables.move(game)
        (seat,) = {Seat(0), Seat(1)} - snapshot.state.waiting.keys()

        await tables.games.play.undo(game, GUESTS[seat])

        snapshot = await tables.games.snapshot(game)
        assert tables.games.clocks.deadline(snapshot, seat) == tables.now + 10 * MINUTE
        assert len(await tables.notice_keys(game, GUESTS[seat])) == 2
        await tables.advance(9 * MINUTE)
        assert len(await tables.notice_keys(game, GUESTS[seat])) == 2

    async def test_one_by_consent_gives_a_new_allowance(self, tables: ClockTables) -> None:
        """Banks stay; the quarter that the turn gave goes; no reminder twice."""
        game = await tables.start_past_opening()
        seat, user = await tables.player_on_turn(game)
        other = next(g for g in GUESTS[:2] if g != user)
        await tables.advance(34 * HOUR)
        await tables.play_turn(game)
        called = await tables.notice_keys(game, user)
        await tables.play_turn(game)
        assert await tables.deadline(game) == tables.now + (72 - 10 + 6) * HOUR
        await tables.games.play.ask_undo(game, user)
        await tables.games.play.agree(game, other)

        assert (await tables.player_on_turn(game))[0] == seat
        assert await tables.deadline(game) == tables.now + (72 - 10) * HOUR
        await tables.advance(23 * HOUR)
        assert await tables.notice_keys(game, user) == called
        await tables.play_turn(game)
        await tables.play_turn(game)
        assert await tables.deadline(game) == tables.now + (72 - 10 + 6) * HOUR

    async def test_after_a_time_out(self, tables: ClockTables) -> None:
        """The owner comes back and takes the caretaker's turn back: it is not played again."""
        game = await tables.start_past_opening()
        seat, user = await tables.player_on_turn(game)
        other = next(g for g in GUESTS[:2] if g != user)
        await tables.advance(72 * HOUR + MINUTE)
        assert (await tables.player_on_turn(game))[0] != seat
        left = 10 * MINUTE
        try:
            await tables.games.play.undo(game, user)
        except IllegalAction:  # it drew a card: the others are asked
            await tables.games.play.ask_undo(game, user)
            await tables.games.play.agree(game, other)
            left = DAY
        version = (await tables.games.snapshot(game)).version
        assert await tables.deadline(game) == tables.now + left

        await tables.advance(left - MINUTE)

        assert (await tables.player_on_turn(game))[0] == seat
        assert (await tables.games.snapshot(game)).version == version


class TestBadInput:
    """A clear answer each, and nothing is changed."""

    async def test_hours(self, tables: ClockTables) -> None:
        with pytest.raises(LobbyError, match="no-such-zone") as refused:
            await tables.games.clocks.set_hours(GUESTS[0], "Berlni")
        assert "Europe/Berlin" in str(refused.value.facts["like"])
        for quiet in ((60, 60), (0, 24 * 60), (0, 601)):
            with pytest.raises(LobbyError, match="quiet-not-possible"):
                await tables.games.clocks.set_hours(GUESTS[0], "UTC", quiet)
        assert (await tables.store.people.get(GUESTS[0])).hours is None

    async def test_paces(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening()
        with pytest.raises(LobbyError, match="no-such-pace"):
            await tables.games.lobby.set_pace(game, MODERATOR, "hurry")
        with pytest.raises(LobbyError, match="no-such-pace"):
            await tables.start_game("hurry")
        await tables.games.cancels.cancel(game)
        with pytest.raises(LobbyError, match="table-closed"):
            await tables.games.lobby.set_pace(game, MODERATOR, "day")
