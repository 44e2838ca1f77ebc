"""What a hand card says of its owner's time is true, whatever moved the deadline."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from bot.text.words import Words
from bot.ui.timestamps import due_words, format_moment
from sandbox.traffic_log import Exchange
from sandbox.world.people import Person
from sandbox.world.visible_message import VisibleMessage
from tests.ui.clock.test_own_time import MODERATOR, TimedTable, timed_table
from tests.ui.turn.test_hand import button_for, button_verbs

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
EDIT = "PATCH /channels/{channel}/messages/{message}"


def card_of(person: Person) -> VisibleMessage:
    """The hand card: other messages may have come after it."""
    return [seen for seen in person.sees(person.direct) if "map" in button_verbs(seen)][-1]


class Edits:
    """Counts how often somebody's direct messages are edited, from now on."""

    def __init__(self, table: TimedTable, person: Person) -> None:
        self._channel, self._seen = str(person.direct.id), 0
        table.bot.sandbox.core.traffic.subscribe(self._note)

    def _note(self, exchange: Exchange) -> None:
        here = exchange.params.get("channel") == self._channel
        self._seen += here and exchange.template == EDIT

    def take(self) -> int:
        """How many there were since somebody last asked."""
        seen, self._seen = self._seen, 0
        return seen


async def deadline_text(table: TimedTable, language: str | None = None) -> str:
    """When the turn of whoever is on turn is due, as their own messages or a channel say it."""
    snapshot = await table.bot.games.snapshot(table.game)
    assert snapshot.state.turn is not None
    time = table.bot.games.clocks.visible_time(snapshot, snapshot.state.turn)
    assert time.due is not None
    mover, _ = await table.players_by_turn()
    return due_words(Words.of(language or mover.user.locale), time)


def sent_to(person: Person, tries: list[Exchange]) -> list[str]:
    """Return what the bot sent by direct message, apart from the line that names the moderator."""
    direct = str(person.direct.id)
    return [
        one.template
        for one in tries
        if one.params.get("channel") == direct and MODERATOR.name not in str(one.body)
    ]


class TestHandCard:
    """The card of whoever is awaited is edited once for each move of their deadline."""

    async def test_whatever_a_moderator_does(self, tmp_path: Path) -> None:
        """More time, a pause and its end; another pace counts from the next turn on."""
        async with timed_table(tmp_path) as table:
            bot, games = table.bot, table.bot.games
            mover, waiter = await table.players_by_turn()
            edits, others = Edits(table, mover), Edits(table, waiter)
            card, first = card_of(mover), await deadline_text(table)
            assert first in card.text

            await games.clocks.extend_turn(table.game, 5, MODERATOR)
            await bot.wait_idle()
            assert (edits.take(), await deadline_text(table) in card_of(mover).text) == (1, True)
            assert first not in card_of(mover).text

            await games.pauses.pause(table.game, MODERATOR)
            await bot.wait_idle()
            assert edits.take() == 1
            assert table.say(mover, "time-paused") in card_of(mover).text
            await table.advance(DAY)

            await games.pauses.resume(table.game, MODERATOR)
            await bot.wait_idle()
            assert (edits.take(), await deadline_text(table) in card_of(mover).text) == (1, True)

            await games.lobby.set_pace(table.game, MODERATOR, "relaxed")
            await bot.wait_idle()
            assert (edits.take(), await deadline_text(table) in card_of(mover).text) == (0, True)
            assert card_of(mover).id == card.id
            # Who is awaited, and until when, was written on the other's card once.
            assert others.take() == 0

    async def test_whatever_its_owner_does(self, tmp_path: Path) -> None:
        """A vacation and its end, and what moves nothing: reminders, and putting them off."""
        async with timed_table(tmp_path) as table:
            bot, games = table.bot, table.bot.games
            mover, waiter = await table.players_by_turn()
            edits = Edits(table, mover)

            vacation = await games.vacations.start(mover.id, games.now() + 3 * DAY)
            await bot.wait_idle()
            away = table.say(mover, "time-away", until=format_moment(vacation.span[1]))
            assert (edits.take(), away in card_of(mover).text) == (1, True)

            await table.advance(DAY)
            await games.vacations.end(mover.id)
            await bot.wait_idle()
            assert (edits.take(), await deadline_text(table) in card_of(mover).text) == (1, True)

            await table.advance(13 * HOUR)
            assert len(table.reminders(mover)) == 1
            await games.clocks.snooze_reminder(table.game, mover.id)
            await games.placement.bring_board(table.game, waiter.id)
            await bot.wait_idle()
            assert edits.take() == 0

    async def test_in_the_midst_of_a_turn(self, tmp_path: Path) -> None:
        """A card that was changed by a press is known too."""
        async with timed_table(tmp_path) as table:
            bot, games = table.bot, table.bot.games
            mover, waiter = await table.players_by_turn()
            card = card_of(mover)
            await mover.press(card, button_for(card, "blind"))
            await bot.wait_idle()
            edits = Edits(table, mover)

            await games.placement.bring_board(table.game, waiter.id)
            await bot.wait_idle()
            assert edits.take() == 0

            await games.clocks.extend_turn(table.game, 5, MODERATOR)
            await bot.wait_idle()
            assert (edits.take(), await deadline_text(table) in card_of(mover).text) == (1, True)

    async def test_coming_back(self, tmp_path: Path) -> None:
        """Whoever takes the seat back between two turns reads on the card that it is theirs."""
        async with timed_table(tmp_path) as table:
            bot = table.bot
            mover, _ = await table.players_by_turn()
            for _ in range(3):
                await table.advance(73 * HOUR)
                await table.play_turn()
            assert table.say(mover, "card-kept") in card_of(mover).text

            await bot.games.clocks.return_to_seat(table.game, mover.id)
            await bot.wait_idle()

            assert table.say(mover, "card-kept") not in card_of(mover).text
            assert "im-back" not in button_verbs(card_of(mover))

    async def test_closed_doors_are_not_knocked_at(self, tmp_path: Path) -> None:
        """A card that was not taken is not sent again because its deadline moved."""
        async with timed_table(tmp_path, past_opening=False) as table:
            bot, guest = table.bot, table.bot.guest
            guest.close_dms()
            while (await bot.games.snapshot(table.game)).state.turn is None:
                await table.answer()
            while (await table.players_by_turn())[0] is not guest:
                await table.play_turn()
            tries: list[Exchange] = []
            bot.sandbox.core.traffic.subscribe(tries.append)

            await bot.games.clocks.extend_turn(table.game, 5, MODERATOR)
            await bot.wait_idle()

            assert sent_to(guest, tries) == []


class TestReminders:
    """A call that is not true any more is corrected, or goes."""

    async def test_it_says_the_deadline_as_it_is(self, tmp_path: Path) -> None:
        """In the same message; while the clock stands still nobody is called."""
        async with timed_table(tmp_path) as table:
            bot, games = table.bot, table.bot.games
            mover, _ = await table.players_by_turn()
            await table.advance(13 * HOUR)
            [call] = table.reminders(mover)
            assert await deadline_text(table) in call.text

            await games.clocks.extend_turn(table.game, 5, MODERATOR)
            await bot.wait_idle()
            [corrected] = table.reminders(mover)
            assert corrected.id == call.id
            assert await deadline_text(table) in corrected.text

            await games.pauses.pause(table.game, MODERATOR)
            await bot.wait_idle()
            assert table.reminders(mover) == []

    async def test_in_the_channel(self, tmp_path: Path) -> None:
        """Of somebody who takes no direct messages; nobody knocks at that door again."""
        async with timed_table(tmp_path) as table:
            bot, games = table.bot, table.bot.games
            mover, _ = await table.players_by_turn()
            mover.close_dms()
            await table.advance(13 * HOUR)
            call = bot.newest_post()
            assert await deadline_text(table, "en") in call.text
            tries: list[Exchange] = []
            bot.sandbox.core.traffic.subscribe(tries.append)

            await games.clocks.extend_turn(table.game, 5, MODERATOR)
            await bot.wait_idle()

            [corrected] = [seen for seen in bot.moderator.sees(bot.channel) if seen.id == call.id]
            assert await deadline_text(table, "en") in corrected.text
            assert sent_to(mover, tries) == [EDIT]  # the card, which came before
