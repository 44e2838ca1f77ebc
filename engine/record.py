"""A whole game as a file, and the proof that it followed the rules and the committed seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from engine.act import act, start
from engine.actions import Action
from engine.chance import SeededChance, commitment, key_for
from engine.errors import CorruptLog, FailedProof, IllegalAction, NewerLog
from engine.events import Event, Reverted
from engine.history import replay, undo
from engine.ids import EditionId
from engine.ruleset import Rules
from engine.scoring import score
from engine.state import GameState

FORMAT: Final = 1


class GameRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as exported: the committed seed, the actions of the players, and the events."""

    game: str
    edition: EditionId
    words: tuple[str, ...]
    """The word that each player added to the shuffles of the game, in seat order."""
    commitment: str
    """The SHA-256 of the seed, published before the first card was dealt."""
    seed: str
    """The seed in hexadecimal, revealed when the game was over."""
    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    scores: tuple[int, ...]
    options: dict[str, str] = {}
    format: int = FORMAT
    makers: tuple[str, ...] = ()
    """The author of each action: the owner of the seat, a bot, or the player who substituted for
    the owner. The proof does not cover this field. It is left out if the authors were not
    stored."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The numbers that a successful verification reports to the reader."""

    events: int
    actions: int
    shuffles: int
    undone: int
    finished: bool


_DECODER: Final[msgspec.json.Decoder[GameRecord]] = msgspec.json.Decoder(GameRecord)


def encode_record(record: GameRecord) -> bytes:
    """Return a record as JSON, with each action and each event on a line of its own."""
    fields = msgspec.structs.asdict(record)
    parts = []
    for name, value in fields.items():
        if name == "makers" and not value:
            continue
        text = msgspec.json.encode(value).decode()
        if name in ("actions", "events"):
            lines = ",\n".join(msgspec.json.encode(item).decode() for item in value)
            text = f"[\n{lines}\n]"
        parts.append(f'"{name}":{text}')
    return ("{" + ",\n".join(parts) + "}\n").encode()


def decode_record(text: bytes | str) -> GameRecord:
    """Return the record that is encoded in JSON.

    Raises:
        CorruptLog: The text is not a record, or a damaged one.
        NewerLog: A later version of the engine wrote the record.
    """
    try:
        version = msgspec.json.decode(text, type=_Version).format
        if version > FORMAT:
            raise NewerLog(f"the record has format {version}, this engine reads up to {FORMAT}")
        return _DECODER.decode(text)
    except msgspec.DecodeError as error:
        raise CorruptLog(f"not a recorded game: {error}") from error
    except UnicodeDecodeError as error:
        raise CorruptLog(f"not a recorded game: {error.reason}") from error


class _Version(msgspec.Struct):
    format: int = FORMAT


def verify(record: GameRecord, rules: Rules) -> Proof:
    """Play the game again from its seed and its actions, and compare every event.

    Success proves that the order of all decks followed from the committed seed and the players'
    words. It also proves that everything that happened followed from the rules. Success does not
    prove that the seed stayed secret during the game.

    Raises:
        FailedProof: Something differs. The message names the first difference by its number.
    """
    seed = _seed(record)
    if rules.spec.id != record.edition or rules.seats != len(record.words):
        raise FailedProof(f"these are not the rules of {record.edition} with {len(record.words)}")
    key = key_for(seed, record.game, record.edition, record.words, record.options)
    chance = SeededChance(key)
    state, expected = start(rules, chance)
    log: list[Event] = []
    _compare(record.events, log, expected)
    undone = 0
    actions = iter(enumerate(record.actions, 1))
    while len(log) < len(record.events):
        event = record.events[len(log)]
        if isinstance(event, Reverted):
            state, expected = _apply_undo(log, event)
            undone += 1
        else:
            number, action = next(actions, (0, None))
            if action is None:
                raise FailedProof(f"event {len(log) + 1} follows from no action")
            try:
                expected = act(rules, state, action, chance)
            except IllegalAction as error:
                raise FailedProof(f"action {number} is against the rules: {error}") from error
        _compare(record.events, log, expected)
    left = next(actions, None)
    if left is not None:
        raise FailedProof(f"action {left[0]} led to nothing")
    _check_end(record, rules, log)
    shuffles = sum(deck.shuffles for deck in state.decks.values())
    shuffles += sum(deck.shuffles for deck in state.ticket_decks.values())
    return Proof(len(log), len(record.actions), shuffles, undone, state.over is not None)


def _seed(record: GameRecord) -> bytes:
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError as error:
        raise FailedProof("the seed is no hexadecimal number") from error
    if commitment(seed) != record.commitment:
        raise FailedProof("the seed is not the one that was promised: its SHA-256 differs")
    return seed


def _apply_undo(log: list[Event], event: Reverted) -> tuple[GameState, list[Event]]:
    try:
        return undo(log, event.seat, agreed=event.agreed)
    except IllegalAction as error:
        raise FailedProof(f"event {len(log) + 1} takes back too much: {error}") from error


def _compare(recorded: Sequence[Event], log: list[Event], expected: list[Event]) -> None:
    """Append the expected events to *log*, or raise FailedProof where the file differs."""
    for event in expected:
        number = len(log)
        if number >= len(recorded):
            raise FailedProof(f"event {number + 1} is missing: {event}")
        if recorded[number] != event:
            raise FailedProof(f"event {number + 1} differs: {recorded[number]} instead of {event}")
        log.append(event)


def _check_end(record: GameRecord, rules: Rules, log: list[Event]) -> None:
    state = replay(log)
    totals = score(rules, state).totals
    if totals != record.scores:
        raise FailedProof(f"the scores are {totals}, not {record.scores}")
