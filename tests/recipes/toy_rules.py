"""Two small rules, as somebody would add them who follows the recipe "Add a rule"."""

from __future__ import annotations

from dataclasses import dataclass

from tests.recipes.project import ProjectCopy


@dataclass(frozen=True)
class Part:
    """What one step of the recipe puts into one file."""

    step: int
    """Its number in the recipe."""
    path: str
    text: str
    before: str = ""
    """Where in the file it goes; otherwise at its end. A file that is not there yet is new."""

    def put_into(self, project: ProjectCopy) -> None:
        """Do it."""
        if self.before:
            project.replace_once(self.path, self.before, self.text + self.before)
        else:
            project.append(self.path, self.text)


FORBIDS_AND_SCORES = (
    Part(
        1,
        "docs/rules.md",
        """
- C90 Grove: nobody has more than two tracks at a tree.
- P90 Grove: 2 for each tree at which a player has two.
""",
    ),
    Part(
        2,
        "engine/rules/thickets.py",
        '''"""Thickets: how much one player may build at a city, and what it scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Route
from engine.ids import CityId, Seat
from engine.rules.base import Rule
from engine.scoring import ScoreLine, Standing
from engine.state import GameState


@dataclass(frozen=True, slots=True)
class Thickets(Rule):
    """C90: nobody has more than so many tracks at a city. P90: points where there are as many."""

    name: ClassVar[str] = "thickets"
    ids: ClassVar[tuple[str, ...]] = ("C90", "P90")
    lines: ClassVar[tuple[str, ...]] = ("thickets",)

    most: int = 2
    points: int = 2

    def veto(self, state: GameState, seat: Seat, route: Route) -> str | None:
        """Refuse one track too many."""
        full = any(self._tracks(state, seat, city) >= self.most for city in route.ends)
        return "thicket-full" if full else None

    def score(self, standing: Standing) -> Iterator[ScoreLine]:
        """A line for each seat that has filled any."""
        for seat, _ in standing.seats():
            tracks = (self._tracks(standing.state, seat, city) for city in self.spec.cities)
            full = sum(count == self.most for count in tracks)
            if full:
                yield ScoreLine(seat, self.name, full * self.points, str(full))

    def _tracks(self, state: GameState, seat: Seat, city: CityId) -> int:
        return sum(city in self.spec.routes[track].ends for track in state.tracks_of(seat))
''',
    ),
    Part(
        3,
        "engine/rules/__init__.py",
        "from engine.rules.thickets import Thickets\n",
        before="from engine.rules.tickets import Tickets\n",
    ),
    Part(3, "engine/rules/__init__.py", "        Thickets,\n", before="        RoughTerrain,\n"),
    Part(3, "maps/grove/grove.toml", '[[rules]]\nuse = "thickets"\n\n', before="[printed]\n"),
    Part(
        3,
        "engine/errors.py",
        '    "thicket-full": "C90",\n',
        before='    "no-tickets-left": "K3",\n',
    ),
    Part(
        4,
        "tests/engine/rules/test_thickets.py",
        '''"""Thickets: C90 and P90."""

from __future__ import annotations

from tests.builders import Game, a_game, refused


def _two_at_birch() -> Game:
    game = a_game("grove").owning("ash--birch-1", "birch--cedar-1")
    return game.holding("wild", 2).build()


class TestC90Thickets:
    """C90: nobody has more than two tracks at a tree."""

    def test_a_third_is_refused(self) -> None:
        """Whatever it costs."""
        game = _two_at_birch()

        with refused("thicket-full", "C90"):
            game.claim("birch--fir-1", {"wild": 2})

        assert "birch--fir-1" not in game.menu(0).routes()


class TestP90FullThickets:
    """P90: 2 for each tree at which a player has two."""

    def test_one_is_full(self) -> None:
        """Birch has two tracks, the others one."""
        assert _two_at_birch().points(0, "thickets") == [2]
''',
    ),
    Part(
        5,
        "bot/text/locales/en/game.ftl",
        """
mechanic-thickets = At most { $most } of your tracks at a tree, which then scores { $points }.
score-thickets = Thickets
refusal-thicket-full = You have no room for { $route }: both its trees take only so many tracks.
""",
    ),
    Part(
        5,
        "bot/text/locales/de/game.ftl",
        """
mechanic-thickets = Höchstens { $most } deiner Gleise an einem Baum, der dann { $points } zählt.
score-thickets = Dickichte
refusal-thicket-full = Für { $route } hast du keinen Platz: Jeder Baum nimmt nur so viele Gleise.
""",
    ),
)
"""A rule that forbids something and scores."""

WITH_AN_ACTION = (
    Part(
        1,
        "docs/rules.md",
        """
- W90 Grove: as a turn a player may spend a card and a basket on a picnic at a tree on own tracks.
- P91 Grove: 2 for each picnic.
""",
    ),
    Part(
        2,
        "engine/rules/picnics.py",
        '''"""Picnics: where they may be held, what they cost, what they score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

from engine.actions import Action, HoldPicnic
from engine.errors import IllegalAction
from engine.events import PicnicHeld
from engine.ids import CityId, Piece, Seat
from engine.ledger import Ledger
from engine.payments import check_payment
from engine.rules.base import Decision, Rule, decision
from engine.scoring import ScoreLine, Standing
from engine.state import GameState
from engine.tariffs import OneColour, palette
from engine.questions import Turn

_BASKET: Final = Piece("basket")


@dataclass(frozen=True, slots=True)
class Picnics(Rule):
    """W90, P91: picnics in cities that own tracks reach, one in each."""

    name: ClassVar[str] = "picnics"
    ids: ClassVar[tuple[str, ...]] = ("W90", "P91")
    lines: ClassVar[tuple[str, ...]] = ("picnics",)
    buildings: ClassVar[tuple[Piece, ...]] = (_BASKET,)

    points: int = 2
    price: OneColour = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        colours = palette(self.spec.faces, next(iter(self.spec.decks)))
        object.__setattr__(self, "price", OneColour(1, colours))

    def options(self, state: GameState, seat: Seat) -> Iterator[Action]:
        """Each free city that the seat has reached, with each card."""
        for city in self.sites(state, seat):
            for payment in self.price.offers(state.players[seat].hand):
                yield HoldPicnic(seat, city, payment)

    def decisions(self) -> Mapping[type[Action], Decision]:
        """The holding of a picnic."""
        return {HoldPicnic: decision("picnic", self.hold, Turn)}

    def sites(self, state: GameState, seat: Seat) -> tuple[CityId, ...]:
        """Where this seat may hold one, as long as it has a basket left."""
        if not state.players[seat].pieces[_BASKET]:
            return ()
        tracks = state.tracks_of(seat)
        reached = dict.fromkeys(city for track in tracks for city in self.spec.routes[track].ends)
        return tuple(city for city in reached if city not in state.placed.get(_BASKET, {}))

    def hold(self, ledger: Ledger, action: HoldPicnic) -> None:
        """Pay, and put the basket down."""
        state, seat = ledger.state, action.seat
        if action.city not in self.sites(state, seat):
            raise IllegalAction("no-picnic-there")
        check_payment(ledger.rules, state, seat, self.price, action.payment)
        ledger.record(PicnicHeld(seat, _BASKET, action.city, action.payment))
        ledger.settle()
        ledger.end_turn(seat)

    def score(self, standing: Standing) -> Iterator[ScoreLine]:
        """A line for each."""
        for city, seat in standing.state.placed.get(_BASKET, {}).items():
            yield ScoreLine(seat, self.name, self.points, city)
''',
    ),
    Part(
        3,
        "engine/rules/__init__.py",
        "from engine.rules.picnics import Picnics\n",
        before="from engine.rules.piece_mix import PieceMix\n",
    ),
    Part(3, "engine/rules/__init__.py", "        Picnics,\n", before="        Exchange,\n"),
    Part(3, "maps/grove/grove.toml", '[[rules]]\nuse = "picnics"\n\n', before="[printed]\n"),
    Part(3, "maps/grove/grove.toml", ", basket = 2", before=' }\nties = ["tickets"]\n'),
    Part(
        3,
        "engine/errors.py",
        '    "no-picnic-there": "W90",\n',
        before='    "no-tickets-left": "K3",\n',
    ),
    Part(
        4,
        "tests/engine/rules/test_picnics.py",
        '''"""Picnics: W90 and P91."""

from __future__ import annotations

from engine.actions import HoldPicnic
from engine.ids import Card, CityId, Seat
from tests.builders import Game, a_game, refused


def _at_ash() -> Game:
    return a_game("grove").owning("ash--birch-1").holding("train-red", 2).build()


def _picnic(city: str) -> HoldPicnic:
    return HoldPicnic(Seat(0), CityId(city), ((Card("train-red"), 1),))


class TestW90Picnics:
    """W90: a picnic takes a card and a tree that own tracks reach."""

    def test_it_is_a_turn(self) -> None:
        """And costs a card."""
        game = _at_ash()
        game.act(_picnic("ash"))

        assert game.hand(0) == {"train-red": 1}
        assert game.state.turn == 1

    def test_a_tree_out_of_reach(self) -> None:
        """No track of one's own leads there."""
        game = _at_ash()

        with refused("no-picnic-there", "W90"):
            game.act(_picnic("oak"))


class TestP91Picnics:
    """P91: 2 for each picnic."""

    def test_one(self) -> None:
        """At Ash."""
        game = _at_ash()
        game.act(_picnic("ash"))

        assert game.points(0, "picnics") == [2]
''',
    ),
    Part(
        5,
        "bot/text/locales/en/game.ftl",
        """
mechanic-picnics = Picnics at trees that you reach, for a card each: { $points } points.
score-picnics = Picnics
score-picnics-in = Picnic: { $city }
refusal-no-picnic-there = A picnic takes a basket and a free tree on your tracks.
pieces-basket = baskets
count-basket = { $count ->
    [one] 1 basket
   *[other] { $count } baskets
}
""",
    ),
    Part(
        5,
        "bot/text/locales/de/game.ftl",
        """
mechanic-picnics = Picknicke an Bäumen, die du erreichst, für je eine Karte: { $points } Punkte.
score-picnics = Picknicke
score-picnics-in = Picknick: { $city }
refusal-no-picnic-there = Ein Picknick braucht einen Korb und einen freien Baum an deinen Gleisen.
pieces-basket = Körbe
count-basket = { $count ->
    [one] 1 Korb
   *[other] { $count } Körbe
}
""",
    ),
    Part(6, "engine/actions.py", '    "HoldPicnic",\n', before='    "KeepTickets",\n'),
    Part(
        6,
        "engine/actions.py",
        '''class HoldPicnic(_Wish, frozen=True):
    """Hold a picnic in a city and pay for it (W90)."""

    city: CityId
    payment: Payment


''',
        before="class Pass(_Wish, frozen=True):\n",
    ),
    Part(6, "engine/actions.py", "    | HoldPicnic\n", before="    | Pass\n"),
    Part(
        6,
        "engine/events.py",
        '''class PicnicHeld(_Step, frozen=True):
    """A player held a picnic in a city (W90)."""

    reveals: ClassVar[bool] = False

    piece: Piece
    city: CityId
    payment: Public[Payment]


''',
        before="class Passed(_Step, frozen=True):\n",
    ),
    Part(6, "engine/events.py", "    | PicnicHeld\n", before="    | Passed\n"),
    Part(
        6,
        "engine/evolve.py",
        """@on(e.PicnicHeld)
def _picnic_held(state: GameState, event: e.PicnicHeld) -> None:
    player = state.players[event.seat]
    _spend(state, player, event.payment)
    player.pieces[event.piece] -= 1
    state.placed.setdefault(intern(event.piece), {})[intern(event.city)] = event.seat
    _acted(state, event.seat)


""",
        before="def _acted(state: GameState, seat: Seat) -> None:\n",
    ),
    Part(
        8,
        "bot/ui/turn/picnics.py",
        '''"""Where to hold a picnic."""

from __future__ import annotations

from bot.ui.components import Option, Screen, make_panel, select, text_block
from bot.ui.seat_view import SeatView
from engine.actions import HoldPicnic


def picnic_panel(own: SeatView) -> Screen:
    """The trees where a picnic can be held and paid for now."""
    picnics = (action for action in own.menu.extras() if isinstance(action, HoldPicnic))
    cities = dict.fromkeys(picnic.city for picnic in picnics)
    if not cities:
        return make_panel(text_block(own.say("picnic-none")))
    options = [Option(own.phrases.city(city), city) for city in cities]
    where = own.say("picnic-where")
    return make_panel(text_block(where), select(own.press("blanket"), where, options))
''',
    ),
    Part(
        8,
        "bot/ui/turn/actions.py",
        '''async def hold_picnic(context: Context, city: CityId) -> None:
    """Hold a picnic, for the card that is missed least."""
    own = await expected_question(context)
    picnics = (a for a in own.menu.extras() if isinstance(a, HoldPicnic) and a.city == city)
    paid = next((picnic.payment for picnic in picnics), ())
    await _act(context, lambda seat: HoldPicnic(seat, city, paid))


''',
        before="async def ask_tickets(context: Context",
    ),
    Part(8, "bot/ui/turn/actions.py", "    HoldPicnic,\n", before="    KeepTickets,\n"),
    Part(
        8,
        "bot/ui/turn/picnic_buttons.py",
        '''"""Picnics."""

from __future__ import annotations

from bot.ui.turn import actions
from bot.ui.context import Context
from bot.ui.turn.buttons import selected_value, show_panel
from bot.ui.router import on
from bot.ui.custom_ids import Press
from bot.ui.router import on
from bot.ui.turn import actions
from bot.ui.turn.buttons import selected_value, show_panel
from bot.ui.turn.picnics import picnic_panel
from engine.ids import CityId


@on("picnic")
async def picnic(context: Context, press: Press) -> None:
    """Show where one can be held."""
    await show_panel(context, picnic_panel)


@on("blanket")
async def blanket(context: Context, press: Press) -> None:
    """A tree was chosen."""
    await actions.hold_picnic(context, CityId(selected_value(context)))
''',
    ),
    Part(
        8,
        "bot/ui/registry.py",
        "from bot.ui.turn import picnic_buttons\n",
        before="from bot.ui.turn import commands as turn_commands\n",
    ),
    Part(8, "bot/ui/registry.py", "    picnic_buttons,\n", before="    seat_buttons,\n"),
    Part(
        8,
        "bot/text/locales/en/game.ftl",
        """
button-picnic = Picnic
error-none-picnic = In { $edition } there are no picnics.
event-PicnicHeld = { $player } held a picnic at { $city } ({ $cards }).
own-PicnicHeld = You held a picnic at { $city } ({ $cards }).
picnic-none = You reach no tree for a picnic, or have no card for it.
picnic-where = At which tree?
""",
    ),
    Part(
        8,
        "bot/text/locales/de/game.ftl",
        """
button-picnic = Picknick
error-none-picnic = In { $edition } gibt es keine Picknicke.
event-PicnicHeld = { $player } hat bei { $city } ein Picknick gehalten ({ $cards }).
own-PicnicHeld = Du hast bei { $city } ein Picknick gehalten ({ $cards }).
picnic-none = Du erreichst keinen Baum für ein Picknick oder hast keine Karte dafür.
picnic-where = An welchem Baum?
""",
    ),
)
"""A rule with an action of its own, which scores."""
