"""`python -m tests.page.screens FOLDER [en|de] [EDITION]`: a picture of every screen.

Two people and a bot play at the sandbox. Each screen is saved as it looks in a window of 1280 and
of 390 pixels. The list at the end says how tall each screen is on a telephone.
"""

import asyncio
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from PIL import Image
from playwright.async_api import Error, async_playwright

import maps
from bot.text.words import Words
from sandbox.world.people import Answer, Person
from sandbox.world.places import Place
from sandbox.world.visible_message import VisibleMessage
from tests.page.page_server import PHONE, PageServer, Profiles, Window, Windows, chromium_flags
from tests.support.players import ByButtons, deck_button, play_to_the_end
from tests.support.running_bot import RunningBot

DESKTOP = {"viewport": {"width": 1280, "height": 2600}}
TALL_PHONE = PHONE | {"viewport": {"width": 390, "height": 2600}}
"""Tall enough for every message, which is then on the picture as a whole."""
PHONE_SCREEN_PIXELS = 844

ALL_DRAWN = "[...document.querySelectorAll('img')].every(i => i.complete && i.naturalWidth)"
"""Whether the page shows all its pictures."""

Shot = tuple[str, Person, Place, VisibleMessage]
"""A name, and the message that a person sees in a place."""


class Screens:
    """Walks through a game and yields each screen."""

    def __init__(self, bot: RunningBot, language: str, edition: str) -> None:
        self.bot, self.edition = bot, edition
        self.say = Words.of(language).say
        self.person = bot.guest if language == "de" else bot.other
        self.second = bot.other if language == "de" else bot.guest

    def shot(self, name: str, answer: Answer | VisibleMessage, place: Place | None = None) -> Shot:
        """Return the shot of an answer, or of a message in a place."""
        message = answer.message if isinstance(answer, Answer) else answer
        return name, self.person, place or self.bot.channel, message

    def direct(self, name: str) -> Shot:
        """Return the shot of the newest direct message."""
        return self.shot(name, self.person.sees(self.person.direct)[-1], self.person.direct)

    async def walk(self) -> AsyncIterator[Shot]:
        """Yield every screen of a game, from the lobby to the result."""
        bot, person = self.bot, self.person
        async for each in self._lobby():
            yield each
        async for each in self._full_table():
            yield each
        await bot.moderator.slash(bot.channel, "game start")
        await bot.wait_idle()
        yield self.shot("opening-channel", bot.newest_post())
        yield self.direct("opening")
        row = await bot.store.games.open_in(bot.channel.id)
        assert row is not None
        await self._play_opening(row.id)
        yield self.direct("turn")
        yield self.shot("board", bot.board())
        async for each in self._turn():
            yield each
        async for each in self._start_plan():
            yield each
        async for each in self._commands():
            yield each
        async for each in self._votes():
            yield each
        await self._play_opening(row.id)  # a plan has played the turn that was shown
        async for each in self._end_of_turn():
            yield each
        await self._finish(row.id)
        yield self.shot("result", bot.newest_post())
        yield self.direct("result-direct")
        last = await person.press(bot.newest_post(), self.say("button-details"))
        yield self.shot("result-details", last)

    async def _lobby(self) -> AsyncIterator[Shot]:
        """Open the table, seat both people, and yield the lobby and its details."""
        bot, person = self.bot, self.person
        await bot.moderator.slash(bot.channel, "game new", edition=self.edition, bots=1)
        await bot.wait_idle()
        for each in (person, self.second):
            joined = await each.press(bot.newest_post(), self.say("button-join"))
            if each is person:
                yield self.shot("joined", joined)
        await bot.wait_idle()
        yield self.shot("lobby", bot.newest_post())
        details = await person.press(bot.newest_post(), self.say("button-details"))
        yield self.shot("lobby-details", details)

    async def _full_table(self) -> AsyncIterator[Shot]:
        """Fill another table, and yield its lobby, the message to its opener, and refusals."""
        bot, place = self.bot, self.bot.club.channel("second")
        refused = await self.person.slash(place, "open", edition=self.edition)
        yield self.shot("open-refused", refused, place)
        await bot.moderator.slash(place, "game settings", open=place)
        bots = maps.load(self.edition).seats[-1] - 2
        opened = await self.person.slash(place, "open", edition=self.edition, bots=bots)
        await self.person.until(lambda: opened.text != self.say("lobby-opening"))
        yield self.shot("open", opened, place)
        await bot.wait_idle()
        for each in (self.person, self.second):
            await each.press(bot.newest_post(place), self.say("button-join"))
            await bot.wait_idle()
        yield self.shot("lobby-full", bot.newest_post(place), place)
        yield self.direct("lobby-full-direct")
        own = await self.person.press(bot.newest_post(place), self.say("button-details"))
        yield self.shot("lobby-own-details", own, place)
        await self.person.press(own, self.say("button-close-lobby"))
        await bot.wait_idle()
        yield self.shot("lobby-closed", bot.newest_post(place), place)

    def _player(self, person: Person) -> ByButtons:
        posts = "de" if self.person is self.bot.guest else "en"
        language = "de" if person is self.bot.guest else "en"
        return ByButtons(self.bot, self.edition, person, language, posts)

    async def _play_opening(self, game: str) -> None:
        """Answer until the shown person has a whole turn in front of them."""
        bot = self.bot
        while True:
            snapshot = await bot.games.snapshot(game)
            own = snapshot.table.seat_of(self.person.id)
            if snapshot.state.turns > 6 and snapshot.state.turn == own:
                return
            for each in (self.person, self.second):
                asked = snapshot.state.waiting.get(snapshot.table.seat_of(each.id))
                if asked is not None:
                    await self._player(each).answer(asked)
                    break
            await bot.wait_idle()

    async def _turn(self) -> AsyncIterator[Shot]:
        bot, person, say = self.bot, self.person, self.say
        yield self.shot("hand", await person.press(bot.board(), say("button-hand")))
        yield self.shot("map", await person.press(bot.board(), say("button-map")))
        yield self.shot("draw", await person.press(bot.board(), say("button-draw")))
        yield self.shot("claim", await person.press(bot.board(), say("button-claim")))
        async for each in self._payment():
            yield each
        asked = await person.press(bot.board(), say("button-tickets"))
        yield self.shot("tickets-ask", asked)
        yield self.shot("more", await person.press(bot.board(), say("button-more")))
        hand = await person.slash(bot.channel, "hand")
        async for each in self._plan(hand):
            yield each
        out_of_turn = await self.second.press(bot.board(), say("button-draw"))
        yield "out-of-turn", self.second, bot.channel, out_of_turn.message
        watching = await bot.moderator.press(bot.board(), say("button-more"))
        yield "spectator-more", bot.moderator, bot.channel, watching.message
        refused = await bot.moderator.press(bot.board(), say("button-hand"))
        yield "spectator-hand", bot.moderator, bot.channel, refused.message

    async def _payment(self) -> AsyncIterator[Shot]:
        """Yield the question how to pay for a route, if one has several payments."""
        listed = await self.person.press(self.bot.board(), self.say("button-claim"))
        routes = maps.load(self.edition).routes
        for option in listed.message.selects[0]["options"] if listed.message.selects else ():
            if routes[option["value"]].colour is None:
                row = await self.bot.store.games.open_in(self.bot.channel.id)
                snapshot = await self.bot.games.snapshot(row.id if row else "")
                seat = snapshot.table.seat_of(self.person.id)
                if len([*snapshot.menu(seat).payments(option["value"])]) > 1:
                    yield self.shot("pay", await self.person.select(listed, [option["value"]]))
                    return

    async def _end_of_turn(self) -> AsyncIterator[Shot]:
        """Yield the answers to both cards of a turn, while another table waits."""
        bot, person, say = self.bot, self.person, self.say
        hall = bot.club.channel("second-hall")
        await bot.moderator.slash(hall, "game new", edition="new-york", bots=1)
        await bot.wait_idle()
        await person.press(bot.newest_post(hall), say("button-join"))
        await bot.moderator.slash(hall, "game start")
        await bot.wait_idle()
        panel = await person.press(bot.board(), say("button-draw"))
        panel = await person.press(panel, deck_button(panel))
        yield self.shot("second-card", panel)
        panel = await person.press(panel, deck_button(panel))
        yield self.shot("turn-over", panel)
        yield self.shot(
            "next-table", await person.press(panel, panel.message.buttons[0]["custom_id"])
        )
        yield self.shot("my-games-two", await person.slash(bot.channel, "my games"))
        await bot.moderator.slash(hall, "game cancel", confirm=True)
        await bot.wait_idle()

    async def _drawn(self, answer: Answer) -> Answer:
        """Return the answer once its picture is there, which comes after the words."""
        while not self.person._current(answer).files:
            await asyncio.sleep(0.05)
        return answer

    async def _plan(self, hand: Answer) -> AsyncIterator[Shot]:
        person, say = self.person, self.say
        plan = await person.press(await self._drawn(hand), say("button-plan"))
        yield self.shot("plan", await self._drawn(plan))
        menu = await person.press(plan, say("order-button-change"))
        yield self.shot("plan-change", menu)
        for part in ("list", "tracks", "cards", "details", "calls", "contract"):
            panel = await person.press(menu, say(f"order-button-go-{part}"))
            yield self.shot(f"plan-{part}", panel)
            menu = await person.press(panel, say("button-back"))
        await person.press(menu, say("order-button-throw"))

    async def _start_plan(self) -> AsyncIterator[Shot]:
        bot, person, say = self.bot, self.person, self.say
        plan = await person.press(person.sees(person.direct)[-1], say("button-plan"))
        started = await person.press(plan, say("order-button-give"))
        yield self.shot("plan-started", await self._drawn(started), person.direct)
        await bot.wait_idle()
        yield self.direct("plan-runs")
        shown = await person.slash(bot.channel, "plan")
        yield self.shot("plan-running", await self._drawn(shown))
        yield self.shot("plan-map", await person.press(bot.board(), say("button-map")))
        stopped = await person.press(shown, say("order-button-pause"))
        yield self.shot("plan-stopped", await self._drawn(stopped))

    async def _commands(self) -> AsyncIterator[Shot]:
        bot, person = self.bot, self.person
        for command in ("help", "my games", "my settings", "my clock", "scores", "log", "tables"):
            yield self.shot(command.replace(" ", "-"), await person.slash(bot.channel, command))
        yield self.shot("rules", await person.slash(bot.channel, "rules", topic="time"))
        yield self.shot("board-text", await person.slash(bot.channel, "board", view="text"))
        for command, options in (
            ("game settings", {}),
            ("game check", {}),
            ("game extend", {"hours": 5}),
            ("game pace", {"pace": "day"}),
        ):
            answer = await bot.moderator.slash(bot.channel, command, **options)
            yield command.replace(" ", "-"), bot.moderator, bot.channel, answer.message
        await bot.wait_idle()

    async def _votes(self) -> AsyncIterator[Shot]:
        bot, person, say = self.bot, self.person, self.say
        more = await person.press(bot.board(), say("button-more"))
        await person.press(more, say("button-pause"))
        await bot.wait_idle()
        yield self.shot("pause-vote", bot.board())
        more = await person.press(bot.board(), say("button-more"))
        sure = await person.press(more, say("button-cancel"))
        yield self.shot("cancel-sure", sure)
        await person.press(sure, say("button-cancel-sure"))
        await bot.wait_idle()
        yield self.shot("cancel-vote", bot.board())
        await person.press(bot.board(), say("button-refuse-cancel"))
        await person.press(bot.board(), say("button-refuse-pause"))
        await bot.wait_idle()

    async def _finish(self, game: str) -> None:
        table = (await self.bot.games.snapshot(game)).table
        players = {table.seat_of(p.id): self._player(p) for p in (self.person, self.second)}
        await play_to_the_end(self.bot, game, players)


async def save(windows: dict[str, Window], folder: Path, shot: Shot) -> int:
    """Save a screen at both widths, and return its height on a telephone."""
    name, _, place, message = shot
    height = 0
    for width, window in windows.items():
        await window.tab.evaluate("id => { location.hash = id; }", str(place.id))
        shown = window.tab.locator(f"#m{message.id}")
        await shown.wait_for()
        # The page's policy forbids the code with which wait_for_function asks again.
        while not await window.tab.evaluate(ALL_DRAWN):
            await asyncio.sleep(0.05)
        path = folder / f"{name}-{width}.png"
        while True:
            try:
                await shown.screenshot(path=str(path))
                break
            except Error:  # The page has just drawn the message again.
                await asyncio.sleep(0.2)
        height = Image.open(path).height
    return height


async def main(folder: Path, language: str = "en", edition: str = "usa") -> None:
    """Take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("no chromium on this machine: apt-get install chromium")
    async with (
        async_playwright() as playwright,
        await playwright.chromium.launch(
            executable_path=chromium, args=chromium_flags()
        ) as browser,
        _running_bot(language) as (server, bot),
    ):
        opened = Windows(Profiles(browser), server)
        theme = {"color_scheme": "dark", "locale": "de-DE" if language == "de" else "en-US"}
        by_person: dict[int, dict[str, Window]] = {}
        async for shot in Screens(bot, language, edition).walk():
            person = shot[1]
            if person.id not in by_person:
                by_person[person.id] = {
                    width: await opened.open(person, channel=bot.channel.id, **theme, **size)
                    for width, size in (("1280", DESKTOP), ("390", TALL_PHONE))
                }
            height = await save(by_person[person.id], folder, shot)
            print(f"{shot[0]}: {height} px, {height / PHONE_SCREEN_PIXELS:.1f} screens", flush=True)  # noqa: T201
        await opened.close()


@asynccontextmanager
async def _running_bot(language: str) -> AsyncIterator[tuple[PageServer, RunningBot]]:
    server = PageServer()
    await server.open(bot=False)
    with tempfile.TemporaryDirectory() as home:
        bot = RunningBot(server.sandbox, Path(home) / "games.db", language)
        await bot.start()
        try:
            yield server, bot
        finally:
            await bot.stop()
            await server.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), *sys.argv[2:]))
