"""Time at a table, as its people see it: paces, deadlines, pauses, skipped turns, offered seats."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

import maps
from bot.cli.main import app
from bot.games.table import GameSnapshot
from bot.storage.sqlite.schema import migrations
from bot.text.words import Words
from bot.ui.timestamps import due_line, due_words, format_moment
from engine.ai.agent import answer_of
from engine.ai.simulate import AGENTS
from engine.errors import IllegalAction
from engine.record import encode_record
from sandbox.world.people import Answer, Person
from tests.support.clock_tables import ClockTables, clock_tables
from tests.support.players import ByCommands
from tests.support.running_bot import RunningBot, running_bot

EN, DE = Words.of("en").say, Words.of("de").say
HOUR, MINUTE, DAY = timedelta(hours=1), timedelta(minutes=1), timedelta(days=1)


class PacedTable:
    """A game between two people with a pace, past its opening, at a clock that can be moved."""

    def __init__(self, bot: RunningBot, game: str) -> None:
        self.bot, self.game = bot, game
        self.people = {person.id: person for person in (bot.guest, bot.other)}

    async def snapshot(self) -> GameSnapshot:
        await self.bot.wait_idle()
        return await self.bot.games.snapshot(self.game)

    async def player_on_turn(self) -> Person:
        """Who is awaited."""
        snapshot = await self.snapshot()
        assert snapshot.state.turn is not None
        return self.people[snapshot.table.seats[snapshot.state.turn].user_id or 0]

    async def move(self) -> None:
        """Let whoever is awaited first answer."""
        snapshot = await self.snapshot()
        seat, waiting = next(iter(snapshot.state.waiting.items()))
        person = self.people[snapshot.table.seats[seat].user_id or 0]
        language = "de" if person is self.bot.guest else "en"
        await ByCommands(self.bot, "new-york", person, language).answer(waiting)

    async def play_turn(self) -> None:
        """Let whoever is on turn play all of it."""
        number = (await self.snapshot()).state.turns
        while (await self.snapshot()).state.turns == number:
            await self.move()

    async def advance(self, span: timedelta) -> None:
        """Let time pass; what is due then is done and told."""
        self.bot.clock_offset += span
        await self.bot.client.parts.job_runner.run_due(self.bot.games.now())
        await self.bot.wait_idle()

    async def deadline(self) -> datetime | None:
        """Until when whoever is on turn has time."""
        snapshot = await self.snapshot()
        assert snapshot.state.turn is not None
        return self.bot.games.clocks.deadline(snapshot, snapshot.state.turn)

    async def due_line(self, language: str = "en") -> str:
        """What messages say about the time of whoever is on turn."""
        snapshot = await self.snapshot()
        assert snapshot.state.turn is not None
        time = self.bot.games.clocks.visible_time(snapshot, snapshot.state.turn)
        assert time.end is not None
        return due_line(Words.of(language), time)

    async def moderate(self, command: str, **options: object) -> str:
        """What the moderator is answered."""
        said = await self.bot.moderator.slash(self.bot.channel, f"game {command}", **options)
        await self.bot.wait_idle()
        assert said.ephemeral
        return said.text

    def channel_texts(self) -> list[str]:
        """All that can be read in the channel."""
        seen = self.bot.moderator.sees(self.bot.channel)
        return [message.text for message in seen if not message.ephemeral]

    def direct_texts(self, person: Person) -> list[str]:
        """All that somebody reads by direct message."""
        return [message.text for message in person.sees(person.direct)]


async def start_paced_table(bot: RunningBot, pace: str = "day", *others: Person) -> PacedTable:
    people = (bot.guest, bot.other, *others)
    table = PacedTable(bot, await bot.start_game("new-york", *people, pace=pace))
    table.people |= {person.id: person for person in others}
    while (await table.snapshot()).state.turn is None:
        await table.move()
    await bot.wait_idle()
    return table


class TestLobby:
    """The pace in words, before anybody sits down. *Details* has all of it."""

    @pytest.mark.parametrize(
        ("pace", "sentences"),
        [
            ("blitz", ("lobby-never-sleeps",)),
            ("day", ("lobby-vacation-yes",)),
            ("relaxed", ("lobby-vacation-yes",)),
            ("none", ()),
        ],
    )
    async def test_in_words(self, bot: RunningBot, pace: str, sentences: tuple[str, ...]) -> None:
        """With what the clock heeds, and about how long a game takes."""
        await bot.moderator.slash(bot.channel, "game new", edition="usa", pace=pace)
        await bot.wait_idle()

        text = (await bot.other.press(bot.newest_post(), EN("button-details"))).text
        assert EN("lobby-pace", pace=EN(f"pace-{pace}")) in text
        heeds = {"lobby-never-sleeps", "lobby-vacation-yes", "lobby-vacation-no"}
        assert {key for key in heeds if EN(key) in text} == {*sentences}
        assert EN("lobby-solo") not in text
        lasts = EN("lobby-lasts-weeks", people=5, count=5)
        if pace == "blitz":
            lasts = EN("lobby-lasts-hours", people=5, count=3)
        assert lasts in text

    async def test_bots_take_no_time(self, bot: RunningBot) -> None:
        """The estimate is for people; who is alone with bots has no clock and reads none."""
        await bot.moderator.slash(bot.channel, "game new", edition="usa", seats=3, bots=1)
        await bot.wait_idle()
        details = await bot.other.press(bot.newest_post(), EN("button-details"))
        assert EN("lobby-lasts-weeks", people=2, count=2) in details.text
        assert EN("lobby-solo") in details.text

        await bot.guest.press(bot.newest_post(), "Join")
        await bot.wait_idle()
        await bot.moderator.slash(bot.channel, "game start")
        await bot.wait_idle()

        row = await bot.store.games.open_in(bot.channel.id)
        assert row is not None
        snapshot = await bot.games.snapshot(row.id)
        assert snapshot.table.pace.name == "none"
        assert "⏳" not in bot.board().text
        assert not [due for due in await bot.store.games.due(row.id) if due.kind == "clock"]

    async def test_a_pace_that_was_named_stays(self, bot: RunningBot) -> None:
        """Also for one person and bots."""
        game = await bot.start_game("new-york", bot.guest, bots=1, pace="blitz")
        snapshot = await bot.games.snapshot(game)
        assert snapshot.table.pace.name == "blitz"
        seat = snapshot.table.seat_of(bot.guest.id)
        time = bot.games.clocks.deadlines(snapshot)[seat]
        assert due_line(Words.of("en"), time) in bot.board().text

    async def test_settings_of_a_server(self, bot: RunningBot) -> None:
        """They are what new tables begin with; without an option they are shown."""
        shown = await bot.moderator.slash(bot.channel, "game settings")
        assert EN("settings-pace", pace=EN("pace-day")) in shown.text
        assert EN("settings-kept") not in shown.text

        kept = await bot.moderator.slash(
            bot.channel, "game settings", pace="relaxed", vacation=False
        )
        assert EN("settings-kept") in kept.text
        await bot.moderator.slash(bot.channel, "game settings", language="de")
        shown = await bot.moderator.slash(bot.channel, "game settings")
        assert EN("settings-pace", pace=EN("pace-relaxed")) in shown.text
        assert EN("lobby-vacation-no") in shown.text

        await bot.moderator.slash(bot.channel, "game new", edition="usa")
        await bot.wait_idle()
        details = await bot.guest.press(bot.newest_post(), DE("button-details"))
        assert DE("lobby-pace", pace=DE("pace-relaxed")) in details.text
        assert DE("lobby-vacation-no") in details.text
        await bot.moderator.slash(bot.channel, "game pace", pace="blitz")
        await bot.wait_idle()
        details = await bot.guest.press(bot.newest_post(), DE("button-details"))
        assert DE("lobby-never-sleeps") in details.text
        assert DE("pace-short-blitz") in bot.newest_post().text


class TestDeadlines:
    """What the board post says, and when it is edited."""

    async def test_the_post_says_until_when(self, bot: RunningBot) -> None:
        """One line for all in the opening, which has no bank; on a turn with the bank."""
        game = await bot.start_game("new-york", bot.guest, bot.other, pace="day")
        snapshot = await bot.games.snapshot(game)
        ends = bot.games.clocks.deadlines(snapshot)
        [due] = {int(time.due.timestamp()) for time in ends.values() if time.due}
        assert len(ends) == 2
        assert bot.board().text.count("⏳") == 1
        assert f"\n⏳ Due <t:{due}:R>, <t:{due}:t>\n" in f"{bot.board().text}\n"
        table = PacedTable(bot, game)
        while (await table.snapshot()).state.turn is None:
            await table.move()

        ends_at = await table.deadline()
        assert ends_at is not None
        due = int((ends_at - 48 * HOUR).timestamp())
        assert f"\n⏳ Due <t:{due}:R>, <t:{due}:t> · time bank 48 h\n" in bot.board().text

    async def test_players_with_other_hours_have_lines_of_their_own(self, bot: RunningBot) -> None:
        """Whoever sleeps in between has more time, and the post says the true moment."""
        now = bot.games.now()
        quiet = ((now.hour + 2) % 24 * 60, (now.hour + 10) % 24 * 60)
        await bot.games.clocks.set_hours(bot.guest.id, "UTC", quiet)

        game = await bot.start_game("new-york", bot.guest, bot.other, pace="day")

        snapshot = await bot.games.snapshot(game)
        for seat, time in bot.games.clocks.deadlines(snapshot).items():
            name, due = snapshot.table.seats[seat].name, due_words(Words.of("en"), time)
            assert f"⏳ **{name}**: {due}" in bot.board().text
        late = bot.games.clocks.deadlines(snapshot)[snapshot.table.seat_of(bot.guest.id)]
        assert late.due is not None
        assert f"{EN('time-due', moment=format_moment(late.due))}\n" in f"{bot.board().text}\n"

    async def test_when_the_bank_runs(self, bot: RunningBot) -> None:
        """The post says so at once, and lists say how much is left."""
        table = await start_paced_table(bot)
        ends = await table.deadline()
        assert ends is not None

        await table.advance(24 * HOUR + MINUTE)

        assert f"\n⏳ {EN('time-bank', moment=format_moment(ends))}\n" in bot.board().text
        assert "Due" not in bot.board().text
        await table.advance(17 * HOUR)
        text = (await (await table.player_on_turn()).slash(bot.channel, "my games")).text
        assert "Time bank: 30 h left" in text or "Zeitreserve: noch 30 h" in text
        await table.moderate("extend", hours=50)
        assert await table.due_line() in bot.board().text
        assert "time bank 48 h" in bot.board().text

    async def test_it_is_edited_only_when_the_deadline_moves(self, bot: RunningBot) -> None:
        """A reminder changes nothing about it; more time does, without another picture."""
        table = await start_paced_table(bot)
        before = bot.board()
        assert not before.edited
        await table.advance(13 * HOUR)
        assert not bot.board().edited

        answer = await table.moderate("extend", hours=5)

        after = bot.board()
        assert EN("clock-done") in answer
        assert after.id == before.id
        assert after.edited
        assert await table.due_line() in after.text
        assert after.files == before.files
        assert EN("line-extended", by="Moderator", hours=5) in table.channel_texts()
        person = await table.player_on_turn()
        assert any("Moderator" in text and "5" in text for text in table.direct_texts(person)[-1:])

    async def test_lists_of_tables_begin_with_the_most_urgent(self, bot: RunningBot) -> None:
        """For who looks on; what waits for the reader comes first for them."""
        table = await start_paced_table(bot)
        channel, away = bot.channel, bot.club.channel("away")
        bot.channel = away
        fast = await start_paced_table(bot, "blitz")
        bot.channel = channel
        ends = [await fast.due_line(), await table.due_line()]

        text = (await bot.moderator.slash(channel, "tables")).text

        lines = text.splitlines()
        assert len(lines) == 2
        for line, due in zip(lines, ends, strict=True):
            assert due in line
        await table.moderate("pause")
        text = (await bot.moderator.slash(channel, "tables")).text
        assert EN("games-paused") in text.splitlines()[1]

    async def test_somebody_is_away(self, bot: RunningBot) -> None:
        """The post says until when, and no deadline; other tables of theirs likewise."""
        table = await start_paced_table(bot)
        person = await table.player_on_turn()
        until = bot.games.now() + 3 * DAY
        await bot.games.vacations.start(person.id, until)
        await bot.wait_idle()

        text = bot.board().text
        assert (
            EN("board-away", player=person.user.display, until=f"<t:{int(until.timestamp())}:f>")
            in text
        )
        assert "⏳" not in text.split("\n\n")[0].splitlines()[:3]
        assert await table.deadline() is None


class TestPauses:
    """A table stands still, by a moderator's wish or the players'."""

    async def test_over_a_deadline(self, bot: RunningBot) -> None:
        """The post says since when, by whom and why; what was left is left."""
        table = await start_paced_table(bot)
        await table.advance(70 * HOUR)
        await table.moderate("pause", reason="a *party*")

        text = bot.board().text
        since = (await table.snapshot()).table.pause.since
        assert since is not None
        assert f"Paused since {format_moment(since)}" in text
        assert DE("board-paused", moment="gestern") == "Pausiert seit gestern"
        assert EN("board-paused-why", by="Moderator", why=r"a \*party\*") in text
        assert "⏳" not in text
        assert EN("line-paused-why", by="Moderator", why=r"a \*party\*") in table.channel_texts()
        person = await table.player_on_turn()
        await table.advance(3 * DAY)
        assert await table.player_on_turn() is person
        assert EN("lobby-error-paused-already") in await table.moderate("pause")
        assert EN("lobby-error-paused") in await table.moderate("skip")

        await table.moderate("resume")

        ends = await table.deadline()
        assert ends is not None
        assert timedelta(0) < ends - bot.games.now() <= 2 * HOUR
        assert await table.due_line() in bot.board().text
        assert EN("line-resumed", by="Moderator") in table.channel_texts()
        assert EN("lobby-error-not-paused") in await table.moderate("resume")

    async def test_by_two_thirds_of_the_players(self, bot: RunningBot) -> None:
        """Asked under *More*, answered below the board; it says how many agree."""
        third = bot.sandbox.person("Guest 4", bot.club)
        table = await start_paced_table(bot, "day", third)

        async def more(person: Person) -> Answer:
            return await person.press(bot.board(), EN("button-more"))

        panel = await more(bot.other)
        answer = await bot.other.press(panel, EN("button-pause"))
        await bot.wait_idle()
        assert EN("pause-asked", agreed=1, needed=2) in answer.text
        assert "Guest 3 asks to pause. 1 of 2 votes" in bot.board().text

        answer = await bot.guest.press(bot.board(), EN("button-refuse-pause"))
        await bot.wait_idle()
        assert DE("pause-refused") in answer.text
        assert "Guest 3 asks to pause" in bot.board().text
        asked = bot.board()
        answer = await third.press(asked, EN("button-agree-pause"))
        await bot.wait_idle()
        assert answer.text == EN("pause-done")
        assert EN("line-players-paused") in table.channel_texts()
        assert EN("board-paused-players") in bot.board().text

        panel = await more(third)
        await third.press(panel, EN("button-resume"))
        await bot.wait_idle()
        assert "Guest 4 asks to resume" in bot.board().text
        await bot.guest.press(bot.board(), EN("button-agree-resume"))
        await bot.wait_idle()
        assert EN("line-players-resumed") in table.channel_texts()
        stale = await bot.other.press(bot.board(), EN("button-more"))
        assert EN("button-pause") in stale.message.labels

    async def test_a_request_lapses(self, bot: RunningBot) -> None:
        """After a day the post no longer asks; a moderator's pause is not the players' to end."""
        table = await start_paced_table(bot, "relaxed")
        panel = await bot.other.press(bot.board(), EN("button-more"))
        await bot.other.press(panel, EN("button-pause"))
        await bot.wait_idle()
        assert EN("button-agree-pause") in bot.board().labels

        await table.advance(DAY + MINUTE)

        assert EN("button-agree-pause") not in bot.board().labels
        await table.moderate("pause")
        panel = await bot.other.press(bot.board(), EN("button-more"))
        assert not {EN("button-pause"), EN("button-resume")} & {*panel.message.labels}


class TestEveryoneAway:
    """The table pauses, says so once, and waits for somebody to come back."""

    async def test_in_the_channel_and_by_direct_message(self, bot: RunningBot) -> None:
        table = await start_paced_table(bot, "blitz")
        while not (snapshot := await table.snapshot()).table.pause.deserted:
            await table.advance(16 * MINUTE)
        for _ in range(5):
            await table.advance(DAY)

        assert (await table.snapshot()).version == snapshot.version
        said = [text for text in table.channel_texts() if EN("line-deserted") in text]
        assert len(said) == 1
        assert (
            EN("board-paused", moment=format_moment(snapshot.table.pause.since)) in bot.board().text
        )
        assert EN("board-paused-deserted") in bot.board().text
        for person, say in ((bot.guest, DE), (bot.other, EN)):
            (call,) = [m for m in person.sees(person.direct) if " 90 " in m.text]
            assert say("button-im-back") in call.labels
            assert say("card-deserted") in "\n".join(table.direct_texts(person))
        tables = await bot.guest.slash(bot.channel, "my games")
        assert DE("games-paused") in tables.text
        assert await table.moderate("resume") == EN("lobby-error-deserted")

    async def test_im_back(self, bot: RunningBot) -> None:
        """The other player's message no longer says that the table is paused."""
        table = await start_paced_table(bot, "blitz")
        while not (await table.snapshot()).table.pause.deserted:
            await table.advance(16 * MINUTE)
        person = await table.player_on_turn()
        other = next(one for one in table.people.values() if one is not person)
        say = DE if person is bot.guest else EN
        (call,) = [m for m in person.sees(person.direct) if " 90 " in m.text]

        await person.press(call, say("button-im-back"))
        await bot.wait_idle()

        assert not (await table.snapshot()).table.pause.is_on
        seat = (await table.snapshot()).table.seat_of(person.id) + 1
        back = EN("line-back", new=person.user.display, seat=seat)
        assert f"{back} {EN('line-deserted-over')}" in table.channel_texts()
        assert EN("board-paused-deserted") not in bot.board().text
        assert not [text for text in table.direct_texts(person) if " 90 " in text]
        assert not [text for text in table.direct_texts(other) if " 90 " in text]
        says = DE if other is bot.guest else EN
        assert says("button-im-back") in other.last(other.direct).labels

    async def test_after_90_days(self, bot: RunningBot) -> None:
        table = await start_paced_table(bot, "blitz")
        while not (await table.snapshot()).table.pause.deserted:
            await table.advance(16 * MINUTE)

        await table.advance(90 * DAY)

        assert table.channel_texts().count(EN("line-deserted-canceled")) == 1
        title = maps.load("new-york").title
        place = f"<#{bot.channel.id}>"
        for person, say, language in ((bot.guest, DE, "de"), (bot.other, EN, "en")):
            line = say("told-deserted-canceled", edition=title(language), channel=place)
            assert table.direct_texts(person).count(line) == 1


class TestModerators:
    """Skipping, offering, another pace."""

    async def test_skipping(self, bot: RunningBot) -> None:
        """Once, not too early; with a line for all, and marked for ever."""
        table = await start_paced_table(bot)
        person = await table.player_on_turn()
        number = (await table.snapshot()).state.turns
        assert EN("lobby-error-skip-early") in await table.moderate("skip")
        await table.advance(7 * HOUR)

        await table.moderate("skip")

        assert await table.player_on_turn() is not person
        name = person.user.display
        assert EN("line-skipped", by="Moderator", player=name) in table.channel_texts()
        helped = EN("seat-helped", player=name)
        (line,) = [text for text in table.channel_texts() if text.startswith(f"-# {number} · ")]
        assert helped in line
        log = await bot.moderator.slash(bot.channel, "log")
        assert helped in log.text

    async def test_no_player_skips(self, bot: RunningBot) -> None:
        """A moderator who sits there asks another one."""
        table = PacedTable(
            bot, await bot.start_game("new-york", bot.guest, bot.moderator, pace="day")
        )
        await table.advance(7 * HOUR)
        assert await table.moderate("skip") == EN("lobby-error-skip-seated")

    async def test_offering_and_taking_over(self, bot: RunningBot) -> None:
        """After three time-outs and seven allowances; until then the refusal says when."""
        table = await start_paced_table(bot)
        person = await table.player_on_turn()
        seat = (await table.snapshot()).table.seat_of(person.id)
        name = person.user.display
        refused = await table.moderate("offer", seat=seat + 1)
        assert refused == EN("lobby-error-not-kept", player=name)
        for _ in range(3):
            await table.advance(72 * HOUR + MINUTE)
            await table.play_turn()
        assert table.channel_texts().count(EN("line-timed-out", player=name, seat=seat + 1)) == 2
        assert EN("line-caretaker-keeps", player=name, seat=seat + 1) in table.channel_texts()
        assert EN("seat-helped", player=name) in bot.board().text
        kept = (await table.snapshot()).table.clock(seat).kept_since
        assert kept is not None
        refused = await table.moderate("offer", seat=seat + 1)
        assert f"<t:{int((kept + 7 * DAY).timestamp())}:R>" in refused

        bot.clock_offset += 7 * DAY
        await table.moderate("offer", seat=seat + 1)

        (post,) = [m for m in bot.moderator.sees(bot.channel) if EN("button-take-seat") in m.labels]
        facts = {"by": "Moderator", "player": name, "seat": seat + 1}
        assert EN("line-offered", **facts) in table.channel_texts()
        assert any("Moderator" in text for text in table.direct_texts(person)[-2:])
        newcomer = bot.sandbox.person("Guest 5", bot.club)
        refused_too = await bot.moderator.press(post, EN("button-take-seat"))
        assert refused_too.text == EN("lobby-error-not-for-who-offered")
        taken = await newcomer.press(post, EN("button-take-seat"))
        assert taken.text == EN("seat-yours")
        table.people[newcomer.id] = newcomer
        if await table.player_on_turn() is not newcomer:
            await table.play_turn()
        ends = await table.deadline()
        assert await table.player_on_turn() is newcomer
        assert ends is not None
        assert 71 * HOUR < ends - bot.games.now() <= 72 * HOUR

    @pytest.mark.parametrize("locale", ["en-US", "de"])
    async def test_the_post_of_an_offered_seat_says_who_offered_it(
        self, tmp_path: Path, locale: str
    ) -> None:
        """It also says why. Nobody reads that the owner gave it up, also after a restart."""
        async with running_bot(tmp_path / "games.db", locale) as bot:
            say = Words.of(locale).say
            table = await start_paced_table(bot)
            person = await table.player_on_turn()
            seat = (await table.snapshot()).table.seat_of(person.id)
            for _ in range(3):
                await table.advance(72 * HOUR + MINUTE)
                await table.play_turn()
            kept = (await table.snapshot()).table.clock(seat).kept_since
            assert kept is not None
            bot.clock_offset += 7 * DAY

            await table.moderate("offer", seat=seat + 1)

            facts = {"by": "Moderator", "seat": seat + 1}
            name = person.user.display
            date = f"<t:{int(kept.timestamp())}:f>"
            offered = say("seat-offered", player=name, date=date, **facts)
            (post,) = [
                m for m in bot.moderator.sees(bot.channel) if say("button-take-seat") in m.labels
            ]
            assert post.text == offered
            await bot.stop()
            await bot.start()
            newcomer = bot.sandbox.person("Guest 5", bot.club)
            await newcomer.press(post, say("button-take-seat"))
            await bot.wait_idle()
            taken = say("line-taken-offered", new="Guest 5", old=name, **facts)
            assert taken in table.channel_texts()
            (row,) = [row for row in (await table.snapshot()).table.seats if row.seat == seat]
            assert (row.offered_by, row.kept_since) == ("", "")
            assert say("seat-free", player=name, seat=seat + 1) not in table.channel_texts()

    async def test_another_pace(self, bot: RunningBot) -> None:
        """From the next turn on, with a line for all."""
        table = await start_paced_table(bot, "none")
        assert "⏳" not in bot.board().text
        assert await table.moderate("extend", hours=5) == EN("lobby-error-no-clock")

        answer = await table.moderate("pace", pace="blitz")

        assert EN("lobby-never-sleeps") in answer
        assert EN("pace-vacation-stays") in answer
        assert EN("line-pace", by="Moderator", pace="blitz") in table.channel_texts()
        assert await table.deadline() is None
        assert await table.moderate("pace", pace="blitz") == EN("lobby-error-pace-already")
        await table.play_turn()
        ends = await table.deadline()
        assert ends is not None
        assert await table.due_line() in bot.board().text

    async def test_what_is_not_possible(self, bot: RunningBot) -> None:
        """Every refusal is a sentence to who asked, and nothing changes."""
        commands: Mapping[str, dict[str, object]] = {
            "pause": {},
            "resume": {},
            "extend": {"hours": 1},
            "skip": {},
            "offer": {"seat": 1},
            "pace": {"pace": "day"},
        }
        table = PacedTable(bot, "")
        for command, options in commands.items():
            assert await table.moderate(command, **options) == EN("lobby-error-no-table-here")
        game = await bot.start_game("new-york", bot.guest, bot.other, pace="day")
        assert await table.moderate("offer", seat=5) == EN("lobby-error-no-such-seat", seats=2)
        changes = (await bot.games.lobby.get(game)).row.changes
        table.game = game
        while not (snapshot := await table.snapshot()).state.over:
            # The guest is away from the beginning: the caretaker plays that seat.
            seat = next(iter(snapshot.state.waiting))
            if snapshot.table.seats[seat].user_id == bot.guest.id:
                await table.advance(4 * DAY)
            else:
                agent = AGENTS["cautious"](snapshot.table.rules)
                action = answer_of(agent, snapshot.view(seat), snapshot.menu(seat))
                await bot.games.play.act(game, bot.other.id, None, lambda _, a=action: a)
        assert snapshot.table.row.changes > changes
        changes = snapshot.table.row.changes
        for command, options in commands.items():
            assert await table.moderate(command, **options) == EN("lobby-error-game-over")
        assert (await bot.games.lobby.get(game)).row.changes == changes
        helped = EN("result-helped", seat=1, player=snapshot.table.seats[0].name)
        details = await bot.other.press(bot.newest_post(), EN("button-details"))
        for answer in (details, await bot.other.slash(bot.channel, "scores")):
            assert helped in answer.text
        assert helped not in bot.newest_post().text


class TestUndo:
    """A turn that the caretaker played."""

    async def test_after_a_time_out(self, bot: RunningBot) -> None:
        """It is taken back once its owner is there, and the post says until when they have time."""
        table = await start_paced_table(bot)
        person = await table.player_on_turn()
        other = next(one for one in table.people.values() if one is not person)
        await table.advance(73 * HOUR)
        assert await table.player_on_turn() is other
        try:
            await bot.games.play.undo(table.game, person.id)
        except IllegalAction:  # it drew a card: the others are asked
            await bot.games.play.ask_undo(table.game, person.id)
            await bot.wait_idle()
            await other.press(bot.board(), EN("button-agree-undo"))

        assert await table.player_on_turn() is person
        ends = await table.deadline()
        assert ends is not None
        assert await table.due_line() in bot.board().text
        version = (await table.snapshot()).version
        await table.advance(5 * MINUTE)
        assert (await table.snapshot()).version == version


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 10 * DAY, -10 * DAY])
async def test_the_clock_of_the_machine_jumps(bot: RunningBot, jump: timedelta) -> None:
    """While the bot runs: nobody loses time, no message comes, and time still runs out once."""
    table = await start_paced_table(bot)
    await bot.games.downtime.record_heartbeat()
    person = await table.player_on_turn()
    said, told = table.channel_texts(), table.direct_texts(person)

    bot.machine_clock_offset = jump
    for _ in range(2):  # the poll finds out, and looks at all clocks a second later
        await table.advance(timedelta(seconds=1))

    ends = await table.deadline()
    assert ends is not None
    assert 72 * HOUR - 2 * MINUTE < ends - bot.games.now() <= 72 * HOUR
    # The same messages say the same, but for the moments in them, which have moved.
    assert _timeless(table.channel_texts()) == _timeless(said)
    assert _timeless(table.direct_texts(person)) == _timeless(told)
    await table.advance(72 * HOUR + MINUTE)
    assert await table.player_on_turn() is not person
    assert (
        len([text for text in table.channel_texts() if "caretaker bot plays this turn" in text])
        == 1
    )
    ends = await table.deadline()
    assert ends is not None
    assert await table.due_line() in bot.board().text


def _timeless(texts: Sequence[str]) -> list[str]:
    """Texts without the numbers of the moments in them."""
    return [re.sub(r"<t:\d+", "<t", text) for text in texts]


async def test_a_table_of_an_older_version(tmp_path: Path) -> None:
    """It has no pace, goes on as before, and says so once with whatever it tells next."""
    path = tmp_path / "games.db"
    async with running_bot(path) as bot:
        table = await start_paced_table(bot, "none")
        said = len(table.channel_texts())
        await bot.stop()
        _make_older(path)
        await bot.start()
        await bot.wait_idle()
        assert EN("line-no-pace") not in table.channel_texts()

        await table.play_turn()
        await table.play_turn()

        assert table.channel_texts().count(EN("line-no-pace")) == 1
        assert len(table.channel_texts()) == said + 3
        assert await table.deadline() is None


def _make_older(path: Path) -> None:
    """Let a file be as it was before tables had a pace."""
    first = next(number for number, sql in migrations().items() if "line-no-pace" in sql)
    old = path.with_name("older.db")
    with closing(sqlite3.connect(old)) as db:
        db.executescript("".join(migrations()[number] for number in range(1, first)))
        db.execute(f"PRAGMA user_version = {first - 1}")
        db.execute("ATTACH ? AS new", (str(path),))
        tables = db.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall()
        db.execute("PRAGMA foreign_keys = OFF")
        for (table,) in tables:
            columns = ", ".join(row[1] for row in db.execute(f"PRAGMA main.table_info({table})"))
            db.execute(f"DELETE FROM main.{table}")  # noqa: S608
            db.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM new.{table}")  # noqa: S608
        db.commit()
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()
    old.rename(path)


async def test_a_game_with_caretaker_s_turns_is_proved(tmp_path: Path) -> None:
    """By the command of the terminal, from the file of an export."""
    async with clock_tables(tmp_path) as tables:
        record = await tables.games.cache.export_record(await _left_alone(tables))
        assert "caretaker" in record.makers
        assert "person" in record.makers
        file = tmp_path / "game.json"
        file.write_bytes(encode_record(record))

        done = CliRunner().invoke(app, ["verify", str(file)])

        assert done.exit_code == 0, done.output


async def _left_alone(tables: ClockTables) -> str:
    """A game that two players began and one of them left to the caretaker."""
    game = await tables.start_past_opening()
    _, gone = await tables.player_on_turn(game)
    while not (await tables.games.snapshot(game)).state.over:
        if (await tables.player_on_turn(game))[1] == gone:
            await tables.advance(4 * DAY)
        else:
            await tables.move(game)
            await tables.driver.run_table(game)
    return game
