"""Files: uploads, the attachments of an edited message, and the sizes of pictures."""

from __future__ import annotations

import mimetypes
import re
import secrets
import struct
from typing import NamedTuple

from sandbox.errors import ApiError
from sandbox.validation import limits
from sandbox.validation.body_reader import Form
from sandbox.world.state import Attachment, Message, World


class Upload(NamedTuple):
    """A file that a user sends."""

    filename: str
    content: bytes
    content_type: str | None = None


class AttachmentPlan(NamedTuple):
    """The attachments that a message will have, and the contents of the new ones."""

    attachments: list[Attachment]
    fresh: dict[int, bytes]

    def named(self, filename: str) -> Attachment | None:
        """Return the attachment that `attachment://filename` means, the newest with that name."""
        found = [a for a in self.attachments if a.filename == filename]
        return found[-1] if found else None


def clean_name(filename: str) -> str:
    """Return a file name as Discord stores it.

    >>> clean_name("my board (1).png")
    'my_board_1.png'
    """
    return (
        re.sub(r"[^\w.\-]", "", filename.strip().replace(" ", "_"))[-limits.FILE_NAME :] or "file"
    )


def make(world: World, upload: Upload, *, ephemeral: bool = False) -> Attachment:
    """Return the record of a file, without saving its contents."""
    if len(upload.content) > limits.FILE_SIZE:
        raise ApiError.from_code(40005)
    name = clean_name(upload.filename)
    sniffed, width, height = picture(upload.content)
    told = (upload.content_type or "").split(";")[0].strip()
    guessed = sniffed or mimetypes.guess_type(name)[0] or told
    return Attachment(
        id=world.new_id(),
        filename=name,
        size=len(upload.content),
        content_type=guessed or "application/octet-stream",
        key=secrets.token_hex(16),
        width=width,
        height=height,
        spoiler=name.startswith("SPOILER_"),
        ephemeral=ephemeral,
    )


def plan_attachments(
    world: World, form: Form, uploads: dict[int, Upload], old: Message | None, *, ephemeral: bool
) -> AttachmentPlan:
    """Decide which files a message retains and which are new.

    If the body has no `attachments` list, new files are added to the old ones.
    """
    kept = {a.id: a for a in old.attachments} if old is not None else {}
    chosen: list[Attachment] = []
    fresh: dict[int, bytes] = {}
    listed = "attachments" in form.value and form.value["attachments"] is not None
    pending = dict(uploads)
    if not listed:
        chosen.extend(kept.values())
    for entry in form.forms("attachments", 2 * limits.FILES):
        number = entry.snowflake("id", required=True)
        description = entry.text("description", limits.ALT_TEXT)
        title = entry.text("title", 1024)
        if number in kept:
            chosen.append(_described(kept[number], entry, description))
            continue
        upload = pending.pop(number, None) if number is not None else None
        if upload is None:
            entry.add_error(
                "id", "ATTACHMENT_NOT_FOUND", f"There is no file and no attachment {number}"
            )
            continue
        named = entry.text("filename", limits.FILE_NAME)
        made = make(world, upload._replace(filename=named or upload.filename), ephemeral=ephemeral)
        made.description, made.title = description, title
        chosen.append(made)
        fresh[made.id] = upload.content
    for upload in pending.values():
        made = make(world, upload, ephemeral=ephemeral)
        chosen.append(made)
        fresh[made.id] = upload.content
    if len(chosen) > limits.FILES:
        raise ApiError.from_code(30015)
    return AttachmentPlan(chosen, fresh)


def _described(old: Attachment, entry: Form, description: str | None) -> Attachment:
    """Return an existing attachment, with a new alt text if the edit has one."""
    if "description" not in entry.value or description == old.description:
        return old
    changed = Attachment(**{name: getattr(old, name) for name in old.__struct_fields__})
    changed.description = description
    return changed


def picture(content: bytes) -> tuple[str | None, int | None, int | None]:
    """Return media type, width and height, each None if the first bytes do not contain it.

    >>> picture(b"plain text")
    (None, None, None)
    """
    if content[:8] == b"\x89PNG\r\n\x1a\n" and len(content) >= 24:
        return ("image/png", *struct.unpack(">II", content[16:24]))
    if content[:6] in (b"GIF87a", b"GIF89a") and len(content) >= 10:
        return ("image/gif", *struct.unpack("<HH", content[6:10]))
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return ("image/webp", *_webp(content))
    if content[:3] == b"\xff\xd8\xff":
        return ("image/jpeg", *_jpeg(content))
    return (None, None, None)


def _webp(content: bytes) -> tuple[int | None, int | None]:
    kind = content[12:16]
    if kind == b"VP8X" and len(content) >= 30:
        width = int.from_bytes(content[24:27], "little") + 1
        return width, int.from_bytes(content[27:30], "little") + 1
    if kind == b"VP8L" and len(content) >= 25:
        bits = int.from_bytes(content[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 " and len(content) >= 30:
        width, height = struct.unpack("<HH", content[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return None, None


def _jpeg(content: bytes) -> tuple[int | None, int | None]:
    at = 2
    while at + 9 < len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return width, height
        at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    return None, None
