"""Telling of a table before its game: its post, and a first word to whoever sits down."""

from __future__ import annotations

from typing import Final

from bot.games.lobby import LOBBY_WARNING, Lobby
from bot.games.model import SeatRow
from bot.games.store import Clock
from bot.outbox.sender import MessageSender, PostSpec
from bot.outbox.update import BOARD, INVITATION, PublishRun, hand_of
from bot.pictures.sketch import PictureSpec
from bot.pictures.studio import Studio, or_none
from bot.text.translator import Translator
from bot.ui.components import Screen, text_block
from bot.ui.lobby.view import invitation_screen, lobby_screen

LOBBY: Final = "lobby"
CLOSING: Final = "closing"
"""The occasions of a lobby's post: from the start, and once it will soon be closed."""
BEFORE: Final = (LOBBY, CLOSING)
JOINED: Final = "joined"


class LobbyPublisher:
    """Shows a lobby as it should be."""

    def __init__(
        self, sender: MessageSender, translator: Translator, studio: Studio, clock: Clock
    ) -> None:
        self._sender = sender
        self._translator = translator
        self._studio = studio
        self._clock = clock

    async def publish(self, run: PublishRun) -> None:
        """The lobby's post, after a word to each newcomer."""
        lobby, words, row = run.lobby, run.words, run.row
        if row.status == "lobby":
            for seat in lobby.seats:
                await self._greet(run, seat)
            for user_id in lobby.asked:
                await self._invite(run, user_id)
        alt = words.say("alt-lobby", edition=lobby.spec.title(words.language))
        sketch = PictureSpec(lobby.spec.id, words.language)
        picture = await or_none(self._studio.draw_lobby(sketch, alt))
        closing = lobby.closes_at - self._clock() <= LOBBY_WARNING
        phrases = self._translator.phrases(words, lobby)
        reserved = lobby.reserved(self._clock())
        screen = lobby_screen(lobby, phrases, picture, run.closed_dms(), reserved, closing=closing)
        # The warning is a post of its own, so that people notice it.
        warned = run.posts.get(BOARD).occasion == CLOSING
        late = warned or (closing and row.status == "lobby")
        occasion = CLOSING if late else LOBBY
        nonce = f"{row.id} {occasion} {row.restored}"
        await self._sender.upsert(run, PostSpec(BOARD, occasion, nonce, row.changes), screen)

    async def _greet(self, run: PublishRun, seat: SeatRow) -> None:
        """A first direct message: it shows whether hand cards will arrive."""
        if seat.user_id is None or run.posts.get(hand_of(seat.user_id)).occasion == JOINED:
            return
        row, person = run.row, await run.person(seat.user_id)
        words = self._translator.words_of(person, row.locale)
        title = run.lobby.spec.title(words.language)
        line = words.say("hand-will-come", edition=title, channel=f"<#{row.channel_id}>")
        # Who leaves and comes again is greeted again.
        notice = PostSpec(hand_of(seat.user_id), JOINED, f"{JOINED} {seat.spoken}", row.changes)
        await self._sender.upsert_dm(run, seat.user_id, notice, Screen((text_block(line),)))

    async def _invite(self, run: PublishRun, user_id: int) -> None:
        """Ask somebody of the former game whether they play again."""
        kind, lobby = f"{INVITATION}{user_id}", run.lobby
        if run.posts.get(kind).occasion == LOBBY:
            return
        person = await run.person(user_id)
        words = self._translator.words_of(person, run.row.locale)
        notice = PostSpec(kind, LOBBY, kind, run.row.changes)
        await self._sender.upsert_dm(run, user_id, notice, invitation_screen(lobby, words))


def invitations(lobby: Lobby) -> set[str]:
    """The kinds of the direct messages that wait for an answer of those who played before."""
    asked = lobby.asked if lobby.row.status == "lobby" else []
    return {f"{INVITATION}{user_id}" for user_id in asked}
