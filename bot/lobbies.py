"""Tables before the game: who sits down, and when nobody does any more."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Final, Protocol
from weakref import WeakValueDictionary

import msgspec

import maps
from bot.rows import GameRow, Options, SeatRow
from bot.store import SqliteStore
from bot.tables import Lobby
from engine.chance import commitment
from engine.errors import GameError, NotYourGame
from engine.ids import EditionId, Seat

MACHINE: Final = "planner"
ALPHABET: Final = "23456789bcdfghjkmnpqrstvwxyz"
"""No vowels: ids never spell a word."""


class LobbyError(GameError):
    """A table cannot be changed in this way; `code` names the sentence."""

    def __init__(self, code: str, **facts: object) -> None:
        self.code = code
        self.facts = facts
        super().__init__(code)


class Clock(Protocol):
    """Where the time comes from."""

    def __call__(self) -> datetime:
        """The time now."""


def utc_now() -> datetime:
    """The time as the world has it."""
    return datetime.now(UTC)


class Lobbies:
    """Opens tables and seats people; one lock for each table."""

    def __init__(self, store: SqliteStore, clock: Clock = utc_now) -> None:
        self._store = store
        self._clock = clock
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(
        self,
        edition: str,
        guild_id: int,
        channel_id: int,
        opener_id: int,
        locale: str,
        options: Options | None = None,
    ) -> Lobby:
        """Open a lobby; its seed is drawn now, before anybody has joined."""
        spec, options = maps.load(edition), options or Options()
        if options.seats is not None and options.seats not in spec.seats:
            raise LobbyError("seats-not-possible", least=spec.seats[0], most=spec.seats[-1])
        seed, now = secrets.token_bytes(32), self._stamp()
        row = GameRow(
            id="".join(secrets.choice(ALPHABET) for _ in range(6)),
            edition=EditionId(spec.id),
            status="lobby",
            guild_id=guild_id,
            channel_id=channel_id,
            opener_id=opener_id,
            locale=locale,
            options=msgspec.json.encode(options).decode(),
            seed=seed,
            commitment=commitment(seed),
            version=0,
            changes=1,
            announced=0,
            machine_due=False,
            created_at=now,
            updated_at=now,
        )
        await self._store.create_game(row)
        return Lobby(row, ())

    async def lobby(self, id: str) -> Lobby:
        """A table and who sits at it, whatever its status.

        Raises:
            NotYourGame: There is no such table.
        """
        row = await self._store.game(id)
        if row is None:
            raise NotYourGame(id)
        return Lobby(row, tuple(await self._store.seats(id)))

    async def join(self, id: str, user_id: int, name: str, word: str) -> Lobby:
        """Take the next seat; the word becomes part of the game's chance."""
        async with self._changing(id) as lobby:
            if lobby.seat_of(user_id):
                raise LobbyError("already-seated")
            self._check_room(lobby)
            return await self._seat(
                lobby, [*lobby.seats, SeatRow(Seat(0), user_id, name, None, word)]
            )

    async def leave(self, id: str, user_id: int) -> Lobby:
        """Give up a seat before the game has begun."""
        async with self._changing(id) as lobby:
            if not lobby.seat_of(user_id):
                raise LobbyError("not-seated")
            return await self._seat(lobby, [s for s in lobby.seats if s.user_id != user_id])

    async def add_machine(self, id: str) -> Lobby:
        """Let a player without a person take the next seat."""
        async with self._changing(id) as lobby:
            self._check_room(lobby)
            number = 1 + sum(seat.machine is not None for seat in lobby.seats)
            machine = SeatRow(Seat(0), None, f"Bot {number}", MACHINE, f"bot-{number}")
            return await self._seat(lobby, [*lobby.seats, machine])

    async def remove_machine(self, id: str) -> Lobby:
        """Take the last such player away again."""
        async with self._changing(id) as lobby:
            machines = [seat for seat in lobby.seats if seat.machine]
            if not machines:
                raise LobbyError("no-bot-here")
            return await self._seat(lobby, [s for s in lobby.seats if s is not machines[-1]])

    async def close_if_late(self, id: str) -> bool:
        """Close a lobby that nobody started in time; whether it was one."""
        async with self._lock(id):
            lobby = await self.lobby(id)
            late = lobby.row.status == "lobby" and self.now() >= lobby.closes_at
            if late:
                await self._store.set_status(id, "cancelled", self._stamp())
            return late

    def _check_room(self, lobby: Lobby) -> None:
        if len(lobby.seats) >= lobby.size:
            raise LobbyError("table-full", seats=lobby.size)

    async def _seat(self, lobby: Lobby, seats: list[SeatRow]) -> Lobby:
        numbered = [
            SeatRow(Seat(n), row.user_id, row.name, row.machine, row.word)
            for n, row in enumerate(seats)
        ]
        await self._store.write_seats(lobby.row.id, numbered, self._stamp())
        return await self.lobby(lobby.row.id)

    @asynccontextmanager
    async def _changing(self, id: str) -> AsyncIterator[Lobby]:
        async with self._lock(id):
            lobby = await self.lobby(id)
            if lobby.row.status != "lobby":
                raise LobbyError("already-started" if lobby.row.version else "table-closed")
            yield lobby

    def _lock(self, id: str) -> asyncio.Lock:
        lock = self._locks.get(id)
        if lock is None:
            lock = self._locks[id] = asyncio.Lock()
        return lock

    def now(self) -> datetime:
        """The time, as everything here has it."""
        return self._clock()

    def _stamp(self) -> str:
        return self._clock().isoformat(timespec="milliseconds")
