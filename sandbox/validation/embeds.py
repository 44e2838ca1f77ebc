"""Embeds: the limits of each part, and of all parts together."""

from __future__ import annotations

import copy
from collections.abc import Callable

from sandbox.json_codec import Json
from sandbox.validation import limits
from sandbox.validation.body_reader import Form


def check_embeds(form: Form) -> None:
    """Check the `embeds` of a message."""
    total = 0
    for embed in form.forms("embeds", limits.EMBEDS):
        total += _size(
            embed.text("title", limits.EMBED_TITLE),
            embed.text("description", limits.EMBED_DESCRIPTION),
        )
        total += _fields(embed)
        embed.whole("color", 0, 0xFFFFFF)
        footer, author = embed.child("footer"), embed.child("author")
        if footer is not None:
            total += _size(footer.text("text", limits.EMBED_FOOTER, required=True))
        if author is not None:
            total += _size(author.text("name", limits.EMBED_AUTHOR, low=1, required=True))
    if total > limits.EMBED_TOTAL:
        form.add_error(
            "embeds",
            "MAX_EMBED_SIZE_EXCEEDED",
            f"Embed size exceeds maximum size of {limits.EMBED_TOTAL}",
        )


def _fields(embed: Form) -> int:
    total = 0
    for field in embed.forms("fields", limits.EMBED_FIELDS):
        total += _size(
            field.text("name", limits.EMBED_FIELD_NAME, low=1, required=True),
            field.text("value", limits.EMBED_FIELD_VALUE, low=1, required=True),
        )
    return total


def _size(*texts: str | None) -> int:
    return sum(len(text or "") for text in texts)


def resolve_media(embeds: list[Json], media: Callable[[str], Json | None]) -> list[Json]:
    """Return a copy with `type` set, and with the file's address for each `attachment://name`."""
    made = copy.deepcopy(embeds)
    for embed in made:
        embed.setdefault("type", "rich")
        for key in ("image", "thumbnail"):
            url = (embed.get(key) or {}).get("url", "")
            if url.startswith("attachment://"):
                found = media(url.removeprefix("attachment://"))
                if found is not None:
                    embed[key] = found
    return made
