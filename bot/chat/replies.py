"""What people are shown after a move: what happened, and the next question; pictures later."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import discord

import engine
from bot.chat.context import Context
from bot.logbook import logger
from bot.messages.hand import hand_screen
from bot.messages.kit import Item, Picture, Screen, text
from bot.messages.own_seat import OwnSeat
from bot.messages.panels.cards import draw_panel
from bot.messages.panels.tickets import tickets_panel
from bot.messages.panels.world import mix_panel
from bot.pictures.drawing import Sketch
from bot.play.table import Outcome
from engine.ids import DeckName
from engine.waiting import MixChoice, SecondDraw, TicketChoice

log = logger(__name__)


async def show_next(context: Context, outcome: Outcome) -> None:
    """What happened, and the next question if it is for the same player.

    On a hand card that is the card itself.
    """
    own = context.found(outcome)
    waiting = outcome.state.waiting.get(own.seat)
    if context.on_card and not isinstance(waiting, TicketChoice | MixChoice):
        await show_card(context, own, done=_lines(context, own))
    elif isinstance(waiting, SecondDraw):
        screen = draw_panel(own)
        done = (_done(context, own), *screen.items)
        await context.answer(Screen(done, screen.pictures, screen.colour), update=True)
    elif isinstance(waiting, TicketChoice):
        await show_tickets(context, own)
    elif isinstance(waiting, MixChoice):
        await context.answer(mix_panel(own), update=True)
    else:
        await context.answer(Screen((_done(context, own),)), update=True)


def _lines(context: Context, own: OwnSeat) -> list[str]:
    """Of what happened, what this seat may know; and what we may not do here."""
    told = [engine.redact(event, own.seat) for event in own.outcome.events]
    lines = [line for event in told if (line := own.speech.own_event(event, own.seat))]
    return [*(lines or [context.say("done")]), *context.lacking()]


def _done(context: Context, own: OwnSeat) -> Item:
    return text("\n".join(_lines(context, own)))


async def show_card(
    context: Context,
    own: OwnSeat,
    *,
    done: Sequence[str] = (),
    refill: DeckName | None = None,
) -> None:
    """A hand card, then its picture; if it is the one in the direct messages, that is noted."""
    services, words = context.services, own.speech.words
    plan = await services.plans.of(own)

    def screen(picture: Picture | None) -> Screen:
        builds = [*plan.letters]
        return hand_screen(own, picture, builds=builds, done=done, refill=refill)

    sketch = Sketch(own.speech.spec.id, words.language, own.view, plan=plan)
    await words_first(
        context, screen, lambda: services.studio.hand(sketch, words.say("alt-hand"), asked=True)
    )
    if context.on_card:
        await services.cards.shown(own.game, context.user.id, own.outcome.version)


async def show_tickets(context: Context, own: OwnSeat) -> None:
    """The tickets on offer, then their picture."""
    plan, words = await context.services.plans.of(own), own.speech.words
    sketch = Sketch(own.speech.spec.id, words.language, own.view, plan=plan)
    await words_first(
        context,
        lambda picture: tickets_panel(own, plan, picture),
        lambda: context.services.studio.tickets(sketch, words.say("alt-tickets")),
    )


async def words_first(
    context: Context,
    screen: Callable[[Picture | None], Screen],
    draw: Callable[[], Awaitable[Picture]],
) -> None:
    """Words and buttons at once; the picture when it is drawn, and none if that fails."""
    with context.services.late.answering(context.interaction) as answer:
        await context.answer(screen(None), update=True)
        if not context.interaction.response.is_done():
            return  # Not even the words came in time.
        try:
            await answer.bring(draw(), lambda picture: context.answer(screen(picture)))
        except discord.HTTPException as error:
            log.info("a picture found its answer gone", code=error.code)
        except Exception:
            log.exception("a picture failed")
