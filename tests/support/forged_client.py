"""What a modified or an outdated client sends: nothing is checked before it leaves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandbox.interactions.interactions import AUTOCOMPLETE, COMMAND, MODAL_SUBMIT, Interaction
from sandbox.validation.commands import GROUP, STRING, SUBCOMMAND
from sandbox.world.people import Answer, Person
from sandbox.world.places import Place
from sandbox.world.visible_message import VisibleMessage
from tests.support.running_bot import RunningBot

Json = dict[str, Any]


def command_leaves(bot: RunningBot) -> Iterator[tuple[str, list[Json]]]:
    """Every command that can be typed, by its whole name, with its options."""
    for command in bot.sandbox.core.world.commands.values():
        yield from _leaves(command.spec["name"], command.spec.get("options") or [])


def _leaves(name: str, options: list[Json]) -> Iterator[tuple[str, list[Json]]]:
    inner = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
    if not inner:
        yield name, options
    for option in inner:
        yield from _leaves(f"{name} {option['name']}", option.get("options") or [])


class Forger:
    """Somebody whose client sends whatever it is told to."""

    def __init__(self, bot: RunningBot, person: Person, place: Place | None = None) -> None:
        self.bot, self.person, self.place = bot, person, place or bot.channel
        self._types = {
            name: {option["name"]: option["type"] for option in options}
            for name, options in command_leaves(bot)
        }

    async def slash(self, name: str, given: Mapping[str, Any], **more: Any) -> Answer:
        """Send a command with these values, whatever they are."""
        return await self.person._finish(self._send(COMMAND, name, given, **more), "answered")

    async def suggestions(self, name: str, focus: str, given: Mapping[str, Any]) -> list[Json]:
        """Ask for suggestions."""
        asked = self._send(AUTOCOMPLETE, name, given, focus=focus)
        await asked.until(lambda: asked.stage != "waiting", 10)
        assert asked.choices is not None, (name, focus)
        return asked.choices

    async def window(self, source: VisibleMessage, custom_id: str, parts: Any) -> Answer:
        """Send a window that was filled in, though nobody may have opened it."""
        data = {"custom_id": custom_id, "components": parts}
        world = self.bot.sandbox.core.world
        channel, message = self.place.channel, world.messages[source.channel_id][source.id]
        sent = self.person._start(MODAL_SUBMIT, channel, data, source=message)
        return await self.person._finish(sent, "answered")

    def _send(
        self,
        kind: int,
        name: str,
        given: Mapping[str, Any],
        *,
        focus: str = "",
        kinds: Mapping[str, int] | None = None,
        resolved: Json | None = None,
    ) -> Interaction:
        top, *steps = name.split(" ")
        known = self._types.get(name, {}) | dict(kinds or {})
        values = [
            {"name": key, "type": known.get(key, STRING), "value": value, "focused": key == focus}
            for key, value in given.items()
        ]
        for step in reversed(steps):
            values = [{"name": step, "type": SUBCOMMAND, "options": values}]
        data = {"id": "1", "name": top, "type": 1, "options": values, "resolved": resolved or {}}
        return self.person._start(kind, self.place.channel, data, name=name)
