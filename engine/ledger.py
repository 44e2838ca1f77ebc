"""The events of one action, and the housekeeping that follows from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.chance import Chance
from engine.events import (
    DeckShuffled,
    DisplayFilled,
    DisplaySwept,
    Event,
    FirstPlayerDrawn,
    GameEnded,
    LastRoundBegan,
    TicketsOffered,
    TicketsShuffled,
    TurnBegan,
)
from engine.evolve import EVOLVE
from engine.ids import WILD, DeckName, Seat, TicketId
from engine.state import GameState

if TYPE_CHECKING:
    from engine.ruleset import Rules


class Ledger:
    """The events of one action. The one way to change a game.

    Each event is applied when it is recorded, so the next line sees the real state, and what
    happens is written in the order in which a player would tell it.
    """

    __slots__ = ("chance", "events", "rules", "state")

    def __init__(self, rules: Rules, state: GameState, chance: Chance) -> None:
        self.rules = rules
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    def record(self, event: Event) -> None:
        """Apply *event* at once and keep it."""
        # `evolve`, spelled out: every event of every game comes through here.
        state = self.state
        EVOLVE[type(event)](state, event)
        state.version += 1
        self.events.append(event)

    # --- transport cards ---

    def shuffle_discards(self, deck: DeckName) -> None:
        """D9: an empty deck is refilled at once by shuffling its discards."""
        pile = self.state.decks[deck]
        if pile.discard:
            order = self.chance.shuffle(pile.discard, f"{deck}/{pile.shuffles}")
            self.record(DeckShuffled(deck, order))

    def fill(self, slot: int, deck: DeckName) -> None:
        """Turn up the top card of *deck* in a free slot."""
        pile = self.state.decks[deck]
        self.record(DisplayFilled(slot, deck, pile.cards[-1]))
        if not pile.cards:
            self.shuffle_discards(deck)

    def settle(self) -> None:
        """Refill decks, close gaps, sweep the display, until nothing is left to do (D6 to D10)."""
        state, sweep_at = self.state, self.rules.spec.sweep_at
        while True:
            for deck, pile in state.decks.items():
                if not pile.cards:
                    self.shuffle_discards(deck)
            if not all(state.display):  # a gap is None
                self._close_gaps()
            if state.display.count(WILD) < sweep_at or not self._can_calm_down():
                return
            self.record(DisplaySwept())

    def _close_gaps(self) -> None:
        """A gap takes a card of its first deck (S2), else of any that has one, or stays (D10)."""
        state = self.state
        for slot, first in enumerate(self.rules.spec.display):
            if state.display[slot] is None:
                decks = (first, *(deck for deck in state.decks if deck != first))
                source = next((deck for deck in decks if state.decks[deck].cards), None)
                if source is not None:
                    self.fill(slot, source)

    def _can_calm_down(self) -> bool:
        """D8: whether decks and discards hold enough other cards for a display with fewer wilds.

        Only they are counted. What is swept away may come back only after the next shuffle: with
        ten cards about, two halves of five can take turns for ever and never mix.
        """
        piles = [pile for deck in self.state.decks.values() for pile in (deck.cards, deck.discard)]
        others = sum(len(pile) - pile.count(WILD) for pile in piles)
        return others > len(self.state.display) - self.rules.spec.sweep_at

    # --- tickets ---

    def offer_tickets(self, seat: Seat, counts: dict[DeckName, int], keep: int) -> None:
        """Show a player the top tickets of each deck (S3, K1)."""
        tickets: list[TicketId] = []
        for name, count in counts.items():
            deck = self.state.ticket_decks[name].tickets
            tickets += reversed(deck[len(deck) - count :])
        counts = {name: count for name, count in counts.items() if count}
        self.record(TicketsOffered(seat, counts, tuple(tickets), min(keep, len(tickets))))

    def shuffle_tickets(self, name: DeckName) -> None:
        """Put a ticket deck in a new order (S4)."""
        deck = self.state.ticket_decks[name]
        order = self.chance.shuffle(deck.tickets, f"{name}/{deck.shuffles}")
        self.record(TicketsShuffled(name, order))

    # --- turns ---

    def open_if_all_chose(self) -> None:
        """S6: the first turn begins when the last seat has chosen."""
        state, rules = self.state, self.rules
        if state.waiting:
            return
        if len(state.ticket_decks) > 1:
            for name in state.ticket_decks:
                self.shuffle_tickets(name)
        rules.opened(self)
        first = self.chance.shuffle([Seat(n) for n in range(rules.seats)], "first")[0]
        self.record(FirstPlayerDrawn(first))
        self.record(TurnBegan(first))

    def end_turn(self, seat: Seat) -> None:
        """Pass the turn on, begin the last round or end the game (E1, E2, T2)."""
        state, rules = self.state, self.rules
        end = rules.spec.end
        if state.turns_left is None and rules.pieces_left(state, seat) <= end.at_most:
            self.record(LastRoundBegan(seat, rules.seats * end.more_turns))
        if state.passes >= rules.seats:
            self.record(GameEnded("all-passed"))
        elif state.turns_left == 0:
            self.record(GameEnded("last-round"))
        else:
            self.record(TurnBegan(rules.after[seat]))
