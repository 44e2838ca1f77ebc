"""Telling everybody how a game stands: the board post, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.games.clock.service import ClockService
from bot.games.table import GameSnapshot
from bot.outbox.lobby import BEFORE
from bot.outbox.sender import MessageSender, PostSpec
from bot.outbox.update import BOARD, PublishRun
from bot.pictures.picture import Picture
from bot.pictures.sketch import PictureSpec
from bot.pictures.studio import ENDINGS, Studio, or_none
from bot.text.phrases import Phrases
from bot.text.recap import recap_for
from bot.text.translator import Translator
from bot.ui.board.view import board_alt, board_screen
from engine.events import Event, Reverted
from engine.ids import Seat
from maps.lru import Kept
from render import Stress

TURN: Final = "turn-"
"""How the occasion of a turn's post begins; the number of the turn follows."""
QUIET: Final = " quiet"
"""How it ends while whoever is on turn was not called."""
BROUGHT: Final = " brought "
"""What follows it is when somebody last brought the board below."""
OPENING: Final = "opening"
LOOKS: Final = 1000
"""Tables of which we know at which version their board post was last looked for."""


class BoardPublisher:
    """Shows the board post as it should be."""

    def __init__(
        self, mailbox: MessageSender, speaker: Translator, studio: Studio, clocks: ClockService
    ) -> None:
        self._mailbox = mailbox
        self._speaker = speaker
        self._studio = studio
        self._clocks = clocks
        self._looked = Kept[str, int](LOOKS)

    async def publish(
        self, telling: PublishRun, outcome: GameSnapshot, news: Sequence[Event]
    ) -> None:
        """The board with *news*: what happened since whoever is on turn was last."""
        row, former = telling.row, telling.posts.get(BOARD).occasion
        occasion = await _occasion(telling, outcome, former, news)
        if occasion == former and _is_left_alone(telling, outcome):
            if await self._is_there(telling, outcome.version):
                return
            # It is posted again below, though it may show the same.
            telling.posts.note(BOARD, replace(telling.posts.get(BOARD), screen="", pictures=""))
        greets = _greets(telling, outcome, former)
        speech = self._speaker.phrases(telling.words, outcome)
        pictures = await self._pictures(outcome, speech)
        screen = board_screen(
            outcome,
            speech,
            recap_for(outcome, news, speech),
            pictures,
            telling.closed_dms(),
            outcome.undo_request,
            deadlines=self._clocks.deadlines(outcome),
            greets=greets,
        )
        called: Sequence[int] = () if _is_silent(occasion, former) else screen.mentions
        if not greets:
            called = await _ringing(telling, outcome, called)
        # A turn that was taken back comes again, and then is another occasion.
        again = outcome.table.progress.reverted
        notice = PostSpec(
            BOARD,
            occasion,
            f"{row.id} {occasion} {again} {row.restored}",
            outcome.version,
            outcome.state.turns,
            # Bots may have chosen before anybody was told.
            since=0 if _call_of(occasion) == OPENING else None,
            goes_on=_turn_of(occasion) == _turn_of(former),
        )
        await self._mailbox.upsert(telling, notice, replace(screen, mentions=tuple(called)))

    async def _is_there(self, telling: PublishRun, version: int) -> bool:
        """Whether a board post that is left alone was not deleted: one look for each change."""
        game = telling.row.id
        if self._looked.get(game) == version or telling.delay(telling.patience.lost_board):
            return True
        is_there = await self._mailbox.post_exists(telling.posts.get(BOARD))
        self._looked.put(game, version)
        return is_there

    async def _pictures(self, outcome: GameSnapshot, speech: Phrases) -> list[Picture]:
        """The board, or how the game ended."""
        view = outcome.view(None)
        sketch = PictureSpec(speech.spec.id, speech.words.language, view, names=tuple(speech.names))
        if not view.over:
            sketch = replace(sketch, stress=Stress(since=outcome.since, closed=outcome.closed))
            drawn = [await or_none(self._studio.draw_board(sketch, board_alt(view, speech)))]
        else:
            ended = datetime.fromisoformat(outcome.table.row.updated_at).date()
            sketch, drawn = replace(sketch, sheet=outcome.scores(), ended=ended), []
            for name in ENDINGS:
                alt = speech.words.say(f"alt-{name.partition('.')[0]}")
                drawn.append(await or_none(self._studio.draw_ending(name, sketch, alt)))
        return [picture for picture in drawn if picture]


async def _ringing(telling: PublishRun, outcome: GameSnapshot, called: Sequence[int]) -> list[int]:
    """Those of the people who are called for whom a mention rings; the end rings for everybody.

    Whoever takes no direct messages has no other way to hear of it, whatever they have set.
    """
    if outcome.state.over:
        return list(called)
    unreached, ringing = telling.closed_dms(), []
    for user_id in called:
        if user_id in unreached or (await telling.person(user_id)).called_in_channel:
            ringing.append(user_id)
    return ringing


async def _occasion(
    telling: PublishRun, outcome: GameSnapshot, former: str, news: Sequence[Event]
) -> str:
    """What the board post is for, and since when it stands where it does.

    Brought below by somebody, it is for the same and yet another post.
    """
    brought = telling.row.brought
    occasion = await _calling(telling, outcome, _call_of(former), news)
    return f"{occasion}{BROUGHT}{brought}" if brought else occasion


async def _calling(
    telling: PublishRun, outcome: GameSnapshot, former: str, news: Sequence[Event]
) -> str:
    """What the board post is for: the opening, a person's turn, or the end.

    While bots play, it stays what it was. Whoever is present is not called: the turn's post is a
    quiet one at first, and if they are gone it is posted once more. Nor is whoever has an order
    that plays; if it stops after all, they are called. A quiet post stays quiet while the table is
    paused.
    """
    state, table = outcome.state, outcome.table
    if state.over:
        return f"over {state.version}"
    if state.turn is None:
        return OPENING
    user_id = table.seats[state.turn].user_id
    if user_id is None:
        return former if former.startswith(TURN) else OPENING
    occasion = f"{TURN}{state.turns}"
    if _turn_of(former) != occasion:
        present = took_back(news, state.turn) or await telling.is_present(user_id)
        quiet = plays_by_order(outcome) or (present and _is_put_off(telling, outcome))
        return f"{occasion}{QUIET}" if quiet else occasion
    if is_quiet(former) and not table.progress.has_begun(state.turn):
        waits = plays_by_order(outcome) or _is_put_off(telling, outcome)
        return former if waits else occasion
    return former


def _is_put_off(telling: PublishRun, outcome: GameSnapshot) -> bool:
    """Return whether a player who was present is not pinged yet, or not in a pause."""
    return outcome.table.pause.is_on or telling.delay(telling.patience.call)


def plays_by_order(outcome: GameSnapshot) -> bool:
    """Whether whoever is on turn has an order that plays it: they need not come."""
    state = outcome.state
    return state.turn is not None and outcome.table.order(state.turn).plays_in(state.turns)


def took_back(news: Sequence[Event], seat: Seat) -> bool:
    """Whether the last thing that happened is that a seat took back a step, by itself."""
    last = news[-1] if news else None
    return isinstance(last, Reverted) and last.seat == seat and not last.agreed


def _call_of(occasion: str) -> str:
    return occasion.partition(BROUGHT)[0]


def _turn_of(occasion: str) -> str:
    return _call_of(occasion).removesuffix(QUIET)


def is_quiet(occasion: str) -> bool:
    """Whether whoever is on turn was not called by the board post, since they were present."""
    return _call_of(occasion).endswith(QUIET)


def _is_silent(occasion: str, former: str) -> bool:
    """Whether a new post calls nobody: they are present, or it was merely brought below."""
    return is_quiet(occasion) or (occasion != former and _call_of(occasion) == _call_of(former))


def _greets(telling: PublishRun, outcome: GameSnapshot, former: str) -> bool:
    """Whether it names all players: who is mentioned first in a thread, finds it from then on."""
    if not telling.row.parent_id or outcome.state.over:
        return False
    return outcome.state.turn is None or former in BEFORE


def _is_left_alone(telling: PublishRun, outcome: GameSnapshot) -> bool:
    """Whether the post stays as it is for now: in the midst of a turn, unless something is asked.

    Its buttons are good for the whole turn.
    """
    turn, table = outcome.state.turn, outcome.table
    asked = outcome.undo_request or table.pause.asked_at or table.cancel_vote.asked_at
    if turn is None or asked or not table.progress.has_begun(turn):
        return False
    return telling.delay(telling.patience.mid_turn)
