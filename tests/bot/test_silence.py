"""A server that says nothing: who waits, for how long, and who is spared it."""

from __future__ import annotations

import asyncio

import pytest

from bot.storage import silence
from bot.storage.silence import Silence


async def give_up(asked: Silence) -> None:
    """Ask, and wait in vain."""
    with pytest.raises(TimeoutError):
        async with asked.broken():
            await asyncio.Event().wait()


async def test_after_one_has_waited_in_vain_nobody_else_does() -> None:
    asked = Silence(0.01)
    await give_up(asked)
    tried = False
    with pytest.raises(TimeoutError, match="no answer"):
        async with asked.broken():
            tried = True
    assert not tried


async def test_a_while_later_somebody_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Silence(0.01)
    await give_up(asked)
    with monkeypatch.context() as later:
        later.setattr(silence, "PAUSE", 0.0)
        async with asked.broken():
            pass
    async with asked.broken():  # it is over for everybody
        pass


async def test_one_that_takes_long_silences_nobody() -> None:
    """Others hear something meanwhile, so the server is there."""
    asked = Silence(0.05)
    waiting = asyncio.create_task(give_up(asked))
    await asyncio.sleep(0)
    async with asked.broken():
        pass
    await waiting
    async with asked.broken():
        pass


async def test_a_write_is_heard_too() -> None:
    asked = Silence(0.05)
    waiting = asyncio.create_task(give_up(asked))
    await asyncio.sleep(0)
    asked.hear()
    await waiting
    async with asked.broken():
        pass


async def test_a_refusal_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Silence(0.01)
    await give_up(asked)
    with monkeypatch.context() as later:
        later.setattr(silence, "PAUSE", 0.0)
        with pytest.raises(ConnectionRefusedError):
            async with asked.broken():
                raise ConnectionRefusedError
    async with asked.broken():
        pass
