"""Seats that change hands: what is offered to all or to one person, what an owner is asked."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import discord

from bot.games.lobby import Lobby
from bot.games.model import Handover, SeatRow
from bot.text.phrases import Phrases
from bot.text.words import Words, escape_markdown
from bot.ui.components import (
    DANGER,
    GOLD,
    SUCCESS,
    Item,
    Screen,
    button,
    button_rows,
    make_panel,
    text_block,
)
from bot.ui.custom_ids import Press
from bot.ui.seat_view import SeatView

YES: Final = "yes"
"""What the second press says of those that ask first."""


def free_screen(lobby: Lobby, phrases: Phrases, seat: SeatRow) -> Screen:
    """A seat was given up, or a moderator offers it: anybody may take it."""
    say = phrases.words.say
    take = button(
        say("button-take-seat"), Press(lobby.row.id, 0, "take-seat", str(seat.seat)), SUCCESS
    )
    return Screen((text_block(_why_free(phrases.words, seat)), *button_rows([take])), (), GOLD)


def _why_free(words: Words, seat: SeatRow) -> str:
    """Return why a seat is free: its owner gave it up, or was away when a moderator offered it."""
    facts: dict[str, str | int] = {"player": escape_markdown(seat.name), "seat": seat.seat + 1}
    if not seat.offered_by:
        return words.say("seat-free", **facts)
    date = discord.utils.format_dt(datetime.fromisoformat(seat.kept_since), "f")
    return words.say("seat-offered", by=escape_markdown(seat.offered_by), date=date, **facts)


def handover_screen(lobby: Lobby, phrases: Phrases, handover: Handover) -> Screen:
    """A seat is to change hands: questions to those who have not answered yet."""
    say, owner = phrases.words.say, lobby.seats[handover.seat]
    facts = _facts(lobby, phrases.words, handover)
    lines, buttons, asked = [], list[Item](), list[int]()
    if not handover.accepted and handover.user_id:
        asked.append(handover.user_id)
        lines.append(say("handover-offered", user=f"<@{handover.user_id}>", **facts))
        buttons += _offer_buttons(lobby.row.id, phrases.words, handover)
    if handover.owner == "asked" and owner.user_id:
        asked.append(owner.user_id)
        lines.append(say("handover-asked", owner=f"<@{owner.user_id}>", **facts))
        arg = str(handover.seat)
        buttons.append(button(say("button-let-go"), Press(lobby.row.id, 0, "let-go", arg), DANGER))
        buttons.append(button(say("button-stay"), Press(lobby.row.id, 0, "stay", arg)))
    lines.append(f"-# {say('handover-until', when=facts['when'])}")
    return Screen((text_block("\n".join(lines)), *button_rows(buttons)), (), GOLD, tuple(asked))


def offer_screen(lobby: Lobby, words: Words, handover: Handover) -> Screen:
    """The same to the newcomer alone, by direct message."""
    facts = _facts(lobby, words, handover)
    told = words.say(
        "offer-by-letter",
        edition=lobby.spec.title(words.language),
        channel=f"<#{lobby.row.channel_id}>",
        **facts,
    )
    until = f"-# {words.say('handover-until', when=facts['when'])}"
    buttons = button_rows(_offer_buttons(lobby.row.id, words, handover))
    return Screen((text_block(f"{told}\n{until}"), *buttons), (), GOLD)


def _facts(lobby: Lobby, words: Words, handover: Handover) -> dict[str, str | int]:
    return {
        "seat": handover.seat + 1,
        "old": escape_markdown(lobby.seats[handover.seat].name),
        "new": escape_markdown(handover.name),
        "by": escape_markdown(handover.by_name),
        "when": discord.utils.format_dt(handover.until, "R"),
    }


def _offer_buttons(game: str, words: Words, handover: Handover) -> list[Item]:
    arg = str(handover.seat)
    return [
        button(words.say("button-take-seat"), Press(game, 0, "accept", arg), SUCCESS),
        button(words.say("button-no-thanks"), Press(game, 0, "decline", arg)),
    ]


def give_up_panel(own: SeatView) -> Screen:
    """A question before somebody leaves a game."""
    seats = own.snapshot.table.seats
    stays = any(row.user_id and row.bot is None for row in seats if row.seat != own.seat)
    lines = [own.say("give-up-sure"), *([] if stays else [own.say("give-up-last")])]
    buttons = [
        button(own.say("button-let-go"), own.press("give-up", YES), DANGER),
        button(own.say("button-back"), own.press("more")),
    ]
    return make_panel(text_block("\n".join(lines)), *button_rows(buttons))
