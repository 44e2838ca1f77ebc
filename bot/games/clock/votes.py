"""Votes of the players: how many must agree, what a voter's answer changes, when a vote lapses.

All functions are pure. A pause request and a vote to cancel use the same functions. They differ in
who may vote and in what happens when the vote passes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from datetime import datetime
from typing import TypeVar

import msgspec

from bot.games.clock.model import Vote
from bot.games.model import ANSWER_DEADLINE, SeatRow

V = TypeVar("V", bound=Vote)


def owners_of(seats: Sequence[SeatRow]) -> set[int]:
    """Return the people who own a seat, also those for whom the caretaker plays."""
    return {row.user_id for row in seats if row.user_id}


def count_needed(voters: Collection[int]) -> int:
    """Return how many voters must agree: two thirds, rounded up.

    >>> [count_needed(range(n)) for n in range(1, 6)]
    [1, 2, 2, 3, 4]
    """
    return -(-2 * len(voters) // 3)


def count_agreed(vote: Vote, voters: Set[int]) -> int:
    """Return how many of the present voters agree."""
    return len(voters & {*vote.agreed})


def lapses_at(vote: Vote) -> datetime | None:
    """Return when the vote lapses, or None if no vote is open."""
    return vote.asked_at + ANSWER_DEADLINE if vote.asked_at else None


def is_late(vote: Vote, now: datetime) -> bool:
    """Return whether the vote has lapsed but was not closed yet."""
    end = lapses_at(vote)
    return end is not None and now >= end


def is_open(vote: Vote, now: datetime) -> bool:
    """Return whether people can vote."""
    return vote.asked_at is not None and not is_late(vote, now)


def passes(vote: Vote, voters: Set[int]) -> bool:
    """Return whether enough of the present voters agree."""
    return count_agreed(vote, voters) >= count_needed(voters)


def can_pass(vote: Vote, voters: Set[int]) -> bool:
    """Return whether enough of the present voters have not refused."""
    return len(voters - {*vote.refused}) >= count_needed(voters)


def is_decided(vote: Vote, voters: Set[int]) -> bool:
    """Return whether the present voters leave nothing to vote about.

    The asker may be gone, enough voters may agree, or too many may refuse.
    """
    return vote.asked_by not in voters or passes(vote, voters) or not can_pass(vote, voters)


def with_agreement(vote: V, user_id: int, now: datetime) -> V:
    """Return the vote after a voter agreed. This starts a new vote if none is open."""
    if not is_open(vote, now):
        vote = msgspec.structs.replace(vote, asked_at=now, asked_by=user_id, agreed=(), refused=())
    agreed = tuple(sorted({*vote.agreed, user_id}))
    refused = tuple(one for one in vote.refused if one != user_id)
    return msgspec.structs.replace(vote, agreed=agreed, refused=refused)


def with_refusal(vote: V, user_id: int) -> V:
    """Return the vote after a voter refused."""
    agreed = tuple(one for one in vote.agreed if one != user_id)
    refused = tuple(sorted({*vote.refused, user_id}))
    return msgspec.structs.replace(vote, agreed=agreed, refused=refused)


def close_vote(vote: V) -> V:
    """Return a copy of the record without an open vote."""
    return msgspec.structs.replace(vote, asked_at=None, asked_by=0, agreed=(), refused=())
