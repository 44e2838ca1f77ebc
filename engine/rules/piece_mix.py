"""A mix of pieces, chosen in secret and revealed together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.actions import Action, ChooseMix
from engine.errors import IllegalAction
from engine.events import MixAsked, MixChosen, MixesRevealed
from engine.ids import Piece, Seat
from engine.ledger import Ledger
from engine.questions import MixChoice
from engine.rules.base import Decision, Rule, decision


@dataclass(frozen=True, slots=True)
class PieceMix(Rule):
    """S7: a mix of exactly `total` pieces, with `at_most` of each kind.

    The pieces outside the mix are the box.
    """

    name: ClassVar[str] = "piece_mix"
    ids: ClassVar[tuple[str, ...]] = ("S7",)

    total: int = 60
    at_most: Mapping[Piece, int] = field(default_factory=dict)
    suggested: Mapping[Piece, int] = field(default_factory=dict)

    def mixes(self) -> Iterator[dict[Piece, int]]:
        """Yield every mix of the two kinds that may be chosen."""
        one, other = self.at_most
        for count in range(self.at_most[one] + 1):
            if 0 <= self.total - count <= self.at_most[other]:
                yield {one: count, other: self.total - count}

    def choices(self, seat: Seat) -> Iterator[Action]:
        """Yield the possible answers to the question for a mix."""
        return (ChooseMix(seat, mix) for mix in self.mixes())

    def decisions(self) -> Mapping[type[Action], Decision]:
        """Return the decider of the choice of a mix."""
        return {ChooseMix: decision("mix", self.choose, MixChoice)}

    def opening(self, ledger: Ledger, seat: Seat) -> None:
        """Ask for the mix after the tickets are chosen."""
        ledger.record(MixAsked(seat))

    def choose(self, ledger: Ledger, action: ChooseMix) -> None:
        """Take a mix that the other players do not see."""
        if dict(action.pieces) not in list(self.mixes()):
            raise IllegalAction(
                "mix-not-possible", total=self.total, at_most=dict(self.at_most), mix=action.pieces
            )
        box = {piece: self.at_most[piece] - count for piece, count in action.pieces.items()}
        ledger.record(MixChosen(action.seat, dict(action.pieces), box))
        ledger.open_if_all_chose()

    def opened(self, ledger: Ledger) -> None:
        """Reveal the mixes after all players have chosen."""
        mixes = tuple(player.mix or {} for player in ledger.state.players)
        ledger.record(MixesRevealed(mixes))
