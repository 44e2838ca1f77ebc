"""What each seat alone knew, and where it must not stand: in whatever anybody was ever shown.

A `FeedEvent` is everything that a client was told: messages in each of their versions, answers that
one person alone sees, what can be pressed and chosen, names and descriptions of files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import engine
from bot.games.table import GameSnapshot
from bot.text.phrases import Phrases
from bot.text.words import Words
from bot.ui.custom_ids import parse_custom_id
from bot.ui.turn.hand import hand_alt, hand_words
from engine import events as e
from engine.board import MapSpec
from engine.events import BlindCardDrawn
from engine.evolve import evolve
from engine.ids import Seat, TicketId
from engine.rules import RULES  # noqa: F401  # rules register themselves
from engine.state import GameState
from sandbox.world.feed import FeedEvent
from sandbox.world.people import Person

PUBLIC = {"board.png", "lobby.png", "scores.png", "reveal.gif"}
PRIVATE = {"hand.png", "tickets.png", "map.png"}
LANGUAGES = ("en", "de")
NO_EMOJI: Mapping[str, str] = MappingProxyType({})
ALONE = {"modal", "choices", "failed"}
"""What is shown to one person, wherever they are."""
KEY = re.compile(r"\b[0-9a-f]{64}\b")
PRESSED = {"lay", "take", "blind", "keep", "claim", ""}
"""What is pressed or chosen in any whole game; '' stands for values."""
ENDS = tuple(Words.of(language).say("board-over") for language in LANGUAGES)
HANDS = tuple(
    head
    for label in (Words.of(language).say("hand-cards") for language in LANGUAGES)
    for head in (f"**{label}**", f"{label}: ")
)
"""How the words begin that say what somebody holds, in messages and in alt texts."""
BLIND = re.compile(
    "|".join(
        re.escape(Words.of(language).say("own-BlindCardDrawn", card="CARD", deck="DECK"))
        .replace("CARD", ".+")
        .replace("DECK", ".+")
        for language in LANGUAGES
    )
)
"""A sentence that only whoever drew a card may read."""


ADVICE = re.compile(
    "|".join(
        re.escape(said)
        for words in map(Words.of, LANGUAGES)
        for said in (
            words.say("tickets-together", numbers="|", needs="|").strip("|"),
            words.say("mix-fitting", mix=""),
            words.say("tickets-keep", least=0).split(" 0 ")[1],
            *(words.say("harbour-counts", count=count) for count in range(4)),
        )
    )
)
"""What is said to somebody about their own tickets, and nowhere else."""


class Secrets:
    """The secrets of one game, worked out from its log; *emoji* are those of its cards."""

    def __init__(
        self, snapshot: GameSnapshot, log: Sequence[e.Event], emoji: Mapping[str, str] = NO_EMOJI
    ) -> None:
        self.snapshot, self.spec = snapshot, snapshot.table.rules.spec
        self.phrase_sets = [
            Phrases(Words.of(language), self.spec, [s.name for s in snapshot.table.seats], emoji)
            for language in LANGUAGES
        ]
        self.known: dict[Seat, set[TicketId]] = {seat.seat: set() for seat in snapshot.table.seats}
        for event in log:
            if isinstance(event, e.TicketsOffered):
                self.known[event.seat] |= set(event.tickets)
        self.log = log
        self._hands: dict[Seat, set[str]] = {}

    @property
    def owners(self) -> dict[int, Seat]:
        """Whose seats they are."""
        return {s.user_id: s.seat for s in self.snapshot.table.seats if s.user_id is not None}

    @property
    def offered(self) -> set[TicketId]:
        """The tickets that somebody was ever shown."""
        return set().union(*self.known.values())

    @property
    def seed(self) -> str:
        """What the whole chance of the game follows from."""
        return self.snapshot.table.row.seed.hex()

    def drawn(self, seat: Seat) -> set[str]:
        """What a seat was told of the cards that it drew blind."""
        own = [n for n in self.log if isinstance(n, BlindCardDrawn) and n.seat == seat]
        return {
            str(phrases.own_event(event, seat)) for event in own for phrases in self.phrase_sets
        }

    def hands(self, seat: Seat) -> set[str]:
        """Every hand that a seat ever held, in words: on its hand card, or in alt texts."""
        if seat not in self._hands:
            self._hands[seat] = set(self._held(seat))
        return self._hands[seat]

    def _held(self, seat: Seat) -> Iterator[str]:
        state = GameState()
        for version, event in enumerate(self.log, 1):
            if isinstance(event, e.Reverted):
                state = engine.replay(self.log[:version])
            else:
                evolve(state, event)
            if getattr(event, "seat", None) == seat or version == len(self.log):
                view = engine.view_for(self.snapshot.table.rules, state, seat)
                for phrases in self.phrase_sets:
                    yield hand_words(view, phrases).splitlines()[0]
                    yield hand_alt(view, phrases).splitlines()[1]


class TicketWords:
    """A ticket as its id, and as its cities in each language."""

    def __init__(self, spec: MapSpec, ticket: TicketId) -> None:
        self._id = ticket
        # A route between the same cities has a number behind the same words.
        self._alone = re.compile(rf"(?<![\w-]){re.escape(ticket)}(?![\w-])")
        self._cities = [Phrases(Words.of(lang), spec, []).ticket(ticket) for lang in LANGUAGES]

    def stand_in(self, text: str) -> bool:
        """Whether a text names it."""
        if any(cities in text for cities in self._cities):
            return True
        return self._id in text and bool(self._alone.search(text))


class Trace(NamedTuple):
    """What one sight says of anybody's secrets."""

    ends: bool
    """Whether a game is over by then: what stands in its place later is no secret."""
    tickets: set[TicketId]
    hands: set[str]
    drawn: set[str]
    keys: set[str]
    """What is as long as a seed and looks like one."""
    advises: bool
    controls: list[str]
    is_pictured: bool
    """Whether there is a hand or a map on it."""
    pictures: set[bytes]
    """That hand or map."""


class Reader:
    """Reads what people were shown: each sight once, however many of them saw it."""

    def __init__(self, *specs: MapSpec) -> None:
        self._tickets = {
            ticket: TicketWords(spec, ticket) for spec in specs for ticket in spec.tickets
        }
        self._known: dict[int, tuple[FeedEvent, Trace]] = {}

    def read(self, sight: FeedEvent) -> Trace:
        """What it says."""
        known = self._known.get(id(sight))
        if known is None:
            # The sight is kept with it, so that nothing else ever has its number.
            known = self._known[id(sight)] = (sight, self._trace(sight))
        return known[1]

    def before_the_end(self, person: Person) -> list[tuple[FeedEvent, Trace]]:
        """What somebody was shown in each place while the game there was going on."""
        over: set[int | None] = set()
        found = []
        for sight in person.shown.events:
            trace = self.read(sight)
            if trace.ends:
                over.add(sight.channel_id)
            if sight.channel_id not in over:
                found.append((sight, trace))
        return found

    def _trace(self, sight: FeedEvent) -> Trace:
        texts, is_pictured = "\n".join(sight.texts()), _is_pictured(sight)
        lines = texts.splitlines()
        return Trace(
            ends=any(end in texts for end in ENDS),
            tickets={ticket for ticket, said in self._tickets.items() if said.stand_in(texts)},
            hands={line for line in lines if line.startswith(HANDS)},
            drawn={line for line in lines if BLIND.match(line)},
            keys=set(KEY.findall(texts)),
            advises=bool(ADVICE.search(texts)),
            controls=[*_controls(sight.message.components if sight.message else sight.data)],
            is_pictured=is_pictured,
            pictures=set(sight.files) if is_pictured else set(),
        )


def texts_of(sights: Sequence[FeedEvent]) -> set[str]:
    """Every text of these sights, once."""
    return {text for sight in sights for text in sight.texts()}


def check_secrecy(
    games: Sequence[Secrets], people: Sequence[Person], reader: Reader | None = None
) -> None:
    """Nobody was ever shown what another seat alone knew, in words or in pictures."""
    reader = reader or Reader(*(game.spec for game in games))
    offered = set[TicketId]().union(*(game.offered for game in games))
    seeds = {game.seed for game in games}
    checked: set[int] = set()
    pictures: dict[int, set[bytes]] = {}
    for person in people:
        seen = reader.before_the_end(person)
        assert seen, person
        own = [(game, game.owners[person.id]) for game in games if person.id in game.owners]
        private, home = [], person.direct.id
        for sight, trace in seen:
            assert not trace.keys & seeds, person
            if not _is_public(sight, home):
                private.append(trace)
            elif id(sight) not in checked:
                checked.add(id(sight))
                _check_public(trace, offered)
        _check_private(person, private, own, offered)
        pictures[person.id] = set[bytes]().union(*(trace.pictures for trace in private))
        assert bool(own) == bool(pictures[person.id]), person
    for game in games:
        at_table = [pictures[owner] for owner in game.owners if owner in pictures]
        assert len(set[bytes]().union(*at_table)) == sum(map(len, at_table))


def _check_public(trace: Trace, offered: set[TicketId]) -> None:
    """What everybody in a channel sees is nobody's secret."""
    assert not trace.tickets & offered
    assert not trace.hands
    assert not trace.drawn
    assert not trace.advises
    assert not trace.is_pictured


def _check_private(
    person: Person,
    traces: Sequence[Trace],
    own: Sequence[tuple[Secrets, Seat]],
    offered: set[TicketId],
) -> None:
    """What one person alone is shown is theirs to know."""
    tickets = set[TicketId]().union(*(game.known[seat] for game, seat in own))
    found = set[TicketId]().union(*(trace.tickets for trace in traces))
    assert not found & offered - tickets, (person, found & offered - tickets)
    held = set[str]().union(*(game.hands(seat) for game, seat in own))
    lines = set[str]().union(*(trace.hands for trace in traces))
    assert lines <= held, (person, lines - held)
    assert bool(own) == bool(lines), person
    drawn = set[str]().union(*(game.drawn(seat) for game, seat in own))
    told = set[str]().union(*(trace.drawn for trace in traces))
    assert told <= drawn, (person, told - drawn)


def _controls(node: object) -> Iterator[str]:
    """Every custom id and every value of a select, wherever it stands in a message."""
    if isinstance(node, dict):
        for name, part in node.items():
            if name in ("custom_id", "value") and isinstance(part, str):
                yield part
            else:
                yield from _controls(part)
    elif isinstance(node, list):
        for part in node:
            yield from _controls(part)


def check_controls(
    games: Sequence[Secrets], people: Sequence[Person], reader: Reader | None = None
) -> set[str]:
    """What can be pressed, chosen or suggested names no card and no ticket, not even one's own.

    Anybody with a changed client reads ids and values; in the open channel they say no more than
    whose answer is wanted. The verbs that were seen are returned.
    """
    reader = reader or Reader(*(game.spec for game in games))
    cards = {name for game in games for name in (*game.spec.faces, *game.spec.tickets)}
    checked: set[int] = set()
    seen = set()
    for person in people:
        home = person.direct.id
        for sight, trace in reader.before_the_end(person):
            if id(sight) in checked:
                continue
            checked.add(id(sight))
            for control in trace.controls:
                press = parse_custom_id(control)
                said = set(re.split(r"[.:\s]", press.arg if press else control))
                assert not said & cards, (person, control)
                seen.add(press.verb if press else "")
                if press and press.verb != "read" and _is_public(sight, home):
                    assert press.arg == "" or press.arg.isdecimal(), control
    return seen


def check_hours(
    marks: Sequence[str], owner: Person, others: Sequence[Person], log: Sequence[str]
) -> None:
    """What somebody said of their hours was shown to them alone, and put on nothing to press."""
    own = "\n".join(texts_of(owner.shown.events))
    assert any(mark in own for mark in marks)
    for person in others:
        everything = "\n".join(texts_of(person.shown.events))
        assert [mark for mark in marks if mark in everything] == [], person
    for sight in owner.shown.events:
        controls = "\n".join(_controls(sight.message.components if sight.message else []))
        assert [mark for mark in marks if mark in controls] == []
    assert [mark for mark in marks if any(mark in line for line in log)] == []


def _is_public(sight: FeedEvent, home: int) -> bool:
    """Whether it is something that everybody in a channel sees; *home*: the direct messages."""
    if sight.message is not None and sight.message.ephemeral_to is not None:
        return False
    return sight.kind not in ALONE and sight.channel_id != home


def _is_pictured(sight: FeedEvent) -> bool:
    """Whether a hand or a map of somebody's is attached."""
    files = sight.message.attachments if sight.message else []
    names = {attachment.filename for attachment in files}
    assert names <= PUBLIC | PRIVATE, names
    return bool(names & PRIVATE)


def check_logs(games: Sequence[Secrets], lines: Sequence[str], token: str) -> None:
    """Logs hold no hand, no ticket, no seed, no token."""
    everything = "\n".join(lines)
    for secret in (token, "CardsDealt", "hand-cards"):
        assert secret not in everything
    for game in games:
        assert game.seed not in everything
        assert repr(game.snapshot.table.row.seed) not in everything
    for spec in {game.spec.id: game.spec for game in games}.values():
        for ticket in spec.tickets:
            assert not TicketWords(spec, ticket).stand_in(everything), ticket
        for card in spec.faces:
            assert not re.search(rf"(?<![\w-]){re.escape(card)}(?![\w-])", everything), card
