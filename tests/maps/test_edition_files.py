"""Edition files: every mistake is named by file, section and nearest spelling."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

import maps
from engine.rules import Rule
from tests.maps.map_copy import MapCopy


@dataclass(frozen=True)
class Strict(Rule):
    """A rule with a parameter that has no default."""

    toll: int
    single_below: int = 4
    worked_out: int = field(init=False)


TOML = {
    "syntax": (
        ("usa", "seats = [2, 5]", "seats = [2, 5"),
        "maps/usa/usa.toml: Unclosed array (at line 7, column 1)",
    ),
    "unknown key": (
        ("usa", "seats =", "saets ="),
        'maps/usa/usa.toml: no key is called "saets"; did you mean "seats"?',
    ),
    "missing key": (
        ("usa", 'ties = ["tickets", "longest_path"]', ""),
        'maps/usa/usa.toml: missing: "ties"',
    ),
    "unknown key in a section": (
        ("usa", "sweep_at", "sweeps_at"),
        'maps/usa/usa.toml [display]: no key is called "sweeps_at"; did you mean "sweep_at"?',
    ),
    "missing key in a section": (
        ("usa", "more_turns = 1", ""),
        'maps/usa/usa.toml [end]: missing: "more_turns"',
    ),
    "id unlike the file": (
        ("usa", 'id = "usa"', 'id = "america"'),
        'maps/usa/usa.toml: id is "america", but the file is called "usa"',
    ),
    "title in one language": (
        ("usa", ', de = "USA"', ""),
        'maps/usa/usa.toml [title]: missing: "de"',
    ),
    "title without text": (
        ("usa", 'de = "USA"', 'de = " "'),
        "maps/usa/usa.toml [title]: de must be a text, not ' '",
    ),
    "title that is a text": (
        ("usa", 'title = { en = "USA", de = "USA" }', 'title = "USA"'),
        "maps/usa/usa.toml: title must be a table, not 'USA'",
    ),
    "nothing said about it in German": (
        ("usa", "about.de = ", "about.fr = "),
        'maps/usa/usa.toml [about]: no key is called "fr"; known: "de"',
    ),
    "seats as a text": (
        ("usa", "seats = [2, 5]", 'seats = "2-5"'),
        "maps/usa/usa.toml: seats must be a list of whole numbers, not '2-5'",
    ),
    "seats the wrong way round": (
        ("usa", "seats = [2, 5]", "seats = [5, 2]"),
        "maps/usa/usa.toml: seats must be the least and the most players, not [5, 2]",
    ),
    "no seat at all": (
        ("usa", "seats = [2, 5]", "seats = [0, 5]"),
        "maps/usa/usa.toml: seats has 0, must be at least 1",
    ),
    "unknown deck in the hand": (
        ("usa", "hand = { train", "hand = { trian"),
        'maps/usa/usa.toml [hand]: no deck "trian"; did you mean "train"?',
    ),
    "unknown deck in the display": (
        ("usa", 'slots = ["train"', 'slots = ["trains"'),
        'maps/usa/usa.toml [display]: no deck "trains"; did you mean "train"?',
    ),
    "unknown piece": (
        ("usa", "pieces = { train", "pieces = { trains"),
        'maps/usa/usa.toml [pieces]: no piece "trains"; did you mean "train"?',
    ),
    "number as a text": (
        ("usa", "pieces = { train = 45 }", 'pieces = { train = "45" }'),
        "maps/usa/usa.toml [pieces]: train must be a whole number, not '45'",
    ),
    "number as true": (
        ("usa", "sweep_at = 3", "sweep_at = true"),
        "maps/usa/usa.toml [display]: sweep_at must be a whole number, not True",
    ),
    "sweep beyond the display": (
        ("usa", "sweep_at = 3", "sweep_at = 6"),
        "maps/usa/usa.toml [display]: sweep_at is 6, but there are only 5 slots",
    ),
    "unknown tie-breaker": (
        ("usa", '"longest_path"]', '"longest_paht"]'),
        'maps/usa/usa.toml: no tie-breaker "longest_paht"; did you mean "longest_path"?',
    ),
    "points below one": (
        ("usa", "route_points = [1, 2", "route_points = [1, 0"),
        "maps/usa/usa.toml: route_points has 0, must be at least 1",
    ),
    "colour twice": (
        ("usa", 'colours = ["red", "blue"', 'colours = ["red", "red"'),
        'maps/usa/usa.toml: colours names "red" twice',
    ),
    "gray cards": (
        ("usa", 'colours = ["red"', 'colours = ["gray"'),
        'maps/usa/usa.toml: colours: "gray" is for tracks of any colour, not for cards',
    ),
    "another card without a colour": (
        ("usa", 'face = "wild"', 'face = "wlid"'),
        'maps/usa/usa.toml [[cards]] 2: no wild face "wlid"; did you mean "wild"?',
    ),
    "face that is no id": (
        ("usa", '"train-{colour}"', '"Train {colour}"'),
        'maps/usa/usa.toml [[cards]] 1: face "Train {colour}" makes no id: "Train red"',
    ),
    "face twice": (
        ("world", "train-{colour}-h", "train-{colour}"),
        'maps/world/world.toml [[cards]] 2: face "train-red" stands there twice',
    ),
    "unknown key of a card": (
        ("world", "worth = 2", "wroth = 2"),
        'maps/world/world.toml [[cards]] 4: no key is called "wroth"; did you mean "worth"?',
    ),
    "symbol as a number": (
        ("world", "harbour = true", "harbour = 1"),
        "maps/world/world.toml [[cards]] 2: harbour must be true or false, not 1",
    ),
    "cards as a number": (
        ("new-york", "each = 8", "each = 0"),
        "maps/new-york/new-york.toml [[cards]] 2: each is 0, must be at least 1",
    ),
    "keep more than is dealt": (
        ("usa", "keep_first = 2", "keep_first = 4"),
        "maps/usa/usa.toml [tickets]: keep_first is 4, but there are only 3 tickets dealt",
    ),
    "unknown ticket set": (
        ("usa", 'tickets = ["classic"]', 'tickets = ["clasic"]'),
        'maps/usa/usa.toml [tickets.decks]: no ticket set "clasic"; did you mean "classic"?',
    ),
    "ticket sets as a text": (
        ("usa", 'tickets = ["classic"]', 'tickets = "classic"'),
        "maps/usa/usa.toml [tickets.decks]: tickets must be a list of texts, not 'classic'",
    ),
    "three ticket decks": (
        ("germany", 'long = ["long"]', 'long = ["long"]\nmiddle = ["long"]'),
        "maps/germany/germany.toml [tickets.decks]: there must be one deck or two, not 3",
    ),
    "rules that are none": (
        ("usa", "[[rules]]", '[[rule]]\nuse = "ships"\n[[rules]]'),
        'maps/usa/usa.toml: no key is called "rule"; known: "terms"',
    ),
    "printed colour": (
        ("usa", "red = 27", "rde = 27"),
        'maps/usa/usa.toml [printed.spaces.train]: no colour "rde"; did you mean "red"?',
    ),
    "printed piece": (
        ("usa", "[printed.spaces.train]", "[printed.spaces.tarin]"),
        'maps/usa/usa.toml [printed.spaces]: no piece "tarin"; did you mean "train"?',
    ),
    "printed deck": (
        ("germany", "tickets = { short", "tickets = { shrt"),
        'maps/germany/germany.toml [printed.tickets]: no ticket deck "shrt"; did you mean "short"?',
    ),
}

RULES = {
    "unknown rule": (
        ("usa", 'use = "longest_path"', 'use = "longest_paht"'),
        'maps/usa/usa.toml [[rules]] 3: no rule "longest_paht"; did you mean "longest_path"?',
    ),
    "rule without a name": (
        ("usa", 'use = "longest_path"', ""),
        'maps/usa/usa.toml [[rules]] 3: missing: "use"',
    ),
    "rule twice": (
        ("usa", 'use = "tickets"', 'use = "parallel_routes"'),
        'maps/usa/usa.toml [[rules]] 2: rule "parallel_routes" stands there twice',
    ),
    "unknown parameter": (
        ("world", "cost = 1", "cots = 1"),
        'maps/world/world.toml [[rules]] 5 (exchange): no parameter "cots"; did you mean "cost"?',
    ),
    "what the engine gives is no parameter": (
        ("world", "cost = 1", "seats = 1"),
        'maps/world/world.toml [[rules]] 5 (exchange): no parameter "seats"; known: "cost"',
    ),
    "parameter of a rule without any": (
        ("usa", 'use = "tickets"', 'use = "tickets"\npoints = 1'),
        'maps/usa/usa.toml [[rules]] 2 (tickets): no parameter "points"',
    ),
    "number as a text": (
        ("world", "cost = 1", 'cost = "1"'),
        "maps/world/world.toml [[rules]] 5 (exchange): cost must be a whole number, not '1'",
    ),
    "list as a number": (
        ("world", "points = [0, 20, 30, 40]", "points = 20"),
        "maps/world/world.toml [[rules]] 6 (harbours): points must be a list, not 20",
    ),
    "texts in a list of numbers": (
        ("world", "points = [0, 20, 30, 40]", 'points = [0, "20"]'),
        "maps/world/world.toml [[rules]] 6 (harbours): points must be a list, not [0, '20']",
    ),
    "table as a number": (
        ("world", "at_most = { train = 25, ship = 50 }", "at_most = 50"),
        "maps/world/world.toml [[rules]] 4 (piece_mix): at_most must be a table, not 50",
    ),
}


class TestEditionFiles:
    """A mistake in an edition file is named by file and section."""

    @pytest.mark.parametrize(("damage", "complaint"), TOML.values(), ids=TOML)
    def test_is_named(self, copy: MapCopy, damage: tuple[str, str, str], complaint: str) -> None:
        """With the nearest correct spelling where a word is wrong."""
        edition, old, new = damage
        copy.replace(f"{edition}/{edition}.toml", old, new)

        assert copy.refusal(edition) == complaint

    @pytest.mark.parametrize(("damage", "complaint"), RULES.values(), ids=RULES)
    def test_rules_are_those_of_the_engine(
        self, copy: MapCopy, damage: tuple[str, str, str], complaint: str
    ) -> None:
        """Names and parameters are compared with the engine's own table."""
        edition, old, new = damage
        copy.replace(f"{edition}/{edition}.toml", old, new)

        assert copy.refusal(edition) == complaint

    def test_a_parameter_without_a_default_must_be_given(
        self, copy: MapCopy, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What a rule works out by itself need not."""
        monkeypatch.setattr("maps.parameters._rule_classes", lambda: {"parallel_routes": Strict})

        assert copy.refusal("usa") == (
            'maps/usa/usa.toml [[rules]] 1 (parallel_routes): missing: "toll"'
        )

    def test_another_encoding(self, copy: MapCopy) -> None:
        """An edition file is UTF-8."""
        path = copy.path("usa/usa-big-cities.toml")
        path.write_bytes(path.read_text(encoding="utf-8").encode("latin-1"))

        assert copy.refusal("usa-big-cities").startswith(
            "maps/usa/usa-big-cities.toml: not UTF-8 ("
        )

    def test_a_number_of_tickets_to_keep_may_be_given(self, copy: MapCopy) -> None:
        """Without it, one is kept (K2)."""
        copy.replace("usa/usa.toml", "keep_first = 2", "keep_first = 2\nkeep = 2")

        assert (copy.load("usa").deal.keep, maps.load("usa").deal.keep) == (2, 1)
