"""Routes for their points alone: what to lay when no ticket asks for anything."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from engine.ai.atlas import Track
from engine.ai.plans import Means
from engine.ai.purse import strengths
from engine.ai.terrain import Terrain

PATIENCE: Final = 2.0
"""So many turns beyond what probably remains a venture may take: games outlast most fears."""


def best_venture(
    terrain: Terrain,
    have: Sequence[int],
    wilds: int,
    means: Means,
    besides: Collection[int] = (),
) -> Track | None:
    """The track that brings most points a turn with this strength in each suit.

    Those of the groups *besides* are left out.
    Tracks come by falling points, and none takes less than a turn: the search ends early.
    """
    best: Track | None = None
    most = 0.0
    pieces, extra, turns = means.pieces, terrain.extra, means.turns + PATIENCE
    pays = [strength + wilds for strength in strengths(terrain.atlas, have)]
    highest = terrain.atlas.most_sights
    for group, track in terrain.on_offer.values():
        if group.points + highest <= most:
            break
        if group.number in besides:
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
