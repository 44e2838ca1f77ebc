"""Words come at once, their picture later; and never onto what a newer press has shown."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.text.words import Words
from bot.ui.turn.offer import OFFER_FILE_NAMES
from bot.workers import MAX_WORKERS, Workers
from sandbox.world.people import Answer, Person
from tests.support.players import deck_button, keep_tickets
from tests.support.running_bot import RunningBot, running_bot
from tests.support.timeouts import TEST_TIMEOUT_SECONDS, wait_until

EN = Words.of("en").say
PUT = "PATCH /webhooks/*"
"""The request that adds a picture to an answer."""


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[RunningBot]:
    """A game between a guest and a bot; the guest is to choose tickets."""
    async with running_bot(tmp_path / "games.db") as made:
        await made.start_game("new-york", made.other, bots=1)
        yield made


@asynccontextmanager
async def all_workers_busy(bot: RunningBot) -> AsyncIterator[None]:
    """All places to draw in are taken."""
    turns = bot.services.studio._limiter
    for _ in range(MAX_WORKERS):
        await turns.acquire(asked=True)
    try:
        yield
    finally:
        for _ in range(MAX_WORKERS):
            turns.release()


async def _wait_for_late_parts(bot: RunningBot) -> None:
    """Wait until nothing is to come to any answer."""
    await wait_until(lambda: not bot.services.late._answers)
    await bot.wait_idle()


async def _begin(bot: RunningBot) -> None:
    await bot.other.slash(bot.channel, "tickets", keep="1 2")
    await _wait_for_late_parts(bot)


async def _wait_for_picture(person: Person, answer: Answer, *names: str) -> None:
    """Until exactly these are on the message, in this order."""
    await person.until(lambda: [file.name for file in answer.message.files] == [*names], 20)


class TestWordsFirst:
    """Nobody waits for a picture to read, or to press."""

    async def test_a_hand(self, bot: RunningBot) -> None:
        """By button and by command; the picture is added to the same message."""
        await _begin(bot)
        person = bot.other
        async with all_workers_busy(bot):
            hands = [
                await person.press(bot.newest_post(), EN("button-hand")),
                await person.slash(bot.channel, "hand"),
            ]
            for hand in hands:
                assert EN("hand-cards") in hand.text
                assert EN("button-claim") in hand.message.labels
                assert hand.message.files == []

        for hand in hands:
            await _wait_for_picture(person, hand, "hand.png")
            assert EN("hand-cards") not in hand.text
            assert EN("question-Turn") in hand.text
            for alt in hand.message.alt_texts:
                assert alt.startswith(f"{EN('alt-hand')}\n{EN('hand-cards')}: ")
            assert EN("button-claim") in hand.message.labels

    async def test_tickets_on_offer(self, bot: RunningBot) -> None:
        """As the hand, or by command; they can be kept without the pictures."""
        person = bot.other
        async with all_workers_busy(bot):
            offers = [
                await person.press(bot.newest_post(), EN("button-hand")),
                await person.slash(bot.channel, "tickets"),
            ]
            for offer in offers:
                assert EN("tickets-keep", least=1) in offer.text
                assert len(offer.message.selects[0]["options"]) == 2
                assert offer.message.files == []
        for offer in offers:
            await _wait_for_picture(person, offer, *OFFER_FILE_NAMES)
        picked = await person.select(offers[0], ["0"])
        assert [file.name for file in picked.message.files] == [*OFFER_FILE_NAMES]

        async with all_workers_busy(bot):
            again = await person.press(bot.newest_post(), EN("button-hand"))
            kept = await keep_tickets(person, again, ["0"])
            assert EN("tickets-keep", least=1) not in kept.text

    async def test_tickets_just_drawn(self, bot: RunningBot) -> None:
        """The answer to a move is no later for the picture of what comes of it."""
        await _begin(bot)
        async with all_workers_busy(bot):
            asked = await bot.other.press(bot.newest_post(), EN("button-tickets"))
            offer = await bot.other.press(asked, EN("button-take"))
            assert EN("tickets-keep", least=1) in offer.text
            assert offer.message.files == []

        await _wait_for_picture(bot.other, offer, *OFFER_FILE_NAMES)

    async def test_a_press_that_comes_twice(self, bot: RunningBot) -> None:
        """It takes away nobody's picture."""
        async with all_workers_busy(bot):
            bot.sandbox.faults.duplicate_interactions()
            offer = await bot.other.press(bot.newest_post(), EN("button-hand"))

        await _wait_for_picture(bot.other, offer, *OFFER_FILE_NAMES)


class TestGoneOn:
    """What a newer press has shown stays, whenever the picture of an older one is drawn."""

    async def test_while_it_was_drawn(self, bot: RunningBot) -> None:
        """Nobody draws it any more; the panel stays as it is."""
        await _begin(bot)
        person = bot.other
        async with all_workers_busy(bot):
            hand = await person.press(bot.newest_post(), EN("button-hand"))
            panel = await person.press(hand, EN("button-claim"))
            shown = panel.message.components
            await wait_until(lambda: not bot.services.late._answers)
        await _wait_for_late_parts(bot)

        assert hand.message.id == panel.message.id
        assert EN("hand-cards") not in hand.text
        assert (hand.message.components, hand.message.files) == (shown, [])

    async def test_after_a_panel_of_its_own(self, bot: RunningBot) -> None:
        """The tickets stood on a message that was there before; the answer to them stands there."""
        person = bot.other
        hand = await person.press(bot.newest_post(), EN("button-hand"))
        await _wait_for_picture(person, hand, *OFFER_FILE_NAMES)
        async with all_workers_busy(bot):
            kept = await keep_tickets(person, hand, ["0"])
            said = kept.text
        await _wait_for_late_parts(bot)

        assert (hand.text, hand.message.files) == (said, [])

    async def test_while_it_was_on_its_way(self, bot: RunningBot) -> None:
        """The request is sent and slow: the answer to the press comes after it."""
        await _begin(bot)
        person, faults = bot.other, bot.sandbox.faults
        faults.slow(PUT, seconds=0.3)
        hand = await person.press(bot.newest_post(), EN("button-hand"))
        await wait_until(lambda: not faults.pending)
        panel = await person.press(hand, EN("button-claim"))
        shown = panel.text
        await asyncio.sleep(0.6)
        await _wait_for_late_parts(bot)

        assert EN("hand-cards") not in shown
        assert (hand.text, hand.message.files) == (shown, [])

    async def test_a_map_that_nobody_waits_for(self, bot: RunningBot) -> None:
        """It is a picture only, and promised; but what was pressed since counts."""
        await _begin(bot)
        person = bot.other
        hand = await person.press(bot.newest_post(), EN("button-hand"))
        await _wait_for_picture(person, hand, "hand.png")
        async with all_workers_busy(bot):
            await person.press(hand, EN("button-map"), until="acknowledged")
            panel = await person.press(hand, EN("button-claim"))
            shown = panel.text
        await _wait_for_late_parts(bot)

        assert EN("hand-cards") not in shown
        assert (hand.text, hand.message.files) == (shown, [])

    async def test_on_another_message(self, bot: RunningBot) -> None:
        """Whoever opens a hand and goes on elsewhere still gets its picture."""
        await _begin(bot)
        person = bot.other
        async with all_workers_busy(bot):
            hand = await person.press(bot.newest_post(), EN("button-hand"))
            other = await person.press(bot.newest_post(), EN("button-draw"))
            await person.press(other, deck_button(other))

        await _wait_for_picture(person, hand, "hand.png")


class TestNoPicture:
    """Where none comes, the words stay, and nobody is told of an error."""

    async def test_drawing_fails(self, bot: RunningBot) -> None:
        """Whatever the reason."""
        workers = Workers(1)
        workers.close()
        bot.services.studio.workers = workers

        hand = await bot.other.press(bot.newest_post(), EN("button-hand"))
        await _wait_for_late_parts(bot)

        assert EN("hand-cards") in hand.text
        assert hand.message.files == []
        assert hand.followups == []

    async def test_the_message_is_gone(self, bot: RunningBot) -> None:
        """Its reader has put it away; the next look is as usual."""
        async with all_workers_busy(bot):
            hand = await bot.other.press(bot.newest_post(), EN("button-hand"))
            bot.sandbox.faults.refuse(PUT, code=10008)
        await _wait_for_late_parts(bot)
        assert hand.message.files == []

        again = await bot.other.press(bot.newest_post(), EN("button-hand"))

        await _wait_for_picture(bot.other, again, *OFFER_FILE_NAMES)

    async def test_a_worker_hangs(self, bot: RunningBot) -> None:
        """After a while nobody waits for it any more, and the next look is as usual."""
        await _begin(bot)
        workers = Workers(1, TEST_TIMEOUT_SECONDS)
        bot.services.studio.workers = workers
        try:
            os.kill(await workers.run(os.getpid), signal.SIGSTOP)
            patient, workers.max_idle_seconds = workers.max_idle_seconds, 0.5
            hand = await bot.other.press(bot.newest_post(), EN("button-hand"))
            await _wait_for_late_parts(bot)
            workers.max_idle_seconds = patient
            again = await bot.other.press(bot.newest_post(), EN("button-hand"))
            await _wait_for_picture(bot.other, again, "hand.png")

            assert EN("hand-cards") in hand.text
            assert (hand.message.files, hand.followups) == ([], [])
        finally:
            workers.close()
