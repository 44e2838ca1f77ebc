"""`/open`: members open tables where moderators allow it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.text.words import Words
from sandbox.errors import NotPossible
from tests.support.running_bot import RunningBot, running_bot

EN, DE = Words.of("en").say, Words.of("de").say


async def allow(bot: RunningBot, channel: object = None) -> str:
    """Choose a channel, or choose it no longer, and return the answer."""
    chosen = await bot.moderator.slash(bot.channel, "game settings", open=channel or bot.channel)
    return chosen.text


class TestSettings:
    """Moderators choose the channels."""

    async def test_a_channel_is_chosen_and_given_up(self, bot: RunningBot) -> None:
        """The settings name all of them."""
        second = bot.club.channel("second")
        shown = await bot.moderator.slash(bot.channel, "game settings")
        assert EN("settings-open-none") in shown.text

        assert EN("settings-open", channels=bot.channel.mention) in await allow(bot)
        both = f"{bot.channel.mention}, {second.mention}"
        assert EN("settings-open", channels=both) in await allow(bot, second)
        assert EN("settings-open", channels=second.mention) in await allow(bot)
        assert EN("settings-open-none") in await allow(bot, second)

    async def test_a_deleted_channel_is_not_named(self, bot: RunningBot) -> None:
        """It may have been the only one."""
        second = bot.club.channel("second")
        await allow(bot, second)
        second.delete()

        shown = await bot.moderator.slash(bot.channel, "game settings")
        refused = await bot.guest.slash(bot.channel, "open", edition="usa")

        assert EN("settings-open-none") in shown.text
        assert refused.text == DE("lobby-error-open-nowhere")


class TestMembers:
    """Everyone may use the command. The channel decides."""

    async def test_off_by_default(self, bot: RunningBot) -> None:
        """The answer is private."""
        refused = await bot.guest.slash(bot.channel, "open", edition="usa")

        assert refused.text == DE("lobby-error-open-nowhere")
        assert refused.ephemeral
        assert await bot.store.games.open_in(bot.channel.id) is None

    async def test_another_channel_is_named(self, bot: RunningBot) -> None:
        """The refusal says where it works."""
        second = bot.club.channel("second")
        await allow(bot, second)

        refused = await bot.other.slash(bot.channel, "open", edition="usa")

        assert refused.text == EN("lobby-error-open-elsewhere", channels=second.mention)
        assert refused.ephemeral
        assert await bot.store.games.open_in(bot.channel.id) is None

    async def test_a_member_opens_and_starts_a_table(self, bot: RunningBot) -> None:
        """With the options of `/game new`. The answer waits for the post."""
        await allow(bot)

        opened = await bot.other.slash(
            bot.channel, "open", edition="new-york", seats=2, bots=1, pace="blitz", start="pressed"
        )
        await bot.wait_idle()
        said = EN("lobby-opened", **Words.of("en").labels("join", "start"))
        await bot.other.until(lambda: opened.text == said)

        row = await bot.store.games.open_in(bot.channel.id)
        assert row is not None
        options = (await bot.games.lobby.get(row.id)).options
        assert (row.opener_id, row.edition) == (bot.other.id, "new-york")
        assert (options.seats, options.pace, options.soon) == (2, "blitz", False)
        await bot.other.press(bot.newest_post(), EN("button-join"))
        await bot.wait_idle()
        started = await bot.other.press(bot.newest_post(), EN("button-start"))
        assert started.text == EN("lobby-started")

    async def test_one_lobby_each(self, bot: RunningBot) -> None:
        """In whatever channel. Another person may have one too."""
        second = bot.club.channel("second")
        for channel in (bot.channel, second):
            await allow(bot, channel)
        await bot.other.slash(bot.channel, "open", edition="usa")
        await bot.wait_idle()

        refused = await bot.other.slash(second, "open", edition="usa")
        await bot.guest.slash(second, "open", edition="usa")
        await bot.wait_idle()

        assert refused.text == EN("lobby-error-one-lobby-each", channel=bot.channel.mention)
        row = await bot.store.games.open_in(second.id)
        assert row is not None
        assert row.opener_id == bot.guest.id

    async def test_two_at_once(self, bot: RunningBot) -> None:
        """One of them is opened."""
        second = bot.club.channel("second")
        for channel in (bot.channel, second):
            await allow(bot, channel)

        await asyncio.gather(
            *(bot.other.slash(where, "open", edition="usa") for where in (bot.channel, second))
        )
        await bot.wait_idle()

        rows = [await bot.store.games.open_in(where.id) for where in (bot.channel, second)]
        assert sum(row is not None for row in rows) == 1

    async def test_a_channel_with_a_table(self, bot: RunningBot) -> None:
        """One table in a channel, as everywhere."""
        await allow(bot)
        await bot.moderator.slash(bot.channel, "game new", edition="usa")
        await bot.wait_idle()

        refused = await bot.guest.slash(bot.channel, "open", edition="usa")

        assert refused.text == DE("error-channel-taken")

    async def test_not_by_direct_message(self, bot: RunningBot) -> None:
        """Tables belong to servers."""
        with pytest.raises(NotPossible):
            await bot.guest.slash(bot.guest.direct, "open", edition="usa")


class TestClosing:
    """Members cannot use `/game cancel`, so the opener of a lobby closes it under *Details*."""

    @pytest.mark.parametrize("locale", ["en-US", "de"])
    async def test_the_opener_closes_a_lobby(self, tmp_path: Path, locale: str) -> None:
        """Nobody else has the button. Players are told."""
        async with running_bot(tmp_path / "games.db", locale) as bot:
            posts = Words.of(locale)
            await allow(bot)
            await bot.other.slash(bot.channel, "open", edition="usa")
            await bot.wait_idle()
            await bot.guest.press(bot.newest_post(), posts.say("button-join"))
            await bot.wait_idle()
            seen = await bot.guest.press(bot.newest_post(), posts.say("button-details"))
            assert seen.message.labels == [f"🍀 {DE('button-word')}"]
            details = await bot.other.press(bot.newest_post(), posts.say("button-details"))

            closed = await bot.other.press(details, EN("button-close-lobby"))
            await bot.wait_idle()

            assert closed.text == EN("lobby-cancelled")
            assert bot.newest_post().buttons == []
            assert await bot.store.games.open_in(bot.channel.id) is None
            letters = [m.text for m in bot.guest.sees(bot.guest.direct)]
            assert any("Guest 3" in letter for letter in letters)
            await bot.other.slash(bot.channel, "open", edition="usa")
            assert await bot.store.games.open_in(bot.channel.id) is not None

    async def test_not_a_game_that_has_started(self, bot: RunningBot) -> None:
        """The panel may be older than the start."""
        game = await bot.open_lobby("new-york", bot.guest, bots=1)
        details = await bot.moderator.press(bot.newest_post(), EN("button-details"))
        await bot.moderator.slash(bot.channel, "game start")
        await bot.wait_idle()

        late = await bot.moderator.press(details, EN("button-close-lobby"))

        assert late.text == EN("lobby-error-already-started")
        row = await bot.store.games.get(game)
        assert row is not None
        assert row.status == "playing"
