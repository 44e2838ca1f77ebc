"""Telling a player what nobody else may know: the hand card, by direct message."""

from __future__ import annotations

import asyncio

from bot.language.speaker import Speaker
from bot.messages.hand import hand_screen
from bot.messages.plans import plan_for
from bot.outbox.mailbox import Mailbox, Notice
from bot.outbox.telling import NOWHERE, Telling, hand_of
from bot.pictures.drawing import Sketch
from bot.pictures.studio import Studio, or_none
from bot.play.records import SeatRow
from bot.play.table import Outcome
from engine.waiting import SecondDraw


class HandTeller:
    """Shows hand cards as they should be."""

    def __init__(self, mailbox: Mailbox, speaker: Speaker, studio: Studio) -> None:
        self._mailbox = mailbox
        self._speaker = speaker
        self._studio = studio

    async def tell(self, telling: Telling, outcome: Outcome, row: SeatRow) -> None:
        """A hand card is drawn anew when something of it changed; a new one when one is asked."""
        if row.user_id is None:
            return
        kind, view = hand_of(row.user_id), outcome.view(row.seat)
        former = telling.posts.get(kind)
        new_question = view.waiting is not None and not isinstance(view.waiting, SecondDraw)
        occasion = f"q{view.question_number}" if new_question else former.occasion or "start"
        changed = outcome.table.progress.touched[row.seat]
        if former is not NOWHERE and former.occasion == occasion and former.version >= changed:
            return
        words = self._speaker.words_of(await telling.person(row.user_id), telling.row.locale)
        speech = self._speaker.speech(words, outcome)
        plan = await asyncio.to_thread(plan_for, outcome, row.seat)
        sketch = Sketch(speech.spec.id, words.language, view, plan=plan)
        drawing = self._studio.hand(sketch, words.say("alt-hand"))
        screen = hand_screen(outcome, speech, row.seat, await or_none(drawing))
        # A seat may change hands, and back, on the same occasion.
        notice = Notice(kind, occasion, f"{occasion} {row.owners}", outcome.version)
        await self._mailbox.show_to(telling, row.user_id, notice, screen)
