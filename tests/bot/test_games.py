"""Whole games through the sandbox: real client, real sockets, a real SQLite file."""

from __future__ import annotations

import logging
from itertools import cycle
from pathlib import Path

import pytest

from bot.language.words import Words
from engine.events import PiecePlaced
from engine.record import verify
from tests.bot.players import ByButtons, ByCommands, Player, play_to_the_end
from tests.bot.secrets import Secrets, check_logs, check_secrecy
from tests.bot.stage import BotStage, on_stage
from tests.builders import BOARDS


async def check_end(
    stage: BotStage, game: str, caplog: pytest.LogCaptureFixture, language: str = "en"
) -> None:
    """The channel shows the engine's scores, the game is proven, and nobody saw too much."""
    outcome = await stage.desk.service.look(game)
    words, sheet, post = Words.of(language), outcome.scores(), stage.post()
    assert words.say("board-over") in post.text
    for seat, total in zip(outcome.table.seats, sheet.totals, strict=True):
        assert f"**{seat.name}**: {total} " in post.text
    assert [file.name for file in post.files] == ["reveal.gif", "scores.png"]
    assert post.labels == [words.say("button-rematch")]
    assert sum(bool(m.buttons) for m in stage.moderator.sees(stage.hall) if not m.ephemeral) == 1

    record = await stage.desk.service.record(game)
    assert verify(record, outcome.table.rules).finished
    secrets = Secrets(outcome, await stage.store.log(game))
    check_secrecy(secrets, stage.sandbox.people(), dict(stage.desk.emoji), stage.hall.id)
    lines = [record.getMessage() + str(record.exc_text or "") for record in caplog.records]
    check_logs(secrets, lines, stage.sandbox.token)
    ours = [r for r in caplog.records if r.name.startswith("bot")]
    assert not [r for r in ours if r.levelno >= logging.WARNING]


@pytest.fixture
def caplog(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG, "bot")
    logging.getLogger("sandbox").setLevel(logging.ERROR)
    return caplog


@pytest.mark.parametrize(
    ("edition", "locale"),
    list(zip((*BOARDS, "usa-69"), cycle(("de", "en-US")), strict=False)),
)
async def test_a_whole_game(
    tmp_path: Path, edition: str, locale: str, caplog: pytest.LogCaptureFixture
) -> None:
    """One person presses and never types, one types and never presses, and a bot; others look on.

    The one reads German, the other English, and the server has a language of its own.
    """
    async with on_stage(tmp_path / "games.db", locale=locale) as stage:
        posts = locale[:2]
        game = await stage.open(edition, stage.guest, stage.other, bots=1)
        table = (await stage.desk.service.look(game)).table
        typist = ByCommands(stage, edition, stage.other, "en")
        seat = table.seat_of(stage.other.id)
        players: dict[int, Player] = {
            table.seat_of(stage.guest.id): ByButtons(stage, edition, stage.guest, "de", posts),
            seat: typist,
        }

        await play_to_the_end(stage, game, players)

        await check_end(stage, game, caplog, posts)
        built = [e for e in await stage.store.log(game) if isinstance(e, PiecePlaced)]
        assert typist.harbours == sum(event.seat == seat for event in built)
