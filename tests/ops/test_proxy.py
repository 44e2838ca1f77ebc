"""Three `whistlestop serve` behind a real proxy, with the settings in `docs/`."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from textwrap import dedent

import aiohttp
import discord
import pytest

from bot.connection.endpoint import PATH
from bot.database_url import Server
from bot.storage.store import open_store
from sandbox import Person, Place, Sandbox
from sandbox.world.visible_message import VisibleMessage
from tests.support.postgres import Cluster
from tests.support.processes import (
    ROOT,
    TEST_TIMEOUT_SECONDS,
    RunningProcess,
    clean_environment,
    free_port,
    prepared_sandbox,
    run_once,
    start_process,
    wait_for_status,
    whistlestop_command,
)

CADDYFILE = (ROOT / "docs" / "Caddyfile").read_text(encoding="utf-8")
NGINX_CONF = (ROOT / "docs" / "nginx.conf").read_text(encoding="utf-8")
CADDY = shutil.which("caddy", path=str(Path(sys.executable).parent))
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
PROCESSES = 3
SECOND_DELIVERY = r'presses_total{outcome="(late|repeated)",.*} [1-9]'
"""What a process says that got a press which another one has answered."""
HELP = "A moderator opens a table with /game new."

with_caddy = pytest.mark.skipif(CADDY is None, reason="no wheel with Caddy for this machine")
with_nginx = pytest.mark.skipif(
    NGINX is None, reason="nginx is not installed; on Debian: apt-get install nginx"
)
on_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="each process has a loopback address of its own"
)
PROXIES = [pytest.param("caddy", marks=with_caddy), pytest.param("nginx", marks=with_nginx)]


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
        """The settings of Caddy, for this machine in place of the containers' network."""
        text = CADDYFILE.replace("{$WHISTLESTOP_HOST}", f"http://127.0.0.1:{self.proxy}")
        text = re.sub(r"serve-(\d):\d+", rf"127.0.0.\1:{self.endpoint}", text)
        return re.sub(r"health_port \d+", f"health_port {self.health}", text)

    def nginx_conf(self) -> str:
        """The settings of nginx, on ports that nobody else uses and without a certificate."""
        text = re.sub(r"(127\.0\.0\.\d):8486", rf"\1:{self.endpoint}", NGINX_CONF)
        text = re.sub(r" *ssl_certificate\w* .*;\n", "", text)
        return text.replace("listen 443 ssl;", f"listen 127.0.0.1:{self.proxy};")


@dataclass
class ProxiedBots:
    """Everything that runs, and somebody who types."""

    sandbox: Sandbox
    ports: Ports
    server: Server
    start_bot: Callable[[int], RunningProcess]
    processes: list[RunningProcess] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.club = self.sandbox.club("Railway club")
        self.channel: Place = self.club.channel("hall")
        self.person: Person = self.sandbox.person("Guest 1", self.club)

    async def start_all(self) -> None:
        self.processes = [self.start_bot(number) for number in range(1, PROCESSES + 1)]
        for number in range(1, PROCESSES + 1):
            await self.until_healthy(number)

    async def until_healthy(self, number: int) -> None:
        await wait_for_status(f"http://{address(number)}:{self.ports.health}/health", 200)

    async def restart(self, number: int) -> None:
        """Replace one process, as an operator does who upgrades."""
        assert await asyncio.to_thread(self.processes[number - 1].stop, signal.SIGTERM) == 0
        self.processes[number - 1] = self.start_bot(number)
        await self.until_healthy(number)

    async def ask_for_help(self) -> None:
        """Somebody wants help, and gets it."""
        assert HELP in (await self.person.slash(self.channel, "help")).text


@asynccontextmanager
async def proxied_bots(folder: Path, cluster: Cluster, proxy: str) -> AsyncIterator[ProxiedBots]:
    ports = Ports(free_port(), free_port(), free_port())
    server = await cluster.new_schema()
    async with prepared_sandbox() as sandbox, AsyncExitStack() as stack:
        own = {
            "WHISTLESTOP_DB": server.url,
            "WHISTLESTOP_ENDPOINT_PORT": str(ports.endpoint),
            "WHISTLESTOP_HEALTH_PORT": str(ports.health),
            "WHISTLESTOP_PROCESSES": str(PROCESSES),
        }

        def start_bot(number: int) -> RunningProcess:
            here = dict.fromkeys(
                ("WHISTLESTOP_ENDPOINT_HOST", "WHISTLESTOP_HEALTH_HOST"), address(number)
            )
            environment = clean_environment(**sandbox.environment() | own | here)
            return stack.enter_context(
                start_process(whistlestop_command("serve"), folder, environment)
            )

        world = ProxiedBots(sandbox, ports, server, start_bot)
        await world.start_all()
        words, environment = START[proxy](folder, ports)
        stack.enter_context(start_process(words, folder, environment))
        await wait_for_status(f"http://127.0.0.1:{ports.proxy}/", 404)
        sandbox.post_to(f"http://127.0.0.1:{ports.proxy}{PATH}")
        yield world


def _caddy(folder: Path, ports: Ports) -> tuple[list[str], dict[str, str]]:
    settings = folder / "Caddyfile"
    settings.write_text(ports.caddyfile(), encoding="utf-8")
    own = {"CADDY_ADMIN": f"127.0.0.1:{free_port()}", "HOME": str(folder)}
    return [
        str(CADDY),
        "run",
        "--adapter",
        "caddyfile",
        "--config",
        str(settings),
    ], clean_environment(**own)


def _nginx(folder: Path, ports: Ports) -> tuple[list[str], dict[str, str]]:
    return _nginx_command(folder, ports.nginx_conf()), clean_environment()


def _nginx_command(folder: Path, settings: str) -> list[str]:
    """How nginx runs as this user with our settings, and keeps everything in a folder."""
    (folder / "whistlestop.conf").write_text(settings, encoding="utf-8")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "user root;\n" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user}daemon off;\npid {folder}/nginx.pid;\nevents {{}}\nhttp {{\n"
        f"access_log {folder}/access.log;\n{folders}\ninclude {folder}/whistlestop.conf;\n}}\n",
        encoding="utf-8",
    )
    log = str(folder / "error.log")
    return [str(NGINX), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", log]


START: dict[str, Callable[[Path, Ports], tuple[list[str], dict[str, str]]]] = {
    "caddy": _caddy,
    "nginx": _nginx,
}


@on_linux
@pytest.mark.parametrize("proxy", PROXIES)
async def test_what_the_proxy_does_for_them(proxy: str, tmp_path: Path, postgres: Cluster) -> None:
    async with proxied_bots(tmp_path, postgres, proxy) as world:
        await keeps_others_out(world)
        await loses_no_press_in_a_rolling_restart(world)
        if proxy == "nginx":  # Caddy waits for the health check that fails
            await counts_a_press_once_that_came_twice(world)
        await passes_over_who_is_gone(world)


async def keeps_others_out(world: ProxiedBots) -> None:
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


async def loses_no_press_in_a_rolling_restart(world: ProxiedBots) -> None:
    """Guests join and leave a lobby all the while: each press is answered, and counts once."""
    guests = await _open_lobby(world)
    before, is_over = await _changes(world), asyncio.Event()

    async def press_until_over(guest: Person) -> int:
        presses = 0
        while not is_over.is_set():
            presses += await _join_and_leave(guest, world.channel)
        return presses

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(press_until_over(guest)) for guest in guests]
        for number in range(1, PROCESSES + 1):
            await world.restart(number)
        is_over.set()

    presses = sum(task.result() for task in tasks)
    assert presses > 2 * PROCESSES
    assert await _changes(world) == before + presses


async def counts_a_press_once_that_came_twice(world: ProxiedBots) -> None:
    """A process hangs, so the next one gets its presses. It finds them when it goes on."""
    guest, before, presses = world.sandbox.person("Guest 5", world.club), await _changes(world), 0
    metrics = f"http://{address(1)}:{world.ports.health}/metrics"
    frozen = world.processes[0].process
    frozen.send_signal(signal.SIGSTOP)
    try:
        for _ in range(PROCESSES):  # two presses each, in turn: some go to the one that hangs
            presses += await _join_and_leave(guest, world.channel)
    finally:
        frozen.send_signal(signal.SIGCONT)

    async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
        while not re.search(SECOND_DELIVERY, await wait_for_status(metrics, 200)):
            await asyncio.sleep(0.1)
    assert await _changes(world) == before + presses


async def _open_lobby(world: ProxiedBots) -> list[Person]:
    """A moderator opens a table and sits down; three guests see it."""
    moderator, channel = world.person, world.channel
    rights = discord.Permissions(manage_messages=True).value
    world.club.give(moderator.id, world.club.role("moderators", rights))
    await moderator.slash(channel, "game new", edition="usa")
    await moderator.until(lambda: bool(_lobbies(moderator, channel)), TEST_TIMEOUT_SECONDS)
    await moderator.press(_lobbies(moderator, channel)[0], "Join")
    return [world.sandbox.person(f"Guest {number}", world.club) for number in (2, 3, 4)]


def _lobbies(person: Person, channel: Place) -> list[VisibleMessage]:
    return [seen for seen in person.sees(channel) if "Join" in seen.labels]


async def _join_and_leave(guest: Person, channel: Place) -> int:
    """Press two buttons; how many presses were carried out."""
    for label, said in (("Join", "You're in."), ("Leave", "You left the table.")):
        answer = await guest.press(_lobbies(guest, channel)[0], label)
        assert answer.text.startswith(said)
        await asyncio.sleep(0.1)  # people take time between two presses
    return 2


async def _changes(world: ProxiedBots) -> int:
    """How often the table has changed, as the database knows it."""
    store = await open_store(world.server)
    try:
        ((changes,),) = await store.database.fetch_all("SELECT changes FROM games")
        return int(changes)
    finally:
        await store.close()


async def passes_over_who_is_gone(world: ProxiedBots) -> None:
    """A process is killed, another one told to stop: every press finds one that takes it."""
    killed, stopped, _ = world.processes
    killed.process.kill()
    killed.process.wait()
    for _ in range(2 * PROCESSES):  # in turn: the proxy comes to the dead one too
        await world.ask_for_help()

    stopped.process.send_signal(signal.SIGTERM)
    while stopped.process.poll() is None:
        await world.ask_for_help()
    assert stopped.process.returncode == 0
    await world.ask_for_help()


def _documented_caddyfiles() -> dict[str, str]:
    """Every configuration of Caddy in the documents, by where it is."""
    found = {"docs/Caddyfile": CADDYFILE}
    for path in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))):
        text, name = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
        blocks = re.findall(r"^( *)```caddyfile\n(.*?)^\1```$", text, re.MULTILINE | re.DOTALL)
        inline = re.findall(r"(?<!`)`([^`\n]*\{[^`\n]*reverse_proxy[^`\n]*)`(?!`)", text)
        texts = [*(dedent(block) for _, block in blocks), *inline]
        found |= {f"{name}, number {number}": each for number, each in enumerate(texts, 1)}
    return found


@with_caddy
class TestCaddySettings:
    """Caddy understands every configuration that the documents show."""

    @pytest.mark.parametrize("where", _documented_caddyfiles())
    def test_caddy_understands_them(self, where: str, tmp_path: Path) -> None:
        settings = tmp_path / "Caddyfile"
        settings.write_text(_documented_caddyfiles()[where], encoding="utf-8")
        words = [str(CADDY), "adapt", "--adapter", "caddyfile", "--config", str(settings)]

        own = {"WHISTLESTOP_HOST": "bot.example.org", "HOME": str(tmp_path)}
        code, said = run_once([*words, "--validate"], tmp_path, **own)

        assert code == 0, said

    def test_there_are_two(self) -> None:
        """One for a single process in the manual, and one for several."""
        assert [*_documented_caddyfiles()] == ["docs/Caddyfile", "docs/scaling.md, number 1"]


class TestNginxSettings:
    @with_nginx
    def test_nginx_understands_them(self, tmp_path: Path) -> None:
        """As they are, with a certificate for the name in them."""
        openssl = shutil.which("openssl")
        if openssl is None:
            pytest.skip("openssl, which makes a certificate, is not installed")
        paths = {name: tmp_path / f"{name}.pem" for name in ("fullchain", "privkey")}
        made, said = run_once(
            [
                *(openssl, "req", "-x509", "-newkey", "rsa:2048", "-noenc", "-days", "1"),
                *("-subj", "/CN=bot.example.org"),
                *("-keyout", str(paths["privkey"]), "-out", str(paths["fullchain"])),
            ],
            tmp_path,
        )
        assert made == 0, said
        folder = "/etc/letsencrypt/live/bot.example.org"
        settings = NGINX_CONF.replace(folder, str(tmp_path))

        code, said = run_once([*_nginx_command(tmp_path, settings), "-t"], tmp_path)

        assert code == 0, said
        assert "warn" not in said
        assert str(tmp_path) in settings

    def test_they_are_for_the_processes_of_the_manual(self) -> None:
        """Each is asked, is left out after failures, and a press goes on to the next."""
        servers = re.findall(r"^ +server (\S+) max_fails=\d+ fail_timeout=\d+s;$", NGINX_CONF, re.M)
        retries = "proxy_next_upstream error timeout http_502 http_503 non_idempotent;"

        assert servers == [f"{address(number)}:8486" for number in range(1, PROCESSES + 1)]
        assert retries in NGINX_CONF
        assert f"location = {PATH} {{" in NGINX_CONF
        manual = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
        assert "(nginx.conf)" in manual
        assert "a press that is delivered twice counts once" in " ".join(manual.split())
