"""The hand card: a whole turn is played on it, in as few presses as the game allows."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

import maps
from bot.games.model import GameRow, SeatRow
from bot.games.progress import Progress
from bot.games.table import GameSnapshot, Table
from bot.pictures.picture import Picture
from bot.text.phrases import Phrases
from bot.text.words import Words
from bot.ui.seat_view import SeatView
from bot.ui.turn.advice import ticket_sums
from bot.ui.turn.hand import hand_screen
from bot.ui.turn.offer import Offer, offer_screen
from engine.ids import Card, EditionId, Seat
from engine.questions import SecondDraw, TicketChoice, Turn
from sandbox.world.people import Person
from sandbox.world.visible_message import VisibleMessage
from tests.builders import BOARDS, EDITIONS
from tests.engine.random_games import random_game
from tests.outbox.test_faults import started_table
from tests.support.hands import shows_hand
from tests.support.players import ByCommands, deck_button
from tests.support.running_bot import RunningBot, running_bot
from tests.support.timeouts import wait_until

EN = Words.of("en").say
RED = "train-red"

MOST = 32
"""Components that a hand card has at most; Discord would take 40."""
LETTERS = 4000
"""Characters that a message holds."""


def card_of(person: Person) -> VisibleMessage:
    """The newest message in somebody's direct messages."""
    return person.last(person.direct)


def button_verbs(card: VisibleMessage) -> list[str]:
    """What its buttons ask for."""
    return [button["custom_id"].split(":")[3] for button in card.buttons]


def button_for(card: VisibleMessage, verb: str) -> str:
    """The first button that asks for this and can be pressed."""
    return next(
        str(b["custom_id"])
        for b in card.buttons
        if b["custom_id"].split(":")[3] == verb and not b.get("disabled")
    )


def component_count(components: list[dict[str, Any]]) -> int:
    """All components, those inside of others too."""
    return sum(1 + component_count(part.get("components", [])) for part in components)


def a_table(edition: str, size: int) -> Table:
    """A table of people, with nothing behind it."""
    row = GameRow(
        *("g1", EditionId(edition), "playing", 1, 2, 3, "en", "{}", b"", "", 0, 0, 0, "", "")
    )
    return Table(row, [SeatRow(Seat(n), n + 1, f"Guest {n + 1}", None, "") for n in range(size)])


async def start_to_first_turn(bot: RunningBot, edition: str, person: Person) -> str:
    """A game of a person with a bot, up to the person's first turn."""
    game = await bot.start_game(edition, person, bots=1)
    player = ByCommands(bot, edition, person, Words.of(person.user.locale).language)
    while True:
        await bot.wait_idle()
        snapshot = await bot.games.snapshot(game)
        seat = snapshot.table.seat_of(person.id)
        waiting = snapshot.state.waiting.get(seat)
        if isinstance(waiting, Turn):
            return game
        await player.answer(waiting)


@pytest.mark.parametrize("edition", BOARDS)
async def test_a_turn_is_on_it(tmp_path: Path, edition: str) -> None:
    """Cards, decks, every move of the edition and the looks, within what a message may hold."""
    async with running_bot(tmp_path / "games.db") as bot:
        game = await start_to_first_turn(bot, edition, bot.guest)
        card, spec = card_of(bot.guest), maps.load(edition)

        found = button_verbs(card)
        state = (await bot.games.snapshot(game)).state
        assert found.count("take") == len({card for card in state.display if card})
        assert found.count("blind") == len(spec.decks)
        assert {"claim", "tickets", "map", "more"} <= set(found)
        assert ("harbour" in found) == any(rule.use == "harbours" for rule in spec.rules)
        assert component_count(card.components) <= MOST


@pytest.mark.parametrize("edition", BOARDS)
async def test_two_presses_draw_two_cards(tmp_path: Path, edition: str) -> None:
    """On the card itself, which then says what was drawn; it is not sent again."""
    async with running_bot(tmp_path / "games.db") as bot:
        game = await start_to_first_turn(bot, edition, bot.guest)
        say, card = Words.of("de").say, card_of(bot.guest)
        before = (await bot.games.snapshot(game)).state.turns

        first = await bot.guest.press(card, button_for(card, "blind"))
        assert first.message.id == card.id
        assert say("question-SecondDraw")[1:] in first.text
        recap = [line for line in first.text.splitlines() if line.startswith("-# ")]
        own = f"-# {bot.guest.user.display}"
        assert not [line for line in recap if line.startswith(own)]
        second = await bot.guest.press(card, button_for(first.message, "blind"))

        assert second.message.id == card.id
        assert shows_hand(second.message, Words.of(bot.guest.user.locale).language)
        await bot.wait_idle()
        snapshot = await bot.games.snapshot(game)
        assert snapshot.state.turns > before


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_it_is_never_too_full(edition: str, language: str) -> None:
    """Whatever is asked, whoever looks, however much has happened."""
    spec = maps.load(edition)
    size = spec.seats[-1]
    game = random_game(edition, size)
    table = a_table(edition, size)
    laid_out = len(game.log) - sum(len(moment.events) for moment in game.moments)
    progress = Progress.from_events(size, game.log[:laid_out])
    phrases = Phrases(Words.of(language), spec, [seat.name for seat in table.seats])
    picture = Picture("hand.png", b"", "")
    fullest, asked = 0, set()
    for moment in game.moments:
        table.progress, table.state = progress, moment.state
        snapshot = GameSnapshot(table, moment.state, ())
        seat = moment.action.seat
        own = SeatView(snapshot, seat, phrases)
        asked.add(type(own.view.waiting))
        for each in (own, SeatView(snapshot, Seat((seat + 1) % size), phrases)):
            builds = each.menu.routes()[:5] if each.view.waiting else []
            screen = hand_screen(each, picture, recap=["-"] * 20, builds=builds, done=["-"])
            if isinstance(each.view.waiting, TicketChoice):
                offer = Offer(ticket_sums(snapshot, each.seat), (picture, picture), picked=(0,))
                screen = offer_screen(each, offer, done=["-"])
            fullest = max(fullest, component_count(screen.view().to_components()))
            assert screen.view().content_length() <= LETTERS
        progress = progress.with_events(moment.events)

    assert 20 < fullest <= MOST
    assert {Turn, SecondDraw, TicketChoice} <= asked


async def deal_hand(bot: RunningBot, game: str, person: Person, hand: dict[Card, int]) -> None:
    """Let somebody hold these cards, in memory alone, and have the card that shows it."""
    table = await bot.games.cache.load(game)
    table.state = table.state.copy()
    table.state.players[table.seat_of(person.id)].hand = hand
    card = card_of(person)
    await person.press(card, button_for(card, "more"))
    await person.press(card, button_for(card_of(person), "hand"))


async def test_one_that_is_replaced_before_its_press_is_answered(tmp_path: Path) -> None:
    """The answer is a message of its own then, which nobody else sees."""
    async with running_bot(tmp_path / "games.db") as bot:
        await start_to_first_turn(bot, "new-york", bot.other)
        card = card_of(bot.other)
        place = bot.client.get_partial_messageable(card.channel_id)
        bot.sandbox.faults.slow("POST /interactions/*", seconds=0.5)
        answer = asyncio.create_task(bot.other.press(card, button_for(card, "blind")))
        await wait_until(lambda: not bot.sandbox.faults.pending)
        await place.get_partial_message(card.id).delete()

        said = (await answer).message
        assert said.ephemeral
        assert EN("own-BlindCardDrawn", card="|", deck="").split("|")[0] in said.text
        await bot.wait_idle()


async def test_take_back_is_there_while_it_is_free(tmp_path: Path) -> None:
    """Not once the next one has acted: then the card is brought up to date without it."""
    async with started_table(tmp_path) as table:
        bot = table.bot
        builder = await table.player_on_turn()
        snapshot = await bot.games.snapshot(table.game)
        await deal_hand(bot, table.game, builder, dict.fromkeys(snapshot.table.rules.spec.faces, 3))
        card = card_of(builder)
        await builder.press(card, button_for(card, "lay"))
        if "pay" in button_verbs(card_of(builder)):
            await builder.press(card, button_for(card_of(builder), "pay"))
        await table.wait_idle()
        assert "undo" in button_verbs(card_of(builder))
        old = button_for(card_of(builder), "undo")
        _, panel = await table.open_draw_panel()
        rival = await table.player_on_turn()
        await rival.press(panel, deck_button(panel))
        await table.wait_idle()

        assert card_of(builder).id == card.id
        refused = await builder.press(card, old)
        say = Words.of(builder.user.locale).say
        assert say("refusal-nothing-to-undo") in refused.text
        again = await builder.press(refused, say("button-back"))
        assert again.message.id == card.id
        assert "undo" not in button_verbs(again.message)
        more = await builder.press(card, button_for(again.message, "more"))
        refused = await builder.press(card, button_for(more.message, "undo"))
        asked = await builder.press(card, button_for(refused.message, "appeal"))
        assert asked.message.id == card.id
        assert say("undo-asked") in asked.text
        assert shows_hand(asked.message, Words.of(builder.user.locale).language)


async def test_while_others_move(tmp_path: Path) -> None:
    """It says who is awaited, and can be brought up to date by its owner."""
    async with running_bot(tmp_path / "games.db") as bot:
        game = await bot.start_game("new-york", bot.guest, bot.other)
        people = {bot.guest.id: bot.guest, bot.other.id: bot.other}
        while (snapshot := await bot.games.snapshot(game)).state.turn is None:
            for person in people.values():
                seat = snapshot.table.seat_of(person.id)
                if waiting := snapshot.state.waiting.get(seat):
                    player = ByCommands(bot, "new-york", person, "en")
                    await player.answer(waiting)
        await bot.wait_idle()
        mover = people[snapshot.table.seats[snapshot.state.turn].user_id]
        other = next(person for person in people.values() if person is not mover)
        say = Words.of(other.user.locale).say

        waiting_card = card_of(other)
        assert not {"take", "blind", "lay"} & set(button_verbs(waiting_card))
        fresh = await other.press(waiting_card, button_for(waiting_card, "refresh"))

        assert say("card-waits", player=mover.user.display) in fresh.text
        assert fresh.message.id == waiting_card.id
