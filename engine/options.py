"""The actions that a seat may take now. `Menu` computes each list only on request."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Final

from engine.actions import (
    Action,
    AskTickets,
    ChooseMix,
    ChooseSplit,
    ClaimRoute,
    DrawBlind,
    DrawOpen,
    KeepTickets,
    Pass,
)
from engine.ids import WILD, DeckName, Payment, RouteId, Seat
from engine.questions import MixChoice, SecondDraw, SplitChoice, TicketChoice, Turn, Waiting
from engine.state import GameState

if TYPE_CHECKING:
    from engine.ruleset import Rules


def open_decks(state: GameState) -> tuple[DeckName, ...]:
    """Return the decks with a card to draw.

    An empty deck with discards is refilled at once (D9). If no deck has a card, no transport card
    can be taken at all, not even from the display (D10). That applies to the first card and to the
    second card (D11). If a deck has a card, at least its top card can be taken.
    """
    names: tuple[DeckName, ...] = ()
    for name, deck in state.decks.items():
        if deck.cards:
            names += (name,)
    return names


def ticket_splits(rules: Rules, state: GameState, total: int) -> range:
    """Return how many of *total* tickets may come from the long deck (K1, K3).

    With a single deck, that number is always 0.
    """
    sizes = [len(deck.tickets) for deck in state.ticket_decks.values()]
    total = min(total, sum(sizes))
    if total == 0:
        return range(0)
    if len(sizes) == 1:
        return range(1)
    short, long = sizes
    return range(max(0, total - short), min(total, long) + 1)


def ticket_counts(state: GameState, total: int, long: int) -> dict[DeckName, int]:
    """Return how many tickets come from each deck, for a split that is possible."""
    names = tuple(state.ticket_decks)
    total = min(total, sum(len(deck.tickets) for deck in state.ticket_decks.values()))
    return {names[0]: total} if len(names) == 1 else {names[0]: total - long, names[1]: long}


def claimable(rules: Rules, state: GameState, seat: Seat) -> list[RouteId]:
    """Return the routes that this seat may claim and can pay for."""
    player = state.players[seat]
    hand, pieces = player.hand, player.pieces
    wilds = hand.get(WILD, 0)
    payable: list[RouteId] = []
    for tariff, piece, card, extra, dearest, up_to in rules.rows:
        most = wilds + hand.get(card, 0) if card else tariff.strength(hand)
        left = pieces.get(piece, 0) + extra
        if most > left:
            most = left
        payable += up_to[most if most < dearest else dearest]
    return rules.free(state, seat, payable)


def must_pass(rules: Rules, state: GameState, seat: Seat) -> bool:
    """Return whether a seat on turn can do nothing at all (T2)."""
    return not (
        open_decks(state)
        or ticket_splits(rules, state, rules.spec.deal.draw)
        or claimable(rules, state, seat)
        or next(rules.options(state, seat), None)
    )


class Menu:
    """The actions that a seat may take now.

    Agents and chat menus ask only for the lists they need. A menu reveals no more to a player than
    the player's own view does.
    """

    __slots__ = ("_rules", "_state", "seat", "waiting")

    def __init__(self, rules: Rules, state: GameState, seat: Seat) -> None:
        self._rules = rules
        self._state = state
        self.seat = seat
        self.waiting: Waiting | None = state.waiting.get(seat)
        """The question that this seat has to answer, or None if it has no question."""

    def decks(self) -> tuple[DeckName, ...]:
        """Return the decks to draw from."""
        return open_decks(self._state)

    def slots(self) -> tuple[int, ...]:
        """Return the slots of the display that the seat may take from now (D3, D4, D10)."""
        if not open_decks(self._state):
            return ()
        # The display has no gap, because a deck with a card would have closed it.
        display = self._state.display
        if isinstance(self.waiting, SecondDraw) and WILD in display:
            return tuple(slot for slot, card in enumerate(display) if card != WILD)
        return self._rules.slots

    def refills(self) -> tuple[DeckName | None, ...]:
        """Return the decks that may close the gap (D2), or only None if there is no choice."""
        if len(self._state.decks) == 1:
            return (None,)
        return open_decks(self._state) or (None,)

    def routes(self) -> list[RouteId]:
        """Return the routes that are free, allowed and payable."""
        return claimable(self._rules, self._state, self.seat)

    def free(self) -> list[RouteId]:
        """Return the routes that are free and that no rule forbids, payable or not (C1, C7, C8)."""
        return self._rules.free(self._state, self.seat, list(self._rules.spec.routes))

    def may_claim(self, track: RouteId) -> bool:
        """Return whether this route can be claimed, without computing the list of all routes."""
        route = self._rules.spec.routes[track]
        return self._rules.obstacle(self._state, self.seat, route) is None and self._rules.tariffs[
            track
        ].affordable(self._state.players[self.seat].hand)

    def payments(self, track: RouteId) -> Iterator[Payment]:
        """Yield the ways to pay for a route, the least wasteful first."""
        return self._rules.tariffs[track].offers(self._state.players[self.seat].hand)

    def splits(self) -> range:
        """Return the possible numbers of tickets from the long deck.

        The range is empty if no tickets can be drawn.
        """
        deal = self._rules.spec.deal
        total = deal.first if isinstance(self.waiting, SplitChoice) else deal.draw
        return ticket_splits(self._rules, self._state, total)

    def extras(self) -> Iterator[Action]:
        """Yield the actions that the edition's own mechanics allow."""
        return self._rules.options(self._state, self.seat)

    def mixes(self) -> Iterator[ChooseMix]:
        """Yield the mixes of pieces to choose from (S7)."""
        choices = self._rules.opening_choices(self.seat)
        return (choice for choice in choices if isinstance(choice, ChooseMix))

    def must_pass(self) -> bool:
        """Return whether no other action is possible (T2)."""
        return must_pass(self._rules, self._state, self.seat)

    def actions(self) -> Iterator[Action]:
        """Yield each action that would be accepted, once."""
        return iter(()) if self.waiting is None else _LISTS[type(self.waiting)](self)


def _draws(menu: Menu) -> Iterator[Action]:
    for deck in menu.decks():
        yield DrawBlind(menu.seat, deck)
    for slot in menu.slots():
        for refill in menu.refills():
            yield DrawOpen(menu.seat, slot, refill)


def _turn(menu: Menu) -> Iterator[Action]:
    seat = menu.seat
    yield from _draws(menu)
    for track in menu.routes():
        for payment in menu.payments(track):
            yield ClaimRoute(seat, track, payment)
    for long in menu.splits():
        yield AskTickets(seat, long)
    yield from menu.extras()
    if menu.must_pass():
        yield Pass(seat)


def _splits(menu: Menu) -> Iterator[Action]:
    return (ChooseSplit(menu.seat, long) for long in menu.splits())


def _tickets(menu: Menu) -> Iterator[Action]:
    question = menu.waiting
    assert isinstance(question, TicketChoice)  # noqa: S101  # The table _LISTS guarantees it.
    for count in range(question.keep, len(question.offered) + 1):
        for kept in combinations(question.offered, count):
            yield KeepTickets(menu.seat, kept)


_LISTS: Final[Mapping[type[Waiting], Callable[[Menu], Iterator[Action]]]] = {
    Turn: _turn,
    SecondDraw: _draws,
    SplitChoice: _splits,
    TicketChoice: _tickets,
    MixChoice: Menu.mixes,
}


def legal_actions(rules: Rules, state: GameState, seat: Seat) -> list[Action]:
    """Return every action that *seat* may take now, for tests and for random play."""
    return list(Menu(rules, state, seat).actions())
