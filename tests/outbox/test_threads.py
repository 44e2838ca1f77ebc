"""Tables that are played in a thread: how it is opened, and what happens if it is not there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

import maps
from bot.games.model import GameRow
from bot.text.rulebook import shuffle_promise
from bot.text.words import Words
from sandbox.world import permissions
from sandbox.world.people import Person
from sandbox.world.places import Place
from sandbox.world.visible_message import VisibleMessage
from tests.games.test_seats import over
from tests.outbox.test_queue import Requests
from tests.support.bot_stage import BotStage, on_stage
from tests.support.players import ByButtons, ByCommands, play_to_the_end
from tests.support.secrecy import Secrets, check_logs, check_secrecy
from tests.support.timeouts import PATIENCE
from tests.ui.tables.test_lost import opened, put_to_sleep

EN = Words.of("en").say
OPEN = "POST /channels/*/messages/*/threads"
WHY = ("line-thread-not-allowed", "line-thread-no-message", "line-thread-refused")


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[BotStage]:
    async with on_stage(tmp_path / "games.db") as made:
        yield made


async def row_of(stage: BotStage, game: str) -> GameRow:
    row = await stage.store.games.get(game)
    assert row is not None
    return row


async def lobby_for_thread(stage: BotStage, *people: Person) -> VisibleMessage:
    """A lobby whose game is to be played in a thread, where these people sit; its post."""
    await stage.moderator.slash(stage.hall, "game new", edition="new-york", place="thread")
    await stage.told()
    for person in people or (stage.guest, stage.other):
        await person.press(stage.post(), stage.post().labels[0])
        await stage.told()
    return stage.post()


async def started(stage: BotStage) -> GameRow:
    """Start the table of the hall; its row, when everything is told."""
    row = await stage.store.games.open_in(stage.hall.id)
    assert row is not None
    await stage.moderator.slash(stage.hall, "game start")
    await stage.told()
    return await row_of(stage, row.id)


async def in_thread(stage: BotStage) -> tuple[str, Place]:
    """A game of two people in a thread, in its opening; its id and the thread."""
    game = await stage.open("new-york", stage.guest, stage.other, place="thread")
    return game, stage.sandbox.place((await row_of(stage, game)).channel_id)


async def to_first_turn(stage: BotStage, game: str) -> Person:
    """Let both choose tickets; who is on turn."""
    for person in (stage.guest, stage.other):
        snapshot = await stage.games.snapshot(game)
        waiting = snapshot.state.waiting[snapshot.table.seat_of(person.id)]
        await ByCommands(stage, "new-york", person, "en").answer(waiting)
        await stage.told()
    snapshot = await stage.games.snapshot(game)
    assert snapshot.state.turn is not None
    user = snapshot.table.seats[snapshot.state.turn].user_id
    return next(p for p in (stage.guest, stage.other) if p.id == user)


def posts(stage: BotStage, place: Place) -> list[VisibleMessage]:
    """What the bot has posted in a place."""
    return [m for m in stage.moderator.sees(place) if m.components and not m.ephemeral]


async def draw_at_home(stage: BotStage, person: Person) -> None:
    """Draw a card on one's hand card."""
    card = [m for m in person.sees(person.direct) if m.buttons][-1]
    deck = next(b["custom_id"] for b in card.buttons if ":blind:" in b["custom_id"])
    await person.press(card, deck)
    await stage.told()


class TestOpening:
    """A thread below the lobby's post."""

    @pytest.mark.parametrize("locale", ["en-US", "de"])
    async def test_the_game_goes_on_in_it(self, tmp_path: Path, locale: str) -> None:
        """Every player is let in, whatever they like otherwise; the channel is free again."""
        async with on_stage(tmp_path / "games.db", locale) as stage:
            words = Words.of(locale)
            await stage.guest.slash(stage.hall, "my settings", notify="quiet")
            lobby = await lobby_for_thread(stage)
            assert words.say("lobby-in-thread") in lobby.text
            row = await started(stage)

            assert (row.channel_id, row.parent_id) == (lobby.id, stage.hall.id)
            thread = stage.sandbox.place(lobby.id)
            title = maps.load("new-york").title(words.language)
            assert thread.channel.name == words.say("thread-name", edition=title, count=2)
            assert thread.channel.auto_archive == 7 * 24 * 60
            (board,) = posts(stage, thread)
            assert board.buttons
            for person in (stage.guest, stage.other):
                assert f"<@{person.id}>" in board.text
                assert person.id in board.mentions
                assert person.id in thread.channel.members
            (kept,) = posts(stage, stage.hall)
            assert kept.id == lobby.id
            assert not kept.buttons
            table = await stage.games.lobby.get(row.id)
            assert all(line in kept.text for line in shuffle_promise(table, words))
            assert all(name in kept.text for name in ("Guest 2", "Guest 3"))
            assert f"{thread.id}/{board.id}" in kept.text
            again = await stage.moderator.slash(stage.hall, "game new", edition="usa")
            assert words.say("button-join") in again.text

    async def test_a_start_before_the_lobby_is_told(self, stage: BotStage) -> None:
        """The post is made up for: the thread belongs to it."""
        stage.hall.deny(stage.sandbox.bot, permissions.SEND_MESSAGES)
        await stage.moderator.slash(
            stage.hall, "game new", edition="new-york", bots=2, place="thread"
        )
        await stage.told()
        assert posts(stage, stage.hall) == []
        stage.hall.allow(stage.sandbox.bot, permissions.SEND_MESSAGES)
        row = await started(stage)

        (lobby,) = posts(stage, stage.hall)
        assert row.channel_id == lobby.id
        assert not lobby.buttons
        assert posts(stage, stage.sandbox.place(lobby.id))

    async def test_a_thread_that_somebody_made_before(self, stage: BotStage) -> None:
        """It is the table's, and keeps its name."""
        lobby = await lobby_for_thread(stage)
        thread = thread_on(stage, lobby)
        row = await started(stage)

        assert row.channel_id == thread.id
        assert thread.channel.name == "mine"
        assert len(posts(stage, thread)) == 1

    @pytest.mark.parametrize("after", [False, True])
    async def test_trouble_passes(self, stage: BotStage, after: bool) -> None:
        """Discord is away for a moment, before or after it has made the thread."""
        lobby = await lobby_for_thread(stage)
        stage.sandbox.faults.fail(OPEN, status=503, after=after)
        row = await started(stage)

        assert row.channel_id == lobby.id
        assert len(posts(stage, stage.sandbox.place(lobby.id))) == 1
        assert not any(EN(why) in m.text for m in posts(stage, stage.hall) for why in WHY)

    async def test_a_table_there_before(self, stage: BotStage) -> None:
        """One table for each thread: whoever comes second stays outside, and both go on."""
        lobby = await lobby_for_thread(stage)
        thread = thread_on(stage, lobby)
        await stage.moderator.slash(thread, "game new", edition="usa")
        row = await started(stage)

        assert row.channel_id == stage.hall.id
        assert EN("line-thread-refused") in [m.text for m in posts(stage, stage.hall)]
        inside = await stage.store.games.open_in(thread.id)
        assert inside is not None
        assert inside.edition == "usa"


def thread_on(stage: BotStage, post: VisibleMessage) -> Place:
    """A thread that a moderator starts on a post."""
    core = stage.sandbox.core
    message = core.messages.get(stage.hall.id, post.id)
    core.channels.start_thread(stage.hall.channel, stage.moderator.id, {"name": "mine"}, message)
    return stage.sandbox.place(post.id)


class TestNoThread:
    """What is said where none can be made; the game goes on in the channel."""

    @pytest.mark.parametrize("locale", ["en-US", "de"])
    async def test_only_in_text_channels(self, tmp_path: Path, locale: str) -> None:
        """In a thread none is offered, and it is said before anything is opened."""
        async with on_stage(tmp_path / "games.db") as stage:
            chief = stage.sandbox.person("Guest 4", stage.club, locale=locale)
            stage.club.give(chief.id, stage.club.role("more", permissions.MANAGE_MESSAGES))
            thread = stage.hall.thread("inside", stage.moderator.id)
            for place, offered in ((stage.hall, ["here", "thread"]), (thread, ["here"])):
                found = await chief.autocomplete(place, "game new", "place", "", edition="usa")
                assert [choice["value"] for choice in found] == offered
            wrong = await chief.slash(thread, "game new", edition="usa", place="elsewhere")
            assert wrong.text == Words.of(locale).say("error-bad-input")
            asked = await chief.slash(thread, "game new", edition="usa", place="thread")

            assert asked.text == Words.of(locale).say("lobby-error-no-thread-here")
            assert await stage.store.games.open_in(thread.id) is None
            await chief.slash(thread, "game new", edition="usa", place="here")
            assert await stage.store.games.open_in(thread.id) is not None

    @pytest.mark.parametrize(
        ("bit", "key"),
        [
            (permissions.PUBLIC_THREADS, "permission-create-public-threads"),
            (permissions.SEND_IN_THREADS, "permission-send-messages-in-threads"),
        ],
    )
    async def test_what_is_not_allowed_is_named(self, stage: BotStage, bit: int, key: str) -> None:
        """Nothing is opened; without the option nobody asks for it."""
        stage.hall.deny(stage.sandbox.bot, bit)
        refused = await stage.moderator.slash(stage.hall, "game new", edition="usa", place="thread")
        checked = await stage.moderator.slash(stage.hall, "game check")
        assert await stage.store.games.open_in(stage.hall.id) is None
        opened = await stage.moderator.slash(stage.hall, "game new", edition="usa")

        assert EN(key) in refused.text
        assert EN(key) in checked.text
        assert (EN(key) in opened.text) == (bit == permissions.SEND_IN_THREADS)

    @pytest.mark.parametrize("locale", ["en-US", "de"])
    @pytest.mark.parametrize("why", WHY)
    async def test_everybody_is_told_why(self, tmp_path: Path, locale: str, why: str) -> None:
        """In one line, once; the board stands in the channel, and the table can be played."""
        async with on_stage(tmp_path / "games.db", locale) as stage:
            lobby = await lobby_for_thread(stage)
            if why == "line-thread-not-allowed":
                stage.hall.deny(stage.sandbox.bot, permissions.PUBLIC_THREADS)
            elif why == "line-thread-no-message":
                stage.hall.delete_message(lobby.id)
            else:
                stage.sandbox.faults.refuse(OPEN, code=50024)
            row = await started(stage)

            assert (row.channel_id, row.parent_id) == (stage.hall.id, 0)
            shown = posts(stage, stage.hall)
            assert [m.text for m in shown].count(Words.of(locale).say(why)) == 1
            assert shown[-1].buttons
            await to_first_turn(stage, row.id)
            assert (await stage.games.snapshot(row.id)).state.turns == 1
            assert [m.text for m in posts(stage, stage.hall)].count(Words.of(locale).say(why)) == 1


class TestAsleep:
    """Threads that Discord or a moderator has put away."""

    async def test_it_is_woken_for_an_edit(self, stage: BotStage) -> None:
        """In the midst of a turn nothing is posted, only changed."""
        game, thread = await in_thread(stage)
        mover = await to_first_turn(stage, game)
        before = posts(stage, thread)
        await put_to_sleep(stage, thread)

        await draw_at_home(stage, mover)

        assert not thread.channel.archived
        after = posts(stage, thread)
        assert [m.id for m in after] == [m.id for m in before]
        assert after[-1].text != before[-1].text

    async def test_a_locked_one_is_closed(self, stage: BotStage) -> None:
        """The game goes on from hand cards; when it is open again, the board is shown."""
        game, thread = await in_thread(stage)
        mover = await to_first_turn(stage, game)
        before = posts(stage, thread)
        thread.change(archived=True, locked=True)

        await draw_at_home(stage, mover)
        await draw_at_home(stage, mover)

        snapshot = await stage.games.snapshot(game)
        assert snapshot.state.turns == 2
        assert [m.text for m in posts(stage, thread)] == [m.text for m in before]
        assert thread.channel.archived
        heard = stage.heard("raw_thread_update")
        thread.change(archived=False, locked=False)
        await heard
        await stage.told()
        board = posts(stage, thread)[-1]
        assert EN("board-turn", number=2) in board.text

    async def test_threads_of_games_are_woken_daily(self, stage: BotStage) -> None:
        """Not more often, and none of a game that goes on: whoever puts one away has a day of rest.

        Without the gateway each of them costs a request, whether it sleeps or not.
        """
        _, thread = await in_thread(stage)
        asked = Requests(stage)
        await stage.housekeeper().sweep()
        assert asked.of("GET /channels/{channel}") == []
        keeper = stage.housekeeper()
        states = []
        for hours in (25, 37, 50):
            stage.later = timedelta(hours=hours)
            if not thread.channel.archived:
                await put_to_sleep(stage, thread)
            await keeper.sweep()
            states.append(thread.channel.archived)

        assert states == [False, True, False]

    async def test_one_that_cannot_be_woken_keeps_nobody_from_the_rest(
        self, stage: BotStage
    ) -> None:
        """A locked thread stays as it is; one that is nobody's but a table's is woken too."""
        _, thread = await in_thread(stage)
        second = stage.hall.thread("table", stage.moderator.id)
        await opened(stage, second)
        await stage.moderator.slash(second, "game start")
        await stage.told()
        thread.change(locked=True)
        for place in (thread, second):
            await put_to_sleep(stage, place)
        stage.later = timedelta(hours=25)
        await stage.housekeeper().sweep()

        assert (thread.channel.archived, second.channel.archived) == (True, False)


async def test_a_deleted_thread_is_a_lost_table(stage: BotStage) -> None:
    """Players are told, once; a moderator ends it from the channel."""
    game, thread = await in_thread(stage)
    thread.delete()
    async with asyncio.timeout(PATIENCE):
        while f"lost-{stage.other.id}" not in await stage.store.posts.by_kind(game):
            await asyncio.sleep(0.01)
    await stage.told()
    stage.updates.enqueue(game)
    await stage.told()

    letters = [m.text for m in stage.other.sees(stage.other.direct)]
    title = maps.load("new-york").title("en")
    assert letters.count(EN("lost-playing", edition=title, game=game)) == 1
    ended = await stage.moderator.slash(stage.hall, "game cancel", game=game, sure=True)
    assert EN("lobby-cancelled") in ended.text


class TestRematch:
    """From a thread back to the channel, and into a thread again."""

    async def test_its_lobby_stands_in_the_channel(self, stage: BotStage) -> None:
        """The answer says where; if there is a table already, that is the answer."""
        game = await over(stage, stage.guest, stage.other, place="thread")
        thread = stage.sandbox.place((await row_of(stage, game)).channel_id)
        final = posts(stage, thread)[-1]
        assert final.labels == [EN("button-rematch")]

        told = await stage.guest.press(final, EN("button-rematch"))
        taken = await stage.other.press(final, EN("button-rematch"))
        await stage.told()

        assert stage.hall.mention in told.text
        assert taken.text == EN("lobby-error-rematch-taken", channel=stage.hall.mention)
        row = await stage.store.games.open_in(stage.hall.id)
        assert row is not None
        assert (await stage.games.lobby.get(row.id)).options.place == "thread"
        for person in (stage.guest, stage.other):
            await person.press(stage.post(), EN("button-join"))
        await stage.told()
        new = await row_of(stage, row.id)
        assert new.parent_id == stage.hall.id
        assert new.channel_id not in (thread.id, stage.hall.id)


async def test_a_whole_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The thread reads like a log; neither it nor its name tells what only one seat knows."""
    caplog.set_level(logging.DEBUG, "bot")
    async with on_stage(tmp_path / "games.db", "de") as stage:
        game, thread = await in_thread(stage)
        hall, stage.hall = stage.hall, thread
        table = (await stage.games.snapshot(game)).table
        one, other = table.seat_of(stage.guest.id), table.seat_of(stage.other.id)
        await play_to_the_end(
            stage,
            game,
            {
                one: ByButtons(stage, "new-york", stage.guest, "de", "de"),
                other: ByCommands(stage, "new-york", stage.other, "en"),
            },
        )

        snapshot, words = await stage.games.snapshot(game), Words.of("de")
        log, people = await stage.store.games.log(game), stage.sandbox.people()
        secrets = [Secrets(snapshot, log, stage.services.translator.emoji)]
        check_secrecy(secrets, people)
        check_logs(secrets, [r.getMessage() for r in caplog.records], stage.sandbox.token)
        title = snapshot.table.rules.spec.title("de")
        name = words.say("thread-name", edition=title, count=2)
        assert {name} == {
            str(sight.data["name"])
            for person in people
            for sight in person.shown.events
            if sight.kind == "channel" and sight.channel_id == thread.id and sight.data
        }
        *lines, final = posts(stage, thread)
        assert len(lines) > 20
        assert not any(line.buttons or line.files for line in lines)
        assert words.say("board-over") in final.text
        assert len(posts(stage, hall)) == 1
