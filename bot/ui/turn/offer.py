"""Tickets on offer: their pictures, a select and the button that keeps the selected ones.

Only their owner sees them. The custom ids contain places in the offer, never a ticket.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.games.clock.status import NO_CLOCK, SeatTime
from bot.pictures.picture import MAP_FILE_NAME, TICKETS_FILE_NAME, Picture
from bot.pictures.sketch import PictureSpec
from bot.pictures.studio import Studio, or_none
from bot.ui.components import (
    GOLD,
    SUCCESS,
    Item,
    Screen,
    ShownPicture,
    button,
    button_rows,
    text_block,
)
from bot.ui.seat_view import SeatView
from bot.ui.turn.hand import hand_words, heading_block, look_buttons
from bot.ui.turn.tickets import offer_items
from engine.advice import Sums
from engine.questions import TicketChoice
from render import Advice, Stress

OFFER_FILE_NAMES: Final = (TICKETS_FILE_NAME, MAP_FILE_NAME)
"""The pictures of an offer: the tickets, then a map with the routes that they need together."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a message shows of the tickets on offer."""

    sums: Sums
    """The pieces that the tickets need, alone and together."""
    pictures: tuple[Picture, ...] = ()
    kept: tuple[ShownPicture, ...] = ()
    """Pictures that the message shows already."""
    picked: tuple[int, ...] = ()
    """The tickets that are selected, by their places in the offer."""


def offer_screen(
    own: SeatView, offer: Offer, *, done: Sequence[str] = (), time: SeatTime = NO_CLOCK
) -> Screen:
    """Return the hand card of a player who has to choose tickets.

    *done* is what the player has just done, and *time* is the player's time.
    """
    shown: list[Picture | ShownPicture] = [*offer.kept, *offer.pictures]
    items: list[Item] = [
        heading_block(own, done, time),
        *offer_items(own, offer.sums, shown, offer.picked),
        *button_rows([_keep_button(own, offer.picked), *look_buttons(own)]),
        text_block(hand_words(own.view, own.phrases)),
    ]
    return Screen(tuple(items), offer.pictures, GOLD, kept=offer.kept)


def _keep_button(own: SeatView, picked: Sequence[int]) -> Item:
    """Return the button that keeps the selected tickets. It is disabled while there are none."""
    press = own.press("keep", ".".join(map(str, picked)))
    return button(own.say("button-keep"), press, SUCCESS, disabled=not picked)


async def draw_offer(
    studio: Studio, own: SeatView, advice: Advice, *, asked: bool
) -> tuple[Picture, ...]:
    """Draw the tickets on offer and the map that shows what they need together.

    A picture that cannot be drawn is left out.
    """
    words, spec, view = own.phrases.words, own.phrases.spec, own.view
    offered = view.waiting.offered if isinstance(view.waiting, TicketChoice) else ()
    named = ", ".join(own.phrases.ticket(ticket) for ticket in offered)
    tickets = PictureSpec(spec.id, words.language, view, advice=advice)
    joint = PictureSpec(
        spec.id, words.language, view, advice=advice, stress=Stress(closed=own.snapshot.closed)
    )
    alt = words.say("alt-tickets", tickets=named)

    # A reader may move on before the tasks start. They must not hold coroutines until then.
    async def draw_tickets() -> Picture | None:
        return await or_none(studio.draw_tickets(tickets, alt, asked=asked))

    async def draw_map() -> Picture | None:
        return await or_none(studio.draw_own_map(joint, words.say("alt-map"), asked=asked))

    drawn = await asyncio.gather(draw_tickets(), draw_map())
    return tuple(picture for picture in drawn if picture)
