"""What things cost, against a judge that tries everything.

The judge is written from the rules (C2, C3, C9 to C11, W2), not from the tariffs: it looks at a
payment card by card, and finds all payments of a hand by trying every part of it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

import maps
from engine import Rules
from engine.board import Face, Route
from engine.tariffs import Lack, Tariff

Judge = Callable[[Counter[str]], bool]
Faces = dict[str, Face]

WILD = "wild"


def pays_one_colour(paid: Counter[str], route: Route, faces: Faces) -> bool:
    """C2, C3: as many cards as spaces, of one colour, the right one; wilds for any of them."""
    coloured = [faces[card] for card in paid.elements() if card != WILD]
    return (
        paid.total() == route.length
        and len({face.colour for face in coloured}) <= 1
        and all(face.deck == route.piece for face in coloured)
        and all(route.colour in (None, face.colour) for face in coloured)
    )


def pays_ships(paid: Counter[str], route: Route, faces: Faces) -> bool:
    """C9, C10: ships of one colour; doubles count two; without any one card it is too little."""
    coloured = [faces[card] for card in paid.elements() if card != WILD]
    if len({face.colour for face in coloured}) > 1:
        return False
    if any(face.deck != "ship" or route.colour not in (None, face.colour) for face in coloured):
        return False
    worths = [2 if card.startswith("ship2") else 1 for card in paid.elements()]
    ships = sum(worths)
    return ships >= route.length and all(ships - worth < route.length for worth in worths)


def pays_rough(paid: Counter[str], route: Route, faces: Faces) -> bool:
    """C11: lay the cards space by space: a pair of one colour on each rough one, C2 on the rest."""
    if paid.total() != route.length + route.rough:
        return False
    if any(card != WILD and faces[card].deck != "train" for card in paid):
        return False
    colours = Counter(faces[card].colour for card in paid.elements() if card != WILD)
    plain = route.length - route.rough
    for colour in [route.colour] if route.colour else [*colours, None]:
        for laid in range(min(plain, colours[colour]) + 1):
            left = colours - Counter({colour: laid})
            wilds = paid[WILD] - (plain - laid)
            if wilds >= 0 and _in_pairs(tuple(sorted(left.values())), wilds, route.rough):
                return True
    return False


@cache
def _in_pairs(colours: tuple[int, ...], wilds: int, pairs: int) -> bool:
    """Whether so many cards of each colour and so many wilds make exactly these pairs."""
    if pairs == 0:
        return not any(colours) and wilds == 0
    for at, count in enumerate(colours):
        rest = [*colours[:at], *colours[at + 1 :]]
        if count >= 2 and _in_pairs(tuple(sorted((*rest, count - 2))), wilds, pairs - 1):
            return True
        if count and wilds and _in_pairs(tuple(sorted((*rest, count - 1))), wilds - 1, pairs - 1):
            return True
    return wilds >= 2 and _in_pairs(colours, wilds - 2, pairs - 1)


def pays_harbour(paid: Counter[str], faces: Faces) -> bool:
    """W2: four places, two for trains and two for ships, of one colour and with the symbol."""
    if paid.total() != 4:
        return False
    for colour in {face.colour for face in faces.values() if face.colour}:
        places = ["train", "train", "ship", "ship"]
        for card in paid.elements():
            face = faces[card]
            if card != WILD and face.harbour and face.colour == colour and face.deck in places:
                places.remove(face.deck)
        if len(places) == paid[WILD]:
            return True
    return False


@dataclass(frozen=True)
class Case:
    """A price, the judge of it, and the cards that hands are made of."""

    name: str
    tariff: Tariff = field(repr=False)
    judge: Judge = field(repr=False)
    cards: tuple[str, ...] = field(repr=False)
    faces: Faces = field(repr=False)

    def hands(self, count: int, most: int) -> Iterator[Counter[str]]:
        """Random small hands, always the same."""
        rng = random.Random(self.name)
        for _ in range(count):
            kinds = rng.sample(self.cards, rng.randint(1, min(5, len(self.cards))))
            if rng.random() < 0.6:
                kinds.append(WILD)
            yield Counter(rng.choice(kinds) for _ in range(rng.randint(0, most)))


def _route(piece: str, length: int, colour: str | None, rough: int = 0) -> Route:
    track = f"a--b-{piece}-{length}-{colour}-{rough}"
    return Route(track, "a", "b", length, colour, piece, track, rough)


def _cases() -> Iterator[Case]:
    made_up = {
        "usa": [_route("train", n, c) for n in (1, 2, 3, 5) for c in (None, "red")],
        "new-york": [_route("taxi", n, c) for n in (2, 4) for c in (None, "red")],
        "world": [
            *(_route("train", n, c) for n in (1, 2, 3, 4) for c in (None, "red")),
            *(_route("ship", n, c) for n in range(1, 9) for c in (None, "red")),
            *(
                _route("train", rough + plain, c, rough)
                for rough in (1, 2, 3)
                for plain in (0, 1, 2)
                for c in (None, "red")
            ),
        ],
    }
    for edition, routes in made_up.items():
        spec = maps.load(edition)
        spec = replace(spec, routes=spec.routes | {route.id: route for route in routes})
        rules = Rules.compile(spec, 2)
        faces = dict(spec.faces)
        cards = tuple(f.id for f in faces.values() if f.colour in ("red", "black", "pink"))
        for route in routes:
            judge = _judge(route, faces)
            yield Case(f"{edition}:{route.id}", rules.tariffs[route.id], judge, cards, faces)
        for part in rules.parts:
            if part.name == "harbours":
                symbols = tuple(c for c in cards if faces[c].harbour or "pink" not in c)
                judge = lambda paid, faces=faces: pays_harbour(paid, faces)  # noqa: E731
                yield Case("world:harbour", part.price, judge, symbols, faces)


def _judge(route: Route, faces: Faces) -> Judge:
    if route.piece == "ship":
        return lambda paid: pays_ships(paid, route, faces)
    if route.rough:
        return lambda paid: pays_rough(paid, route, faces)
    return lambda paid: pays_one_colour(paid, route, faces)


CASES = tuple(_cases())
by_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def _parts(hand: Counter[str]) -> Iterator[Counter[str]]:
    """Every part of a hand, from nothing to all of it."""
    kinds = sorted(hand)
    for counts in product(*(range(hand[kind] + 1) for kind in kinds)):
        yield Counter({kind: n for kind, n in zip(kinds, counts, strict=True) if n})


def _key(payment: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(payment))


class TestAgainstBruteForce:
    """Tariffs agree with trying everything, on thousands of small hands."""

    @by_case
    def test_offers_are_all_payments_and_each_once(self, case: Case) -> None:
        """And a price is affordable if there is any."""
        for hand in case.hands(90, most=8):
            expected = {_key(tuple(part.items())) for part in _parts(hand) if case.judge(part)}

            offers = [_key(payment) for payment in case.tariff.offers(hand)]

            assert expected == set(offers), hand
            assert len(offers) == len(set(offers)), hand
            assert case.tariff.affordable(hand) == bool(expected), hand

    @by_case
    def test_accepts_what_the_judge_accepts(self, case: Case) -> None:
        """Every part of every hand, right or wrong."""
        for hand in case.hands(40, most=8):
            for part in _parts(hand):
                assert case.judge(part) == case.tariff.accepts(tuple(part.items())), part

    @by_case
    def test_the_least_wasteful_offer_comes_first(self, case: Case) -> None:
        """Fewest wilds, then fewest cards with a harbour symbol."""
        for hand in case.hands(60, most=9):
            waste = [
                (
                    sum(n for card, n in payment if card == WILD),
                    sum(n for card, n in payment if case.faces[card].harbour),
                )
                for payment in case.tariff.offers(hand)
            ]

            assert sorted(waste) == waste, hand

    @by_case
    def test_an_offer_names_each_card_once_and_no_zero(self, case: Case) -> None:
        """It can be paid as it stands."""
        for hand in case.hands(40, most=8):
            for payment in case.tariff.offers(hand):
                cards = [card for card, _ in payment]
                assert len(cards) == len(set(cards))
                assert all(0 < count <= hand[card] for card, count in payment)


class TestWhatLacks:
    """`lacks` is the least that has to be added; a double-ship card counts as two."""

    @by_case
    def test_no_fewer_cards_would_do(self, case: Case) -> None:
        """Try to add every combination of cards that is worth less, and one that is enough."""
        for hand in case.hands(10, most=4):
            lack = case.tariff.lacks(hand)
            if lack.cards > 3:
                continue
            kinds = (*case.cards, WILD)
            for number in range(lack.cards):
                for added in combinations_with_replacement(kinds, number):
                    worth = sum(case.faces[card].worth for card in added)
                    if worth < lack.cards:
                        assert not _payable(case, hand + Counter(added)), (hand, added)
            assert _payable(case, hand + Counter({WILD: lack.cards})), hand

    @by_case
    def test_nothing_lacks_exactly_when_it_is_affordable(self, case: Case) -> None:
        """Both say the same."""
        for hand in case.hands(60, most=9):
            assert (case.tariff.lacks(hand).cards == 0) == case.tariff.affordable(hand)

    @by_case
    def test_a_card_of_each_named_colour_helps(self, case: Case) -> None:
        """Some card of that colour, and one less lacks."""
        for hand in case.hands(60, most=6):
            lack = case.tariff.lacks(hand)
            for colour in lack.colours if lack.cards else ():
                cards = [f.id for f in case.faces.values() if f.colour == colour and f.worth == 1]
                left = [case.tariff.lacks(hand + Counter([card])).cards for card in cards]
                assert lack.cards - 1 in left, (hand, colour)

    def test_the_sentence_of_a_refusal(self) -> None:
        """Three blue and a wild lack one blue for five spaces."""
        tariff = Rules.compile(maps.load("usa"), 2).tariffs["atlanta--miami-1"]

        assert Lack(1, ("blue",)) == tariff.lacks({"train-blue": 3, WILD: 1, "train-red": 9})


def _payable(case: Case, hand: Counter[str]) -> bool:
    return any(case.judge(part) for part in _parts(hand))


class TestTheJudge:
    """The judge itself knows the examples of the rules."""

    def test_rough_spaces(self) -> None:
        """Two pairs of different colours; a mixed track with its own colour on the plain space."""
        faces = dict(maps.load("world").faces)
        two, mixed = _route("train", 2, None, 2), _route("train", 2, "red", 1)

        assert pays_rough(Counter({"train-red": 2, "train-pink": 2}), two, faces)
        assert not pays_rough(Counter({"train-red": 3, "train-pink": 1}), two, faces)
        assert pays_rough(Counter({"train-red": 1, "train-pink": 2}), mixed, faces)
        assert not pays_rough(Counter({"train-red": 2, "train-pink": 1}), mixed, faces)

    def test_the_boards_own_tracks_are_among_those_judged(self) -> None:
        """Every combination of piece, length, colour or gray, and rough spaces."""
        kinds = {(r.piece, r.length, r.rough) for r in maps.load("world").routes.values()}
        judged = set()
        for case in CASES:
            if case.name.startswith("world:a"):
                _, piece, length, _, rough = case.name.removeprefix("world:a--").split("-")
                judged.add((piece, int(length), int(rough)))

        assert kinds <= judged
