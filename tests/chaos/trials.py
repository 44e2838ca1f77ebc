"""The ten trials: each does its worst; what must hold afterwards is checked by the world."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Any

from bot.games.clock.pace import PACES
from bot.games.errors import LobbyError
from bot.games.lobby import LOBBY_LIFETIME
from bot.games.model import Options, format_time
from bot.games.service import make_games
from bot.storage.database import Statement
from bot.text.words import Words
from engine.actions import DrawBlind, KeepTickets
from engine.ids import DeckName
from sandbox.traffic_log import Exchange
from sandbox.world.people import Person
from tests.chaos.rate import Rate
from tests.chaos.world import EDITION, Process, Table, World
from tests.support.processes import fetch

EN = Words.of("en").say
BLITZ = "blitz"
SLOW = 4
"""Requests that take a second."""
TOLD = 120.0
"""Seconds in which everything is told again after the worst."""


async def kills(world: World) -> str:
    """1. kill -9 a process at a random moment of an append."""
    tables, count = await world.take_tables(4), world.times(3, 100)
    for number in range(count):
        world.say(f"kill {number + 1} of {count}")
        if number % 12 == 11:
            tables = await world.take_tables(4)
        victim = world.rng.choice(world.processes)
        playing = [asyncio.create_task(world.move(table, 5)) for table in tables]
        await asyncio.sleep(world.rng.uniform(0.0, 0.4))
        await victim.end()
        await asyncio.gather(*playing)
        victim.start()
        await victim.wait_for_health()
    await world.all_up()
    assert len(world.presses) >= count, "hardly anybody played"
    return f"{count} kills, {len(world.presses)} presses"


async def server_killed(world: World) -> str:
    """2. kill -9 PostgreSQL under load."""
    tables, count = await world.take_tables(4), world.times(1, 5)
    for number in range(count):
        world.say(f"kill {number + 1} of {count}")
        playing = asyncio.create_task(world.play(tables, 3))
        await asyncio.sleep(world.rng.uniform(0.1, 0.6))
        world.cluster.kill()
        await asyncio.sleep(0.5)
        await asyncio.to_thread(world.cluster.start)
        await playing
        for process in world.processes:
            await process.wait_for_health(200)
    assert await world.play(tables, 1)
    return f"{count} kills of the server, {len(world.presses)} presses"


async def swallowed(world: World) -> str:
    """3. The answer to what was committed never comes: the retry finds its own press."""
    (table,), count = await world.take_tables(1), world.times(2, 8)
    done = 0
    for number in range(count):
        world.say(f"answer {number + 1} of {count}")
        for process in world.processes:
            process.proxy.swallow(b"DrawBlind")
        before = sum(process.proxy.swallowed for process in world.processes)
        pressed = await world.press(table, verbs=["blind"])
        for process in world.processes:
            process.proxy.mend()
        if pressed is None:
            break
        assert sum(p.proxy.swallowed for p in world.processes) > before
        assert pressed.is_done, pressed
        done += 1
    assert done
    return f"{done} answers swallowed, each press answered with what it had done"


async def repeated(world: World) -> str:
    """4. The same interaction to two and to three processes: one move, one answer."""
    tables = await world.take_tables(2)
    answers: list[Exchange] = []
    world.sandbox.core.traffic.subscribe(answers.append)
    count = 0
    for copies in (2, 3) * world.times(2, 10):
        world.say(f"press {count + 1}")
        table = tables[count % 2]
        original = world.sandbox.core.faults.deliveries
        world.sandbox.core.faults.deliveries = lambda n=copies: n  # type: ignore[method-assign]
        try:
            pressed = await world.press(table)
        finally:
            world.sandbox.core.faults.deliveries = original  # type: ignore[method-assign]
        if pressed is None:
            continue
        assert pressed.is_done, pressed
        count += 1
        await asyncio.sleep(0.2)
        taken = [
            e.status
            for e in answers
            if e.template.startswith("POST /interactions/")
            and e.params.get("interaction") == str(pressed.interaction.id)
        ]
        assert len([status for status in taken if status < 300]) == 1, taken
    world.sandbox.core.traffic.unsubscribe(answers.append)
    assert count
    return f"{count} presses, each to two or three processes"


async def at_once(world: World) -> str:
    """5. Two joins on one seat, a join against the start, two agreements."""
    rounds = world.times(1, 10)
    for number in range(rounds):
        world.say(f"round {number + 1} of {rounds}")
        await asyncio.gather(_two_joins(world), _join_and_start(world), _two_agree(world))
    return f"{rounds} of each"


async def _two_joins(world: World) -> None:
    """One of them has the seat."""
    channel, service = world.club.channel("joins"), make_games(world.store)
    one, two, three = (world.newcomer() for _ in range(3))
    lobby = await service.lobby.open(
        EDITION, world.club.id, channel.id, one.id, "en", Options(seats=2)
    )
    await service.lobby.join(lobby.row.id, one.id, "Guest 1", "a")
    post = await _board(world, one, channel)
    await asyncio.gather(*(p.press(post, EN("button-join")) for p in (two, three)))
    seats = await world.store.games.seats(lobby.row.id)
    assert len(seats) == 2
    assert len({seat.user_id for seat in seats} & {two.id, three.id}) == 1


async def _join_and_start(world: World) -> None:
    """The game has as many players as seats, and whoever was too late knows it."""
    channel, service = world.club.channel("start"), make_games(world.store)
    one, two, three = (world.newcomer() for _ in range(3))
    lobby = await service.lobby.open(EDITION, world.club.id, channel.id, one.id, "en")
    for person in (one, two):
        await service.lobby.join(lobby.row.id, person.id, person.user.display, "word")
    post = await _board(world, one, channel)
    await asyncio.gather(
        world.moderator.slash(channel, "game start"), three.press(post, EN("button-join"))
    )
    snapshot = await make_games(world.store).snapshot(lobby.row.id)
    seats = await world.store.games.seats(lobby.row.id)
    assert len(snapshot.state.players) == len(seats)
    assert [seat.word for seat in seats] == [seat.word for seat in snapshot.table.seats]


async def _two_agree(world: World) -> None:
    """Both count: the step is taken back."""
    channel, service = world.club.channel("agree"), make_games(world.store)
    people = [world.newcomer() for _ in range(3)]
    lobby = await service.lobby.open(EDITION, world.club.id, channel.id, people[0].id, "en")
    game = lobby.row.id
    for person in people:
        await service.lobby.join(game, person.id, person.user.display, "word")
    await service.play.start(game)
    while (snapshot := await service.snapshot(game)).state.turn is None:
        seat = next(iter(snapshot.state.waiting))
        question = snapshot.view(seat).waiting
        kept = question.offered[: question.keep]  # type: ignore[union-attr]
        user = snapshot.table.seats[seat].user_id or 0
        await service.play.act(game, user, None, lambda s, k=kept: KeepTickets(s, k))
    mover = snapshot.table.seats[snapshot.state.turn].user_id or 0
    await service.play.act(game, mover, None, lambda s: DrawBlind(s, DeckName("taxi")))
    await service.play.ask_undo(game, mover)
    version = (await service.snapshot(game)).version
    await world.wait_idle()
    others = [person for person in people if person.id != mover]
    post = await _board(world, others[0], channel)
    await asyncio.gather(*(p.press(post, EN("button-agree-undo")) for p in others))
    back = await make_games(world.store).snapshot(game)
    assert back.undo_request is None
    assert back.version > version


async def _board(world: World, person: Person, channel: Any) -> Any:
    await world.wait_idle()
    posts = [m for m in person.sees(channel) if not m.ephemeral and m.buttons]
    return posts[-1]


async def stopped(world: World) -> str:
    """6. SIGSTOP a teller beyond its lease, SIGCONT: its late mark is refused."""
    tables, count = await world.take_tables(2), world.times(1, 5)
    lost = 0.0
    for number in range(count):
        world.say(f"stop {number + 1} of {count}")
        victim, others = world.processes[0], world.processes[1:]
        before = await _metric(victim, "whistlestop_leases_lost_total")
        world.route(victim)
        world.sandbox.faults.slow("* /channels/*", seconds=1.0, times=SLOW)
        assert await world.play(tables[:1], 1)
        await _asked(world)
        victim.send(signal.SIGSTOP)
        world.route(*others)
        await asyncio.sleep(world.lease + 1)
        await world.wait_idle()
        assert await world.play(tables, 2)
        victim.send(signal.SIGCONT)
        world.sandbox.faults.clear()
        await victim.wait_for_health()
        await asyncio.sleep(2)
        await world.wait_idle()
        lost += await _metric(victim, "whistlestop_leases_lost_total") - before
        world.route()
    assert lost, "no lease was lost"
    return f"{count} stops, {lost:.0f} late marks refused"


async def _asked(world: World) -> None:
    """Wait until Discord is asked for something that belongs to telling a table."""
    async with asyncio.timeout(30):
        while world.sandbox.faults.pending >= SLOW:
            await asyncio.sleep(0.01)


async def _metric(process: Process, name: str) -> float:
    _, text = await asyncio.to_thread(fetch, process.health.replace("/health", "/metrics"))
    return sum(float(row.split()[-1]) for row in text.splitlines() if row.startswith(name))


async def cut_off(world: World) -> str:
    """7. One process cut off from PostgreSQL: its health says so, others take over."""
    tables = await world.take_tables(3)
    worst = 0.0
    for how in ("cut", "hang"):
        for number in range(world.times(1, 3)):
            world.say(f"{how} {number + 1}")
            victim, others = world.processes[number % 3], [*world.processes]
            others.remove(victim)
            playing = asyncio.create_task(world.play(tables, 2))
            await asyncio.sleep(world.rng.uniform(0.0, 0.4))
            getattr(victim.proxy, how)()
            took = await victim.wait_for_health(503, 8)
            worst = max(worst, took)
            world.route(*others)
            await playing
            assert await world.play(tables, 1)
            await world.wait_idle(world.lease + 30)
            victim.proxy.mend()
            await victim.wait_for_health(200)
            world.route()
    assert worst <= 6, worst
    return f"health said so after {worst:.1f} s at most"


async def wrong_clock(world: World) -> str:
    """8. A clock an hour off: no lobby closed early, no reminder twice."""
    service, channel = make_games(world.store), world.club.channel("lobby")
    person = world.newcomer()
    lobby = await service.lobby.open(EDITION, world.club.id, channel.id, person.id, "en")
    # It lives for another half an hour, by the right clock.
    opened = format_time(world.store.now() - LOBBY_LIFETIME + timedelta(minutes=30))
    await world.store.database.write(
        Statement("UPDATE games SET created_at = $1 WHERE id = $2", (opened, lobby.row.id))
    )
    before = await world.store.outages.list_after(world.store.now() - timedelta(days=1))
    victim = world.processes[0]
    await asyncio.gather(*(process.end() for process in world.processes))
    victim.module, right = "tests.chaos.wrong_clock", victim.module
    victim.start()
    try:
        await victim.wait_for_health(503)
        _, text = await asyncio.to_thread(fetch, victim.health)
        report = json.loads(text)
        assert report["database"], report
        assert 3590 < report["clock_ahead_s"] < 3610, report
        for process in world.processes[1:]:
            process.start()
        for process in world.processes[1:]:
            await process.wait_for_health()
        world.route(*world.processes[1:])
        # It keeps house, for it came first; and whoever finds a turn late may see to it.
        seconds = world.times(3, 20)
        world.say(f"{seconds} s beside it")
        tables, timed = await world.take_tables(1), [*await _timed(world)]
        moves = [await _moves(world, table) for table in timed]
        world.tables += timed
        async with asyncio.timeout(60):
            while not _calls(timed[1]):
                await asyncio.sleep(0.1)
        await asyncio.sleep(seconds)
        assert await world.play(tables, 2)
        await world.wait_idle()
        assert [_calls(table) for table in timed] == [0, 1]
        assert [await _moves(world, table) for table in timed] == moves
        row = await world.store.games.get(lobby.row.id)
        assert row is not None
        assert row.status == "lobby"
        assert await world.store.outages.list_after(world.store.now() - timedelta(days=1)) == before
        try:
            assert not await make_games(world.store, world.store.now).lobby.close_if_late(
                lobby.row.id
            )
        except LobbyError as error:
            raise AssertionError(error.code) from error
    finally:
        victim.module = right
        await victim.end(signal.SIGTERM)
    await world.all_up()
    return "503, and games went by the server's clock"


async def _timed(world: World) -> list[Table]:
    """Two whose turns have an end: nobody is to be called yet, and somebody just now.

    By a clock that is an hour ahead, the time of both is up.
    """
    half = PACES[BLITZ].allowance / 2
    return [*await world.start_tables(1, BLITZ), *await world.start_tables(1, BLITZ, half)]


def _calls(table: Table) -> int:
    """How often somebody was called to their turn by a message."""
    said = EN("told-reminder", edition="", channel="").partition(":")[2]
    return sum(said in seen.text for seen in table.person.sees(table.person.direct))


async def _moves(world: World, table: Table) -> int:
    return len(await world.store.games.moves(table.game))


async def rolling(world: World) -> str:
    """9. Rolling deploy 3 -> 1 -> 3 under presses: nobody notices."""
    tables, rounds = await world.take_tables(3), world.times(1, 5)
    for number in range(rounds):
        world.say(f"deploy {number + 1} of {rounds}")
        playing = asyncio.create_task(world.play(tables, 4))
        for process in world.processes[:2]:
            # A proxy passes over who is stopping; the sandbox does too.
            assert await process.end(signal.SIGTERM) == 0, process.tail()
        for process in world.processes[:2]:
            process.start()
            await process.wait_for_health()
        assert await world.processes[2].end(signal.SIGTERM) == 0
        world.processes[2].start()
        await world.processes[2].wait_for_health()
        await playing
        tables = await world.take_tables(3) if number + 1 < rounds else tables
    failed = [each for each in world.presses if each.interaction.stage == "failed"]
    assert not failed, f"{len(failed)} presses were not answered"
    return f"{len(world.presses)} presses, all answered"


async def discord_trouble(world: World) -> str:
    """10. Discord answers 429, 500 and cuts with many tables: budget, recovery, no post twice.

    All the while every process takes presses, and says so.
    """
    count, seconds = world.times(12, 300), world.times(6, 120)
    rate = Rate()
    world.sandbox.core.traffic.subscribe(rate.note)
    faults, ill = world.sandbox.faults, list[str]()
    watching = [asyncio.create_task(each) for each in (_watch_health(world, ill), rate.watch())]
    try:
        seating = asyncio.create_task(world.start_tables(count))
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            world.say(f"trouble for {end - time.monotonic():.0f} s more")
            faults.rate_limit("* /channels/*", retry_after=0.5, everywhere=True, times=2)
            faults.fail("* /channels/*", times=5)
            faults.fail("* /channels/*", after=True, times=3)
            faults.drop("* /channels/*", after=True, times=3)
            faults.drop("* /channels/*", times=3)
            await asyncio.sleep(1)
        faults.clear()
        tables = await seating
        world.say("recovery")
        took = await world.wait_idle(TOLD)
        world.tables += tables
    finally:
        world.sandbox.core.traffic.unsubscribe(rate.note)
        faults.clear()
        for each in watching:
            each.cancel()
        ended = await asyncio.gather(*watching, return_exceptions=True)
    assert all(isinstance(each, asyncio.CancelledError) for each in ended), ended
    assert 0 < rate.most <= 50, rate.most
    assert not ill, ill[0]
    return f"{count} tables, at most {rate.most} requests a second, all told after {took:.0f} s"


async def _watch_health(world: World, ill: list[str]) -> None:
    """What processes say twice in a row by which a proxy would pass them over.

    But for one whose database does not answer: that is true.
    """
    before = dict[int, str]()
    while True:
        for process in world.processes:
            status, text = await asyncio.to_thread(fetch, process.health)
            said = text if status == 503 and json.loads(text)["database"] else ""
            if said and before.get(process.number):
                ill.append(said)
            before[process.number] = said
        await asyncio.sleep(0.5)


TRIALS: Mapping[str, Callable[[World], Awaitable[str]]] = {
    "repeated": repeated,
    "kills": kills,
    "at-once": at_once,
    "swallowed": swallowed,
    "server-killed": server_killed,
    "stopped": stopped,
    "cut-off": cut_off,
    "wrong-clock": wrong_clock,
    "rolling": rolling,
    "discord-trouble": discord_trouble,
}
