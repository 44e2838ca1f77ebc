"""The handlers of presses, selections and modals, by the verb of the custom id."""

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
"""The handler of each verb. Handlers register themselves on import."""

MODAL_VERBS: set[str] = set()
"""The verbs that modals send back. All other verbs belong to components only.

Some of those open a modal, which Discord does not allow in answer to a modal.
"""


def on(verb: str, *, window: bool = False) -> Callable[[Handler], Handler]:
    """Register a handler for components with this verb, or for a modal if *window* is set."""

    def register(handler: Handler) -> Handler:
        HANDLERS[verb] = handler
        if window:
            MODAL_VERBS.add(verb)
        return handler

    return register


def find_handler(
    interaction: discord.Interaction, press: Press | None
) -> tuple[Handler, Press] | None:
    """Return the handler of this component or modal, with its press.

    Return None if the custom id is unknown or from another version.
    """
    if press is None or press.verb not in HANDLERS:
        return None
    if (interaction.type is discord.InteractionType.modal_submit) != (press.verb in MODAL_VERBS):
        return None
    return HANDLERS[press.verb], press


def selected_values(interaction: discord.Interaction) -> list[str]:
    """Return the values that the user selected."""
    chosen = _interaction_data(interaction).get("values")
    return [str(value) for value in chosen] if isinstance(chosen, list) else []


def typed_text(interaction: discord.Interaction) -> str:
    """Return the text from a modal's only line, cut to the length that the line allows."""
    line = next(_typed_lines(_interaction_data(interaction).get("components")), "")
    return line[:MAX_OPTION_LENGTH]


def _typed_lines(parts: object) -> Iterator[str]:
    """Yield the lines of a modal, wherever the client puts them."""
    for part in parts if isinstance(parts, list) else [parts]:
        if isinstance(part, Mapping):
            if isinstance(part.get("value"), str):
                yield part["value"]
            yield from _typed_lines(part.get("components"))
            yield from _typed_lines(part.get("component"))


def find_press(interaction: discord.Interaction) -> Press | None:
    """Parse the custom id of this component or modal."""
    return parse_custom_id(str(_interaction_data(interaction).get("custom_id", "")))


def _interaction_data(interaction: discord.Interaction) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", interaction.data or {})
