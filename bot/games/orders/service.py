"""Orders of people: given, written, paused and ended by their owners, in secret."""

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
    """An order cannot be given: it names what is not there, or nothing that could be done."""

    def __init__(self, mistakes: tuple[Mistake, ...]) -> None:
        self.mistakes = mistakes
        super().__init__(mistakes[0].code)


class OldDraft(StaleGame):
    """What was pressed belongs to an older draft: it is shown as it is now."""


class Orders:
    """Lets people say ahead what their seats shall do. Only the owner of a seat reads its order."""

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
        """Let an order play from now on; what was taken meanwhile is left out of it.

        It plays a turn that has just begun at once: its owner is there. Of two presses on the same
        draft (*revision*) one gives it. An owner whose seat the caretaker keeps takes it back.

        Raises:
            BadOrder: It cannot be meant; the former one stays.
            LobbyError: There are no orders at this table.
            OldDraft: The draft has changed.
        """

        def given(table: Table, record: SeatOrder) -> SeatOrder:
            checked = check_order_at(table, Seat(record.seat), order)
            if checked.refused:
                raise BadOrder(checked.refused)
            new = replace(record, order=checked.order, draft=None, told=True, plays=False, did=())
            return _activate(new, table)

        return await self._change(game_id, user_id, given, interaction_id, revision, returns=True)

    async def write(
        self,
        game_id: str,
        user_id: int,
        draft: Draft | None,
        interaction_id: int | None = None,
        *,
        revision: int | None = None,
    ) -> GameSnapshot:
        """Keep what somebody writes on an order; None: it is thrown away.

        Raises:
            LobbyError: There are no orders at this table.
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
        """Let an order stand still until its owner says otherwise.

        Raises:
            LobbyError: There is none.
            OldDraft: It has changed.
        """
        return await self._change(
            game_id,
            user_id,
            lambda _, record: replace(
                _check_has_order(record), status="paused", plays=False, turn=NO_TURN
            ),
            interaction_id,
            revision,
        )

    async def resume(
        self,
        game_id: str,
        user_id: int,
        interaction_id: int | None = None,
        *,
        revision: int | None = None,
    ) -> GameSnapshot:
        """Let an order go on that was paused or has stopped: also with this turn.

        An owner whose seat the caretaker keeps takes it back.

        Raises:
            LobbyError: There is none.
            OldDraft: It has changed.
        """
        return await self._change(
            game_id,
            user_id,
            lambda table, record: _activate(_check_has_order(record), table),
            interaction_id,
            revision,
            returns=True,
        )

    async def clear(
        self,
        game_id: str,
        user_id: int,
        interaction_id: int | None = None,
        *,
        revision: int | None = None,
    ) -> GameSnapshot:
        """Forget an order and its draft.

        Raises:
            LobbyError: There is neither.
            OldDraft: It has changed.
        """

        def remove_order(_: Table, record: SeatOrder) -> SeatOrder:
            if record.order is None and record.draft is None:
                raise LobbyError("no-order")
            return cleared(record)

        return await self._change(game_id, user_id, remove_order, interaction_id, revision)

    async def mark_seen(self, game_id: str, user_id: int) -> None:
        """Somebody does something at a table: only what changes from now on stops their order."""
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
    """What is wrong with an order at this table now, and the order as it can be given."""
    snapshot = GameSnapshot(table, table.state, ())
    turns = decode_options(table.row).orders
    order = replace(order, calls=replace(order.calls, turns=turns))
    return check(table.rules, order, snapshot.view(seat), snapshot.menu(seat))


def _activate(record: SeatOrder, table: Table) -> SeatOrder:
    """The same as it is from the moment when its owner says so; their turn it plays at once."""
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
