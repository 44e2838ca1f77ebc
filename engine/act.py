"""Starting a game and carrying out the actions of players."""

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
    """Set up a table: shuffle, deal, open the display and offer the first tickets (S1 to S9)."""
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
    """Carry out *action* on *state* and return the resulting events.

    Raises:
        IllegalAction: The rules refuse the action. *state* is unchanged.
        BadInput: The object is not an action, or its fields have invalid values.

    """
    decision = rules.decisions.get(type(action)) or _refuse_unknown(action)
    seat = action.seat
    question = state.waiting.get(seat) if isinstance(seat, int) else None
    if question is None:
        raise _refusal_without_question(state, seat)
    if not isinstance(question, decision.during):
        raise IllegalAction("not-asked-now", asked=type(question).__name__)

    ledger = Ledger(rules, state, chance)
    try:
        decision.decide(ledger, action)
    except GameError:
        raise
    except Exception as error:
        # Either the decider has a bug, or the caller built the action with invalid fields. Actions
        # from outside have passed the codec, so this expensive check runs only after a failure.
        if ledger.events or is_well_formed(action):
            raise
        raise BadInput(f"not an action: {action!r}") from error
    return ledger.events


def _refusal_without_question(state: GameState, seat: Seat) -> IllegalAction:
    """Return the refusal for a seat that has no question to answer."""
    if state.over is not None:
        return IllegalAction("game-over")
    if seat not in range(len(state.players)):
        return IllegalAction("unknown-seat", seat=seat)
    return IllegalAction("not-your-turn", turn=state.turn)


def _refuse_unknown(action: object) -> Decision:
    """Raise the refusal for an action without a decider.

    The action belongs to another edition, or the object is not an action at all.
    """
    if isinstance(action, Action):
        raise IllegalAction("not-in-this-edition", action=type(action).__name__)
    raise BadInput(f"not an action: {action!r}")
