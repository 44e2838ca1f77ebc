"""`whistlestop doctor`: each thing that can be wrong, and what it says."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import discord
import pytest
from typer.testing import CliRunner, Result

from bot.cli.main import app
from bot.ops import doctor
from bot.storage.store import open_store
from bot.text.words import LOCALES_FOLDER as LOCALES
from tests.support.processes import prepared_sandbox, run_once, whistlestop_command
from tests.support.stored_games import play_stored_game


def _run(database: Path, **given: str) -> Result:
    environment = {"WHISTLESTOP_DB": str(database), "DISCORD_TOKEN": ""} | given
    return CliRunner().invoke(app, ["doctor"], env=environment)


async def _make(database: Path) -> None:
    await (await open_store(database)).close()


def _dump(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        return list(connection.iterdump())


class TestHere:
    def test_a_new_machine_is_fine(self, tmp_path: Path) -> None:
        """And stays as it was: nothing is made by looking."""
        result = _run(tmp_path / "data" / "games.db")

        assert result.exit_code == 0, result.output
        assert "note  database" in result.output
        assert "note  token" in result.output
        assert not list(tmp_path.iterdir())

    def test_nothing_but_a_note_is_changed(self, tmp_path: Path) -> None:
        """Only what is really written shows that something can be."""
        database = tmp_path / "games.db"
        asyncio.run(_make(database))
        before = _dump(database)

        result = _run(database)

        assert result.exit_code == 0
        assert "ok    database" in result.output
        changed = set(_dump(database)) - set(before)
        assert len(changed) == 1
        assert "'doctor'" in changed.pop()

    def test_an_older_database(self, tmp_path: Path) -> None:
        """It would be brought up to date; the doctor only tries that on a copy."""
        database = tmp_path / "games.db"
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA user_version = 0")
            connection.execute("VACUUM")

        result = _run(database)

        assert result.exit_code == 0, result.output
        assert "the next start upgrades it to" in result.output
        with closing(sqlite3.connect(database)) as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (0,)

    def test_a_table_that_nobody_was_told_of(self, tmp_path: Path) -> None:
        database = tmp_path / "games.db"
        play_stored_game(database, moves=5)
        with closing(sqlite3.connect(database)) as db, db:
            db.execute("UPDATE games SET announced = 0, updated_at = '2026-01-01T00:00:00+00:00'")
            db.execute("UPDATE games SET tell_at = ''")

        assert "note  updates: a table has waited" in _run(database).stdout

    def test_a_later_database(self, tmp_path: Path) -> None:
        database = tmp_path / "games.db"
        asyncio.run(_make(database))
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA user_version = 99")

        result = _run(database)

        assert result.exit_code == 1
        assert "has version 99" in result.output

    def test_no_database(self, tmp_path: Path) -> None:
        database = tmp_path / "games.db"
        database.write_bytes(b"a letter to a friend" * 100)

        result = _run(database)

        assert result.exit_code == 1
        assert "not a database" in result.output

    def test_a_damaged_database(self, tmp_path: Path) -> None:
        database = tmp_path / "games.db"
        asyncio.run(_make(database))
        content = bytearray(database.read_bytes())
        content[4096 * 2 : 4096 * 6] = b"\x55" * 4096 * 4
        database.write_bytes(content)

        result = _run(database)

        assert result.exit_code == 1
        assert "fail  database" in result.output

    def test_a_folder_that_is_none(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("", encoding="utf-8")

        result = _run(tmp_path / "file" / "games.db")

        assert result.exit_code == 1
        assert "fail  database" in result.output

    def test_a_bad_setting(self, tmp_path: Path) -> None:
        result = _run(tmp_path / "games.db", WHISTLESTOP_LOG="LOUD")

        assert result.exit_code == 2
        assert "WHISTLESTOP_LOG" in result.stderr

    def test_a_language_with_a_gap(self, tmp_path: Path) -> None:
        folder = tmp_path / "locales"
        shutil.copytree(LOCALES, folder)
        (folder / "de" / "ui.ftl").write_text("", encoding="utf-8")

        found = {finding.subject: finding for finding in doctor._check_locales(folder)}

        assert found["language en"].level == "ok"
        assert found["language de"].level == "fail"

    @pytest.mark.parametrize(("free", "level"), [(10, "fail"), (100, "note"), (9000, "ok")])
    def test_little_space(
        self, free: int, level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        usage = shutil.disk_usage(tmp_path)._replace(free=free * doctor.MIB)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)

        assert doctor._check_space(tmp_path / "games.db").level == level


class TestDiscord:
    async def _doctor(self, folder: Path, **given: str) -> tuple[int, str]:
        return await asyncio.to_thread(run_once, whistlestop_command("doctor"), folder, **given)

    async def test_inside(self, tmp_path: Path) -> None:
        """Permissions by server, in words; the token is never said."""
        async with prepared_sandbox() as sandbox:
            fine, poor = sandbox.club("Railway club"), sandbox.club("Poor club")
            few = discord.Permissions(view_channel=True, send_messages=True).value
            poor.set_permissions(poor.bot_role, few)
            poor.set_permissions(poor.everyone, 0)
            code, text = await self._doctor(tmp_path, **sandbox.environment())

        assert code == 1, text
        assert "ok    token" in text
        assert f"ok    server {fine.id}" in text
        assert f"fail  server {poor.id}: Attach Files is missing" in text
        assert f"note  server {poor.id}: Create Public Threads is missing" in text
        assert sandbox.token not in text
        assert "Traceback" not in text

    async def test_a_refused_token(self, tmp_path: Path) -> None:
        async with prepared_sandbox() as sandbox:
            given = sandbox.environment() | {"DISCORD_TOKEN": "wrong-and-secret"}
            code, text = await self._doctor(tmp_path, **given)

        assert code == 1
        assert "fail  token: Discord rejected the token" in text
        assert "wrong-and-secret" not in text

    async def test_nobody_there(self, tmp_path: Path) -> None:
        given = {"DISCORD_TOKEN": "x", "WHISTLESTOP_DISCORD_API": "http://127.0.0.1:1/api/v10"}

        code, text = await self._doctor(tmp_path, **given)

        assert code == 1
        assert "fail  discord: cannot be reached" in text
        assert "Traceback" not in text
