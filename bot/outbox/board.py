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
from maps.lru import LruCache
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
        self, sender: MessageSender, translator: Translator, studio: Studio, clocks: ClockService
    ) -> None:
        self._sender = sender
        self._translator = translator
        self._studio = studio
        self._clocks = clocks
        self._looked = LruCache[str, int](LOOKS)

    async def publish(self, run: PublishRun, snapshot: GameSnapshot, news: Sequence[Event]) -> None:
        """The board with *news*: what happened since whoever is on turn was last."""
        row, former = run.row, run.posts.get(BOARD).occasion
        occasion = await _occasion(run, snapshot, former, news)
        if occasion == former and _is_left_alone(run, snapshot):
            if await self._is_there(run, snapshot.version):
                return
            # It is posted again below, though it may show the same.
            run.posts.note(BOARD, replace(run.posts.get(BOARD), screen="", pictures=""))
        greets = _greets(run, snapshot, former)
        phrases = self._translator.phrases(run.words, snapshot)
        pictures = await self._pictures(snapshot, phrases)
        screen = board_screen(
            snapshot,
            phrases,
            recap_for(snapshot, news, phrases),
            pictures,
            run.closed_dms(),
            snapshot.undo_request,
            deadlines=self._clocks.deadlines(snapshot),
            greets=greets,
        )
        called: Sequence[int] = () if _is_silent(occasion, former) else screen.mentions
        if not greets:
            called = await _ringing(run, snapshot, called)
        # A turn that was taken back comes again, and then is another occasion.
        again = snapshot.table.progress.reverted
        notice = PostSpec(
            BOARD,
            occasion,
            f"{row.id} {occasion} {again} {row.restored}",
            snapshot.version,
            snapshot.state.turns,
            # Bots may have chosen before anybody was told.
            since=0 if _call_of(occasion) == OPENING else None,
            goes_on=_turn_of(occasion) == _turn_of(former),
        )
        await self._sender.upsert(run, notice, replace(screen, mentions=tuple(called)))

    async def _is_there(self, run: PublishRun, version: int) -> bool:
        """Whether a board post that is left alone was not deleted: one look for each change."""
        game = run.row.id
        if self._looked.get(game) == version or run.delay(run.patience.lost_board):
            return True
        is_there = await self._sender.post_exists(run.posts.get(BOARD))
        self._looked.put(game, version)
        return is_there

    async def _pictures(self, snapshot: GameSnapshot, phrases: Phrases) -> list[Picture]:
        """The board, or how the game ended."""
        view = snapshot.view(None)
        sketch = PictureSpec(
            phrases.spec.id, phrases.words.language, view, names=tuple(phrases.names)
        )
        if not view.over:
            sketch = replace(sketch, stress=Stress(since=snapshot.since, closed=snapshot.closed))
            drawn = [await or_none(self._studio.draw_board(sketch, board_alt(view, phrases)))]
        else:
            ended = datetime.fromisoformat(snapshot.table.row.updated_at).date()
            sketch, drawn = replace(sketch, sheet=snapshot.scores(), ended=ended), []
            for name in ENDINGS:
                alt = phrases.words.say(f"alt-{name.partition('.')[0]}")
                drawn.append(await or_none(self._studio.draw_ending(name, sketch, alt)))
        return [picture for picture in drawn if picture]


async def _ringing(run: PublishRun, snapshot: GameSnapshot, called: Sequence[int]) -> list[int]:
    """Those of the people who are called for whom a mention rings; the end rings for everybody.

    Whoever takes no direct messages has no other way to hear of it, whatever they have set.
    """
    if snapshot.state.over:
        return list(called)
    unreached, ringing = run.closed_dms(), []
    for user_id in called:
        if user_id in unreached or (await run.person(user_id)).called_in_channel:
            ringing.append(user_id)
    return ringing


async def _occasion(
    run: PublishRun, snapshot: GameSnapshot, former: str, news: Sequence[Event]
) -> str:
    """What the board post is for, and since when it stands where it does.

    Brought below by somebody, it is for the same and yet another post.
    """
    brought = run.row.brought
    occasion = await _calling(run, snapshot, _call_of(former), news)
    return f"{occasion}{BROUGHT}{brought}" if brought else occasion


async def _calling(
    run: PublishRun, snapshot: GameSnapshot, former: str, news: Sequence[Event]
) -> str:
    """What the board post is for: the opening, a person's turn, or the end.

    While bots play, it stays what it was. Whoever is present is not called: the turn's post is a
    quiet one at first, and if they are gone it is posted once more. Nor is whoever has an order
    that plays; if it stops after all, they are called. A quiet post stays quiet while the table is
    paused.
    """
    state, table = snapshot.state, snapshot.table
    if state.over:
        return f"over {state.version}"
    if state.turn is None:
        return OPENING
    user_id = table.seats[state.turn].user_id
    if user_id is None:
        return former if former.startswith(TURN) else OPENING
    occasion = f"{TURN}{state.turns}"
    if _turn_of(former) != occasion:
        present = took_back(news, state.turn) or await run.is_present(user_id)
        quiet = plays_by_order(snapshot) or (present and _is_put_off(run, snapshot))
        return f"{occasion}{QUIET}" if quiet else occasion
    if is_quiet(former) and not table.progress.has_begun(state.turn):
        waits = plays_by_order(snapshot) or _is_put_off(run, snapshot)
        return former if waits else occasion
    return former


def _is_put_off(run: PublishRun, snapshot: GameSnapshot) -> bool:
    """Return whether a player who was present is not pinged yet, or not in a pause."""
    return snapshot.table.pause.is_on or run.delay(run.patience.call)


def plays_by_order(snapshot: GameSnapshot) -> bool:
    """Whether whoever is on turn has an order that plays it: they need not come."""
    state = snapshot.state
    return state.turn is not None and snapshot.table.order(state.turn).plays_in(state.turns)


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


def _greets(run: PublishRun, snapshot: GameSnapshot, former: str) -> bool:
    """Whether it names all players: who is mentioned first in a thread, finds it from then on."""
    if not run.row.parent_id or snapshot.state.over:
        return False
    return snapshot.state.turn is None or former in BEFORE


def _is_left_alone(run: PublishRun, snapshot: GameSnapshot) -> bool:
    """Whether the post stays as it is for now: in the midst of a turn, unless something is asked.

    Its buttons are good for the whole turn.
    """
    turn, table = snapshot.state.turn, snapshot.table
    asked = snapshot.undo_request or table.pause.asked_at or table.cancel_vote.asked_at
    if turn is None or asked or not table.progress.has_begun(turn):
        return False
    return run.delay(run.patience.mid_turn)
