"""kill -9 at any moment: no move lost, doubled or half done, no post double, all comes right."""

from __future__ import annotations

import asyncio
import os
import random
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from pathlib import Path

import pytest

from bot.app import shifted_clock
from bot.games.lobby import utc_now
from bot.games.model import format_time
from bot.games.service import make_games
from bot.games.table import GameSnapshot
from bot.pictures.picture import Picture
from bot.storage.store import open_store
from bot.text.recap import recap_for
from bot.text.translator import Translator
from bot.text.words import Words
from bot.ui.board.view import board_screen
from bot.ui.components import Screen
from bot.ui.seat_view import SeatView
from bot.ui.turn.advice import ticket_sums
from bot.ui.turn.hand import ending_screen, hand_alt, hand_screen
from bot.ui.turn.offer import Offer, offer_screen
from engine.record import verify
from render import signed
from sandbox.errors import DidNotRespond, NotPossible
from sandbox.sandbox import Sandbox
from sandbox.world.people import Person
from sandbox.world.visible_message import VisibleMessage
from tests.support.emoji import put_emoji
from tests.support.players import ByButtons
from tests.support.running_bot import RunningBot
from tests.support.timeouts import TEST_TIMEOUT_SECONDS, wait_until

LANGUAGES = {"Guest 2": "de", "Guest 3": "en"}
BRING = {Words.of(language).say("button-bring") for language in ("en", "de")}
LINE = "New York, <#"
"""How everything begins that somebody is told once by direct message."""
KILLS = 5
LOST = (DidNotRespond, NotPossible, TimeoutError)
"""What somebody sees who presses while there is no bot."""


class BotProcess(RunningBot):
    """The bot in a process of its own, which tests can kill."""

    process: asyncio.subprocess.Process | None = None
    program = "tests.support.undelayed_bot"

    @property
    def clock(self) -> Path:
        """The file by which the bot's clock is put forward."""
        return self.database.with_name("clock")

    def now(self) -> datetime:
        """The time as the bot has it."""
        return shifted_clock(self.clock, utc_now)()

    async def start(self) -> None:
        """Start the bot as an operator does."""
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", self.program),
            env=os.environ
            | self.sandbox.environment()
            | {
                "WHISTLESTOP_DB": str(self.database),
                "WHISTLESTOP_LOG": "ERROR",
                "WHISTLESTOP_CLOCK": str(self.clock),
            },
            cwd=Path(__file__).parents[2],
        )
        await self.sandbox.connected(timeout=60)

    async def kill(self) -> None:
        """Without mercy, and up again."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()
        await self.sandbox.disconnected()
        await self.start()

    async def stop(self) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()
            assert await asyncio.wait_for(self.process.wait(), 20) == 0

    async def snapshot(self, game: str) -> GameSnapshot:
        """Return the game as it is stored."""
        return await make_games(self.store).snapshot(game)

    async def wait_idle(self) -> None:
        """Wait until all jobs are run and all updates are sent, by what is stored."""
        async with asyncio.timeout(60):
            while await self.store.posts.pending_tables() or await self._is_due():
                await asyncio.sleep(0.04)

    async def _is_due(self) -> bool:
        return bool(await self.store.games.due_by(format_time(self.now())))

    def public_posts(self) -> list[VisibleMessage]:
        """The posts in the channel."""
        return [m for m in self.moderator.sees(self.channel) if not m.ephemeral]

    async def check_posts(self, game: str) -> None:
        """Every message shows what follows from the log; only the newest can be pressed."""
        await self.wait_idle()
        snapshot, log = await self.snapshot(game), await self.store.games.log(game)
        emoji = {e.name: f"<:{e.name}:{e.id}>" for e in self.sandbox.core.world.emojis.values()}
        translator = Translator(self.store.people, emoji=emoji)
        phrases = translator.phrases(Words.of("en"), snapshot)
        lines = recap_for(snapshot, log[snapshot.since :], phrases)
        public = self.public_posts()
        assert [m.id for m in public if m.buttons] == [public[-1].id]
        clocks = make_games(self.store).clocks
        drawn = Picture("", b"", "")
        deadlines = clocks.deadlines(snapshot)
        board = board_screen(snapshot, phrases, lines, [drawn], deadlines=deadlines)
        assert public[-1].text == screen_text(board)
        for person in (self.guest, self.other):
            seat = snapshot.table.seat_of(person.id)
            own = translator.phrases(Words.of(LANGUAGES[person.user.display]), snapshot)
            cards = [m for m in person.sees(person.direct) if not m.text.startswith(LINE)]
            if snapshot.state.over:
                board = (await self.store.posts.by_kind(game))["board"]
                expected = screen_text(ending_screen(snapshot, own, board))
            elif seat in snapshot.state.waiting:
                told = log[snapshot.since :] if snapshot.state.turn == seat else []
                news = recap_for(snapshot, told, own, seat)
                time = clocks.visible_time(snapshot, seat)
                view, sums = SeatView(snapshot, seat, own), ticket_sums(snapshot, seat)
                card = (
                    offer_screen(view, Offer(sums), time=time)
                    if sums
                    else hand_screen(view, drawn, recap=news, time=time)
                )
                expected = screen_text(card)
            else:
                # Who is awaited is written once: others may have moved since.
                expected = ""
            assert expected in cards[-1].text, person
            if not snapshot.state.over and not ticket_sums(snapshot, seat):
                assert hand_alt(snapshot.view(seat), own) in cards[-1].alt_texts, person
            assert len(cards) == 1
            assert [m.id for m in cards if m.buttons] in ([], [cards[-1].id])


def screen_text(screen: Screen) -> str:
    """The words of a screen, as a reader sees them."""
    return "\n".join(item.content for item in screen.items if hasattr(item, "content"))


@asynccontextmanager
async def bot_process(path: Path, program: str = BotProcess.program) -> AsyncIterator[BotProcess]:
    async with Sandbox(paced=False) as sandbox:
        bot = BotProcess(sandbox, path)
        bot.program = program
        put_emoji(sandbox)
        bot.store = await open_store(path)
        try:
            await bot.start()
            yield bot
        finally:
            await bot.stop()
            await bot.store.close()


class Witness:
    """Remembers what people were told, and compares it with the log."""

    def __init__(self, bot: BotProcess, game: str) -> None:
        self.bot, self.game = bot, game
        self.acknowledged = 0

    async def answer(self, player: ByButtons, waiting: object) -> None:
        """Let somebody answer; whatever was acknowledged is in the file by then."""
        before = await self.bot.store.games.log(self.game)
        await player.answer(waiting)
        after = await self.bot.store.games.log(self.game)
        assert len(after) > len(before)
        assert after[: len(before)] == before
        self.acknowledged += 1


async def killed_amid(bot: BotProcess, work: asyncio.Task[None], delay: float) -> None:
    """Kill the bot while somebody is pressing, then let the presses fail or succeed."""
    await asyncio.sleep(delay)
    await bot.kill()
    with suppress(*LOST):
        await work


async def test_a_post_whose_answer_was_lost_is_not_posted_again(tmp_path: Path) -> None:
    """The bot dies between Discord's having the post and its own knowing of it."""
    async with bot_process(tmp_path / "games.db") as bot:
        game, count = await bot.start_game("new-york", bot.guest, bot.other), 0
        for person in (bot.guest, bot.other):
            await bot.wait_idle()
            snapshot = await bot.snapshot(game)
            player = ByButtons(bot, "new-york", person, LANGUAGES[person.user.display])
            seat = snapshot.table.seat_of(person.id)
            if person is bot.other:
                count = len(bot.public_posts())
                bot.sandbox.faults.drop("POST /channels/*/messages", after=True, times=2)
            await player.answer(snapshot.state.waiting[seat])
        await wait_until(lambda: len(bot.public_posts()) != count)

        bot.sandbox.faults.clear()
        await bot.kill()
        await bot.check_posts(game)

        assert len(bot.public_posts()) == count + 1


THREAD = "POST /channels/*/messages/*/threads"
POST = "POST /channels/*/messages"
EDIT = "PATCH /channels/*/messages/*"
DELETE = "DELETE /channels/*/messages/*"


async def seen_to(happened: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something has happened."""
    async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
        while not await happened():
            await asyncio.sleep(0.02)


def drop_requests(bot: BotProcess, route: str, *, after: bool) -> None:
    """Let no request of this kind come through any more; *after*: one does, unknown to the bot."""
    if after:
        bot.sandbox.faults.drop(route, after=True)
    bot.sandbox.faults.drop(route, times=1000)


@pytest.mark.parametrize(
    ("route", "after"), [(THREAD, False), (THREAD, True), (POST, False), (POST, True)]
)
async def test_between_lobby_and_thread(tmp_path: Path, route: str, after: bool) -> None:
    """Before the thread, before the table knows it, before its first post, before that is known."""
    async with bot_process(tmp_path / "games.db") as bot:
        await bot.moderator.slash(bot.channel, "game new", edition="new-york", place="thread")
        await bot.wait_idle()
        for person in (bot.guest, bot.other):
            await person.press(bot.public_posts()[-1], "Join")
            await bot.wait_idle()
        lobby, world = bot.public_posts()[-1], bot.sandbox.core.world
        row = await bot.store.games.open_in(bot.channel.id)
        assert row is not None
        game, faults = row.id, bot.sandbox.faults

        def inside() -> list[VisibleMessage]:
            seen = bot.moderator.sees(lobby.id) if lobby.id in world.channels else []
            return [m for m in seen if m.components]

        async def reached() -> bool:
            now = await bot.store.games.get(game)
            assert now is not None
            if route == THREAD:
                return lobby.id in world.channels if after else faults.pending < 1000
            return bool(inside()) if after else now.channel_id == lobby.id

        drop_requests(bot, route, after=after)
        await bot.moderator.slash(bot.channel, "game start")
        await seen_to(reached)
        faults.clear()
        await bot.kill()
        await bot.wait_idle()

        found = await bot.store.games.get(game)
        assert found is not None
        assert (found.channel_id, found.parent_id) == (lobby.id, bot.channel.id)
        assert [c.id for c in world.channels.values() if c.is_thread] == [lobby.id]
        assert [bool(m.buttons) for m in inside()] == [True]
        assert [(m.id, bool(m.buttons)) for m in bot.public_posts()] == [(lobby.id, False)]
        assert f"{lobby.id}/{inside()[0].id}" in bot.public_posts()[0].text
        bot.channel = bot.sandbox.place(lobby.id)
        player = ByButtons(bot, "new-york", bot.guest, "de")
        snapshot = await bot.snapshot(game)
        seat = snapshot.table.seat_of(bot.guest.id)
        await player.answer(snapshot.state.waiting[seat])
        assert seat not in (await bot.snapshot(game)).state.waiting


async def at_first_turn(bot: BotProcess, pace: str = "none") -> tuple[str, ByButtons]:
    """A game past its opening, and who is on turn."""
    game = await bot.start_game("new-york", bot.guest, bot.other, pace=pace)
    players = {
        p.id: ByButtons(bot, "new-york", p, LANGUAGES[p.user.display])
        for p in (bot.guest, bot.other)
    }
    for id, player in players.items():
        await bot.wait_idle()
        snapshot = await bot.snapshot(game)
        await player.answer(snapshot.state.waiting[snapshot.table.seat_of(id)])
    await bot.wait_idle()
    snapshot = await bot.snapshot(game)
    assert snapshot.state.turn is not None
    return game, players[snapshot.table.seats[snapshot.state.turn].user_id or 0]


async def test_between_a_post_s_retirement_and_its_history(tmp_path: Path) -> None:
    """The next turn's post is there, the former still has its buttons: it becomes its line."""
    async with bot_process(tmp_path / "games.db") as bot:
        game, player = await at_first_turn(bot)
        former, count = bot.public_posts()[-1], len(bot.public_posts())

        async def retired() -> bool:
            kinds = await bot.store.posts.by_kind(game)
            return f"retired-{former.id}-board" in kinds

        snapshot = await bot.snapshot(game)
        drop_requests(bot, EDIT, after=False)
        while (snapshot := await bot.snapshot(game)).state.turns == 1:
            assert snapshot.state.turn is not None
            await player.answer(snapshot.state.waiting[snapshot.state.turn])
        await seen_to(retired)
        left = next(m for m in bot.public_posts() if m.id == former.id)
        assert left.buttons
        bot.sandbox.faults.clear()
        await bot.kill()
        await bot.check_posts(game)

        posts = bot.public_posts()
        line = next(m for m in posts if m.id == former.id)
        assert line.text.startswith("-# 1 · ")
        assert not line.buttons
        assert not line.files
        assert len(posts) == count + 1


@pytest.mark.parametrize(("route", "after"), [(POST, False), (POST, True), (DELETE, False)])
async def test_while_the_board_is_brought(tmp_path: Path, route: str, after: bool) -> None:
    """Before it is posted, before that is known, before the former is gone: it comes once."""
    async with bot_process(tmp_path / "games.db") as bot:
        game, player = await at_first_turn(bot)
        former, count = bot.public_posts()[-1], len(bot.public_posts())
        bot.other.say(bot.channel, "Nice game!")

        async def reached() -> bool:
            if route == POST and not after:
                return bot.sandbox.faults.pending < 1000
            return len(bot.public_posts()) == count + 2

        panel = await player.person.press(former, player.post_say("button-more"))
        drop_requests(bot, route, after=after)
        await player.person.press(panel, player.say("button-bring"))
        await seen_to(reached)
        bot.sandbox.faults.clear()
        await bot.kill()
        await bot.check_posts(game)

        posts = bot.public_posts()
        assert len(posts) == count + 1
        assert former.id not in [m.id for m in posts]
        assert posts[-2].text == "Nice game!"


class TimeOut:
    """Somebody's time is up while a bot runs that dies of it."""

    def __init__(self, bot: BotProcess, game: str, before: GameSnapshot, caller: Person) -> None:
        self.bot, self.game, self.before, self.caller = bot, game, before, caller

    @classmethod
    async def of(cls, bot: BotProcess) -> TimeOut:
        game, player = await at_first_turn(bot, "day")
        return cls(bot, game, await bot.snapshot(game), player.person)

    async def begin(self) -> None:
        """Put the clock forward, and press something: the bot looks at the clock at once."""
        panel = await self.caller.press(self.bot.public_posts()[-1], "More")
        label = next(label for label in panel.message.labels if label in BRING)
        self.bot.clock.write_text(str(73 * 3600), encoding="ascii")
        with suppress(*LOST):
            await self.caller.press(panel, label)

    async def check(self) -> None:
        """The caretaker has played one turn, all of it; everybody reads that once."""
        await self.bot.check_posts(self.game)
        after = await self.bot.snapshot(self.game)
        assert after.state.turns == self.before.state.turns + 1
        moves = await self.bot.store.games.moves(self.game)
        made = [move for move in moves if move.maker == "caretaker"]
        assert {move.action.seat for move in made} == {self.before.state.turn}
        assert made == moves[-len(made) :]
        said = [m for m in self.bot.public_posts() if " ran out of time" in m.text]
        assert len(said) == 1


@pytest.mark.parametrize("writes", [0, 1, 2])
async def test_at_every_write_of_a_time_out(tmp_path: Path, writes: int) -> None:
    """Before it is kept, before the caretaker's first step, before its second."""
    async with bot_process(tmp_path / "games.db", "tests.support.crashing_bot") as bot:
        timeout = await TimeOut.of(bot)
        file = tmp_path / "writes"
        file.write_text(str(1 + writes), encoding="ascii")  # the press is one
        await timeout.begin()

        async def ended() -> bool:
            assert bot.process is not None
            moved = (await bot.snapshot(timeout.game)).state.turns > timeout.before.state.turns
            return bot.process.returncode is not None or moved

        await seen_to(ended)
        if file.exists():  # the caretaker's turn had one step
            file.unlink()
        await bot.kill()
        await timeout.check()


@pytest.mark.parametrize(("route", "after"), [(POST, False), (POST, True), (EDIT, False)])
async def test_while_a_time_out_is_told(tmp_path: Path, route: str, after: bool) -> None:
    """Before its line, before that is known, before the former post is history."""
    async with bot_process(tmp_path / "games.db") as bot:
        timeout = await TimeOut.of(bot)
        faults = bot.sandbox.faults

        async def reached() -> bool:
            if route == EDIT:
                board = (await bot.store.posts.by_kind(timeout.game))["board"]
                return board.turn > timeout.before.state.turns
            if after:
                return any(" ran out of time" in m.text for m in bot.public_posts())
            return faults.pending < 1000

        drop_requests(bot, route, after=after)
        await timeout.begin()
        await seen_to(reached)
        faults.clear()
        await bot.kill()
        await timeout.check()


@pytest.mark.timeout(280)
async def test_a_game_survives_many_kills(tmp_path: Path) -> None:
    """Two people play while the bot is killed again and again, at random moments."""
    rng = random.Random(2026)
    async with bot_process(tmp_path / "games.db") as bot:
        game = await bot.start_game("new-york", bot.guest, bot.other, bots=1)
        witness = Witness(bot, game)
        players = {
            p.id: ByButtons(bot, "new-york", p, LANGUAGES[p.user.display])
            for p in (bot.guest, bot.other)
        }
        kills = moves = 0
        while (snapshot := await bot.snapshot(game)).state.over is None:
            await bot.wait_idle()
            snapshot = await bot.snapshot(game)
            if snapshot.state.over:
                break
            seats = snapshot.table.seats
            seat = next(s for s in snapshot.state.waiting if seats[s].user_id)
            player = players[seats[seat].user_id or 0]
            work = asyncio.create_task(witness.answer(player, snapshot.state.waiting[seat]))
            moves += 1
            if kills < KILLS and rng.random() < 0.8:
                kills += 1
                await killed_amid(bot, work, rng.uniform(0.0, 0.4))
                await bot.check_posts(game)
            else:
                await work

        await bot.check_posts(game)
        assert kills == KILLS
        record = await make_games(bot.store).cache.export_record(game)
        snapshot = await bot.snapshot(game)
        assert verify(record, snapshot.table.rules).finished
        assert witness.acknowledged <= moves
        posts = bot.public_posts()
        assert len({m._message.nonce for m in posts}) == len(posts)
        for seat, total in zip(snapshot.table.seats, snapshot.scores().totals, strict=True):
            said = rf"{seat.name}\W+(wins? with )?{signed(total, plus='')}\b"
            assert re.search(said, posts[-1].text), posts[-1].text
