"""Telling people what happened: the outbox. Everything here can be done again without harm.

What a table's messages should look like follows from the store alone, so after a kill at any
moment the same work is done again: posts carry a nonce, so Discord drops a second one; edits are
the same twice; and only when all is told is the change marked as announced.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from bot.mailbox import CLOSED, GONE, Mailbox, Notice
from bot.pictures import ENDINGS
from bot.posts import board_alt, board_screen, hand_screen, lobby_screen
from bot.recap import recap_for, touched
from bot.rows import PostRow, SeatRow
from bot.speech import Speech
from bot.tables import WARNING, Lobby, Outcome
from bot.ui.kit import Picture, Screen, text
from bot.words import Words
from engine.events import Event, Reverted
from engine.ids import Seat
from engine.waiting import SecondDraw
from render import Stress

if TYPE_CHECKING:
    from bot.desk import Desk

log = logging.getLogger(__name__)

CLOSING: Final = "closing"
"""The occasion of a lobby's post once it will soon be closed."""
PAUSES: Final = (1, 3, 10, 30, 60)
"""Seconds between tries while Discord cannot be reached."""


class Announcer:
    """One worker for each table that has something to tell; the newest state wins."""

    def __init__(self, client: discord.Client, desk: Desk) -> None:
        self._client = client
        self._desk = desk
        self._mailbox = Mailbox(client, desk.store)
        self._dirty: set[str] = set()
        self._workers: dict[str, asyncio.Task[None]] = {}

    def poke(self, game: str) -> None:
        """Something changed at this table: let machines answer, then tell people."""
        self._dirty.add(game)
        if game not in self._workers:
            task = asyncio.create_task(self._work(game), name=f"announce-{game}")
            self._workers[game] = task
            task.add_done_callback(lambda _: self._workers.pop(game, None))

    async def catch_up(self) -> None:
        """After a start: whatever was left undone."""
        for game in await self._desk.store.unfinished():
            self.poke(game)

    async def rest(self) -> None:
        """Wait until everything is told."""
        while self._workers:
            await asyncio.wait([*self._workers.values()])

    async def stop(self) -> None:
        """Leave the rest for the next start."""
        for task in [*self._workers.values()]:
            task.cancel()
        await asyncio.gather(*self._workers.values(), return_exceptions=True)

    async def _work(self, game: str) -> None:
        tries = 0
        while game in self._dirty:
            self._dirty.discard(game)
            try:
                await self._machines(game)
                await self._announce(game)
                tries = 0
            except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
                pause = PAUSES[min(tries, len(PAUSES) - 1)]
                log.warning("announcing %s failed (%s); again in %s s", game, error, pause)
                tries += 1
                self._dirty.add(game)
                await asyncio.sleep(pause)
            except Exception:  # one table's trouble is no other table's
                log.exception("announcing %s failed", game)

    async def _machines(self, game: str) -> None:
        """Players without a person answer first, so that people are told once."""
        lobby = await self._desk.service.lobby(game)
        if lobby.row.status == "playing":
            while await self._desk.service.machine_move(game):
                await asyncio.sleep(0)

    async def _announce(self, game: str) -> None:
        lobby = await self._desk.service.lobby(game)
        words = Words.of(lobby.row.locale)
        if lobby.row.version == 0:
            await self._reach(game, self._tell_lobby(lobby, words))
        elif lobby.row.status == "cancelled":
            await self._tell_end(lobby, words)
        else:
            await self._tell_game(lobby, words)
        await self._retire(lobby, words)
        await self._desk.store.mark_announced(game, lobby.row.changes)

    async def _reach(self, game: str, telling: Awaitable[object]) -> None:
        """Tell it, unless the place is closed to us or gone; the rest of the table goes on."""
        try:
            await telling
        except discord.HTTPException as error:
            if error.code not in CLOSED | GONE:
                raise
            log.warning("a message of %s found no place (%s)", game, error.code)

    # --- the lobby ---

    async def _tell_lobby(self, lobby: Lobby, words: Words) -> None:
        if lobby.row.status == "lobby":
            for seat in lobby.seats:
                await self._greet(lobby, seat)
        speech = self._desk.speech(words, lobby)
        alt = words.say("alt-lobby", edition=lobby.spec.title(words.language))
        picture = await self._picture(self._desk.studio.lobby(lobby.spec, words.language, alt))
        closing = lobby.closes_at - self._desk.service.now() <= WARNING
        screen = lobby_screen(lobby, speech, picture, await self._unreached(lobby), closing=closing)
        # The warning is a post of its own, so that people notice it.
        former = (await self._desk.store.posts(lobby.row.id)).get("board")
        warned = bool(former and former.occasion == CLOSING)
        late = warned or (closing and lobby.row.status == "lobby")
        occasion, nonce = (CLOSING, "w") if late else ("lobby", "l")
        place, changes = lobby.row.channel_id, lobby.row.changes
        notice = Notice(lobby.row.id, "board", occasion, f"{lobby.row.id}{nonce}", place, changes)
        await self._mailbox.show(notice, screen)

    async def _greet(self, lobby: Lobby, seat: SeatRow) -> None:
        """A first direct message: it shows whether hand cards will arrive."""
        if seat.user_id is None:
            return
        kind, occasion = hand_of(seat.user_id), f"j{seat.word[-8:]}"
        former = (await self._desk.store.posts(lobby.row.id)).get(kind)
        if former and former.occasion == occasion:
            return
        words = await self._desk.words_of(seat.user_id, lobby.row.locale)
        title = lobby.spec.title(words.language)
        line = words.say("hand-will-come", edition=title, channel=f"<#{lobby.row.channel_id}>")
        await self._direct(lobby, seat.user_id, occasion, Screen((text(line),)), lobby.row.changes)

    # --- the board ---

    async def _tell_game(self, lobby: Lobby, words: Words) -> None:
        game = lobby.row.id
        outcome = await self._desk.service.look(game)
        events = await self._desk.store.log(game)
        unreached = await self._unreached(lobby)
        await self._reach(game, self._tell_board(lobby, outcome, events, words))
        for seat in lobby.seats:
            if seat.user_id:
                await self._tell_hand(lobby, outcome, events, seat.seat, seat.user_id)
        if unreached != await self._unreached(lobby):
            await self._reach(game, self._tell_board(lobby, outcome, events, words))

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
        game, screen = lobby.row.id, Screen((text(words.say("lobby-cancelled")),))
        for kind, post in (await self._desk.store.posts(game)).items():
            if post.message_id and not kind.startswith("retired-"):
                await self._reach(game, self._mailbox.edit(post, screen))

    async def _tell_board(
        self, lobby: Lobby, outcome: Outcome, events: list[Event], words: Words
    ) -> None:
        speech = self._desk.speech(words, outcome)
        posts = await self._desk.store.posts(lobby.row.id)
        former = posts["board"].occasion if "board" in posts else ""
        occasion, asked = _occasion(outcome, former)
        since, lines = recap_for(events, outcome, speech)
        pictures = await self._pictures(outcome, speech, since)
        appeal = await self._desk.service.appeal_at(outcome)
        unreached = await self._unreached(lobby)
        screen = board_screen(outcome, speech, lines, pictures, unreached, appeal)
        # A turn that was taken back comes again, and then is another occasion.
        again = sum(isinstance(event, Reverted) for event in events)
        nonce = f"{lobby.row.id}b{asked}" + (f"u{again}" if again else "")
        place, version = lobby.row.channel_id, outcome.version
        notice = Notice(lobby.row.id, "board", occasion, nonce, place, version)
        await self._mailbox.show(notice, screen)

    async def _pictures(self, outcome: Outcome, speech: Speech, since: int) -> list[Picture]:
        """The board, or how the game ended."""
        studio, language, view = self._desk.studio, speech.words.language, outcome.view(None)
        spec, names = speech.spec, speech.names
        if not view.over:
            alt, stress = board_alt(view, speech), Stress(since=since)
            drawn = [await self._picture(studio.board(view, spec, names, language, alt, stress))]
        else:
            sheet, drawn = outcome.scores(), []
            for name in ENDINGS:
                alt = speech.words.say(f"alt-{name.partition('.')[0]}")
                drawing = studio.ending(name, view, spec, sheet, names, language, alt)
                drawn.append(await self._picture(drawing))
        return [picture for picture in drawn if picture]

    # --- the hands ---

    async def _tell_hand(
        self, lobby: Lobby, outcome: Outcome, events: list[Event], seat: Seat, user_id: int
    ) -> None:
        """A hand card is drawn anew when something of it changed; a new one when one is asked."""
        kind, view = hand_of(user_id), outcome.view(seat)
        former = (await self._desk.store.posts(lobby.row.id)).get(kind)
        new_question = view.waiting is not None and not isinstance(view.waiting, SecondDraw)
        occasion = f"q{view.asked}" if new_question else (former.occasion if former else "start")
        changed = touched(events, seat)
        if former and former.occasion == occasion and former.version >= changed:
            return
        words = await self._desk.words_of(user_id, lobby.row.locale)
        speech = self._desk.speech(words, outcome)
        plan = await asyncio.to_thread(self._desk.plan, view, outcome)
        alt = words.say("alt-hand")
        picture = await self._picture(
            self._desk.studio.hand(view, speech.spec, plan, words.language, alt)
        )
        screen = hand_screen(outcome, speech, seat, picture)
        await self._direct(lobby, user_id, occasion, screen, outcome.version)

    async def _direct(
        self, lobby: Lobby, user_id: int, occasion: str, screen: Screen, version: int
    ) -> None:
        """Show it to one person alone, or remember that there is no way."""
        kind = hand_of(user_id)
        try:
            channel = await self._client.create_dm(discord.Object(user_id))
            # A seat may change hands on the same occasion, and a nonce counts in all channels.
            nonce = f"{lobby.row.id}h{user_id % 10**9}{occasion}"
            notice = Notice(lobby.row.id, kind, occasion, nonce, channel.id, version)
            await self._mailbox.show(notice, screen)
        except discord.HTTPException as error:
            if error.code not in CLOSED | GONE:
                raise
            # Nobody can be made to open their messages: `My hand` always works.
            log.info("a direct message of %s was not taken", lobby.row.id)
            await self._desk.store.save_post(lobby.row.id, kind, PostRow(0, 0, version, occasion))

    async def _retire(self, lobby: Lobby, words: Words) -> None:
        """Take the buttons away from posts that a newer one or another owner has replaced."""
        game, locale = lobby.row.id, lobby.row.locale
        owned = {hand_of(seat.user_id) for seat in lobby.seats if seat.user_id}
        for kind, post in (await self._desk.store.posts(game)).items():
            if kind != "board" and kind not in owned:
                if post.message_id:
                    key = "board-went-on" if kind.startswith("retired-") else "hand-not-yours"
                    owner = owner_of(kind)
                    own = await self._desk.words_of(owner, locale) if owner else words
                    gone = Screen((text(f"-# {own.say(key)}"),))
                    await self._reach(game, self._mailbox.edit(post, gone))
                await self._desk.store.forget_post(game, kind)

    async def _picture(self, drawing: Awaitable[Picture]) -> Picture | None:
        """A picture, or none: a game never waits for one."""
        try:
            return await drawing
        except Exception:
            log.exception("a picture failed")
            return None


def hand_of(user_id: int) -> str:
    """The kind of post that a player gets; whoever takes over the seat gets another one."""
    return f"hand-{user_id}"


def owner_of(kind: str) -> int | None:
    """Whose card a kind of post is, also a retired one; None: it is everybody's."""
    card, _, user_id = kind.rpartition("-")
    return int(user_id) if card.endswith("hand") else None


def _occasion(outcome: Outcome, former: str) -> tuple[str, int]:
    """What the board post is for: the opening, a person's turn, or the end.

    While machines play, it stays what it was. The number tells one post from the next.
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
