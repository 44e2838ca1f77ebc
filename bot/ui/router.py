"""One way back for every press, selection and modal answer; every one of them is answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import discord

from bot.ui.components import MAX_OPTION_LENGTH
from bot.ui.custom_ids import Press, parse_custom_id

if TYPE_CHECKING:
    from bot.ui.context import Context

Handler: TypeAlias = "Callable[[Context, Press], Awaitable[None]]"

HANDLERS: dict[str, Handler] = {}
"""By verb. Handlers register themselves beside the code that makes their buttons."""

MODAL_VERBS: set[str] = set()
"""The verbs that windows bring back. All others are of components alone: some of those open a
window, which Discord does not allow in answer to one."""


def on(verb: str, *, window: bool = False) -> Callable[[Handler], Handler]:
    """Answer components with this verb, or the *window* with it."""

    def register(handler: Handler) -> Handler:
        HANDLERS[verb] = handler
        if window:
            MODAL_VERBS.add(verb)
        return handler

    return register


def find_handler(
    interaction: discord.Interaction, press: Press | None
) -> tuple[Handler, Press] | None:
    """Who answers this component or modal; None: it is unknown, or of another version."""
    if press is None or press.verb not in HANDLERS:
        return None
    if (interaction.type is discord.InteractionType.modal_submit) != (press.verb in MODAL_VERBS):
        return None
    return HANDLERS[press.verb], press


def selected_values(interaction: discord.Interaction) -> list[str]:
    """What was selected."""
    chosen = _interaction_data(interaction).get("values")
    return [str(value) for value in chosen] if isinstance(chosen, list) else []


def typed_text(interaction: discord.Interaction) -> str:
    """What was typed into a window's only line; no more of it than the line holds."""
    line = next(_typed_lines(_interaction_data(interaction).get("components")), "")
    return line[:MAX_OPTION_LENGTH]


def _typed_lines(parts: object) -> Iterator[str]:
    """The lines of a window, wherever a client puts them."""
    for part in parts if isinstance(parts, list) else [parts]:
        if isinstance(part, Mapping):
            if isinstance(part.get("value"), str):
                yield part["value"]
            yield from _typed_lines(part.get("components"))
            yield from _typed_lines(part.get("component"))


def find_press(interaction: discord.Interaction) -> Press | None:
    """What the component of this interaction says."""
    return parse_custom_id(str(_interaction_data(interaction).get("custom_id", "")))


def _interaction_data(interaction: discord.Interaction) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", interaction.data or {})
