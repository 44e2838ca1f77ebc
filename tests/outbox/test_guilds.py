"""Servers that come and go, limits, restored tables, disks: what people read of it."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.games.errors import LobbyError
from bot.games.lobby import Limits
from bot.games.service import make_games
from bot.storage.backup.restore import restore_backup
from bot.storage.database import Statement
from bot.storage.store import open_store
from bot.text.words import Words
from tests.outbox.test_faults import Table, started_table
from tests.support.hands import shows_hand
from tests.support.players import deck_button
from tests.support.running_bot import RunningBot, running_bot
from tests.support.timeouts import TEST_TIMEOUT_SECONDS

EN, DE = Words.of("en").say, Words.of("de").say


async def until_told(bot: RunningBot, game: str, kind: str) -> None:
    """Wait for a message of this kind."""
    async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
        while kind not in await bot.store.posts.by_kind(game):
            await asyncio.sleep(0.01)
    await bot.wait_idle()


class TestLeaving:
    """The bot is removed from a server."""

    async def test_players_are_told_once_and_the_game_goes_on_later(self, tmp_path: Path) -> None:
        """In their own language; invited again, it goes on."""
        async with started_table(tmp_path) as table:
            bot, game = table.bot, table.game
            bot.club.remove_bot()
            await until_told(bot, game, f"lost-{bot.other.id}")
            for _ in range(2):
                bot.updates.enqueue(game)
                await bot.wait_idle()

            for person, say in ((bot.guest, DE), (bot.other, EN)):
                told = [m.text for m in person.sees(person.direct)]
                line = say("lost-server", edition="New York", game=game)
                assert told.count(line) == 1
            assert await bot.store.people.left_at(bot.club.guild.id)
            await bot.housekeeper().sweep()
            row = await bot.store.games.get(game)
            assert row is not None
            assert row.status == "playing"

            bot.club.add_bot()
            async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
                while await bot.store.people.left_at(bot.club.guild.id):
                    await asyncio.sleep(0.01)
            await table.play_turn()
            await table.check_posts()

    async def test_after_thirty_days_it_is_called_off(self, tmp_path: Path) -> None:
        """Not a day before."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            bot.club.remove_bot()
            await until_told(bot, table.game, f"lost-{bot.other.id}")
            for days, status in ((29, "playing"), (31, "cancelled")):
                bot.clock_offset = timedelta(days=days)
                await bot.housekeeper().sweep()
                row = await bot.store.games.get(table.game)
                assert row is not None
                assert row.status == status
            await bot.wait_idle()
            assert await bot.store.posts.pending_tables() == []

    async def test_it_is_noticed_after_a_start(self, tmp_path: Path) -> None:
        """Removed while nobody looked."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            guild = bot.club.guild.id
            await bot.stop()
            bot.club.remove_bot()
            await bot.start()
            async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
                while not await bot.store.people.left_at(guild):
                    await asyncio.sleep(0.01)


class TestLimits:
    """Generous, but there."""

    async def test_tables_of_a_server_and_lobbies_of_a_person(self, tmp_path: Path) -> None:
        """The refusal says how many; another server and another person are not meant."""
        store = await open_store(tmp_path / "games.db")
        service = make_games(store, limits=Limits(tables=3, lobbies=2))
        for channel in (1, 2):
            await service.lobby.open("usa", 1, channel, 11, "en")
        with pytest.raises(LobbyError, match="too-many-lobbies"):
            await service.lobby.open("usa", 2, 9, 11, "en")
        await service.lobby.open("usa", 1, 3, 12, "en")
        with pytest.raises(LobbyError, match="too-many-tables"):
            await service.lobby.open("usa", 1, 4, 13, "en")
        await service.lobby.open("usa", 2, 5, 13, "en")
        await store.close()


class TestRestored:
    """After a backup was restored."""

    async def test_tables_say_so_and_old_messages_do_nothing(self, tmp_path: Path) -> None:
        """New posts, new cards, one line; the game goes on from there."""
        async with started_table(tmp_path) as table:
            bot, copy = table.bot, tmp_path / "copy.db"
            await bot.store.backup(copy)
            turn = (await bot.games.snapshot(table.game)).state.turns
            await table.play_turn()
            await table.check_posts()
            mover, panel = await table.open_draw_panel()
            board, card = bot.board(), mover.last(mover.direct)
            await bot.stop()

            restore_backup(copy, bot.database, datetime.now(UTC))
            await bot.start()
            async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
                while await bot.store.posts.pending_tables():
                    await asyncio.sleep(0.01)
            await bot.wait_idle()

            assert EN("line-restored", turn=turn) in "\n".join(
                m.text for m in bot.other.sees(bot.channel)
            )
            assert bot.board().id > board.id
            says = Words.of(mover.user.locale).say
            for old, name in (
                (panel, deck_button(panel)),
                (board, EN("button-draw")),
                (card, card.buttons[0]["custom_id"]),
            ):
                late = await mover.press(old, name)
                assert says("error-stale") in late.text
            await Table(bot, table.game).play_turn()
            await bot.wait_idle()
            snapshot = await bot.games.snapshot(table.game)
            assert snapshot.state.turns == turn + 1
            for person in (bot.guest, bot.other):
                newest = person.last(person.direct)
                assert newest.id > card.id


class TestDisk:
    """A disk that is full or read-only."""

    async def test_people_read_what_it_is(self, tmp_path: Path) -> None:
        """In their own language, whatever they press; nothing is lost, and it goes on."""
        async with started_table(tmp_path) as table:
            bot, mover = table.bot, await table.player_on_turn()
            before = await table.version()
            board = bot.board()
            await bot.store.database._writer.execute("PRAGMA query_only = ON")
            stranger = bot.sandbox.person("Guest 9", bot.club, locale="de")

            moved = await mover.slash(bot.channel, "draw", card="deck:taxi")
            looked = await mover.press(board, EN("button-hand"))
            helped = await stranger.slash(bot.channel, "help")

            says = Words.of(mover.user.locale).say
            assert moved.text == says("error-disk")
            assert shows_hand(looked.message, Words.of(mover.user.locale).language)
            assert helped.text
            assert await table.version() == before
            await bot.store.database._writer.execute("PRAGMA query_only = OFF")
            await table.play_turn()
            await table.check_posts()


class TestLogs:
    """What an operator reads at INFO."""

    async def test_a_table_s_life(self, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
        """Opened, started, over; with ids as fields."""
        with caplog.at_level(logging.DEBUG, "bot"):
            async with running_bot(tmp_path / "games.db") as bot:
                await bot.moderator.slash(bot.channel, "game new", edition="new-york", bots=2)
                await bot.wait_idle()
                await bot.moderator.slash(bot.channel, "game start")
                await bot.wait_idle()
                await bot.moderator.slash(bot.channel, "game new", edition="usa")
                await bot.wait_idle()
                await bot.other.press(bot.newest_post(), EN("button-join"))
                await bot.moderator.slash(bot.channel, "game cancel")
                await bot.wait_idle()

        lines = [r for r in caplog.records if r.levelno == logging.INFO]
        said = [record.getMessage() for record in lines]
        for sentence in (
            "started",
            "table opened",
            "game started",
            "game over",
            "table called off",
        ):
            assert sentence in said
        opened = next(r for r in lines if r.getMessage() == "table opened")
        assert opened.__dict__["guild"] == bot.club.guild.id
        pressed = [r.__dict__ for r in caplog.records if r.getMessage() == "press"]
        commands = ["/game new", "/game start", "/game new", "/game cancel"]
        assert [facts["verb"] for facts in pressed] == [*commands[:3], "join", commands[3]]


class TestDamage:
    """A log that cannot be read."""

    async def test_it_is_our_fault_and_is_logged(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        """Whoever looks is not told to choose from the suggestions."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            await bot.store.database.write(
                Statement("DELETE FROM events WHERE game_id = $1 AND seq = 3", (table.game,))
            )
            bot.games.cache._tables.clear()

            answer = await bot.other.slash(bot.channel, "hand")

            assert EN("error-unexpected", reference="").rpartition("(")[0] in answer.text
            assert "the log has a gap" in caplog.text
