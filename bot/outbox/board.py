"""The board post of a game, with the result at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.games.clock.service import ClockService
from bot.games.table import GameSnapshot
from bot.outbox.lobby import LOBBY_OCCASIONS
from bot.outbox.sender import MessageSender, PostSpec
from bot.outbox.update import BOARD, PublishRun
from bot.pictures.moves import last_moves
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

TURN_PREFIX: Final = "turn-"
"""The start of the occasion of a turn's post. The number of the turn follows."""
QUIET_SUFFIX: Final = " quiet"
"""The end of that occasion while the player whose turn it is was not pinged."""
REPOST_MARK: Final = " brought "
"""The mark before the time at which a player last reposted the board."""
OPENING: Final = "opening"
MAX_CHECKED_TABLES: Final = 1000
"""The number of tables whose last check for a deleted board post is cached, by version."""


class BoardPublisher:
    """Posts and edits the board post."""

    def __init__(
        self, sender: MessageSender, translator: Translator, studio: Studio, clocks: ClockService
    ) -> None:
        self._sender = sender
        self._translator = translator
        self._studio = studio
        self._clocks = clocks
        self._checked_versions = LruCache[str, int](MAX_CHECKED_TABLES)

    async def publish(self, run: PublishRun, snapshot: GameSnapshot, news: Sequence[Event]) -> None:
        """Bring the board post up to date.

        *news* are the events since the last turn of the player whose turn it is.
        """
        row, former = run.row, run.posts.get(BOARD).occasion
        occasion = await _find_occasion(run, snapshot, former, news)
        if occasion == former and _can_edit_later(run, snapshot):
            if await self._is_still_posted(run, snapshot.version):
                return
            # The post was deleted. It is posted again below, even if its content has not changed.
            run.posts.note_edit(BOARD, replace(run.posts.get(BOARD), screen="", pictures=""))
        mentions_all = _mentions_all_players(run, snapshot, former)
        phrases = self._translator.phrases(run.words, snapshot)
        pictures = await self._draw_pictures(snapshot, phrases)
        screen = board_screen(
            snapshot,
            phrases,
            recap_for(snapshot, news, phrases),
            pictures,
            run.closed_dms(),
            snapshot.undo_request,
            deadlines=self._clocks.deadlines(snapshot),
            greets=mentions_all,
        )
        pinged: Sequence[int] = () if _pings_no_player(occasion, former) else screen.mentions
        if not mentions_all:
            pinged = await _users_to_ping(run, snapshot, pinged)
        # A turn that was undone comes again. Then it needs another nonce.
        undone = snapshot.table.progress.reverted
        spec = PostSpec(
            BOARD,
            occasion,
            f"{row.id} {occasion} {undone} {row.restored}",
            snapshot.version,
            snapshot.state.turns,
            # Bots may have chosen tickets before the first post.
            since=0 if _base_occasion(occasion) == OPENING else None,
            continues_history=_turn_of(occasion) == _turn_of(former),
        )
        await self._sender.upsert(run, spec, replace(screen, mentions=tuple(pinged)))

    async def _is_still_posted(self, run: PublishRun, version: int) -> bool:
        """Return whether a board post that is not edited still exists.

        There is one request for each change of the table.
        """
        game = run.row.id
        if self._checked_versions.get(game) == version or run.delay(run.delays.lost_board):
            return True
        is_there = await self._sender.post_exists(run.posts.get(BOARD))
        self._checked_versions.put(game, version)
        return is_there

    async def _draw_pictures(self, snapshot: GameSnapshot, phrases: Phrases) -> list[Picture]:
        """Draw the board, or the pictures of a finished game."""
        view = snapshot.view(None)
        picture_spec = PictureSpec(
            phrases.spec.id, phrases.words.language, view, names=tuple(phrases.names)
        )
        if not view.over:
            picture_spec = replace(
                picture_spec,
                stress=Stress(since=snapshot.since, closed=snapshot.closed),
                moves=last_moves(snapshot.table.progress),
                is_paused=snapshot.table.pause.is_on,
            )
            drawn = [await or_none(self._studio.draw_board(picture_spec, board_alt(view, phrases)))]
        else:
            ended = datetime.fromisoformat(snapshot.table.row.updated_at).date()
            picture_spec, drawn = replace(picture_spec, sheet=snapshot.scores(), ended=ended), []
            for name in ENDINGS:
                alt = phrases.words.say(f"alt-{name.partition('.')[0]}")
                drawn.append(await or_none(self._studio.draw_ending(name, picture_spec, alt)))
        return [picture for picture in drawn if picture]


async def _users_to_ping(
    run: PublishRun, snapshot: GameSnapshot, mentioned: Sequence[int]
) -> list[int]:
    """Return the mentioned users whom the mention pings. The end of a game pings all of them.

    A mention also pings users who accept no direct messages, whatever their settings are, because
    nothing else reaches them.
    """
    if snapshot.state.over:
        return list(mentioned)
    unreached, pinged = run.closed_dms(), []
    for user_id in mentioned:
        if user_id in unreached or (await run.person(user_id)).called_in_channel:
            pinged.append(user_id)
    return pinged


async def _find_occasion(
    run: PublishRun, snapshot: GameSnapshot, former: str, news: Sequence[Event]
) -> str:
    """Return what the board post is for, and when a player last reposted it.

    A repost has the same reason, but is another post and so another occasion.
    """
    brought = run.row.brought
    occasion = await _find_base_occasion(run, snapshot, _base_occasion(former), news)
    return f"{occasion}{REPOST_MARK}{brought}" if brought else occasion


async def _find_base_occasion(
    run: PublishRun, snapshot: GameSnapshot, former: str, news: Sequence[Event]
) -> str:
    """Return what the board post is for: the opening, the turn of a person, or the end.

    It does not change while bots play. A player who is present is not pinged: the turn's post is
    quiet at first, and is posted again if the player does not act. A player whose standing order
    plays the turn is not pinged either, unless the order stops. A quiet post stays quiet while the
    table is paused.
    """
    state, table = snapshot.state, snapshot.table
    if state.over:
        return f"over {state.version}"
    if state.turn is None:
        return OPENING
    user_id = table.seats[state.turn].user_id
    if user_id is None:
        return former if former.startswith(TURN_PREFIX) else OPENING
    occasion = f"{TURN_PREFIX}{state.turns}"
    if _turn_of(former) != occasion:
        present = undid_last_step(news, state.turn) or await run.is_present(user_id)
        quiet = plays_by_order(snapshot) or (present and _delays_ping(run, snapshot))
        return f"{occasion}{QUIET_SUFFIX}" if quiet else occasion
    if is_quiet(former) and not table.progress.has_begun(state.turn):
        waits = plays_by_order(snapshot) or _delays_ping(run, snapshot)
        return former if waits else occasion
    return former


def _delays_ping(run: PublishRun, snapshot: GameSnapshot) -> bool:
    """Return whether the ping waits: the player was present recently, or the table is paused."""
    return snapshot.table.pause.is_on or run.delay(run.delays.ping)


def plays_by_order(snapshot: GameSnapshot) -> bool:
    """Return whether a standing order plays the current turn, so that its owner need not come."""
    state = snapshot.state
    return state.turn is not None and snapshot.table.order(state.turn).plays_in(state.turns)


def undid_last_step(news: Sequence[Event], seat: Seat) -> bool:
    """Return whether the last event is an undo by *seat* that needed no agreement."""
    last = news[-1] if news else None
    return isinstance(last, Reverted) and last.seat == seat and not last.agreed


def _base_occasion(occasion: str) -> str:
    return occasion.partition(REPOST_MARK)[0]


def _turn_of(occasion: str) -> str:
    return _base_occasion(occasion).removesuffix(QUIET_SUFFIX)


def is_quiet(occasion: str) -> bool:
    """Return whether the board post did not ping the player whose turn it is."""
    return _base_occasion(occasion).endswith(QUIET_SUFFIX)


def _pings_no_player(occasion: str, former: str) -> bool:
    """Return whether the post pings no player: it is quiet, or only a repost."""
    return is_quiet(occasion) or (
        occasion != former and _base_occasion(occasion) == _base_occasion(former)
    )


def _mentions_all_players(run: PublishRun, snapshot: GameSnapshot, former: str) -> bool:
    """Return whether the post mentions all players: in a thread, until the first turn was posted.

    A user who is mentioned in a thread becomes a member and finds it from then on.
    """
    if not run.row.parent_id or snapshot.state.over:
        return False
    return snapshot.state.turn is None or former in LOBBY_OCCASIONS


def _can_edit_later(run: PublishRun, snapshot: GameSnapshot) -> bool:
    """Return whether the edit of the post can wait because the turn has started and continues.

    The buttons of the post work for the whole turn. An open request or vote cannot wait.
    """
    turn, table = snapshot.state.turn, snapshot.table
    asked = snapshot.undo_request or table.pause.asked_at or table.cancel_vote.asked_at
    if turn is None or asked or not table.progress.has_begun(turn):
        return False
    return run.delay(run.delays.mid_turn)
