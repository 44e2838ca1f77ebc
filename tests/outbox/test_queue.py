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
from bot.outbox.update import BOARD, SENDING, TablePosts
from bot.pictures.studio import Studio
from bot.text.words import Words
from bot.ui.components import Screen, text_block
from sandbox.clock import LiveClock
from sandbox.traffic_log import Exchange
from sandbox.validation import limits
from tests.outbox.test_faults import DE, EN, playing
from tests.support.bot_stage import BotStage, on_stage
from tests.support.players import on_deck
from tests.support.timeouts import PATIENCE

POST = "POST /channels/*/messages"
MID_TURN = replace(
    NO_DELAYS, mid_turn=PublishDelays().mid_turn, lost_board=PublishDelays().lost_board
)
FETCH = "GET /channels/{channel}/messages/{message}"


class Requests:
    """What the bot asks of Discord, from now on."""

    def __init__(self, stage: BotStage) -> None:
        self.all: list[Exchange] = []
        stage.sandbox.core.traffic.subscribe(self.all.append)

    def of(self, template: str) -> list[Exchange]:
        """Those of one route."""
        return [exchange for exchange in self.all if exchange.template == template]


def forget_channels(stage: BotStage) -> None:
    """Let the client forget whom it knows, as discord.py does beyond 128 people."""
    stage.client._connection._private_channels.clear()
    stage.client._connection._private_channels_by_user.clear()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    """Tries follow each other at once; the errors between them."""
    errors: list[Exception] = []

    def pause(error: Exception, backoff: object) -> float:
        errors.append(error)
        return 0.01

    monkeypatch.setattr("bot.outbox.queue.retry_delay", pause)
    return errors


class TestTries:
    """A table is tried until it is told."""

    async def test_a_long_rate_limit(self, tmp_path: Path, quick: list[Exception]) -> None:
        """discord.py gives up at once where it would have to wait for more than half a minute."""
        async with playing(tmp_path) as table:
            table.faults.rate_limit(POST, retry_after=45)

            await table.turn()

            await table.is_right()
            assert [type(error) for error in quick] == [discord.RateLimited]

    async def test_an_error_that_nobody_thought_of(
        self, tmp_path: Path, quick: list[Exception], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is logged as one, and tried again."""
        async with playing(tmp_path) as table:
            whole, failures = TablePublisher.publish, [ZeroDivisionError("once"), KeyError("twice")]

            async def tell(publisher: TablePublisher, game: str, lease: Lease) -> None:
                if failures:
                    raise failures.pop()
                await whole(publisher, game, lease)

            monkeypatch.setattr(TablePublisher, "publish", tell)

            await table.turn()

            await table.is_right()
            assert {type(error) for error in quick} == {ZeroDivisionError, KeyError}

    async def test_a_post_that_nobody_could_note(
        self, tmp_path: Path, quick: list[Exception], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Discord gives back the one that it has, which may show less: then it is changed."""
        async with playing(tmp_path) as table:
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
                await table.turn()
                await table.is_right()

            board = table.stage.board()
            assert [board.id] == lost
            assert [file.name for file in board.files] == ["board.png"]
            kept = (await table.stage.store.posts.by_kind(table.game))[BOARD]
            assert kept.pictures == hashlib.sha256(board.files[0].content).hexdigest()[:16]

    async def test_what_cannot_be_noted_for_a_night_comes_once(
        self, tmp_path: Path, quick: list[Exception], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A full disk, and Discord forgets nonces: board, card and line are known to have come."""
        clock = LiveClock()
        async with playing(tmp_path, clock=clock) as table:
            stage, hall = table.stage, table.hall
            where = [(stage.moderator, hall), *((p, p.direct) for p in (stage.guest, stage.other))]

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
            forget = failing(stage.store.posts.forget_line, 3)
            monkeypatch.setattr(stage.store.posts, "forget_line", forget)
            await table.turn()
            await stage.moderator.slash(hall, "game pause")
            await stage.told()

            assert len(quick) == 9
            # A board and a line in the channel; the next one's card took the place of the last.
            assert seen() == [before[0] + 2, *before[1:]]

    async def test_a_post_that_nobody_could_note_before_the_next(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Killed over it, while the game goes on: it is found by its nonce and taken away."""
        async with playing(tmp_path) as table:
            stage, lost = table.stage, list[int]()

            async def hang(posts: TablePosts, kind: str, post: PostRow, *retired: Any) -> None:
                lost.append(post.message_id)
                await asyncio.Event().wait()

            with monkeypatch.context() as killed:
                killed.setattr(TablePosts, "save", hang)
                await table.turn()
                async with asyncio.timeout(PATIENCE):
                    while not lost:
                        await asyncio.sleep(0.01)
                await table.turn()
                await stage.stop()
            await stage.start()

            await table.is_right()
            assert lost[0] not in [message.id for message in stage.moderator.sees(table.hall)]
            assert f"{SENDING}{BOARD}" not in await stage.store.posts.by_kind(table.game)

    async def test_a_post_that_lacks_the_picture_which_we_remember(self, tmp_path: Path) -> None:
        """It gets it with its next change, though that is another one."""
        async with playing(tmp_path) as table:
            posts, game = table.stage.store.posts, table.game
            channel = table.stage.client.get_partial_messageable(table.hall.id)
            board = channel.get_partial_message(table.stage.board().id)
            await board.edit(view=Screen((text_block("bare"),)).view(), attachments=[])
            before = (await posts.by_kind(game))[BOARD]
            await posts.save(game, {BOARD: replace(before, screen="")})
            await table.stage.store.games.commit(
                (await table.stage.games.snapshot(game)).table.row, Change(), before.occasion
            )

            table.stage.updates.enqueue(game)
            await table.told()

            assert [file.name for file in table.stage.board().files] == ["board.png"]
            await table.is_right()

    async def test_a_poke_in_the_step_in_which_the_worker_ends(self, tmp_path: Path) -> None:
        """It begins another one: between the last look and the end nothing can come."""
        async with playing(tmp_path) as table:
            updates, told = table.stage.updates, []
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
        async with on_stage(tmp_path / "games.db") as stage:
            await stage.moderator.slash(stage.hall, "game new", edition="new-york", bots=1)
            await stage.told()
            row = await stage.store.games.open_in(stage.hall.id)
            assert row is not None
            await stage.games.lobby.join(row.id, 4711, "Guest 9", "w")

            await stage.told()

            assert "Guest 9 🔕" in stage.post().text
            assert await stage.store.posts.pending_tables() == []


class TestWatch:
    """What nobody pokes for."""

    async def test_what_was_left_untold_is_told(self, tmp_path: Path) -> None:
        """Whoever changed it and then fell over."""
        async with playing(tmp_path) as table:
            stage = table.stage
            snapshot = await stage.games.snapshot(table.game)
            await stage.store.games.commit(
                snapshot.table.row, Change(), "2026-01-01T00:00:00+00:00"
            )
            assert await stage.store.posts.pending_tables() == [table.game]

            await stage.updates.enqueue_pending(stage.games.now())

            await table.is_right()

    async def test_a_deleted_board_comes_back(self, tmp_path: Path) -> None:
        """Though nobody pressed anything; one that is there is left alone."""
        async with playing(tmp_path) as table:
            stage = table.stage
            watch, requests = PostRepairer(stage.updates, stage.store), Requests(stage)
            await watch.check_some_posts()
            await stage.told()
            assert [e.template for e in requests.all] == [
                "GET /channels/{channel}/messages/{message}"
            ]
            gone = stage.post().id
            table.hall.delete_message(gone)

            await watch.check_some_posts()

            await table.is_right()
            assert stage.post().id != gone

    @pytest.mark.parametrize("by_command", [True, False])
    async def test_a_deleted_board_comes_back_with_the_next_press(
        self, tmp_path: Path, by_command: bool
    ) -> None:
        """In the midst of a turn, in which a board that is there is left alone for two minutes."""
        async with playing(tmp_path, patience=MID_TURN) as table:
            stage, mover = table.stage, await table.mover()
            before = stage.board()
            table.hall.delete_message(before.id)
            if by_command:
                offered = await mover.autocomplete(table.hall, "draw", "card", "")
                answer = await mover.slash(table.hall, "draw", card=offered[-1]["value"])
                assert Words.of(mover.user.locale).say("question-SecondDraw")[1:] in answer.text
            else:
                card = next(m for m in reversed(mover.sees(mover.direct)) if m.buttons)
                deck = next(b["custom_id"] for b in card.buttons if ":blind:" in b["custom_id"])
                await mover.press(card, deck)
            await stage.told()
            stage.later += MID_TURN.lost_board

            await stage.updates.enqueue_pending(stage.games.now())
            await stage.told()

            snapshot = await stage.games.snapshot(table.game)
            assert snapshot.state.turns == 1
            assert stage.board().id > before.id
            assert EN("button-draw") in stage.board().labels

    async def test_a_board_that_is_there_costs_one_look(self, tmp_path: Path) -> None:
        """After some seconds; a turn that is over by then costs none."""
        async with playing(tmp_path, patience=MID_TURN) as table:
            stage, requests = table.stage, Requests(table.stage)
            await table.turn()
            await table.told()
            assert requests.of(FETCH) == []
            mover, panel = await table.panel()
            await mover.press(panel, on_deck(panel))
            for _ in range(3):
                await stage.told()
                stage.later += MID_TURN.lost_board
                await stage.updates.enqueue_pending(stage.games.now())
            await stage.told()

            assert len(requests.of(FETCH)) == 1

    async def test_a_round_costs_the_same_however_many_there_are(self, tmp_path: Path) -> None:
        """All tables have their turn."""
        async with on_stage(tmp_path / "games.db") as stage:
            for channel in range(REPAIR_BATCH_SIZE + 5):
                await stage.games.lobby.open("usa", 1, 1000 + channel, 11, "en")
            watch = PostRepairer(stage.updates, stage.store)
            looked: list[str] = []

            async def is_there(game: str) -> bool:
                looked.append(game)
                return True

            stage.updates.is_there = is_there  # type: ignore[method-assign]
            await watch.check_some_posts()
            first = len(looked)
            await watch.check_some_posts()
            await stage.updates.stop()

            assert first == REPAIR_BATCH_SIZE
            assert len(set(looked)) == REPAIR_BATCH_SIZE + 5


class TestLostChannels:
    """A table whose channel was deleted."""

    @pytest.mark.parametrize("begun", [True, False])
    async def test_players_are_told_once(self, tmp_path: Path, begun: bool) -> None:
        """At once, each in their own language, with the way to end it."""
        async with on_stage(tmp_path / "games.db") as stage:
            opened = stage.open if begun else stage.lobby
            game = await opened("new-york", stage.guest, stage.other)
            key = "lost-playing" if begun else "lost-lobby"

            stage.hall.delete()
            async with asyncio.timeout(PATIENCE):
                while f"lost-{stage.other.id}" not in await stage.store.posts.by_kind(game):
                    await asyncio.sleep(0.01)
            await stage.told()
            stage.updates.enqueue(game)
            await stage.told()

            for person, say in ((stage.guest, DE), (stage.other, EN)):
                edition = "New York"
                told = [m.text for m in person.sees(person.direct)]
                assert told.count(say(key, edition=edition, game=game)) == 1
            assert await stage.store.posts.pending_tables() == []


class TestWords:
    """Everybody reads their own language."""

    async def test_a_cancelled_table_in_direct_messages(self, tmp_path: Path) -> None:
        """The table's language is English, the guest's is German."""
        async with playing(tmp_path) as table:
            stage = table.stage

            await stage.moderator.slash(stage.hall, "game cancel", sure=True)
            await stage.told()

            for person, say in ((stage.guest, DE), (stage.other, EN)):
                card, told = person.sees(person.direct)[-2:]
                assert card.text == say("lobby-cancelled")
                facts = {"edition": "New York", "channel": stage.hall.mention}
                assert told.text == say("told-cancelled", by="Moderator", **facts)
            assert EN("lobby-cancelled") in stage.post().text

    async def test_cancelling_while_bots_move(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        """No error, and the end is told."""
        async with on_stage(tmp_path / "games.db") as stage:
            service = stage.games
            await stage.moderator.slash(stage.hall, "game new", edition="usa", bots=4)
            await stage.told()
            row = await stage.store.games.open_in(stage.hall.id)
            assert row is not None
            await service.play.start(row.id)
            for _ in range(3):
                await asyncio.sleep(0.02)

            await service.cancels.cancel(row.id)
            await stage.told()

            assert EN("lobby-cancelled") in stage.post().text
            ours = [r for r in caplog.records if r.name.startswith("bot")]
            assert [r for r in ours if r.levelno >= logging.WARNING] == []


class TestSparing:
    """Nothing is asked of Discord or sent to it that is there already."""

    async def test_an_edit_keeps_a_picture_that_is_the_same(self, tmp_path: Path) -> None:
        """Somebody asks for a step back: the board is the same, the words are not."""
        async with playing(tmp_path) as table:
            stage = table.stage
            mover, panel = await table.panel()
            await mover.press(panel, on_deck(panel))
            await stage.told()
            picture, requests = stage.post().files[0], Requests(stage)

            await stage.games.play.ask_undo(table.game, mover.id)
            await stage.told()

            (edit,) = requests.of("PATCH /channels/{channel}/messages/{message}")
            assert "attachments" not in edit.body
            assert stage.post().files[0] == picture
            assert EN("button-agree-undo") in stage.post().labels

    async def test_direct_channels_are_asked_for_once(self, tmp_path: Path) -> None:
        """Also by a client that has forgotten them, as discord.py does beyond 128 people."""
        async with playing(tmp_path) as table:
            stage, requests = table.stage, Requests(table.stage)
            forget_channels(stage)

            await table.turn()
            await table.is_right()

            assert requests.of("POST /users/@me/channels") == []
            assert requests.of("POST /channels/{channel}/messages")

    async def test_a_direct_channel_that_is_gone_is_asked_for_again(self, tmp_path: Path) -> None:
        """The number that was kept is of no use any more."""
        async with playing(tmp_path) as table:
            stage, requests = table.stage, Requests(table.stage)
            forget_channels(stage)
            for person in (stage.guest, stage.other):
                await stage.store.people.set_dm_channel(person.id, 5)

            await table.turn()
            await table.is_right()

            nxt = await table.mover()
            assert requests.of("POST /users/@me/channels")
            assert nxt.last(nxt.direct).buttons
