"""Validation of message bodies: from the JSON of a request to the contents of a message."""

from __future__ import annotations

from typing import NamedTuple

from sandbox.errors import ApiError
from sandbox.gateway.payloads import Payloads
from sandbox.json_codec import Json, Path
from sandbox.validation import components, embeds, limits
from sandbox.validation.body_reader import Form, ValidationErrors
from sandbox.world import attachments
from sandbox.world.attachments import AttachmentPlan, Upload
from sandbox.world.mentions import AllowedMentions, read_allowed
from sandbox.world.state import (
    COMPONENTS_V2,
    EPHEMERAL,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Message,
)

SETTABLE = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2
NOT_MODELLED = ("poll", "sticker_ids")


class MessageBody(NamedTuple):
    """The validated contents of a message, before they are stored."""

    content: str
    embeds: list[Json]
    components: list[Json]
    plan: AttachmentPlan
    flags: int
    allowed: AllowedMentions
    tts: bool


class MessageBodyReader:
    """Reads and checks the bodies of messages."""

    def __init__(self, payloads: Payloads) -> None:
        self._payloads = payloads
        self._world = payloads.world

    def read(
        self,
        body: object,
        uploads: dict[int, Upload],
        channel_id: int,
        *,
        old: Message | None = None,
        at: Path = (),
        ephemeral: bool = False,
    ) -> MessageBody:
        """Return the contents of a new message, or of `old` after an edit, or refuse the body."""
        errors = ValidationErrors()
        form = Form(body, at, errors)
        flags = self._flags(form, old)
        v2 = bool(flags & COMPONENTS_V2)
        plan = attachments.plan_attachments(self._world, form, uploads, old, ephemeral=ephemeral)
        content = self._content(form, old)
        embeds.check_embeds(form)
        names = {a.filename for a in plan.attachments}
        check = components.ComponentValidator(errors, names, self._world.emojis)
        if form.has("components"):
            components.check_message(form, check, v2=v2)
        _reject_unmodeled_fields(form)
        made = MessageBody(
            content,
            self._embeds(form, old, plan, channel_id),
            self._components(form, old, plan, channel_id) if not errors else [],
            plan,
            flags,
            read_allowed(form),
            form.truth("tts"),
        )
        if v2:
            self._check_only_components(form, made)
        errors.raise_if_any()
        self._check_not_empty(made, v2=v2)
        if check.bytes > limits.V2_BYTES:
            raise ApiError.without_code(500, "Internal Server Error")
        return made

    def _flags(self, form: Form, old: Message | None) -> int:
        before = old.flags if old is not None else 0
        given = form.whole("flags", 0)
        if given is None:
            return before
        if before & COMPONENTS_V2 and not given & COMPONENTS_V2:
            form.add_error(
                "flags",
                "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
                "MessageFlags.IS_COMPONENTS_V2 cannot be removed from a message",
            )
        settable = SETTABLE if old is not None else SETTABLE | EPHEMERAL
        return before & ~(SETTABLE & ~COMPONENTS_V2) | given & settable

    def _content(self, form: Form, old: Message | None) -> str:
        if "content" in form.value:
            return form.text("content", limits.CONTENT) or ""
        return old.content if old is not None else ""

    def _embeds(
        self, form: Form, old: Message | None, plan: AttachmentPlan, channel_id: int
    ) -> list[Json]:
        if "embeds" not in form.value:
            return old.embeds if old is not None else []
        if form.errors:
            return []
        media = self._media(plan, channel_id)
        return embeds.resolve_media(form.value["embeds"] or [], media)

    def _components(
        self, form: Form, old: Message | None, plan: AttachmentPlan, channel_id: int
    ) -> list[Json]:
        if "components" not in form.value:
            return old.components if old is not None else []
        made = components.with_ids(form.value["components"] or [])
        components.resolve_media(made, self._media(plan, channel_id))
        return made

    def _media(self, plan: AttachmentPlan, channel_id: int) -> MediaFinder:
        return MediaFinder(self._payloads, plan, channel_id)

    def _check_only_components(self, form: Form, body: MessageBody) -> None:
        for key, value in (("content", body.content), ("embeds", body.embeds)):
            if value:
                form.add_error(
                    key,
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                )

    def _check_not_empty(self, body: MessageBody, *, v2: bool) -> None:
        legacy = body.content.strip() or body.embeds or body.plan.attachments
        if not (body.components or (legacy and not v2)):
            raise ApiError.from_code(50006)


def _reject_unmodeled_fields(form: Form) -> None:
    """Add an error for each field that the sandbox does not model."""
    for key in NOT_MODELLED:
        if form.value.get(key):
            form.add_error(key, "SANDBOX_NOT_MODELLED", f"The sandbox does not model {key}")


class MediaFinder:
    """Finds the media object for `attachment://name`."""

    def __init__(self, payloads: Payloads, plan: AttachmentPlan, channel_id: int) -> None:
        self._payloads, self._plan, self._channel_id = payloads, plan, channel_id

    def __call__(self, filename: str) -> Json | None:
        """Return the media object of the attachment with a name, or None if there is none."""
        found = self._plan.named(filename)
        return None if found is None else self._payloads.media(self._channel_id, found)
