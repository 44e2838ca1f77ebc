"""Tables whose channel was deleted: they are shown as they are, and moderators can end them."""

from __future__ import annotations

from datetime import timedelta

import discord

from bot.text.words import Words
from sandbox.world.places import Place
from tests.support.running_bot import RunningBot

EN, DE = Words.of("en").say, Words.of("de").say
FETCH = "GET /channels/*"
CANCEL, REPLACE = "game cancel", "game replace"


async def open_lobby_in(bot: RunningBot, place: Place, edition: str = "new-york") -> str:
    """A lobby in this place, where the guest and a bot sit; its id."""
    await bot.moderator.slash(place, "game new", edition=edition, bots=1)
    await bot.wait_idle()
    await bot.guest.press(bot.newest_post(place), EN("button-join"))
    await bot.wait_idle()
    row = await bot.store.games.open_in(place.id)
    assert row is not None
    return row.id


async def delete_channel(bot: RunningBot, place: Place) -> None:
    """Delete it, and wait until the bot has heard of it."""
    heard = bot.wait_for_event("guild_channel_delete")
    place.delete()
    await heard


async def put_to_sleep(bot: RunningBot, thread: Place) -> None:
    """Archive a thread, and wait until the bot has heard of it."""
    heard = bot.wait_for_event("raw_thread_update")
    thread.change(archived=True)
    await heard


async def game_without_channel(bot: RunningBot) -> tuple[str, Place]:
    """A game that has begun, in a channel that is gone."""
    place = bot.club.channel("doomed")
    game = await open_lobby_in(bot, place)
    await bot.moderator.slash(place, "game start")
    await bot.wait_idle()
    await delete_channel(bot, place)
    return game, place


async def suggestions(
    bot: RunningBot, name: str, focus: str, **others: object
) -> dict[object, str]:
    found = await bot.moderator.autocomplete(bot.channel, name, focus, "", **others)
    return {choice["value"]: choice["name"] for choice in found}


class TestMyGames:
    """What a player is shown of them."""

    async def test_no_link_leads_into_nothing(self, bot: RunningBot) -> None:
        """The edition and the players instead, and what can be done; others keep their links."""
        await game_without_channel(bot)
        there = await open_lobby_in(bot, bot.channel)
        for place in (bot.channel, bot.guest.direct):
            page = (await bot.guest.slash(place, "my games")).text

            (gone,) = [line for line in page.splitlines() if DE("games-channel-gone") in line]
            assert "New York" in gone
            assert "Bot 1, Guest 2" in gone
            assert "discord.com" not in gone
            assert "<#" not in gone
            post = (await bot.store.posts.by_kind(there))["board"]
            assert f"{bot.channel.id}/{post.message_id}" in page

    async def test_a_thread_that_sleeps_is_there(self, bot: RunningBot) -> None:
        """It is only unknown to the client until it is asked for."""
        thread = bot.channel.thread("table", bot.moderator.id)
        await open_lobby_in(bot, thread)
        await put_to_sleep(bot, thread)
        assert bot.client.get_channel(thread.id) is None

        page = await bot.guest.slash(bot.guest.direct, "my games")

        assert DE("games-channel-gone") not in page.text
        assert str(thread.id) in page.text

    async def test_trouble_is_no_loss(self, bot: RunningBot) -> None:
        """Where Discord does not tell, the link stays."""
        await game_without_channel(bot)
        bot.sandbox.faults.refuse(FETCH, code=50001)

        page = await bot.guest.slash(bot.channel, "my games")

        assert DE("games-channel-gone") not in page.text


class TestModerators:
    """What is done about them."""

    async def test_only_lost_tables_are_suggested(self, bot: RunningBot) -> None:
        """By their edition and who sits there."""
        game, _ = await game_without_channel(bot)
        await open_lobby_in(bot, bot.channel)

        for name in (CANCEL, REPLACE):
            assert await suggestions(bot, name, "game") == {game: "New York · Bot 1, Guest 2"}

    async def test_a_lost_table_is_ended(self, bot: RunningBot) -> None:
        """If somebody is sure; its cards at home are dead."""
        game, _ = await game_without_channel(bot)
        card = bot.guest.last(bot.guest.direct)
        assert card.buttons

        unsure = await bot.moderator.slash(bot.channel, CANCEL, game=game)
        ended = await bot.moderator.slash(bot.channel, CANCEL, game=game, confirm=True)
        await bot.wait_idle()
        again = await bot.moderator.slash(bot.channel, CANCEL, game=game, confirm=True)

        assert unsure.text == EN("lobby-error-cancel-unsure")
        assert EN("lobby-cancelled") in ended.text
        assert again.text == EN("lobby-error-table-closed")
        told = bot.guest.last(bot.guest.direct)
        assert "Moderator" in told.text
        assert not any(message.buttons for message in bot.guest.sees(bot.guest.direct))
        assert await bot.store.games.of_user(bot.guest.id) == []
        assert await suggestions(bot, CANCEL, "game") == {}

    async def test_a_seat_of_a_lost_table_changes_hands(self, bot: RunningBot) -> None:
        """The seats that are suggested are that table's."""
        game, _ = await game_without_channel(bot)
        here = await open_lobby_in(bot, bot.channel)
        await bot.guest.press(bot.newest_post(), EN("button-leave"))

        seats = await suggestions(bot, REPLACE, "seat", game=game)
        others = await suggestions(bot, REPLACE, "seat")
        bot.clock_offset = timedelta(days=8)
        await bot.moderator.slash(bot.channel, REPLACE, seat=2, player=bot.other, game=game)
        await bot.wait_idle()
        await bot.other.press(bot.other.last(bot.other.direct), EN("button-take-seat"))
        await bot.wait_idle()

        assert seats == {1: "1: Bot 1", 2: "2: Guest 2"}
        assert others == {1: "1: Bot 1"}
        names = {id: [s.name for s in await bot.store.games.seats(id)] for id in (game, here)}
        assert names == {game: ["Bot 1", "Guest 3"], here: ["Bot 1"]}

    async def test_a_table_with_a_channel_is_handled_there(self, bot: RunningBot) -> None:
        """The answer says where; in the channel itself it may be named."""
        away = bot.club.channel("away")
        game = await open_lobby_in(bot, away)

        refused = await bot.moderator.slash(bot.channel, CANCEL, game=game)
        moved = await bot.moderator.slash(bot.channel, REPLACE, game=game, seat=1, player=bot.other)
        seats = await suggestions(bot, REPLACE, "seat", game=game)
        done = await bot.moderator.slash(away, CANCEL, game=game)

        elsewhere = EN("lobby-error-table-elsewhere", channel=away.mention)
        assert (refused.text, moved.text) == (elsewhere, elsewhere)
        assert seats == {}
        assert EN("lobby-cancelled") in done.text

    async def test_a_sleeping_thread_is_no_lost_table(self, bot: RunningBot) -> None:
        """Nobody can end its game from elsewhere."""
        thread = bot.channel.thread("table", bot.moderator.id)
        game = await open_lobby_in(bot, thread)
        await put_to_sleep(bot, thread)

        refused = await bot.moderator.slash(bot.channel, CANCEL, game=game)

        assert refused.text == EN("lobby-error-table-elsewhere", channel=thread.mention)
        assert await suggestions(bot, CANCEL, "game") == {}

    async def test_other_servers_are_nobodys_business(self, bot: RunningBot) -> None:
        """Their tables are as unknown as those that never were."""
        club = bot.sandbox.club("Harbour club")
        chief = bot.sandbox.person("Guest 4", club)
        rights = discord.Permissions(manage_messages=True).value
        club.give(chief.id, club.role("moderators", rights))
        game, _ = await game_without_channel(bot)
        office = club.channel("office")

        answers = [
            await chief.slash(office, name, game=named, **more)
            for named in (game, "zzzzzz")
            for name, more in ((CANCEL, {"confirm": True}), (REPLACE, {"seat": 1, "player": chief}))
        ]

        assert {answer.text for answer in answers} == {EN("lobby-error-no-such-table")}
        assert await chief.autocomplete(office, REPLACE, "game", "") == []
        assert await chief.autocomplete(office, REPLACE, "seat", "", game=game) == []
        row = await bot.store.games.get(game)
        assert row is not None
        assert row.status == "playing"


async def test_three_hundred_tables_fit_into_a_message(bot: RunningBot) -> None:
    """Discord takes four thousand characters; the most urgent come first, the rest is counted."""
    for channel in range(300):
        lobby = await bot.games.lobby.open("usa", 1, 5000 + channel, 11, "en")
        await bot.games.lobby.join(lobby.row.id, bot.guest.id, "Guest 2", "w")

    page = await bot.guest.slash(bot.channel, "my games")

    assert len(page.text) < 4000
    assert DE("games-more", count=300 - page.text.count("▫️")) in page.text
