"""JSON on the wire: one type alias, one encoder, one decoder."""

from __future__ import annotations

import functools
import ipaddress
from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec

Json: TypeAlias = dict[str, Any]
"""A JSON object. `body_reader.Form` checks its contents when it arrives."""

Path: TypeAlias = tuple[str | int, ...]
"""The position of a value in a body: `("data", "components", 0, "label")`."""

encode = msgspec.json.Encoder().encode
DecodeError = msgspec.DecodeError
_decode = msgspec.json.Decoder().decode


def decode(raw: bytes | str) -> Any:
    """Return the decoded JSON value.

    Raises:
        DecodeError: The text is not JSON, or is nested too deeply.
    """
    try:
        return _decode(raw)
    except RecursionError:
        raise DecodeError("JSON is nested too deeply") from None


def parse_id(text: str) -> int | None:
    """Return the number in a text of up to 20 digits, the length of an id, or None.

    >>> parse_id("42"), parse_id("-1"), parse_id("²"), parse_id("9" * 5000)
    (42, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 20 else None


@functools.cache
def is_loopback(host: str) -> bool:
    """Return whether a host name or address means this machine only.

    >>> is_loopback("127.0.0.2"), is_loopback("localhost"), is_loopback("example.org")
    (True, True, False)
    """
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def get_or_default(holder: Json, key: str, default: Any) -> Any:
    """Return a field's value, or the default if the field is missing or null.

    >>> get_or_default({"min": None}, "min", 1), get_or_default({"max": 0}, "max", 1)
    (1, 0)
    """
    value = holder.get(key)
    return default if value is None else value


def iter_strings(value: object) -> Iterator[str]:
    """Yield every string in a JSON value, except keys.

    >>> list(iter_strings({"a": ["b", {"c": "d"}], "e": 1}))
    ['b', 'd']
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from iter_strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from iter_strings(inner)
