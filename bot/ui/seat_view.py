"""One seat as its owner finds it: what can be seen from it, what it may do, how to speak of it."""

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
    """A seat of a game as it stands, in its owner's language. For its owner alone."""

    def __init__(self, snapshot: GameSnapshot, seat: Seat, phrases: Phrases) -> None:
        self.snapshot, self.seat, self.phrases = snapshot, seat, phrases
        self.say = phrases.words.say

    @property
    def game(self) -> str:
        """The table's id."""
        return self.snapshot.table.row.id

    @cached_property
    def view(self) -> View:
        """The game as it is seen from here."""
        return self.snapshot.view(self.seat)

    @cached_property
    def menu(self) -> Menu:
        """What this seat may do."""
        return self.snapshot.menu(self.seat)

    @property
    def may_undo(self) -> bool:
        """Whether its last step is free to be taken back: nobody has learned anything by it (T3).

        A bot that is awaited would have answered before anybody could press.
        """
        table = self.snapshot.table
        awaited = [table.seats[seat] for seat in self.snapshot.state.waiting]
        return table.progress.is_free(self.seat) and not any(row.bot for row in awaited)

    @property
    def is_kept(self) -> bool:
        """Whether the caretaker plays it until its owner is back."""
        return self.snapshot.table.seats[self.seat].bot == CARETAKER

    def press(self, verb: str, arg: str = "") -> Press:
        """A press that answers this seat's present question."""
        return Press(self.game, self.view.question_number or 0, verb, arg)

    def payments(self, track: RouteId) -> list[Payment]:
        """The ways to pay for a route, the least wasteful first; none where it cannot be built."""
        known = track in self.phrases.spec.routes and self.menu.may_claim(track)
        return list(self.menu.payments(track)) if known else []

    def harbours(self, city: CityId | None = None) -> list[PlacePiece]:
        """The harbours that could be built, with each payment."""
        return [
            action
            for action in self.menu.extras()
            if isinstance(action, PlacePiece) and city in (None, action.city)
        ]
