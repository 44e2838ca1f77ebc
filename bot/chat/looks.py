"""Looking at what is one's own, whether it was pressed or typed: the hand and the map."""

from __future__ import annotations

from bot.chat.context import Context
from bot.chat.replies import show_card
from bot.messages.kit import Picture
from bot.messages.own_seat import OwnSeat
from bot.messages.panels.more import map_panel
from bot.pictures.drawing import Sketch
from engine.ids import DeckName


async def show_hand(context: Context, refill: DeckName | None = None) -> None:
    """A hand as its owner sees it."""
    await show_card(context, await context.seat(), refill=refill)


async def show_map(context: Context, zoom: str | None = None) -> None:
    """A player's own map: a picture only, so that there is nothing to show before it."""
    with context.services.late.answering(context.interaction) as answer:
        await context.think()
        own = await context.seat()

        async def put(picture: Picture) -> None:
            await context.answer(map_panel(own, picture), update=True)

        await answer.bring(_map_picture(context, own, zoom), put)


async def _map_picture(context: Context, own: OwnSeat, zoom: str | None) -> Picture:
    plan, words = await context.services.plans.of(own), own.speech.words
    sketch = Sketch(own.speech.spec.id, words.language, own.view, plan=plan, zoom=zoom)
    return await context.services.studio.own_map(sketch, words.say("alt-map"))
