"""The post of a lobby, what remains of it, and invitations to a rematch."""

from __future__ import annotations

from collections.abc import Sequence

import discord

import maps
from bot.games.lobby import Lobby
from bot.games.model import PostRow, SeatRow
from bot.pictures.picture import Picture
from bot.text.paces import pace_words
from bot.text.phrases import Phrases
from bot.text.rulebook import fairness_details, fairness_line, turns_each
from bot.text.words import Words, escape_markdown
from bot.ui.components import (
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
    seated = [
        f"{number}. {escape_markdown(seat.name)}" + _seat_mark(seat, unreached)
        for number, seat in enumerate(lobby.seats, 1)
    ]
    kept = [say("lobby-reserved", player=f"<@{user}>") for user in reserved]
    for number in range(len(seated) + 1, lobby.size + 1):
        seated.append(f"{number}. … {kept.pop(0) if kept else ''}".rstrip())
    items: list[Item] = [
        text_block(f"## {spec.title(language)}\n{maps.catalogue()[spec.id].about(language)}"),
        *([gallery(picture)] if picture else []),
        text_block("\n".join(seated)),
        text_block(_small_print(lobby, phrases, unreached)),
    ]
    pinged: tuple[int, ...] = ()
    if row.status == "lobby":
        guests = lobby.unanswered_invitations
        if guests:
            named = " ".join(f"<@{user}>" for user in guests)
            until = discord.utils.format_dt(lobby.reserved_until, "R")
            items.insert(0, text_block(say("lobby-invited", players=named, when=until)))
            pinged = tuple(guests)
        if closing:
            when = discord.utils.format_dt(lobby.closes_at, "R")
            items.insert(0, text_block(f"<@{row.opener_id}> {say('lobby-closing', when=when)}"))
            pinged = (*pinged, row.opener_id)
        full = len(lobby.seats) >= lobby.size
        ready = len(lobby.seats) >= spec.seats[0]
        declining = [button(say("button-no-thanks"), Press(row.id, 0, "no-thanks"))]
        items += button_rows(
            [
                button(say("button-join"), Press(row.id, 0, "join"), SUCCESS, disabled=full),
                button(say("button-leave"), Press(row.id, 0, "leave")),
                button(say("button-start"), Press(row.id, 0, "start"), PRIMARY, disabled=not ready),
                button(say("button-add-bot"), Press(row.id, 0, "add-bot"), disabled=full),
                button(say("button-drop-bot"), Press(row.id, 0, "drop-bot")),
                button(say("button-rules"), Press(row.id, 0, "read", "rules")),
                button(say("button-details"), Press(row.id, 0, "details")),
                *(declining if guests else []),
            ],
            per_row=3,
        )
    else:
        items.append(text_block(say("lobby-expired" if lobby.expired else f"lobby-{row.status}")))
    return Screen(tuple(items), (picture,) if picture else (), GOLD, pinged)


def _seat_mark(seat: SeatRow, unreached: Sequence[int]) -> str:
    """Return the mark of a bot, or of a player who accepts no direct messages."""
    if seat.bot:
        return " 🤖"
    return " 🔕" if seat.user_id in unreached else ""


def _small_print(lobby: Lobby, phrases: Phrases, unreached: Sequence[int]) -> str:
    say = phrases.words.say
    lines = _settings_lines(lobby, phrases.words)
    lines += [f"🔕 {say('lobby-unreached')}"] if unreached else []
    lines.append(say("unofficial"))
    return "\n".join([*(f"-# {line}" for line in lines), fairness_line(lobby, phrases.words)])


def _settings_lines(lobby: Lobby, words: Words) -> list[str]:
    say = words.say
    opener = say("lobby-opener", player=f"<@{lobby.row.opener_id}>")
    lines = [f"{opener} {say('lobby-length', turns=turns_each(lobby.spec))}"]
    lines.append(" ".join(pace_words(lobby, words)))
    lines += [say("lobby-when-full")] if lobby.options.when_full else []
    lines += [say("lobby-in-thread")] if lobby.options.place == "thread" else []
    return [*lines, say("lobby-orders", count=lobby.options.orders)]


def details_screen(lobby: Lobby, words: Words) -> Screen:
    """Return the settings of a table and its fair shuffle, for one user."""
    say, title = words.say, lobby.spec.title(words.language)
    settings = "\n".join([f"### {title}", *_settings_lines(lobby, words)])
    fairness = "\n".join([f"### {say('topic-fairness')}", *fairness_details(lobby, words)])
    word = [button(say("button-word"), Press(lobby.row.id, 0, "word"), emoji="🍀")]
    is_open = lobby.row.status == "lobby"
    return Screen(
        (text_block(settings), text_block(fairness), *(button_rows(word) if is_open else ()))
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
