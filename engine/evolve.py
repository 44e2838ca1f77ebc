"""A function for each event that applies it to a state. No other code changes a state.

These functions never check legality, never draw at random and never need a board. Names that a
state stores are interned. A log read from JSON contains each name many times, and thousands of live
games share the interned strings.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache
from typing import Final, Protocol, TypeAlias, TypeVar, cast

from engine import events as e
from engine.errors import CorruptLog
from engine.ids import Card, DeckName, Payment, Seat
from engine.questions import MixChoice, SecondDraw, SplitChoice, TicketChoice, Turn, Waiting
from engine.state import DeckState, GameState, PlayerState, TicketDeckState

E = TypeVar("E", bound=e.Event)
S = TypeVar("S", bound=str)


class _Intern(Protocol):
    """The type of `sys.intern`, which preserves the `NewType` of a string for type checkers."""

    def __call__(self, name: S, /) -> S: ...


intern: Final = cast(_Intern, sys.intern)


Change: TypeAlias = Callable[[GameState, e.Event], None]

EVOLVE: Final[dict[type, Change]] = {}

# Questions without fields are equal for every seat, so each has only one object.
_SPLIT, _MIX, _TURN, _SECOND = SplitChoice(), MixChoice(), Turn(), SecondDraw()


def on(
    event: type[E],
) -> Callable[[Callable[[GameState, E], None]], Callable[[GameState, E], None]]:
    """Register the decorated function as the effect of *event* on a state."""

    def register(change: Callable[[GameState, E], None]) -> Callable[[GameState, E], None]:
        EVOLVE[event] = cast(Change, change)
        return change

    return register


def evolve(state: GameState, event: e.Event) -> None:
    """Apply *event* to *state*."""
    EVOLVE[type(event)](state, event)
    state.version += 1


def _ask(state: GameState, seat: Seat, question: Waiting) -> None:
    state.waiting[seat] = question
    state.question_numbers[seat] = state.version + 1


def _spend(state: GameState, player: PlayerState, payment: Payment) -> None:
    hand = player.hand
    for card, count in payment:
        left = hand.get(card, 0) - count
        if left > 0:
            hand[card] = left
        elif left == 0:
            del hand[card]
        else:
            raise CorruptLog(f"{card} is spent and not held")
        state.decks[state.home[card]].discard.extend([intern(card)] * count)


def _draw(state: GameState, deck: DeckName, card: Card) -> Card:
    """Take the top card of the deck, and raise CorruptLog if the log names another card."""
    top = state.decks[deck].cards.pop()
    if top != card:
        raise CorruptLog(f"{card} is not on top of the deck {deck}")
    return top


@lru_cache(maxsize=64)
def _shared_table(home: frozenset[tuple[Card, DeckName]]) -> dict[Card, DeckName]:
    """Return the table of card to deck that all games with the same cards share."""
    return dict(home)


@on(e.GameStarted)
def _game_started(state: GameState, event: e.GameStarted) -> None:
    state.edition = event.edition
    state.players = [PlayerState(dict(event.pieces)) for _ in range(event.seats)]
    state.display = [None] * event.slots


@on(e.DeckShuffled)
def _deck_shuffled(state: GameState, event: e.DeckShuffled) -> None:
    deck = state.decks.get(event.deck)
    if deck is None:
        deck = state.decks[intern(event.deck)] = DeckState()
        home = state.home | dict.fromkeys(map(intern, event.order), intern(event.deck))
        state.home = _shared_table(frozenset(home.items()))
    deck.cards = list(map(intern, event.order))
    deck.discard.clear()
    deck.shuffles += 1


@on(e.TicketsShuffled)
def _tickets_shuffled(state: GameState, event: e.TicketsShuffled) -> None:
    deck = state.ticket_decks.setdefault(intern(event.deck), TicketDeckState())
    deck.tickets = list(map(intern, event.order))
    deck.shuffles += 1


@on(e.CardsDealt)
def _cards_dealt(state: GameState, event: e.CardsDealt) -> None:
    hand = state.players[event.seat].hand
    for named in event.cards:
        card = _draw(state, event.deck, named)
        hand[card] = hand.get(card, 0) + 1


@on(e.DisplayFilled)
def _display_filled(state: GameState, event: e.DisplayFilled) -> None:
    state.display[event.slot] = _draw(state, event.deck, event.card)


@on(e.DisplaySwept)
def _display_swept(state: GameState, event: e.DisplaySwept) -> None:
    for card in state.display:
        if card is not None:
            state.decks[state.home[card]].discard.append(card)
    state.display = [None] * len(state.display)


@on(e.SplitAsked)
def _split_asked(state: GameState, event: e.SplitAsked) -> None:
    _ask(state, event.seat, _SPLIT)


@on(e.TicketsOffered)
def _tickets_offered(state: GameState, event: e.TicketsOffered) -> None:
    for name, count in event.decks.items():
        deck = state.ticket_decks[name].tickets
        del deck[len(deck) - count :]
    _ask(state, event.seat, TicketChoice(event.tickets, event.keep))
    state.passes = 0


@on(e.TicketsKept)
def _tickets_kept(state: GameState, event: e.TicketsKept) -> None:
    state.players[event.seat].tickets.extend(map(intern, event.kept))
    for name, ticket in event.returned:
        state.ticket_decks[name].tickets.insert(0, intern(ticket))
    del state.waiting[event.seat]


@on(e.MixAsked)
def _mix_asked(state: GameState, event: e.MixAsked) -> None:
    _ask(state, event.seat, _MIX)


@on(e.MixChosen)
def _mix_chosen(state: GameState, event: e.MixChosen) -> None:
    player = state.players[event.seat]
    player.mix, player.box = dict(event.pieces), dict(event.box)
    del state.waiting[event.seat]


@on(e.MixesRevealed)
def _mixes_revealed(state: GameState, event: e.MixesRevealed) -> None:
    for player, pieces in zip(state.players, event.pieces, strict=True):
        player.pieces.update(pieces)
        player.mix = None


@on(e.FirstPlayerDrawn)
def _first_player_drawn(state: GameState, event: e.FirstPlayerDrawn) -> None:
    state.turn = event.seat


@on(e.TurnBegan)
def _turn_began(state: GameState, event: e.TurnBegan) -> None:
    state.waiting.clear()
    state.turn = event.seat
    state.turns += 1
    if state.turns_left is not None:
        state.turns_left -= 1
    _ask(state, event.seat, _TURN)


@on(e.BlindCardDrawn)
def _blind_card_drawn(state: GameState, event: e.BlindCardDrawn) -> None:
    _take(state, event, _draw(state, event.deck, event.card))


@on(e.OpenCardTaken)
def _open_card_taken(state: GameState, event: e.OpenCardTaken) -> None:
    card = state.display[event.slot]
    if card is None or card != event.card:
        raise CorruptLog(f"{event.card} does not lie in slot {event.slot}")
    state.display[event.slot] = None
    _take(state, event, card)


def _take(state: GameState, event: e.BlindCardDrawn | e.OpenCardTaken, card: Card) -> None:
    hand = state.players[event.seat].hand
    hand[card] = hand.get(card, 0) + 1
    state.passes = 0
    if event.more:
        _ask(state, event.seat, _SECOND)
    else:
        del state.waiting[event.seat]


@on(e.SecondCardWaived)
def _second_card_waived(state: GameState, event: e.SecondCardWaived) -> None:
    del state.waiting[event.seat]


@on(e.RouteClaimed)
def _route_claimed(state: GameState, event: e.RouteClaimed) -> None:
    player = state.players[event.seat]
    _spend(state, player, event.payment)
    player.pieces[event.piece] -= event.pieces
    player.points += event.points
    state.owners[intern(event.route)] = event.seat
    state.claimed_at.append(state.version + 1)
    _acted(state, event.seat)


@on(e.PiecePlaced)
def _piece_placed(state: GameState, event: e.PiecePlaced) -> None:
    player = state.players[event.seat]
    _spend(state, player, event.payment)
    player.pieces[event.piece] -= 1
    state.placed.setdefault(intern(event.piece), {})[intern(event.city)] = event.seat
    _acted(state, event.seat)


@on(e.PiecesExchanged)
def _pieces_exchanged(state: GameState, event: e.PiecesExchanged) -> None:
    player = state.players[event.seat]
    player.pieces[event.gave] -= event.count
    player.box[event.gave] += event.count
    player.box[event.took] -= event.count
    player.pieces[event.took] += event.count
    player.points += event.points
    _acted(state, event.seat)


def _acted(state: GameState, seat: Seat) -> None:
    state.passes = 0
    del state.waiting[seat]


@on(e.Passed)
def _passed(state: GameState, event: e.Passed) -> None:
    state.passes += 1
    del state.waiting[event.seat]


@on(e.LastRoundBegan)
def _last_round_began(state: GameState, event: e.LastRoundBegan) -> None:
    state.turns_left = event.turns


@on(e.GameEnded)
def _game_ended(state: GameState, event: e.GameEnded) -> None:
    state.turn = None
    state.over = event.reason


@on(e.Reverted)
def _reverted(state: GameState, event: e.Reverted) -> None:
    """Give the question of the seat a new number, after `replay` has restored the earlier state."""
    state.question_numbers[event.seat] = state.version + 1
