"""Moves as commands, with autocomplete: everything that buttons can do."""

from __future__ import annotations

import asyncio
import itertools
import logging
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.chat.commands.choices import MOST, Choice, game_choices, matching
from bot.chat.commands.texts import said
from bot.chat.desk import Desk
from bot.chat.presses.base import carry_out, seat_for, show_tickets
from bot.chat.presses.cards import undo_step
from bot.chat.presses.tickets import ask_tickets, keep_tickets
from bot.chat.typed import NotUnderstood, number, numbers
from bot.messages.own_seat import OwnSeat
from bot.messages.plans import plan_for
from engine.actions import (
    AskTickets,
    ChooseSplit,
    ClaimRoute,
    DrawBlind,
    DrawOpen,
    Pass,
)
from engine.errors import BadInput
from engine.ids import DeckName, Payment, RouteId
from engine.waiting import SplitChoice, TicketChoice

log = logging.getLogger(__name__)

Interaction = discord.Interaction[discord.Client]
Command: TypeAlias = app_commands.Command[Any, ..., None]


class Moves:
    """The commands of a turn, at the table they mean."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def here(self, interaction: Interaction) -> OwnSeat:
        """What the seat of whoever asks can choose from."""
        lobby = await self.desk.table_for(interaction)
        return await seat_for(self.desk, interaction, lobby.row.id)

    async def offered(self, interaction: Interaction) -> OwnSeat | None:
        """The same for autocomplete, where trouble means no suggestion."""
        try:
            return await self.here(interaction)
        except Exception as error:  # autocomplete has no way to say what is wrong
            log.debug("no suggestions: %s", type(error).__name__)
            return None

    # --- drawing ---

    async def draw(self, interaction: Interaction, card: str, refill: str | None = None) -> None:
        """A deck by its name, or an open card by its place."""
        own = await self.here(interaction)
        game = own.outcome.table.row.id
        deck = self._deck(own, card.removeprefix("deck:"))
        if deck is not None:
            await carry_out(self.desk, interaction, game, None, lambda s: DrawBlind(s, deck))
            return
        slot = self._slot(own, card)
        named = own.menu.refills()[0]
        if refill:
            named = self._deck(own, refill) or DeckName(refill)
        await carry_out(self.desk, interaction, game, None, lambda s: DrawOpen(s, slot, named))

    def _deck(self, own: OwnSeat, text: str) -> DeckName | None:
        """A deck by its id, as autocomplete gives it, or by its name."""
        decks = own.speech.spec.decks
        wanted = text.casefold()
        return next((d for d in decks if wanted in (d, own.speech.deck(d).casefold())), None)

    def _slot(self, own: OwnSeat, card: str) -> int:
        """A place of the display by its number, or by the card that lies there."""
        for slot, shown in enumerate(own.view.display):
            if shown and card.casefold() in (shown, own.speech.card_name(shown).casefold()):
                return slot
        try:
            return number(card) - 1
        except BadInput:
            raise NotUnderstood("no-card", places=len(own.view.display)) from None

    async def suggest_cards(self, interaction: Interaction, typed: str) -> list[Choice]:
        """Open cards and decks."""
        own = await self.offered(interaction)
        if own is None:
            return []
        cards = [
            (f"{slot + 1}: {own.speech.card_name(card)}", str(slot + 1))
            for slot in own.menu.slots()
            if (card := own.view.display[slot])
        ]
        decks = [(own.speech.deck(deck), f"deck:{deck}") for deck in own.menu.decks()]
        return matching([*cards, *decks], typed)

    async def suggest_decks(self, interaction: Interaction, typed: str) -> list[Choice]:
        """Decks to refill from."""
        own = await self.offered(interaction)
        if own is None:
            return []
        decks = [deck for deck in own.menu.refills() if deck]
        return matching([(own.speech.deck(deck), deck) for deck in decks], typed)

    # --- building ---

    async def claim(self, interaction: Interaction, route: str, pay: str | None = None) -> None:
        """A route by its id, as autocomplete gives it, or by both its cities."""
        own = await self.here(interaction)
        track = self._track(own, route)
        payment = self._payment(own, track, pay)
        game = own.outcome.table.row.id
        await carry_out(
            self.desk, interaction, game, None, lambda seat: ClaimRoute(seat, track, payment)
        )

    def _track(self, own: OwnSeat, route: str) -> RouteId:
        spec = own.speech.spec
        if route in spec.routes:
            return RouteId(route)
        for track in spec.routes:
            if own.speech.route(track).casefold() == route.casefold():
                return track
        raise NotUnderstood("no-route")

    def _payment(self, own: OwnSeat, track: RouteId, pay: str | None) -> Payment:
        offers = list(own.menu.payments(track)) if own.menu.may_claim(track) else []
        return self.offer(own, offers, pay)

    def offer(self, own: OwnSeat, offers: list[Payment], pay: str | None) -> Payment:
        """The payment that *pay* names by number or in words; the first if it names none.

        What cannot be paid for is refused by the rules, which say why.
        """
        if pay is None or not offers:
            return offers[0] if offers else ()
        for place, payment in enumerate(offers, 1):
            named = own.speech.plain_payment(payment), own.speech.signed_payment(payment)
            if pay.casefold() in (str(place), *(name.casefold() for name in named)):
                return payment
        raise NotUnderstood("no-payment")

    async def suggest_routes(self, interaction: Interaction, typed: str) -> list[Choice]:
        """Routes by either city: those that can be paid for now, then the others that are free.

        Whoever asks for one of the others is told what is missing.
        """
        own = await self.offered(interaction)
        if own is None:
            return []
        plan = await asyncio.to_thread(plan_for, own.outcome, own.seat)
        free = [t for t in own.speech.spec.routes if t not in own.view.owners]
        others = [t for t in free if t not in plan.letters] if typed.strip() else []
        found = matching([(own.speech.route(t), t) for t in plan.letters], typed)
        return [*found, *matching([(own.speech.route(t), t) for t in others], typed)][:MOST]

    async def suggest_payments(self, interaction: Interaction, typed: str) -> list[Choice]:
        """Ways to pay for the route that was typed."""
        own = await self.offered(interaction)
        track = str(getattr(interaction.namespace, "route", ""))
        if own is None or track not in own.speech.spec.routes:
            return []
        if not own.menu.may_claim(RouteId(track)):
            return []
        return self.payments(own, list(own.menu.payments(RouteId(track))), typed)

    def payments(self, own: OwnSeat, offers: list[Payment], typed: str) -> list[Choice]:
        """These payments as suggestions, by their numbers."""
        return matching(
            [(own.speech.signed_payment(p), str(n)) for n, p in enumerate(offers, 1)], typed
        )

    # --- tickets ---

    async def tickets(
        self, interaction: Interaction, long: int | None = None, keep: str | None = None
    ) -> None:
        """Answer whatever is asked about tickets: the split, the choice, or draw new ones."""
        own = await self.here(interaction)
        spec, waiting = own.speech.spec, own.view.waiting
        if long is not None and len(spec.ticket_decks) == 1:
            raise NotUnderstood("one-deck", edition=spec.title(own.speech.words.language))
        if isinstance(waiting, TicketChoice):
            await self._choose(interaction, own, waiting, long, keep)
        elif keep is not None:
            raise NotUnderstood("nothing-offered")
        elif long is None:
            await ask_tickets(self.desk, interaction, own, None)
        else:
            wish = ChooseSplit if isinstance(waiting, SplitChoice) else AskTickets
            game = own.outcome.table.row.id
            await carry_out(self.desk, interaction, game, None, lambda seat: wish(seat, long))

    async def _choose(
        self,
        interaction: Interaction,
        own: OwnSeat,
        question: TicketChoice,
        long: int | None,
        keep: str | None,
    ) -> None:
        """Keep some of the tickets on offer, or show them."""
        if long is not None:
            raise NotUnderstood("choose-first")
        if keep is None:
            await show_tickets(self.desk, interaction, own)
            return
        offered = len(question.offered)
        wrong = NotUnderstood("no-tickets", most=offered)
        try:
            places = [n - 1 for n in numbers(keep)]
        except BadInput:
            raise wrong from None
        if not places or not all(0 <= place < offered for place in places):
            raise wrong
        await keep_tickets(self.desk, interaction, own, None, places)

    async def suggest_kept(self, interaction: Interaction, typed: str) -> list[Choice]:
        """Every choice that is allowed, the fewest tickets first; numbers can be typed as well."""
        own = await self.offered(interaction)
        question = own.view.waiting if own else None
        if own is None or not isinstance(question, TicketChoice):
            return []
        places = range(len(question.offered))
        answers = [
            chosen
            for count in range(question.keep, len(places) + 1)
            for chosen in itertools.combinations(places, count)
        ]
        named = []
        for chosen in answers:
            # The numbers first: long names are cut.
            numbers = " ".join(str(n + 1) for n in chosen)
            names = " + ".join(own.speech.ticket(question.offered[n]) for n in chosen)
            named.append((f"{numbers}: {names}", numbers))
        return matching(named, typed)

    # --- the rest ---

    async def pass_turn(self, interaction: Interaction) -> None:
        """Pass."""
        own = await self.here(interaction)
        await carry_out(self.desk, interaction, own.outcome.table.row.id, None, Pass)

    async def undo(self, interaction: Interaction) -> None:
        """Take back one's last step."""
        own = await self.here(interaction)
        await undo_step(self.desk, interaction, own.outcome.table.row.id)


def add(tree: app_commands.CommandTree[discord.Client], desk: Desk) -> None:
    """The commands of a turn; each may name its `game`, which `Desk.table_for` reads."""
    suggest = game_choices(desk)
    for command in _add(tree, Moves(desk)):
        command.autocomplete("game")(suggest)


def _add(tree: app_commands.CommandTree[discord.Client], moves: Moves) -> list[Command]:
    @tree.command(name="draw", description=said("command-draw"))
    @app_commands.describe(
        card=said("option-card"), refill=said("option-refill"), game=said("option-game")
    )
    async def draw(
        interaction: Interaction, card: str, refill: str | None = None, game: str | None = None
    ) -> None:
        await moves.draw(interaction, card, refill)

    draw.autocomplete("card")(moves.suggest_cards)
    draw.autocomplete("refill")(moves.suggest_decks)

    @tree.command(name="claim", description=said("command-claim"))
    @app_commands.describe(
        route=said("option-route"), pay=said("option-pay"), game=said("option-game")
    )
    async def claim(
        interaction: Interaction, route: str, pay: str | None = None, game: str | None = None
    ) -> None:
        await moves.claim(interaction, route, pay)

    claim.autocomplete("route")(moves.suggest_routes)
    claim.autocomplete("pay")(moves.suggest_payments)

    @tree.command(name="tickets", description=said("command-tickets"))
    @app_commands.describe(
        long=said("option-long"), keep=said("option-keep"), game=said("option-game")
    )
    async def tickets(
        interaction: Interaction,
        long: app_commands.Range[int, 0, 4] | None = None,
        keep: str | None = None,
        game: str | None = None,
    ) -> None:
        await moves.tickets(interaction, long, keep)

    tickets.autocomplete("keep")(moves.suggest_kept)

    @tree.command(name="pass", description=said("command-pass"))
    @app_commands.describe(game=said("option-game"))
    async def pass_turn(interaction: Interaction, game: str | None = None) -> None:
        await moves.pass_turn(interaction)

    @tree.command(name="undo", description=said("command-undo"))
    @app_commands.describe(game=said("option-game"))
    async def undo(interaction: Interaction, game: str | None = None) -> None:
        await moves.undo(interaction)

    return [draw, claim, tickets, pass_turn, undo]
