"""The moves that a planning player considers in a turn, in order of preference."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice, permutations
from typing import Final

from engine.actions import Action, AskTickets, ClaimRoute, ExchangePieces, Pass, PlacePiece
from engine.ai.draws import best_draw
from engine.ai.plans import Plan, is_joined
from engine.ai.prospects import worth_asking
from engine.ai.purse import Share, Wishes
from engine.ai.survey import PIECES_A_CLAIM, Survey
from engine.ai.ventures import best_venture
from engine.ids import WILD, Payment

OFFERS: Final = 30
"""The maximum number of payments to compare. The thriftiest come first."""
ASK_TURNS: Final = 4.0
"""With fewer turns left than this, the player draws no tickets."""
WILD_PART: Final = 0.4
"""The share of a price that wilds may pay if nothing is urgent."""
CONTESTED: Final = 2
"""The number of other seats' routes at the ends of a group that makes it urgent."""
PRESSED: Final = 2.0
"""With fewer turns to spare than this, the player spends wilds freely."""
TICKET_RANK: Final = 2.0
"""How much each ticket that needs a group adds to its rank."""
POINTS_RANK: Final = 0.3
"""How much each point of a group adds to its rank, because long routes are hard to replace."""


class Moves:
    """The possible moves of a turn for a plan."""

    def __init__(self, survey: Survey, plan: Plan, wishes: Wishes) -> None:
        self.survey = survey
        self.plan = plan
        self.wishes = wishes
        """The hand, divided over the plan."""
        self._atlas = survey.atlas
        self._menu = survey.menu
        self.slack = survey.means.turns - wishes.turns - survey.harbour_turns
        """The turns that probably remain after everything planned is done."""

    def best(self, *, may_ask: bool) -> Action:
        """Return the first move that is possible and makes sense, else a draw."""
        for move in self._in_order(may_ask=may_ask):
            if move is not None:
                return move
        return self.draw(may_ask=may_ask)

    def _in_order(self, *, may_ask: bool) -> Iterator[Action | None]:
        """Yield the moves one by one, so that moves after the chosen one are not computed."""
        if self.survey.is_last_turn:
            yield self._best_last_move()
        yield self._build_harbour()
        yield self._claim()
        yield self._exchange()
        if may_ask:
            yield self._ask_tickets()
        yield self._claim_venture()

    def draw(self, *, may_ask: bool) -> Action:
        """Return the draw that helps most, or any legal action if there is no card."""
        if self._venture is not None:
            self.wishes.then(self._venture)
        action = best_draw(self.survey.view, self._menu, self.wishes)
        return action or self._any_legal_action(may_ask=may_ask)

    def _any_legal_action(self, *, may_ask: bool) -> Action:
        """Return a legal action when no card is left. Unwanted tickets come last."""
        others = list(self._menu.actions())
        if not may_ask:
            others.sort(key=lambda action: isinstance(action, AskTickets))
        return others[0] if others else Pass(self._menu.seat)

    # --- Claiming ---

    def _best_last_move(self) -> Action | None:
        """Return the move with the most points for the last turn, including completed tickets."""
        best, found = 0, None
        for track in self._menu.routes():
            group = self._atlas.groups[self._atlas.tracks[track].group]
            gain = group.points + self.survey.terrain.extra[group.number]
            gain += self.plan.completed_by(group.number)
            if gain > best:
                best, found = gain, track
        if self.survey.sites and self.survey.sites[0].gain > best:
            harbour = self._build_harbour()
            if harbour is not None:
                return harbour
        if found is None:
            return None
        return ClaimRoute(self._menu.seat, found, next(self._menu.payments(found)))

    def _claim(self) -> Action | None:
        """Return the claim of the most urgent group of the plan that the hand can pay."""
        ready = [share for share in self.wishes.shares if self._is_ready(share)]
        ready.sort(key=self._rank, reverse=True)
        return next((claim for claim in map(self._pay, ready) if claim is not None), None)

    def _is_ready(self, share: Share) -> bool:
        """Return whether the hand can pay without wasting wilds that others may need more."""
        if share.lack == 0:
            return True
        if share.lack > self.survey.purse.wilds:
            return False
        return (
            share.lack <= WILD_PART * share.track.price
            or self.slack < PRESSED
            or self.wishes.missing <= 1
            or self.survey.terrain.contested(share.group) >= CONTESTED
        )

    def _rank(self, share: Share) -> float:
        """Return the rank of a group: contested, needed by many tickets and long ones first."""
        return (
            TICKET_RANK * self.plan.tickets_with(share.group)
            + POINTS_RANK * self._atlas.groups[share.group].points
            + self.survey.terrain.contested(share.group)
            - share.lack
        )

    def _pay(self, share: Share) -> Action | None:
        """Return the claim whose payment harms other wishes least, or None if there is none."""
        menu, track = self._menu, share.track.id
        if not menu.may_claim(track):
            return None
        best: tuple[float, Payment] | None = None
        for offer in islice(menu.payments(track), OFFERS):
            harm = self.wishes.harm(offer, share)
            if best is None or harm < best[0]:
                best = harm, offer
            if harm <= 0:
                break  # The following payments are less thrifty.
        return best and ClaimRoute(menu.seat, track, best[1])

    @cached_property
    def _venture(self) -> Share | None:
        """The route to claim for its points after the plan, with what is left, or None."""
        survey, wishes = self.survey, self.wishes
        if self.plan.paths and self.slack <= 1:
            return None
        wilds = 0 if self.plan.paths else survey.purse.wilds
        track = best_venture(survey.terrain, wishes.left, wilds, survey.means)
        return None if track is None else wishes.share_of_rest(track)

    def _claim_venture(self) -> Action | None:
        """Return the claim of a route for its points, or None.

        It comes after the plan, or before if the hand is full enough for all turns.
        """
        venture = self._venture
        if venture is None:
            return None
        if self.plan.paths:
            spare = sum([left for left in self.wishes.left if left > 0])
            if venture.lack or spare < self.slack * PIECES_A_CLAIM:
                return None
        elif venture.lack > self.survey.purse.wilds:
            return None
        return self._pay(venture)

    # --- Tickets and the edition's own moves ---

    def _ask_tickets(self) -> Action | None:
        """Return a request for tickets if the own ones are completed and there is time (K1).

        A player who had to give up a ticket has drawn enough. The next ticket would probably fail
        too.
        """
        survey, menu = self.survey, self._menu
        if self.plan.paths or survey.means.turns < ASK_TURNS:
            return None
        if not all(is_joined(survey.terrain, ticket) for ticket in survey.view.tickets):
            return None
        splits = menu.splits()
        if not splits or self.plan.is_enough or worth_asking(survey) < 0:
            # Time passes and other players claim routes. Only a larger own network can change this.
            self.plan.is_enough = True
            return None
        return AskTickets(menu.seat, splits[len(splits) // 2])

    def _build_harbour(self) -> Action | None:
        """Return the building of a harbor where it pays, once the cards are there (W1, W2)."""
        survey, ports = self.survey, self._atlas.ports
        if ports is None or sum(survey.wanted.values()) > survey.view.hand.get(WILD, 0):
            return None
        number, reached = self._atlas.number, survey.terrain.reached
        city = next((site.city for site in survey.sites if number[site.city] in reached), None)
        if city is None:
            return None
        return PlacePiece(self._menu.seat, ports.piece, city, ports.payment(survey.view.hand))

    def _exchange(self) -> Action | None:
        """Return an exchange for pieces that the plan lacks, if there is a surplus to give (W3)."""
        box = self.survey.view.box
        if not box or not self.plan.paths:
            return None
        need = self.plan.pieces
        over = {kind: count - need[kind] for kind, count in self.survey.means.pieces.items()}
        for take, give in permutations(box, 2):
            if 0 < -over[take] <= min(box[take], over[give]):
                return ExchangePieces(self._menu.seat, give, -over[take])
        return None
