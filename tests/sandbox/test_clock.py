"""Time that a test may push forward."""

import asyncio

from sandbox import LiveClock


async def test_alarms_go_off_in_their_order_when_time_is_pushed() -> None:
    clock = LiveClock()
    start, rung = clock.now(), []
    clock.call_at(start + 20, lambda: rung.append("second"))
    clock.call_at(start + 10, lambda: rung.append("first"))
    clock.call_at(start + 30, lambda: rung.append("third"))
    clock.call_at(start + 15, lambda: rung.append("never")).cancel()

    clock.advance(25)

    assert rung == ["first", "second"]
    assert clock.now() - start >= 25


async def test_an_alarm_sees_its_own_moment() -> None:
    clock = LiveClock(running=False)
    start, seen = clock.now(), []
    clock.call_at(start + 10, lambda: seen.append(clock.now() - start))

    clock.advance(100)

    assert seen == [10]
    assert clock.now() == start + 100


async def test_real_time_rings_too_and_only_once() -> None:
    clock = LiveClock()
    rung: list[int] = []
    clock.call_at(clock.now() + 0.01, lambda: rung.append(1))

    await asyncio.sleep(0.05)
    clock.advance(10)

    assert rung == [1]


async def test_a_clock_that_stands_still() -> None:
    clock = LiveClock(running=False)
    before = clock.now()

    await asyncio.sleep(0.01)

    assert clock.now() == before
