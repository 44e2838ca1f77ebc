"""Logs: replaying, refusing damaged ones, taking back a step."""

from __future__ import annotations

import msgspec
import pytest

import engine
from engine import actions as a
from engine import events as e
from engine.codec import (
    decode_action,
    decode_event,
    decode_log,
    encode,
    encode_log,
    is_well_formed,
)
from engine.errors import BadInput, CorruptLog, NewerLog
from engine.history import undone
from engine.ids import Seat
from tests.engine.random_games import random_game


class TestReplay:
    """A log that does not form a game is refused with the number of the event that is wrong."""

    def test_refuses_an_empty_log(self) -> None:
        with pytest.raises(CorruptLog, match="begins with GameStarted"):
            engine.replay([])

    def test_refuses_a_log_without_its_beginning(self) -> None:
        log = random_game("usa", 2).log

        with pytest.raises(CorruptLog, match="begins with GameStarted"):
            engine.replay(log[1:])

    def test_refuses_a_log_of_a_newer_version(self) -> None:
        """It might mean something else by the same words."""
        log = random_game("usa", 2).log
        newer = msgspec.structs.replace(log[0], format=e.FORMAT + 1)

        with pytest.raises(NewerLog, match=f"format {e.FORMAT + 1}"):
            engine.replay([newer, *log[1:]])

    def test_refuses_a_second_beginning(self) -> None:
        log = random_game("usa", 2).log

        with pytest.raises(CorruptLog, match="second GameStarted"):
            engine.replay([*log, log[0]])

    @pytest.mark.parametrize("after", [1, 2, 20])
    def test_names_a_second_beginning_wherever_it_is(self, after: int) -> None:
        """It is refused even right after the first one, and even if a revert follows it."""
        log = random_game("usa", 2).log
        damaged = [*log[:after], log[0]]

        for rest in ([], log[after:], [e.Reverted(Seat(0), after)]):
            with pytest.raises(CorruptLog, match=f"event {after + 1}: a second GameStarted"):
                engine.replay([*damaged, *rest])

    @pytest.mark.parametrize("kind", [e.BlindCardDrawn, e.RouteClaimed, e.TurnBegan])
    def test_names_the_first_event_that_cannot_be(self, kind: type[e.Event]) -> None:
        """Without the events before it, an event cannot have happened."""
        log = random_game("world", 3).log
        at = next(n for n, event in enumerate(log) if isinstance(event, e.FirstPlayerDrawn))
        late = next(n for n in range(len(log) - 1, at, -1) if isinstance(log[n], kind))
        damaged = [*log[:at], *log[late:]]

        with pytest.raises(CorruptLog, match=r"event \d+, \w+"):
            engine.replay(damaged)

    @pytest.mark.parametrize(
        ("kind", "field", "value"),
        [
            (e.BlindCardDrawn, "card", "train-none"),
            (e.OpenCardTaken, "card", "train-none"),
            (e.OpenCardTaken, "slot", 99),
            (e.DisplayFilled, "card", "train-none"),
            (e.RouteClaimed, "payment", (("train-red", 99),)),
            (e.RouteClaimed, "seat", 9),
            (e.TicketsKept, "seat", 7),
        ],
    )
    def test_notices_a_changed_field(self, kind: type[e.Event], field: str, value: object) -> None:
        """Cards are where the log says they are."""
        log = list(random_game("usa", 3).log)
        at = next(n for n, event in enumerate(log) if isinstance(event, kind))
        log[at] = msgspec.structs.replace(log[at], **{field: value})

        with pytest.raises(CorruptLog, match=f"event {at + 1}, {kind.__name__}"):
            engine.replay(log)

    def test_refuses_to_go_back_to_nowhere(self) -> None:
        log = random_game("usa", 2).log

        with pytest.raises(CorruptLog, match="nothing stands at"):
            engine.replay([*log, e.Reverted(0, len(log) + 5)])


class TestFollow:
    """A game that is known goes on with what has happened since."""

    @pytest.mark.parametrize("edition", ["usa", "germany", "new-york", "world"])
    def test_it_leads_where_the_whole_log_does(self, edition: str) -> None:
        """From wherever it was known, which stays as it was."""
        log = random_game(edition, 3).log

        for known in range(1, len(log) + 1, 17):
            before = engine.replay(log[:known])

            assert engine.follow(before, log[known:]) == engine.replay(log)
            assert before == engine.replay(log[:known])

    def test_what_was_taken_back_may_have_come_before(self) -> None:
        log = random_game("usa", 2).log

        assert engine.follow(engine.replay(log), [e.Reverted(Seat(0), len(log) - 1)]) is None

    @pytest.mark.parametrize("since", [0, 40])
    def test_another_game_does_not_go_on_with_this(self, since: int) -> None:
        """Neither from its beginning nor from its middle, and this one stays as it was."""
        one, other = random_game("usa", 2).log, random_game("usa", 2, seed=1).log
        state = engine.replay(one[:20])

        assert engine.follow(state, other[since:]) is None
        assert state == engine.replay(one[:20])


class TestCodec:
    """What is read is checked: wrong words are `BadInput`, a wrong log is `CorruptLog`."""

    @pytest.mark.parametrize(
        "text",
        [
            b"",
            b"nonsense",
            b"{}",
            b'{"type":"Resign","seat":0}',
            b'{"type":"DrawOpen","seat":0}',
            b'{"type":"DrawOpen","seat":"north","slot":1}',
            b'{"type":"DrawOpen","seat":0,"slot":1.5}',
            b'{"type":"Pass","seat":0,"extra":1}',
            b'{"type":"ClaimRoute","seat":0,"route":"a--b-1","payment":[["train-red"]]}',
            b'{"type":"ClaimRoute","seat":0,"route":"a--b-1","payment":{"train-red":2}}',
            b'{"type":"KeepTickets","seat":0,"tickets":[1]}',
        ],
    )
    def test_refuses_what_is_no_action(self, text: bytes) -> None:
        with pytest.raises(BadInput, match="not an action"):
            decode_action(text)

    @pytest.mark.parametrize(
        ("action", "expected"),
        [
            (a.DrawOpen(0, 1), True),
            (a.ClaimRoute(0, "a--b-1", (("train-red", 2),)), True),
            (a.ClaimRoute(0, "a--b-1", [["train-red", 2]]), False),
            (a.DrawBlind(0, b"train"), False),
            (a.DrawBlind(0, "\ud800"), False),
            (a.DrawOpen(0, 1.0), False),
            (a.DrawOpen(0, object()), False),
            (a.Pass("north"), False),
        ],
    )
    def test_knows_what_it_would_not_let_through(self, action: a.Action, expected: bool) -> None:
        """What could be read, but came back as something else, is malformed too."""
        assert is_well_formed(action) is expected

    @pytest.mark.parametrize("text", [b"[1]", b'{"type":"CoinFlipped"}', b'{"type":"TurnBegan"}'])
    def test_refuses_what_is_no_event(self, text: bytes) -> None:
        with pytest.raises(CorruptLog, match="not an event"):
            decode_event(text)

    def test_a_whole_log_goes_there_and_back(self) -> None:
        log = random_game("new-york", 2).log

        assert decode_log(encode_log(log)) == log

    def test_a_damaged_log_is_refused_with_the_place(self) -> None:
        text = encode_log(random_game("new-york", 2).log).replace(b"TurnBegan", b"TurnBagan", 1)

        with pytest.raises(CorruptLog, match=r"TurnBagan.*\$\[\d+\]"):
            decode_log(text)

    def test_defaults_are_left_out(self) -> None:
        """Logs are kept for years: they hold nothing that goes without saying."""
        assert encode(e.Passed(1)) == b'{"type":"Passed","seat":1}'


class TestUndone:
    """Which events were taken back."""

    def test_all_after_the_one_that_stands(self) -> None:
        """Also what was taken back before, and counted from anywhere in a log."""
        step, back = e.Passed(Seat(0)), e.Reverted(Seat(0), 11)

        assert undone([step, step, back], 10) == {12}
        assert undone([step, step, back, step, e.Reverted(Seat(0), 11)], 10) == {12, 13, 14}
        assert undone([step, e.Reverted(Seat(0), 2)], 10) == {11}

    def test_a_whole_log_is_counted_from_1(self) -> None:
        """This is what callers get who do not say how many events came before."""
        start, step = random_game("usa", 2).log[0], e.Passed(Seat(0))

        assert undone([start, step, step, e.Reverted(Seat(0), 1)]) == {2, 3}
        assert undone([start, step, step, e.Reverted(Seat(0), 2)]) == {3}
