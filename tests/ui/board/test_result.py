"""How a game ended: the post, which hides the result, and the words behind *Details*."""

from __future__ import annotations

import pytest

import maps
from bot.text.phrases import Phrases
from bot.text.result import tie_break_note
from bot.text.words import Words
from tests.builders import a_game

TICKETS = ("chinatown--lower-east-side-1", "chinatown--wall-street-1")
NO_TICKET = ("gramercy-park--united-nations-1", "east-village--lower-east-side-1")
"""In New York both are worth six points; the first with a ticket of one point."""
PATH = ("portland--seattle-1", "seattle--vancouver-1")
APART = ("dallas--houston-1", "atlanta--nashville-1")


@pytest.mark.parametrize("language", ["en", "de"])
class TestTies:
    """Two seats with equal points, one before the other: the reader is told why (P8)."""

    def test_more_fulfilled_tickets(self, language: str) -> None:
        """They come first."""
        game = a_game("new-york").tickets("ny-13").owning(*TICKETS).owning(*NO_TICKET, seat=1)
        phrases = Phrases(Words.of(language), maps.load("new-york"), ["Guest 1", "Guest 2"])

        assert tie_break_note(game.build().score(), phrases) == [
            phrases.words.say("result-tie-tickets")
        ]

    def test_the_longer_path(self, language: str) -> None:
        """It comes first where there are as many tickets."""
        game = a_game("usa-big-cities").owning(*PATH).owning(*APART, seat=1)
        phrases = Phrases(Words.of(language), maps.load("usa-big-cities"), ["Guest 1", "Guest 2"])

        assert tie_break_note(game.build().score(), phrases) == [
            phrases.words.say("result-tie-path")
        ]

    def test_a_shared_place_needs_no_word(self, language: str) -> None:
        """Nor do different points."""
        shared = a_game("germany").seats(3).owning("dortmund--muenster-1", seat=1)
        phrases = Phrases(
            Words.of(language), maps.load("germany"), ["Guest 1", "Guest 2", "Guest 3"]
        )

        assert tie_break_note(shared.build().score(), phrases) == []
