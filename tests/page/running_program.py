"""The program as `make run` starts it: the sandbox, the bot in its own process, and the page."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp

from bot.text.words import Words
from tests.page.page_server import Window
from tests.support.processes import (
    RunningProcess,
    clean_environment,
    free_port,
    start_process,
    whistlestop_command,
)

TIMELINE = ".timeline > .message"
WRITTEN = ".markdown"
TURN = "[role=heading]"
"""Where a post of a table says which turn it is."""


class Guest(NamedTuple):
    """Somebody whom a window can be."""

    id: int
    name: str


class RunningProgram:
    """A running `whistlestop run`, and its guests by name."""

    def __init__(self, running: RunningProcess, folder: Path, port: int) -> None:
        self.running = running
        self.folder = folder
        self.port = port
        self.address = f"http://127.0.0.1:{port}/"
        self.guests: dict[str, Guest] = {}

    async def wait_until_ready(self) -> None:
        """Wait for the line that a newcomer waits for."""
        await asyncio.to_thread(self.running.wait_for_output, self.address)
        where = f"{self.address}page/guests"
        async with aiohttp.ClientSession() as session, session.get(where) as answer:
            people = await answer.json()
        self.guests = {each["name"]: Guest(int(each["id"]), each["name"]) for each in people}

    def kill_bot(self) -> int:
        """Without mercy; the runner starts another one."""
        (bot,) = self.running.children()
        os.kill(bot, signal.SIGKILL)
        return bot

    @property
    def log(self) -> str:
        """What the bot has written."""
        return (self.folder / "data" / "sandbox" / "bot.log").read_text(encoding="utf-8")


@asynccontextmanager
async def running_program(folder: Path, port: int | None = None) -> AsyncIterator[RunningProgram]:
    """Start everything in a folder of its own; end it with the block."""
    port = port or free_port()
    environment = clean_environment(WHISTLESTOP_SANDBOX_PORT=str(port))
    with start_process(whistlestop_command("run"), folder, environment) as running:
        made = RunningProgram(running, folder, port)
        await made.wait_until_ready()
        yield made
        await asyncio.to_thread(running.stop)


class Player:
    """Somebody in a window who plays by buttons, and waits for what they see only."""

    def __init__(self, window: Window, language: str = "en", posts: str = "en") -> None:
        self.window = window
        self.tab: Any = window.tab
        self.say = Words.of(language).say
        self.post_say = Words.of(posts).say

    # what is to be seen

    @property
    def panels(self) -> Any:
        """Answers that only this guest sees."""
        return self.tab.locator(f"{TIMELINE}.ephemeral")

    async def next_panel(self) -> Any:
        """The next answer that only this guest sees; others may go before it comes."""
        known = await self.panels.evaluate_all("all => all.map(each => `:not(#${each.id})`)")
        return self.tab.locator(f"{TIMELINE}.ephemeral{''.join(known)}").first

    def post(self, key: str) -> Any:
        """The newest post of the table with a certain button."""
        button = f'button.button:not([disabled]) > span:text-is("{self.post_say(key)}")'
        return self.tab.locator(f"{TIMELINE}:not(.ephemeral):has({button})").last

    def deck(self, panel: Any) -> Any:
        """The button of the first deck that can be drawn from."""
        return panel.locator("button[data-control*=':blind:']:not([disabled])").first

    async def goes_to(self, place: str) -> None:
        """Open a channel, by the list that a narrow window hides."""
        menu = self.tab.locator("#menu-button")
        if await menu.is_visible():
            await menu.click()
        await self.tab.get_by_role("link", name=place).click()
        await self.tab.locator("#sidebar.open").wait_for(state="detached")
        await self.tab.locator("#heading h1", has_text=place.split()[-1]).wait_for()

    async def words(self, message: Any) -> str:
        """What the bot has written there, without what a guest has just chosen."""
        return "\n".join(await message.locator(WRITTEN).all_inner_texts())

    async def heading(self, post: Any) -> Any:
        """The heading of a post as it is now; it goes when the turn is over."""
        here = self.tab.locator(f"#{await post.get_attribute('id')} {TURN}")
        return here.filter(has_text=await here.first.inner_text()).first

    # what is done

    async def presses(self, key: str) -> Any:
        """Press a button of the table's post; the answer that comes."""
        panel = await self.next_panel()
        post = self.post(key)
        await post.get_by_role("button", name=self.post_say(key), exact=True).click()
        await panel.locator(".components > *").first.wait_for()
        return self.tab.locator(f"#{await panel.get_attribute('id')}")

    async def uses(self, panel: Any, control: Any) -> None:
        """Press something in a panel, and wait for what becomes of the panel."""
        which = await control.get_attribute("data-control")
        await control.click()
        await self.goes_on(panel, which)

    async def goes_on(self, panel: Any, which: str) -> None:
        """Wait until a panel has answered: what was used is no longer offered there.

        Other words or a picture are no sign, since they may belong to the press before.
        """
        await self.tab.wait_for_function(
            """([id, which]) => {
                const panel = document.getElementById(id);
                const offered = panel?.querySelectorAll('[data-control]:not(:disabled)') ?? [];
                return !panel?.querySelector('.thinking')
                    && ![...offered].some(each => each.dataset.control === which);
            }""",
            arg=[await panel.get_attribute("id"), which],
        )

    async def chooses(self, panel: Any, how_many: int) -> None:
        """The first options of the first list in a panel."""
        menu = panel.get_by_role("combobox").first
        which = await menu.get_attribute("data-control")
        await self.selects(menu, how_many)
        await self.goes_on(panel, which)

    async def keeps(self, panel: Any, how_many: int) -> None:
        """Select the first tickets on offer, then press *Keep*."""
        await self.selects(panel.get_by_role("combobox").first, how_many)
        keep = panel.locator("button:enabled", has_text=self.say("button-keep"))
        await keep.wait_for()
        await self.uses(panel, keep)

    async def selects(self, menu: Any, how_many: int) -> None:
        """The first options of a list."""
        await menu.click()
        options = self.tab.get_by_role("listbox").get_by_role("option")
        done = self.tab.locator(".popup").get_by_role("button")
        several = await done.count() > 0
        for number in range(how_many):
            await options.nth(number).click()
        if several:
            await done.click()

    async def keeps_tickets(self, how_many: int) -> str:
        """Look at the hand, choose; what the bot says then."""
        panel = await self.presses("button-hand")
        await self.keeps(panel, how_many)
        return await self.words(panel)

    async def takes_a_turn(self, *, build: bool = True) -> bool:
        """Build if that is wanted and possible, else draw; whether something was built."""
        mine = self.post("button-draw").and_(self.tab.locator(f"{TIMELINE}:has(.mention.mine)"))
        await mine.wait_for()
        heading = await self.heading(mine)
        built = build and await self.builds()
        if not built:
            await self.draws()
        await heading.wait_for(state="detached")
        return built

    async def builds(self) -> bool:
        """The first route that is offered, in the first way to pay for it."""
        panel = await self.presses("button-claim")
        if not await panel.get_by_role("combobox").count():
            return False
        await self.chooses(panel, 1)
        if self.say("pay-how") in await panel.inner_text():
            await self.uses(panel, panel.locator("button.button").first)
        return True

    async def draws(self) -> None:
        """From the deck, until nothing more is asked."""
        await self.draws_on(await self.presses("button-draw"))

    async def draws_on(self, panel: Any) -> None:
        """The same in a panel that is open."""
        while await self.deck(panel).count():
            await self.uses(panel, self.deck(panel))


async def next_of(players: Mapping[str, Player]) -> Player:
    """Wait for a turn of one of those at the table: the post names them."""
    post = next(iter(players.values())).post("button-draw")
    return players[(await post.locator(".mention").first.inner_text()).removeprefix("@")]
