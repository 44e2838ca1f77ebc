"""One gateway connection: hello, identification, heartbeats and events."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.core import Core
from sandbox.gateway import intents
from sandbox.gateway.sessions import (
    HEARTBEAT,
    HEARTBEAT_ACK,
    HELLO,
    IDENTIFY,
    INVALID_SESSION,
    PRESENCE,
    REQUEST_MEMBERS,
    RESUME,
    VOICE_STATE,
    Session,
)
from sandbox.json_codec import DecodeError, Json, decode, encode, parse_id
from sandbox.validation import limits

IGNORED = (PRESENCE, VOICE_STATE, 31)
"""Opcodes for presence, voice and sounds, which are accepted and have no effect."""

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, BAD_TOKEN, ALREADY_AUTHENTICATED = (
    4001,
    4002,
    4003,
    4004,
    4005,
)
BAD_SEQUENCE, RATE_LIMITED, TIMED_OUT, BAD_SHARD, SHARDING_REQUIRED = 4007, 4008, 4009, 4010, 4011
BAD_VERSION, BAD_INTENTS, DISALLOWED_INTENTS = 4012, 4013, 4014


class CloseConnection(Exception):
    """The connection must be closed with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(str(code))
        self.code = code


class Connection:
    """A connected client. A task of its own sends the frames in order."""

    def __init__(self, core: Core, request: web.Request) -> None:
        self._core = core
        self._request = request
        self._socket = web.WebSocketResponse(max_msg_size=64 * 1024, compress=False)
        self._queue: asyncio.Queue[str | int] = asyncio.Queue()
        self._session: Session | None = None
        self._closing = False
        self._close_code: int | None = None
        """The code with which the client has closed the connection, or None."""
        self._received: deque[float] = deque(maxlen=limits.GATEWAY_SENDS)

    # The methods of `sessions.ClientConnection`.

    def send(self, frame: str) -> None:
        """Queue a frame to be sent in order."""
        self._queue.put_nowait(frame)

    def close(self, code: int) -> None:
        """Close the connection after all queued frames are sent."""
        self._queue.put_nowait(code)

    def cut(self) -> None:
        """Break the connection without a close frame."""
        if self._request.transport is not None:
            self._request.transport.abort()

    # The life of the connection.

    async def run(self) -> web.WebSocketResponse:
        """Serve the client until it leaves or must be disconnected."""
        await self._socket.prepare(self._request)
        writer = asyncio.create_task(self._write())
        try:
            await self._serve()
        except CloseConnection as end:
            await self._socket.close(code=end.code)
        finally:
            # A writer that is closing gets a second, or its close frame would be lost.
            await asyncio.wait([writer], timeout=1.0 if self._closing else 0)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer
            self._detach()
        return self._socket

    async def _write(self) -> None:
        faults = self._core.faults
        while True:
            frame = await self._queue.get()
            if isinstance(frame, int):
                self._closing = True
                await self._socket.close(code=frame)
                return
            if frame.startswith('{"op":0,'):
                await faults.flow.wait()
                if faults.frame_delay:
                    await asyncio.sleep(faults.frame_delay)
            with contextlib.suppress(ConnectionError):
                await self._socket.send_str(frame)

    def _detach(self) -> None:
        """Detach from the session, and end the session if the client closed it normally.

        After any other end of the connection the client can resume the session.
        """
        session = self._session
        if session is None:
            return
        if self._close_code in (1000, 1001) and session.connection is self:
            self._core.gateway.end(session)
        session.detach(self)
        self._core.gateway.notify_waiters()

    async def _serve(self) -> None:
        if self._request.query.get("v") != "10":
            raise CloseConnection(BAD_VERSION)
        if self._request.query.get("encoding", "json") != "json":
            raise CloseConnection(DECODE_ERROR)
        interval = self._core.heartbeat
        self._send_op(HELLO, {"heartbeat_interval": round(interval * 1000), "_trace": ["sandbox"]})
        while True:
            try:
                message = await self._socket.receive(timeout=interval * 2.5)
            except TimeoutError:
                raise CloseConnection(TIMED_OUT) from None
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                self._close_code = message.data if message.type is WSMsgType.CLOSE else None
                return
            self._count_frame()
            self._receive(message.data)

    def _count_frame(self) -> None:
        now = self._core.clock.now()
        full = len(self._received) == limits.GATEWAY_SENDS
        if full and now - self._received[0] < limits.GATEWAY_SENDS_PER:
            raise CloseConnection(RATE_LIMITED)
        self._received.append(now)

    def _send_op(self, op: int, data: object) -> None:
        self.send(encode({"op": op, "d": data, "s": None, "t": None}).decode())

    def _receive(self, text: str | bytes) -> None:
        if len(text) > limits.GATEWAY_PAYLOAD:
            raise CloseConnection(DECODE_ERROR)
        try:
            frame = decode(text)
            op, data = frame["op"], frame.get("d")
        except (DecodeError, TypeError, KeyError, AttributeError):
            raise CloseConnection(DECODE_ERROR) from None
        self._handle(op, data if isinstance(data, dict) else {})

    def _handle(self, op: object, data: Json) -> None:
        if op == HEARTBEAT:
            if self._core.faults.acknowledges():
                self._send_op(HEARTBEAT_ACK, None)
        elif op in (IDENTIFY, RESUME):
            self._authenticate(data)
            (self._identify if op == IDENTIFY else self._resume)(data)
        elif self._session is None:
            raise CloseConnection(NOT_AUTHENTICATED)
        elif op == REQUEST_MEMBERS:
            self._send_members(data, self._session)
        elif op not in IGNORED:
            raise CloseConnection(UNKNOWN_OPCODE)

    def _authenticate(self, data: Json) -> None:
        if self._session is not None:
            raise CloseConnection(ALREADY_AUTHENTICATED)
        if data.get("token") not in _tokens(self._core):
            raise CloseConnection(BAD_TOKEN)

    def _send_invalid_session(self) -> None:
        self.send(encode({"op": INVALID_SESSION, "d": False, "s": None, "t": None}).decode())

    # A new session.

    def _identify(self, data: Json) -> None:
        wanted, shard, shards = self._read_identify(data)
        core = self._core
        now, starts = core.clock.now(), core.gateway.starts
        if core.paced and starts and now - starts[-1] < limits.IDENTIFY_EVERY - 0.5:
            self._send_invalid_session()
            return
        session = self._session = core.gateway.open(shard, shards, wanted)
        session.attach(self)
        guilds = [
            g
            for g in core.world.guilds.values()
            if core.world.bot.id in g.members and (g.id >> 22) % shards == shard
        ]
        ready = {
            "v": 10,
            "user": core.payloads.user(core.world.bot) | {"verified": True, "mfa_enabled": False},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": core.payloads.base.replace("http://", "ws://") + "/gateway",
            "shard": [shard, shards],
            "application": {"id": str(core.world.application.id), "flags": 0},
        }
        session.push("READY", encode(ready).decode())
        if wanted & intents.GUILDS:
            everyone = bool(wanted & intents.GUILD_MEMBERS)
            for guild in guilds:
                payload = core.payloads.guild_create(guild, all_members=everyone)
                session.push("GUILD_CREATE", encode(payload).decode())
        core.gateway.notify_waiters()

    def _read_identify(self, data: Json) -> tuple[int, int, int]:
        """Return intents, shard and shard count of an IDENTIFY.

        Close the connection if they are not valid.
        """
        wanted = data.get("intents")
        if not isinstance(wanted, int) or wanted < 0 or wanted & ~intents.KNOWN:
            raise CloseConnection(BAD_INTENTS)
        if wanted & intents.PRIVILEGED & ~self._core.world.application.privileged:
            raise CloseConnection(DISALLOWED_INTENTS)
        shard: Any = data.get("shard", [0, 1])
        valid = isinstance(shard, list) and len(shard) == 2 and all(type(n) is int for n in shard)
        if not valid or not 0 <= shard[0] < shard[1]:
            raise CloseConnection(BAD_SHARD)
        if len(self._core.world.guilds) > limits.GUILDS_A_SHARD * shard[1]:
            raise CloseConnection(SHARDING_REQUIRED)
        return wanted, shard[0], shard[1]

    # A resumed session.

    def _resume(self, data: Json) -> None:
        session = self._core.gateway.find(data.get("session_id"))
        seen = data.get("seq")
        if session is None or not isinstance(seen, int):
            self._send_invalid_session()
            return
        if seen > session.sequence:
            raise CloseConnection(BAD_SEQUENCE)
        missed = session.missed(seen)
        if missed is None:
            self._core.gateway.end(session)
            self._send_invalid_session()
            return
        self._session = session
        session.attach(self)
        for frame in missed:
            self.send(frame)
        session.push("RESUMED", '{"_trace":["sandbox"]}')
        self._core.gateway.notify_waiters()

    # Requests.

    def _send_members(self, data: Json, session: Session) -> None:
        """Send a GUILD_MEMBERS_CHUNK with the members that the client asks for.

        A client can always ask by id, but needs the intent to ask by name or for all members.
        """
        core = self._core
        guild = core.world.guilds.get(_number(data.get("guild_id")))
        if guild is None or core.world.bot.id not in guild.members:
            return
        asked = data.get("user_ids")
        if asked is not None:
            listed = map(_number, asked if isinstance(asked, list) else [asked])
            chosen = [guild.members[u] for u in listed if u in guild.members]
        elif session.intents & intents.GUILD_MEMBERS:
            start = str(data.get("query") or "").lower()
            users = core.world.users
            members = guild.members.values()
            chosen = [m for m in members if users[m.user_id].name.lower().startswith(start)]
            chosen = chosen[: _number(data.get("limit")) or None]
        else:
            raise CloseConnection(DISALLOWED_INTENTS)
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": [core.payloads.member(member) for member in chosen],
            "chunk_index": 0,
            "chunk_count": 1,
        }
        if "nonce" in data:
            chunk["nonce"] = data["nonce"]
        session.push("GUILD_MEMBERS_CHUNK", encode(chunk).decode())


def _number(value: object) -> int:
    """Return the number in a JSON value, or close the connection if it contains none."""
    number = parse_id(str(value or 0))
    if number is None:
        raise CloseConnection(DECODE_ERROR)
    return number


def _tokens(core: Core) -> tuple[str, str]:
    token = core.world.application.token
    return token, f"Bot {token}"
