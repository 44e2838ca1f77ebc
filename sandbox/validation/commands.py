"""Application commands: the checks that Discord makes when a bot registers its commands."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sandbox.errors import ApiError
from sandbox.json_codec import Json, Path
from sandbox.validation import limits
from sandbox.validation.body_reader import Form, ValidationErrors
from sandbox.world.state import Command, World

CHAT_INPUT, USER_COMMAND, MESSAGE_COMMAND = 1, 2, 3
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER = 1, 2, 3, 4, 5, 6
CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 7, 8, 9, 10, 11
VALUES = range(STRING, ATTACHMENT + 1)

LOCALES = frozenset(
    (
        *("id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu"),
        *("nl", "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru"),
        *("uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko"),
    )
)
DEVANAGARI_OR_THAI = re.compile("[\u0900-\u097f\u0e00-\u0e7f]")


def is_name(name: str) -> bool:
    """Return whether a slash command, option or subcommand may have this name.

    >>> [is_name(n) for n in ("draw", "straße", "Draw", "two words", "")]
    [True, True, False, False, False]
    """
    fits = 0 < len(name) <= limits.COMMAND_NAME and name == name.lower()
    return fits and all(c.isalnum() or c in "-_'" or DEVANAGARI_OR_THAI.match(c) for c in name)


def check_command(body: object, at: Path, errors: ValidationErrors) -> Json:
    """Check a command of a bulk overwrite or a create, and return it as Discord stores it.

    Errors are added to *errors*.
    """
    form = Form(body, at, errors)
    kind = form.choice("type", (CHAT_INPUT, USER_COMMAND, MESSAGE_COMMAND)) or CHAT_INPUT
    _names(form, slash=kind == CHAT_INPUT)
    if kind == CHAT_INPUT:
        _descriptions(form)
        _options(form, depth=0)
    elif form.value.get("description"):
        form.add_error(
            "description",
            "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID",
            "Context menu commands cannot have description",
        )
    form.whole("default_member_permissions", 0)
    form.items("contexts", 3)
    form.items("integration_types", 2)
    if not errors and (size := command_size(form.value)) > limits.COMMAND_SIZE:
        errors.add(
            at,
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({limits.COMMAND_SIZE}): {size}",
        )
    return _normalize(form.value, kind)


def _names(form: Form, *, slash: bool) -> None:
    name = form.text("name", limits.COMMAND_NAME, low=1, required=True)
    if slash and name is not None and not is_name(name):
        form.add_error("name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    for locale, text in _localized(form, "name_localizations"):
        if not isinstance(text, str) or (slash and not is_name(text)):
            form.errors.add(
                (*form.at, "name_localizations", locale),
                "APPLICATION_COMMAND_INVALID_NAME",
                "Command name is invalid",
            )


def _descriptions(form: Form) -> None:
    form.text("description", limits.COMMAND_DESCRIPTION, low=1, required=True)
    for locale, text in _localized(form, "description_localizations"):
        if not isinstance(text, str) or not 0 < len(text) <= limits.COMMAND_DESCRIPTION:
            form.errors.add(
                (*form.at, "description_localizations", locale),
                "BASE_TYPE_BAD_LENGTH",
                f"Must be between 1 and {limits.COMMAND_DESCRIPTION} in length.",
            )


def _localized(form: Form, key: str) -> list[tuple[str, object]]:
    table = form.child(key)
    if table is None:
        return []
    for locale in table.value:
        if locale not in LOCALES:
            table.add_error(locale, "BASE_TYPE_CHOICES", f"{locale} is not a locale")
    return [(locale, text) for locale, text in table.value.items() if text is not None]


def _options(form: Form, *, depth: int) -> None:
    """Check the options of a command (depth 0), of a group (1) or of a subcommand (2)."""
    options = form.forms("options", limits.COMMAND_OPTIONS)
    branches = {0: (SUBCOMMAND, GROUP), 1: (SUBCOMMAND,), 2: ()}[depth]
    seen: set[str] = set()
    optional_seen = mixed = False
    for option in options:
        allowed = (*branches, *(VALUES if depth != 1 else ()))
        kind = option.choice("type", allowed, required=True)
        _names(option, slash=True)
        _descriptions(option)
        name = str(option.value.get("name"))
        if name in seen:
            option.add_error(
                "name",
                "APPLICATION_COMMAND_OPTION_NAME_DUPLICATED",
                f"The option name {name} is already used",
            )
        seen.add(name)
        mixed |= _is_branch(option) != _is_branch(options[0])
        if kind in (SUBCOMMAND, GROUP):
            _options(option, depth=1 if kind == GROUP else 2)
        elif kind is not None:
            optional_seen = _value_option(option, kind, optional_seen=optional_seen)
    if mixed:
        form.add_error(
            "options",
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive "
            "to all other types",
        )


def _is_branch(option: Form) -> bool:
    """Return whether an option is a subcommand or a group of subcommands."""
    return option.value.get("type") in (SUBCOMMAND, GROUP)


def _value_option(option: Form, kind: int, *, optional_seen: bool) -> bool:
    """Check an option that takes a value, and return whether an optional one was seen by now."""
    required = option.truth("required")
    if required and optional_seen:
        option.errors.add(
            option.at,
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
            "Required options must be placed before non-required options",
        )
    if kind in (INTEGER, NUMBER):
        bound = limits.NUMBER_OPTION
        option.number("min_value", -bound, bound, whole=kind == INTEGER)
        option.number("max_value", -bound, bound, whole=kind == INTEGER)
    if kind == STRING:
        option.whole("min_length", 0, limits.STRING_OPTION)
        option.whole("max_length", 1, limits.STRING_OPTION)
    if option.has("choices"):
        check_choices(option, kind)
    fit = kind in (STRING, INTEGER, NUMBER) and not option.value.get("choices")
    if option.truth("autocomplete") and not fit:
        option.add_error(
            "autocomplete",
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
            "Autocomplete is only for strings and numbers without choices",
        )
    return optional_seen or not required


def check_choices(form: Form, kind: int) -> None:
    """Check the fixed choices of an option, or those that a bot offers for an autocomplete."""
    for choice in form.forms("choices", limits.COMMAND_CHOICES):
        choice.text("name", limits.CHOICE_NAME, low=1, required=True)
        if kind == STRING:
            choice.text("value", limits.CHOICE_VALUE, required=True)
        elif kind in (INTEGER, NUMBER):
            choice.number("value", required=True, whole=kind == INTEGER)
        else:
            form.add_error("choices", "BASE_TYPE_BAD_TYPE", "This option takes no choices")


def command_size(spec: Json) -> int:
    """Return the characters of names, descriptions and values, counting the longest translation."""
    total = sum(
        max(
            len(spec.get(key) or ""),
            *map(len, (spec.get(f"{key}_localizations") or {"": ""}).values()),
        )
        for key in ("name", "description")
    )
    total += sum(
        len(str(choice.get("value", ""))) + len(choice.get("name", ""))
        for choice in spec.get("choices") or ()
    )
    return total + sum(command_size(option) for option in spec.get("options") or ())


def _normalize(spec: Json, kind: int) -> Json:
    """Return the command as Discord sends it back."""
    permissions = spec.get("default_member_permissions")
    made: Json = {
        "type": kind,
        "name": spec.get("name", ""),
        "name_localizations": spec.get("name_localizations"),
        "description": spec.get("description") or "",
        "description_localizations": spec.get("description_localizations"),
        "default_member_permissions": None if permissions is None else str(permissions),
        "contexts": spec.get("contexts"),
        "integration_types": spec.get("integration_types") or [0],
        "nsfw": bool(spec.get("nsfw", False)),
    }
    if made["contexts"] is None and spec.get("dm_permission") is False:
        made["contexts"] = [0]
    if spec.get("options"):
        made["options"] = spec["options"]
    return made


class Registry:
    """The commands that are registered globally and for single guilds."""

    def __init__(self, world: World) -> None:
        self._world = world

    def for_guild(self, guild_id: int | None) -> list[Command]:
        """Return the commands registered for a guild, or the global commands for None."""
        return [c for c in self._world.commands.values() if c.guild_id == guild_id]

    def overwrite(self, guild_id: int | None, bodies: object) -> list[Command]:
        """Replace all commands. A command with the same name and kind as before has the same id."""
        if not isinstance(bodies, list):
            raise ApiError.from_code(
                50035,
                {
                    "_errors": [
                        {
                            "code": "LIST_TYPE_CONVERT",
                            "message": "Only iterables may be used in a ListType",
                        }
                    ]
                },
            )
        errors = ValidationErrors()
        specs = [check_command(body, (index,), errors) for index, body in enumerate(bodies)]
        self._check_unique(specs, errors)
        errors.raise_if_any()
        self._check_counts(specs)
        old = {(c.spec["type"], c.spec["name"]): c for c in self.for_guild(guild_id)}
        fresh = [spec for spec in specs if (spec["type"], spec["name"]) not in old]
        self._count_creates(guild_id, len(fresh))
        kept = [
            self._put(guild_id, spec, old.pop((spec["type"], spec["name"]), None)) for spec in specs
        ]
        for command in old.values():
            self._world.delete(command)
        return kept

    def put(self, guild_id: int | None, body: object) -> tuple[Command, bool]:
        """Create a command or replace the one with its name, and return whether it is new."""
        errors = ValidationErrors()
        spec = check_command(body, (), errors)
        errors.raise_if_any()
        same = [
            c
            for c in self.for_guild(guild_id)
            if (c.spec["type"], c.spec["name"]) == (spec["type"], spec["name"])
        ]
        if not same:
            self._check_counts([*(c.spec for c in self.for_guild(guild_id)), spec])
            self._count_creates(guild_id, 1)
        return self._put(guild_id, spec, same[0] if same else None), not same

    def change(self, command: Command, body: Json) -> Command:
        """Change some fields of a command."""
        errors = ValidationErrors()
        spec = check_command(command.spec | body, (), errors)
        errors.raise_if_any()
        return self._put(command.guild_id, spec, command)

    def get(self, guild_id: int | None, command_id: int) -> Command:
        """Return the command with an id in the scope where it was registered."""
        command = self._world.commands.get(command_id)
        if command is None or command.guild_id != guild_id:
            raise ApiError.from_code(10063)
        return command

    def _put(self, guild_id: int | None, spec: Json, old: Command | None) -> Command:
        if old is not None and old.spec == spec:
            return old
        number = self._world.new_id()
        command = Command(
            id=number if old is None else old.id, version=number, spec=spec, guild_id=guild_id
        )
        self._world.save(command)
        return command

    def _check_unique(self, specs: Iterable[Json], errors: ValidationErrors) -> None:
        seen: set[tuple[int, str]] = set()
        for index, spec in enumerate(specs):
            if (spec["type"], spec["name"]) in seen:
                errors.add(
                    (index, "name"),
                    "APPLICATION_COMMANDS_DUPLICATE_NAME",
                    "Application command names must be unique",
                )
            seen.add((spec["type"], spec["name"]))

    def _check_counts(self, specs: list[Json]) -> None:
        slash = sum(spec["type"] == CHAT_INPUT for spec in specs)
        for kind in (USER_COMMAND, MESSAGE_COMMAND):
            if sum(spec["type"] == kind for spec in specs) > limits.CONTEXT_COMMANDS:
                raise ApiError.from_code(30032)
        if slash > limits.SLASH_COMMANDS:
            raise ApiError.from_code(30032)

    def _count_creates(self, guild_id: int | None, count: int) -> None:
        """Count creates, of which 200 a day are allowed per guild and for the global list."""
        now, app = self._world.clock.now(), self._world.application
        recent = [t for t in app.creates.get(str(guild_id), ()) if t > now - 24 * 3600]
        if len(recent) + count > limits.COMMAND_CREATES_A_DAY:
            raise ApiError.from_code(30034)
        app.creates[str(guild_id)] = recent + [now] * count
        self._world.save(app)
