"""The actions of a guest in a window. Each verb validates its body and answers with JSON."""

from __future__ import annotations

import base64
import binascii
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from sandbox.core import Core
from sandbox.errors import ApiError
from sandbox.interactions.interactions import Interaction
from sandbox.json_codec import Json
from sandbox.page.views import SWITCHES, Views
from sandbox.validation import limits
from sandbox.validation.body_reader import Form, invalid
from sandbox.world.attachments import Upload
from sandbox.world.people import ANSWER_TIMEOUT_SECONDS, Person
from sandbox.world.places import Place
from sandbox.world.state import DM, Channel
from sandbox.world.visible_message import Modal, VisibleMessage

MAX_OPEN_MODALS = 50
"""Modals that are remembered for one guest. An older modal can no longer be submitted."""

LOCALES = ("en-US", "de")


class GuestSession:
    """The actions of one guest, shared by all windows that act as this guest."""

    def __init__(self, core: Core, person: Person) -> None:
        self.core = core
        self.person = person
        self.views = Views(core, person)
        self._modals: OrderedDict[int, Modal] = OrderedDict()

    def channel(self, form: Form) -> Channel:
        """Return the channel that a body names, or refuse if the guest does not see it."""
        number = form.snowflake("channel_id", required=True)
        form.errors.raise_if_any()
        found = self.core.world.channels.get(number or 0)
        if found is None or not self.views.sees(found):
            raise ApiError.from_code(10003)
        return found

    def message(self, form: Form) -> VisibleMessage:
        """Return the message that a body names, or refuse if the guest does not see it."""
        channel = self.channel(form)
        number = form.snowflake("message_id", required=True)
        form.errors.raise_if_any()
        found = self.person.find(channel.id, number)
        if found is None:
            raise ApiError.from_code(10008)
        return found

    def modal(self, form: Form) -> Modal:
        """Return the modal that was opened by the interaction that a body names."""
        number = form.snowflake("interaction_id", required=True)
        form.errors.raise_if_any()
        found = self._modals.get(number or 0)
        if found is None:
            raise ApiError.from_code(10062)
        return found

    async def outcome(self, interaction: Interaction, form: Form) -> Json:
        """Return the stage of an interaction after the bot's first response or its timeout."""
        await interaction.until(lambda: interaction.stage != "waiting", ANSWER_TIMEOUT_SECONDS)
        made: Json = {"interaction_id": str(interaction.id), "stage": interaction.stage}
        if interaction.modal is not None:
            self._modals[interaction.id] = Modal(
                interaction.modal,
                interaction.channel_id,
                interaction.source,
                interaction.metadata,
            )
            while len(self._modals) > MAX_OPEN_MODALS:
                self._modals.popitem(last=False)
            made["modal"] = interaction.modal
        if form.truth("wire"):
            made["sent"] = interaction.payload | {"token": "…"}
        return made


Verb: TypeAlias = Callable[[GuestSession, Form], Awaitable[Json]]
VERBS: dict[str, Verb] = {}


def verb(act: Verb) -> Verb:
    """Register the function below to answer `POST /page/{guest}/{its name}`."""
    VERBS[act.__name__.strip("_")] = act
    return act


# interactions


@verb
async def slash(session: GuestSession, form: Form) -> Json:
    channel = session.channel(form)
    name = form.text("command", 3 * limits.COMMAND_NAME + 2, low=1, required=True) or ""
    options = _options(form)
    form.errors.raise_if_any()
    return await session.outcome(session.person.begin_slash(channel.id, name, **options), form)


@verb
async def autocomplete(session: GuestSession, form: Form) -> Json:
    """Return the choices that the bot offers for an option while the guest types."""
    channel = session.channel(form)
    name = form.text("command", 3 * limits.COMMAND_NAME + 2, low=1, required=True) or ""
    focus = form.text("focus", limits.COMMAND_NAME, low=1, required=True) or ""
    typed = form.text("typed", limits.STRING_OPTION) or ""
    others = {key: value for key, value in _options(form).items() if key != focus}
    form.errors.raise_if_any()
    return {"choices": await session.person.autocomplete(channel.id, name, focus, typed, **others)}


@verb
async def press(session: GuestSession, form: Form) -> Json:
    seen = session.message(form)
    custom_id = form.text("custom_id", limits.CUSTOM_ID, low=1, required=True) or ""
    form.errors.raise_if_any()
    return await session.outcome(session.person.begin_press(seen, custom_id), form)


@verb
async def select(session: GuestSession, form: Form) -> Json:
    seen = session.message(form)
    custom_id = form.text("custom_id", limits.CUSTOM_ID, low=1, required=True) or ""
    values = [str(each) for each, _ in form.items("values", limits.SELECT_OPTIONS, required=True)]
    form.errors.raise_if_any()
    return await session.outcome(session.person.begin_select(seen, values, menu=custom_id), form)


@verb
async def menu(session: GuestSession, form: Form) -> Json:
    """Use a context-menu command on a message."""
    seen = session.message(form)
    name = form.text("command", limits.COMMAND_NAME, low=1, required=True) or ""
    form.errors.raise_if_any()
    return await session.outcome(session.person.begin_menu(name, seen, seen.channel_id), form)


@verb
async def submit(session: GuestSession, form: Form) -> Json:
    """Submit a modal."""
    modal = session.modal(form)
    answers = form.child("answers", required=True)
    form.errors.raise_if_any()
    given = answers.value if answers is not None else {}
    said = {key: _uploaded(value, form, key) for key, value in given.items()}
    form.errors.raise_if_any()
    return await session.outcome(session.person.begin_submit(modal, said), form)


# messages


@verb
async def say(session: GuestSession, form: Form) -> Json:
    """Post a message."""
    channel = session.channel(form)
    content = form.text("content", limits.CONTENT, low=1, required=True) or ""
    form.errors.raise_if_any()
    return {"message_id": str(session.person.say(channel.id, content).id)}


@verb
async def dismiss(session: GuestSession, form: Form) -> Json:
    """Dismiss an ephemeral message."""
    session.person.dismiss(session.message(form))
    return {}


# faults, and other switches


@verb
async def language(session: GuestSession, form: Form) -> Json:
    """Set the language of the guest's client, which every interaction sends to the bot."""
    locale = form.choice("locale", LOCALES, required=True)
    form.errors.raise_if_any()
    session.person.user.locale = str(locale)
    session.core.world.save(session.person.user)
    _set_guild_locale(session, str(locale))
    return session.views.myself()


def _set_guild_locale(session: GuestSession, locale: str) -> None:
    """Set the locale of the guest's guilds that have no messages yet.

    An empty server starts in the language of the guest who looks at it.
    """
    world = session.core.world
    spoken = {world.channels[number].guild_id for number, said in world.messages.items() if said}
    for guild in world.guilds.values():
        if session.person.id in guild.members and guild.id not in spoken:
            guild.locale = locale
            world.save(guild)


@verb
async def dms(session: GuestSession, form: Form) -> Json:
    """Open or close the guest's direct messages."""
    if not form.has("open"):
        form.add_error("open", "BASE_TYPE_REQUIRED", "This field is required")
    wanted = form.truth("open")
    form.errors.raise_if_any()
    if wanted:
        session.person.open_dms()
    else:
        session.person.close_dms()
    return session.views.myself()


@verb
async def permission(session: GuestSession, form: Form) -> Json:
    """Take a permission from the bot in a channel, or give it back."""
    channel = session.channel(form)
    name = form.choice("permission", tuple(SWITCHES), required=True)
    allowed = form.truth("allowed")
    form.errors.raise_if_any()
    if channel.kind == DM:
        raise ApiError.from_code(50003)
    if channel.is_thread:  # A thread has no permissions of its own, so change its parent's.
        channel = session.core.channels.get(channel.parent_id or 0)
    place = Place(session.core, channel)
    (place.allow if allowed else place.deny)(session.core.world.bot, SWITCHES[str(name)])
    return session.views.channel(channel)


@verb
async def gateway(session: GuestSession, form: Form) -> Json:
    """Drop, reconnect or invalidate the bot's gateway connection."""
    how = form.choice("how", ("drop", "reconnect", "forget"), required=True)
    form.errors.raise_if_any()
    faults = session.core.faults
    {
        "drop": faults.cut_gateway,
        "reconnect": faults.reconnect,
        "forget": faults.invalidate,
    }[str(how)]()
    return {"online": bool(session.core.gateway.connected())}


# reading


def _options(form: Form) -> Json:
    if not form.has("options"):
        return {}
    inner = form.child("options")
    given = inner.value if inner is not None else {}
    return {key: _uploaded(value, form, key) for key, value in given.items()}


def _uploaded(value: Any, form: Form, key: str) -> Any:
    """Decode files in a value, in an option or in a list of a modal.

    A file comes as `{"name": ..., "content": base64}`.
    """
    if isinstance(value, list):
        return [_uploaded(each, form, key) for each in value]
    if not isinstance(value, dict):
        return value
    try:
        content = base64.b64decode(str(value["content"]), validate=True)
        return Upload(str(value["name"]), content)
    except (KeyError, ValueError, binascii.Error):
        raise invalid(
            (key,), "BASE_TYPE_BAD_FILE", "A file has a name and base64 content"
        ) from None
