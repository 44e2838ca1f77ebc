"""Scripted people who play whole games, by buttons only or by commands only."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

import maps
from bot.text.words import Words
from engine.board import MapSpec
from engine.questions import MixChoice, SecondDraw, SplitChoice, TicketChoice, Turn
from sandbox.world.people import Answer, Person
from sandbox.world.visible_message import VisibleMessage
from tests.support.running_bot import RunningBot, running_bot


def draw_buttons(panel: Answer) -> list[str]:
    """The cards and decks of a panel that can be pressed, by their custom ids."""
    found = [b["custom_id"] for b in panel.message.buttons if not b.get("disabled")]
    return [name for name in found if ":take:" in name or ":blind:" in name]


def deck_button(panel: Answer) -> str:
    """The button of a deck, by its custom id."""
    return draw_buttons(panel)[-1]


def split_labels(say: Callable[..., str], total: int = 4) -> list[str]:
    """The labels of the ways to draw tickets from two decks, all short ones first."""
    parts = [(("short", total - long), ("long", long)) for long in range(total + 1)]
    return [
        " + ".join(say(f"split-{deck}", count=count) for deck, count in part if count)
        for part in parts
    ]


async def keep_tickets(person: Person, panel: Answer | VisibleMessage, values: list[str]) -> Answer:
    """Select tickets and keep them: two presses."""
    picked = await person.select(panel, values)
    (keep,) = [b["custom_id"] for b in picked.message.buttons if ":keep:" in b["custom_id"]]
    return await person.press(picked, keep)


class Player(Protocol):
    """Somebody who answers whatever is asked."""

    async def answer(self, waiting: object) -> None:
        """Give the answer that is asked for."""


class ByButtons:
    """Presses and selects; never types."""

    def __init__(
        self, bot: RunningBot, edition: str, person: Person, language: str, posts: str = "en"
    ) -> None:
        self.bot, self.person = bot, person
        self.spec: MapSpec = maps.load(edition)
        self.say = Words.of(language).say
        self.post_say = Words.of(posts).say

    async def answer(self, waiting: object) -> None:
        """Press until the question is answered."""
        if isinstance(waiting, Turn):
            await self._turn()
        elif isinstance(waiting, SecondDraw):
            await self._draw(await self._post("button-draw"))
        else:
            await self._choose(waiting)

    async def _post(self, key: str) -> Answer:
        return await self.person.press(self.bot.board(), self.post_say(key))

    async def _choose(self, waiting: object) -> None:
        panel = await self._post("button-hand")
        if isinstance(waiting, SplitChoice):
            panel = await self.person.press(panel, panel.message.labels[1])
            await self._keep(panel)
        elif isinstance(waiting, TicketChoice):
            await self._keep(panel)
        elif isinstance(waiting, MixChoice):
            panel = await self.person.press(panel, panel.message.labels[0])
            options = panel.message.selects[0]["options"]
            await self.person.select(panel, [options[len(options) // 2]["value"]])

    async def _keep(self, panel: Answer) -> None:
        menu = panel.message.selects[0]
        values = [option["value"] for option in menu["options"]][: menu["min_values"]]
        await keep_tickets(self.person, panel, values)

    async def _turn(self) -> None:
        panel = await self._post("button-claim")
        if panel.message.selects:
            options = panel.message.selects[0]["options"]
            tracks = [option["value"] for option in options]
            longest = max(tracks, key=lambda track: self.spec.routes[track].length)
            paid = await self.person.select(panel, [longest])
            if self.say("pay-how") in paid.text:
                await self.person.press(paid, paid.message.labels[0])
            return
        await self._draw(await self._post("button-draw"))

    async def _draw(self, panel: Answer) -> None:
        cards = draw_buttons(panel)
        if not cards:
            await self._other()
            return
        panel = await self.person.press(panel, cards[0])
        if self.say("question-SecondDraw") in panel.text:
            await self.person.press(panel, draw_buttons(panel)[-1])

    async def _other(self) -> None:
        panel = await self._post("button-more")
        await self.person.press(panel, self.say("button-pass"))


class ByCommands:
    """Types, and takes what autocomplete offers; never presses."""

    def __init__(self, bot: RunningBot, edition: str, person: Person, language: str) -> None:
        self.bot, self.person = bot, person
        self.spec: MapSpec = maps.load(edition)
        self.say = Words.of(language).say
        self.harbours = 0

    async def answer(self, waiting: object) -> None:
        """Type until the question is answered."""
        if isinstance(waiting, Turn):
            await self._turn()
        elif isinstance(waiting, SecondDraw):
            await self._draw()
        elif isinstance(waiting, MixChoice):
            await self._type("mix", trains=20)
        elif isinstance(waiting, SplitChoice):
            await self._type("tickets", long=1)
        else:
            await self._keep()

    async def _type(self, name: str, **options: object) -> Answer:
        return await self.person.slash(self.bot.channel, name, **options)

    async def _offered(
        self, name: str, option: str, typed: str = "", **others: object
    ) -> list[str]:
        found = await self.person.autocomplete(self.bot.channel, name, option, typed, **others)
        return [str(choice["value"]) for choice in found]

    async def _keep(self) -> None:
        offer = await self._type("tickets")
        menu = offer.message.selects[0]
        await self._type("tickets", keep=" ".join(map(str, range(1, menu["min_values"] + 1))))

    async def _turn(self) -> None:
        has_harbours = any(rule.use == "harbours" for rule in self.spec.rules)
        if has_harbours and await self._harbour():
            return
        routes = await self._offered("claim", "route")
        if routes:
            longest = max(routes, key=lambda track: self.spec.routes[track].length)
            pays = await self._offered("claim", "pay", route=longest)
            await self._type("claim", route=longest, pay=pays[0])
            return
        await self._draw()

    async def _harbour(self) -> bool:
        ports = await self._offered("harbor", "city")
        if not ports:
            return False
        await self._type("harbor", city=ports[0])
        self.harbours += 1
        return True

    async def _draw(self) -> None:
        cards = await self._offered("draw", "card")
        if not cards:
            await self._type("pass")
            return
        decks = await self._offered("draw", "refill", card=cards[0])
        refill = {"refill": decks[-1]} if decks else {}
        await self._type("draw", card=cards[0], **refill)


async def play_to_the_end(bot: RunningBot, game: str, players: Mapping[int, Player]) -> None:
    """Let people answer, one after the other, until the game is over."""
    while True:
        await bot.wait_idle()
        snapshot = await bot.games.snapshot(game)
        if snapshot.state.over:
            return
        seat = next(s for s in snapshot.state.waiting if s in players)
        await players[seat].answer(snapshot.state.waiting[seat])


@asynccontextmanager
async def bot_with_moderator_on_turn(
    folder: Path, edition: str = "usa"
) -> AsyncIterator[tuple[RunningBot, str]]:
    """A moderator on turn, who plays with a bot; the game's id."""
    async with running_bot(folder / "games.db") as bot:
        game = await bot.start_game(edition, bot.moderator, bots=1)
        player = ByCommands(bot, edition, bot.moderator, "en")
        while True:
            await bot.wait_idle()
            snapshot = await bot.games.snapshot(game)
            seat = snapshot.table.seat_of(bot.moderator.id)
            if snapshot.state.turn == seat:
                break
            await player.answer(snapshot.state.waiting[seat])
        yield bot, game
