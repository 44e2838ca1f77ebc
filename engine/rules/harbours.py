"""Harbors: where they may be built, what they cost and what they score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import ClassVar, Final

from engine.actions import Action, PlacePiece
from engine.board import Face, MapSpec
from engine.errors import IllegalAction
from engine.events import PiecePlaced
from engine.ids import WILD, Card, CityId, DeckName, Payment, Piece, Seat
from engine.ledger import Ledger
from engine.payments import check_payment
from engine.questions import Turn
from engine.rules.base import Decision, Rule, decision
from engine.scoring import ScoreLine, Standing
from engine.state import GameState
from engine.tariffs import Hand, Lack, Scale, Thrift, with_wilds

_HARBOUR: Final = Piece("harbour")
_TWO_OF_EACH: Final[dict[DeckName, int]] = {DeckName("train"): 2, DeckName("ship"): 2}


class HarbourTariff:
    """W2: the price of a harbor.

    A harbor costs `needs` cards of each deck, all of one color and with the harbor symbol. Wilds
    replace any of these cards.
    """

    __slots__ = ("_marked", "_needs", "_thrift", "cost", "needs", "scale")

    rule: Final = "W2"

    def __init__(self, faces: Mapping[Card, Face], needs: Mapping[DeckName, int]) -> None:
        self.needs = needs
        self._needs = tuple(needs.values())
        self.cost = sum(self._needs)
        self.scale: Scale = (self.rule, self._needs)
        marked: dict[str, dict[DeckName, Card]] = {}
        for face in faces.values():
            if face.harbour and face.colour is not None:
                marked.setdefault(face.colour, {})[face.deck] = face.id
        self._marked = {c: tuple(cards[deck] for deck in needs) for c, cards in marked.items()}
        self._thrift = Thrift(faces.values())

    def strength(self, hand: Hand) -> int:
        """Return the number of cards of the color that comes closest, plus the wilds."""
        return self.cost - min(self._missing(hand).values()) + hand.get(WILD, 0)

    def affordable(self, hand: Hand) -> bool:
        """Return whether a color needs no more wilds than the hand has."""
        return self.strength(hand) >= self.cost

    def offers(self, hand: Hand) -> Iterator[Payment]:
        """Yield every payment from *hand*, each only once.

        Only the payment in wilds alone would occur in every color.
        """
        found = {
            payment for cards in self._marked.values() for payment in self._of_colour(hand, cards)
        }
        yield from sorted(found, key=lambda payment: (self._thrift(payment), payment))

    def accepts(self, payment: Payment) -> bool:
        """Return whether cards of one color fit the needs of each deck and wilds pay the rest."""
        laid = dict(payment)
        if sum(laid.values()) != self.cost:
            return False
        rest = {card: count for card, count in laid.items() if card != WILD}
        return any(
            rest.keys() <= set(cards)
            and all(rest.get(c, 0) <= need for c, need in zip(cards, self._needs, strict=True))
            for cards in self._marked.values()
        )

    def lacks(self, hand: Hand) -> Lack:
        """Return what is missing in the color that comes closest."""
        missing = self._missing(hand)
        least = min(missing.values())
        colours = tuple(colour for colour, count in missing.items() if count == least)
        return Lack(max(0, least - hand.get(WILD, 0)), colours, self.needs)

    def _missing(self, hand: Hand) -> dict[str, int]:
        return {
            colour: sum(
                max(0, need - hand.get(card, 0))
                for card, need in zip(cards, self._needs, strict=True)
            )
            for colour, cards in self._marked.items()
        }

    def _of_colour(self, hand: Hand, cards: tuple[Card, ...]) -> Iterator[Payment]:
        most = [min(n, hand.get(card, 0)) for card, n in zip(cards, self._needs, strict=True)]
        least = self.cost - hand.get(WILD, 0)
        if sum(most) < least:
            return
        for counts in product(*(range(limit + 1) for limit in most)):
            if sum(counts) >= least:
                laid = tuple((card, n) for card, n in zip(cards, counts, strict=True) if n)
                yield with_wilds(laid, self.cost - sum(counts))


@dataclass(frozen=True, slots=True)
class Harbours(Rule):
    """W1, W2, P7: harbors in port cities that own routes reach."""

    name: ClassVar[str] = "harbours"
    ids: ClassVar[tuple[str, ...]] = ("W1", "W2", "P7")
    lines: ClassVar[tuple[str, ...]] = ("harbours", "unbuilt_harbours")
    buildings: ClassVar[tuple[Piece, ...]] = (_HARBOUR,)

    piece: Piece = _HARBOUR
    needs: Mapping[DeckName, int] = field(default_factory=_TWO_OF_EACH.copy)
    points: tuple[int, ...] = (0, 20, 30, 40)
    """The points by the number of the owner's completed tickets that name the city. The last entry
    also counts for more tickets."""
    unbuilt: int = -4
    price: HarbourTariff = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "price", HarbourTariff(self.spec.faces, self.needs))

    @classmethod
    def belongs_to(cls, spec: MapSpec) -> bool:
        """Return whether the board has ports."""
        return any(city.port for city in spec.cities.values())

    def options(self, state: GameState, seat: Seat) -> Iterator[Action]:
        """Yield an action for each free port that the seat has reached and each payment."""
        hand = state.players[seat].hand
        sites = self.sites(state, seat)
        if sites and self.price.affordable(hand):
            payments = tuple(self.price.offers(hand))
            for city in sites:
                for payment in payments:
                    yield PlacePiece(seat, self.piece, city, payment)

    def decisions(self) -> Mapping[type[Action], Decision]:
        """Return the decider of building a harbor."""
        return {PlacePiece: decision("harbour", self.build, Turn)}

    def sites(self, state: GameState, seat: Seat) -> tuple[CityId, ...]:
        """Return the cities where this seat may build, whether it can pay or not."""
        if not state.players[seat].pieces[self.piece]:
            return ()
        routes, cities = self.spec.routes, self.spec.cities
        built = state.placed.get(self.piece, {})
        tracks = state.tracks_of(seat)
        reached = dict.fromkeys(city for track in tracks for city in routes[track].ends)
        return tuple(city for city in reached if cities[city].port and city not in built)

    def build(self, ledger: Ledger, action: PlacePiece) -> None:
        """Pay for a harbor and place it."""
        state, seat = ledger.state, action.seat
        sites = self.sites(state, seat)
        if action.piece != self.piece or action.city not in sites:
            raise IllegalAction(self._obstacle(state, action), city=action.city, instead=sites)
        check_payment(ledger.rules, state, seat, self.price, action.payment)
        ledger.record(PiecePlaced(seat, self.piece, action.city, action.payment))
        ledger.settle()
        ledger.end_turn(seat)

    def _obstacle(self, state: GameState, action: PlacePiece) -> str:
        city = self.spec.cities.get(action.city)
        if action.piece != self.piece:
            return "not-in-this-edition"
        if city is None:
            return "unknown-city"
        if not city.port:
            return "not-a-port"
        if city.id in state.placed.get(self.piece, {}):
            return "harbour-taken"
        if not state.players[action.seat].pieces[self.piece]:
            return "no-harbour-left"
        return "no-route-to-port"

    def score(self, standing: Standing) -> Iterator[ScoreLine]:
        """Yield lines for built and unbuilt harbors (P7).

        A built harbor scores by the completed tickets that name the city. An unbuilt one costs
        points.
        """
        tickets = self.spec.tickets
        for city, seat in standing.state.placed.get(self.piece, {}).items():
            naming = sum(city in tickets[t].stops for t in standing.fulfilled[seat])
            points = self.points[min(naming, len(self.points) - 1)]
            yield ScoreLine(seat, self.name, points, city)
        for seat, player in standing.seats():
            left = player.pieces[self.piece]
            if left:
                yield ScoreLine(seat, "unbuilt_harbours", left * self.unbuilt, str(left))
