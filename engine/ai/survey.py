"""The analysis of a view before a decision: the seat's means and how long they will last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.actions import ChooseMix
from engine.ai.atlas import CARDS_A_TURN
from engine.ai.harbour_sites import Site, set_aside, still_wanted
from engine.ai.plans import Means, Plan
from engine.ai.purse import Purse, strengths
from engine.ai.terrain import LEAST_SHARE, Terrain
from engine.ids import Card
from engine.options import Menu
from engine.view import SeatView, View

PIECES_A_CLAIM: Final = 3.4
"""The number of pieces that a turn of claiming places."""
PIECES_A_TURN: Final = 1.3
"""The average number of pieces that a turn places, including turns of drawing."""
HARBOUR_CARDS_A_TURN: Final = 0.8
"""The number of cards for a harbor that a turn of drawing brings."""
HAND_WEIGHT: Final = 0.5
"""How much of a card in hand counts when paths are compared, because other groups may need it
too."""
HAND_USE: Final = 0.7
"""The share of a hand that will fit a new plan."""


class Survey:
    """A view, read once: the board, the hand, the pieces and the turns that probably remain."""

    __slots__ = (
        "atlas",
        "harbour_turns",
        "means",
        "menu",
        "price",
        "purse",
        "sites",
        "terrain",
        "view",
        "wanted",
    )

    def __init__(self, terrain: Terrain, view: View, menu: Menu) -> None:
        self.atlas = terrain.atlas
        self.view = view
        self.menu = menu
        self.terrain = terrain
        self.purse = Purse(self.atlas, view.hand)
        self.means = self._means()
        self.sites: list[Site] = []
        """The ports where harbors would pay, the best first."""
        self.wanted: Mapping[Card, int] = {}
        """The cards that the next harbor waits for."""
        self.price: Mapping[Card, int] = {}
        """All cards of the next harbor, including those in hand."""
        self.harbour_turns = 0.0
        """The number of turns that the next harbors take."""

    def _means(self) -> Means:
        own = self.view.seats[self.menu.seat].pieces
        kinds = self.atlas.pieces
        if kinds[0] not in own:
            return self._means_before_the_mix()
        pieces = {kind: own[kind] for kind in kinds}
        spare = sum(self.view.box.values())
        return Means(pieces, sum(pieces.values()), spare, self._turns_left())

    def _means_before_the_mix(self) -> Means:
        """Return as many pieces as a mix may have, of any kind (S7)."""
        mixes = [action.pieces for action in self.menu.mixes() if isinstance(action, ChooseMix)]
        most = {kind: max(mix[kind] for mix in mixes) for kind in self.atlas.pieces}
        total = sum(mixes[0].values())
        return Means(most, total, 0, total / PIECES_A_TURN)

    @property
    def is_last_turn(self) -> bool:
        """Whether this seat has no turn after the current one."""
        left = self.view.turns_left
        return left is not None and left < len(self.view.seats)

    @property
    def saved_turns(self) -> float:
        """The turns of drawing that the hand will probably save a new plan."""
        return sum(self.view.hand.values()) / CARDS_A_TURN * HAND_USE

    def _turns_left(self) -> float:
        """Return how many turns this seat probably has, including the current one."""
        view = self.view
        if view.turns_left is not None:
            return 1 + view.turns_left // len(view.seats)
        return self.atlas.spec.end.more_turns + min(map(self._turns_of, view.seats))

    def _turns_of(self, seat: SeatView) -> float:
        """Return the turns until a seat runs out of pieces. Cards in hand are spent quickly."""
        left = -self.atlas.spec.end.at_most
        for kind in self.atlas.pieces:
            left += seat.pieces[kind]
        ready = min(left, seat.cards)
        return max(1.0, ready / PIECES_A_CLAIM + (left - ready) / PIECES_A_TURN)

    def aim_at_harbours(self, plan: Plan) -> None:
        """Find sites, and set cards aside for the next harbor if it would pay."""
        ports = self.atlas.ports
        if ports is None:
            return
        left = self.view.seats[self.menu.seat].pieces[ports.piece]
        if left:
            placed = self.view.placed
            sites = plan.sites(ports, self.view.tickets)
            self.sites = [s for s in sites if (ports.piece, s.city) not in placed][:left]
        if self.sites:
            hand = self.view.hand
            cards = self.price = ports.cards(hand)
            self.wanted = still_wanted(cards, hand)
            missing = sum(self.wanted.values()) - self.purse.wilds
            if missing <= self.means.turns * HARBOUR_CARDS_A_TURN:
                self.purse.set_aside(set_aside(cards, hand))
                self.harbour_turns = len(self.sites) + max(0, missing) / HARBOUR_CARDS_A_TURN

    def costs(self) -> list[float]:
        """Return what each group costs this seat, minus what the hand already saves."""
        full, extra = self.terrain.cost, self.terrain.extra
        costs = list(full)
        worth = HAND_WEIGHT * self.atlas.turn_worth / CARDS_A_TURN
        pays = strengths(self.atlas, self.purse.have)
        for group, track in self.terrain.on_offer.values():
            number = group.number
            held = min(track.price, pays[track.palette])
            cost = full[number] - worth * held / track.yields - extra[number]
            if cost < costs[number]:
                costs[number] = max(cost, LEAST_SHARE * full[number])
        return costs
