"""The application that a database belongs to: another one is refused until it adopts."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from bot.database_url import Location, Server
from bot.ops.registration import APPLICATION_NOTE
from bot.storage.store import open_store
from sandbox import Sandbox
from sandbox.clock import LiveClock
from sandbox.validation.limits import NONCE_MEMORY
from tests.support.processes import (
    clean_environment,
    free_port,
    prepared_sandbox,
    run_once,
    start_process,
    whistlestop_command,
)
from tests.support.running_bot import running_bot
from tests.support.stored_games import play_stored_game

BOT = [sys.executable, "-m", "bot"]


def _environment(sandbox: Sandbox, location: Location) -> dict[str, str]:
    address = location.url if isinstance(location, Server) else str(location)
    return sandbox.environment() | {"WHISTLESTOP_DB": address}


def _id(sandbox: Sandbox) -> int:
    return sandbox.core.world.application.id


async def _run(words: list[str], folder: Path, given: dict[str, str]) -> tuple[int, str]:
    return await asyncio.to_thread(run_once, words, folder, **given)


async def _adopt(answer: str, given: dict[str, str]) -> tuple[int, str]:
    """Run `whistlestop adopt`, and type an answer to its question."""
    done = await asyncio.to_thread(
        subprocess.run,
        whistlestop_command("adopt"),
        input=answer,
        env=clean_environment(**given),
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


async def _start_and_stop(folder: Path, given: dict[str, str]) -> None:
    with start_process(BOT, folder, clean_environment(**given)) as running:
        await asyncio.to_thread(running.wait_for_output, '"started"')
        assert await asyncio.to_thread(running.stop) == 0


async def _note(location: Location) -> str | None:
    store = await open_store(location)
    try:
        return await store.notes.get(APPLICATION_NOTE)
    finally:
        await store.close()


async def test_another_application_is_refused_until_it_adopts(
    tmp_path: Path, location: Location
) -> None:
    """A file or a server; the refusal comes before the bot does anything at Discord."""
    async with prepared_sandbox() as first:
        given = _environment(first, location)
        await _start_and_stop(tmp_path, given)  # the database had no application
        await _start_and_stop(tmp_path, given)
        former = _id(first)
    assert await _note(location) == str(former)
    async with prepared_sandbox() as second:
        given, new = _environment(second, location), _id(second)
        assert new != former

        code, text = await _run(BOT, tmp_path, given)
        assert code == 2
        assert len(text.splitlines()) == 1
        assert (
            f"belongs to Discord application {former}, but DISCORD_TOKEN belongs to {new}" in text
        )
        assert "`whistlestop adopt`" in text
        assert second.commands() == {}

        code, text = await _run(whistlestop_command("doctor"), tmp_path, given)
        assert code == 1
        assert f"fail  application: the database belongs to Discord application {former}" in text

        code, text = await _adopt("n\n", given)
        assert code == 1
        assert f"belongs to application {former}" in text
        assert "nothing was changed" in text
        assert await _note(location) == str(former)

        code, text = await _adopt("y\n", given)
        assert code == 0, text
        assert f"(application {new}). On its next start, the bot posts" in text
        assert await _note(location) == str(new)
        await _start_and_stop(tmp_path, given)
        assert second.commands()

        code, text = await _run(whistlestop_command("doctor"), tmp_path, given)
        assert f"ok    application: {new}; the database belongs to it" in text


async def test_yes_answers_the_question(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    await asyncio.to_thread(play_stored_game, database, moves=3)
    async with prepared_sandbox() as first:
        given = _environment(first, database)
        code, text = await _run(whistlestop_command("adopt", "--yes"), tmp_path, given)
        assert code == 0, text
        assert text.splitlines()[-1].startswith(f"{database} now belongs to ")
        code, text = await _run(whistlestop_command("adopt"), tmp_path, given)
        assert code == 0
        assert "already" in text
    async with prepared_sandbox() as second:
        given = _environment(second, database)
        code, text = await _run(whistlestop_command("adopt", "--yes"), tmp_path, given)
        assert code == 0, text
        assert await _note(database) == str(_id(second))


async def test_what_cannot_be_adopted(tmp_path: Path, location: Location) -> None:
    """Each refusal is one line, and nothing is made."""
    async with prepared_sandbox() as sandbox:
        given = _environment(sandbox, location)

        code, text = await _run(whistlestop_command("adopt", "--yes"), tmp_path, given)
        assert (code, len(text.splitlines())) == (2, 1)
        assert isinstance(location, Server) or not location.exists()

        code, text = await _run(
            whistlestop_command("adopt"), tmp_path, given | {"DISCORD_TOKEN": ""}
        )
        assert (code, len(text.splitlines())) == (2, 1)
        assert "DISCORD_TOKEN is not set; " in text

        await asyncio.to_thread(play_stored_game, location, moves=3)
        code, text = await _run(
            whistlestop_command("adopt"), tmp_path, given | {"DISCORD_TOKEN": "wrong"}
        )
        assert (code, len(text.splitlines())) == (2, 1)
        assert "rejected the token" in text

        with start_process(BOT, tmp_path, clean_environment(**given)) as running:
            await asyncio.to_thread(running.wait_for_output, '"started"')
            code, text = await _run(whistlestop_command("adopt", "--yes"), tmp_path, given)
        assert code == 2
        assert "in use by a bot; stop it first" in text


def test_the_built_in_sandbox_adopts_silently(tmp_path: Path) -> None:
    """Without the sandbox's own file there is a new application; the bot comes all the same."""
    environment = clean_environment(WHISTLESTOP_SANDBOX_PORT=str(free_port()))
    home = tmp_path / "data" / "sandbox"
    notes = []
    for _ in range(2):
        with start_process(whistlestop_command("run"), tmp_path, environment) as running:
            running.wait_for_output("http://127.0.0.1:")
            assert running.stop() == 0
        assert "has not connected" not in running.text
        assert "has stopped" not in running.text
        notes.append(asyncio.run(_note(home / "whistlestop.db")))
        for file in home.glob("discord.db*"):
            os.unlink(file)

    assert None not in notes
    assert notes[0] != notes[1]


async def test_an_adopted_table_is_posted_again(location: Location) -> None:
    """Only the former application could edit the messages that are there."""
    clock = LiveClock()
    async with running_bot(location, clock=clock) as bot:
        game = await bot.start_game("new-york", bot.guest, bot.other)
        before, hand = bot.board(), bot.guest.sees(bot.guest.direct)[-1]
        await bot.stop()
        store = await open_store(location)
        await store.notes.set(APPLICATION_NOTE, "123")
        await store.close()
        clock.advance(NONCE_MEMORY + 1)  # the nonces of another author would not count

        await bot.start()
        await bot.wait_idle()

        assert bot.board().id != before.id
        assert bot.guest.sees(bot.guest.direct)[-1].id != hand.id
        row = await bot.store.games.get(game)
        assert row is not None
        assert row.announced == row.changes
        assert await bot.store.notes.get(APPLICATION_NOTE) == str(_id(bot.sandbox))
