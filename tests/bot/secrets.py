"""What each seat alone knew, and where it must not stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import engine
from bot.language.speech import Speech
from bot.language.words import Words
from bot.messages.hand import hand_words
from bot.messages.ids import parse
from bot.play.table import Outcome
from engine import events as e
from engine.events import BlindCardDrawn
from engine.evolve import evolve
from engine.ids import Seat, TicketId
from engine.rules import RULES  # noqa: F401  # rules register themselves
from engine.state import GameState
from sandbox.people import Person
from sandbox.shown import Sight

PUBLIC = {"board.png", "lobby.png", "scores.png", "reveal.gif"}
PRIVATE = {"hand.png", "tickets.png", "map.png"}
LANGUAGES = ("en", "de")
BLIND = re.compile(
    "|".join(
        re.escape(Words.of(language).say("own-BlindCardDrawn", card="|", deck="").split("|")[0])
        for language in LANGUAGES
    )
)
"""How a sentence begins that only whoever drew a card may read."""


ADVICE = re.compile(
    "|".join(
        re.escape(said)
        for words in map(Words.of, LANGUAGES)
        for said in (
            words.say("tickets-together", numbers="|", pieces="|").strip("|"),
            words.say("mix-fitting", mix=""),
            words.say("hand-offered", least=0).split(" 0")[0],
            *(words.say("harbour-counts", count=count) for count in range(4)),
        )
    )
)
"""What is said to somebody about their own tickets, and nowhere else."""


class Secrets:
    """The secrets of one game, worked out from its log."""

    def __init__(self, outcome: Outcome, log: Sequence[e.Event]) -> None:
        self.outcome, self.spec = outcome, outcome.table.rules.spec
        self.speeches = [
            Speech(Words.of(language), self.spec, [s.name for s in outcome.table.seats])
            for language in LANGUAGES
        ]
        self.known: dict[Seat, set[TicketId]] = {seat.seat: set() for seat in outcome.table.seats}
        for event in log:
            if isinstance(event, e.TicketsOffered):
                self.known[event.seat] |= set(event.tickets)
        self.log = log

    def ticket_texts(self, ticket: TicketId) -> Iterator[re.Pattern[str]]:
        """A ticket as its id, and as its cities in each language."""
        # A route between the same cities has a number behind the same words.
        yield re.compile(rf"(?<![\w-]){re.escape(ticket)}(?![\w-])")
        for speech in self.speeches:
            yield re.compile(re.escape(speech.ticket(ticket)))

    def drawn(self, seat: Seat, emoji: dict[str, str]) -> set[str]:
        """What a seat was told of the cards that it drew blind."""
        own = [n for n in self.log if isinstance(n, BlindCardDrawn) and n.seat == seat]
        return {
            str(Speech(speech.words, self.spec, speech.names, emoji).own_event(event, seat))
            for event in own
            for speech in self.speeches
        }

    def hands(self, seat: Seat, emoji: dict[str, str]) -> set[str]:
        """Every hand that a seat ever held, in words: the first line of its hand card."""
        found: set[str] = set()
        state = GameState()
        for version, event in enumerate(self.log, 1):
            evolve(state, event)
            if getattr(event, "seat", None) == seat or version == len(self.log):
                view = engine.view_for(self.outcome.table.rules, state, seat)
                for speech in self.speeches:
                    own = Speech(speech.words, self.spec, speech.names, emoji)
                    found.add(hand_words(view, own).splitlines()[0])
        return found


def texts_of(sights: Sequence[Sight]) -> set[str]:
    """Every text of these sights, once."""
    return {text for sight in sights for text in sight.texts()}


def before_the_end(person: Person) -> list[Sight]:
    """What somebody was shown while the game was going on."""
    sights = person.shown.sights
    ends = [Words.of(language).say("board-over") for language in LANGUAGES]
    for number, sight in enumerate(sights):
        if any(end in text for text in sight.texts() for end in ends):
            return sights[:number]
    return sights


def check_secrecy(
    secrets: Secrets, people: Sequence[Person], emoji: dict[str, str], hall_id: int
) -> None:
    """Nobody was ever shown what another seat alone knew, in words or in pictures."""
    pictures: dict[int, set[bytes]] = {}
    marks = [f"**{Words.of(language).say('hand-cards')}**" for language in LANGUAGES]
    for person in people:
        seat = next((s.seat for s in secrets.outcome.table.seats if s.user_id == person.id), None)
        sights = before_the_end(person)
        assert sights
        shown = texts_of(sights)
        own = secrets.known[seat] if seat is not None else set()
        everything = "\n".join(shown)
        for ticket in set().union(*secrets.known.values()) - own:
            for pattern in secrets.ticket_texts(ticket):
                assert not pattern.search(everything), (person, ticket)
        held = secrets.hands(seat, emoji) if seat is not None else set()
        lines = {
            line for text in shown for line in text.splitlines() if line.startswith(tuple(marks))
        }
        assert lines <= held, (person, lines - held)
        drawn = secrets.drawn(seat, emoji) if seat is not None else set()
        told = {line for text in shown for line in text.splitlines() if BLIND.match(line)}
        assert told <= drawn, (person, told - drawn)
        open_to_all = [s for s in sights if s.channel_id == hall_id and _is_public(s)]
        assert not any(ADVICE.search(text) for text in texts_of(open_to_all)), person
        pictures[person.id] = _private_pictures(sights, hall_id)
        if seat is None:
            assert not pictures[person.id], person
        else:
            assert lines
            assert pictures[person.id]
    owners = list(pictures)
    for one in owners:
        for other in owners:
            assert one == other or not pictures[one] & pictures[other], (one, other)


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


def check_controls(secrets: Secrets, people: Sequence[Person], hall_id: int) -> None:
    """What can be pressed, chosen or suggested names no card and no ticket, not even one's own.

    Anybody with a changed client reads ids and values; in the open channel they say no more than
    whose answer is wanted.
    """
    cards = set(secrets.spec.faces) | set(secrets.spec.tickets)
    seen = set()
    for person in people:
        for sight in before_the_end(person):
            parts = sight.message.components if sight.message else sight.data
            for control in _controls(parts):
                press = parse(control)
                said = set(re.split(r"[.:\s]", press.arg if press else control))
                assert not said & cards, (person, control)
                seen.add(press.verb if press else "")
                if press and sight.channel_id == hall_id and _is_public(sight):
                    page = press.verb == "read"
                    assert page or press.arg == "" or press.arg.isdecimal(), control
    assert {"lay", "take", "blind", "keep", "claim", ""} <= seen


def check_hours(
    marks: Sequence[str], owner: Person, others: Sequence[Person], log: Sequence[str]
) -> None:
    """What somebody said of their hours was shown to them alone, and put on nothing to press."""
    own = "\n".join(texts_of(owner.shown.sights))
    assert any(mark in own for mark in marks)
    for person in others:
        everything = "\n".join(texts_of(person.shown.sights))
        assert [mark for mark in marks if mark in everything] == [], person
    for sight in owner.shown.sights:
        parts = sight.message.components if sight.message else []
        controls = "\n".join(_controls(parts))
        assert [mark for mark in marks if mark in controls] == []
    assert [mark for mark in marks if any(mark in line for line in log)] == []


def _is_public(sight: Sight) -> bool:
    """Whether it is a message that everybody in its channel sees."""
    return sight.message is not None and sight.message.ephemeral_to is None


def _private_pictures(sights: Sequence[Sight], hall_id: int) -> set[bytes]:
    """The hands and maps among what was shown; in the open channel there is none."""
    found = set()
    for sight in sights:
        message = sight.message
        if message is None or not message.attachments:
            continue
        names = {attachment.filename for attachment in message.attachments}
        assert names <= PUBLIC | PRIVATE, names
        if names & PRIVATE:
            assert sight.channel_id != hall_id or message.ephemeral_to is not None
            found |= set(sight.files)
    return found


def check_logs(secrets: Secrets, lines: Sequence[str], token: str) -> None:
    """Logs hold no hand, no ticket, no seed, no token."""
    everything = "\n".join(lines)
    row = secrets.outcome.table.row
    for secret in (row.seed.hex(), repr(row.seed), token, "CardsDealt", "hand-cards"):
        assert secret not in everything
    for ticket in set().union(*secrets.known.values()):
        for pattern in secrets.ticket_texts(ticket):
            assert not pattern.search(everything), ticket
    for card in secrets.spec.faces:
        assert not re.search(rf"(?<![\w-]){re.escape(card)}(?![\w-])", everything), card
