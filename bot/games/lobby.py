"""Tables before the game starts: seats, words, invitations, and when a lobby closes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import msgspec

import maps
from bot.games.bots import make_bot_seat, next_bot_name, number_seats
from bot.games.clock.model import pace_named
from bot.games.clock.pace import NO_PACE, PACES, Pace
from bot.games.display_names import clean_name
from bot.games.errors import IdTaken, LobbyError
from bot.games.jobs import START_DELAY, START_JOB, START_SOON_JOB
from bot.games.model import (
    ANSWER_DEADLINE,
    TABLE,
    Change,
    Due,
    GameRow,
    Notice,
    Options,
    SeatRow,
    Who,
    format_time,
)
from bot.games.orders.model import ORDER_TURN_CHOICES
from bot.games.store import Store
from bot.games.table import (
    check_impartial,
    decode_options,
    encode_options,
)
from bot.log import logger
from engine.board import MapSpec
from engine.chance import commitment
from engine.errors import GameError
from engine.ids import EditionId, Seat

if TYPE_CHECKING:
    from bot.games.writer import TableWriter

log = logger(__name__)

ALPHABET: Final = "23456789bcdfghjkmnpqrstvwxyz"
"""Without vowels, so that ids never spell a word."""
MAX_WORD_LENGTH: Final = 40
FULL_NOTICE: Final = "told-full"
"""The notice to the opener that all seats are taken."""

LOBBY_LIFETIME: Final = timedelta(days=14)
"""How long after its opening a lobby is closed if it was not started."""
LOBBY_WARNING: Final = timedelta(days=4)
"""How long before it is closed a lobby shows a warning."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """A table without its game: its row and its seats. Its game may have started."""

    row: GameRow
    seats: tuple[SeatRow, ...]

    @property
    def spec(self) -> MapSpec:
        """The map and the rules of the edition."""
        return maps.load(self.row.edition)

    @property
    def options(self) -> Options:
        return decode_options(self.row)

    @property
    def size(self) -> int:
        """The number of seats."""
        return self.options.seats or self.spec.seats[-1]

    @property
    def closes_at(self) -> datetime:
        """The moment at which the lobby is closed if the game was not started."""
        return datetime.fromisoformat(self.row.created_at) + LOBBY_LIFETIME

    @property
    def expired(self) -> bool:
        """Whether the lobby was closed because the game was not started in time."""
        ended = datetime.fromisoformat(self.row.updated_at)
        return self.row.status == "cancelled" and not self.row.version and ended >= self.closes_at

    @property
    def needs_thread(self) -> bool:
        """Whether its game has started and the thread for it does not exist yet."""
        row = self.row
        return row.is_begun and self.options.place == "thread" and not row.parent_id

    @property
    def next_word(self) -> int:
        """The number of the next change to the seats and words."""
        return self.row.spoken + 1

    @property
    def words(self) -> list[SeatRow]:
        """The seats in the order in which their words were last set."""
        return sorted(self.seats, key=lambda seat: seat.spoken)

    @property
    def left_since(self) -> bool:
        """Whether a seat was given up after the last word was set."""
        return self.row.spoken > max((seat.spoken for seat in self.seats), default=0)

    @property
    def unanswered_invitations(self) -> list[int]:
        """The invited users who have not answered yet whether they play again."""
        options = self.options
        return [
            user
            for user in options.invited
            if user not in options.declined and not self.seat_of(user)
        ]

    @property
    def reserved_until(self) -> datetime:
        """The moment until which seats are reserved for invited users."""
        return datetime.fromisoformat(self.row.created_at) + ANSWER_DEADLINE

    def reserved(self, now: datetime) -> list[int]:
        """Return the users for whom a seat is reserved."""
        return self.unanswered_invitations if now < self.reserved_until else []

    def is_ready_to_start(self, now: datetime) -> bool:
        """Return whether the game can start automatically.

        All seats are taken and the opener chose that, or have been taken for long enough, or all
        invited users have joined. A table without a person never starts automatically.
        """
        options, count = self.options, len(self.seats)
        full = options.when_full and self.is_full_with_person
        late = self.starts_at is not None and now >= self.starts_at
        all_said_yes = options.invited and all(map(self.seat_of, options.invited))
        return count >= self.spec.seats[0] and bool(full or late or all_said_yes)

    @property
    def is_full_with_person(self) -> bool:
        """Whether all seats are taken, and at least one of them by a person."""
        return len(self.seats) >= self.size and any(seat.user_id for seat in self.seats)

    @property
    def starts_at(self) -> datetime | None:
        """When a full lobby starts by itself, or None if it does not."""
        moment = self.options.starts_at
        if not moment or self.row.status != "lobby" or not self.is_full_with_person:
            return None
        return datetime.fromisoformat(moment)

    @property
    def people(self) -> int:
        """The number of seats that are not taken by a bot."""
        return self.size - sum(seat.bot is not None for seat in self.seats)

    @property
    def pace(self) -> Pace:
        """The pace, which limits how long each turn may take."""
        return pace_named(self.options.pace)

    @property
    def changed_start_options(self) -> Options | None:
        """The options of a game that starts now, or None if they do not change at the start.

        A person who plays only with bots keeps no one waiting. So a pace that is only a default
        does not apply.
        """
        options, people = self.options, sum(seat.user_id is not None for seat in self.seats)
        if people > 1 or not options.usual_pace or options.pace == NO_PACE:
            return None
        return msgspec.structs.replace(options, pace=NO_PACE)

    def seat_of(self, user_id: int) -> SeatRow | None:
        """Return the seat of a user, or None if the user has no seat."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)


@dataclass(frozen=True, slots=True)
class Limits:
    """The maximum number of tables that people may open."""

    tables: int = 10_000
    """The maximum number of open tables on a server."""
    lobbies: int = 10_000
    """The maximum number of lobbies that one person has opened and that have not started."""


def utc_now() -> datetime:
    return datetime.now(UTC)


class LobbyService:
    """Opens tables, and changes their seats and settings before the game starts."""

    def __init__(self, store: Store, writer: TableWriter, limits: Limits | None = None) -> None:
        self._store = store
        self._writer = writer
        self._limits = limits or Limits()
        self._member_opens = asyncio.Lock()
        """Lets members open tables one after the other, so that each has only one lobby."""

    async def get(self, game_id: str) -> Lobby:
        """Load a table and its seats, whatever its status.

        Raises:
            NotYourGame: There is no such table.
        """
        return await self._writer.lobby(game_id)

    async def open(
        self,
        edition: str,
        guild_id: int,
        channel_id: int,
        opener_id: int,
        locale: str,
        options: Options | None = None,
        bots: int = 0,
        interaction_id: int | None = None,
        *,
        by_member: bool = False,
        first: Who | None = None,
    ) -> Lobby:
        """Open a lobby. Its seed is drawn now, before any player has joined.

        With *by_member*, the opener may have no other lobby on the server. The player *first* gets
        the first seat, with the interaction as their word.

        Raises:
            LobbyError: A setting is not possible, or there are too many tables.
            ChannelTaken: The channel has an open table.
        """
        spec, options = maps.load(edition), options or Options()
        _check_pace(options.pace)
        if options.orders not in ORDER_TURN_CHOICES:
            raise LobbyError("no-such-orders", orders=", ".join(map(str, ORDER_TURN_CHOICES[1:])))
        if options.seats is not None and options.seats not in spec.seats:
            raise LobbyError("seats-not-possible", least=spec.seats[0], most=spec.seats[-1])
        seed, now = secrets.token_bytes(32), self._writer.stamp()
        word = str(interaction_id)
        people = [SeatRow(Seat(0), first.id, first.name, None, word)] if first else []
        seats = _first_seats(people, bots, options.seats or spec.seats[-1])
        row = GameRow(
            id="",
            edition=EditionId(spec.id),
            status="lobby",
            guild_id=guild_id,
            channel_id=channel_id,
            opener_id=opener_id,
            locale=locale,
            options=encode_options(options),
            seed=seed,
            commitment=commitment(seed),
            version=0,
            changes=1,
            announced=0,
            created_at=now,
            updated_at=now,
            spoken=len(seats),
        )
        if not by_member:
            return await self._check_and_create(row, seats, interaction_id)
        async with self._member_opens, self._store.leases.lock(f"open-{opener_id}"):
            return await self._check_and_create(row, seats, interaction_id, by_member=True)

    async def _check_and_create(
        self,
        row: GameRow,
        seats: Sequence[SeatRow],
        interaction_id: int | None,
        *,
        by_member: bool = False,
    ) -> Lobby:
        if interaction_id is None or await self._store.games.pressed_game(interaction_id) is None:
            await self._check_limits(row.guild_id, row.opener_id, by_member=by_member)
        return await self._create(row, seats, interaction_id)

    async def _check_limits(self, guild_id: int, opener_id: int, *, by_member: bool) -> None:
        tables = await self._store.games.of_guild(guild_id)
        own = [row for row in tables if row.status == "lobby" and row.opener_id == opener_id]
        if by_member and own:
            raise LobbyError("one-lobby-each", channel=f"<#{own[0].channel_id}>")
        if len(tables) >= self._limits.tables:
            raise LobbyError("too-many-tables", most=self._limits.tables)
        if await self._store.games.count_lobbies(opener_id) >= self._limits.lobbies:
            raise LobbyError("too-many-lobbies", most=self._limits.lobbies)

    async def _create(
        self, row: GameRow, seats: Sequence[SeatRow], interaction_id: int | None
    ) -> Lobby:
        while True:
            new = msgspec.structs.replace(
                row, id="".join(secrets.choice(ALPHABET) for _ in range(6))
            )
            try:
                await self._store.games.create(new, seats, interaction_id)
            except IdTaken:
                continue
            except GameError:
                before = (
                    await self._store.games.pressed_game(interaction_id) if interaction_id else None
                )
                if before is None:
                    raise
                return await self._writer.lobby(before)
            self._writer.on_change(new.id)
            log.info("table opened", **new.facts)
            return Lobby(new, tuple(seats))

    async def join(
        self, game_id: str, user_id: int, name: str, word: str, interaction_id: int | None = None
    ) -> Lobby:
        """Give the user the next seat. The word becomes part of the game's random seed.

        Raises:
            LobbyError: The user has a seat, or no seat is available.
        """

        def add_person(lobby: Lobby) -> list[SeatRow]:
            if lobby.seat_of(user_id):
                raise LobbyError("already-seated")
            _check_room(lobby, self._writer.now(), user_id)
            return [*lobby.seats, SeatRow(Seat(0), user_id, name, None, word, lobby.next_word)]

        return await self._reseat(game_id, interaction_id, add_person, by=user_id)

    async def leave(self, game_id: str, user_id: int, interaction_id: int | None = None) -> Lobby:
        """Give up the user's seat before the game starts.

        Raises:
            LobbyError: The user has no seat.
        """

        def remove_person(lobby: Lobby) -> list[SeatRow]:
            if not lobby.seat_of(user_id):
                raise LobbyError("not-seated")
            return [seat for seat in lobby.seats if seat.user_id != user_id]

        return await self._reseat(game_id, interaction_id, remove_person, declines=user_id)

    async def decline(self, game_id: str, user_id: int, interaction_id: int | None = None) -> Lobby:
        """Decline the invitation to play again. The reserved seat is then open to anyone.

        Raises:
            LobbyError: The user is not invited.
        """

        def remove_person(lobby: Lobby) -> list[SeatRow]:
            if user_id not in lobby.options.invited:
                raise LobbyError("not-asked")
            return [seat for seat in lobby.seats if seat.user_id != user_id]

        return await self._reseat(game_id, interaction_id, remove_person, declines=user_id)

    async def set_word(
        self, game_id: str, user_id: int, word: str, interaction_id: int | None = None
    ) -> Lobby:
        """Replace the word that the user adds to the game's random seed.

        Raises:
            LobbyError: The word is empty, too long or has invisible characters, or the user has no
                seat.
        """
        typed = " ".join(word.split())
        if not typed or clean_name(typed, MAX_WORD_LENGTH) != typed:
            raise LobbyError("word-not-possible", most=MAX_WORD_LENGTH)

        def replace_word(lobby: Lobby) -> list[SeatRow]:
            if not lobby.seat_of(user_id):
                raise LobbyError("not-seated")
            return [
                replace(seat, word=typed, spoken=lobby.next_word)
                if seat.user_id == user_id
                else seat
                for seat in lobby.seats
            ]

        return await self._reseat(game_id, interaction_id, replace_word)

    async def add_bot(
        self, game_id: str, interaction_id: int | None = None, by: int | None = None
    ) -> Lobby:
        """Give the next seat to a bot. *by* is the user who adds it.

        Raises:
            LobbyError: No seat is available.
        """

        def add_seat(lobby: Lobby) -> list[SeatRow]:
            _check_room(lobby, self._writer.now())
            return [*lobby.seats, make_bot_seat(next_bot_name(lobby.seats), lobby.next_word)]

        return await self._reseat(game_id, interaction_id, add_seat, by=by)

    async def remove_bot(self, game_id: str, interaction_id: int | None = None) -> Lobby:
        """Remove the bot that was seated last.

        Raises:
            LobbyError: There is no bot.
        """

        def remove_seat(lobby: Lobby) -> list[SeatRow]:
            bots = [seat for seat in lobby.seats if seat.bot]
            if not bots:
                raise LobbyError("no-bot-here")
            return [seat for seat in lobby.seats if seat is not bots[-1]]

        return await self._reseat(game_id, interaction_id, remove_seat)

    async def set_pace(
        self, game_id: str, by: Who, pace: str, interaction_id: int | None = None
    ) -> Lobby:
        """Change the pace of a table, from the next turn on. *by* is the moderator.

        Raises:
            LobbyError: There is no such pace, the table has it already, the table is closed, or
                the moderator plays there.
        """
        _check_pace(pace)

        async def change() -> Lobby:
            lobby = await self._writer.lobby(game_id)
            if lobby.row.status not in ("lobby", "playing"):
                raise LobbyError("table-closed")
            if lobby.row.status == "playing":
                check_impartial(lobby.seats, await self._store.games.occupants(game_id), by.id)
            old = lobby.options
            options = msgspec.structs.replace(old, pace=pace, usual_pace=False)
            if options == old:
                raise LobbyError("pace-already")
            is_news = lobby.row.status == "playing" and pace != old.pace
            notices = [Notice("line-pace", {"by": by.name, "pace": pace})] if is_news else []
            change = Change(options=options, lines=notices)
            return Lobby(await self._writer.commit(lobby.row, change, interaction_id), lobby.seats)

        return await self._writer.change_lobby(game_id, interaction_id, change)

    async def close(self, game_id: str, by: Who, interaction_id: int | None = None) -> Lobby:
        """Close a lobby, for its opener. Everyone else who has a seat is notified.

        Raises:
            LobbyError: It is no lobby any more, or the user did not open it.
        """

        async def change() -> Lobby:
            lobby = check_in_lobby(await self._writer.lobby(game_id))
            if lobby.row.opener_id != by.id:
                raise LobbyError("close-not-allowed")
            notices = [
                Notice("told-cancelled", {"by": by.name}, seat.user_id)
                for seat in lobby.seats
                if seat.user_id and seat.user_id != by.id
            ]
            change = Change(status="cancelled", due=(), lines=notices)
            return Lobby(await self._writer.commit(lobby.row, change, interaction_id), lobby.seats)

        return await self._writer.change_lobby(game_id, interaction_id, change)

    async def close_if_late(self, game_id: str) -> bool:
        """Close a lobby if it was not started in time. Return whether it was closed."""

        async def change() -> bool:
            lobby = await self._writer.lobby(game_id)
            late = lobby.row.status == "lobby" and self._writer.now() >= lobby.closes_at
            if late:
                await self._writer.commit(lobby.row, Change(status="cancelled", due=()))
                log.info("table closed because it was not started", **lobby.row.facts)
            return late

        return await self._writer.change(game_id, None, change, change)

    async def _reseat(
        self,
        game_id: str,
        interaction_id: int | None,
        build_seats: Callable[[Lobby], list[SeatRow]],
        declines: int | None = None,
        by: int | None = None,
    ) -> Lobby:
        """Save the seats that *build_seats* returns for a lobby.

        *declines* is a user who does not want to play. If they were invited, that is saved too.
        The opener is notified of a full table, unless they took the last seat (*by*).
        """

        async def change() -> Lobby:
            lobby = check_in_lobby(await self._writer.lobby(game_id))
            seats, options = number_seats(build_seats(lobby)), lobby.options
            if declines in options.invited and declines not in options.declined:
                declined = (*options.declined, declines)
                options = msgspec.structs.replace(options, declined=declined)
            options = self._with_start_time(lobby.row, seats, options)
            row = msgspec.structs.replace(lobby.row, options=encode_options(options))
            due = self._start_jobs(Lobby(row, seats))
            spoken = lobby.next_word if seats != lobby.seats else None
            is_news = bool(due) and not lobby.options.starts_at and by != row.opener_id
            change = Change(
                seats=seats,
                spoken=spoken,
                due=due,
                options=options,
                lines=_full_notices(row, options) if is_news else (),
            )
            return Lobby(await self._writer.commit(lobby.row, change, interaction_id), seats)

        return await self._writer.change_lobby(game_id, interaction_id, change)

    def _with_start_time(
        self, row: GameRow, seats: tuple[SeatRow, ...], options: Options
    ) -> Options:
        """Return the options with the moment at which the game starts if it is full.

        The time runs from the moment at which the last seat was taken.
        """
        starts_at = ""
        if options.soon and Lobby(row, seats).is_full_with_person:
            starts_at = options.starts_at or format_time(self._writer.now() + START_DELAY)
        return msgspec.structs.replace(options, starts_at=starts_at)

    def _start_jobs(self, lobby: Lobby) -> list[Due]:
        """Return the job that starts the game now or later, or nothing if it waits for people."""
        if lobby.is_ready_to_start(self._writer.now()):
            return [Due(TABLE, START_JOB, self._writer.stamp(), 0)]
        if lobby.starts_at is not None:
            return [Due(TABLE, START_SOON_JOB, lobby.options.starts_at, 0)]
        return []


def _first_seats(people: list[SeatRow], bots: int, size: int) -> tuple[SeatRow, ...]:
    """Return the seats of a new table: these people, and as many bots as fit."""
    added = min(bots, size - len(people))
    seats = [*people, *(make_bot_seat(f"Bot {n}", spoken=0) for n in range(1, added + 1))]
    return number_seats([replace(seat, spoken=n) for n, seat in enumerate(seats, 1)])


def _full_notices(row: GameRow, options: Options) -> list[Notice]:
    """Return the notice to the opener that the table is full and when it starts."""
    if not options.starts_at:
        return []
    starts = int(datetime.fromisoformat(options.starts_at).timestamp())
    return [Notice(FULL_NOTICE, {"starts": starts}, row.opener_id)]


def check_in_lobby(lobby: Lobby) -> Lobby:
    """Return the table if it is a lobby.

    Raises:
        LobbyError: The game has started, or the table is closed.
    """
    if lobby.row.status != "lobby":
        raise LobbyError("already-started" if lobby.row.version else "table-closed")
    return lobby


def check_invitations_answered(lobby: Lobby, now: datetime) -> None:
    """Check that no seat is reserved for an invited user who has not answered yet.

    Raises:
        LobbyError: A seat is reserved.
    """
    reserved = lobby.reserved(now)
    if reserved:
        raise LobbyError("still-asked", players=tuple(reserved), when=lobby.reserved_until)


def _check_pace(pace: str) -> None:
    if pace not in PACES:
        raise LobbyError("no-such-pace", paces=", ".join(PACES))


def _check_room(lobby: Lobby, now: datetime, user_id: int | None = None) -> None:
    if len(lobby.seats) >= lobby.size:
        raise LobbyError("table-full", seats=lobby.size)
    reserved = [user for user in lobby.reserved(now) if user != user_id]
    if len(lobby.seats) + len(reserved) >= lobby.size:
        raise LobbyError("seats-kept", players=tuple(reserved), when=lobby.reserved_until)
