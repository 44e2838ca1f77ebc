"""Delays before messages are edited or players are pinged, so that readers are not disturbed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from bot.games.clock.pace import Pace


@dataclass(frozen=True, slots=True)
class PublishDelays:
    """Times after a change at a table."""

    own_card: timedelta = timedelta(seconds=10)
    """Until then the hand card is not edited, because the answer to its owner's press edits it."""
    mid_turn: timedelta = timedelta(minutes=2)
    """Until then the board post is not edited in the middle of a turn. Most turns end earlier."""
    lost_board: timedelta = timedelta(seconds=5)
    """The delay before a check for a deleted board post, after a move in the middle of a turn.

    Most turns end earlier, with a new board post, and need no check.
    """
    present: timedelta = timedelta(minutes=2)
    """A player who acted less than this before their turn counts as present and is not pinged."""
    ping: timedelta = timedelta(minutes=3)
    """If a player who was present has not acted by then, the bot pings them."""

    def for_pace(self, pace: Pace) -> PublishDelays:
        """Return the delays for a table of this pace. Fast tables ping sooner."""
        longest = pace.longest_quiet
        return replace(self, present=min(self.present, longest), ping=min(self.ping, longest))


NO_DELAYS: Final = PublishDelays(*5 * [timedelta(0)])
"""All updates at once, for tests."""
