"""The file `.env`: who reads it, what may be in it, and what comes before it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from typer.main import get_group

from bot.cli.env_file import add_env_file, parse
from bot.cli.main import COMMANDS_WITHOUT_SETTINGS, app
from bot.config import read_settings
from engine.errors import BadInput
from tests.support.processes import (
    ROOT,
    clean_environment,
    free_port,
    run_once,
    start_process,
    whistlestop_command,
)

TOKEN = "MTIzNDU2Nzg5.made-up.token"  # noqa: S105  # nobody's
COMMANDS = [*get_group(app).commands]


class TestLines:
    @pytest.mark.parametrize(
        ("line", "value"),
        [
            ("A=1", "1"),
            ("  A=1  ", "1"),
            ("export A=1", "1"),
            ("export\tA=1", "1"),
            ("A=", ""),
            ("A=''", ""),
            ('A=""', ""),
            ("A='1 2'", "1 2"),
            ('A="1 2"', "1 2"),
            ("A=1 2", "1 2"),
            ("A= 1", "1"),
            ("A='#1'", "#1"),
            ("A=1#2", "1#2"),
            ("A=1 # why", "1"),
            ("A= # why", ""),
            ("A='1' # why", "1"),
            ("A=b=c==", "b=c=="),
            ("A=it's", "it's"),
            ("A=$HOME", "$HOME"),
            (r'A="\n"', r"\n"),
            ("A=0\nA=1", "1"),
            ("A=1\r\n", "1"),
        ],
    )
    def test_understood(self, line: str, value: str) -> None:
        assert parse(f"# first\n\n{line}\n", ".env") == {"A": value}

    @pytest.mark.parametrize(
        "line",
        [
            "A",
            "export A",
            "=1",
            "1A=2",
            "A =1",
            "A: 1",
            "Ä=1",
            "A='1",
            'A="1',
            "A='1' 2",
            "A='1'2",
            "A=#1",
            "set A=1",
        ],
    )
    def test_refused_by_number(self, line: str) -> None:
        with pytest.raises(BadInput, match=r"^\.env, line 3: not NAME=VALUE$"):
            parse(f"# first\nB=2\n{line}\nC=3\n", ".env")

    def test_the_example_is_a_file_that_can_be_read(self) -> None:
        """As it is, and with everything in it that is commented out."""
        text = (ROOT / ".env.example").read_text(encoding="utf-8")
        whole = "\n".join(
            line.removeprefix("#") if "=" in line else line for line in text.split("\n")
        )

        assert parse(text, ".env") == {"DISCORD_TOKEN": ""}
        assert read_settings(parse(whole, ".env")).tables_per_server == 50


class TestFile:
    def test_the_environment_wins(self, tmp_path: Path) -> None:
        """An empty variable too: `DISCORD_TOKEN= whistlestop run` starts the sandbox."""
        file = tmp_path / ".env"
        file.write_text(f"DISCORD_TOKEN={TOKEN}\nWHISTLESTOP_LOCALE=de\nWHISTLESTOP_LOG=DEBUG")
        environment = {"DISCORD_TOKEN": "", "WHISTLESTOP_LOCALE": "en"}

        add_env_file(environment, file)

        given = {"DISCORD_TOKEN": "", "WHISTLESTOP_LOCALE": "en", "WHISTLESTOP_LOG": "DEBUG"}
        assert environment == given

    def test_nothing_but_ours_is_taken(self, tmp_path: Path) -> None:
        file = tmp_path / ".env"
        file.write_text("PATH=/tmp\nPYTHONPATH=/tmp\nCOMPOSE_PROJECT_NAME=x\nWHISTLESTOP_LOG=INFO")
        environment: dict[str, str] = {}

        add_env_file(environment, file)

        assert environment == {"WHISTLESTOP_LOG": "INFO"}

    def test_a_mark_of_windows_at_the_beginning(self, tmp_path: Path) -> None:
        file = tmp_path / ".env"
        file.write_bytes(b"\xef\xbb\xbfWHISTLESTOP_LOG=INFO\r\n")
        environment: dict[str, str] = {}

        add_env_file(environment, file)

        assert environment == {"WHISTLESTOP_LOG": "INFO"}

    def test_none_or_a_folder_of_that_name(self, tmp_path: Path) -> None:
        """Some keep a virtual environment there."""
        (tmp_path / ".env").mkdir()

        assert add_env_file({}, tmp_path / ".env") is False
        assert add_env_file({}, tmp_path / "none") is False

    def test_not_text(self, tmp_path: Path) -> None:
        file = tmp_path / ".env"
        file.write_bytes(b"DISCORD_TOKEN=\xff\xfe")

        with pytest.raises(BadInput, match=r"cannot be read: it is not UTF-8$"):
            add_env_file({}, file)

    @pytest.mark.parametrize(
        ("mode", "said"),
        [(0o000, ""), (0o755, "whistlestop: .env cannot be read: Permission denied\n")],
        ids=["the folder", "the file"],
    )
    def test_where_only_others_may_read(self, mode: int, said: str, tmp_path: Path) -> None:
        """A folder that we may not look into has no file; a file is not passed over. As nobody."""
        (tmp_path / ".env").write_text("WHISTLESTOP_LOG=INFO")
        (tmp_path / ".env").chmod(0)
        program = (
            "import os; from bot.cli.env_file import add_env_file; from bot.cli.errors import *;"
            f" os.chmod('.', {mode}); os.getuid() or os.setresuid(65534, 65534, 65534)\n"
            "with exit_on_errors(): add_env_file({})"
        )
        try:
            code, output = run_once([sys.executable, "-c", program], tmp_path)
        finally:
            tmp_path.chmod(0o755)

        assert output.startswith(said)
        assert (code == 0) is (said == "")

    @pytest.mark.parametrize("mode", [0o600, 0o640, 0o604, 0o644])
    def test_who_can_read_the_token(self, mode: int, tmp_path: Path) -> None:
        file = tmp_path / ".env"
        file.write_text(f"DISCORD_TOKEN={TOKEN}")
        file.chmod(mode)

        assert add_env_file({}, file) is (mode != 0o600)

    def test_without_a_token_anybody_may_read(self, tmp_path: Path) -> None:
        file = tmp_path / ".env"
        file.write_text("DISCORD_TOKEN=\nWHISTLESTOP_LOCALE=de")
        file.chmod(0o644)

        assert add_env_file({}, file) is False


class TestCommands:
    @pytest.mark.parametrize("name", sorted({*COMMANDS} - {*COMMANDS_WITHOUT_SETTINGS}))
    def test_all_that_have_settings_read_it(self, name: str, tmp_path: Path) -> None:
        (tmp_path / ".env").write_text("WHISTLESTOP_DB=games.db\nrubbish\n")

        code, said = run_once(whistlestop_command(name), tmp_path)

        assert (code, said) == (2, "whistlestop: .env, line 2: not NAME=VALUE\n")

    def test_the_others_do_not(self, tmp_path: Path) -> None:
        (tmp_path / ".env").write_text("rubbish")

        code, said = run_once(
            whistlestop_command("verify", str(ROOT / "tests/recorded/usa-4.json")), tmp_path
        )

        assert code == 0, said

    def test_a_setting_arrives(self, tmp_path: Path) -> None:
        (tmp_path / ".env").write_text("WHISTLESTOP_DB=elsewhere/games.db")

        code, said = run_once(whistlestop_command("backup", "copy.db"), tmp_path)

        assert code == 2
        assert "there is no database elsewhere/games.db" in said

    def test_a_token_that_others_can_read(self, tmp_path: Path) -> None:
        """One line of warning, and on it goes: here to a place where no Discord is."""
        nowhere = f"http://127.0.0.1:{free_port()}"
        file = tmp_path / ".env"
        file.write_text(f"DISCORD_TOKEN={TOKEN}\nWHISTLESTOP_DISCORD_API={nowhere}")
        file.chmod(0o644)

        code, said = run_once(whistlestop_command("run"), tmp_path)

        assert code == 1, said
        assert said.count("other users can read the token in .env") == 1
        assert TOKEN not in said

    def test_the_sandbox_takes_it_without_a_word(self, tmp_path: Path) -> None:
        port = free_port()
        file = tmp_path / ".env"
        file.write_text(f"DISCORD_TOKEN=\nWHISTLESTOP_SANDBOX_PORT={port}\n")
        file.chmod(0o644)

        with start_process(whistlestop_command("run"), tmp_path, clean_environment()) as running:
            running.wait_for_output(f"http://127.0.0.1:{port}/")
            assert len(running.text.splitlines()) == 1
            assert running.stop() == 0

    def test_what_a_host_starts_does_not_read_it(self, tmp_path: Path) -> None:
        """Containers and services set the environment; so does whoever tests in this project."""
        (tmp_path / ".env").write_text("rubbish")

        code, said = run_once([sys.executable, "-m", "bot"], tmp_path)

        assert code == 2
        assert said.startswith("whistlestop: DISCORD_TOKEN is not set; ")


def test_these_tests_are_elsewhere() -> None:
    """Else commands that run in this process would read the file of whoever develops here."""
    assert not Path.cwd().is_relative_to(ROOT)
    assert os.listdir() == []
