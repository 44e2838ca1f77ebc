"""What a table promises about its chance, and what can be compared when it is over."""

from __future__ import annotations

from bot.games.lobby import LONGEST_WORD
from bot.games.table import Lobby
from bot.text.escaping import safe
from bot.text.words import Words


def promise(lobby: Lobby, words: Words) -> list[str]:
    """The hash of the seed, and everybody's word in the order in which they were last set."""
    return [words.say("fair-hash", hash=lobby.row.commitment), *_spoken(lobby, words)]


def _spoken(lobby: Lobby, words: Words) -> list[str]:
    """Everybody's word, and whether a seat has become free since."""
    if not lobby.seats:
        return []
    said = [
        words.say("fair-word", player=safe(seat.name), word=safe(seat.word, LONGEST_WORD))
        for seat in lobby.words
    ]
    since = [words.say("fair-left-since")] if lobby.left_since else []
    return [words.say("fair-words", words=", ".join(said)), *since]


def proof(lobby: Lobby, words: Words) -> list[str]:
    """The same with the seed, once the game is over, and what follows from it and what does not."""
    seed = words.say("fair-seed", seed=lobby.row.seed.hex(), game=lobby.row.id)
    promised = words.say("fair-hash-kept", hash=lobby.row.commitment)
    return [promised, *_spoken(lobby, words), seed, words.say("fair-means")]
