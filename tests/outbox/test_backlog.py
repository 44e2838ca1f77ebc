"""Fresh changes go before the tables that catch up after a restart, a restore or an outage."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.games.model import format_time
from bot.outbox.queue import MAX_BACKLOG_UPDATES, Backlog
from bot.text.words import Words
from sandbox.world.places import Place
from tests.support.running_bot import RunningBot, running_bot
from tests.support.timeouts import TEST_TIMEOUT_SECONDS, wait_until

EN = Words.of("en").say
EDIT = "PATCH /channels/*/messages/*"
TABLES = 12


async def left_untold(bot: RunningBot) -> dict[str, Place]:
    """Lobbies in channels of their own whose posts all have to be edited, by id."""
    places = [bot.club.channel(f"room-{n}") for n in range(TABLES)]
    games = {}
    for place in places:
        lobby = await bot.games.lobby.open("usa", bot.club.id, place.id, bot.moderator.id, "en")
        games[lobby.row.id] = place
    await bot.wait_idle()
    for game in games:
        await bot.store.posts.schedule_rewrite(game, format_time(bot.games.now()))
    bot.sandbox.faults.block(EDIT)
    return games


def is_posted(bot: RunningBot) -> bool:
    """Whether everyone can see the new table in the channel."""
    seen = bot.moderator.sees(bot.channel)
    return any(EN("button-join") in each.labels for each in seen if not each.ephemeral)


def unanswered_edits(bot: RunningBot) -> list[int]:
    """The channels whose edits Discord has not answered yet."""
    return [int(path.split("/")[2]) for path in bot.sandbox.faults.blocked]


class TestCatchingUp:
    """Many tables that were left untold."""

    async def test_a_new_table_does_not_wait(self, tmp_path: Path) -> None:
        """Its post is there while all the others still wait; then they are told too."""
        async with running_bot(tmp_path / "games.db") as bot:
            await left_untold(bot)

            await bot.updates.enqueue_pending()
            await wait_until(lambda: len(unanswered_edits(bot)) == MAX_BACKLOG_UPDATES)
            await bot.moderator.slash(bot.channel, "game new", edition="new-york")
            await wait_until(lambda: is_posted(bot))

            assert len(unanswered_edits(bot)) == MAX_BACKLOG_UPDATES
            assert len(await bot.store.posts.pending_tables()) >= TABLES
            bot.sandbox.faults.unblock()
            await bot.wait_idle()
            assert await bot.store.posts.pending_tables() == []

    async def test_a_press_at_a_waiting_table_goes_first(self, tmp_path: Path) -> None:
        """All others stay in their order."""
        async with running_bot(tmp_path / "games.db") as bot:
            games = await left_untold(bot)
            await bot.updates.enqueue_pending()
            await wait_until(lambda: len(unanswered_edits(bot)) == MAX_BACKLOG_UPDATES)
            waiting = [place for place in games.values() if place.id not in unanswered_edits(bot)]

            await bot.guest.press(bot.newest_post(waiting[-1]), EN("button-join"))
            await wait_until(lambda: len(unanswered_edits(bot)) > MAX_BACKLOG_UPDATES)

            assert unanswered_edits(bot)[MAX_BACKLOG_UPDATES:] == [waiting[-1].id]
            bot.sandbox.faults.unblock()
            await bot.wait_idle()
            assert await bot.store.posts.pending_tables() == []

    @pytest.mark.parametrize("way", ["recheck_posts", "refresh"])
    async def test_other_ways_of_catching_up(self, tmp_path: Path, way: str) -> None:
        """A server that we are on again, deleted posts, and deadlines that moved."""
        async with running_bot(tmp_path / "games.db") as bot:
            games = await left_untold(bot)
            if way == "recheck_posts":
                for game in games:
                    await bot.updates.recheck_posts(game, catching_up=True)
            else:
                await bot.updates.refresh([*games])
            await wait_until(lambda: len(unanswered_edits(bot)) == MAX_BACKLOG_UPDATES)
            await bot.moderator.slash(bot.channel, "game new", edition="new-york")
            await wait_until(lambda: is_posted(bot))

            assert len(unanswered_edits(bot)) == MAX_BACKLOG_UPDATES
            bot.sandbox.faults.unblock()
            await bot.wait_idle()


class TestPlaces:
    """Who has a place, and who waits."""

    async def test_a_place_is_given_on_in_order(self) -> None:
        backlog, entered, leave = Backlog(1), list[str](), asyncio.Event()

        async def tell(game: str) -> None:
            async with backlog.place(game):
                entered.append(game)
                await leave.wait()

        tasks = [asyncio.create_task(tell(game)) for game in "abcd"]
        await asyncio.sleep(0.01)
        assert entered == ["a"]
        tasks[1].cancel()
        backlog.skip_wait("d")
        await asyncio.sleep(0.01)
        assert entered == ["a", "d"]
        leave.set()
        await asyncio.gather(*tasks, return_exceptions=True)

        assert entered == ["a", "d", "c"]
        async with asyncio.timeout(TEST_TIMEOUT_SECONDS), backlog.place("e"):
            pass

    async def test_a_place_given_to_a_canceled_table_is_not_lost(self) -> None:
        """It is canceled in the very step in which the place becomes free."""
        backlog = Backlog(1)
        first = backlog.place("a")
        await first.__aenter__()

        async def tell() -> None:
            async with backlog.place("b"):
                pass

        task = asyncio.create_task(tell())
        await asyncio.sleep(0.01)
        await first.__aexit__(None, None, None)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

        async with asyncio.timeout(TEST_TIMEOUT_SECONDS), backlog.place("c"):
            pass
