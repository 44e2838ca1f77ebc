"""Where a game stands. Changed by `evolve` alone; copied by hand, which takes microseconds."""

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
        """How often it has been shuffled: the number in the label of the next shuffle."""

    def copy(self) -> DeckState:
        """An independent copy."""
        new = DeckState.__new__(DeckState)
        new.cards = self.cards[:]
        new.discard = self.discard[:]
        new.shuffles = self.shuffles
        return new


class TicketDeckState:
    """A deck of tickets; what is returned goes underneath."""

    __slots__ = ("shuffles", "tickets")

    def __init__(self) -> None:
        self.tickets: list[TicketId] = []
        """From the bottom to the top."""
        self.shuffles = 0

    def copy(self) -> TicketDeckState:
        """An independent copy."""
        new = TicketDeckState.__new__(TicketDeckState)
        new.tickets = self.tickets[:]
        new.shuffles = self.shuffles
        return new


class PlayerState:
    """What lies before one player."""

    __slots__ = ("box", "hand", "mix", "pieces", "points", "tickets")

    def __init__(self, pieces: dict[Piece, int]) -> None:
        self.hand: dict[Card, int] = {}
        """Cards held; a card held no more has no entry."""
        self.tickets: list[TicketId] = []
        self.pieces = pieces
        self.box: dict[Piece, int] = {}
        """Pieces not taken in the mix (S7)."""
        self.mix: dict[Piece, int] | None = None
        """A mix chosen and not yet revealed (S7)."""
        self.points = 0

    def copy(self) -> PlayerState:
        """An independent copy."""
        new = PlayerState.__new__(PlayerState)
        new.hand = dict(self.hand)  # unlike copy(), with no room left by cards paid long ago
        new.tickets = self.tickets[:]
        new.pieces = self.pieces.copy()
        new.box = self.box.copy()
        new.mix = self.mix
        new.points = self.points
        return new


class GameState:
    """Where a game stands. Changed by `evolve` alone."""

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
        """Whose discards a card goes to: the first shuffle tells. Shared by all copies."""
        self.ticket_decks: dict[DeckName, TicketDeckState] = {}
        self.display: list[Card | None] = []
        self.owners: dict[RouteId, Seat] = {}
        """Claimed tracks only, in the order of the claims."""
        self.claimed_at = array("I")
        """The version after each claim, in the order of `owners`."""
        self.placed: dict[Piece, dict[CityId, Seat]] = {}
        """Special pieces: for each kind the cities where one stands, and whose it is."""
        self.turn: Seat | None = None
        """Whose turn it is; None while the openings are chosen."""
        self.waiting: dict[Seat, Waiting] = {}
        """Who owes which answer; several at once in the opening (S6, S7)."""
        self.question_numbers: dict[Seat, int] = {}
        """The version at which each seat was last asked something."""
        self.turns = 0
        """How many turns have begun."""
        self.turns_left: int | None = None
        """Turns that follow the present one; None before the last round (E1)."""
        self.passes = 0
        """Passes in a row (T2)."""
        self.over: str | None = None
        """Why the game ended; None while it is played."""
        self.version = 0
        """How many events have happened."""

    def tracks_of(self, seat: Seat) -> list[RouteId]:
        """The tracks that *seat* has claimed, in order."""
        return [track for track, owner in self.owners.items() if owner == seat]

    def turns_ahead(self, seat: Seat) -> int | None:
        """Return how many turns *seat* has after the present one, or None before the last round."""
        if self.turns_left is None or self.turn is None:
            return self.turns_left
        seats = len(self.players)
        first = (seat - self.turn) % seats or seats
        return max(0, (self.turns_left - first) // seats + 1)

    def copy(self) -> GameState:
        """An independent copy: act on it, keep the events, then let it take the place of this."""
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

    __hash__ = None  # type: ignore[assignment]  # it changes


def snapshot(thing: object) -> object:
    """Everything in a state as plain values, for comparing two of them."""
    slots = getattr(type(thing), "__slots__", None)
    if slots is not None and not hasattr(thing, "__struct_fields__"):
        return {name: snapshot(getattr(thing, name)) for name in slots}
    if isinstance(thing, list):
        return [snapshot(item) for item in thing]
    if isinstance(thing, dict):
        return {key: snapshot(value) for key, value in thing.items()}
    return thing
