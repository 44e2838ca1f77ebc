"""A disk that is full or read-only, under a real bot: what players and operators learn of it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import discord
import pytest

from bot.storage import write_errors
from bot.storage.write_errors import WriteFailure
from bot.text.words import Words
from sandbox import Sandbox
from tests.ops.test_health import tiny_disk
from tests.support.processes import (
    TEST_TIMEOUT_SECONDS,
    RunningProcess,
    clean_environment,
    fetch,
    free_port,
    prepared_sandbox,
    run_once,
    start_process,
    wait_for_status,
    whistlestop_command,
)
from tests.support.stored_games import play_stored_game

EN = Words.of("en").say


@pytest.fixture
def disk() -> Iterator[Path]:
    with tiny_disk(os.getuid()) as folder:
        yield folder


def fill(disk: Path) -> Path:
    """Write until the disk is full; the file that fills it."""
    ballast = disk / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)
    return ballast


def remount(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)  # noqa: S603, S607


def test_the_log_names_the_database_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """However many writes fail in that minute, and even if some succeed in between."""
    caplog.set_level("INFO", "bot")
    now = 1000.0
    monkeypatch.setattr(write_errors.time, "monotonic", lambda: now)
    trouble = WriteFailure("/data/games.db")

    def fail_for(seconds: int) -> None:
        nonlocal now
        for _ in range(seconds):
            trouble.begin("database or disk is full")
            trouble.end()
            trouble.begin("database or disk is full")
            now += 1

    fail_for(59)
    assert [record.levelname for record in caplog.records] == ["ERROR", "INFO"]
    assert caplog.records[0].database == "/data/games.db"
    assert caplog.records[0].error == trouble.reason == "database or disk is full"
    fail_for(2)
    assert [record.levelname for record in caplog.records] == ["ERROR", "INFO"] * 2


class Bot:
    """The bot in a process of its own, with a person who plays with it."""

    def __init__(self, sandbox: Sandbox, running: RunningProcess, port: int) -> None:
        self.running, self._address = running, f"http://127.0.0.1:{port}"
        self._club, self._channels = sandbox.club("Railway club"), count(1)
        self._person = sandbox.person("Guest 1", self._club)
        rights = discord.Permissions(manage_messages=True).value
        self._club.give(self._person.id, self._club.role("moderators", rights))

    async def new_table(self) -> str:
        """Ask for a table where there is none; what the bot answers."""
        channel = self._club.channel(f"hall-{next(self._channels)}")
        return (await self._person.slash(channel, "game new", edition="new-york")).text

    async def health(self) -> tuple[int, dict[str, object]]:
        status, text = await asyncio.to_thread(fetch, f"{self._address}/health")
        return status, json.loads(text)

    async def metrics(self) -> dict[str, float]:
        text = await wait_for_status(f"{self._address}/metrics", 200)
        return {name: float(value) for name, value in re.findall(r"^(\w.*) (\S+)$", text, re.M)}

    def errors(self) -> list[dict[str, object]]:
        lines = [json.loads(line) for line in self.running.text.splitlines()]
        return [line for line in lines if line["level"] == "ERROR"]


async def test_a_disk_that_fills_up_while_the_bot_runs(disk: Path, tmp_path: Path) -> None:
    """The press fails with a sentence, health says 503, metrics and the log say that and where."""
    database, port = disk / "games.db", free_port()
    async with prepared_sandbox() as sandbox:
        environment = clean_environment(
            **sandbox.environment(),
            WHISTLESTOP_DB=str(database),
            WHISTLESTOP_BACKUPS="off",
            WHISTLESTOP_HEALTH_PORT=str(port),
        )
        with start_process(whistlestop_command("run"), tmp_path, environment) as running:
            await sandbox.connected()
            await wait_for_status(f"http://127.0.0.1:{port}/health", 200)
            bot = Bot(sandbox, running, port)
            assert (await bot.metrics())["whistlestop_database_writable"] == 1
            ballast = fill(disk)

            # What is left of the file's own log may still have room for something small.
            async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
                while (said := await bot.new_table()) != EN("error-disk"):
                    assert said
            await bot.new_table()

            status, report = await bot.health()
            assert (status, report["status"], report["database"]) == (503, "unavailable", False)
            assert "full" in str(report["write_error"])
            found = await bot.metrics()
            assert found["whistlestop_database_up"] == 1
            assert found["whistlestop_database_writable"] == 0
            failed = 'whistlestop_presses_total{outcome="failed",verb="/game new"}'
            assert found[failed] >= 2
            assert found['whistlestop_errors_total{error="none"}'] >= 1
            lines = bot.errors()
            assert {line["text"] for line in lines} == {"the database cannot save changes"}
            assert {line["database"] for line in lines} == {str(database)}
            assert lines[-1]["error"] == report["write_error"]

            ballast.unlink()
            await bot.new_table()
            assert (await bot.metrics())["whistlestop_database_writable"] == 1
            assert (await bot.health())[0] == 200
            assert "the database saves changes again" in running.text


@pytest.mark.parametrize("kind", ["full", "no room for a note", "read-only"])
async def test_a_start_on_such_a_disk_is_worth_another_try(
    kind: str, disk: Path, tmp_path: Path
) -> None:
    """The bot ends with code 1 and a line that names the file, however far the start has come."""
    database = disk / "games.db"
    if kind == "no room for a note":
        await asyncio.to_thread(play_stored_game, database, moves=5)
    if kind == "read-only":
        await asyncio.to_thread(play_stored_game, database, moves=5)
        remount(disk, "ro")
    else:
        fill(disk)
    async with prepared_sandbox() as sandbox:
        given = sandbox.environment() | {"WHISTLESTOP_DB": str(database)}
        code, text = await asyncio.to_thread(
            run_once, whistlestop_command("run"), tmp_path, **given
        )
    said = text.splitlines()[-1]

    assert code == 1
    assert said.startswith(f"whistlestop: {disk}")
    assert said.endswith("make room on its disk, or make it writable")
    assert "Traceback" not in text


def test_a_copy_that_finds_no_room_is_worth_another_try(disk: Path, tmp_path: Path) -> None:
    """`whistlestop backup` to a full disk ends with code 1 too."""
    database = tmp_path / "games.db"
    play_stored_game(database, moves=5)
    fill(disk)

    target = str(disk / "copy.db")
    code, text = run_once(
        whistlestop_command("backup", target), tmp_path, WHISTLESTOP_DB=str(database)
    )

    assert (code, len(text.splitlines())) == (1, 1)
    assert "cannot be written" in text
