"""Everything this project raises on purpose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


class GameError(Exception):
    """Base of everything this project raises on purpose."""


class IllegalAction(GameError):
    """The rules refuse an action: `code` and `rule` say which one, `facts` fill its sentence.

    >>> refusal = IllegalAction("route-taken", route="atlanta--miami-1", owner=2)
    >>> refusal.code, refusal.rule, refusal.facts["owner"]
    ('route-taken', 'C1', 2)
    """

    def __init__(self, code: str, *, rule: str | None = None, **facts: object) -> None:
        self.code = code
        self.rule = rule or REFUSALS[code]
        self.facts: Mapping[str, object] = facts
        super().__init__(f"{code} ({self.rule}): {facts}" if facts else f"{code} ({self.rule})")


class BadInput(GameError):
    """What was typed, clicked or stored does not name an action."""


class StaleGame(GameError):
    """The game has moved on since this was drawn."""


class NotYourGame(GameError):
    """This user holds no seat here, or not this one."""


class MapError(GameError):
    """A map's data contradicts itself; the message names file and row."""


class UnknownEdition(MapError):
    """There is no edition of this name."""


class WrongSeats(GameError):
    """The edition is not played by so many."""


class CorruptLog(GameError):
    """Stored events do not form a game."""


class NewerLog(CorruptLog):
    """The log was written by a later version of the engine."""


class FailedProof(GameError):
    """A recorded game is not the one its seed and its actions make."""


REFUSALS: Final[Mapping[str, str]] = {
    # whose move it is
    "game-over": "E1",
    "unknown-seat": "T1",
    "not-your-turn": "T1",
    "not-asked-now": "T1",
    "not-in-this-edition": "T1",
    "pass-not-allowed": "T2",
    "nothing-to-undo": "T3",
    "undo-after-reveal": "T3",
    # drawing cards
    "no-such-slot": "D1",
    "no-such-deck": "D1",
    "cards-exhausted": "D10",
    "deck-exhausted": "D10",
    "wild-as-second-card": "D3",
    "refill-not-named": "D2",
    "refill-not-possible": "D2",
    # claiming
    "unknown-route": "C1",
    "route-taken": "C1",
    "parallel-route-yours": "C7",
    "parallel-route-closed": "C8",
    "pieces-short": "C4",
    "payment-malformed": "C2",
    "cards-not-held": "C2",
    "cards-short": "C2",
    "payment-refused": "C2",
    # tickets
    "no-tickets-left": "K3",
    "split-not-possible": "K1",
    "tickets-not-offered": "K2",
    "too-few-tickets": "K2",
    # the World's own
    "mix-not-possible": "S7",
    "unknown-city": "W1",
    "not-a-port": "W1",
    "harbour-taken": "W1",
    "no-route-to-port": "W1",
    "no-harbour-left": "W1",
    "exchange-not-possible": "W3",
}
"""Every refusal and the rule that says no, where no narrower one does; each has a sentence."""
