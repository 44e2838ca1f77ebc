"""What a user can do with a standing order, by button or command: one function for each action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.games.errors import LobbyError
from bot.games.orders.model import Draft, SeatOrder
from bot.games.orders.service import OldDraft, check_order_at
from bot.games.table import GameSnapshot, decode_options
from bot.pictures.picture import Picture
from bot.pictures.sketch import PictureSpec
from bot.ui.context import Context, run_after_answer
from bot.ui.orders.draft import apply_step
from bot.ui.orders.text import OrderWords
from bot.ui.orders.view import OrderEditor, plan_panel
from bot.ui.seat_view import SeatView
from bot.ui.turn.replies import reply_then_picture, show_card
from engine.advice import Links
from engine.orders import Mistake
from render import Stress

ENDING_STEPS: Final = ("give", "pause", "resume")
"""The steps after which the user sees the hand again."""
READING_STEPS: Final = ("delete", "throw")
"""The steps after which the user sees the plan, and no draft."""


async def show_plan(context: Context, note: str = "", *, writing: bool = False) -> None:
    """Show the user's order, or the draft of one. Without both, show the default plan.

    Raises:
        LobbyError: The table allows no orders, or its game is over.
    """
    own = await context.load_seat()
    if not decode_options(own.snapshot.table.row).orders:
        raise LobbyError("orders-off")
    if own.view.over:
        raise LobbyError("table-closed")
    editor = await _open_editor(context, own)
    if not note and editor.record.draft and editor.is_outdated(editor.record.draft):
        note = context.say("order-tickets-done")
    tracks = editor.planned(writing=writing)
    if tracks is None:
        await context.reply(plan_panel(editor, note=note, writing=writing), update=True)
        return
    await reply_then_picture(
        context,
        lambda picture: plan_panel(editor, picture, note, writing=writing),
        lambda: _draw_plan(context, editor, tracks),
    )


async def _draw_plan(context: Context, editor: OrderEditor, tracks: Links) -> Picture:
    """Draw the user's map with the planned routes, numbered in their order."""
    own, words = editor.own, editor.own.phrases.words
    advice = replace(editor.plan, letters={}, plan=tracks)
    stress = Stress(closed=own.snapshot.closed)
    sketch = PictureSpec(
        own.phrases.spec.id, words.language, own.view, advice=advice, stress=stress
    )
    named = ", ".join(f"{n} {own.phrases.stretch(track)}" for n, track in enumerate(tracks, 1))
    return await context.services.studio.draw_own_map(sketch, words.say("alt-plan", tracks=named))


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
        await show_plan(context, context.say("order-old-draft"), writing=step not in READING_STEPS)
        return
    if step in ENDING_STEPS and note:
        await show_card(context, await context.load_seat(), done=note.splitlines())
        return
    await show_plan(context, note, writing=step not in (*READING_STEPS, *ENDING_STEPS))


async def find_routes(context: Context, revision: int, typed: str) -> None:
    """Offer the routes that the user typed for the list, or say that there are none."""
    editor = await _open_editor(context, await context.load_seat())
    if editor.find_tracks(typed):
        await take_step(context, "found", revision, [typed])
    else:
        await show_plan(context, context.say("lobby-error-no-such-route"), writing=True)


async def _run_step(context: Context, step: str, revision: int, chosen: Sequence[str]) -> str:
    """Carry out a step and return what to tell the user."""
    orders, own = context.services.games.orders, await context.load_seat()
    record, game = own.snapshot.table.order(own.seat), own.game
    if step == "pause":
        # The button is also on hand cards, which may be older. It means the order of now.
        context.use_snapshot(await orders.pause(game, context.user.id, context.id))
        return context.say("order-paused")
    if record.revision != revision and not await _was_pressed(context):
        raise OldDraft(game)
    if step == "resume":
        snapshot = await orders.resume(game, context.user.id, context.id, revision=revision)
        await _play_now(context, snapshot)
        return context.say("order-given")
    if step == "delete":
        context.use_snapshot(
            await orders.clear(game, context.user.id, context.id, revision=revision)
        )
        return context.say("order-deleted")
    if step == "give":
        return await _start_order(context, revision)
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
    editor = await _open_editor(context, own)
    if step == "change":
        draft = editor.shown_draft(writing=False)
        return Draft(draft.order if draft else record.order or Draft().order, "menu")
    return apply_step(editor, editor.draft(), step, chosen)


async def _start_order(context: Context, revision: int) -> str:
    """Start the order of the draft, or the default plan. Return what was left out of it.

    Return an empty text if the tickets of the draft were completed meanwhile.
    """
    own = await context.load_seat()
    editor = await _open_editor(context, own)
    saved = editor.record.draft
    if saved is not None and editor.is_outdated(saved):
        return ""
    order = editor.draft().order
    left_out = check_order_at(own.snapshot.table, own.seat, order).left_out
    snapshot = await context.services.games.orders.give(
        own.game, context.user.id, order, context.id, revision=revision
    )
    own = await _play_now(context, snapshot)
    words = OrderWords(own.phrases, own.snapshot.table.rules)
    return "\n".join([context.say("order-given"), *words.mistakes(left_out)])


async def _play_now(context: Context, snapshot: GameSnapshot) -> SeatView:
    """Let an order that was just started play the present turn, so that the answer shows it.

    If that fails, the order's job plays the turn.
    """
    own, games = context.use_snapshot(snapshot), context.services.games
    turn = snapshot.state.turns
    with run_after_answer():
        while await games.play.play_order(own.game, own.seat, turn):
            pass
        snapshot = await games.snapshot(own.game)
    return context.use_snapshot(snapshot)


async def mistakes_text(context: Context, mistakes: Sequence[Mistake]) -> str:
    """Return why an order cannot be given."""
    own = await context.load_seat()
    words = OrderWords(own.phrases, own.snapshot.table.rules)
    return "\n".join(words.mistakes(mistakes))
