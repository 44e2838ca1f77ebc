"""What a seat may do now. `Menu` answers step by step, so that nothing is listed unasked."""

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
    """The decks with a card to draw; an empty one with discards is refilled at once (D9).

    While there is none, no transport card can be taken at all, not even from the display (D10), be
    it the first or the second (D11); while there is one, its top card at least can be.
    """
    names: tuple[DeckName, ...] = ()
    for name, deck in state.decks.items():
        if deck.cards:
            names += (name,)
    return names


def ticket_splits(rules: Rules, state: GameState, total: int) -> range:
    """How many of *total* tickets may come from the long deck; with one deck: none (K1, K3)."""
    sizes = [len(deck.tickets) for deck in state.ticket_decks.values()]
    total = min(total, sum(sizes))
    if total == 0:
        return range(0)
    if len(sizes) == 1:
        return range(1)
    short, long = sizes
    return range(max(0, total - short), min(total, long) + 1)


def ticket_counts(state: GameState, total: int, long: int) -> dict[DeckName, int]:
    """How many tickets come from each deck, once the split is known to be possible."""
    names = tuple(state.ticket_decks)
    total = min(total, sum(len(deck.tickets) for deck in state.ticket_decks.values()))
    return {names[0]: total} if len(names) == 1 else {names[0]: total - long, names[1]: long}


def claimable(rules: Rules, state: GameState, seat: Seat) -> list[RouteId]:
    """The tracks that this seat may claim and can pay for."""
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
    """T2: whether a seat on turn can do nothing at all."""
    return not (
        open_decks(state)
        or ticket_splits(rules, state, rules.spec.deal.draw)
        or claimable(rules, state, seat)
        or next(rules.options(state, seat), None)
    )


class Menu:
    """What one seat may do now.

    Agents and chat menus ask for what they want to know; a player sees no more here than the
    player's own view shows.
    """

    __slots__ = ("_rules", "_state", "seat", "waiting")

    def __init__(self, rules: Rules, state: GameState, seat: Seat) -> None:
        self._rules = rules
        self._state = state
        self.seat = seat
        self.waiting: Waiting | None = state.waiting.get(seat)
        """The question this seat has to answer; None: it is not asked anything."""

    def decks(self) -> tuple[DeckName, ...]:
        """The decks to draw from."""
        return open_decks(self._state)

    def slots(self) -> tuple[int, ...]:
        """The slots of the display to take from now (D3, D4, D10)."""
        if not open_decks(self._state):
            return ()
        display = self._state.display  # has no gap, for a deck with a card would have closed it
        if isinstance(self.waiting, SecondDraw) and WILD in display:
            return tuple(slot for slot, card in enumerate(display) if card != WILD)
        return self._rules.slots

    def refills(self) -> tuple[DeckName | None, ...]:
        """The decks a player may name to close the gap (D2); only None: there is no choice."""
        if len(self._state.decks) == 1:
            return (None,)
        return open_decks(self._state) or (None,)

    def routes(self) -> list[RouteId]:
        """The tracks to claim: free, allowed and payable."""
        return claimable(self._rules, self._state, self.seat)

    def free(self) -> list[RouteId]:
        """The tracks that no other has and no rule forbids, whether payable or not (C1, C7, C8)."""
        return self._rules.free(self._state, self.seat, list(self._rules.spec.routes))

    def may_claim(self, track: RouteId) -> bool:
        """Whether this one track could be claimed, without listing the others."""
        route = self._rules.spec.routes[track]
        return self._rules.obstacle(self._state, self.seat, route) is None and self._rules.tariffs[
            track
        ].affordable(self._state.players[self.seat].hand)

    def payments(self, track: RouteId) -> Iterator[Payment]:
        """The ways to pay for a track, the least wasteful first."""
        return self._rules.tariffs[track].offers(self._state.players[self.seat].hand)

    def splits(self) -> range:
        """How many tickets may come from the long deck; empty: no tickets can be drawn."""
        deal = self._rules.spec.deal
        total = deal.first if isinstance(self.waiting, SplitChoice) else deal.draw
        return ticket_splits(self._rules, self._state, total)

    def extras(self) -> Iterator[Action]:
        """What the edition's own mechanics allow."""
        return self._rules.options(self._state, self.seat)

    def mixes(self) -> Iterator[ChooseMix]:
        """The mixes of pieces to choose from (S7)."""
        choices = self._rules.opening_choices(self.seat)
        return (choice for choice in choices if isinstance(choice, ChooseMix))

    def must_pass(self) -> bool:
        """Whether nothing else is possible (T2)."""
        return must_pass(self._rules, self._state, self.seat)

    def actions(self) -> Iterator[Action]:
        """Everything: each action that would be accepted, once."""
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
    assert isinstance(question, TicketChoice)  # noqa: S101  # the table below says so
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
    """Every action that *seat* may take now, for tests and for random play."""
    return list(Menu(rules, state, seat).actions())
