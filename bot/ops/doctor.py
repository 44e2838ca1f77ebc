"""The checks of `whistlestop doctor`, each with findings of one line."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal, TypeAlias

import aiohttp
import discord
from fluent.syntax import ast, parse

import maps
from bot.config import LANGUAGES, Settings
from bot.database_url import Location, Server
from bot.games.errors import DatabaseError, StoreError
from bot.games.model import format_time
from bot.ops.registration import (
    APPLICATION_NOTE,
    LOGIN_REFUSED,
    describe_mismatch,
    set_endpoint,
)
from bot.storage.backup.copies import check_copy, check_writable, copy_database, read_note
from bot.storage.sqlite.schema import newest_version
from bot.storage.store import Store, load_postgres, open_read_only, open_store
from bot.text.words import LOCALES_FOLDER as LOCALES
from bot.text.words import Words
from bot.ui.permissions import EVERYTHING, NEEDED, missing_permissions
from engine.errors import BadInput, GameError
from render.fonts import FACES, font

Level: TypeAlias = Literal["ok", "note", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    level: Level
    subject: str
    text: str


ENDPOINT_SECONDS: Final = 5.0
"""How long the endpoint may take to answer."""
FORGED_HEADERS: Final = {"X-Signature-Ed25519": "00" * 64, "X-Signature-Timestamp": "1"}
PING_BODY: Final = b'{"type": 1}'


async def try_endpoint(token: str, url: str) -> Finding:
    """Check that the endpoint accepts requests from Discord, and only from Discord."""
    if find_spec("nacl") is None:
        text = "PyNaCl is missing, which checks signatures; pip install 'whistlestop[serve]'"
        return Finding("fail", "endpoint", text)
    try:
        # Discord tests a URL before it registers it, even the registered one: it sends a ping and a
        # forged ping.
        await set_endpoint(token, url)
    except BadInput as error:
        return Finding("fail", "endpoint", str(error))
    try:
        status = await _post_forged_ping(url)
    except (aiohttp.ClientError, OSError, TimeoutError):
        text = f"Discord reached {url}, but this machine cannot"
        return Finding("note", "endpoint", text)
    if status != 401:
        text = f"{url} answers {status} to a forged request instead of 401"
        return Finding("fail", "endpoint", text)
    return Finding("ok", "endpoint", f"Discord reached {url}, and forged requests are rejected")


async def _post_forged_ping(url: str) -> int:
    """Send a ping with a forged signature, and return the status of the answer."""
    async with (
        asyncio.timeout(ENDPOINT_SECONDS),
        aiohttp.ClientSession() as session,
        session.post(url, data=PING_BODY, headers=FORGED_HEADERS) as answer,
    ):
        return answer.status


OLDEST_PYTHON: Final = (3, 11)
MIB: Final = 1024 * 1024
LOW_SPACE_BYTES: Final = 500 * MIB
MIN_SPACE_BYTES: Final = 50 * MIB
SLOW_UPDATE_SECONDS: Final = 120.0
"""A running bot publishes a change within this time."""
CLOCK_NOTE_SECONDS: Final = 1.0
CLOCK_FAIL_SECONDS: Final = 30.0
"""Differences between this machine's clock and the database's that give a note or a failure."""
DISCORD_LOGIN_SECONDS: Final = 30.0
"""How long the login at Discord may take."""


async def run_checks(settings: Settings) -> AsyncIterator[Finding]:
    """Yield the findings of all checks, from this machine to the database to Discord."""
    yield _check_python()
    for check in (_check_files, _check_locales):
        for finding in check():
            yield finding
    async for finding in _check_database(settings.database, settings.processes):
        yield finding
    known = await _known_application(settings.database)
    for finding in await _check_discord(settings, known):
        yield finding


def _check_python() -> Finding:
    running = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST_PYTHON:
        oldest = ".".join(map(str, OLDEST_PYTHON))
        return Finding("fail", "python", f"{running}; install {oldest} or newer")
    return Finding("ok", "python", f"{running}, discord.py {discord.__version__}")


def _check_files() -> Iterator[Finding]:
    yield _attempt("fonts", f"{len(FACES)} faces", lambda: [font(face, 20) for face in FACES])
    editions = maps.catalogue()
    load_all = lambda: [(maps.load(e), maps.layout(e)) for e in editions]  # noqa: E731
    yield _attempt("boards", ", ".join(sorted(editions)), load_all)


def _attempt(subject: str, fine: str, work: Callable[[], object]) -> Finding:
    try:
        work()
    except (GameError, OSError) as error:
        return Finding("fail", subject, str(error))
    return Finding("ok", subject, fine)


def _check_locales(folder: Path = LOCALES) -> Iterator[Finding]:
    keys = {language: _keys(folder / language) for language in LANGUAGES}
    every = set().union(*keys.values())
    for language, known in keys.items():
        missing = sorted(every - known)
        if missing or not known:
            named = ", ".join(missing[:5]) or "every sentence"
            yield Finding("fail", f"language {language}", f"missing: {named}")
        else:
            yield Finding("ok", f"language {language}", f"{len(known)} sentences")


def _keys(folder: Path) -> set[str]:
    files = [parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.ftl"))]
    return {e.id.name for file in files for e in file.body if isinstance(e, ast.Message)}


def _check_space(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    level: Level = "fail" if free < MIN_SPACE_BYTES else "note" if free < LOW_SPACE_BYTES else "ok"
    return Finding(level, "disk", f"{free // MIB} MiB free in {folder}")


def _nearest_existing(folder: Path) -> Path:
    """Return the folder, or its nearest parent that exists."""
    return next(place for place in (folder, *folder.absolute().parents) if place.exists())


# --- the database ---


async def _check_database(place: Location, processes: int) -> AsyncIterator[Finding]:
    findings = _check_server(place, processes) if isinstance(place, Server) else _check_file(place)
    async for finding in findings:
        yield finding


async def _check_server(server: Server, processes: int) -> AsyncIterator[Finding]:
    try:
        load_postgres()
        from bot.storage.postgres.check import examine_server

        found = await examine_server(server)
        pending = (
            await _check_pending_on_server(server) if found.version == newest_version() else None
        )
    except StoreError as error:
        yield Finding("fail", "database", str(error))
        return
    text = f"{server}, PostgreSQL {found.server}"
    if found.version is None:
        yield Finding("note", "database", f"{text}, is empty; the first start creates the tables")
    elif found.version < newest_version():
        text = f"{text}, version {found.version}; the next start upgrades it to {newest_version()}"
        yield Finding("note", "database", text)
    else:
        text = f"{text}, version {found.version}, writable, {found.open_tables} open tables"
        yield Finding("ok", "database", text)
    if pending is not None:
        yield pending
    yield _check_processes(found.bots, processes)
    yield _check_clock(found.clock_ahead_seconds)


async def _check_pending_on_server(server: Server) -> Finding:
    async with open_read_only(server) as store:
        return await _check_pending(store)


async def _check_pending(store: Store) -> Finding:
    """Check that no update is overdue. Updates that are delayed on purpose do not count."""
    now = store.now()
    oldest = await store.posts.oldest_pending(format_time(now))
    if oldest is None:
        return Finding("ok", "updates", "all tables are up to date on Discord")
    seconds = (now - datetime.fromisoformat(oldest)).total_seconds()
    text = f"a table has waited {seconds:.0f} s for its update; `whistlestop games` lists it"
    return Finding("ok" if seconds < SLOW_UPDATE_SECONDS else "note", "updates", text)


def _check_processes(connected: int, configured: int) -> Finding:
    """Check that the configured number of processes fits the connected ones.

    A process that does not know of the others loses presses at a restart.
    """
    text = f"{connected} connected to the database"
    if connected > 1 and configured == 1:
        text = (
            f"{text}, but WHISTLESTOP_PROCESSES is 1, so a restart can lose button presses;"
            f" set it to {connected}"
        )
        return Finding("note", "processes", text)
    return Finding("ok" if connected else "note", "processes", text)


def _check_clock(ahead: float) -> Finding:
    """Check the clock, because processes compare deadlines and leases by it."""
    level: Level = (
        "ok"
        if abs(ahead) < CLOCK_NOTE_SECONDS
        else "note"
        if abs(ahead) < CLOCK_FAIL_SECONDS
        else "fail"
    )
    said = f"{abs(ahead):.1f} s {'behind' if ahead > 0 else 'ahead of'} the database's clock"
    return Finding(level, "clock", said if level == "ok" else f"{said}; synchronize it with NTP")


async def _check_file(database: Path) -> AsyncIterator[Finding]:
    folder = _nearest_existing(database.parent)
    yield _check_space(folder)
    if not os.access(folder, os.W_OK) or not folder.is_dir():
        yield Finding("fail", "database", f"{folder} is not a folder that this user can write to")
    elif database.is_dir():
        yield Finding("fail", "database", f"{database} is a folder; set WHISTLESTOP_DB to a file")
    elif not database.exists():
        yield Finding("note", "database", f"{database} does not exist; the first start creates it")
    else:
        for finding in await _check_copy(database):
            yield finding


async def _check_copy(database: Path) -> list[Finding]:
    """Check a copy of the file, because a bot may be using the file itself."""
    try:
        version = await asyncio.to_thread(check_writable, database)
        with tempfile.TemporaryDirectory(dir=database.parent) as folder:
            copy = Path(folder) / "copy.db"
            await asyncio.to_thread(copy_database, database, copy)
            tables = (await asyncio.to_thread(check_copy, copy)).open_tables if version else 0
            pending = await _check_pending_in_copy(copy)
    except StoreError as error:
        text = str(error).rsplit("copy.db: ", 1)[-1]
        return [Finding("fail", "database", f"{database}: {text}")]
    text = f"{database}, version {version}, intact and writable, {tables} open tables"
    if version < newest_version():
        text = f"{text}; the next start upgrades it to {newest_version()}"
        return [Finding("note", "database", text), pending]
    return [Finding("ok", "database", text), pending]


async def _known_application(place: Location) -> str | None:
    """Return the application that the database belongs to, or None if it is unknown."""
    try:
        if not isinstance(place, Server):
            return await asyncio.to_thread(read_note, place, APPLICATION_NOTE)
        async with open_read_only(place) as store:
            return await store.notes.get(APPLICATION_NOTE)
    except (StoreError, DatabaseError):  # The check of the database has reported the reason.
        return None


async def _check_pending_in_copy(copy: Path) -> Finding:
    store = await open_store(copy)
    try:
        return await _check_pending(store)
    finally:
        await store.close()


# --- Discord ---


class _CheckClient(discord.AutoShardedClient):
    """A client that only connects. It registers no commands and answers no interactions."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.5,
        )
        self.ready = asyncio.Event()

    async def on_ready(self) -> None:
        self.ready.set()


async def _check_discord(settings: Settings, known: str | None) -> list[Finding]:
    if not settings.token:
        return [Finding("note", "token", "DISCORD_TOKEN is not set, so `run` starts the sandbox")]
    try:
        return await _connect_and_check(settings.token, known)
    except discord.LoginFailure:
        return [Finding("fail", "token", LOGIN_REFUSED)]
    except discord.PrivilegedIntentsRequired:
        text = "Discord rejected them, although the bot asks for no privileged intent"
        return [Finding("fail", "intents", text)]
    except TimeoutError:
        return [
            Finding(
                "fail", "discord", f"no login within {DISCORD_LOGIN_SECONDS:g} s; check the network"
            )
        ]
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        return [Finding("fail", "discord", f"cannot be reached: {error}")]


async def _connect_and_check(token: str, known: str | None) -> list[Finding]:
    """Connect to Discord and check the bot there.

    Raises:
        TimeoutError, OSError, discord.DiscordException, aiohttp.ClientError: The login failed.
    """
    async with _CheckClient() as client:
        connecting = asyncio.create_task(client.start(token))
        becoming_ready = asyncio.create_task(client.ready.wait())
        try:
            async with asyncio.timeout(DISCORD_LOGIN_SECONDS):
                await asyncio.wait(
                    (connecting, becoming_ready), return_when=asyncio.FIRST_COMPLETED
                )
            if connecting.done():
                connecting.result()
                raise discord.ClientException("the connection was closed")
            return [finding async for finding in _check_connected(client, token, known)]
        finally:
            becoming_ready.cancel()
            await client.close()
            connecting.cancel()
            await asyncio.wait((connecting,))


async def _check_connected(
    client: _CheckClient, token: str, known: str | None
) -> AsyncIterator[Finding]:
    yield Finding("ok", "token", f"logged in as {client.user}")
    yield _check_application(client.application_id or 0, known)
    yield Finding("ok", "intents", "accepted; no privileged intent is needed")
    url = client.application.interactions_endpoint_url if client.application else None
    if url:
        text = f"sent to {url}; use `serve`, because `run` would not receive them"
        yield Finding("ok", "interactions", text)
        yield await try_endpoint(token, url)
    else:
        yield Finding("ok", "interactions", "sent over the gateway; use `run`")
    if not client.guilds:
        yield Finding("note", "servers", "none yet; invite the bot (see docs/hosting.md)")
    for guild in client.guilds:
        for finding in _check_permissions(guild):
            yield finding


def _check_application(application_id: int, known: str | None) -> Finding:
    if known is not None and known != str(application_id):
        return Finding("fail", "application", describe_mismatch(known, application_id))
    said = "the database belongs to it" if known else "the first start assigns the database to it"
    return Finding("ok", "application", f"{application_id}; {said}")


def _check_permissions(guild: discord.Guild) -> Iterator[Finding]:
    """Yield the permissions that the bot lacks on a server.

    A missing permission that the bot needs is a failure. Without the others, only threads do not
    work.
    """
    have, words, subject = guild.me.guild_permissions, Words.of("en"), f"server {guild.id}"
    needed = missing_permissions(have, words, NEEDED)
    missing = missing_permissions(have, words, EVERYTHING)
    for line in missing:
        level: Level = "fail" if line in needed else "note"
        yield Finding(level, subject, line.removeprefix("⚠️ "))
    if not missing:
        yield Finding("ok", subject, "all permissions")
