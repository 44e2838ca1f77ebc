"""The long-lived messages: lobby, board post, hand card, final sheet. Descriptions only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.language.fairness import promise, proof
from bot.language.names import safe
from bot.language.speech import Speech
from bot.messages.ids import Press
from bot.messages.kit import (
    GO,
    MAIN,
    QUIET,
    STOP,
    Item,
    Picture,
    Screen,
    button,
    gallery,
    line,
    rows,
    text,
)
from bot.play.table import Lobby, Outcome
from bot.storage.records import Appeal, Handover, PostRow, SeatRow
from engine.ids import Seat
from engine.view import View
from engine.waiting import MixChoice, SecondDraw, SplitChoice, TicketChoice, Turn, Waiting
from render import score_key

GOLD: Final = 0xE8B23A
RECAP: Final = 8
"""So many lines of what happened are shown at most."""

QUESTIONS: Final[dict[type[Waiting], str]] = {
    Turn: "question-turn",
    SecondDraw: "question-second",
    SplitChoice: "question-split",
    TicketChoice: "question-tickets",
    MixChoice: "question-mix",
}


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
    say, spec, row = speech.words.say, lobby.spec, lobby.row
    seated = [
        f"{number}. {safe(seat.name)}" + _mark(seat, unreached)
        for number, seat in enumerate(lobby.seats, 1)
    ]
    seated += [f"{n}. …" for n in range(len(seated) + 1, lobby.size + 1)]
    items: list[Item] = [
        text(f"## {spec.title(speech.words.language)}\n{say(f'about-{spec.board}')}"),
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
                button(say("button-join"), _press(row.id, "join"), GO, disabled=full),
                button(say("button-leave"), _press(row.id, "leave")),
                button(say("button-start"), _press(row.id, "start"), MAIN, disabled=not ready),
                button(say("button-add-bot"), _press(row.id, "add-bot"), disabled=full),
                button(say("button-drop-bot"), _press(row.id, "drop-bot")),
                button(say("button-rules"), _press(row.id, "read", arg="rules")),
                button(say("button-word"), _press(row.id, "word"), emoji="🍀"),
            ],
            per_row=3,
        )
    else:
        items.append(text(say("lobby-expired" if lobby.expired else f"lobby-{row.status}")))
    return Screen(tuple(items), (picture,) if picture else (), GOLD, warned)


def _mark(seat: SeatRow, unreached: Sequence[int]) -> str:
    """What is special about a seat."""
    if seat.machine:
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
        button(say("button-let-go"), _press(game, "let-go", arg=arg), STOP),
        button(say("button-stay"), _press(game, "stay", arg=arg), GO),
    ]
    pinged = (owner.user_id,) if owner.user_id else ()
    return Screen((text(asked), *rows(buttons)), (), GOLD, pinged)


def _press(game: str, verb: str, asked: int = 0, arg: str = "") -> Press:
    return Press(game, asked, verb, arg)


def board_screen(
    outcome: Outcome,
    speech: Speech,
    recap: Sequence[str],
    pictures: Sequence[Picture] = (),
    unreached: Sequence[int] = (),
    appeal: Appeal | None = None,
) -> Screen:
    """The board post: whom it is for, what happened, how it stands, what can be pressed.

    *unreached* are the users who take no direct messages; *appeal* is what the table is asked.
    """
    view = outcome.view(None)
    humans = [seat for seat in outcome.table.seats if seat.user_id]
    asked = [s for s in humans if s.seat in outcome.state.waiting]
    items: list[Item] = [text(_headline(outcome, speech, view))]
    if recap:
        shown = list(recap[-RECAP:])
        if len(recap) > RECAP:
            shown.insert(0, speech.words.say("recap-more", count=len(recap) - RECAP))
        items.append(text("\n".join(f"-# {entry}" for entry in shown)))
    items += [gallery(picture) for picture in pictures]
    items.append(text((_result if view.over else _position)(outcome, speech, view)))
    if unreached and not view.over:
        players = ", ".join(f"<@{user_id}>" for user_id in unreached)
        items.append(text(f"-# {speech.words.say('board-unreached', players=players)}"))
    items += _board_buttons(outcome, speech, view)
    if appeal and not view.over:
        items += [line(), *_appeal(outcome, speech, appeal)]
    return Screen(
        tuple(items),
        tuple(pictures),
        GOLD,
        tuple(seat.user_id for seat in asked if seat.user_id),
    )


def _appeal(outcome: Outcome, speech: Speech, appeal: Appeal) -> list[Item]:
    """A step that somebody would like to take back, and how many agree."""
    say, game = speech.words.say, outcome.table.row.id
    others = [s for s in outcome.table.seats if s.user_id and s.seat != appeal.seat]
    agreed = sum(seat.user_id in appeal.agreed for seat in others)
    facts = {"agreed": agreed, "of": len(others)}
    return [
        text(f"🙋 {say('appeal-post', player=speech.name(appeal.seat), **facts)}"),
        *rows(
            [
                button(say("button-agree"), _press(game, "agree"), GO),
                button(say("button-refuse"), _press(game, "refuse")),
            ]
        ),
    ]


def _headline(outcome: Outcome, speech: Speech, view: View) -> str:
    say = speech.words.say
    title = speech.spec.title(speech.words.language)
    if view.over:
        return f"## {title}\n{say('board-over')}"
    turn = f" · {say('board-turn', number=view.turns)}" if view.turns else ""
    lines = [f"### {title}{turn}"]
    if view.turns_left is not None:
        lines.append(f"**{say('board-last-round', count=view.turns_left)}**")
    if view.turn is None:
        people = [seat for seat in outcome.table.seats if seat.seat in outcome.state.waiting]
        names = ", ".join(f"<@{s.user_id}>" if s.user_id else safe(s.name) for s in people)
        lines.append(say("board-choosing", players=names))
    else:
        seat = outcome.table.seats[view.turn]
        who = f"<@{seat.user_id}>" if seat.user_id else safe(seat.name)
        question = QUESTIONS[type(outcome.state.waiting[view.turn])]
        lines.append(f"{who}: {say(question)}")
    return "\n".join(lines)


def board_alt(view: View, speech: Speech) -> str:
    """The picture of a board in words, for those who cannot see it."""
    say = speech.words.say
    parts = [say("alt-board", edition=speech.spec.title(speech.words.language), turn=view.turns)]
    for number, seat in enumerate(view.seats):
        routes = sum(owner == number for owner in view.owners.values())
        pieces = ", ".join(speech.count(piece, n) for piece, n in seat.pieces.items())
        name = speech.plain_name(number)
        parts.append(say("alt-seat", player=name, points=seat.points, routes=routes, pieces=pieces))
    return " ".join(parts)


def _position(outcome: Outcome, speech: Speech, view: View) -> str:
    """The display and the seats in words: for those who cannot see the picture, too."""
    say = speech.words.say
    cards = " ".join(speech.sign(card) if card else "▫️" for card in view.display)
    decks = " · ".join(
        f"{speech.deck(name)} {left}/{gone}" for name, (left, gone) in view.decks.items()
    )
    tickets = sum(view.ticket_decks.values())
    lines = [f"{cards}  {decks} · {say('board-tickets', count=tickets)}"]
    for row, seat in zip(outcome.table.seats, view.seats, strict=True):
        pieces = ", ".join(speech.count(piece, n) for piece, n in seat.pieces.items())
        mark = "▶️" if view.turn == row.seat else ("⏳" if seat.choosing else "▫️")
        facts = say(
            "board-seat", points=seat.points, cards=seat.cards, tickets=seat.tickets, pieces=pieces
        )
        lines.append(f"{mark} **{safe(row.name)}**: {facts}")
    return "\n".join(lines)


def _result(outcome: Outcome, speech: Speech, view: View) -> str:
    """The ranking in words: every total with the parts that it is the sum of."""
    sheet, say = outcome.scores(), speech.words.say
    lines = []
    for place, seats in enumerate(sheet.places, 1):
        for seat in seats:
            parts: dict[str, int] = {}
            for score in sheet.lines:
                if score.seat == seat:
                    parts[score.rule] = parts.get(score.rule, 0) + score.points
            said = ", ".join(f"{say(score_key(rule))} {points}" for rule, points in parts.items())
            facts: dict[str, str | int] = {
                "place": place,
                "points": sheet.totals[seat],
                "parts": said,
            }
            lines.append(say("board-result", player=speech.name(seat), **facts))
    table = Lobby(outcome.table.row, outcome.table.seats)
    lines += [f"-# {line}" for line in proof(table, speech.words)]
    return "\n".join(lines)


def _titled(word: str) -> str:
    return word[:1].upper() + word[1:]


def _board_buttons(outcome: Outcome, speech: Speech, view: View) -> list[Item]:
    say, game = speech.words.say, outcome.table.row.id
    if view.over:
        return rows([button(say("button-rematch"), _press(game, "rematch"), MAIN)])
    turn = view.turn
    asked = outcome.state.asked.get(turn, 0) if turn is not None else 0
    moves: list[Item] = []
    if turn is not None and outcome.table.seats[turn].user_id:
        for verb in moves_of(outcome):
            moves.append(button(say(f"button-{verb}"), _press(game, verb, asked), MAIN))
    looks = [
        button(say("button-hand"), _press(game, "hand"), GO if view.turn is None else QUIET),
        button(say("button-map"), _press(game, "map")),
        button(say("button-more"), _press(game, "more")),
    ]
    return rows([*moves]) + rows(looks)


def moves_of(outcome: Outcome) -> list[str]:
    """The kinds of move this edition has, as verbs."""
    names = {action.__name__ for action in outcome.table.rules.decisions}
    extra = {"PlacePiece": "harbour", "ExchangePieces": "exchange"}
    return ["draw", "claim", "tickets", *(verb for name, verb in extra.items() if name in names)]


def hand_screen(
    outcome: Outcome, speech: Speech, seat: Seat, picture: Picture | None, *, offer: bool = True
) -> Screen:
    """A player's own card: the hand, the tickets, and what is asked."""
    say, view = speech.words.say, outcome.view(seat)
    game, channel = outcome.table.row.id, outcome.table.row.channel_id
    title = f"### {speech.spec.title(speech.words.language)} · <#{channel}>"
    question = say(QUESTIONS[type(view.waiting)]) if view.waiting else say("question-none")
    items: list[Item] = [text(f"{title}\n{_titled(question)}")]
    if picture:
        items.append(gallery(picture))
    items.append(text(hand_words(view, speech)))
    if view.waiting and offer:
        items += [line(), *hand_buttons(outcome, speech, view, game)]
    return Screen(tuple(items), (picture,) if picture else (), GOLD)


def hand_buttons(outcome: Outcome, speech: Speech, view: View, game: str) -> list[Item]:
    """What leads from a hand to the answer that is asked for."""
    say, asked = speech.words.say, view.asked or 0
    openings: dict[type[object], str] = {
        SplitChoice: "split",
        TicketChoice: "choose",
        MixChoice: "mix",
        SecondDraw: "draw",
    }
    verb = openings.get(type(view.waiting))
    verbs = [verb] if verb else [*moves_of(outcome), "map"]
    return rows([button(say(f"button-{v}"), _press(game, v, asked), MAIN) for v in verbs])


def hand_words(view: View, speech: Speech) -> str:
    """A hand and its tickets in words."""
    say = speech.words.say
    cards = ", ".join(f"{n}× {speech.card(card)}" for card, n in sorted(view.hand.items()))
    tickets = "\n".join(f"- {speech.ticket(ticket)}" for ticket in view.tickets)
    return f"**{say('hand-cards')}**: {cards or '–'}\n**{say('hand-tickets')}**:\n{tickets or '–'}"
