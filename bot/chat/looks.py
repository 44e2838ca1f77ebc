"""Looking at what is one's own, whether it was pressed or typed: the hand and the map."""

from __future__ import annotations

from bot.chat.context import Context
from bot.chat.replies import words_first
from bot.messages.hand import hand_screen
from bot.messages.kit import Picture
from bot.messages.own_seat import OwnSeat
from bot.messages.panels.more import map_panel
from bot.pictures.drawing import Sketch
from render import Stress


async def show_hand(context: Context) -> None:
    """A hand as its owner sees it."""
    own = await context.seat()
    await words_first(
        context,
        lambda picture: hand_screen(own.outcome, own.speech, own.seat, picture),
        lambda: _hand_picture(context, own),
    )


async def _hand_picture(context: Context, own: OwnSeat) -> Picture:
    plan, words = await context.services.plans.of(own), own.speech.words
    sketch = Sketch(own.speech.spec.id, words.language, own.view, plan=plan)
    return await context.services.studio.hand(sketch, words.say("alt-hand"), asked=True)


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
    stress = Stress(closed=own.outcome.closed)
    sketch = Sketch(
        own.speech.spec.id, words.language, own.view, plan=plan, stress=stress, zoom=zoom
    )
    return await context.services.studio.own_map(sketch, words.say("alt-map"))
