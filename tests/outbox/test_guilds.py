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
from tests.outbox.test_faults import Table, playing
from tests.support.bot_stage import BotStage, on_stage
from tests.support.players import on_deck
from tests.support.timeouts import PATIENCE

EN, DE = Words.of("en").say, Words.of("de").say


async def until_told(stage: BotStage, game: str, kind: str) -> None:
    """Wait for a message of this kind."""
    async with asyncio.timeout(PATIENCE):
        while kind not in await stage.store.posts.by_kind(game):
            await asyncio.sleep(0.01)
    await stage.told()


class TestLeaving:
    """The bot is removed from a server."""

    async def test_players_are_told_once_and_the_game_goes_on_later(self, tmp_path: Path) -> None:
        """In their own language; invited again, it goes on."""
        async with playing(tmp_path) as table:
            stage, game = table.stage, table.game
            stage.club.remove_bot()
            await until_told(stage, game, f"lost-{stage.other.id}")
            for _ in range(2):
                stage.updates.enqueue(game)
                await stage.told()

            for person, say in ((stage.guest, DE), (stage.other, EN)):
                told = [m.text for m in person.sees(person.direct)]
                line = say("lost-server", edition="New York", game=game)
                assert told.count(line) == 1
            assert await stage.store.people.left_at(stage.club.guild.id)
            await stage.housekeeper().sweep()
            row = await stage.store.games.get(game)
            assert row is not None
            assert row.status == "playing"

            stage.club.add_bot()
            async with asyncio.timeout(PATIENCE):
                while await stage.store.people.left_at(stage.club.guild.id):
                    await asyncio.sleep(0.01)
            await table.turn()
            await table.is_right()

    async def test_after_thirty_days_it_is_called_off(self, tmp_path: Path) -> None:
        """Not a day before."""
        async with playing(tmp_path) as table:
            stage = table.stage
            stage.club.remove_bot()
            await until_told(stage, table.game, f"lost-{stage.other.id}")
            for days, status in ((29, "playing"), (31, "cancelled")):
                stage.later = timedelta(days=days)
                await stage.housekeeper().sweep()
                row = await stage.store.games.get(table.game)
                assert row is not None
                assert row.status == status
            await stage.told()
            assert await stage.store.posts.pending_tables() == []

    async def test_it_is_noticed_after_a_start(self, tmp_path: Path) -> None:
        """Removed while nobody looked."""
        async with playing(tmp_path) as table:
            stage = table.stage
            guild = stage.club.guild.id
            await stage.stop()
            stage.club.remove_bot()
            await stage.start()
            async with asyncio.timeout(PATIENCE):
                while not await stage.store.people.left_at(guild):
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
        async with playing(tmp_path) as table:
            stage, copy = table.stage, tmp_path / "copy.db"
            await stage.store.backup(copy)
            turn = (await stage.games.snapshot(table.game)).state.turns
            await table.turn()
            await table.is_right()
            mover, panel = await table.panel()
            board, card = stage.board(), mover.last(mover.direct)
            await stage.stop()

            restore_backup(copy, stage.database, datetime.now(UTC))
            await stage.start()
            async with asyncio.timeout(PATIENCE):
                while await stage.store.posts.pending_tables():
                    await asyncio.sleep(0.01)
            await stage.told()

            assert EN("line-restored", turn=turn) in "\n".join(
                m.text for m in stage.other.sees(stage.hall)
            )
            assert stage.board().id > board.id
            says = Words.of(mover.user.locale).say
            for old, name in (
                (panel, on_deck(panel)),
                (board, EN("button-draw")),
                (card, card.buttons[0]["custom_id"]),
            ):
                late = await mover.press(old, name)
                assert says("error-stale") in late.text
            await Table(stage, table.game).turn()
            await stage.told()
            snapshot = await stage.games.snapshot(table.game)
            assert snapshot.state.turns == turn + 1
            for person in (stage.guest, stage.other):
                newest = person.last(person.direct)
                assert newest.id > card.id


class TestDisk:
    """A disk that is full or read-only."""

    async def test_people_read_what_it_is(self, tmp_path: Path) -> None:
        """In their own language, whatever they press; nothing is lost, and it goes on."""
        async with playing(tmp_path) as table:
            stage, mover = table.stage, await table.mover()
            before = await table.version()
            board = stage.board()
            await stage.store.database._writer.execute("PRAGMA query_only = ON")
            stranger = stage.sandbox.person("Guest 9", stage.club, locale="de")

            moved = await mover.slash(stage.hall, "draw", card="deck:taxi")
            looked = await mover.press(board, EN("button-hand"))
            helped = await stranger.slash(stage.hall, "help")

            says = Words.of(mover.user.locale).say
            assert moved.text == says("error-disk")
            assert says("hand-cards") in looked.text
            assert helped.text
            assert await table.version() == before
            await stage.store.database._writer.execute("PRAGMA query_only = OFF")
            await table.turn()
            await table.is_right()


class TestLogs:
    """What an operator reads at INFO."""

    async def test_a_table_s_life(self, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
        """Opened, started, over; with ids as fields."""
        with caplog.at_level(logging.DEBUG, "bot"):
            async with on_stage(tmp_path / "games.db") as stage:
                await stage.moderator.slash(stage.hall, "game new", edition="new-york", bots=2)
                await stage.told()
                await stage.moderator.slash(stage.hall, "game start")
                await stage.told()
                await stage.moderator.slash(stage.hall, "game new", edition="usa")
                await stage.told()
                await stage.other.press(stage.post(), EN("button-join"))
                await stage.moderator.slash(stage.hall, "game cancel")
                await stage.told()

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
        assert opened.__dict__["guild"] == stage.club.guild.id
        pressed = [r.__dict__ for r in caplog.records if r.getMessage() == "press"]
        commands = ["/game new", "/game start", "/game new", "/game cancel"]
        assert [facts["verb"] for facts in pressed] == [*commands[:3], "join", commands[3]]


class TestDamage:
    """A log that cannot be read."""

    async def test_it_is_our_fault_and_is_logged(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        """Whoever looks is not told to choose from the suggestions."""
        async with playing(tmp_path) as table:
            stage = table.stage
            await stage.store.database.write(
                Statement("DELETE FROM events WHERE game_id = $1 AND seq = 3", (table.game,))
            )
            stage.games.cache._tables.clear()

            answer = await stage.other.slash(stage.hall, "hand")

            assert EN("error-unexpected", reference="").rpartition("(")[0] in answer.text
            assert "the log has a gap" in caplog.text
