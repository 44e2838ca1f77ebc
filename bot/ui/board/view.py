"""The board post: whose turn it is, what happened, the position and the buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.games.clock.status import SeatTime
from bot.games.model import CARETAKER, UndoRequest
from bot.games.table import GameSnapshot
from bot.pictures.picture import Picture
from bot.text.pages import position_alt, position_text
from bot.text.phrases import Phrases
from bot.ui.board.result import result_screen
from bot.ui.board.votes import cancel_request, pause_request
from bot.ui.clock.board_view import clock_words
from bot.ui.components import (
    GOLD,
    SECONDARY,
    SUCCESS,
    Item,
    Screen,
    button,
    button_rows,
    gallery,
    separator,
    text_block,
)
from bot.ui.custom_ids import Press
from bot.ui.notices import back_button
from bot.ui.turn.questions import answer_buttons, question_text
from engine.ids import Seat
from engine.view import View

MAX_RECAP_LINES: Final = 8


def board_screen(
    snapshot: GameSnapshot,
    phrases: Phrases,
    recap: Sequence[str],
    pictures: Sequence[Picture] = (),
    unreached: Sequence[int] = (),
    request: UndoRequest | None = None,
    *,
    deadlines: Mapping[Seat, SeatTime] | None = None,
    greets: bool = False,
) -> Screen:
    """Return the board post: whose turn it is, what happened, the picture and the buttons.

    Words about the position replace a missing picture.

    *unreached* are the users who accept no direct messages. *request* is a player's request to undo
    a step. *deadlines* are the times of the seats that have to answer. A post that *greets*
    names all players.
    """
    view = snapshot.view(None)
    if view.over:
        return result_screen(snapshot, phrases, pictures)
    humans = [seat for seat in snapshot.table.seats if seat.user_id]
    pinged = [s for s in humans if greets or s.seat in snapshot.state.waiting]
    clocks = clock_words(snapshot, phrases, deadlines or {})
    items: list[Item] = [text_block("\n".join([_headline(snapshot, phrases, view), *clocks]))]
    if greets:
        players = " ".join(f"<@{seat.user_id}>" for seat in humans)
        items.append(text_block(f"-# {phrases.words.say('board-players', players=players)}"))
    if recap:
        shown = list(recap[-MAX_RECAP_LINES:])
        if len(recap) > MAX_RECAP_LINES:
            shown.insert(0, phrases.words.say("recap-more", count=len(recap) - MAX_RECAP_LINES))
        items.append(text_block("\n".join(f"-# {entry}" for entry in shown)))
    items += [gallery(picture) for picture in pictures]
    position = (text_block(position_text(view, phrases)),)
    items += () if pictures else position
    if unreached:
        players = ", ".join(f"<@{user_id}>" for user_id in unreached)
        items.append(text_block(f"-# {phrases.words.say('board-unreached', players=players)}"))
    items += _board_buttons(snapshot, phrases, view)
    if request:
        items += [separator(), *_undo_request(snapshot, phrases, request)]
    for find_request in (pause_request, cancel_request):
        vote = find_request(snapshot, phrases)
        items += [separator(), *vote] if vote else []
    return Screen(
        tuple(items),
        tuple(pictures),
        GOLD,
        tuple(seat.user_id for seat in pinged if seat.user_id),
        in_words=position,
    )


def _undo_request(snapshot: GameSnapshot, phrases: Phrases, request: UndoRequest) -> list[Item]:
    """Return a player's request to undo a step, with the number of players who agree."""
    say, game = phrases.words.say, snapshot.table.row.id
    others = [s for s in snapshot.table.seats if s.user_id and s.seat != request.seat]
    agreed = sum(seat.user_id in request.agreed for seat in others)
    facts = {"agreed": agreed, "of": len(others)}
    return [
        text_block(f"🙋 {say('undo-post', player=phrases.name(request.seat), **facts)}"),
        *button_rows(
            [
                button(say("button-agree-undo"), Press(game, 0, "agree"), SUCCESS),
                button(say("button-refuse-undo"), Press(game, 0, "refuse")),
            ]
        ),
    ]


def _headline(snapshot: GameSnapshot, phrases: Phrases, view: View) -> str:
    say = phrases.words.say
    title = phrases.spec.title(phrases.words.language)
    turn = f" · {say('board-turn', number=view.turns)}" if view.turns else ""
    lines = [f"### {title}{turn}"]
    if view.turns_to_go is not None:
        lines.insert(0, f"## {say('board-last-round', count=view.turns_to_go)}")
    if view.turn is None:
        people = [seat for seat in snapshot.table.seats if seat.seat in snapshot.state.waiting]
        names = ", ".join(f"<@{s.user_id}>" if s.user_id else phrases.name(s.seat) for s in people)
        lines.append(say("board-choosing", players=names))
    else:
        seat = snapshot.table.seats[view.turn]
        who = f"<@{seat.user_id}>" if seat.user_id else phrases.name(seat.seat)
        waiting = snapshot.state.waiting[view.turn]
        question = question_text(snapshot.table.rules, phrases.words, waiting)
        lines.append(f"{who}: {question}")
    return "\n".join(lines)


def board_alt(view: View, phrases: Phrases) -> str:
    """Return the alt text of a board picture. It says everything that the picture shows."""
    title = phrases.spec.title(phrases.words.language)
    head = phrases.words.say("alt-board", edition=title, turn=view.turns)
    return f"{head} {position_alt(view, phrases)}"


def _board_buttons(snapshot: GameSnapshot, phrases: Phrases, view: View) -> list[Item]:
    say, game = phrases.words.say, snapshot.table.row.id
    turn = view.turn
    moves: list[Item] = []
    if turn is not None and snapshot.table.seats[turn].user_id:
        # The post is not edited during the turn, so its buttons belong to the whole turn.
        moves = answer_buttons(snapshot, phrases, turn, view.turns)
    looks = [
        button(
            say("button-hand"), Press(game, 0, "hand"), SUCCESS if view.turn is None else SECONDARY
        ),
        button(say("button-map"), Press(game, 0, "map")),
        button(say("button-more"), Press(game, 0, "more")),
    ]
    if any(seat.user_id and seat.bot == CARETAKER for seat in snapshot.table.seats):
        looks.append(back_button(game, phrases.words))
    return button_rows(moves) + button_rows(looks)
