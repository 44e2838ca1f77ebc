"""What happened since somebody last looked, in words."""

from __future__ import annotations

from collections.abc import Sequence

import engine
from bot.language.speech import Speech
from bot.play.past import Past
from engine.events import Event


def recap_for(news: Sequence[Event], speech: Speech, past: Past, since: int = 0) -> list[str]:
    """What everybody did after the version *since*, a line each, as everybody may know it."""
    lines = [
        speech.then(past, version).event(engine.redact(event, None))
        for version, event in enumerate(news, since + 1)
    ]
    return [line for line in lines if line]
