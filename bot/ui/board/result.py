"""The post of a finished game. It hides the result until a reader asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.table import GameSnapshot
from bot.pictures.picture import SCORES_FILE_NAME, Picture
from bot.text.phrases import Phrases
from bot.text.result import ranking_line, result_lines
from bot.ui.components import (
    GOLD,
    PRIMARY,
    Item,
    Screen,
    button,
    button_rows,
    gallery,
    text_block,
)
from bot.ui.custom_ids import Press

HIDDEN_PICTURES: Final = (SCORES_FILE_NAME,)
"""Pictures that are spoilers. The reveal shows the result only at its end."""


def result_screen(
    snapshot: GameSnapshot, phrases: Phrases, pictures: Sequence[Picture] = ()
) -> Screen:
    """Return the post of a finished game: the reveal, the hidden result and the buttons."""
    say, game = phrases.words.say, snapshot.table.row.id
    users = [seat.user_id for seat in snapshot.table.seats if seat.user_id]
    title = phrases.spec.title(phrases.words.language)
    players = " ".join(f"<@{user_id}>" for user_id in users)
    items: list[Item] = [
        text_block(f"## {title}\n{say('board-over')} {players}"),
        *(gallery(each, spoiler=each.name in HIDDEN_PICTURES) for each in pictures),
        text_block(f"||{ranking_line(snapshot, phrases)}||"),
        *button_rows(
            [
                button(say("button-rematch"), Press(game, 0, "rematch"), PRIMARY),
                button(say("button-details"), Press(game, 0, "details")),
            ]
        ),
        text_block(f"-# {say('fair-line-over')}"),
    ]
    return Screen(tuple(items), tuple(pictures), GOLD, tuple(users))


def result_block(snapshot: GameSnapshot, phrases: Phrases) -> Item:
    """Return the whole result in words, for a user who asks for the details."""
    heading = phrases.words.say("scores-final")
    return text_block("\n".join([f"### {heading}", *result_lines(snapshot, phrases)]))
