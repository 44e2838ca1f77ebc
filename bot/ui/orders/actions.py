"""What a user can do with a standing order, by button or command: one function for each action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.errors import LobbyError
from bot.games.orders.model import Draft, SeatOrder
from bot.games.orders.service import OldDraft, check_order_at
from bot.games.table import decode_options
from bot.ui.context import Context
from bot.ui.orders.draft import apply_step
from bot.ui.orders.text import OrderWords
from bot.ui.orders.view import OrderEditor, plan_panel
from bot.ui.seat_view import SeatView
from engine.errors import BadInput
from engine.orders import Mistake

ENDING_STEPS: Final = ("give", "pause", "resume", "delete", "throw")
"""The steps after which the user no longer edits a draft."""


async def show_plan(context: Context, note: str = "", *, writing: bool = False) -> None:
    """Show the user's order, or the draft of one.

    Raises:
        LobbyError: The table allows no orders, or its game is over.
    """
    own = await context.load_seat()
    if not decode_options(own.snapshot.table.row).orders:
        raise LobbyError("orders-off")
    if own.view.over:
        raise LobbyError("table-closed")
    await context.reply(
        plan_panel(await _open_editor(context, own), note, writing=writing), update=True
    )


async def _open_editor(context: Context, own: SeatView) -> OrderEditor:
    return OrderEditor(own, await context.services.plans.advice_for(own))


async def take_step(context: Context, step: str, revision: int, chosen: Sequence[str]) -> None:
    """Carry out a press on a panel, if the panel shows the present revision of the order.

    Raises:
        BadInput: There is no such step.
    """
    try:
        note = await _run_step(context, step, revision, chosen)
    except OldDraft:
        context.use_snapshot(await context.services.games.snapshot(await context.find_table()))
        note = context.say("order-old-draft")
    await show_plan(context, note, writing=step not in ENDING_STEPS)


async def _run_step(context: Context, step: str, revision: int, chosen: Sequence[str]) -> str:
    """Carry out a step and return what to tell the user."""
    orders, own = context.services.games.orders, await context.load_seat()
    record, game = own.snapshot.table.order(own.seat), own.game
    if record.revision != revision and not await _was_pressed(context):
        raise OldDraft(game)
    if step in ("pause", "resume"):
        act = orders.pause if step == "pause" else orders.resume
        context.use_snapshot(await act(game, context.user.id, context.id, revision=revision))
        return context.say(f"order-{step}d")
    if step == "delete":
        context.use_snapshot(
            await orders.clear(game, context.user.id, context.id, revision=revision)
        )
        return context.say("order-deleted")
    if step == "give":
        return await _start_order(context, record, revision)
    draft = await _draft_after_step(context, own, record, step, chosen)
    snapshot = await orders.write(game, context.user.id, draft, context.id, revision=revision)
    context.use_snapshot(snapshot)
    return ""


async def _was_pressed(context: Context) -> bool:
    """Return whether this press was carried out before.

    Then it was delivered twice, and its panel is not out of date.
    """
    return await context.services.queries.was_pressed(context.id)


async def _draft_after_step(
    context: Context, own: SeatView, record: SeatOrder, step: str, chosen: Sequence[str]
) -> Draft | None:
    """Return the draft after a step, or None if the user discards it."""
    if step == "throw":
        return None
    if step == "change":
        if record.order is None:
            raise LobbyError("no-order")
        return Draft(record.order, "review")
    return apply_step(await _open_editor(context, own), record.draft or Draft(), step, chosen)


async def _start_order(context: Context, record: SeatOrder, revision: int) -> str:
    """Start the order of the draft, and return what was left out of it."""
    if record.draft is None:
        raise BadInput("nothing is written")
    own, order = await context.load_seat(), record.draft.order
    left_out = check_order_at(own.snapshot.table, own.seat, order).left_out
    snapshot = await context.services.games.orders.give(
        own.game, context.user.id, order, context.id, revision=revision
    )
    own = context.use_snapshot(snapshot)
    words = OrderWords(own.phrases, own.snapshot.table.rules)
    return "\n".join([context.say("order-given"), *words.mistakes(left_out)])


async def mistakes_text(context: Context, mistakes: Sequence[Mistake]) -> str:
    """Return why an order cannot be given."""
    own = await context.load_seat()
    words = OrderWords(own.phrases, own.snapshot.table.rules)
    return "\n".join(words.mistakes(mistakes))
