"""Whole games through the sandbox: real client, real sockets, real databases."""

from __future__ import annotations

import logging
from itertools import chain, cycle
from pathlib import Path

import pytest

from bot.games.table import GameSnapshot
from bot.text.words import Words
from engine.events import PiecePlaced
from engine.record import verify
from render import signed
from tests.builders import BOARDS
from tests.support.players import ByButtons, ByCommands, Player, play_to_the_end
from tests.support.postgres import Cluster
from tests.support.running_bot import RunningBot, running_bot
from tests.support.secrecy import PRESSED, Secrets, check_controls, check_logs, check_secrecy


async def check_told(bot: RunningBot, snapshot: GameSnapshot) -> None:
    """Every player is called, and their direct message leads to the result without naming it."""
    post, sheet = bot.newest_post(), snapshot.scores()
    for person in bot.sandbox.people():
        seat = next((s.seat for s in snapshot.table.seats if s.user_id == person.id), None)
        if seat is None:
            continue
        assert f"<@{person.id}>" in post.text
        (last,) = [m for m in person.sees(person.direct) if not m.ephemeral]
        say = Words.of(person.user.locale).say
        title = snapshot.table.rules.spec.title(Words.of(person.user.locale).language)
        assert say("hand-over", edition=title) in last.text
        assert str(post.id) in last.text
        assert signed(sheet.totals[seat], plus="") not in last.text.partition("http")[0]


def check_history(bot: RunningBot, words: Words, players: int) -> None:
    """The channel reads like a log: the lobby, a line for each turn in order, the end."""
    first, *lines, _ = [m for m in bot.moderator.sees(bot.channel) if not m.ephemeral]
    assert words.say("lobby-playing") in first.text
    turns = []
    for message in lines:
        assert not message.buttons
        assert not message.files
        for line in message.text.splitlines():
            mark = line.removeprefix("-# ").partition(" · ")[0]
            turns.append(0 if mark == words.say("history-opening") else int(mark))
    # Bots have chosen before anybody was told.
    opening = lines[0].text.splitlines()[0]
    kept = [
        words.say("event-TicketsKept", player="", count=count, returned=returned)
        for count in range(1, 6)
        for returned in range(4)
    ]
    assert sum(opening.count(each) for each in kept) == players
    assert turns == sorted(turns)
    assert len(set(turns)) == len(turns) > 20


async def check_end(
    bot: RunningBot, game: str, caplog: pytest.LogCaptureFixture, language: str = "en"
) -> None:
    """The channel shows the engine's scores, the game is proven, and nobody saw too much."""
    snapshot = await bot.games.snapshot(game)
    words, sheet, post = Words.of(language), snapshot.scores(), bot.newest_post()
    assert words.say("board-over") in post.text
    (line,) = (row for row in post.text.splitlines() if row.startswith("||"))
    assert line.endswith("||")
    places = line.removesuffix("||").split(" · ")
    for place, seat in zip(places, chain(*sheet.places), strict=False):
        assert snapshot.table.seats[seat].name in place
        assert signed(sheet.totals[seat], plus="") in place
    details = await bot.moderator.press(post, words.say("button-details"))
    scores = await bot.moderator.slash(bot.channel, "scores")
    for answer in (details, scores):
        for seat, total in zip(snapshot.table.seats, sheet.totals, strict=True):
            assert f"**{seat.name}**: {signed(total, plus='')} " in answer.text
    await check_told(bot, snapshot)
    check_history(bot, words, len(snapshot.table.seats))
    assert [file.name for file in post.files] == ["reveal.gif", "scores.png"]
    assert post.labels == [words.say("button-rematch"), words.say("button-details")]
    assert sum(bool(m.buttons) for m in bot.moderator.sees(bot.channel) if not m.ephemeral) == 1

    record = await bot.games.cache.export_record(game)
    assert verify(record, snapshot.table.rules).finished
    log, people = await bot.store.games.log(game), bot.sandbox.people()
    secrets = [Secrets(snapshot, log, bot.services.translator.emoji)]
    check_secrecy(secrets, people)
    assert check_controls(secrets, people) >= PRESSED
    lines = [record.getMessage() + str(record.exc_text or "") for record in caplog.records]
    check_logs(secrets, lines, bot.sandbox.token)
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
    async with running_bot(tmp_path / "games.db", locale=locale) as bot:
        await whole_game(bot, edition, locale[:2], caplog)


async def test_a_whole_game_on_a_server(
    postgres: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    """The same with PostgreSQL, and after a restart; the bot cannot tell the difference."""
    async with running_bot(await postgres.new_schema()) as bot:
        await bot.stop()
        await bot.start()

        await whole_game(bot, "new-york", "en", caplog)


async def whole_game(
    bot: RunningBot, edition: str, posts: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Played from the lobby to the end by buttons, by commands and by a bot."""
    game = await bot.start_game(edition, bot.guest, bot.other, bots=1)
    table = (await bot.games.snapshot(game)).table
    typist = ByCommands(bot, edition, bot.other, "en")
    seat = table.seat_of(bot.other.id)
    players: dict[int, Player] = {
        table.seat_of(bot.guest.id): ByButtons(bot, edition, bot.guest, "de", posts),
        seat: typist,
    }

    await play_to_the_end(bot, game, players)

    await check_end(bot, game, caplog, posts)
    built = [e for e in await bot.store.games.log(game) if isinstance(e, PiecePlaced)]
    assert typist.harbours == sum(event.seat == seat for event in built)
