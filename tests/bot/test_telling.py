"""The outbox under trouble: what is to be told is told in the end, once, in the reader's words."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.backoff import ExponentialBackoff

from bot.language.fairness import promise
from bot.language.speech import Speech
from bot.language.words import Words
from bot.logbook import logger, work_on
from bot.messages.kit import Screen, text
from bot.ops.logs import JsonLines
from bot.outbox.announcer import LONGEST, pause_after
from bot.outbox.teller import Teller
from bot.outbox.telling import BOARD, SENDING, TablePosts
from bot.outbox.watch import AT_ONCE, Watch
from bot.pictures.studio import Studio
from bot.play import controllers
from bot.play.driver import Driver
from bot.play.games import GameService
from bot.play.records import Change, Lease, PostRow
from bot.play.table import Outcome
from bot.play.troubles import DiskTrouble
from engine.events import BlindCardDrawn, Event, Reverted
from engine.ids import Card, DeckName, Seat
from engine.view import UNKNOWN
from engine.waiting import SecondDraw
from sandbox import limits
from sandbox.clock import LiveClock
from sandbox.tap import Exchange
from tests.bot.players import on_deck
from tests.bot.stage import BotStage, on_stage
from tests.bot.test_faults import playing
from tests.patience import PATIENCE

EN = Words.of("en").say
DE = Words.of("de").say
POST = "POST /channels/*/messages"


class Requests:
    """What the bot asks of Discord, from now on."""

    def __init__(self, stage: BotStage) -> None:
        self.all: list[Exchange] = []
        stage.sandbox.core.tap.listen(self.all.append)

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

    monkeypatch.setattr("bot.outbox.announcer.pause_after", pause)
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
            whole, failures = Teller.tell, [ZeroDivisionError("once"), KeyError("twice")]

            async def tell(teller: Teller, game: str, lease: Lease) -> None:
                if failures:
                    raise failures.pop()
                await whole(teller, game, lease)

            monkeypatch.setattr(Teller, "tell", tell)

            await table.turn()

            await table.is_right()
            assert {type(error) for error in quick} == {ZeroDivisionError, KeyError}

    async def test_a_post_that_nobody_could_note(
        self, tmp_path: Path, quick: list[Exception], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Discord gives back the one that it has, which may show less: then it is changed."""
        async with playing(tmp_path) as table:
            keep, lost = TablePosts.keep, list[int]()

            async def cut(posts: TablePosts, kind: str, post: PostRow, *retired: Any) -> None:
                if kind == BOARD and not lost:
                    lost.append(post.message_id)
                    drawn.undo()
                    raise OSError("killed")
                await keep(posts, kind, post, *retired)

            async def stuck(studio: Studio, sketch: object, alt: str) -> None:
                raise TimeoutError

            monkeypatch.setattr(TablePosts, "keep", cut)
            with monkeypatch.context() as drawn:
                drawn.setattr(Studio, "board", stuck)
                await table.turn()
                await table.is_right()

            board = table.stage.board()
            assert [board.id] == lost
            assert [file.name for file in board.files] == ["board.png"]
            kept = (await table.stage.store.posts.of(table.game))[BOARD]
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
                        raise DiskTrouble("full")
                    await whole(*given, **named)

                return fail

            before = seen()
            monkeypatch.setattr(TablePosts, "keep", failing(TablePosts.keep, 6))
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
                killed.setattr(TablePosts, "keep", hang)
                await table.turn()
                async with asyncio.timeout(PATIENCE):
                    while not lost:
                        await asyncio.sleep(0.01)
                await table.turn()
                await stage.stop()
            await stage.start()

            await table.is_right()
            assert lost[0] not in [message.id for message in stage.moderator.sees(table.hall)]
            assert f"{SENDING}{BOARD}" not in await stage.store.posts.of(table.game)

    async def test_a_post_that_lacks_the_picture_which_we_remember(self, tmp_path: Path) -> None:
        """It gets it with its next change, though that is another one."""
        async with playing(tmp_path) as table:
            posts, game = table.stage.store.posts, table.game
            channel = table.stage.client.get_partial_messageable(table.hall.id)
            board = channel.get_partial_message(table.stage.board().id)
            await board.edit(view=Screen((text("bare"),)).view(), attachments=[])
            before = (await posts.of(game))[BOARD]
            await posts.save(game, {BOARD: replace(before, screen="")})
            await table.stage.store.games.commit(
                (await table.stage.games.look(game)).table.row, Change(), before.occasion
            )

            table.stage.announcer.poke(game)
            await table.told()

            assert [file.name for file in table.stage.board().files] == ["board.png"]
            await table.is_right()

    async def test_a_poke_in_the_step_in_which_the_worker_ends(self, tmp_path: Path) -> None:
        """It begins another one: between the last look and the end nothing can come."""
        async with playing(tmp_path) as table:
            announcer, told = table.stage.announcer, []
            ended = announcer._teller.tell

            async def tell(game: str, lease: Lease) -> None:
                await ended(game, lease)
                told.append(game)
                if len(told) == 1:
                    # Runs as soon as the worker has ended, before anything else does.
                    task = announcer._workers[game]
                    task.add_done_callback(lambda _: announcer.poke(game))

            announcer._teller.tell = tell  # type: ignore[method-assign]
            announcer.poke(table.game)
            await announcer._workers[table.game]
            await asyncio.sleep(0)
            await announcer.rest()

            assert told == [table.game] * 2

    def test_pauses_differ_and_heed_what_discord_asks(self) -> None:
        """Growing, bounded, never the same for all; after a rate limit at least its time."""
        pauses = []
        backoff = ExponentialBackoff[bool]()
        for _ in range(40):
            pauses.append(pause_after(OSError(), backoff))

        assert len(set(pauses)) == len(pauses)
        assert max(pauses) <= LONGEST
        assert max(pauses[20:]) > LONGEST / 2
        assert pause_after(discord.RateLimited(300), ExponentialBackoff()) >= 300


class TestNobody:
    """People whom no message reaches."""

    async def test_an_account_that_is_no_more(self, tmp_path: Path) -> None:
        """The table is told all the same, and not tried for ever."""
        async with on_stage(tmp_path / "games.db") as stage:
            await stage.moderator.slash(stage.hall, "game new", edition="new-york", bots=1)
            await stage.told()
            row = await stage.store.games.open_in(stage.hall.id)
            assert row is not None
            await stage.games.join(row.id, 4711, "Guest 9", "w")

            await stage.told()

            assert "Guest 9 🔕" in stage.post().text
            assert await stage.store.posts.untold() == []


class TestWatch:
    """What nobody pokes for."""

    async def test_what_was_left_untold_is_told(self, tmp_path: Path) -> None:
        """Whoever changed it and then fell over."""
        async with playing(tmp_path) as table:
            stage = table.stage
            outcome = await stage.games.look(table.game)
            await stage.store.games.commit(outcome.table.row, Change(), "2026-01-01T00:00:00+00:00")
            assert await stage.store.posts.untold() == [table.game]

            await stage.announcer.catch_up(stage.games.now())

            await table.is_right()

    async def test_a_deleted_board_comes_back(self, tmp_path: Path) -> None:
        """Though nobody pressed anything; one that is there is left alone."""
        async with playing(tmp_path) as table:
            stage = table.stage
            watch, requests = Watch(stage.announcer, stage.store), Requests(stage)
            await watch.round()
            await stage.told()
            assert [e.template for e in requests.all] == [
                "GET /channels/{channel}/messages/{message}"
            ]
            gone = stage.post().id
            table.hall.delete_message(gone)

            await watch.round()

            await table.is_right()
            assert stage.post().id != gone

    async def test_a_round_costs_the_same_however_many_there_are(self, tmp_path: Path) -> None:
        """All tables have their turn."""
        async with on_stage(tmp_path / "games.db") as stage:
            for channel in range(AT_ONCE + 5):
                await stage.games.open("usa", 1, 1000 + channel, 11, "en")
            watch = Watch(stage.announcer, stage.store)
            looked: list[str] = []

            async def is_there(game: str) -> bool:
                looked.append(game)
                return True

            stage.announcer.is_there = is_there  # type: ignore[method-assign]
            await watch.round()
            first = len(looked)
            await watch.round()
            await stage.announcer.stop()

            assert first == AT_ONCE
            assert len(set(looked)) == AT_ONCE + 5


class TestLostChannels:
    """A table whose channel was deleted."""

    @pytest.mark.parametrize("begun", [True, False])
    async def test_players_are_told_once(self, tmp_path: Path, begun: bool) -> None:
        """At once, each in their own language, with the way to end it."""
        async with on_stage(tmp_path / "games.db") as stage:
            if begun:
                game = await stage.open("new-york", stage.guest, stage.other)
            else:
                await stage.moderator.slash(stage.hall, "game new", edition="new-york")
                await stage.told()
                for person in (stage.guest, stage.other):
                    await person.press(stage.post(), EN("button-join"))
                await stage.told()
                row = await stage.store.games.open_in(stage.hall.id)
                assert row is not None
                game = row.id
            key = "lost-playing" if begun else "lost-lobby"

            stage.hall.delete()
            async with asyncio.timeout(PATIENCE):
                while f"lost-{stage.other.id}" not in await stage.store.posts.of(game):
                    await asyncio.sleep(0.01)
            await stage.told()
            stage.announcer.poke(game)
            await stage.told()

            for person, say in ((stage.guest, DE), (stage.other, EN)):
                edition = "New York"
                told = [m.text for m in person.sees(person.direct)]
                assert told.count(say(key, edition=edition, game=game)) == 1
            assert await stage.store.posts.untold() == []


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
            await service.start(row.id)
            for _ in range(3):
                await asyncio.sleep(0.02)

            await service.cancel(row.id)
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

            await stage.games.ask_undo(table.game, mover.id)
            await stage.told()

            (edit,) = requests.of("PATCH /channels/{channel}/messages/{message}")
            assert "attachments" not in edit.body
            assert stage.post().files[0] == picture
            assert EN("button-agree") in stage.post().labels

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


class TestAnswers:
    """An answer whose line is cut is sent again."""

    @pytest.mark.parametrize("after", [False, True])
    async def test_a_first_answer(self, tmp_path: Path, after: bool) -> None:
        """Whether Discord had got it or not; the move is made once."""
        async with playing(tmp_path) as table:
            mover, panel = await table.panel()
            table.faults.drop("POST /interactions/*", after=after, times=2)

            answer = await mover.press(panel, on_deck(panel))

            says = Words.of(mover.user.locale).say
            assert says("question-SecondDraw") in answer.text
            outcome = await table.stage.games.look(table.game)
            assert isinstance(outcome.state.waiting[outcome.table.seat_of(mover.id)], SecondDraw)

    @pytest.mark.parametrize("after", [False, True])
    async def test_a_promise_and_its_answer(self, tmp_path: Path, after: bool) -> None:
        """Nobody is left with "thinking": cut before or after it reached Discord."""
        async with playing(tmp_path) as table:
            guest = table.stage.guest
            table.faults.drop("POST /interactions/*", after=after)
            table.faults.drop("PATCH /webhooks/*", after=after)

            shown = await guest.press(table.stage.post(), EN("button-map"))

            assert [file.name for file in shown.message.files] == ["map.png"]

    async def test_a_window(self, tmp_path: Path) -> None:
        """To type into."""
        async with on_stage(tmp_path / "games.db") as stage:
            await stage.moderator.slash(stage.hall, "game new", edition="new-york")
            await stage.told()
            stage.sandbox.faults.drop("POST /interactions/*")

            opened = await stage.guest.press(stage.post(), EN("button-word"))

            assert opened.modal

    async def test_a_command_that_comes_twice_moves_once(self, tmp_path: Path) -> None:
        """Two deliveries of `/draw` draw one card, the answer is that of one."""
        async with playing(tmp_path) as table:
            mover, stage = await table.mover(), table.stage
            before = len(await stage.store.games.moves(table.game))
            table.faults.duplicate_interactions()

            drawn = await mover.slash(stage.hall, "draw", card="deck:taxi")
            await asyncio.sleep(0.2)
            await table.is_right()

            says = Words.of(mover.user.locale).say
            card = says("own-BlindCardDrawn", card="|", deck="").split("|")[0]
            answer = mover.find(stage.hall.id, drawn.message.id)
            assert answer is not None
            assert says("question-SecondDraw") in answer.text
            assert card in answer.text
            assert len(await stage.store.games.moves(table.game)) == before + 1

    async def test_the_second_delivery_does_not_speak_over_the_first(self, tmp_path: Path) -> None:
        """What was kept is no longer on offer; whoever kept it is not told so."""
        async with on_stage(tmp_path / "games.db") as stage:
            await stage.open("new-york", stage.guest, stage.other)
            stage.sandbox.faults.duplicate_interactions()

            kept = await stage.guest.slash(stage.hall, "tickets", keep="1")
            await asyncio.sleep(0.3)
            await stage.told()

            answer = stage.guest.find(stage.hall.id, kept.message.id)
            assert answer is not None
            assert DE("own-TicketsKept", count=1) in answer.text

    async def test_a_step_is_taken_back_once_by_two_deliveries(self, tmp_path: Path) -> None:
        """The log holds one taking back."""
        async with on_stage(tmp_path / "games.db") as stage:
            game = await stage.open("new-york", stage.guest, stage.other)
            await stage.guest.slash(stage.hall, "tickets", keep="1")
            stage.sandbox.faults.duplicate_interactions()

            await stage.guest.slash(stage.hall, "undo")
            await asyncio.sleep(0.2)
            await stage.told()

            log = await stage.store.games.log(game)
            assert sum(isinstance(event, Reverted) for event in log) == 1

    async def test_a_table_is_opened_once_by_two_deliveries(self, tmp_path: Path) -> None:
        """Nobody is told that the channel is taken, by themselves."""
        async with on_stage(tmp_path / "games.db") as stage:
            stage.sandbox.faults.duplicate_interactions()

            opened = await stage.moderator.slash(stage.hall, "game new", edition="usa", bots=1)
            await asyncio.sleep(0.2)
            await stage.told()

            assert EN("lobby-opened", **Words.of("en").labels("join", "start")) in opened.text
            assert len([m for m in stage.other.sees(stage.hall) if m.buttons]) == 1


class TestSecrets:
    """What an answer is made from."""

    async def test_only_what_its_reader_may_know(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of what followed from a move, the cards of others never reach the words."""
        async with playing(tmp_path) as table:
            stage, mover = table.stage, await table.mover()
            service, seen = stage.games, []
            whole, speak = service.act, Speech.own_event

            async def act(*given: Any, **options: Any) -> Outcome:
                outcome = await whole(*given, **options)
                other = Seat(1 - outcome.table.seat_of(mover.id))
                foreign = BlindCardDrawn(other, DeckName("taxi"), Card("taxi-red"), more=False)
                return replace(outcome, events=(*outcome.events, foreign))

            def spy(speech: Speech, event: Event, seat: Seat) -> str | None:
                seen.append(event)
                return speak(speech, event, seat)

            monkeypatch.setattr(service, "act", act)
            monkeypatch.setattr(Speech, "own_event", spy)

            await mover.slash(stage.hall, "draw", card="deck:taxi")

            own, foreign = (e for e in seen if isinstance(e, BlindCardDrawn))
            assert own.card != UNKNOWN
            assert foreign.card == UNKNOWN


class TestLogs:
    """What stands in a line."""

    def test_extra_reaches_the_line(self) -> None:
        """As fields of its own."""
        record = logging.makeLogRecord({"msg": "told %s", "args": ("all",), "game": "abc"})
        record.again_in = 1.5

        line = json.loads(JsonLines().format(record))

        assert (line["text"], line["game"], line["again_in"]) == ("told all", "abc", 1.5)
        assert set(line) == {"at", "level", "from", "text", "game", "again_in"}

    async def test_lines_say_what_the_work_is_about(self) -> None:
        """Those of libraries too; a worker names its table, not the press that called for it."""
        lines = []

        class Noting(logging.Handler):
            def emit(self, record: logging.LogRecord) -> None:
                lines.append(json.loads(JsonLines().format(record)))

        async def press() -> None:
            work_on(interaction=1, user=2, guild=None, game="abc")
            logger("bot.tests").warning("one", seat=3)
            logging.getLogger("library").warning("two")
            await asyncio.create_task(worker())

        async def worker() -> None:
            work_on(game="def")
            logger("bot.tests").warning("three")

        handler = Noting()
        logging.getLogger().addHandler(handler)
        try:
            await asyncio.create_task(press())
        finally:
            logging.getLogger().removeHandler(handler)

        told = [
            {k: v for k, v in line.items() if k not in ("at", "level", "from")} for line in lines
        ]
        about = {"interaction": 1, "user": 2, "game": "abc"}
        assert told == [
            {"text": "one", "seat": 3, **about},
            {"text": "two", **about},
            {"text": "three", "game": "def"},
        ]

    async def test_a_press_is_named_in_the_log(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        """By numbers alone."""
        caplog.set_level(logging.DEBUG, "bot")
        async with playing(tmp_path) as table:
            stage = table.stage
            await stage.moderator.slash(stage.hall, "draw", card="?")
            await stage.told()

        command = next(r for r in caplog.records if r.getMessage() == "command")
        assert command.user == stage.moderator.id
        assert command.interaction
        assert command.guild == stage.club.id


class TestFairness:
    """What is promised in the lobby, and what can be compared in the end."""

    async def test_words_are_listed_in_the_order_in_which_they_were_set(
        self, tmp_path: Path
    ) -> None:
        """A typed one goes to the end; hash and list stay in the retired post."""
        async with on_stage(tmp_path / "games.db") as stage:
            await stage.moderator.slash(stage.hall, "game new", edition="new-york", bots=1)
            await stage.told()
            for person in (stage.guest, stage.other):
                await person.press(stage.post(), EN("button-join"))
            await stage.told()
            row = await stage.store.games.open_in(stage.hall.id)
            assert row is not None
            window = await stage.guest.press(stage.post(), EN("button-word"))

            said = await stage.guest.submit(window, {window.modal.labels[0]: "  *Glück*  auf "})
            await stage.told()

            assert DE("word-set") in said.text
            lobby = await stage.games.lobby(row.id)
            bot, other, guest = lobby.words
            assert (bot.word, guest.word) == ("bot 1", "*Glück* auf")
            assert other.word.isdecimal()
            lines = promise(lobby, Words.of("en"))
            post = stage.post()
            for line in lines:
                assert line in post.text
            await stage.moderator.slash(stage.hall, "game start")
            await stage.told()
            retired = next(m for m in stage.moderator.sees(stage.hall) if m.id == post.id)
            assert retired.buttons == []
            for line in (*lines, str(stage.post().id)):
                assert line in retired.text

    async def test_the_end_shows_hash_words_and_seed(self, tmp_path: Path) -> None:
        """In the last post and in `/verify`, with what follows from them; in German too."""
        async with on_stage(tmp_path / "games.db", locale="de") as stage:
            await stage.moderator.slash(stage.hall, "game new", edition="germany", bots=2)
            await stage.told()
            row = await stage.store.games.open_in(stage.hall.id)
            assert row is not None
            await stage.moderator.slash(stage.hall, "game start")
            await stage.told()

            verified = await stage.guest.slash(stage.hall, "verify", game=row.id)

            for text in (stage.post().text, verified.text):
                for shown in (row.commitment, row.seed.hex(), "bot 1", "bot 2", DE("fair-means")):
                    assert shown in text
            result = stage.post().text
            assert "Meiste Zielkarten" in result
            assert "Strecken" in result
            assert "tickets" not in result.casefold()
            assert "routes" not in result.casefold()

    @pytest.mark.parametrize("word", ["", "   ", "\u202eevil", "a" * 41, "x\u0007y"])
    async def test_a_word_that_cannot_be(self, tmp_path: Path, word: str) -> None:
        """It is refused by the service, whatever a changed client sends."""
        async with on_stage(tmp_path / "games.db") as stage:
            service = stage.games
            game = (await service.open("usa", 1, 77, 11, "en")).row.id
            await service.join(game, 11, "Guest 1", "w")
            with pytest.raises(Exception, match="word-not-possible"):
                await service.set_word(game, 11, word)
            assert (await service.lobby(game)).seats[0].word == "w"

    async def test_a_seat_given_up_after_the_last_word_is_said(self, tmp_path: Path) -> None:
        """Else whoever typed last would believe that nothing changed since."""
        async with on_stage(tmp_path / "games.db") as stage:
            service = stage.games
            game = (await service.open("usa", 1, 77, 11, "en")).row.id
            for user in (11, 12, 13):
                await service.join(game, user, f"Guest {user}", f"w{user}")
            await service.set_word(game, 11, "luck")
            assert not (await service.lobby(game)).left_since

            lobby = await service.leave(game, 12)

            assert lobby.left_since
            assert EN("fair-left-since") in promise(lobby, Words.of("en"))


class TestBots:
    """Who decides for a seat without a person."""

    async def test_the_seat_s_kind_decides(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A cautious one is not played by the planner."""
        async with on_stage(tmp_path / "games.db") as stage:
            service, made = GameService(stage.store), []
            game = (await service.open("usa", 1, 77, 11, "en", bots=2)).row.id
            lobby = await service.lobby(game)
            seats = [
                replace(s, bot=k) for s, k in zip(lobby.seats, ("cautious", "random"), strict=True)
            ]
            await stage.store.games.commit(
                lobby.row, Change(seats=seats, spoken=2), lobby.row.created_at
            )
            known = dict(controllers.KINDS)
            monkeypatch.setattr(
                controllers,
                "KINDS",
                {k: lambda rules, k=k: made.append(k) or known[k](rules) for k in known},
            )
            await service.start(game)

            driver = Driver(service, stage.store)
            await driver.step(game)
            await driver.step(game)

            assert made == ["cautious", "random"]
