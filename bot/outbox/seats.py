"""Posts about seats that change owners: free seats, and questions about handovers."""

from __future__ import annotations

from typing import Final

from bot.games.model import Handover, SeatRow
from bot.games.table import GameSnapshot
from bot.outbox.sender import MessageSender, PostSpec, skip_if_closed
from bot.outbox.update import OFFER_PREFIX, PublishRun
from bot.text.translator import Translator
from bot.text.words import Words
from bot.ui.components import Screen, text_block
from bot.ui.seats.view import free_screen, handover_screen, offer_screen

FREE_PREFIX: Final = "free-"
HANDOVER_PREFIX: Final = "handover-"
"""The starts of the kinds of posts that offer a free seat or ask about a handover.

The number of the seat follows.
"""


class SeatPublisher:
    """Posts free seats and questions about handovers."""

    def __init__(self, sender: MessageSender, translator: Translator) -> None:
        self._sender = sender
        self._translator = translator

    async def publish(self, run: PublishRun, snapshot: GameSnapshot) -> None:
        """Post all free seats and open handovers of a running game."""
        if snapshot.state.over:
            return
        for seat in snapshot.table.seats:
            if seat.is_free:
                await skip_if_closed(run, self._post_free_seat(run, seat))
        for handover in snapshot.table.handovers:
            await self._post_handover(run, handover)
            if handover.user_id and not handover.accepted:
                await self._send_offer(run, handover, handover.user_id)

    async def _post_free_seat(self, run: PublishRun, seat: SeatRow) -> None:
        row, kind, occasion = run.row, f"{FREE_PREFIX}{seat.seat}", f"{seat.owners}"
        if run.posts.get(kind).occasion == occasion:
            return
        spec = PostSpec(kind, occasion, f"{row.id} {kind} {occasion} {row.restored}", row.changes)
        phrases = self._translator.phrases(run.words, run.lobby)
        await self._sender.upsert(run, spec, free_screen(run.lobby, phrases, seat))

    async def _post_handover(self, run: PublishRun, handover: Handover) -> None:
        """Ask about a handover in the channel, where all players see the question.

        If the channel is closed to the bot, ask the owner by direct message.
        """
        lobby, row = run.lobby, run.row
        kind, occasion = f"{HANDOVER_PREFIX}{handover.seat}", f"{handover.user_id} {handover.at}"
        # Answers change the post. Each combination of answers has its own number.
        state = 1 + 2 * handover.accepted + 4 * (handover.owner == "asked")
        former = run.posts.get(kind)
        if (former.occasion, former.version) == (occasion, state):
            return
        spec = PostSpec(kind, occasion, f"{row.id} {kind} {occasion} {row.restored}", state)
        phrases = self._translator.phrases(run.words, lobby)
        screen, owner = handover_screen(lobby, phrases, handover), lobby.seats[handover.seat]
        closed = await skip_if_closed(run, self._sender.upsert(run, spec, screen))
        if closed and owner.user_id and handover.owner == "asked":
            await self._sender.upsert_dm(run, owner.user_id, spec, screen)

    async def _send_offer(self, run: PublishRun, handover: Handover, user_id: int) -> None:
        kind, occasion = f"{OFFER_PREFIX}{user_id}", f"{handover.seat} {handover.at}"
        if run.posts.get(kind).occasion == occasion:
            return
        person = await run.person(user_id)
        words = self._translator.words_of(person, run.row.locale)
        spec = PostSpec(kind, occasion, f"{kind} {occasion}", 0)
        screen = offer_screen(run.lobby, words, handover)
        await self._sender.upsert_dm(run, user_id, spec, screen)


def current_seat_kinds(snapshot: GameSnapshot | None) -> set[str]:
    """Return the kinds of seat posts that are still needed. All others are retired."""
    if snapshot is None or snapshot.state.over:
        return set()
    handovers = snapshot.table.handovers
    return {
        *(f"{FREE_PREFIX}{seat.seat}" for seat in snapshot.table.seats if seat.is_free),
        *(f"{HANDOVER_PREFIX}{handover.seat}" for handover in handovers),
        *(f"{OFFER_PREFIX}{each.user_id}" for each in handovers if not each.accepted),
    }


def retired_screen(kind: str, words: Words) -> Screen:
    """Return the last content of a seat post that is no longer needed."""
    for prefix, key in ((FREE_PREFIX, "seat-not-free"), (HANDOVER_PREFIX, "handover-settled")):
        if kind.startswith(prefix):
            seat = int(kind.removeprefix(prefix)) + 1
            return Screen((text_block(f"-# {words.say(key, seat=seat)}"),))
    return Screen((text_block(f"-# {words.say('handover-answered')}"),))
