"""Which tickets to draw, and which to keep."""

from __future__ import annotations

from bot.messages.kit import MAIN, Option, Picture, Screen, button, gallery, rows, select, text
from bot.messages.own_seat import OwnSeat
from bot.messages.panels.base import panel
from engine.ids import TicketId
from engine.waiting import TicketChoice
from render import Plan


def split_panel(own: OwnSeat, verb: str) -> Screen:
    """How many tickets come from the long deck."""
    buttons = [
        button(own.say("split-long", count=long), own.press(verb, str(long)), MAIN)
        for long in own.menu.splits()
    ]
    return panel(text(own.say("question-SplitChoice")), *rows(buttons))


def tickets_panel(own: OwnSeat, plan: Plan, picture: Picture | None) -> Screen:
    """The tickets on offer, to keep some of them."""
    question = own.view.waiting
    if not isinstance(question, TicketChoice):
        return panel(text(own.say("question-none")))
    options = [
        Option(own.speech.ticket(ticket), str(n), _about(own, plan, ticket))
        for n, ticket in enumerate(question.offered)
    ]
    return panel(
        text(own.say("tickets-keep", least=question.keep)),
        *([gallery(picture)] if picture else []),
        select(
            own.press("keep"),
            own.say("tickets-placeholder"),
            options,
            question.keep,
            len(options),
        ),
        picture=picture,
    )


def _about(own: OwnSeat, plan: Plan, ticket: TicketId) -> str:
    """How far a ticket is from being fulfilled."""
    spaces = plan.spaces(own.speech.spec, ticket)
    if spaces is None:
        return own.say("ticket-blocked")
    return own.say("ticket-missing", count=spaces) if spaces else own.say("ticket-done")
