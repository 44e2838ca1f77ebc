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
from tests.support.bot_stage import BotStage, on_stage
from tests.support.clock_tables import HOUR, MODERATOR, clock_hall
from tests.support.players import ByButtons
from tests.support.postgres import Cluster

EN = Words.of("en").say


@pytest.fixture
async def stage(postgres: Cluster) -> AsyncIterator[BotStage]:
    async with on_stage(await postgres.fresh()) as made:
        yield made


async def on_turn(stage: BotStage) -> tuple[str, Person, list[Person]]:
    """A game past its opening: who is on turn, and the others."""
    game = await stage.open("new-york", stage.guest, stage.other)
    people = {stage.guest.id: (stage.guest, "de"), stage.other.id: (stage.other, "en")}
    while (snapshot := await stage.games.snapshot(game)).state.turn is None:
        seat = next(iter(snapshot.state.waiting))
        person, language = people[snapshot.table.seats[seat].user_id or 0]
        player = ByButtons(stage, "new-york", person, language)
        await player.answer(snapshot.state.waiting[seat])
        await stage.told()
    mover = people.pop(snapshot.table.seats[snapshot.state.turn].user_id or 0)[0]
    return game, mover, [person for person, _ in people.values()]


async def test_a_lobby(stage: BotStage) -> None:
    """People sit down and leave again, and everybody sees it."""
    await stage.moderator.slash(stage.hall, "game new", edition="new-york")
    await stage.told()
    for person in (stage.guest, stage.other):
        await person.press(stage.post(), EN("button-join"))
    await stage.told()
    assert "Guest 2" in stage.post().text
    assert "Guest 3" in stage.post().text

    await stage.guest.press(stage.post(), EN("button-leave"))
    await stage.told()

    assert "Guest 2" not in stage.post().text
    assert await stage.store.posts.pending_tables() == []


async def test_a_step_is_taken_back(stage: BotStage) -> None:
    """After a card was drawn blind, the other one has to agree."""
    game, mover, (other,) = await on_turn(stage)
    await mover.slash(stage.hall, "draw", card="deck:taxi")
    await stage.told()

    refused = await mover.slash(stage.hall, "undo")
    await mover.press(refused, Words.of(mover.user.locale).say("button-ask-undo"))
    await stage.told()
    await other.press(stage.post(), EN("button-agree-undo"))
    await stage.told()

    state = (await stage.games.snapshot(game)).state
    assert not any(isinstance(question, SecondDraw) for question in state.waiting.values())


async def test_a_restart(stage: BotStage) -> None:
    """The game goes on where it stood, from the posts that are there."""
    game, mover, _ = await on_turn(stage)
    before, post = (await stage.games.snapshot(game)).version, stage.board().id

    await stage.stop()
    await stage.start()
    await stage.told()

    assert stage.board().id == post
    language = "de" if mover is stage.guest else "en"
    snapshot = await stage.games.snapshot(game)
    seat = snapshot.table.seat_of(mover.id)
    player = ByButtons(stage, "new-york", mover, language)
    await player.answer(snapshot.state.waiting[seat])
    await stage.told()
    assert (await stage.games.snapshot(game)).version > before
    assert await stage.store.posts.pending_tables() == []


async def test_an_order(stage: BotStage) -> None:
    """What was said ahead is played when its turn comes, also after a restart."""
    game, mover, (other,) = await on_turn(stage)
    say = Words.of(other.user.locale[:2]).say
    panel = await other.slash(stage.hall, "orders show")
    for key in ("order-button-only", "order-button-go-review", "order-button-give"):
        panel = await other.press(panel, say(key))
    await stage.stop()
    await stage.start()

    for _ in range(2):
        await mover.slash(stage.hall, "draw", card="deck:taxi")
        await stage.told()

    snapshot = await stage.games.snapshot(game)
    assert snapshot.state.turn == snapshot.table.seat_of(mover.id)
    assert snapshot.table.order(snapshot.table.seat_of(other.id)).seen.played == 1
    moves = (await stage.store.games.moves(game))[-2:]
    assert [(move.maker, move.user_id) for move in moves] == 2 * [("person", other.id)]


async def test_time_is_up(postgres: Cluster) -> None:
    """The caretaker plays that turn, and a pause stops the clock, also for another program."""
    server = await postgres.fresh()
    async with clock_hall(server) as hall:
        game = await hall.begun()
        await hall.wait(72 * HOUR)
        assert "caretaker" in await hall.makers(game)
        assert "line-timed-out" in await hall.lines(game)

        await hall.games.pauses.pause(game, MODERATOR)
        moves = len(await hall.makers(game))
        hall.restart()
        await hall.wait(72 * HOUR)
        assert len(await hall.makers(game)) == moves

        other = await open_store(server)
        assert (await whole_of(other, game)).pause.is_on
        await other.close()
