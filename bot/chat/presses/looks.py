"""Looking at what is one's own: hand, map, and the rest."""

from __future__ import annotations

import asyncio
from typing import Final, TypeAlias

import discord

from bot.chat.desk import Desk
from bot.chat.presses.base import panels_for, words_first
from bot.chat.router import on
from bot.language.pages import board_page, log_page, scores_page
from bot.language.rulebook import rules_page
from bot.language.words import Words
from bot.messages.ids import Press
from bot.messages.kit import MAIN, Item, Picture, Screen, button, gallery, rows, text
from bot.messages.panels import Panels
from bot.messages.posts import hand_screen
from bot.pictures.drawing import Sketch
from bot.play.table import Lobby
from engine.waiting import Turn

Interaction: TypeAlias = "discord.Interaction[discord.Client]"


@on("hand")
async def hand(desk: Desk, interaction: Interaction, press: Press) -> None:
    """One's own cards and tickets, or the choice one owes."""
    await show_hand(desk, interaction, press.game)


async def show_hand(desk: Desk, interaction: Interaction, game: str) -> None:
    """A hand as its owner sees it."""
    panels = await panels_for(desk, interaction, game)
    await words_first(
        desk,
        interaction,
        lambda picture: hand_screen(panels.outcome, panels.speech, panels.seat, picture),
        lambda: _hand_picture(desk, panels),
    )


async def _hand_picture(desk: Desk, panels: Panels) -> Picture:
    plan = await asyncio.to_thread(desk.plan, panels.view, panels.outcome)
    words = panels.speech.words
    sketch = Sketch(panels.speech.spec.id, words.language, panels.view, plan=plan)
    return await desk.studio.hand(sketch, words.say("alt-hand"), asked=True)


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
        panels = await panels_for(desk, interaction, game)

        async def put(picture: Picture) -> None:
            items = [gallery(picture)]
            if isinstance(panels.view.waiting, Turn):
                items += rows([button(panels.say("button-claim"), panels.press("claim"), MAIN)])
            await desk.answer(interaction, panels.screen(*items, picture=picture), update=True)

        await answer.bring(_map_picture(desk, panels, zoom), put)


async def _map_picture(desk: Desk, panels: Panels, zoom: str | None) -> Picture:
    plan = await asyncio.to_thread(desk.plan, panels.view, panels.outcome)
    words = panels.speech.words
    sketch = Sketch(panels.speech.spec.id, words.language, panels.view, plan=plan, zoom=zoom)
    return await desk.studio.own_map(sketch, words.say("alt-map"))


@on("more")
async def more(desk: Desk, interaction: Interaction, press: Press) -> None:
    """What has no button of its own."""
    panels = await panels_for(desk, interaction, press.game)
    must_pass = panels.view.waiting is not None and panels.menu.must_pass()
    moves = ["undo", *(["pass"] if must_pass else [])]
    buttons = [button(panels.say(f"button-{verb}"), panels.press(verb)) for verb in moves]
    pages = page_buttons(press.game, panels.speech.words)
    await desk.answer(interaction, panels.screen(text(panels.say("more")), *rows(buttons), *pages))


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


def page_buttons(game: str, words: Words) -> list[Item]:
    """A button for every page about a table."""
    return rows(
        [button(words.say(f"button-{page}"), Press(game, 0, "read", page)) for page in PAGES]
    )


PAGES: Final = ("log", "scores", "words", "rules")
"""What can be read; each has a button."""
