"""Starting a game and carrying out what players ask for."""

from __future__ import annotations

from engine.actions import Action
from engine.chance import Chance
from engine.codec import is_well_formed
from engine.errors import BadInput, GameError, IllegalAction
from engine.events import CardsDealt, DeckShuffled, Event, GameStarted, SplitAsked, TicketsShuffled
from engine.ids import Seat
from engine.ledger import Ledger
from engine.rules.base import Decision
from engine.ruleset import Rules
from engine.state import GameState


def start(rules: Rules, chance: Chance) -> tuple[GameState, list[Event]]:
    """Lay out a table: shuffle, deal, open the display and offer the first tickets (S1 to S9)."""
    spec, seats = rules.spec, [Seat(number) for number in range(rules.seats)]
    ledger = Ledger(rules, GameState(), chance)
    ledger.record(GameStarted(spec.id, rules.seats, dict(spec.pieces), len(spec.display)))
    for deck, cards in spec.decks.items():
        ledger.record(DeckShuffled(deck, chance.shuffle(cards, f"{deck}/0")))
    for seat in seats:
        for deck, count in spec.hand.items():
            pile = ledger.state.decks[deck].cards
            ledger.record(CardsDealt(seat, deck, tuple(reversed(pile[len(pile) - count :]))))
    ledger.settle()
    for name, tickets in spec.ticket_decks.items():
        ledger.record(TicketsShuffled(name, chance.shuffle(tickets, f"{name}/0")))
    for seat in seats:
        if len(spec.ticket_decks) > 1:
            ledger.record(SplitAsked(seat))
        else:
            deck = next(iter(spec.ticket_decks))
            ledger.offer_tickets(seat, {deck: spec.deal.first}, spec.deal.keep_first)
    return ledger.state, ledger.events


def act(rules: Rules, state: GameState, action: Action, chance: Chance) -> list[Event]:
    """Carry out *action* on *state* and return what happened.

    Raises:
        IllegalAction: The rules refuse it; *state* is unchanged.
        BadInput: This is no action at all, or one with nonsense in its fields.

    """
    decision = rules.decisions.get(type(action)) or _unknown(action)
    seat = action.seat
    question = state.waiting.get(seat) if isinstance(seat, int) else None
    if question is None:
        raise _not_asked(state, seat)
    if not isinstance(question, decision.during):
        raise IllegalAction("not-asked-now", asked=type(question).__name__)

    ledger = Ledger(rules, state, chance)
    try:
        decision.decide(ledger, action)
    except GameError:
        raise
    except Exception as error:
        # Either the decider is wrong, or the action was made by hand and holds nonsense. Only now
        # that is worth a look: what came from outside has been through the codec.
        if ledger.events or is_well_formed(action):
            raise
        raise BadInput(f"not an action: {action!r}") from error
    return ledger.events


def _not_asked(state: GameState, seat: Seat) -> IllegalAction:
    """Why this seat has nothing to answer."""
    if state.over is not None:
        return IllegalAction("game-over")
    if seat not in range(len(state.players)):
        return IllegalAction("unknown-seat", seat=seat)
    return IllegalAction("not-your-turn", turn=state.turn)


def _unknown(action: object) -> Decision:
    """Nobody decides this: it belongs to another edition, or it is no action at all."""
    if isinstance(action, Action):
        raise IllegalAction("not-in-this-edition", action=type(action).__name__)
    raise BadInput(f"not an action: {action!r}")
