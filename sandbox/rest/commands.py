"""Routes for application commands, global and per guild."""

from __future__ import annotations

from sandbox.errors import ApiError
from sandbox.rest.router import Call, Reply, route
from sandbox.validation.body_reader import body_form
from sandbox.world.state import Command

GLOBAL = "/applications/{application}/commands"
OF_GUILD = "/applications/{application}/guilds/{guild}/commands"


def _scope(call: Call) -> int | None:
    """Return the guild of the commands, or None for global commands."""
    call.own_application()
    return call.core.guilds.get(call.id("guild")).id if "guild" in call.params else None


def _changed(call: Call) -> None:
    people = tuple(u.id for u in call.core.world.users.values() if not u.bot)
    call.core.feeds.show(people, "commands")


def _command(call: Call) -> Command:
    return call.core.registry.get(_scope(call), call.id("command"))


@route("GET", GLOBAL)
@route("GET", OF_GUILD)
def commands(call: Call) -> Reply:
    """Return all commands of a scope."""
    return [call.core.payloads.command(c) for c in call.core.registry.for_guild(_scope(call))]


@route("PUT", GLOBAL)
@route("PUT", OF_GUILD)
def overwrite(call: Call) -> Reply:
    """Replace all commands of a scope."""
    made = call.core.registry.overwrite(_scope(call), call.body)
    _changed(call)
    return [call.core.payloads.command(command) for command in made]


@route("POST", GLOBAL)
@route("POST", OF_GUILD)
def create(call: Call) -> Reply:
    """Create a command, or replace the command with the same name."""
    command, _ = call.core.registry.put(_scope(call), call.body)
    _changed(call)
    return call.core.payloads.command(command)


@route("GET", GLOBAL + "/{command}")
@route("GET", OF_GUILD + "/{command}")
def command(call: Call) -> Reply:
    return call.core.payloads.command(_command(call))


@route("PATCH", GLOBAL + "/{command}")
@route("PATCH", OF_GUILD + "/{command}")
def change(call: Call) -> Reply:
    old = _command(call)
    changed = call.core.registry.change(old, body_form(call.body).value)
    _changed(call)
    return call.core.payloads.command(changed)


@route("DELETE", GLOBAL + "/{command}")
@route("DELETE", OF_GUILD + "/{command}")
def delete(call: Call) -> Reply:
    call.core.world.delete(_command(call))
    _changed(call)
    return None


@route("GET", OF_GUILD + "/permissions")
def permissions(call: Call) -> Reply:
    """Return an empty list, because no command permissions of a guild can be changed here."""
    _scope(call)
    return []


@route("GET", OF_GUILD + "/{command}/permissions")
def command_permissions(call: Call) -> Reply:
    """Refuse, because no command has permissions of its own."""
    _scope(call)
    raise ApiError.from_code(10066)
