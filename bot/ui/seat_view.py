"""One seat as its owner sees it: the game, the possible moves and the phrases."""

from __future__ import annotations

from functools import cached_property

from bot.games.model import CARETAKER
from bot.games.table import GameSnapshot
from bot.text.phrases import Phrases
from bot.ui.custom_ids import Press
from engine.actions import PlacePiece
from engine.ids import CityId, Payment, RouteId, Seat
from engine.options import Menu
from engine.view import View


class SeatView:
    """A seat in the present state of a game, in its owner's language. For the owner only."""

    def __init__(self, snapshot: GameSnapshot, seat: Seat, phrases: Phrases) -> None:
        self.snapshot, self.seat, self.phrases = snapshot, seat, phrases
        self.say = phrases.words.say

    @property
    def game(self) -> str:
        """The table's id."""
        return self.snapshot.table.row.id

    @cached_property
    def view(self) -> View:
        """The game as this seat sees it."""
        return self.snapshot.view(self.seat)

    @cached_property
    def menu(self) -> Menu:
        """The moves that this seat may make."""
        return self.snapshot.menu(self.seat)

    @property
    def may_undo(self) -> bool:
        """Whether this seat can undo its last step without asking.

        It can if no other player has learned anything by the step (T3). It cannot while a bot is to
        answer, because the bot would answer before anyone could press undo.
        """
        table = self.snapshot.table
        asked = [table.seats[seat] for seat in self.snapshot.state.waiting]
        return table.progress.is_free(self.seat) and not any(row.bot for row in asked)

    @property
    def is_kept(self) -> bool:
        """Whether the caretaker plays this seat until its owner is back."""
        return self.snapshot.table.seats[self.seat].bot == CARETAKER

    def press(self, verb: str, arg: str = "") -> Press:
        """Return a press that answers the present question of this seat."""
        return Press(self.game, self.view.question_number or 0, verb, arg)

    def payments(self, track: RouteId) -> list[Payment]:
        """Return the ways to pay for a route, the least wasteful first.

        Return none if the route cannot be claimed.
        """
        known = track in self.phrases.spec.routes and self.menu.may_claim(track)
        return list(self.menu.payments(track)) if known else []

    def harbours(self, city: CityId | None = None) -> list[PlacePiece]:
        """Return the harbors that could be built, with each payment."""
        return [
            action
            for action in self.menu.extras()
            if isinstance(action, PlacePiece) and city in (None, action.city)
        ]
