"""Looking at what is one's own: hand, map, and the rest."""

from __future__ import annotations

from bot.chat.context import Context
from bot.chat.looks import show_hand, show_map
from bot.chat.router import on
from bot.language.pages import board_page, log_page, scores_page
from bot.language.rulebook import rules_page
from bot.messages.ids import Press
from bot.messages.kit import Screen, text
from bot.messages.panels.more import more_panel, page_buttons
from bot.play.table import Lobby


@on("hand")
async def hand(context: Context, press: Press) -> None:
    """One's own cards and tickets, or the choice one owes."""
    await show_hand(context)


@on("map")
async def own_map(context: Context, press: Press) -> None:
    """One's own map: tickets, missing links, payable routes."""
    await show_map(context)


@on("more")
async def more(context: Context, press: Press) -> None:
    """What has no button of its own."""
    await context.answer(more_panel(await context.seat()), update=True)


@on("read")
async def read(context: Context, press: Press) -> None:
    """A page about the table; the other pages are one press away."""
    lobby = await context.lobby(press.game)
    others = page_buttons(press.game, context.words) if lobby.row.version else []
    page = await _page(context, lobby, press.arg)
    await context.answer(Screen((text(page), *others)), update=True)


async def _page(context: Context, lobby: Lobby, name: str) -> str:
    if name == "rules":
        return rules_page(context.words, "edition", lobby.spec)
    outcome = await context.services.games.look(lobby.row.id)
    speech = context.speech(outcome)
    if name == "log":
        events = await context.services.lookup.log(lobby.row.id)
        return log_page(events, speech, outcome.table.past)
    return scores_page(outcome, speech) if name == "scores" else board_page(outcome, speech)
