"""Time as a person meets it: reminders, coming back, hours and vacations, all over the wire."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from bot.games.model import Who
from bot.text.words import Words
from bot.ui.timestamps import format_moment
from sandbox.world.people import Answer, Person
from sandbox.world.places import Place
from sandbox.world.visible_message import VisibleMessage
from tests.support.players import ByCommands
from tests.support.running_bot import RunningBot, running_bot
from tests.support.secrecy import check_hours, texts_of
from tests.ui.turn.test_hand import button_verbs

EN, DE = Words.of("en").say, Words.of("de").say
HOUR, MINUTE, DAY = timedelta(hours=1), timedelta(minutes=1), timedelta(days=1)
UNTIL = re.compile(r"<t:(\d+):f> \(<t:\1:R>\)")
MODERATOR = Who(1, "Moderator")


class TimedTable:
    """A game of two with a pace, past its opening."""

    def __init__(self, bot: RunningBot, game: str) -> None:
        self.bot, self.game = bot, game
        self.people = {person.id: person for person in (bot.guest, bot.other)}

    def say(self, person: Person, key: str, **facts: str | int) -> str:
        """A sentence in somebody's language."""
        return Words.of(person.user.locale).say(key, **facts)

    async def players_by_turn(self) -> tuple[Person, Person]:
        """Who is awaited, and who waits."""
        snapshot = await self.bot.games.snapshot(self.game)
        assert snapshot.state.turn is not None
        mover = self.people[snapshot.table.seats[snapshot.state.turn].user_id or 0]
        return mover, next(one for one in self.people.values() if one is not mover)

    async def answer(self) -> None:
        """Let whoever is awaited first answer once."""
        snapshot = await self.bot.games.snapshot(self.game)
        seat, waiting = next(iter(snapshot.state.waiting.items()))
        person = self.people[snapshot.table.seats[seat].user_id or 0]
        language = Words.of(person.user.locale).language
        await ByCommands(self.bot, "new-york", person, language).answer(waiting)
        await self.bot.wait_idle()

    async def play_turn(self) -> None:
        """Let whoever is on turn play all of it."""
        turns = (await self.bot.games.snapshot(self.game)).state.turns
        while (await self.bot.games.snapshot(self.game)).state.turns == turns:
            await self.answer()

    async def advance(self, span: timedelta, *, step: timedelta | None = None) -> None:
        """Let time pass; what is due is done when it is due, or every *step*."""
        end = self.bot.clock_offset + span
        while self.bot.clock_offset < end:
            self.bot.clock_offset = min(end, self.bot.clock_offset + (step or span))
            await self.bot.client.parts.job_runner.run_due(self.bot.games.now())
            await self.bot.wait_idle()

    def reminders(self, person: Person, key: str = "told-reminder") -> list[VisibleMessage]:
        """The calls of a kind that somebody finds in their direct messages now."""
        head = self.say(person, key, edition="|", channel="|", by="|").rsplit("|", 1)[-1]
        return [seen for seen in person.sees(person.direct) if head in seen.text]


@asynccontextmanager
async def timed_table(
    folder: Path, pace: str = "day", *, past_opening: bool = True
) -> AsyncIterator[TimedTable]:
    """Such a table."""
    async with running_bot(folder / "games.db") as bot:
        await bot.moderator.slash(bot.channel, "game new", edition="new-york")
        await bot.wait_idle()
        row = await bot.store.games.open_in(bot.channel.id)
        assert row is not None
        await bot.games.lobby.set_pace(row.id, MODERATOR, pace)
        for person in (bot.guest, bot.other):
            await person.press(bot.newest_post(), "Join")
        await bot.wait_idle()
        await bot.moderator.slash(bot.channel, "game start")
        await bot.wait_idle()
        table = TimedTable(bot, row.id)
        while past_opening and (await bot.games.snapshot(row.id)).state.turn is None:
            await table.answer()
        yield table


async def start_vacation(person: Person, place: Place, until: str) -> Answer:
    """Let somebody go on vacation."""
    typed = person.begin_slash(place, "my vacation start", until=until)
    await typed.until(lambda: typed.stage not in ("waiting", "deferred"), 10)
    return Answer(person, typed)


class TestReminders:
    """To the person alone, with the way to the table and what can be done about it."""

    async def test_the_whole_ladder(self, tmp_path: Path) -> None:
        """Three times, each in place of the one before; then the turn is played, and told."""
        async with timed_table(tmp_path) as table:
            mover, waiter = await table.players_by_turn()
            board, rang = table.bot.board(), []
            await table.advance(MINUTE)
            for hour in range(1, 72):
                known = {seen.id for seen in table.reminders(mover)}
                await table.advance(HOUR)
                found = table.reminders(mover)
                assert len(found) <= 1
                if {seen.id for seen in found} != known:
                    rang.append(hour)
            assert rang == [12, 22, 48]
            [last] = table.reminders(mover)
            assert UNTIL.search(last.text)
            assert f"/{board.id}" in last.text
            left = table.say(mover, "time-bank-left", moment="|", bank="23 h").split("|")[0]
            assert left in last.text
            assert table.reminders(waiter) == []

            await table.advance(HOUR)

            assert table.reminders(mover) == []
            told = table.say(mover, "told-timed-out", edition="", channel="").strip(", :")
            assert told in "\n".join(texts_of(mover.shown.events))
            assert (await table.players_by_turn())[0] is waiter

    async def test_it_goes_with_its_turn(self, tmp_path: Path) -> None:
        """Whoever has moved is not reminded of it."""
        async with timed_table(tmp_path) as table:
            mover, _ = await table.players_by_turn()
            await table.advance(13 * HOUR)
            assert len(table.reminders(mover)) == 1

            await table.play_turn()

            assert table.reminders(mover) == []

    async def test_snooze(self, tmp_path: Path) -> None:
        """A quarter of the allowance later; the deadline stands."""
        async with timed_table(tmp_path) as table:
            mover, waiter = await table.players_by_turn()
            await table.advance(18 * HOUR)
            [first] = table.reminders(mover)

            said = await mover.press(first, table.say(mover, "button-snooze"))
            assert table.say(mover, "snoozed", until="|").split("|")[0] in said.text
            assert UNTIL.search(said.text)
            await table.advance(6 * HOUR - MINUTE)
            assert [seen.id for seen in table.reminders(mover)] == [first.id]
            await table.advance(2 * MINUTE)

            [second] = table.reminders(mover)
            assert second.id != first.id
            early = await mover.press(second, table.say(mover, "button-snooze"))
            assert early.ephemeral
            await table.play_turn()
            assert (await table.players_by_turn())[0] is waiter

    async def test_blitz_offers_no_snooze(self, tmp_path: Path) -> None:
        """Turns are too short for that."""
        async with timed_table(tmp_path, "blitz") as table:
            mover, _ = await table.players_by_turn()
            await table.advance(3 * MINUTE)

            [call] = table.reminders(mover)
            assert call.labels == [table.say(mover, "button-away")]

    async def test_away_for_a_day(self, tmp_path: Path) -> None:
        """Nobody reminds; then once for all that passed."""
        async with timed_table(tmp_path) as table:
            mover, _ = await table.players_by_turn()
            await table.advance(13 * HOUR)
            [first] = table.reminders(mover)

            panel = await mover.press(first, table.say(mover, "button-away"))
            assert panel.ephemeral
            said = await mover.press(panel, table.say(mover, "button-away-24"))
            assert table.say(mover, "away-muted", until="|").split("|")[0] in said.text
            await table.advance(23 * HOUR, step=HOUR)
            assert [seen.id for seen in table.reminders(mover)] == [first.id]
            await table.advance(2 * HOUR)

            assert [seen.id for seen in table.reminders(mover)] != [first.id]

    async def test_away_for_a_week_is_a_vacation(self, tmp_path: Path) -> None:
        """Clocks stand still, the table reads it, and a move ends it."""
        async with timed_table(tmp_path) as table:
            mover, _ = await table.players_by_turn()
            await table.advance(13 * HOUR)
            [first] = table.reminders(mover)

            panel = await mover.press(first, table.say(mover, "button-away"))
            said = await mover.press(panel, table.say(mover, "button-away-week"))
            await table.bot.wait_idle()

            assert table.say(mover, "vacation-started", until="|").split("|")[0] in said.text
            who = f"{mover.user.display} (seat "
            channel = table.bot.moderator.sees(table.bot.channel)
            public = [seen.text for seen in channel if not seen.buttons]  # the board says it too
            assert sum(who in text and "on vacation" in text for text in public) == 1
            await table.advance(5 * DAY)
            assert (await table.players_by_turn())[0] is mover
            hand = await mover.slash(table.bot.channel, "hand")
            assert table.say(mover, "time-away", until="|").split("|")[0] in hand.text
            await table.play_turn()
            public = [seen.text for seen in table.bot.moderator.sees(table.bot.channel)]
            assert any("is back from vacation" in text for text in public)

    async def test_closed_doors(self, tmp_path: Path) -> None:
        """Then in the channel, with a mention; that goes too."""
        async with timed_table(tmp_path) as table:
            mover, waiter = await table.players_by_turn()
            mover.close_dms()
            await table.advance(13 * HOUR)

            call = table.bot.newest_post()
            assert mover.id in call.mentions
            assert EN("told-reminder", edition="New York", channel=table.bot.channel.mention) in (
                call.text
            )
            other = await waiter.press(call, EN("button-snooze"))
            assert other.text == table.say(waiter, "lobby-error-not-awaited")
            await table.play_turn()
            ids = [seen.id for seen in table.bot.moderator.sees(table.bot.channel)]
            assert call.id not in ids

    async def test_quiet_ones_are_reminded_too(self, tmp_path: Path) -> None:
        """*Neither* is about turns."""
        async with timed_table(tmp_path) as table:
            mover, _ = await table.players_by_turn()
            await mover.slash(table.bot.channel, "my settings", notify="quiet")
            await table.advance(13 * HOUR)

            [call] = table.reminders(mover)
            assert not call.flags & (1 << 12)

    async def test_a_lost_answer_rings_once(self, tmp_path: Path) -> None:
        """Discord has the message, we do not know it: it is told again, and comes once."""
        async with timed_table(tmp_path) as table:
            mover, _ = await table.players_by_turn()
            table.bot.sandbox.faults.drop("POST /channels/*/messages", after=True)
            await table.advance(13 * HOUR)

            assert len(table.reminders(mover)) == 1

    async def test_presses_that_come_twice(self, tmp_path: Path) -> None:
        """They act once, and nobody reads that anything went wrong."""
        async with timed_table(tmp_path) as table:
            mover, waiter = await table.players_by_turn()
            await table.advance(13 * HOUR)
            table.bot.sandbox.faults.duplicate_interactions(10)
            [call] = table.reminders(mover)

            put_off = await mover.press(call, table.say(mover, "button-snooze"))
            panel = await mover.press(call, table.say(mover, "button-away"))
            week = await mover.press(panel, table.say(mover, "button-away-week"))
            more = await waiter.press(table.bot.board(), EN("button-more"))
            nudged = await waiter.press(more, table.say(waiter, "button-nudge"))
            await table.bot.wait_idle()

            assert table.say(mover, "snoozed", until="|").split("|")[0] in put_off.text
            assert table.say(mover, "vacation-started", until="|").split("|")[0] in week.text
            assert nudged.text == table.say(waiter, "nudged")
            channel = table.bot.moderator.sees(table.bot.channel)
            lines = [seen.text for seen in channel if not seen.buttons]  # the board says it too
            assert sum(" is on vacation until " in text for text in lines) == 1

    @pytest.mark.parametrize("span", [3 * HOUR, 10 * DAY])
    async def test_a_stop_of_the_bot(self, tmp_path: Path, span: timedelta) -> None:
        """It counts for nobody: at most one reminder afterwards, and no time-out."""
        async with timed_table(tmp_path) as table:
            bot = table.bot
            mover, _ = await table.players_by_turn()
            await table.advance(11 * HOUR)
            await bot.games.downtime.record_heartbeat()
            await bot.stop()
            bot.clock_offset += span

            await bot.start()
            await table.advance(MINUTE)
            assert table.reminders(mover) == []
            await table.advance(HOUR)

            assert len(table.reminders(mover)) == 1
            assert (await table.players_by_turn())[0] is mover


class TestNudge:
    """Any player may, and always reads the same."""

    async def test_it_calls_by_name(self, tmp_path: Path) -> None:
        """Not too early, not too often, not oneself."""
        async with timed_table(tmp_path) as table:
            mover, waiter = await table.players_by_turn()

            early = await self._nudge(table, waiter)
            own = await self._nudge(table, mover)
            await table.advance(7 * HOUR)
            done = await self._nudge(table, waiter)
            await table.advance(MINUTE)
            again = await self._nudge(table, waiter)

            assert re.search(r"<t:\d+:R>", early.text)
            assert own.text == table.say(mover, "lobby-error-nudge-self")
            assert done.text == table.say(waiter, "nudged")
            assert re.search(r"<t:\d+:R>", again.text)
            [call] = table.reminders(mover, "told-nudge")
            assert waiter.user.display in call.text

    async def test_the_answer_tells_nothing_of_a_night(self, tmp_path: Path) -> None:
        """In quiet hours the call waits; whoever nudges reads the same sentence."""
        async with timed_table(tmp_path) as table:
            mover, waiter = await table.players_by_turn()
            hour = table.bot.games.now().hour
            quiet = (hour + 6) % 24, (hour + 15) % 24
            await table.bot.games.clocks.set_hours(mover.id, "UTC", (quiet[0] * 60, quiet[1] * 60))
            await table.advance(7 * HOUR)

            done = await self._nudge(table, waiter)
            await table.advance(MINUTE)

            assert done.text == table.say(waiter, "nudged")
            assert table.reminders(mover, "told-nudge") == []
            await table.advance(9 * HOUR)
            assert len(table.reminders(mover, "told-nudge")) == 1

    async def _nudge(self, table: TimedTable, person: Person) -> Answer:
        panel = await person.press(table.bot.board(), EN("button-more"))
        return await person.press(panel, table.say(person, "button-nudge"))


class TestComingBack:
    """The caretaker keeps a seat only until its owner is back."""

    async def test_after_three_time_outs(self, tmp_path: Path) -> None:
        """A message says so; one press on it or on the board gives the seat back."""
        async with timed_table(tmp_path) as table:
            bot = table.bot
            mover, waiter = await table.players_by_turn()
            for _ in range(3):
                await table.advance(73 * HOUR)
                await table.play_turn()
            snapshot = await bot.games.snapshot(table.game)
            assert snapshot.table.seats[snapshot.table.seat_of(mover.id)].bot == "caretaker"
            letters = table.reminders(mover, "told-caretaker-keeps")
            assert [letter.labels for letter in letters] == [[table.say(mover, "button-im-back")]]
            board = bot.board()

            wrong = await waiter.press(board, EN("button-im-back"))
            strange = await bot.moderator.press(board, EN("button-im-back"))
            pressed = [mover.press(board, EN("button-im-back")) for _ in range(2)]
            texts = {answer.text for answer in await asyncio.gather(*pressed)}
            await bot.wait_idle()

            assert wrong.text == table.say(waiter, "lobby-error-not-helped")
            assert strange.text == EN("error-not-yours")
            assert texts == {
                table.say(mover, "im-back"),
                table.say(mover, "lobby-error-not-helped"),
            }
            snapshot = await bot.games.snapshot(table.game)
            assert snapshot.table.seats[snapshot.table.seat_of(mover.id)].bot is None
            assert letters[0].id not in {seen.id for seen in mover.sees(mover.direct)}

    async def test_in_the_middle_of_its_turn(self, tmp_path: Path) -> None:
        """The rest of the turn is its owner's, with the full time."""
        async with timed_table(tmp_path) as table:
            bot, driver = table.bot, table.bot.client.parts.job_runner
            mover, waiter = await table.players_by_turn()
            for _ in range(3):
                await table.advance(73 * HOUR)
                await table.play_turn()
            # From here on the caretaker answers only when it is told to.
            bot.games.writer.on_change = bot.updates.enqueue
            while (await table.players_by_turn())[0] is waiter:
                await table.play_turn()
                await driver.run_next_job(table.game)  # its first step, often its only one
                await bot.wait_idle()
            snapshot = await bot.games.snapshot(table.game)

            [letter] = table.reminders(mover, "told-caretaker-keeps")
            said = await mover.press(letter, table.say(mover, "button-im-back"))
            await driver.run_table(table.game)
            await bot.wait_idle()

            assert said.text == table.say(mover, "im-back-turn")
            assert (await bot.games.snapshot(table.game)).version == snapshot.version
            hand = await mover.slash(bot.channel, "hand")
            assert table.say(mover, "time-due", moment="|").split("|")[0] in hand.text
            await table.play_turn()
            assert (await table.players_by_turn())[0] is waiter


class TestDeadlines:
    """Until when, on one's own card, in everybody's own zone."""

    async def test_on_the_hand_card(self, tmp_path: Path) -> None:
        """One's own, or that of whoever is next."""
        async with timed_table(tmp_path) as table:
            mover, waiter = await table.players_by_turn()
            snapshot = await table.bot.games.snapshot(table.game)
            assert snapshot.state.turn is not None
            ends = table.bot.games.clocks.deadline(snapshot, snapshot.state.turn)
            assert ends is not None
            due = int((ends - 48 * HOUR).timestamp())
            moment = f"<t:{due}:R>, <t:{due}:t>"

            for reader in (mover, waiter):
                shown = table.say(reader, "time-due-bank", moment=moment, bank="48 h")
                assert shown in (await reader.slash(table.bot.channel, "hand")).text
            assert table.say(mover, "time-due-bank", moment=moment, bank="48 h") in (
                mover.last(mover.direct).text
            )
            await table.advance(25 * HOUR)
            later = table.say(mover, "time-bank", moment=format_moment(ends))
            assert later in (await mover.slash(table.bot.channel, "hand")).text
            [card] = [seen for seen in mover.sees(mover.direct) if later in seen.text]
            assert str(due) not in card.text

    async def test_none_has_none(self, tmp_path: Path) -> None:
        async with timed_table(tmp_path, "none") as table:
            mover, _ = await table.players_by_turn()
            assert "<t:" not in mover.last(mover.direct).text


class TestHours:
    """`/my clock`, and the panel to which the first hand card leads."""

    async def test_the_card_offers_it_once_after_the_first_turn(self, tmp_path: Path) -> None:
        """A few presses; then nobody asks any more."""
        async with timed_table(tmp_path, past_opening=False) as table:
            guest, channel = table.bot.guest, table.bot.channel
            other, people = table.bot.other, (guest, table.bot.other)
            while (snapshot := await table.bot.games.snapshot(table.game)).state.turns < 3:
                had = (await table.players_by_turn())[1:] if snapshot.state.turns == 2 else []
                for person in people:
                    offered = "hours" in button_verbs(person.last(person.direct))
                    assert offered == (person in had), person
                await table.answer()
            card = guest.last(guest.direct)

            panel = await guest.press(card, DE("button-hours"))
            assert DE("hours-privacy") in panel.text
            assert len(panel.message.selects) == 1
            options = panel.message.selects[0]["options"]
            assert options[0]["value"] == "Europe/Berlin"
            panel = await guest.select(panel, ["Europe/Berlin"])
            assert "Europe/Berlin" in panel.text
            panel = await guest.select(panel, ["2"], menu=DE("hours-choose-quiet"))
            assert DE("hours-quiet", begin="22:00", end="07:00") in panel.text
            panel = await guest.select(panel, ["free"], menu=DE("hours-choose-weekends"))
            assert DE("hours-weekends-free") in panel.text

            person = await table.bot.store.people.get(guest.id)
            assert person.hours is not None
            assert (person.hours.quiet_from, person.hours.weekends) == (22 * 60, False)
            shown = await guest.slash(channel, "my clock")
            assert DE("hours-quiet", begin="22:00", end="07:00") in shown.text
            assert "hours" in button_verbs(other.last(other.direct))
            while (await table.bot.games.snapshot(table.game)).state.turns < 5:
                await table.answer()
            for person in people:
                assert "hours" not in button_verbs(person.last(person.direct))
            assert (await table.bot.store.people.get(other.id)).hours_asked == table.game

    async def test_typed(self, tmp_path: Path) -> None:
        """All options are optional; what is not named stays."""
        async with running_bot(tmp_path / "games.db") as bot:
            other, channel = bot.other, bot.channel

            empty = await other.slash(channel, "my clock")
            zone = await other.slash(channel, "my clock", zone="new york")
            await other.slash(channel, "my clock", **{"from": "10 pm", "to": "7:30"})
            late = await other.slash(channel, "my clock", **{"from": "23"})
            free = await other.slash(channel, "my clock", weekends=False)
            off = await other.slash(channel, "my clock", **{"from": "off"})

            assert EN("hours-unknown") in empty.text
            assert empty.ephemeral
            assert "America/New_York" in zone.text
            assert EN("hours-privacy") in zone.text
            assert EN("hours-quiet", begin="23:00", end="07:30") in late.text
            assert EN("hours-weekends-free") in free.text
            assert EN("hours-quiet", begin="23:00", end="07:30") in free.text
            assert EN("hours-quiet-none") in off.text

    async def test_bad_input(self, tmp_path: Path) -> None:
        """A clear answer each, and nothing changed."""
        async with running_bot(tmp_path / "games.db") as bot:
            other, channel = bot.other, bot.channel

            async def typed(**options: object) -> str:
                return (await other.slash(channel, "my clock", **options)).text

            assert await typed(weekends=True) == EN("error-no-zone")
            assert "Europe/Berlin" in await typed(zone="Berln")
            await typed(zone="UTC")
            before = await bot.store.people.get(other.id)
            long = EN("lobby-error-quiet-not-possible", most=10)
            assert await typed(**{"from": "22", "to": "22"}) == long
            assert await typed(**{"from": "20", "to": "7"}) == long
            assert await typed(**{"from": "0", "to": "24"}) == long
            assert await typed(**{"from": "25", "to": "7"}) == EN("error-no-time")
            assert await typed(**{"from": "noon", "to": "7"}) == EN("error-no-time")
            assert await typed(**{"from": "22"}) == EN("error-half-quiet")
            assert await typed(zone="x" * 100) == EN("lobby-error-no-such-zone", like="UTC")
            assert await bot.store.people.get(other.id) == before

    async def test_suggestions(self, tmp_path: Path) -> None:
        """Zones with the time there, cities first; times as they are typed."""
        async with running_bot(tmp_path / "games.db") as bot:
            guest, channel = bot.guest, bot.channel

            usual = await guest.autocomplete(channel, "my clock", "zone", "")
            typed = await guest.autocomplete(channel, "my clock", "zone", "lon")
            times = await guest.autocomplete(channel, "my clock", "from", "2")

            assert usual[0]["value"] == "Europe/Berlin"
            assert re.fullmatch(r"Europe/Berlin · \d\d:\d\d", usual[0]["name"])
            assert typed[0]["value"] == "Europe/London"
            assert {"22:00", "22:30"} <= {choice["value"] for choice in times}

    async def test_reliability(self, tmp_path: Path) -> None:
        """Shown to oneself, once there is anything to show."""
        async with timed_table(tmp_path) as table:
            mover, _ = await table.players_by_turn()
            for _ in range(4):
                await table.play_turn()

            shown = await mover.slash(table.bot.channel, "my clock")
            person = await table.bot.store.people.get(mover.id)
            assert person.turns
            said = table.say(mover, "hours-in-time", played=person.in_time, turns=person.turns)
            assert said in shown.text


class TestVacations:
    """`/my vacation`."""

    async def test_start_and_end(self, tmp_path: Path) -> None:
        """Suggested in days, told at the table, ended by hand."""
        async with timed_table(tmp_path) as table:
            bot, other = table.bot, table.bot.other
            await other.slash(bot.channel, "my clock", zone="America/New_York")
            offered = await other.autocomplete(bot.channel, "my vacation start", "until", "")
            assert [choice["name"].split(" · ")[0] for choice in offered] == [
                EN("vacation-span", days=days) for days in (1, 3, 7, 14, 21)
            ]

            begun = await start_vacation(other, bot.channel, offered[2]["value"])
            await bot.wait_idle()
            shown = await other.slash(bot.channel, "my clock")
            again = await start_vacation(other, bot.channel, "2")
            ended = await other.slash(bot.channel, "my vacation end")
            await bot.wait_idle()
            none = await other.slash(bot.channel, "my vacation end")

            assert EN("vacation-started", until="|").split("|")[0] in begun.text
            assert UNTIL.search(begun.text)
            assert EN("hours-vacation", until="|").split("|")[0] in shown.text
            assert EN("lobby-error-on-vacation", when="|").split("|")[0] in again.text
            assert EN("vacation-ended") in ended.text
            assert none.text == EN("lobby-error-no-vacation")
            lines = [seen.text for seen in bot.moderator.sees(bot.channel)]
            assert sum(" is on vacation until " in text for text in lines) == 1
            assert sum(" is back from vacation" in text for text in lines) == 1

    async def test_a_table_that_excludes_it_is_named(self, tmp_path: Path) -> None:
        """Its clock runs on."""
        async with timed_table(tmp_path, "blitz") as table:
            bot = table.bot
            said = await start_vacation(bot.other, bot.channel, "3")

            assert EN("vacation-not-at", tables=f"New York {bot.channel.mention}") in said.text

    async def test_bad_input(self, tmp_path: Path) -> None:
        """A clear answer each, with how many days are left."""
        async with running_bot(tmp_path / "games.db") as bot:
            other, channel = bot.other, bot.channel

            async def typed(until: str) -> str:
                return (await start_vacation(other, channel, until)).text

            assert await typed("soon") == EN("error-no-date")
            assert await typed("2026-13-40") == EN("error-no-date")
            assert await typed("2020-01-01") == EN("lobby-error-vacation-past")
            assert await typed("0001-01-01") == EN("lobby-error-vacation-past")
            left = EN("lobby-error-vacation-days", left=30)
            assert await typed("9999-12-31") == left
            assert await typed("31") == left
            assert await bot.games.vacations.current_vacation(other.id) is None
            for left in (30, 29):  # only the first return within a day is free
                await start_vacation(other, channel, "20")
                ended = await other.slash(channel, "my vacation end")
                assert EN("hours-days-left", left=left) in ended.text
                assert await typed("31") == EN("lobby-error-vacation-days", left=left)


class TestSecrecy:
    """Others see a deadline, and nothing else."""

    async def test_nobody_reads_of_zones_or_nights(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        """Neither in words nor in what can be pressed; not in the logs either."""
        caplog.set_level("DEBUG")
        async with timed_table(tmp_path, past_opening=False) as table:
            bot, guest = table.bot, table.bot.guest
            await guest.slash(bot.channel, "my clock", zone="Pacific/Chatham")
            await guest.slash(bot.channel, "my clock", **{"from": "21:17", "to": "6:43"})
            while (await bot.games.snapshot(table.game)).state.turn is None:
                await table.answer()
            for _ in range(3):
                await table.play_turn()
            await table.advance(30 * HOUR, step=5 * HOUR)
            await start_vacation(guest, bot.channel, "3")
            await bot.wait_idle()

            nights = ("Chatham", "21:17", "06:43")
            log = [one.getMessage() for one in caplog.records if one.name.startswith("bot")]
            assert log
            check_hours(nights, guest, [bot.other, bot.moderator], log)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_rules_explain_it(tmp_path: Path, language: str) -> None:
    """In plain words, with the buttons as they read, within what a message holds."""
    async with running_bot(tmp_path / "games.db") as bot:
        person = bot.guest if language == "de" else bot.other
        say = Words.of(language).say

        page = await person.slash(bot.channel, "rules", topic="time")
        helped = await person.slash(bot.channel, "help")

        assert say("button-snooze") in page.text
        assert say("button-im-back") in page.text
        assert "/my vacation start" in page.text
        assert say("button-more") in page.text
        assert "/my clock" in helped.text
        assert len(page.text) < 4000
