"""How people are called when it is their turn: once, and in the way they like."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.games.job_runner import JobRunner
from bot.games.lobby import utc_now
from bot.games.model import Who
from bot.games.service import make_games
from bot.outbox.delays import PublishDelays
from bot.text.words import Words
from engine.actions import DrawBlind
from sandbox.world.people import Person
from tests.outbox.test_faults import Table, started_table
from tests.support.players import deck_button
from tests.support.running_bot import RunningBot, running_bot
from tests.ui.turn.test_answers import until_buildable
from tests.ui.turn.test_hand import button_for, button_verbs, card_of, start_to_first_turn

EN, DE = Words.of("en").say, Words.of("de").say
SILENT = 1 << 12
"""Discord's flag of a message that makes no sound."""


@pytest.mark.parametrize(
    ("way", "in_channel", "by_message"),
    [
        (None, True, False),
        ("channel", True, False),
        ("dm", False, True),
        ("both", True, True),
        ("quiet", False, False),
    ],
)
async def test_the_chosen_way(
    tmp_path: Path, way: str | None, in_channel: bool, by_message: bool
) -> None:
    """The headline names whoever is on turn in any case; only the chosen way rings."""
    async with running_bot(tmp_path / "games.db") as bot:
        if way:
            said = await bot.guest.slash(bot.channel, "my settings", notify=way)
            assert DE(f"notify-{way}") in said.text
        await start_to_first_turn(bot, "new-york", bot.guest)

        post, card = bot.board(), card_of(bot.guest)
        assert f"<@{bot.guest.id}>" in post.text
        assert (bot.guest.id in post.mentions) == in_channel
        assert (not card.flags & SILENT) == by_message


@pytest.mark.parametrize("way", ["channel", "dm", "both", "quiet"])
async def test_a_closed_door(tmp_path: Path, way: str) -> None:
    """Who cannot be reached otherwise is called in the channel, whatever is set."""
    async with running_bot(tmp_path / "games.db") as bot:
        await bot.guest.slash(bot.channel, "my settings", notify=way)
        bot.guest.close_dms()
        await start_to_first_turn(bot, "new-york", bot.guest)

        assert bot.guest.id in bot.board().mentions


@pytest.fixture
def frozen_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time only passes when a test says so."""
    now = utc_now()
    monkeypatch.setattr("tests.support.running_bot.utc_now", lambda: now)


class TestPresence:
    """Whoever acted in the last two minutes is not called at once, and later at most once."""

    async def test_nobody_is_called_who_is_there(self, tmp_path: Path) -> None:
        """The card changes in place; three minutes later the turn is posted anew, with the ping."""
        async with started_table(tmp_path, delays=PublishDelays()) as table:
            bot, mover, waiter = await quick_turn(table)
            card = card_of(waiter)
            assert "blind" in button_verbs(card)
            rung = ping_count(waiter)
            quiet = bot.board()
            assert f"<@{waiter.id}>" in quiet.text
            assert waiter.id not in quiet.mentions

            await advance(bot, timedelta(minutes=2, seconds=50))
            assert ping_count(waiter) == rung
            for _ in range(3):
                await advance(bot, timedelta(seconds=11))

            assert ping_count(waiter) == rung + 1
            assert bot.board().id != quiet.id
            assert waiter.id in bot.board().mentions
            assert len(table.pressable_posts()) == 1
            assert card_of(waiter).id != card.id
            assert sum(bool(m.buttons) for m in waiter.sees(waiter.direct)) == 1
            assert mover.id not in bot.board().mentions

    @pytest.mark.usefixtures("frozen_time")
    async def test_in_blitz_the_ping_comes_after_ten_seconds(self, tmp_path: Path) -> None:
        """The reminder comes after the ping, not before it."""
        async with started_table(tmp_path, delays=PublishDelays(), pace="blitz") as table:
            bot, _, waiter = await quick_turn(table)
            rung = ping_count(waiter)
            await advance(bot, timedelta(seconds=9))
            assert ping_count(waiter) == rung

            await advance(bot, timedelta(seconds=2))

            assert ping_count(waiter) == rung + 1
            assert waiter.id in bot.board().mentions
            snapshot = await bot.games.snapshot(table.game)
            clock = snapshot.table.clock(snapshot.table.seat_of(waiter.id))
            assert min(clock.reminders) > snapshot.table.pace.longest_quiet

    @pytest.mark.usefixtures("frozen_time")
    async def test_in_blitz_who_acted_a_minute_ago_is_called_at_once(self, tmp_path: Path) -> None:
        async with started_table(tmp_path, delays=PublishDelays(), pace="blitz") as table:
            bot, mover, waiter = await quick_turn(table)
            rung = ping_count(mover)
            bot.clock_offset += timedelta(minutes=1)
            card = card_of(waiter)
            for _ in range(2):
                await waiter.press(card, button_for(card_of(waiter), "blind"))
            await bot.wait_idle()

            assert ping_count(mover) == rung + 1

    async def test_nobody_is_called_in_a_pause(self, tmp_path: Path) -> None:
        """The ping that was put off comes after the pause, if it is still their turn."""
        async with started_table(tmp_path, delays=PublishDelays()) as table:
            bot, _, waiter = await quick_turn(table)
            rung = ping_count(waiter)
            await bot.moderator.slash(bot.channel, "game pause")
            await advance(bot, timedelta(minutes=30))
            assert ping_count(waiter) == rung

            await bot.moderator.slash(bot.channel, "game resume")
            await bot.wait_idle()

            assert ping_count(waiter) == rung + 1

    async def test_the_picture_says_that_the_table_is_paused(self, tmp_path: Path) -> None:
        """Until it goes on: then the picture is as it was."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            running = bot.board().files[0].content
            await bot.moderator.slash(bot.channel, "game pause")
            await bot.wait_idle()
            paused = bot.board().files[0].content
            await bot.moderator.slash(bot.channel, "game resume")
            await bot.wait_idle()

            assert paused != running
            assert bot.board().files[0].content == running

    async def test_who_acts_in_time_is_not_called(self, tmp_path: Path) -> None:
        """Not in the midst of a turn either; whoever was away is called at once."""
        async with started_table(tmp_path, delays=PublishDelays()) as table:
            bot, mover, waiter = await quick_turn(table)
            rung, others = ping_count(waiter), ping_count(mover)
            bot.clock_offset += timedelta(minutes=2)
            card = card_of(waiter)
            await waiter.press(card, button_for(card, "blind"))
            await advance(bot, timedelta(hours=1))
            assert ping_count(waiter) == rung
            await waiter.press(card, button_for(card_of(waiter), "blind"))
            await bot.wait_idle()

            assert ping_count(mover) == others + 1
            assert mover.id in bot.board().mentions

    async def test_a_restart_in_between(self, tmp_path: Path) -> None:
        """What has to wait is not forgotten, and not done twice."""
        async with started_table(tmp_path, delays=PublishDelays()) as table:
            bot, _, waiter = await quick_turn(table)
            rung = ping_count(waiter)
            await bot.stop()
            bot.clock_offset += timedelta(minutes=1)
            await bot.start()
            await bot.wait_idle()
            assert ping_count(waiter) == rung
            await bot.stop()
            bot.clock_offset += timedelta(minutes=3)
            for _ in range(2):
                await bot.start()
                await bot.wait_idle()
                assert ping_count(waiter) == rung + 1
                await bot.stop()
            await bot.start()

    async def test_bots_in_between(self, tmp_path: Path) -> None:
        """They take no time: whoever moved before them is still there."""
        async with running_bot(tmp_path / "games.db", delays=PublishDelays()) as bot:
            await start_to_first_turn(bot, "new-york", bot.guest)
            await advance(bot, timedelta(seconds=11))  # the opening was typed: cards wait for that
            rung, card = ping_count(bot.guest), card_of(bot.guest)

            for _ in range(2):
                await bot.guest.press(card, button_for(card_of(bot.guest), "blind"))
            await bot.wait_idle()

            assert "blind" in button_verbs(card_of(bot.guest))
            assert card_of(bot.guest).id == card.id
            assert bot.guest.id not in bot.board().mentions
            await advance(bot, timedelta(minutes=3, seconds=1))
            assert ping_count(bot.guest) == rung + 1

    async def test_who_takes_a_turn_back_is_there(self, tmp_path: Path) -> None:
        """However long ago it was made: the press itself tells."""
        async with started_table(tmp_path, delays=PublishDelays()) as table:
            bot = table.bot
            builder = bot.other
            track = await until_buildable(table, builder)
            await builder.slash(bot.channel, "claim", route=track)
            await bot.wait_idle()
            bot.clock_offset += timedelta(minutes=20)
            rung = ping_count(builder)

            card = card_of(builder)
            await advance(bot, timedelta(0))
            await builder.press(card, button_for(card_of(builder), "undo"))
            await bot.wait_idle()

            assert "blind" in button_verbs(card_of(builder))
            assert ping_count(builder) == rung
            assert builder.id not in bot.board().mentions
            await advance(bot, timedelta(minutes=3, seconds=1))
            assert ping_count(builder) == rung + 1

    async def test_who_takes_a_step_back_at_once_keeps_the_card(self, tmp_path: Path) -> None:
        """Even before anybody was told of the step."""
        async with started_table(tmp_path, delays=PublishDelays()) as table:
            bot = table.bot
            builder = bot.other
            await until_buildable(table, builder)
            await advance(bot, timedelta(minutes=4))
            card = card_of(builder)
            built = await builder.press(card, button_for(card, "lay"))
            if "pay" in button_verbs(built.message):
                built = await builder.press(card, button_for(built.message, "pay"))
            await builder.press(card, button_for(built.message, "undo"))
            await bot.wait_idle()

            assert card_of(builder).id == card.id
            assert "blind" in button_verbs(card_of(builder))
            assert EN("own-Reverted") in card_of(builder).text


def ping_count(person: Person) -> int:
    """How often somebody's client has rung."""
    return len(person.shown.pings())


async def advance(bot: RunningBot, span: timedelta) -> None:
    """Let so much time go by, and what was left until then be told."""
    bot.clock_offset += span
    await bot.updates.enqueue_pending()
    await bot.wait_idle()


async def quick_turn(table: Table) -> tuple[RunningBot, Person, Person]:
    """A turn right after the opening, and who made it; the other one has chosen just now too."""
    bot = table.bot
    mover, panel = await table.open_draw_panel()
    for _ in range(2):
        panel = await mover.press(panel, deck_button(panel))
    await bot.wait_idle()
    return bot, mover, bot.guest if mover is bot.other else bot.other


async def test_what_is_set_is_shown(tmp_path: Path) -> None:
    """Without an option nothing changes; one that is not named stays."""
    async with running_bot(tmp_path / "games.db") as bot:
        await bot.guest.slash(bot.channel, "my settings", notify="both")
        said = await bot.guest.slash(bot.channel, "my settings", language="en")
        assert Words.of("en").say("notify-both") in said.text

        shown = await bot.guest.slash(bot.channel, "my settings")

        person = await bot.store.people.get(bot.guest.id)
        assert (person.locale, person.notify) == ("en", "both")
        assert Words.of("en").say("settings-kept") not in shown.text
        assert Words.of("en").say("notify-both") in shown.text


@pytest.mark.parametrize("is_closed", [False, True])
async def test_a_reminder_finds_its_way(tmp_path: Path, is_closed: bool) -> None:
    """By direct message; where those are closed, in the channel with a mention that rings."""
    async with running_bot(tmp_path / "games.db") as bot:
        game = await start_to_first_turn(bot, "new-york", bot.guest)
        await bot.games.lobby.set_pace(game, Who(1, "Moderator"), "day")
        turns = (await bot.games.snapshot(game)).state.turns
        while (snapshot := await bot.games.snapshot(game)).state.turns == turns:
            deck = next(iter(snapshot.table.rules.spec.decks))
            draw = DrawBlind(snapshot.table.seat_of(bot.guest.id), deck)
            await bot.games.play.act(game, bot.guest.id, None, lambda _, draw=draw: draw)
        await bot.wait_idle()
        if is_closed:
            bot.guest.close_dms()
        bot.clock_offset += timedelta(hours=12, minutes=1)
        await bot.client.parts.job_runner.run_due(bot.games.now())
        await bot.wait_idle()

        place = bot.channel if is_closed else bot.guest.direct
        said = EN if is_closed else DE
        words = said("told-reminder", edition="New York", channel=bot.channel.mention)
        (call,) = [m for m in bot.guest.sees(place) if words in m.text]
        assert (bot.guest.id in call.mentions) == is_closed


async def test_a_reminder_that_a_pause_has_overtaken(tmp_path: Path) -> None:
    """It was due, but the table was paused before anybody could be told."""
    async with started_table(tmp_path, pace="day") as table:
        bot = table.bot
        silent = make_games(bot.store, bot.games.now, system=utc_now)
        await silent.downtime.check()
        bot.clock_offset += timedelta(hours=12, minutes=1)
        await JobRunner(silent, bot.store).run_due(silent.now())
        lines = [line.key for _, line in await bot.store.posts.lines(table.game)]
        assert lines == ["told-reminder"]

        await bot.moderator.slash(bot.channel, "game pause")
        await bot.wait_idle()

        for person, say in ((bot.guest, DE), (bot.other, EN)):
            words = say("told-reminder", edition="New York", channel=bot.channel.mention)
            assert not [m for m in person.sees(person.direct) if words in m.text]
