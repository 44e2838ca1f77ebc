"""How a game ended: the post, which hides the result, and the words behind *Details*."""

from __future__ import annotations

from pathlib import Path

import pytest

import maps
from bot.games.progress import Progress
from bot.games.table import GameSnapshot
from bot.text.phrases import Phrases
from bot.text.result import tie_break_note
from bot.text.words import Words
from bot.ui.board.view import board_screen
from tests.builders import a_game
from tests.engine.random_games import random_game
from tests.support.running_bot import running_bot
from tests.ui.turn.test_hand import a_table

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


@pytest.mark.parametrize("language", ["en", "de"])
class TestFinale:
    """The post of a finished game."""

    async def test_it_hides_the_result(self, tmp_path: Path, language: str) -> None:
        """The reveal, the score sheet as a spoiler, one spoiler line, and the buttons below it."""
        say = Words.of(language).say
        async with running_bot(tmp_path / "games.db", locale=language) as bot:
            game = await bot.start_game("new-york", bots=2)
            post, sheet = bot.newest_post(), (await bot.games.snapshot(game)).scores()

        (box,) = post.components
        head, reveal, scores, ranking, row, small = box["components"]
        assert head["content"].startswith("## New York\n" + say("board-over"))
        assert [item["items"][0].get("spoiler", False) for item in (reveal, scores)] == [
            False,
            True,
        ]
        alt = scores["items"][0]["description"]
        assert alt == say("alt-scores")
        best = sheet.places[0][0]
        winner = say(
            "result-winner", players=f"Bot {best + 1}", winners=1, points=max(sheet.totals)
        )
        assert ranking["content"].startswith(f"||{winner} · 2. ")
        assert ranking["content"].endswith("||")
        assert [b["label"] for b in row["components"]] == [
            say("button-rematch"),
            say("button-details"),
        ]
        assert small["content"] == f"-# {say('fair-line-over')}"

    def test_shared_victory(self, language: str) -> None:
        """All winners are named together."""
        winners = Words.of(language).join_list(["Guest 1", "Guest 2"], "and")

        said = Words.of(language).say("result-winner", players=winners, winners=2, points=9)

        assert said.startswith(f"🏆 **{winners}** " + {"en": "win ", "de": "gewinnen "}[language])

    def test_the_last_round_is_the_headline(self, language: str) -> None:
        """Before it there is none, and it counts down."""
        game, table = random_game("new-york", 2), a_table("new-york", 2)
        phrases = Phrases(Words.of(language), maps.load("new-york"), ["Guest 1", "Guest 2"])
        table.progress = Progress.from_events(2, game.log)
        heads = []
        for moment in game.moments:
            table.state = moment.state
            screen = board_screen(GameSnapshot(table, moment.state, ()), phrases, ())
            if moment.state.turn is not None:
                heads.append(screen.items[0].content.splitlines()[0])

        last = [phrases.words.say("board-last-round", count=count) for count in (2, 1)]
        shown = list(dict.fromkeys(head for head in heads if not head.startswith("### ")))
        assert shown == [f"## {each}" for each in last]
        assert heads[0].startswith("### New York")
