"""An edition, played and shown: `python -m tests.recipes.try_edition EDITION FOLDER`.

Runs inside a copy of the project that has the edition. Pictures go to the folder; what is said
about the edition goes to the standard output, as JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import engine
import maps
import render
from bot.text.rulebook import TOPICS, rules_page
from bot.text.words import LANGUAGES, Words
from bot.ui.autocomplete import edition_choices
from engine.advice import missing_links
from engine.ai.agent import play
from engine.ai.planner import Planner
from engine.ai.preview import played_until
from engine.ai.random_agent import RandomAgent
from engine.chance import SeededChance
from engine.ids import Seat
from engine.record import decode_record, verify
from engine.ruleset import Rules
from engine.state import GameState
from engine.view import view_for
from tests.record_games import find_recorded


def pictures(rules: Rules, state: GameState, language: str) -> Iterator[tuple[str, bytes]]:
    """Every kind of picture of a game, by name."""
    spec, layout = rules.spec, maps.layout(rules.spec.id)
    public, own = view_for(rules, state, None), view_for(rules, state, Seat(0))
    plan = render.Advice({ticket: missing_links(spec, own, ticket) for ticket in own.tickets})
    names = [f"Guest {n + 1}" for n in range(rules.seats)]
    scene = render.Scene(spec, layout, Words.of(language), public, names=names)
    yield "lobby", render.draw_lobby(scene)
    yield "board", render.draw_board(scene)
    private = replace(scene, view=own, advice=plan)
    yield "hand", render.draw_hand(private)
    yield "tickets", render.draw_tickets(private)
    yield "map", render.draw_map(private)
    if state.over:
        yield "scores", render.draw_scores(replace(scene, sheet=engine.score(rules, state)))


def main(edition: str, folder: Path) -> None:
    """Play, draw, speak, replay."""
    about = maps.catalogue()[edition]
    seats = about.seats[0]
    rules = Rules.compile(maps.load(edition), seats)
    agents = [Planner(rules) for _ in range(seats)]
    game = play(rules, agents, SeededChance(b"recipe"), Random(1))
    begun = played_until(rules, [RandomAgent()] * seats, 1, 4)
    for language, state in (("en", begun), ("de", game.state)):
        for name, data in pictures(rules, state, language):
            (folder / f"{name}-{language}.png").write_bytes(data)
    records = [path.read_bytes() for path in find_recorded(f"{edition}-[0-9]*")]
    said = {
        "from": maps.__file__,
        "over": game.state.over,
        "totals": engine.score(rules, game.state).totals,
        "choices": [choice.value for choice in edition_choices()],
        "titles": {language: about.title(language) for language in LANGUAGES},
        "pages": {
            language: [rules_page(Words.of(language), topic, rules.spec) for topic in TOPICS]
            for language in LANGUAGES
        },
        "replayed": [verify(decode_record(data), rules).finished for data in records],
    }
    sys.stdout.write(json.dumps(said))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
