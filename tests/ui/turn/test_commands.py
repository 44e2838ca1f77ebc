"""Moves that are typed: what is meant is done, and what means nothing is named."""

from __future__ import annotations

from pathlib import Path

import pytest

import maps
from bot.text.words import Words
from engine.ids import DeckName
from engine.questions import SplitChoice, TicketChoice, Turn
from tests.support.players import bot_with_moderator_on_turn, draw_buttons, split_labels
from tests.support.running_bot import RunningBot, running_bot

EN, DE = Words.of("en").say, Words.of("de").say


class Typing:
    """A moderator's commands at a table."""

    def __init__(self, bot: RunningBot, game: str) -> None:
        self.bot, self.game = bot, game

    async def version(self) -> int:
        """How long the log in the file is."""
        return len(await self.bot.store.games.log(self.game))

    async def waiting(self) -> object:
        """What the moderator is asked."""
        snapshot = await self.bot.games.snapshot(self.game)
        return snapshot.state.waiting.get(snapshot.table.seat_of(self.bot.moderator.id))

    async def type(self, name: str, **given: object) -> str:
        """Send it; what is answered."""
        return (await self.bot.moderator.slash(self.bot.channel, name, **given)).text

    async def refused(self, name: str, **given: object) -> str:
        """Send it; nothing may change."""
        before, waiting = await self.version(), await self.waiting()
        said = await self.type(name, **given)
        assert (await self.version(), await self.waiting()) == (before, waiting)
        return said


class TestTickets:
    """One command for three questions."""

    async def test_nothing_is_kept_where_nothing_is_offered(self, tmp_path: Path) -> None:
        """And no turn is spent."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            typing = Typing(bot, game)

            assert await typing.refused("tickets", keep="1") == EN("error-nothing-offered")
            assert isinstance(await typing.waiting(), Turn)
            foreign = await bot.guest.slash(bot.channel, "tickets", keep="1")
            assert foreign.text == DE("error-not-yours")

    async def test_only_numbers_on_offer_are_kept(self, tmp_path: Path) -> None:
        """All of what is typed counts."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            typing, wrong = Typing(bot, game), EN("error-no-tickets", most=3)
            await typing.type("tickets")

            for keep in ("4", "0", "1 x", "1 2 4", ",", "x", "²", "7" * 90, "-1"):
                assert await typing.refused("tickets", keep=keep) == wrong, keep
            assert EN("own-TicketsKept", count=2) in await typing.type("tickets", keep="1, 3")

    async def test_long_means_nothing_with_one_deck(self, tmp_path: Path) -> None:
        """Which is said, by the edition's name."""
        async with bot_with_moderator_on_turn(tmp_path, "usa-mega") as (bot, game):
            typing = Typing(bot, game)
            title = maps.load("usa-mega").title("en")

            said = await typing.refused("tickets", long=2)

            assert said == EN("error-one-deck", edition=title)

    async def test_long_means_nothing_while_tickets_are_on_offer(self, tmp_path: Path) -> None:
        """Whether or not some are named."""
        async with bot_with_moderator_on_turn(tmp_path, "germany") as (bot, game):
            typing = Typing(bot, game)
            await typing.type("tickets", long=1)
            assert isinstance(await typing.waiting(), TicketChoice)

            for keep in ({}, {"keep": "1"}):
                said = await typing.refused("tickets", long=2, **keep)
                assert said == EN("error-choose-first")

    async def test_a_turn_asks_for_the_split(self, tmp_path: Path) -> None:
        """Where there are two decks; a press on an answer takes it."""
        async with bot_with_moderator_on_turn(tmp_path, "germany") as (bot, game):
            typing = Typing(bot, game)

            said = await typing.refused("tickets")
            assert EN("tickets-ask", draw=4, keep=1) in said
            assert EN("split-ask") in said
            panel = await bot.moderator.slash(bot.channel, "tickets")
            await bot.moderator.press(panel, split_labels(EN)[3])

            question = await typing.waiting()
            assert isinstance(question, TicketChoice)
            longs = maps.load("germany").ticket_decks[DeckName("long")]
            assert sum(ticket in longs for ticket in question.offered) == 3

    async def test_the_opening_asks_for_the_split(self, tmp_path: Path) -> None:
        """A split that is named is taken at once."""
        async with running_bot(tmp_path / "games.db") as bot:
            typing = Typing(bot, await bot.start_game("germany", bot.moderator, bots=1))
            assert isinstance(await typing.waiting(), SplitChoice)

            said = await typing.refused("tickets")
            assert EN("question-SplitChoice") in said
            assert EN("split-piles", short="3–11", long="12–22") in said
            assert await typing.refused("tickets", keep="1") == EN("error-nothing-offered")
            panel = await bot.moderator.slash(bot.channel, "tickets")
            splits = split_labels(EN)
            assert panel.message.labels == [*splits, EN("button-back")]
            await typing.type("tickets", long=2)

            assert isinstance(await typing.waiting(), TicketChoice)

    @pytest.mark.parametrize("by", ["command", "button"])
    async def test_a_deck_that_is_used_up_leaves_no_choice(self, tmp_path: Path, by: str) -> None:
        """All come from the other one."""
        async with bot_with_moderator_on_turn(tmp_path, "germany") as (bot, game):
            snapshot = await bot.games.snapshot(game)
            snapshot.table.state.ticket_decks[DeckName("short")].tickets.clear()

            if by == "command":
                await bot.moderator.slash(bot.channel, "tickets")
            else:
                asked = await bot.moderator.press(bot.newest_post(), EN("button-tickets"))
                await bot.moderator.press(asked, EN("button-take"))

            question = await Typing(bot, game).waiting()
            assert isinstance(question, TicketChoice)
            assert len(question.offered) == 4


class TestWords:
    """What an option takes besides its suggestions, and what it does not."""

    async def test_cards(self, tmp_path: Path) -> None:
        """By place, by colour, by deck."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            typing = Typing(bot, game)
            unknown = EN("error-no-card", places=5)
            slots = EN("refusal-no-such-slot", slots=5)

            for card in ("purple", "²", "1234567", "deck:ship", "-1"):
                assert await typing.refused("draw", card=card) == unknown, card
            for card in ("0", "6", "999999"):
                assert slots in await typing.refused("draw", card=card)
            drawn = await typing.type("draw", card=EN("deck-train").upper())
            assert EN("own-BlindCardDrawn", card="", deck="").split("  ")[0] in drawn

    async def test_refills(self, tmp_path: Path) -> None:
        """By a deck's name; the rules refuse what is none."""
        async with bot_with_moderator_on_turn(tmp_path, "world") as (bot, game):
            typing = Typing(bot, game)

            refused = await typing.refused("draw", card="1", refill="x")
            taken = await typing.type("draw", card="1", refill=EN("deck-ship").upper())

            assert EN("refusal-no-such-deck") in refused
            assert EN("own-OpenCardTaken", card="").split()[0] in taken

    async def test_routes(self, tmp_path: Path) -> None:
        """An unknown one is no riddle, and a payment does not hide why it cannot be built."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            typing = Typing(bot, game)
            snapshot = await bot.games.snapshot(game)
            seat = snapshot.table.seat_of(bot.moderator.id)
            payable = snapshot.menu(seat).routes()
            dear = next(
                r.id
                for r in maps.load("usa").routes.values()
                if r.length == 6 and r.id not in payable
            )

            assert await typing.refused("claim", route="nowhere") == EN("error-no-route")
            plain = await typing.refused("claim", route=dear)
            assert await typing.refused("claim", route=dear, pay="1") == plain

    async def test_payments(self, tmp_path: Path) -> None:
        """One that is no offer is refused."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            typing = Typing(bot, game)
            snapshot = await bot.games.snapshot(game)
            seat = snapshot.table.seat_of(bot.moderator.id)
            while not (routes := snapshot.menu(seat).routes()) or snapshot.state.turn != seat:
                decks = snapshot.menu(seat).decks()
                await typing.type("draw", card=f"deck:{decks[0]}")
                await bot.wait_idle()
                snapshot = await bot.games.snapshot(game)

            for pay in ("99", "0", "everything"):
                said = await typing.refused("claim", route=routes[0], pay=pay)
                assert said == EN("error-no-payment")

    async def test_ports(self, tmp_path: Path) -> None:
        """A city that the board does not have."""
        async with bot_with_moderator_on_turn(tmp_path, "world") as (bot, game):
            said = await Typing(bot, game).refused("harbor", city="atlantis")

            assert said == EN("error-no-city")


class TestEditions:
    """Moves of another edition."""

    @pytest.mark.parametrize("edition", ["usa", "germany"])
    async def test_what_there_is_none_of_is_named(self, tmp_path: Path, edition: str) -> None:
        """With the edition's own name."""
        async with bot_with_moderator_on_turn(tmp_path, edition) as (bot, game):
            typing, title = Typing(bot, game), maps.load(edition).title("en")

            harbour = await typing.refused("harbor", city="miami")
            exchange = await typing.refused("exchange", give="train", count=1)
            mix = await typing.refused("mix", trains=20)

            assert harbour == EN("error-none-harbour", edition=title)
            assert exchange == EN("error-none-exchange", edition=title)
            assert mix == EN("error-none-mix", edition=title)


async def test_the_panel_says_why_no_card_can_be_taken(tmp_path: Path) -> None:
    """While every deck and its discards are empty (D10)."""
    async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
        table = await bot.games.cache.load(game)
        state = table.state.copy()
        for deck in state.decks.values():
            deck.cards.clear()
            deck.discard.clear()
        table.state = state

        panel = await bot.moderator.press(bot.board(), EN("button-draw"))

        assert EN("refusal-cards-exhausted") in panel.text
        assert draw_buttons(panel) == []
