"""Tables whose channel was deleted: they are shown as they are, and moderators can end them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import discord
import pytest

from bot.text.words import Words
from sandbox.world.places import Place
from tests.support.bot_stage import BotStage, on_stage

EN, DE = Words.of("en").say, Words.of("de").say
FETCH = "GET /channels/*"
CANCEL, REPLACE = "game cancel", "game replace"


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[BotStage]:
    async with on_stage(tmp_path / "games.db") as made:
        yield made


async def opened(stage: BotStage, place: Place, edition: str = "new-york") -> str:
    """A lobby in this place, where the guest and a bot sit; its id."""
    await stage.moderator.slash(place, "game new", edition=edition, bots=1)
    await stage.told()
    await stage.guest.press(stage.post(place), EN("button-join"))
    await stage.told()
    row = await stage.store.games.open_in(place.id)
    assert row is not None
    return row.id


async def deleted(stage: BotStage, place: Place) -> None:
    """Delete it, and wait until the bot has heard of it."""
    heard = stage.heard("guild_channel_delete")
    place.delete()
    await heard


async def put_to_sleep(stage: BotStage, thread: Place) -> None:
    """Archive a thread, and wait until the bot has heard of it."""
    heard = stage.heard("raw_thread_update")
    thread.change(archived=True)
    await heard


async def lost(stage: BotStage) -> tuple[str, Place]:
    """A game that has begun, in a channel that is gone."""
    place = stage.club.channel("doomed")
    game = await opened(stage, place)
    await stage.moderator.slash(place, "game start")
    await stage.told()
    await deleted(stage, place)
    return game, place


async def suggested(stage: BotStage, name: str, focus: str, **others: object) -> dict[object, str]:
    found = await stage.moderator.autocomplete(stage.hall, name, focus, "", **others)
    return {choice["value"]: choice["name"] for choice in found}


class TestMyGames:
    """What a player is shown of them."""

    async def test_no_link_leads_into_nothing(self, stage: BotStage) -> None:
        """The edition and the players instead, and what can be done; others keep their links."""
        await lost(stage)
        there = await opened(stage, stage.hall)
        for place in (stage.hall, stage.guest.direct):
            page = (await stage.guest.slash(place, "my games")).text

            (gone,) = [line for line in page.splitlines() if DE("games-channel-gone") in line]
            assert "New York" in gone
            assert "Bot 1, Guest 2" in gone
            assert "discord.com" not in gone
            assert "<#" not in gone
            post = (await stage.store.posts.by_kind(there))["board"]
            assert f"{stage.hall.id}/{post.message_id}" in page

    async def test_a_thread_that_sleeps_is_there(self, stage: BotStage) -> None:
        """It is only unknown to the client until it is asked for."""
        thread = stage.hall.thread("table", stage.moderator.id)
        await opened(stage, thread)
        await put_to_sleep(stage, thread)
        assert stage.client.get_channel(thread.id) is None

        page = await stage.guest.slash(stage.guest.direct, "my games")

        assert DE("games-channel-gone") not in page.text
        assert str(thread.id) in page.text

    async def test_trouble_is_no_loss(self, stage: BotStage) -> None:
        """Where Discord does not tell, the link stays."""
        await lost(stage)
        stage.sandbox.faults.refuse(FETCH, code=50001)

        page = await stage.guest.slash(stage.hall, "my games")

        assert DE("games-channel-gone") not in page.text


class TestModerators:
    """What is done about them."""

    async def test_only_lost_tables_are_suggested(self, stage: BotStage) -> None:
        """By their edition and who sits there."""
        game, _ = await lost(stage)
        await opened(stage, stage.hall)

        for name in (CANCEL, REPLACE):
            assert await suggested(stage, name, "game") == {game: "New York · Bot 1, Guest 2"}

    async def test_a_lost_table_is_ended(self, stage: BotStage) -> None:
        """If somebody is sure; its cards at home are dead."""
        game, _ = await lost(stage)
        card = stage.guest.last(stage.guest.direct)
        assert card.buttons

        unsure = await stage.moderator.slash(stage.hall, CANCEL, game=game)
        ended = await stage.moderator.slash(stage.hall, CANCEL, game=game, sure=True)
        await stage.told()
        again = await stage.moderator.slash(stage.hall, CANCEL, game=game, sure=True)

        assert unsure.text == EN("lobby-error-cancel-unsure")
        assert EN("lobby-cancelled") in ended.text
        assert again.text == EN("lobby-error-table-closed")
        told = stage.guest.last(stage.guest.direct)
        assert "Moderator" in told.text
        assert not any(message.buttons for message in stage.guest.sees(stage.guest.direct))
        assert await stage.store.games.of_user(stage.guest.id) == []
        assert await suggested(stage, CANCEL, "game") == {}

    async def test_a_seat_of_a_lost_table_changes_hands(self, stage: BotStage) -> None:
        """The seats that are suggested are that table's."""
        game, _ = await lost(stage)
        here = await opened(stage, stage.hall)
        await stage.guest.press(stage.post(), EN("button-leave"))

        seats = await suggested(stage, REPLACE, "seat", game=game)
        others = await suggested(stage, REPLACE, "seat")
        stage.later = timedelta(days=8)
        await stage.moderator.slash(stage.hall, REPLACE, seat=2, by=stage.other, game=game)
        await stage.told()
        await stage.other.press(stage.other.last(stage.other.direct), EN("button-take-seat"))
        await stage.told()

        assert seats == {1: "1: Bot 1", 2: "2: Guest 2"}
        assert others == {1: "1: Bot 1"}
        names = {id: [s.name for s in await stage.store.games.seats(id)] for id in (game, here)}
        assert names == {game: ["Bot 1", "Guest 3"], here: ["Bot 1"]}

    async def test_a_table_with_a_channel_is_handled_there(self, stage: BotStage) -> None:
        """The answer says where; in the channel itself it may be named."""
        away = stage.club.channel("away")
        game = await opened(stage, away)

        refused = await stage.moderator.slash(stage.hall, CANCEL, game=game)
        moved = await stage.moderator.slash(stage.hall, REPLACE, game=game, seat=1, by=stage.other)
        seats = await suggested(stage, REPLACE, "seat", game=game)
        done = await stage.moderator.slash(away, CANCEL, game=game)

        elsewhere = EN("lobby-error-table-elsewhere", channel=away.mention)
        assert (refused.text, moved.text) == (elsewhere, elsewhere)
        assert seats == {}
        assert EN("lobby-cancelled") in done.text

    async def test_a_sleeping_thread_is_no_lost_table(self, stage: BotStage) -> None:
        """Nobody can end its game from elsewhere."""
        thread = stage.hall.thread("table", stage.moderator.id)
        game = await opened(stage, thread)
        await put_to_sleep(stage, thread)

        refused = await stage.moderator.slash(stage.hall, CANCEL, game=game)

        assert refused.text == EN("lobby-error-table-elsewhere", channel=thread.mention)
        assert await suggested(stage, CANCEL, "game") == {}

    async def test_other_servers_are_nobodys_business(self, stage: BotStage) -> None:
        """Their tables are as unknown as those that never were."""
        club = stage.sandbox.club("Harbour club")
        chief = stage.sandbox.person("Guest 4", club)
        rights = discord.Permissions(manage_messages=True).value
        club.give(chief.id, club.role("moderators", rights))
        game, _ = await lost(stage)
        office = club.channel("office")

        answers = [
            await chief.slash(office, name, game=named, **more)
            for named in (game, "zzzzzz")
            for name, more in ((CANCEL, {"sure": True}), (REPLACE, {"seat": 1, "by": chief}))
        ]

        assert {answer.text for answer in answers} == {EN("lobby-error-no-such-table")}
        assert await chief.autocomplete(office, REPLACE, "game", "") == []
        assert await chief.autocomplete(office, REPLACE, "seat", "", game=game) == []
        row = await stage.store.games.get(game)
        assert row is not None
        assert row.status == "playing"


async def test_three_hundred_tables_fit_into_a_message(stage: BotStage) -> None:
    """Discord takes four thousand characters; the most urgent come first, the rest is counted."""
    for channel in range(300):
        lobby = await stage.games.lobby.open("usa", 1, 5000 + channel, 11, "en")
        await stage.games.lobby.join(lobby.row.id, stage.guest.id, "Guest 2", "w")

    page = await stage.guest.slash(stage.hall, "my games")

    assert len(page.text) < 4000
    assert DE("games-more", count=300 - page.text.count("▫️")) in page.text
