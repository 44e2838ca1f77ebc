"""How long tests wait for an event: the machines that run them stand still at times."""

from __future__ import annotations

from typing import Final

TEST_TIMEOUT_SECONDS: Final = 60.0
"""Seconds. What a bot may take in Discord's eyes is measured by the bench, not by tests."""
