"""People, who type commands, press buttons, submit modals and read the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from sandbox.core import Core
from sandbox.errors import ApiError, DidNotRespond, NotPossible
from sandbox.interactions.answers import CHOICES
from sandbox.interactions.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    Interaction,
)
from sandbox.json_codec import Json, get_or_default
from sandbox.validation import components, modals, options
from sandbox.world import permissions
from sandbox.world.attachments import Upload
from sandbox.world.feed import Feed
from sandbox.world.places import Place
from sandbox.world.state import Channel, Message, User
from sandbox.world.visible_message import Modal, VisibleMessage

Until: TypeAlias = Literal["answered", "acknowledged"]
ANSWER_TIMEOUT_SECONDS = 90.0
"""Real seconds that a test waits for a deferred answer of the bot."""


class Answer:
    """The answer to an action of a person. Each property reads the current state again."""

    def __init__(self, person: Person, interaction: Interaction) -> None:
        self._person = person
        self.interaction = interaction

    @property
    def message(self) -> VisibleMessage:
        """The current answer: a new message, or the message with the component."""
        found = self._person.find(self.interaction.channel_id, self.interaction.original_id)
        if found is None:
            raise NotPossible("the answer is no message that is still there")
        return found

    @property
    def text(self) -> str:
        """The text of the answer."""
        return self.message.text

    @property
    def ephemeral(self) -> bool:
        """Whether only this person sees the answer."""
        return self.message.ephemeral

    @property
    def followups(self) -> list[VisibleMessage]:
        """The follow-up messages."""
        numbers = self.interaction.followups
        found = [self._person.find(self.interaction.channel_id, number) for number in numbers]
        return [seen for seen in found if seen is not None]

    @property
    def modal(self) -> Modal:
        i = self.interaction
        if i.modal is None:
            raise NotPossible("the answer is no modal")
        return Modal(i.modal, i.channel_id, i.source, i.metadata)


class Person:
    """A user with a client. Each action waits until its answer is complete."""

    def __init__(self, core: Core, user: User) -> None:
        self._core = core
        self.user = user
        self.id = user.id

    def __repr__(self) -> str:
        return f"<Person {self.user.display}>"

    @property
    def mention(self) -> str:
        """The text that mentions this person."""
        return f"<@{self.id}>"

    # Reading.

    @property
    def shown(self) -> Feed:
        """The feed of everything this person was shown."""
        return self._core.feeds.for_user(self.id)

    @property
    def direct(self) -> Place:
        """The direct messages with the bot."""
        return Place(self._core, self._core.channels.direct(self.id))

    def sees(self, place: Place | int) -> list[VisibleMessage]:
        """Return the messages in a channel that this person sees now, the oldest first."""
        channel = self._channel(place)
        if not permissions.sees(self._core.world, channel, self.id):
            return []
        messages = self._core.world.messages.get(channel.id, {}).values()
        mine = [m for m in messages if self._visible(m)]
        return [
            VisibleMessage(self._core.world, message)
            for message in sorted(mine, key=lambda m: m.id)
        ]

    def last(self, place: Place | int) -> VisibleMessage:
        """Return the newest message in a channel."""
        found = self.sees(place)
        if not found:
            raise NotPossible(f"{self.user.display} sees nothing there")
        return found[-1]

    def find(self, channel_id: int, message_id: int | None) -> VisibleMessage | None:
        """Return a message as this person sees it now, or None if they do not see it."""
        message = self._core.world.messages.get(channel_id, {}).get(message_id or 0)
        return (
            VisibleMessage(self._core.world, message)
            if message and self._visible(message)
            else None
        )

    def _visible(self, message: Message) -> bool:
        if message.ephemeral_to is not None:
            return message.ephemeral_to == self.id and not message.dismissed
        channel = self._core.world.channels.get(message.channel_id)
        return channel is not None and permissions.sees(self._core.world, channel, self.id)

    async def until(
        self, condition: Callable[[], bool], timeout: float = ANSWER_TIMEOUT_SECONDS
    ) -> None:
        """Wait until an event in this person's feed makes the condition true."""
        await self.shown.until(condition, timeout)

    def commands(self, place: Place | int) -> list[str]:
        """Return the names of the commands that this person is offered in a channel."""
        found = options.available(self._core, self.id, self._channel(place))
        return sorted(command.spec["name"] for command in found)

    # Acting.

    async def slash(
        self, place: Place | int, name: str, /, *, until: Until = "answered", **typed: Any
    ) -> Answer:
        """Type a slash command: `slash(hall, "game new", edition="usa")`."""
        return await self._finish(self.begin_slash(place, name, **typed), until)

    def begin_slash(self, place: Place | int, name: str, /, **typed: Any) -> Interaction:
        """Send a slash command without waiting for the answer."""
        channel = self._channel(place)
        made = options.InteractionBuilder(self._core, self.id, channel).command(name, typed)
        return self._start(COMMAND, channel, made.data, name=made.name)

    async def use_menu(
        self, name: str, target: Person | VisibleMessage, place: Place | int
    ) -> Answer:
        """Use a context-menu command on a person or a message."""
        return await self._finish(self.begin_menu(name, target, place), "answered")

    def begin_menu(
        self, name: str, target: Person | VisibleMessage, place: Place | int
    ) -> Interaction:
        """Use a context-menu command without waiting for the answer."""
        channel = self._channel(place)
        kind = 2 if isinstance(target, Person) else 3
        typed = options.InteractionBuilder(self._core, self.id, channel).menu(name, kind, target.id)
        return self._start(COMMAND, channel, typed.data, name=name)

    async def autocomplete(
        self, place: Place | int, name: str, focus: str, typed: str = "", /, **others: Any
    ) -> list[Json]:
        """Return the choices that the bot offers for an option while this person types."""
        channel = self._channel(place)
        builder = options.InteractionBuilder(self._core, self.id, channel)
        made = builder.command(name, {**others, focus: typed}, focus=focus)
        interaction = self._start(AUTOCOMPLETE, channel, made.data, name=name)
        await interaction.until(lambda: interaction.stage != "waiting", ANSWER_TIMEOUT_SECONDS)
        if interaction.response != CHOICES:
            raise DidNotRespond("Loading options failed")
        return interaction.choices or []

    async def press(
        self, message: VisibleMessage | Answer, name: str, *, until: Until = "answered"
    ) -> Answer:
        """Press a button, found by its label, emoji or custom id."""
        return await self._finish(self.begin_press(message, name), until)

    def begin_press(self, message: VisibleMessage | Answer, name: str) -> Interaction:
        """Press a button without waiting for the answer."""
        seen = self._current(message)
        button = seen.button(name)
        if button.get("disabled"):
            raise NotPossible(f"the button {name!r} is disabled")
        if "custom_id" not in button:
            raise NotPossible(f"the button {name!r} is a link")
        return self._use_component(seen, button, {})

    async def select(
        self,
        message: VisibleMessage | Answer,
        values: Any,
        *,
        menu: str | None = None,
        until: Until = "answered",
    ) -> Answer:
        """Choose options of a select by value or label, or people, roles and channels."""
        return await self._finish(self.begin_select(message, values, menu=menu), until)

    def begin_select(
        self, message: VisibleMessage | Answer, values: Any, *, menu: str | None = None
    ) -> Interaction:
        """Choose in a select without waiting for the answer."""
        seen = self._current(message)
        control = seen.menu(menu)
        if control.get("disabled"):
            raise NotPossible("the menu is disabled")
        many = isinstance(values, Sequence) and not isinstance(values, str)
        listed = list(values) if many else [values]
        low, high = (
            get_or_default(control, "min_values", 1),
            get_or_default(control, "max_values", 1),
        )
        if not low <= len(listed) <= high:
            raise NotPossible(f"the menu takes {low} to {high} values, not {len(listed)}")
        chosen = self._selection(control, listed, self._channel(seen.channel_id))
        return self._use_component(seen, control, chosen)

    async def submit(
        self,
        modal: Modal | Answer,
        answers: Mapping[str, Any] | None = None,
        *,
        until: Until = "answered",
    ) -> Answer:
        """Submit a modal, whose fields are given by label or custom id."""
        return await self._finish(self.begin_submit(modal, answers), until)

    def begin_submit(
        self, modal: Modal | Answer, answers: Mapping[str, Any] | None = None
    ) -> Interaction:
        """Submit a modal without waiting for the answer."""
        opened = modal.modal if isinstance(modal, Answer) else modal
        channel = self._channel(opened.channel_id)
        builder = options.InteractionBuilder(self._core, self.id, channel)
        said = {key: self._upload_files(value, builder) for key, value in (answers or {}).items()}
        filled = modals.submitted_components(opened.data, said)
        for label, field in modals.fields(opened.data):
            if field["type"] in components.SELECTS[1:]:
                chosen = said.get(label, said.get(field["custom_id"]))
                self._resolve(field["type"], chosen, builder, channel)
        data: Json = {"custom_id": opened.custom_id, "components": filled}
        if builder.resolved:
            data["resolved"] = builder.resolved
        return self._start(MODAL_SUBMIT, channel, data, source=opened.source, cause=opened.cause)

    def say(
        self, place: Place | int, content: str = "", *, files: Sequence[Upload] = ()
    ) -> VisibleMessage:
        """Post a message."""
        channel = self._channel(place)
        uploads = dict(enumerate(files))
        try:
            message = self._core.messages.send(self.id, channel, {"content": content}, uploads)
        except ApiError as refusal:
            raise NotPossible(str(refusal)) from refusal
        return VisibleMessage(self._core.world, message)

    # Settings of the client.

    def close_dms(self) -> None:
        """Accept no direct messages from now on, so that the bot gets error 50007."""
        self.user.dms_open = False
        self._core.world.save(self.user)

    def open_dms(self) -> None:
        """Accept direct messages again."""
        self.user.dms_open = True
        self._core.world.save(self.user)

    def restart_client(self) -> None:
        """Restart the client, which removes ephemeral messages."""
        for messages in self._core.world.messages.values():
            for message in messages.values():
                self._dismiss(message)

    def dismiss(self, message: VisibleMessage) -> None:
        """Dismiss an ephemeral message."""
        self._dismiss(self._core.world.messages[message.channel_id][message.id])

    def _dismiss(self, message: Message) -> None:
        if message.ephemeral_to == self.id and not message.dismissed:
            self._core.feeds.show(
                (self.id,), "gone", channel_id=message.channel_id, message=message.snapshot()
            )
            message.dismissed = True

    # Internals.

    def _channel(self, place: Place | int) -> Channel:
        number = place if isinstance(place, int) else place.id
        channel = self._core.world.channels.get(number)
        if channel is None or not permissions.sees(self._core.world, channel, self.id):
            raise NotPossible(f"{self.user.display} does not see that channel")
        return channel

    def _current(self, message: VisibleMessage | Answer) -> VisibleMessage:
        """Return the message in its current state, because a deleted message cannot be pressed."""
        old = message.message if isinstance(message, Answer) else message
        found = self.find(old.channel_id, old.id)
        if found is None:
            raise NotPossible("the message is gone")
        return found

    def _use_component(self, seen: VisibleMessage, control: Json, chosen: Json) -> Interaction:
        source = self._core.world.messages[seen.channel_id][seen.id]
        data = {
            "custom_id": control["custom_id"],
            "component_type": control["type"],
            "id": control.get("id", 0),
        }
        return self._start(COMPONENT, self._channel(seen.channel_id), data | chosen, source=source)

    def _selection(self, control: Json, listed: list[Any], channel: Channel) -> Json:
        if control["type"] == components.SELECT:
            named = {o["label"]: o["value"] for o in control["options"]}
            values = set(named.values())
            unknown = [v for v in listed if v not in values and v not in named]
            if unknown:
                raise NotPossible(f"there is no option {unknown[0]!r}, but {list(named)}")
            return {"values": [v if v in values else named[v] for v in listed]}
        builder = options.InteractionBuilder(self._core, self.id, channel)
        self._resolve(control["type"], listed, builder, channel)
        numbers = [str(getattr(each, "id", each)) for each in listed]
        return {"values": numbers, "resolved": builder.resolved}

    def _resolve(
        self, kind: int, said: Any, builder: options.InteractionBuilder, channel: Channel
    ) -> None:
        many = isinstance(said, Sequence) and not isinstance(said, str)
        guild = self._core.world.guild_of(channel)
        for each in (said if many else [said]) if said is not None else ():
            number = options.id_of(each)
            if kind == components.CHANNEL_SELECT and number in self._core.world.channels:
                builder.resolve_channel(number)
            elif guild is not None and number in guild.roles and kind != components.USER_SELECT:
                builder.resolve_role(number)
            elif number in self._core.world.users and kind != components.ROLE_SELECT:
                builder.resolve_user(number)
            else:
                raise NotPossible(f"{each!r} cannot be chosen there")

    def _upload_files(self, value: Any, builder: options.InteractionBuilder) -> Any:
        """Replace the files in an answer with the ids of their uploads."""
        if isinstance(value, Upload):
            return builder.resolve_file(value)
        if isinstance(value, list):
            return [self._upload_files(each, builder) for each in value]
        return value

    def _start(
        self,
        kind: int,
        channel: Channel,
        data: Json,
        *,
        name: str = "",
        source: Message | None = None,
        cause: Json | None = None,
    ) -> Interaction:
        return self._core.interactions.start(
            kind, self.id, channel, data, name=name, source=source, cause=cause
        )

    async def _finish(self, interaction: Interaction, until: Until) -> Answer:
        """Wait for the first response, and with "answered" also for a deferred answer."""
        await interaction.until(lambda: interaction.stage != "waiting", ANSWER_TIMEOUT_SECONDS)
        if interaction.stage == "failed":
            raise DidNotRespond("The application did not respond")
        if until == "answered":
            try:
                await interaction.until(
                    lambda: interaction.stage != "deferred", ANSWER_TIMEOUT_SECONDS
                )
            except TimeoutError:
                words = f"it has promised an answer and given none in {ANSWER_TIMEOUT_SECONDS:g} s"
                raise DidNotRespond(words) from None
        return Answer(self, interaction)
