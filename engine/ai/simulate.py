"""Series of games between agents, counted up. The same seed gives the same series for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import cycle, islice
from random import Random
from types import MappingProxyType
from typing import Final

from engine.ai.agent import Agent, FastChance, play
from engine.ai.planner import Planner
from engine.ai.random_agent import RandomAgent
from engine.errors import BadInput
from engine.ruleset import Rules
from engine.scoring import score


def _random(rules: Rules) -> Agent:
    return RandomAgent()


def _planner(rules: Rules) -> Agent:
    return Planner(rules)


def _cautious(rules: Rules) -> Agent:
    return Planner(rules, cautious=True)


AGENTS: Final[Mapping[str, Callable[[Rules], Agent]]] = MappingProxyType(
    {"planner": _planner, "cautious": _cautious, "random": _random}
)
"""The agents by name."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How one seat of one game did."""

    agent: str
    points: int
    win: float
    """One for the winner; a shared first place is shared out."""
    kept: int
    """Tickets held at the end."""
    fulfilled: int


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game went."""

    number: int
    seats: tuple[SeatResult, ...]
    turns: int
    """Turns of all seats together."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What one agent did in all its seats together."""

    agent: str
    seats: int
    """How often it sat at a table; twice in a game with two such seats."""
    wins: float
    points: int
    kept: int
    fulfilled: int

    @property
    def mean_points(self) -> float:
        """Points for each time it sat down."""
        return self.points / self.seats

    @property
    def fulfilled_share(self) -> float:
        """Which part of its tickets it fulfilled; nothing kept: nothing failed."""
        return self.fulfilled / self.kept if self.kept else 1.0


@dataclass(frozen=True, slots=True)
class Series:
    """The outcome of a series."""

    games: int
    turns: int
    winning_points: int
    """The best score of each game, added up."""
    tallies: tuple[Tally, ...]
    """One for each agent, in the order of their names on the list."""

    @property
    def mean_turns(self) -> float:
        """Turns of all seats together, for each game."""
        return self.turns / self.games

    @property
    def mean_winning_points(self) -> float:
        """What it took to win."""
        return self.winning_points / self.games


def line_up(agents: Sequence[str], seats: int, number: int) -> tuple[str, ...]:
    """Who sits where in game *number*: the list cycles, and moves on by one seat a game.

    >>> line_up(["planner", "random"], 3, 0), line_up(["planner", "random"], 3, 1)
    (('planner', 'random', 'planner'), ('random', 'planner', 'planner'))
    """
    names = list(islice(cycle(agents), seats))
    first = number % seats
    return (*names[first:], *names[:first])


def play_one(rules: Rules, agents: Sequence[str], seed: int, number: int) -> GameResult:
    """Play game *number* of a series; it does not depend on the games before it."""
    names = line_up(agents, rules.seats, number)
    chance = FastChance(Random(f"{seed}/{number}/chance"))
    rng = Random(f"{seed}/{number}/agents")
    played = play(rules, [AGENTS[name](rules) for name in names], chance, rng)
    sheet = score(rules, played.state)
    winners = sheet.places[0]
    seats = tuple(
        SeatResult(
            name,
            sheet.totals[seat],
            1 / len(winners) if seat in winners else 0.0,
            len(played.state.players[seat].tickets),
            len(sheet.fulfilled[seat]),
        )
        for seat, name in enumerate(names)
    )
    return GameResult(number, seats, played.state.turns)


def simulate(
    rules: Rules, agents: Sequence[str], numbers: Iterable[int], seed: int
) -> Iterator[GameResult]:
    """Play the games of a series with these *numbers*, one after the other as they are asked for.

    Raises:
        BadInput: There is no agent at all, or none of that name.

    """
    check_agents(agents)
    return (play_one(rules, agents, seed, number) for number in numbers)


def check_agents(agents: Sequence[str]) -> None:
    """Refuse a list of agents that names an unknown one, or nobody."""
    known = ", ".join(AGENTS)
    if not agents:
        raise BadInput(f"no agent is named; known: {known}")
    for name in agents:
        if name not in AGENTS:
            near = get_close_matches(name.lower(), AGENTS, n=1)
            meant = f', did you mean "{near[0]}"?' if near else ";"
            raise BadInput(f'no agent "{name}"{meant} known: {known}')


def count_up(results: Iterable[GameResult]) -> Series:
    """Add up a series. Of no games there is nothing to tell.

    Raises:
        BadInput: No game was played.

    """
    games = turns = winning = 0
    by_agent: dict[str, list[SeatResult]] = {}
    for game in results:
        games += 1
        turns += game.turns
        winning += max(seat.points for seat in game.seats)
        for seat in game.seats:
            by_agent.setdefault(seat.agent, []).append(seat)
    if not games:
        raise BadInput("a series has one game at least")
    tallies = (_tally(name, by_agent[name]) for name in AGENTS if name in by_agent)
    return Series(games, turns, winning, tuple(tallies))


def _tally(agent: str, seats: Sequence[SeatResult]) -> Tally:
    return Tally(
        agent,
        len(seats),
        sum(seat.win for seat in seats),
        sum(seat.points for seat in seats),
        sum(seat.kept for seat in seats),
        sum(seat.fulfilled for seat in seats),
    )
