"""`whistlestop run` and `sandbox`: real processes, real sockets, one clear line."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.processes import (
    clean_environment,
    fetch,
    free_port,
    is_alive,
    run_once,
    start_process,
    whistlestop_command,
)


def _listening(port: int) -> set[str]:
    """The addresses on which somebody listens at a port, as the kernel writes them."""
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text(encoding="ascii").splitlines()[1:]:
            local, state = line.split()[1], line.split()[3]
            host, number = local.split(":")
            if int(number, 16) == port and state == "0A":
                found.add(host)
    return found


def _names(world: Path) -> int:
    with closing(sqlite3.connect(world)) as connection:
        found = connection.execute("SELECT count(*) FROM record WHERE kind = 'user'").fetchone()
    return int(found[0])


class TestRun:
    def test_from_the_first_line_to_the_last(self, tmp_path: Path) -> None:
        """One line, loopback only; a killed bot comes back, a stopped one leaves its state."""
        port, health = free_port(), free_port()
        environment = clean_environment(
            WHISTLESTOP_SANDBOX_PORT=str(port), WHISTLESTOP_HEALTH_PORT=str(health)
        )
        home = tmp_path / "data" / "sandbox"
        with start_process(whistlestop_command("run"), tmp_path, environment) as running:
            running.wait_for_output(f"http://127.0.0.1:{port}/")
            assert len(running.text.splitlines()) == 1
            assert _listening(port) == _listening(health) == {"0100007F"}

            code, said = run_once(
                whistlestop_command("run", "--reset"),
                tmp_path,
                WHISTLESTOP_SANDBOX_PORT=str(free_port()),
            )
            assert (code, len(said.splitlines())) == (2, 1)
            assert "in use" in said

            (bot,) = running.children()
            os.kill(bot, signal.SIGKILL)
            running.wait_for_output("It restarts in")
            running.wait_until(lambda: fetch(f"http://127.0.0.1:{health}/health")[0] == 200)
            (bot,) = running.children()
            assert running.process.poll() is None

            assert running.stop() == 0
            assert not is_alive(bot)
            assert "Traceback" not in running.text + (home / "bot.log").read_text(encoding="utf-8")
        people = _names(home / "discord.db")
        (home / "notes.txt").write_text("mine", encoding="utf-8")
        with start_process(whistlestop_command("sandbox"), tmp_path, environment) as running:
            running.wait_for_output("DISCORD_TOKEN=")
            assert running.stop(signal.SIGINT) == 0
        assert _names(home / "discord.db") == people
        assert (home / "whistlestop.db").exists()
        with start_process(
            whistlestop_command("sandbox", "--reset"), tmp_path, environment
        ) as running:
            running.wait_for_output("DISCORD_TOKEN=")
            assert running.stop() == 0
        assert not (home / "whistlestop.db").exists()
        assert (home / "notes.txt").exists()

    def test_nobody_else_can_look_in(self, tmp_path: Path) -> None:
        """Token, hands and seeds are for whoever runs it, also where they were open before."""
        home = tmp_path / "data" / "sandbox"
        home.mkdir(parents=True, mode=0o755)
        files = ("discord.db", "whistlestop.db", "bot.log")
        for name in files:
            (home / name).touch(mode=0o644)
        environment = clean_environment(WHISTLESTOP_SANDBOX_PORT=str(free_port()))
        before = os.umask(0o022)
        try:
            with start_process(whistlestop_command("run"), tmp_path, environment) as running:
                running.wait_for_output("http://127.0.0.1:")
                kept = [p for p in home.iterdir() if p.name.startswith(files)]
                assert {p.name for p in kept} >= set(files)
                assert {stat.S_IMODE(p.stat().st_mode) for p in kept} == {0o600}
                assert stat.S_IMODE(home.stat().st_mode) == 0o700
                (bot,) = running.children()
                running.stop(signal.SIGKILL)
                running.wait_until(lambda: not is_alive(bot))  # no bot outlives its sandbox
        finally:
            os.umask(before)


class TestRefusals:
    def test_a_taken_port_is_named_with_its_variable(self, tmp_path: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            code, said = run_once(
                whistlestop_command("run"), tmp_path, WHISTLESTOP_SANDBOX_PORT=str(port)
            )

        assert code == 2
        assert len(said.splitlines()) == 1
        assert f"port {port} is in use" in said
        assert "WHISTLESTOP_SANDBOX_PORT" in said

    @pytest.mark.parametrize(
        ("words", "given", "said"),
        [
            (("run",), {"WHISTLESTOP_SANDBOX_PORT": "http"}, "WHISTLESTOP_SANDBOX_PORT"),
            (("sandbox",), {"WHISTLESTOP_LOG": "LOUD"}, "WHISTLESTOP_LOG"),
            (("run", "--reset"), {"DISCORD_TOKEN": "x"}, "--reset"),
        ],
    )
    def test_a_bad_setting_is_one_line(
        self, words: tuple[str, ...], given: dict[str, str], said: str, tmp_path: Path
    ) -> None:
        code, text = run_once(whistlestop_command(*words), tmp_path, **given)

        assert code == 2
        assert len(text.splitlines()) == 1
        assert said in text

    def test_a_damaged_state_is_one_line(self, tmp_path: Path) -> None:
        home = tmp_path / "data" / "sandbox"
        home.mkdir(parents=True)
        (home / "discord.db").write_bytes(b"no database at all" * 100)

        code, said = run_once(
            whistlestop_command("sandbox"), tmp_path, WHISTLESTOP_SANDBOX_PORT=str(free_port())
        )

        assert code == 2
        assert len(said.splitlines()) == 1
        assert "--reset" in said


def test_an_installation_without_the_sandbox(tmp_path: Path) -> None:
    """As in the container: one line says what to do."""
    without = (
        "import sys; sys.modules['sandbox'] = None;"
        "from bot.cli.main import app; app(['run'], standalone_mode=True)"
    )

    code, text = run_once([sys.executable, "-c", without], tmp_path)

    assert code == 2
    assert len(text.splitlines()) == 1
    assert "DISCORD_TOKEN" in text
