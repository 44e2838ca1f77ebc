"""Tables before the game: how big, when they start, whom they reach, when they close."""

from __future__ import annotations

import asyncio
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

import maps
from bot.games.clock.model import pace_named
from bot.games.lobby import LOBBY_LIFETIME, LOBBY_WARNING
from bot.ops.backups import DAILY_COPIES
from bot.text.paces import expected_duration
from bot.text.words import Words
from bot.ui.lobby.actions import POST_POLL_SECONDS
from tests.support.running_bot import RunningBot, running_bot

EN, DE = Words.of("en").say, Words.of("de").say
MINUTE = timedelta(minutes=1)


async def _open_lobby(bot: RunningBot, **options: object) -> str:
    await bot.moderator.slash(bot.channel, "game new", edition="usa", **options)
    await bot.wait_idle()
    row = await bot.store.games.open_in(bot.channel.id)
    assert row is not None
    return row.id


class TestSize:
    """How many sit down, and what happens when all do."""

    async def test_a_small_table_is_full_early(self, bot: RunningBot) -> None:
        """A table for two of an edition for five."""
        game = await _open_lobby(bot, seats=2, bots=1)

        assert "2. …" in bot.newest_post().text
        assert "3. …" not in bot.newest_post().text
        await bot.guest.press(bot.newest_post(), EN("button-join"))
        await bot.wait_idle()
        (join,) = [b for b in bot.newest_post().buttons if b["label"] == EN("button-join")]
        assert join["disabled"]
        assert (await bot.store.games.get(game)).status == "lobby"  # type: ignore[union-attr]

    async def test_it_begins_by_itself_when_full(self, bot: RunningBot) -> None:
        """If the opener said so; whoever took the last seat is told."""
        game = await _open_lobby(bot, seats=3, bots=1, start="full")
        details = await bot.other.press(bot.newest_post(), EN("button-details"))
        assert EN("lobby-when-full") in details.text

        first = await bot.other.press(bot.newest_post(), EN("button-join"))
        await bot.wait_idle()
        last = await bot.guest.press(bot.newest_post(), EN("button-join"))
        await bot.wait_idle()

        assert EN("lobby-joined", hand=EN("button-hand")) in first.text
        assert DE("lobby-started") in last.text
        assert (await bot.store.games.get(game)).status == "playing"  # type: ignore[union-attr]

    async def test_not_more_than_the_edition_seats(self, bot: RunningBot) -> None:
        """New York is for four at most; nothing is opened."""
        refused = await bot.moderator.slash(bot.channel, "game new", edition="new-york", seats=5)

        assert EN("lobby-error-seats-not-possible", least=2, most=4) in refused.text
        assert await bot.store.games.open_in(bot.channel.id) is None


class TestDirectMessages:
    """Joining shows whether hand cards will arrive."""

    async def test_a_greeting_comes_once(self, bot: RunningBot) -> None:
        """In the player's own language; it goes when the seat is given up."""
        await _open_lobby(bot)
        await bot.guest.press(bot.newest_post(), EN("button-join"))
        await bot.wait_idle()
        await bot.other.press(bot.newest_post(), EN("button-join"))
        await bot.wait_idle()

        greeting = DE("hand-will-come", edition="USA", channel=f"<#{bot.channel.id}>")
        assert [seen.text for seen in bot.guest.sees(bot.guest.direct)] == [greeting]
        assert "🔕" not in bot.newest_post().text
        details = await bot.other.press(bot.newest_post(), EN("button-details"))
        assert "🔕" not in details.text
        await bot.guest.press(bot.newest_post(), EN("button-leave"))
        await bot.wait_idle()
        (left,) = bot.guest.sees(bot.guest.direct)
        assert DE("hand-not-yours") in left.text
        await bot.guest.press(bot.newest_post(), EN("button-join"))
        await bot.wait_idle()
        assert bot.guest.last(bot.guest.direct).text == greeting

    async def test_a_closed_door_is_marked_and_blocks_nobody(self, bot: RunningBot) -> None:
        """The lobby says so; the game starts all the same."""
        bot.guest.close_dms()
        game = await _open_lobby(bot, bots=1)
        await bot.guest.press(bot.newest_post(), EN("button-join"))
        await bot.wait_idle()

        assert "🔕" in bot.newest_post().text
        details = await bot.other.press(bot.newest_post(), EN("button-details"))
        assert f"🔕 {EN('lobby-unreached')}" in details.text
        await bot.moderator.press(bot.newest_post(), EN("button-start"))
        await bot.wait_idle()
        assert (await bot.store.games.get(game)).status == "playing"  # type: ignore[union-attr]
        assert bot.guest.sees(bot.guest.direct) == []


class TestTime:
    """A lobby waits for fourteen days, and says so for the last four."""

    async def test_a_warning_and_the_end(self, bot: RunningBot) -> None:
        """One new post with a mention, then none; in the end nothing can be pressed."""
        keeper = bot.housekeeper()
        game = await _open_lobby(bot)
        first = bot.newest_post()

        bot.clock_offset = LOBBY_LIFETIME - LOBBY_WARNING - MINUTE
        await keeper.sweep()
        await bot.wait_idle()
        assert bot.newest_post().id == first.id
        bot.clock_offset = LOBBY_LIFETIME - LOBBY_WARNING + MINUTE
        for _ in range(3):
            await keeper.sweep()
            await bot.wait_idle()
        posts = [seen for seen in bot.other.sees(bot.channel) if not seen.ephemeral]
        assert len(posts) == 2
        assert bot.moderator.mention in posts[1].text
        assert posts[0].buttons == []
        assert EN("button-join") in posts[1].labels

        bot.clock_offset = LOBBY_LIFETIME + MINUTE
        await keeper.sweep()
        await bot.wait_idle()
        assert (await bot.store.games.get(game)).status == "cancelled"  # type: ignore[union-attr]
        assert EN("lobby-expired") in bot.newest_post().text
        assert bot.newest_post().buttons == []

    async def test_a_game_in_play_is_left_alone(self, bot: RunningBot) -> None:
        """However long it takes."""
        game = await bot.start_game("new-york", bot.guest, bot.other)

        bot.clock_offset = 10 * LOBBY_LIFETIME
        await bot.housekeeper().sweep()
        await bot.wait_idle()

        assert (await bot.store.games.get(game)).status == "playing"  # type: ignore[union-attr]

    async def test_what_was_called_off_is_forgotten_in_time(self, bot: RunningBot) -> None:
        """After three months, with everything that belongs to it."""
        game = await _open_lobby(bot)
        await bot.moderator.slash(bot.channel, "game cancel")
        await bot.wait_idle()
        keeper = bot.housekeeper()

        bot.clock_offset = timedelta(days=89)
        await keeper.sweep()
        assert await bot.store.games.get(game) is not None
        bot.clock_offset = timedelta(days=91)
        await keeper.sweep()
        assert await bot.store.games.get(game) is None
        assert await bot.store.posts.by_kind(game) == {}


class TestBackups:
    """One a night."""

    async def test_nine_nights(self, bot: RunningBot, tmp_path: Path) -> None:
        """The last seven stay, and the newest of a week before; what is not ours stays too."""
        folder = tmp_path / "backups"
        keeper = bot.housekeeper(folder)
        await _open_lobby(bot)
        bot.clock_offset = timedelta(hours=(24 - bot.games.now().hour) + 4)
        for _ in range(DAILY_COPIES + 2):
            await keeper.sweep()
            (folder / "mine.db").touch()
            bot.clock_offset += timedelta(days=1)
        bot.clock_offset -= timedelta(days=1)
        found = sorted(path.name for path in folder.iterdir())
        await keeper.sweep()

        today = bot.games.now().date()
        nights = {f"{today - timedelta(days=back)}.db" for back in range(DAILY_COPIES)}
        assert nights | {"mine.db"} < set(found)
        assert sorted(path.name for path in folder.iterdir()) == found
        with sqlite3.connect(folder / found[0]) as db:
            assert db.execute("SELECT count(*) FROM games").fetchone() == (1,)
        db.close()


class TestLanguage:
    """Where neither a person's nor a server's language is one of ours."""

    async def test_the_operator_says_which(self, tmp_path: Path) -> None:
        async with running_bot(tmp_path / "games.db", locale="fr") as bot:
            await bot.stop()
            bot.default_locale = "de"
            await bot.start()
            await _open_lobby(bot)

            assert DE("button-join") in bot.newest_post().labels


class TestPost:
    """Seats, one line of settings, the buttons and one small line."""

    @pytest.mark.parametrize(
        ("options", "line"),
        [
            ({"seats": 2}, "⏱️ 24 h per turn · about 2 weeks · plans allowed"),
            ({"pace": "blitz", "plans": "off"}, "⏱️ 5 min per turn · about 3 hours · no plans"),
            ({"pace": "relaxed"}, "⏱️ 72 h per turn · about 5 weeks · plans allowed"),
            ({"pace": "none"}, "⏱️ No time limit · about 5 weeks · plans allowed"),
            ({"bots": 4}, "⏱️ No time limit · plans allowed"),
            ({"bots": 4, "pace": "day"}, "⏱️ 24 h per turn · plans allowed"),
        ],
    )
    async def test_all_that_it_says(
        self, bot: RunningBot, options: dict[str, object], line: str
    ) -> None:
        """Whoever plays only with bots has no clock, unless the opener chose one."""
        game = await _open_lobby(bot, **options)

        lobby = await bot.games.lobby.get(game)
        title, about, *seats, settings, small = bot.newest_post().text.splitlines()
        assert title == "## USA"
        assert about == maps.catalogue()[lobby.spec.id].about("en")
        assert len(seats) == lobby.size
        assert settings == f"-# {line}"
        fair = EN("fair-line", hash=lobby.row.commitment[:32])
        assert small == f"-# {fair} · {EN('fan-project')}"

    async def test_german(self, tmp_path: Path) -> None:
        async with running_bot(tmp_path / "games.db", locale="de") as bot:
            await _open_lobby(bot, seats=2)

            assert "⏱️ 24 Std. pro Zug · etwa 2 Wochen · Pläne erlaubt" in bot.newest_post().text

    def test_the_shortest_game_is_the_shortest(self) -> None:
        """New York's description says so, and the duration agrees."""
        editions = {edition: maps.load(edition) for edition in maps.catalogue()}
        spans = {
            edition: expected_duration(spec, 2, pace_named("day"))
            for edition, spec in editions.items()
        }

        assert min(spans, key=lambda edition: spans[edition]) == "new-york"
        assert "shortest" in maps.catalogue()["new-york"].about("en")
        assert "kürzeste" in maps.catalogue()["new-york"].about("de")
        assert spans["new-york"] < timedelta(days=7)

    async def test_it_is_being_opened_until_it_stands(self, bot: RunningBot) -> None:
        """The answer to the command says so, and then what to press."""
        bot.sandbox.faults.block("POST /channels/{channel_id}/messages")

        answer = await bot.moderator.slash(bot.channel, "game new", edition="usa")

        assert answer.text == EN("lobby-opening")
        assert answer.ephemeral
        bot.sandbox.faults.unblock()
        said = EN("lobby-opened", **Words.of("en").labels("join", "start"))
        await bot.moderator.until(lambda: answer.text == said)
        assert EN("button-join") in bot.newest_post().labels

    async def test_a_stop_while_it_is_being_opened(
        self, bot: RunningBot, caplog: pytest.LogCaptureFixture
    ) -> None:
        """Nothing fails, and the post follows after the next start."""
        bot.sandbox.faults.block("POST /channels/{channel_id}/messages")
        await bot.moderator.slash(bot.channel, "game new", edition="usa")

        await bot.stop()
        await asyncio.sleep(2 * POST_POLL_SECONDS)

        assert not [record for record in caplog.records if record.levelname == "ERROR"]
        bot.sandbox.faults.unblock()
        await bot.start()
        await bot.wait_idle()
        assert EN("button-join") in bot.newest_post().labels
