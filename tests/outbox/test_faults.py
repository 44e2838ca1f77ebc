"""What Discord, networks and people do now and then: the table goes on."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.games.service import make_games
from bot.text.words import Words
from bot.workers import MAX_WORKERS
from engine.events import BlindCardDrawn
from engine.ids import Seat
from engine.questions import SecondDraw, Turn
from sandbox.clock import LiveClock
from sandbox.world import permissions
from sandbox.world.people import Person
from sandbox.world.visible_message import VisibleMessage
from tests.support.hands import shows_hand
from tests.support.players import ByButtons, deck_button
from tests.support.running_bot import RunningBot, running_bot
from tests.support.timeouts import TEST_TIMEOUT_SECONDS, wait_until

EN = Words.of("en").say
DE = Words.of("de").say
POST = "POST /channels/*/messages"
VERBS = (
    *("nonsense", "take", "pay", "keep", "mixed", "swap", "site", "build", "start", "join"),
    *("take:99", "take:x", "blind:nowhere", "pay:nowhere.0", "page:x", "split:9", "ask:7"),
    *("pay-port:x.1", "refill:x", "rematch"),
)
"""What a modified client may send; the handlers of some of them want more."""


class Table:
    """A game of New York between a guest, another and nobody else, past its opening."""

    def __init__(self, bot: RunningBot, game: str) -> None:
        self.bot, self.game = bot, game
        self.channel, self.faults = bot.channel, bot.sandbox.faults

    async def play_opening(self) -> None:
        """Let everybody choose tickets."""
        for person, language in ((self.bot.guest, "de"), (self.bot.other, "en")):
            player = ByButtons(self.bot, "new-york", person, language)
            snapshot = await self.bot.games.snapshot(self.game)
            await player.answer(snapshot.state.waiting[snapshot.table.seat_of(person.id)])
            await self.bot.wait_idle()

    async def version(self) -> int:
        """How long the log in the file is."""
        return len(await self.bot.store.games.log(self.game))

    async def player_on_turn(self) -> Person:
        """Whose turn it is."""
        snapshot = await self.bot.games.snapshot(self.game)
        assert snapshot.state.turn is not None
        user_id = snapshot.table.seats[snapshot.state.turn].user_id
        return next(p for p in (self.bot.guest, self.bot.other) if p.id == user_id)

    async def open_draw_panel(self) -> tuple[Person, Any]:
        """The draw panel of whoever is on turn."""
        mover = await self.player_on_turn()
        return mover, await mover.press(self.bot.board(), EN("button-draw"))

    async def play_turn(self) -> None:
        """Two cards from the deck."""
        mover, panel = await self.open_draw_panel()
        for _ in range(2):
            panel = await mover.press(panel, deck_button(panel))

    async def wait_idle(self) -> None:
        await self.bot.wait_idle()

    def pressable_posts(self) -> list[VisibleMessage]:
        """The posts in the channel that can be pressed."""
        seen = self.bot.moderator.sees(self.channel)
        return [message for message in seen if message.buttons and not message.ephemeral]

    async def check_posts(self) -> None:
        """One post can be pressed, the newest; it is of the present turn; all is told."""
        async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
            while await self.bot.store.posts.pending_tables():
                # A move stands in the file a moment before whoever made it pokes.
                await asyncio.sleep(0.01)
        await self.wait_idle()
        (armed,) = self.pressable_posts()
        snapshot = await self.bot.games.snapshot(self.game)
        assert armed.id == self.bot.board().id
        assert EN("board-turn", number=snapshot.state.turns) in armed.text
        assert await self.bot.store.posts.pending_tables() == []
        log = await self.bot.store.games.log(self.game)
        assert len(log) == snapshot.version


@asynccontextmanager
async def started_table(path: Path, pace: str = "none", **options: Any) -> AsyncIterator[Table]:
    async with running_bot(path / "games.db", **options) as bot:
        game = await bot.start_game("new-york", bot.guest, bot.other, pace=pace)
        table = Table(bot, game)
        await table.play_opening()
        yield table


class TestPeople:
    """Closed messages, and people who go."""

    async def test_closed_direct_messages_block_nobody(self, tmp_path: Path) -> None:
        """The board post says whom it could not reach; My hand shows the cards."""
        async with running_bot(tmp_path / "games.db") as bot:
            bot.guest.close_dms()
            game = await bot.start_game("new-york", bot.guest, bot.other)
            table = Table(bot, game)

            await table.play_opening()
            hand = await bot.guest.press(bot.newest_post(), EN("button-hand"))

            assert EN("board-unreached", players=bot.guest.mention) in bot.newest_post().text
            assert shows_hand(hand.message, "de")
            assert hand.ephemeral
            assert bot.guest.sees(bot.guest.direct) == []
            await table.play_turn()
            await table.check_posts()
            bot.guest.open_dms()
            await table.play_turn()
            await table.check_posts()
            await table.play_turn()
            await table.check_posts()
            assert shows_hand(bot.guest.last(bot.guest.direct), "de")
            assert EN("board-unreached", players=bot.guest.mention) not in bot.newest_post().text

    async def test_whoever_leaves_keeps_the_seat_until_replaced(self, tmp_path: Path) -> None:
        """The new owner gets the sealed hand; the old one sees nothing of it any more."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            snapshot = await bot.games.snapshot(table.game)
            seat = snapshot.table.seat_of(bot.guest.id)
            (hand,) = set(bot.guest.last(bot.guest.direct).alt_texts)
            bot.club.leave(bot.guest.id)
            assert (await bot.games.snapshot(table.game)).table.seat_of(bot.guest.id) == seat
            newcomer = bot.sandbox.person("Guest 4", bot.club, locale="de")
            await newcomer.slash(bot.channel, "help")

            bot.clock_offset = timedelta(days=8)
            await bot.moderator.slash(bot.channel, "game replace", seat=seat + 1, player=newcomer)
            await bot.wait_idle()
            await newcomer.press(bot.newest_post(), EN("button-take-seat"))
            await bot.wait_idle()

            assert set(newcomer.last(newcomer.direct).alt_texts) == {hand}
            (old,) = bot.guest.sees(bot.guest.direct)[-1:]
            assert old.buttons == []
            before = len(list(bot.guest.shown.texts()))
            player = ByButtons(bot, "new-york", newcomer, "de")
            while (await bot.games.snapshot(table.game)).state.turn != seat:
                await table.play_turn()
                await table.wait_idle()
            await player.answer(Turn())
            await table.check_posts()
            assert len(list(bot.guest.shown.texts())) == before
            assert f"**{DE('hand-cards')}**" not in "".join(bot.moderator.shown.texts())
            assert f"\n{DE('hand-cards')}: " not in "".join(bot.moderator.shown.texts())

    async def test_a_seat_changes_hands_and_the_old_card_is_dead(self, tmp_path: Path) -> None:
        """Who has the card open while the seat is given away is told so."""
        async with started_table(tmp_path) as table:
            bot, mover = table.bot, await table.player_on_turn()
            snapshot = await bot.games.snapshot(table.game)
            seat = snapshot.table.seat_of(mover.id)
            old = mover.last(mover.direct)
            board = bot.newest_post()
            control = old.buttons[0]
            newcomer = bot.sandbox.person("Guest 4", bot.club)
            bot.clock_offset = timedelta(days=8)
            await bot.moderator.slash(bot.channel, "game replace", seat=seat + 1, player=newcomer)
            await bot.wait_idle()
            await newcomer.press(bot.newest_post(), EN("button-take-seat"))
            await bot.wait_idle()

            late = mover._use_component(old, control, {})
            await late.until(late.is_answered, 5)
            pressed = await mover.press(bot.board(), EN("button-hand"))

            says = Words.of(mover.user.locale).say
            assert says("error-not-yours") in pressed.text
            assert board.id <= bot.newest_post().id
            assert late.original_id is not None


class TestPlaces:
    """Permissions, deletions, cancelled tables."""

    async def test_missing_permissions_are_named_and_mended(self, tmp_path: Path) -> None:
        """In the answer, which always works; `/game check` brings the post when all is well."""
        async with running_bot(tmp_path / "games.db") as bot:
            bot.channel.deny(bot.sandbox.bot, permissions.SEND_MESSAGES)

            opened = await bot.moderator.slash(bot.channel, "game new", edition="new-york")
            await bot.wait_idle()
            checked = await bot.moderator.slash(bot.channel, "game check")
            await bot.wait_idle()

            for answer in (opened, checked):
                assert EN("permission-send-messages") in answer.text
            bot.channel.allow(bot.sandbox.bot, permissions.SEND_MESSAGES)
            fine = await bot.moderator.slash(bot.channel, "game check")
            await bot.wait_idle()
            assert EN("check-fine") in fine.text
            assert EN("button-join") in bot.newest_post().labels

    async def test_a_closed_channel_does_not_stop_the_game(self, tmp_path: Path) -> None:
        """Hand cards still come, and moves by them count; later the board is right again."""
        async with started_table(tmp_path) as table:
            bot, mover = table.bot, await table.player_on_turn()
            everything = permissions.SEND_MESSAGES | permissions.VIEW_CHANNEL
            bot.channel.deny(bot.sandbox.bot, everything)
            before = await table.version()

            card = mover.last(mover.direct)
            for _ in range(2):
                deck = next(b["custom_id"] for b in card.buttons if ":blind:" in b["custom_id"])
                card = (await mover.press(card, deck)).message
            await bot.wait_idle()

            assert await table.version() > before
            nxt = await table.player_on_turn()
            assert nxt is not mover
            question = Words.of(nxt.user.locale).say("question-Turn")[1:]  # it begins a line
            assert question in nxt.last(nxt.direct).text
            bot.channel.allow(bot.sandbox.bot, everything)
            await bot.moderator.slash(bot.channel, "game check")
            await table.check_posts()

    async def test_words_come_where_files_may_not(self, tmp_path: Path) -> None:
        """Without the right to attach files there is a post without a picture."""
        async with started_table(tmp_path) as table:
            table.channel.deny(table.bot.sandbox.bot, permissions.ATTACH_FILES)

            await table.play_turn()

            await table.check_posts()
            assert table.bot.newest_post().files == []

    async def test_deleted_posts_come_back(self, tmp_path: Path) -> None:
        """Again and again, in the channel and at home."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            for _ in range(3):
                table.channel.delete_message(bot.newest_post().id)
                await bot.updates.recheck_posts(table.game)
                await table.check_posts()
            mover, panel = await table.open_draw_panel()
            card = mover.last(mover.direct)
            mover.direct.delete_message(card.id)
            table.channel.delete_message(bot.newest_post().id)

            panel = await mover.press(panel, deck_button(panel))

            await table.check_posts()
            says = Words.of(mover.user.locale).say
            assert says("question-SecondDraw")[1:] in mover.last(mover.direct).text

    async def test_a_lobby_that_was_deleted_comes_back(self, tmp_path: Path) -> None:
        """With everybody who sits there."""
        async with running_bot(tmp_path / "games.db") as bot:
            await bot.moderator.slash(bot.channel, "game new", edition="new-york")
            await bot.wait_idle()
            await bot.guest.press(bot.newest_post(), EN("button-join"))
            await bot.wait_idle()
            lobby = bot.newest_post()
            bot.channel.delete_message(lobby.id)

            await bot.moderator.slash(bot.channel, "game check")
            await bot.wait_idle()

            assert bot.newest_post().text == lobby.text

    async def test_a_deleted_channel_leaves_the_hand_cards(self, tmp_path: Path) -> None:
        """The game can go on by them, and no worker tries for ever."""
        async with started_table(tmp_path) as table:
            bot, mover = table.bot, await table.player_on_turn()
            card = mover.last(mover.direct)
            table.channel.delete()

            for _ in range(2):
                deck = next(b["custom_id"] for b in card.buttons if ":blind:" in b["custom_id"])
                card = (await mover.press(card, deck)).message
            await bot.wait_idle()

            nxt = await table.player_on_turn()
            assert nxt is not mover
            card = next(m for m in reversed(nxt.sees(nxt.direct)) if m.buttons)
            assert Words.of(nxt.user.locale).say("question-Turn")[1:] in card.text
            assert await bot.store.posts.pending_tables() == []

    async def test_a_cancelled_game_says_so_everywhere(self, tmp_path: Path) -> None:
        """No message of it can be pressed any more; the channel is free again."""
        async with started_table(tmp_path) as table:
            bot = table.bot

            unsure = await bot.moderator.slash(bot.channel, "game cancel")
            await table.check_posts()
            await bot.moderator.slash(bot.channel, "game cancel", confirm=True)
            await bot.wait_idle()

            assert EN("lobby-error-cancel-unsure") in unsure.text
            assert table.pressable_posts() == []
            assert EN("lobby-cancelled") in bot.newest_post().text
            assert bot.guest.last(bot.guest.direct).buttons == []
            assert await bot.store.posts.pending_tables() == []
            await bot.moderator.slash(bot.channel, "game new", edition="new-york")
            await bot.wait_idle()
            assert EN("button-join") in bot.newest_post().labels


class TestRequests:
    """Answers that do not come, or come wrong."""

    @pytest.mark.parametrize(
        "fault",
        [
            *("429", "500", "500-after", "502", "502-after", "503", "503-after"),
            *("504", "504-after", "drop", "drop-after"),
        ],
    )
    async def test_a_post_comes_once(self, tmp_path: Path, fault: str) -> None:
        """Whatever happens to the request: no post is missing, and none is double."""
        async with started_table(tmp_path) as table:
            count = len([m for m in table.bot.moderator.sees(table.channel) if not m.ephemeral])
            kind, _, after = fault.partition("-")
            for route in ("*/messages", "*/messages/*"):
                if kind == "429":
                    table.faults.rate_limit(f"* /channels{route[1:]}", times=2)
                    table.faults.rate_limit(POST, times=1)
                elif kind == "drop":
                    table.faults.drop(POST, after=bool(after))
                    break
                else:
                    table.faults.fail(POST, status=int(kind), after=bool(after))
                    break

            await table.play_turn()

            await table.check_posts()
            table.faults.clear()
            posts = [m for m in table.bot.moderator.sees(table.channel) if not m.ephemeral]
            assert len(posts) == count + 1
            nxt = await table.player_on_turn()
            cards = [m for m in nxt.sees(nxt.direct) if m.buttons]
            assert len(cards) == 1

    async def test_an_answer_that_is_lost_undoes_nothing(self, tmp_path: Path) -> None:
        """Too late, or answered by somebody else: the move stands and the board shows it."""
        async with started_table(tmp_path) as table:
            for trouble in (10062, 40060):
                mover, panel = await table.open_draw_panel()
                before = await table.version()
                table.faults.refuse("POST /interactions/*", code=trouble)
                lost = mover.begin_press(panel, deck_button(panel))
                async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
                    while await table.version() == before:
                        await asyncio.sleep(0.01)
                await table.wait_idle()
                assert lost.stage in ("waiting", "failed")
                snapshot = await table.bot.games.snapshot(table.game)
                assert isinstance(
                    snapshot.state.waiting[snapshot.table.seat_of(mover.id)], SecondDraw
                )
                _, panel = await table.open_draw_panel()
                await mover.press(panel, deck_button(panel))
                await table.check_posts()

    async def test_a_late_press_is_played_and_shown_on_the_board(self, tmp_path: Path) -> None:
        """More than three seconds on the way: no answer, but no harm."""
        clock = LiveClock()
        async with started_table(tmp_path, clock=clock) as table:
            mover, panel = await table.open_draw_panel()
            before = await table.version()
            table.faults.block_events()
            late = mover.begin_press(panel, deck_button(panel))
            hand = mover.begin_press(table.bot.newest_post(), EN("button-hand"))
            clock.advance(TEST_TIMEOUT_SECONDS + 1)
            table.faults.unblock_events()
            async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
                while await table.version() == before:
                    await asyncio.sleep(0.01)

            await table.check_posts()
            assert (late.stage, hand.stage) == ("failed", "failed")

    async def test_an_expired_token_is_no_trouble(self, tmp_path: Path) -> None:
        """A picture that comes after a quarter of an hour is not shown; its words are."""
        async with started_table(tmp_path) as table:
            guest, busy = table.bot.guest, table.bot.services.studio._limiter
            for _ in range(MAX_WORKERS):
                await busy.acquire(asked=True)
            lost = await guest.press(table.bot.newest_post(), EN("button-hand"))
            table.faults.expire_tokens()
            for _ in range(MAX_WORKERS):
                busy.release()
            await _wait_until_quiet(table.bot)
            assert shows_hand(lost.message, "de")
            assert lost.message.files == []

            again = await guest.press(table.bot.newest_post(), EN("button-hand"))
            await _wait_until_quiet(table.bot)

            assert [file.name for file in again.message.files] == ["hand.png"]

    async def test_an_interaction_that_comes_twice_is_one_move(self, tmp_path: Path) -> None:
        """The number of the question is used up by the first."""
        async with started_table(tmp_path) as table:
            mover, panel = await table.open_draw_panel()
            before = await table.version()
            table.faults.duplicate_interactions()

            await mover.press(panel, deck_button(panel))

            await table.check_posts()
            new = (await table.bot.store.games.log(table.game))[before:]
            assert Counter(map(type, new))[BlindCardDrawn] == 1


async def _wait_until_quiet(bot: RunningBot) -> None:
    """Wait until nobody draws and no answer is on its way."""
    await wait_until(
        lambda: not any("on_interaction" in repr(task) for task in asyncio.all_tasks())
    )
    await bot.wait_idle()


class TestLines:
    """The gateway goes and comes."""

    async def test_a_line_without_a_heartbeat_is_given_up(self, tmp_path: Path) -> None:
        """A line that is dead but not closed: a new one takes its place."""
        async with started_table(tmp_path, heartbeat=0.05, heartbeat_timeout=0.3) as table:
            client = table.bot.client
            resumed = asyncio.create_task(client.wait_for("resumed", timeout=20))
            await asyncio.sleep(0)
            table.faults.lose_heartbeat_acks(30)
            await resumed
            table.faults.clear()

            await table.play_turn()

            await table.check_posts()

    @pytest.mark.parametrize("way", ["cut", "close", "reconnect", "invalidate"])
    async def test_a_lost_line_is_taken_up_again(self, tmp_path: Path, way: str) -> None:
        """What was pressed meanwhile is played once."""
        async with started_table(tmp_path) as table:
            {
                "cut": table.faults.cut_gateway,
                "close": table.faults.close_gateway,
                "reconnect": table.faults.reconnect,
                "invalidate": table.faults.invalidate,
            }[way]()
            async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
                while not table.bot.sandbox.core.gateway.connected():
                    await asyncio.sleep(0.02)
                await asyncio.sleep(0.1)
                await table.bot.sandbox.connected()
                while not table.bot.client.is_ready():
                    await asyncio.sleep(0.02)

            await table.play_turn()

            await table.check_posts()


class TestStorm:
    """Hundreds of presses at once: one answer each, and the state exact."""

    async def test_two_hundred_presses_at_once(self, tmp_path: Path) -> None:
        """Fresh, doubled, stale, foreign, of strangers, malformed, of games that are not."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            stale = bot.newest_post()
            await table.play_turn()
            await table.wait_idle()
            mover, panel = await table.open_draw_panel()
            rival = bot.guest if mover is bot.other else bot.other
            board, before = bot.newest_post(), await table.version()
            blind = deck_button(panel)
            taken = panel.message.buttons[0]["custom_id"]
            asked = blind.split(":")[2]
            junk = ["ws", "ws:::", "vote:1", "ws:zzzzzz:1:draw", "ws:zzzzzz:1:hand", "x" * 100]
            junk += [
                f"ws:{table.game}:{asked}:{verb}" for verb in ("nonsense", "take", "pay", "keep")
            ]
            pressed = []

            def send(person: Person, message: VisibleMessage, custom_id: str) -> None:
                control = {"custom_id": custom_id, "type": 2}
                pressed.append(person._use_component(person._current(message), control, {}))

            def storm() -> None:
                send(mover, panel.message, taken)
                send(mover, board, blind)
                send(rival, board, blind)
                send(bot.moderator, board, taken)
                send(rival, stale, f"ws:{table.game}:1:draw")
                send(mover, stale, f"ws:{table.game}:{asked}:claim")
                for text in junk:
                    send(mover, board, text)

            while len(pressed) < 200:
                storm()
            async with asyncio.timeout(60):
                for each in pressed:
                    await each.until(lambda each=each: each.stage in ("answered", "failed"), 60)
            await table.wait_idle()

            assert Counter(each.stage for each in pressed) == {"answered": len(pressed)}
            assert not any(each.followups for each in pressed)
            log = await bot.store.games.log(table.game)
            steps = [e for e in log[before:] if getattr(e, "seat", None) is not None]
            kinds = Counter(type(event).__name__ for event in steps)
            assert kinds["OpenCardTaken"] + kinds["BlindCardDrawn"] == 1
            cold = await make_games(bot.store).snapshot(table.game)
            warm = await bot.games.snapshot(table.game)
            assert cold.view(Seat(0)) == warm.view(Seat(0))
            await table.check_posts()
