"""Pictures: functions that turn a scene into PNG bytes.

They are fast, have no side effects, and return the same bytes for the same input.

>>> import maps
>>> from bot.text.words import Words
>>> from render import Scene, draw_lobby
>>> draw_lobby(Scene(maps.load("new-york"), maps.layout("new-york"), Words.of("de")))[1:4]
b'PNG'
"""

from render.advice import Advice
from render.board import draw_board
from render.fonts import FontMissing
from render.frame import UnknownRegion, regions
from render.hand import draw_hand, draw_tickets
from render.icons import icon_name, make_icons
from render.lobby import draw_lobby
from render.private_map import draw_map
from render.reveal.reveal import draw_reveal
from render.scene import Move, Scene, Stress, Wording
from render.score_labels import score_key, signed
from render.scores import draw_scores

__all__ = [
    "Advice",
    "FontMissing",
    "Move",
    "Scene",
    "Stress",
    "UnknownRegion",
    "Wording",
    "draw_board",
    "draw_hand",
    "draw_lobby",
    "draw_map",
    "draw_reveal",
    "draw_scores",
    "draw_tickets",
    "icon_name",
    "make_icons",
    "regions",
    "score_key",
    "signed",
]
