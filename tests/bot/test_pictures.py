"""Pictures: who is drawn first, what is drawn once, and what is never kept."""

from __future__ import annotations

from bot.ui.kit import Picture


def test_a_digest_tells_pictures_apart_by_their_bytes() -> None:
    """Not by name or words: an unchanged picture may stay where it is."""
    one = Picture("board.png", b"one", "alt")

    assert one.digest == Picture("lobby.png", b"one", "other words").digest
    assert one.digest != Picture("board.png", b"other", "alt").digest
