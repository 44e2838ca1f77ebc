"""Tables before the game: how big, when they start, whom they reach, when they close."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.games.lobby import LOBBY_LIFETIME, LOBBY_WARNING
from bot.ops.backups import DAILY_COPIES
from bot.text.words import Words
from tests.support.bot_stage import BotStage, on_stage

EN, DE = Words.of("en").say, Words.of("de").say
MINUTE = timedelta(minutes=1)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[BotStage]:
    async with on_stage(tmp_path / "games.db") as made:
        yield made


async def _opened(stage: BotStage, **options: object) -> str:
    await stage.moderator.slash(stage.hall, "game new", edition="usa", **options)
    await stage.told()
    row = await stage.store.games.open_in(stage.hall.id)
    assert row is not None
    return row.id


class TestSize:
    """How many sit down, and what happens when all do."""

    async def test_a_small_table_is_full_early(self, stage: BotStage) -> None:
        """A table for two of an edition for five."""
        game = await _opened(stage, seats=2, bots=1)

        assert "2. …" in stage.post().text
        assert "3. …" not in stage.post().text
        await stage.guest.press(stage.post(), EN("button-join"))
        await stage.told()
        (join,) = [b for b in stage.post().buttons if b["label"] == EN("button-join")]
        assert join["disabled"]
        assert (await stage.store.games.get(game)).status == "lobby"  # type: ignore[union-attr]

    async def test_it_begins_by_itself_when_full(self, stage: BotStage) -> None:
        """If the opener said so; whoever took the last seat is told."""
        game = await _opened(stage, seats=3, bots=1, start="full")
        assert EN("lobby-when-full") in stage.post().text

        first = await stage.other.press(stage.post(), EN("button-join"))
        await stage.told()
        last = await stage.guest.press(stage.post(), EN("button-join"))
        await stage.told()

        assert EN("lobby-joined", hand=EN("button-hand")) in first.text
        assert DE("lobby-started") in last.text
        assert (await stage.store.games.get(game)).status == "playing"  # type: ignore[union-attr]

    async def test_not_more_than_the_edition_seats(self, stage: BotStage) -> None:
        """New York is for four at most; nothing is opened."""
        refused = await stage.moderator.slash(stage.hall, "game new", edition="new-york", seats=5)

        assert EN("lobby-error-seats-not-possible", least=2, most=4) in refused.text
        assert await stage.store.games.open_in(stage.hall.id) is None


class TestDirectMessages:
    """Joining shows whether hand cards will arrive."""

    async def test_a_greeting_comes_once(self, stage: BotStage) -> None:
        """In the player's own language; it goes when the seat is given up."""
        await _opened(stage)
        await stage.guest.press(stage.post(), EN("button-join"))
        await stage.told()
        await stage.other.press(stage.post(), EN("button-join"))
        await stage.told()

        greeting = DE("hand-will-come", edition="USA", channel=f"<#{stage.hall.id}>")
        assert [seen.text for seen in stage.guest.sees(stage.guest.direct)] == [greeting]
        assert "🔕" not in stage.post().text
        await stage.guest.press(stage.post(), EN("button-leave"))
        await stage.told()
        (left,) = stage.guest.sees(stage.guest.direct)
        assert DE("hand-not-yours") in left.text
        await stage.guest.press(stage.post(), EN("button-join"))
        await stage.told()
        assert stage.guest.last(stage.guest.direct).text == greeting

    async def test_a_closed_door_is_marked_and_blocks_nobody(self, stage: BotStage) -> None:
        """The lobby says so; the game starts all the same."""
        stage.guest.close_dms()
        game = await _opened(stage, bots=1)
        await stage.guest.press(stage.post(), EN("button-join"))
        await stage.told()

        assert "🔕" in stage.post().text
        await stage.moderator.press(stage.post(), EN("button-start"))
        await stage.told()
        assert (await stage.store.games.get(game)).status == "playing"  # type: ignore[union-attr]
        assert stage.guest.sees(stage.guest.direct) == []


class TestTime:
    """A lobby waits for fourteen days, and says so for the last four."""

    async def test_a_warning_and_the_end(self, stage: BotStage) -> None:
        """One new post with a mention, then none; in the end nothing can be pressed."""
        keeper = stage.housekeeper()
        game = await _opened(stage)
        first = stage.post()

        stage.later = LOBBY_LIFETIME - LOBBY_WARNING - MINUTE
        await keeper.sweep()
        await stage.told()
        assert stage.post().id == first.id
        stage.later = LOBBY_LIFETIME - LOBBY_WARNING + MINUTE
        for _ in range(3):
            await keeper.sweep()
            await stage.told()
        posts = [seen for seen in stage.other.sees(stage.hall) if not seen.ephemeral]
        assert len(posts) == 2
        assert stage.moderator.mention in posts[1].text
        assert posts[0].buttons == []
        assert EN("button-join") in posts[1].labels

        stage.later = LOBBY_LIFETIME + MINUTE
        await keeper.sweep()
        await stage.told()
        assert (await stage.store.games.get(game)).status == "cancelled"  # type: ignore[union-attr]
        assert EN("lobby-expired") in stage.post().text
        assert stage.post().buttons == []

    async def test_a_game_in_play_is_left_alone(self, stage: BotStage) -> None:
        """However long it takes."""
        game = await stage.open("new-york", stage.guest, stage.other)

        stage.later = 10 * LOBBY_LIFETIME
        await stage.housekeeper().sweep()
        await stage.told()

        assert (await stage.store.games.get(game)).status == "playing"  # type: ignore[union-attr]

    async def test_what_was_called_off_is_forgotten_in_time(self, stage: BotStage) -> None:
        """After three months, with everything that belongs to it."""
        game = await _opened(stage)
        await stage.moderator.slash(stage.hall, "game cancel")
        await stage.told()
        keeper = stage.housekeeper()

        stage.later = timedelta(days=89)
        await keeper.sweep()
        assert await stage.store.games.get(game) is not None
        stage.later = timedelta(days=91)
        await keeper.sweep()
        assert await stage.store.games.get(game) is None
        assert await stage.store.posts.by_kind(game) == {}


class TestBackups:
    """One a night."""

    async def test_nine_nights(self, stage: BotStage, tmp_path: Path) -> None:
        """The last seven stay, and the newest of a week before; what is not ours stays too."""
        folder = tmp_path / "backups"
        keeper = stage.housekeeper(folder)
        await _opened(stage)
        stage.later = timedelta(hours=(24 - stage.games.now().hour) + 4)
        for _ in range(DAILY_COPIES + 2):
            await keeper.sweep()
            (folder / "mine.db").touch()
            stage.later += timedelta(days=1)
        stage.later -= timedelta(days=1)
        found = sorted(path.name for path in folder.iterdir())
        await keeper.sweep()

        today = stage.games.now().date()
        nights = {f"{today - timedelta(days=back)}.db" for back in range(DAILY_COPIES)}
        assert nights | {"mine.db"} < set(found)
        assert sorted(path.name for path in folder.iterdir()) == found
        with sqlite3.connect(folder / found[0]) as db:
            assert db.execute("SELECT count(*) FROM games").fetchone() == (1,)
        db.close()


class TestLanguage:
    """Where neither a person's nor a server's language is one of ours."""

    async def test_the_operator_says_which(self, tmp_path: Path) -> None:
        async with on_stage(tmp_path / "games.db", locale="fr") as stage:
            await stage.stop()
            stage.default = "de"
            await stage.start()
            await _opened(stage)

            assert DE("button-join") in stage.post().labels
