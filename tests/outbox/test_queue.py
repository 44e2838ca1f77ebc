"""The outbox under trouble: what is to be told is told in the end, once, in the reader's words."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.backoff import ExponentialBackoff

from bot.games.errors import DiskFull
from bot.games.model import Change, Lease, PostRow
from bot.outbox.delays import NO_DELAYS, PublishDelays
from bot.outbox.publisher import TablePublisher
from bot.outbox.queue import MAX_RETRY_SECONDS, retry_delay
from bot.outbox.repair import REPAIR_BATCH_SIZE, PostRepairer
from bot.outbox.update import BOARD, SENDING_PREFIX, TablePosts
from bot.pictures.studio import Studio
from bot.text.words import Words
from bot.ui.components import Screen, text_block
from sandbox.clock import LiveClock
from sandbox.traffic_log import Exchange
from sandbox.validation import limits
from tests.outbox.test_faults import DE, EN, started_table
from tests.support.players import deck_button
from tests.support.running_bot import RunningBot, running_bot
from tests.support.timeouts import TEST_TIMEOUT_SECONDS, wait_until

POST = "POST /channels/*/messages"
MID_TURN = replace(
    NO_DELAYS, mid_turn=PublishDelays().mid_turn, lost_board=PublishDelays().lost_board
)
FETCH = "GET /channels/{channel}/messages/{message}"


class Requests:
    """What the bot asks of Discord, from now on."""

    def __init__(self, bot: RunningBot) -> None:
        self.all: list[Exchange] = []
        bot.sandbox.core.traffic.subscribe(self.all.append)

    def of(self, template: str) -> list[Exchange]:
        """Those of one route."""
        return [exchange for exchange in self.all if exchange.template == template]


def forget_channels(bot: RunningBot) -> None:
    """Let the client forget whom it knows, as discord.py does beyond 128 people."""
    bot.client._connection._private_channels.clear()
    bot.client._connection._private_channels_by_user.clear()


@pytest.fixture
def retry_errors(monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    """Tries follow each other at once; the errors between them."""
    errors: list[Exception] = []

    def pause(error: Exception, backoff: object) -> float:
        errors.append(error)
        return 0.01

    monkeypatch.setattr("bot.outbox.queue.retry_delay", pause)
    return errors


class TestTries:
    """A table is tried until it is told."""

    async def test_a_long_rate_limit(self, tmp_path: Path, retry_errors: list[Exception]) -> None:
        """discord.py gives up at once where it would have to wait for more than half a minute."""
        async with started_table(tmp_path) as table:
            table.faults.rate_limit(POST, retry_after=45)

            await table.play_turn()

            await table.check_posts()
            assert [type(error) for error in retry_errors] == [discord.RateLimited]

    async def test_an_error_that_nobody_thought_of(
        self, tmp_path: Path, retry_errors: list[Exception], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is logged as one, and tried again."""
        async with started_table(tmp_path) as table:
            whole, failures = TablePublisher.publish, [ZeroDivisionError("once"), KeyError("twice")]

            async def tell(publisher: TablePublisher, game: str, lease: Lease) -> None:
                if failures:
                    raise failures.pop()
                await whole(publisher, game, lease)

            monkeypatch.setattr(TablePublisher, "publish", tell)

            await table.play_turn()

            await table.check_posts()
            assert {type(error) for error in retry_errors} == {ZeroDivisionError, KeyError}

    async def test_a_post_that_nobody_could_note(
        self, tmp_path: Path, retry_errors: list[Exception], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Discord gives back the one that it has, which may show less: then it is changed."""
        async with started_table(tmp_path) as table:
            keep, lost = TablePosts.save, list[int]()

            async def cut(posts: TablePosts, kind: str, post: PostRow, *retired: Any) -> None:
                if kind == BOARD and not lost:
                    lost.append(post.message_id)
                    drawn.undo()
                    raise OSError("killed")
                await keep(posts, kind, post, *retired)

            async def stuck(studio: Studio, sketch: object, alt: str) -> None:
                raise TimeoutError

            monkeypatch.setattr(TablePosts, "save", cut)
            with monkeypatch.context() as drawn:
                drawn.setattr(Studio, "draw_board", stuck)
                await table.play_turn()
                await table.check_posts()

            board = table.bot.board()
            assert [board.id] == lost
            assert [file.name for file in board.files] == ["board.png"]
            kept = (await table.bot.store.posts.by_kind(table.game))[BOARD]
            assert kept.pictures == hashlib.sha256(board.files[0].content).hexdigest()[:16]

    async def test_what_cannot_be_noted_for_a_night_comes_once(
        self, tmp_path: Path, retry_errors: list[Exception], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A full disk, and Discord forgets nonces: board, card and line are known to have come."""
        clock = LiveClock()
        async with started_table(tmp_path, clock=clock) as table:
            bot, channel = table.bot, table.channel
            where = [(bot.moderator, channel), *((p, p.direct) for p in (bot.guest, bot.other))]

            def seen() -> list[int]:
                return [sum(not m.ephemeral for m in who.sees(place)) for who, place in where]

            def failing(whole: Any, times: int) -> Any:
                left = [times]

                async def fail(*given: Any, **named: Any) -> None:
                    if left[0]:
                        left[0] -= 1
                        clock.advance(limits.NONCE_MEMORY + 1)
                        raise DiskFull("full")
                    await whole(*given, **named)

                return fail

            before = seen()
            monkeypatch.setattr(TablePosts, "save", failing(TablePosts.save, 6))
            forget = failing(bot.store.posts.forget_line, 3)
            monkeypatch.setattr(bot.store.posts, "forget_line", forget)
            await table.play_turn()
            await bot.moderator.slash(channel, "game pause")
            await bot.wait_idle()

            assert len(retry_errors) == 9
            # A board and a line in the channel; the next one's card took the place of the last.
            assert seen() == [before[0] + 2, *before[1:]]

    async def test_a_post_that_nobody_could_note_before_the_next(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Killed over it, while the game goes on: it is found by its nonce and taken away."""
        async with started_table(tmp_path) as table:
            bot, lost = table.bot, list[int]()

            async def hang(posts: TablePosts, kind: str, post: PostRow, *retired: Any) -> None:
                lost.append(post.message_id)
                await asyncio.Event().wait()

            with monkeypatch.context() as killed:
                killed.setattr(TablePosts, "save", hang)
                await table.play_turn()
                await wait_until(lambda: lost)
                await table.play_turn()
                await bot.stop()
            await bot.start()

            await table.check_posts()
            assert lost[0] not in [message.id for message in bot.moderator.sees(table.channel)]
            assert f"{SENDING_PREFIX}{BOARD}" not in await bot.store.posts.by_kind(table.game)

    async def test_a_post_that_lacks_the_picture_which_we_remember(self, tmp_path: Path) -> None:
        """It gets it with its next change, though that is another one."""
        async with started_table(tmp_path) as table:
            posts, game = table.bot.store.posts, table.game
            channel = table.bot.client.get_partial_messageable(table.channel.id)
            board = channel.get_partial_message(table.bot.board().id)
            await board.edit(view=Screen((text_block("bare"),)).view(), attachments=[])
            before = (await posts.by_kind(game))[BOARD]
            await posts.save(game, {BOARD: replace(before, screen="")})
            await table.bot.store.games.commit(
                (await table.bot.games.snapshot(game)).table.row, Change(), before.occasion
            )

            table.bot.updates.enqueue(game)
            await table.wait_idle()

            assert [file.name for file in table.bot.board().files] == ["board.png"]
            await table.check_posts()

    async def test_a_poke_in_the_step_in_which_the_worker_ends(self, tmp_path: Path) -> None:
        """It begins another one: between the last look and the end nothing can come."""
        async with started_table(tmp_path) as table:
            updates, told = table.bot.updates, []
            ended = updates._publisher.publish

            async def tell(game: str, lease: Lease) -> None:
                await ended(game, lease)
                told.append(game)
                if len(told) == 1:
                    # Runs as soon as the worker has ended, before anything else does.
                    task = updates._workers[game]
                    task.add_done_callback(lambda _: updates.enqueue(game))

            updates._publisher.publish = tell  # type: ignore[method-assign]
            updates.enqueue(table.game)
            await updates._workers[table.game]
            await asyncio.sleep(0)
            await updates.wait_idle()

            assert told == [table.game] * 2

    def test_pauses_differ_and_heed_what_discord_asks(self) -> None:
        """Growing, bounded, never the same for all; after a rate limit at least its time."""
        pauses = []
        backoff = ExponentialBackoff[bool]()
        for _ in range(40):
            pauses.append(retry_delay(OSError(), backoff))

        assert len(set(pauses)) == len(pauses)
        assert max(pauses) <= MAX_RETRY_SECONDS
        assert max(pauses[20:]) > MAX_RETRY_SECONDS / 2
        assert retry_delay(discord.RateLimited(300), ExponentialBackoff()) >= 300


class TestNobody:
    """People whom no message reaches."""

    async def test_an_account_that_is_no_more(self, tmp_path: Path) -> None:
        """The table is told all the same, and not tried for ever."""
        async with running_bot(tmp_path / "games.db") as bot:
            await bot.moderator.slash(bot.channel, "game new", edition="new-york", bots=1)
            await bot.wait_idle()
            row = await bot.store.games.open_in(bot.channel.id)
            assert row is not None
            await bot.games.lobby.join(row.id, 4711, "Guest 9", "w")

            await bot.wait_idle()

            assert "Guest 9 🔕" in bot.newest_post().text
            assert await bot.store.posts.pending_tables() == []


class TestWatch:
    """What nobody pokes for."""

    async def test_what_was_left_untold_is_told(self, tmp_path: Path) -> None:
        """Whoever changed it and then fell over."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            snapshot = await bot.games.snapshot(table.game)
            await bot.store.games.commit(snapshot.table.row, Change(), "2026-01-01T00:00:00+00:00")
            assert await bot.store.posts.pending_tables() == [table.game]

            await bot.updates.enqueue_pending(bot.games.now())

            await table.check_posts()

    async def test_a_deleted_board_comes_back(self, tmp_path: Path) -> None:
        """Though nobody pressed anything; one that is there is left alone."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            watch, requests = PostRepairer(bot.updates, bot.store), Requests(bot)
            await watch.check_some_posts()
            await bot.wait_idle()
            assert [e.template for e in requests.all] == [
                "GET /channels/{channel}/messages/{message}"
            ]
            gone = bot.newest_post().id
            table.channel.delete_message(gone)

            await watch.check_some_posts()

            await table.check_posts()
            assert bot.newest_post().id != gone

    @pytest.mark.parametrize("by_command", [True, False])
    async def test_a_deleted_board_comes_back_with_the_next_press(
        self, tmp_path: Path, by_command: bool
    ) -> None:
        """In the midst of a turn, in which a board that is there is left alone for two minutes."""
        async with started_table(tmp_path, delays=MID_TURN) as table:
            bot, mover = table.bot, await table.player_on_turn()
            before = bot.board()
            table.channel.delete_message(before.id)
            if by_command:
                offered = await mover.autocomplete(table.channel, "draw", "card", "")
                answer = await mover.slash(table.channel, "draw", card=offered[-1]["value"])
                assert Words.of(mover.user.locale).say("question-SecondDraw")[1:] in answer.text
            else:
                card = next(m for m in reversed(mover.sees(mover.direct)) if m.buttons)
                deck = next(b["custom_id"] for b in card.buttons if ":blind:" in b["custom_id"])
                await mover.press(card, deck)
            await bot.wait_idle()
            bot.clock_offset += MID_TURN.lost_board

            await bot.updates.enqueue_pending(bot.games.now())
            await bot.wait_idle()

            snapshot = await bot.games.snapshot(table.game)
            assert snapshot.state.turns == 1
            assert bot.board().id > before.id
            assert EN("button-draw") in bot.board().labels

    async def test_a_board_that_is_there_costs_one_look(self, tmp_path: Path) -> None:
        """After some seconds; a turn that is over by then costs none."""
        async with started_table(tmp_path, delays=MID_TURN) as table:
            bot, requests = table.bot, Requests(table.bot)
            await table.play_turn()
            await table.wait_idle()
            assert requests.of(FETCH) == []
            mover, panel = await table.open_draw_panel()
            await mover.press(panel, deck_button(panel))
            for _ in range(3):
                await bot.wait_idle()
                bot.clock_offset += MID_TURN.lost_board
                await bot.updates.enqueue_pending(bot.games.now())
            await bot.wait_idle()

            assert len(requests.of(FETCH)) == 1

    async def test_a_round_costs_the_same_however_many_there_are(self, tmp_path: Path) -> None:
        """All tables have their turn."""
        async with running_bot(tmp_path / "games.db") as bot:
            for channel in range(REPAIR_BATCH_SIZE + 5):
                await bot.games.lobby.open("usa", 1, 1000 + channel, 11, "en")
            watch = PostRepairer(bot.updates, bot.store)
            looked: list[str] = []

            async def is_there(game: str) -> bool:
                looked.append(game)
                return True

            bot.updates.board_exists = is_there  # type: ignore[method-assign]
            await watch.check_some_posts()
            first = len(looked)
            await watch.check_some_posts()
            await bot.updates.stop()

            assert first == REPAIR_BATCH_SIZE
            assert len(set(looked)) == REPAIR_BATCH_SIZE + 5


class TestLostChannels:
    """A table whose channel was deleted."""

    @pytest.mark.parametrize("begun", [True, False])
    async def test_players_are_told_once(self, tmp_path: Path, begun: bool) -> None:
        """At once, each in their own language, with the way to end it."""
        async with running_bot(tmp_path / "games.db") as bot:
            opened = bot.start_game if begun else bot.open_lobby
            game = await opened("new-york", bot.guest, bot.other)
            key = "lost-playing" if begun else "lost-lobby"

            bot.channel.delete()
            async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
                while f"lost-{bot.other.id}" not in await bot.store.posts.by_kind(game):
                    await asyncio.sleep(0.01)
            await bot.wait_idle()
            bot.updates.enqueue(game)
            await bot.wait_idle()

            for person, say in ((bot.guest, DE), (bot.other, EN)):
                edition = "New York"
                told = [m.text for m in person.sees(person.direct)]
                assert told.count(say(key, edition=edition, game=game)) == 1
            assert await bot.store.posts.pending_tables() == []


class TestWords:
    """Everybody reads their own language."""

    async def test_a_cancelled_table_in_direct_messages(self, tmp_path: Path) -> None:
        """The table's language is English, the guest's is German."""
        async with started_table(tmp_path) as table:
            bot = table.bot

            await bot.moderator.slash(bot.channel, "game cancel", confirm=True)
            await bot.wait_idle()

            for person, say in ((bot.guest, DE), (bot.other, EN)):
                card, told = person.sees(person.direct)[-2:]
                assert card.text == say("lobby-cancelled")
                facts = {"edition": "New York", "channel": bot.channel.mention}
                assert told.text == say("told-cancelled", by="Moderator", **facts)
            assert EN("lobby-cancelled") in bot.newest_post().text

    async def test_cancelling_while_bots_move(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        """No error, and the end is told."""
        async with running_bot(tmp_path / "games.db") as bot:
            service = bot.games
            await bot.moderator.slash(bot.channel, "game new", edition="usa", bots=4)
            await bot.wait_idle()
            row = await bot.store.games.open_in(bot.channel.id)
            assert row is not None
            await service.play.start(row.id)
            for _ in range(3):
                await asyncio.sleep(0.02)

            await service.cancels.cancel(row.id)
            await bot.wait_idle()

            assert EN("lobby-cancelled") in bot.newest_post().text
            ours = [r for r in caplog.records if r.name.startswith("bot")]
            assert [r for r in ours if r.levelno >= logging.WARNING] == []


class TestSparing:
    """Nothing is asked of Discord or sent to it that is there already."""

    async def test_an_edit_keeps_a_picture_that_is_the_same(self, tmp_path: Path) -> None:
        """Somebody asks for a step back: the board is the same, the words are not."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            mover, panel = await table.open_draw_panel()
            await mover.press(panel, deck_button(panel))
            await bot.wait_idle()
            picture, requests = bot.newest_post().files[0], Requests(bot)

            await bot.games.play.ask_undo(table.game, mover.id)
            await bot.wait_idle()

            (edit,) = requests.of("PATCH /channels/{channel}/messages/{message}")
            assert "attachments" not in edit.body
            assert bot.newest_post().files[0] == picture
            assert EN("button-agree-undo") in bot.newest_post().labels

    async def test_direct_channels_are_asked_for_once(self, tmp_path: Path) -> None:
        """Also by a client that has forgotten them, as discord.py does beyond 128 people."""
        async with started_table(tmp_path) as table:
            bot, requests = table.bot, Requests(table.bot)
            forget_channels(bot)

            await table.play_turn()
            await table.check_posts()

            assert requests.of("POST /users/@me/channels") == []
            assert requests.of("POST /channels/{channel}/messages")

    async def test_a_direct_channel_that_is_gone_is_asked_for_again(self, tmp_path: Path) -> None:
        """The number that was kept is of no use any more."""
        async with started_table(tmp_path) as table:
            bot, requests = table.bot, Requests(table.bot)
            forget_channels(bot)
            for person in (bot.guest, bot.other):
                await bot.store.people.set_dm_channel(person.id, 5)

            await table.play_turn()
            await table.check_posts()

            nxt = await table.player_on_turn()
            assert requests.of("POST /users/@me/channels")
            assert nxt.last(nxt.direct).buttons
