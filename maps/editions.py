"""Edition files: the parts and rules of a game on a board, and the counts printed on its box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.board import Deal, EndRule, Face, RuleSpec
from engine.ids import WILD, Card, DeckName, EditionId, Piece
from maps.documents import Section, read_document
from maps.parameters import buildings, read_rules
from maps.tables import SLUG

LANGUAGES: Final = ("en", "de")
GRAY: Final = "gray"
"""The color of a track that takes cards of any one color (C2)."""

KINDS: Final[Mapping[str, str]] = {
    "city": "city",
    "place": "city",
    "country": "country",
    "junction": "junction",
}
"""The kinds of the city tables, and their names in the engine."""

PIECES: Final[Mapping[str, Piece]] = {
    "rail": Piece("train"),
    "ship": Piece("ship"),
    "taxi": Piece("taxi"),
}
"""The piece of each mode of the route tables."""

TIES: Final = ("tickets", "longest_path")
"""The possible tie-breakers (P8)."""

HEAD: Final = ("id", "title", "about", "seats")
BODY: Final = ("hand", "pieces", "ties", "route_points", "colours", "cards", "display", "tickets")
TAIL: Final = ("end", "rules", "printed")
OPTIONAL: Final = ("terms",)

TERMS: Final = ("wild", "wilds", "piece", "pieces")
"""What an edition can name in its own words: a card of any color, and what players place."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The part of an edition that a list of games shows."""

    id: EditionId
    titles: Mapping[str, str]
    """The title by language."""
    abouts: Mapping[str, str]
    """A sentence on what is special about the edition, by language."""
    seats: range
    board: str

    def title(self, language: str) -> str:
        """Return the title in *language*, or in English if there is none."""
        return self.titles.get(language) or self.titles["en"]

    def about(self, language: str) -> str:
        """Return the sentence on the edition in *language*, or in English if there is none."""
        return self.abouts.get(language) or self.abouts["en"]


@dataclass(frozen=True, slots=True)
class Printed:
    """The counts of the printed game, against which the tables are checked."""

    cities: Mapping[str, int]
    """The number of cities by kind."""
    tracks: Mapping[str, int]
    """The number of tracks by the piece they take."""
    spaces: Mapping[str, Mapping[str, int]]
    """The number of spaces by piece, then by color. Gray counts as a color."""
    cards: Mapping[str, int]
    """The number of cards by transport deck."""
    tickets: Mapping[str, int]
    """The number of tickets by ticket deck."""
    ticket_points: Mapping[str, int]
    """The sum of the values by ticket deck. A tour counts with its highest value."""
    ports: int
    attractions: int
    rough_spaces: int
    wraps: int


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition file. It is checked by itself, but not yet against the tables of its board."""

    file: str
    """The name of the file in messages."""
    summary: Summary
    hand: Mapping[DeckName, int]
    pieces: Mapping[Piece, int]
    ties: tuple[str, ...]
    route_points: Mapping[int, int]
    colours: tuple[str, ...]
    faces: Mapping[Card, Face]
    decks: Mapping[DeckName, tuple[Card, ...]]
    display: tuple[DeckName, ...]
    sweep_at: int
    deal: Deal
    ticket_sets: Mapping[DeckName, tuple[str, ...]]
    """The sets of the ticket table that make up each deck of the game."""
    end: EndRule
    rules: tuple[RuleSpec, ...]
    terms: Mapping[str, Mapping[str, str]]
    """The edition's own words by language, then by term. Terms that it doesn't name are missing."""
    printed: Printed


def read_summary(path: Path, file: str) -> Summary:
    """Read only the part of an edition file that a list of games shows."""
    return _summary(read_document(path, file), path)


def read_edition(path: Path, file: str) -> Edition:
    """Read an edition file and check everything that does not need other files.

    Raises:
        MapError: The file has a mistake. The message names file and section.

    """
    top = read_document(path, file)
    top.expect(HEAD + BODY + TAIL, OPTIONAL)
    colours = _colours(top)
    faces, decks = _cards(top, colours)
    display = top.section("display")
    display.expect(("slots", "sweep_at"))
    slots = tuple(DeckName(display.known(w, decks, "deck")) for w in display.words("slots"))
    deal, ticket_sets = _tickets(top.section("tickets"))
    hand = top.counts("hand", decks, "deck")
    pieces = top.counts("pieces", (*PIECES.values(), *buildings()), "piece", least=1)
    return Edition(
        file=file,
        summary=_summary(top, path),
        hand={DeckName(deck): count for deck, count in hand.items()},
        pieces={Piece(piece): count for piece, count in pieces.items()},
        ties=tuple(top.known(word, TIES, "tie-breaker") for word in top.words("ties")),
        route_points=dict(enumerate(top.wholes("route_points", least=1), 1)),
        colours=colours,
        faces=faces,
        decks=decks,
        display=slots,
        sweep_at=_at_most(display, "sweep_at", 1, len(slots), "slots"),
        deal=deal,
        ticket_sets=ticket_sets,
        end=_end(top.section("end")),
        rules=read_rules(top.sections("rules")),
        terms=_terms(top),
        printed=_printed(top.section("printed"), colours, decks, ticket_sets),
    )


def _summary(top: Section, path: Path) -> Summary:
    top.expect(HEAD, BODY + TAIL + OPTIONAL)
    if top.text("id") != path.stem:
        raise top.mistake(f'id is "{top.text("id")}", but the file is called "{path.stem}"')
    seats = top.wholes("seats", least=1)
    if len(seats) != 2 or seats[0] > seats[1]:
        raise top.mistake(f"seats must be the least and the most players, not {list(seats)}")
    return Summary(
        id=EditionId(path.stem),
        titles=_in_all_languages(top.section("title")),
        abouts=_in_all_languages(top.section("about")),
        seats=range(seats[0], seats[1] + 1),
        board=path.parent.name,
    )


def _terms(top: Section) -> dict[str, dict[str, str]]:
    if "terms" not in top.values:
        return {}
    part = top.section("terms")
    part.expect((), TERMS)
    named = {term: _in_all_languages(part.section(term)) for term in TERMS if term in part.values}
    return {
        language: {term: texts[language] for term, texts in named.items()} for language in LANGUAGES
    }


def _in_all_languages(part: Section) -> dict[str, str]:
    part.expect(LANGUAGES)
    return {language: part.text(language) for language in LANGUAGES}


def _colours(top: Section) -> tuple[str, ...]:
    colours = top.words("colours")
    if GRAY in colours:
        raise top.mistake(f'colours: "{GRAY}" is for tracks of any colour, not for cards')
    for place, colour in enumerate(colours):
        if colour in colours[:place]:
            raise top.mistake(f'colours names "{colour}" twice')
    return colours


def _cards(
    top: Section, colours: tuple[str, ...]
) -> tuple[dict[Card, Face], dict[DeckName, tuple[Card, ...]]]:
    """Return the faces and the unshuffled decks. `{colour}` stands for each color in turn."""
    faces: dict[Card, Face] = {}
    decks: dict[DeckName, tuple[Card, ...]] = {}
    for line in top.sections("cards"):
        line.expect(("deck", "face", "each"), ("worth", "harbour"))
        each = line.whole("each", least=1)
        for face in _faces(line, colours):
            if face.id in faces:
                raise line.mistake(f'face "{face.id}" stands there twice')
            faces[face.id] = face
            decks[face.deck] = decks.get(face.deck, ()) + (face.id,) * each
    return faces, decks


def _faces(line: Section, colours: tuple[str, ...]) -> list[Face]:
    deck, pattern = DeckName(line.text("deck")), line.text("face")
    worth, harbour = line.whole("worth", least=1, default=1), line.flag("harbour")
    if "{colour}" not in pattern:
        # The engine has only one card without a color, and finds it by this name.
        line.known(pattern, (WILD,), "wild face")
        return [Face(WILD, deck, None, worth, harbour)]
    names = {colour: pattern.replace("{colour}", colour) for colour in colours}
    for name in names.values():
        if not SLUG.fullmatch(name):
            raise line.mistake(f'face "{pattern}" makes no id: "{name}"')
    return [Face(Card(name), deck, colour, worth, harbour) for colour, name in names.items()]


def _tickets(part: Section) -> tuple[Deal, dict[DeckName, tuple[str, ...]]]:
    part.expect(("deal", "keep_first", "draw", "decks"), ("keep",))
    first, draw = part.whole("deal", least=1), part.whole("draw", least=1)
    deal = Deal(
        first=first,
        keep_first=_at_most(part, "keep_first", 1, first, "tickets dealt"),
        draw=draw,
        keep=_at_most(part, "keep", 1, draw, "tickets drawn"),
    )
    decks = part.section("decks")
    sets = {DeckName(name): decks.words(name) for name in decks.values}
    # Of two decks one is short and one is long. A player chooses how many of each to get (S4).
    if not 1 <= len(sets) <= 2:
        raise decks.mistake(f"there must be one deck or two, not {len(sets)}")
    return deal, sets


def _at_most(part: Section, key: str, least: int, most: int, what: str) -> int:
    value = part.whole(key, least, default=least)
    if value > most:
        raise part.mistake(f"{key} is {value}, but there are only {most} {what}")
    return value


def _end(part: Section) -> EndRule:
    part.expect(("at_most", "more_turns"))
    return EndRule(part.whole("at_most"), part.whole("more_turns", least=1))


def _printed(
    part: Section,
    colours: tuple[str, ...],
    decks: Mapping[DeckName, tuple[Card, ...]],
    ticket_sets: Mapping[DeckName, tuple[str, ...]],
) -> Printed:
    single = ("ports", "attractions", "rough_spaces", "wraps")
    part.expect(("cities", "tracks", "spaces", "cards", "tickets", "ticket_points"), single)
    pieces = tuple(PIECES.values())
    spaces = part.section("spaces")
    for piece in spaces.values:
        spaces.known(piece, pieces, "piece")
    return Printed(
        cities=part.counts("cities", set(KINDS.values()), "kind of city"),
        tracks=part.counts("tracks", pieces, "piece"),
        spaces={piece: spaces.counts(piece, (*colours, GRAY), "colour") for piece in spaces.values},
        cards=part.counts("cards", decks, "deck"),
        tickets=part.counts("tickets", ticket_sets, "ticket deck"),
        ticket_points=part.counts("ticket_points", ticket_sets, "ticket deck"),
        **{key: part.whole(key, default=0) for key in single},
    )
