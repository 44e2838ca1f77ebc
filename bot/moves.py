"""The panels of a turn: what to draw, what to build, which tickets to keep; and their answers."""

from __future__ import annotations

from typing import Final

PAGE: Final = 20
OFFERS: Final = 8
