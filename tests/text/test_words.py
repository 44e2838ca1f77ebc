"""Both languages say everything, with the same facts; every sentence in use exists.

In messages and in pictures: there is one set of words for both.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from fluent.syntax import ast as ftl

import bot
import engine
import maps
import render
from bot.storage.sqlite.schema import MIGRATIONS_FOLDER as MIGRATIONS
from bot.text.phrases import Phrases
from bot.text.rulebook import TOPICS
from bot.text.words import LOCALES_FOLDER, Words
from bot.ui.error_replies import KEYS
from bot.ui.permissions import EVERYTHING
from bot.ui.router import HANDLERS
from engine.errors import REFUSALS, IllegalAction
from engine.events import EVENTS, LastRoundBegan
from engine.ids import Seat
from engine.rules import RULES
from engine.ruleset import Rules
from engine.tariffs import Lack
from render import score_key
from tests.render.scenes import game
from tests.text.locale_files import LANGUAGES, find_texts, find_variables, read_messages

SPEAKING = (Path(bot.__file__).parent, Path(render.__file__).parent)
"""Where sentences are asked for."""
ENGINE = Path(engine.__file__).parent
EDITIONS = list(maps.catalogue())
SILENT = {
    "GameStarted",
    "TicketsShuffled",
    "CardsDealt",
    "DisplayFilled",
    "SplitAsked",
    "MixAsked",
    "TurnBegan",
}
"""Events that go without saying: what follows from them is said, or seen."""


@cache
def _nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def _sources() -> Iterator[Path]:
    for home in SPEAKING:
        yield from home.rglob("*.py")


def _name(call: ast.Call) -> str:
    return getattr(call.func, "attr", None) or getattr(call.func, "id", "")


def _calls() -> Iterator[tuple[Path, ast.Call]]:
    """Every place where a sentence is asked for by a key."""
    for path in _sources():
        for node in _nodes(path):
            if isinstance(node, ast.Call) and node.args and _name(node) in ("say", "said", "has"):
                yield path, node


def _pattern(node: ast.expr) -> str | None:
    """A key as it stands in code: whole, or with gaps."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        parts = (
            re.escape(str(p.value)) if isinstance(p, ast.Constant) else r"[\w-]+"
            for p in node.values
        )
        return "".join(parts)
    return None


def _strings() -> set[str]:
    """Every text in the code."""
    return {
        node.value
        for path in _sources()
        for node in _nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def _in_migrations() -> set[str]:
    """Every text that the database itself puts among the lines to tell."""
    found = (path.read_text(encoding="utf-8") for path in MIGRATIONS.glob("*.sql"))
    return {text for sql in found for text in re.findall(r"'([^']*)'", sql)}


class TestLanguages:
    """English and German say the same things. Each failure names keys and languages."""

    def test_both_have_the_same_sentences(self) -> None:
        """Neither language lacks a sentence that the other has."""
        keys = {key for language in LANGUAGES for key in read_messages(language)}
        missing = [
            f"{key} is missing in {language}"
            for language in LANGUAGES
            for key in sorted(keys - read_messages(language).keys())
        ]

        assert missing == []

    def test_both_name_the_same_facts(self) -> None:
        """A placeholder of one language stands in the other."""
        english, german = read_messages("en"), read_messages("de")
        facts = {
            key: (find_variables(english[key]), find_variables(german[key]))
            for key in english.keys() & german.keys()
        }
        different = [
            f"{key}: {sorted(ours)} in en, {sorted(theirs)} in de"
            for key, (ours, theirs) in sorted(facts.items())
            if ours != theirs
        ]

        assert different == []

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_no_sentence_is_empty(self, language: str) -> None:
        """Each says something by itself."""
        empty = [key for key, message in read_messages(language).items() if not message.value]

        assert empty == [], language


FRAGMENTS = re.compile(
    r"(term|colour|card|deck|pieces|count|list|needs|games|move|picture|score|order-part)-.+"
    r"|history-blind|spaces|board-turn|board-paused-.+|recap-more|pieces-of"
    r"|lobby-about-.+|lobby-plans|lobby-no-plans"
)
"""What is part of a line or of a sentence, and so begins as it must there."""
CAPITAL = ("card-wild-turn", "games-none", "games-more")
"""What is none, though it is called so."""
QUOTED = ("join", "leave", "start", "hand", "map", "ask-undo")
"""Buttons whose labels would be taken for nothing else if they stood in a sentence."""


def _beginnings(pattern: ftl.Pattern) -> Iterator[str]:
    """The texts with which a sentence can begin; none where it begins with a fact."""
    first = pattern.elements[0]
    if isinstance(first, ftl.TextElement):
        yield first.value
    elif isinstance(first.expression, ftl.SelectExpression):
        for variant in first.expression.variants:
            yield from _beginnings(variant.value)


@pytest.mark.parametrize("language", LANGUAGES)
class TestManners:
    """How every sentence is written."""

    def test_sentences_begin_with_a_capital(self, language: str) -> None:
        """Whatever they begin with besides: a fact, a number, a sign."""
        small = [
            key
            for key, message in read_messages(language).items()
            if key in CAPITAL or not FRAGMENTS.fullmatch(key)
            for text in _beginnings(message.value)
            if text.lstrip()[:1].islower()
        ]

        assert small == []

    def test_no_sentence_names_a_rule_by_its_id(self, language: str) -> None:
        """Those are for whoever reads the code."""
        ids = {id for rule in RULES.values() for id in rule.ids} | set(REFUSALS.values())
        named = re.compile(rf"\b({'|'.join(sorted(ids))})\b")

        assert len(ids) > 15
        assert [
            k for k, m in read_messages(language).items() if named.search("".join(find_texts(m)))
        ] == []

    def test_buttons_are_quoted_by_reference(self, language: str) -> None:
        """So that a sentence says what stands on the button, whatever that is."""
        labels = [Words.of(language).say(f"button-{name}") for name in QUOTED]
        named = re.compile(rf"(?<=[^.!?:] )({'|'.join(labels)})\b")
        copied = [
            key
            for key, message in read_messages(language).items()
            if not key.startswith(("button-", "topic-", "command-"))
            and any(named.search(f"x {text}") for text in find_texts(message.value))
            and not any(text.startswith(tuple(labels)) for text in _beginnings(message.value))
        ]

        assert copied == []

    def test_times_stand_alone(self, language: str) -> None:
        """Discord writes "3 hours ago", which goes with no "since"."""
        words = [
            key
            for key, message in read_messages(language).items()
            if "since" in find_variables(message)
            and re.search(r"\b(since|seit)\b", "".join(find_texts(message)), re.IGNORECASE)
        ]

        assert words == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_point_less_than_none_is_not_one_point(language: str) -> None:
    """Whoever exchanges pieces before building anything has less than nothing."""
    say = Words.of(language).say
    seat: dict[str, str | int] = {"points": -1, "cards": 1, "tickets": 1, "left": ""}

    assert say("board-seat", **seat).startswith("−1 ")
    assert ": −1 " in say("board-result", player="", parts="", place=3, points=-1)
    assert " −1 " in say("result-winner", players="", winners=1, points=-1)
    assert ": −1 " in say("alt-seat", player="", routes=1, **seat)


class TestKeys:
    """Code and files agree on what there is."""

    def test_every_key_in_code_exists(self) -> None:
        """Whole keys by name, built ones by at least one sentence of their family."""
        for path, call in _calls():
            pattern = _pattern(call.args[0])
            if pattern is not None:
                fits = [key for key in read_messages("en") if re.fullmatch(pattern, key)]
                assert fits, f"{path.name}:{call.lineno} asks for {pattern}"

    def test_every_call_gives_the_facts_of_its_sentence(self) -> None:
        """What a sentence has a place for is passed."""
        for path, call in _calls():
            key = call.args[0]
            whole = isinstance(key, ast.Constant)
            if whole and _name(call) == "say" and all(word.arg for word in call.keywords):
                given = {str(word.arg) for word in call.keywords}
                wanted = find_variables(read_messages("en")[key.value])
                assert given == wanted, f"{path.name}:{call.lineno} {key.value}"

    def test_no_sentence_is_left_over(self) -> None:
        """Each is asked for by its name or as one of a family."""
        built = (node for path in _sources() for node in _nodes(path))
        families = [_pattern(node) for node in built if isinstance(node, ast.JoinedStr)]
        families = [f for f in families if f and re.match(r"[a-z]+\\-", f)] + ["permission-.*"]
        texts = _strings() | _in_migrations()

        unused = [
            key
            for key in read_messages("en")
            if key not in texts and not any(re.fullmatch(family, key) for family in families)
        ]

        assert unused == []

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_family_is_whole(self, language: str) -> None:
        """For everything that a built key can name there is a sentence."""
        has = Words.of(language).has
        wanted = {f"lobby-{status}" for status in ("lobby", "playing", "over", "cancelled")}
        wanted |= {f"topic-{topic}" for topic in TOPICS}
        wanted |= {f"rules-{topic}" for topic in TOPICS if topic != "edition"}
        wanted |= {"permission-" + name.replace("_", "-") for name in EVERYTHING}
        for edition in EDITIONS:
            spec = maps.load(edition)
            wanted |= {f"deck-{deck}" for deck in spec.decks}
            colours = {face.colour for face in spec.faces.values() if face.colour}
            wanted |= {f"colour-{colour}" for colour in colours}
            wanted |= {f"picture-colour-{colour}" for colour in (*colours, "gray", "wild")}
            for part in Rules.compile(spec, 2).parts:
                wanted |= {f"needs-{deck}" for deck in getattr(part, "needs", ())}
            pieces = {route.piece for route in spec.routes.values()} | spec.pieces.keys()
            wanted |= {f"{family}-{piece}" for piece in pieces for family in ("pieces", "count")}

        assert [key for key in sorted(wanted) if not has(key)] == []

    def test_every_line_of_a_score_sheet_has_words(self) -> None:
        """For what scores, also in a city; and there are no words for what nothing scores."""
        wanted = set()
        for edition in EDITIONS:
            rules, state = game(edition)
            for line in engine.score(rules, state).lines:
                there = line.detail in rules.spec.cities
                wanted |= {score_key(line.rule), f"{score_key(line.rule)}{'-in' if there else ''}"}

        assert {key for key in read_messages("en") if key.startswith("score-")} == wanted

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_trouble_with_a_table_has_a_sentence(self, language: str) -> None:
        """Each code of a `LobbyError` in the code."""
        codes = {
            text.value
            for path in _sources()
            for node in _nodes(path)
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "LobbyError"
            for text in ast.walk(node.args[0])
            if isinstance(text, ast.Constant)
        }

        assert len(codes) > 8
        assert [c for c in codes if not Words.of(language).has(f"lobby-error-{c}")] == []

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_everything_not_understood_has_a_sentence(self, language: str) -> None:
        """Each code of a `NotUnderstood` in the code."""
        codes = {
            text.value
            for path in _sources()
            for node in _nodes(path)
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "NotUnderstood"
            for text in ast.walk(node.args[0])
            if isinstance(text, ast.Constant)
        }

        assert len(codes) > 8
        named = {f"error-{code}" for code in codes if not code.endswith("-")} | {*KEYS.values()}
        assert [key for key in named if not Words.of(language).has(key)] == []

    def test_every_verb_on_a_button_is_answered(self) -> None:
        """What the code puts on a component has a handler."""
        import bot.ui.registry  # noqa: F401  # handlers register themselves

        verbs = {
            node.args[0].value
            for path in _sources()
            for node in _nodes(path)
            if isinstance(node, ast.Call)
            and getattr(node.func, "attr", "") == "press"
            and node.args
            and isinstance(node.args[0], ast.Constant)
        }

        offered = {
            decision.verb
            for edition in EDITIONS
            for decision in Rules.compile(maps.load(edition), 2).decisions.values()
        }
        assert len(verbs) > 8
        assert verbs | offered <= HANDLERS.keys()


SAMPLES: dict[str, object] = {
    "turn": 1,
    "owner": 1,
    "asked": "TicketChoice",
    "city": "CITY",
    "route": "TRACK",
    "missing": {"wild": 2},
    "lacks": Lack(2, ("red", "blue")),
    "at_most": {"train": 25, "ship": 50},
    "limits": {"train": 3, "ship": 0},
    "instead": (("wild", 1), "TRACK", "CITY", "train"),
    **dict.fromkeys(("action", "deck", "mix", "offered", "payment", "revealed"), "no word"),
}
"""What the engine says with a refusal, by the name of the fact; other facts are numbers."""


def _refusals(path: Path) -> Iterator[tuple[ast.expr, set[str]]]:
    """Every refusal in a file: its code as it stands there, and the names of its facts."""
    for node in _nodes(path):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalAction":
            yield node.args[0], {str(word.arg) for word in node.keywords} - {"rule"}


@cache
def _given() -> dict[str, set[str]]:
    """The names of the facts that the engine gives with each refusal.

    A code that is worked out is one of its own file; any other that nobody says outright forbids a
    track.
    """
    said: dict[str, set[str]] = {}
    worked_out: dict[Path, set[str]] = {}
    for path in ENGINE.rglob("*.py"):
        for code, facts in _refusals(path):
            if isinstance(code, ast.Constant):
                said.setdefault(str(code.value), set()).update(facts)
            else:
                worked_out[path] = facts
    given = dict.fromkeys(REFUSALS, worked_out.pop(ENGINE / "turns.py"))
    for path, facts in worked_out.items():
        texts = {node.value for node in _nodes(path) if isinstance(node, ast.Constant)}
        given |= dict.fromkeys(texts & REFUSALS.keys(), facts)
    return given | said


@pytest.fixture(params=LANGUAGES)
def phrases(request: pytest.FixtureRequest) -> Phrases:
    return Phrases(Words.of(request.param), maps.load("world"), ["Guest 1", "*Guest* 2"])


def _facts(phrases: Phrases, code: str) -> dict[str, object]:
    """Something for every fact that comes with a refusal."""
    track = next(iter(phrases.spec.routes))
    names = {"TRACK": track, "CITY": phrases.spec.routes[track].a}

    def one(value: object) -> object:
        return names.get(value, value) if isinstance(value, str) else value

    facts = {name: SAMPLES.get(name, 7) for name in _given()[code]}
    return {
        name: tuple(map(one, value)) if isinstance(value, tuple) else one(value)
        for name, value in facts.items()
    }


def test_the_last_round_in_the_second_person(phrases: Phrases) -> None:
    """The player who causes it does not read their own name."""
    event = LastRoundBegan(Seat(0), 4)
    own, others = phrases.own_event(event, Seat(0)), phrases.own_event(event, Seat(1))
    assert own is not None
    assert others is not None
    assert "Guest 1" not in own
    assert "Guest 1" in others


class TestRefusals:
    """A refusal says why in plain words, and what is possible instead; it names no rule's id."""

    @pytest.mark.parametrize("code", REFUSALS)
    def test_each_can_be_said(self, phrases: Phrases, code: str) -> None:
        """With the facts that the engine gives."""
        said = phrases.refusal(IllegalAction(code, **_facts(phrases, code)))

        assert not re.search(r"\b[A-Z]\d", said)  # no rule's id
        assert "{" not in said
        assert "None" not in said

    def test_whoever_has_chosen_waits_for_the_others(self, phrases: Phrases) -> None:
        """In the opening nobody is on turn."""
        said = phrases.refusal(IllegalAction("not-your-turn", turn=None))

        assert said == phrases.words.say("refusal-others-choose")

    def test_what_is_possible_is_named(self, phrases: Phrases) -> None:
        """Up to three routes."""
        tracks = tuple(phrases.spec.routes)[:5]

        said = phrases.refusal(IllegalAction("cards-short", lacks=Lack(1, ()), instead=tracks))

        assert [phrases.route(t) in said for t in tracks] == [True] * 3 + [False] * 2

    def test_names_do_not_format(self, phrases: Phrases) -> None:
        """A name is text, whatever its owner wrote."""
        assert r"\*Guest\* 2" in phrases.refusal(IllegalAction("not-your-turn", turn=1))


class TestEvents:
    """What happened, in a sentence for everybody."""

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("event", [event.__name__ for event in EVENTS])
    def test_each_is_said_or_goes_without_saying(self, language: str, event: str) -> None:
        """Nothing is forgotten by accident."""
        keys = [
            key for key in read_messages(language) if re.fullmatch(rf"event-{event}(-.*)?", key)
        ]

        assert bool(keys) == (event not in SILENT)


WRITING = {"text": 2, "write": 3, "fitted": 0, "_lay_heading": 2}
"""What writes in a picture, and which of its arguments is written."""


class TestPictures:
    """What is written in a picture comes with its scene."""

    def test_no_picture_has_words_of_its_own(self) -> None:
        """What is painted is a name, a number, or asked for by its key."""
        painted = [
            (path.name, call.lineno, word.value)
            for path in Path(render.__file__).parent.rglob("*.py")
            for call in _nodes(path)
            if isinstance(call, ast.Call) and _name(call) in WRITING
            for word in _literals(call.args[WRITING[_name(call)]])
        ]

        assert [where for where in painted if re.search(r"[^\W\d_]{2}", where[2])] == []

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_numbers_stand_as_they_are(self, language: str) -> None:
        """A turn is no sum of money: nothing parts its thousands."""
        assert Words.of(language).say("picture-turn", number=1234).endswith(" 1234")


def _literals(node: ast.AST) -> Iterator[ast.Constant]:
    """Every text in an expression, keys apart."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    if not (isinstance(node, ast.Call) and _name(node) == "say"):
        for part in ast.iter_child_nodes(node):
            yield from _literals(part)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_paragraph_of_a_text_begins_like_another(language: str) -> None:
    """A paragraph that is written twice tells the reader two versions of a rule."""
    for path in sorted((LOCALES_FOLDER / language).glob("*.ftl")):
        starts = re.findall(r'^  \{ "" \}(\*\*[^*]+\*\*)', path.read_text("utf-8"), re.MULTILINE)

        assert len(starts) == len({*starts}), f"{path.name}: {starts}"
