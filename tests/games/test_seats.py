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
from tests.games.test_handovers import channel_text, has_seen_no_hand, newcomer, try_handover
from tests.outbox.test_faults import Table, started_table
from tests.record_games import find_recorded
from tests.support.players import ByButtons
from tests.support.running_bot import RunningBot, running_bot
from tests.support.secrecy import Secrets, check_secrecy

EN, DE = Words.of("en").say, Words.of("de").say
MINUTE = timedelta(minutes=1)
BOTH = pytest.mark.parametrize("locale", ["en-US", "de"])


def words_of(person: Person) -> Words:
    return Words.of(person.user.locale)


@asynccontextmanager
async def table_in(path: Path, locale: str) -> AsyncIterator[Table]:
    """A game of New York past its opening, on a server with this language."""
    async with running_bot(path / "games.db", locale) as bot:
        game = await bot.start_game("new-york", bot.guest, bot.other)
        table, posts = Table(bot, game), locale[:2]
        for person in (bot.guest, bot.other):
            language = person.user.locale[:2]
            player = ByButtons(bot, "new-york", person, language, posts)
            snapshot = await bot.games.snapshot(game)
            await player.answer(snapshot.state.waiting[snapshot.table.seat_of(person.id)])
            await bot.wait_idle()
        yield table


def board_post(bot: RunningBot, posts: Words) -> VisibleMessage:
    """The board post, wherever questions stand below it."""
    seen = bot.moderator.sees(bot.channel)
    return [m for m in seen if posts.say("button-more") in m.labels and not m.ephemeral][-1]


async def give_up(bot: RunningBot, person: Person, posts: Words) -> Answer:
    """Leave by *More*, after the question."""
    more = await person.press(board_post(bot, posts), posts.say("button-more"))
    asked = await person.press(more, words_of(person).say("button-give-up"))
    assert words_of(person).say("give-up-sure") in asked.text
    back = await person.press(asked, words_of(person).say("button-back"))
    again = await person.press(back, words_of(person).say("button-give-up"))
    done = await person.press(again, words_of(person).say("button-let-go"))
    await bot.wait_idle()
    return done


async def seat_of(table: Table, person: Person) -> Seat:
    return (await table.bot.games.snapshot(table.game)).table.seat_of(person.id)


def free_post(bot: RunningBot, posts: Words) -> VisibleMessage:
    """The post under which a seat can be taken."""
    (post,) = [
        message
        for message in bot.other.sees(bot.channel)
        if posts.say("button-take-seat") in message.labels and not message.ephemeral
    ]
    return post


class TestGivingUp:
    """The caretaker plays on until somebody takes the sealed seat."""

    @BOTH
    async def test_leaving_and_taking(self, tmp_path: Path, locale: str) -> None:
        """One public line for each; the hand goes to who takes the seat, and to nobody else."""
        async with table_in(tmp_path, locale) as table:
            bot, posts, other = table.bot, Words.of(locale), newcomer(table.bot)
            leaver = await table.player_on_turn()
            seat, name = await seat_of(table, leaver), leaver.user.display

            done = await give_up(bot, leaver, posts)

            assert done.text == words_of(leaver).say("gave-up")
            post = free_post(bot, posts)
            assert post.text == posts.say("seat-free", player=name, seat=seat + 1)
            moves = await bot.store.games.moves(table.game)
            assert moves[-1].maker == "caretaker"
            assert moves[-1].action.seat == seat
            assert posts.say("seat-helped", player=name) in board_post(bot, posts).text
            assert has_seen_no_hand(other)

            taken = await other.press(post, posts.say("button-take-seat"))
            await bot.wait_idle()

            assert taken.text == EN("seat-yours")
            assert await seat_of(table, other) == seat
            line = posts.say("line-taken", new="Guest 4", old=name, seat=seat + 1)
            assert line in channel_text(bot)
            assert posts.say("seat-not-free", seat=seat + 1) in channel_text(bot)
            assert not has_seen_no_hand(other)
            log = (await other.slash(bot.channel, "log")).text
            assert EN("seat-helped", player=name) in log
            secrets = Secrets(
                await bot.games.snapshot(table.game),
                await bot.store.games.log(table.game),
                bot.services.translator.emoji,
            )
            check_secrecy([secrets], [other, bot.moderator])

    async def test_nobody_gets_a_second_hand(self, tmp_path: Path) -> None:
        """Not who sits there, not who once did, not who offered the seat; each reads why."""
        async with started_table(tmp_path) as table:
            bot, other = table.bot, newcomer(table.bot)
            await try_handover(table, other, bot.guest)
            await give_up(bot, bot.guest, Words.of("en"))
            post = free_post(bot, Words.of("en"))

            seated = await bot.other.press(post, EN("button-take-seat"))
            offered = await bot.moderator.press(post, EN("button-take-seat"))
            await other.press(post, EN("button-take-seat"))
            await bot.wait_idle()
            await give_up(bot, bot.other, Words.of("en"))
            second = free_post(bot, Words.of("en"))
            former = await bot.guest.press(second, EN("button-take-seat"))

            assert seated.text == EN("lobby-error-seated-here")
            assert offered.text == EN("lobby-error-not-for-who-offered")
            assert former.text == DE("lobby-error-knows-other-cards")
            assert has_seen_no_hand(bot.moderator)

    async def test_who_left_may_come_back_while_nobody_has_it(self, tmp_path: Path) -> None:
        """Then the caretaker plays no more."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            seat = await seat_of(table, bot.guest)
            await give_up(bot, bot.guest, Words.of("en"))
            post = free_post(bot, Words.of("en"))

            await bot.guest.press(post, EN("button-take-seat"))
            await bot.wait_idle()

            assert EN("line-back", new="Guest 2", seat=seat + 1) in channel_text(bot)
            assert await seat_of(table, bot.guest) == seat
            assert bot.guest.last(bot.guest.direct).text
            mover = await table.player_on_turn()
            await table.play_turn()
            await table.wait_idle()
            assert (await table.player_on_turn()) is not mover

    async def test_too_late(self, tmp_path: Path) -> None:
        """Taken, or called off: each answer says so."""
        async with started_table(tmp_path) as table:
            bot, game = table.bot, table.game
            seat = await seat_of(table, bot.guest)
            await give_up(bot, bot.guest, Words.of("en"))
            post, late = free_post(bot, Words.of("en")), newcomer(bot)
            first = bot.sandbox.person("Guest 5", bot.club)
            pressed = [p.begin_press(post, EN("button-take-seat")) for p in (first, late)]
            for press in pressed:
                await press.until(lambda press=press: press.stage == "answered", 10)
            await bot.wait_idle()

            owner = (await bot.store.games.seats(game))[seat]
            loser = late if owner.user_id == first.id else first
            assert has_seen_no_hand(loser)
            answers = [message.text for message in loser.sees(bot.channel)]
            assert EN("lobby-error-not-free", player=owner.name) in answers
            await give_up(bot, first if loser is late else late, Words.of("en"))
            post = free_post(bot, Words.of("en"))
            bot.sandbox.faults.refuse("PATCH /channels/*/messages/*", code=50013, times=9)
            await bot.moderator.slash(bot.channel, "game cancel", confirm=True)
            await bot.wait_idle()
            closed = await loser.press(post, EN("button-take-seat"))
            assert closed.text == EN("lobby-error-table-closed")

    async def test_the_last_person_is_warned_and_the_table_pauses(self, tmp_path: Path) -> None:
        """The bots do not finish the game; whoever takes the seat plays on with them."""
        async with running_bot(tmp_path / "games.db") as bot:
            game = await bot.start_game("new-york", bot.guest, bots=1)
            more = await bot.guest.press(bot.board(), EN("button-more"))
            asked = await bot.guest.press(more, DE("button-give-up"))
            assert DE("give-up-last") in asked.text

            await bot.guest.press(asked, DE("button-let-go"))
            await bot.wait_idle()

            snapshot = await bot.games.snapshot(game)
            assert snapshot.table.pause.deserted
            assert EN("line-deserted") in channel_text(bot)
            assert EN("board-paused-deserted") in board_post(bot, Words.of("en")).text
            version = snapshot.version
            await bot.client.parts.job_runner.run_table(game)
            assert (await bot.games.snapshot(game)).version == version

            await newcomer(bot).press(free_post(bot, Words.of("en")), EN("button-take-seat"))
            await bot.wait_idle()

            assert not (await bot.games.snapshot(game)).table.pause.is_on
            (seat,) = [row for row in snapshot.table.seats if row.name == "Guest 2"]
            taken = EN("line-taken", new="Guest 4", old="Guest 2", seat=seat.seat + 1)
            assert f"{taken} {EN('line-deserted-over')}" in channel_text(bot)


class TestReplacing:
    """By a bot, or by a person who accepts."""

    @BOTH
    async def test_a_bot_for_good(self, tmp_path: Path, locale: str) -> None:
        """An owner who was away is told; nobody can take the seat."""
        async with table_in(tmp_path, locale) as table:
            bot, posts = table.bot, Words.of(locale)
            seat = await seat_of(table, bot.guest)
            bot.clock_offset = timedelta(days=8)

            await bot.moderator.slash(bot.channel, "game replace", seat=seat + 1)
            await bot.wait_idle()

            facts = {"seat": seat + 1, "by": "Moderator", "new": "Bot 1"}
            assert posts.say("line-handed", old="Guest 2", **facts) in channel_text(bot)
            told = DE("told-replaced", edition="New York", channel=bot.channel.mention, **facts)
            assert told in [m.text for m in bot.guest.sees(bot.guest.direct)]
            row = (await bot.store.games.seats(table.game))[seat]
            assert (row.user_id, row.maker, row.name) == (None, "bot", "Bot 1")
            assert posts.say("button-take-seat") not in bot.newest_post().labels
            again = await bot.moderator.slash(bot.channel, "game replace", seat=seat + 1)
            assert EN("lobby-error-bot-already") in again.text
            log = (await bot.other.slash(bot.channel, "log")).text
            assert "Guest 2" in log

    async def test_an_owner_who_is_there_is_asked(self, tmp_path: Path) -> None:
        """Also before a bot has it; our own user stands for one."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            seat = await seat_of(table, bot.guest)
            await bot.moderator.slash(
                bot.channel, "game replace", seat=seat + 1, player=bot.client.user
            )
            await bot.wait_idle()
            assert bot.newest_post().labels == [EN("button-let-go"), EN("button-stay")]

            done = await bot.guest.press(bot.newest_post(), EN("button-let-go"))
            await bot.wait_idle()

            assert done.text == DE("handover-let-go")
            assert (await bot.store.games.seats(table.game))[seat].maker == "bot"

    @BOTH
    async def test_silence_changes_nothing(self, tmp_path: Path, locale: str) -> None:
        """After a day the offer lapses; buttons and late answers say so, once and for all."""
        async with table_in(tmp_path, locale) as table:
            bot, posts, other = table.bot, Words.of(locale), newcomer(table.bot)
            seat, _ = await try_handover(table, other, bot.guest)
            driver = bot.client.parts.job_runner

            bot.clock_offset = ANSWER_DEADLINE - MINUTE
            await driver.run_due(bot.games.now())
            await bot.wait_idle()
            assert posts.say("button-take-seat") in bot.newest_post().labels
            bot.clock_offset = ANSWER_DEADLINE + MINUTE
            for _ in range(2):
                await driver.run_due(bot.games.now())
                await bot.wait_idle()

            facts = {"old": "Guest 2", "new": "Guest 4", "by": "Moderator", "seat": seat + 1}
            assert channel_text(bot).count(posts.say("line-lapsed", **facts)) == 1
            assert has_seen_no_hand(other)
            assert other.last(other.direct).buttons == []
            assert await seat_of(table, bot.guest) == seat
            assert await bot.store.games.due(table.game) == []
            with pytest.raises(Exception, match="offer-over"):
                await bot.games.handovers.accept(table.game, seat, other.id)

    async def test_moves_do_not_stop_the_clock(self, tmp_path: Path) -> None:
        """What is due stays due while the game goes on, also after a restart."""
        async with started_table(tmp_path) as table:
            bot, other = table.bot, newcomer(table.bot)
            await try_handover(table, other, bot.guest)
            (due,) = await bot.store.games.due(table.game)

            for _ in range(4):
                snapshot = await bot.games.snapshot(table.game)
                turn, deck = snapshot.state.turn, next(iter(snapshot.state.decks))
                user = snapshot.table.seats[turn or 0].user_id or 0
                await bot.games.play.act(table.game, user, None, lambda s, d=deck: DrawBlind(s, d))

            assert await bot.store.games.due(table.game) == [due]

    async def test_answers_that_do_not_fit(self, tmp_path: Path) -> None:
        """Twice, by somebody else, by who has a seat by now: each has its sentence."""
        async with started_table(tmp_path) as table:
            bot, other = table.bot, newcomer(table.bot)
            seat, _ = await try_handover(table, other, bot.guest)
            letter = other.last(other.direct)
            channel = bot.newest_post()

            stranger = await bot.moderator.press(channel, EN("button-take-seat"))
            once = other.begin_press(letter, EN("button-take-seat"))
            twice = other.begin_press(channel, EN("button-take-seat"))
            for press in (once, twice):
                await press.until(lambda press=press: press.stage == "answered", 10)
            await bot.wait_idle()

            assert stranger.text == EN("lobby-error-offered-elsewhere")
            answers = {m.text for p in (other.direct, bot.channel) for m in other.sees(p)}
            assert EN("offer-accepted") in answers
            assert EN("lobby-error-accepted-before") in answers
            assert has_seen_no_hand(other)
            await bot.guest.press(bot.newest_post(), EN("button-let-go"))
            await bot.wait_idle()
            assert await seat_of(table, other) == seat
            rest = await bot.store.games.seats(table.game)
            await bot.games.handovers.hand_over(
                table.game, Seat(1 - seat), Who(77, "Guest 7"), Who(1, "Moderator")
            )
            with pytest.raises(Exception, match="seated-here"):
                await bot.games.handovers.accept(table.game, Seat(1 - seat), other.id)
            assert await bot.store.games.seats(table.game) == rest

    async def test_refusing(self, tmp_path: Path) -> None:
        """A newcomer says no: everybody reads it, and the owner plays on."""
        async with started_table(tmp_path) as table:
            bot, other = table.bot, newcomer(table.bot)
            seat, _ = await try_handover(table, other, bot.guest)

            no = await other.press(other.last(other.direct), EN("button-no-thanks"))
            await bot.wait_idle()

            assert no.text == EN("offer-declined")
            facts = {"old": "Guest 2", "new": "Guest 4", "by": "Moderator", "seat": seat + 1}
            assert EN("line-declined", **facts) in channel_text(bot)
            assert await seat_of(table, bot.guest) == seat
            await table.check_posts()

    async def test_names_of_the_past_stay(self, tmp_path: Path) -> None:
        """What Guest 2 did, Guest 4 did not."""
        async with started_table(tmp_path) as table:
            bot, other = table.bot, newcomer(table.bot)
            leaver = await table.player_on_turn()
            name = leaver.user.display
            await table.play_turn()
            await table.wait_idle()
            seat = await seat_of(table, leaver)
            before = (await bot.moderator.slash(bot.channel, "log")).text
            await bot.games.handovers.hand_over(
                table.game, seat, Who(other.id, "Guest 4"), Who(leaver.id, name)
            )
            await bot.games.handovers.accept(table.game, seat, other.id)
            await bot.wait_idle()

            after = (await bot.moderator.slash(bot.channel, "log")).text

            assert name in before
            assert after == before


class TestToldToMe:
    """What others did to somebody is told to that person."""

    @BOTH
    async def test_cancelled(self, tmp_path: Path, locale: str) -> None:
        """By whom; whoever did it knows."""
        async with table_in(tmp_path, locale) as table:
            bot = table.bot
            await bot.moderator.slash(bot.channel, "game cancel", confirm=True)
            await bot.wait_idle()

            for person in (bot.guest, bot.other):
                facts = {"edition": "New York", "channel": bot.channel.mention}
                line = words_of(person).say("told-cancelled", by="Moderator", **facts)
                assert person.last(person.direct).text == line
            assert bot.moderator.sees(bot.moderator.direct) == []

    async def test_an_undo_request_refused(self, tmp_path: Path) -> None:
        """By whom; who takes a request back is not told."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            mover, panel = await table.open_draw_panel()
            await mover.press(panel, panel.message.buttons[-1]["custom_id"])
            await bot.wait_idle()
            other = next(p for p in (bot.guest, bot.other) if p is not mover)
            for refuser in (other, mover):
                await bot.games.play.ask_undo(table.game, mover.id)
                await bot.games.play.refuse(table.game, refuser.id)
            await bot.wait_idle()

            facts = {"edition": "New York", "channel": bot.channel.mention}
            line = words_of(mover).say("told-undo-refused", by=other.user.display, **facts)
            assert [m.text for m in mover.sees(mover.direct)].count(line) == 1

    async def test_closed_messages_hold_nothing_up(self, tmp_path: Path) -> None:
        """Who takes no direct messages is not told, and the table goes on."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            bot.guest.close_dms()
            await bot.moderator.slash(bot.channel, "game cancel", confirm=True)
            await bot.wait_idle()

            assert await bot.store.posts.lines(table.game) == []
            assert await bot.store.posts.pending_tables() == []


async def finished_game(bot: RunningBot, *people: Person, bots: int = 0, **options: object) -> str:
    """A game that these people have played to its end; its id."""
    game = await bot.start_game("new-york", *people, bots=bots, **options)
    await play_out(bot, game)
    return game


async def play_out(bot: RunningBot, game: str) -> None:
    """Let everybody play a game to its end, without a press."""
    snapshot = await bot.games.snapshot(game)
    while not snapshot.state.over:
        seat = next(iter(snapshot.state.waiting))
        agent = BOT_AGENTS["planner"](snapshot.table.rules)
        action = answer_of(agent, snapshot.view(seat), snapshot.menu(seat))
        user = snapshot.table.seats[seat].user_id
        if user is None:
            await bot.client.parts.job_runner.wait_idle()
        else:
            await bot.games.play.act(game, user, None, lambda _, a=action: a)
        snapshot = await bot.games.snapshot(game)
    await bot.wait_idle()


class TestRematch:
    """A new table for the same people, if they wish."""

    @BOTH
    async def test_all_say_yes(self, tmp_path: Path, locale: str) -> None:
        """Whoever presses is seated at once and not asked. The game begins by itself."""
        async with running_bot(tmp_path / "games.db", locale) as bot:
            posts = Words.of(locale)
            await finished_game(bot, bot.guest, bot.other)
            told = await bot.guest.press(bot.newest_post(), posts.say("button-rematch"))
            await bot.wait_idle()
            row = await bot.store.games.open_in(bot.channel.id)
            assert row is not None
            assert told.text == DE("lobby-rematch", channel=bot.channel.mention)
            assert [seat.user_id for seat in await bot.store.games.seats(row.id)] == [bot.guest.id]
            assert set(bot.newest_post().mentions) == {bot.other.id}
            assert posts.say("lobby-reserved", player=bot.other.mention) in bot.newest_post().text
            letter = bot.other.last(bot.other.direct)
            assert letter.labels == [EN("button-play-again"), EN("button-no-thanks")]

            last = await bot.other.press(letter, EN("button-play-again"))
            await bot.wait_idle()

            assert EN("lobby-started") in last.text
            row = await bot.store.games.get(row.id)
            assert row is not None
            assert row.status == "playing"
            seats = await bot.store.games.seats(row.id)
            assert all(int(seat.word) > 0 for seat in seats)
            invited = [m for m in bot.other.sees(bot.other.direct) if m.id == letter.id]
            assert not any(message.buttons for message in invited)

    async def test_reserved_seats(self, tmp_path: Path) -> None:
        """Others have the free ones; the opener waits for a day or for answers."""
        async with running_bot(tmp_path / "games.db") as bot:
            stranger = newcomer(bot)
            await finished_game(bot, bot.guest, bot.other)
            await bot.other.press(bot.newest_post(), EN("button-rematch"))
            await bot.wait_idle()
            lobby = await bot.store.games.open_in(bot.channel.id)
            assert lobby is not None
            for _ in range(2):  # New York has four seats, two of them are reserved
                await bot.games.lobby.add_bot(lobby.id)
            await bot.wait_idle()

            full = await stranger.press(bot.newest_post(), EN("button-join"))
            early = await bot.other.press(bot.newest_post(), EN("button-start"))
            notasked = await stranger.press(bot.newest_post(), EN("button-no-thanks"))

            assert bot.guest.mention in full.text
            assert full.text.startswith(EN("lobby-error-seats-kept", players="", when="")[:20])
            assert early.text.startswith(EN("lobby-error-still-asked", players="", when="")[:15])
            assert notasked.text == EN("lobby-error-not-asked")
            bot.clock_offset = ANSWER_DEADLINE + MINUTE
            started = await bot.other.press(bot.newest_post(), EN("button-start"))
            await bot.wait_idle()
            assert EN("lobby-started") in started.text
            late = bot.guest.last(bot.guest.direct)
            assert late.buttons == []

    async def test_no_thanks(self, tmp_path: Path) -> None:
        """The seat is anybody's; the opener starts without them, and nothing starts by itself."""
        async with running_bot(tmp_path / "games.db") as bot:
            await finished_game(bot, bot.guest, bot.other, bots=1)
            await bot.other.press(bot.newest_post(), EN("button-rematch"))
            await bot.wait_idle()
            letter = bot.guest.last(bot.guest.direct)

            no = await bot.guest.press(letter, DE("button-no-thanks"))
            await bot.wait_idle()

            assert no.text == DE("lobby-declined")
            assert bot.guest.mention not in bot.newest_post().text
            row = await bot.store.games.open_in(bot.channel.id)
            assert row is not None
            assert row.status == "lobby"
            started = await bot.other.press(bot.newest_post(), EN("button-start"))
            assert EN("lobby-started") in started.text

    async def test_an_open_table_stands_in_the_way(self, tmp_path: Path) -> None:
        """One table in a channel; the answer says so."""
        async with running_bot(tmp_path / "games.db") as bot:
            await finished_game(bot, bot.guest, bot.other)
            final = bot.newest_post()
            await bot.guest.press(final, EN("button-rematch"))
            await bot.wait_idle()

            second = await bot.other.press(final, EN("button-rematch"))

            taken = EN("lobby-error-rematch-taken", channel=bot.channel.mention)
            assert second.text == taken


class TestLobby:
    """What a lobby says of itself."""

    @BOTH
    async def test_who_opened_it_and_how_long_it_takes(self, tmp_path: Path, locale: str) -> None:
        """*Details* says it, in the reader's language."""
        async with running_bot(tmp_path / "games.db", locale) as bot:
            await bot.moderator.slash(bot.channel, "game new", edition="usa")
            await bot.wait_idle()
            say = Words.of(locale).say

            details = await bot.guest.press(bot.newest_post(), say("button-details"))

            opener = DE("lobby-opener", player=bot.moderator.mention)
            assert f"{opener} {DE('lobby-length', turns=35)}" in details.text
            assert bot.moderator.mention not in bot.newest_post().text
            assert bot.newest_post().mentions == []

    @pytest.mark.parametrize("edition", maps.catalogue())
    def test_the_estimate_is_near_the_games_on_record(self, edition: str) -> None:
        """Games that were recorded took about as many turns."""
        for path in find_recorded(f"{edition}-[0-9]"):
            record = json.loads(path.read_bytes())
            turns = sum(event["type"] == "TurnBegan" for event in record["events"])
            each = turns / len(record["words"])

            assert 0.6 < each / turns_each(maps.load(edition)) < 1.6, (path.name, each)
