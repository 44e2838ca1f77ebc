"""The log of a game, played again: is it whole?"""

from __future__ import annotations

from collections.abc import Iterable

import engine
from bot.games.errors import StoreError
from engine.codec import decode_event


def check_log(game: str, rows: Iterable[tuple[int, str]], length: int) -> None:
    """Play a game again from its rows, each the number of an event and its body.

    Raises:
        StoreError: One is missing, or it does not lead to the version that the table has.
        CorruptLog: One is damaged.
    """
    log = []
    for number, (seq, body) in enumerate(rows, 1):
        if seq != number:
            raise StoreError(f"the log of game {game} has a gap")
        log.append(decode_event(body))
    if len(log) != length or (log and engine.replay(log).version != length):
        raise StoreError(f"the log of game {game} is not whole")
