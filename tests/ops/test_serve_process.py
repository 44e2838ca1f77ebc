"""`whistlestop serve` as an operator runs it: health, metrics, a stop with a press under way."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import discord
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.build import program_commit, program_version
from bot.connection.endpoint import PATH
from bot.ops.prometheus import (
    BACKUP_AGE,
    BUILD_INFO,
    CLOCK_AHEAD,
    COUNTERS,
    DATABASE_WRITABLE,
    DISCORD_CONNECTED,
    DUE_LATE,
    ERRORS,
    LEADER,
    LOOP_LAG,
    OLDEST_PENDING,
    PICTURES_WAITING,
    TABLES,
    TABLES_PENDING,
    TIMERS,
)
from bot.ui.router import HANDLERS
from sandbox import Person, Place, Sandbox
from tests.support.processes import (
    ROOT,
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

UNTOLD_TABLES = "SELECT count(*) FROM games WHERE announced < changes"


class ServedBot:
    """The bot in a process of its own, posted to by a sandbox in this one."""

    def __init__(
        self, sandbox: Sandbox, running: RunningProcess, health: str, database: Path
    ) -> None:
        self.sandbox, self.running, self.health = sandbox, running, health
        self.database = database
        club = sandbox.club("Railway club")
        self.channel: Place = club.channel("hall")
        self.moderator: Person = sandbox.person("Moderator", club)
        rights = discord.Permissions(manage_messages=True).value
        club.give(self.moderator.id, club.role("moderators", rights))

    async def start_game(self) -> None:
        """A game with a bot, up to the moderator's hand."""
        channel, moderator = self.channel, self.moderator
        await moderator.slash(channel, "game new", edition="new-york", bots=1)
        lobby = lambda: any("Join" in seen.labels for seen in moderator.sees(channel))  # noqa: E731
        await moderator.until(lobby, TEST_TIMEOUT_SECONDS)
        post = next(seen for seen in moderator.sees(channel) if "Join" in seen.labels)
        await moderator.press(post, "Join")
        await moderator.slash(channel, "game start")
        await moderator.until(lambda: bool(moderator.sees(moderator.direct)), TEST_TIMEOUT_SECONDS)
        hand = await moderator.slash(channel, "hand")
        pictured = lambda: bool(hand.message.files)  # noqa: E731
        await moderator.until(pictured, TEST_TIMEOUT_SECONDS)
        async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
            while self.rows(UNTOLD_TABLES) != [(0,)]:
                await asyncio.sleep(0.1)

    async def metrics(self) -> str:
        return await wait_for_status(self.health.replace("/health", "/metrics"), 200)

    def rows(self, question: str) -> list[tuple[int, ...]]:
        with closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(question).fetchall()


@asynccontextmanager
async def served_bot(folder: Path) -> AsyncIterator[ServedBot]:
    port, health = free_port(), free_port()
    async with prepared_sandbox() as sandbox:
        environment = clean_environment(
            **sandbox.environment() | {"WHISTLESTOP_DISCORD_GATEWAY": "ws://127.0.0.1:1/"},
            WHISTLESTOP_DB=str(folder / "games.db"),
            WHISTLESTOP_ENDPOINT_PORT=str(port),
            WHISTLESTOP_HEALTH_PORT=str(health),
        )
        with start_process(whistlestop_command("serve"), folder, environment) as running:
            address = f"http://127.0.0.1:{health}/health"
            await wait_for_status(address, 200)
            sandbox.post_to(f"http://127.0.0.1:{port}{PATH}")
            yield ServedBot(sandbox, running, address, folder / "games.db")


async def test_health_and_a_stop_with_a_press_under_way(tmp_path: Path) -> None:
    async with served_bot(tmp_path) as bot:
        report = json.loads((await asyncio.to_thread(fetch, bot.health))[1])
        assert (report["status"], report["endpoint"], report["database"]) == ("ok", True, True)
        assert "gateway" not in report
        await bot.start_game()
        bot.sandbox.faults.slow("POST /interactions/*", seconds=0.5)
        pressed = asyncio.create_task(bot.moderator.slash(bot.channel, "help"))
        await asyncio.sleep(0.1)
        code = await asyncio.to_thread(bot.running.stop, signal.SIGTERM)
        assert (await pressed).text
        assert code == 0
        assert bot.rows(UNTOLD_TABLES) == [(0,)]


async def test_the_doctor_tries_the_address(tmp_path: Path) -> None:
    """By Discord's own check, and by one that is forged."""
    async with served_bot(tmp_path) as bot:
        (url,) = bot.sandbox.core.endpoint.urls
        bot.sandbox.post_to()
        given = bot.sandbox.environment() | {"WHISTLESTOP_DB": str(bot.database)}

        async def run(*words: str) -> tuple[int, str]:
            return await asyncio.to_thread(run_once, whistlestop_command(*words), tmp_path, **given)

        assert await run("endpoint", url) == (0, f"Discord sends interactions to {url}\n")
        code, text = await run("doctor")
        assert code == 0, text
        assert f"ok    endpoint: Discord reached {url}, and forged requests are rejected" in text
        await asyncio.to_thread(bot.running.stop)
        code, text = await run("doctor")
        assert code == 1
        assert f"fail  endpoint: Discord rejected {url}" in text


def _samples(text: str) -> Iterator[tuple[str, dict[str, str], float]]:
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            yield sample.name, sample.labels, sample.value


async def test_metrics_after_a_flow(tmp_path: Path) -> None:
    """Everything that is measured is there; no label has a number of a person, place or table."""
    async with served_bot(tmp_path) as bot:
        await bot.start_game()
        bot.sandbox.faults.rate_limit("POST /channels/*/messages", retry_after=0.01)
        await bot.moderator.slash(
            bot.channel, "game new", edition="new-york"
        )  # there is one already
        bot.sandbox.faults.refuse("POST /interactions/*", code=10062)
        bot.moderator.begin_slash(bot.channel, "help")
        async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
            while 'outcome="late"' not in (text := await bot.metrics()):
                await asyncio.sleep(0.1)
        ids = {
            str(number) for row in bot.rows("SELECT id, channel_id FROM games") for number in row
        }
        ids |= {str(row[0]) for row in bot.rows("SELECT message_id FROM posts")}
    found = list(_samples(text))
    names = {name for name, _, _ in found}
    for measure in (*COUNTERS.values(), ERRORS):
        assert f"# HELP {measure.name}_total" in text
    for measure in (*TIMERS.values(), LOOP_LAG):
        assert f"{measure.name}_count" in names or measure.labels
    looked_up = (
        TABLES_PENDING,
        OLDEST_PENDING,
        DUE_LATE,
        TABLES,
        PICTURES_WAITING,
        BACKUP_AGE,
        DATABASE_WRITABLE,
        DISCORD_CONNECTED,
        LEADER,
        CLOCK_AHEAD,
    )
    assert {measure.name for measure in (*looked_up, BUILD_INFO)} <= names
    assert [name for name in names if name.endswith("_created")] == []
    assert not [name for name in names if "connections" in name]  # a file has no pool
    values = {(name, *sorted(labels.values())): value for name, labels, value in found}
    assert values["whistlestop_presses_total", "/game new", "done"] == 1
    assert values["whistlestop_presses_total", "/game new", "refused"] == 1
    assert values["whistlestop_presses_total", "done", "join"] == 1
    assert values["whistlestop_presses_total", "/help", "late"] == 1
    assert values["whistlestop_first_answer_seconds_count",] == 6  # too late is an answer too
    assert values["whistlestop_database_up",] == 1
    assert values["whistlestop_database_writable",] == 1
    assert values["whistlestop_discord_connected", "endpoint"] == 1
    assert values["whistlestop_leader",] == 1
    assert values["whistlestop_clock_ahead_seconds",] == 0
    assert [(labels, value) for name, labels, value in found if name == BUILD_INFO.name] == [
        ({"version": program_version(), "commit": program_commit()}, 1)
    ]
    assert values["whistlestop_commit_seconds_count",] >= 3
    assert values["whistlestop_errors_total", "CorruptLog"] == 0
    assert values["whistlestop_tables", "playing"] == 1
    assert values["whistlestop_picture_seconds_count", "tickets"] >= 1
    assert values["whistlestop_requests_total", "200", "POST /interactions/*/*/callback"] == 5
    said = {value for _, labels, _ in found for value in labels.values()}
    assert not said & ids
    numbers = [value for value in said if re.search(r"\d{7}", value)]
    assert set(numbers) <= {program_commit()}
    verbs = {labels["verb"] for name, labels, _ in found if name == "whistlestop_presses_total"}
    assert verbs <= {*HANDLERS, "unknown", "/game new", "/game start", "/hand", "/help"}


class TestRefusals:
    def test_without_a_token(self, tmp_path: Path) -> None:
        code, text = run_once(whistlestop_command("serve"), tmp_path)
        assert (code, len(text.splitlines())) == (2, 1)
        assert text.startswith("whistlestop: DISCORD_TOKEN is not set; ")

    async def test_without_the_library(self, tmp_path: Path) -> None:
        """A line that says what to install."""
        hidden = tmp_path / "nacl"
        hidden.mkdir()
        (hidden / "__init__.py").write_text('raise ModuleNotFoundError("nacl", name="nacl")')
        async with prepared_sandbox() as sandbox:
            given = sandbox.environment() | {"PYTHONPATH": f"{tmp_path}:{ROOT}"}
            code, text = await asyncio.to_thread(
                run_once, whistlestop_command("serve"), tmp_path, **given
            )
        assert code == 2
        assert text == (
            "whistlestop: `whistlestop serve` needs PyNaCl: pip install 'whistlestop[serve]'\n"
        )

    @pytest.mark.parametrize("words", [("endpoint",), ("endpoint", "http://127.0.0.1:1/x")])
    def test_the_address_without_a_token(self, words: tuple[str, ...], tmp_path: Path) -> None:
        code, text = run_once(whistlestop_command(*words), tmp_path)
        assert (code, len(text.splitlines())) == (2, 1)
        assert text.startswith("whistlestop: DISCORD_TOKEN is not set; ")

    def test_an_empty_address_is_not_off(self, tmp_path: Path) -> None:
        """A variable that is not set, for instance."""
        command = whistlestop_command("endpoint", "")
        code, text = run_once(command, tmp_path, DISCORD_TOKEN="made-up")  # noqa: S106
        assert (code, len(text.splitlines())) == (2, 1)
        assert "use `off` to return to the gateway" in text

    async def test_an_address_that_discord_does_not_take(self, tmp_path: Path) -> None:
        async with prepared_sandbox() as sandbox:
            given = sandbox.environment()
            where = ("endpoint", "http://127.0.0.1:1/interactions")
            code, text = await asyncio.to_thread(
                run_once, whistlestop_command(*where), tmp_path, **given
            )
            assert code == 2
            assert len(text.splitlines()) == 1
            assert "Discord rejected" in text
            code, text = await asyncio.to_thread(
                run_once, whistlestop_command("endpoint"), tmp_path, **given
            )
        assert (code, text) == (0, "Discord sends interactions to the gateway\n")

    def test_a_sandbox_that_would_post_elsewhere(self, tmp_path: Path) -> None:
        words = whistlestop_command("sandbox", "--endpoint", "https://example.org/interactions")
        code, text = run_once(words, tmp_path)
        assert code == 2
        assert "no address on this machine" in text
