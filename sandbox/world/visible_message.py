"""Messages, buttons, selects and modals as a person sees them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from sandbox.errors import NotPossible
from sandbox.json_codec import Json
from sandbox.validation import components
from sandbox.validation.modals import fields
from sandbox.world.state import EPHEMERAL, LOADING, Attachment, Message, World


class File(NamedTuple):
    """A file on a message, with its contents."""

    name: str
    alt: str | None
    content: bytes
    content_type: str
    width: int | None
    height: int | None


class VisibleMessage:
    """A message at one moment. After an edit, ask for a new `VisibleMessage`."""

    def __init__(self, world: World, message: Message) -> None:
        self._world = world
        self._message = message.snapshot()
        self.id = message.id
        self.channel_id = message.channel_id
        self.files = [_file(world, attachment) for attachment in message.attachments]

    def __repr__(self) -> str:
        return f"<VisibleMessage {self.id} {self.text[:60]!r}>"

    @property
    def author(self) -> str:
        """The display name of the author."""
        return self._world.users[self._message.author_id].display

    @property
    def content(self) -> str:
        """The legacy text."""
        return self._message.content

    @property
    def embeds(self) -> list[Json]:
        return self._message.embeds

    @property
    def components(self) -> list[Json]:
        """The top-level components as JSON."""
        return self._message.components

    @property
    def text(self) -> str:
        """The whole text from top to bottom, without the labels of buttons and selects."""
        return "\n".join(self._words())

    def _words(self) -> Iterator[str]:
        if self._message.content:
            yield self._message.content
        for embed in self._message.embeds:
            author, footer = embed.get("author") or {}, embed.get("footer") or {}
            lines = [author.get("name"), embed.get("title"), embed.get("description")]
            for field in embed.get("fields") or ():
                lines += [field["name"], field["value"]]
            yield from (line for line in (*lines, footer.get("text")) if line)
        for component in components.walk(self._message.components):
            if component["type"] == components.TEXT:
                yield component["content"]

    @property
    def alt_texts(self) -> list[str]:
        """The descriptions of the pictures, on files and in galleries."""
        found = [file.alt for file in self.files if file.alt]
        for component in components.walk(self._message.components):
            for holder in (component, *(component.get("items") or ())):
                if holder.get("description") and (holder.get("media") or holder.get("file")):
                    found.append(holder["description"])
        return found

    @property
    def buttons(self) -> list[Json]:
        """The buttons, from top to bottom."""
        return self._of(components.BUTTON)

    @property
    def labels(self) -> list[str]:
        """The labels of the buttons."""
        return [button_label(button) for button in self.buttons]

    @property
    def selects(self) -> list[Json]:
        """The select menus of any kind."""
        return self._of(*components.SELECTS)

    def _of(self, *kinds: int) -> list[Json]:
        return [c for c in components.walk(self._message.components) if c["type"] in kinds]

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees the message."""
        return bool(self._message.flags & EPHEMERAL)

    @property
    def flags(self) -> int:
        """The message flags, as Discord numbers them."""
        return self._message.flags

    @property
    def thinking(self) -> bool:
        """Whether the bot has deferred its answer and not sent it."""
        return bool(self._message.flags & LOADING)

    @property
    def edited(self) -> bool:
        return self._message.edited is not None

    @property
    def pinned(self) -> bool:
        return self._message.pinned is not None

    @property
    def mentions(self) -> list[int]:
        """The people that the message validly mentions."""
        return self._message.mentions

    def button(self, name: str) -> Json:
        """Return a button by its label, emoji or custom id."""
        return _pick(self.buttons, name, lambda b: (button_label(b), b.get("label"), _emoji(b)))

    def menu(self, name: str | None) -> Json:
        """Return a select by its placeholder or custom id, or the only one if *name* is None."""
        if name is None and len(self.selects) == 1:
            return self.selects[0]
        return _pick(self.selects, name or "", lambda s: (s.get("placeholder"),))


class Modal:
    """A modal on a person's screen."""

    def __init__(self, data: Json, channel_id: int, source: Message | None, cause: Json) -> None:
        self.data = data
        self.channel_id = channel_id
        self.source = source
        self.cause = cause

    @property
    def title(self) -> str:
        return str(self.data["title"])

    @property
    def custom_id(self) -> str:
        return str(self.data["custom_id"])

    @property
    def labels(self) -> list[str]:
        """The labels of the fields."""
        return [label for label, _ in fields(self.data)]

    def field(self, name: str) -> Json:
        """Return a field by its label or custom id."""
        for label, inner in fields(self.data):
            if name in (label, inner["custom_id"]):
                return inner
        raise NotPossible(f"the modal has no field {name!r}, but {self.labels}")


def button_label(button: Json) -> str:
    """Return the text on a button: the emoji, then the label."""
    return " ".join(part for part in (_emoji(button), button.get("label")) if part)


def _emoji(holder: Json) -> str | None:
    emoji = holder.get("emoji") or {}
    return emoji.get("name")


def _pick(found: list[Json], name: str, names_of: Callable[[Json], tuple[Any, ...]]) -> Json:
    matching = [c for c in found if c.get("custom_id") == name]
    if not matching:
        matching = [c for c in found if name in names_of(c)]
    if len(matching) != 1:
        there = [c.get("label") or c.get("placeholder") or c.get("custom_id") for c in found]
        raise NotPossible(f"{len(matching)} controls are called {name!r}; there are {there}")
    return matching[0]


def _file(world: World, attachment: Attachment) -> File:
    return File(
        attachment.filename,
        attachment.description,
        world.files.get(attachment.id, b""),
        attachment.content_type,
        attachment.width,
        attachment.height,
    )
