"""How long to wait before something is tried again, never the same for everybody."""

from __future__ import annotations

import secrets
from typing import Final

STEPS: Final = 1_000_000


def jitter(seconds: float) -> float:
    """Between half of it and all of it.

    >>> 5 <= about(10) <= 10
    True
    """
    return seconds * (STEPS + secrets.randbelow(STEPS + 1)) / (2 * STEPS)
