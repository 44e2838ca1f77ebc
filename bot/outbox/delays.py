"""How long messages are left as they are, for the sake of whoever is looking at them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from bot.games.clock.pace import Pace


@dataclass(frozen=True, slots=True)
class PublishDelays:
    """Spans of time after a change at a table."""

    own_card: timedelta = timedelta(seconds=10)
    """The answer to a press changes the hand card that was pressed: it is left alone until then."""
    mid_turn: timedelta = timedelta(minutes=2)
    """The board post is left alone in the midst of a turn: most turns are over before."""
    lost_board: timedelta = timedelta(seconds=5)
    """After a step in the midst of a turn the bot looks whether the board post was deleted. Most
    turns end before, with a new board post, and need no such look."""
    present: timedelta = timedelta(minutes=2)
    """Whoever acted so short a time before their turn is still there, and is not called."""
    call: timedelta = timedelta(minutes=3)
    """If they have not acted by then, they are called after all."""

    def at(self, pace: Pace) -> PublishDelays:
        """Return the patience at a table of this pace: fast tables ping sooner."""
        longest = pace.longest_quiet
        return replace(self, present=min(self.present, longest), call=min(self.call, longest))


NO_DELAYS: Final = PublishDelays(*5 * [timedelta(0)])
"""Everything at once."""
