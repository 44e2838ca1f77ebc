"""The bot's answers to interactions: first responses, edits of the original, follow-ups."""

from __future__ import annotations

import logging

from sandbox.errors import ApiError
from sandbox.gateway.payloads import Payloads
from sandbox.interactions.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    Interaction,
    Interactions,
)
from sandbox.json_codec import Json
from sandbox.validation import limits
from sandbox.validation.body_reader import body_form, invalid
from sandbox.validation.commands import CHAT_INPUT, INTEGER, NUMBER, STRING, check_choices
from sandbox.validation.message_body import MessageBody
from sandbox.validation.modals import check_modal
from sandbox.world.attachments import AttachmentPlan, Upload
from sandbox.world.feed import Feeds
from sandbox.world.mentions import AllowedMentions
from sandbox.world.messages import Messages
from sandbox.world.state import EPHEMERAL, LOADING, Message

log = logging.getLogger(__name__)

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
SLASH_ANSWER, MENU_ANSWER = 20, 23


class Answers:
    """Carries out the bot's answers to interactions."""

    def __init__(
        self, payloads: Payloads, interactions: Interactions, messages: Messages, feeds: Feeds
    ) -> None:
        self._payloads = payloads
        self._world = payloads.world
        self._interactions = interactions
        self._messages = messages
        self._feeds = feeds

    # The first response.

    def respond(self, interaction: Interaction, body: object, uploads: dict[int, Upload]) -> Json:
        """Carry out the first response, and return Discord's callback object."""
        form = body_form(body)
        kind = form.choice("type", _allowed(interaction), required=True)
        form.errors.raise_if_any()
        data = form.value.get("data")
        message = None
        if kind == MESSAGE:
            message = self._post(interaction, data or {}, uploads)
        elif kind == DEFER:
            message = self._defer(interaction, data)
        elif kind in (UPDATE, DEFER_UPDATE) and interaction.source is not None:
            message = self._update(interaction, kind, data or {}, uploads)
        elif kind == CHOICES:
            self._send_choices(interaction, data)
        elif kind == MODAL:
            self._open_modal(interaction, data)
        interaction.response = kind
        if kind == DEFER_UPDATE and message is not None:
            self._interactions.expect_update(interaction, message.id)
        interaction.set_stage("deferred" if kind in (DEFER, DEFER_UPDATE) else "answered")
        return self._callback(interaction, kind, message)

    def respond_at_once(self, interaction: Interaction, body: Json) -> None:
        """Carry out a first response that an endpoint sends as its HTTP answer."""
        try:
            self._interactions.find_unanswered(interaction.id, interaction.token)
            self.respond(interaction, body, {})
        except ApiError as error:
            log.warning("refused an answer to an interaction: %s", error)

    def _callback(self, interaction: Interaction, kind: int, message: Message | None) -> Json:
        about: Json = {"id": str(interaction.id), "type": interaction.kind}
        made: Json = {"interaction": about}
        if message is not None:
            about["response_message_id"] = str(message.id)
            about["response_message_loading"] = bool(message.flags & LOADING)
            about["response_message_ephemeral"] = message.ephemeral_to is not None
        if kind in (MESSAGE, UPDATE) and message is not None:
            made["resource"] = {"type": kind, "message": self._payloads.message(message)}
        elif kind not in (DEFER, DEFER_UPDATE):
            made["resource"] = {"type": kind}
        return made

    def _post(self, interaction: Interaction, data: object, uploads: dict[int, Upload]) -> Message:
        ephemeral = bool(_flags(data) & EPHEMERAL)
        body = self._messages.body_reader.read(
            data, uploads, interaction.channel_id, at=("data",), ephemeral=ephemeral
        )
        message = self._add_message(interaction, body, ephemeral=ephemeral)
        interaction.original_id = message.id
        return message

    def _defer(self, interaction: Interaction, data: object) -> Message:
        """Post the message "is thinking…", which settles whether the answer is ephemeral."""
        ephemeral = bool(_flags(data) & EPHEMERAL)
        flags = LOADING | (EPHEMERAL if ephemeral else 0)
        body = MessageBody("", [], [], AttachmentPlan([], {}), flags, AllowedMentions(), tts=False)
        message = self._add_message(interaction, body, ephemeral=ephemeral)
        interaction.original_id = message.id
        return message

    def _add_message(
        self, interaction: Interaction, body: MessageBody, *, ephemeral: bool
    ) -> Message:
        channel = self._world.channels.get(interaction.channel_id)
        if channel is None:
            raise ApiError.from_code(10003)
        source = interaction.source
        kind = {CHAT_INPUT: SLASH_ANSWER, 0: 0}.get(interaction.command_type, MENU_ANSWER)
        first = interaction.original_id is None
        return self._messages.add(
            channel,
            self._world.bot.id,
            body,
            kind=kind if first else 0,
            reply_to=interaction.original_id or (source.id if source is not None else None),
            interaction=interaction.metadata,
            ephemeral_to=interaction.user_id if ephemeral else None,
        )

    def _update(
        self, interaction: Interaction, kind: int, data: object, uploads: dict[int, Upload]
    ) -> Message:
        """Edit the message with the component, now (`UPDATE`) or by a later edit."""
        message = self._source(interaction)
        if kind == UPDATE:
            body = self._messages.body_reader.read(
                data,
                uploads,
                message.channel_id,
                old=message,
                at=("data",),
                ephemeral=_is_ephemeral(message),
            )
            self._messages.change(message, body)
        interaction.original_id = message.id
        return message

    def _source(self, interaction: Interaction) -> Message:
        source = interaction.source
        found = None
        if source is not None:
            found = self._world.messages.get(source.channel_id, {}).get(source.id)
        if found is None:
            raise ApiError.from_code(10008)
        return found

    def _send_choices(self, interaction: Interaction, data: object) -> None:
        form = body_form({"data": data}).child("data", required=True)
        if form is None:
            raise ApiError.from_code(50035)
        kinds = {str: STRING, int: INTEGER, float: NUMBER}
        given = form.value.get("choices")
        values = (
            [c.get("value") for c in given if isinstance(c, dict)]
            if isinstance(given, list)
            else []
        )
        check_choices(form, kinds.get(type(values[0]), STRING) if values else STRING)
        form.errors.raise_if_any()
        interaction.choices = list(given or [])
        self._feeds.show(
            (interaction.user_id,),
            "choices",
            channel_id=interaction.channel_id,
            data={"choices": interaction.choices},
        )

    def _open_modal(self, interaction: Interaction, data: object) -> None:
        interaction.modal = check_modal(data, ("data",), self._world.emojis)
        self._feeds.show(
            (interaction.user_id,),
            "modal",
            channel_id=interaction.channel_id,
            data=interaction.modal,
        )

    # Later answers.

    def message(self, interaction: Interaction, which: str) -> Message:
        """Return the original response (`@original`), or a follow-up by its id."""
        if which == "@original":
            number = interaction.original_id
        else:
            number = int(which) if which.isdigit() else None
            known = (interaction.original_id, *interaction.followups)
            number = number if number in known else None
        found = self._world.messages.get(interaction.channel_id, {}).get(number or 0)
        if found is None:
            raise ApiError.from_code(10008)
        return found

    def edit(
        self, interaction: Interaction, message: Message, body: object, uploads: dict[int, Upload]
    ) -> Message:
        """Edit an answer. The first edit of a deferred answer completes it."""
        new = self._messages.body_reader.read(
            body, uploads, message.channel_id, old=message, ephemeral=_is_ephemeral(message)
        )
        self._messages.change(message, new)
        interaction.set_stage("answered")
        return message

    def follow_up(
        self, interaction: Interaction, body: object, uploads: dict[int, Upload]
    ) -> Message:
        """Post a follow-up. The first one after a deferral fills the deferred message instead."""
        channel_id = interaction.channel_id
        original = self._world.messages.get(channel_id, {}).get(interaction.original_id or 0)
        if original is not None and original.flags & LOADING:
            return self.edit(interaction, original, body, uploads)
        if (
            interaction.by_user_install
            and len(interaction.followups) >= limits.USER_INSTALL_FOLLOWUPS
        ):
            raise invalid(
                (), "INTERACTION_FOLLOWUPS_EXCEEDED", "The maximum number of follow-ups is reached"
            )
        ephemeral = bool(_flags(body) & EPHEMERAL)
        new = self._messages.body_reader.read(body, uploads, channel_id, ephemeral=ephemeral)
        message = self._add_message(interaction, new, ephemeral=ephemeral)
        interaction.followups.append(message.id)
        interaction.set_stage("answered")
        return message

    def delete(self, interaction: Interaction, message: Message) -> None:
        """Delete an answer."""
        self._messages.delete(message)
        interaction.set_stage("answered")


def _allowed(interaction: Interaction) -> tuple[int, ...]:
    """Return the response types that an interaction of this kind accepts.

    A modal that was not opened from a message can still be acknowledged without a reply (6).
    """
    from_message = (UPDATE,) if interaction.source is not None else ()
    return {
        COMMAND: (MESSAGE, DEFER, MODAL),
        COMPONENT: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL),
        MODAL_SUBMIT: (MESSAGE, DEFER, DEFER_UPDATE, *from_message),
        AUTOCOMPLETE: (CHOICES,),
    }[interaction.kind]


def _flags(data: object) -> int:
    flags = str(data.get("flags") or 0) if isinstance(data, dict) else "0"
    return int(flags) if flags.isdigit() else 0


def _is_ephemeral(message: Message) -> bool:
    return message.ephemeral_to is not None
