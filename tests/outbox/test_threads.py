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
from bot.text.rulebook import fairness_line
from bot.text.words import Words
from sandbox.world import permissions
from sandbox.world.people import Person
from sandbox.world.places import Place
from sandbox.world.visible_message import VisibleMessage
from tests.games.test_seats import finished_game
from tests.outbox.test_queue import Requests
from tests.support.players import ByButtons, ByCommands, play_to_the_end
from tests.support.running_bot import RunningBot, running_bot
from tests.support.secrecy import Secrets, check_logs, check_secrecy
from tests.support.timeouts import TEST_TIMEOUT_SECONDS
from tests.ui.tables.test_lost import open_lobby_in, put_to_sleep

EN = Words.of("en").say
OPEN = "POST /channels/*/messages/*/threads"
WHY = ("line-thread-not-allowed", "line-thread-no-message", "line-thread-refused")


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[RunningBot]:
    async with running_bot(tmp_path / "games.db") as made:
        yield made


async def row_of(bot: RunningBot, game: str) -> GameRow:
    row = await bot.store.games.get(game)
    assert row is not None
    return row


async def lobby_for_thread(bot: RunningBot, *people: Person) -> VisibleMessage:
    """A lobby whose game is to be played in a thread, where these people sit; its post."""
    await bot.moderator.slash(bot.channel, "game new", edition="new-york", place="thread")
    await bot.wait_idle()
    for person in people or (bot.guest, bot.other):
        await person.press(bot.newest_post(), bot.newest_post().labels[0])
        await bot.wait_idle()
    return bot.newest_post()


async def start_table(bot: RunningBot) -> GameRow:
    """Start the table of the channel; its row, when everything is told."""
    row = await bot.store.games.open_in(bot.channel.id)
    assert row is not None
    await bot.moderator.slash(bot.channel, "game start")
    await bot.wait_idle()
    return await row_of(bot, row.id)


async def in_thread(bot: RunningBot) -> tuple[str, Place]:
    """A game of two people in a thread, in its opening; its id and the thread."""
    game = await bot.start_game("new-york", bot.guest, bot.other, place="thread")
    return game, bot.sandbox.place((await row_of(bot, game)).channel_id)


async def to_first_turn(bot: RunningBot, game: str) -> Person:
    """Let both choose tickets; who is on turn."""
    for person in (bot.guest, bot.other):
        snapshot = await bot.games.snapshot(game)
        waiting = snapshot.state.waiting[snapshot.table.seat_of(person.id)]
        await ByCommands(bot, "new-york", person, "en").answer(waiting)
        await bot.wait_idle()
    snapshot = await bot.games.snapshot(game)
    assert snapshot.state.turn is not None
    user = snapshot.table.seats[snapshot.state.turn].user_id
    return next(p for p in (bot.guest, bot.other) if p.id == user)


def bot_posts(bot: RunningBot, place: Place) -> list[VisibleMessage]:
    """What the bot has posted in a place."""
    return [m for m in bot.moderator.sees(place) if m.components and not m.ephemeral]


async def draw_at_home(bot: RunningBot, person: Person) -> None:
    """Draw a card on one's hand card."""
    card = [m for m in person.sees(person.direct) if m.buttons][-1]
    deck = next(b["custom_id"] for b in card.buttons if ":blind:" in b["custom_id"])
    await person.press(card, deck)
    await bot.wait_idle()


class TestOpening:
    """A thread below the lobby's post."""

    @pytest.mark.parametrize("locale", ["en-US", "de"])
    async def test_the_game_goes_on_in_it(self, tmp_path: Path, locale: str) -> None:
        """Every player is let in, whatever they like otherwise; the channel is free again."""
        async with running_bot(tmp_path / "games.db", locale) as bot:
            words = Words.of(locale)
            await bot.guest.slash(bot.channel, "my settings", notify="quiet")
            lobby = await lobby_for_thread(bot)
            details = await bot.other.press(lobby, words.say("button-details"))
            assert EN("lobby-in-thread") in details.text
            row = await start_table(bot)

            assert (row.channel_id, row.parent_id) == (lobby.id, bot.channel.id)
            thread = bot.sandbox.place(lobby.id)
            title = maps.load("new-york").title(words.language)
            assert thread.channel.name == words.say("thread-name", edition=title, count=2)
            assert thread.channel.auto_archive == 7 * 24 * 60
            (board,) = bot_posts(bot, thread)
            assert board.buttons
            for person in (bot.guest, bot.other):
                assert f"<@{person.id}>" in board.text
                assert person.id in board.mentions
                assert person.id in thread.channel.members
            (kept,) = bot_posts(bot, bot.channel)
            assert kept.id == lobby.id
            assert not kept.buttons
            table = await bot.games.lobby.get(row.id)
            assert fairness_line(table, words) in kept.text
            assert all(name in kept.text for name in ("Guest 2", "Guest 3"))
            assert f"{thread.id}/{board.id}" in kept.text
            again = await bot.moderator.slash(bot.channel, "game new", edition="usa")
            await bot.moderator.until(lambda: words.say("button-join") in again.text)

    async def test_a_start_before_the_lobby_is_told(self, bot: RunningBot) -> None:
        """The post is made up for: the thread belongs to it."""
        bot.channel.deny(bot.sandbox.bot, permissions.SEND_MESSAGES)
        await bot.moderator.slash(
            bot.channel, "game new", edition="new-york", bots=2, place="thread"
        )
        await bot.wait_idle()
        assert bot_posts(bot, bot.channel) == []
        bot.channel.allow(bot.sandbox.bot, permissions.SEND_MESSAGES)
        row = await start_table(bot)

        (lobby,) = bot_posts(bot, bot.channel)
        assert row.channel_id == lobby.id
        assert not lobby.buttons
        assert bot_posts(bot, bot.sandbox.place(lobby.id))

    async def test_a_thread_that_somebody_made_before(self, bot: RunningBot) -> None:
        """It is the table's, and keeps its name."""
        lobby = await lobby_for_thread(bot)
        thread = thread_on(bot, lobby)
        row = await start_table(bot)

        assert row.channel_id == thread.id
        assert thread.channel.name == "mine"
        assert len(bot_posts(bot, thread)) == 1

    @pytest.mark.parametrize("after", [False, True])
    async def test_trouble_passes(self, bot: RunningBot, after: bool) -> None:
        """Discord is away for a moment, before or after it has made the thread."""
        lobby = await lobby_for_thread(bot)
        bot.sandbox.faults.fail(OPEN, status=503, after=after)
        row = await start_table(bot)

        assert row.channel_id == lobby.id
        assert len(bot_posts(bot, bot.sandbox.place(lobby.id))) == 1
        assert not any(EN(why) in m.text for m in bot_posts(bot, bot.channel) for why in WHY)

    async def test_a_table_there_before(self, bot: RunningBot) -> None:
        """One table for each thread: whoever comes second stays outside, and both go on."""
        lobby = await lobby_for_thread(bot)
        thread = thread_on(bot, lobby)
        await bot.moderator.slash(thread, "game new", edition="usa")
        row = await start_table(bot)

        assert row.channel_id == bot.channel.id
        assert EN("line-thread-refused") in [m.text for m in bot_posts(bot, bot.channel)]
        inside = await bot.store.games.open_in(thread.id)
        assert inside is not None
        assert inside.edition == "usa"


def thread_on(bot: RunningBot, post: VisibleMessage) -> Place:
    """A thread that a moderator starts on a post."""
    core = bot.sandbox.core
    message = core.messages.get(bot.channel.id, post.id)
    core.channels.start_thread(bot.channel.channel, bot.moderator.id, {"name": "mine"}, message)
    return bot.sandbox.place(post.id)


class TestNoThread:
    """What is said where none can be made; the game goes on in the channel."""

    @pytest.mark.parametrize("locale", ["en-US", "de"])
    async def test_only_in_text_channels(self, tmp_path: Path, locale: str) -> None:
        """In a thread none is offered, and it is said before anything is opened."""
        async with running_bot(tmp_path / "games.db") as bot:
            chief = bot.sandbox.person("Guest 4", bot.club, locale=locale)
            bot.club.give(chief.id, bot.club.role("more", permissions.MANAGE_MESSAGES))
            thread = bot.channel.thread("inside", bot.moderator.id)
            for place, offered in ((bot.channel, ["here", "thread"]), (thread, ["here"])):
                found = await chief.autocomplete(place, "game new", "place", "", edition="usa")
                assert [choice["value"] for choice in found] == offered
            wrong = await chief.slash(thread, "game new", edition="usa", place="elsewhere")
            assert wrong.text == Words.of(locale).say("error-bad-input")
            asked = await chief.slash(thread, "game new", edition="usa", place="thread")

            assert asked.text == Words.of(locale).say("lobby-error-no-thread-here")
            assert await bot.store.games.open_in(thread.id) is None
            await chief.slash(thread, "game new", edition="usa", place="here")
            assert await bot.store.games.open_in(thread.id) is not None

    @pytest.mark.parametrize(
        ("bit", "key"),
        [
            (permissions.PUBLIC_THREADS, "permission-create-public-threads"),
            (permissions.SEND_IN_THREADS, "permission-send-messages-in-threads"),
        ],
    )
    async def test_what_is_not_allowed_is_named(self, bot: RunningBot, bit: int, key: str) -> None:
        """Nothing is opened; without the option nobody asks for it."""
        bot.channel.deny(bot.sandbox.bot, bit)
        refused = await bot.moderator.slash(bot.channel, "game new", edition="usa", place="thread")
        checked = await bot.moderator.slash(bot.channel, "game check")
        assert await bot.store.games.open_in(bot.channel.id) is None
        opened = await bot.moderator.slash(bot.channel, "game new", edition="usa")

        assert EN(key) in refused.text
        assert EN(key) in checked.text
        assert (EN(key) in opened.text) == (bit == permissions.SEND_IN_THREADS)

    @pytest.mark.parametrize("locale", ["en-US", "de"])
    @pytest.mark.parametrize("why", WHY)
    async def test_everybody_is_told_why(self, tmp_path: Path, locale: str, why: str) -> None:
        """In one line, once; the board stands in the channel, and the table can be played."""
        async with running_bot(tmp_path / "games.db", locale) as bot:
            lobby = await lobby_for_thread(bot)
            if why == "line-thread-not-allowed":
                bot.channel.deny(bot.sandbox.bot, permissions.PUBLIC_THREADS)
            elif why == "line-thread-no-message":
                bot.channel.delete_message(lobby.id)
            else:
                bot.sandbox.faults.refuse(OPEN, code=50024)
            row = await start_table(bot)

            assert (row.channel_id, row.parent_id) == (bot.channel.id, 0)
            shown = bot_posts(bot, bot.channel)
            assert [m.text for m in shown].count(Words.of(locale).say(why)) == 1
            assert shown[-1].buttons
            await to_first_turn(bot, row.id)
            assert (await bot.games.snapshot(row.id)).state.turns == 1
            assert [m.text for m in bot_posts(bot, bot.channel)].count(
                Words.of(locale).say(why)
            ) == 1


class TestAsleep:
    """Threads that Discord or a moderator has put away."""

    async def test_it_is_woken_for_an_edit(self, bot: RunningBot) -> None:
        """In the midst of a turn nothing is posted, only changed."""
        game, thread = await in_thread(bot)
        mover = await to_first_turn(bot, game)
        before = bot_posts(bot, thread)
        await put_to_sleep(bot, thread)

        await draw_at_home(bot, mover)

        assert not thread.channel.archived
        after = bot_posts(bot, thread)
        assert [m.id for m in after] == [m.id for m in before]
        assert after[-1].text != before[-1].text

    async def test_a_locked_one_is_closed(self, bot: RunningBot) -> None:
        """The game goes on from hand cards; when it is open again, the board is shown."""
        game, thread = await in_thread(bot)
        mover = await to_first_turn(bot, game)
        before = bot_posts(bot, thread)
        thread.change(archived=True, locked=True)

        await draw_at_home(bot, mover)
        await draw_at_home(bot, mover)

        snapshot = await bot.games.snapshot(game)
        assert snapshot.state.turns == 2
        assert [m.text for m in bot_posts(bot, thread)] == [m.text for m in before]
        assert thread.channel.archived
        heard = bot.wait_for_event("raw_thread_update")
        thread.change(archived=False, locked=False)
        await heard
        await bot.wait_idle()
        board = bot_posts(bot, thread)[-1]
        assert EN("board-turn", number=2) in board.text

    async def test_threads_of_games_are_woken_daily(self, bot: RunningBot) -> None:
        """Not more often, and none of a game that goes on: whoever puts one away has a day of rest.

        Without the gateway each of them costs a request, whether it sleeps or not.
        """
        _, thread = await in_thread(bot)
        asked = Requests(bot)
        await bot.housekeeper().sweep()
        assert asked.of("GET /channels/{channel}") == []
        keeper = bot.housekeeper()
        states = []
        for hours in (25, 37, 50):
            bot.clock_offset = timedelta(hours=hours)
            if not thread.channel.archived:
                await put_to_sleep(bot, thread)
            await keeper.sweep()
            states.append(thread.channel.archived)

        assert states == [False, True, False]

    async def test_one_that_cannot_be_woken_keeps_nobody_from_the_rest(
        self, bot: RunningBot
    ) -> None:
        """A locked thread stays as it is; one that is nobody's but a table's is woken too."""
        _, thread = await in_thread(bot)
        second = bot.channel.thread("table", bot.moderator.id)
        await open_lobby_in(bot, second)
        await bot.moderator.slash(second, "game start")
        await bot.wait_idle()
        thread.change(locked=True)
        for place in (thread, second):
            await put_to_sleep(bot, place)
        bot.clock_offset = timedelta(hours=25)
        await bot.housekeeper().sweep()

        assert (thread.channel.archived, second.channel.archived) == (True, False)


async def test_a_deleted_thread_is_a_lost_table(bot: RunningBot) -> None:
    """Players are told, once; a moderator ends it from the channel."""
    game, thread = await in_thread(bot)
    thread.delete()
    async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
        while f"lost-{bot.other.id}" not in await bot.store.posts.by_kind(game):
            await asyncio.sleep(0.01)
    await bot.wait_idle()
    bot.updates.enqueue(game)
    await bot.wait_idle()

    letters = [m.text for m in bot.other.sees(bot.other.direct)]
    title = maps.load("new-york").title("en")
    assert letters.count(EN("lost-playing", edition=title, game=game)) == 1
    ended = await bot.moderator.slash(bot.channel, "game cancel", game=game, confirm=True)
    assert EN("lobby-cancelled") in ended.text


class TestRematch:
    """From a thread back to the channel, and into a thread again."""

    async def test_its_lobby_stands_in_the_channel(self, bot: RunningBot) -> None:
        """The answer says where; if there is a table already, that is the answer."""
        game = await finished_game(bot, bot.guest, bot.other, place="thread")
        thread = bot.sandbox.place((await row_of(bot, game)).channel_id)
        final = bot_posts(bot, thread)[-1]
        assert final.labels == [EN("button-rematch"), EN("button-details")]

        told = await bot.guest.press(final, EN("button-rematch"))
        taken = await bot.other.press(final, EN("button-rematch"))
        await bot.wait_idle()

        assert bot.channel.mention in told.text
        assert taken.text == EN("lobby-error-rematch-taken", channel=bot.channel.mention)
        row = await bot.store.games.open_in(bot.channel.id)
        assert row is not None
        assert (await bot.games.lobby.get(row.id)).options.place == "thread"
        await bot.other.press(bot.newest_post(), EN("button-join"))
        await bot.wait_idle()
        new = await row_of(bot, row.id)
        assert new.parent_id == bot.channel.id
        assert new.channel_id not in (thread.id, bot.channel.id)


async def test_a_whole_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The thread reads like a log; neither it nor its name tells what only one seat knows."""
    caplog.set_level(logging.DEBUG, "bot")
    async with running_bot(tmp_path / "games.db", "de") as bot:
        game, thread = await in_thread(bot)
        channel, bot.channel = bot.channel, thread
        table = (await bot.games.snapshot(game)).table
        one, other = table.seat_of(bot.guest.id), table.seat_of(bot.other.id)
        await play_to_the_end(
            bot,
            game,
            {
                one: ByButtons(bot, "new-york", bot.guest, "de", "de"),
                other: ByCommands(bot, "new-york", bot.other, "en"),
            },
        )

        snapshot, words = await bot.games.snapshot(game), Words.of("de")
        log, people = await bot.store.games.log(game), bot.sandbox.people()
        secrets = [Secrets(snapshot, log, bot.services.translator.emoji)]
        check_secrecy(secrets, people)
        check_logs(secrets, [r.getMessage() for r in caplog.records], bot.sandbox.token)
        title = snapshot.table.rules.spec.title("de")
        name = words.say("thread-name", edition=title, count=2)
        assert {name} == {
            str(sight.data["name"])
            for person in people
            for sight in person.shown.events
            if sight.kind == "channel" and sight.channel_id == thread.id and sight.data
        }
        *lines, final = bot_posts(bot, thread)
        assert len(lines) > 20
        assert not any(line.buttons or line.files for line in lines)
        assert words.say("board-over") in final.text
        assert len(bot_posts(bot, channel)) == 1
