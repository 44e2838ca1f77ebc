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
from bot.games.cache import REREAD_EVENTS
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


class TwoServices:
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
async def services(location: Location) -> AsyncIterator[TwoServices]:
    stores = [await open_store(location) for _ in range(2)]
    yield TwoServices(stores)
    for store in stores:
        await store.close()


async def outcomes_of(*calls: Coroutine[Any, Any, object]) -> list[object]:
    """What came of them, errors too."""
    return await asyncio.gather(*calls, return_exceptions=True)


async def all_facts(service: Games, game: str) -> dict[str, object]:
    """All that a service finds out about a table."""
    table = (await service.snapshot(game)).table
    return {name: getattr(table, name) for name in Table.__slots__ if name not in COMPILED}


class TestTwoServices:
    """Presses at the same instant, each in another program."""

    async def test_two_join(self, services: TwoServices) -> None:
        """Both have a seat."""
        for _ in range(PAIRS):
            game = await services.lobby()

            await outcomes_of(
                services.one.lobby.join(game, 11, "Guest 1", "a"),
                services.two.lobby.join(game, 12, "Guest 2", "b"),
            )

            assert {s.user_id for s in await services.store.games.seats(game)} == {11, 12}

    async def test_two_join_and_one_seat_is_left(self, services: TwoServices) -> None:
        """One of them has it; the other is told that the table is full."""
        for _ in range(PAIRS):
            game = await services.lobby(11, options=Options(seats=2))

            done = await outcomes_of(
                services.one.lobby.join(game, 12, "Guest 2", "a"),
                services.two.lobby.join(game, 13, "Guest 3", "b"),
            )

            assert len(await services.store.games.seats(game)) == 2
            assert sum(isinstance(each, LobbyError) for each in done) == 1

    async def test_somebody_joins_while_it_starts(self, services: TwoServices) -> None:
        """The game has as many players as seats, and the shuffle follows from their words."""
        for _ in range(PAIRS):
            game = await services.lobby(11, 12)

            await outcomes_of(
                services.one.play.start(game), services.two.lobby.join(game, 13, "Guest 3", "c")
            )

            snapshot = await services.two.snapshot(game)
            assert len(snapshot.state.players) == len(await services.store.games.seats(game))
            words = [seat.word for seat in await services.store.games.seats(game)]
            assert words == [seat.word for seat in snapshot.table.seats]

    async def test_a_row_that_was_read_too_early(self, services: TwoServices) -> None:
        """What it says is not believed, neither by who has changed it since nor by the other."""
        game = await services.lobby(11, 12)
        await services.one.play.start(game)
        snapshot = await services.two.snapshot(game)
        row = snapshot.table.row
        for service, seat, user in ((services.one, Seat(0), 11), (services.two, Seat(1), 12)):
            question = snapshot.view(seat).waiting
            kept = question.offered[: question.keep]  # type: ignore[union-attr]
            await service.play.act(game, user, None, lambda s, k=kept: KeepTickets(s, k), row=row)  # type: ignore[misc]

        assert (await services.one.snapshot(game, row)).state.turn is not None
        assert (await services.two.snapshot(game, row)).state.turn is not None
        assert len(await services.store.games.moves(game)) == 2

    async def test_two_agree(self, services: TwoServices) -> None:
        """Both count: with the second of them the step is taken back."""
        for _ in range(PAIRS):
            game = await services.game(11, 12, 13)
            snapshot = await services.one.snapshot(game)
            mover = snapshot.table.seats[snapshot.state.turn or 0]
            deck = next(iter(snapshot.state.decks))
            assert mover.user_id
            await services.one.play.act(
                game, mover.user_id, None, lambda s, d=deck: DrawBlind(s, d)
            )
            await services.one.play.ask_undo(game, mover.user_id)
            one, two = (u for u in (11, 12, 13) if u != mover.user_id)

            await outcomes_of(
                services.one.play.agree(game, one), services.two.play.agree(game, two)
            )

            back = await services.two.snapshot(game)
            assert not isinstance(back.state.waiting[mover.seat], SecondDraw)
            assert back.undo_request is None

    async def test_two_move(self, services: TwoServices) -> None:
        """One card is drawn, not two: the second answers a question that is no longer asked."""
        for _ in range(PAIRS):
            game = await services.game(11, 12)
            snapshot = await services.one.snapshot(game)
            seat = snapshot.state.turn
            assert seat is not None
            number, deck = snapshot.state.question_numbers[seat], next(iter(snapshot.state.decks))
            before = len(await services.store.games.moves(game))

            done = await outcomes_of(
                *(
                    s.play.act(game, 11 + seat, number, lambda s, d=deck: DrawBlind(s, d))
                    for s in (services.one, services.two)
                )
            )

            assert len(await services.store.games.moves(game)) == before + 1
            assert sum(isinstance(each, StaleGame) for each in done) == 1

    async def test_two_choose_at_the_opening(self, services: TwoServices) -> None:
        """Nobody waits for another: both choices are kept."""
        for _ in range(PAIRS):
            game = await services.lobby(11, 12)
            snapshot = await services.one.play.start(game)
            offers = [snapshot.view(Seat(n)).waiting.offered for n in (0, 1)]  # type: ignore[union-attr]
            await services.two.snapshot(game)

            done = await outcomes_of(
                services.one.play.act(game, 11, None, lambda s, k=offers[0]: KeepTickets(s, k)),
                services.two.play.act(game, 12, None, lambda s, k=offers[1]: KeepTickets(s, k)),
            )

            assert not [each for each in done if isinstance(each, Exception)]
            assert (await services.two.snapshot(game)).state.turn is not None

    async def test_the_other_s_memory_is_not_stale(self, services: TwoServices) -> None:
        """What one has played, the other sees, also a new owner of a seat."""
        game = await services.game(11, 12)
        for _ in range(6):
            snapshot = await services.one.snapshot(game)
            seat = next(iter(snapshot.state.waiting))
            deck = next(iter(snapshot.state.decks))
            moved = await services.one.play.act(
                game, 11 + seat, None, lambda s, d=deck: DrawBlind(s, d)
            )
            assert (await services.two.snapshot(game)).version == moved.version
        await services.one.handovers.hand_over(
            game, Seat(0), Who(99, "Guest 9"), Who(1, "Moderator")
        )
        await services.one.handovers.agree_to_handover(game, Seat(0), 11)
        await services.one.handovers.accept(game, Seat(0), 99)

        assert (await services.two.snapshot(game)).table.seat_of(99) == 0

    async def test_what_is_known_goes_on_as_it_was_kept(self, services: TwoServices) -> None:
        """By turns in one and the other, with steps taken back and a caretaker, till the end."""
        game, rng, taken_back = await services.game(11, 12, 13), Random(5), 0
        await services.one.seats.give_up(game, 12)
        for service, other in cycle([(services.one, services.two), (services.two, services.one)]):
            await JobRunner(service, services.store).run_table(game)
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

            assert await all_facts(other, game) == await all_facts(make_games(services.store), game)
        assert taken_back
        assert (await other.snapshot(game)).table.past.helped

    async def test_what_is_known_is_not_read_again(
        self, services: TwoServices, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One way to the store brings what is new; of what was known, only the last events."""
        game = await services.game(11, 12)
        before, games, asked = (
            await services.two.snapshot(game),
            services.two.writer._store.games,
            [],
        )

        async def since(id: str, mark: Mark, version: int = 0) -> object:
            asked.append(version)
            return await type(games).load_since(games, id, mark, version)  # type: ignore[attr-defined]

        monkeypatch.setattr(games, "load_since", since)
        seat = before.state.turn
        assert seat is not None
        await services.one.play.act(game, 11 + seat, None, lambda s: DrawBlind(s, DeckName("taxi")))

        assert (await services.two.snapshot(game)).version > before.version
        assert asked == [before.version - REREAD_EVENTS]

    @pytest.mark.parametrize("moves", [1, 4])
    async def test_what_is_known_is_not_what_stands(
        self, services: TwoServices, moves: int
    ) -> None:
        """A replica took over that lacks a move: nobody goes on from what was lost."""
        game = await services.game(11, 12)
        kept, deck = await services.one.snapshot(game), DeckName("taxi")
        seat = kept.state.turn
        assert seat is not None
        await services.two.play.act(game, 11 + seat, None, lambda s: DrawBlind(s, deck))
        changes, version = kept.table.row.changes, kept.version
        await services.store.database.write(
            Statement("DELETE FROM events WHERE game_id = $1 AND seq > $2", (game, version)),
            Statement("DELETE FROM actions WHERE game_id = $1 AND n > $2", (game, changes)),
            Statement(
                "UPDATE games SET changes = $2, version = $3 WHERE id = $1",
                (game, changes, version),
            ),
        )
        moved = await services.one.play.act(game, 11 + seat, None, lambda s: DrawOpen(s, 0, deck))
        for _ in range(moves - 1):
            seat = Seat(next(iter(moved.state.waiting)))
            action = any_action(moved.menu(seat), Random(1))
            moved = await services.one.play.act(game, 11 + seat, None, lambda _, it=action: it)

        assert await all_facts(services.two, game) == await all_facts(
            make_games(services.store), game
        )

    async def test_two_take_one_seat(self, services: TwoServices) -> None:
        """One of them has it; the other reads whose it is."""
        for _ in range(PAIRS):
            game = await services.game(11, 12)
            await services.one.seats.give_up(game, 11)

            done = await outcomes_of(
                services.one.seats.take(game, Seat(0), Who(13, "Guest 3")),
                services.two.seats.take(game, Seat(0), Who(14, "Guest 4")),
            )

            (refused,) = [each for each in done if isinstance(each, LobbyError)]
            owner = (await services.store.games.seats(game))[0]
            assert owner.user_id in (13, 14)
            assert (refused.code, refused.facts) == ("not-free", {"player": owner.name})

    async def test_two_consents(self, services: TwoServices) -> None:
        """Newcomer and owner agree at the same instant: the seat changes hands, once."""
        for _ in range(PAIRS):
            game = await services.game(11, 12)
            await services.one.handovers.hand_over(
                game, Seat(0), Who(99, "Guest 9"), Who(1, "Moderator")
            )

            done = await outcomes_of(
                services.one.handovers.accept(game, Seat(0), 99),
                services.two.handovers.agree_to_handover(game, Seat(0), 11),
            )

            assert sorted(map(bool, done)) == [False, True]
            seat = (await services.store.games.seats(game))[0]
            assert (seat.user_id, seat.owners) == (99, 2)
            assert await services.store.games.handovers(game) == []

    async def test_the_owner_moves_while_the_seat_is_taken(self, services: TwoServices) -> None:
        """Whoever comes first: one move or none, and one owner."""
        for _ in range(PAIRS):
            game = await services.game(11, 12)
            snapshot = await services.one.snapshot(game)
            seat, deck = snapshot.state.turn or Seat(0), next(iter(snapshot.state.decks))

            done = await outcomes_of(
                services.one.play.act(game, 11 + seat, None, lambda s, d=deck: DrawBlind(s, d)),
                services.two.seats.give_up(game, 11 + seat),
            )

            row = (await services.store.games.seats(game))[seat]
            assert row.is_free
            assert not isinstance(done[1], Exception)

    async def test_a_full_table_starts_once(self, services: TwoServices) -> None:
        """Whoever notices first begins."""
        game = await services.lobby(11, 12, options=Options(seats=2, when_full=True))

        started = await outcomes_of(
            services.one.play.start_if_full(game), services.two.play.start_if_full(game)
        )

        assert sorted(map(bool, started)) == [False, True]

    async def test_bots_are_played_once(self, services: TwoServices) -> None:
        """Two drivers at one table: every step is kept once, and the game can be proven."""
        game = await services.lobby()
        for _ in range(3):
            await services.one.lobby.add_bot(game)
        await services.one.play.start(game)

        drivers = [JobRunner(service, services.store) for service in (services.one, services.two)]
        await asyncio.gather(*(driver.run_table(game) for driver in drivers))

        snapshot = await services.one.snapshot(game)
        assert snapshot.state.over
        assert verify(await services.two.cache.export_record(game), snapshot.table.rules).finished


class TestTwice:
    """The same press, delivered again: it does nothing and answers how things stand."""

    async def test_a_move(self, services: TwoServices) -> None:
        """Also by the other program."""
        game = await services.game(11, 12)
        snapshot = await services.one.snapshot(game)
        user, deck = 11 + (snapshot.state.turn or 0), next(iter(snapshot.state.decks))
        before = len(await services.store.games.moves(game))

        done = [
            await service.play.act(game, user, None, lambda s: DrawBlind(s, deck), 777)
            for service in (services.one, services.one, services.two)
        ]

        assert len(await services.store.games.moves(game)) == before + 1
        assert [bool(each.events) for each in done] == [True, False, False]
        assert {each.version for each in done} == {done[0].version}

    async def test_everything_else(self, services: TwoServices) -> None:
        """Joining, a word, a bot, leaving, starting, replacing, cancelling."""
        game = await services.lobby(11)
        service, guest = services.one, Who(14, "Guest 4")
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
            row = await services.store.games.get(game)
            await outcomes_of(call(number), call(number))
            assert await services.store.games.get(game) == row, number

    async def test_a_step_is_taken_back_once(self, services: TwoServices) -> None:
        """The second delivery does not take back one step more."""
        game = await services.lobby(11, 12)
        snapshot = await services.one.play.start(game)
        offered = snapshot.view(Seat(0)).waiting.offered  # type: ignore[union-attr]
        await services.one.play.act(game, 11, None, lambda s: KeepTickets(s, offered))

        undone = await services.one.play.undo(game, 11, None, 5)
        again = await services.two.play.undo(game, 11, None, 5)

        assert again.version == undone.version
        with pytest.raises(IllegalAction):
            await services.one.play.undo(game, 11, None, 6)

    async def test_an_old_take_back_takes_nothing_back(self, services: TwoServices) -> None:
        """The question's number tells two presses apart."""
        game = await services.lobby(11, 12)
        snapshot = await services.one.play.start(game)
        offered = snapshot.view(Seat(0)).waiting.offered  # type: ignore[union-attr]
        kept = await services.one.play.act(game, 11, None, lambda s: KeepTickets(s, offered))
        number = kept.state.question_numbers[Seat(0)]
        await services.one.play.undo(game, 11, number)
        await services.one.play.act(game, 11, None, lambda s: KeepTickets(s, offered))

        with pytest.raises(StaleGame):
            await services.one.play.undo(game, 11, number)

    async def test_a_table_is_opened_once(self, services: TwoServices) -> None:
        """The second delivery finds the table of the first."""
        first = await services.one.lobby.open("usa", 1, 99, 11, "en", bots=2, interaction_id=5)

        again = await services.two.lobby.open("usa", 1, 99, 11, "en", bots=2, interaction_id=5)

        assert again.row.id == first.row.id
        assert [seat.word for seat in again.seats] == ["bot 1", "bot 2"]
        with pytest.raises(ChannelTaken):
            await services.one.lobby.open("usa", 1, 99, 11, "en", interaction_id=6)

    async def test_a_refusal_is_no_press(self, services: TwoServices) -> None:
        """What changed nothing may be tried again."""
        game = await services.game(11, 12)
        snapshot = await services.one.snapshot(game)
        user = 11 + (snapshot.state.turn or 0)

        for _ in range(2):
            with pytest.raises(IllegalAction):
                await services.one.play.act(game, user, None, Pass, 5)

        moved = await services.one.play.act(
            game, user, None, lambda s: DrawBlind(s, DeckName("taxi")), 5
        )
        assert moved.events


class TestIds:
    """An id is drawn by chance, and may be taken."""

    async def test_an_id_that_is_taken_is_no_taken_channel(self, services: TwoServices) -> None:
        """And the service draws another one."""
        row = a_row("abc", channel=500)
        await services.store.games.create(row)

        with pytest.raises(IdTaken):
            await services.store.games.create(msgspec.structs.replace(row, channel_id=501))
        with pytest.raises(ChannelTaken):
            await services.store.games.create(msgspec.structs.replace(row, id="def"))

    async def test_the_service_draws_another_one(
        self, services: TwoServices, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nobody hears of it."""
        letters = iter("bbbbbb" + "bbbbbb" + "cccccc")
        monkeypatch.setattr("bot.games.lobby.secrets.choice", lambda _: next(letters))

        games = [await services.lobby(), await services.lobby()]

        assert games == ["bbbbbb", "cccccc"]
