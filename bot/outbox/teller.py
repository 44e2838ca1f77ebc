"""Telling people how a table stands: its lobby, its board, everybody's hand. The outbox.

After a kill at any moment the same work is done again: posts carry a nonce, so Discord drops a
second one; edits are the same twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord

from bot.language.names import safe
from bot.language.recap import recap_for, touched
from bot.language.speech import Speech
from bot.language.words import Words
from bot.messages.kit import Picture, Screen, text
from bot.messages.posts import (
    board_alt,
    board_screen,
    hand_screen,
    handover_screen,
    lobby_screen,
    seated_screen,
)
from bot.outbox.mailbox import CLOSED, GONE, NO_ACCESS, NO_CHANNEL, Mailbox, Notice
from bot.pictures.drawing import Sketch
from bot.pictures.studio import ENDINGS
from bot.play.table import WARNING, Lobby, Outcome
from bot.storage.records import PostRow, SeatRow
from engine.events import Event, Reverted
from engine.waiting import SecondDraw
from render import Stress

if TYPE_CHECKING:
    from bot.chat.desk import Desk

log = logging.getLogger(__name__)

BOARD: Final = "board"
"""The kind of the post that everybody sees: the lobby's, then the board's."""
RETIRED: Final = "retired-"
"""How the kind of a post begins that a newer one has replaced."""
LOBBY: Final = "lobby"
HANDOVER: Final = "handover-"
"""How the kind of a post begins that asks the owner of a seat."""
CLOSING: Final = "closing"
"""The occasion of a lobby's post, and once it will soon be closed."""


_NOWHERE: Final = PostRow(0, 0, 0, "")


class Teller:
    """Shows a table's messages as they should be."""

    def __init__(self, client: discord.Client, desk: Desk) -> None:
        self._desk = desk
        self._mailbox = Mailbox(client, desk.store)

    async def tell(self, game: str) -> None:
        """Bring all messages of a table up to date, and mark it as told."""
        lobby = await self._desk.service.lobby(game)
        words = Words.of(lobby.row.locale)
        await self._reach(lobby, self._tell_lines(lobby, words))
        closed = 0
        if lobby.row.version == 0:
            closed = await self._reach(lobby, self._tell_lobby(lobby, words))
        elif lobby.row.status == "cancelled":
            await self._tell_end(lobby, words)
        else:
            closed = await self._tell_game(lobby, words)
            await self._tell_handovers(lobby, words)
        await self._retire(lobby, words)
        await self._tell_lost(lobby, closed)
        await self._desk.store.mark_announced(game, lobby.row.changes)

    async def is_there(self, game: str) -> bool:
        """Whether the newest post of a table can still be found."""
        post = (await self._desk.store.posts(game)).get(BOARD)
        return not post or not post.message_id or await self._mailbox.is_there(post)

    async def _reach(self, lobby: Lobby, telling: Awaitable[object]) -> int:
        """Tell it, unless the place is closed to us or gone: then Discord's code for that."""
        try:
            await telling
        except discord.HTTPException as error:
            if error.code not in CLOSED | GONE:
                raise
            log.warning("a message found no place", extra=_facts(lobby) | {"code": error.code})
            return error.code
        return 0

    # --- lines ---

    async def _tell_lines(self, lobby: Lobby, words: Words) -> None:
        """What everybody is told once, in the order in which it happened."""
        game, place = lobby.row.id, lobby.row.channel_id
        for number, line in (await self._desk.store.lines(game)).items():
            facts = {k: safe(v) if isinstance(v, str) else v for k, v in line.facts.items()}
            screen = Screen((text(words.say(line.key, **facts)),))
            nonce = f"{game} line {number} {lobby.row.restored}"
            await self._mailbox.say(place, nonce, screen)
            await self._desk.store.forget_line(game, number)

    async def _tell_handovers(self, lobby: Lobby, words: Words) -> None:
        """What owners of seats are asked: in the channel, so that nobody can be asked unnoticed."""
        game = lobby.row.id
        speech = self._desk.speech(words, lobby)
        for handover in await self._desk.store.handovers(game):
            kind, occasion = f"{HANDOVER}{handover.seat}", f"{handover.user_id} {handover.at}"
            nonce = f"{game} {kind} {occasion}"
            notice = Notice(game, kind, occasion, nonce, lobby.row.channel_id, lobby.row.changes)
            if (await self._desk.store.posts(game)).get(kind, _NOWHERE).occasion == occasion:
                continue
            screen, owner = handover_screen(lobby, speech, handover), lobby.seats[handover.seat]
            try:
                await self._mailbox.show(notice, screen)
            except discord.HTTPException as error:
                if error.code not in CLOSED | GONE or not owner.user_id:
                    raise
                await self._direct(lobby, owner.user_id, notice, screen)

    # --- the lobby ---

    async def _tell_lobby(self, lobby: Lobby, words: Words) -> None:
        if lobby.row.status == "lobby":
            for seat in lobby.seats:
                await self._greet(lobby, seat)
        speech = self._desk.speech(words, lobby)
        alt = words.say("alt-lobby", edition=lobby.spec.title(words.language))
        sketch = Sketch(lobby.spec.id, words.language)
        picture = await self._picture(self._desk.studio.lobby(sketch, alt))
        closing = lobby.closes_at - self._desk.service.now() <= WARNING
        screen = lobby_screen(lobby, speech, picture, await self._unreached(lobby), closing=closing)
        # The warning is a post of its own, so that people notice it.
        former = (await self._desk.store.posts(lobby.row.id)).get(BOARD)
        warned = bool(former and former.occasion == CLOSING)
        late = warned or (closing and lobby.row.status == "lobby")
        occasion = CLOSING if late else LOBBY
        place, changes = lobby.row.channel_id, lobby.row.changes
        nonce = f"{lobby.row.id} {occasion} {lobby.row.restored}"
        notice = Notice(lobby.row.id, BOARD, occasion, nonce, place, changes)
        await self._mailbox.show(notice, screen)

    async def _greet(self, lobby: Lobby, seat: SeatRow) -> None:
        """A first direct message: it shows whether hand cards will arrive."""
        if seat.user_id is None:
            return
        kind, occasion = hand_of(seat.user_id), "joined"
        former = (await self._desk.store.posts(lobby.row.id)).get(kind)
        if former and former.occasion == occasion:
            return
        words = await self._desk.words_of(seat.user_id, lobby.row.locale)
        title = lobby.spec.title(words.language)
        line = words.say("hand-will-come", edition=title, channel=f"<#{lobby.row.channel_id}>")
        # Who leaves and comes again is greeted again.
        nonce = f"{occasion} {seat.spoken}"
        notice = Notice(lobby.row.id, kind, occasion, nonce, 0, lobby.row.changes)
        await self._direct(lobby, seat.user_id, notice, Screen((text(line),)))

    async def _tell_lost(self, lobby: Lobby, closed: int) -> None:
        """The table's channel is gone, or we are no longer on its server: players are told once."""
        if closed not in (NO_CHANNEL, NO_ACCESS) or lobby.row.status not in ("lobby", "playing"):
            return
        left = await self._desk.store.left_at(lobby.row.guild_id)
        if left is None and closed != NO_CHANNEL:
            return
        key, occasion = ("lost-server", left) if left else (f"lost-{lobby.row.status}", "lost")
        for seat in lobby.seats:
            kind = f"lost-{seat.user_id}"
            former = (await self._desk.store.posts(lobby.row.id)).get(kind, _NOWHERE)
            if seat.user_id is None or former.occasion == occasion:
                continue
            words = await self._desk.words_of(seat.user_id, lobby.row.locale)
            title = lobby.spec.title(words.language)
            line = words.say(key, edition=title, game=lobby.row.id)
            notice = Notice(lobby.row.id, kind, occasion, occasion, 0, 0)
            await self._direct(lobby, seat.user_id, notice, Screen((text(line),)))

    # --- the board ---

    async def _tell_game(self, lobby: Lobby, words: Words) -> int:
        game = lobby.row.id
        outcome = await self._desk.service.look(game)
        events = await self._desk.store.log(game)
        unreached = await self._unreached(lobby)
        closed = await self._reach(lobby, self._tell_board(lobby, outcome, events, words))
        for seat in lobby.seats:
            await self._tell_hand(lobby, outcome, events, seat)
        if unreached != await self._unreached(lobby):
            await self._reach(lobby, self._tell_board(lobby, outcome, events, words))
        return closed

    async def _unreached(self, lobby: Lobby) -> list[int]:
        """The people whose hand cards found no open door."""
        posts = await self._desk.store.posts(lobby.row.id)
        return [
            seat.user_id
            for seat in lobby.seats
            if seat.user_id and (post := posts.get(hand_of(seat.user_id)))
            if not post.message_id
        ]

    async def _tell_end(self, lobby: Lobby, words: Words) -> None:
        """A table without a result: its messages say so and offer nothing."""
        for kind, post in (await self._desk.store.posts(lobby.row.id)).items():
            if post.message_id and not kind.startswith(RETIRED):
                own = await self._words_on(kind, lobby, words)
                screen = Screen((text(own.say("lobby-cancelled")),))
                await self._reach(lobby, self._mailbox.edit(post, screen))

    async def _tell_board(
        self, lobby: Lobby, outcome: Outcome, events: Sequence[Event], words: Words
    ) -> None:
        speech = self._desk.speech(words, outcome)
        posts = await self._desk.store.posts(lobby.row.id)
        former = posts[BOARD].occasion if BOARD in posts else ""
        occasion, asked = _occasion(outcome, former)
        since, lines = recap_for(events, outcome, speech)
        pictures = await self._pictures(outcome, speech, since)
        appeal = await self._desk.service.appeal_at(outcome)
        unreached = await self._unreached(lobby)
        screen = board_screen(outcome, speech, lines, pictures, unreached, appeal)
        # A turn that was taken back comes again, and then is another occasion.
        again = sum(isinstance(event, Reverted) for event in events)
        nonce = f"{lobby.row.id} {occasion} {asked} {again} {lobby.row.restored}"
        place, version = lobby.row.channel_id, outcome.version
        notice = Notice(lobby.row.id, BOARD, occasion, nonce, place, version)
        await self._mailbox.show(notice, screen)

    async def _pictures(self, outcome: Outcome, speech: Speech, since: int) -> list[Picture]:
        """The board, or how the game ended."""
        studio, language, view = self._desk.studio, speech.words.language, outcome.view(None)
        sketch = Sketch(speech.spec.id, language, view, names=tuple(speech.names))
        if not view.over:
            sketch = replace(sketch, stress=Stress(since=since))
            drawn = [await self._picture(studio.board(sketch, board_alt(view, speech)))]
        else:
            sketch, drawn = replace(sketch, sheet=outcome.scores()), []
            for name in ENDINGS:
                alt = speech.words.say(f"alt-{name.partition('.')[0]}")
                drawn.append(await self._picture(studio.ending(name, sketch, alt)))
        return [picture for picture in drawn if picture]

    # --- the hands ---

    async def _tell_hand(
        self, lobby: Lobby, outcome: Outcome, events: Sequence[Event], row: SeatRow
    ) -> None:
        """A hand card is drawn anew when something of it changed; a new one when one is asked."""
        if row.user_id is None:
            return
        kind, view = hand_of(row.user_id), outcome.view(row.seat)
        former = (await self._desk.store.posts(lobby.row.id)).get(kind)
        new_question = view.waiting is not None and not isinstance(view.waiting, SecondDraw)
        occasion = f"q{view.asked}" if new_question else (former.occasion if former else "start")
        changed = touched(events, row.seat)
        if former and former.occasion == occasion and former.version >= changed:
            return
        words = await self._desk.words_of(row.user_id, lobby.row.locale)
        speech = self._desk.speech(words, outcome)
        plan = await asyncio.to_thread(self._desk.plan, view, outcome)
        sketch = Sketch(speech.spec.id, words.language, view, plan=plan)
        picture = await self._picture(self._desk.studio.hand(sketch, words.say("alt-hand")))
        screen = hand_screen(outcome, speech, row.seat, picture)
        # A seat may change hands, and back, on the same occasion.
        nonce = f"{occasion} {row.owners}"
        notice = Notice(lobby.row.id, kind, occasion, nonce, 0, outcome.version)
        await self._direct(lobby, row.user_id, notice, screen)

    async def _direct(self, lobby: Lobby, user_id: int, notice: Notice, screen: Screen) -> None:
        """Show it to one person alone, or remember that there is no way."""
        # A nonce counts in all channels.
        nonce = f"{notice.game} {user_id} {notice.nonce} {lobby.row.restored}"
        try:
            await self._mailbox.show_to(user_id, replace(notice, nonce=nonce), screen)
        except discord.HTTPException as error:
            if error.code not in CLOSED | GONE:
                raise
            # Nobody can be made to open their messages: `My hand` always works.
            log.info("a direct message was not taken", extra=_facts(lobby))
            post = PostRow(0, 0, notice.version, notice.occasion)
            await self._desk.store.save_post(notice.game, notice.kind, post)

    # --- what is over ---

    async def _retire(self, lobby: Lobby, words: Words) -> None:
        """Take the buttons away from posts that a newer one or another owner has replaced."""
        game = lobby.row.id
        owned = {hand_of(seat.user_id) for seat in lobby.seats if seat.user_id}
        posts = await self._desk.store.posts(game)
        asked = {f"{HANDOVER}{h.seat}" for h in await self._desk.store.handovers(game)}
        for kind, post in posts.items():
            left = kind.startswith("hand-") and kind not in owned
            answered = kind.startswith(HANDOVER) and kind not in asked
            if left or answered or kind.startswith(RETIRED):
                if post.message_id:
                    own = await self._words_on(kind, lobby, words)
                    screen = self._retired(lobby, own, kind, post, posts.get(BOARD))
                    await self._reach(lobby, self._mailbox.edit(post, screen))
                await self._desk.store.forget_post(game, kind)

    def _retired(
        self, lobby: Lobby, words: Words, kind: str, post: PostRow, board: PostRow | None
    ) -> Screen:
        """What is left of a post."""
        if kind == RETIRED + BOARD and post.occasion in (LOBBY, CLOSING) and lobby.row.version:
            return seated_screen(lobby, self._desk.speech(words, lobby), board)
        if kind.startswith(HANDOVER):
            return Screen((text(f"-# {words.say('handover-answered')}"),))
        key = "board-went-on" if kind.startswith(RETIRED) else "hand-not-yours"
        return Screen((text(f"-# {words.say(key)}"),))

    async def _words_on(self, kind: str, lobby: Lobby, words: Words) -> Words:
        """The language of a kind of post: its owner's, or the table's."""
        owner = owner_of(kind)
        return await self._desk.words_of(owner, lobby.row.locale) if owner else words

    async def _picture(self, drawing: Awaitable[Picture]) -> Picture | None:
        """A picture, or none: a game never waits for one."""
        try:
            return await drawing
        except Exception:
            log.exception("a picture failed")
            return None


def _facts(lobby: Lobby) -> dict[str, object]:
    """What a log line says of a table."""
    return {"game": lobby.row.id, "guild": lobby.row.guild_id}


def hand_of(user_id: int) -> str:
    """The kind of post that a player gets; whoever takes over the seat gets another one."""
    return f"hand-{user_id}"


def owner_of(kind: str) -> int | None:
    """Whose message a kind of post is, also a retired one; None: it is everybody's."""
    card, _, user_id = kind.rpartition("-")
    return int(user_id) if card.endswith(("hand", "lost")) else None


def _occasion(outcome: Outcome, former: str) -> tuple[str, int]:
    """What the board post is for: the opening, a person's turn, or the end.

    While bots play, it stays what it was. The number tells one post from the next.
    """
    state, table = outcome.state, outcome.table
    if state.over:
        return "over", state.version
    if state.turn is None:
        return "opening", 0
    if table.seats[state.turn].user_id is None:
        return former if former.startswith("turn-") else "opening", state.turns
    same = former == f"turn-{state.turn}"
    return f"turn-{state.turn}", 0 if same else state.turns
