"""A prepared sandbox with the demonstration bot, and windows of a real browser onto it."""

import asyncio
import inspect
import shutil
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from bot.outbox.delays import PublishDelays
from tests.page.page_server import PageServer, Profiles, Windows, chromium_flags
from tests.support.emoji import put_emoji
from tests.support.running_bot import RunningBot

CHROMIUM = shutil.which("chromium")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One loop for all tests of a worker: the browser is started once."""
    for item in items:
        here = "tests/page/" in item.path.as_posix() and isinstance(item, pytest.Function)
        if here and inspect.iscoroutinefunction(item.obj):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def profiles() -> AsyncIterator[Profiles]:
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine: apt-get install chromium")
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=CHROMIUM, args=chromium_flags())
        yield Profiles(started)
        await started.close()


@pytest_asyncio.fixture(loop_scope="session")
async def server() -> AsyncIterator[PageServer]:
    made = PageServer()
    await made.open()
    try:
        yield made
    finally:
        await made.close()
        await asyncio.sleep(0)


@pytest_asyncio.fixture(loop_scope="session")
async def bot(
    server: PageServer, tmp_path: Path, request: pytest.FixtureRequest
) -> AsyncIterator[RunningBot]:
    """The real bot on the server of the page, in place of the demonstration bot.

    It has the usual delays, except that a hand card is updated after one second instead of ten.
    The parameter of the fixture is the language of the Discord server.
    """
    await server.stop_bot()
    made = RunningBot(server.sandbox, tmp_path / "games.db", getattr(request, "param", "en-US"))
    made.delays = PublishDelays(own_card=timedelta(seconds=1))
    put_emoji(server.sandbox)
    try:
        await made.start()
        yield made
    finally:
        await made.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def windows(profiles: Profiles, server: PageServer) -> AsyncIterator[Windows]:
    """Windows that watch themselves: no error in a console, no request to another machine."""
    made = Windows(profiles, server)
    yield made
    await made.close()
    assert made.errors == []
    assert made.foreign == []
