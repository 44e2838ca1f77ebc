"""What happened since somebody last looked, in words."""

from __future__ import annotations

from collections.abc import Sequence

import engine
from bot.language.speech import Speech
from engine.events import Event


def recap_for(news: Sequence[Event], speech: Speech) -> list[str]:
    """What everybody did, a line each, as everybody may know it."""
    lines = [speech.event(engine.redact(event, None)) for event in news]
    return [line for line in lines if line]
