"""A full table: the opener is notified, any player may start it, and it starts by itself."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.games.jobs import START_DELAY, START_SOON_JOB
from bot.games.model import GameRow, Options
from bot.text.words import Words
from sandbox.errors import NotPossible
from sandbox.world.people import Person
from tests.support.running_bot import RunningBot, running_bot

EN, DE = Words.of("en").say, Words.of("de").say
SECOND = timedelta(seconds=1)
BOTH = pytest.mark.parametrize("locale", ["en-US", "de"])


async def open_table(bot: RunningBot, **options: object) -> str:
    """Open a table for two people and return its id."""
    named = {"edition": "new-york", "seats": 2} | options
    await bot.moderator.slash(bot.channel, "game new", **named)
    await bot.wait_idle()
    row = await bot.store.games.open_in(bot.channel.id)
    assert row is not None
    return row.id


async def press(bot: RunningBot, person: Person, key: str) -> str:
    """Press a button of the lobby, and return the answer."""
    row = await bot.store.games.open_in(bot.channel.id)
    assert row is not None
    answer = await person.press(bot.newest_post(), Words.of(row.locale).say(key))
    await bot.wait_idle()
    return answer.text


async def fill(bot: RunningBot) -> None:
    for person in (bot.guest, bot.other):
        await press(bot, person, "button-join")


async def pass_time(bot: RunningBot, span: timedelta) -> None:
    """Let time pass, and run what is due then."""
    bot.clock_offset += span
    await bot.client.parts.job_runner.run_due(bot.games.now())
    await bot.wait_idle()


async def stored(bot: RunningBot, game: str) -> GameRow:
    row = await bot.store.games.get(game)
    assert row is not None
    return row


class TestByItself:
    """Ten minutes after the last seat was taken."""

    @BOTH
    async def test_it_starts_after_ten_minutes(self, tmp_path: Path, locale: str) -> None:
        """Not before. The lobby and the last player's answer say when."""
        async with running_bot(tmp_path / "games.db", locale) as bot:
            game = await open_table(bot)
            await press(bot, bot.guest, "button-join")
            assert await bot.store.games.due(game) == []

            told = await press(bot, bot.other, "button-join")

            starts_at = (await bot.games.lobby.get(game)).starts_at
            assert starts_at is not None
            when = f"<t:{int(starts_at.timestamp())}:R>"
            posts = Words.of(locale)
            assert posts.say("lobby-full", when=when) in bot.newest_post().text
            assert EN("lobby-full", when=when) in told
            await pass_time(bot, START_DELAY - 5 * SECOND)
            assert (await stored(bot, game)).status == "lobby"
            await pass_time(bot, 6 * SECOND)
            assert (await stored(bot, game)).status == "playing"

    async def test_a_free_seat_stops_it(self, bot: RunningBot) -> None:
        """When the seat is taken again, the time runs anew. A word does not change it."""
        game = await open_table(bot)
        await fill(bot)
        await pass_time(bot, START_DELAY - 60 * SECOND)
        await press(bot, bot.other, "button-leave")
        await pass_time(bot, 120 * SECOND)
        assert (await stored(bot, game)).status == "lobby"
        assert await bot.store.games.due(game) == []

        await press(bot, bot.other, "button-join")
        again = (await bot.games.lobby.get(game)).starts_at
        assert again is not None
        await bot.games.lobby.set_word(game, bot.other.id, "luck")
        assert (await bot.games.lobby.get(game)).starts_at == again
        await pass_time(bot, START_DELAY - 60 * SECOND)
        assert (await stored(bot, game)).status == "lobby"
        await pass_time(bot, 61 * SECOND)
        assert (await stored(bot, game)).status == "playing"

    async def test_a_job_of_the_earlier_time_starts_nothing(self, bot: RunningBot) -> None:
        """It checks again whether the table is full, and for how long."""
        game = await open_table(bot)
        await fill(bot)
        bot.clock_offset += START_DELAY - 60 * SECOND
        await press(bot, bot.other, "button-leave")
        await press(bot, bot.other, "button-join")
        bot.clock_offset += 90 * SECOND

        assert not await bot.games.play.start_if_full(game)

        assert (await stored(bot, game)).status == "lobby"
        (due,) = await bot.store.games.due(game)
        assert due.kind == START_SOON_JOB

    @pytest.mark.parametrize("start", ["soon", "full"])
    async def test_a_table_without_a_person_never_starts_itself(
        self, bot: RunningBot, start: str
    ) -> None:
        """The opener can still start it."""
        game = await open_table(bot, bots=1, start=start)
        await press(bot, bot.moderator, "button-add-bot")
        await pass_time(bot, 2 * START_DELAY)
        assert (await stored(bot, game)).status == "lobby"

        assert await press(bot, bot.moderator, "button-start") == EN("lobby-started")

    async def test_a_restart_in_between(self, bot: RunningBot) -> None:
        """The job is stored."""
        game = await open_table(bot)
        await fill(bot)
        await bot.stop()
        bot.clock_offset += START_DELAY + SECOND
        await bot.start()

        await pass_time(bot, timedelta(0))

        assert (await stored(bot, game)).status == "playing"

    async def test_pressed_waits_for_a_press(self, bot: RunningBot) -> None:
        """As in lobbies that were opened before there was another way."""
        game = await open_table(bot, start="pressed")
        assert (await bot.games.lobby.get(game)).options == Options(
            seats=2, pace="day", usual_pace=True
        )
        await fill(bot)
        await pass_time(bot, 2 * START_DELAY)
        assert (await stored(bot, game)).status == "lobby"
        assert bot.moderator.sees(bot.moderator.direct) == []

        refused = await press(bot, bot.guest, "button-start")
        assert refused == DE("lobby-error-start-not-allowed")
        assert await press(bot, bot.moderator, "button-start") == EN("lobby-started")


class TestWhoStarts:
    """Until the table is full: the opener and moderators. Then every player."""

    async def test_a_player_starts_a_full_table(self, bot: RunningBot) -> None:
        """Nobody else."""
        game = await open_table(bot, seats=3)
        stranger = bot.sandbox.person("Guest 4", bot.club)
        await fill(bot)
        assert await press(bot, bot.guest, "button-start") == DE("lobby-error-start-not-full")
        await press(bot, bot.guest, "button-add-bot")
        assert await press(bot, stranger, "button-start") == EN("lobby-error-bots-not-allowed")

        assert await press(bot, bot.guest, "button-start") == DE("lobby-started")

        assert (await stored(bot, game)).status == "playing"

    async def test_two_players_start_it_at_once(self, bot: RunningBot) -> None:
        """One of them starts it. The other is told that it has started."""
        game = await open_table(bot)
        await fill(bot)
        post = bot.newest_post()

        said = await asyncio.gather(
            bot.guest.press(post, EN("button-start")), bot.other.press(post, EN("button-start"))
        )
        await bot.wait_idle()

        first, second = (answer.text for answer in said)
        assert (first, second) in (
            (DE("lobby-started"), EN("lobby-error-already-started")),
            (DE("lobby-error-already-started"), EN("lobby-started")),
        )
        log = await bot.store.games.log(game)
        assert len({event.seat for event in log if type(event).__name__ == "TicketsOffered"}) == 2

    async def test_a_press_while_it_starts_by_itself(self, bot: RunningBot) -> None:
        """The game starts once."""
        game = await open_table(bot)
        await fill(bot)
        post = bot.newest_post()
        await pass_time(bot, START_DELAY + SECOND)
        assert (await stored(bot, game)).status == "playing"

        with pytest.raises(NotPossible):
            await bot.guest.press(bot.newest_post(), EN("button-start"))
        late = await bot.games.lobby.get(game)
        assert late.starts_at is None
        assert post.id != bot.newest_post().id


class TestOpener:
    """Whoever opened the table learns that it is full."""

    async def test_a_direct_message_with_a_button(self, bot: RunningBot) -> None:
        """It starts the game, and goes when that is done."""
        game = await open_table(bot)
        await fill(bot)

        (letter,) = bot.moderator.sees(bot.moderator.direct)

        assert bot.channel.mention in letter.text
        assert letter.labels == [EN("button-start")]
        said = await bot.moderator.press(letter, EN("button-start"))
        await bot.wait_idle()
        assert said.text == EN("lobby-started")
        assert (await stored(bot, game)).status == "playing"
        assert letter.id not in [m.id for m in bot.moderator.sees(bot.moderator.direct)]

    async def test_a_free_seat_takes_it_back(self, bot: RunningBot) -> None:
        """The next time there is a new one."""
        await open_table(bot)
        await fill(bot)
        (first,) = bot.moderator.sees(bot.moderator.direct)
        await press(bot, bot.guest, "button-leave")
        assert bot.moderator.sees(bot.moderator.direct) == []

        await press(bot, bot.guest, "button-join")

        (second,) = bot.moderator.sees(bot.moderator.direct)
        assert second.id > first.id

    async def test_a_mention_where_direct_messages_are_closed(self, bot: RunningBot) -> None:
        """In the channel."""
        bot.moderator.close_dms()
        await open_table(bot)
        await fill(bot)

        call = bot.newest_post()

        assert call.mentions == [bot.moderator.id]
        assert call.labels == [EN("button-start")]

    async def test_not_if_they_took_the_last_seat(self, bot: RunningBot) -> None:
        """The answer to their press says it."""
        await open_table(bot)
        await press(bot, bot.guest, "button-join")

        told = await press(bot, bot.moderator, "button-join")

        assert "<t:" in told
        greeting = EN("hand-will-come", edition="New York", channel=bot.channel.mention)
        assert [m.text for m in bot.moderator.sees(bot.moderator.direct)] == [greeting]
