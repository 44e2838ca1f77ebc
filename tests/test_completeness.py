"""Nothing is forgotten: events, actions, refusals, rules, their words, tests and recorded games."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Annotated, NewType, Union, get_args, get_origin, get_type_hints

import pytest

import maps
from bot.config import LANGUAGES
from bot.text.words import Words
from engine.actions import Action
from engine.codec import decode_action, decode_event, encode
from engine.errors import REFUSALS
from engine.events import AUDIENCES, EVENTS
from engine.evolve import EVOLVE
from engine.questions import Waiting
from engine.rules import RULES, Rule
from engine.scoring import ROUTES
from tests.builders import EDITIONS, rules_of
from tests.record_games import find_recorded

ROOT = Path(__file__).resolve().parent.parent

ACTIONS = get_args(Action)
ALL_RULES = [rules_of(edition, 2) for edition in EDITIONS]

RULE_ID = re.compile(r"^\s*(?:[-*]\s+)?(?:\*\*)?([STDCKWGEPV]\d{1,2})\b", re.MULTILINE)
"""A rule where it is stated: ``- C10 ...`` or ``**C10** ...`` at the beginning of a line."""


@cache
def _rule_ids() -> list[str]:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    return list(dict.fromkeys(RULE_ID.findall(text)))


def _rules_marked(mark: str) -> set[str]:
    """The rules in docs/rules.md whose text has this mark."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    rules = re.split(r"\n(?=- |\n)", text)
    return {found[1] for rule in rules if mark in rule and (found := RULE_ID.match(rule))}


@cache
def _engine_source() -> dict[str, str]:
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in (ROOT / "engine").rglob("*.py")
    }


@cache
def _test_source() -> list[str]:
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [path.read_text(encoding="utf-8") for path in files]


@cache
def _test_classes() -> dict[str, str | None]:
    """Every test class of the project, with its docstring."""
    found = {}
    for text in _test_source():
        for node in ast.parse(text).body:
            if isinstance(node, ast.ClassDef):
                found[node.name] = ast.get_docstring(node)
    return found


def _is_tested(rule: str) -> bool:
    return any(re.match(rf"Test{rule}(?!\d)", name) for name in _test_classes())


CLASSES = "tests/engine/rules: write a test class for each, named like TestC10DoubleShips"


def _sample(hint: object) -> object:
    """Some value of a type, with something in every field."""
    if isinstance(hint, NewType):
        return _sample(hint.__supertype__)
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _sample(inside[0])
    if origin in (Union, UnionType):
        return _sample(next(one for one in inside if one is not type(None)))
    if origin is tuple:
        return tuple(_sample(one) for one in inside if one is not Ellipsis)
    if origin is dict:
        return {_sample(inside[0]): _sample(inside[1])}
    return {int: 7, str: "word", bool: True}[hint]


def _sample_of(word: type) -> object:
    hints = get_type_hints(word, include_extras=True)
    return word(**{name: _sample(hints[name]) for name in word.__struct_fields__})


def _name(thing: type) -> str:
    return thing.__name__


class TestEvents:
    """Every event changes a state and can be stored."""

    @pytest.mark.parametrize("event", EVENTS, ids=_name)
    def test_each_has_an_effect(self, event: type) -> None:
        """A function in the table of changes, and a list of who may see it."""
        name = event.__name__
        assert event in EVOLVE, f"engine/evolve.py: add a function under @on({name})"
        assert event in AUDIENCES

    def test_nothing_else_has(self) -> None:
        """The vocabulary is closed."""
        assert set(EVENTS) == set(EVOLVE)

    @pytest.mark.parametrize("event", EVENTS, ids=_name)
    def test_each_survives_a_journey_through_json(self, event: type) -> None:
        """With every field filled."""
        one = _sample_of(event)

        assert one == decode_event(encode(one))

    def test_one_that_says_nothing_cannot_be_taken_back(self) -> None:
        """What an event does not say about itself is taken as the safe answer."""
        silent = [event for event in EVENTS if not {"step", "reveals"} & vars(event).keys()]

        assert all(event.reveals for event in silent)
        assert all(not event.step or "seat" in event.__struct_fields__ for event in EVENTS)

    @pytest.mark.parametrize("event", EVENTS, ids=_name)
    def test_each_says_what_it_is(self, event: type) -> None:
        """In a sentence."""
        assert event.__doc__
        assert event.__doc__.strip().endswith(".")


class TestActions:
    """Every action is decided by somebody and can be sent."""

    @pytest.mark.parametrize("action", ACTIONS, ids=_name)
    def test_each_is_decided_in_some_edition(self, action: type) -> None:
        """By the base game or by a mechanic."""
        deciding = [e for e in EDITIONS if action in rules_of(e, 2).decisions]

        assert deciding, f"engine/rules: no mechanic of an edition decides {action.__name__}"

    def test_nothing_else_is(self) -> None:
        """The vocabulary is closed."""
        for edition in EDITIONS:
            assert rules_of(edition, 2).decisions.keys() <= set(ACTIONS)

    @pytest.mark.parametrize("action", ACTIONS, ids=_name)
    def test_each_survives_a_journey_through_json(self, action: type) -> None:
        """With every field filled."""
        one = _sample_of(action)

        assert one == decode_action(encode(one))


class TestRefusals:
    """Every refusal names a rule that exists and is really given."""

    @pytest.mark.parametrize("code", REFUSALS)
    def test_each_names_a_rule_of_the_rules(self, code: str) -> None:
        """By an id that a player can look up."""
        assert REFUSALS[code] in _rule_ids(), f"docs/rules.md: state the rule {REFUSALS[code]}"

    @pytest.mark.parametrize("code", REFUSALS)
    def test_each_is_given_somewhere(self, code: str) -> None:
        """In the engine, outside the table itself."""
        givers = [
            path
            for path, text in _engine_source().items()
            if f'"{code}"' in text and path != "engine/errors.py"
        ]

        assert givers, f'engine/errors.py: nothing gives "{code}"; remove it'

    def test_each_one_given_is_in_the_table(self) -> None:
        """No code is made up on the way."""
        for path, text in _engine_source().items():
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalAction":
                    code = node.args[0]
                    if isinstance(code, ast.Constant):
                        assert code.value in REFUSALS, f"{path}:{node.lineno}"

    @pytest.mark.parametrize("code", REFUSALS)
    def test_each_is_proven_by_a_test(self, code: str) -> None:
        """Some test is refused with it."""
        assert any(f'"{code}"' in text for text in _test_source()), (
            f'tests: write one in which the refusal "{code}" is given'
        )


class TestRules:
    """Every rule has its tests, and every mechanic is in use."""

    def test_the_rules_can_be_read(self) -> None:
        """All letters are there."""
        ids = _rule_ids()

        assert set("STDCKWGEPV") == {rule[0] for rule in ids}
        assert len(ids) >= 56

    def test_rulings_that_depart_from_a_book_are_listed_with_reasons(self) -> None:
        """The table at the top has a row for each rule that is marked, and no other row."""
        text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
        rows = re.findall(r"^\| ([A-Z]\d+) \|.+\|.+\| (.+) \|$", text, re.MULTILINE)

        assert all(reason.strip() for _, reason in rows)
        assert sorted(rule for rule, _ in rows) == ["C10", "C6", "D8", "P5", "S8"]
        assert {rule for rule, _ in rows} == _rules_marked("[departs]")
        assert _rules_marked("[departs]") <= _rules_marked("[ruling]")

    def test_readings_of_ours_are_marked_as_rulings(self) -> None:
        """No book says these in every edition."""
        assert {"C6", "D1", "P4", "P8", "S5", "S6"} <= _rules_marked("[ruling]")

    def test_each_rule_has_a_test_class(self) -> None:
        """Named after it: TestC10DoubleShips."""
        assert [rule for rule in _rule_ids() if not _is_tested(rule)] == [], CLASSES

    def test_each_such_class_begins_with_its_rule(self) -> None:
        """The docstring says the sentence that is proven."""
        for name, text in _test_classes().items():
            named = re.match(r"Test([STDCKWGEPV]\d+)", name)
            if named:
                assert text, name
                assert text.startswith(f"{named[1]}: "), name

    @pytest.mark.parametrize("mechanic", RULES.values(), ids=_name)
    def test_each_mechanic_names_its_rules(self, mechanic: type[Rule]) -> None:
        """By ids that stand in the rules, with a test class for each."""
        assert mechanic.ids
        unstated = {*mechanic.ids} - {*_rule_ids()}
        assert not unstated, f"docs/rules.md: state {mechanic.__name__}'s rules {sorted(unstated)}"
        assert [rule for rule in mechanic.ids if not _is_tested(rule)] == [], CLASSES

    @pytest.mark.parametrize("mechanic", RULES.values(), ids=_name)
    def test_each_mechanic_declares_what_it_answers(self, mechanic: type[Rule]) -> None:
        """Whoever scores names lines; what everybody knows is among them."""
        assert bool(mechanic.lines) == (mechanic.score is not Rule.score)
        assert {*mechanic.known} <= {*mechanic.lines}

    @pytest.mark.parametrize("mechanic", RULES.values(), ids=_name)
    def test_one_that_is_everywhere_is(self, mechanic: type[Rule]) -> None:
        """In all editions, so that no rule book has to point it out."""
        users = [rules for rules in ALL_RULES if any(type(p) is mechanic for p in rules.parts)]

        assert not mechanic.everywhere or users == ALL_RULES

    @pytest.mark.parametrize("rule", RULES)
    def test_each_mechanic_is_used_by_some_edition(self, rule: str) -> None:
        """None is left over."""
        users = [e for e in EDITIONS if rule in {part.use for part in maps.load(e).rules}]

        assert users, f'maps: no edition file has `use = "{rule}"` under [[rules]]'


@pytest.mark.parametrize("language", LANGUAGES)
class TestWords:
    """What a rule adds to the game has words in every language."""

    @staticmethod
    def _assert_said(language: str, keys: Iterable[str]) -> None:
        lacking = sorted(key for key in keys if not Words.of(language).has(key))

        assert not lacking, f"bot/text/locales/{language}: write {', '.join(lacking)}"

    @pytest.mark.parametrize("mechanic", RULES.values(), ids=_name)
    def test_each_mechanic_is_explained(self, language: str, mechanic: type[Rule]) -> None:
        """In the rule book of the editions that have it, unless all have."""
        key = f"mechanic-{mechanic.name.replace('_', '-')}"

        if mechanic.everywhere:
            assert not Words.of(language).has(key)
        else:
            self._assert_said(language, [key])

    def test_each_score_line_has_a_name(self, language: str) -> None:
        """That of the base game, and those of the mechanics."""
        lines = [ROUTES, *(line for rule in RULES.values() for line in rule.lines)]

        self._assert_said(language, (f"score-{x.replace('_', '-')}" for x in lines))

    def test_each_move_and_each_answer_has_a_button(self, language: str) -> None:
        """Named by its verb; passing too."""
        decisions = (d for rules in ALL_RULES for d in rules.decisions.values())

        self._assert_said(language, {f"button-{decision.verb}" for decision in decisions})

    def test_each_move_of_a_mechanic_can_be_missing(self, language: str) -> None:
        """Commands are the same everywhere, but not every edition has every move."""
        parts = [part for rules in ALL_RULES for part in rules.parts]
        verbs = {decision.verb for part in parts for decision in part.decisions().values()}

        assert verbs
        self._assert_said(language, (f"error-none-{verb}" for verb in verbs))

    @pytest.mark.parametrize("question", get_args(Waiting), ids=_name)
    def test_each_question_can_be_asked_and_answered(self, language: str, question: type) -> None:
        """In words, and by at least one verb."""
        assert any(rules.verbs(question) for rules in ALL_RULES)
        name = question.__name__
        self._assert_said(language, [f"question-{name}", f"asked-{name}"])

    def test_each_refusal_has_a_sentence(self, language: str) -> None:
        """Whichever rule says no."""
        self._assert_said(language, (f"refusal-{code}" for code in REFUSALS))

    def test_each_step_is_told(self, language: str) -> None:
        """To everybody, in a sentence."""
        steps = [event.__name__ for event in EVENTS if event.step]

        assert steps
        self._assert_said(language, (f"event-{step}" for step in steps))


class TestEditions:
    """Every edition has a recorded game that is replayed on every run."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_each_has_a_recorded_game(self, edition: str) -> None:
        """A file that begins with its name."""
        stems = [path.stem for path in find_recorded()]
        owners = [max((e for e in EDITIONS if s.startswith(e)), key=len, default="") for s in stems]

        assert edition in owners
