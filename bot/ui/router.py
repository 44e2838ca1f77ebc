"""One way back for every press, selection and modal answer; every one of them is answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import discord

from bot.ui.ids import Press, parse

if TYPE_CHECKING:
    from bot.desk import Desk

Handler: TypeAlias = "Callable[[Desk, discord.Interaction, Press], Awaitable[None]]"

HANDLERS: dict[str, Handler] = {}
"""By verb. Handlers register themselves beside the code that makes their buttons."""


def on(verb: str) -> Callable[[Handler], Handler]:
    """Answer components with this verb."""

    def register(handler: Handler) -> Handler:
        HANDLERS[verb] = handler
        return handler

    return register


def find(interaction: discord.Interaction) -> tuple[Handler, Press] | None:
    """Who answers this component or modal; None: it is unknown, or of another version."""
    press = pressed(interaction)
    if press is None or press.verb not in HANDLERS:
        return None
    return HANDLERS[press.verb], press


def values(interaction: discord.Interaction) -> list[str]:
    """What was selected."""
    return [str(value) for value in _data(interaction).get("values", [])]


def typed(interaction: discord.Interaction) -> str:
    """What was typed into a window's only line."""
    lines = list(_lines(_data(interaction).get("components", [])))
    return str(lines[0]) if lines else ""


def _lines(parts: Iterable[Mapping[str, Any]]) -> Iterator[object]:
    for part in parts:
        if "value" in part:
            yield part["value"]
        yield from _lines(part.get("components", ()))


def pressed(interaction: discord.Interaction) -> Press | None:
    """What the component of this interaction says."""
    return parse(str(_data(interaction).get("custom_id", "")))


def _data(interaction: discord.Interaction) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", interaction.data or {})
