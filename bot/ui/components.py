"""Components that messages are built from.

Views are descriptions only and are stopped before they are sent. discord.py stores no stopped
views, so nothing stays in memory. Every press goes through the router, also after a restart.
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
"""The accent color of every message of the bot."""

MAX_LABEL_LENGTH: Final = 80
MAX_OPTION_LENGTH: Final = 100


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """A picture that a message shows and that stays in the message."""

    id: int
    name: str
    alt: str

    def to_dict(self) -> dict[str, str]:
        """Return the attachment entry that tells Discord to leave this picture in the message."""
        return {"id": str(self.id), "filename": self.name}


def shown_pictures(message: discord.Message) -> list[ShownPicture]:
    """Return the pictures in a message's galleries, which Discord does not list as attachments."""
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
    """Return what a message says, asks and shows, for comparison with a screen."""
    return [word for part in message.components for word in _comparable_texts(part.to_dict())]


def _comparable_texts(part: Mapping[str, Any]) -> Iterator[str]:
    """Yield the texts and custom ids in a part of a message, and its number of pictures."""
    yield from (part[name].strip() for name in ("content", "custom_id") if name in part)
    if "items" in part:
        yield f"{len(part['items'])} pictures"
    for inner in part.get("components", ()):
        yield from _comparable_texts(inner)


@dataclass(frozen=True, slots=True)
class Screen:
    """A whole message: its components and its pictures."""

    items: tuple[Item, ...]
    pictures: tuple[Picture, ...] = ()
    colour: int | None = None
    mentions: tuple[int, ...] = field(default=())
    """The users whom the message pings."""
    silent: bool = False
    """Whether the message makes no sound. Discord still marks the channel as unread."""
    in_words: tuple[Item, ...] = ()
    """What the pictures show, if the other items do not say it. It replaces missing pictures."""
    kept: tuple[ShownPicture, ...] = ()
    """Pictures that stay in the message when it is edited into this screen."""

    def view(self) -> ui.LayoutView:
        """Return the message as a stopped view."""
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.Container(*self.items, accent_colour=self.colour))
        view.stop()
        return view

    def plain(self) -> Screen:
        """Return a copy with words instead of pictures, for channels where files are not allowed.

        The words stand where the first picture was.
        """
        words, pending = list[Item](), self.in_words
        for item in self.items:
            if isinstance(item, ui.MediaGallery):
                words += pending
                pending = ()
            else:
                words.append(item)
        return replace(self, items=tuple(words), pictures=(), in_words=())

    def files(self) -> list[discord.File]:
        return [picture.file() for picture in self.pictures]

    def attachments(self) -> list[discord.Attachment | discord.File]:
        """Return everything that a message has attached after it is edited into this screen."""
        # The library only calls `to_dict` on a kept attachment, which ShownPicture has too.
        return [*cast("tuple[discord.Attachment, ...]", self.kept), *self.files()]

    def with_kept_picture(self, kept: Sequence[ShownPicture]) -> Screen:
        """Return a copy of this screen below these pictures of the message that it edits."""
        above = tuple(_gallery_item(each.name, each.alt) for each in kept)
        return replace(self, items=(*above, *self.items), kept=tuple(kept))

    @property
    def shown(self) -> str:
        """The digests of the pictures on this screen."""
        return " ".join(picture.digest for picture in self.pictures)

    @property
    def digest(self) -> str:
        """A digest that differs for any two different screens."""
        parts = json.dumps([item.to_component_dict() for item in self.items])
        return hashlib.sha256(f"{parts} {self.shown}".encode()).hexdigest()[:16]

    def is_on(self, message: discord.Message) -> bool:
        """Return whether a message shows this screen.

        Discord may answer a repeated nonce with the message it already has, which may show an older
        screen.
        """
        here = [word for item in self.items for word in _comparable_texts(item.to_component_dict())]
        return here == message_text(message)

    @property
    def allowed_mentions(self) -> discord.AllowedMentions:
        """The users in `mentions` and no other mention."""
        return discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(id) for id in self.mentions]
        )


def text_block(content: str) -> Item:
    return ui.TextDisplay(content or "\u200b")


def gallery(picture: Picture | ShownPicture, *, spoiler: bool = False) -> Item:
    """Return a picture that is shown large. A *spoiler* is covered until a reader taps it."""
    return _gallery_item(picture.name, picture.alt, spoiler=spoiler)


def _gallery_item(name: str, alt: str, *, spoiler: bool = False) -> Item:
    media, text = f"attachment://{name}", shorten(alt, MAX_ALT_LENGTH) or None
    return ui.MediaGallery(discord.MediaGalleryItem(media, description=text, spoiler=spoiler))


def separator() -> Item:
    """Return a thin horizontal line."""
    return ui.Separator()


def button(
    label: str,
    press: Press,
    style: discord.ButtonStyle = SECONDARY,
    *,
    emoji: str | None = None,
    disabled: bool = False,
) -> Item:
    """Return a button with *label* that sends *press* back."""
    return ui.Button(
        label=shorten(label, MAX_LABEL_LENGTH),
        custom_id=press.custom_id,
        style=style,
        emoji=emoji,
        disabled=disabled,
    )


def link_button(label: str, url: str) -> Item:
    """Return a button that opens *url* without telling the bot."""
    return ui.Button(label=shorten(label, MAX_LABEL_LENGTH), url=url)


def button_rows(buttons: Sequence[Item], per_row: int = 5) -> list[Item]:
    """Return the buttons in rows of at most *per_row*."""
    return [ui.ActionRow(*buttons[n : n + per_row]) for n in range(0, len(buttons), per_row)]


def text_modal(press: Press, title: str, label: str, most: int = MAX_OPTION_LENGTH) -> ui.Modal:
    """Return a modal with one line of text, which is sent back with *press*."""
    window = ui.Modal(title=shorten(title, 45), custom_id=press.custom_id)
    window.add_item(ui.TextInput(label=shorten(label, 45), max_length=most, required=True))
    window.stop()
    return window


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a select menu."""

    label: str
    value: str
    about: str = ""
    emoji: str | None = None
    chosen: bool = False


def select(
    press: Press, placeholder: str, options: Iterable[Option], least: int = 1, most: int = 1
) -> Item:
    """Return a select menu that sends the chosen values back with *press*."""
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
    """Return a panel of these components."""
    return Screen(items, (picture,) if picture else (), GOLD)


def back_button(own: SeatView, verb: str = "hand") -> Item:
    """Return the button to what a panel has replaced: the hand, with the buttons of the turn."""
    return button(own.say("button-back"), own.press(verb))
