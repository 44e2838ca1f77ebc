"""*Bring the board here*: posted anew below, once, and nobody is called."""

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
from tests.outbox.test_faults import playing
from tests.support.bot_stage import BotStage

EN, DE = Words.of("en").say, Words.of("de").say


async def bring(stage: BotStage, person: Person) -> Answer:
    """Press *More*, then *Bring the board here*."""
    panel = await person.press(stage.board(), EN("button-more"))
    return await person.press(panel, Words.of(person.user.locale).say("button-bring"))


async def test_the_board_comes_below_what_people_write(tmp_path: Path) -> None:
    """The former post is gone, the new one is the same, and nobody is called by it."""
    async with playing(tmp_path) as table:
        stage = table.stage
        former, mover = stage.board(), await table.mover()
        stage.other.say(stage.hall, "Nice game!")
        pings = [len(p.shown.pings()) for p in (stage.guest, stage.other)]

        said = await bring(stage, stage.guest)
        await stage.told()

        assert said.text == DE("board-brought", channel=stage.hall.mention)
        board = stage.board()
        assert board.id > former.id
        assert (board.text, board.labels) == (former.text, former.labels)
        assert [file.content for file in board.files] == [file.content for file in former.files]
        assert former.id not in [m.id for m in stage.moderator.sees(stage.hall)]
        assert board.mentions == []
        assert f"<@{mover.id}>" in board.text
        assert [len(p.shown.pings()) for p in (stage.guest, stage.other)] == pings
        assert stage.moderator.sees(stage.hall)[-1].id == board.id


async def test_many_at_once(tmp_path: Path) -> None:
    """It is posted once; the others hear that it was, and a minute later it can be done again."""
    async with playing(tmp_path) as table:
        stage = table.stage
        count = len([m for m in stage.moderator.sees(stage.hall) if not m.ephemeral])
        panels = [
            (person, await person.press(stage.board(), EN("button-more")))
            for person in (stage.guest, stage.other, stage.guest, stage.other)
        ]

        answers = await asyncio.gather(
            *(p.press(panel, Words.of(p.user.locale).say("button-bring")) for p, panel in panels)
        )
        await stage.told()

        done = {say("board-brought", channel=stage.hall.mention) for say in (EN, DE)}
        assert sum(answer.text in done for answer in answers) == 1
        late = {say("lobby-error-just-brought", when="|").partition("|")[0] for say in (EN, DE)}
        refused = [answer.text for answer in answers if answer.text not in done]
        assert len(refused) == 3
        assert all(any(text.startswith(begins) for begins in late) for text in refused)
        public = [m for m in stage.moderator.sees(stage.hall) if not m.ephemeral]
        assert len(public) == count
        assert len([m for m in public if m.buttons]) == 1
        stage.later = REPOST_INTERVAL
        again = await bring(stage, stage.other)
        assert again.text in done


async def test_the_story_goes_on(tmp_path: Path) -> None:
    """The turn's line of history stands once, where the board was brought; the next one rings."""
    async with playing(tmp_path) as table:
        stage = table.stage
        mover = await table.mover()
        stage.other.say(stage.hall, "Nice game!")
        await bring(stage, stage.guest)
        await stage.told()
        brought = stage.board()

        await table.turn()
        await table.is_right()

        (line,) = [m for m in stage.moderator.sees(stage.hall) if m.id == brought.id]
        assert line.text.startswith("-# 1 · ")
        assert mover.user.display in line.text
        turns = [m for m in stage.moderator.sees(stage.hall) if m.text.startswith("-# 1 · ")]
        assert len(turns) == 1
        assert stage.board().mentions == [(await table.mover()).id]


async def test_who_may_not(tmp_path: Path) -> None:
    """Only players, and only while the game goes on."""
    async with playing(tmp_path) as table:
        stage = table.stage
        panel = await stage.guest.press(stage.board(), EN("button-more"))
        with pytest.raises(NotYourGame):
            await stage.games.placement.bring_board(table.game, stage.moderator.id)
        await stage.moderator.slash(stage.hall, "game cancel", sure=True)
        late = await stage.guest.press(panel, DE("button-bring"))

        assert late.text == DE("lobby-error-table-closed")


async def test_whoever_was_not_called_yet_is_called_later(tmp_path: Path) -> None:
    """Somebody who is present finds the board brought, and is called if they stay away."""
    async with playing(tmp_path) as table:
        stage = table.stage
        await stage.stop()
        stage.patience = PublishDelays(own_card=timedelta(0), mid_turn=timedelta(0))
        await stage.start()
        await table.turn()
        await stage.told()
        mover = await table.mover()
        assert stage.board().mentions == []

        await bring(stage, stage.guest)
        await stage.told()
        brought = stage.board()
        stage.later = stage.patience.call
        stage.updates.enqueue(table.game)
        await stage.told()

        assert brought.mentions == []
        called = stage.board()
        assert called.id > brought.id
        assert called.mentions == [mover.id]
