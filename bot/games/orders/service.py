"""Standing orders: their owners draft, give, pause, resume and delete them in secret."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from bot.games.clock.downtime import DowntimeDetector
from bot.games.clock.model import NO_TURN
from bot.games.clock.transitions import return_owner
from bot.games.errors import LobbyError
from bot.games.model import CARETAKER, Change
from bot.games.orders.model import Draft, SeatOrder, cleared
from bot.games.orders.transitions import mark_seen, what_owner_sees
from bot.games.table import GameSnapshot, Table, Tables, decode_options
from engine.errors import GameError, StaleGame
from engine.ids import Seat
from engine.orders import Checked, Mistake, Order, check
from engine.questions import Turn


class BadOrder(GameError):
    """An order cannot be given, because it names things that do not exist or does nothing."""

    def __init__(self, mistakes: tuple[Mistake, ...]) -> None:
        self.mistakes = mistakes
        super().__init__(mistakes[0].code)


class OldDraft(StaleGame):
    """A press belongs to an older draft. The current draft is shown instead."""


class Orders:
    """Lets people plan the coming turns of their seats. Only the owner of a seat sees its order."""

    def __init__(self, tables: Tables, downtime: DowntimeDetector) -> None:
        self._tables = tables
        self._downtime = downtime

    async def give(
        self,
        game_id: str,
        user_id: int,
        order: Order,
        interaction_id: int | None = None,
        *,
        revision: int | None = None,
    ) -> GameSnapshot:
        """Let an order play from now on. Routes that were taken meanwhile are left out of it.

        If it is the owner's turn, the order plays immediately, because its owner is present. Of two
        presses on the same draft (*revision*), only one gives the order. An owner whose seat the
        caretaker plays takes the seat back.

        Raises:
            BadOrder: The order is impossible. The previous order stays.
            LobbyError: Orders are off at this table.
            OldDraft: The draft has changed.
        """

        def set_order(table: Table, record: SeatOrder) -> SeatOrder:
            checked = check_order_at(table, Seat(record.seat), order)
            if checked.refused:
                raise BadOrder(checked.refused)
            new = replace(record, order=checked.order, draft=None, told=True, plays=False, did=())
            return _activate(table, new)

        return await self._change(
            game_id, user_id, set_order, interaction_id, revision, returns=True
        )

    async def write(
        self,
        game_id: str,
        user_id: int,
        draft: Draft | None,
        interaction_id: int | None = None,
        *,
        revision: int | None = None,
    ) -> GameSnapshot:
        """Save the draft of an order, or delete it if *draft* is None.

        Raises:
            LobbyError: Orders are off at this table.
            OldDraft: The draft has changed.
        """
        return await self._change(
            game_id,
            user_id,
            lambda _, record: replace(record, draft=draft),
            interaction_id,
            revision,
        )

    async def pause(
        self,
        game_id: str,
        user_id: int,
        interaction_id: int | None = None,
        *,
        revision: int | None = None,
    ) -> GameSnapshot:
        """Pause an order until its owner resumes it.

        Raises:
            LobbyError: There is no order, or orders are off at this table.
            OldDraft: The order has changed.
        """
        return await self._change(game_id, user_id, _pause, interaction_id, revision)

    async def resume(
        self,
        game_id: str,
        user_id: int,
        interaction_id: int | None = None,
        *,
        revision: int | None = None,
    ) -> GameSnapshot:
        """Resume an order that was paused or has stopped. It may also play the present turn.

        An owner whose seat the caretaker plays takes the seat back.

        Raises:
            LobbyError: There is no order, or orders are off at this table.
            OldDraft: The order has changed.
        """
        return await self._change(game_id, user_id, _resume, interaction_id, revision, returns=True)

    async def clear(
        self,
        game_id: str,
        user_id: int,
        interaction_id: int | None = None,
        *,
        revision: int | None = None,
    ) -> GameSnapshot:
        """Delete an order and its draft.

        Raises:
            LobbyError: There is neither of them, or orders are off at this table.
            OldDraft: The order has changed.
        """
        return await self._change(game_id, user_id, _clear, interaction_id, revision)

    async def mark_seen(self, game_id: str, user_id: int) -> None:
        """Record that the user has seen the table, for their standing order.

        From then on, only later changes at the table stop the order.
        """
        if not self._tables.may_have_orders(game_id):
            return

        async def build_change(table: Table) -> Change | None:
            if all(row.user_id != user_id for row in table.seats):
                return None
            record = table.order(table.seat_of(user_id))
            new = mark_seen(table, record)
            return None if new == record else Change(orders=[new])

        await self._tables.update(game_id, build_change)

    async def _change(
        self,
        game_id: str,
        user_id: int,
        change: Callable[[Table, SeatOrder], SeatOrder],
        interaction_id: int | None,
        revision: int | None,
        *,
        returns: bool = False,
    ) -> GameSnapshot:
        async def build_change(table: Table) -> Change:
            seat = table.seat_of(user_id)
            record = table.order(seat)
            if not decode_options(table.row).orders:
                raise LobbyError("orders-off")
            if revision not in (None, record.revision):
                raise OldDraft(game_id)
            new = change(table, record)
            back = Change()
            if returns and table.seats[seat].bot == CARETAKER:
                back = return_owner(table, seat, self._tables.now(), self._downtime.outages)
            return replace(back, orders=[replace(new, revision=record.revision + 1)])

        return await self._tables.update(game_id, build_change, interaction_id)


def check_order_at(table: Table, seat: Seat, order: Order) -> Checked:
    """Return the mistakes of an order at this table now, and the order without them."""
    snapshot = GameSnapshot(table, table.state, ())
    turns = decode_options(table.row).orders
    order = replace(order, calls=replace(order.calls, turns=turns))
    return check(table.rules, order, snapshot.view(seat), snapshot.menu(seat))


def _pause(_: Table, record: SeatOrder) -> SeatOrder:
    return replace(_check_has_order(record), status="paused", plays=False, turn=NO_TURN)


def _resume(table: Table, record: SeatOrder) -> SeatOrder:
    return _activate(table, _check_has_order(record))


def _clear(_: Table, record: SeatOrder) -> SeatOrder:
    if record.order is None and record.draft is None:
        raise LobbyError("no-order")
    return cleared(record)


def _activate(table: Table, record: SeatOrder) -> SeatOrder:
    """Return a copy of *record* with the order active as of now.

    If it is the owner's turn, the order plays that turn immediately.
    """
    order, seat = record.order or Order(), Seat(record.seat)
    is_on_turn = isinstance(table.state.waiting.get(seat), Turn)
    return replace(
        record,
        status="active",
        stop=None,
        seen=what_owner_sees(table, seat, order),
        turn=NO_TURN if is_on_turn else record.turn,
        prompt=is_on_turn,
    )


def _check_has_order(record: SeatOrder) -> SeatOrder:
    if record.order is None:
        raise LobbyError("no-order")
    return record
