"""Lines of history: what is left of a turn, read by whoever scrolls up."""

from __future__ import annotations

import pytest

import maps
from bot.games.model import SeatHistory
from bot.text.history import Entry, history_words, log_lines, standings_versions, turn_entries
from bot.text.phrases import Phrases
from bot.text.words import Words
from engine import events as e
from engine.ids import Card, DeckName, Piece, Seat, TicketId

ONE = Seat(0)
SHUFFLED = e.DeckShuffled(DeckName("train"), ())
FIRST = "train-red"
LONG = [("usa", 25), ("germany", 25), ("world", 25)]
"""Editions whose history names the standings every 25 turns."""


def blind(deck: str = "train", *, more: bool = False) -> e.Event:
    return e.BlindCardDrawn(ONE, DeckName(deck), Card(f"{deck}-blue"), more)


def line(language: str, edition: str, *events: e.Event, turn: int = 4) -> str:
    """These events of one turn as a line."""
    phrases = Phrases(Words.of(language), maps.load(edition), ["Guest 1", "Guest 2"])
    return history_words(turn_entries(events, 20, turn, turn), phrases, SeatHistory())


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "-# 4 · Guest 1 drew 🟥 red and 1 face-down card. The train deck was shuffled."),
        (
            "de",
            "-# 4 · Guest 1 hat 🟥 Rot und eine verdeckte Karte gezogen."
            " Der Wagenstapel wurde gemischt.",
        ),
    ],
)
def test_a_draw_is_one_sentence(language: str, said: str) -> None:
    """Whatever happens between the two cards."""
    taken = e.OpenCardTaken(ONE, 0, Card(FIRST), True)
    filled = e.DisplayFilled(0, DeckName("train"), Card(FIRST))

    assert line(language, "usa", taken, SHUFFLED, filled, blind()) == said


def test_face_down_cards_are_counted() -> None:
    """From which deck is said where there are two."""
    assert line("en", "usa", blind(more=True), blind()) == "-# 4 · Guest 1 drew 2 face-down cards."
    both = line("en", "world", blind(more=True), blind("ship"))
    one = "1 face-down card (train deck) and 1 face-down card (ship deck)"
    assert both == f"-# 4 · Guest 1 drew {one}."


def test_equal_open_cards_are_counted() -> None:
    """Two of one colour are told together."""
    first, second = (e.OpenCardTaken(ONE, slot, Card(FIRST), not slot) for slot in (0, 1))
    other = e.OpenCardTaken(ONE, 1, Card("train-pink"), False)

    assert line("en", "usa", first, second) == "-# 4 · Guest 1 drew 2× 🟥 red."
    assert line("de", "usa", first, other) == "-# 4 · Guest 1 hat 🟥 Rot und 🟪 Pink gezogen."


def test_kept_tickets_were_looked_at() -> None:
    """That goes without saying; but not while they are still on offer."""
    tickets = (TicketId("a"), TicketId("b"))
    offered = e.TicketsOffered(ONE, {}, tickets, 1)
    kept = e.TicketsKept(ONE, tickets[:1], ())

    assert line("en", "usa", offered, kept) == "-# 4 · Guest 1 kept 1 ticket and returned none."
    assert line("en", "usa", offered) == "-# 4 · Guest 1 drew 2 tickets."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Guest 1 exchanged 1 train for 1 ship, \N{MINUS SIGN}1."),
        ("de", "Guest 1 hat 1 Waggon gegen 1 Schiff getauscht, \N{MINUS SIGN}1."),
    ],
)
def test_a_single_piece_is_one(language: str, said: str) -> None:
    """On both sides of an exchange."""
    swapped = e.PiecesExchanged(ONE, Piece("train"), Piece("ship"), 1, -1)

    assert line(language, "world", swapped) == f"-# 4 · {said}"


def test_an_opening_says_what_everybody_took_along() -> None:
    """Not that the decks were shuffled; the mixes, once they are shown."""
    mixes = e.MixesRevealed(({"train": 20, "ship": 40}, {"train": 25, "ship": 35}))  # type: ignore[dict-item]

    said = line("en", "world", SHUFFLED, mixes, e.FirstPlayerDrawn(Seat(1)), turn=0)

    shown = "Guest 1 (20 trains, 40 ships), Guest 2 (25 trains, 35 ships)"
    assert said == f"-# Setup · Everyone has chosen trains and ships: {shown}. Guest 2 goes first."


def test_a_turn_that_was_taken_back_from_an_earlier_line() -> None:
    """It is a sentence of its own, before what was done instead."""
    said = line("en", "usa", e.Reverted(ONE, 12), blind(more=True), blind())

    assert said == "-# 4 · Guest 1 undid turn 4. Guest 1 drew 2 face-down cards."


class TestStandings:
    """Public points at the end of a line, after some turns and when the last round begins."""

    @pytest.mark.parametrize(
        ("language", "said"),
        [
            ("en", "After 25 turns: Guest 2 48 · Guest 1 \N{MINUS SIGN}1"),
            ("de", "Nach 25 Zügen: Guest 2 48 · Guest 1 \N{MINUS SIGN}1"),
        ],
    )
    def test_they_end_the_line(self, language: str, said: str) -> None:
        """The most points come first."""
        phrases = Phrases(Words.of(language), maps.load("usa"), ["Guest 1", "Guest 2"])
        entries = turn_entries([blind(more=True), blind()], 90, 25, 25)

        lines = history_words(entries, phrases, SeatHistory(), {25: [-1, 48]}).splitlines()

        assert len(lines) == 1
        assert lines[0].startswith("-# 25 · Guest 1 ")
        assert lines[0].endswith(f". {said}")

    @pytest.mark.parametrize(("edition", "interval"), [("new-york", 10), *LONG])
    def test_how_often(self, edition: str, interval: int) -> None:
        """A short edition names them more often."""
        entries = [Entry(100 + turn, turn, e.TurnBegan(ONE)) for turn in range(80)]

        due = standings_versions(entries, maps.load(edition))

        # The last turn has not ended.
        assert due == {turn: 100 + turn for turn in range(interval, 79, interval)}

    def test_when_the_last_round_begins(self) -> None:
        """Once, after the turn that began it."""
        news = [e.TurnBegan(ONE), blind(), e.LastRoundBegan(ONE, 2), e.TurnBegan(Seat(1)), blind()]

        due = standings_versions(turn_entries(news, 200, 60, 62), maps.load("usa"))

        assert due == {61: 203}


class TestLog:
    """The page of the log: one line per draw."""

    def lines(self, language: str, *events: e.Event) -> list[str]:
        """The lines of these events."""
        phrases = Phrases(Words.of(language), maps.load("usa"), ["Guest 1", "Guest 2"])
        return log_lines(events, phrases, SeatHistory())

    @pytest.mark.parametrize(
        ("language", "said"),
        [
            ("en", "Guest 1 drew 🟥 red and 1 face-down card."),
            ("de", "Guest 1 hat 🟥 Rot und eine verdeckte Karte gezogen."),
        ],
    )
    def test_two_cards_of_a_turn_share_a_line(self, language: str, said: str) -> None:
        """The next turn has a line of its own."""
        taken = e.OpenCardTaken(ONE, 0, Card(FIRST), True)
        filled = e.DisplayFilled(0, DeckName("train"), Card(FIRST))

        lines = self.lines(language, taken, filled, blind(), e.TurnBegan(ONE), taken, blind())

        assert lines == [said, said]

    def test_what_was_undone_is_struck_through(self) -> None:
        """The cards of the new attempt are on another line."""
        taken = e.OpenCardTaken(ONE, 0, Card(FIRST), True)

        lines = self.lines("en", e.TurnBegan(ONE), taken, e.Reverted(ONE, 1), taken, blind())

        assert lines == [
            "~~Guest 1 drew 🟥 red.~~",
            "Guest 1 undid their last move.",
            "Guest 1 drew 🟥 red and 1 face-down card.",
        ]

    def test_only_the_second_card_was_undone(self) -> None:
        """The first is still there."""
        first, second = (e.OpenCardTaken(ONE, slot, Card(FIRST), not slot) for slot in (0, 1))

        lines = self.lines("en", e.TurnBegan(ONE), first, second, e.Reverted(ONE, 2))

        assert lines[:2] == ["Guest 1 drew 🟥 red.", "~~Guest 1 drew 🟥 red.~~"]
