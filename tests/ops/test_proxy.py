"""Three `whistlestop serve` behind the real proxy, with its settings in `compose.scale.yaml`."""

from __future__ import annotations

import re
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from textwrap import dedent

import aiohttp
import pytest

from bot.chat.endpoint import PATH
from sandbox import Person, Place, Sandbox
from tests.ops.processes import (
    ROOT,
    Running,
    clean,
    command,
    free_port,
    known_sandbox,
    started,
    until_status,
)
from tests.postgres import Cluster

SCALE = (ROOT / "compose.scale.yaml").read_text(encoding="utf-8")
CADDY = shutil.which("caddy", path=str(Path(sys.executable).parent))
PROCESSES = 3
HELP = "Moderators open a table with /game new."

pytestmark = [
    pytest.mark.skipif(CADDY is None, reason="no wheel with the proxy for this machine"),
    pytest.mark.skipif(sys.platform != "linux", reason="each process has a loopback address"),
]


def address(number: int) -> str:
    """Where a process listens: they share their ports, as containers do."""
    return f"127.0.0.{number}"


@dataclass
class Ports:
    """What each process and the proxy listen on."""

    endpoint: int
    health: int
    proxy: int

    def caddyfile(self) -> str:
        """The proxy's settings, for this machine in place of the containers' network."""
        text = dedent(SCALE.partition("    content: |\n")[2].partition("\nvolumes:")[0])
        text = text.replace("{$$WHISTLESTOP_HOST}", f"http://127.0.0.1:{self.proxy}")
        text = re.sub(r"serve-(\d):\d+", rf"127.0.0.\1:{self.endpoint}", text)
        return re.sub(r"health_port \d+", f"health_port {self.health}", text)


@dataclass
class Behind:
    """Everything that runs, and somebody who types."""

    sandbox: Sandbox
    ports: Ports
    processes: list[Running]
    hall: Place
    person: Person

    async def ask(self) -> None:
        """Somebody wants help, and gets it."""
        assert HELP in (await self.person.slash(self.hall, "help")).text


@asynccontextmanager
async def behind_the_proxy(folder: Path, cluster: Cluster) -> AsyncIterator[Behind]:
    ports = Ports(free_port(), free_port(), free_port())
    server = await cluster.fresh()
    async with known_sandbox() as sandbox, AsyncExitStack() as stack:
        own = {
            "WHISTLESTOP_DB": server.url,
            "WHISTLESTOP_ENDPOINT_PORT": str(ports.endpoint),
            "WHISTLESTOP_HEALTH_PORT": str(ports.health),
            "WHISTLESTOP_PROCESSES": str(PROCESSES),
        }
        processes = []
        for number in range(1, PROCESSES + 1):
            here = dict.fromkeys(
                ("WHISTLESTOP_ENDPOINT_HOST", "WHISTLESTOP_HEALTH_HOST"), address(number)
            )
            environment = clean(**sandbox.environment() | own | here)
            running = started(command("serve"), folder, environment)
            processes.append(stack.enter_context(running))
        for number in range(1, PROCESSES + 1):
            await until_status(f"http://{address(number)}:{ports.health}/health", 200)
        stack.enter_context(_proxy(folder, ports))
        await until_status(f"http://127.0.0.1:{ports.proxy}/", 404)
        sandbox.post_to(f"http://127.0.0.1:{ports.proxy}{PATH}")
        club = sandbox.club("Railway club")
        person = sandbox.person("Guest 1", club)
        yield Behind(sandbox, ports, processes, club.channel("hall"), person)


def _proxy(folder: Path, ports: Ports) -> AbstractContextManager[Running]:
    settings = folder / "Caddyfile"
    settings.write_text(ports.caddyfile(), encoding="utf-8")
    own = {"CADDY_ADMIN": f"127.0.0.1:{free_port()}", "HOME": str(folder)}
    words = [str(CADDY), "run", "--adapter", "caddyfile", "--config", str(settings)]
    return started(words, folder, clean(**own))


async def test_what_the_proxy_does_for_them(tmp_path: Path, postgres: Cluster) -> None:
    async with behind_the_proxy(tmp_path, postgres) as world:
        await keeps_others_out(world)
        await passes_over_who_is_gone(world)


async def keeps_others_out(world: Behind) -> None:
    """What is forged is refused through it too, and there is nothing else to be found."""
    outside = f"http://127.0.0.1:{world.ports.proxy}"
    headers = {"X-Signature-Ed25519": "00" * 64, "X-Signature-Timestamp": "1"}
    async with aiohttp.ClientSession() as session:
        for body, status in ((b'{"type": 1}', 401), (bytes(10_000_000), 413)):
            sent = session.post(f"{outside}{PATH}", data=BytesIO(body), headers=headers)
            async with sent as answer:
                assert answer.status == status
        for path in ("/", "/health", "/metrics", f"{PATH}/more"):
            async with session.get(f"{outside}{path}") as answer:
                assert answer.status == 404


async def passes_over_who_is_gone(world: Behind) -> None:
    """A process is killed, another one told to stop: every press finds one that takes it."""
    killed, stopped, _ = world.processes
    killed.process.kill()
    killed.process.wait()
    for _ in range(2 * PROCESSES):  # in turn: the proxy comes to the dead one too
        await world.ask()

    stopped.process.send_signal(signal.SIGTERM)
    while stopped.process.poll() is None:
        await world.ask()
    assert stopped.process.returncode == 0
    await world.ask()
