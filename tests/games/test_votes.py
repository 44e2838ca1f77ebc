"""Votes of the players to cancel their game, and what a moderator who plays may not do alone."""

from __future__ import annotations

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
from bot.games.table import decode_vote
from bot.outbox.delays import PublishDelays
from bot.storage.backup import to_postgres
from bot.text.words import Words
from bot.ui.seats.view import YES
from engine.errors import NotYourGame, StaleGame
from engine.ids import Seat
from sandbox.world.people import Answer, Person
from sandbox.world.visible_message import VisibleMessage
from tests.outbox.test_faults import started_table
from tests.support.clock_tables import (
    DAY,
    GUESTS,
    HOUR,
    MINUTE,
    MODERATOR,
    ClockTables,
    clock_tables,
)
from tests.support.players import deck_button
from tests.support.postgres import Cluster
from tests.support.running_bot import RunningBot, running_bot
from tests.support.timeouts import wait_until

EN, DE = Words.of("en").say, Words.of("de").say
PLAYER = Who(GUESTS[0], "Guest 2")
"""A moderator who plays."""
BOTH = pytest.mark.parametrize("locale", ["en-US", "de"])


@pytest.fixture
async def tables(location: Location) -> AsyncIterator[ClockTables]:
    """Tables on a file, then on a PostgreSQL server."""
    async with clock_tables(location) as made:
        yield made


async def vote_at(tables: ClockTables, game: str) -> Vote:
    """Return the vote as the database has it."""
    return decode_vote((await tables.games.lobby.get(game)).row)


async def status_of(tables: ClockTables, game: str) -> str:
    return (await tables.games.lobby.get(game)).row.status


async def kinds_due(tables: ClockTables, game: str) -> list[str]:
    return [due.kind for due in await tables.store.games.due(game)]


class TestVote:
    """Two thirds of the people who own a seat can cancel their game."""

    async def test_two_thirds_of_three_cancel_the_game(self, tables: ClockTables) -> None:
        """Everyone but the last voter is told; a press that comes again changes nothing."""
        game = await tables.start_past_opening("day", 3)
        asked = await tables.games.cancels.agree_to_cancel(game, GUESTS[0], interaction_id=1)
        again = await tables.games.cancels.agree_to_cancel(game, GUESTS[0], interaction_id=1)
        assert asked.row == again.row
        assert asked.row.status == "playing"
        assert count_needed(owners_of(asked.seats)) == 2
        tables.restart()
        await tables.play_turn(game)
        assert "cancel-lapse" in await kinds_due(tables, game)

        ended = await tables.games.cancels.agree_to_cancel(game, GUESTS[2], interaction_id=2)
        again = await tables.games.cancels.agree_to_cancel(game, GUESTS[2], interaction_id=2)

        assert ended.row.status == again.row.status == "cancelled"
        assert await vote_at(tables, game) == Vote()
        assert await tables.store.games.due(game) == []
        assert await tables.notice_keys(game) == ["line-players-cancelled"]
        for guest, told in zip(GUESTS, (1, 1, 0), strict=True):
            assert await tables.notice_keys(game, guest) == ["told-players-cancelled"] * told
        with pytest.raises(LobbyError, match="table-closed"):
            await tables.games.cancels.agree_to_cancel(game, GUESTS[1])
        with pytest.raises(LobbyError, match="table-closed"):
            await tables.games.cancels.refuse_to_cancel(game, GUESTS[1])

    async def test_both_of_two_must_agree(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening()
        for _ in range(2):
            await tables.games.cancels.agree_to_cancel(game, GUESTS[1])
        assert await status_of(tables, game) == "playing"
        await tables.games.cancels.agree_to_cancel(game, GUESTS[0])
        assert await status_of(tables, game) == "cancelled"

    async def test_one_person_with_bots_needs_nobody(self, tables: ClockTables) -> None:
        game = await tables.start_game("none", 1, bots=1)
        ended = await tables.games.cancels.agree_to_cancel(game, GUESTS[0])
        assert ended.row.status == "cancelled"

    async def test_someone_without_a_seat_has_no_vote(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening()
        with pytest.raises(NotYourGame):
            await tables.games.cancels.agree_to_cancel(game, 99)
        await tables.games.cancels.agree_to_cancel(game, GUESTS[0])
        before = (await tables.games.lobby.get(game)).row
        for vote in (tables.games.cancels.agree_to_cancel, tables.games.cancels.refuse_to_cancel):
            with pytest.raises(NotYourGame):
                await vote(game, 99)
        assert (await tables.games.lobby.get(game)).row == before

    async def test_there_is_no_vote_in_a_lobby(self, tables: ClockTables) -> None:
        lobby = await tables.games.lobby.open("new-york", 1, 50, GUESTS[0], "en")
        await tables.games.lobby.join(lobby.row.id, GUESTS[0], "Guest 2", "word")
        with pytest.raises(LobbyError, match="not-begun"):
            await tables.games.cancels.agree_to_cancel(lobby.row.id, GUESTS[0])

    async def test_a_vote_that_cannot_pass_is_dropped(self, tables: ClockTables) -> None:
        """The player who asked is told; a voter may change their mind before."""
        game = await tables.start_past_opening("day", 3)
        with pytest.raises(StaleGame):
            await tables.games.cancels.refuse_to_cancel(game, GUESTS[1])
        await tables.games.cancels.agree_to_cancel(game, GUESTS[0])
        await tables.games.cancels.refuse_to_cancel(game, GUESTS[1])
        vote = await vote_at(tables, game)
        assert (vote.agreed, vote.refused) == ((GUESTS[0],), (GUESTS[1],))

        await tables.games.cancels.refuse_to_cancel(game, GUESTS[2])

        assert await vote_at(tables, game) == Vote()
        assert "cancel-lapse" not in await kinds_due(tables, game)
        assert await tables.notice_keys(game, GUESTS[0]) == ["told-cancel-refused"]
        await tables.games.cancels.agree_to_cancel(game, GUESTS[0])
        await tables.games.cancels.refuse_to_cancel(game, GUESTS[1])
        await tables.games.cancels.agree_to_cancel(game, GUESTS[1])
        assert await status_of(tables, game) == "cancelled"

    async def test_who_asked_can_withdraw(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening("day", 3)
        await tables.games.cancels.agree_to_cancel(game, GUESTS[0])
        await tables.games.cancels.refuse_to_cancel(game, GUESTS[0])
        assert await vote_at(tables, game) == Vote()
        assert await tables.notice_keys(game, GUESTS[0]) == []

    async def test_it_lapses_after_a_day(self, tables: ClockTables) -> None:
        """Also if the bot restarts, and beside a pause request that lapses at another time."""
        game = await tables.start_past_opening("relaxed", 3)
        await tables.games.pauses.ask(game, GUESTS[1], pausing=True)
        await tables.advance(HOUR)
        await tables.games.cancels.agree_to_cancel(game, GUESTS[0])
        tables.restart()
        table = (await tables.games.snapshot(game)).table
        assert (table.pause.asked_by, table.cancel_vote.asked_by) == (GUESTS[1], GUESTS[0])

        await tables.advance(23 * HOUR)
        table = (await tables.games.snapshot(game)).table
        assert (table.pause.asked_by, table.cancel_vote.asked_by) == (0, GUESTS[0])
        await tables.advance(HOUR - MINUTE)
        assert (await vote_at(tables, game)).asked_by == GUESTS[0]
        await tables.advance(2 * MINUTE)

        assert await vote_at(tables, game) == Vote()
        assert "cancel-lapse" not in await kinds_due(tables, game)
        assert await status_of(tables, game) == "playing"

    async def test_a_late_vote_counts_for_nothing(self, tables: ClockTables) -> None:
        """Nobody has looked at what is due yet."""
        game = await tables.start_past_opening()
        await tables.games.cancels.agree_to_cancel(game, GUESTS[0])
        tables.now += DAY
        with pytest.raises(StaleGame):
            await tables.games.cancels.refuse_to_cancel(game, GUESTS[1])
        await tables.games.cancels.agree_to_cancel(game, GUESTS[1])
        vote = await vote_at(tables, game)
        assert (vote.asked_by, vote.agreed) == (GUESTS[1], (GUESTS[1],))

    async def test_it_moves_to_a_server(self, tmp_path: Path, postgres: Cluster) -> None:
        """It is open there, with its votes, and lapses there."""
        server = await postgres.new_schema()
        async with clock_tables(tmp_path) as tables:
            game = await tables.start_past_opening()
            await tables.games.cancels.agree_to_cancel(game, GUESTS[0])
            kept = await vote_at(tables, game)

        await to_postgres.move_to_postgres(tmp_path / "games.db", server, lambda *_: None)

        async with clock_tables(server) as tables:
            assert await vote_at(tables, game) == kept
            await tables.advance(DAY)
            assert await vote_at(tables, game) == Vote()


class TestOwners:
    """A vote is counted by the people who own the seats now."""

    async def _kept(self, tables: ClockTables) -> tuple[str, int]:
        """Return a game of three with a seat that the caretaker keeps, and its owner."""
        game = await tables.start_past_opening("day", 3)
        seat, user = await tables.player_on_turn(game)
        for _ in range(3):
            await tables.advance(72 * HOUR)
            await tables.play_turn(game)
            await tables.play_turn(game)
        assert (await tables.store.games.seats(game))[seat].bot == CARETAKER
        return game, user

    async def test_an_owner_whose_seat_the_caretaker_keeps_may_vote(
        self, tables: ClockTables
    ) -> None:
        game, away = await self._kept(tables)
        other = next(guest for guest in GUESTS if guest != away)
        asked = await tables.games.cancels.agree_to_cancel(game, other)
        assert count_needed(owners_of(asked.seats)) == 2
        assert asked.row.status == "playing"

        ended = await tables.games.cancels.agree_to_cancel(game, away)

        assert ended.row.status == "cancelled"

    async def test_a_vote_passes_when_fewer_own_a_seat(self, tables: ClockTables) -> None:
        """Two of three have to agree; when one person is left, one has to."""
        game = await tables.start_past_opening("none", 3)
        await tables.games.cancels.agree_to_cancel(game, GUESTS[0])
        await tables.games.seats.give_up(game, GUESTS[1])
        await tables.driver.run_table(game)
        assert await status_of(tables, game) == "playing"

        await tables.games.seats.give_up(game, GUESTS[2])
        await tables.driver.run_table(game)

        assert await status_of(tables, game) == "cancelled"
        assert await tables.notice_keys(game, GUESTS[0]) == ["told-players-cancelled"]

    async def test_it_goes_on_and_lapses_as_before(self, tables: ClockTables) -> None:
        """A look at the vote because of another owner does not forget when it lapses."""
        game = await tables.start_past_opening("none", 3)
        await tables.games.cancels.agree_to_cancel(game, GUESTS[0])
        end = lapses_at(await vote_at(tables, game))
        await tables.advance(HOUR)
        seat = (await tables.games.snapshot(game)).table.seat_of(GUESTS[1])
        await tables.games.seats.give_up(game, GUESTS[1])
        await tables.driver.run_table(game)
        await tables.games.seats.take(game, seat, Who(99, "Guest 9"))
        await tables.driver.run_table(game)
        tables.restart()
        assert lapses_at(await vote_at(tables, game)) == end

        await tables.advance(22 * HOUR)
        assert (await vote_at(tables, game)).asked_by == GUESTS[0]
        await tables.advance(HOUR + MINUTE)

        assert await vote_at(tables, game) == Vote()

    async def test_the_agreement_of_a_former_owner_does_not_count(
        self, tables: ClockTables
    ) -> None:
        game = await tables.start_past_opening("none", 3)
        seat = (await tables.games.snapshot(game)).table.seat_of(GUESTS[1])
        await tables.games.cancels.agree_to_cancel(game, GUESTS[0])
        await tables.games.cancels.refuse_to_cancel(game, GUESTS[1])
        await tables.games.seats.give_up(game, GUESTS[1])
        await tables.games.seats.take(game, seat, Who(99, "Guest 9"))
        await tables.driver.run_table(game)
        with pytest.raises(NotYourGame):
            await tables.games.cancels.agree_to_cancel(game, GUESTS[1])

        assert (await tables.games.cancels.agree_to_cancel(game, 99)).row.status == "cancelled"

    async def test_it_is_dropped_when_others_have_refused(self, tables: ClockTables) -> None:
        """One of three refuses; when two are left, both would have to agree."""
        game = await tables.start_past_opening("none", 3)
        await tables.games.cancels.agree_to_cancel(game, GUESTS[0])
        await tables.games.cancels.refuse_to_cancel(game, GUESTS[1])
        await tables.games.seats.give_up(game, GUESTS[2])
        await tables.driver.run_table(game)

        assert await vote_at(tables, game) == Vote()
        assert await tables.notice_keys(game, GUESTS[0]) == ["told-cancel-refused"]

    async def test_it_is_dropped_when_who_asked_leaves(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening("none", 3)
        await tables.games.cancels.agree_to_cancel(game, GUESTS[0])
        await tables.games.seats.give_up(game, GUESTS[0])
        await tables.driver.run_table(game)

        assert await vote_at(tables, game) == Vote()
        assert await status_of(tables, game) == "playing"


class TestPlayingModerator:
    """A moderator who plays with other people does nothing there alone."""

    def _alone(self, tables: ClockTables, game: str, by: Who) -> list[Callable[[], Awaitable[Any]]]:
        """Return everything that only a moderator who does not play may do."""
        games = tables.games
        return [
            lambda: games.clocks.extend_turn(game, 5, by),
            lambda: games.lobby.set_pace(game, by, "blitz"),
            lambda: games.seats.offer(game, Seat(1), by),
            lambda: games.handovers.hand_over(game, Seat(1), None, by),
            lambda: games.handovers.hand_over(game, Seat(1), None, by, has_left=True),
            lambda: games.handovers.hand_over(game, Seat(1), Who(99, "Guest 9"), by),
        ]

    async def test_what_is_refused(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening()
        before = (await tables.games.lobby.get(game)).row
        for act in self._alone(tables, game, PLAYER):
            with pytest.raises(LobbyError, match="moderator-plays"):
                await act()
        assert (await tables.games.lobby.get(game)).row == before

    async def test_giving_up_the_seat_for_a_while_does_not_help(self, tables: ClockTables) -> None:
        """They could take it back, so they still count as a player."""
        game = await tables.start_past_opening()
        await tables.games.seats.give_up(game, PLAYER.id)
        await tables.driver.run_table(game)
        games = tables.games
        more: list[Callable[[], Awaitable[Any]]] = [
            lambda: games.cancels.cancel(game, by=PLAYER),
            lambda: games.pauses.pause(game, PLAYER),
            lambda: games.clocks.skip_turn(game, PLAYER),
        ]
        for act in (*self._alone(tables, game, PLAYER), *more):
            with pytest.raises(LobbyError, match="moderator-could-return"):
                await act()
        await games.pauses.pause(game, MODERATOR)
        with pytest.raises(LobbyError, match="moderator-could-return"):
            await games.pauses.resume(game, PLAYER)
        await games.pauses.resume(game, MODERATOR)
        await games.seats.take(game, Seat(0), Who(99, "Guest 9"))
        await games.pauses.pause(game, PLAYER)
        assert (await games.snapshot(game)).table.pause.by == PLAYER.name

    async def test_their_own_seat_is_theirs_to_give(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening()
        assert await tables.games.handovers.hand_over(game, Seat(0), None, PLAYER)
        assert (await tables.store.games.seats(game))[0].maker == "bot"

    async def test_a_pause_and_its_end_are_votes(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening()
        pauses = tables.games.pauses
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
        assert await tables.notice_keys(game) == ["line-players-paused", "line-players-resumed"]

    async def test_the_pause_of_a_moderator_is_not_theirs_to_end(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening()
        await tables.games.pauses.pause(game, MODERATOR)
        with pytest.raises(LobbyError, match="moderator-plays"):
            await tables.games.pauses.resume(game, PLAYER)
        with pytest.raises(LobbyError, match="paused-already"):
            await tables.games.pauses.pause(game, PLAYER)

    async def test_canceling_is_a_vote(self, tables: ClockTables) -> None:
        game = await tables.start_past_opening()
        lobby = await tables.games.cancels.cancel(game, by=PLAYER)
        assert lobby.row.status == "playing"
        assert decode_vote(lobby.row).agreed == (PLAYER.id,)

        ended = await tables.games.cancels.agree_to_cancel(game, GUESTS[1])

        assert ended.row.status == "cancelled"
        assert await tables.notice_keys(game, PLAYER.id) == ["told-players-cancelled"]

    async def test_a_lobby_stays_free(self, tables: ClockTables) -> None:
        """Before the start a moderator who joined sets the pace and closes the table."""
        lobby = await tables.games.lobby.open("new-york", 1, 50, PLAYER.id, "en")
        for number, guest in enumerate(GUESTS, 2):
            await tables.games.lobby.join(lobby.row.id, guest, f"Guest {number}", "word")
        await tables.games.lobby.set_pace(lobby.row.id, PLAYER, "blitz")
        assert (
            await tables.games.cancels.cancel(lobby.row.id, by=PLAYER)
        ).row.status == "cancelled"

    async def test_with_bots_alone_nothing_is_refused(self, tables: ClockTables) -> None:
        game = await tables.start_game("day", 1, bots=1)
        await tables.driver.run_table(game)
        await tables.games.clocks.extend_turn(game, 5, PLAYER)
        await tables.games.lobby.set_pace(game, PLAYER, "relaxed")
        snapshot = await tables.games.pauses.pause(game, PLAYER)
        assert snapshot.table.pause.by == PLAYER.name
        snapshot = await tables.games.pauses.resume(game, PLAYER)
        assert not snapshot.table.pause.is_on
        assert (await tables.games.cancels.cancel(game, by=PLAYER)).row.status == "cancelled"


def sentences_of(person: Person) -> Callable[..., str]:
    return Words.of(person.user.locale).say


def board_post(bot: RunningBot, say: Callable[..., str]) -> VisibleMessage:
    """Return the board post."""
    seen = bot.other.sees(bot.channel)
    return [m for m in seen if say("button-more") in m.labels and not m.ephemeral][-1]


def channel_texts(bot: RunningBot) -> list[str]:
    return [message.text for message in bot.other.sees(bot.channel) if not message.ephemeral]


async def ask_to_cancel(bot: RunningBot, person: Person, say: Callable[..., str]) -> Answer:
    """Start the vote by *More*, after the question."""
    more = await person.press(board_post(bot, say), say("button-more"))
    sure = await person.press(more, sentences_of(person)("button-cancel"))
    owners = owners_of((await bot.games.lobby.get(await game_of(bot))).seats)
    facts = {"needed": count_needed(owners), "of": len(owners)}
    assert sure.text == sentences_of(person)("cancel-sure", **facts)
    done = await person.press(sure, sentences_of(person)("button-cancel-sure"))
    await bot.wait_idle()
    return done


async def game_of(bot: RunningBot) -> str:
    row = await bot.store.games.open_in(bot.channel.id)
    assert row is not None
    return row.id


class TestOnDiscord:
    """The vote as the people at the table see it."""

    @BOTH
    async def test_asked_under_more_and_answered_below_the_board(
        self, tmp_path: Path, locale: str
    ) -> None:
        """A restart in between changes nothing; a vote that is delivered twice counts once."""
        async with running_bot(tmp_path / "games.db", locale) as bot:
            say, third = Words.of(locale).say, bot.sandbox.person("Guest 4", bot.club)
            game = await bot.start_game("new-york", bot.guest, bot.other, third)
            asked = await ask_to_cancel(bot, bot.guest, say)
            assert asked.text == DE("cancel-asked", agreed=1, needed=2)
            shown = say("request-cancel", player="Guest 2", agreed=1, needed=2, until="?")
            assert shown.split("?")[0] in board_post(bot, say).text

            await bot.stop()
            await bot.start()
            refused = await third.press(board_post(bot, say), say("button-refuse-cancel"))
            assert refused.text == EN("cancel-refused")
            await bot.wait_idle()
            bot.sandbox.faults.duplicate_interactions()
            done = await bot.other.press(board_post(bot, say), say("button-agree-cancel"))
            await bot.wait_idle()

            assert done.text == EN("lobby-cancelled")
            assert (await bot.games.lobby.get(game)).row.status == "cancelled"
            assert channel_texts(bot).count(say("line-players-cancelled")) == 1
            facts = {"edition": "New York", "channel": bot.channel.mention}
            for person, times in ((bot.guest, 1), (third, 1), (bot.other, 0)):
                told = sentences_of(person)("told-players-cancelled", **facts)
                assert [m.text for m in person.sees(person.direct)].count(told) == times

    async def test_who_asked_withdraws_and_is_told_of_a_refusal(self, tmp_path: Path) -> None:
        async with running_bot(tmp_path / "games.db") as bot:
            await bot.start_game("new-york", bot.guest, bot.other)
            await ask_to_cancel(bot, bot.guest, EN)
            await bot.guest.press(board_post(bot, EN), EN("button-refuse-cancel"))
            await bot.wait_idle()
            assert EN("button-agree-cancel") not in board_post(bot, EN).labels
            await ask_to_cancel(bot, bot.guest, EN)

            await bot.other.press(board_post(bot, EN), EN("button-refuse-cancel"))
            await bot.wait_idle()

            assert EN("button-agree-cancel") not in board_post(bot, EN).labels
            facts = {"edition": "New York", "channel": bot.channel.mention}
            direct = [m.text for m in bot.guest.sees(bot.guest.direct)]
            assert direct.count(DE("told-cancel-refused", **facts)) == 1

    async def test_a_spectator_cannot_vote(self, tmp_path: Path) -> None:
        """Neither with the buttons of the post, nor with a made-up press from elsewhere."""
        async with running_bot(tmp_path / "games.db") as bot:
            game = await bot.start_game("new-york", bot.guest, bot.other)
            for verb in ("cancel", f"cancel:{YES}", "cancel-no"):
                post = board_post(bot, EN)
                forged = post.buttons[0] | {"custom_id": f"ws:{game}:0:{verb}"}
                sent = bot.moderator._use_component(post, forged, {})
                answer = await bot.moderator._finish(sent, "answered")
                assert answer.text == EN("error-not-yours"), verb
            await ask_to_cancel(bot, bot.guest, EN)
            before = (await bot.games.lobby.get(game)).row

            for key in ("button-agree-cancel", "button-refuse-cancel"):
                answer = await bot.moderator.press(board_post(bot, EN), EN(key))
                assert answer.text == EN("error-not-yours")

            after = (await bot.games.lobby.get(game)).row
            assert (after.cancel_vote, after.changes) == (before.cancel_vote, before.changes)

    async def test_the_board_shows_it_in_the_midst_of_a_turn(self, tmp_path: Path) -> None:
        """Otherwise the board post is left alone until the turn is over."""
        delays = PublishDelays(own_card=timedelta(0), mid_turn=HOUR)
        async with started_table(tmp_path, delays=delays) as table:
            bot = table.bot
            mover, panel = await table.open_draw_panel()
            await mover.press(panel, deck_button(panel))
            await bot.games.cancels.agree_to_cancel(table.game, mover.id)
            await wait_until(lambda: EN("button-agree-cancel") in board_post(bot, EN).labels)

    @BOTH
    async def test_requests_that_are_open_together_can_be_told_apart(
        self, tmp_path: Path, locale: str
    ) -> None:
        """Undo, pause and cancel: no two buttons of the board post read the same."""
        async with running_bot(tmp_path / "games.db", locale) as bot:
            say = Words.of(locale).say
            game = await bot.start_game("new-york", bot.guest, bot.other)
            for person in (bot.guest, bot.other):
                await person.slash(bot.channel, "tickets", keep="1 2")
            snapshot = await bot.games.snapshot(game)
            turn = snapshot.state.turn
            assert turn is not None
            people = {bot.guest.id: bot.guest, bot.other.id: bot.other}
            mover = people[snapshot.table.seats[turn].user_id or 0]
            await mover.slash(bot.channel, "draw", card="deck:taxi")
            await bot.games.play.ask_undo(game, mover.id)
            await bot.games.pauses.ask(game, mover.id, pausing=True)
            await bot.games.cancels.agree_to_cancel(game, mover.id)
            await bot.wait_idle()

            labels = board_post(bot, say).labels

            for verb in ("undo", "pause", "cancel"):
                for answer in ("agree", "refuse"):
                    assert labels.count(say(f"button-{answer}-{verb}")) == 1
            assert len(labels) == len(set(labels))
            other = bot.other if mover is bot.guest else bot.guest
            await other.press(board_post(bot, say), say("button-agree-pause"))
            await bot.wait_idle()
            table = (await bot.games.snapshot(game)).table
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
        async with running_bot(tmp_path / "games.db") as bot:
            game = await bot.start_game("new-york", bot.guest, bot.moderator, pace="day")
            seat = (await bot.games.snapshot(game)).table.seat_of(bot.guest.id)
            for command, options in (
                ("extend", {"hours": 5}),
                ("pace", {"pace": "blitz"}),
                ("offer", {"seat": seat + 1}),
                ("replace", {"seat": seat + 1}),
            ):
                answer = await bot.moderator.slash(bot.channel, f"game {command}", **options)
                assert answer.ephemeral
                assert answer.text == EN("lobby-error-moderator-plays"), command

    async def test_pause_resume_and_cancel_are_votes(self, tmp_path: Path) -> None:
        async with running_bot(tmp_path / "games.db") as bot:
            game = await bot.start_game("new-york", bot.guest, bot.moderator, pace="day")

            async def mod(command: str, **options: object) -> str:
                said = await bot.moderator.slash(bot.channel, f"game {command}", **options)
                await bot.wait_idle()
                return said.text

            voted = EN("vote-seated", agreed=1, needed=2)
            assert await mod("pause", reason="a party") == voted
            await bot.guest.press(board_post(bot, EN), EN("button-agree-pause"))
            await bot.wait_idle()
            assert EN("line-players-paused") in channel_texts(bot)
            assert await mod("resume") == voted
            assert EN("button-agree-resume") in board_post(bot, EN).labels
            assert EN("lobby-error-cancel-unsure") in await mod("cancel")
            assert await mod("cancel", confirm=True) == voted
            assert (await bot.games.lobby.get(game)).row.status == "playing"

            await bot.guest.press(board_post(bot, EN), EN("button-agree-cancel"))
            await bot.wait_idle()

            assert (await bot.games.lobby.get(game)).row.status == "cancelled"
