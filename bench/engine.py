"""The engine: games a second, replay, memory, connections, longest paths."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from random import Random

import networkx as nx

import engine
import maps
from bench.measure import Row, ratio, seconds, size_of
from bench.networks import WORST_USA, plain_longest
from engine.ai.agent import FastChance, Played, play
from engine.ai.planner import Planner
from engine.ai.random_agent import any_action
from engine.board import MapSpec
from engine.codec import decode_log, encode_log
from engine.events import Event
from engine.ids import RouteId
from engine.links import Edge
from engine.paths import Network
from engine.ruleset import Rules
from engine.state import GameState
from engine.trails import longest_trail


def rows() -> Iterator[Row]:
    """Everything there is a goal for."""
    yield _random_games()
    for edition, about in maps.catalogue().items():
        for seats in sorted({about.seats[0], min(4, about.seats[-1]), about.seats[-1]}):
            yield _planner_games(edition, seats)
    games = [_planned("usa", 4, seed) for seed in range(12)]
    yield _longest_real(games)
    yield _longest_worst()
    yield _connections()
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
    """As many games as fit into a moment."""
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
    """Tracks as the trail search takes them."""
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
    networks = [edges_of(spec, player.routes) for game in games for player in game.state.players]
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
    return Row("the same, worst 45-train network", fast / slow, 0.01, note=f"{fast * 1e3:.2f} ms")


def _connections() -> Row:
    """Claim plus re-check of five tickets, against a kept networkx graph."""
    spec = maps.load("usa")
    tracks = [route for route in spec.routes.values() if route.id.endswith("-1")]
    Random(4).shuffle(tracks)
    tickets = [ticket.stops for ticket in spec.tickets.values()]
    steps = [(route, tickets[n % 25 : n % 25 + 5]) for n, route in enumerate(tracks[:25])]

    def ours() -> None:
        network = Network(spec.cities)
        for route, checks in steps:
            network.add(route)
            for a, b in checks:
                network.joined(a, b)

    def theirs() -> None:
        graph: nx.Graph[str] = nx.Graph()
        graph.add_nodes_from(spec.cities)
        for route, checks in steps:
            graph.add_edge(route.a, route.b)
            for a, b in checks:
                nx.has_path(graph, a, b)

    times = 1 / ratio(ours, theirs, 20)
    return Row("claim and re-check five tickets, against networkx", times, 25, at_most=False)


def _replay(log: Sequence[Event], name: str = "usa, 4 seats") -> Row:
    text = encode_log(log)
    times = ratio(
        lambda: [engine.replay(decode_log(text)) for _ in range(20)],
        lambda: [json.loads(text) for _ in range(20)],
    )
    note = f"{len(log)} events, {len(text) / 1024:.0f} KiB"
    return Row(f"replay of a log against bare JSON, {name}", times, 5, note=note)


def _memory() -> Row:
    """The largest state on the way of a game of the largest edition."""
    rules, rng = engine.Rules.compile(maps.load("world"), 5), Random(1)
    chance = FastChance(rng)
    planners = [Planner(rules) for _ in range(5)]
    state, _ = engine.start(rules, chance)
    most = 0
    while state.over is None:
        seat = next(iter(state.waiting))
        view, menu = engine.view_for(rules, state, seat), engine.Menu(rules, state, seat)
        engine.act(rules, state, planners[seat].choose(view, menu, rng), chance)
        most = max(most, size_of(state))
    return Row("a live game, world, 5 seats", most / 1024, 10, "KiB")
