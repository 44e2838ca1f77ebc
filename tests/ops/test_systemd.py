"""`docs/whistlestop.service`: systemd understands it, and it fits what the bot does."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import ROOT, free_port, run_once

UNIT = (ROOT / "docs" / "whistlestop.service").read_text(encoding="utf-8")
SEVERAL = (ROOT / "docs" / "whistlestop-several.conf").read_text(encoding="utf-8")
AS_SECRET = re.sub(r"^#(LoadCredential|Environment)=", r"\1=", UNIT, flags=re.MULTILINE)
"""With the lines that take the token from a file."""
PROGRAM = "/opt/whistlestop/.venv/bin/python"


def _values(key: str, unit: str = UNIT) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", unit, re.MULTILINE)


def _value(key: str) -> str:
    (found,) = _values(key)
    return str(found)


def _environment() -> dict[str, str]:
    return dict(line.split("=", 1) for line in _values("Environment", AS_SECRET))


def _command() -> list[str]:
    """What is started, with this Python."""
    program, *words = _value("ExecStart").split()
    assert program == PROGRAM
    return [sys.executable, *words]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd-analyze here")
@pytest.mark.parametrize("unit", [UNIT, AS_SECRET], ids=["as it is", "token as a secret"])
def test_systemd_has_nothing_to_say(unit: str, tmp_path: Path) -> None:
    """Every key is known and every value makes sense; a program that is there stands for ours."""
    file = tmp_path / "whistlestop.service"
    file.write_text(unit.replace(PROGRAM, "/bin/true"), encoding="utf-8")
    done = subprocess.run(  # noqa: S603  # our own file
        ["/usr/bin/env", "systemd-analyze", "verify", "--man=no", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd-analyze here")
def test_one_of_several(tmp_path: Path) -> None:
    """With what it needs besides, as the manual puts it there."""
    (tmp_path / "whistlestop@.service").write_text(UNIT.replace(PROGRAM, "/bin/true"))
    folder = tmp_path / "whistlestop@.service.d"
    folder.mkdir()
    (folder / "several.conf").write_text(SEVERAL.replace(PROGRAM, "/bin/true"))
    done = subprocess.run(  # noqa: S603  # our own file
        [
            *("/usr/bin/env", "systemd-analyze", "verify", "--man=no"),
            str(tmp_path / "whistlestop@2.service"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_several_are_told_to_stop_as_in_containers() -> None:
    scale = (ROOT / "compose.scale.yaml").read_text(encoding="utf-8")
    (seconds,) = _values("TimeoutStopSec", SEVERAL)
    assert f"stop_grace_period: {seconds}s\n" in scale


def test_every_variable_is_a_setting() -> None:
    source = (ROOT / "bot" / "config.py").read_text(encoding="utf-8")

    assert "DISCORD_TOKEN_FILE" in _environment()
    several = {line.split("=", 1)[0] for line in _values("Environment", SEVERAL)}
    assert {name for name in {*_environment()} | several if f'"{name}"' not in source} == set()


class TestCodes:
    def test_a_refusal_is_not_tried_again(self, tmp_path: Path) -> None:
        code, said = run_once(_command(), tmp_path)

        assert said.startswith("whistlestop: DISCORD_TOKEN is not set; ")
        assert _value("Restart") == "on-failure"
        assert _value("RestartPreventExitStatus") == str(code)

    def test_what_may_go_away_is(self, tmp_path: Path) -> None:
        nowhere = f"http://127.0.0.1:{free_port()}"
        given = {"DISCORD_TOKEN": "made-up", "WHISTLESTOP_DISCORD_API": nowhere}

        code, said = run_once(_command(), tmp_path, **given)

        assert str(code) not in (_value("RestartPreventExitStatus"), "0"), said
        assert _value("StartLimitIntervalSec") == "0"


class TestPlaces:
    def test_the_database_is_where_it_may_write(self) -> None:
        home = Path("/var/lib") / _value("StateDirectory")

        assert Path(_environment()["WHISTLESTOP_DB"]).parent == home
        assert Path(_value("WorkingDirectory")) == home

    def test_the_manual_has_the_same(self) -> None:
        manual = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
        source, _, file = _values("LoadCredential", AS_SECRET)[0].partition(":")

        assert _environment()["DISCORD_TOKEN_FILE"] == f"%d/{source}"
        for said in (
            f"--home-dir {_value('WorkingDirectory')} --shell /usr/sbin/nologin {_value('User')}\n",
            f"sudo install -m 600 .env.example {_value('EnvironmentFile')}\n",
            f"`{file}`",
            f"sudo -u {_value('User')} env WHISTLESTOP_DB={_environment()['WHISTLESTOP_DB']} ",
            f":{_environment()['WHISTLESTOP_HEALTH_PORT']}/health",
        ):
            assert said in manual

    def test_the_limits_are_those_of_the_container(self) -> None:
        compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")

        assert f"mem_limit: {_value('MemoryMax').lower()}\n" in compose
        assert f"pids_limit: {_value('TasksMax')}\n" in compose
        assert f"stop_grace_period: {_value('TimeoutStopSec')}s\n" in compose
