"""How a change affects the standing orders of a table: which of them play, stop or wait."""

from __future__ import annotations

from msgspec.structs import replace

from bot.games.bots import bot_at
from bot.games.clock.model import NO_TURN
from bot.games.model import Change
from bot.games.orders.model import SeatOrder, with_turn_finished
from bot.games.table import GameSnapshot, Table, decode_options
from engine.actions import ClaimRoute, DrawBlind, DrawOpen
from engine.events import Reverted
from engine.ids import Seat
from engine.orders import Order, Seen, Stop, decide, look
from engine.questions import Turn


def update_orders(before: Table, after: Table, change: Change) -> Change:
    """Add to *change* every order that it affects.

    The order of a turn that starts is asked now. Whether it plays or stops is saved in the same
    transaction that starts the turn.
    """
    orders = {Seat(one.seat): one for one in change.orders}
    for row in after.seats:
        old = after.order(row.seat)
        if old.order is None or after.state.over is not None:
            continue
        new = _update_order(before, after, change, old)
        if new != old:
            orders[row.seat] = new
    return replace(change, orders=list(orders.values())) if orders else change


def _update_order(before: Table, after: Table, change: Change, record: SeatOrder) -> SeatOrder:
    if any(isinstance(event, Reverted) for event in change.events):
        record = _rewind_order(after, record)
    if _is_by_hand(change, record):
        record = replace(
            mark_seen(after, record),
            turn=before.state.turns,
            plays=False,
            prompt=False,
            stop=None,
            did=(),
        )
    if record.plays and record.last == record.turn != after.state.turns:
        record = with_turn_finished(record)
    return _ask_order(after, record)


def _is_by_hand(change: Change, record: SeatOrder) -> bool:
    """Return whether the owner moves by hand.

    The change of a move that an order makes already has that order's record.
    """
    move = change.move
    is_own = move is not None and move.maker == "person" and move.action.seat == record.seat
    return is_own and all(one.seat != record.seat for one in change.orders)


def _rewind_order(after: Table, record: SeatOrder) -> SeatOrder:
    """Return the order's record after an undo.

    An order whose turn was undone waits for its owner.
    """
    turn = after.state.turns
    if record.last >= turn:
        status = "stopped" if record.status == "active" else record.status
        return replace(
            record, status=status, stop=None, turn=NO_TURN, plays=False, last=NO_TURN, did=()
        )
    # The order had not made a step yet. It is asked again when its turn starts again.
    return replace(record, turn=NO_TURN, plays=False) if record.turn > turn else record


def _ask_order(after: Table, record: SeatOrder) -> SeatOrder:
    """Return the order's record with its answer for a turn that it was not asked for yet."""
    seat, turn = Seat(record.seat), after.state.turns
    if record.order is None or record.status != "active" or record.turn == turn:
        return record
    if not may_play(after, seat) or not isinstance(after.state.waiting.get(seat), Turn):
        return record
    answer = order_answer(after, record)
    if isinstance(answer, Stop):
        return replace(record, turn=turn, plays=False, status="stopped", stop=answer)
    return replace(record, turn=turn, plays=True, stop=None)


def may_play(table: Table, seat: Seat) -> bool:
    """Return whether an order may play this seat now.

    It must be the turn of the owner, who plays their own seat, and the table must not be paused.
    """
    is_on_turn = table.state.turn == seat and table.state.over is None
    goes_on = not table.pause.is_on and decode_options(table.row).orders > 0
    return is_on_turn and goes_on and bot_at(table, seat) is None


def order_answer(table: Table, record: SeatOrder) -> ClaimRoute | DrawOpen | DrawBlind | Stop:
    """Return the order's answer to the question of its seat: an action, or why it stops."""
    snapshot, seat = GameSnapshot(table, table.state, ()), Seat(record.seat)
    order = record.order or Order()
    return decide(table.rules, order, record.seen, snapshot.view(seat), snapshot.menu(seat))


def mark_seen(table: Table, record: SeatOrder) -> SeatOrder:
    """Return the order's record after its owner has seen the table.

    From then on, only later changes stop the order.
    """
    if record.order is None or record.status == "paused":
        return record
    return replace(
        record, seen=what_owner_sees(table, Seat(record.seat), record.order), status="active"
    )


def what_owner_sees(table: Table, seat: Seat, order: Order) -> Seen:
    """Return what the owner of a seat sees now, as far as it matters for their order."""
    snapshot = GameSnapshot(table, table.state, ())
    return look(table.rules, order, snapshot.view(seat), snapshot.menu(seat))
