"""A line to the database that can be cut, slowed down, or made to swallow an answer."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Self

PART = 65536


class Proxy:
    """Listens on a port of this machine and passes everything on to a Unix socket."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.port = 0
        self.delay = 0.0
        """Seconds that every part takes on its way to the server."""
        self.swallowed = 0
        """Answers that never came."""
        self._open = asyncio.Event()
        self._open.set()
        self._refuses = False
        self._mark: bytes | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *error: object) -> None:
        assert self._server is not None
        self._server.close()
        self.mend()
        self.drop()

    # --- trouble ---

    def cut(self) -> None:
        """End all connections and let nobody in."""
        self._refuses = True
        self.drop()

    def drop(self) -> None:
        """End all connections; others may be made."""
        for writer in [*self._writers]:
            writer.transport.abort()

    def hang(self) -> None:
        """Let nothing through in either direction, and say nothing of it."""
        self._open.clear()

    def swallow(self, mark: bytes) -> None:
        """Let the next request with these bytes reach the server, and cut where it answers."""
        self._mark = mark

    def mend(self) -> None:
        """Be an honest line again."""
        self._refuses, self.delay, self._mark = False, 0.0, None
        self._open.set()

    # --- the way there and back ---

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._refuses:
            writer.transport.abort()
            return
        try:
            there, back = await asyncio.open_unix_connection(self.target)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, back}
        marked = asyncio.Event()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._ask(reader, back, marked))
                group.create_task(self._answer(there, writer, marked))
        except* (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            self._writers -= {writer, back}
            writer.transport.abort()
            back.transport.abort()

    async def _ask(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, marked: asyncio.Event
    ) -> None:
        while part := await reader.read(PART):
            await self._open.wait()
            if self.delay:
                await asyncio.sleep(self.delay)
            if self._mark is not None and self._mark in part:
                self._mark = None
                marked.set()
            writer.write(part)
            await writer.drain()
        with suppress(OSError):
            writer.write_eof()

    async def _answer(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, marked: asyncio.Event
    ) -> None:
        while part := await reader.read(PART):
            await self._open.wait()
            if marked.is_set():
                self.swallowed += 1
                raise ConnectionResetError
            writer.write(part)
            await writer.drain()
        raise ConnectionResetError
