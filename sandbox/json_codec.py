"""JSON as it goes over the wire: one alias, one encoder, one decoder."""

from __future__ import annotations

import functools
import ipaddress
from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec

Json: TypeAlias = dict[str, Any]
"""A JSON object. What is in it is checked where it comes in (`forms.Form`)."""

Path: TypeAlias = tuple[str | int, ...]
"""Where in a body a value stands: `("data", "components", 0, "label")`."""

encode = msgspec.json.Encoder().encode
DecodeError = msgspec.DecodeError
_decode = msgspec.json.Decoder().decode


def decode(raw: bytes | str) -> Any:
    """A JSON value.

    Raises:
        DecodeError: It is none, or is nested more deeply than anybody means it.
    """
    try:
        return _decode(raw)
    except RecursionError:
        raise DecodeError("JSON is nested too deeply") from None


def parse_id(text: str) -> int | None:
    """The number that up to twenty digits stand for, as many as an id has.

    >>> parse_id("42"), parse_id("-1"), parse_id("²"), parse_id("9" * 5000)
    (42, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 20 else None


@functools.cache
def is_loopback(host: str) -> bool:
    """Whether a host means this machine only.

    >>> is_loopback("127.0.0.2"), is_loopback("localhost"), is_loopback("example.org")
    (True, True, False)
    """
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def get_or_default(holder: Json, key: str, default: Any) -> Any:
    """A field's value; the default also where the field is null.

    >>> get_or_default({"min": None, "max": 0}, "min", 1), get_or_default({"min": None, "max": 0}, "max", 1)
    (1, 0)
    """
    value = holder.get(key)
    return default if value is None else value


def iter_strings(value: object) -> Iterator[str]:
    """Every string that stands anywhere in a JSON value, keys apart.

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
