"""Settings: what an operator may write, and the one line that says what is wrong with it."""

from __future__ import annotations

import asyncio
import re
import sys
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from bot.app import shifted_clock
from bot.config import Settings, read_settings
from bot.database_url import Server
from bot.games.lobby import utc_now
from engine.errors import BadInput
from tests.support.processes import (
    clean_environment,
    free_port,
    prepared_sandbox,
    run_once,
    start_process,
    wait_for_status,
    whistlestop_command,
)

LIMITS = {
    "WHISTLESTOP_TABLES_PER_SERVER": "tables_per_server",
    "WHISTLESTOP_LOBBIES_PER_PERSON": "lobbies_per_person",
    "WHISTLESTOP_REQUESTS_PER_SECOND": "requests_per_second",
}
PORTS = {
    "WHISTLESTOP_HEALTH_PORT": "health_port",
    "WHISTLESTOP_SANDBOX_PORT": "sandbox_port",
    "WHISTLESTOP_ENDPOINT_PORT": "endpoint_port",
}
HUGE = "9" * 5000
"""More digits than Python makes a number of."""


class TestNumbers:
    def test_not_set(self) -> None:
        settings = read_settings(dict.fromkeys(LIMITS | PORTS, ""))

        assert settings == Settings(backups=settings.backups)
        assert (settings.tables_per_server, settings.lobbies_per_person) == (50, 5)

    @pytest.mark.parametrize(("name", "field"), LIMITS.items())
    @pytest.mark.parametrize("value", [1, 10_000])
    def test_limits(self, name: str, field: str, value: int) -> None:
        assert getattr(read_settings({name: f" {value} "}), field) == value

    @pytest.mark.parametrize(("name", "field"), PORTS.items())
    @pytest.mark.parametrize("value", [1, 65_535])
    def test_ports(self, name: str, field: str, value: int) -> None:
        assert getattr(read_settings({name: str(value)}), field) == value

    @pytest.mark.parametrize("name", [*LIMITS, *PORTS])
    @pytest.mark.parametrize("value", ["0", "-1", "1.5", "1e3", "many", "65536", "+7", HUGE])
    def test_refused(self, name: str, value: str) -> None:
        most = 10_000 if name in LIMITS else 65_535
        with pytest.raises(BadInput, match=f"^{name} is {re.escape(repr(value))}; .* 1 to {most}$"):
            read_settings({name: value})


SECRET = "MTIzNDU2Nzg5.made-up.token"  # noqa: S105  # nobody's
WRONG = {
    "missing": lambda path: None,
    "empty": lambda path: path.write_bytes(b""),
    "blank": lambda path: path.write_bytes(b" \n\n"),
    "folder": lambda path: path.mkdir(),
    "two words": lambda path: path.write_bytes(f"{SECRET} {SECRET}".encode()),
    "another file": lambda path: path.write_bytes(f"DISCORD_TOKEN={SECRET}\nX=1".encode()),
    "too long": lambda path: path.write_bytes(SECRET.encode() * 100),
    "no text": lambda path: path.write_bytes(SECRET.encode() + b"\xff\x00"),
    "a loop": lambda path: path.symlink_to(path),
}


PASSWORD = "correct & horse/battery?=%staple #1"  # noqa: S105  # nobody's
SERVER = {"WHISTLESTOP_DB": "postgresql://whistlestop@127.0.0.1:1/whistlestop"}
NAME = "WHISTLESTOP_DB_PASSWORD_FILE"
WRONG_PASSWORDS = {
    "missing": lambda path: None,
    "empty": lambda path: path.write_bytes(b""),
    "only newlines": lambda path: path.write_bytes(b"\n\n"),
    "folder": lambda path: path.mkdir(),
    "two lines": lambda path: path.write_bytes(f"{PASSWORD}\n{PASSWORD}".encode()),
    "a carriage return": lambda path: path.write_bytes(f"{PASSWORD}\r\n".encode()),
    "too long": lambda path: path.write_bytes(PASSWORD.encode() * 100),
    "no text": lambda path: path.write_bytes(PASSWORD.encode() + b"\xff"),
}


class TestDatabasePasswordFile:
    """The password of a PostgreSQL server can come from a file."""

    @pytest.mark.parametrize("query", ["", "?", "?sslmode=disable"])
    @pytest.mark.parametrize("end", ["", "\n", "\n\n"])
    def test_is_read_without_its_last_newline(self, end: str, query: str, tmp_path: Path) -> None:
        file = tmp_path / "password"
        file.write_text(PASSWORD + end, encoding="utf-8")
        url = SERVER["WHISTLESTOP_DB"] + query

        settings = read_settings({"WHISTLESTOP_DB": url, NAME: str(file)})

        assert isinstance(settings.database, Server)
        parts = urlsplit(settings.database.url)
        assert parse_qs(parts.query, strict_parsing=True)["password"] == [PASSWORD]
        assert parts._replace(query="").geturl() == SERVER["WHISTLESTOP_DB"]
        assert quote(PASSWORD, safe="") not in repr(settings) + str(settings.database)

    @pytest.mark.parametrize("kind", WRONG_PASSWORDS)
    def test_refused(self, kind: str, tmp_path: Path) -> None:
        file = tmp_path / "password"
        WRONG_PASSWORDS[kind](file)

        with pytest.raises(BadInput, match=rf"^the file of {NAME} ") as refused:
            read_settings({**SERVER, NAME: str(file)})
        assert PASSWORD not in str(refused.value)

    @pytest.mark.parametrize(
        "url",
        [
            "postgresql://whistlestop:secret@127.0.0.1:1/whistlestop",
            "postgresql://127.0.0.1:1/whistlestop?user=whistlestop&password=secret",
        ],
    )
    def test_a_second_password_is_refused(self, url: str, tmp_path: Path) -> None:
        """The bot does not guess which of the two is right."""
        file = tmp_path / "password"
        file.write_text(PASSWORD, encoding="utf-8")
        given = {"WHISTLESTOP_DB": url, NAME: str(file)}

        for words in (("run",), ("move", "games.db", url)):
            code, said = run_once(
                whistlestop_command(*words), tmp_path, DISCORD_TOKEN=SECRET, **given
            )

            assert (code, len(said.splitlines())) == (2, 1), said
            assert f"has a password and {NAME} is set; use only one of them" in said
            assert "secret" not in said

    def test_a_file_needs_no_password(self, tmp_path: Path) -> None:
        code, said = run_once(
            whistlestop_command("run"), tmp_path, DISCORD_TOKEN=SECRET, **{NAME: "password"}
        )

        assert code == 2
        assert (
            said
            == f"whistlestop: {NAME} is only for PostgreSQL; unset it, or change WHISTLESTOP_DB\n"
        )


class TestClock:
    """The time can be moved in a sandbox, and nowhere else."""

    def test_a_file_moves_it(self, tmp_path: Path) -> None:
        file = tmp_path / "clock"
        api = "http://127.0.0.1:8484/api/v10"
        settings = read_settings(
            {
                "WHISTLESTOP_CLOCK": str(file),
                "DISCORD_TOKEN": SECRET,
                "WHISTLESTOP_DISCORD_API": api,
            }
        )
        assert settings.clock == file
        clock = shifted_clock(file, utc_now)
        for text, hours in (("", 0), ("7200", 2), ("-3600\n", -1), ("soon", 0), ("1e300", 0)):
            file.write_text(text, encoding="ascii")
            moved = clock() - utc_now()
            assert abs(moved - timedelta(hours=hours)) < timedelta(minutes=1)

    @pytest.mark.parametrize("api", ["", "https://discord.com/api/v10", "https://ptb.discord.com"])
    def test_real_games_have_the_real_time(self, api: str) -> None:
        given = {"WHISTLESTOP_CLOCK": "clock", "WHISTLESTOP_DISCORD_API": api}
        assert read_settings(given).clock == Path("clock")
        with pytest.raises(BadInput, match="WHISTLESTOP_CLOCK"):
            read_settings({**given, "DISCORD_TOKEN": SECRET})


class TestTokenFile:
    @pytest.mark.parametrize("end", ["", "\n", "\r\n", " \n\n"])
    def test_is_read_without_its_last_newline(self, end: str, tmp_path: Path) -> None:
        file = tmp_path / "token"
        file.write_bytes((SECRET + end).encode())

        settings = read_settings({"DISCORD_TOKEN": "", "DISCORD_TOKEN_FILE": str(file)})

        assert settings.token == SECRET
        assert SECRET not in repr(settings)

    @pytest.mark.parametrize("kind", WRONG)
    def test_refused(self, kind: str, tmp_path: Path) -> None:
        file = tmp_path / "token"
        WRONG[kind](file)

        with pytest.raises(BadInput, match=r"^the file of DISCORD_TOKEN_FILE ") as refused:
            read_settings({"DISCORD_TOKEN_FILE": str(file)})
        assert SECRET not in str(refused.value)

    @pytest.mark.parametrize("words", [("-m", "bot"), ("-m", "bot.cli.main", "run")])
    def test_refused_in_one_line(self, words: tuple[str, ...], tmp_path: Path) -> None:
        """With the code that says: do not try again."""
        code, said = run_once([sys.executable, *words], tmp_path, DISCORD_TOKEN_FILE=str(tmp_path))

        assert code == 2
        assert (
            said == "whistlestop: the file of DISCORD_TOKEN_FILE cannot be read: Is a directory\n"
        )

    def test_a_token_in_place_of_a_name_is_not_shown(self, tmp_path: Path) -> None:
        code, said = run_once(whistlestop_command("doctor"), tmp_path, DISCORD_TOKEN_FILE=SECRET)

        assert (code, len(said.splitlines())) == (2, 1)
        assert SECRET not in said

    def test_a_file_that_only_others_may_read(self, tmp_path: Path) -> None:
        """As nobody: root reads everything."""
        file = tmp_path / "token"
        file.write_text(SECRET, encoding="ascii")
        file.chmod(0)
        program = (
            "import os, sys; from bot.app import main;"
            " os.getuid() or os.setresuid(65534, 65534, 65534); sys.exit(main())"
        )

        code, said = run_once(
            [sys.executable, "-c", program], tmp_path, DISCORD_TOKEN_FILE=str(file)
        )

        assert (code, len(said.splitlines())) == (2, 1), said
        assert "Permission denied" in said

    def test_both_are_refused(self, tmp_path: Path) -> None:
        file = tmp_path / "token"
        file.write_text(SECRET, encoding="ascii")

        given = {"DISCORD_TOKEN": SECRET, "DISCORD_TOKEN_FILE": str(file)}
        code, said = run_once(whistlestop_command("run"), tmp_path, **given)

        assert (code, len(said.splitlines())) == (2, 1), said
        assert "DISCORD_TOKEN and DISCORD_TOKEN_FILE" in said
        assert SECRET not in said

    async def test_the_bot_logs_in_with_it(self, tmp_path: Path) -> None:
        async with prepared_sandbox() as sandbox:
            given = sandbox.environment()
            file = tmp_path / "token"
            file.write_text(given.pop("DISCORD_TOKEN") + "\n", encoding="ascii")
            health = free_port()
            environment = clean_environment(
                **given, DISCORD_TOKEN_FILE=str(file), WHISTLESTOP_HEALTH_PORT=str(health)
            )
            with start_process([sys.executable, "-m", "bot"], tmp_path, environment) as running:
                await wait_for_status(f"http://127.0.0.1:{health}/health", 200)
                assert await asyncio.to_thread(running.stop) == 0
