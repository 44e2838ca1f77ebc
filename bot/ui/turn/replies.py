"""Answers after a move: what happened, and the next question. Pictures follow later."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, TypeVar

import discord

import engine
from bot.games.table import GameSnapshot
from bot.log import logger
from bot.pictures.picture import Picture
from bot.pictures.sketch import PictureSpec
from bot.text.recap import recap_for
from bot.ui.clock.hours_view import asks_hours
from bot.ui.components import Item, Screen, button, button_rows, make_panel, text_block
from bot.ui.context import Context, run_after_answer
from bot.ui.custom_ids import Press
from bot.ui.orders.view import plan_button
from bot.ui.seat_view import SeatView
from bot.ui.tables.next_table import next_table_button
from bot.ui.turn.advice import ticket_sums
from bot.ui.turn.hand import hand_alt, hand_buttons, hand_screen, undo_button
from bot.ui.turn.offer import OFFER_FILE_NAMES, Offer, draw_offer, offer_screen
from bot.ui.turn.routes import claimable_routes
from bot.ui.turn.tickets import split_panel
from bot.ui.turn.world import mix_panel
from engine.events import BlindCardDrawn, Event, OpenCardTaken
from engine.history import undone
from engine.ids import DeckName, RouteId
from engine.questions import MixChoice, SecondDraw, SplitChoice, TicketChoice, Turn
from render import Advice

log = logger(__name__)

DRAWS: Final = (BlindCardDrawn, OpenCardTaken)
"""The events of drawing a card."""
T = TypeVar("T")


async def show_next(context: Context, snapshot: GameSnapshot) -> None:
    """Show what happened, and the next question if it is for the same player.

    On a hand card, edit the card itself.
    """
    own = context.use_snapshot(snapshot)
    waiting = own.view.waiting
    on_card = context.on_card and not isinstance(waiting, MixChoice | SplitChoice)
    if on_card or isinstance(waiting, SecondDraw):
        await show_card(context, own, done=_result_lines(context, own))
    elif waiting is None or isinstance(waiting, Turn):
        buttons = hand_buttons(own) if waiting else await _buttons_after_turn(context, own)
        await context.reply(Screen((_result_block(context, own), *buttons)), update=True)
    elif isinstance(waiting, TicketChoice):
        await show_tickets(context, own)
    else:
        screen = _question_screen(own)
        items = (_result_block(context, own), *screen.items)
        await context.reply(replace(screen, items=items), update=True)
        await _save_shown_card(context, own)


def _question_screen(own: SeatView) -> Screen:
    """Return the question of the opening, except for tickets."""
    return (
        split_panel(own, "split") if isinstance(own.view.waiting, SplitChoice) else mix_panel(own)
    )


def _result_lines(context: Context, own: SeatView) -> list[str]:
    """Return what this seat may know of what happened, and which permissions the bot lacks here."""
    events = [*_first_draw(own), *own.snapshot.events]
    visible = [engine.redact(event, own.seat) for event in events]
    lines = [line for event in visible if (line := own.phrases.own_event(event, own.seat))]
    return [*(lines or [context.say("done")]), *context.missing_permissions()]


def _first_draw(own: SeatView) -> list[Event]:
    """Return the player's first draw of the turn, if the last move was the second one."""
    snapshot, progress = own.snapshot, own.snapshot.table.progress
    if not any(isinstance(event, DRAWS) for event in snapshot.events):
        return []
    start, before = progress.before[own.seat], snapshot.version - len(snapshot.events)
    news = progress.since(start) or ()
    gone = undone(news, start)
    return [
        event
        for version, event in enumerate(news, start + 1)
        if version <= before and version not in gone
        if isinstance(event, DRAWS) and event.seat == own.seat
    ]


def _result_block(context: Context, own: SeatView) -> Item:
    return text_block("\n".join(_result_lines(context, own)))


async def show_card(
    context: Context,
    own: SeatView,
    *,
    done: Sequence[str] = (),
    refill: DeckName | None = None,
    update: bool = True,
) -> None:
    """Show a hand card, then add its picture. Record what the card in the direct messages shows.

    Without *update*, the pressed message stays as it is, and the card becomes another message.
    """
    if isinstance(own.view.waiting, TicketChoice):
        await show_tickets(context, own, done=done)
        return
    services, words = context.services, own.phrases.words
    recap, builds = await _recap_lines(context, own), list[RouteId]()
    marks, leads_on = Advice(), None
    if isinstance(own.view.waiting, Turn | SecondDraw):
        marks = await services.plans.advice_for(own)
    if isinstance(own.view.waiting, Turn):
        builds = claimable_routes(own, marks)
    elif own.view.waiting is None and not own.view.over:
        leads_on = await next_table_button(context, own)
    time = services.games.clocks.visible_time(own.snapshot, own.seat)
    person = context.person
    asks = asks_hours(own.snapshot, own.seat, person)

    def screen(picture: Picture | None) -> Screen:
        return hand_screen(
            own,
            picture,
            recap=recap,
            builds=builds,
            done=done,
            refill=refill,
            time=time,
            asks_hours=asks,
            plan=marks,
            next_table=leads_on,
            full=person.reads_full_text,
        )

    async def draw_picture() -> Picture:
        # Advice takes a while to compute. The words do not need it, so they do not wait for it.
        plan = await services.plans.advice_for(own)
        sketch = PictureSpec(own.phrases.spec.id, words.language, own.view, advice=plan)
        return await services.studio.draw_hand(sketch, hand_alt(own.view, own.phrases), asked=True)

    await reply_then_picture(context, screen, draw_picture, update=update)
    if update:
        await _save_shown_card(context, own)


async def _recap_lines(context: Context, own: SeatView) -> list[str]:
    """Return what the others did since the player's last turn, if it is the player's turn."""
    if own.view.turn != own.seat:
        return []
    news = await context.services.games.cache.news_for(own.snapshot)
    return recap_for(own.snapshot, news, own.phrases, own.seat)


async def _save_shown_card(context: Context, own: SeatView) -> None:
    """Record what a hand card shows after an answer, so that it is not edited again."""
    services, message = context.services, context.interaction.message
    if not context.on_card or message is None:
        return
    with run_after_answer():
        said = services.games.clocks.time_digest(own.snapshot, own.seat)
        await services.posts.record_edit(own.game, message.id, own.snapshot.version, said)
        if (await services.games.snapshot(own.game)).version > own.snapshot.version:
            # Others have moved in the meantime. The card may have shown their moves already, and
            # this answer may have overwritten them.
            services.enqueue_update(own.game)


async def _buttons_after_turn(context: Context, own: SeatView) -> list[Item]:
    """Return the buttons below a finished turn: to the next table, and undo if that is free."""
    leads_on = await next_table_button(context, own)
    return button_rows([*([leads_on] if leads_on else []), *undo_button(own)])


async def show_where_to_act(context: Context) -> None:
    """Answer a press at the wrong time: show whose turn it is, or what the game asks instead."""
    own = context.use_snapshot(await context.services.games.snapshot(await context.find_table()))
    waiting = own.view.waiting
    if context.on_card and isinstance(waiting, Turn | SecondDraw | None):
        # The card itself has the buttons that the player needs.
        await show_card(context, own, done=[own.say("error-stale")] if waiting else ())
    elif isinstance(waiting, SecondDraw):
        await show_card(context, own)
    elif waiting is None:
        looks = [
            button(own.say(f"button-{verb}"), Press(own.game, 0, verb)) for verb in ("hand", "map")
        ]
        looks += plan_button(own)
        await context.reply(
            make_panel(text_block(_whose_turn(own)), *button_rows(looks)), update=True
        )
    elif isinstance(waiting, Turn):
        post = await context.services.queries.board_post(own.game)
        link = post.link(own.snapshot.table.row.guild_id) if post else ""
        lines = [own.say("error-stale"), *([own.say("turn-newest", link=link)] if link else [])]
        await context.reply(
            make_panel(text_block("\n".join(lines)), *hand_buttons(own)), update=True
        )
    elif isinstance(waiting, TicketChoice):
        await show_tickets(context, own)
    else:
        await context.reply(_question_screen(own), update=True)


def _whose_turn(own: SeatView) -> str:
    """Return whose turn it is and since when. In an opening, say that others are still choosing."""
    turn = own.view.turn
    if own.view.over:
        return own.say("refusal-game-over")
    if turn is None:
        return own.say("refusal-others-choose")
    table = own.snapshot.table
    clock = table.clock(turn)
    since = (clock.open and clock.began) or datetime.fromisoformat(table.row.updated_at)
    player = own.phrases.name(turn)
    return own.say("turn-of", player=player, since=discord.utils.format_dt(since, "R"))


async def show_tickets(
    context: Context, own: SeatView, *, done: Sequence[str] = (), picked: Sequence[int] = ()
) -> None:
    """Show the tickets on offer, then add their pictures.

    *picked* are the places of the selected tickets. Pictures that the pressed message shows already
    stay in it.
    """
    services = context.services
    sums = await asyncio.to_thread(ticket_sums, own.snapshot, own.seat)
    time = services.games.clocks.visible_time(own.snapshot, own.seat)
    offer = Offer(sums, picked=tuple(picked))

    def screen(pictures: tuple[Picture, ...] | None) -> Screen:
        return offer_screen(own, replace(offer, pictures=pictures or ()), done=done, time=time)

    async def draw_pictures() -> tuple[Picture, ...]:
        advice = await services.plans.advice_for(own)
        return await draw_offer(services.studio, own, advice, asked=True)

    kept = context.pictures_named(*OFFER_FILE_NAMES) if picked else []
    if len(kept) == len(OFFER_FILE_NAMES):
        offer = replace(offer, kept=tuple(kept))
        await context.reply(screen(None), update=True)
    else:
        await reply_then_picture(context, screen, draw_pictures)
    await _save_shown_card(context, own)


async def reply_then_picture(
    context: Context,
    screen: Callable[[T | None], Screen],
    draw: Callable[[], Awaitable[T]],
    *,
    update: bool = True,
) -> None:
    """Send words and buttons at once, and add what *draw* returns when it is drawn.

    If the drawing fails, the answer stays without a picture.
    """
    with context.services.late.answering(context.interaction) as answer:
        await context.reply(screen(None), update=update)
        if not context.interaction.response.is_done():
            return  # The words came too late for Discord, so there is no message for the picture.
        try:
            await answer.attach_when_ready(draw(), lambda picture: context.reply(screen(picture)))
        except discord.HTTPException as error:
            log.info("the message for a picture is gone", code=error.code)
        except Exception:
            log.exception("could not add a picture")
