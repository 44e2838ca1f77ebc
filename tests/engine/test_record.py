"""Recorded games: they replay, they are proved, and a forged one is found out."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import engine
import maps
from engine.chance import SeededChance, key_for
from engine.codec import decode_log, encode_log
from engine.errors import CorruptLog, FailedProof, IllegalAction, NewerLog
from engine.events import BlindCardDrawn, DeckShuffled, GameEnded, Reverted, RouteClaimed
from engine.ids import Seat
from engine.record import FORMAT, GameRecord, Proof, decode_record, encode_record, verify
from tests.record_games import find_recorded

GAMES = find_recorded()


def load(path: Path) -> GameRecord:
    return decode_record(path.read_bytes())


def prove(record: GameRecord) -> Proof:
    return verify(record, engine.Rules.compile(maps.load(record.edition), len(record.words)))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
class TestRecordedGames:
    """Games of the past are replayed in full: by their events alone, and by their actions."""

    def test_replays_from_its_events(self, path: Path) -> None:
        """No rules are needed, so a corrected rule cannot break an old game."""
        record = load(path)

        state = engine.replay(decode_log(encode_log(record.events)))

        rules = engine.Rules.compile(maps.load(record.edition), len(record.words))
        assert state.over
        assert engine.score(rules, state).totals == record.scores

    def test_is_proved_by_its_seed(self, path: Path) -> None:
        """The same seed, words and actions lead to the very same events."""
        record = load(path)

        proof = prove(record)

        assert proof.finished
        assert proof.events == len(record.events)

    def test_survives_encoding(self, path: Path) -> None:
        record = load(path)

        assert decode_record(encode_record(record)) == record
        assert encode_record(record) == path.read_bytes()


def test_both_ways_of_ending_are_recorded() -> None:
    """A last round (E1), and a table where nobody can move (T2)."""
    reasons = {
        event.reason
        for path in GAMES
        for event in load(path).events[-1:]
        if isinstance(event, GameEnded)
    }

    assert reasons == {"last-round", "all-passed"}


def test_every_number_of_seats_is_recorded() -> None:
    assert {len(load(path).words) for path in GAMES} >= {2, 3, 4, 5}


class TestForgery:
    """Whatever is changed in a recorded game, the proof fails and names the place."""

    record = load(next(path for path in GAMES if path.stem.startswith("usa-")))

    def forged(self, **changes: object) -> GameRecord:
        return msgspec.structs.replace(self.record, **changes)

    def with_event(self, kind: type, **changes: object) -> tuple[int, GameRecord]:
        events = list(self.record.events)
        at = next(n for n, event in enumerate(events) if isinstance(event, kind))
        events[at] = msgspec.structs.replace(events[at], **changes)
        return at + 1, self.forged(events=tuple(events))

    def test_another_seed(self) -> None:
        with pytest.raises(FailedProof, match="not the one that was promised"):
            prove(self.forged(seed="00" * 32))

    def test_no_seed(self) -> None:
        with pytest.raises(FailedProof, match="no hexadecimal"):
            prove(self.forged(seed="plum"))

    def test_another_word(self) -> None:
        """A player's word is part of the key: the very first shuffle differs."""
        with pytest.raises(FailedProof, match="event 2 differs"):
            prove(self.forged(words=("other", *self.record.words[1:])))

    def test_other_options(self) -> None:
        """They are part of the key, too: nobody adds a house rule afterwards."""
        with pytest.raises(FailedProof, match="event 2 differs"):
            prove(self.forged(options={"pace": "day"}))

    @pytest.mark.parametrize(
        ("kind", "change"),
        [
            (DeckShuffled, {"order": ("wild",)}),
            (BlindCardDrawn, {"card": "wild"}),
            (RouteClaimed, {"points": 99}),
        ],
    )
    def test_a_changed_event(self, kind: type, change: dict[str, object]) -> None:
        number, forged = self.with_event(kind, **change)

        with pytest.raises(FailedProof, match=f"^event {number} differs"):
            prove(forged)

    def test_a_missing_event(self) -> None:
        with pytest.raises(FailedProof, match=f"^event {len(self.record.events)} is missing"):
            prove(self.forged(events=self.record.events[:-1]))

    def test_an_event_too_many(self) -> None:
        number = len(self.record.events) + 1
        with pytest.raises(FailedProof, match=f"^event {number} follows from no action"):
            prove(self.forged(events=(*self.record.events, self.record.events[-1])))

    def test_a_revert_that_was_not_allowed(self) -> None:
        events = (*self.record.events, Reverted(0, 5))

        with pytest.raises(FailedProof, match=f"^event {len(events)} takes back too much"):
            prove(self.forged(events=events))

    def test_an_action_against_the_rules(self) -> None:
        actions = (self.record.actions[0], self.record.actions[0], *self.record.actions[1:])

        with pytest.raises(FailedProof, match="action 2 is against the rules"):
            prove(self.forged(actions=actions))

    def test_an_action_too_many(self) -> None:
        number = len(self.record.actions) + 1
        with pytest.raises(FailedProof, match=f"^action {number} led to nothing"):
            prove(self.forged(actions=(*self.record.actions, self.record.actions[-1])))

    def test_other_scores(self) -> None:
        scores = tuple(score + 1 for score in self.record.scores)

        with pytest.raises(FailedProof, match="the scores are"):
            prove(self.forged(scores=scores))

    def test_the_rules_of_another_table(self) -> None:
        rules = engine.Rules.compile(maps.load("germany"), len(self.record.words))

        with pytest.raises(FailedProof, match="not the rules of usa"):
            verify(self.record, rules)


class TestDamagedFiles:
    """What is no record is refused in words, never with a traceback of the decoder."""

    @pytest.mark.parametrize("text", [b"", b"[]", b"{}", b'{"format":1}', b"\xff\xfe", b'{"a'])
    def test_refuses_what_is_no_record(self, text: bytes) -> None:
        with pytest.raises(CorruptLog, match="not a recorded game"):
            decode_record(text)

    def test_refuses_a_newer_format(self) -> None:
        """Even if it has fields that this version does not know."""
        with pytest.raises(NewerLog, match=f"format {FORMAT + 1}"):
            decode_record(b'{"format":%d,"moon":1}' % (FORMAT + 1))


def test_a_game_with_a_step_taken_back_is_proved() -> None:
    """An undo is an event of its own; the proof checks that it was allowed."""
    record = load(next(path for path in GAMES if path.stem.startswith("usa-")))
    rules = engine.Rules.compile(maps.load(record.edition), len(record.words))
    first = record.actions[0]
    start = list(record.events[: len(record.events)])
    at = next(n for n, event in enumerate(start) if type(event).__name__ == "TicketsKept") + 1
    state, reverted = engine.undo(start[:at], first.seat)
    shorter = msgspec.structs.replace(
        record,
        actions=(first, first),
        events=(*start[:at], *reverted, start[at - 1]),
        scores=engine.score(rules, engine.replay([*start[:at], *reverted, start[at - 1]])).totals,
    )

    proof = prove(shorter)

    assert state.waiting[first.seat]
    assert (proof.undone, proof.finished) == (1, False)


@pytest.mark.parametrize("path", GAMES[:4], ids=lambda path: path.stem)
def test_with_consent_every_seat_can_go_back(path: Path) -> None:
    """Beyond reveals and the others' steps; the proof accepts it only when it says so."""
    record = load(path)
    rules = engine.Rules.compile(maps.load(record.edition), len(record.words))
    chance = SeededChance(
        key_for(bytes.fromhex(record.seed), record.game, record.edition, record.words, {})
    )
    state, log = engine.start(rules, chance)
    for action in record.actions[:40]:
        log += engine.act(rules, state, action, chance)
    refused = 0
    for seat in range(rules.seats):
        back, (reverted,) = engine.undo(log, Seat(seat), agreed=True)
        before = engine.replay(log[: reverted.to])
        views = [engine.view_for(rules, s, Seat(seat)) for s in (back, before)]
        assert views[0].hand == views[1].hand
        assert views[0].tickets == views[1].tickets
        assert views[0].owners == views[1].owners
        assert back.turn == before.turn
        shorter = msgspec.structs.replace(
            record,
            actions=record.actions[:40],
            events=(*log, reverted),
            scores=engine.score(rules, back).totals,
        )
        assert prove(shorter).undone == 1
        silent = msgspec.structs.replace(reverted, agreed=False)
        try:
            engine.undo(log, Seat(seat))
        except IllegalAction:
            refused += 1
            with pytest.raises(FailedProof):
                prove(msgspec.structs.replace(shorter, events=(*log, silent)))
    assert refused
