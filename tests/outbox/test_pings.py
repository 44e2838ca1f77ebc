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
from tests.outbox.test_faults import Table, playing
from tests.support.bot_stage import BotStage, on_stage
from tests.support.players import on_deck
from tests.ui.turn.test_answers import until_buildable
from tests.ui.turn.test_hand import begun, card_of, pressed, verbs

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
    async with on_stage(tmp_path / "games.db") as stage:
        if way:
            said = await stage.guest.slash(stage.hall, "my settings", notify=way)
            assert DE(f"notify-{way}") in said.text
        await begun(stage, "new-york", stage.guest)

        post, card = stage.board(), card_of(stage.guest)
        assert f"<@{stage.guest.id}>" in post.text
        assert (stage.guest.id in post.mentions) == in_channel
        assert (not card.flags & SILENT) == by_message


@pytest.mark.parametrize("way", ["channel", "dm", "both", "quiet"])
async def test_a_closed_door(tmp_path: Path, way: str) -> None:
    """Who cannot be reached otherwise is called in the channel, whatever is set."""
    async with on_stage(tmp_path / "games.db") as stage:
        await stage.guest.slash(stage.hall, "my settings", notify=way)
        stage.guest.close_dms()
        await begun(stage, "new-york", stage.guest)

        assert stage.guest.id in stage.board().mentions


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time only passes when a test says so."""
    now = utc_now()
    monkeypatch.setattr("tests.support.bot_stage.utc_now", lambda: now)


class TestPresence:
    """Whoever acted in the last two minutes is not called at once, and later at most once."""

    async def test_nobody_is_called_who_is_there(self, tmp_path: Path) -> None:
        """The card changes in place; three minutes later the turn is posted anew, with the ping."""
        async with playing(tmp_path, patience=PublishDelays()) as table:
            stage, mover, waiter = await quick_turn(table)
            card = card_of(waiter)
            assert "blind" in verbs(card)
            rung = pings(waiter)
            quiet = stage.board()
            assert f"<@{waiter.id}>" in quiet.text
            assert waiter.id not in quiet.mentions

            await after(stage, timedelta(minutes=2, seconds=50))
            assert pings(waiter) == rung
            for _ in range(3):
                await after(stage, timedelta(seconds=11))

            assert pings(waiter) == rung + 1
            assert stage.board().id != quiet.id
            assert waiter.id in stage.board().mentions
            assert len(table.armed()) == 1
            assert card_of(waiter).id != card.id
            assert sum(bool(m.buttons) for m in waiter.sees(waiter.direct)) == 1
            assert mover.id not in stage.board().mentions

    @pytest.mark.usefixtures("frozen")
    async def test_in_blitz_the_ping_comes_after_ten_seconds(self, tmp_path: Path) -> None:
        """The reminder comes after the ping, not before it."""
        async with playing(tmp_path, patience=PublishDelays(), pace="blitz") as table:
            stage, _, waiter = await quick_turn(table)
            rung = pings(waiter)
            await after(stage, timedelta(seconds=9))
            assert pings(waiter) == rung

            await after(stage, timedelta(seconds=2))

            assert pings(waiter) == rung + 1
            assert waiter.id in stage.board().mentions
            snapshot = await stage.games.snapshot(table.game)
            clock = snapshot.table.clock(snapshot.table.seat_of(waiter.id))
            assert min(clock.reminders) > snapshot.table.pace.longest_quiet

    @pytest.mark.usefixtures("frozen")
    async def test_in_blitz_who_acted_a_minute_ago_is_called_at_once(self, tmp_path: Path) -> None:
        async with playing(tmp_path, patience=PublishDelays(), pace="blitz") as table:
            stage, mover, waiter = await quick_turn(table)
            rung = pings(mover)
            stage.later += timedelta(minutes=1)
            card = card_of(waiter)
            for _ in range(2):
                await waiter.press(card, pressed(card_of(waiter), "blind"))
            await stage.told()

            assert pings(mover) == rung + 1

    async def test_nobody_is_called_in_a_pause(self, tmp_path: Path) -> None:
        """The ping that was put off comes after the pause, if it is still their turn."""
        async with playing(tmp_path, patience=PublishDelays()) as table:
            stage, _, waiter = await quick_turn(table)
            rung = pings(waiter)
            await stage.moderator.slash(stage.hall, "game pause")
            await after(stage, timedelta(minutes=30))
            assert pings(waiter) == rung

            await stage.moderator.slash(stage.hall, "game resume")
            await stage.told()

            assert pings(waiter) == rung + 1

    async def test_who_acts_in_time_is_not_called(self, tmp_path: Path) -> None:
        """Not in the midst of a turn either; whoever was away is called at once."""
        async with playing(tmp_path, patience=PublishDelays()) as table:
            stage, mover, waiter = await quick_turn(table)
            rung, others = pings(waiter), pings(mover)
            stage.later += timedelta(minutes=2)
            card = card_of(waiter)
            await waiter.press(card, pressed(card, "blind"))
            await after(stage, timedelta(hours=1))
            assert pings(waiter) == rung
            await waiter.press(card, pressed(card_of(waiter), "blind"))
            await stage.told()

            assert pings(mover) == others + 1
            assert mover.id in stage.board().mentions

    async def test_a_restart_in_between(self, tmp_path: Path) -> None:
        """What has to wait is not forgotten, and not done twice."""
        async with playing(tmp_path, patience=PublishDelays()) as table:
            stage, _, waiter = await quick_turn(table)
            rung = pings(waiter)
            await stage.stop()
            stage.later += timedelta(minutes=1)
            await stage.start()
            await stage.told()
            assert pings(waiter) == rung
            await stage.stop()
            stage.later += timedelta(minutes=3)
            for _ in range(2):
                await stage.start()
                await stage.told()
                assert pings(waiter) == rung + 1
                await stage.stop()
            await stage.start()

    async def test_bots_in_between(self, tmp_path: Path) -> None:
        """They take no time: whoever moved before them is still there."""
        async with on_stage(tmp_path / "games.db", patience=PublishDelays()) as stage:
            await begun(stage, "new-york", stage.guest)
            await after(stage, timedelta(seconds=11))  # the opening was typed: cards wait for that
            rung, card = pings(stage.guest), card_of(stage.guest)

            for _ in range(2):
                await stage.guest.press(card, pressed(card_of(stage.guest), "blind"))
            await stage.told()

            assert "blind" in verbs(card_of(stage.guest))
            assert card_of(stage.guest).id == card.id
            assert stage.guest.id not in stage.board().mentions
            await after(stage, timedelta(minutes=3, seconds=1))
            assert pings(stage.guest) == rung + 1

    async def test_who_takes_a_turn_back_is_there(self, tmp_path: Path) -> None:
        """However long ago it was made: the press itself tells."""
        async with playing(tmp_path, patience=PublishDelays()) as table:
            stage = table.stage
            builder = stage.other
            track = await until_buildable(table, builder)
            await builder.slash(stage.hall, "claim", route=track)
            await stage.told()
            stage.later += timedelta(minutes=20)
            rung = pings(builder)

            card = card_of(builder)
            await after(stage, timedelta(0))
            await builder.press(card, pressed(card_of(builder), "undo"))
            await stage.told()

            assert "blind" in verbs(card_of(builder))
            assert pings(builder) == rung
            assert builder.id not in stage.board().mentions
            await after(stage, timedelta(minutes=3, seconds=1))
            assert pings(builder) == rung + 1

    async def test_who_takes_a_step_back_at_once_keeps_the_card(self, tmp_path: Path) -> None:
        """Even before anybody was told of the step."""
        async with playing(tmp_path, patience=PublishDelays()) as table:
            stage = table.stage
            builder = stage.other
            await until_buildable(table, builder)
            await after(stage, timedelta(minutes=4))
            card = card_of(builder)
            built = await builder.press(card, pressed(card, "lay"))
            if "pay" in verbs(built.message):
                built = await builder.press(card, pressed(built.message, "pay"))
            await builder.press(card, pressed(built.message, "undo"))
            await stage.told()

            assert card_of(builder).id == card.id
            assert "blind" in verbs(card_of(builder))
            assert EN("own-Reverted") in card_of(builder).text


def pings(person: Person) -> int:
    """How often somebody's client has rung."""
    return len(person.shown.pings())


async def after(stage: BotStage, span: timedelta) -> None:
    """Let so much time go by, and what was left until then be told."""
    stage.later += span
    await stage.updates.enqueue_pending()
    await stage.told()


async def quick_turn(table: Table) -> tuple[BotStage, Person, Person]:
    """A turn right after the opening, and who made it; the other one has chosen just now too."""
    stage = table.stage
    mover, panel = await table.panel()
    for _ in range(2):
        panel = await mover.press(panel, on_deck(panel))
    await stage.told()
    return stage, mover, stage.guest if mover is stage.other else stage.other


async def test_what_is_set_is_shown(tmp_path: Path) -> None:
    """Without an option nothing changes; one that is not named stays."""
    async with on_stage(tmp_path / "games.db") as stage:
        await stage.guest.slash(stage.hall, "my settings", notify="both")
        said = await stage.guest.slash(stage.hall, "my settings", language="en")
        assert Words.of("en").say("notify-both") in said.text

        shown = await stage.guest.slash(stage.hall, "my settings")

        person = await stage.store.people.get(stage.guest.id)
        assert (person.locale, person.notify) == ("en", "both")
        assert Words.of("en").say("settings-kept") not in shown.text
        assert Words.of("en").say("notify-both") in shown.text


@pytest.mark.parametrize("is_closed", [False, True])
async def test_a_reminder_finds_its_way(tmp_path: Path, is_closed: bool) -> None:
    """By direct message; where those are closed, in the channel with a mention that rings."""
    async with on_stage(tmp_path / "games.db") as stage:
        game = await begun(stage, "new-york", stage.guest)
        await stage.games.lobby.set_pace(game, Who(1, "Moderator"), "day")
        turns = (await stage.games.snapshot(game)).state.turns
        while (snapshot := await stage.games.snapshot(game)).state.turns == turns:
            deck = next(iter(snapshot.table.rules.spec.decks))
            draw = DrawBlind(snapshot.table.seat_of(stage.guest.id), deck)
            await stage.games.play.act(game, stage.guest.id, None, lambda _, draw=draw: draw)
        await stage.told()
        if is_closed:
            stage.guest.close_dms()
        stage.later += timedelta(hours=12, minutes=1)
        await stage.client.parts.driver.run_due(stage.games.now())
        await stage.told()

        place = stage.hall if is_closed else stage.guest.direct
        said = EN if is_closed else DE
        words = said("told-reminder", edition="New York", channel=stage.hall.mention)
        (call,) = [m for m in stage.guest.sees(place) if words in m.text]
        assert (stage.guest.id in call.mentions) == is_closed


async def test_a_reminder_that_a_pause_has_overtaken(tmp_path: Path) -> None:
    """It was due, but the table was paused before anybody could be told."""
    async with playing(tmp_path, pace="day") as table:
        stage = table.stage
        silent = make_games(stage.store, stage.games.now, system=utc_now)
        await silent.downtime.check()
        stage.later += timedelta(hours=12, minutes=1)
        await JobRunner(silent, stage.store).run_due(silent.now())
        lines = [line.key for _, line in await stage.store.posts.lines(table.game)]
        assert lines == ["told-reminder"]

        await stage.moderator.slash(stage.hall, "game pause")
        await stage.told()

        for person, say in ((stage.guest, DE), (stage.other, EN)):
            words = say("told-reminder", edition="New York", channel=stage.hall.mention)
            assert not [m for m in person.sees(person.direct) if words in m.text]
