"""One press or command: the user, the language, the table and seat, and how to answer."""

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
from bot.games.model import GameRow, PersonRow, Who
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
from bot.ui import delivery
from bot.ui.components import Screen, ShownPicture, shown_pictures, text_block
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
"""The key in an interaction's extras for its context."""
ARRIVED: Final = "arrived"
"""The key in an interaction's extras for its time of arrival on the monotonic clock."""


@dataclass(frozen=True, slots=True)
class Services:
    """What presses and commands work with. `bot.app` builds it once."""

    games: Games
    queries: TableQueries
    people: PersonStore
    notes: NoteStore
    posts: PostStore
    translator: Translator
    studio: Studio
    enqueue_update: Callable[[str], None]
    """Updates the messages of a table although nothing changed there."""
    recheck_posts: Callable[[str], Awaitable[None]]
    """Updates the messages of a table after checking whether its posts still exist."""
    reopen: Callable[[int], None]
    """Sends a channel the updates that it missed while the bot could not post there."""
    late: PendingPictures = field(default_factory=PendingPictures)
    """The answers that still wait for their pictures."""
    plans: AdviceCache = field(default_factory=AdviceCache)
    channels: ChannelCache = field(default_factory=ChannelCache)

    async def load_person(self, interaction: Interaction) -> PersonRow:
        """Return the user's settings, and save the language of the user's client."""
        return await self.translator.load_person(interaction.user.id, interaction.locale.value)

    async def row_ahead(self, game: str) -> GameRow | None:
        """Load the row of a table that will be needed, and its game into memory.

        Return None if there is no such table, or if it cannot be read now.
        """
        # The code that needs the table meets the same error, and the user gets it as an answer.
        with suppress(NotYourGame, CorruptLog, DatabaseError):
            return await self.games.cache.prefetch(game)
        return None


class Context:
    """An interaction from its arrival to its answer.

    The words are loaded before anything changes, so that direct messages about the change are in
    the right language too. The table and the seat are loaded once, when they are first needed.
    """

    def __init__(
        self,
        services: Services,
        interaction: Interaction,
        person: PersonRow,
        press: Press | None = None,
        row: GameRow | None = None,
    ) -> None:
        self.services, self.interaction, self.person = services, interaction, person
        self.words = services.translator.words_for(person, interaction.locale.value)
        self.press = press
        """None for a command."""
        self.row = row
        """The row of the table, as it was read for this interaction. None if it was not read."""
        self.say = self.words.say
        self.named: str | None = None
        """The id of the table that a command named, also if there is no such table."""
        self._table = press.game if press else None
        self._seat: SeatView | None = None

    @property
    def id(self) -> int:
        """Discord's id of the interaction, which identifies a second delivery."""
        return self.interaction.id

    @property
    def user(self) -> discord.User | discord.Member:
        """The user who pressed or typed."""
        return self.interaction.user

    @property
    def who(self) -> Who:
        """The user, in the form in which tables know people."""
        return Who(self.user.id, self.user.display_name)

    @property
    def channel_id(self) -> int:
        """The channel of the interaction, or 0 if Discord names none."""
        return self.interaction.channel_id or 0

    @property
    def guild_id(self) -> int:
        """The server of the interaction, or 0 in a direct message."""
        return self.interaction.guild_id or 0

    @property
    def game_id(self) -> str | None:
        """The table of this interaction, or None if it was not needed so far."""
        return self._table

    @property
    def question_number(self) -> int | None:
        """The number of the question that a button answers.

        None if the press answers whatever the game asks, as commands and the buttons of a turn do.
        """
        press = self.press
        return press.question_number if press and press.turn is None else None

    @property
    def on_card(self) -> bool:
        """Whether the user pressed a button on a hand card, which then shows the answer."""
        return is_card(self.interaction)

    def option(self, name: str) -> str | None:
        """Return the value of another option while the user types into one of them."""
        value = getattr(self.interaction.namespace, name)
        return None if value is None else str(value)

    # --- table and seat ---

    async def find_table(self, game: str | None = None, *, ended: bool = False) -> str:
        """Return the id of the table that this interaction is about.

        That is the table of the button, the table that the command names, or the table of the
        channel. In a channel without a table it is the only table that waits for the user, or the
        only one where the user plays. With *ended*, a channel without an open table means its last
        game.

        Raises:
            LobbyError: There is no such table, or there are several.
            NotYourGame: The table is in another channel, and the user has no seat there.
        """
        if self._table is None:
            self.named = game
            # The row is used again when the game is loaded and when the user acts.
            self.row = await self._find_row(ended=ended)
            self._table = self.row.id
        return self._table

    async def _find_row(self, *, ended: bool) -> GameRow:
        if self.named is not None:
            lobby, _ = await self.services.games.cache.table(self.named)
            return self._check_access(lobby).row
        lookup = self.services.queries
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
        """Load a table by its id, if it is in this channel or the user has a seat there.

        Raises:
            NotYourGame: There is no such table, or the user may not see it.
        """
        return self._check_access(await self.services.games.lobby.get(game))

    def _check_access(self, lobby: Lobby) -> Lobby:
        if lobby.row.channel_id != self.interaction.channel_id and not lobby.seat_of(self.user.id):
            raise NotYourGame(lobby.row.id)
        return lobby

    async def load_seat(self, game: str | None = None) -> SeatView:
        """Load the user's own seat at the table of this interaction.

        Raises:
            NotYourGame: The user has no seat there.
        """
        if self._seat is not None:
            return self._seat
        table = await self.find_table(game)
        return self.use_snapshot(await self.services.games.snapshot(table, self.row))

    def use_snapshot(self, snapshot: GameSnapshot) -> SeatView:
        """Use this state of the game from now on, and return the user's own seat in it."""
        seat = snapshot.table.seat_of(self.user.id)
        self._seat = SeatView(snapshot, seat, self.phrases_for(snapshot))
        return self._seat

    def phrases_for(self, table: Lobby | GameSnapshot) -> Phrases:
        """Return the phrases for this table in the user's language."""
        return self.services.translator.phrases(self.words, table)

    async def phrases_here(self) -> Phrases:
        """Return the phrases for the table of this interaction in the user's language."""
        if self._seat is not None:
            return self._seat.phrases
        return self.phrases_for(
            await self.services.games.lobby.get(await self.find_table(self.named))
        )

    # --- answering ---

    async def reply(self, screen: Screen, *, update: bool = False) -> None:
        """Show *screen* to the user only.

        With *update*, edit the message that was pressed, if it is an ephemeral panel of the bot.
        """
        await delivery.send_answer(self.interaction, screen, update=update)

    def under_map(self, screen: Screen) -> Screen:
        """Return *screen* below the user's own map, if the pressed panel shows that map."""
        return screen.with_kept_picture(self.pictures_named(MAP_FILE_NAME))

    def pictures_named(self, *names: str) -> list[ShownPicture]:
        """Return the pictures with these file names that the pressed panel shows."""
        message = self.interaction.message if is_panel(self.interaction) else None
        shown = shown_pictures(message) if message else []
        return [each for each in shown if each.name in names]

    @property
    def has_map(self) -> bool:
        """Whether the pressed panel shows the user's own map."""
        return bool(self.under_map(Screen(())).kept)

    async def reply_text(self, sentence: str) -> None:
        """Send one text to the user only."""
        # A text must not replace a hand card, so it becomes a message of its own.
        await self.reply(Screen((text_block(sentence),)), update=not self.on_card)

    async def mark_seen(self) -> None:
        """Record that the user has seen the table, for the user's standing order there."""
        if self._table is not None:
            # There may be no game at the table, or another change may have come first.
            with run_after_answer():
                await self.services.games.orders.mark_seen(self._table, self.user.id)

    async def defer(self) -> None:
        """Tell Discord that the answer will follow, before work that may take a while."""
        await delivery.defer_answer(self.interaction)

    async def open_modal(self, window: ui.Modal) -> None:
        response = self.interaction.response
        await delivery.send_with_retry(self.interaction, lambda: response.send_modal(window))

    def missing_permissions(self) -> list[str]:
        """Return a line for each permission that the bot lacks in this channel."""
        if self.interaction.guild_id is None:
            return []
        return missing_permissions(self.interaction.app_permissions, self.words)


@contextmanager
def run_after_answer() -> Iterator[None]:
    """Log a failure of work that follows the answer, so that the answer stays valid."""
    try:
        yield
    except CorruptLog:
        log.exception("work after the answer failed")
    except (GameError, DatabaseError) as error:
        log.debug("work after the answer failed", error=type(error).__name__)


def log_asker(interaction: Interaction, game: str | None = None) -> None:
    """Add the ids of this press or command, and nothing else, to every log line about it."""
    interaction.extras[ARRIVED] = time.monotonic()
    user, guild, channel = interaction.user.id, interaction.guild_id, interaction.channel_id
    bind_context(interaction=interaction.id, user=user, guild=guild, channel=channel, game=game)


def record_outcome(interaction: Interaction, verb: str, outcome: str) -> None:
    """Count a finished press or command and log it, so that a complaint can be traced.

    The log line contains only ids and the verb. The rest of a custom id or option stays out of it,
    because it may name cards or tickets.
    """
    metrics.count(PRESSES, verb, outcome)
    context: Context | None = interaction.extras.get(CONTEXT)
    facts = {"game": context.game_id} if context and context.game_id else {}
    took = time.monotonic() - interaction.extras[ARRIVED]
    log.info("press", verb=verb, outcome=outcome, ms=round(took * 1000), **facts)


async def context_for(
    services: Services, interaction: Interaction, press: Press | None = None
) -> Context:
    """Return the context of an interaction. Build it on the first call."""
    context: Context | None = interaction.extras.get(CONTEXT)
    if context is None:
        _note_open_channel(services, interaction)
        loading = services.load_person(interaction)
        if press is None:
            context = Context(services, interaction, await loading)
        else:
            # Both need a round trip to the database, so they run at the same time.
            person, row = await asyncio.gather(loading, services.row_ahead(press.game))
            context = Context(services, interaction, person, press, row)
        interaction.extras[CONTEXT] = context
    return context


def _note_open_channel(services: Services, interaction: Interaction) -> None:
    """Report that the bot may post in this channel, which may not have been so before."""
    if interaction.guild_id and interaction.channel_id and may_post(interaction.app_permissions):
        services.reopen(interaction.channel_id)


def in_context(
    handle: Callable[Concatenate[Context, P], Awaitable[T]],
) -> Callable[Concatenate[Interaction, P], Coroutine[Any, Any, T]]:
    """Pass a command its context, which the command tree has built, instead of the interaction."""

    @functools.wraps(handle)
    async def handled(interaction: Interaction, /, *args: P.args, **options: P.kwargs) -> T:
        context: Context = interaction.extras[CONTEXT]
        try:
            return await handle(context, *args, **options)
        finally:
            await context.mark_seen()

    # The library reads a command's options from the signature. The annotations are evaluated here,
    # because their names belong to the module of the command.
    handled.__signature__ = inspect.signature(handle, eval_str=True)  # type: ignore[attr-defined]
    return handled
