"""Interactions: from a person's action to the bot's answer, within Discord's time limits."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Literal, TypeAlias

from sandbox.clock import Alarm
from sandbox.condition import Observable
from sandbox.errors import ApiError
from sandbox.faults import Faults
from sandbox.gateway import intents
from sandbox.gateway.payloads import Payloads
from sandbox.gateway.sessions import Gateway
from sandbox.interactions.endpoint import Endpoint
from sandbox.json_codec import Json
from sandbox.validation import limits
from sandbox.world import permissions
from sandbox.world.feed import Feeds
from sandbox.world.state import DM, Channel, Message

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5

Stage: TypeAlias = Literal["waiting", "deferred", "answered", "failed"]


class Interaction(Observable):
    """An action of a person, and the stage that its answer has reached."""

    def __init__(
        self, number: int, kind: int, user_id: int, channel: Channel, created: float
    ) -> None:
        super().__init__()
        self.id = number
        self.kind = kind
        self.user_id = user_id
        self.channel_id = channel.id
        self.created = created
        self.token = secrets.token_urlsafe(48)
        self.stage: Stage = "waiting"
        self.name = ""
        """The full name of a command, or empty for other interactions."""
        self.command_type = 0
        """1 for a slash command, 2 and 3 for context menus, 0 for other interactions."""
        self.source: Message | None = None
        """The message with the component, or the message from which a modal was opened."""
        self.metadata: Json = {}
        self.by_user_install = False
        self.response: int | None = None
        """The type of the first response, or None before it."""
        self.original_id: int | None = None
        self.followups: list[int] = []
        self.modal: Json | None = None
        self.choices: list[Json] | None = None
        self.payload: Json = {}
        """The payload that the bot was sent."""
        self.alarm: Alarm | None = None

    def is_answered(self) -> bool:
        """Return whether the answer is complete."""
        return self.stage == "answered"

    def set_stage(self, stage: Stage | None = None) -> None:
        """Set the stage, if one is given, and wake the tasks that wait for the interaction."""
        if stage is not None:
            self.stage = stage
        if self.stage != "waiting" and self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        self._notify()


class Interactions:
    """The interactions that are in progress, by token."""

    def __init__(
        self,
        payloads: Payloads,
        gateway: Gateway,
        endpoint: Endpoint,
        feeds: Feeds,
        faults: Faults,
        first_response: float,
    ) -> None:
        self._payloads = payloads
        self._world = payloads.world
        self._clock = payloads.world.clock
        self._gateway = gateway
        self._endpoint = endpoint
        self._feeds = feeds
        self._faults = faults
        self._first_response = first_response
        self._by_token: dict[str, Interaction] = {}
        self._sweep_at = 0.0
        self._deferred_updates: dict[int, list[Interaction]] = {}
        """Interactions whose update the bot has deferred, by message id."""
        self.on_answer: Callable[[Interaction, Json], None] = lambda interaction, body: None
        """Called with a first response that came as the HTTP answer of a posted interaction."""

    def start(
        self,
        kind: int,
        user_id: int,
        channel: Channel,
        data: Json,
        *,
        name: str = "",
        source: Message | None = None,
        cause: Json | None = None,
    ) -> Interaction:
        """Send an interaction to the bot.

        `source` is the message whose component was used, or from which the modal was opened.
        `cause` is the metadata of the interaction that opened the modal.
        """
        self._sweep()
        now = self._clock.now()
        interaction = Interaction(self._world.new_id(), kind, user_id, channel, now)
        interaction.name, interaction.source = name, source
        interaction.command_type = data.get("type", 0) if kind == COMMAND else 0
        guild = self._world.guild_of(channel)
        interaction.by_user_install = guild is not None and self._world.bot.id not in guild.members
        interaction.metadata = self._metadata(interaction, cause)
        self._by_token[interaction.token] = interaction
        interaction.alarm = self._clock.call_at(
            now + self._first_response, lambda: self._fail(interaction)
        )
        interaction.payload = self._payload(interaction, channel, data)
        self._send(interaction, channel.guild_id)
        return interaction

    def _send(self, interaction: Interaction, guild_id: int | None) -> None:
        """Send an interaction to the endpoint if there is one, else to the gateway."""
        times = self._faults.deliveries()
        if self._endpoint.urls:
            answered = partial(self.on_answer, interaction)
            self._endpoint.post(interaction.payload, answered, times)
            return
        self._gateway.dispatch(
            "INTERACTION_CREATE",
            interaction.payload,
            guild_id=guild_id,
            intent=intents.ALWAYS,
            times=times,
        )

    def _fail(self, interaction: Interaction) -> None:
        """Fail an interaction without a first response in time.

        The person sees an error, except for an autocomplete, which fails silently.
        """
        if interaction.stage != "waiting":
            return
        if interaction.kind != AUTOCOMPLETE:
            self._feeds.show(
                (interaction.user_id,),
                "failed",
                channel_id=interaction.channel_id,
                data={"message": "The application did not respond"},
            )
        interaction.set_stage("failed")

    def _sweep(self) -> None:
        """Delete interactions whose token expired long ago, at most once a minute."""
        now = self._clock.now()
        if now < self._sweep_at:
            return
        self._sweep_at = now + 60.0
        old = now - 2 * limits.TOKEN_LIFE
        for token in [t for t, i in self._by_token.items() if i.created < old]:
            del self._by_token[token]
        for message_id, waiting in list(self._deferred_updates.items()):
            if all(interaction.created < old for interaction in waiting):
                del self._deferred_updates[message_id]

    def _owners(self, interaction: Interaction, channel: Channel) -> Json:
        if interaction.by_user_install:
            return {"1": str(interaction.user_id)}
        return {"0": str(channel.guild_id or 0)}

    def _metadata(self, interaction: Interaction, cause: Json | None) -> Json:
        channel = self._world.channels[interaction.channel_id]
        made: Json = {
            "id": str(interaction.id),
            "type": interaction.kind,
            "user": self._payloads.user(self._world.users[interaction.user_id]),
            "authorizing_integration_owners": self._owners(interaction, channel),
        }
        if interaction.kind == COMMAND:
            made["name"] = interaction.name
        if interaction.kind == COMPONENT and interaction.source is not None:
            made["interacted_message_id"] = str(interaction.source.id)
        if interaction.kind == MODAL_SUBMIT and cause is not None:
            made["triggering_interaction_metadata"] = cause
        return made

    def _payload(self, interaction: Interaction, channel: Channel, data: Json) -> Json:
        """Return the payload that the bot receives."""
        world, user = self._world, self._world.users[interaction.user_id]
        made: Json = {
            "id": str(interaction.id),
            "application_id": str(world.application.id),
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "data": data,
            "channel_id": str(channel.id),
            "channel": self._payloads.channel(channel),
            "locale": user.locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": limits.FILE_SIZE,
            "authorizing_integration_owners": self._owners(interaction, channel),
            "app_permissions": str(self._app_permissions(channel)),
        }
        if interaction.source is not None:
            made["message"] = self._payloads.message(interaction.source)
        guild = world.guild_of(channel)
        granted = str(permissions.in_channel(world, channel, user.id))
        made["channel"]["permissions"] = granted
        if guild is None:
            return made | {"user": self._payloads.user(user), "context": 1}
        member = self._payloads.member(guild.members[user.id]) | {"permissions": granted}
        return made | {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": member,
            "context": 0,
        }

    def _app_permissions(self, channel: Channel) -> int:
        if channel.kind == DM:
            return permissions.IN_DIRECT
        granted = permissions.in_channel(self._world, channel, self._world.bot.id)
        answering = permissions.ATTACH_FILES | permissions.EMBED_LINKS
        return granted | (answering | permissions.MENTION_EVERYONE if not granted else 0)

    # Called for the bot.

    def expect_update(self, interaction: Interaction, message_id: int) -> None:
        """Expect the bot to change a message, by the token or through its channel."""
        self._deferred_updates.setdefault(message_id, []).append(interaction)

    def message_changed(self, message_id: int) -> None:
        """Mark deferred interactions of a message as answered, whichever way it was changed."""
        for interaction in self._deferred_updates.pop(message_id, ()):
            if interaction.stage == "deferred":
                interaction.set_stage("answered")

    def find_unanswered(self, interaction_id: int, token: str) -> Interaction:
        """Return the interaction that needs its first response, or refuse if it is too late."""
        interaction = self._by_token.get(token)
        late = (
            interaction is not None
            and interaction.response is None
            and self._clock.now() - interaction.created > self._first_response
        )
        if interaction is None or interaction.id != interaction_id or late:
            raise ApiError.from_code(10062)
        if interaction.stage == "failed":
            raise ApiError.from_code(10062)
        if interaction.response is not None:
            raise ApiError.from_code(40060)
        return interaction

    def find(self, token: str) -> Interaction | None:
        """Return the interaction with a token, or None if there is no such interaction."""
        return self._by_token.get(token)

    def by_token(self, application_id: int, token: str) -> Interaction:
        """Return the interaction whose token authorizes an edit or a follow-up."""
        if application_id != self._world.application.id:
            raise ApiError.from_code(10015)
        interaction = self._by_token.get(token)
        if interaction is None or self._faults.tokens_expired(interaction.created):
            raise ApiError.from_code(50027)
        if self._clock.now() - interaction.created > limits.TOKEN_LIFE:
            raise ApiError.from_code(50027)
        if interaction.response is None or interaction.kind == AUTOCOMPLETE:
            raise ApiError.from_code(10015)
        return interaction
