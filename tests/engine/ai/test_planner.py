"""The planner plays by the rules, from what it may know, and well."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

import engine
from engine.actions import Action, AskTickets, ExchangePieces, KeepTickets, PlacePiece
from engine.ai.agent import FastChance, Look, play
from engine.ai.planner import Planner
from engine.ai.simulate import count_up, simulate
from engine.ids import Seat
from engine.options import Menu
from engine.ruleset import Rules
from engine.state import GameState
from tests.builders import BOARDS, EDITIONS, TABLES, rules_of

FEW_GAMES = 8


class Forgetful:
    """A planner that is a new one at every decision, as after a restart of the bot."""

    def __init__(self, rules: Rules, *, cautious: bool = False) -> None:
        self._rules = rules
        self._cautious = cautious

    def choose(self, look: Look, menu: Menu, rng: Random) -> Action:
        return Planner(self._rules, cautious=self._cautious).choose(look, menu, rng)


class PublicMenu:
    """A menu of which only the public face can be touched."""

    def __init__(self, menu: Menu) -> None:
        self._menu = menu

    def __getattribute__(self, name: str) -> object:
        if name.startswith("_"):
            raise AssertionError(f"an agent looked at {name}")
        return getattr(object.__getattribute__(self, "_menu"), name)


class Blinkered:
    """A planner that gets a menu without an inside."""

    def __init__(self, rules: Rules) -> None:
        self._planner = Planner(rules)

    def choose(self, look: Look, menu: Menu, rng: Random) -> Action:
        return self._planner.choose(look, PublicMenu(menu), rng)


def moments(rules: Rules, seed: int, every: int) -> list[tuple[GameState, Seat]]:
    """Every so many decisions of a game between planners: where it stood, and who decided."""
    rng = Random(seed)
    chance = FastChance(rng)
    state, _ = engine.start(rules, chance)
    planners = [Planner(rules) for _ in range(rules.seats)]
    found = []
    count = 0
    while state.over is None:
        seat = Seat(next(iter(state.waiting)))
        if count % every == 0:
            found.append((state.copy(), seat))
        count += 1
        menu = engine.Menu(rules, state, seat)
        look = partial(engine.view_for, rules, state, seat)
        action = planners[seat].choose(look, menu, rng)
        engine.act(rules, state, action, chance)
    return found


def decide(planner: Planner, rules: Rules, state: GameState, seat: Seat) -> Action:
    look = partial(engine.view_for, rules, state, seat)
    return planner.choose(look, engine.Menu(rules, state, seat), Random(0))


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_plays_every_table_to_the_end(edition: str, seats: int) -> None:
    """No action is refused, and nobody runs out of ideas: the pieces run out."""
    rules = rules_of(edition, seats)
    planners = [Planner(rules) for _ in range(seats)]

    played = play(rules, planners, FastChance(Random(1)), Random(1))

    assert played.state.over == "last-round"


@pytest.mark.parametrize("edition", EDITIONS)
def test_beats_players_who_do_anything(edition: str) -> None:
    """One planner among random players, in every seat in turn, wins every game of this series."""
    rules = rules_of(edition, 3)

    series = count_up(simulate(rules, ["planner", "random", "random"], range(FEW_GAMES), seed=3))

    assert [tally.wins for tally in series.tallies] == [FEW_GAMES, 0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_fulfils_most_of_its_tickets(edition: str) -> None:
    """Among themselves planners end above zero and with three tickets of four fulfilled."""
    rules = rules_of(edition, 2)

    series = count_up(simulate(rules, ["planner"], range(FEW_GAMES), seed=3))

    assert series.tallies[0].fulfilled_share >= 0.75
    assert series.tallies[0].mean_points > 20


class TestMemory:
    """What a planner remembers saves time and is not needed."""

    @pytest.mark.parametrize("edition", BOARDS)
    def test_a_new_one_at_every_decision_plays_on(self, edition: str) -> None:
        rules = rules_of(edition, 2)

        played = play(
            rules,
            [Forgetful(rules), Forgetful(rules, cautious=True)],
            FastChance(Random(2)),
            Random(2),
        )

        assert played.state.over == "last-round"
        assert all(player.points > 10 for player in played.state.players)

    def test_the_same_view_leads_to_the_same_action(self) -> None:
        rules = rules_of("world", 3)

        for state, seat in moments(rules, seed=4, every=9):
            one, other = (decide(Planner(rules), rules, state, seat) for _ in range(2))

            assert one == other

    @pytest.mark.parametrize("edition", ["usa", "world"])
    def test_a_step_taken_back_or_another_game_is_no_trouble(self, edition: str) -> None:
        """One planner is asked about moments of two games, backwards and for all seats."""
        rules = rules_of(edition, 3)
        planner = Planner(rules)
        jumble = moments(rules, seed=5, every=11)[::-1] + moments(rules, seed=6, every=13)

        for state, seat in jumble:
            action = decide(planner, rules, state, seat)

            engine.act(rules, state, action, FastChance(Random(0)))


class TestSecrets:
    """A planner knows what its seat may know, and no more."""

    @pytest.mark.parametrize("edition", ["germany", "world"])
    def test_needs_nothing_but_a_view_and_the_public_menu(self, edition: str) -> None:
        rules = rules_of(edition, 2)

        played = play(rules, [Blinkered(rules), Blinkered(rules)], FastChance(Random(3)), Random(3))

        assert played.state.over == "last-round"

    @pytest.mark.parametrize("edition", ["usa", "world"])
    def test_what_it_cannot_see_does_not_matter(self, edition: str) -> None:
        """With the decks in another order and the others' hands exchanged it does the same."""
        rules = rules_of(edition, 3)
        for state, seat in moments(rules, seed=7, every=10):
            expected = decide(Planner(rules), rules, state, seat)
            for deck in state.decks.values():
                deck.cards.reverse()
            for tickets in state.ticket_decks.values():
                tickets.tickets.reverse()
            for player in state.players[:seat] + state.players[seat + 1 :]:
                player.tickets = player.tickets[::-1]
                player.hand = {"wild": sum(player.hand.values())}

            assert decide(Planner(rules), rules, state, seat) == expected


class TestCautious:
    """Whoever plays for somebody absent takes no risks in their name."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_never_asks_for_tickets_and_keeps_few(self, edition: str) -> None:
        rules = rules_of(edition, 2)

        played = play(
            rules,
            [Planner(rules, cautious=True), Planner(rules, cautious=True)],
            FastChance(Random(4)),
            Random(4),
        )

        assert not [action for action in played.actions if isinstance(action, AskTickets)]
        kept = [action.tickets for action in played.actions if isinstance(action, KeepTickets)]
        assert [len(tickets) for tickets in kept] == [rules.spec.deal.keep_first] * 2


def test_uses_what_the_world_offers() -> None:
    """Harbours, exchanges and both decks all occur, and hardly a harbour stays unbuilt."""
    rules = rules_of("world", 4)
    actions: list[Action] = []
    unbuilt = 0
    for seed in range(6):
        played = play(
            rules, [Planner(rules) for _ in range(4)], FastChance(Random(seed)), Random(seed)
        )
        actions += played.actions
        unbuilt += sum(player.pieces["harbour"] for player in played.state.players)

    assert {PlacePiece, ExchangePieces, AskTickets} <= {type(action) for action in actions}
    assert unbuilt <= 6 * 4
