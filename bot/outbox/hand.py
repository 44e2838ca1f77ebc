"""The hand card: a direct message that shows a player what no other player may see."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.games.clock.service import ClockService
from bot.games.model import SeatRow
from bot.games.table import GameSnapshot
from bot.outbox.board import OPENING, TURN_PREFIX, is_quiet, plays_by_order, undid_last_step
from bot.outbox.sender import MessageSender, PostSpec
from bot.outbox.update import BOARD, PublishRun, hand_kind
from bot.pictures.sketch import PictureSpec
from bot.pictures.studio import Studio, or_none
from bot.text.recap import recap_for
from bot.text.translator import Translator
from bot.ui.clock.hours_view import asks_hours
from bot.ui.components import Screen
from bot.ui.seat_view import SeatView
from bot.ui.turn.advice import make_advice, ticket_sums
from bot.ui.turn.hand import ending_screen, hand_alt, hand_screen
from bot.ui.turn.offer import Offer, draw_offer, offer_screen
from bot.ui.turn.routes import claimable_routes
from engine.events import Event
from engine.questions import TicketChoice, Turn
from render import Advice

OVER: Final = "over"
"""The occasion of a player's last message of a table."""


class HandPublisher:
    """Sends and edits hand cards."""

    def __init__(
        self, sender: MessageSender, translator: Translator, studio: Studio, clocks: ClockService
    ) -> None:
        self._sender = sender
        self._translator = translator
        self._studio = studio
        self._clocks = clocks

    async def publish(
        self, run: PublishRun, snapshot: GameSnapshot, row: SeatRow, news: Sequence[Event]
    ) -> None:
        """Edit the hand card of a seat if it has changed, or send a new one to notify its owner.

        *news* are the events since the last turn of the player whose turn it is.
        """
        if row.user_id is None:
            return
        if snapshot.state.over:
            await self._send_result(run, snapshot, row.user_id, row)
            return
        kind, view = hand_kind(row.user_id), snapshot.view(row.seat)
        occasion = _find_occasion(run, snapshot, row, news)
        digest = self._clocks.time_digest(snapshot, row.seat)
        same = occasion == run.posts.get(kind).occasion
        if same and _needs_no_edit(run, snapshot, row, news, digest):
            return
        person = await run.person(row.user_id)
        words = self._translator.words_of(person, run.row.locale)
        phrases = self._translator.phrases(words, snapshot)
        plan = await asyncio.to_thread(make_advice, snapshot, row.seat)
        own, on_turn = SeatView(snapshot, row.seat, phrases), snapshot.state.turn == row.seat
        asks = asks_hours(snapshot, row.seat, person)
        if isinstance(view.waiting, TicketChoice):
            asks, screen = False, await self._make_offer(own, plan)
        else:
            picture_spec = PictureSpec(phrases.spec.id, words.language, view, advice=plan)
            drawing = self._studio.draw_hand(picture_spec, hand_alt(view, phrases))
            screen = hand_screen(
                own,
                await or_none(drawing),
                recap=recap_for(snapshot, news, phrases, row.seat) if on_turn else (),
                builds=claimable_routes(own, plan) if isinstance(view.waiting, Turn) else (),
                time=self._clocks.visible_time(snapshot, row.seat),
                asks_hours=asks,
                plan=plan,
                full=person.reads_full_text,
            )
        ordered = on_turn and plays_by_order(snapshot)
        screen = replace(screen, silent=ordered or not person.called_by_message)
        # A seat may get another owner, and the former owner again, on the same occasion.
        nonce = f"{occasion} {row.owners}"
        spec = PostSpec(kind, occasion, nonce, snapshot.version, time_said=digest)
        await self._sender.upsert_dm(run, row.user_id, spec, screen)
        if asks and not person.hours_asked:
            await run.store.people.set_hours_asked(row.user_id, run.row.id)

    async def _make_offer(self, own: SeatView, advice: Advice) -> Screen:
        """Return the card of a player who has to choose tickets."""
        sums = await asyncio.to_thread(ticket_sums, own.snapshot, own.seat)
        pictures = await draw_offer(self._studio, own, advice, asked=False)
        time = self._clocks.visible_time(own.snapshot, own.seat)
        return offer_screen(own, Offer(sums, pictures), time=time)

    async def _send_result(
        self, run: PublishRun, snapshot: GameSnapshot, user_id: int, row: SeatRow
    ) -> None:
        """Send the result of the game to a player, in a new message."""
        kind = hand_kind(user_id)
        if run.posts.get(kind).occasion == OVER:
            return
        person = await run.person(user_id)
        words = self._translator.words_of(person, run.row.locale)
        phrases = self._translator.phrases(words, snapshot)
        screen = ending_screen(snapshot, phrases, run.posts.get(BOARD))
        screen = replace(screen, silent=not person.called_by_message)
        spec = PostSpec(kind, OVER, f"{OVER} {row.owners}", snapshot.version)
        await self._sender.upsert_dm(run, user_id, spec, screen)


def _find_occasion(
    run: PublishRun, snapshot: GameSnapshot, row: SeatRow, news: Sequence[Event]
) -> str:
    """Return what a hand card is for: the opening, or the last turn of its owner.

    A player who is present is not notified, and finds the turn on the existing card. A turn that
    was undone comes again and is another occasion then, unless the player is still in that turn.
    """
    state, progress = snapshot.state, snapshot.table.progress
    former = run.posts.get(hand_kind(row.user_id or 0))
    if row.seat not in state.waiting:
        return former.occasion or "start"
    if state.turn is None:
        return OPENING
    present = is_quiet(run.posts.get(BOARD).occasion) or progress.has_begun(row.seat)
    if undid_last_step(news, row.seat):
        # The step may never have been published. Then the board post still pings the player.
        present = present or run.delay(run.delays.ping)
    if present and former.message_id:
        return former.occasion
    return f"{TURN_PREFIX}{state.turns} {progress.reverted}"


def _needs_no_edit(
    run: PublishRun, snapshot: GameSnapshot, row: SeatRow, news: Sequence[Event], digest: str
) -> bool:
    """Return whether a card is up to date, or the answer to its owner's press will edit it.

    The *digest* of the owner's time may change without a move.
    """
    former, progress = run.posts.get(hand_kind(row.user_id or 0)), snapshot.table.progress
    if former.version >= progress.touched[row.seat]:
        return digest == former.time_said or not former.message_id
    acted = progress.was_last(row.seat) or undid_last_step(news, row.seat)
    return acted and run.delay(run.delays.own_card)
