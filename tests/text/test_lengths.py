"""Texts fit the Discord element that shows them. A failure names the key and the language."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import pytest
from fluent.syntax import ast as ftl

import maps
from bot.text.words import TERMS, Words
from tests.text.locale_files import LANGUAGES, read_messages


class Limit(NamedTuple):
    """The texts that a kind of element shows, and how many characters it has room for."""

    keys: str
    en: int
    de: int


LIMITS = {
    "button": Limit(r"(order-)?button-.+|card-wild-turn|mix-fitting|split-(short|long)", 24, 32),
    "command description": Limit(r"command-.+", 60, 100),
    "option description": Limit(r"option-.+", 100, 100),
    "choice of a command": Limit(
        r"(language|notify|orders|place|start|text|topic|view)-.+|pace-(blitz|day|none|relaxed)"
        r"|pieces-(train|ship)|hours-quiet-none",
        100,
        100,
    ),
    "placeholder of a select menu": Limit(
        r".+-placeholder|(order|hours|settings)-choose-.+", 150, 150
    ),
    "option of a select menu": Limit(
        r"order-(call|cards|deck|detour|then|wilds)-.+|order-ticket-lacks|hours-weekends-.+"
        r"|exchange-(give|cost)|mix-suggested|harbour-counts|spaces|claim-(about|twins)"
        r"|tickets-alone|ticket-(blocked|done)",
        100,
        100,
    ),
    "title or label of a modal": Limit(r"(find|word)-(city|label|title)", 45, 45),
    "text": Limit(r".+", 4000, 4000),
}
"""Limits by element. Buttons and English commands are shorter than Discord demands."""

VERBS = (
    *("Add", "Build", "Change", "Check", "Choose", "Claim", "Download", "Draw", "End", "Exchange"),
    *("Learn", "Let", "List", "Offer", "Open", "Pass", "Pause", "Plan", "Read", "Resume", "See"),
    *("Set", "Start", "Stop", "Undo"),
)
"""The first words of command descriptions. Add a verb in the imperative."""


@cache
def _term_lengths(language: str) -> dict[str, int]:
    """Return the length of the longest word that an edition has for each term."""
    words = Words.of(language)
    specs = map(maps.load, maps.catalogue())
    sets = [{name: words.say(f"term-{name}") for name in TERMS}]
    sets += [{**sets[0], **spec.terms.get(language, {})} for spec in specs]
    return {name: max(len(named[name]) for named in sets) for name in TERMS}


def measure(node: object, language: str) -> int:
    """Return the length of the longest form of a text. Facts count nothing, terms do."""
    if isinstance(node, ftl.TextElement | ftl.StringLiteral):
        return len(node.value)
    if isinstance(node, ftl.VariableReference):
        return _term_lengths(language).get(node.id.name, 0)
    if isinstance(node, ftl.MessageReference):
        return measure(read_messages(language)[node.id.name], language)
    if isinstance(node, ftl.SelectExpression):
        return max(measure(variant.value, language) for variant in node.variants)
    if isinstance(node, ftl.BaseNode):
        return sum(measure(part, language) for part in vars(node).values())
    return sum(measure(part, language) for part in node) if isinstance(node, list) else 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("element", LIMITS)
def test_texts_fit_their_element(element: str, language: str) -> None:
    """The longest form of a text, with the words of any edition, is short enough."""
    limit, most = LIMITS[element], getattr(LIMITS[element], language)
    lengths = {
        key: measure(message, language)
        for key, message in read_messages(language).items()
        if re.fullmatch(limit.keys, key)
    }
    too_long = [
        f"{key} ({language}): {length} characters, but a {element} has room for {most}"
        for key, length in lengths.items()
        if length > most
    ]

    assert lengths
    assert not too_long, "\n".join(too_long)


@pytest.mark.parametrize("language", LANGUAGES)
def test_descriptions_have_no_semicolon(language: str) -> None:
    """A command or an option is described by one phrase."""
    keys = [key for key in read_messages(language) if re.match("(command|option)-", key)]
    found = [f"{key} ({language})" for key in keys if ";" in Words.of(language).say(key)]

    assert len(keys) > 60
    assert not found, "\n".join(found)


def test_commands_are_described_by_a_verb() -> None:
    """What a command does comes first. German descriptions have their verb at the end."""
    say = Words.of("en").say
    keys = [key for key in read_messages("en") if key.startswith("command-")]
    found = [
        f"{key} (en): {say(key)}" for key in keys if say(key).split()[0].strip(",") not in VERBS
    ]

    assert not found, "\n".join(found)


class TestMeasure:
    """How long a text can get."""

    def test_the_longest_words_of_an_edition_count(self) -> None:
        """ "Take face-up " and "locomotives", which is longer than "taxis" and "wilds"."""
        message = read_messages("en")["order-button-wild-on"]

        assert measure(message, "en") == len("Take face-up locomotives")

    def test_the_longest_variant_counts(self) -> None:
        """A plural is longer than its singular. The number itself is a fact."""
        assert measure(read_messages("en")["spaces"], "en") == len("1 space")
        assert measure(read_messages("de")["spaces"], "de") == len(" Felder")

    def test_quoted_buttons_count(self) -> None:
        """A text that quotes a label is as long as both."""
        message = read_messages("en")["start-pressed"]

        assert measure(message, "en") == len(Words.of("en").say("start-pressed"))
