"""The rules of the game, pure: no file, no clock, no network, no global randomness.

The same seed and the same actions give the same game for ever. Read `actions` (what a player may
ask for) and `events` (what can happen) first; they are the whole game in two files.
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
