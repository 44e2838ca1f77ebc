"""All exceptions that this project raises on purpose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


class GameError(Exception):
    """The base class of all exceptions that this project raises on purpose."""


class IllegalAction(GameError):
    """The rules refuse an action.

    `code` and `rule` identify the refusal, and `facts` fill the sentence that explains it.

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
    """A typed, clicked or stored text does not name an action."""


class StaleGame(GameError):
    """The game has advanced since the message that the user acted on was drawn."""


class NotYourGame(GameError):
    """The user has no seat at this table, or not the seat in question."""


class MapError(GameError):
    """The data of a map contradict each other. The message names file and row."""


class UnknownEdition(MapError):
    """There is no edition with this name."""


class WrongSeats(GameError):
    """The edition is not played with this number of seats."""


class CorruptLog(GameError):
    """The stored events do not form a game."""


class NewerLog(CorruptLog):
    """The log was written by a later version of the engine."""


class FailedProof(GameError):
    """A recorded game is not the game that its seed and its actions produce."""


REFUSALS: Final[Mapping[str, str]] = {
    # turn order
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
    # claiming routes
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
    # rules of the World edition only
    "mix-not-possible": "S7",
    "unknown-city": "W1",
    "not-a-port": "W1",
    "harbour-taken": "W1",
    "no-route-to-port": "W1",
    "no-harbour-left": "W1",
    "exchange-not-possible": "W3",
}
"""The rule behind each refusal, used if the raising code names no narrower rule. Each refusal has a
Fluent sentence."""
