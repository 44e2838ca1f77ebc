"""Gateway sessions: their shards and intents, and the events that can be sent again."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Iterator
from typing import Protocol

from sandbox.clock import Clock
from sandbox.gateway import intents
from sandbox.json_codec import Json, encode
from sandbox.validation import limits

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11


class ClientConnection(Protocol):
    """The interface of an open connection to a client."""

    def send(self, frame: str) -> None:
        """Queue a frame to be sent in order."""

    def close(self, code: int) -> None:
        """Close the connection with a code."""

    def cut(self) -> None:
        """Break the connection without a close frame, as a lost network does."""


class Session:
    """The state of one client on one shard."""

    def __init__(self, shard: int, shards: int, wanted: int, clock: Clock) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.shards = shards
        self.intents = wanted
        self.sequence = 0
        self.connection: ClientConnection | None = None
        self.lost_at: float | None = None
        self._clock = clock
        self._sent: deque[tuple[int, str]] = deque(maxlen=limits.REPLAY_EVENTS)

    def takes(self, guild_id: int | None, intent: int) -> bool:
        """Return whether this shard and its intents include an event of a guild."""
        shard = 0 if guild_id is None else (guild_id >> 22) % self.shards
        return shard == self.shard and (intent == intents.ALWAYS or bool(self.intents & intent))

    def push(self, event: str, data: str) -> None:
        """Send an event, and remember it so that it can be sent again after a resume."""
        self.sequence += 1
        frame = f'{{"op":0,"t":"{event}","s":{self.sequence},"d":{data}}}'
        self._sent.append((self.sequence, frame))
        if self.connection is not None:
            self.connection.send(frame)

    def missed(self, seen: int) -> list[str] | None:
        """Return the frames after a sequence number, or None if some are no longer remembered."""
        oldest = self._sent[0][0] if self._sent else self.sequence + 1
        if seen > self.sequence or seen + 1 < oldest:
            return None
        return [frame for number, frame in self._sent if number > seen]

    def attach(self, connection: ClientConnection) -> None:
        """Continue the session on a connection."""
        self.connection, self.lost_at = connection, None

    def detach(self, connection: ClientConnection) -> None:
        """Record that the connection is lost. Events are remembered for some time."""
        if self.connection is connection:
            self.connection, self.lost_at = None, self._clock.now()

    @property
    def expired(self) -> bool:
        """Whether the session can no longer be resumed."""
        lost = self.lost_at
        return lost is not None and self._clock.now() - lost > limits.RESUME_WINDOW


class Gateway:
    """All sessions of all clients."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._sessions: dict[str, Session] = {}
        self.starts: deque[float] = deque(maxlen=limits.SESSION_STARTS)
        self._changed = asyncio.Event()

    def wanted(self, guild_id: int | None, intent: int) -> bool:
        """Return whether any session receives an event of a guild and an intent."""
        return any(session.takes(guild_id, intent) for session in self._sessions.values())

    def sessions(self, shard: int | None = None) -> Iterator[Session]:
        """Return the sessions of one shard, or all sessions."""
        self._sweep()
        return iter([s for s in self._sessions.values() if shard in (None, s.shard)])

    def connected(self) -> list[Session]:
        """Return the sessions that have a connection now."""
        return [s for s in self._sessions.values() if s.connection is not None]

    def open(self, shard: int, shards: int, wanted: int) -> Session:
        """Open a session."""
        self._sweep()
        session = Session(shard, shards, wanted, self._clock)
        self._sessions[session.id] = session
        self.starts.append(self._clock.now())
        return session

    def find(self, session_id: object) -> Session | None:
        """Return the session with an id if it can be resumed, else None."""
        self._sweep()
        return self._sessions.get(session_id) if isinstance(session_id, str) else None

    def end(self, session: Session) -> None:
        """Delete a session."""
        self._sessions.pop(session.id, None)
        self.notify_waiters()

    def _sweep(self) -> None:
        for session in [s for s in self._sessions.values() if s.expired]:
            del self._sessions[session.id]

    def notify_waiters(self) -> None:
        """Wake the tasks that wait for a client to connect or disconnect."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait_for_change(self) -> None:
        """Wait until a client has connected or disconnected."""
        await self._changed.wait()

    def dispatch(
        self,
        event: str,
        data: Json,
        *,
        guild_id: int | None,
        intent: int,
        without_content: Json | None = None,
        times: int = 1,
    ) -> None:
        """Send an event to every session that receives it.

        Sessions that may not read messages get `without_content` instead, if it is not None.
        """
        takers = [s for s in self._sessions.values() if s.takes(guild_id, intent)]
        if not takers:
            return
        if len(self._sessions) > 8:
            self._sweep()
        full = encode(data).decode()
        for session in takers:
            hidden = without_content is not None and not session.intents & intents.MESSAGE_CONTENT
            text = encode(without_content).decode() if hidden else full
            for _ in range(times):
                session.push(event, text)
