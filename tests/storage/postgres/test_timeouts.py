"""A server that says nothing: who waits, for how long, and who is spared it."""

from __future__ import annotations

import asyncio
import time

import pytest

from bot.storage.postgres import connect
from bot.storage.postgres.connect import AdaptiveTimeout


async def give_up(asked: AdaptiveTimeout) -> None:
    """Ask, and wait in vain."""
    with pytest.raises(TimeoutError):
        async with asked.limit():
            await asyncio.Event().wait()


async def seconds_in_vain(asked: AdaptiveTimeout) -> float:
    """How long somebody waits who asks now."""
    begun = time.monotonic()
    await give_up(asked)
    return time.monotonic() - begun


async def test_after_one_has_waited_in_vain_the_others_wait_briefly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connect, "SHORT_TIMEOUT_SPAN_SECONDS", 60.0)
    asked = AdaptiveTimeout(0.01)
    await give_up(asked)
    asked._seconds = 60.0
    assert await seconds_in_vain(asked) < 30.0


async def test_a_while_later_they_wait_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is slow, and no more, is heard again, though all who tried briefly were not."""
    monkeypatch.setattr(connect, "SHORT_TIMEOUT_SPAN_SECONDS", 0.5)
    asked = AdaptiveTimeout(0.4)
    await give_up(asked)
    await give_up(asked)
    await asyncio.sleep(0.3)
    assert await seconds_in_vain(asked) > connect.SHORT_TIMEOUT_SECONDS + 0.05


async def test_they_do_try() -> None:
    """It may have been one question alone that took long: the next one is answered."""
    asked = AdaptiveTimeout(0.4)
    await give_up(asked)
    async with asked.limit():
        pass
    assert (
        await seconds_in_vain(asked) > connect.SHORT_TIMEOUT_SECONDS + 0.05
    )  # it is over for everybody


async def test_one_that_takes_long_silences_nobody() -> None:
    """Others hear something meanwhile, so the server is there."""
    asked = AdaptiveTimeout(0.4)
    waiting = asyncio.create_task(give_up(asked))
    await asyncio.sleep(0)
    async with asked.limit():
        pass
    await waiting
    assert await seconds_in_vain(asked) > connect.SHORT_TIMEOUT_SECONDS + 0.05


async def test_a_write_is_heard_too() -> None:
    asked = AdaptiveTimeout(0.4)
    waiting = asyncio.create_task(give_up(asked))
    await asyncio.sleep(0)
    asked.record_answer()
    await waiting
    assert await seconds_in_vain(asked) > connect.SHORT_TIMEOUT_SECONDS + 0.05


async def test_a_refusal_is_an_answer() -> None:
    asked = AdaptiveTimeout(0.4)
    await give_up(asked)
    with pytest.raises(ConnectionRefusedError):
        async with asked.limit():
            raise ConnectionRefusedError
    assert await seconds_in_vain(asked) > connect.SHORT_TIMEOUT_SECONDS + 0.05
