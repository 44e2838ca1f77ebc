"""Telling a player what nobody else may know: the hand card, by direct message."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.language.recap import recap_for
from bot.language.speaker import Speaker
from bot.messages.hand import ending_screen, hand_screen
from bot.messages.own_seat import OwnSeat
from bot.messages.plans import plan_for
from bot.outbox.lobby import BOARD
from bot.outbox.mailbox import Mailbox, Notice
from bot.outbox.telling import NOWHERE, Telling, hand_of
from bot.pictures.drawing import Sketch
from bot.pictures.studio import Studio, or_none
from bot.play.records import SeatRow
from bot.play.table import Outcome
from engine.events import Event
from engine.waiting import SecondDraw

OVER: Final = "over"
"""The occasion of the last message of a table."""


class HandTeller:
    """Shows hand cards as they should be."""

    def __init__(self, mailbox: Mailbox, speaker: Speaker, studio: Studio) -> None:
        self._mailbox = mailbox
        self._speaker = speaker
        self._studio = studio

    async def tell(
        self, telling: Telling, outcome: Outcome, row: SeatRow, news: Sequence[Event]
    ) -> None:
        """A hand card is drawn anew when something of it changed; a new one when one is asked.

        *news* is what happened since whoever is on turn was last.
        """
        if row.user_id is None:
            return
        if outcome.state.over:
            await self._tell_end(telling, outcome, row.user_id, row)
            return
        kind, view = hand_of(row.user_id), outcome.view(row.seat)
        former = telling.posts.get(kind)
        new_question = view.waiting is not None and not isinstance(view.waiting, SecondDraw)
        occasion = f"q{view.question_number}" if new_question else former.occasion or "start"
        changed = outcome.table.progress.touched[row.seat]
        if former is not NOWHERE and former.occasion == occasion and former.version >= changed:
            return
        person = await telling.person(row.user_id)
        words = self._speaker.words_of(person, telling.row.locale)
        speech = self._speaker.speech(words, outcome)
        plan = await asyncio.to_thread(plan_for, outcome, row.seat)
        sketch = Sketch(speech.spec.id, words.language, view, plan=plan)
        drawing = self._studio.hand(sketch, words.say("alt-hand"))
        screen = hand_screen(
            OwnSeat(outcome, row.seat, speech),
            await or_none(drawing),
            recap=recap_for(outcome, news, speech) if outcome.state.turn == row.seat else (),
            builds=[*plan.letters],
        )
        screen = replace(screen, silent=not person.called_by_message)
        # A seat may change hands, and back, on the same occasion.
        notice = Notice(kind, occasion, f"{occasion} {row.owners}", outcome.version)
        await self._mailbox.show_to(telling, row.user_id, notice, screen)

    async def _tell_end(
        self, telling: Telling, outcome: Outcome, user_id: int, row: SeatRow
    ) -> None:
        """How a player came out, in a message of its own."""
        kind = hand_of(user_id)
        if telling.posts.get(kind).occasion == OVER:
            return
        person = await telling.person(user_id)
        words = self._speaker.words_of(person, telling.row.locale)
        screen = ending_screen(
            outcome,
            self._speaker.speech(words, outcome),
            row.seat,
            telling.posts.get(BOARD),
        )
        screen = replace(screen, silent=not person.called_by_message)
        notice = Notice(kind, OVER, f"{OVER} {row.owners}", outcome.version)
        await self._mailbox.show_to(telling, user_id, notice, screen)
