"""Two programs on one file, and presses that are delivered twice: nothing is lost or done twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from itertools import cycle
from random import Random
from typing import Any

import msgspec
import pytest

from bot.database_url import Location
from bot.games.cache import OVERLAP
from bot.games.errors import ChannelTaken, IdTaken, LobbyError
from bot.games.job_runner import JobRunner
from bot.games.model import Mark, Options, Who
from bot.games.service import Games, make_games
from bot.games.table import Table
from bot.storage.database import Statement
from bot.storage.store import Store, open_store
from engine.actions import DrawBlind, DrawOpen, KeepTickets, Pass
from engine.ai.random_agent import any_action
from engine.errors import IllegalAction, StaleGame
from engine.ids import DeckName, Seat
from engine.questions import SecondDraw
from engine.record import verify
from tests.storage.test_store import a_row

COMPILED = {"chance", "rules"}
"""What of a table is not read, but follows from the rest."""
PAIRS = 12
"""Each pair of presses at the same instant is tried so often."""


class Pair:
    """Two services that know of each other only by the file, and a table of New York."""

    def __init__(self, stores: list[Store]) -> None:
        self.one, self.two = (make_games(store) for store in stores)
        self.store = stores[0]
        self._channel = 0

    async def lobby(self, *users: int, options: Options | None = None) -> str:
        """A new table with these people."""
        self._channel += 1
        lobby = await self.one.lobby.open("new-york", 1, self._channel, 11, "en", options)
        for user in users:
            await self.one.lobby.join(lobby.row.id, user, f"Guest {user}", f"word-{user}")
        return lobby.row.id

    async def game(self, *users: int) -> str:
        """A game past its opening; the other service has it in its memory too."""
        game = await self.lobby(*users)
        await self.one.play.start(game)
        while (snapshot := await self.two.snapshot(game)).state.turn is None:
            seat = Seat(next(iter(snapshot.state.waiting)))
            question = snapshot.view(seat).waiting
            kept = question.offered[: question.keep]  # type: ignore[union-attr]
            await self.one.play.act(game, users[seat], None, lambda s, k=kept: KeepTickets(s, k))
        return game


@pytest.fixture
async def pair(place: Location) -> AsyncIterator[Pair]:
    stores = [await open_store(place) for _ in range(2)]
    yield Pair(stores)
    for store in stores:
        await store.close()


async def both(*calls: Coroutine[Any, Any, object]) -> list[object]:
    """What came of them, errors too."""
    return await asyncio.gather(*calls, return_exceptions=True)


async def known(service: Games, game: str) -> dict[str, object]:
    """All that a service finds out about a table."""
    table = (await service.snapshot(game)).table
    return {name: getattr(table, name) for name in Table.__slots__ if name not in COMPILED}


class TestTwoServices:
    """Presses at the same instant, each in another program."""

    async def test_two_join(self, pair: Pair) -> None:
        """Both have a seat."""
        for _ in range(PAIRS):
            game = await pair.lobby()

            await both(
                pair.one.lobby.join(game, 11, "Guest 1", "a"),
                pair.two.lobby.join(game, 12, "Guest 2", "b"),
            )

            assert {s.user_id for s in await pair.store.games.seats(game)} == {11, 12}

    async def test_two_join_and_one_seat_is_left(self, pair: Pair) -> None:
        """One of them has it; the other is told that the table is full."""
        for _ in range(PAIRS):
            game = await pair.lobby(11, options=Options(seats=2))

            done = await both(
                pair.one.lobby.join(game, 12, "Guest 2", "a"),
                pair.two.lobby.join(game, 13, "Guest 3", "b"),
            )

            assert len(await pair.store.games.seats(game)) == 2
            assert sum(isinstance(each, LobbyError) for each in done) == 1

    async def test_somebody_joins_while_it_starts(self, pair: Pair) -> None:
        """The game has as many players as seats, and the shuffle follows from their words."""
        for _ in range(PAIRS):
            game = await pair.lobby(11, 12)

            await both(pair.one.play.start(game), pair.two.lobby.join(game, 13, "Guest 3", "c"))

            snapshot = await pair.two.snapshot(game)
            assert len(snapshot.state.players) == len(await pair.store.games.seats(game))
            words = [seat.word for seat in await pair.store.games.seats(game)]
            assert words == [seat.word for seat in snapshot.table.seats]

    async def test_a_row_that_was_read_too_early(self, pair: Pair) -> None:
        """What it says is not believed, neither by who has changed it since nor by the other."""
        game = await pair.lobby(11, 12)
        await pair.one.play.start(game)
        snapshot = await pair.two.snapshot(game)
        row = snapshot.table.row
        for service, seat, user in ((pair.one, Seat(0), 11), (pair.two, Seat(1), 12)):
            question = snapshot.view(seat).waiting
            kept = question.offered[: question.keep]  # type: ignore[union-attr]
            await service.play.act(game, user, None, lambda s, k=kept: KeepTickets(s, k), row=row)  # type: ignore[misc]

        assert (await pair.one.snapshot(game, row)).state.turn is not None
        assert (await pair.two.snapshot(game, row)).state.turn is not None
        assert len(await pair.store.games.moves(game)) == 2

    async def test_two_agree(self, pair: Pair) -> None:
        """Both count: with the second of them the step is taken back."""
        for _ in range(PAIRS):
            game = await pair.game(11, 12, 13)
            snapshot = await pair.one.snapshot(game)
            mover = snapshot.table.seats[snapshot.state.turn or 0]
            deck = next(iter(snapshot.state.decks))
            assert mover.user_id
            await pair.one.play.act(game, mover.user_id, None, lambda s, d=deck: DrawBlind(s, d))
            await pair.one.play.ask_undo(game, mover.user_id)
            one, two = (u for u in (11, 12, 13) if u != mover.user_id)

            await both(pair.one.play.agree(game, one), pair.two.play.agree(game, two))

            back = await pair.two.snapshot(game)
            assert not isinstance(back.state.waiting[mover.seat], SecondDraw)
            assert back.undo_request is None

    async def test_two_move(self, pair: Pair) -> None:
        """One card is drawn, not two: the second answers a question that is no longer asked."""
        for _ in range(PAIRS):
            game = await pair.game(11, 12)
            snapshot = await pair.one.snapshot(game)
            seat = snapshot.state.turn
            assert seat is not None
            number, deck = snapshot.state.question_numbers[seat], next(iter(snapshot.state.decks))
            before = len(await pair.store.games.moves(game))

            done = await both(
                *(
                    s.play.act(game, 11 + seat, number, lambda s, d=deck: DrawBlind(s, d))
                    for s in (pair.one, pair.two)
                )
            )

            assert len(await pair.store.games.moves(game)) == before + 1
            assert sum(isinstance(each, StaleGame) for each in done) == 1

    async def test_two_choose_at_the_opening(self, pair: Pair) -> None:
        """Nobody waits for another: both choices are kept."""
        for _ in range(PAIRS):
            game = await pair.lobby(11, 12)
            snapshot = await pair.one.play.start(game)
            offers = [snapshot.view(Seat(n)).waiting.offered for n in (0, 1)]  # type: ignore[union-attr]
            await pair.two.snapshot(game)

            done = await both(
                pair.one.play.act(game, 11, None, lambda s, k=offers[0]: KeepTickets(s, k)),
                pair.two.play.act(game, 12, None, lambda s, k=offers[1]: KeepTickets(s, k)),
            )

            assert not [each for each in done if isinstance(each, Exception)]
            assert (await pair.two.snapshot(game)).state.turn is not None

    async def test_the_other_s_memory_is_not_stale(self, pair: Pair) -> None:
        """What one has played, the other sees, also a new owner of a seat."""
        game = await pair.game(11, 12)
        for _ in range(6):
            snapshot = await pair.one.snapshot(game)
            seat = next(iter(snapshot.state.waiting))
            deck = next(iter(snapshot.state.decks))
            moved = await pair.one.play.act(
                game, 11 + seat, None, lambda s, d=deck: DrawBlind(s, d)
            )
            assert (await pair.two.snapshot(game)).version == moved.version
        await pair.one.handovers.hand_over(game, Seat(0), Who(99, "Guest 9"), Who(1, "Moderator"))
        await pair.one.handovers.agree_to_handover(game, Seat(0), 11)
        await pair.one.handovers.accept(game, Seat(0), 99)

        assert (await pair.two.snapshot(game)).table.seat_of(99) == 0

    async def test_what_is_known_goes_on_as_it_was_kept(self, pair: Pair) -> None:
        """By turns in one and the other, with steps taken back and a caretaker, till the end."""
        game, rng, taken_back = await pair.game(11, 12, 13), Random(5), 0
        await pair.one.seats.give_up(game, 12)
        for service, other in cycle([(pair.one, pair.two), (pair.two, pair.one)]):
            await JobRunner(service, pair.store).run_table(game)
            snapshot = await service.snapshot(game)
            if snapshot.state.over:
                break
            seat = Seat(next(iter(snapshot.state.waiting)))
            action = any_action(snapshot.menu(seat), rng)
            await service.play.act(game, 11 + seat, None, lambda _, it=action: it)
            if rng.random() < 0.5:
                with suppress(IllegalAction):
                    await service.play.undo(game, 11 + seat)
                    taken_back += 1

            assert await known(other, game) == await known(make_games(pair.store), game)
        assert taken_back
        assert (await other.snapshot(game)).table.past.helped

    async def test_what_is_known_is_not_read_again(
        self, pair: Pair, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One way to the store brings what is new; of what was known, only the last events."""
        game = await pair.game(11, 12)
        before, games, asked = await pair.two.snapshot(game), pair.two.writer._store.games, []

        async def since(id: str, mark: Mark, version: int = 0) -> object:
            asked.append(version)
            return await type(games).load_since(games, id, mark, version)  # type: ignore[attr-defined]

        monkeypatch.setattr(games, "load_since", since)
        seat = before.state.turn
        assert seat is not None
        await pair.one.play.act(game, 11 + seat, None, lambda s: DrawBlind(s, DeckName("taxi")))

        assert (await pair.two.snapshot(game)).version > before.version
        assert asked == [before.version - OVERLAP]

    @pytest.mark.parametrize("moves", [1, 4])
    async def test_what_is_known_is_not_what_stands(self, pair: Pair, moves: int) -> None:
        """A replica took over that lacks a move: nobody goes on from what was lost."""
        game = await pair.game(11, 12)
        kept, deck = await pair.one.snapshot(game), DeckName("taxi")
        seat = kept.state.turn
        assert seat is not None
        await pair.two.play.act(game, 11 + seat, None, lambda s: DrawBlind(s, deck))
        changes, version = kept.table.row.changes, kept.version
        await pair.store.database.write(
            Statement("DELETE FROM events WHERE game_id = $1 AND seq > $2", (game, version)),
            Statement("DELETE FROM actions WHERE game_id = $1 AND n > $2", (game, changes)),
            Statement(
                "UPDATE games SET changes = $2, version = $3 WHERE id = $1",
                (game, changes, version),
            ),
        )
        moved = await pair.one.play.act(game, 11 + seat, None, lambda s: DrawOpen(s, 0, deck))
        for _ in range(moves - 1):
            seat = Seat(next(iter(moved.state.waiting)))
            action = any_action(moved.menu(seat), Random(1))
            moved = await pair.one.play.act(game, 11 + seat, None, lambda _, it=action: it)

        assert await known(pair.two, game) == await known(make_games(pair.store), game)

    async def test_two_take_one_seat(self, pair: Pair) -> None:
        """One of them has it; the other reads whose it is."""
        for _ in range(PAIRS):
            game = await pair.game(11, 12)
            await pair.one.seats.give_up(game, 11)

            done = await both(
                pair.one.seats.take(game, Seat(0), Who(13, "Guest 3")),
                pair.two.seats.take(game, Seat(0), Who(14, "Guest 4")),
            )

            (refused,) = [each for each in done if isinstance(each, LobbyError)]
            owner = (await pair.store.games.seats(game))[0]
            assert owner.user_id in (13, 14)
            assert (refused.code, refused.facts) == ("not-free", {"player": owner.name})

    async def test_two_consents(self, pair: Pair) -> None:
        """Newcomer and owner agree at the same instant: the seat changes hands, once."""
        for _ in range(PAIRS):
            game = await pair.game(11, 12)
            await pair.one.handovers.hand_over(
                game, Seat(0), Who(99, "Guest 9"), Who(1, "Moderator")
            )

            done = await both(
                pair.one.handovers.accept(game, Seat(0), 99),
                pair.two.handovers.agree_to_handover(game, Seat(0), 11),
            )

            assert sorted(map(bool, done)) == [False, True]
            seat = (await pair.store.games.seats(game))[0]
            assert (seat.user_id, seat.owners) == (99, 2)
            assert await pair.store.games.handovers(game) == []

    async def test_the_owner_moves_while_the_seat_is_taken(self, pair: Pair) -> None:
        """Whoever comes first: one move or none, and one owner."""
        for _ in range(PAIRS):
            game = await pair.game(11, 12)
            snapshot = await pair.one.snapshot(game)
            seat, deck = snapshot.state.turn or Seat(0), next(iter(snapshot.state.decks))

            done = await both(
                pair.one.play.act(game, 11 + seat, None, lambda s, d=deck: DrawBlind(s, d)),
                pair.two.seats.give_up(game, 11 + seat),
            )

            row = (await pair.store.games.seats(game))[seat]
            assert row.is_free
            assert not isinstance(done[1], Exception)

    async def test_a_full_table_starts_once(self, pair: Pair) -> None:
        """Whoever notices first begins."""
        game = await pair.lobby(11, 12, options=Options(seats=2, when_full=True))

        started = await both(pair.one.play.start_if_full(game), pair.two.play.start_if_full(game))

        assert sorted(map(bool, started)) == [False, True]

    async def test_bots_are_played_once(self, pair: Pair) -> None:
        """Two drivers at one table: every step is kept once, and the game can be proven."""
        game = await pair.lobby()
        for _ in range(3):
            await pair.one.lobby.add_bot(game)
        await pair.one.play.start(game)

        drivers = [JobRunner(service, pair.store) for service in (pair.one, pair.two)]
        await asyncio.gather(*(driver.run_table(game) for driver in drivers))

        snapshot = await pair.one.snapshot(game)
        assert snapshot.state.over
        assert verify(await pair.two.cache.export_record(game), snapshot.table.rules).finished


class TestTwice:
    """The same press, delivered again: it does nothing and answers how things stand."""

    async def test_a_move(self, pair: Pair) -> None:
        """Also by the other program."""
        game = await pair.game(11, 12)
        snapshot = await pair.one.snapshot(game)
        user, deck = 11 + (snapshot.state.turn or 0), next(iter(snapshot.state.decks))
        before = len(await pair.store.games.moves(game))

        done = [
            await service.play.act(game, user, None, lambda s: DrawBlind(s, deck), 777)
            for service in (pair.one, pair.one, pair.two)
        ]

        assert len(await pair.store.games.moves(game)) == before + 1
        assert [bool(each.events) for each in done] == [True, False, False]
        assert {each.version for each in done} == {done[0].version}

    async def test_everything_else(self, pair: Pair) -> None:
        """Joining, a word, a bot, leaving, starting, replacing, cancelling."""
        game = await pair.lobby(11)
        service, guest = pair.one, Who(14, "Guest 4")
        calls: list[Callable[[int], Coroutine[Any, Any, object]]] = [
            lambda n: service.lobby.join(game, 12, "Guest 2", "w", n),
            lambda n: service.lobby.set_word(game, 12, "luck", n),
            lambda n: service.lobby.add_bot(game, n),
            lambda n: service.lobby.remove_bot(game, n),
            lambda n: service.lobby.join(game, 13, "Guest 3", "w", n),
            lambda n: service.lobby.leave(game, 13, n),
            lambda n: service.lobby.add_bot(game, n),
            lambda n: service.play.start(game, n),
            lambda n: service.handovers.hand_over(game, Seat(2), guest, Who(1, "Moderator"), n),
            lambda n: service.handovers.decline_seat(game, Seat(2), 14, n),
            lambda n: service.handovers.hand_over(game, Seat(2), guest, Who(1, "Moderator"), n),
            lambda n: service.handovers.accept(game, Seat(2), 14, n),
            lambda n: service.handovers.hand_over(game, Seat(0), None, Who(1, "Moderator"), n),
            lambda n: service.handovers.refuse_handover(game, Seat(0), 11, n),
            lambda n: service.seats.give_up(game, 11, n),
            lambda n: service.seats.take(game, Seat(0), Who(15, "Guest 5"), n),
            lambda n: service.cancels.cancel(game, n),
        ]
        for number, call in enumerate(calls, 1000):
            await call(number)
            row = await pair.store.games.get(game)
            await both(call(number), call(number))
            assert await pair.store.games.get(game) == row, number

    async def test_a_step_is_taken_back_once(self, pair: Pair) -> None:
        """The second delivery does not take back one step more."""
        game = await pair.lobby(11, 12)
        snapshot = await pair.one.play.start(game)
        offered = snapshot.view(Seat(0)).waiting.offered  # type: ignore[union-attr]
        await pair.one.play.act(game, 11, None, lambda s: KeepTickets(s, offered))

        undone = await pair.one.play.undo(game, 11, None, 5)
        again = await pair.two.play.undo(game, 11, None, 5)

        assert again.version == undone.version
        with pytest.raises(IllegalAction):
            await pair.one.play.undo(game, 11, None, 6)

    async def test_an_old_take_back_takes_nothing_back(self, pair: Pair) -> None:
        """The question's number tells two presses apart."""
        game = await pair.lobby(11, 12)
        snapshot = await pair.one.play.start(game)
        offered = snapshot.view(Seat(0)).waiting.offered  # type: ignore[union-attr]
        kept = await pair.one.play.act(game, 11, None, lambda s: KeepTickets(s, offered))
        number = kept.state.question_numbers[Seat(0)]
        await pair.one.play.undo(game, 11, number)
        await pair.one.play.act(game, 11, None, lambda s: KeepTickets(s, offered))

        with pytest.raises(StaleGame):
            await pair.one.play.undo(game, 11, number)

    async def test_a_table_is_opened_once(self, pair: Pair) -> None:
        """The second delivery finds the table of the first."""
        first = await pair.one.lobby.open("usa", 1, 99, 11, "en", bots=2, interaction_id=5)

        again = await pair.two.lobby.open("usa", 1, 99, 11, "en", bots=2, interaction_id=5)

        assert again.row.id == first.row.id
        assert [seat.word for seat in again.seats] == ["bot 1", "bot 2"]
        with pytest.raises(ChannelTaken):
            await pair.one.lobby.open("usa", 1, 99, 11, "en", interaction_id=6)

    async def test_a_refusal_is_no_press(self, pair: Pair) -> None:
        """What changed nothing may be tried again."""
        game = await pair.game(11, 12)
        snapshot = await pair.one.snapshot(game)
        user = 11 + (snapshot.state.turn or 0)

        for _ in range(2):
            with pytest.raises(IllegalAction):
                await pair.one.play.act(game, user, None, Pass, 5)

        moved = await pair.one.play.act(
            game, user, None, lambda s: DrawBlind(s, DeckName("taxi")), 5
        )
        assert moved.events


class TestIds:
    """An id is drawn by chance, and may be taken."""

    async def test_an_id_that_is_taken_is_no_taken_channel(self, pair: Pair) -> None:
        """And the service draws another one."""
        row = a_row("abc", channel=500)
        await pair.store.games.create(row)

        with pytest.raises(IdTaken):
            await pair.store.games.create(msgspec.structs.replace(row, channel_id=501))
        with pytest.raises(ChannelTaken):
            await pair.store.games.create(msgspec.structs.replace(row, id="def"))

    async def test_the_service_draws_another_one(
        self, pair: Pair, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nobody hears of it."""
        letters = iter("bbbbbb" + "bbbbbb" + "cccccc")
        monkeypatch.setattr("bot.games.lobby.secrets.choice", lambda _: next(letters))

        games = [await pair.lobby(), await pair.lobby()]

        assert games == ["bbbbbb", "cccccc"]
