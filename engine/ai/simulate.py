"""Series of games between agents, and their totals. The same seed always gives the same series."""

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


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one seat of a game."""

    agent: str
    points: int
    win: float
    """1 for the winner. A shared first place is divided equally."""
    kept: int
    """The tickets at the end of the game."""
    fulfilled: int


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game."""

    number: int
    seats: tuple[SeatResult, ...]
    turns: int
    """The turns of all seats together."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The totals of an agent over all its seats."""

    agent: str
    seats: int
    """The number of seats it played. Two such seats in one game count twice."""
    wins: float
    points: int
    kept: int
    fulfilled: int

    @property
    def mean_points(self) -> float:
        """The mean points per seat."""
        return self.points / self.seats

    @property
    def fulfilled_share(self) -> float:
        """The share of its tickets that it completed, or 1 if it had none."""
        return self.fulfilled / self.kept if self.kept else 1.0


@dataclass(frozen=True, slots=True)
class Series:
    """The outcome of a series."""

    games: int
    turns: int
    winning_points: int
    """The sum of the best scores of all games."""
    tallies: tuple[Tally, ...]
    """The totals of each agent, in the order of AGENTS."""

    @property
    def mean_turns(self) -> float:
        """The mean number of turns per game, of all seats together."""
        return self.turns / self.games

    @property
    def mean_winning_points(self) -> float:
        """The mean winning score."""
        return self.winning_points / self.games


def line_up(agents: Sequence[str], seats: int, number: int) -> tuple[str, ...]:
    """Return the agent of each seat in game *number*.

    The list repeats, and it moves by one seat from game to game.

    >>> line_up(["planner", "random"], 3, 0), line_up(["planner", "random"], 3, 1)
    (('planner', 'random', 'planner'), ('random', 'planner', 'planner'))
    """
    names = list(islice(cycle(agents), seats))
    first = number % seats
    return (*names[first:], *names[:first])


def play_one(rules: Rules, agents: Sequence[str], seed: int, number: int) -> GameResult:
    """Play game *number* of a series, which does not depend on the games before it."""
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
    """Play the games of a series with these *numbers*, each only when the caller asks for it.

    Raises:
        BadInput: The list of agents is empty or names an unknown agent.

    """
    check_agents(agents)
    return (play_one(rules, agents, seed, number) for number in numbers)


def check_agents(agents: Sequence[str]) -> None:
    """Raise BadInput if a list of agents is empty or names an unknown agent."""
    known = ", ".join(AGENTS)
    if not agents:
        raise BadInput(f"the list of agents is empty; known: {known}")
    for name in agents:
        if name not in AGENTS:
            near = get_close_matches(name.lower(), AGENTS, n=1)
            meant = f'; did you mean "{near[0]}"?' if near else ";"
            raise BadInput(f'unknown agent "{name}"{meant} known: {known}')


def count_up(results: Iterable[GameResult]) -> Series:
    """Add up the results of a series.

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
