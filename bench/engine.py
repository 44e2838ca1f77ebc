"""The engine: games a second, replay, memory, connections, longest paths."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import cycle
from random import Random
from statistics import mean

import networkx as nx

import engine
import maps
from bench.measure import Row, ratio, seconds, size_of
from bench.networks import WORST_USA, plain_longest
from engine.ai.agent import FastChance, Played, play
from engine.ai.planner import Planner
from engine.ai.random_agent import any_action
from engine.board import MapSpec, Route, Ticket
from engine.codec import decode_log, encode_log
from engine.events import Event
from engine.graph.links import Edge
from engine.graph.longest_trail import longest_trail
from engine.graph.network import Network
from engine.ids import RouteId, Seat
from engine.ruleset import Rules
from engine.state import GameState


def rows() -> Iterator[Row]:
    """Yield every measurement that has a goal."""
    yield _random_games()
    for edition, about in maps.catalogue().items():
        for seats in sorted({about.seats[0], min(4, about.seats[-1]), about.seats[-1]}):
            yield _planner_games(edition, seats)
    games = [_planned("usa", 4, seed) for seed in range(12)]
    yield _longest_real(games)
    yield _longest_worst()
    yield _connections(games)
    yield _replay(games[0].events)
    yield _replay(_planned("world", 5, 1).events, "world, 5 seats")
    yield _memory()


def _random_games() -> Row:
    rules, rng = engine.Rules.compile(maps.load("usa"), 4), Random(1)

    def some() -> None:
        for _ in range(20):
            _random_game(rules, rng)

    return Row(
        "random-legal games, usa, 4 seats", 20 / seconds(some, 8), 250, "a second", at_most=False
    )


def _random_game(rules: Rules, rng: Random) -> tuple[GameState, list[Event]]:
    chance = FastChance(rng)
    state, log = engine.start(rules, chance)
    while state.over is None:
        seat = next(iter(state.waiting))
        action = any_action(engine.Menu(rules, state, seat), rng)
        log += engine.act(rules, state, action, chance)
    return state, log


def _planner_games(edition: str, seats: int, span: float = 2.0) -> Row:
    """Measure planner games for *span* seconds of processor time."""
    begun, games = time.process_time(), 0
    while time.process_time() - begun < span:
        _planned(edition, seats, games)
        games += 1
    a_minute = 60 * games / (time.process_time() - begun)
    name = f"planner games, {edition}, {seats} seats"
    return Row(name, a_minute, 1000, "a minute", at_most=False)


def _planned(edition: str, seats: int, seed: int) -> Played:
    rng = Random(seed)
    rules = engine.Rules.compile(maps.load(edition), seats)
    return play(rules, [Planner(rules) for _ in range(seats)], FastChance(rng), rng)


def edges_of(spec: MapSpec, tracks: Iterable[RouteId]) -> list[Edge]:
    """Return routes as edges for the trail search."""
    numbers: dict[str, int] = {}
    return [
        (
            numbers.setdefault(route.a, len(numbers)),
            numbers.setdefault(route.b, len(numbers)),
            route.length,
        )
        for route in (spec.routes[track] for track in tracks)
    ]


def _longest_real(games: Sequence[Played]) -> Row:
    spec = maps.load("usa")
    networks = [
        edges_of(spec, game.state.tracks_of(Seat(seat))) for game in games for seat in range(4)
    ]
    times = ratio(
        lambda: [longest_trail(edges) for edges in networks],
        lambda: [plain_longest(edges) for edges in networks],
        8,
    )
    return Row("longest path against plain search, real networks", times, 1.0)


def _longest_worst() -> Row:
    edges = edges_of(maps.load("usa"), WORST_USA)
    fast = seconds(lambda: [longest_trail(edges) for _ in range(10)]) / 10
    slow = seconds(lambda: plain_longest(edges), 1)
    name = "longest path against plain search, worst 45-train network"
    return Row(name, fast / slow, 0.01, note=f"{fast * 1e3:.2f} ms")


def _connections(games: Sequence[Played]) -> Row:
    """Compare a claim and the check of five tickets with a saved networkx graph, in real games."""
    spec = maps.load("usa")
    steps: list[tuple[list[Route], list[Ticket]]] = []
    for game in games:
        for seat, player in enumerate(game.state.players):
            held = cycle(spec.tickets[ticket] for ticket in player.tickets)
            tracks = [spec.routes[track] for track in game.state.tracks_of(Seat(seat))]
            steps.append((tracks, [next(held) for _ in range(5)]))

    def ours() -> None:
        for tracks, five in steps:
            network = Network(spec.cities)
            for route in tracks:
                network.add(route)
                network.fulfilled(five)

    times = 1 / ratio(ours, lambda: _with_networkx(spec, steps), 8)
    return Row("claim and re-check five tickets, against networkx", times, 25, at_most=False)


def _with_networkx(spec: MapSpec, steps: list[tuple[list[Route], list[Ticket]]]) -> None:
    for tracks, five in steps:
        graph: nx.Graph[str] = nx.Graph()
        graph.add_nodes_from(spec.cities)
        for route in tracks:
            graph.add_edge(route.a, route.b)
            for ticket in five:
                nx.has_path(graph, *ticket.stops)


def _replay(log: Sequence[Event], name: str = "usa, 4 seats") -> Row:
    text = encode_log(log)
    times = ratio(
        lambda: [engine.replay(decode_log(text)) for _ in range(20)],
        lambda: [json.loads(text) for _ in range(20)],
    )
    note = f"{len(log)} events, {len(text) / 1024:.0f} KiB"
    return Row(f"replay of a log against bare JSON, {name}", times, 5, note=note)


def _memory() -> Row:
    """Measure the state of the largest edition: its maximum in a whole game, and its average."""
    rules, rng = engine.Rules.compile(maps.load("world"), 5), Random(1)
    chance = FastChance(rng)
    planners = [Planner(rules) for _ in range(5)]
    state, _ = engine.start(rules, chance)
    sizes = []
    while state.over is None:
        seat = next(iter(state.waiting))
        look, menu = partial(engine.view_for, rules, state, seat), engine.Menu(rules, state, seat)
        engine.act(rules, state, planners[seat].choose(look, menu, rng), chance)
        # The service caches a copy after every action. All games share the table of card homes,
        # so its size is not counted.
        sizes.append(size_of(state.copy(), {id(state.home)}) / 1024)
    note = f"at its largest; on average {mean(sizes):.1f} KiB"
    return Row("a live game, world, 5 seats", max(sizes), 10, "KiB", note=note)
