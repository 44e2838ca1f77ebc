"""The state of a game. Only `evolve` changes it.

The classes have handwritten `copy` methods, which take only microseconds.
"""

from __future__ import annotations

from array import array

from engine.ids import Card, CityId, DeckName, EditionId, Piece, RouteId, Seat, TicketId
from engine.questions import Waiting


class DeckState:
    """A transport deck and its discards."""

    __slots__ = ("cards", "discard", "shuffles")

    def __init__(self) -> None:
        self.cards: list[Card] = []
        """From the bottom to the top."""
        self.discard: list[Card] = []
        self.shuffles = 0
        """The number of shuffles until now. The label of the next shuffle contains it."""

    def copy(self) -> DeckState:
        """Return an independent copy."""
        new = DeckState.__new__(DeckState)
        new.cards = self.cards[:]
        new.discard = self.discard[:]
        new.shuffles = self.shuffles
        return new


class TicketDeckState:
    """A deck of tickets. Returned tickets go to the bottom."""

    __slots__ = ("shuffles", "tickets")

    def __init__(self) -> None:
        self.tickets: list[TicketId] = []
        """From the bottom to the top."""
        self.shuffles = 0

    def copy(self) -> TicketDeckState:
        """Return an independent copy."""
        new = TicketDeckState.__new__(TicketDeckState)
        new.tickets = self.tickets[:]
        new.shuffles = self.shuffles
        return new


class PlayerState:
    """The cards, tickets, pieces and points of a player."""

    __slots__ = ("box", "hand", "mix", "pieces", "points", "tickets")

    def __init__(self, pieces: dict[Piece, int]) -> None:
        self.hand: dict[Card, int] = {}
        """The cards in hand. A card that is no longer in hand has no entry."""
        self.tickets: list[TicketId] = []
        self.pieces = pieces
        self.box: dict[Piece, int] = {}
        """The pieces that are not in the chosen mix (S7)."""
        self.mix: dict[Piece, int] | None = None
        """A chosen mix that is not yet revealed (S7), or None."""
        self.points = 0

    def copy(self) -> PlayerState:
        """Return an independent copy."""
        new = PlayerState.__new__(PlayerState)
        # Unlike copy(), dict() reserves no space for cards that were paid long ago.
        new.hand = dict(self.hand)
        new.tickets = self.tickets[:]
        new.pieces = self.pieces.copy()
        new.box = self.box.copy()
        new.mix = self.mix
        new.points = self.points
        return new


class GameState:
    """The state of a game. Only `evolve` changes it."""

    __slots__ = (
        "claimed_at",
        "decks",
        "display",
        "edition",
        "home",
        "over",
        "owners",
        "passes",
        "placed",
        "players",
        "question_numbers",
        "ticket_decks",
        "turn",
        "turns",
        "turns_left",
        "version",
        "waiting",
    )

    def __init__(self) -> None:
        self.edition = EditionId("")
        self.players: list[PlayerState] = []
        self.decks: dict[DeckName, DeckState] = {}
        self.home: dict[Card, DeckName] = {}
        """The deck whose discards each card goes to, from the first shuffle. All copies share this
        table."""
        self.ticket_decks: dict[DeckName, TicketDeckState] = {}
        self.display: list[Card | None] = []
        self.owners: dict[RouteId, Seat] = {}
        """The owner of each claimed route, in the order of the claims."""
        self.claimed_at = array("I")
        """The version after each claim, in the order of `owners`."""
        self.placed: dict[Piece, dict[CityId, Seat]] = {}
        """The cities with a special piece and the owner of that piece, by kind of piece."""
        self.turn: Seat | None = None
        """The seat whose turn it is, or None while seats make their opening choices."""
        self.waiting: dict[Seat, Waiting] = {}
        """The question of each seat that has to answer. In the opening several seats answer at once
        (S6, S7)."""
        self.question_numbers: dict[Seat, int] = {}
        """The version at which each seat got its last question."""
        self.turns = 0
        """The number of turns that have begun."""
        self.turns_left: int | None = None
        """The number of turns after the current turn, or None before the last round (E1)."""
        self.passes = 0
        """The number of passes in a row (T2)."""
        self.over: str | None = None
        """The reason why the game ended, or None if the game is not over."""
        self.version = 0
        """The number of events until now."""

    def tracks_of(self, seat: Seat) -> list[RouteId]:
        """Return the routes that *seat* has claimed, in the order of the claims."""
        return [track for track, owner in self.owners.items() if owner == seat]

    def turns_ahead(self, seat: Seat) -> int | None:
        """Return how many turns *seat* has after the current one, or None before the last round."""
        if self.turns_left is None or self.turn is None:
            return self.turns_left
        seats = len(self.players)
        first = (seat - self.turn) % seats or seats
        return max(0, (self.turns_left - first) // seats + 1)

    def copy(self) -> GameState:
        """Return an independent copy.

        The caller acts on the copy, saves the events and then replaces the original with the copy.
        """
        new = GameState.__new__(GameState)
        new.edition = self.edition
        new.players = [player.copy() for player in self.players]
        new.decks = {name: deck.copy() for name, deck in self.decks.items()}
        new.home = self.home
        new.ticket_decks = {name: deck.copy() for name, deck in self.ticket_decks.items()}
        new.display = self.display[:]
        new.owners = self.owners.copy()
        new.claimed_at = self.claimed_at[:]
        new.placed = {piece: dict(cities) for piece, cities in self.placed.items()}
        new.turn = self.turn
        new.waiting = self.waiting.copy()
        new.question_numbers = self.question_numbers.copy()
        new.turns = self.turns
        new.turns_left = self.turns_left
        new.passes = self.passes
        new.over = self.over
        new.version = self.version
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameState):
            return NotImplemented
        return snapshot(self) == snapshot(other)

    __hash__ = None  # type: ignore[assignment]  # A state is mutable.


def snapshot(thing: object) -> object:
    """Return everything in a state as plain values, to compare two states."""
    slots = getattr(type(thing), "__slots__", None)
    if slots is not None and not hasattr(thing, "__struct_fields__"):
        return {name: snapshot(getattr(thing, name)) for name in slots}
    if isinstance(thing, list):
        return [snapshot(item) for item in thing]
    if isinstance(thing, dict):
        return {key: snapshot(value) for key, value in thing.items()}
    return thing
