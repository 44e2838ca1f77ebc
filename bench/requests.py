"""Requests to Discord per turn, over whole games played on hand cards.

Discord allows 50 a second for all tables together. Answers to presses do not count. Nothing here is
timed: the bot runs in this process, and its clock is moved forward between turns.
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
"""The prefixes of routes that Discord does not count."""
PACES: Final = {"an hour between turns": timedelta(hours=1), "all at the table": timedelta(0)}
"""With an hour between turns a player is pinged and gets a new card. At the table the old card is
edited."""
MOVES: Final = ("lay", "pay", "blind", "take", "keep", "pass")
"""The kinds of buttons to press on a card, the best first."""


def rows() -> Iterator[Row]:
    """Yield all measurements."""
    for name, pause in PACES.items():
        with tempfile.TemporaryDirectory() as folder:
            *turns, end = asyncio.run(_measure_turns(Path(folder), pause))
        whole = sum(turns, Counter[str]())
        mean = ", ".join(f"{route} {n / len(turns):.2f}" for route, n in whole.most_common())
        note = f"{whole.total() / len(turns):.2f} on average ({mean}); the end {end.total()}"
        most = max(turn.total() for turn in turns)
        yield Row(f"requests of the dearest turn, {name}", most, GOAL, "", note=note)


async def _measure_turns(folder: Path, pause: timedelta) -> list[Counter[str]]:
    """Return the requests of each turn of a whole game. The last turn ends the game."""
    async with Sandbox(paced=False, remember=False) as sandbox:
        evening = _Game(sandbox, pause)
        async with evening.served(folder / "requests.db"):
            await evening.begin()
            sandbox.core.traffic.subscribe(evening.count)
            await evening.play()
    return evening.turns


class _Game:
    """A game of four people who press the buttons on their hand cards."""

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
        """Run the bot while the block runs."""
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
        """Count a request for the current turn, unless Discord does not count it."""
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
        await self._wait_until_announced()
        for person in self._people.values():
            await self._move(person)
            await self._wait_until_announced()

    async def play(self) -> None:
        """Play the game to its end."""
        look = self._parts.services.games.snapshot
        while (turn := (snapshot := await look(self._game)).state.turn) is not None:
            self.turns.append(Counter())
            person = self._people[snapshot.table.seats[turn].user_id or 0]
            while (await look(self._game)).state.turn == turn:
                await self._move(person)
            await self._wait_until_announced()
            self._later += self._pause

    async def _move(self, person: Person) -> None:
        """Select what a person's card asks for, press a button, and await the answer."""
        card = [seen for seen in person.sees(person.direct) if not seen.ephemeral][-1]
        if card.selects:
            menu = card.selects[0]
            chosen = [option["value"] for option in menu["options"]][: menu["min_values"]]
            card = (await person.select(card, chosen)).message
        answer = await person.press(card, _best_button(card))
        await self._wait_until_recorded(person, answer)

    async def _wait_until_recorded(self, person: Person, answer: Answer) -> None:
        """Wait until the bot has recorded the card that an answer changed."""
        async with asyncio.timeout(30):
            while True:
                snapshot = await self._parts.services.games.snapshot(self._game)
                touched = snapshot.table.progress.touched[snapshot.table.seat_of(person.id)]
                card = (await self._store.posts.by_kind(self._game))[f"hand-{person.id}"]
                if (
                    snapshot.state.over
                    or card.version >= touched
                    or "pay" in _verbs(answer.message)
                ):
                    return
                await asyncio.sleep(0.01)

    async def _wait_until_announced(self) -> None:
        await self._parts.job_runner.wait_idle()
        await self._parts.updates.wait_idle()


def _verbs(card: VisibleMessage) -> dict[str, str]:
    """Return the first enabled button of each kind on a card."""
    usable = [b["custom_id"] for b in card.buttons if not b.get("disabled")]
    return {id.split(":")[3]: id for id in reversed(usable)}


def _best_button(card: VisibleMessage) -> str:
    verbs = _verbs(card)
    return next(verbs[verb] for verb in MOVES if verb in verbs)
