"""Message components, legacy and V2: validation, traversal, and Discord's form of them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterator
from typing import TypeAlias

from sandbox.json_codec import Json, Path
from sandbox.validation import limits
from sandbox.validation.body_reader import Form, ValidationErrors

ROW, BUTTON, SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 18, 19, 21, 22, 23

SELECTS = (SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
INTERACTIVE = (BUTTON, *SELECTS, TEXT_INPUT, UPLOAD, RADIO, CHECKBOXES, CHECKBOX)
LEGACY_TOP = (ROW,)
V2_TOP = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
LINK_STYLE, PREMIUM_STYLE = 5, 6


class ComponentValidator:
    """Checks the components of a message or modal, including the rules for all of them together."""

    def __init__(
        self, errors: ValidationErrors, files: Collection[str], emojis: Collection[int]
    ) -> None:
        self.errors = errors
        self.files = files
        """The names that `attachment://` may refer to."""
        self.emojis = emojis
        self.count = 0
        self.text = 0
        self.bytes = 0
        self._custom_ids: set[str] = set()
        self._ids: set[int] = set()

    def check(self, form: Form, allowed: Collection[int]) -> None:
        """Check a component and everything in it."""
        kind = form.value.get("type")
        if kind not in allowed or kind not in CHECKS:
            listed = f"({', '.join(map(str, allowed))}{',' if len(allowed) == 1 else ''})"
            self.errors.add(
                form.at, "UNION_TYPE_CHOICES", f'Value of field "type" must be one of {listed}.'
            )
            return
        self.count += 1
        self._identify(form, kind)
        CHECKS[kind](form, self)

    def _identify(self, form: Form, kind: int) -> None:
        number = form.whole("id", 0, limits.COMPONENT_ID)
        if number:
            if number in self._ids:
                form.add_error("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            self._ids.add(number)
        style = form.value.get("style")
        if kind not in INTERACTIVE or (kind == BUTTON and style in (LINK_STYLE, PREMIUM_STYLE)):
            return
        custom_id = form.text("custom_id", limits.CUSTOM_ID, low=1, required=True)
        if custom_id in self._custom_ids:
            form.add_error(
                "custom_id",
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        if custom_id is not None:
            self._custom_ids.add(custom_id)

    def emoji(self, form: Form) -> None:
        """Check that the emoji of a button or option is one of this application's or Unicode."""
        emoji = form.child("emoji")
        if emoji is None:
            return
        number = emoji.snowflake("id")
        name = str(emoji.value.get("name") or "")
        known = number in self.emojis if number else any(ord(c) > 127 for c in name)
        if not known:
            form.errors.add((*emoji.at, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
        elif number:
            # Discord returns a string. A browser would round a number.
            emoji.value["id"] = str(number)


def _row(form: Form, check: ComponentValidator) -> None:
    children = form.forms("components", limits.ROW_BUTTONS, low=1, required=True)
    wide = [child for child in children if child.value.get("type") in SELECTS]
    if wide and len(children) > 1:
        check.errors.add(
            children[1].at,
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        )
    for child in children:
        check.check(child, (BUTTON, *SELECTS))


def _button(form: Form, check: ComponentValidator) -> None:
    style = form.choice("style", range(1, 7), required=True)
    form.text("label", limits.BUTTON_LABEL)
    form.truth("disabled")
    check.emoji(form)
    if style == LINK_STYLE:
        url = form.text("url", limits.BUTTON_URL, low=1, required=True)
        if url is not None and not url.startswith(("http://", "https://", "discord://")):
            form.add_error(
                "url",
                "URL_TYPE_INVALID_SCHEME",
                "Scheme is not supported. Scheme must be one of ('http', 'https', 'discord').",
            )
        if form.has("custom_id"):
            form.add_error(
                "custom_id",
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            )
    elif style == PREMIUM_STYLE:
        form.snowflake("sku_id", required=True)
    elif form.has("url"):
        form.add_error(
            "url",
            "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
            "A custom id and url cannot both be specified",
        )
    if style != PREMIUM_STYLE and not form.value.get("label") and not form.has("emoji"):
        form.add_error("label", "BASE_TYPE_REQUIRED", "This field is required")


def option_list(form: Form, check: ComponentValidator, sizes: range) -> int:
    """Check the options of a select, radio or checkbox group, and return their number."""
    options = form.forms("options", sizes[-1], low=sizes[0], required=True)
    values: set[str] = set()
    for option in options:
        option.text("label", limits.OPTION_TEXT, low=1, required=True)
        value = option.text("value", limits.OPTION_TEXT, low=1, required=True)
        option.text("description", limits.OPTION_TEXT)
        option.truth("default")
        check.emoji(option)
        if value in values:
            option.add_error(
                "value",
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        if value is not None:
            values.add(value)
    return len(options)


def value_range(form: Form, most: int, *, least: int = 1) -> None:
    """Check `min_values` and `max_values` against each other and against the number of options."""
    low = form.whole("min_values", 0, most)
    high = form.whole("max_values", 1, most)
    low, high = least if low is None else low, 1 if high is None else high
    if low > high:
        form.add_error(
            "min_values",
            "SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX_VALUES",
            "Min values must be less than or equal to max values",
        )
    defaults = [o for o in form.value.get("options") or () if isinstance(o, dict)]
    chosen = sum(bool(option.get("default")) for option in defaults)
    if chosen > high:
        form.add_error(
            "options", "SELECT_COMPONENT_TOO_MANY_DEFAULTS", f"Only {high} may be default"
        )


def _select(form: Form, check: ComponentValidator) -> None:
    form.text("placeholder", limits.PLACEHOLDER)
    form.truth("disabled")
    most = limits.SELECT_OPTIONS
    if form.value["type"] == SELECT:
        most = option_list(form, check, range(1, limits.SELECT_OPTIONS + 1)) or most
    else:
        for default in form.forms("default_values", limits.SELECT_OPTIONS):
            default.snowflake("id", required=True)
            default.choice("type", ("user", "role", "channel"), required=True)
    if form.value["type"] == CHANNEL_SELECT:
        form.items("channel_types", limits.SELECT_OPTIONS)
    value_range(form, most)


def _section(form: Form, check: ComponentValidator) -> None:
    for text in form.forms("components", limits.SECTION_TEXTS, low=1, required=True):
        check.check(text, (TEXT,))
    accessory = form.child("accessory", required=True)
    if accessory is not None:
        check.check(accessory, (BUTTON, THUMBNAIL))


def _text(form: Form, check: ComponentValidator) -> None:
    content = form.text("content", limits.V2_TEXT, low=1, required=True) or ""
    check.text += len(content)
    check.bytes += len(content.encode()) + limits.V2_BYTES_EACH


def _media(form: Form, key: str, check: ComponentValidator, *, upload_only: bool = False) -> None:
    media = form.child(key, required=True)
    if media is None:
        return
    url = media.text("url", limits.MEDIA_URL, low=1, required=True) or ""
    if url.startswith("attachment://"):
        name = url.removeprefix("attachment://")
        if name not in check.files:
            media.add_error(
                "url",
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"The referenced attachment '{name}' was not found",
            )
    elif url and (upload_only or not url.startswith(("http://", "https://"))):
        media.add_error(
            "url",
            "URL_TYPE_INVALID_SCHEME",
            "Scheme is not supported. Scheme must be one of ('http', 'https', 'attachment').",
        )


def _thumbnail(form: Form, check: ComponentValidator) -> None:
    _media(form, "media", check)
    form.text("description", limits.MEDIA_DESCRIPTION)
    form.truth("spoiler")


def _gallery(form: Form, check: ComponentValidator) -> None:
    for item in form.forms("items", limits.GALLERY_ITEMS, low=1, required=True):
        _thumbnail(item, check)


def _file(form: Form, check: ComponentValidator) -> None:
    _media(form, "file", check)
    form.truth("spoiler")


def _separator(form: Form, check: ComponentValidator) -> None:
    form.truth("divider")
    form.choice("spacing", (1, 2))


def _container(form: Form, check: ComponentValidator) -> None:
    form.whole("accent_color", 0, 0xFFFFFF)
    form.truth("spoiler")
    for child in form.forms("components", limits.V2_COMPONENTS, low=1, required=True):
        check.check(child, IN_CONTAINER)


Checker: TypeAlias = Callable[[Form, ComponentValidator], None]
CHECKS: dict[int, Checker] = {
    ROW: _row,
    BUTTON: _button,
    **dict.fromkeys(SELECTS, _select),
    SECTION: _section,
    TEXT: _text,
    THUMBNAIL: _thumbnail,
    GALLERY: _gallery,
    FILE: _file,
    SEPARATOR: _separator,
    CONTAINER: _container,
}
"""The check of each kind of component. `modals` adds the kinds that only a modal may contain."""


def check_message(form: Form, check: ComponentValidator, *, v2: bool) -> None:
    """Check the `components` of a message."""
    most = limits.V2_COMPONENTS if v2 else limits.ROWS
    for component in form.forms("components", most):
        check.check(component, V2_TOP if v2 else LEGACY_TOP)
    at: Path = (*form.at, "components")
    if v2 and check.count > limits.V2_COMPONENTS:
        check.errors.add(
            at,
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"Total number of components exceeds the maximum of {limits.V2_COMPONENTS}",
        )
    if check.text > limits.V2_TEXT:
        check.errors.add(
            at,
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"Components displayable text size exceeds maximum size of {limits.V2_TEXT}",
        )


def walk(components: Collection[Json]) -> Iterator[Json]:
    """Yield every component in reading order, outer ones first."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        yield from walk([component[key] for key in ("accessory", "component") if key in component])


def with_ids(components: list[Json]) -> list[Json]:
    """Return a copy in which every component has an `id`, as Discord assigns missing ones."""
    made = copy.deepcopy(components)
    taken = {component["id"] for component in walk(made) if component.get("id")}
    following = 1
    for component in walk(made):
        if not component.get("id"):
            while following in taken:
                following += 1
            component["id"] = following
            taken.add(following)
    return made


def resolve_media(components: list[Json], media: Callable[[str], Json | None]) -> None:
    """Replace each `attachment://name` with the full media object, in place."""
    for component in walk(components):
        holders = [component, *(component.get("items") or ())]
        for holder in holders:
            for key in ("media", "file"):
                url = (holder.get(key) or {}).get("url", "")
                if url.startswith("attachment://"):
                    found = media(url.removeprefix("attachment://"))
                    if found is not None:
                        holder[key] = found
                elif url:
                    holder[key] = {"proxy_url": url, "loading_state": 2, "flags": 0} | holder[key]
