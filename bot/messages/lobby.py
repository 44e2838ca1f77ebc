"""The post of a table before its game, what stays of it, and what owners of seats are asked."""

from __future__ import annotations

from collections.abc import Sequence

import discord

import maps
from bot.language.fairness import promise
from bot.language.names import safe
from bot.language.speech import Speech
from bot.messages.ids import Press
from bot.messages.kit import (
    GO,
    GOLD,
    MAIN,
    STOP,
    Item,
    Picture,
    Screen,
    button,
    gallery,
    rows,
    text,
)
from bot.play.records import Handover, PostRow, SeatRow
from bot.play.table import Lobby


def lobby_screen(
    lobby: Lobby,
    speech: Speech,
    picture: Picture | None,
    unreached: Sequence[int] = (),
    *,
    closing: bool = False,
) -> Screen:
    """A table before the game: who sits there, what is played, how to join.

    *unreached* are the users who take no direct messages; *closing*: it will be closed soon.
    """
    say, language, spec, row = speech.words.say, speech.words.language, lobby.spec, lobby.row
    seated = [
        f"{number}. {safe(seat.name)}" + _mark(seat, unreached)
        for number, seat in enumerate(lobby.seats, 1)
    ]
    seated += [f"{n}. …" for n in range(len(seated) + 1, lobby.size + 1)]
    items: list[Item] = [
        text(f"## {spec.title(language)}\n{maps.catalogue()[spec.id].about(language)}"),
        *([gallery(picture)] if picture else []),
        text("\n".join(seated)),
        text("\n".join(f"-# {line}" for line in _small_print(lobby, speech, unreached))),
    ]
    warned: tuple[int, ...] = ()
    if row.status == "lobby":
        guests = [user for user in lobby.options.invited if not lobby.seat_of(user)]
        if guests:
            named = " ".join(f"<@{user}>" for user in guests)
            items.insert(0, text(say("lobby-invited", players=named)))
            warned = tuple(guests)
        if closing:
            when = discord.utils.format_dt(lobby.closes_at, "R")
            items.insert(0, text(f"<@{row.opener_id}> {say('lobby-closing', when=when)}"))
            warned = (*warned, row.opener_id)
        full = len(lobby.seats) >= lobby.size
        ready = len(lobby.seats) >= spec.seats[0]
        items += rows(
            [
                button(say("button-join"), Press(row.id, 0, "join"), GO, disabled=full),
                button(say("button-leave"), Press(row.id, 0, "leave")),
                button(say("button-start"), Press(row.id, 0, "start"), MAIN, disabled=not ready),
                button(say("button-add-bot"), Press(row.id, 0, "add-bot"), disabled=full),
                button(say("button-drop-bot"), Press(row.id, 0, "drop-bot")),
                button(say("button-rules"), Press(row.id, 0, "read", "rules")),
                button(say("button-word"), Press(row.id, 0, "word"), emoji="🍀"),
            ],
            per_row=3,
        )
    else:
        items.append(text(say("lobby-expired" if lobby.expired else f"lobby-{row.status}")))
    return Screen(tuple(items), (picture,) if picture else (), GOLD, warned)


def _mark(seat: SeatRow, unreached: Sequence[int]) -> str:
    """What is special about a seat."""
    if seat.bot:
        return " 🤖"
    return " 🔕" if seat.user_id in unreached else ""


def _small_print(lobby: Lobby, speech: Speech, unreached: Sequence[int]) -> list[str]:
    say = speech.words.say
    lines = [say("lobby-when-full")] if lobby.options.when_full else []
    lines += [f"🔕 {say('lobby-unreached')}"] if unreached else []
    return [*lines, *promise(lobby, speech.words), say("unofficial")]


def seated_screen(lobby: Lobby, speech: Speech, board: PostRow | None) -> Screen:
    """What stays of a lobby once the game has begun: who plays, and what was promised."""
    title = lobby.spec.title(speech.words.language)
    seated = [f"{n}. {safe(seat.name)}" + _mark(seat, ()) for n, seat in enumerate(lobby.seats, 1)]
    begun = speech.words.say("lobby-playing")
    if board and board.message_id:
        begun = f"{begun} {board.link(lobby.row.guild_id)}"
    small = "\n".join(f"-# {line}" for line in promise(lobby, speech.words))
    return Screen((text(f"### {title}\n" + "\n".join(seated)), text(f"{begun}\n{small}")), (), GOLD)


def handover_screen(lobby: Lobby, speech: Speech, handover: Handover) -> Screen:
    """A question to the owner of a seat: will they let somebody else have it?"""
    say, owner, game = speech.words.say, lobby.seats[handover.seat], lobby.row.id
    asked = say(
        "handover-asked",
        owner=f"<@{owner.user_id}>",
        seat=handover.seat + 1,
        by=safe(handover.by_name),
        new=safe(handover.name),
    )
    arg = str(handover.seat)
    buttons = [
        button(say("button-let-go"), Press(game, 0, "let-go", arg), STOP),
        button(say("button-stay"), Press(game, 0, "stay", arg), GO),
    ]
    pinged = (owner.user_id,) if owner.user_id else ()
    return Screen((text(asked), *rows(buttons)), (), GOLD, pinged)
