"""Routes for their points alone, for turns in which no ticket needs a route."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from engine.ai.atlas import Track
from engine.ai.plans import Means
from engine.ai.purse import strengths
from engine.ai.terrain import Terrain

PATIENCE: Final = 2.0
"""The number of turns that a venture may take beyond the expected rest of the game, because games
often last longer than expected."""


def best_venture(
    terrain: Terrain,
    have: Sequence[int],
    wilds: int,
    means: Means,
    excluded: Collection[int] = (),
) -> Track | None:
    """Return the route with the most points per turn for this strength in each suit.

    Routes of the groups *excluded* are left out. Routes come by falling points and each takes at
    least a turn, so the search can end early.
    """
    best: Track | None = None
    most = 0.0
    pieces, extra, turns = means.pieces, terrain.extra, means.turns + PATIENCE
    pays = [strength + wilds for strength in strengths(terrain.atlas, have)]
    highest = terrain.atlas.most_sights
    for group, track in terrain.on_offer.values():
        if group.points + highest <= most:
            break
        if group.number in excluded:
            continue
        lack = track.price - pays[track.palette]
        if lack <= 0:
            rate: float = group.points + extra[group.number]
        elif lack <= track.price and group.points <= track.rates[lack] * turns:
            rate = track.rates[lack]
        else:
            continue
        if rate > most and pieces[group.piece] >= group.length:
            most, best = rate, track
    return best
