"""The service on real databases: who may act, what is refused, what is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

import engine
from bot.database_url import Location
from bot.games import bots
from bot.games.errors import ChannelTaken, LobbyError
from bot.games.job_runner import JobRunner
from bot.games.lobby import utc_now
from bot.games.model import Change, Due, Who, format_time
from bot.games.service import Games, make_games
from bot.games.table import GameSnapshot
from bot.storage.store import Store, open_store
from engine.actions import Action, ClaimRoute, KeepTickets, Pass
from engine.ai.random_agent import RandomAgent
from engine.errors import IllegalAction, NotYourGame, StaleGame, UnknownEdition
from engine.ids import Seat
from engine.questions import TicketChoice, Turn
from engine.record import verify
from tests.support.running_bot import running_bot

GUESTS = (11, 12)


class ServiceTables:
    """A service, its store, and two guests at a table of New York."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.clock_offset = timedelta(0)
        self.service = make_games(store, clock=lambda: utc_now() + self.clock_offset)

    async def open_lobby(self, edition: str = "new-york", channel: int = 7, bots: int = 0) -> str:
        """A table with two guests, before the start."""
        lobby = await self.service.lobby.open(edition, 1, channel, GUESTS[0], "en")
        for number, guest in enumerate(GUESTS, 1):
            await self.service.lobby.join(lobby.row.id, guest, f"Guest {number}", f"word-{number}")
        for _ in range(bots):
            await self.service.lobby.add_bot(lobby.row.id)
        return lobby.row.id

    async def start_past_opening(self, edition: str = "new-york", channel: int = 7) -> str:
        """A game past its opening."""
        game = await self.open_lobby(edition, channel)
        await self.service.play.start(game)
        while (snapshot := await self.service.snapshot(game)).state.turn is None:
            await self.play_step(game, snapshot)
        return game

    async def play_step(
        self, game: str, snapshot: GameSnapshot, rng: Random | None = None
    ) -> GameSnapshot:
        """Let whoever is asked first do something that is allowed."""
        seat = Seat(next(iter(snapshot.state.waiting)))
        menu, view = snapshot.menu(seat), snapshot.view(seat)
        action = RandomAgent().choose(view, menu, rng or Random(1))
        return await self.service.play.act(
            game, GUESTS[seat], view.question_number, lambda _: action
        )

    async def hand_over(self, game: str, seat: int, user: int) -> bool:
        """Give a seat to somebody else when its owner has not moved for a week."""
        self.clock_offset += timedelta(days=8)
        to, by = Who(user, f"Guest {user}"), Who(1, "Moderator")
        await self.service.handovers.hand_over(game, Seat(seat), to, by)
        return await self.service.handovers.accept(game, Seat(seat), user)

    async def fresh_service(self) -> Games:
        """Another service that knows nothing but the file."""
        return make_games(self.store)


@pytest.fixture
async def tables(location: Location) -> AsyncIterator[ServiceTables]:
    store = await open_store(location)
    yield ServiceTables(store)
    await store.close()


def on_turn(snapshot: GameSnapshot) -> Seat:
    """Whose turn it is."""
    assert snapshot.state.turn is not None
    return snapshot.state.turn


class TestLobby:
    """Seats are taken, given up and filled before the game begins."""

    async def test_a_table_fills_and_no_further(self, tables: ServiceTables) -> None:
        """The edition says how many."""
        game = await tables.open_lobby(bots=2)

        with pytest.raises(LobbyError, match="table-full"):
            await tables.service.lobby.join(game, 99, "Guest 9", "w")
        with pytest.raises(LobbyError, match="table-full"):
            await tables.service.lobby.add_bot(game)

        assert len((await tables.service.lobby.get(game)).seats) == 4

    async def test_leaving_closes_the_gap(self, tables: ServiceTables) -> None:
        """Seats stay numbered from zero."""
        game = await tables.open_lobby(bots=1)

        lobby = await tables.service.lobby.leave(game, GUESTS[0])

        assert [(s.seat, s.name) for s in lobby.seats] == [(0, "Guest 2"), (1, "Bot 1")]
        with pytest.raises(LobbyError, match="not-seated"):
            await tables.service.lobby.leave(game, GUESTS[0])

    async def test_nobody_sits_twice(self, tables: ServiceTables) -> None:
        """A second press on Join is refused."""
        game = await tables.open_lobby()

        with pytest.raises(LobbyError, match="already-seated"):
            await tables.service.lobby.join(game, GUESTS[0], "Guest 1", "w")

    async def test_bots_come_and_go(self, tables: ServiceTables) -> None:
        """The last one leaves first; without any there is none to send away."""
        game = await tables.open_lobby(bots=2)

        await tables.service.lobby.remove_bot(game)
        lobby = await tables.service.lobby.remove_bot(game)

        assert [seat.bot for seat in lobby.seats] == [None, None]
        with pytest.raises(LobbyError, match="no-bot-here"):
            await tables.service.lobby.remove_bot(game)

    async def test_one_player_is_too_few(self, tables: ServiceTables) -> None:
        """The game waits in its lobby."""
        game = await tables.open_lobby()
        await tables.service.lobby.leave(game, GUESTS[0])

        with pytest.raises(LobbyError, match="too-few-players"):
            await tables.service.play.start(game)

    async def test_nothing_changes_after_the_start(self, tables: ServiceTables) -> None:
        """Seats and words are the key of the shuffle."""
        game = await tables.start_past_opening()

        for change in (
            tables.service.lobby.join(game, 99, "Guest 9", "w"),
            tables.service.lobby.leave(game, GUESTS[0]),
            tables.service.lobby.add_bot(game),
            tables.service.play.start(game),
        ):
            with pytest.raises(LobbyError, match="already-started"):
                await change

    async def test_one_table_in_a_channel(self, tables: ServiceTables) -> None:
        """Until it is closed."""
        game = await tables.open_lobby()
        with pytest.raises(ChannelTaken):
            await tables.open_lobby()

        await tables.service.cancels.cancel(game)

        assert await tables.open_lobby() != game

    async def test_an_edition_that_is_not(self, tables: ServiceTables) -> None:
        """Nothing is kept of it."""
        with pytest.raises(UnknownEdition):
            await tables.service.lobby.open("atlantis", 1, 7, 11, "en")

        assert await tables.store.games.open_in(7) is None

    async def test_the_promise_comes_before_the_players(self, tables: ServiceTables) -> None:
        """The commitment never changes, and each table has its own seed."""
        first = await tables.service.lobby.get(await tables.open_lobby())
        second = await tables.service.lobby.get(await tables.open_lobby(channel=8))

        started = await tables.service.play.start(first.row.id)

        assert started.table.row.commitment == first.row.commitment
        assert first.row.seed != second.row.seed


class TestOutcomes:
    """What those who tell of a move hold in their hands."""

    async def test_it_stays_what_it_was(self, tables: ServiceTables) -> None:
        """Telling takes a while, and the game goes on meanwhile."""
        game = await tables.start_past_opening()
        first = await tables.play_step(game, await tables.service.snapshot(game))
        looked = await tables.service.snapshot(game)
        before = (first.table.row, first.table.progress, first.table.clocks, first.since)

        second = await tables.play_step(game, looked)

        assert second.table.row.changes > first.table.row.changes
        for snapshot in (first, looked):
            table = snapshot.table
            assert (table.row, table.progress, table.clocks, snapshot.since) == before
            assert table.progress.version == snapshot.version


class TestActing:
    """A move is checked, kept, and only then true."""

    async def test_an_old_question_is_not_answered(self, tables: ServiceTables) -> None:
        """The number of the question says which one was meant."""
        game = await tables.start_past_opening()
        before = await tables.service.snapshot(game)
        seat = on_turn(before)
        number = before.view(seat).question_number
        await tables.play_step(game, before)

        with pytest.raises(StaleGame):
            await tables.service.play.act(game, GUESTS[seat], number, Pass)

    async def test_strangers_do_not_play(self, tables: ServiceTables) -> None:
        """Neither people of no table nor games that are not."""
        game = await tables.start_past_opening()

        with pytest.raises(NotYourGame):
            await tables.service.play.act(game, 99, None, Pass)
        with pytest.raises(NotYourGame):
            await tables.service.play.act("nothing", GUESTS[0], None, Pass)
        with pytest.raises(NotYourGame):
            await tables.service.snapshot("nothing")

    async def test_a_refusal_leaves_no_trace(self, tables: ServiceTables) -> None:
        """Neither in memory nor in the file."""
        game = await tables.start_past_opening()
        before = await tables.service.snapshot(game)
        seat, row = on_turn(before), await tables.store.games.get(game)
        refused: list[Action] = [
            Pass(seat),
            ClaimRoute(seat, next(iter(before.table.rules.spec.routes)), ()),
            KeepTickets(seat, ()),
            Pass(Seat(1 - seat)),
        ]

        for action in refused:
            with pytest.raises(IllegalAction):
                await tables.service.play.act(
                    game, GUESTS[action.seat], None, lambda _, a=action: a
                )

        after = await tables.service.snapshot(game)
        assert after.state is before.state
        assert await tables.store.games.get(game) == row
        assert len(await tables.store.games.log(game)) == before.version

    async def test_a_save_that_fails_leaves_no_trace(self, tables: ServiceTables) -> None:
        """Somebody else wrote to the file: the table is read anew."""
        game = await tables.start_past_opening()
        other = await tables.fresh_service()
        snapshot = await tables.service.snapshot(game)
        seat = on_turn(snapshot)
        menu, view = snapshot.menu(seat), snapshot.view(seat)
        action = RandomAgent().choose(view, menu, Random(1))
        moved = await other.play.act(game, GUESTS[seat], view.question_number, lambda _: action)

        with pytest.raises(StaleGame):
            await tables.service.play.act(
                game, GUESTS[seat], view.question_number, lambda _: action
            )

        assert (await tables.service.snapshot(game)).version == moved.version

    async def test_the_log_is_the_truth(self, tables: ServiceTables) -> None:
        """A service that knows nothing reads the same game from it, at any point."""
        game = await tables.start_past_opening()
        rng = Random(7)
        for _ in range(12):
            snapshot = await tables.play_step(game, await tables.service.snapshot(game), rng)
            replayed = await (await tables.fresh_service()).snapshot(game)

            assert replayed.view(Seat(0)) == snapshot.view(Seat(0))
            assert replayed.view(Seat(1)) == snapshot.view(Seat(1))

    async def test_the_cache_is_bounded(self, tables: ServiceTables) -> None:
        """Games beyond it are read again when somebody touches them."""
        games = [await tables.start_past_opening(channel=channel) for channel in range(5)]
        small = make_games(tables.store, cache_size=2)

        views = [(await small.snapshot(game)).view(Seat(0)) for game in games]

        assert len(small.cache._tables) == 2
        assert [(await small.snapshot(g)).view(Seat(0)) for g in games] == views
        assert not small.cache._locks

    async def test_bots_answer_until_a_person_is_asked(self, tables: ServiceTables) -> None:
        """And the file says that one is due until then."""
        game = await tables.open_lobby("world", bots=1)
        await tables.service.play.start(game)
        (due,) = await tables.store.games.due(game)
        assert await tables.store.games.due_by(due.due_at) == [game]

        await JobRunner(tables.service, tables.store).run_due(tables.service.now())

        assert await tables.store.games.due(game) == []
        moves = await tables.store.games.moves(game)
        assert moves
        assert {(move.action.seat, move.maker, move.user_id) for move in moves} == {
            (due.seat, "bot", None)
        }

    async def test_after_its_own_moves_a_bot_looks_once(
        self, tables: ServiceTables, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What is due is asked for each of them, and once more to see that nothing is."""
        game, driver = (
            await tables.open_lobby("world", bots=1),
            JobRunner(tables.service, tables.store),
        )
        asked, due = list[str](), tables.service.cache.due_jobs

        async def counted(id: str) -> tuple[Due, ...]:
            asked.append(id)
            return await due(id)

        monkeypatch.setattr(tables.service.cache, "due_jobs", counted)
        monkeypatch.setattr(tables.service.writer, "on_change", driver.table_changed)
        await tables.service.play.start(game)
        await driver.wait_idle()

        assert len(asked) == len(await tables.store.games.moves(game)) + 1 > 1

    async def test_a_bot_may_play_for_a_person(self, tables: ServiceTables) -> None:
        """The moves are the caretaker's, and the seat stays the person's."""
        game = await tables.open_lobby("usa", bots=1)
        snapshot = await tables.service.play.start(game)
        row, (first, *others) = snapshot.table.row, snapshot.table.seats
        kept = [replace(first, bot="cautious"), *others]
        due = [Due(s.seat, "bot", row.updated_at, 0) for s in kept if s.bot]
        await tables.store.games.commit(row, Change(seats=kept, due=due), row.updated_at)

        driver = JobRunner(tables.service, tables.store)
        await driver.run_due(tables.service.now())

        moves = await tables.store.games.moves(game)
        assert {(move.maker, move.user_id) for move in moves} == {
            ("bot", None),
            ("caretaker", GUESTS[0]),
        }

    async def test_what_is_due_later_waits(self, tables: ServiceTables) -> None:
        """The poll looks at the time of each row; one whose seat owes nothing is forgotten."""
        game = await tables.open_lobby("usa")
        snapshot = await tables.service.play.start(game)
        row, now = snapshot.table.row, tables.service.now()
        later = Due(0, "bot", format_time(now + timedelta(hours=1)), 0)
        await tables.store.games.commit(row, Change(due=[later]), row.updated_at)
        driver = JobRunner(tables.service, tables.store)

        await driver.run_due(now)
        assert await tables.store.games.due(game) == [later]

        tables.clock_offset = timedelta(hours=2)
        await driver.run_due(tables.service.now())
        assert await tables.store.games.due(game) == []


class TestBots:
    """Who decides for a seat without a person."""

    async def test_the_seat_s_kind_decides(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A cautious one is not played by the planner."""
        async with running_bot(tmp_path / "games.db") as bot:
            service, made = make_games(bot.store), []
            game = (await service.lobby.open("usa", 1, 77, 11, "en", bots=2)).row.id
            lobby = await service.lobby.get(game)
            seats = [
                replace(s, bot=k) for s, k in zip(lobby.seats, ("cautious", "random"), strict=True)
            ]
            await bot.store.games.commit(
                lobby.row, Change(seats=seats, spoken=2), lobby.row.created_at
            )
            known = dict(bots.BOT_AGENTS)
            monkeypatch.setattr(
                bots,
                "BOT_AGENTS",
                {k: lambda rules, k=k: made.append(k) or known[k](rules) for k in known},
            )
            await service.play.start(game)

            driver = JobRunner(service, bot.store)
            await driver.run_next_job(game)
            await driver.run_next_job(game)

            assert made == ["cautious", "random"]


class TestUndo:
    """One's own last step, while nothing was revealed."""

    async def test_tickets_kept_are_chosen_again(self, tables: ServiceTables) -> None:
        """The question comes back with another number; the log only grows."""
        game = await tables.open_lobby()
        snapshot = await tables.service.play.start(game)
        first = snapshot.view(Seat(0))
        assert isinstance(first.waiting, TicketChoice)
        kept = first.waiting.offered[:1]
        done = await tables.service.play.act(
            game, GUESTS[0], first.question_number, lambda seat: KeepTickets(seat, kept)
        )

        undone = await tables.service.play.undo(game, GUESTS[0])

        assert undone.version == done.version + 1
        assert undone.view(Seat(0)).waiting == first.waiting
        assert (await (await tables.fresh_service()).snapshot(game)).view(Seat(0)) == undone.view(
            Seat(0)
        )

    async def test_what_was_revealed_stays(self, tables: ServiceTables) -> None:
        """A card from the deck cannot be unlearned; nor can others' steps be undone."""
        game = await tables.start_past_opening()
        snapshot = await tables.service.snapshot(game)
        seat = on_turn(snapshot)
        await tables.play_step(game, snapshot, Random(3))

        with pytest.raises(IllegalAction, match="undo"):
            await tables.service.play.undo(game, GUESTS[1 - seat])
        with pytest.raises(NotYourGame):
            await tables.service.play.undo(game, 99)


class TestReplace:
    """A seat changes hands, sealed."""

    async def test_the_hand_goes_with_the_seat(self, tables: ServiceTables) -> None:
        """The new owner has what the old one had; the old one has nothing."""
        game = await tables.start_past_opening()
        before = await tables.service.snapshot(game)
        view = before.view(Seat(0))

        await tables.hand_over(game, 0, 99)

        after = await tables.service.snapshot(game)
        assert after.table.seat_of(99) == 0
        assert after.view(Seat(0)) == view
        with pytest.raises(NotYourGame):
            after.table.seat_of(GUESTS[0])

    async def test_a_bot_hands_over_too(self, tables: ServiceTables) -> None:
        """And is no longer due."""
        game = await tables.open_lobby(bots=1)
        await tables.service.play.start(game)

        await tables.hand_over(game, 2, 99)

        assert await tables.service.cache.due_jobs(game) == ()
        assert await tables.store.games.due(game) == []

    async def test_nobody_gets_a_second_seat(self, tables: ServiceTables) -> None:
        """Nor one at a closed table."""
        game = await tables.start_past_opening()
        with pytest.raises(LobbyError, match="already-seated"):
            await tables.hand_over(game, 0, GUESTS[1])

        await tables.service.cancels.cancel(game)

        with pytest.raises(LobbyError, match="table-closed"):
            await tables.hand_over(game, 0, 99)

    async def test_chance_stays_the_same(self, tables: ServiceTables) -> None:
        """The key of the shuffles holds the first owner's word: the game can still be proven."""
        game = await tables.start_past_opening()
        await tables.hand_over(game, 0, 99)
        users, rng = {0: 99, 1: GUESTS[1]}, Random(5)

        while (snapshot := await tables.service.snapshot(game)).state.over is None:
            seat = Seat(next(iter(snapshot.state.waiting)))
            action = RandomAgent().choose(snapshot.view(seat), snapshot.menu(seat), rng)
            await tables.service.play.act(game, users[seat], None, lambda _, a=action: a)

        proof = verify(await tables.service.cache.export_record(game), snapshot.table.rules)
        assert proof.finished


class TestEnding:
    """A game ends with a proof, or without a result."""

    async def test_a_finished_game_can_be_proven(self, tables: ServiceTables) -> None:
        """Undone steps included; before the end its seed stays secret."""
        game = await tables.start_past_opening()
        rng, undone = Random(5), 0
        with pytest.raises(LobbyError, match="not-over"):
            await tables.service.cache.export_record(game)

        while (snapshot := await tables.service.snapshot(game)).state.over is None:
            seat = next(iter(snapshot.state.waiting))
            moved = await tables.play_step(game, snapshot, rng)
            if isinstance(snapshot.state.waiting[seat], Turn) and undone < 3:
                try:
                    await tables.service.play.undo(game, GUESTS[seat])
                    undone += 1
                except IllegalAction:
                    assert moved.state.over is None

        record = await tables.service.cache.export_record(game)
        assert undone
        assert record.scores == engine.score(snapshot.table.rules, snapshot.state).totals
        assert verify(record, snapshot.table.rules).undone == undone
        with pytest.raises(IllegalAction, match="game-over"):
            await tables.service.play.act(game, GUESTS[0], None, Pass)
        with pytest.raises(LobbyError, match="table-closed"):
            await tables.service.cancels.cancel(game)

    async def test_a_cancelled_game_takes_no_moves(self, tables: ServiceTables) -> None:
        """Its log stays; its seed is not told."""
        game = await tables.start_past_opening()
        log = await tables.store.games.log(game)

        await tables.service.cancels.cancel(game)

        with pytest.raises(LobbyError, match="not-playing"):
            await tables.service.play.act(game, GUESTS[0], None, Pass)
        with pytest.raises(LobbyError, match="not-over"):
            await tables.service.cache.export_record(game)
        assert await tables.store.games.log(game) == log
