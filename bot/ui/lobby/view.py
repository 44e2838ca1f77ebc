"""The post of a lobby, what remains of it, and invitations to a rematch."""

from __future__ import annotations

from collections.abc import Sequence

import discord

import maps
from bot.games.lobby import Lobby
from bot.games.model import PostRow, SeatRow
from bot.pictures.picture import Picture
from bot.text.paces import pace_words, settings_line
from bot.text.phrases import Phrases
from bot.text.rulebook import fairness_details, fairness_line, turns_each
from bot.text.words import Words, escape_markdown
from bot.ui.components import (
    DANGER,
    GOLD,
    PRIMARY,
    SUCCESS,
    Item,
    Screen,
    button,
    button_rows,
    gallery,
    text_block,
)
from bot.ui.custom_ids import Press


def lobby_screen(
    lobby: Lobby,
    phrases: Phrases,
    picture: Picture | None,
    unreached: Sequence[int] = (),
    reserved: Sequence[int] = (),
    *,
    closing: bool = False,
) -> Screen:
    """Return the post of a table before the game: the players, the edition and the buttons.

    *unreached* are the users who accept no direct messages. *reserved* are the users for whom a
    seat is reserved. *closing* says that the lobby will close soon.
    """
    say, language, spec, row = phrases.words.say, phrases.words.language, lobby.spec, lobby.row
    is_open = row.status == "lobby"
    calls, pinged = _calls(lobby, phrases.words, closing=closing) if is_open else ([], ())
    items: list[Item] = [
        *calls,
        text_block(f"## {spec.title(language)}\n{maps.catalogue()[spec.id].about(language)}"),
        *([gallery(picture)] if picture else []),
        text_block("\n".join(_seat_lines(lobby, phrases.words, unreached, reserved))),
        text_block("\n".join(_state_lines(lobby, phrases.words))),
        *(_lobby_buttons(lobby, phrases.words) if is_open else ()),
        text_block(f"{fairness_line(lobby, phrases.words)} · {say('fan-project')}"),
    ]
    return Screen(tuple(items), (picture,) if picture else (), GOLD, pinged)


def _calls(lobby: Lobby, words: Words, *, closing: bool) -> tuple[list[Item], tuple[int, ...]]:
    """Return the texts that call users to the lobby, and the users whom they mention."""
    say, row, guests = words.say, lobby.row, lobby.unanswered_invitations
    calls: list[Item] = []
    if closing:
        when = discord.utils.format_dt(lobby.closes_at, "R")
        calls.append(text_block(f"<@{row.opener_id}> {say('lobby-closing', when=when)}"))
    if guests:
        named = " ".join(f"<@{user}>" for user in guests)
        until = discord.utils.format_dt(lobby.reserved_until, "R")
        calls.append(text_block(say("lobby-invited", players=named, when=until)))
    return calls, (*guests, *([row.opener_id] if closing else []))


def _seat_lines(
    lobby: Lobby, words: Words, unreached: Sequence[int], reserved: Sequence[int]
) -> list[str]:
    """Return a line for each seat: its player, for whom it is reserved, or that it is free."""
    lines = [
        f"{number}. {escape_markdown(seat.name)}" + _seat_mark(seat, unreached)
        for number, seat in enumerate(lobby.seats, 1)
    ]
    kept = [words.say("lobby-reserved", player=f"<@{user}>") for user in reserved]
    for number in range(len(lines) + 1, lobby.size + 1):
        lines.append(f"{number}. … {kept.pop(0) if kept else ''}".rstrip())
    return lines


def _state_lines(lobby: Lobby, words: Words) -> list[str]:
    """Return the settings in one line, and when a full table starts or why it is closed."""
    say, lines = words.say, [f"-# {settings_line(lobby, words)}"]
    if lobby.starts_at is not None:
        when = discord.utils.format_dt(lobby.starts_at, "R")
        lines.append(say("lobby-full", when=when))
    if lobby.row.status != "lobby":
        lines.append(say("lobby-expired" if lobby.expired else f"lobby-{lobby.row.status}"))
    return lines


def _lobby_buttons(lobby: Lobby, words: Words) -> list[Item]:
    """Return the rows of buttons: for the reader's seat, for bots, and for reading."""
    say, game = words.say, lobby.row.id
    full = len(lobby.seats) >= lobby.size
    ready = len(lobby.seats) >= lobby.spec.seats[0]
    has_bot = any(seat.bot for seat in lobby.seats)
    dropping = [button(say("button-drop-bot"), Press(game, 0, "drop-bot"))]
    declining = [button(say("button-no-thanks"), Press(game, 0, "no-thanks"))]
    seat = [
        button(say("button-join"), Press(game, 0, "join"), SUCCESS, disabled=full),
        button(say("button-leave"), Press(game, 0, "leave")),
        button(say("button-start"), Press(game, 0, "start"), PRIMARY, disabled=not ready),
    ]
    bots = [
        button(say("button-add-bot"), Press(game, 0, "add-bot"), disabled=full),
        *(dropping if has_bot else []),
    ]
    reading = [
        button(say("button-rules"), Press(game, 0, "read", "rules")),
        button(say("button-details"), Press(game, 0, "details")),
        *(declining if lobby.unanswered_invitations else []),
    ]
    return [*button_rows(seat), *button_rows(bots), *button_rows(reading)]


def _seat_mark(seat: SeatRow, unreached: Sequence[int]) -> str:
    """Return the mark of a bot, or of a player who accepts no direct messages."""
    if seat.bot:
        return " 🤖"
    return " 🔕" if seat.user_id in unreached else ""


def _settings_lines(lobby: Lobby, words: Words) -> list[str]:
    say, options = words.say, lobby.options
    opener = say("lobby-opener", player=f"<@{lobby.row.opener_id}>")
    lines = [f"{opener} {say('lobby-length', turns=turns_each(lobby.spec))}"]
    lines.append(" ".join(pace_words(lobby, words)))
    lines += [say("lobby-when-full")] if options.when_full else []
    lines += [say("lobby-when-soon")] if options.soon and not options.when_full else []
    lines += [say("lobby-in-thread")] if options.place == "thread" else []
    return [*lines, say("lobby-orders", count=options.orders)]


def details_screen(
    lobby: Lobby, words: Words, reader: int, *, has_closed_dms: bool = False
) -> Screen:
    """Return the settings of a table and its fair shuffle, for one *reader*.

    The opener of a lobby can close it here. *has_closed_dms* says that the lobby marks a player who
    accepts no direct messages.
    """
    say, title, game = words.say, lobby.spec.title(words.language), lobby.row.id
    settings = [f"### {title}", *(f"- {line}" for line in _settings_lines(lobby, words))]
    fairness = [f"### {say('topic-fairness')}", *fairness_details(lobby, words)]
    buttons = [button(say("button-word"), Press(game, 0, "word"), emoji="🍀")]
    if reader == lobby.row.opener_id:
        buttons.append(button(say("button-close-lobby"), Press(game, 0, "close-lobby"), DANGER))
    is_open = lobby.row.status == "lobby"
    if is_open:
        settings += [f"- 🔕 {say('lobby-unreached')}"] * has_closed_dms
        fairness.append(f"-# {say('unofficial')}")
    return Screen(
        (
            text_block("\n".join(settings)),
            text_block("\n".join(fairness)),
            *(button_rows(buttons) if is_open else ()),
        )
    )


def seated_screen(lobby: Lobby, phrases: Phrases, board: PostRow | None) -> Screen:
    """Return what remains of a lobby after the start: the players and the promised hash."""
    title = lobby.spec.title(phrases.words.language)
    seated = [
        f"{n}. {escape_markdown(seat.name)}" + _seat_mark(seat, ())
        for n, seat in enumerate(lobby.seats, 1)
    ]
    text = phrases.words.say("lobby-playing")
    if board and board.message_id:
        text = f"{text} {board.link(lobby.row.guild_id)}"
    small = fairness_line(lobby, phrases.words)
    return Screen(
        (text_block(f"### {title}\n" + "\n".join(seated)), text_block(f"{text}\n{small}")),
        (),
        GOLD,
    )


def invitation_screen(lobby: Lobby, words: Words) -> Screen:
    """Return the question to a former player whether to play again."""
    say, game = words.say, lobby.row.id
    question = say(
        "invitation",
        opener=f"<@{lobby.row.opener_id}>",
        edition=lobby.spec.title(words.language),
        channel=f"<#{lobby.row.channel_id}>",
        when=discord.utils.format_dt(lobby.reserved_until, "R"),
    )
    return Screen((text_block(question), *button_rows(invitation_buttons(game, words))), (), GOLD)


def invitation_buttons(game: str, words: Words) -> list[Item]:
    """Return the answers to an invitation.

    What a player who joins adds to the shuffle comes after its promise.
    """
    return [
        button(words.say("button-play-again"), Press(game, 0, "join"), SUCCESS),
        button(words.say("button-no-thanks"), Press(game, 0, "no-thanks")),
    ]
