"""What all handlers share: finding the seat, acting, answering with what comes next."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

import discord

import engine
from bot.chat.desk import Desk
from bot.chat.router import values
from bot.messages.ids import Press
from bot.messages.kit import Picture, Screen, text
from bot.messages.panels import Panels
from bot.pictures.drawing import Sketch
from bot.play.games import Wish
from bot.play.table import Outcome
from engine.actions import Action
from engine.errors import BadInput, StaleGame
from engine.ids import Payment, Seat
from engine.waiting import MixChoice, SecondDraw, TicketChoice

log = logging.getLogger(__name__)

Interaction: TypeAlias = "discord.Interaction[discord.Client]"


@dataclass(frozen=True, slots=True)
class Due:
    """Something that is to be paid for."""

    verb: str
    """What a press on one of the offers says."""
    thing: str
    title: str
    offers: list[Payment]
    action: Callable[[Seat, Payment], Action]


async def panels_for(desk: Desk, interaction: Interaction, game: str) -> Panels:
    """What the seat of whoever asks can be shown.

    Raises:
        NotYourGame: The user has no seat there.
    """
    outcome = await desk.service.look(game)
    seat = outcome.table.seat_of(interaction.user.id)
    words = await desk.words_for(interaction)
    return Panels(outcome, desk.speech(words, outcome), seat)


async def carry_out(
    desk: Desk, interaction: Interaction, game: str, asked: int | None, wish: Wish
) -> None:
    """Let the service act; then answer with what comes next, and tell the table."""
    outcome = await desk.service.act(game, interaction.user.id, asked, wish, interaction.id)
    desk.announcer.poke(game)
    await show_next(desk, interaction, outcome)


async def show_next(desk: Desk, interaction: Interaction, outcome: Outcome) -> None:
    """After a move: what happened, and the next question if it is for the same player."""
    words = await desk.words_for(interaction)
    speech = desk.speech(words, outcome)
    seat = outcome.table.seat_of(interaction.user.id)
    panels = Panels(outcome, speech, seat)
    waiting = outcome.state.waiting.get(seat)
    # Of what followed, only what this seat may know.
    told = [engine.redact(event, seat) for event in outcome.events]
    own = [line for event in told if (line := speech.own_event(event, seat))]
    done = text("\n".join([*(own or [words.say("done")]), *desk.lacking(interaction, words)]))
    if isinstance(waiting, SecondDraw):
        await desk.answer(interaction, _below(panels.draw(), done), update=True)
    elif isinstance(waiting, TicketChoice):
        await show_tickets(desk, interaction, panels)
    elif isinstance(waiting, MixChoice):
        await desk.answer(interaction, panels.mix(desk.suggested_mix(outcome)), update=True)
    else:
        await desk.answer(interaction, Screen((done,)), update=True)


def _below(screen: Screen, first: object) -> Screen:
    return Screen((first, *screen.items), screen.pictures, screen.colour)  # type: ignore[arg-type]


async def pay_for(
    desk: Desk,
    interaction: Interaction,
    panels: Panels,
    press: Press,
    due: Due,
    offer: int | None,
) -> None:
    """Pay with the offer of this number; without one, ask if there is a choice."""
    offers = due.offers
    if offer is None and len(offers) > 1:
        screen = panels.pay(due.verb, due.thing, due.title, offers)
        await desk.answer(interaction, screen, update=True)
        return
    # What cannot be paid for is refused by the rules, which say why and what else is possible.
    payment = offers[offer or 0] if (offer or 0) < len(offers) else ()
    await carry_out(
        desk, interaction, press.game, press.asked, lambda seat: due.action(seat, payment)
    )


async def show_tickets(desk: Desk, interaction: Interaction, panels: Panels) -> None:
    """The tickets on offer, then their picture."""
    plan = await asyncio.to_thread(desk.plan, panels.view, panels.outcome)
    words = panels.speech.words
    sketch = Sketch(panels.speech.spec.id, words.language, panels.view, plan=plan)
    await words_first(
        desk,
        interaction,
        lambda picture: panels.choose_tickets(plan, picture),
        lambda: desk.studio.tickets(sketch, words.say("alt-tickets")),
    )


async def words_first(
    desk: Desk,
    interaction: Interaction,
    screen: Callable[[Picture | None], Screen],
    draw: Callable[[], Awaitable[Picture]],
) -> None:
    """Words and buttons at once; the picture when it is drawn, and none if that fails."""
    with desk.late.answering(interaction) as answer:
        await desk.answer(interaction, screen(None), update=True)
        if not interaction.response.is_done():
            return  # Not even the words came in time.
        try:
            await answer.bring(draw(), lambda p: desk.answer(interaction, screen(p)))
        except discord.HTTPException as error:
            log.info("a picture found its answer gone", extra={"code": error.code})
        except Exception:
            log.exception("a picture failed")


async def panel(
    desk: Desk, interaction: Interaction, press: Press, make: Callable[[Panels], Screen]
) -> None:
    """Show a panel that answers the present question."""
    panels = await panels_for(desk, interaction, press.game)
    check_turn(panels, press)
    await desk.answer(interaction, make(panels), update=True)


def check_turn(panels: Panels, press: Press) -> None:
    """Refuse what belongs to a turn when it is not, or to an older question."""
    panels.outcome.table.expect(panels.seat, press.asked)
    if panels.view.waiting is None:
        raise StaleGame(press.game)


def one(interaction: Interaction) -> str:
    """The one thing that was selected."""
    chosen = values(interaction)
    if len(chosen) != 1:
        raise BadInput("not one thing")
    return chosen[0]
