"""Telling a player what nobody else may know: the hand card, by direct message."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.games.clock.service import ClockService
from bot.games.model import SeatRow
from bot.games.table import GameSnapshot
from bot.outbox.board import OPENING, TURN, is_quiet, plays_by_order, took_back
from bot.outbox.sender import MessageSender, PostSpec
from bot.outbox.update import BOARD, PublishRun, hand_of
from bot.pictures.sketch import PictureSpec
from bot.pictures.studio import Studio, or_none
from bot.text.recap import recap_for
from bot.text.translator import Translator
from bot.ui.clock.hours_view import asks_hours
from bot.ui.seat_view import SeatView
from bot.ui.turn.advice import make_advice
from bot.ui.turn.hand import ending_screen, hand_screen
from bot.ui.turn.routes import claimable_routes
from engine.events import Event
from engine.questions import Turn

OVER: Final = "over"
"""The occasion of the last message of a table."""


class HandPublisher:
    """Shows hand cards as they should be."""

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
        """A hand card is drawn anew when something of it changed; a new one when one is called.

        *news* is what happened since whoever is on turn was last.
        """
        if row.user_id is None:
            return
        if snapshot.state.over:
            await self._tell_end(run, snapshot, row.user_id, row)
            return
        kind, view = hand_of(row.user_id), snapshot.view(row.seat)
        occasion = _occasion(run, snapshot, row, news)
        said = self._clocks.time_digest(snapshot, row.seat)
        same = occasion == run.posts.get(kind).occasion
        if same and _is_left_alone(run, snapshot, row, news, said):
            return
        person = await run.person(row.user_id)
        words = self._translator.words_of(person, run.row.locale)
        phrases = self._translator.phrases(words, snapshot)
        plan = await asyncio.to_thread(make_advice, snapshot, row.seat)
        sketch = PictureSpec(phrases.spec.id, words.language, view, plan=plan)
        drawing = self._studio.draw_hand(sketch, words.say("alt-hand"))
        own, on_turn = SeatView(snapshot, row.seat, phrases), snapshot.state.turn == row.seat
        screen = hand_screen(
            own,
            await or_none(drawing),
            recap=recap_for(snapshot, news, phrases, row.seat) if on_turn else (),
            builds=claimable_routes(own, plan) if isinstance(view.waiting, Turn) else (),
            time=self._clocks.visible_time(snapshot, row.seat),
            asks_hours=(asks := asks_hours(snapshot, person)),
        )
        ordered = on_turn and plays_by_order(snapshot)
        screen = replace(screen, silent=ordered or not person.called_by_message)
        # A seat may change hands, and back, on the same occasion.
        nonce = f"{occasion} {row.owners}"
        notice = PostSpec(kind, occasion, nonce, snapshot.version, time_said=said)
        await self._sender.upsert_dm(run, row.user_id, notice, screen)
        if asks and not person.hours_asked:
            await run.store.people.set_hours_asked(row.user_id, run.row.id)

    async def _tell_end(
        self, run: PublishRun, snapshot: GameSnapshot, user_id: int, row: SeatRow
    ) -> None:
        """How a player came out, in a message of its own."""
        kind = hand_of(user_id)
        if run.posts.get(kind).occasion == OVER:
            return
        person = await run.person(user_id)
        words = self._translator.words_of(person, run.row.locale)
        screen = ending_screen(
            snapshot,
            self._translator.phrases(words, snapshot),
            row.seat,
            run.posts.get(BOARD),
        )
        screen = replace(screen, silent=not person.called_by_message)
        notice = PostSpec(kind, OVER, f"{OVER} {row.owners}", snapshot.version)
        await self._sender.upsert_dm(run, user_id, notice, screen)


def _occasion(run: PublishRun, snapshot: GameSnapshot, row: SeatRow, news: Sequence[Event]) -> str:
    """What a hand card is for: the opening, a turn of one's own, or, until the next, the former.

    Whoever is present is not called, and finds the turn on the card that is there. A turn that was
    taken back comes again, and then is another occasion; but not while one is at it.
    """
    state, progress = snapshot.state, snapshot.table.progress
    former = run.posts.get(hand_of(row.user_id or 0))
    if row.seat not in state.waiting:
        return former.occasion or "start"
    if state.turn is None:
        return OPENING
    present = is_quiet(run.posts.get(BOARD).occasion) or progress.has_begun(row.seat)
    if took_back(news, row.seat):
        # Before anybody was told of the step, perhaps: then the board still calls them to it.
        present = present or run.delay(run.patience.call)
    if present and former.message_id:
        return former.occasion
    return f"{TURN}{state.turns} {progress.reverted}"


def _is_left_alone(
    run: PublishRun, snapshot: GameSnapshot, row: SeatRow, news: Sequence[Event], said: str
) -> bool:
    """Whether a card shows all that changed, or will by the answer to a press of its owner.

    What is *said* of time may change without a move.
    """
    former, progress = run.posts.get(hand_of(row.user_id or 0)), snapshot.table.progress
    if former.version >= progress.touched[row.seat]:
        return said == former.time_said or not former.message_id
    acted = progress.was_last(row.seat) or took_back(news, row.seat)
    return acted and run.delay(run.patience.own_card)
