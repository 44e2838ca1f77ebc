"""Telling of seats that change hands: those that are free, and what people are asked about them."""

from __future__ import annotations

from typing import Final

from bot.games.model import Handover, SeatRow
from bot.games.table import GameSnapshot
from bot.outbox.sender import MessageSender, PostSpec, skip_if_closed
from bot.outbox.update import OFFER, PublishRun
from bot.text.translator import Translator
from bot.text.words import Words
from bot.ui.components import Screen, text_block
from bot.ui.seats.view import free_screen, handover_screen, offer_screen

FREE: Final = "free-"
HANDOVER: Final = "handover-"
"""How the kinds of posts begin, each with a seat, that offer one to all or ask about one."""


class SeatPublisher:
    """Shows what there is to take, and what is asked."""

    def __init__(self, sender: MessageSender, translator: Translator) -> None:
        self._sender = sender
        self._translator = translator

    async def publish(self, run: PublishRun, snapshot: GameSnapshot) -> None:
        """Everything that a table's seats have to offer or to ask, while it is played."""
        if snapshot.state.over:
            return
        for seat in snapshot.table.seats:
            if seat.is_free:
                await skip_if_closed(run, self._tell_free(run, seat))
        for handover in snapshot.table.handovers:
            await self._tell_handover(run, handover)
            if handover.user_id and not handover.accepted:
                await self._tell_newcomer(run, handover, handover.user_id)

    async def _tell_free(self, run: PublishRun, seat: SeatRow) -> None:
        row, kind, occasion = run.row, f"{FREE}{seat.seat}", f"{seat.owners}"
        if run.posts.get(kind).occasion == occasion:
            return
        notice = PostSpec(kind, occasion, f"{row.id} {kind} {occasion} {row.restored}", row.changes)
        phrases = self._translator.phrases(run.words, run.lobby)
        await self._sender.upsert(run, notice, free_screen(run.lobby, phrases, seat))

    async def _tell_handover(self, run: PublishRun, handover: Handover) -> None:
        """In the channel, so that nobody can be asked unnoticed; else to the owner alone."""
        lobby, row = run.lobby, run.row
        kind, occasion = f"{HANDOVER}{handover.seat}", f"{handover.user_id} {handover.at}"
        # Answers change the post: one number for each state of them.
        state = 1 + 2 * handover.accepted + 4 * (handover.owner == "asked")
        former = run.posts.get(kind)
        if (former.occasion, former.version) == (occasion, state):
            return
        notice = PostSpec(kind, occasion, f"{row.id} {kind} {occasion} {row.restored}", state)
        phrases = self._translator.phrases(run.words, lobby)
        screen, owner = handover_screen(lobby, phrases, handover), lobby.seats[handover.seat]
        closed = await skip_if_closed(run, self._sender.upsert(run, notice, screen))
        if closed and owner.user_id and handover.owner == "asked":
            await self._sender.upsert_dm(run, owner.user_id, notice, screen)

    async def _tell_newcomer(self, run: PublishRun, handover: Handover, user_id: int) -> None:
        kind, occasion = f"{OFFER}{user_id}", f"{handover.seat} {handover.at}"
        if run.posts.get(kind).occasion == occasion:
            return
        person = await run.person(user_id)
        words = self._translator.words_of(person, run.row.locale)
        notice = PostSpec(kind, occasion, f"{kind} {occasion}", 0)
        screen = offer_screen(run.lobby, words, handover)
        await self._sender.upsert_dm(run, user_id, notice, screen)


def kinds_in_use(snapshot: GameSnapshot | None) -> set[str]:
    """The kinds of such posts that are still of use; all others are retired."""
    if snapshot is None or snapshot.state.over:
        return set()
    handovers = snapshot.table.handovers
    return {
        *(f"{FREE}{seat.seat}" for seat in snapshot.table.seats if seat.is_free),
        *(f"{HANDOVER}{handover.seat}" for handover in handovers),
        *(f"{OFFER}{one.user_id}" for one in handovers if not one.accepted),
    }


def what_is_left(kind: str, words: Words) -> Screen:
    """A post of this room once it is of no use any more."""
    for beginning, key in ((FREE, "seat-not-free"), (HANDOVER, "handover-settled")):
        if kind.startswith(beginning):
            seat = int(kind.removeprefix(beginning)) + 1
            return Screen((text_block(f"-# {words.say(key, seat=seat)}"),))
    return Screen((text_block(f"-# {words.say('handover-answered')}"),))
