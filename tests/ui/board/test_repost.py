"""*Repost board*: the board is posted again below, once, and nobody is pinged."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.games.placement import REPOST_INTERVAL
from bot.outbox.delays import PublishDelays
from bot.text.words import Words
from engine.errors import NotYourGame
from sandbox.world.people import Answer, Person
from tests.outbox.test_faults import started_table
from tests.support.running_bot import RunningBot

EN, DE = Words.of("en").say, Words.of("de").say


async def bring_board(bot: RunningBot, person: Person) -> Answer:
    """Press *More*, then *Repost board*."""
    panel = await person.press(bot.board(), EN("button-more"))
    return await person.press(panel, Words.of(person.user.locale).say("button-bring"))


async def test_the_board_comes_below_what_people_write(tmp_path: Path) -> None:
    """The former post is gone, the new one is the same, and nobody is called by it."""
    async with started_table(tmp_path) as table:
        bot = table.bot
        former, mover = bot.board(), await table.player_on_turn()
        bot.other.say(bot.channel, "Nice game!")
        pings = [len(p.shown.pings()) for p in (bot.guest, bot.other)]

        said = await bring_board(bot, bot.guest)
        await bot.wait_idle()

        assert said.text == DE("board-brought", channel=bot.channel.mention)
        board = bot.board()
        assert board.id > former.id
        assert (board.text, board.labels) == (former.text, former.labels)
        assert [file.content for file in board.files] == [file.content for file in former.files]
        assert former.id not in [m.id for m in bot.moderator.sees(bot.channel)]
        assert board.mentions == []
        assert f"<@{mover.id}>" in board.text
        assert [len(p.shown.pings()) for p in (bot.guest, bot.other)] == pings
        assert bot.moderator.sees(bot.channel)[-1].id == board.id


async def test_many_at_once(tmp_path: Path) -> None:
    """It is posted once; the others hear that it was, and a minute later it can be done again."""
    async with started_table(tmp_path) as table:
        bot = table.bot
        count = len([m for m in bot.moderator.sees(bot.channel) if not m.ephemeral])
        panels = [
            (person, await person.press(bot.board(), EN("button-more")))
            for person in (bot.guest, bot.other, bot.guest, bot.other)
        ]

        answers = await asyncio.gather(
            *(p.press(panel, Words.of(p.user.locale).say("button-bring")) for p, panel in panels)
        )
        await bot.wait_idle()

        done = {say("board-brought", channel=bot.channel.mention) for say in (EN, DE)}
        assert sum(answer.text in done for answer in answers) == 1
        late = {say("lobby-error-just-brought", when="|").partition("|")[0] for say in (EN, DE)}
        refused = [answer.text for answer in answers if answer.text not in done]
        assert len(refused) == 3
        assert all(any(text.startswith(begins) for begins in late) for text in refused)
        public = [m for m in bot.moderator.sees(bot.channel) if not m.ephemeral]
        assert len(public) == count
        assert len([m for m in public if m.buttons]) == 1
        bot.clock_offset = REPOST_INTERVAL
        again = await bring_board(bot, bot.other)
        assert again.text in done


async def test_the_story_goes_on(tmp_path: Path) -> None:
    """The turn's line of history stands once, where the board was brought; the next one rings."""
    async with started_table(tmp_path) as table:
        bot = table.bot
        mover = await table.player_on_turn()
        bot.other.say(bot.channel, "Nice game!")
        await bring_board(bot, bot.guest)
        await bot.wait_idle()
        brought = bot.board()

        await table.play_turn()
        await table.check_posts()

        (line,) = [m for m in bot.moderator.sees(bot.channel) if m.id == brought.id]
        assert line.text.startswith("-# 1 · ")
        assert mover.user.display in line.text
        turns = [m for m in bot.moderator.sees(bot.channel) if m.text.startswith("-# 1 · ")]
        assert len(turns) == 1
        assert bot.board().mentions == [(await table.player_on_turn()).id]


async def test_who_may_not(tmp_path: Path) -> None:
    """Only players, and only while the game goes on."""
    async with started_table(tmp_path) as table:
        bot = table.bot
        panel = await bot.guest.press(bot.board(), EN("button-more"))
        with pytest.raises(NotYourGame):
            await bot.games.placement.bring_board(table.game, bot.moderator.id)
        await bot.moderator.slash(bot.channel, "game cancel", confirm=True)
        late = await bot.guest.press(panel, DE("button-bring"))

        assert late.text == DE("lobby-error-table-closed")


async def test_whoever_was_not_called_yet_is_called_later(tmp_path: Path) -> None:
    """Somebody who is present finds the board brought, and is called if they stay away."""
    async with started_table(tmp_path) as table:
        bot = table.bot
        await bot.stop()
        bot.delays = PublishDelays(own_card=timedelta(0), mid_turn=timedelta(0))
        await bot.start()
        await table.play_turn()
        await bot.wait_idle()
        mover = await table.player_on_turn()
        assert bot.board().mentions == []

        await bring_board(bot, bot.guest)
        await bot.wait_idle()
        brought = bot.board()
        bot.clock_offset = bot.delays.ping
        bot.updates.enqueue(table.game)
        await bot.wait_idle()

        assert brought.mentions == []
        called = bot.board()
        assert called.id > brought.id
        assert called.mentions == [mover.id]
