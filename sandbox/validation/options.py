"""Slash commands as a person types them, checked as a client does against the registered ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sandbox.core import Core
from sandbox.errors import NotPossible
from sandbox.json_codec import Json
from sandbox.validation import limits
from sandbox.validation.commands import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    CHAT_INPUT,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER,
)
from sandbox.world import attachments, permissions
from sandbox.world.attachments import Upload
from sandbox.world.state import DM, Channel, Command


class CommandData(NamedTuple):
    """The name and `data` of a command, as a client sends it."""

    name: str
    data: Json


def available(core: Core, user_id: int, channel: Channel) -> list[Command]:
    """Return the commands that a person's client offers in a channel."""
    found = [*core.registry.for_guild(None)]
    if channel.guild_id is not None:
        found = [*core.registry.for_guild(channel.guild_id), *found]
    return [command for command in found if _is_offered(core, command, user_id, channel)]


def _is_offered(core: Core, command: Command, user_id: int, channel: Channel) -> bool:
    contexts = command.spec["contexts"]
    here = 1 if channel.kind == DM else 0
    if contexts is not None and here not in contexts:
        return False
    guild = core.world.guild_of(channel)
    if guild is None:
        return True
    installs = command.spec["integration_types"]
    if core.world.bot.id not in guild.members and 1 not in installs:
        return False
    granted = permissions.in_channel(core.world, channel, user_id)
    if not granted & permissions.USE_COMMANDS:
        return False
    needed = command.spec["default_member_permissions"]
    if needed is None or granted & permissions.ADMINISTRATOR:
        return True
    return int(needed) != 0 and granted & int(needed) == int(needed)


def find(core: Core, user_id: int, channel: Channel, name: str, kind: int = CHAT_INPUT) -> Command:
    """Return the command with a name. `game new` means the subcommand `new` of `game`."""
    top = name.split(" ")[0] if kind == CHAT_INPUT else name
    for command in available(core, user_id, channel):
        if command.spec["type"] == kind and command.spec["name"] == top:
            return command
    names = sorted(c.spec["name"] for c in available(core, user_id, channel))
    raise NotPossible(f"no command {top!r} is offered here, but {names}")


def leaf(command: Command, name: str) -> tuple[list[Json], list[Json]]:
    """Return the options on the path to a subcommand, and the subcommand's own value options."""
    way: list[Json] = []
    options: list[Json] = command.spec.get("options", [])
    for step in name.split(" ")[1:]:
        found = [o for o in options if o["name"] == step and o["type"] in (SUBCOMMAND, GROUP)]
        if not found:
            raise NotPossible(f"/{name}: there is no {step!r}")
        way.append(found[0])
        options = found[0].get("options", [])
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in options):
        raise NotPossible(f"/{name} needs one of {[option['name'] for option in options]}")
    return way, options


def id_of(thing: Any) -> int:
    """Return the id of a person, role or channel, which may also be given as its id.

    >>> id_of("123")
    123
    """
    try:
        return int(getattr(thing, "id", thing))
    except (TypeError, ValueError):
        raise NotPossible(f"{thing!r} is nobody and no place") from None


class InteractionBuilder:
    """Builds the `data` of an interaction, with the objects that its ids refer to."""

    def __init__(self, core: Core, user_id: int, channel: Channel) -> None:
        self._core = core
        self._user_id = user_id
        self._channel = channel
        self._resolved: Json = {}

    def command(
        self, name: str, given: Mapping[str, Any], *, focus: str | None = None
    ) -> CommandData:
        """Return the `data` of a command, or of an autocomplete for the option in focus."""
        command = find(self._core, self._user_id, self._channel, name)
        way, options = leaf(command, name)
        known = {option["name"]: option for option in options}
        for key in given:
            if key not in known:
                raise NotPossible(f"/{name} has no option {key!r}, but {sorted(known)}")
        values = [
            self._option(known[key], value, focused=key == focus)
            for key, value in given.items()
            if value is not None
        ]
        missing = [o["name"] for o in options if o.get("required") and given.get(o["name"]) is None]
        if missing and focus is None:
            raise NotPossible(f"/{name} needs {missing}")
        if focus is not None and not known.get(focus, {}).get("autocomplete"):
            raise NotPossible(f"/{name}: {focus!r} completes nothing")
        for step in reversed(way):
            values = [{"name": step["name"], "type": step["type"], "options": values}]
        return CommandData(name, self._data(command, values))

    def _data(self, command: Command, values: list[Json]) -> Json:
        data: Json = {
            "id": str(command.id),
            "name": command.spec["name"],
            "type": command.spec["type"],
        }
        if command.guild_id is not None:
            data["guild_id"] = str(command.guild_id)
        if values:
            data["options"] = values
        if self._resolved:
            data["resolved"] = self._resolved
        return data

    def menu(self, name: str, kind: int, target_id: int) -> CommandData:
        """Return the `data` of a context-menu command on a user or message."""
        command = find(self._core, self._user_id, self._channel, name, kind)
        if kind == 2:
            self.resolve_user(target_id)
        else:
            message = self._core.world.messages[self._channel.id][target_id]
            payload = self._core.payloads.message(message)
            self._resolved["messages"] = {str(target_id): payload}
        return CommandData(name, self._data(command, []) | {"target_id": str(target_id)})

    def _option(self, option: Json, value: Any, *, focused: bool) -> Json:
        kind = option["type"]
        made: Json = {"name": option["name"], "type": kind}
        if focused:
            return made | {
                "value": value if isinstance(value, str) else str(value),
                "focused": True,
            }
        convert = {
            STRING: self._string,
            INTEGER: self._number,
            NUMBER: self._number,
            BOOLEAN: self._boolean,
            ATTACHMENT: self._file,
        }.get(kind, self._snowflake)
        return made | {"value": convert(option, value)}

    def _choice(self, option: Json, value: Any) -> Any:
        for choice in option["choices"]:
            if value in (choice["value"], choice["name"]):
                return choice["value"]
        names = [choice["name"] for choice in option["choices"]]
        raise NotPossible(f"{option['name']!r} is one of {names}, not {value!r}")

    def _string(self, option: Json, value: Any) -> str:
        if option.get("choices"):
            return str(self._choice(option, value))
        if not isinstance(value, str):
            raise NotPossible(f"{option['name']!r} takes text, not {value!r}")
        low = option.get("min_length", 0)
        high = option.get("max_length", limits.STRING_OPTION)
        if not low <= len(value) <= high:
            raise NotPossible(f"{option['name']!r} takes {low} to {high} characters")
        return value

    def _number(self, option: Json, value: Any) -> float:
        if option.get("choices"):
            return (
                float(self._choice(option, value))
                if option["type"] == NUMBER
                else int(self._choice(option, value))
            )
        whole = option["type"] == INTEGER
        if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
            raise NotPossible(f"{option['name']!r} takes a number, not {value!r}")
        low = option.get("min_value", -limits.NUMBER_OPTION)
        high = option.get("max_value", limits.NUMBER_OPTION)
        if not low <= value <= high:
            raise NotPossible(f"{option['name']!r} takes {low} to {high}, not {value}")
        return value

    def _boolean(self, option: Json, value: Any) -> bool:
        if not isinstance(value, bool):
            raise NotPossible(f"{option['name']!r} takes True or False, not {value!r}")
        return value

    def _file(self, option: Json, value: Any) -> str:
        if not isinstance(value, Upload):
            raise NotPossible(f"{option['name']!r} takes an Upload, not {value!r}")
        return self.resolve_file(value)

    def _snowflake(self, option: Json, value: Any) -> str:
        number = id_of(value)
        kind, world = option["type"], self._core.world
        guild = world.guild_of(self._channel)
        roles = guild.roles if guild is not None else {}
        if kind in (USER, MENTIONABLE) and number in world.users:
            self.resolve_user(number)
        elif kind in (ROLE, MENTIONABLE) and number in roles:
            self.resolve_role(number)
        elif kind == CHANNEL and number in world.channels:
            allowed = option.get("channel_types")
            if allowed and world.channels[number].kind not in allowed:
                raise NotPossible(f"{option['name']!r} takes no channel of that kind")
            self.resolve_channel(number)
        else:
            raise NotPossible(f"{option['name']!r}: there is no {value!r}")
        return str(number)

    # The objects that the ids refer to.

    @property
    def resolved(self) -> Json:
        """The `resolved` object for all ids used so far."""
        return self._resolved

    def resolve_user(self, number: int) -> None:
        """Add a user, and the guild member if the user is one."""
        core = self._core
        table = self._resolved.setdefault("users", {})
        table[str(number)] = core.payloads.user(core.world.users[number])
        guild = core.world.guild_of(self._channel)
        if guild is not None and number in guild.members:
            member = core.payloads.member(guild.members[number], with_user=False)
            granted = permissions.in_channel(core.world, self._channel, number)
            members = self._resolved.setdefault("members", {})
            members[str(number)] = member | {"permissions": str(granted)}

    def resolve_role(self, number: int) -> None:
        guild = self._core.world.guilds[self._channel.guild_id or 0]
        table = self._resolved.setdefault("roles", {})
        table[str(number)] = self._core.payloads.role(guild.roles[number])

    def resolve_channel(self, number: int) -> None:
        core = self._core
        channel = core.world.channels[number]
        granted = permissions.in_channel(core.world, channel, self._user_id)
        payload = core.payloads.channel(channel) | {"permissions": str(granted)}
        self._resolved.setdefault("channels", {})[str(number)] = payload

    def resolve_file(self, upload: Upload) -> str:
        """Upload a file, save it like an ephemeral attachment, and return its id."""
        core = self._core
        made = attachments.make(core.world, upload, ephemeral=True)
        core.world.save_file(made.id, upload.content)
        core.uploads[made.id] = made
        payload = core.payloads.attachment(self._channel.id, made)
        self._resolved.setdefault("attachments", {})[str(made.id)] = payload
        return str(made.id)
