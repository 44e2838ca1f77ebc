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
        self, mailbox: MessageSender, speaker: Translator, studio: Studio, clocks: ClockService
    ) -> None:
        self._mailbox = mailbox
        self._speaker = speaker
        self._studio = studio
        self._clocks = clocks

    async def publish(
        self, telling: PublishRun, outcome: GameSnapshot, row: SeatRow, news: Sequence[Event]
    ) -> None:
        """A hand card is drawn anew when something of it changed; a new one when one is called.

        *news* is what happened since whoever is on turn was last.
        """
        if row.user_id is None:
            return
        if outcome.state.over:
            await self._tell_end(telling, outcome, row.user_id, row)
            return
        kind, view = hand_of(row.user_id), outcome.view(row.seat)
        occasion = _occasion(telling, outcome, row, news)
        said = self._clocks.time_digest(outcome, row.seat)
        same = occasion == telling.posts.get(kind).occasion
        if same and _is_left_alone(telling, outcome, row, news, said):
            return
        person = await telling.person(row.user_id)
        words = self._speaker.words_of(person, telling.row.locale)
        speech = self._speaker.phrases(words, outcome)
        plan = await asyncio.to_thread(make_advice, outcome, row.seat)
        sketch = PictureSpec(speech.spec.id, words.language, view, plan=plan)
        drawing = self._studio.draw_hand(sketch, words.say("alt-hand"))
        own, on_turn = SeatView(outcome, row.seat, speech), outcome.state.turn == row.seat
        screen = hand_screen(
            own,
            await or_none(drawing),
            recap=recap_for(outcome, news, speech, row.seat) if on_turn else (),
            builds=claimable_routes(own, plan) if isinstance(view.waiting, Turn) else (),
            time=self._clocks.visible_time(outcome, row.seat),
            asks_hours=(asks := asks_hours(outcome, person)),
        )
        ordered = on_turn and plays_by_order(outcome)
        screen = replace(screen, silent=ordered or not person.called_by_message)
        # A seat may change hands, and back, on the same occasion.
        nonce = f"{occasion} {row.owners}"
        notice = PostSpec(kind, occasion, nonce, outcome.version, time_said=said)
        await self._mailbox.upsert_dm(telling, row.user_id, notice, screen)
        if asks and not person.hours_asked:
            await telling.store.people.set_hours_asked(row.user_id, telling.row.id)

    async def _tell_end(
        self, telling: PublishRun, outcome: GameSnapshot, user_id: int, row: SeatRow
    ) -> None:
        """How a player came out, in a message of its own."""
        kind = hand_of(user_id)
        if telling.posts.get(kind).occasion == OVER:
            return
        person = await telling.person(user_id)
        words = self._speaker.words_of(person, telling.row.locale)
        screen = ending_screen(
            outcome,
            self._speaker.phrases(words, outcome),
            row.seat,
            telling.posts.get(BOARD),
        )
        screen = replace(screen, silent=not person.called_by_message)
        notice = PostSpec(kind, OVER, f"{OVER} {row.owners}", outcome.version)
        await self._mailbox.upsert_dm(telling, user_id, notice, screen)


def _occasion(
    telling: PublishRun, outcome: GameSnapshot, row: SeatRow, news: Sequence[Event]
) -> str:
    """What a hand card is for: the opening, a turn of one's own, or, until the next, the former.

    Whoever is present is not called, and finds the turn on the card that is there. A turn that was
    taken back comes again, and then is another occasion; but not while one is at it.
    """
    state, progress = outcome.state, outcome.table.progress
    former = telling.posts.get(hand_of(row.user_id or 0))
    if row.seat not in state.waiting:
        return former.occasion or "start"
    if state.turn is None:
        return OPENING
    present = is_quiet(telling.posts.get(BOARD).occasion) or progress.has_begun(row.seat)
    if took_back(news, row.seat):
        # Before anybody was told of the step, perhaps: then the board still calls them to it.
        present = present or telling.delay(telling.patience.call)
    if present and former.message_id:
        return former.occasion
    return f"{TURN}{state.turns} {progress.reverted}"


def _is_left_alone(
    telling: PublishRun, outcome: GameSnapshot, row: SeatRow, news: Sequence[Event], said: str
) -> bool:
    """Whether a card shows all that changed, or will by the answer to a press of its owner.

    What is *said* of time may change without a move.
    """
    former, progress = telling.posts.get(hand_of(row.user_id or 0)), outcome.table.progress
    if former.version >= progress.touched[row.seat]:
        return said == former.time_said or not former.message_id
    acted = progress.was_last(row.seat) or took_back(news, row.seat)
    return acted and telling.delay(telling.patience.own_card)
