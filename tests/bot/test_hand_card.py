"""The hand card: a whole turn is played on it, in as few presses as the game allows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import maps
from bot.language.words import Words
from engine.waiting import Turn
from sandbox.people import Person
from sandbox.seen import Seen
from tests.bot.players import ByCommands
from tests.bot.stage import BotStage, on_stage
from tests.builders import BOARDS

MOST = 40
"""Components that a message may have."""


def card_of(person: Person) -> Seen:
    """The newest message in somebody's direct messages."""
    return person.last(person.direct)


def verbs(card: Seen) -> list[str]:
    """What its buttons ask for."""
    return [button["custom_id"].split(":")[3] for button in card.buttons]


def pressed(card: Seen, verb: str) -> str:
    """The first button that asks for this and can be pressed."""
    return next(
        str(b["custom_id"])
        for b in card.buttons
        if b["custom_id"].split(":")[3] == verb and not b.get("disabled")
    )


def count(components: list[dict[str, Any]]) -> int:
    """All components, those inside of others too."""
    return sum(1 + count(part.get("components", [])) for part in components)


async def begun(stage: BotStage, edition: str, person: Person) -> str:
    """A game of a person with a bot, up to the person's first turn."""
    game = await stage.open(edition, person, bots=1)
    player = ByCommands(stage, edition, person, Words.of(person.user.locale).language)
    while True:
        await stage.told()
        outcome = await stage.games.look(game)
        seat = outcome.table.seat_of(person.id)
        waiting = outcome.state.waiting.get(seat)
        if isinstance(waiting, Turn):
            return game
        await player.answer(waiting)


@pytest.mark.parametrize("edition", BOARDS)
async def test_a_turn_is_on_it(tmp_path: Path, edition: str) -> None:
    """Cards, decks, every move of the edition and the looks, within what a message may hold."""
    async with on_stage(tmp_path / "games.db") as stage:
        await begun(stage, edition, stage.guest)
        card, spec = card_of(stage.guest), maps.load(edition)

        found = verbs(card)
        assert found.count("take") == len(spec.display)
        assert found.count("blind") == len(spec.decks)
        assert {"claim", "tickets", "map", "more"} <= set(found)
        assert ("harbour" in found) == any(rule.use == "harbours" for rule in spec.rules)
        assert count(card.components) <= MOST


@pytest.mark.parametrize("edition", BOARDS)
async def test_two_presses_draw_two_cards(tmp_path: Path, edition: str) -> None:
    """On the card itself, which then says what was drawn; it is not sent again."""
    async with on_stage(tmp_path / "games.db") as stage:
        game = await begun(stage, edition, stage.guest)
        say, card = Words.of("de").say, card_of(stage.guest)
        before = (await stage.games.look(game)).state.turns

        first = await stage.guest.press(card, pressed(card, "blind"))
        assert first.message.id == card.id
        assert say("question-SecondDraw")[1:] in first.text
        second = await stage.guest.press(card, pressed(first.message, "blind"))

        assert second.message.id == card.id
        assert say("hand-cards") in second.text
        await stage.told()
        outcome = await stage.games.look(game)
        assert outcome.state.turns > before


async def test_one_press_builds(tmp_path: Path) -> None:
    """One of the most useful tracks; a second press only where there is a choice of payment."""
    async with on_stage(tmp_path / "games.db") as stage:
        game = await begun(stage, "new-york", stage.guest)
        card = card_of(stage.guest)
        assert 1 <= verbs(card).count("lay") <= 3
        track = pressed(card, "lay").split(":")[4]

        answer = await stage.guest.press(card, pressed(card, "lay"))
        if "pay" in verbs(answer.message):
            answer = await stage.guest.press(answer, pressed(answer.message, "pay"))

        assert answer.message.id == card.id
        outcome = await stage.games.look(game)
        seat = outcome.table.seat_of(stage.guest.id)
        assert outcome.state.owners[track] == seat


async def test_while_others_move(tmp_path: Path) -> None:
    """It says who is awaited, and can be brought up to date by its owner."""
    async with on_stage(tmp_path / "games.db") as stage:
        game = await stage.open("new-york", stage.guest, stage.other)
        people = {stage.guest.id: stage.guest, stage.other.id: stage.other}
        while (outcome := await stage.games.look(game)).state.turn is None:
            for person in people.values():
                seat = outcome.table.seat_of(person.id)
                if waiting := outcome.state.waiting.get(seat):
                    player = ByCommands(stage, "new-york", person, "en")
                    await player.answer(waiting)
        await stage.told()
        mover = people[outcome.table.seats[outcome.state.turn].user_id]
        other = next(person for person in people.values() if person is not mover)
        say = Words.of(other.user.locale).say

        waiting_card = card_of(other)
        assert not {"take", "blind", "lay"} & set(verbs(waiting_card))
        fresh = await other.press(waiting_card, pressed(waiting_card, "refresh"))

        assert say("card-waits", player=mover.user.display) in fresh.text
        assert fresh.message.id == waiting_card.id
