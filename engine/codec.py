"""Conversion of actions and events to JSON and back, with validation of everything that is read.

A new field of an event gets a default, so that old logs still load. A change that a default cannot
express raises `events.FORMAT`, and this module upgrades the older form on reading.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from engine.actions import Action
from engine.errors import BadInput, CorruptLog
from engine.events import Event

_ENCODER: Final = msgspec.json.Encoder()
_ACTION: Final[msgspec.json.Decoder[Action]] = msgspec.json.Decoder(Action)
_EVENT: Final[msgspec.json.Decoder[Event]] = msgspec.json.Decoder(Event)
_LOG: Final[msgspec.json.Decoder[list[Event]]] = msgspec.json.Decoder(list[Event])


def encode(thing: Action | Event) -> bytes:
    """Return an action or event as JSON.

    >>> from engine.actions import DrawOpen
    >>> encode(DrawOpen(0, 3))
    b'{"type":"DrawOpen","seat":0,"slot":3}'
    """
    return _ENCODER.encode(thing)


def encode_log(events: Iterable[Event]) -> bytes:
    """Return a whole log as a JSON array."""
    return _ENCODER.encode(list(events))


def decode_action(text: bytes | str) -> Action:
    """Return the action that is encoded in JSON.

    Raises:
        BadInput: The text is not an action, or a malformed one.

    """
    try:
        return _ACTION.decode(text)
    except msgspec.DecodeError as error:
        raise BadInput(f"not an action: {error}") from error


def is_well_formed(action: Action) -> bool:
    """Return whether every field of *action* has its declared type.

    Code can construct an action with anything in its fields, because only decoding checks them.

    >>> from engine.actions import DrawOpen
    >>> is_well_formed(DrawOpen(0, 3)), is_well_formed(DrawOpen(0, "third"))
    (True, False)
    """
    try:
        return decode_action(encode(action)) == action
    # Decoding raises BadInput. Some values cannot even be encoded and raise TypeError or
    # ValueError.
    except (BadInput, TypeError, ValueError):
        return False


def decode_event(text: bytes | str) -> Event:
    """Return the event that is encoded in JSON.

    Raises:
        CorruptLog: The text is not an event, or a malformed one.

    """
    try:
        return _EVENT.decode(text)
    except msgspec.DecodeError as error:
        raise CorruptLog(f"not an event: {error}") from error


def decode_log(text: bytes | str) -> list[Event]:
    """Return the log that is encoded in a JSON array.

    Raises:
        CorruptLog: An element is not an event. The message names it.

    """
    try:
        return _LOG.decode(text)
    except msgspec.DecodeError as error:
        raise CorruptLog(f"not a log: {error}") from error
