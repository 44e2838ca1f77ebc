"""Random games of all editions and numbers of seats, under what must always be true."""

from __future__ import annotations

from collections import Counter
from itertools import chain, islice
from random import Random

import pytest

import engine
from engine import actions as a
from engine import events as e
from engine.ai.agent import FastChance
from engine.codec import decode_action, decode_event, encode
from engine.errors import IllegalAction
from engine.events import AUDIENCES, Audience, Event
from engine.ids import Seat
from engine.questions import SecondDraw, TicketChoice
from engine.rules import KNOWN_LINES
from engine.scoring import standing
from engine.state import GameState, snapshot
from engine.view import UNKNOWN
from tests.engine.random_games import (
    TABLES,
    Game,
    hoarded_game,
    is_exhausted,
    random_game,
    sample_moments,
    some_exhausted,
)

pytestmark = pytest.mark.parametrize(("edition", "seats"), TABLES)


def cards_of(state: GameState) -> Counter[str]:
    piles = [pile for deck in state.decks.values() for pile in (deck.cards, deck.discard)]
    cards = Counter(chain(*piles, (card for card in state.display if card)))
    for player in state.players:
        cards += Counter(player.hand)
    return cards


def tickets_of(state: GameState) -> Counter[str]:
    tickets = Counter(chain(*(deck.tickets for deck in state.ticket_decks.values())))
    tickets.update(chain(*(player.tickets for player in state.players)))
    for question in state.waiting.values():
        if isinstance(question, TicketChoice):
            tickets.update(question.offered)
    return tickets


def pieces_of(game: Game, state: GameState, seat: int) -> Counter[str]:
    """The pieces of a player wherever they are; while a mix is secret, it counts too."""
    player = state.players[seat]
    pieces = Counter(player.pieces) + Counter(player.box) + Counter(player.mix or {})
    for track in state.tracks_of(seat):
        route = game.rules.spec.routes[track]
        pieces[route.piece] += route.length
    for piece, cities in state.placed.items():
        pieces[piece] += list(cities.values()).count(seat)
    return pieces


def test_cards_tickets_and_pieces_are_conserved(edition: str, seats: int) -> None:
    """Nothing appears, nothing vanishes, nobody holds less than nothing."""
    game = random_game(edition, seats)
    spec = game.rules.spec
    all_cards = Counter(chain(*spec.decks.values()))
    all_tickets = Counter(chain(*spec.ticket_decks.values()))
    first_turn = next(m.state for m in game.moments if m.state.turn is not None)

    for moment in [*sample_moments(game, 40), game.moments[-1]._replace(state=game.end)]:
        state = moment.state
        assert cards_of(state) == all_cards
        assert tickets_of(state) == all_tickets
        assert all(n > 0 for player in state.players for n in player.hand.values())
        if state.turn is not None or state.over:
            for seat in range(seats):
                whole = pieces_of(game, first_turn, seat)
                assert pieces_of(game, state, seat) == whole
                assert min(state.players[seat].pieces.values()) >= 0


def test_the_log_rebuilds_every_state(edition: str, seats: int) -> None:
    """`replay` of the events so far is the state so far; the log is the truth."""
    game = random_game(edition, seats)
    told = len(game.log) - sum(len(moment.events) for moment in game.moments)

    assert engine.replay(game.log[:told]) == game.start
    for moment in game.moments:
        if moment.state.version % 7 == 0:
            assert engine.replay(game.log[:told]) == moment.state
        told += len(moment.events)
    assert engine.replay(game.log) == game.end


def test_every_action_is_one_step_and_what_follows_from_it(edition: str, seats: int) -> None:
    """By its step undo and recaps find what a player did; it bears the player's seat."""
    for _, action, (first, *others) in random_game(edition, seats).moments:
        assert first.step, type(first).__name__
        assert first.seat == action.seat
        assert [type(event).__name__ for event in others if event.step] == []


def test_what_is_drawn_turned_up_or_shuffled_reveals(edition: str, seats: int) -> None:
    """T3: else a step could be taken back after somebody has learned from it."""
    game = random_game(edition, seats)
    after = [*(moment.state for moment in game.moments[1:]), game.end]

    for (before, _, events), now in zip(game.moments, after, strict=True):
        if not any(event.reveals for event in events):
            assert {n: d.cards for n, d in before.decks.items()} == {
                n: d.cards for n, d in now.decks.items()
            }
            assert {*now.display} <= {*before.display, None}
            for name, pile in before.ticket_decks.items():
                # Returned tickets go under their deck.
                assert (
                    now.ticket_decks[name].tickets[::-1][: len(pile.tickets)]
                    == (pile.tickets[::-1])
                )


def test_tracks_are_allowed_together_as_they_are_one_by_one(edition: str, seats: int) -> None:
    """C7, C8: a list of many free tracks holds those that no mechanic refuses."""
    game = random_game(edition, seats)
    rules, routes = game.rules, game.rules.spec.routes

    for moment in sample_moments(game, 10):
        state = moment.state
        for seat in range(seats):
            free = [t for t in routes if t not in state.owners]
            allowed = [t for t in free if rules.veto(state, seat, routes[t]) is None]
            assert rules.free(state, seat, list(routes)) == allowed


def test_the_known_lines_are_the_points_on_the_board(edition: str, seats: int) -> None:
    """What everybody has seen all along is what the seats' scores showed before the end."""
    game = random_game(edition, seats)
    known = Counter[int]()
    for line in engine.score(game.rules, game.end).lines:
        if line.rule in KNOWN_LINES:
            known[line.seat] += line.points

    assert [known[seat] for seat in range(seats)] == [p.points for p in game.end.players]


def test_every_mechanic_scores_the_lines_it_declares(edition: str, seats: int) -> None:
    """And no others: pictures and messages have words for those."""
    game = random_game(edition, seats)
    end = standing(game.rules, game.end)

    for part in game.rules.parts:
        assert {line.rule for line in part.score(end)} <= {*part.lines}, part.name


def test_every_game_ends_and_is_scored(edition: str, seats: int) -> None:
    """The totals are the sums of the lines, and every seat has exactly one place."""
    game = random_game(edition, seats)

    sheet = engine.score(game.rules, game.end)

    totals: Counter[int] = Counter()
    for line in sheet.lines:
        totals[line.seat] += line.points
    assert game.end.over in ("last-round", "all-passed")
    assert sheet.totals == tuple(totals[seat] for seat in range(seats))
    assert sorted(chain(*sheet.places)) == list(range(seats))
    best = [sheet.totals[place[0]] for place in sheet.places]
    assert best == sorted(best, reverse=True)


def test_the_same_seed_gives_the_same_log(edition: str, seats: int) -> None:
    """Chance and actions are all there is."""
    game = random_game(edition, seats)

    random_game.cache_clear()

    assert random_game(edition, seats).log == game.log


ASKING = (e.TurnBegan, e.TicketsOffered, e.SplitAsked, e.MixAsked)
"""Events that ask the seat they name; a drawn card does if there is more to come."""


def test_questions_and_claims_are_numbered_by_their_events(edition: str, seats: int) -> None:
    """The number of a question, and of a claim, is the place in the log of what brought it."""
    game = random_game(edition, seats)

    for moment in sample_moments(game, 40):
        state = moment.state
        for seat in state.waiting:
            event = game.log[state.question_numbers[seat] - 1]
            assert event.seat == seat
            assert isinstance(event, ASKING) or event.more
        claims = [game.log[version - 1] for version in state.claimed_at]
        assert [(claim.route, claim.seat) for claim in claims] == [*state.owners.items()]
    assert any(len(moment.state.claimed_at) for moment in game.moments)


def test_listed_actions_are_accepted(edition: str, seats: int) -> None:
    """What the menu lists, the rules allow; and the answer never touches the original."""
    game = random_game(edition, seats)
    rng = Random(3)

    for moment in sample_moments(game, 25):
        before = snapshot(moment.state)
        for seat in moment.state.waiting:
            listed = engine.legal_actions(game.rules, moment.state, seat)
            assert listed
            assert len({canonical(action) for action in listed}) == len(listed)
            for action in rng.sample(listed, min(6, len(listed))):
                engine.act(game.rules, moment.state.copy(), action, FastChance(rng))
        assert snapshot(moment.state) == before


def canonical(action: a.Action) -> tuple[object, ...]:
    """An action without what makes no difference: the order of tickets and of cards."""
    match action:
        case a.KeepTickets(seat=seat, tickets=tickets):
            return ("keep", seat, tuple(sorted(tickets)))
        case a.ClaimRoute(seat=seat, route=route, payment=payment):
            return ("claim", seat, route, tuple(sorted(payment)))
        case a.PlacePiece(seat=seat, piece=piece, city=city, payment=payment):
            return ("place", seat, piece, city, tuple(sorted(payment)))
        case a.ChooseMix(seat=seat, pieces=pieces):
            return ("mix", seat, tuple(sorted(pieces.items())))
        case _:
            return (action,)


def wild_guess(game: Game, state: GameState, rng: Random) -> a.Action:
    """Some action that somebody might send: often nearly right, sometimes absurd."""
    spec = game.rules.spec
    seat = Seat(rng.randrange(-1, len(state.players) + 1))
    hand = state.players[seat].hand if 0 <= seat < len(state.players) else {}
    cards = rng.sample(list(spec.faces), 2) + rng.sample(list(hand), min(2, len(hand)))
    payment = tuple((card, rng.randint(0, 3)) for card in rng.sample(cards, rng.randint(1, 2)))
    question = state.waiting.get(seat)
    offered = question.offered if isinstance(question, TicketChoice) else tuple(spec.tickets)[:3]
    decks = [*spec.decks, None, "nonsense"]
    guesses = (
        a.DrawBlind(seat, rng.choice(decks) or "nonsense"),
        a.DrawOpen(seat, rng.randint(-2, 7), rng.choice(decks)),
        a.AskTickets(seat, rng.randint(-1, 5)),
        a.ChooseSplit(seat, rng.randint(-1, 5)),
        a.KeepTickets(seat, tuple(rng.choices([*offered, "nonsense"], k=rng.randint(0, 4)))),
        a.ClaimRoute(seat, rng.choice([*spec.routes, "nonsense"]), payment),
        a.PlacePiece(seat, rng.choice(["harbour", "train"]), rng.choice([*spec.cities]), payment),
        a.ExchangePieces(seat, rng.choice(["train", "ship", "taxi"]), rng.randint(-1, 4)),
        a.ChooseMix(seat, {"train": rng.randint(-1, 30), "ship": rng.randint(20, 55)}),
        a.Pass(seat),
    )
    return rng.choice(guesses)


def test_unlisted_actions_are_refused_and_change_nothing(edition: str, seats: int) -> None:
    """A refusal is an `IllegalAction` with a known code, and leaves no trace."""
    game = random_game(edition, seats)
    rng = Random(5)
    refused = 0

    for moment in sample_moments(game, 25):
        state = moment.state
        before = snapshot(state)
        listed = {
            canonical(action)
            for seat in state.waiting
            for action in engine.legal_actions(game.rules, state, seat)
        }
        for _ in range(12):
            guess = wild_guess(game, state, rng)
            if canonical(guess) in listed or is_listed_without_its_deck(guess, listed):
                continue
            with pytest.raises(IllegalAction):
                engine.act(game.rules, state, guess, FastChance(rng))
            refused += 1
        assert snapshot(state) == before
    assert refused > 50


def is_listed_without_its_deck(guess: a.Action, listed: set[tuple[object, ...]]) -> bool:
    """With one deck its name may be left out, and the menu does so."""
    return isinstance(guess, a.DrawOpen) and (a.DrawOpen(guess.seat, guess.slot),) in listed


def test_without_cards_in_the_decks_none_is_listed_or_accepted(edition: str, seats: int) -> None:
    """D10: no draw, from a deck or from the display; what is listed instead is accepted."""
    game = hoarded_game(edition, seats)
    rules, rng = game.rules, Random(13)
    positions = some_exhausted(game)
    assert positions

    for state in positions:
        before, seat = snapshot(state), state.turn
        listed = list(islice(engine.Menu(rules, state, seat).actions(), 400))
        for action in rng.sample(listed, min(8, len(listed))):
            assert not isinstance(action, a.DrawBlind | a.DrawOpen)
            engine.act(rules, state.copy(), action, FastChance(rng))
        draws = [a.DrawBlind(seat, deck) for deck in state.decks]
        for slot in range(len(state.display)):
            draws += [a.DrawOpen(seat, slot, deck) for deck in (None, *state.decks)]
        for draw in draws:
            assert draw not in listed
            with pytest.raises(IllegalAction, match="cards-exhausted"):
                engine.act(rules, state, draw, FastChance(rng))
        assert snapshot(state) == before


def test_the_display_has_no_gap_to_take(edition: str, seats: int) -> None:
    """Menus rely on it: while a card can be taken, every slot has one (D2, D10)."""
    for game in (random_game(edition, seats), hoarded_game(edition, seats)):
        for state in (*(moment.state for moment in game.moments), game.end):
            assert all(state.display) or is_exhausted(state)


def test_whoever_has_nothing_else_listed_passes_and_nobody_else(edition: str, seats: int) -> None:
    """T2, with cards in the display that cannot be taken (D10)."""
    game = hoarded_game(edition, seats)
    passed = 0

    for state in some_exhausted(game):
        listed = list(islice(engine.Menu(game.rules, state, state.turn).actions(), 2))
        if listed == [a.Pass(state.turn)]:
            engine.act(game.rules, state.copy(), listed[0], FastChance(Random(1)))
            passed += 1
            continue
        assert a.Pass(state.turn) not in listed
        with pytest.raises(IllegalAction, match="pass-not-allowed"):
            engine.act(game.rules, state, a.Pass(state.turn), FastChance(Random(1)))
    can_exchange = "exchange" in {rule.use for rule in game.rules.spec.rules}
    assert passed or can_exchange, "who was robbed can do nothing else"


def test_nobody_is_asked_for_a_card_that_is_not_there(edition: str, seats: int) -> None:
    """D11: a second card is only asked for while one can be taken."""
    game = hoarded_game(edition, seats)
    asked = 0

    for moment in game.moments:
        state = moment.state
        for seat, question in state.waiting.items():
            if isinstance(question, SecondDraw):
                assert not is_exhausted(state)
                assert engine.legal_actions(game.rules, state, seat)
                asked += 1
    waived = [event for event in game.log if isinstance(event, e.SecondCardWaived)]
    assert asked
    assert waived


def with_other_cards(hand: dict[str, int], state: GameState) -> dict[str, int]:
    """As many cards, taken from the decks in exchange."""
    held = list(Counter(hand).elements())
    for deck in state.decks.values():
        count = min(len(held), len(deck.cards))
        held[:count], deck.cards[:count] = deck.cards[:count], held[:count]
    return dict(Counter(held))


def other_secrets(state: GameState, viewer: int, rng: Random) -> GameState:
    """A state that differs from *state* only in what *viewer* cannot see."""
    other = state.copy()
    for deck in other.decks.values():
        rng.shuffle(deck.cards)
    for pile in other.ticket_decks.values():
        rng.shuffle(pile.tickets)
    for seat, player in enumerate(other.players):
        if seat == viewer:
            continue
        player.hand = with_other_cards(player.hand, other)
        for pile in other.ticket_decks.values():
            if pile.tickets and player.tickets:
                pile.tickets[0], player.tickets[0] = player.tickets[0], pile.tickets[0]
        if player.mix:
            player.mix = {piece: count + 1 for piece, count in player.mix.items()}
            player.box = dict.fromkeys(player.box, 9)
    return other


def test_views_do_not_depend_on_secrets(edition: str, seats: int) -> None:
    """Two states that differ only in what a seat cannot see look the same to it (V1 to V3)."""
    game = random_game(edition, seats)
    rng = Random(9)

    for moment in sample_moments(game, 15):
        for viewer in range(seats):
            hidden = other_secrets(moment.state, viewer, rng)
            seen = engine.view_for(game.rules, hidden, Seat(viewer))
            assert seen == engine.view_for(game.rules, moment.state, Seat(viewer))
        everyone = other_secrets(moment.state, -1, rng)
        assert engine.view_for(game.rules, everyone, None) == engine.view_for(
            game.rules, moment.state, None
        )


def secrets_in(event: Event, viewer: int | None) -> list[str]:
    """The cards and tickets in the fields of *event* that *viewer* may not read."""
    found: list[str] = []
    for name, audience in AUDIENCES[type(event)].items():
        secret = audience is Audience.NOBODY or (
            audience is Audience.OWNER and getattr(event, "seat", None) != viewer
        )
        if secret:
            found += flat(getattr(event, name))
    return found


def flat(value: object) -> list[str]:
    if isinstance(value, tuple):
        return [text for item in value for text in flat(item)]
    if isinstance(value, dict):
        return [str(key) for key in value]
    return [str(value)]


def test_events_are_told_without_secrets(edition: str, seats: int) -> None:
    """A redacted event holds nothing that its reader may not know; its owner reads it all."""
    game = random_game(edition, seats)

    for event in game.log:
        for viewer in (None, *range(seats)):
            told = engine.redact(event, None if viewer is None else Seat(viewer))
            assert set(secrets_in(told, viewer)) <= {UNKNOWN}
            assert type(told) is type(event)
            if viewer is not None and getattr(event, "seat", None) == viewer:
                assert told == event


def test_everything_survives_json(edition: str, seats: int) -> None:
    """Every action and every event comes back from JSON as it went in."""
    game = random_game(edition, seats)

    assert [decode_event(encode(event)) for event in game.log] == game.log
    for moment in game.moments:
        assert decode_action(encode(moment.action)) == moment.action


def test_what_can_be_taken_back_leads_back(edition: str, seats: int) -> None:
    """After an undo the game stands as before the step, but for version and question number."""
    game = random_game(edition, seats)
    told = len(game.log) - sum(len(moment.events) for moment in game.moments)
    undone, refusals = 0, set()

    for moment in game.moments:
        told += len(moment.events)
        if told % 5:
            continue
        try:
            state, events = engine.undo(game.log[:told], moment.action.seat)
        except IllegalAction as refusal:
            refusals.add(refusal.code)
            continue
        undone += 1
        before = moment.state.copy()
        before.version = state.version
        before.question_numbers = before.question_numbers | {moment.action.seat: state.version}
        assert state == before
        assert engine.replay([*game.log[:told], *events]) == state
    assert undone
    assert refusals == {"undo-after-reveal"}
