"""Actions and events to JSON and back. What is read is checked; nonsense never gets inside.

A new field of an event gets a default, so that old logs go on loading. A change that a default
cannot carry raises `events.FORMAT`, and the older form is brought up to date here, on reading.
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
    """One action or event as JSON.

    >>> from engine.actions import DrawOpen
    >>> encode(DrawOpen(0, 3))
    b'{"type":"DrawOpen","seat":0,"slot":3}'
    """
    return _ENCODER.encode(thing)


def encode_log(events: Iterable[Event]) -> bytes:
    """A whole log as a JSON array."""
    return _ENCODER.encode(list(events))


def decode_action(text: bytes | str) -> Action:
    """An action from JSON.

    Raises:
        BadInput: It is no action, or a malformed one.

    """
    try:
        return _ACTION.decode(text)
    except msgspec.DecodeError as error:
        raise BadInput(f"not an action: {error}") from error


def is_well_formed(action: Action) -> bool:
    """Whether *action* holds what its fields say: made by hand, it may hold anything.

    >>> from engine.actions import DrawOpen
    >>> is_well_formed(DrawOpen(0, 3)), is_well_formed(DrawOpen(0, "third"))
    (True, False)
    """
    try:
        return decode_action(encode(action)) == action
    except (BadInput, TypeError, ValueError):  # what cannot be decoded, or not even encoded
        return False


def decode_event(text: bytes | str) -> Event:
    """An event from JSON.

    Raises:
        CorruptLog: It is no event, or a malformed one.

    """
    try:
        return _EVENT.decode(text)
    except msgspec.DecodeError as error:
        raise CorruptLog(f"not an event: {error}") from error


def decode_log(text: bytes | str) -> list[Event]:
    """A whole log from a JSON array.

    Raises:
        CorruptLog: Some element is no event; the message says which.

    """
    try:
        return _LOG.decode(text)
    except msgspec.DecodeError as error:
        raise CorruptLog(f"not a log: {error}") from error
