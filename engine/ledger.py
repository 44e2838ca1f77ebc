"""The events of one action, and the automatic events that follow from them."""

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
    """The events of one action, and the only way to change a game.

    Each event is applied as soon as it is recorded, so the next line of code sees the current
    state. Events are recorded in the order in which a player would describe them.
    """

    __slots__ = ("chance", "events", "rules", "state")

    def __init__(self, rules: Rules, state: GameState, chance: Chance) -> None:
        self.rules = rules
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    def record(self, event: Event) -> None:
        """Apply *event* at once and append it to the events of the action."""
        # This is `evolve` inlined for speed: every event of every game passes through here.
        state = self.state
        EVOLVE[type(event)](state, event)
        state.version += 1
        self.events.append(event)

    # --- Transport cards ---

    def shuffle_discards(self, deck: DeckName) -> None:
        """Refill an empty deck at once by shuffling its discards (D9)."""
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
        """Refill decks, close gaps and sweep the display until nothing is left (D6 to D10)."""
        state, sweep_at = self.state, self.rules.spec.sweep_at
        while True:
            for deck, pile in state.decks.items():
                if not pile.cards:
                    self.shuffle_discards(deck)
            if not all(state.display):  # A gap is None.
                self._close_gaps()
            if state.display.count(WILD) < sweep_at or not self._can_reduce_wilds():
                return
            self.record(DisplaySwept())

    def _close_gaps(self) -> None:
        """Fill each gap from its first deck (S2), else from any other deck that has cards.

        A gap stays open if no deck has a card (D10).
        """
        state = self.state
        for slot, first in enumerate(self.rules.spec.display):
            if state.display[slot] is None:
                decks = (first, *(deck for deck in state.decks if deck != first))
                source = next((deck for deck in decks if state.decks[deck].cards), None)
                if source is not None:
                    self.fill(slot, source)

    def _can_reduce_wilds(self) -> bool:
        """Return whether decks and discards have enough other cards for fewer wilds (D8).

        The cards in the display do not count. Swept cards return only after the next shuffle. With
        ten cards in all, two halves of five could alternate forever and never mix.
        """
        piles = [pile for deck in self.state.decks.values() for pile in (deck.cards, deck.discard)]
        others = sum(len(pile) - pile.count(WILD) for pile in piles)
        return others > len(self.state.display) - self.rules.spec.sweep_at

    # --- Tickets ---

    def offer_tickets(self, seat: Seat, counts: dict[DeckName, int], keep: int) -> None:
        """Offer a player the top tickets of each deck (S3, K1)."""
        tickets: list[TicketId] = []
        for name, count in counts.items():
            deck = self.state.ticket_decks[name].tickets
            tickets += reversed(deck[len(deck) - count :])
        counts = {name: count for name, count in counts.items() if count}
        self.record(TicketsOffered(seat, counts, tuple(tickets), min(keep, len(tickets))))

    def shuffle_tickets(self, name: DeckName) -> None:
        """Shuffle a ticket deck (S4)."""
        deck = self.state.ticket_decks[name]
        order = self.chance.shuffle(deck.tickets, f"{name}/{deck.shuffles}")
        self.record(TicketsShuffled(name, order))

    # --- Turns ---

    def open_if_all_chose(self) -> None:
        """Begin the first turn if every seat has made its choices (S6)."""
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
        """Pass the turn to the next seat, begin the last round or end the game (E1, E2, T2)."""
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
