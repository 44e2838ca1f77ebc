"""A sandbox that serves the page, a demonstration bot, and windows of a browser."""

import asyncio
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from sandbox import LiveClock, Sandbox, page
from sandbox.world.visible_message import VisibleMessage
from tests.page.demo import Demo, point_at
from tests.support.timeouts import TEST_TIMEOUT_SECONDS

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
"""A window of the size of a telephone."""
NAMELESS = """() => [...document.querySelectorAll('button, a, input, select, textarea, img')]
    .filter(e => e.checkVisibility() && !e.closest('[aria-hidden=true]'))
    .filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() || e.title
        || e.getAttribute('aria-labelledby') || e.labels?.length
        || e.hasAttribute('alt')))
    .map(e => e.outerHTML)"""
"""Controls and pictures that a screen reader could not name."""


def chromium_flags() -> list[str]:
    return [
        "--no-sandbox",
        "--headless",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ]


class PageServer:
    """A prepared sandbox that serves the page."""

    def __init__(self, file: Path | None = None, *, port: int = 0) -> None:
        self.sandbox = Sandbox(
            paced=False, file=file, port=port, first_response=TEST_TIMEOUT_SECONDS
        )
        prepared = page.prepare(self.sandbox)
        page.attach(self.sandbox, welcome=prepared.welcome)
        self.club, self.lobby, self.tables = prepared.club, prepared.lobby, prepared.tables
        self.guest, self.other, self.third = prepared.guests
        self.moderator = prepared.moderator
        self._bot: Demo | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def clock(self) -> LiveClock:
        assert isinstance(self.sandbox.clock, LiveClock)
        return self.sandbox.clock

    @property
    def address(self) -> str:
        return page.address(self.sandbox)

    async def open(self, *, bot: bool = True) -> None:
        await self.sandbox.start()
        if bot:
            await self.start_bot()

    async def start_bot(self) -> None:
        point_at(self.sandbox.environment())
        self._bot = Demo()
        self._task = asyncio.create_task(self._bot.start(self.sandbox.token))
        await asyncio.wait_for(self.sandbox.connected(), TEST_TIMEOUT_SECONDS)
        await asyncio.wait_for(self._bot.wait_until_ready(), TEST_TIMEOUT_SECONDS)

    async def edit_message(self, message: VisibleMessage, words: str) -> None:
        """Let the bot say something else in a message of its own."""
        assert self._bot is not None
        place = self._bot.get_partial_messageable(message.channel_id)
        await place.get_partial_message(message.id).edit(content=words)

    async def stop_bot(self) -> None:
        if self._bot is not None and self._task is not None:
            await self._bot.close()
            await asyncio.wait([self._task], timeout=5)
        self._bot = None

    async def close(self) -> None:
        await self.stop_bot()
        await self.sandbox.stop()

    @asynccontextmanager
    async def bot_process(self) -> AsyncIterator[asyncio.subprocess.Process]:
        """The bot as a process of its own; killed without mercy at the end."""
        script = Path(__file__).with_name("demo.py")
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(script), env=os.environ | self.sandbox.environment()
        )
        try:
            await self.sandbox.connected()
            yield process
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()
            await self.sandbox.disconnected()


class Window:
    """One window of a browser, in which somebody is a guest."""

    def __init__(self, tab: Any) -> None:
        self.tab = tab
        self.frames: list[str] = []
        """Everything that its stream has brought."""
        tab.on("websocket", self._listen)

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.tab, name)

    @property
    def input(self) -> Any:
        return self.tab.locator("#message-input")

    def button(self, name: str) -> Any:
        return self.tab.get_by_role("button", name=name, exact=True).last

    def option(self, name: str) -> Any:
        """An option of a list that is open; the browser's own selects are none of ours."""
        return self.tab.get_by_role("listbox").get_by_role("option", name=name)

    @property
    def last(self) -> Any:
        """The newest message."""
        return self.tab.locator(".timeline > .message").last

    async def sees(self, words: str) -> None:
        """Wait until words stand in the timeline."""
        await self.tab.locator(".timeline", has_text=words).wait_for(
            timeout=TEST_TIMEOUT_SECONDS * 1000
        )

    async def says_last(self, words: str) -> None:
        """Wait until words stand in the newest message."""
        await self.tab.locator(".timeline > .message:last-child", has_text=words).wait_for(
            timeout=TEST_TIMEOUT_SECONDS * 1000
        )

    async def type_command(self, line: str) -> None:
        """A whole command as text, sent with Enter."""
        await self.input.fill(line)
        await self.input.press("Escape")
        await self.input.press("Enter")

    async def everything(self) -> str:
        """All that this window holds: what is shown, what is hidden, and what came in."""
        return str(await self.tab.content()) + "\n".join(self.frames)


class Profiles:
    """The browser, with one profile for each kind of reader.

    A profile is kept from test to test, which saves most of the time a window takes. What a page
    stores in it belongs to one server, since each server listens on a port of its own.
    """

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self._known: dict[str, Any] = {}

    async def of(self, number: int = 0, **wishes: Any) -> Any:
        """The profile of a reader with these wishes, of the first, the second and so on."""
        settings: dict[str, Any] = {"locale": "en-US", "viewport": {"width": 1280, "height": 800}}
        settings |= wishes
        key = repr([number, *sorted(settings.items())])
        if key not in self._known:
            self._known[key] = await self.browser.new_context(**settings)
            self._known[key].set_default_timeout(TEST_TIMEOUT_SECONDS * 1000)
        return self._known[key]


class HasAddress(Protocol):
    """A server of the page."""

    @property
    def address(self) -> str:
        """Address of the page."""


class HasId(Protocol):
    """A person as whom a window can be opened."""

    @property
    def id(self) -> int:
        """Discord id of the person."""


class Windows:
    """Opens windows of one server, and records their errors and foreign requests."""

    def __init__(self, profiles: Profiles, server: HasAddress) -> None:
        self._profiles = profiles
        self._server = server
        self._tabs: list[Any] = []
        self._opened: Counter[str] = Counter()
        self.errors: list[str] = []
        self.foreign: list[str] = []

    async def open(
        self, guest: HasId | None, *, channel: int | None = None, **wishes: Any
    ) -> Window:
        # A browser hardly paints behind another tab of the same profile: a click takes seconds.
        kind = repr(sorted(wishes.items()))
        profile = await self._profiles.of(self._opened[kind], **wishes)
        self._opened[kind] += 1
        window = Window(await profile.new_page())
        self._tabs.append(window.tab)
        self._record_errors(window.tab)
        query = f"?as={guest.id}" if guest is not None else ""
        place = f"#{channel}" if channel is not None else ""
        await window.tab.goto(f"{self._server.address}{query}{place}")
        await window.tab.locator("#heading h1").wait_for()
        return window

    def _record_errors(self, tab: Any) -> None:
        home = urlsplit(self._server.address).netloc
        tab.on("pageerror", lambda error: self.errors.append(str(error)))
        tab.on("console", self._record_console)
        tab.on("request", lambda r: self._record_request(r.url, home))
        tab.on("websocket", lambda socket: self._record_request(socket.url, home))

    def _record_console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.text} {message.location.get('url', '')}")

    def _record_request(self, url: str, home: str) -> None:
        if urlsplit(url).netloc != home and not url.startswith(("data:", "about:")):
            self.foreign.append(url)

    async def close(self) -> None:
        for tab in self._tabs:
            await tab.close()
