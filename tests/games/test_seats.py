"""Leaving, replacing, beginning again: what happens to seats once people come and go."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

import maps
from bot.games.bots import BOT_AGENTS
from bot.games.model import ANSWER_DEADLINE, Who
from bot.text.rulebook import turns_each
from bot.text.words import Words
from engine.actions import DrawBlind
from engine.ai.agent import answer_of
from engine.ids import Seat
from sandbox.world.people import Answer, Person
from sandbox.world.visible_message import VisibleMessage
from tests.games.test_handovers import newcomer, sealed, texts
from tests.outbox.test_faults import Table, playing
from tests.record_games import find_recorded
from tests.support.bot_stage import BotStage, on_stage
from tests.support.players import ByButtons
from tests.support.secrecy import Secrets, check_secrecy

EN, DE = Words.of("en").say, Words.of("de").say
MINUTE = timedelta(minutes=1)
BOTH = pytest.mark.parametrize("locale", ["en-US", "de"])


def says(person: Person) -> Words:
    return Words.of(person.user.locale)


@asynccontextmanager
async def table_in(path: Path, locale: str) -> AsyncIterator[Table]:
    """A game of New York past its opening, on a server with this language."""
    async with on_stage(path / "games.db", locale) as stage:
        game = await stage.open("new-york", stage.guest, stage.other)
        table, posts = Table(stage, game), locale[:2]
        for person in (stage.guest, stage.other):
            language = person.user.locale[:2]
            player = ByButtons(stage, "new-york", person, language, posts)
            snapshot = await stage.games.snapshot(game)
            await player.answer(snapshot.state.waiting[snapshot.table.seat_of(person.id)])
            await stage.told()
        yield table


def board(stage: BotStage, posts: Words) -> VisibleMessage:
    """The board post, wherever questions stand below it."""
    seen = stage.moderator.sees(stage.hall)
    return [m for m in seen if posts.say("button-more") in m.labels and not m.ephemeral][-1]


async def give_up(stage: BotStage, person: Person, posts: Words) -> Answer:
    """Leave by *More*, after the question."""
    more = await person.press(board(stage, posts), posts.say("button-more"))
    asked = await person.press(more, says(person).say("button-give-up"))
    assert says(person).say("give-up-sure") in asked.text
    back = await person.press(asked, says(person).say("button-back"))
    again = await person.press(back, says(person).say("button-give-up"))
    done = await person.press(again, says(person).say("button-let-go"))
    await stage.told()
    return done


async def seat_of(table: Table, person: Person) -> Seat:
    return (await table.stage.games.snapshot(table.game)).table.seat_of(person.id)


def free_post(stage: BotStage, posts: Words) -> VisibleMessage:
    """The post under which a seat can be taken."""
    (post,) = [
        message
        for message in stage.other.sees(stage.hall)
        if posts.say("button-take-seat") in message.labels and not message.ephemeral
    ]
    return post


class TestGivingUp:
    """The caretaker plays on until somebody takes the sealed seat."""

    @BOTH
    async def test_leaving_and_taking(self, tmp_path: Path, locale: str) -> None:
        """One public line for each; the hand goes to who takes the seat, and to nobody else."""
        async with table_in(tmp_path, locale) as table:
            stage, posts, other = table.stage, Words.of(locale), newcomer(table.stage)
            leaver = await table.mover()
            seat, name = await seat_of(table, leaver), leaver.user.display

            done = await give_up(stage, leaver, posts)

            assert done.text == says(leaver).say("gave-up")
            post = free_post(stage, posts)
            assert post.text == posts.say("seat-free", player=name, seat=seat + 1)
            moves = await stage.store.games.moves(table.game)
            assert moves[-1].maker == "caretaker"
            assert moves[-1].action.seat == seat
            assert posts.say("seat-helped", player=name) in board(stage, posts).text
            assert sealed(other)

            taken = await other.press(post, posts.say("button-take-seat"))
            await stage.told()

            assert taken.text == EN("seat-yours")
            assert await seat_of(table, other) == seat
            line = posts.say("line-taken", new="Guest 4", old=name, seat=seat + 1)
            assert line in texts(stage)
            assert posts.say("seat-not-free", seat=seat + 1) in texts(stage)
            assert not sealed(other)
            log = (await other.slash(stage.hall, "log")).text
            assert EN("seat-helped", player=name) in log
            secrets = Secrets(
                await stage.games.snapshot(table.game),
                await stage.store.games.log(table.game),
                stage.services.translator.emoji,
            )
            check_secrecy([secrets], [other, stage.moderator])

    async def test_nobody_gets_a_second_hand(self, tmp_path: Path) -> None:
        """Not who sits there, not who once did, not who offered the seat; each reads why."""
        async with playing(tmp_path) as table:
            stage, other = table.stage, newcomer(table.stage)
            seat = await seat_of(table, stage.guest)
            await stage.moderator.slash(stage.hall, "game replace", seat=seat + 1, by=other)
            await stage.told()
            await give_up(stage, stage.guest, Words.of("en"))
            post = free_post(stage, Words.of("en"))

            seated = await stage.other.press(post, EN("button-take-seat"))
            offered = await stage.moderator.press(post, EN("button-take-seat"))
            await other.press(post, EN("button-take-seat"))
            await stage.told()
            await give_up(stage, stage.other, Words.of("en"))
            second = free_post(stage, Words.of("en"))
            former = await stage.guest.press(second, EN("button-take-seat"))

            assert seated.text == EN("lobby-error-seated-here")
            assert offered.text == EN("lobby-error-not-for-who-offered")
            assert former.text == DE("lobby-error-knows-other-cards")
            assert sealed(stage.moderator)

    async def test_who_left_may_come_back_while_nobody_has_it(self, tmp_path: Path) -> None:
        """Then the caretaker plays no more."""
        async with playing(tmp_path) as table:
            stage = table.stage
            seat = await seat_of(table, stage.guest)
            await give_up(stage, stage.guest, Words.of("en"))
            post = free_post(stage, Words.of("en"))

            await stage.guest.press(post, EN("button-take-seat"))
            await stage.told()

            assert EN("line-back", new="Guest 2", seat=seat + 1) in texts(stage)
            assert await seat_of(table, stage.guest) == seat
            assert stage.guest.last(stage.guest.direct).text
            mover = await table.mover()
            await table.turn()
            await table.told()
            assert (await table.mover()) is not mover

    async def test_too_late(self, tmp_path: Path) -> None:
        """Taken, or called off: each answer says so."""
        async with playing(tmp_path) as table:
            stage, game = table.stage, table.game
            seat = await seat_of(table, stage.guest)
            await give_up(stage, stage.guest, Words.of("en"))
            post, late = free_post(stage, Words.of("en")), newcomer(stage)
            first = stage.sandbox.person("Guest 5", stage.club)
            pressed = [p.begin_press(post, EN("button-take-seat")) for p in (first, late)]
            for press in pressed:
                await press.until(lambda press=press: press.stage == "answered", 10)
            await stage.told()

            owner = (await stage.store.games.seats(game))[seat]
            loser = late if owner.user_id == first.id else first
            assert sealed(loser)
            answers = [message.text for message in loser.sees(stage.hall)]
            assert EN("lobby-error-not-free", player=owner.name) in answers
            await give_up(stage, first if loser is late else late, Words.of("en"))
            post = free_post(stage, Words.of("en"))
            stage.sandbox.faults.refuse("PATCH /channels/*/messages/*", code=50013, times=9)
            await stage.moderator.slash(stage.hall, "game cancel", sure=True)
            await stage.told()
            closed = await loser.press(post, EN("button-take-seat"))
            assert closed.text == EN("lobby-error-table-closed")

    async def test_the_last_person_is_warned_and_the_table_pauses(self, tmp_path: Path) -> None:
        """The bots do not finish the game; whoever takes the seat plays on with them."""
        async with on_stage(tmp_path / "games.db") as stage:
            game = await stage.open("new-york", stage.guest, bots=1)
            more = await stage.guest.press(stage.board(), EN("button-more"))
            asked = await stage.guest.press(more, DE("button-give-up"))
            assert DE("give-up-last") in asked.text

            await stage.guest.press(asked, DE("button-let-go"))
            await stage.told()

            snapshot = await stage.games.snapshot(game)
            assert snapshot.table.pause.deserted
            assert EN("line-deserted") in texts(stage)
            assert EN("board-paused-deserted") in board(stage, Words.of("en")).text
            version = snapshot.version
            await stage.client.parts.driver.run_table(game)
            assert (await stage.games.snapshot(game)).version == version

            await newcomer(stage).press(free_post(stage, Words.of("en")), EN("button-take-seat"))
            await stage.told()

            assert not (await stage.games.snapshot(game)).table.pause.is_on
            (seat,) = [row for row in snapshot.table.seats if row.name == "Guest 2"]
            taken = EN("line-taken", new="Guest 4", old="Guest 2", seat=seat.seat + 1)
            assert f"{taken} {EN('line-deserted-over')}" in texts(stage)


class TestReplacing:
    """By a bot, or by a person who accepts."""

    @BOTH
    async def test_a_bot_for_good(self, tmp_path: Path, locale: str) -> None:
        """An owner who was away is told; nobody can take the seat."""
        async with table_in(tmp_path, locale) as table:
            stage, posts = table.stage, Words.of(locale)
            seat = await seat_of(table, stage.guest)
            stage.later = timedelta(days=8)

            await stage.moderator.slash(stage.hall, "game replace", seat=seat + 1)
            await stage.told()

            facts = {"seat": seat + 1, "by": "Moderator", "new": "Bot 1"}
            assert posts.say("line-handed", old="Guest 2", **facts) in texts(stage)
            told = DE("told-replaced", edition="New York", channel=stage.hall.mention, **facts)
            assert told in [m.text for m in stage.guest.sees(stage.guest.direct)]
            row = (await stage.store.games.seats(table.game))[seat]
            assert (row.user_id, row.maker, row.name) == (None, "bot", "Bot 1")
            assert posts.say("button-take-seat") not in stage.post().labels
            again = await stage.moderator.slash(stage.hall, "game replace", seat=seat + 1)
            assert EN("lobby-error-bot-already") in again.text
            log = (await stage.other.slash(stage.hall, "log")).text
            assert "Guest 2" in log

    async def test_an_owner_who_is_there_is_asked(self, tmp_path: Path) -> None:
        """Also before a bot has it; our own user stands for one."""
        async with playing(tmp_path) as table:
            stage = table.stage
            seat = await seat_of(table, stage.guest)
            await stage.moderator.slash(
                stage.hall, "game replace", seat=seat + 1, by=stage.client.user
            )
            await stage.told()
            assert stage.post().labels == [EN("button-let-go"), EN("button-stay")]

            done = await stage.guest.press(stage.post(), EN("button-let-go"))
            await stage.told()

            assert done.text == DE("handover-let-go")
            assert (await stage.store.games.seats(table.game))[seat].maker == "bot"

    @BOTH
    async def test_silence_changes_nothing(self, tmp_path: Path, locale: str) -> None:
        """After a day the offer lapses; buttons and late answers say so, once and for all."""
        async with table_in(tmp_path, locale) as table:
            stage, posts, other = table.stage, Words.of(locale), newcomer(table.stage)
            seat = await seat_of(table, stage.guest)
            await stage.moderator.slash(stage.hall, "game replace", seat=seat + 1, by=other)
            await stage.told()
            driver = stage.client.parts.driver

            stage.later = ANSWER_DEADLINE - MINUTE
            await driver.run_due(stage.games.now())
            await stage.told()
            assert posts.say("button-take-seat") in stage.post().labels
            stage.later = ANSWER_DEADLINE + MINUTE
            for _ in range(2):
                await driver.run_due(stage.games.now())
                await stage.told()

            facts = {"old": "Guest 2", "new": "Guest 4", "by": "Moderator", "seat": seat + 1}
            assert texts(stage).count(posts.say("line-lapsed", **facts)) == 1
            assert sealed(other)
            assert other.last(other.direct).buttons == []
            assert await seat_of(table, stage.guest) == seat
            assert await stage.store.games.due(table.game) == []
            with pytest.raises(Exception, match="offer-over"):
                await stage.games.handovers.accept(table.game, seat, other.id)

    async def test_moves_do_not_stop_the_clock(self, tmp_path: Path) -> None:
        """What is due stays due while the game goes on, also after a restart."""
        async with playing(tmp_path) as table:
            stage, other = table.stage, newcomer(table.stage)
            seat = await seat_of(table, stage.guest)
            await stage.moderator.slash(stage.hall, "game replace", seat=seat + 1, by=other)
            await stage.told()
            (due,) = await stage.store.games.due(table.game)

            for _ in range(4):
                snapshot = await stage.games.snapshot(table.game)
                turn, deck = snapshot.state.turn, next(iter(snapshot.state.decks))
                user = snapshot.table.seats[turn or 0].user_id or 0
                await stage.games.play.act(
                    table.game, user, None, lambda s, d=deck: DrawBlind(s, d)
                )

            assert await stage.store.games.due(table.game) == [due]

    async def test_answers_that_do_not_fit(self, tmp_path: Path) -> None:
        """Twice, by somebody else, by who has a seat by now: each has its sentence."""
        async with playing(tmp_path) as table:
            stage, other = table.stage, newcomer(table.stage)
            seat = await seat_of(table, stage.guest)
            await stage.moderator.slash(stage.hall, "game replace", seat=seat + 1, by=other)
            await stage.told()
            letter = other.last(other.direct)
            channel = stage.post()

            stranger = await stage.moderator.press(channel, EN("button-take-seat"))
            once = other.begin_press(letter, EN("button-take-seat"))
            twice = other.begin_press(channel, EN("button-take-seat"))
            for press in (once, twice):
                await press.until(lambda press=press: press.stage == "answered", 10)
            await stage.told()

            assert stranger.text == EN("lobby-error-offered-elsewhere")
            answers = {m.text for p in (other.direct, stage.hall) for m in other.sees(p)}
            assert EN("offer-accepted") in answers
            assert EN("lobby-error-accepted-before") in answers
            assert sealed(other)
            await stage.guest.press(stage.post(), EN("button-let-go"))
            await stage.told()
            assert await seat_of(table, other) == seat
            rest = await stage.store.games.seats(table.game)
            await stage.games.handovers.hand_over(
                table.game, Seat(1 - seat), Who(77, "Guest 7"), Who(1, "Moderator")
            )
            with pytest.raises(Exception, match="seated-here"):
                await stage.games.handovers.accept(table.game, Seat(1 - seat), other.id)
            assert await stage.store.games.seats(table.game) == rest

    async def test_refusing(self, tmp_path: Path) -> None:
        """A newcomer says no: everybody reads it, and the owner plays on."""
        async with playing(tmp_path) as table:
            stage, other = table.stage, newcomer(table.stage)
            seat = await seat_of(table, stage.guest)
            await stage.moderator.slash(stage.hall, "game replace", seat=seat + 1, by=other)
            await stage.told()

            no = await other.press(other.last(other.direct), EN("button-no-thanks"))
            await stage.told()

            assert no.text == EN("offer-declined")
            facts = {"old": "Guest 2", "new": "Guest 4", "by": "Moderator", "seat": seat + 1}
            assert EN("line-declined", **facts) in texts(stage)
            assert await seat_of(table, stage.guest) == seat
            await table.is_right()

    async def test_names_of_the_past_stay(self, tmp_path: Path) -> None:
        """What Guest 2 did, Guest 4 did not."""
        async with playing(tmp_path) as table:
            stage, other = table.stage, newcomer(table.stage)
            leaver = await table.mover()
            name = leaver.user.display
            await table.turn()
            await table.told()
            seat = await seat_of(table, leaver)
            before = (await stage.moderator.slash(stage.hall, "log")).text
            await stage.games.handovers.hand_over(
                table.game, seat, Who(other.id, "Guest 4"), Who(leaver.id, name)
            )
            await stage.games.handovers.accept(table.game, seat, other.id)
            await stage.told()

            after = (await stage.moderator.slash(stage.hall, "log")).text

            assert name in before
            assert after == before


class TestToldToMe:
    """What others did to somebody is told to that person."""

    @BOTH
    async def test_cancelled(self, tmp_path: Path, locale: str) -> None:
        """By whom; whoever did it knows."""
        async with table_in(tmp_path, locale) as table:
            stage = table.stage
            await stage.moderator.slash(stage.hall, "game cancel", sure=True)
            await stage.told()

            for person in (stage.guest, stage.other):
                facts = {"edition": "New York", "channel": stage.hall.mention}
                line = says(person).say("told-cancelled", by="Moderator", **facts)
                assert person.last(person.direct).text == line
            assert stage.moderator.sees(stage.moderator.direct) == []

    async def test_an_undo_request_refused(self, tmp_path: Path) -> None:
        """By whom; who takes a request back is not told."""
        async with playing(tmp_path) as table:
            stage = table.stage
            mover, panel = await table.panel()
            await mover.press(panel, panel.message.buttons[-1]["custom_id"])
            await stage.told()
            other = next(p for p in (stage.guest, stage.other) if p is not mover)
            for refuser in (other, mover):
                await stage.games.play.ask_undo(table.game, mover.id)
                await stage.games.play.refuse(table.game, refuser.id)
            await stage.told()

            facts = {"edition": "New York", "channel": stage.hall.mention}
            line = says(mover).say("told-undo-refused", by=other.user.display, **facts)
            assert [m.text for m in mover.sees(mover.direct)].count(line) == 1

    async def test_closed_messages_hold_nothing_up(self, tmp_path: Path) -> None:
        """Who takes no direct messages is not told, and the table goes on."""
        async with playing(tmp_path) as table:
            stage = table.stage
            stage.guest.close_dms()
            await stage.moderator.slash(stage.hall, "game cancel", sure=True)
            await stage.told()

            assert await stage.store.posts.lines(table.game) == []
            assert await stage.store.posts.pending_tables() == []


async def over(stage: BotStage, *people: Person, bots: int = 0, **options: object) -> str:
    """A game that these people have played to its end; its id."""
    game = await stage.open("new-york", *people, bots=bots, **options)
    await play_out(stage, game)
    return game


async def play_out(stage: BotStage, game: str) -> None:
    """Let everybody play a game to its end, without a press."""
    snapshot = await stage.games.snapshot(game)
    while not snapshot.state.over:
        seat = next(iter(snapshot.state.waiting))
        agent = BOT_AGENTS["planner"](snapshot.table.rules)
        action = answer_of(agent, snapshot.view(seat), snapshot.menu(seat))
        user = snapshot.table.seats[seat].user_id
        if user is None:
            await stage.client.parts.driver.wait_idle()
        else:
            await stage.games.play.act(game, user, None, lambda _, a=action: a)
        snapshot = await stage.games.snapshot(game)
    await stage.told()


class TestRematch:
    """A new table for the same people, if they wish."""

    @BOTH
    async def test_all_say_yes(self, tmp_path: Path, locale: str) -> None:
        """It begins by itself; every word came after the new promise."""
        async with on_stage(tmp_path / "games.db", locale) as stage:
            posts = Words.of(locale)
            await over(stage, stage.guest, stage.other)
            asked = await stage.guest.press(stage.post(), posts.say("button-rematch"))
            await stage.told()
            row = await stage.store.games.open_in(stage.hall.id)
            assert row is not None
            assert await stage.store.games.seats(row.id) == []
            assert set(stage.post().mentions) == {stage.guest.id, stage.other.id}
            assert posts.say("lobby-reserved", player=stage.other.mention) in stage.post().text
            letter = stage.other.last(stage.other.direct)
            assert letter.labels == [EN("button-play-again"), EN("button-no-thanks")]

            await stage.guest.press(asked, DE("button-play-again"))
            last = await stage.other.press(letter, EN("button-play-again"))
            await stage.told()

            assert EN("lobby-started") in last.text
            row = await stage.store.games.get(row.id)
            assert row is not None
            assert row.status == "playing"
            seats = await stage.store.games.seats(row.id)
            assert all(int(seat.word) > 0 for seat in seats)
            invited = [m for m in stage.other.sees(stage.other.direct) if m.id == letter.id]
            assert not any(message.buttons for message in invited)

    async def test_reserved_seats(self, tmp_path: Path) -> None:
        """Others have the free ones; the opener waits for a day or for answers."""
        async with on_stage(tmp_path / "games.db") as stage:
            stranger = newcomer(stage)
            await over(stage, stage.guest, stage.other)
            await stage.other.press(stage.post(), EN("button-rematch"))
            await stage.told()
            lobby = await stage.store.games.open_in(stage.hall.id)
            assert lobby is not None
            for _ in range(2):  # New York has four seats, two of them are reserved
                await stage.games.lobby.add_bot(lobby.id)
            await stage.told()

            full = await stranger.press(stage.post(), EN("button-join"))
            early = await stage.other.press(stage.post(), EN("button-start"))
            notasked = await stranger.press(stage.post(), EN("button-no-thanks"))
            await stage.other.press(stage.post(), EN("button-join"))
            await stage.told()

            assert stage.guest.mention in full.text
            assert full.text.startswith(EN("lobby-error-seats-kept", players="", when="")[:20])
            assert early.text.startswith(EN("lobby-error-still-asked", players="", when="")[:15])
            assert notasked.text == EN("lobby-error-not-asked")
            stage.later = ANSWER_DEADLINE + MINUTE
            started = await stage.other.press(stage.post(), EN("button-start"))
            await stage.told()
            assert EN("lobby-started") in started.text
            late = stage.guest.last(stage.guest.direct)
            assert late.buttons == []

    async def test_no_thanks(self, tmp_path: Path) -> None:
        """The seat is anybody's; the opener starts without them, and nothing starts by itself."""
        async with on_stage(tmp_path / "games.db") as stage:
            await over(stage, stage.guest, stage.other, bots=1)
            await stage.other.press(stage.post(), EN("button-rematch"))
            await stage.told()
            await stage.other.press(stage.post(), EN("button-join"))
            await stage.told()
            letter = stage.guest.last(stage.guest.direct)

            no = await stage.guest.press(letter, DE("button-no-thanks"))
            await stage.told()

            assert no.text == DE("lobby-declined")
            assert stage.guest.mention not in stage.post().text
            row = await stage.store.games.open_in(stage.hall.id)
            assert row is not None
            assert row.status == "lobby"
            started = await stage.other.press(stage.post(), EN("button-start"))
            assert EN("lobby-started") in started.text

    async def test_an_open_table_stands_in_the_way(self, tmp_path: Path) -> None:
        """One table in a channel; the answer says so."""
        async with on_stage(tmp_path / "games.db") as stage:
            await over(stage, stage.guest, stage.other)
            final = stage.post()
            await stage.guest.press(final, EN("button-rematch"))
            await stage.told()

            second = await stage.other.press(final, EN("button-rematch"))

            taken = EN("lobby-error-rematch-taken", channel=stage.hall.mention)
            assert second.text == taken


class TestLobby:
    """What a lobby says of itself."""

    @BOTH
    async def test_who_opened_it_and_how_long_it_takes(self, tmp_path: Path, locale: str) -> None:
        """In the table's language."""
        async with on_stage(tmp_path / "games.db", locale) as stage:
            await stage.moderator.slash(stage.hall, "game new", edition="usa")
            await stage.told()

            say, text = Words.of(locale).say, stage.post().text
            assert say("lobby-opener", player=stage.moderator.mention) in text
            assert say("lobby-length", turns=35) in text
            assert stage.post().mentions == []

    @pytest.mark.parametrize("edition", maps.catalogue())
    def test_the_estimate_is_near_the_games_on_record(self, edition: str) -> None:
        """Games that were recorded took about as many turns."""
        for path in find_recorded(f"{edition}-[0-9]"):
            record = json.loads(path.read_bytes())
            turns = sum(event["type"] == "TurnBegan" for event in record["events"])
            each = turns / len(record["words"])

            assert 0.6 < each / turns_each(maps.load(edition)) < 1.6, (path.name, each)
