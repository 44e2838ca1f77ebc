"""How many presses each thing takes, from the direct message and from the channel.

A press is one interaction that the bot receives. A select counts once.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import maps
from bot.text.words import Words
from engine.ids import WILD, Card
from engine.questions import Turn
from sandbox.world.people import Answer, Person
from sandbox.world.visible_message import VisibleMessage
from tests.support.players import ByCommands
from tests.support.running_bot import RunningBot, running_bot
from tests.ui.tables.test_tables import _table
from tests.ui.turn.test_hand import RED, button_for, button_verbs, card_of, deal_hand

EN = Words.of("en").say
GREEN = 3


class PressCounter:
    """Somebody whose presses are counted, from a notice on."""

    def __init__(self, person: Person, notice: VisibleMessage) -> None:
        self.person, self.seen, self.presses = person, notice, 0

    async def press(self, verb: str) -> None:
        """Press the first button that asks for this."""
        self._see(await self.person.press(self.seen, button_for(self.seen, verb)))

    async def select(self, value: str) -> None:
        """Choose one thing of the only list."""
        self._see(await self.person.select(self.seen, [value]))

    async def keep(self, count: int) -> None:
        """Keep the first tickets on offer, and confirm that if the bot asks."""
        values = [option["value"] for option in self.seen.selects[0]["options"][:count]]
        self._see(await self.person.select(self.seen, values))
        confirm = [b["custom_id"] for b in self.seen.buttons if b["style"] == GREEN]
        if self.seen.selects and confirm:
            self._see(await self.person.press(self.seen, confirm[0]))

    def _see(self, answer: Answer) -> None:
        self.seen, self.presses = answer.message, self.presses + 1


NOTICES = pytest.mark.parametrize(("notice", "more"), [("card", 0), ("board", 1)])
"""The hand card, and the board post, where it takes one press more to see what there is."""


class TestPresses:
    """How many presses a turn takes, from the notice on; everything else is the other's turn."""

    @asynccontextmanager
    async def on_turn(
        self, path: Path, notice: str = "card", hand: Sequence[str] = (RED, WILD)
    ) -> AsyncIterator[Any]:
        """Somebody on turn who holds eight each of these cards."""
        edition = "usa"
        async with running_bot(path / "games.db") as bot:
            await bot.guest.slash(bot.channel, "my settings", language="en")
            game = await bot.start_game(edition, bot.guest, bot.other)
            while (snapshot := await bot.games.snapshot(game)).state.turn is None:
                for person in (bot.guest, bot.other):
                    asked = snapshot.state.waiting.get(snapshot.table.seat_of(person.id))
                    if asked and (player := ByCommands(bot, edition, person, "en")):
                        await player.answer(asked)
                        snapshot = await bot.games.snapshot(game)
            await bot.wait_idle()
            mover = snapshot.table.seats[snapshot.state.turn].user_id
            person = next(p for p in (bot.guest, bot.other) if p.id == mover)
            await deal_hand(bot, game, person, dict.fromkeys(map(Card, hand), 8))
            await bot.wait_idle()
            start = card_of(person) if notice == "card" else bot.board()
            yield bot, game, PressCounter(person, start)

    @NOTICES
    async def test_two_cards(self, tmp_path: Path, notice: str, more: int) -> None:
        """Two, and the turn is over. The last answer names both cards."""
        async with self.on_turn(tmp_path, notice) as (bot, game, hand):
            before = (await bot.games.snapshot(game)).state.turn
            if more:
                await hand.press("draw")
            await hand.press("blind")
            first = [line for line in hand.seen.text.splitlines() if line.startswith(DREW)]
            await hand.press("blind")

            assert hand.presses == 2 + more
            both = [line for line in hand.seen.text.splitlines() if line.startswith(DREW)]
            assert len(first) == 1
            assert len(both) == 2
            assert both[0] == first[0]
            assert (await bot.games.snapshot(game)).state.turn != before

    @NOTICES
    @pytest.mark.parametrize("cards", [(RED,), (RED, WILD)])
    async def test_one_of_the_best_builds(
        self, tmp_path: Path, cards: Sequence[str], notice: str, more: int
    ) -> None:
        """One, with the payment that is missed least: no wild, if colors pay."""
        async with self.on_turn(tmp_path, notice, cards) as (bot, game, hand):
            if more:
                await hand.press("draw")
            best = [b["label"] for b in hand.seen.buttons if ":lay:" in b["custom_id"]]
            assert len(set(best)) == 3  # of twins only one
            track = button_for(hand.seen, "lay").split(":")[4]
            await hand.press("lay")

            assert hand.presses == 1 + more
            snapshot = await bot.games.snapshot(game)
            seat = snapshot.table.seat_of(hand.person.id)
            assert snapshot.state.owners[track] == seat
            assert snapshot.state.players[seat].hand.get(WILD, 0) == (8 if WILD in cards else 0)
            assert more or hand.seen.id == card_of(hand.person).id

    @NOTICES
    async def test_another_build(self, tmp_path: Path, notice: str, more: int) -> None:
        """The list, the route, and a payment where there is a choice: the same from either."""
        async with self.on_turn(tmp_path, notice) as (bot, game, hand):
            await hand.press("claim")
            gray = next(
                o["value"]
                for o in hand.seen.selects[0]["options"]
                if maps.load("usa").routes[o["value"]].colour is None
            )
            await hand.select(gray)
            await hand.press("pay")

            assert hand.presses == 3
            assert gray in (await bot.games.snapshot(game)).state.owners

    @NOTICES
    async def test_new_tickets(self, tmp_path: Path, notice: str, more: int) -> None:
        """The question, the offer, the choice and its confirmation: the same from either."""
        async with self.on_turn(tmp_path, notice) as (bot, game, hand):
            before = (await bot.games.snapshot(game)).state.turn
            await hand.press("tickets")
            await hand.press("ask")
            await hand.keep(1)

            assert hand.presses <= 4
            assert (await bot.games.snapshot(game)).state.turn != before

    @NOTICES
    async def test_taking_back(self, tmp_path: Path, notice: str, more: int) -> None:
        """One, on the answer itself; then the turn is there again, and nothing more to undo."""
        async with self.on_turn(tmp_path, notice) as (bot, game, hand):
            before = (await bot.games.snapshot(game)).state.turn
            await hand.press("claim")
            await hand.select(hand.seen.selects[0]["options"][0]["value"])
            await hand.press("pay")
            await bot.wait_idle()
            assert (await bot.games.snapshot(game)).state.turn != before
            waiting = card_of(hand.person)
            hand.presses = 0

            assert button_for(waiting, "undo")
            await hand.press("undo")

            assert hand.presses == 1
            assert (await bot.games.snapshot(game)).state.turn == before
            assert EN("own-Reverted") in hand.seen.text
            assert "undo" not in button_verbs(hand.seen)
            assert {"tickets"} <= set(button_verbs(hand.seen))

    @NOTICES
    async def test_the_next_table(self, tmp_path: Path, notice: str, more: int) -> None:
        """One, after the turn. A hand card goes on showing its own table."""
        async with self.on_turn(tmp_path, notice) as (bot, game, hand):
            if hand.person is not bot.other:
                await draw_twice(bot, hand.person)
                hand.person = bot.other
            second = bot.club.channel("second-hall")
            other_game = await _table(bot, second)
            hand.seen = newest_card(bot.other, game) if notice == "card" else bot.board()
            if more:
                await hand.press("draw")
            await hand.press("blind")
            await hand.press("blind")
            first = hand.seen.buttons[0]
            assert first["label"] == "▶ New York in #second-hall"
            assert f":{other_game}:" in first["custom_id"]
            hand.presses, shown = 0, hand.seen.id
            await hand.press("next")

            assert hand.presses == 1
            assert hand.seen.ephemeral
            assert second.mention in hand.seen.text
            assert {"blind", "claim", "tickets"} <= set(button_verbs(hand.seen))
            await bot.wait_idle()
            if notice == "card":
                assert hand.seen.id != shown
                assert bot.channel.mention in newest_card(bot.other, game).text


DREW = EN("own-BlindCardDrawn", card="|", deck="").split("|")[0]


def newest_card(person: Person, game: str) -> VisibleMessage:
    """The newest message of a game in somebody's direct messages."""
    seen = person.sees(person.direct)
    return [m for m in seen if any(f":{game}:" in b["custom_id"] for b in m.buttons)][-1]


async def draw_twice(bot: RunningBot, person: Person) -> None:
    """Let somebody spend a turn on two cards from the deck."""
    for _ in range(2):
        await person.slash(bot.channel, "draw", card="deck:train")
    await bot.wait_idle()


@pytest.mark.parametrize(("edition", "most"), [("usa", 2), ("new-york", 2), ("germany", 3)])
@NOTICES
async def test_the_opening(tmp_path: Path, edition: str, most: int, notice: str, more: int) -> None:
    """The choice and its confirmation; with two decks, first how many from each."""
    async with running_bot(tmp_path / "games.db") as bot:
        game = await bot.start_game(edition, bot.other, bots=1)
        hand = PressCounter(bot.other, card_of(bot.other) if notice == "card" else bot.board())
        if more:
            await hand.press("hand")
        for verb in ("split", "choose"):
            if verb in button_verbs(hand.seen):
                await hand.press(verb)
                if verb == "split" and verb in button_verbs(hand.seen):
                    await hand.press(verb)
        await hand.keep(hand.seen.selects[0]["min_values"])

        assert hand.presses <= most + more
        await bot.wait_idle()
        snapshot = await bot.games.snapshot(game)
        waiting = snapshot.state.waiting.get(snapshot.table.seat_of(bot.other.id))
        assert waiting is None or isinstance(waiting, Turn)
