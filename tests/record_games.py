"""Record a game: `python -m tests.record_games EDITION SEATS` writes a file to `tests/recorded`.

`python -m tests.record_games all` makes every one anew. Only when the vocabulary of events or a
rule has changed on purpose: the games prove that old logs go on loading, and that the rules have
stayed what they were.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random

import engine
import maps
from engine.actions import Action, AskTickets, ClaimRoute, DrawBlind, Pass
from engine.ai.agent import Agent, Look, play
from engine.ai.planner import Planner
from engine.ai.random_agent import RandomAgent, any_action
from engine.board import MapSpec
from engine.chance import SeededChance, commitment, key_for
from engine.errors import GameError
from engine.options import Menu
from engine.questions import SecondDraw, Turn
from engine.record import GameRecord, encode_record

GAMES = Path(__file__).parent / "recorded"


def find_recorded(pattern: str = "*") -> list[Path]:
    """Return the recorded games whose names match.

    A test that reads them would say nothing if there were none, so that is a failure.
    """
    found = sorted(GAMES.glob(f"{pattern}.json"))
    assert found, f"no recorded game matches {GAMES / pattern}.json"
    return found


class Squirrel:
    """Takes the shortest tracks and hoards cards, until nobody can do anything at all (T2)."""

    KEEP = 3
    """Too many to end the game, too few for the tracks that are left."""

    def __init__(self, spec: MapSpec) -> None:
        self._spec = spec

    def choose(self, look: Look, menu: Menu, rng: Random) -> Action:
        """The shortest track that leaves enough pieces, else cards, else tickets."""
        if isinstance(menu.waiting, SecondDraw):
            return DrawBlind(menu.seat, menu.decks()[0])
        if not isinstance(menu.waiting, Turn):
            return any_action(menu, rng)
        routes = self._spec.routes
        tracks = sorted(menu.routes(), key=lambda track: routes[track].length)
        spare = sum(look().seats[menu.seat].pieces.values()) - self.KEEP
        good = [t for t in tracks if spare == routes[t].length or spare - routes[t].length > 3]
        good.sort(key=lambda track: (spare != routes[track].length, routes[track].length))
        if good:
            return ClaimRoute(menu.seat, good[0], next(iter(menu.payments(good[0]))))
        decks = menu.decks()
        if decks:
            return DrawBlind(menu.seat, decks[0])
        splits = menu.splits()
        if splits:
            return AskTickets(menu.seat, splits[0])
        if tracks:
            return ClaimRoute(menu.seat, tracks[0], next(iter(menu.payments(tracks[0]))))
        return Pass(menu.seat)


def recorded(edition: str, agents: Sequence[Agent], name: str) -> GameRecord:
    """A finished game between *agents*; *name* is its seed."""
    rules = engine.Rules.compile(maps.load(edition), len(agents))
    seed = sha256(name.encode()).digest()
    words = tuple(f"word {seat}" for seat in range(len(agents)))
    chance = SeededChance(key_for(seed, name, rules.spec.id, words, {}))
    game = play(rules, agents, chance, Random(name))
    return GameRecord(
        game=name,
        edition=rules.spec.id,
        words=words,
        commitment=commitment(seed),
        seed=seed.hex(),
        actions=tuple(game.actions),
        events=tuple(game.events),
        scores=engine.score(rules, game.state).totals,
    )


def record(edition: str, seats: int) -> Path:
    """Record a game of planners; returns its file, the only one that is written."""
    rules = engine.Rules.compile(maps.load(edition), seats)
    name = f"{edition}-{seats}"
    return _write(recorded(edition, [Planner(rules) for _ in range(seats)], name))


def record_all() -> None:
    """Make every game anew that is there, and those of particular players."""
    for path in sorted(GAMES.glob("*.json")):
        edition, _, seats = path.stem.rpartition("-")
        if edition in maps.catalogue():
            record(edition, int(seats))
    _write(recorded("world", [RandomAgent() for _ in range(2)], "world-2-random"))
    squirrels = [Squirrel(maps.load("germany")) for _ in range(5)]
    _write(recorded("germany", squirrels, "germany-5-passing"))


def _write(game: GameRecord) -> Path:
    GAMES.mkdir(exist_ok=True)
    path = GAMES / f"{game.game}.json"
    path.write_bytes(encode_record(game))
    return path


def main(words: Sequence[str]) -> int:
    """Record what the words ask for: an edition and a number of seats, or `all`."""
    if list(words) == ["all"]:
        record_all()
        return 0
    try:
        edition, seats = words
        path = record(edition, int(seats))
    except (ValueError, GameError) as error:
        said = error if isinstance(error, GameError) else "an edition and a number of seats, or all"
        sys.stderr.write(f"record_games: {said}\n")
        return 2
    sys.stdout.write(f"{path.relative_to(GAMES.parent.parent).as_posix()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
