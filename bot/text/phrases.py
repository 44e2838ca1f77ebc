"""Things of the game in words: cities, routes, cards, events and refusals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

import msgspec

from bot.games.display_names import clean_name
from bot.games.model import SeatHistory
from bot.text.words import Words, escape_markdown
from engine import events as e
from engine.board import MapSpec
from engine.errors import IllegalAction
from engine.ids import WILD, Card, CityId, DeckName, Payment, Piece, RouteId, Seat, TicketId
from engine.tariffs import Lack
from engine.view import UNKNOWN
from render import icon_name, score_key

SQUARES: Final[Mapping[str, str]] = {
    "red": "🟥",
    "blue": "🟦",
    "green": "🟩",
    "yellow": "🟨",
    "black": "⬛",
    "white": "⬜",
    "orange": "🟧",
    "pink": "🟪",
}
"""The signs of colors where the bot's own emoji are missing."""

RAINBOW: Final = "🌈"
GRAY: Final = "🔘"
MAX_ALTERNATIVES: Final = 3
"""At most this many possible moves are named in a refusal."""


def _square(colour: str | None) -> str:
    return SQUARES[colour] if colour else RAINBOW


@dataclass(frozen=True, slots=True)
class Phrases:
    """One reader's language, one edition, and the names of one table."""

    words: Words
    """Sentences with the edition's own words for wild cards and pieces."""
    spec: MapSpec
    names: Sequence[str] = ()
    emoji: Mapping[str, str] = field(default_factory=dict)
    """The bot's own emoji by the name of their icon, as Discord writes them."""
    helped: Collection[int] = ()
    """The seats that a caretaker plays."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", self.words.for_edition(self.spec))

    def city(self, city: CityId) -> str:
        """Return a city as the board prints it."""
        return self.spec.cities[city].name(self.words.language)

    def route(self, track: RouteId) -> str:
        """Return a name of a track that no other track has.

        It consists of its cities. Tracks of a double route also get their color, and a number if
        they are identical.
        """
        twins = self.spec.twins(track)
        if len(twins) == 1:
            return self.stretch(track)
        beside = [route.id for route in self.spec.beside(track)]
        mark = f"{self.colour(self.spec.routes[track].colour)} {1 + beside.index(track)}"
        return f"{self.ends(track)} ({mark})"

    def stretch(self, track: RouteId) -> str:
        """Return a track by its cities, without a number that tells identical tracks apart.

        Tracks of different colors between the same cities get their color.
        """
        colours = {route.colour for route in self.spec.beside(track)}
        name, mark = self.ends(track), self.colour(self.spec.routes[track].colour)
        return f"{name} ({mark})" if len(colours) > 1 else name

    def ends(self, track: RouteId) -> str:
        """Return the cities of a track, for texts that show its color separately."""
        route = self.spec.routes[track]
        return f"{self.city(route.a)} – {self.city(route.b)}"

    def colour(self, colour: str | None) -> str:
        """Return a color's name, or "gray" for None."""
        return self.words.say(f"colour-{colour or 'gray'}")

    def sign(self, card: Card) -> str:
        """Return a card's emoji: the bot's own, or a colored square."""
        face = self.spec.faces[card]
        own = self.emoji.get(icon_name(face))
        if own:
            return own
        return _square(face.colour)

    def route_sign(self, track: RouteId) -> str:
        """Return the emoji for a route's color: the bot's own, or a colored square."""
        route, faces = self.spec.routes[track], self.spec.faces.values()
        if route.colour is None:
            return GRAY
        fitting = (f for f in faces if f.colour == route.colour and str(f.deck) == str(route.piece))
        face = next(fitting, None)
        return self.sign(face.id) if face else SQUARES[route.colour]

    def card(self, card: Card) -> str:
        """Return a card by sign and name."""
        return f"{self.sign(card)} {self.card_name(card)}"

    def card_name(self, card: Card) -> str:
        """Return a card's name: its color, and its kind if the edition has several decks."""
        face = self.spec.faces[card]
        if card == WILD:
            return self.words.say("card-wild")
        name = self.colour(face.colour)
        if len(self.spec.decks) > 1:
            kind = card.split("-")[0]
            name = self.words.say(f"card-{kind}", colour=name)
            if face.harbour:
                name += " ⚓"
        return name

    def plain_payment(self, payment: Payment) -> str:
        """Return the paid cards in words only."""
        return ", ".join(f"{count} {self.card_name(card)}" for card, count in payment)

    def signed_payment(self, payment: Payment) -> str:
        """Return the paid cards with colored squares, for suggestions and options.

        Discord shows no custom emoji there.
        """
        return ", ".join(
            f"{_square(self.spec.faces[card].colour)} {count} {self.card_name(card)}"
            for card, count in payment
        )

    def payment(self, payment: Payment) -> str:
        """Return the paid cards: "3 red, 1 wild"."""
        return ", ".join(f"{count}× {self.card(card)}" for card, count in payment)

    def deck(self, deck: DeckName) -> str:
        return self.words.say(f"deck-{deck}")

    def pieces(self, piece: Piece) -> str:
        """Return the plural name of a kind of piece."""
        return self.words.say(f"pieces-{piece}")

    def count(self, piece: Piece, count: int) -> str:
        """Return a number of pieces of a kind."""
        return self.words.say(f"count-{piece}", count=count)

    def ticket(self, ticket: TicketId) -> str:
        """Return a ticket by its cities and its points."""
        found = self.spec.tickets[ticket]
        cities = " – ".join(self.city(stop) for stop in found.stops)
        return f"{cities} ({found.points})"

    def line(self, rule: str) -> str:
        """Return the label of a line of the score sheet."""
        return self.words.say(score_key(rule))

    def name(self, seat: Seat | int) -> str:
        """Return a seat's player for a message, marked if a caretaker plays."""
        name = escape_markdown(self.names[seat])
        return self.words.say("seat-helped", player=name) if seat in self.helped else name

    def then(self, past: SeatHistory, version: int) -> Self:
        """Return the phrases for an event of this version, with the names of that time."""
        names = past.names(version)
        helper = past.helped.get(version)
        return replace(
            self,
            names=[names.get(Seat(seat), name) for seat, name in enumerate(self.names)],
            helped=() if helper is None else (helper,),
        )

    def plain_name(self, seat: Seat | int) -> str:
        """Return a seat's player for texts without formatting."""
        return clean_name(self.names[seat])

    def event(self, event: e.Event) -> str | None:
        """Return a public event as a sentence, or None if it needs no sentence."""
        key = f"event-{type(event).__name__}"
        if isinstance(event, e.GameEnded):
            key = f"{key}-{event.reason}"
        if not self.words.has(key):
            return None
        return self.words.say(key, **self._event_facts(event))

    def own_event(self, event: e.Event, seat: Seat) -> str | None:
        """Return an event for the player who caused it, with what only this player may know."""
        key = f"own-{type(event).__name__}"
        if getattr(event, "seat", None) != seat or not self.words.has(key):
            return self.event(event)
        return self.words.say(key, **self._event_facts(event))

    def _event_facts(self, event: e.Event) -> dict[str, str | int]:
        facts: dict[str, str | int] = {}
        seat = getattr(event, "seat", None)
        if seat is not None:
            facts["player"] = self.name(seat)
        for name in msgspec.structs.asdict(event):
            facts |= self._event_fact(name, getattr(event, name), getattr(event, "count", 0))
        return facts

    def _event_fact(self, name: str, value: Any, count: int) -> dict[str, str | int]:
        """Return a field of an event in words, or nothing if no sentence uses it.

        For pieces that are exchanged, *count* is the number that the event names.
        """
        formats: dict[str, Callable[[Any], dict[str, str | int]]] = {
            "route": lambda track: {
                "from": self.city(self.spec.routes[track].a),
                "to": self.city(self.spec.routes[track].b),
            },
            "payment": lambda payment: {"cards": self.payment(payment)},
            "points": lambda points: {"points": points},
            "deck": lambda deck: {"deck": self.words.say(f"deck-{deck}")},
            "card": lambda card: {} if card == UNKNOWN else {"card": self.card(card)},
            "tickets": lambda tickets: {"count": len(tickets)},
            "kept": lambda kept: {"count": len(kept)},
            "returned": lambda returned: {"returned": len(returned)},
            "city": lambda city: {"city": self.city(city)},
            "gave": lambda piece: {"gave": self.count(piece, count)},
            "took": lambda piece: {"took": self.count(piece, count)},
            "turns": lambda turns: {"turns": turns},
            "pieces": self._mix_facts,
        }
        return formats[name](value) if name in formats else {}

    def _mix_facts(self, mixes: Any) -> dict[str, str | int]:
        """Return the pieces of every seat if they are revealed.

        The pieces of one seat alone are left out.
        """
        if not isinstance(mixes, tuple):
            return {}
        mix_texts = [
            f"{self.name(seat)} ({', '.join(self.count(piece, n) for piece, n in mix.items())})"
            for seat, mix in enumerate(mixes)
        ]
        return {"mixes": ", ".join(mix_texts)}

    def refusal(self, refusal: IllegalAction) -> str:
        """Return why a move is refused, and what would be possible."""
        facts: dict[str, str | int] = {}
        for name, value in refusal.facts.items():
            facts |= self._refusal_fact(name, value)
        key = f"refusal-{refusal.code}"
        if refusal.code == "not-your-turn" and "player" not in facts:
            key = "refusal-others-choose"
        if refusal.code == "pieces-short":
            facts |= self._pieces_facts(refusal.facts)
        lacks = refusal.facts.get("lacks")
        needs = self.needs(lacks.needs) if isinstance(lacks, Lack) and lacks.needs else ""
        instead = self._alternatives(refusal.facts.get("instead"))
        return " ".join(filter(None, (needs, self.words.say(key, **facts), instead)))

    def needs(self, cards: Mapping[DeckName, int]) -> str:
        """Return what a harbor costs: a number of cards of each deck."""
        card_counts = [
            self.words.say(f"needs-{deck}", count=count) for deck, count in cards.items()
        ]
        return self.words.say("harbour-needs", cards=self.words.join_list(card_counts, "and"))

    def _refusal_fact(self, name: str, value: Any) -> dict[str, str | int]:
        """Return a fact of a refusal in words, or nothing if no sentence uses it."""
        formats: dict[str, Callable[[Any], dict[str, str | int]]] = {
            "turn": lambda seat: {} if seat is None else {"player": self.name(seat)},
            "owner": lambda seat: {} if seat is None else {"player": self.name(seat)},
            "asked": lambda question: {"question": self.words.say(f"asked-{question}")},
            "route": lambda track: {"route": self.route(track)} if self._is_route(track) else {},
            "city": lambda city: {"city": self.city(city)} if city in self.spec.cities else {},
            "missing": lambda cards: {"missing": self.plain_payment(tuple(cards.items()))},
            "instead": lambda offer: {"payment": self._payment_text(offer)},
            "lacks": self._lack_facts,
            "limits": self._limit_facts,
            "at_most": self._limit_facts,
        }
        if name in formats:
            return formats[name](value)
        return {name: value} if isinstance(value, int) else {}

    def _pieces_facts(self, facts: Mapping[str, Any]) -> dict[str, str | int]:
        """Return how many pieces a route needs. Their kind depends on the route."""
        piece = self.spec.routes[facts["route"]].piece
        return {"needs": self.count(piece, facts["needs"])}

    def _is_route(self, track: object) -> bool:
        return track in self.spec.routes

    def _lack_facts(self, lack: Lack) -> dict[str, str | int]:
        colours = [*map(self.colour, lack.colours)]
        wild = self.words.say("card-wild")
        return {"count": lack.cards, "cards": self.words.join_list([*colours, wild])}

    def _limit_facts(self, limits: Mapping[Piece, int]) -> dict[str, str | int]:
        return {f"{piece}s": count for piece, count in limits.items()}

    def _payment_text(self, offer: object) -> str:
        """Return a payment that would be possible. Other kinds of advice are not payments."""
        pairs = offer if isinstance(offer, tuple) else ()
        return self.plain_payment(tuple(pair for pair in pairs if isinstance(pair, tuple)))

    def _alternatives(self, advice: object) -> str:
        """Return the nearest legal moves, if the refusal names routes, ports or decks."""
        things = advice if isinstance(advice, tuple) else ()
        for key, known, named in (
            ("routes", self.spec.routes, self.stretch),
            ("cities", self.spec.cities, self.city),
            ("decks", self.spec.decks, self.deck),
        ):
            found = [*dict.fromkeys(named(thing) for thing in things if thing in known)][
                :MAX_ALTERNATIVES
            ]
            if found:
                return self.words.say(f"instead-{key}", **{key: self.words.join_list(found)})
        return ""
