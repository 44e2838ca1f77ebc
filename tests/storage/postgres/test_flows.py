"""What people do at a table, with everything kept on a PostgreSQL server.

A whole game is played there in `test_games.py`; presses at the same instant are in
`test_two_at_once.py`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.storage.store import open_store
from bot.text.words import Words
from engine.questions import SecondDraw
from sandbox.world.people import Person
from tests.storage.test_store import whole_of
from tests.support.clock_tables import HOUR, MODERATOR, clock_tables
from tests.support.players import ByButtons
from tests.support.postgres import Cluster
from tests.support.running_bot import RunningBot, running_bot

EN = Words.of("en").say


@pytest.fixture
async def bot(postgres: Cluster) -> AsyncIterator[RunningBot]:
    async with running_bot(await postgres.new_schema()) as made:
        yield made


async def on_turn(bot: RunningBot) -> tuple[str, Person, list[Person]]:
    """A game past its opening: who is on turn, and the others."""
    game = await bot.start_game("new-york", bot.guest, bot.other)
    people = {bot.guest.id: (bot.guest, "de"), bot.other.id: (bot.other, "en")}
    while (snapshot := await bot.games.snapshot(game)).state.turn is None:
        seat = next(iter(snapshot.state.waiting))
        person, language = people[snapshot.table.seats[seat].user_id or 0]
        player = ByButtons(bot, "new-york", person, language)
        await player.answer(snapshot.state.waiting[seat])
        await bot.wait_idle()
    mover = people.pop(snapshot.table.seats[snapshot.state.turn].user_id or 0)[0]
    return game, mover, [person for person, _ in people.values()]


async def test_a_lobby(bot: RunningBot) -> None:
    """People sit down and leave again, and everybody sees it."""
    await bot.moderator.slash(bot.channel, "game new", edition="new-york")
    await bot.wait_idle()
    for person in (bot.guest, bot.other):
        await person.press(bot.newest_post(), EN("button-join"))
    await bot.wait_idle()
    assert "Guest 2" in bot.newest_post().text
    assert "Guest 3" in bot.newest_post().text

    await bot.guest.press(bot.newest_post(), EN("button-leave"))
    await bot.wait_idle()

    assert "Guest 2" not in bot.newest_post().text
    assert await bot.store.posts.pending_tables() == []


async def test_a_step_is_taken_back(bot: RunningBot) -> None:
    """After a card was drawn blind, the other one has to agree."""
    game, mover, (other,) = await on_turn(bot)
    await mover.slash(bot.channel, "draw", card="deck:taxi")
    await bot.wait_idle()

    refused = await mover.slash(bot.channel, "undo")
    await mover.press(refused, Words.of(mover.user.locale).say("button-ask-undo"))
    await bot.wait_idle()
    await other.press(bot.newest_post(), EN("button-agree-undo"))
    await bot.wait_idle()

    state = (await bot.games.snapshot(game)).state
    assert not any(isinstance(question, SecondDraw) for question in state.waiting.values())


async def test_a_restart(bot: RunningBot) -> None:
    """The game goes on where it stood, from the posts that are there."""
    game, mover, _ = await on_turn(bot)
    before, post = (await bot.games.snapshot(game)).version, bot.board().id

    await bot.stop()
    await bot.start()
    await bot.wait_idle()

    assert bot.board().id == post
    language = "de" if mover is bot.guest else "en"
    snapshot = await bot.games.snapshot(game)
    seat = snapshot.table.seat_of(mover.id)
    player = ByButtons(bot, "new-york", mover, language)
    await player.answer(snapshot.state.waiting[seat])
    await bot.wait_idle()
    assert (await bot.games.snapshot(game)).version > before
    assert await bot.store.posts.pending_tables() == []


async def test_an_order(bot: RunningBot) -> None:
    """What was said ahead is played when its turn comes, also after a restart."""
    game, mover, (other,) = await on_turn(bot)
    say = Words.of(other.user.locale[:2]).say
    panel = await other.slash(bot.channel, "plan")
    for key in ("change", "go-list", "only", "go-review", "give"):
        panel = await other.press(panel, say(f"order-button-{key}"))
    await bot.stop()
    await bot.start()

    for _ in range(2):
        await mover.slash(bot.channel, "draw", card="deck:taxi")
        await bot.wait_idle()

    snapshot = await bot.games.snapshot(game)
    assert snapshot.state.turn == snapshot.table.seat_of(mover.id)
    assert snapshot.table.order(snapshot.table.seat_of(other.id)).seen.played == 1
    moves = (await bot.store.games.moves(game))[-2:]
    assert [(move.maker, move.user_id) for move in moves] == 2 * [("person", other.id)]


async def test_time_is_up(postgres: Cluster) -> None:
    """The caretaker plays that turn, and a pause stops the clock, also for another program."""
    server = await postgres.new_schema()
    async with clock_tables(server) as tables:
        game = await tables.start_past_opening()
        await tables.advance(72 * HOUR)
        assert "caretaker" in await tables.move_makers(game)
        assert "line-timed-out" in await tables.notice_keys(game)

        await tables.games.pauses.pause(game, MODERATOR)
        moves = len(await tables.move_makers(game))
        tables.restart()
        await tables.advance(72 * HOUR)
        assert len(await tables.move_makers(game)) == moves

        other = await open_store(server)
        assert (await whole_of(other, game)).pause.is_on
        await other.close()
