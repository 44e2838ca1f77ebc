"""Panels for what has no button of its own: undo, pass, pages to read, parts of the board."""

from __future__ import annotations

from typing import Final

import maps
from bot.pictures.picture import Picture
from bot.text.words import Words
from bot.ui.components import (
    Item,
    Screen,
    back_button,
    button,
    button_rows,
    gallery,
    make_panel,
    text_block,
)
from bot.ui.custom_ids import Press
from bot.ui.orders.view import plan_button
from bot.ui.seat_view import SeatView
from engine.board import MapSpec
from engine.questions import Turn

PAGES: Final = ("log", "scores", "words", "rules")
"""The pages about a table. Each has a button."""


def more_panel(own: SeatView) -> Screen:
    """Return the panel with all other buttons."""
    must_pass = own.view.waiting is not None and own.menu.must_pass()
    moves = ["undo", *(["pass"] if must_pass else [])]
    buttons = [button(own.say(f"button-{verb}"), own.press(verb)) for verb in moves]
    if not own.view.over:
        buttons.append(button(own.say("button-nudge"), own.press("nudge"), emoji="👋"))
        buttons.append(button(own.say("button-bring"), own.press("bring")))
        buttons.append(button(own.say("button-give-up"), own.press("give-up")))
        buttons += _pause_button(own)
        buttons.append(button(own.say("button-cancel"), own.press("cancel")))
    pages = page_buttons(own.game, own.phrases.words)
    return make_panel(
        text_block(own.say("more")), *button_rows([*buttons, back_button(own)]), *pages
    )


def watch_panel(game: str, words: Words, sentence: str) -> Screen:
    """Return a sentence for someone without a seat, and everything that anyone may look at."""
    return make_panel(text_block(sentence), *page_buttons(game, words, watching=True))


def _pause_button(own: SeatView) -> list[Item]:
    """Return the button that asks to pause or resume.

    Return none if only a moderator or a returning player can resume.
    """
    pause = own.snapshot.table.pause
    if pause.by or pause.deserted:
        return []
    verb = "resume" if pause.is_on else "pause"
    return [button(own.say(f"button-{verb}"), own.press(verb))]


def page_buttons(game: str, words: Words, *, watching: bool = False) -> list[Item]:
    """Return the buttons for the pages about a table and for the parts of its board.

    Someone who is *watching* also gets the button to the open tables.
    """
    buttons = [button(words.say(f"button-{page}"), Press(game, 0, "read", page)) for page in PAGES]
    buttons.append(button(words.say("button-zoom"), Press(game, 0, "board")))
    if watching:
        buttons.append(button(words.say("button-tables"), Press(game, 0, "tables")))
    return button_rows(buttons)


def map_panel(own: SeatView, picture: Picture, zoom: str | None = None) -> Screen:
    """Return the player's own map, with buttons for what it shows and for its parts."""
    build = button(own.say("button-claim"), own.press("claim"))
    moves = [build] if isinstance(own.view.waiting, Turn) else []
    moves += [*plan_button(own), back_button(own)]
    parts = zoom_buttons(own.phrases.spec, own.phrases.words, Press(own.game, 0, "map"), zoom)
    return make_panel(gallery(picture), *button_rows(moves), *parts, picture=picture)


def zoom_buttons(spec: MapSpec, words: Words, whole: Press, zoom: str | None) -> list[Item]:
    """Return a button for each region of the board. *whole* is the press that shows all of it."""
    regions = maps.layout(spec.id).regions
    buttons = [
        button(
            region.name.get(words.language) or region.name["en"],
            Press(whole.game, whole.question_number, whole.verb, name),
            disabled=name == zoom,
        )
        for name, region in regions.items()
    ]
    if regions and zoom:
        buttons.insert(0, button(words.say("button-whole"), whole))
    return button_rows(buttons)


def undo_panel(own: SeatView, refusal: str) -> Screen:
    """Return why a step cannot be undone alone, and the button that asks the other players."""
    ask = button(own.say("button-ask-undo"), own.press("appeal"), emoji="🙋")
    return make_panel(
        text_block(f"{refusal}\n{own.say('undo-possible')}"), *button_rows([ask, back_button(own)])
    )
