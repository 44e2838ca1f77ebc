"""Votes of the players to cancel their game, and what a moderator who plays may not do alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.database_url import Location
from bot.games.clock.model import Vote
from bot.games.clock.votes import count_needed, lapses_at, owners_of
from bot.games.errors import LobbyError
from bot.games.model import CARETAKER, Who
from bot.games.table import vote_of
from bot.outbox.delays import PublishDelays
from bot.storage.backup import to_postgres
from bot.text.words import Words
from bot.ui.seats.view import YES
from engine.errors import NotYourGame, StaleGame
from engine.ids import Seat
from sandbox.world.people import Answer, Person
from sandbox.world.visible_message import VisibleMessage
from tests.outbox.test_faults import playing
from tests.support.bot_stage import BotStage, on_stage
from tests.support.clock_tables import DAY, GUESTS, HOUR, MINUTE, MODERATOR, ClockHall, clock_hall
from tests.support.players import on_deck
from tests.support.postgres import Cluster
from tests.support.timeouts import PATIENCE

EN, DE = Words.of("en").say, Words.of("de").say
PLAYER = Who(GUESTS[0], "Guest 2")
"""A moderator who plays."""
BOTH = pytest.mark.parametrize("locale", ["en-US", "de"])


@pytest.fixture
async def hall(place: Location) -> AsyncIterator[ClockHall]:
    """A hall on a file, and one on a server."""
    async with clock_hall(place) as made:
        yield made


async def vote_at(hall: ClockHall, game: str) -> Vote:
    """Return the vote as the database has it."""
    return vote_of((await hall.games.lobby.get(game)).row)


async def status_of(hall: ClockHall, game: str) -> str:
    return (await hall.games.lobby.get(game)).row.status


async def kinds_due(hall: ClockHall, game: str) -> list[str]:
    return [due.kind for due in await hall.store.games.due(game)]


class TestVote:
    """Two thirds of the people who own a seat can cancel their game."""

    async def test_two_thirds_of_three_cancel_the_game(self, hall: ClockHall) -> None:
        """Everyone but the last voter is told; a press that comes again changes nothing."""
        game = await hall.begun("day", 3)
        asked = await hall.games.cancels.agree_to_cancel(game, GUESTS[0], interaction_id=1)
        again = await hall.games.cancels.agree_to_cancel(game, GUESTS[0], interaction_id=1)
        assert asked.row == again.row
        assert asked.row.status == "playing"
        assert count_needed(owners_of(asked.seats)) == 2
        hall.restart()
        await hall.turn(game)
        assert "cancel-lapse" in await kinds_due(hall, game)

        ended = await hall.games.cancels.agree_to_cancel(game, GUESTS[2], interaction_id=2)
        again = await hall.games.cancels.agree_to_cancel(game, GUESTS[2], interaction_id=2)

        assert ended.row.status == again.row.status == "cancelled"
        assert await vote_at(hall, game) == Vote()
        assert await hall.store.games.due(game) == []
        assert await hall.lines(game) == ["line-players-cancelled"]
        for guest, told in zip(GUESTS, (1, 1, 0), strict=True):
            assert await hall.lines(game, guest) == ["told-players-cancelled"] * told
        with pytest.raises(LobbyError, match="table-closed"):
            await hall.games.cancels.agree_to_cancel(game, GUESTS[1])
        with pytest.raises(LobbyError, match="table-closed"):
            await hall.games.cancels.refuse_to_cancel(game, GUESTS[1])

    async def test_both_of_two_must_agree(self, hall: ClockHall) -> None:
        game = await hall.begun()
        for _ in range(2):
            await hall.games.cancels.agree_to_cancel(game, GUESTS[1])
        assert await status_of(hall, game) == "playing"
        await hall.games.cancels.agree_to_cancel(game, GUESTS[0])
        assert await status_of(hall, game) == "cancelled"

    async def test_one_person_with_bots_needs_nobody(self, hall: ClockHall) -> None:
        game = await hall.table("none", 1, bots=1)
        ended = await hall.games.cancels.agree_to_cancel(game, GUESTS[0])
        assert ended.row.status == "cancelled"

    async def test_someone_without_a_seat_has_no_vote(self, hall: ClockHall) -> None:
        game = await hall.begun()
        with pytest.raises(NotYourGame):
            await hall.games.cancels.agree_to_cancel(game, 99)
        await hall.games.cancels.agree_to_cancel(game, GUESTS[0])
        before = (await hall.games.lobby.get(game)).row
        for vote in (hall.games.cancels.agree_to_cancel, hall.games.cancels.refuse_to_cancel):
            with pytest.raises(NotYourGame):
                await vote(game, 99)
        assert (await hall.games.lobby.get(game)).row == before

    async def test_there_is_no_vote_in_a_lobby(self, hall: ClockHall) -> None:
        lobby = await hall.games.lobby.open("new-york", 1, 50, GUESTS[0], "en")
        await hall.games.lobby.join(lobby.row.id, GUESTS[0], "Guest 2", "word")
        with pytest.raises(LobbyError, match="not-begun"):
            await hall.games.cancels.agree_to_cancel(lobby.row.id, GUESTS[0])

    async def test_a_vote_that_cannot_pass_is_dropped(self, hall: ClockHall) -> None:
        """The player who asked is told; a voter may change their mind before."""
        game = await hall.begun("day", 3)
        with pytest.raises(StaleGame):
            await hall.games.cancels.refuse_to_cancel(game, GUESTS[1])
        await hall.games.cancels.agree_to_cancel(game, GUESTS[0])
        await hall.games.cancels.refuse_to_cancel(game, GUESTS[1])
        vote = await vote_at(hall, game)
        assert (vote.agreed, vote.refused) == ((GUESTS[0],), (GUESTS[1],))

        await hall.games.cancels.refuse_to_cancel(game, GUESTS[2])

        assert await vote_at(hall, game) == Vote()
        assert "cancel-lapse" not in await kinds_due(hall, game)
        assert await hall.lines(game, GUESTS[0]) == ["told-cancel-refused"]
        await hall.games.cancels.agree_to_cancel(game, GUESTS[0])
        await hall.games.cancels.refuse_to_cancel(game, GUESTS[1])
        await hall.games.cancels.agree_to_cancel(game, GUESTS[1])
        assert await status_of(hall, game) == "cancelled"

    async def test_who_asked_can_withdraw(self, hall: ClockHall) -> None:
        game = await hall.begun("day", 3)
        await hall.games.cancels.agree_to_cancel(game, GUESTS[0])
        await hall.games.cancels.refuse_to_cancel(game, GUESTS[0])
        assert await vote_at(hall, game) == Vote()
        assert await hall.lines(game, GUESTS[0]) == []

    async def test_it_lapses_after_a_day(self, hall: ClockHall) -> None:
        """Also if the bot restarts, and beside a pause request that lapses at another time."""
        game = await hall.begun("relaxed", 3)
        await hall.games.pauses.ask(game, GUESTS[1], pausing=True)
        await hall.wait(HOUR)
        await hall.games.cancels.agree_to_cancel(game, GUESTS[0])
        hall.restart()
        table = (await hall.games.snapshot(game)).table
        assert (table.pause.asked_by, table.cancel_vote.asked_by) == (GUESTS[1], GUESTS[0])

        await hall.wait(23 * HOUR)
        table = (await hall.games.snapshot(game)).table
        assert (table.pause.asked_by, table.cancel_vote.asked_by) == (0, GUESTS[0])
        await hall.wait(HOUR - MINUTE)
        assert (await vote_at(hall, game)).asked_by == GUESTS[0]
        await hall.wait(2 * MINUTE)

        assert await vote_at(hall, game) == Vote()
        assert "cancel-lapse" not in await kinds_due(hall, game)
        assert await status_of(hall, game) == "playing"

    async def test_a_late_vote_counts_for_nothing(self, hall: ClockHall) -> None:
        """Nobody has looked at what is due yet."""
        game = await hall.begun()
        await hall.games.cancels.agree_to_cancel(game, GUESTS[0])
        hall.now += DAY
        with pytest.raises(StaleGame):
            await hall.games.cancels.refuse_to_cancel(game, GUESTS[1])
        await hall.games.cancels.agree_to_cancel(game, GUESTS[1])
        vote = await vote_at(hall, game)
        assert (vote.asked_by, vote.agreed) == (GUESTS[1], (GUESTS[1],))

    async def test_it_moves_to_a_server(self, tmp_path: Path, postgres: Cluster) -> None:
        """It is open there, with its votes, and lapses there."""
        server = await postgres.fresh()
        async with clock_hall(tmp_path) as hall:
            game = await hall.begun()
            await hall.games.cancels.agree_to_cancel(game, GUESTS[0])
            kept = await vote_at(hall, game)

        await to_postgres.move_to_postgres(tmp_path / "games.db", server, lambda *_: None)

        async with clock_hall(server) as hall:
            assert await vote_at(hall, game) == kept
            await hall.wait(DAY)
            assert await vote_at(hall, game) == Vote()


class TestOwners:
    """A vote is counted by the people who own the seats now."""

    async def _kept(self, hall: ClockHall) -> tuple[str, int]:
        """Return a game of three with a seat that the caretaker keeps, and its owner."""
        game = await hall.begun("day", 3)
        seat, user = await hall.awaited(game)
        for _ in range(3):
            await hall.wait(72 * HOUR)
            await hall.turn(game)
            await hall.turn(game)
        assert (await hall.store.games.seats(game))[seat].bot == CARETAKER
        return game, user

    async def test_an_owner_whose_seat_the_caretaker_keeps_may_vote(self, hall: ClockHall) -> None:
        game, away = await self._kept(hall)
        other = next(guest for guest in GUESTS if guest != away)
        asked = await hall.games.cancels.agree_to_cancel(game, other)
        assert count_needed(owners_of(asked.seats)) == 2
        assert asked.row.status == "playing"

        ended = await hall.games.cancels.agree_to_cancel(game, away)

        assert ended.row.status == "cancelled"

    async def test_a_vote_passes_when_fewer_own_a_seat(self, hall: ClockHall) -> None:
        """Two of three have to agree; when one person is left, one has to."""
        game = await hall.begun("none", 3)
        await hall.games.cancels.agree_to_cancel(game, GUESTS[0])
        await hall.games.seats.give_up(game, GUESTS[1])
        await hall.driver.run_table(game)
        assert await status_of(hall, game) == "playing"

        await hall.games.seats.give_up(game, GUESTS[2])
        await hall.driver.run_table(game)

        assert await status_of(hall, game) == "cancelled"
        assert await hall.lines(game, GUESTS[0]) == ["told-players-cancelled"]

    async def test_it_goes_on_and_lapses_as_before(self, hall: ClockHall) -> None:
        """A look at the vote because of another owner does not forget when it lapses."""
        game = await hall.begun("none", 3)
        await hall.games.cancels.agree_to_cancel(game, GUESTS[0])
        end = lapses_at(await vote_at(hall, game))
        await hall.wait(HOUR)
        seat = (await hall.games.snapshot(game)).table.seat_of(GUESTS[1])
        await hall.games.seats.give_up(game, GUESTS[1])
        await hall.driver.run_table(game)
        await hall.games.seats.take(game, seat, Who(99, "Guest 9"))
        await hall.driver.run_table(game)
        hall.restart()
        assert lapses_at(await vote_at(hall, game)) == end

        await hall.wait(22 * HOUR)
        assert (await vote_at(hall, game)).asked_by == GUESTS[0]
        await hall.wait(HOUR + MINUTE)

        assert await vote_at(hall, game) == Vote()

    async def test_the_agreement_of_a_former_owner_does_not_count(self, hall: ClockHall) -> None:
        game = await hall.begun("none", 3)
        seat = (await hall.games.snapshot(game)).table.seat_of(GUESTS[1])
        await hall.games.cancels.agree_to_cancel(game, GUESTS[0])
        await hall.games.cancels.refuse_to_cancel(game, GUESTS[1])
        await hall.games.seats.give_up(game, GUESTS[1])
        await hall.games.seats.take(game, seat, Who(99, "Guest 9"))
        await hall.driver.run_table(game)
        with pytest.raises(NotYourGame):
            await hall.games.cancels.agree_to_cancel(game, GUESTS[1])

        assert (await hall.games.cancels.agree_to_cancel(game, 99)).row.status == "cancelled"

    async def test_it_is_dropped_when_others_have_refused(self, hall: ClockHall) -> None:
        """One of three refuses; when two are left, both would have to agree."""
        game = await hall.begun("none", 3)
        await hall.games.cancels.agree_to_cancel(game, GUESTS[0])
        await hall.games.cancels.refuse_to_cancel(game, GUESTS[1])
        await hall.games.seats.give_up(game, GUESTS[2])
        await hall.driver.run_table(game)

        assert await vote_at(hall, game) == Vote()
        assert await hall.lines(game, GUESTS[0]) == ["told-cancel-refused"]

    async def test_it_is_dropped_when_who_asked_leaves(self, hall: ClockHall) -> None:
        game = await hall.begun("none", 3)
        await hall.games.cancels.agree_to_cancel(game, GUESTS[0])
        await hall.games.seats.give_up(game, GUESTS[0])
        await hall.driver.run_table(game)

        assert await vote_at(hall, game) == Vote()
        assert await status_of(hall, game) == "playing"


class TestPlayingModerator:
    """A moderator who plays with other people does nothing there alone."""

    def _alone(self, hall: ClockHall, game: str, by: Who) -> list[Callable[[], Awaitable[Any]]]:
        """Return everything that only a moderator who does not play may do."""
        games = hall.games
        return [
            lambda: games.clocks.extend_turn(game, 5, by),
            lambda: games.lobby.set_pace(game, by, "blitz"),
            lambda: games.seats.offer(game, Seat(1), by),
            lambda: games.handovers.hand_over(game, Seat(1), None, by),
            lambda: games.handovers.hand_over(game, Seat(1), None, by, has_left=True),
            lambda: games.handovers.hand_over(game, Seat(1), Who(99, "Guest 9"), by),
        ]

    async def test_what_is_refused(self, hall: ClockHall) -> None:
        game = await hall.begun()
        before = (await hall.games.lobby.get(game)).row
        for act in self._alone(hall, game, PLAYER):
            with pytest.raises(LobbyError, match="moderator-plays"):
                await act()
        assert (await hall.games.lobby.get(game)).row == before

    async def test_giving_up_the_seat_for_a_while_does_not_help(self, hall: ClockHall) -> None:
        """They could take it back, so they still count as a player."""
        game = await hall.begun()
        await hall.games.seats.give_up(game, PLAYER.id)
        await hall.driver.run_table(game)
        games = hall.games
        more: list[Callable[[], Awaitable[Any]]] = [
            lambda: games.cancels.cancel(game, by=PLAYER),
            lambda: games.pauses.pause(game, PLAYER),
            lambda: games.clocks.skip_turn(game, PLAYER),
        ]
        for act in (*self._alone(hall, game, PLAYER), *more):
            with pytest.raises(LobbyError, match="moderator-could-return"):
                await act()
        await games.pauses.pause(game, MODERATOR)
        with pytest.raises(LobbyError, match="moderator-could-return"):
            await games.pauses.resume(game, PLAYER)
        await games.pauses.resume(game, MODERATOR)
        await games.seats.take(game, Seat(0), Who(99, "Guest 9"))
        await games.pauses.pause(game, PLAYER)
        assert (await games.snapshot(game)).table.pause.by == PLAYER.name

    async def test_their_own_seat_is_theirs_to_give(self, hall: ClockHall) -> None:
        game = await hall.begun()
        assert await hall.games.handovers.hand_over(game, Seat(0), None, PLAYER)
        assert (await hall.store.games.seats(game))[0].maker == "bot"

    async def test_a_pause_and_its_end_are_votes(self, hall: ClockHall) -> None:
        game = await hall.begun()
        pauses = hall.games.pauses
        snapshot = await pauses.pause(game, PLAYER, "a party", interaction_id=1)
        again = await pauses.pause(game, PLAYER, "a party", interaction_id=1)
        assert snapshot.table.pause == again.table.pause
        assert not snapshot.table.pause.is_on
        await pauses.ask(game, GUESTS[1], pausing=True)
        snapshot = await pauses.resume(game, PLAYER)
        assert snapshot.table.pause.is_on
        with pytest.raises(LobbyError, match="paused-already"):
            await pauses.pause(game, PLAYER)

        snapshot = await pauses.ask(game, GUESTS[1], pausing=False)

        assert not snapshot.table.pause.is_on
        assert await hall.lines(game) == ["line-players-paused", "line-players-resumed"]

    async def test_the_pause_of_a_moderator_is_not_theirs_to_end(self, hall: ClockHall) -> None:
        game = await hall.begun()
        await hall.games.pauses.pause(game, MODERATOR)
        with pytest.raises(LobbyError, match="moderator-plays"):
            await hall.games.pauses.resume(game, PLAYER)
        with pytest.raises(LobbyError, match="paused-already"):
            await hall.games.pauses.pause(game, PLAYER)

    async def test_canceling_is_a_vote(self, hall: ClockHall) -> None:
        game = await hall.begun()
        lobby = await hall.games.cancels.cancel(game, by=PLAYER)
        assert lobby.row.status == "playing"
        assert vote_of(lobby.row).agreed == (PLAYER.id,)

        ended = await hall.games.cancels.agree_to_cancel(game, GUESTS[1])

        assert ended.row.status == "cancelled"
        assert await hall.lines(game, PLAYER.id) == ["told-players-cancelled"]

    async def test_a_lobby_stays_free(self, hall: ClockHall) -> None:
        """Before the start a moderator who joined sets the pace and closes the table."""
        lobby = await hall.games.lobby.open("new-york", 1, 50, PLAYER.id, "en")
        for number, guest in enumerate(GUESTS, 2):
            await hall.games.lobby.join(lobby.row.id, guest, f"Guest {number}", "word")
        await hall.games.lobby.set_pace(lobby.row.id, PLAYER, "blitz")
        assert (await hall.games.cancels.cancel(lobby.row.id, by=PLAYER)).row.status == "cancelled"

    async def test_with_bots_alone_nothing_is_refused(self, hall: ClockHall) -> None:
        game = await hall.table("day", 1, bots=1)
        await hall.driver.run_table(game)
        await hall.games.clocks.extend_turn(game, 5, PLAYER)
        await hall.games.lobby.set_pace(game, PLAYER, "relaxed")
        snapshot = await hall.games.pauses.pause(game, PLAYER)
        assert snapshot.table.pause.by == PLAYER.name
        snapshot = await hall.games.pauses.resume(game, PLAYER)
        assert not snapshot.table.pause.is_on
        assert (await hall.games.cancels.cancel(game, by=PLAYER)).row.status == "cancelled"


def says(person: Person) -> Callable[..., str]:
    return Words.of(person.user.locale).say


def board(stage: BotStage, say: Callable[..., str]) -> VisibleMessage:
    """Return the board post."""
    seen = stage.other.sees(stage.hall)
    return [m for m in seen if say("button-more") in m.labels and not m.ephemeral][-1]


def texts(stage: BotStage) -> list[str]:
    return [message.text for message in stage.other.sees(stage.hall) if not message.ephemeral]


async def ask_to_cancel(stage: BotStage, person: Person, say: Callable[..., str]) -> Answer:
    """Start the vote by *More*, after the question."""
    more = await person.press(board(stage, say), say("button-more"))
    sure = await person.press(more, says(person)("button-cancel"))
    owners = owners_of((await stage.games.lobby.get(await game_of(stage))).seats)
    facts = {"needed": count_needed(owners), "of": len(owners)}
    assert sure.text == says(person)("cancel-sure", **facts)
    done = await person.press(sure, says(person)("button-cancel-sure"))
    await stage.told()
    return done


async def game_of(stage: BotStage) -> str:
    row = await stage.store.games.open_in(stage.hall.id)
    assert row is not None
    return row.id


class TestOnDiscord:
    """The vote as the people at the table see it."""

    @BOTH
    async def test_asked_under_more_and_answered_below_the_board(
        self, tmp_path: Path, locale: str
    ) -> None:
        """A restart in between changes nothing; a vote that is delivered twice counts once."""
        async with on_stage(tmp_path / "games.db", locale) as stage:
            say, third = Words.of(locale).say, stage.sandbox.person("Guest 4", stage.club)
            game = await stage.open("new-york", stage.guest, stage.other, third)
            asked = await ask_to_cancel(stage, stage.guest, say)
            assert asked.text == DE("cancel-asked", agreed=1, needed=2)
            shown = say("request-cancel", player="Guest 2", agreed=1, needed=2, until="?")
            assert shown.split("?")[0] in board(stage, say).text

            await stage.stop()
            await stage.start()
            refused = await third.press(board(stage, say), say("button-refuse-cancel"))
            assert refused.text == EN("cancel-refused")
            await stage.told()
            stage.sandbox.faults.duplicate_interactions()
            done = await stage.other.press(board(stage, say), say("button-agree-cancel"))
            await stage.told()

            assert done.text == EN("lobby-cancelled")
            assert (await stage.games.lobby.get(game)).row.status == "cancelled"
            assert texts(stage).count(say("line-players-cancelled")) == 1
            facts = {"edition": "New York", "channel": stage.hall.mention}
            for person, times in ((stage.guest, 1), (third, 1), (stage.other, 0)):
                told = says(person)("told-players-cancelled", **facts)
                assert [m.text for m in person.sees(person.direct)].count(told) == times

    async def test_who_asked_withdraws_and_is_told_of_a_refusal(self, tmp_path: Path) -> None:
        async with on_stage(tmp_path / "games.db") as stage:
            await stage.open("new-york", stage.guest, stage.other)
            await ask_to_cancel(stage, stage.guest, EN)
            await stage.guest.press(board(stage, EN), EN("button-refuse-cancel"))
            await stage.told()
            assert EN("button-agree-cancel") not in board(stage, EN).labels
            await ask_to_cancel(stage, stage.guest, EN)

            await stage.other.press(board(stage, EN), EN("button-refuse-cancel"))
            await stage.told()

            assert EN("button-agree-cancel") not in board(stage, EN).labels
            facts = {"edition": "New York", "channel": stage.hall.mention}
            direct = [m.text for m in stage.guest.sees(stage.guest.direct)]
            assert direct.count(DE("told-cancel-refused", **facts)) == 1

    async def test_a_spectator_cannot_vote(self, tmp_path: Path) -> None:
        """Neither with the buttons of the post, nor with a made-up press from elsewhere."""
        async with on_stage(tmp_path / "games.db") as stage:
            game = await stage.open("new-york", stage.guest, stage.other)
            for verb in ("cancel", f"cancel:{YES}", "cancel-no"):
                post = board(stage, EN)
                forged = post.buttons[0] | {"custom_id": f"ws:{game}:0:{verb}"}
                sent = stage.moderator._use_component(post, forged, {})
                answer = await stage.moderator._finish(sent, "answered")
                assert answer.text == EN("error-not-yours"), verb
            await ask_to_cancel(stage, stage.guest, EN)
            before = (await stage.games.lobby.get(game)).row

            for key in ("button-agree-cancel", "button-refuse-cancel"):
                answer = await stage.moderator.press(board(stage, EN), EN(key))
                assert answer.text == EN("error-not-yours")

            after = (await stage.games.lobby.get(game)).row
            assert (after.cancel_vote, after.changes) == (before.cancel_vote, before.changes)

    async def test_the_board_shows_it_in_the_midst_of_a_turn(self, tmp_path: Path) -> None:
        """Otherwise the board post is left alone until the turn is over."""
        patience = PublishDelays(own_card=timedelta(0), mid_turn=HOUR)
        async with playing(tmp_path, patience=patience) as table:
            stage = table.stage
            mover, panel = await table.panel()
            await mover.press(panel, on_deck(panel))
            await stage.games.cancels.agree_to_cancel(table.game, mover.id)
            async with asyncio.timeout(PATIENCE):
                while EN("button-agree-cancel") not in board(stage, EN).labels:
                    await asyncio.sleep(0.01)

    @BOTH
    async def test_requests_that_are_open_together_can_be_told_apart(
        self, tmp_path: Path, locale: str
    ) -> None:
        """Undo, pause and cancel: no two buttons of the board post read the same."""
        async with on_stage(tmp_path / "games.db", locale) as stage:
            say = Words.of(locale).say
            game = await stage.open("new-york", stage.guest, stage.other)
            for person in (stage.guest, stage.other):
                await person.slash(stage.hall, "tickets", keep="1 2")
            snapshot = await stage.games.snapshot(game)
            turn = snapshot.state.turn
            assert turn is not None
            people = {stage.guest.id: stage.guest, stage.other.id: stage.other}
            mover = people[snapshot.table.seats[turn].user_id or 0]
            await mover.slash(stage.hall, "draw", card="deck:taxi")
            await stage.games.play.ask_undo(game, mover.id)
            await stage.games.pauses.ask(game, mover.id, pausing=True)
            await stage.games.cancels.agree_to_cancel(game, mover.id)
            await stage.told()

            labels = board(stage, say).labels

            for verb in ("undo", "pause", "cancel"):
                for answer in ("agree", "refuse"):
                    assert labels.count(say(f"button-{answer}-{verb}")) == 1
            assert len(labels) == len(set(labels))
            other = stage.other if mover is stage.guest else stage.guest
            await other.press(board(stage, say), say("button-agree-pause"))
            await stage.told()
            table = (await stage.games.snapshot(game)).table
            assert table.pause.is_on
            assert table.undo_request
            assert table.cancel_vote.agreed == (mover.id,)

    async def test_labels_fit_on_a_phone(self) -> None:
        for say in (EN, DE):
            for verb in ("undo", "pause", "resume", "cancel"):
                for answer in ("agree", "refuse"):
                    assert len(say(f"button-{answer}-{verb}")) <= 24
            assert len(say("button-cancel")) <= 24
            assert len(say("button-cancel-sure")) <= 24


class TestCommands:
    """What a moderator who plays is answered."""

    async def test_refusals_say_whom_to_ask(self, tmp_path: Path) -> None:
        async with on_stage(tmp_path / "games.db") as stage:
            game = await stage.open("new-york", stage.guest, stage.moderator, pace="day")
            seat = (await stage.games.snapshot(game)).table.seat_of(stage.guest.id)
            for command, options in (
                ("extend", {"hours": 5}),
                ("pace", {"pace": "blitz"}),
                ("offer", {"seat": seat + 1}),
                ("replace", {"seat": seat + 1}),
            ):
                answer = await stage.moderator.slash(stage.hall, f"game {command}", **options)
                assert answer.ephemeral
                assert answer.text == EN("lobby-error-moderator-plays"), command

    async def test_pause_resume_and_cancel_are_votes(self, tmp_path: Path) -> None:
        async with on_stage(tmp_path / "games.db") as stage:
            game = await stage.open("new-york", stage.guest, stage.moderator, pace="day")

            async def mod(command: str, **options: object) -> str:
                said = await stage.moderator.slash(stage.hall, f"game {command}", **options)
                await stage.told()
                return said.text

            voted = EN("vote-seated", agreed=1, needed=2)
            assert await mod("pause", why="a party") == voted
            await stage.guest.press(board(stage, EN), EN("button-agree-pause"))
            await stage.told()
            assert EN("line-players-paused") in texts(stage)
            assert await mod("resume") == voted
            assert EN("button-agree-resume") in board(stage, EN).labels
            assert EN("lobby-error-cancel-unsure") in await mod("cancel")
            assert await mod("cancel", sure=True) == voted
            assert (await stage.games.lobby.get(game)).row.status == "playing"

            await stage.guest.press(board(stage, EN), EN("button-agree-cancel"))
            await stage.told()

            assert (await stage.games.lobby.get(game)).row.status == "cancelled"
