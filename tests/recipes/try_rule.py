"""The toy rules, played and shown: `python -m tests.recipes.try_rule FOLDER`.

Runs inside a copy of the project whose edition "grove" has them. Pictures go to the folder; what
happened goes to the standard output, as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import engine
import maps
from bot.text.phrases import Phrases
from bot.text.words import LANGUAGES, Words
from engine.ai.random_agent import RandomAgent
from engine.errors import IllegalAction
from engine.history import replay
from engine.questions import Turn
from engine.record import GameRecord, decode_record, encode_record, verify
from engine.ruleset import Rules
from engine.state import GameState
from tests.recipes.try_edition import pictures
from tests.record_games import recorded
from tests.support.players import ByButtons, bot_with_moderator_on_turn

NAMES = ("Guest 1", "Guest 2")


def play_picnic_game(rules: Rules) -> GameRecord:
    """The first game of chance in which there is a picnic, and a thicket scores."""
    for number in range(50):
        game = recorded(rules.spec.id, [RandomAgent()] * rules.seats, f"grove-{number}")
        lines = {line.rule for line in engine.score(rules, replay(game.events)).lines}
        if {"picnics", "thickets"} <= lines:
            return game
    raise AssertionError("no picnic in 50 games")


def visible_facts(rules: Rules, game: GameRecord, state: GameState) -> dict[str, object]:
    """What others may know of a picnic, and whether it is secret what should be."""
    picnic = next(event for event in game.events if type(event).__name__ == "PicnicHeld")
    public = engine.view_for(rules, state, None)
    return {
        "told": engine.redact(picnic, None) == picnic,
        "baskets": [city for piece, city in public.placed if piece == "basket"],
        "secrets": [*public.hand, *public.tickets],
    }


def sentences(rules: Rules, game: GameRecord, state: GameState, language: str) -> dict[str, object]:
    """The rules' words in one language."""
    phrases = Phrases(Words.of(language), rules.spec, NAMES)
    track = next(iter(rules.spec.routes))
    codes = {"thicket-full": {"route": track, "needs": 2, "has": 3}, "no-picnic-there": {}}
    return {
        "recap": [
            line for event in game.events if (line := phrases.event(engine.redact(event, None)))
        ],
        "own": [phrases.own_event(e, e.seat) for e in game.events if hasattr(e, "city")],
        "lines": sorted({phrases.line(line.rule) for line in engine.score(rules, state).lines}),
        "refusals": [
            phrases.refusal(IllegalAction(code, **facts)) for code, facts in codes.items()
        ],
    }


async def press_until_picnic(folder: Path) -> str:
    """Somebody presses buttons until there is a picnic; what the last answer said."""
    async with bot_with_moderator_on_turn(folder, "grove") as (bot, game):
        person, say = bot.moderator, Words.of("en").say
        player = ByButtons(bot, "grove", person, "en")
        while True:
            await bot.wait_idle()
            snapshot = await bot.games.snapshot(game)
            waiting = snapshot.state.waiting[snapshot.table.seat_of(person.id)]
            if isinstance(waiting, Turn):
                panel = await person.press(bot.board(), say("button-picnic"))
                if panel.message.selects:
                    site = panel.message.selects[0]["options"][0]["value"]
                    return (await person.select(panel, [site])).text
                assert say("picnic-none") in panel.text
            await player.answer(waiting)


def main(folder: Path) -> None:
    """Play, replay, draw, speak, press."""
    rules = Rules.compile(maps.load("grove"), len(NAMES))
    game = play_picnic_game(rules)
    state = replay(game.events)
    for name, data in pictures(rules, state, "de"):
        (folder / f"{name}.png").write_bytes(data)
    facts = {
        "from": maps.__file__,
        "replayed": verify(decode_record(encode_record(game)), rules).finished,
        "seen": visible_facts(rules, game, replay(game.events[:-1])),
        "said": {language: sentences(rules, game, state, language) for language in LANGUAGES},
        "pressed": asyncio.run(press_until_picnic(folder)),
    }
    sys.stdout.write(json.dumps(facts))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
