"""Seats that change owners: offers to all players or to one user, and questions to the owner."""

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
"""The argument of the second press, where the first press asks for confirmation."""


def free_screen(lobby: Lobby, phrases: Phrases, seat: SeatRow) -> Screen:
    """Return the post that lets anyone take a seat.

    Its owner gave it up, or a moderator offers it.
    """
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
    """Return the questions about a handover to the users who have not answered yet."""
    say, owner = phrases.words.say, lobby.seats[handover.seat]
    facts = _facts(lobby, phrases.words, handover)
    lines, buttons, pinged = [], list[Item](), list[int]()
    if not handover.accepted and handover.user_id:
        pinged.append(handover.user_id)
        lines.append(say("handover-offered", user=f"<@{handover.user_id}>", **facts))
        buttons += _offer_buttons(lobby.row.id, phrases.words, handover)
    if handover.owner == "asked" and owner.user_id:
        pinged.append(owner.user_id)
        lines.append(say("handover-asked", owner=f"<@{owner.user_id}>", **facts))
        arg = str(handover.seat)
        buttons.append(button(say("button-let-go"), Press(lobby.row.id, 0, "let-go", arg), DANGER))
        buttons.append(button(say("button-stay"), Press(lobby.row.id, 0, "stay", arg)))
    lines.append(f"-# {say('handover-until', when=facts['when'])}")
    return Screen((text_block("\n".join(lines)), *button_rows(buttons)), (), GOLD, tuple(pinged))


def offer_screen(lobby: Lobby, words: Words, handover: Handover) -> Screen:
    """Return the offer of a seat as a direct message to the newcomer."""
    facts = _facts(lobby, words, handover)
    text = words.say(
        "offer-by-letter",
        edition=lobby.spec.title(words.language),
        channel=f"<#{lobby.row.channel_id}>",
        **facts,
    )
    until = f"-# {words.say('handover-until', when=facts['when'])}"
    buttons = button_rows(_offer_buttons(lobby.row.id, words, handover))
    return Screen((text_block(f"{text}\n{until}"), *buttons), (), GOLD)


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
    """Return the question before a player leaves a game."""
    seats = own.snapshot.table.seats
    someone_stays = any(row.user_id and row.bot is None for row in seats if row.seat != own.seat)
    lines = [own.say("give-up-sure"), *([] if someone_stays else [own.say("give-up-last")])]
    buttons = [
        button(own.say("button-let-go"), own.press("give-up", YES), DANGER),
        button(own.say("button-back"), own.press("more")),
    ]
    return make_panel(text_block("\n".join(lines)), *button_rows(buttons))
