"""What a worker does: it imports this page, and with it no Discord."""

from __future__ import annotations

from collections.abc import Callable

import maps
import render
from engine.ids import EditionId


def drawn(
    kind: Callable[..., bytes],
    edition: EditionId,
    language: str,
    shown: tuple[object, ...],
    details: dict[str, object],
) -> bytes:
    """Where it is drawn: boards are loaded there, once, and never travel."""
    first, rest = shown[:1], shown[1:]
    spec, layout, words = maps.load(edition), maps.layout(edition), render.Words(language)
    return kind(*first, spec, layout, *rest, words=words, **details)
