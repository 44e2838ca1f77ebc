"""`python -m bot` as an operator runs it: health, logs, a graceful stop; against the sandbox."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import discord
import msgspec
import pytest

from bot.app import check_fonts
from bot.build import program_commit
from bot.database_url import Location, Server
from bot.ops.doctor import LOGIN_REFUSED
from bot.storage.sqlite.schema import newest_version
from engine.codec import decode_event
from engine.errors import BadInput
from engine.events import CardsDealt, TicketsKept, TicketsOffered
from sandbox import Sandbox
from tests.support.processes import (
    RunningProcess,
    clean_environment,
    free_port,
    prepared_sandbox,
    run_once,
    start_process,
    wait_for_status,
)
from tests.support.stored_games import play_stored_game

BOT = [sys.executable, "-m", "bot"]


def _secrets(database: Path, token: str) -> Iterator[str]:
    """The token, the seeds in every spelling, and what was dealt and offered."""
    yield token
    with closing(sqlite3.connect(database)) as connection:
        for (seed,) in connection.execute("SELECT seed FROM games"):
            yield seed.hex()
            yield repr(seed)
            yield msgspec.json.encode(seed).decode()
        for (body,) in connection.execute("SELECT body FROM events"):
            event = decode_event(body)
            if isinstance(event, CardsDealt):
                yield from event.cards
            elif isinstance(event, TicketsOffered):
                yield from event.tickets
            elif isinstance(event, TicketsKept):
                yield from event.kept


async def _one_table(sandbox: Sandbox) -> None:
    """A moderator opens a table with a bot, joins and starts; the bot answers its question."""
    club = sandbox.club("Railway club")
    channel = club.channel("hall")
    moderator = sandbox.person("Moderator", club)
    rights = discord.Permissions(manage_messages=True).value
    club.give(moderator.id, club.role("moderators", rights))
    await sandbox.connected()
    await moderator.slash(channel, "game new", edition="new-york", bots=1)
    await moderator.until(lambda: any("Join" in seen.labels for seen in moderator.sees(channel)))
    post = next(seen for seen in moderator.sees(channel) if "Join" in seen.labels)
    await moderator.press(post, "Join")
    await moderator.slash(channel, "game start")
    await moderator.until(lambda: bool(moderator.sees(moderator.direct)))
    await moderator.slash(channel, "hand")


async def _stopped(running: RunningProcess) -> int:
    return await asyncio.to_thread(running.stop)


async def test_health_logs_and_a_graceful_stop(tmp_path: Path) -> None:
    database, port = tmp_path / "games.db", free_port()
    address = f"http://127.0.0.1:{port}/health"
    async with prepared_sandbox() as sandbox:
        environment = clean_environment(
            **sandbox.environment(),
            WHISTLESTOP_DB=str(database),
            WHISTLESTOP_HEALTH_PORT=str(port),
            WHISTLESTOP_LOG="DEBUG",
        )
        with start_process(BOT, tmp_path, environment) as running:
            assert json.loads(await wait_for_status(address, 200)) == {
                "status": "ok",
                "gateway": True,
                "database": True,
                "write_error": None,
                "clock_ahead_s": 0,
                "stopped_tasks": [],
                "version": version("whistlestop"),
                "commit": program_commit(),
                "schema": newest_version(),
                "oldest_untold_s": None,
                "backup_age_h": None,
                "backup_error": None,
            }
            assert (await asyncio.to_thread(run_once, _check(), tmp_path, **_at(port)))[0] == 0
            await _one_table(sandbox)
            await sandbox.stop()
            assert json.loads(await wait_for_status(address, 503))["gateway"] is False
            assert (await asyncio.to_thread(run_once, _check(), tmp_path, **_at(port)))[0] == 1
            assert await _stopped(running) == 0
        lines = [json.loads(line) for line in running.text.splitlines()]
        secrets = set(_secrets(database, sandbox.token))
    assert lines
    assert len(secrets) >= 8
    # Also as it was before JSON escaped it: a seed is full of backslashes.
    said = running.text + "".join(str(value) for line in lines for value in line.values())
    assert {secret for secret in secrets if secret in said} == set()


def _check() -> list[str]:
    return [sys.executable, "-m", "bot.ops.health"]


def _at(port: int) -> dict[str, str]:
    return {"WHISTLESTOP_HEALTH_PORT": str(port)}


class TestRefusals:
    @pytest.mark.parametrize(
        ("given", "code", "said"),
        [
            ({}, 2, "DISCORD_TOKEN is not set"),
            (
                {"DISCORD_TOKEN": "x", "WHISTLESTOP_DISCORD_API": "http://127.0.0.1:1/api/v10"},
                1,
                "cannot continue",
            ),
            ({"DISCORD_TOKEN": "x", "WHISTLESTOP_DB": "/dev/null/games.db"}, 2, "/dev/null"),
        ],
    )
    def test_one_line_says_why(
        self, given: dict[str, str], code: int, said: str, tmp_path: Path
    ) -> None:
        found, text = run_once(BOT, tmp_path, **given)

        assert found == code
        assert len(text.splitlines()) == 1
        assert said in text

    async def test_a_wrong_token(self, tmp_path: Path) -> None:
        async with prepared_sandbox() as sandbox:
            given = sandbox.environment() | {"DISCORD_TOKEN": "wrong-and-secret"}
            code, text = await asyncio.to_thread(run_once, BOT, tmp_path, **given)

        assert code == 2
        assert text == f"whistlestop: {LOGIN_REFUSED}\n"

    async def test_two_bots_on_one_database(self, tmp_path: Path, location: Location) -> None:
        """The second is told who has it; after a kill the first leaves no lock behind."""
        address = location.url if isinstance(location, Server) else str(location)
        async with prepared_sandbox() as sandbox:
            environment = clean_environment(**sandbox.environment(), WHISTLESTOP_DB=address)
            with start_process(BOT, tmp_path, environment) as running:
                await sandbox.connected()
                code, text = await asyncio.to_thread(run_once, BOT, tmp_path, **environment)
                await asyncio.to_thread(running.stop, signal.SIGKILL)
            with start_process(BOT, tmp_path, environment) as again:
                await asyncio.to_thread(again.wait_for_output, '"started"')

        assert code == 2
        assert len(text.splitlines()) == 1
        assert "in use by another bot" in text

    @pytest.mark.parametrize("kind", ["folder", "damaged", "newer", "other"])
    async def test_a_database_that_cannot_be_used(self, tmp_path: Path, kind: str) -> None:
        """One line, code 2, what to do; the file stays what it is."""
        database = tmp_path / "games.db"
        if kind == "folder":
            database.mkdir()
        else:
            await asyncio.to_thread(play_stored_game, database, moves=10)
            with closing(sqlite3.connect(database)) as connection:
                connection.execute("PRAGMA journal_mode = DELETE")
                if kind == "newer":
                    connection.execute("PRAGMA user_version = 99")
                if kind == "other":
                    connection.execute("DROP TABLE lines")
        if kind == "damaged":
            with database.open("r+b") as file:
                file.seek(4096)
                file.write(b"nonsense" * 2000)

        given = {"DISCORD_TOKEN": "x", "WHISTLESTOP_DB": str(database)}
        code, text = await asyncio.to_thread(run_once, BOT, tmp_path, **given)

        assert code == 2
        assert len(text.splitlines()) == 1
        assert str(database) in text

    def test_a_missing_font(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is said at the start, not by every picture."""
        monkeypatch.setattr("bot.app.FACES", {"bold": None, "lost": None})

        def lost(face: str, size: int) -> None:
            if face == "lost":
                raise OSError("cannot open resource")

        monkeypatch.setattr("bot.app.font", lost)
        with pytest.raises(BadInput, match=r"font lost.*install again"):
            check_fonts()

    async def test_a_taken_health_port(self, tmp_path: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            async with prepared_sandbox() as sandbox:
                given = sandbox.environment() | _at(port)
                code, text = await asyncio.to_thread(run_once, BOT, tmp_path, **given)

        assert code == 2
        assert len(text.splitlines()) == 1
        assert "WHISTLESTOP_HEALTH_PORT" in text

    def test_the_check_without_an_endpoint(self, tmp_path: Path) -> None:
        code, text = run_once(_check(), tmp_path)

        assert code == 2
        assert "WHISTLESTOP_HEALTH_PORT" in text
