"""The rules of the game as pure code: no files, no clock, no network, no global randomness.

The same seed and the same actions always give the same game. Read `actions` (what a player may ask
for) and `events` (what can happen) first. These two files describe the whole game.
"""

from __future__ import annotations

from engine.act import act, start
from engine.history import follow, replay, undo
from engine.options import Menu, legal_actions
from engine.ruleset import Rules
from engine.scoring import score
from engine.view import redact, view_for

__all__ = [
    "Menu",
    "Rules",
    "act",
    "follow",
    "legal_actions",
    "redact",
    "replay",
    "score",
    "start",
    "undo",
    "view_for",
]
