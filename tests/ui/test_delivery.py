"""Answers whose line is cut, and presses that come twice: sent again, and done once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.text.words import Words
from engine.events import Reverted
from engine.questions import SecondDraw
from tests.outbox.test_faults import DE, EN, started_table
from tests.support.players import deck_button
from tests.support.running_bot import running_bot


class TestAnswers:
    """An answer whose line is cut is sent again."""

    @pytest.mark.parametrize("after", [False, True])
    async def test_a_first_answer(self, tmp_path: Path, after: bool) -> None:
        """Whether Discord had got it or not; the move is made once."""
        async with started_table(tmp_path) as table:
            mover, panel = await table.open_draw_panel()
            table.faults.drop("POST /interactions/*", after=after, times=2)

            answer = await mover.press(panel, deck_button(panel))

            says = Words.of(mover.user.locale).say
            assert says("question-SecondDraw") in answer.text
            snapshot = await table.bot.games.snapshot(table.game)
            assert isinstance(snapshot.state.waiting[snapshot.table.seat_of(mover.id)], SecondDraw)

    @pytest.mark.parametrize("after", [False, True])
    async def test_a_promise_and_its_answer(self, tmp_path: Path, after: bool) -> None:
        """Nobody is left with "thinking": cut before or after it reached Discord."""
        async with started_table(tmp_path) as table:
            guest = table.bot.guest
            table.faults.drop("POST /interactions/*", after=after)
            table.faults.drop("PATCH /webhooks/*", after=after)

            shown = await guest.press(table.bot.newest_post(), EN("button-map"))

            assert [file.name for file in shown.message.files] == ["map.png"]

    async def test_a_window(self, tmp_path: Path) -> None:
        """To type into."""
        async with running_bot(tmp_path / "games.db") as bot:
            await bot.moderator.slash(bot.channel, "game new", edition="new-york")
            await bot.wait_idle()
            details = await bot.guest.press(bot.newest_post(), EN("button-details"))
            bot.sandbox.faults.drop("POST /interactions/*")

            opened = await bot.guest.press(details.message, DE("button-word"))

            assert opened.modal

    async def test_a_command_that_comes_twice_moves_once(self, tmp_path: Path) -> None:
        """Two deliveries of `/draw` draw one card, the answer is that of one."""
        async with started_table(tmp_path) as table:
            mover, bot = await table.player_on_turn(), table.bot
            before = len(await bot.store.games.moves(table.game))
            table.faults.duplicate_interactions()

            drawn = await mover.slash(bot.channel, "draw", card="deck:taxi")
            await asyncio.sleep(0.2)
            await table.check_posts()

            says = Words.of(mover.user.locale).say
            card = says("own-BlindCardDrawn", card="|", deck="").split("|")[0]
            answer = mover.find(bot.channel.id, drawn.message.id)
            assert answer is not None
            assert says("question-SecondDraw") in answer.text
            assert card in answer.text
            assert len(await bot.store.games.moves(table.game)) == before + 1

    async def test_the_second_delivery_does_not_speak_over_the_first(self, tmp_path: Path) -> None:
        """What was kept is no longer on offer; whoever kept it is not told so."""
        async with running_bot(tmp_path / "games.db") as bot:
            await bot.start_game("new-york", bot.guest, bot.other)
            bot.sandbox.faults.duplicate_interactions()

            kept = await bot.guest.slash(bot.channel, "tickets", keep="1")
            await asyncio.sleep(0.3)
            await bot.wait_idle()

            answer = bot.guest.find(bot.channel.id, kept.message.id)
            assert answer is not None
            assert DE("own-TicketsKept", count=1) in answer.text

    async def test_a_step_is_taken_back_once_by_two_deliveries(self, tmp_path: Path) -> None:
        """The log holds one taking back."""
        async with running_bot(tmp_path / "games.db") as bot:
            game = await bot.start_game("new-york", bot.guest, bot.other)
            await bot.guest.slash(bot.channel, "tickets", keep="1")
            bot.sandbox.faults.duplicate_interactions()

            await bot.guest.slash(bot.channel, "undo")
            await asyncio.sleep(0.2)
            await bot.wait_idle()

            log = await bot.store.games.log(game)
            assert sum(isinstance(event, Reverted) for event in log) == 1

    async def test_a_table_is_opened_once_by_two_deliveries(self, tmp_path: Path) -> None:
        """Nobody is told that the channel is taken, by themselves."""
        async with running_bot(tmp_path / "games.db") as bot:
            bot.sandbox.faults.duplicate_interactions()

            opened = await bot.moderator.slash(bot.channel, "game new", edition="usa", bots=1)
            await asyncio.sleep(0.2)
            await bot.wait_idle()

            said = EN("lobby-opened", **Words.of("en").labels("join", "start"))
            await bot.moderator.until(lambda: opened.text == said)
            assert len([m for m in bot.other.sees(bot.channel) if m.buttons]) == 1
