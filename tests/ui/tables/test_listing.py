"""`/tables` and `/my games`: which tables there are, whom they wait for, and who may know."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.text.words import Words
from sandbox.world import permissions
from sandbox.world.people import Person
from sandbox.world.places import Place
from tests.support.endpoint_bot import EndpointBot
from tests.support.players import ByCommands, play_to_the_end
from tests.support.running_bot import RunningBot, running_bot
from tests.ui.tables.test_lost import delete_channel, open_lobby_in, put_to_sleep

EN, DE = Words.of("en").say, Words.of("de").say


@pytest.fixture
async def bot(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[RunningBot]:
    kind = getattr(request, "param", RunningBot)
    async with running_bot(tmp_path / "games.db", kind=kind) as made:
        yield made


async def page(person: Person, place: Place, command: str = "tables") -> str:
    return (await person.slash(place, command)).text


async def link(bot: RunningBot, game: str) -> str:
    """What leads to a table's newest post."""
    return (await bot.store.posts.by_kind(game))["board"].link(bot.club.id)


class TestWhatIsSaid:
    """A line for each table."""

    async def test_lobbies_and_games(self, bot: RunningBot) -> None:
        """Edition, seats, who is awaited, since when, and the way there, in the reader's words."""
        away = bot.club.channel("away")
        lobby = await open_lobby_in(bot, away, "usa")
        game = await bot.start_game("new-york", bot.guest, bot.other)
        await ByCommands(bot, "new-york", bot.guest, "de").answer(
            (await bot.games.snapshot(game)).state.waiting[0]
        )
        await bot.wait_idle()
        moment = r"<t:"

        for person, say in ((bot.guest, DE), (bot.other, EN), (bot.moderator, EN)):
            lines = (await page(person, bot.channel)).splitlines()
            (one,) = [line for line in lines if await link(bot, lobby) in line]
            (two,) = [line for line in lines if await link(bot, game) in line]
            assert len(lines) == 2
            assert say("games-seats", taken=2, of=5) in one
            assert say("games-lobby") in one
            assert "**New York**" in two
            assert say("games-players", count=2) in two
            awaited = say("games-waits")
            if person is not bot.other:
                awaited = say("games-awaits", players="Guest 3")
            assert awaited in two
            assert two.startswith("▶️" if person is bot.other else "▫️")
            assert lines[0] == two or person is not bot.other
            assert all(moment in line for line in lines)

    async def test_my_games_name_who_is_awaited(self, bot: RunningBot) -> None:
        """The same line, wherever it is asked for."""
        game = await bot.start_game("new-york", bot.guest, bot.other)
        await ByCommands(bot, "new-york", bot.guest, "de").answer(
            (await bot.games.snapshot(game)).state.waiting[0]
        )
        await bot.wait_idle()

        own = await page(bot.guest, bot.guest.direct, "my games")

        assert own == await page(bot.guest, bot.channel)
        assert DE("games-awaits", players="Guest 3") in own

    async def test_nothing_to_see(self, bot: RunningBot) -> None:
        """That is said too."""
        assert await page(bot.guest, bot.channel) == DE("tables-none")


class TestMyGames:
    """A button for each table, and the games that ended in the last week."""

    async def test_buttons_lead_to_the_hand(self, bot: RunningBot) -> None:
        """A table that waits is first; a lobby is a link to its post."""
        away = bot.club.channel("away")
        lobby = await open_lobby_in(bot, away, "usa")
        game = await bot.start_game("new-york", bot.guest, bot.other)

        listed = await bot.guest.slash(bot.guest.direct, "my games")
        playing, waiting_lobby = listed.message.buttons
        assert playing["label"] == f"▶ {DE('table-label', edition='New York', place='#hall')}"
        assert waiting_lobby["label"] == DE("table-label", edition="USA", place="#away")
        assert waiting_lobby["url"] == await link(bot, lobby)

        hand = await bot.guest.press(listed, playing["custom_id"])
        assert DE("hand-tickets") in hand.text
        await ByCommands(bot, "new-york", bot.guest, "de").answer(
            (await bot.games.snapshot(game)).state.waiting[0]
        )
        again = await bot.guest.slash(bot.guest.direct, "my games")
        labels = [button["label"] for button in again.message.buttons]
        assert DE("table-label", edition="New York", place="#hall") in labels

    async def test_games_that_ended(self, bot: RunningBot) -> None:
        """For a week, without the result; only one's own."""
        game = await bot.start_game("new-york", bot.other, bots=1)
        seat = (await bot.games.snapshot(game)).table.seat_of(bot.other.id)
        player = ByCommands(bot, "new-york", bot.other, "en")
        await play_to_the_end(bot, game, {seat: player})
        await bot.wait_idle()

        (none, ended) = (await page(bot.other, bot.other.direct, "my games")).splitlines()
        assert none == EN("games-none")
        assert ended.startswith("🏁 **New York**")
        assert await link(bot, game) in ended
        assert "Guest" not in ended
        assert await page(bot.guest, bot.guest.direct, "my games") == DE("games-none")
        bot.clock_offset += timedelta(days=8)
        assert await page(bot.other, bot.other.direct, "my games") == EN("games-none")


@pytest.mark.parametrize("bot", [RunningBot, EndpointBot], indirect=True)
class TestWhoMayKnow:
    """Only what somebody could walk into."""

    async def test_a_hidden_channel(self, bot: RunningBot) -> None:
        """Its table is shown to those who see it, and to those who sit there."""
        secret = bot.club.channel("secret")
        game = await open_lobby_in(bot, secret)
        secret.deny(bot.club.everyone, permissions.VIEW_CHANNEL)
        secret.allow(bot.sandbox.bot.id, permissions.VIEW_CHANNEL)
        secret.allow(bot.moderator.id, permissions.VIEW_CHANNEL)
        await bot.wait_idle()

        assert await link(bot, game) in await page(bot.moderator, bot.channel)
        assert await link(bot, game) in await page(bot.guest, bot.channel)
        assert await page(bot.other, bot.channel) == EN("tables-none")

    async def test_a_private_thread(self, bot: RunningBot) -> None:
        """Who is in it cannot be told: it is shown inside, and to those who sit there."""
        thread = bot.channel.thread("inside", bot.moderator.id, private=True)
        thread.add(bot.sandbox.bot.id)
        thread.add(bot.guest.id)
        game = await open_lobby_in(bot, thread)

        assert await link(bot, game) in await page(bot.moderator, thread)
        assert await link(bot, game) in await page(bot.guest, bot.channel)
        assert await page(bot.moderator, bot.channel) == EN("tables-none")
        assert await page(bot.other, bot.channel) == EN("tables-none")

    async def test_a_thread_of_ours(self, bot: RunningBot) -> None:
        """Whoever sees its channel sees it, awake or asleep."""
        game = await bot.start_game("new-york", bot.guest, bot.other, place="thread")
        row = await bot.store.games.get(game)
        assert row is not None
        away = bot.club.channel("away")

        shown = await page(bot.moderator, away)
        await put_to_sleep(bot, bot.sandbox.place(row.channel_id))
        asleep = await page(bot.moderator, away)

        assert await link(bot, game) in shown
        assert shown == asleep

    async def test_a_lost_table(self, bot: RunningBot) -> None:
        """Its players read what can be done; others have nothing to go to."""
        place = bot.club.channel("doomed")
        await open_lobby_in(bot, place)
        await delete_channel(bot, place)

        assert DE("games-channel-gone") in await page(bot.guest, bot.channel)
        assert await page(bot.other, bot.channel) == EN("tables-none")

    async def test_another_server(self, bot: RunningBot) -> None:
        """Its tables are not this one's."""
        await open_lobby_in(bot, bot.channel)
        club = bot.sandbox.club("Harbour club")
        chief = bot.sandbox.person("Guest 4", club)

        assert await page(chief, club.channel("office")) == EN("tables-none")
