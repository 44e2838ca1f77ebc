"""What a turn asks of Discord: the requests that count, over whole games on hand cards.

Discord allows 50 a second for all tables together; answers to presses are not among them. Nothing
here is timed: the bot runs in this process, and its clock is put forward between turns.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Final

from bench.measure import Row
from bot.app import build_client, use_discord_at
from bot.config import Settings
from bot.connection.client import ClientParts
from bot.games.lobby import utc_now
from bot.storage.store import Store, open_store
from sandbox import Answer, Person, Sandbox, VisibleMessage
from sandbox.traffic_log import Exchange

EDITION: Final = "usa"
PEOPLE: Final = 4
GOAL: Final = 4
FREE: Final = ("/interactions/", "/webhooks/")
"""How the routes begin that Discord does not count."""
PACES: Final = {"an hour between turns": timedelta(hours=1), "all at the table": timedelta(0)}
"""Whoever is called gets a new card; whoever is there finds the turn on the old one."""
MOVES: Final = ("lay", "pay", "blind", "take", "choose", "pass")
"""What is pressed on a card, the best first."""


def rows() -> Iterator[Row]:
    """All measurements."""
    for name, pause in PACES.items():
        with tempfile.TemporaryDirectory() as folder:
            *turns, end = asyncio.run(_measured(Path(folder), pause))
        whole = sum(turns, Counter[str]())
        mean = ", ".join(f"{route} {n / len(turns):.2f}" for route, n in whole.most_common())
        note = f"{whole.total() / len(turns):.2f} on average ({mean}); the end {end.total()}"
        most = max(turn.total() for turn in turns)
        yield Row(f"requests of the dearest turn, {name}", most, GOAL, "", note=note)


async def _measured(folder: Path, pause: timedelta) -> list[Counter[str]]:
    """What each turn of a whole game asked of Discord; the last one ends the game."""
    async with Sandbox(paced=False, remember=False) as sandbox:
        evening = _Evening(sandbox, pause)
        async with evening.served(folder / "requests.db"):
            await evening.begin()
            sandbox.core.traffic.subscribe(evening.count)
            await evening.play()
    return evening.turns


class _Evening:
    """Four people who play one game, by pressing what their hand cards offer."""

    def __init__(self, sandbox: Sandbox, pause: timedelta) -> None:
        self.turns: list[Counter[str]] = []
        self._sandbox, self._pause, self._later = sandbox, pause, timedelta(0)
        club = sandbox.club("Bench")
        self._hall = club.channel("hall")
        people = [sandbox.person(f"Guest {n + 1}", club) for n in range(PEOPLE)]
        self._people = {person.id: person for person in people}
        self._parts: ClientParts
        self._store: Store
        self._game = ""

    @asynccontextmanager
    async def served(self, database: Path) -> AsyncIterator[None]:
        """The bot is on the line."""
        use_discord_at(Settings(api=self._sandbox.api, gateway=self._sandbox.gateway))
        self._store = await open_store(database)
        client = build_client(Settings(), self._store, clock=lambda: utc_now() + self._later)
        self._parts = client.parts
        task = asyncio.create_task(client.start(self._sandbox.token))
        try:
            async with asyncio.timeout(60):
                while not client.is_ready():
                    await asyncio.sleep(0.05)
            yield
        finally:
            await client.close()
            await asyncio.wait([task])
            await self._store.close()

    def count(self, exchange: Exchange) -> None:
        """Note a request that counts, for the present turn."""
        method, path = exchange.template.split(" ", 1)
        if not path.startswith(FREE):
            home = exchange.params.get("channel") == str(self._hall.id)
            self.turns[-1][f"{method} {'board' if home else 'card'}"] += 1

    async def begin(self) -> None:
        """Open a table, and choose the first tickets."""
        games, (opener, *_) = self._parts.services.games, self._people
        lobby = await games.lobby.open(EDITION, 1, self._hall.id, opener, "en")
        self._game = lobby.row.id
        for person in self._people.values():
            await games.lobby.join(self._game, person.id, person.user.display, f"word-{person.id}")
        await games.play.start(self._game)
        await self._told()
        for person in self._people.values():
            await self._move(person)
            await self._told()

    async def play(self) -> None:
        """Play to the end."""
        look = self._parts.services.games.snapshot
        while (turn := (snapshot := await look(self._game)).state.turn) is not None:
            self.turns.append(Counter())
            person = self._people[snapshot.table.seats[turn].user_id or 0]
            while (await look(self._game)).state.turn == turn:
                await self._move(person)
            await self._told()
            self._later += self._pause

    async def _move(self, person: Person) -> None:
        """One press on somebody's card, or a press and a selection, until its answer is whole."""
        card = [seen for seen in person.sees(person.direct) if not seen.ephemeral][-1]
        answer = await person.press(card, _best(card))
        if answer.message.selects:
            menu = answer.message.selects[0]
            chosen = [option["value"] for option in menu["options"]][: menu["min_values"]]
            answer = await person.select(answer, chosen)
        await self._noted(person, answer)

    async def _noted(self, person: Person, answer: Answer) -> None:
        """Wait until the bot knows what a card shows that was changed by an answer."""
        async with asyncio.timeout(30):
            while True:
                snapshot = await self._parts.services.games.snapshot(self._game)
                touched = snapshot.table.progress.touched[snapshot.table.seat_of(person.id)]
                card = (await self._store.posts.of(self._game))[f"hand-{person.id}"]
                if (
                    snapshot.state.over
                    or card.version >= touched
                    or "pay" in _verbs(answer.message)
                ):
                    return
                await asyncio.sleep(0.01)

    async def _told(self) -> None:
        await self._parts.driver.wait_idle()
        await self._parts.updates.wait_idle()


def _verbs(card: VisibleMessage) -> dict[str, str]:
    """What can be pressed on a card: the first button of each kind."""
    usable = [b["custom_id"] for b in card.buttons if not b.get("disabled")]
    return {id.split(":")[3]: id for id in reversed(usable)}


def _best(card: VisibleMessage) -> str:
    verbs = _verbs(card)
    return next(verbs[verb] for verb in MOVES if verb in verbs)
