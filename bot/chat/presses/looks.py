"""Looking at what is one's own: hand, map, and the rest."""

from __future__ import annotations

import asyncio
from typing import TypeAlias

import discord

from bot.chat.desk import Desk
from bot.chat.presses.base import seat_for, words_first
from bot.chat.router import on
from bot.language.pages import board_page, log_page, scores_page
from bot.language.rulebook import rules_page
from bot.language.words import Words
from bot.messages.hand import hand_screen
from bot.messages.ids import Press
from bot.messages.kit import Picture, Screen, text
from bot.messages.own_seat import OwnSeat
from bot.messages.panels.more import map_panel, more_panel, page_buttons
from bot.messages.plans import plan_for
from bot.play.table import Lobby

Interaction: TypeAlias = "discord.Interaction[discord.Client]"


@on("hand")
async def hand(desk: Desk, interaction: Interaction, press: Press) -> None:
    """One's own cards and tickets, or the choice one owes."""
    await show_hand(desk, interaction, press.game)


async def show_hand(desk: Desk, interaction: Interaction, game: str) -> None:
    """A hand as its owner sees it."""
    own = await seat_for(desk, interaction, game)
    await words_first(
        desk,
        interaction,
        lambda picture: hand_screen(own.outcome, own.speech, own.seat, picture),
        lambda: _hand_picture(desk, own),
    )


async def _hand_picture(desk: Desk, own: OwnSeat) -> Picture:
    plan = await asyncio.to_thread(plan_for, own.outcome, own.seat)
    words = own.speech.words
    return await desk.studio.hand(
        own.view, own.speech.spec, plan, words.language, words.say("alt-hand"), asked=True
    )


@on("map")
async def own_map(desk: Desk, interaction: Interaction, press: Press) -> None:
    """One's own map: tickets, missing links, payable routes."""
    await show_map(desk, interaction, press.game)


async def show_map(
    desk: Desk, interaction: Interaction, game: str, zoom: str | None = None
) -> None:
    """A player's own map: a picture only, so that there is nothing to show before it."""
    with desk.late.answering(interaction) as answer:
        await desk.think(interaction)
        own = await seat_for(desk, interaction, game)

        async def put(picture: Picture) -> None:
            await desk.answer(interaction, map_panel(own, picture), update=True)

        await answer.bring(_map_picture(desk, own, zoom), put)


async def _map_picture(desk: Desk, own: OwnSeat, zoom: str | None) -> Picture:
    plan = await asyncio.to_thread(plan_for, own.outcome, own.seat)
    words = own.speech.words
    return await desk.studio.own_map(
        own.view, own.speech.spec, plan, words.language, words.say("alt-map"), zoom
    )


@on("more")
async def more(desk: Desk, interaction: Interaction, press: Press) -> None:
    """What has no button of its own."""
    own = await seat_for(desk, interaction, press.game)
    await desk.answer(interaction, more_panel(own))


@on("read")
async def read(desk: Desk, interaction: Interaction, press: Press) -> None:
    """A page about the table; the other pages are one press away."""
    words = await desk.words_for(interaction)
    lobby = await desk.table_for(interaction, press.game)
    others = page_buttons(press.game, words) if lobby.row.version else []
    page = await _page(desk, lobby, words, press.arg)
    await desk.answer(interaction, Screen((text(page), *others)), update=True)


async def _page(desk: Desk, lobby: Lobby, words: Words, name: str) -> str:
    if name == "rules":
        return rules_page(words, "edition", lobby.spec)
    outcome = await desk.service.look(lobby.row.id)
    speech = desk.speech(words, outcome)
    if name == "log":
        return log_page(await desk.store.log(lobby.row.id), speech)
    return scores_page(outcome, speech) if name == "scores" else board_page(outcome, speech)
