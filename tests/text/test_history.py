"""Lines of history: what is left of a turn, read by whoever scrolls up."""

from __future__ import annotations

import pytest

import maps
from bot.games.model import SeatHistory
from bot.text.history import history_words, turn_entries
from bot.text.phrases import Phrases
from bot.text.words import Words
from engine import events as e
from engine.ids import Card, DeckName, Piece, Seat, TicketId

ONE = Seat(0)
SHUFFLED = e.DeckShuffled(DeckName("train"), ())
FIRST = "train-red"


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
