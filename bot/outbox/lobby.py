"""The lobby post of a table, the welcome message to each player, and invitations."""

from __future__ import annotations

from typing import Final

from bot.games.lobby import LOBBY_WARNING, Lobby
from bot.games.model import SeatRow
from bot.games.store import Clock
from bot.outbox.sender import MessageSender, PostSpec
from bot.outbox.update import BOARD, INVITATION_PREFIX, PublishRun, hand_kind
from bot.pictures.sketch import PictureSpec
from bot.pictures.studio import Studio, or_none
from bot.text.translator import Translator
from bot.ui.components import Screen, text_block
from bot.ui.lobby.view import invitation_screen, lobby_screen

LOBBY: Final = "lobby"
CLOSING: Final = "closing"
"""The occasion of the lobby's second post, which warns that the lobby will close soon."""
LOBBY_OCCASIONS: Final = (LOBBY, CLOSING)
JOINED: Final = "joined"


class LobbyPublisher:
    """Posts and edits the lobby post of a table."""

    def __init__(
        self, sender: MessageSender, translator: Translator, studio: Studio, clock: Clock
    ) -> None:
        self._sender = sender
        self._translator = translator
        self._studio = studio
        self._clock = clock

    async def publish(self, run: PublishRun) -> None:
        """Bring the lobby post up to date, after a direct message to each new player."""
        lobby, words, row = run.lobby, run.words, run.row
        if row.status == "lobby":
            for seat in lobby.seats:
                await self._send_welcome(run, seat)
            for user_id in lobby.unanswered_invitations:
                await self._send_invitation(run, user_id)
        alt = words.say("alt-lobby", edition=lobby.spec.title(words.language))
        picture_spec = PictureSpec(lobby.spec.id, words.language)
        picture = await or_none(self._studio.draw_lobby(picture_spec, alt))
        closing = lobby.closes_at - self._clock() <= LOBBY_WARNING
        phrases = self._translator.phrases(words, lobby)
        reserved = lobby.reserved(self._clock())
        screen = lobby_screen(lobby, phrases, picture, run.closed_dms(), reserved, closing=closing)
        # The warning is a new post, so that people notice it.
        warned = run.posts.get(BOARD).occasion == CLOSING
        late = warned or (closing and row.status == "lobby")
        occasion = CLOSING if late else LOBBY
        nonce = f"{row.id} {occasion} {row.restored}"
        await self._sender.upsert(run, PostSpec(BOARD, occasion, nonce, row.changes), screen)

    async def _send_welcome(self, run: PublishRun, seat: SeatRow) -> None:
        """Send a first direct message, which shows whether hand cards will arrive."""
        if seat.user_id is None or run.posts.get(hand_kind(seat.user_id)).occasion == JOINED:
            return
        row, person = run.row, await run.person(seat.user_id)
        words = self._translator.words_of(person, row.locale)
        title = run.lobby.spec.title(words.language)
        text = words.say("hand-will-come", edition=title, channel=f"<#{row.channel_id}>")
        # A player who leaves and joins again gets another welcome message.
        spec = PostSpec(hand_kind(seat.user_id), JOINED, f"{JOINED} {seat.spoken}", row.changes)
        await self._sender.upsert_dm(run, seat.user_id, spec, Screen((text_block(text),)))

    async def _send_invitation(self, run: PublishRun, user_id: int) -> None:
        """Ask a player of the previous game whether they play again."""
        kind, lobby = f"{INVITATION_PREFIX}{user_id}", run.lobby
        if run.posts.get(kind).occasion == LOBBY:
            return
        person = await run.person(user_id)
        words = self._translator.words_of(person, run.row.locale)
        spec = PostSpec(kind, LOBBY, kind, run.row.changes)
        await self._sender.upsert_dm(run, user_id, spec, invitation_screen(lobby, words))


def invitation_kinds(lobby: Lobby) -> set[str]:
    """Return the kinds of the direct messages to players of the previous game who must answer."""
    asked = lobby.unanswered_invitations if lobby.row.status == "lobby" else []
    return {f"{INVITATION_PREFIX}{user_id}" for user_id in asked}
