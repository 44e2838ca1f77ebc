"""Telling everybody how a game stands: the board post, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.language.recap import recap_for
from bot.language.speaker import Speaker
from bot.language.speech import Speech
from bot.messages.board import board_alt, board_screen
from bot.messages.kit import Picture
from bot.outbox.lobby import BOARD
from bot.outbox.mailbox import Mailbox, Notice
from bot.outbox.telling import Telling
from bot.pictures.drawing import Sketch
from bot.pictures.studio import ENDINGS, Studio, or_none
from bot.play.table import Outcome
from engine.events import Event
from render import Stress


class BoardTeller:
    """Shows the board post as it should be."""

    def __init__(self, mailbox: Mailbox, speaker: Speaker, studio: Studio) -> None:
        self._mailbox = mailbox
        self._speaker = speaker
        self._studio = studio

    async def tell(self, telling: Telling, outcome: Outcome, news: Sequence[Event]) -> None:
        """The board with *news*: what happened since whoever is on turn was last."""
        row = telling.row
        speech = self._speaker.speech(telling.words, outcome)
        occasion, asked = _occasion(outcome, telling.posts.get(BOARD).occasion)
        pictures = await self._pictures(outcome, speech)
        screen = board_screen(
            outcome,
            speech,
            recap_for(news, speech, outcome.table.past, outcome.since),
            pictures,
            telling.unreached(),
            outcome.undo_request,
        )
        # A turn that was taken back comes again, and then is another occasion.
        again = outcome.table.progress.reverted
        nonce = f"{row.id} {occasion} {asked} {again} {row.restored}"
        notice = Notice(BOARD, occasion, nonce, outcome.version)
        await self._mailbox.show(telling, notice, screen)

    async def _pictures(self, outcome: Outcome, speech: Speech) -> list[Picture]:
        """The board, or how the game ended."""
        view = outcome.view(None)
        sketch = Sketch(speech.spec.id, speech.words.language, view, names=tuple(speech.names))
        if not view.over:
            sketch = replace(sketch, stress=Stress(since=outcome.since))
            drawn = [await or_none(self._studio.board(sketch, board_alt(view, speech)))]
        else:
            sketch, drawn = replace(sketch, sheet=outcome.scores()), []
            for name in ENDINGS:
                alt = speech.words.say(f"alt-{name.partition('.')[0]}")
                drawn.append(await or_none(self._studio.ending(name, sketch, alt)))
        return [picture for picture in drawn if picture]


def _occasion(outcome: Outcome, former: str) -> tuple[str, int]:
    """What the board post is for: the opening, a person's turn, or the end.

    While bots play, it stays what it was. The number tells one post from the next.
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
