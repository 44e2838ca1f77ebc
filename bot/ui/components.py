"""Small parts that messages are built from: descriptions only, stopped before they are sent.

discord.py keeps no finished views, so nothing stays in memory and every press takes the one way
back, over the router, also after a restart.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any, Final, TypeAlias, cast
from urllib.parse import urlsplit

import discord
from discord import ui

from bot.pictures.picture import MAX_ALT_LENGTH, Picture
from bot.text.words import shorten
from bot.ui.custom_ids import Press
from bot.ui.seat_view import SeatView

Item: TypeAlias = "ui.Item[Any]"

SECONDARY: Final = discord.ButtonStyle.secondary
PRIMARY: Final = discord.ButtonStyle.primary
SUCCESS: Final = discord.ButtonStyle.success
DANGER: Final = discord.ButtonStyle.danger

GOLD: Final = 0xE8B23A
"""The edge of every message of ours."""

MAX_LABEL_LENGTH: Final = 80
MAX_OPTION_LENGTH: Final = 100


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """A picture that a message shows and keeps."""

    id: int
    name: str
    alt: str

    def to_dict(self) -> dict[str, str]:
        """How Discord is told that it stays."""
        return {"id": str(self.id), "filename": self.name}


def shown_pictures(message: discord.Message) -> list[ShownPicture]:
    """The pictures in a message's galleries; Discord does not list them as attachments."""
    found: list[ShownPicture] = []
    pending: list[object] = [*message.components]
    while pending:
        part = pending.pop(0)
        pending += getattr(part, "children", [])
        for item in getattr(part, "items", []):
            name = PurePosixPath(urlsplit(item.media.url).path).name
            if item.media.attachment_id:
                found.append(ShownPicture(item.media.attachment_id, name, item.description or ""))
    return found


def message_text(message: discord.Message) -> list[str]:
    """What a message says, asks and shows, for comparison with a screen."""
    return [word for part in message.components for word in _comparable_texts(part.to_dict())]


def _comparable_texts(part: Mapping[str, Any]) -> Iterator[str]:
    """The texts and ids in a part of a message, and how many pictures."""
    yield from (part[name].strip() for name in ("content", "custom_id") if name in part)
    if "items" in part:
        yield f"{len(part['items'])} pictures"
    for inner in part.get("components", ()):
        yield from _comparable_texts(inner)


@dataclass(frozen=True, slots=True)
class Screen:
    """A whole message: its parts and its pictures."""

    items: tuple[Item, ...]
    pictures: tuple[Picture, ...] = ()
    colour: int | None = None
    mentions: tuple[int, ...] = field(default=())
    """Who is to be pinged by it."""
    silent: bool = False
    """Whether it comes without a sound; it still shows that it is there."""
    kept: tuple[ShownPicture, ...] = ()
    """Pictures of the message it changes that stay where they are."""

    def view(self) -> ui.LayoutView:
        """The message's description, finished from the start."""
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.Container(*self.items, accent_colour=self.colour))
        view.stop()
        return view

    def plain(self) -> Screen:
        """The same without pictures: for where files may not be attached."""
        words = tuple(item for item in self.items if not isinstance(item, ui.MediaGallery))
        return replace(self, items=words, pictures=())

    def files(self) -> list[discord.File]:
        """The pictures as files."""
        return [picture.file() for picture in self.pictures]

    def attachments(self) -> list[discord.Attachment | discord.File]:
        """All that a message has attached once it is changed into this."""
        # The library asks what stays for nothing but its form.
        return [*cast("tuple[discord.Attachment, ...]", self.kept), *self.files()]

    def with_kept_picture(self, kept: Sequence[ShownPicture]) -> Screen:
        """The same below these pictures of the message that it changes."""
        above = tuple(_gallery_item(each.name, each.alt) for each in kept)
        return replace(self, items=(*above, *self.items), kept=tuple(kept))

    @property
    def shown(self) -> str:
        """Which pictures it shows, by their digests."""
        return " ".join(picture.digest for picture in self.pictures)

    @property
    def digest(self) -> str:
        """What tells it from any other screen."""
        said = json.dumps([item.to_component_dict() for item in self.items])
        return hashlib.sha256(f"{said} {self.shown}".encode()).hexdigest()[:16]

    def is_on(self, message: discord.Message) -> bool:
        """Whether a message shows it: one that Discord remembers by its nonce may be older."""
        here = [word for item in self.items for word in _comparable_texts(item.to_component_dict())]
        return here == message_text(message)

    @property
    def allowed_mentions(self) -> discord.AllowedMentions:
        """Exactly those who are to be pinged."""
        return discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(id) for id in self.mentions]
        )


def text_block(content: str) -> Item:
    """A piece of text."""
    return ui.TextDisplay(content or "\u200b")


def gallery(picture: Picture) -> Item:
    """A picture, shown large."""
    return _gallery_item(picture.name, picture.alt)


def _gallery_item(name: str, alt: str) -> Item:
    media = f"attachment://{name}"
    return ui.MediaGallery(
        discord.MediaGalleryItem(media, description=shorten(alt, MAX_ALT_LENGTH) or None)
    )


def separator() -> Item:
    """A thin line."""
    return ui.Separator()


def button(
    label: str,
    press: Press,
    style: discord.ButtonStyle = SECONDARY,
    *,
    emoji: str | None = None,
    disabled: bool = False,
) -> Item:
    """A button that says *label* and brings *press* back."""
    return ui.Button(
        label=shorten(label, MAX_LABEL_LENGTH),
        custom_id=press.custom_id,
        style=style,
        emoji=emoji,
        disabled=disabled,
    )


def button_rows(buttons: Sequence[Item], per_row: int = 5) -> list[Item]:
    """Buttons in rows."""
    return [ui.ActionRow(*buttons[n : n + per_row]) for n in range(0, len(buttons), per_row)]


def text_modal(press: Press, title: str, label: str, most: int = MAX_OPTION_LENGTH) -> ui.Modal:
    """A window with one line to type into; what is typed comes back with *press*."""
    window = ui.Modal(title=shorten(title, 45), custom_id=press.custom_id)
    window.add_item(ui.TextInput(label=shorten(label, 45), max_length=most, required=True))
    window.stop()
    return window


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a select."""

    label: str
    value: str
    about: str = ""
    emoji: str | None = None
    chosen: bool = False


def select(
    press: Press, placeholder: str, options: Iterable[Option], least: int = 1, most: int = 1
) -> Item:
    """A select that brings the chosen values back with *press*."""
    return ui.ActionRow(
        ui.Select(
            custom_id=press.custom_id,
            placeholder=shorten(placeholder, 150),
            min_values=least,
            max_values=most,
            options=[
                discord.SelectOption(
                    label=shorten(option.label, MAX_OPTION_LENGTH),
                    value=option.value,
                    description=shorten(option.about, MAX_OPTION_LENGTH) or None,
                    emoji=option.emoji,
                    default=option.chosen,
                )
                for option in options
            ],
        )
    )


def make_panel(*items: Item, picture: Picture | None = None) -> Screen:
    """A panel of these parts."""
    return Screen(items, (picture,) if picture else (), GOLD)


def back_button(own: SeatView, verb: str = "hand") -> Item:
    """The way back to what a panel has replaced: the hand, with the buttons of the turn."""
    return button(own.say("button-back"), own.press(verb))
