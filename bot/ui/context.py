"""One press or command: who asks, in which language, at which table and seat, how to answer."""

from __future__ import annotations

import asyncio
import functools
import inspect
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Concatenate, Final, ParamSpec, TypeAlias, TypeVar

import discord
from discord import ui

from bot.games.errors import DatabaseError, LobbyError
from bot.games.lobby import Lobby
from bot.games.model import GameRow, Who
from bot.games.queries import TableQueries
from bot.games.service import Games
from bot.games.store import NoteStore, PersonStore, PostStore
from bot.games.table import GameSnapshot
from bot.log import bind_context, logger
from bot.metrics import PRESSES, metrics
from bot.pictures.picture import MAP_FILE_NAME
from bot.pictures.studio import Studio
from bot.text.phrases import Phrases
from bot.text.translator import Translator
from bot.text.words import Words
from bot.ui import delivery
from bot.ui.components import Screen, shown_pictures, text_block
from bot.ui.custom_ids import Press
from bot.ui.late_pictures import PendingPictures, is_card, is_panel
from bot.ui.permissions import may_post, missing_permissions
from bot.ui.seat_view import SeatView
from bot.ui.tables.channels import ChannelCache
from bot.ui.turn.advice import AdviceCache
from engine.errors import CorruptLog, GameError, NotYourGame

log = logger(__name__)

Interaction: TypeAlias = "discord.Interaction[discord.Client]"
P = ParamSpec("P")
T = TypeVar("T")

CONTEXT: Final = "context"
"""Where an interaction carries its context."""
ARRIVED: Final = "arrived"
"""Where it carries when it arrived, by the clock that never goes back."""


@dataclass(frozen=True, slots=True)
class Services:
    """What presses and commands work with; `bot.app` builds it, once."""

    games: Games
    lookup: TableQueries
    people: PersonStore
    notes: NoteStore
    posts: PostStore
    translator: Translator
    studio: Studio
    tell_again: Callable[[str], None]
    """Brings the messages of a table up to date, though nothing changed at it."""
    look_after: Callable[[str], Awaitable[None]]
    """The same for one whose post may be gone."""
    reopen: Callable[[int], None]
    """Tells a channel what it has missed while it was closed to us."""
    late: PendingPictures = field(default_factory=PendingPictures)
    """The answers whose pictures are still to come."""
    plans: AdviceCache = field(default_factory=AdviceCache)
    channels: ChannelCache = field(default_factory=ChannelCache)

    async def words_for(self, interaction: Interaction) -> Words:
        """The language of whoever asks; that of their client is remembered."""
        return await self.translator.words_for(interaction.user.id, interaction.locale.value)

    async def row_ahead(self, game: str) -> GameRow | None:
        """The row of a table that will be needed; None: there is none, or nobody knows just now."""
        with suppress(NotYourGame, CorruptLog, DatabaseError):  # whoever needs it is told of that
            return await self.games.cache.prefetch(game)
        return None


class Context:
    """An interaction from its arrival to its answer.

    Its words are loaded before anything is changed: what a change brings by direct message is in
    the right language too. Its table and its seat are looked up when somebody asks, once.
    """

    def __init__(
        self,
        services: Services,
        interaction: Interaction,
        words: Words,
        press: Press | None = None,
        row: GameRow | None = None,
    ) -> None:
        self.services, self.interaction, self.words = services, interaction, words
        self.press = press
        """None for a command."""
        self.row = row
        """The row of the table, as it was read for this interaction, or None if it was not."""
        self.say = words.say
        self.named: str | None = None
        """The table that a command named, whether there is one or not."""
        self._table = press.game if press else None
        self._seat: SeatView | None = None

    @property
    def id(self) -> int:
        """Discord's number of it, by which a second delivery is known."""
        return self.interaction.id

    @property
    def user(self) -> discord.User | discord.Member:
        """Who asks."""
        return self.interaction.user

    @property
    def who(self) -> Who:
        """The same, as tables know people."""
        return Who(self.user.id, self.user.display_name)

    @property
    def channel_id(self) -> int:
        """Where."""
        return self.interaction.channel_id or 0

    @property
    def guild_id(self) -> int:
        """On which server; 0: by direct message."""
        return self.interaction.guild_id or 0

    @property
    def game_id(self) -> str | None:
        """The table that is meant, or None if nobody has asked for one yet."""
        return self._table

    @property
    def question_number(self) -> int | None:
        """The number of the question that a button answers.

        None: it answers whatever is asked, as commands do and the buttons of a turn.
        """
        press = self.press
        return press.question_number if press and press.turn is None else None

    @property
    def on_card(self) -> bool:
        """Whether it was pressed on a hand card, which then is the answer."""
        return is_card(self.interaction)

    def option(self, name: str) -> str | None:
        """What stands in another option of a command while somebody types into one."""
        value = getattr(self.interaction.namespace, name)
        return None if value is None else str(value)

    # --- table and seat ---

    async def find_table(self, game: str | None = None, *, ended: bool = False) -> str:
        """The id of the table that is meant: a button's own, one that is named, or the channel's.

        Elsewhere it is the one that waits for the user, or the only one the user sits at. A channel
        where nobody plays may mean its last game: *ended*.

        Raises:
            LobbyError: There is none, or it is not clear which.
            NotYourGame: It is in another channel, and the user has no seat there.
        """
        if self._table is None:
            self.named = game
            # The row is used again when the game is loaded and when the user acts.
            self.row = await self._find_row(ended=ended)
            self._table = self.row.id
        return self._table

    async def _find_row(self, *, ended: bool) -> GameRow:
        if self.named is not None:
            lobby, _ = await self.services.games.table(self.named)
            return self._check_access(lobby).row
        lookup = self.services.lookup
        find = lookup.latest_in if ended else lookup.open_in
        here = await find(self.channel_id)
        if here is not None:
            return here
        rows = await lookup.tables_of(self.user.id)
        waiting = await lookup.waiting_for(self.user.id)
        found = [row for row in rows if row.id in waiting]
        found = found or [row for row in rows if row.status == "playing"]
        if len(found) == 1:
            return found[0]
        raise LobbyError("several-tables" if found else "no-table-here")

    async def load_lobby(self, game: str) -> Lobby:
        """A table by its id, if it is here or the user sits there.

        Raises:
            NotYourGame: It is elsewhere, or nowhere.
        """
        return self._check_access(await self.services.games.lobby(game))

    def _check_access(self, lobby: Lobby) -> Lobby:
        if lobby.row.channel_id != self.interaction.channel_id and not lobby.seat_of(self.user.id):
            raise NotYourGame(lobby.row.id)
        return lobby

    async def load_seat(self, game: str | None = None) -> SeatView:
        """The user's own seat at the table that is meant.

        Raises:
            NotYourGame: The user has none.
        """
        if self._seat is not None:
            return self._seat
        table = await self.find_table(game)
        return self.use_snapshot(await self.services.games.snapshot(table, self.row))

    def use_snapshot(self, outcome: GameSnapshot) -> SeatView:
        """The user's own seat in a game that stands so, from now on."""
        seat = outcome.table.seat_of(self.user.id)
        self._seat = SeatView(outcome, seat, self.phrases_for(outcome))
        return self._seat

    def phrases_for(self, table: Lobby | GameSnapshot) -> Phrases:
        """How to speak of this table to whoever asks."""
        return self.services.translator.phrases(self.words, table)

    async def phrases_here(self) -> Phrases:
        """How to speak of the table that is meant."""
        if self._seat is not None:
            return self._seat.phrases
        return self.phrases_for(
            await self.services.games.lobby.get(await self.find_table(self.named))
        )

    # --- answering ---

    async def reply(self, screen: Screen, *, update: bool = False) -> None:
        """Show *screen* to whoever asked, and to nobody else.

        *update* changes the message that was pressed, if it is an ephemeral panel of ours.
        """
        await delivery.send_answer(self.interaction, screen, update=update)

    def under_map(self, screen: Screen) -> Screen:
        """*screen* below the picture of one's own map, if the panel that was pressed shows it."""
        message = self.interaction.message if is_panel(self.interaction) else None
        shown = shown_pictures(message) if message else []
        return screen.with_kept_picture([each for each in shown if each.name == MAP_FILE_NAME])

    @property
    def has_map(self) -> bool:
        """Whether the panel that was pressed shows one's own map."""
        return bool(self.under_map(Screen(())).kept)

    async def reply_text(self, sentence: str) -> None:
        """Say one thing to whoever asked."""
        # A hand card stays what it is: what is said goes beside it.
        await self.reply(Screen((text_block(sentence),)), update=not self.on_card)

    async def mark_seen(self) -> None:
        """Whoever asked has looked at their table: an order of theirs there heeds that."""
        if self._table is not None:
            with run_after_answer():  # no game may be played there, or somebody was faster
                await self.services.games.orders.mark_seen(self._table, self.user.id)

    async def defer(self) -> None:
        """Promise an answer, before work that may take a while."""
        await delivery.defer_answer(self.interaction)

    async def open_modal(self, window: ui.Modal) -> None:
        """Open a window to type into."""
        response = self.interaction.response
        await delivery.send_with_retry(self.interaction, lambda: response.send_modal(window))

    def missing_permissions(self) -> list[str]:
        """What we may not do where somebody just did something, a line each."""
        if self.interaction.guild_id is None:
            return []
        return missing_permissions(self.interaction.app_permissions, self.words)


@contextmanager
def run_after_answer() -> Iterator[None]:
    """Note something for later: if that goes wrong, the answer stands all the same."""
    try:
        yield
    except CorruptLog:
        log.exception("not noted")
    except (GameError, DatabaseError) as error:
        log.debug("not noted", error=type(error).__name__)


def log_asker(interaction: Interaction, game: str | None = None) -> None:
    """Let every line of the log say which press or command it is about: numbers only."""
    interaction.extras[ARRIVED] = time.monotonic()
    user, guild, channel = interaction.user.id, interaction.guild_id, interaction.channel_id
    bind_context(interaction=interaction.id, user=user, guild=guild, channel=channel, game=game)


def record_outcome(interaction: Interaction, verb: str, outcome: str) -> None:
    """Count a press or a command that is over, and log it, so that a complaint can be traced.

    The line holds ids only. What a custom id or an option says besides the verb stays out of it: it
    may name cards or tickets.
    """
    metrics.count(PRESSES, verb, outcome)
    context: Context | None = interaction.extras.get(CONTEXT)
    facts = {"game": context.game_id} if context and context.game_id else {}
    took = time.monotonic() - interaction.extras[ARRIVED]
    log.info("press", verb=verb, outcome=outcome, ms=round(took * 1000), **facts)


async def context_for(
    services: Services, interaction: Interaction, press: Press | None = None
) -> Context:
    """The context of an interaction, made when it is first asked for."""
    made: Context | None = interaction.extras.get(CONTEXT)
    if made is None:
        _note_open_channel(services, interaction)
        words = services.words_for(interaction)
        if press is None:
            made = Context(services, interaction, await words)
        else:
            # At the same time: each of them is a way to the database and back.
            spoken, row = await asyncio.gather(words, services.row_ahead(press.game))
            made = Context(services, interaction, spoken, press, row)
        interaction.extras[CONTEXT] = made
    return made


def _note_open_channel(services: Services, interaction: Interaction) -> None:
    """Every interaction says what we may do in its channel: perhaps more than a moment ago."""
    if interaction.guild_id and interaction.channel_id and may_post(interaction.app_permissions):
        services.reopen(interaction.channel_id)


def in_context(
    handle: Callable[Concatenate[Context, P], Awaitable[T]],
) -> Callable[Concatenate[Interaction, P], Coroutine[Any, Any, T]]:
    """Let a command receive its context, which the tree has made, in place of the interaction."""

    @functools.wraps(handle)
    async def handled(interaction: Interaction, /, *args: P.args, **options: P.kwargs) -> T:
        context: Context = interaction.extras[CONTEXT]
        try:
            return await handle(context, *args, **options)
        finally:
            await context.mark_seen()

    # The library reads a command's options from it; names in it are those of the command's module.
    handled.__signature__ = inspect.signature(handle, eval_str=True)  # type: ignore[attr-defined]
    return handled
