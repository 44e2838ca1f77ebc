"""A player that plans the cheapest network for its tickets and collects the cards for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, NamedTuple

from engine.actions import Action, ChooseMix, ChooseSplit, DrawBlind, DrawOpen, KeepTickets
from engine.ai.agent import Look
from engine.ai.atlas import atlas_for
from engine.ai.draws import best_draw, gained
from engine.ai.moves import Moves
from engine.ai.plans import Plan, is_joined
from engine.ai.prospects import Offer, choose_tickets
from engine.ai.purse import Wishes
from engine.ai.survey import Survey
from engine.ai.terrain import Terrain
from engine.board import Ticket
from engine.ids import Card, TicketId
from engine.options import Menu
from engine.questions import MixChoice, SecondDraw, SplitChoice, TicketChoice, Turn, Waiting
from engine.ruleset import Rules
from engine.view import View

FIRST_KIND_SHARE: Final = 0.3
"""The share of the pieces beyond the plan that goes to the first kind of a mix."""
SHORTAGE: Final = 100
"""How much worse a missing piece is than a surplus piece of the other kind."""
GRACE: Final = 1.0
"""The number of turns that a plan may take beyond the expected rest of the game."""


class _FirstDraw(NamedTuple):
    """The facts that a planner remembers from the first card of a draw to the second."""

    turns: int
    hand: Mapping[Card, int]
    wishes: Wishes


class Planner:
    """A player that plans a network and follows it. It sees a view, a menu and the printed board.

    What it remembers from turn to turn only saves time. A new planner in the middle of a game plans
    from what it sees.

    Args:
        rules: The game's edition and number of seats. They contain nothing of the game itself.
        cautious: For an absent player. Never ask for tickets, and keep as few as possible.

    """

    def __init__(self, rules: Rules, *, cautious: bool = False) -> None:
        self._atlas = atlas_for(rules)
        self._cautious = cautious
        self._terrain: Terrain | None = None
        self._plan: Plan | None = None
        self._planned: tuple[TicketId, ...] = ()
        self._first_draw: _FirstDraw | None = None
        self._answers: Mapping[type[Waiting] | type[None], Callable[[Survey], Action]] = {
            SplitChoice: self._split,
            TicketChoice: self._tickets,
            MixChoice: self._mix,
            SecondDraw: self._second,
            Turn: self._turn,
        }

    def choose(self, look: Look, menu: Menu, rng: Random) -> Action:
        """Return the action for now.

        *rng* is not used: the same view always gives the same action.
        """
        view = look()
        follow_up = self._follow_up(view, menu)
        if follow_up is not None:
            return follow_up
        return self._answers[type(menu.waiting)](self._survey(view, menu))

    def moves(self, view: View, menu: Menu) -> Moves:
        """Return the considered moves, which is possible on another seat's turn too.

        The game must have begun.
        """
        return self._moves(self._survey(view, menu))

    def _survey(self, view: View, menu: Menu) -> Survey:
        terrain = self._terrain
        if terrain is None or terrain.seat != menu.seat:
            terrain = self._terrain = Terrain(self._atlas, menu.seat)
            self._plan = None
        if not terrain.update(view.owners):
            self._plan = None
        return Survey(terrain, view, menu)

    # --- Openings and tickets ---

    def _split(self, survey: Survey) -> Action:
        """Take half of the tickets from the long deck (S4).

        Long tickets shape the network, and short tickets fit in.
        """
        splits = survey.menu.splits()
        return ChooseSplit(survey.menu.seat, splits[len(splits) // 2])

    def _tickets(self, survey: Survey) -> Action:
        question = survey.menu.waiting
        assert isinstance(question, TicketChoice)  # noqa: S101  # Guaranteed by `_answers`.
        known = self._atlas.spec.tickets
        offer = Offer([known[ticket] for ticket in question.offered], question.keep)
        plan = Plan(survey.terrain, survey.costs(), [*self._open_tickets(survey), *offer.tickets])
        kept = choose_tickets(plan, offer, survey, few=self._cautious)
        return KeepTickets(survey.menu.seat, kept)

    def _mix(self, survey: Survey) -> Action:
        """Choose the pieces that the plan needs, and of the rest a share of each kind (S7)."""
        need = self._plan_for(survey).pieces

        def misfit(action: Action) -> float:
            if not isinstance(action, ChooseMix):
                return SHORTAGE * SHORTAGE
            over = [count - need[kind] for kind, count in action.pieces.items()]
            short = sum(-count for count in over if count < 0)
            return SHORTAGE * short + abs(over[0] - FIRST_KIND_SHARE * sum(over))

        return min(survey.menu.mixes(), key=misfit)

    # --- Plan ---

    def _open_tickets(self, survey: Survey) -> list[Ticket]:
        known, terrain = self._atlas.spec.tickets, survey.terrain
        return [known[key] for key in survey.view.tickets if not is_joined(terrain, key)]

    def _plan_for(self, survey: Survey) -> Plan:
        """Return the previous plan if it is still possible, else a new one."""
        plan, tickets = self._plan, survey.view.tickets
        if plan is not None and self._planned == tickets:
            plan.advance()
            if plan.is_open():
                return plan
        plan = Plan(survey.terrain, survey.costs(), self._open_tickets(survey))
        self._plan, self._planned = plan, tickets
        return plan

    def _moves(self, survey: Survey) -> Moves:
        """Return the feasible part of the plan, with the hand divided over it."""
        plan, means = self._plan_for(survey), survey.means
        survey.aim_at_harbours(plan)
        wishes = Wishes(survey.purse, survey.terrain, plan.groups, survey.wanted)
        while plan.paths and (wishes.turns > means.turns + GRACE or not means.suffice(plan.pieces)):
            plan.give_up_one(survey.costs())
            wishes = Wishes(survey.purse, survey.terrain, plan.groups, survey.wanted)
        return Moves(survey, plan, wishes)

    # --- Turns ---

    def _turn(self, survey: Survey) -> Action:
        moves = self._moves(survey)
        action = moves.best(may_ask=not self._cautious)
        if isinstance(action, DrawBlind | DrawOpen):
            self._first_draw = _FirstDraw(survey.view.turns, survey.view.hand, moves.wishes)
        return action

    def _second(self, survey: Survey) -> Action:
        return self._moves(survey).draw(may_ask=False)

    def _follow_up(self, view: View, menu: Menu) -> Action | None:
        """Return the second card of a draw by the wishes of the first, or None.

        No player has moved since the first card.
        """
        before, self._first_draw = self._first_draw, None
        if before is None or not isinstance(menu.waiting, SecondDraw):
            return None
        card = gained(before.hand, view.hand)
        if card is None or before.turns != view.turns:
            return None
        before.wishes.gain(card)
        return best_draw(view, menu, before.wishes)
