"""A player's hand card: the message with cards, tickets, news and all buttons of a turn.

Only its owner sees it. Its custom ids still name only tracks and slots, never a card in hand or a
ticket.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.clock.status import NO_CLOCK, SeatTime
from bot.games.model import GameRow, PostRow
from bot.games.table import GameSnapshot
from bot.pictures.picture import Picture
from bot.text.phrases import Phrases
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
from bot.ui.orders.text import order_lines
from bot.ui.orders.view import plan_button
from bot.ui.seat_view import SeatView
from bot.ui.timestamps import deadline_words, due_line
from bot.ui.turn.cards import cards_line, draw_rows, helpful_cards
from bot.ui.turn.questions import answer_buttons, question_text
from bot.ui.turn.routes import suggestion_button
from bot.ui.turn.tickets import split_panel
from bot.ui.turn.world import harbour_warning
from engine.ids import DeckName, RouteId
from engine.questions import SecondDraw, SplitChoice, TicketChoice, Turn, Waiting
from engine.view import View
from render import Advice

MAX_RECAP_LINES: Final = 6
MAX_SUGGESTIONS: Final = 3
"""At most this many routes have a button of their own."""


def hand_screen(
    own: SeatView,
    picture: Picture | None,
    *,
    recap: Sequence[str] = (),
    builds: Sequence[RouteId] = (),
    done: Sequence[str] = (),
    refill: DeckName | None = None,
    time: SeatTime = NO_CLOCK,
    asks_hours: bool = False,
    plan: Advice | None = None,
    next_table: Item | None = None,
    full: bool = False,
) -> Screen:
    """Return a player's hand card.

    *recap* is what the others did, *done* what the player has just done. *builds* are the most
    useful tracks that the player can pay for now. A face-up card is replaced from the deck
    *refill*. *time* is the time of the player whose turn it is. A card that *asks_hours* offers to
    set the player's hours. *plan* tells which cards and routes help a ticket. *next_table* is the
    button to another table that waits for the player. A *full* card repeats in words what its
    picture shows.
    """
    view = own.view
    items = [heading_block(own, done, time)]
    if recap and view.waiting:
        items.append(text_block("\n".join(f"-# {entry}" for entry in recap[-MAX_RECAP_LINES:])))
    items += _hand_items(view, own.phrases, picture, full=full)
    buttons = _buttons(own, builds, refill, plan or Advice())
    if next_table is not None:
        buttons = [*button_rows([next_table]), *buttons]
    items += [separator(), *buttons]
    if asks_hours:
        hours = button(own.say("button-hours"), Press(own.game, 0, "hours"), emoji="🌙")
        items += [text_block(f"-# {own.say('hours-offer')}"), *button_rows([hours])]
    in_words = () if full else (text_block("\n".join(_held_lines(view, own.phrases))),)
    return Screen(tuple(items), (picture,) if picture else (), GOLD, in_words=in_words)


def _hand_items(view: View, phrases: Phrases, picture: Picture | None, *, full: bool) -> list[Item]:
    """Return the hand as a picture. Add words for a *full* card, or if there is no picture."""
    if picture is None or full:
        shown = [gallery(picture)] if picture else []
        return [*shown, text_block(hand_words(view, phrases))]
    return [gallery(picture)]


def table_title(row: GameRow, phrases: Phrases) -> str:
    """Return the edition and the channel of a table. The name of its own thread contains both."""
    place = f"<#{row.channel_id}>"
    return place if row.parent_id else f"{phrases.spec.title(phrases.words.language)} · {place}"


def heading_block(own: SeatView, done: Sequence[str], time: SeatTime) -> Item:
    """Return the table, what the player has just done, the player's plan and the question."""
    row = own.snapshot.table.row
    title = f"### {table_title(row, own.phrases)}"
    order_texts = order_lines(own.snapshot, own.seat, own.phrases)
    return text_block("\n".join([title, *done, *order_texts, *_question_lines(own, time)]))


def _question_lines(own: SeatView, time: SeatTime) -> list[str]:
    """Return the question or whose turn it is, the deadline, and whether the caretaker answers."""
    view, say = own.view, own.say
    deserted = own.snapshot.table.pause.deserted
    kept = [say("card-deserted" if deserted else "card-kept")] if own.is_kept else []
    if view.waiting:
        until = deadline_words(own.phrases.words, time)
        warning = harbour_warning(own)
        lines = [_question_text(own, view.waiting)]
        lines += [*([until] if until else []), *([warning] if warning else []), *kept]
        left = view.turns_to_go
        return lines if left is None else [f"**{say('board-last-round', count=left)}**", *lines]
    if view.turn is None:
        return [say("refusal-game-over" if view.over else "refusal-others-choose"), *kept]
    until = due_line(own.phrases.words, time)
    return [
        say("card-waits", player=own.phrases.name(view.turn)),
        *([until] if until else []),
        *kept,
    ]


def _question_text(own: SeatView, question: Waiting) -> str:
    if isinstance(question, TicketChoice):
        return own.say("tickets-keep", least=question.keep)
    return question_text(own.snapshot.table.rules, own.phrases.words, question)


def look_buttons(own: SeatView) -> list[Item]:
    """Return the buttons that every hand card has: the map, more, undo and the way back."""
    looks = [button(own.say(f"button-{verb}"), own.press(verb)) for verb in ("map", "more")]
    back = [back_button(own.game, own.phrases.words)] if own.is_kept else []
    return [*looks, *undo_button(own), *back]


def _buttons(
    own: SeatView, builds: Sequence[RouteId], refill: DeckName | None, plan: Advice
) -> list[Item]:
    """Return all buttons of a turn. Only what helps a ticket is blue.

    While it is not the player's turn, return only buttons that show something.
    """
    waiting, say = own.view.waiting, own.say
    own_map, *rest = look_buttons(own)
    if waiting is None:
        refresh = button(say("button-refresh"), own.press("refresh"), emoji="🔄")
        return button_rows([own_map, *plan_button(own), *rest, refresh])
    if isinstance(waiting, SecondDraw):
        draws = draw_rows(own, refill, helpful_cards(own, plan))
        return [*draws, *button_rows([own_map, *rest])]
    if isinstance(waiting, SplitChoice):
        return [*split_panel(own, "split", on_card=True).items, *button_rows([own_map, *rest])]
    if not isinstance(waiting, Turn):
        return button_rows([*answer_buttons(own.snapshot, own.phrases, own.seat), own_map, *rest])
    best = [suggestion_button(own, track, plan) for track in builds[:MAX_SUGGESTIONS]]
    verbs = [verb for verb in own.snapshot.table.rules.verbs(Turn) if verb != "draw"]
    moves = [button(say(f"button-{verb}"), own.press(verb), SECONDARY) for verb in verbs]
    if own.menu.must_pass():
        rest.insert(0, button(say("button-pass"), own.press("pass"), SUCCESS))
    rest = [*plan_button(own), *rest]
    return [
        *draw_rows(own, refill, helpful_cards(own, plan)),
        *button_rows(best),
        *button_rows([*moves, own_map]),
        *button_rows(rest),
    ]


def undo_button(own: SeatView) -> list[Item]:
    """Return the button that undoes the player's last step, if that needs no consent."""
    return [button(own.say("button-undo"), own.press("undo"))] if own.may_undo else []


def ending_screen(snapshot: GameSnapshot, phrases: Phrases, board: PostRow) -> Screen:
    """Return a player's direct message after the game: a link to the result, but no spoiler."""
    row, title = snapshot.table.row, phrases.spec.title(phrases.words.language)
    over = phrases.words.say("hand-over", edition=title)
    link = board.link(row.guild_id) if board.message_id else f"<#{row.channel_id}>"
    return Screen((text_block(f"### {over}\n{link}"),), (), GOLD)


def hand_buttons(own: SeatView) -> list[Item]:
    """Return the buttons from a panel to the answer, to the map, and to undo."""
    own_map = button(own.say("button-map"), Press(own.game, 0, "map"))
    return button_rows(
        [*answer_buttons(own.snapshot, own.phrases, own.seat), own_map, *undo_button(own)]
    )


def hand_words(view: View, phrases: Phrases) -> str:
    """Return a hand and its tickets in words."""
    return "\n".join(_held_lines(view, phrases))


def hand_alt(view: View, phrases: Phrases) -> str:
    """Return the alt text of a hand's picture: the same in words, without formatting."""
    say = phrases.words.say
    cards = ", ".join(f"{n}× {phrases.card_name(card)}" for card, n in sorted(view.hand.items()))
    tickets = "; ".join(map(phrases.ticket, view.tickets))
    return "\n".join(
        [
            say("alt-hand"),
            f"{say('hand-cards')}: {cards or '–'}",
            f"{say('hand-tickets')}: {tickets or '–'}",
        ]
    )


def _held_lines(view: View, phrases: Phrases) -> list[str]:
    """Return the cards and tickets that a player holds, as two lines or more."""
    say = phrases.words.say
    tickets = "\n".join(f"- {phrases.ticket(ticket)}" for ticket in view.tickets)
    lines = [cards_line(view, phrases)]
    if tickets or not isinstance(view.waiting, TicketChoice):
        lines.append(f"**{say('hand-tickets')}**:\n{tickets or '–'}")
    return lines
