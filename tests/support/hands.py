"""Whether a message shows somebody's hand, in words or in the alt text of its picture."""

from __future__ import annotations

from bot.text.words import Words
from sandbox.world.visible_message import VisibleMessage


def shows_hand(message: VisibleMessage, language: str) -> bool:
    """Return whether a message says in this language which cards its reader holds."""
    label = Words.of(language).say("hand-cards")
    in_alt = any(f"\n{label}: " in alt for alt in message.alt_texts)
    return in_alt or f"**{label}**: " in message.text
