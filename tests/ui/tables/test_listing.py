"""`/tables` and `/my games`: which tables there are, whom they wait for, and who may know."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.text.words import Words
from sandbox.world import permissions
from sandbox.world.people import Person
from sandbox.world.places import Place
from tests.support.bot_stage import BotStage, on_stage
from tests.support.endpoint_bot import EndpointStage
from tests.support.players import ByCommands
from tests.ui.tables.test_lost import deleted, opened, put_to_sleep

EN, DE = Words.of("en").say, Words.of("de").say


@pytest.fixture
async def stage(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[BotStage]:
    kind = getattr(request, "param", BotStage)
    async with on_stage(tmp_path / "games.db", kind=kind) as made:
        yield made


async def page(person: Person, place: Place, command: str = "tables") -> str:
    return (await person.slash(place, command)).text


async def link(stage: BotStage, game: str) -> str:
    """What leads to a table's newest post."""
    return (await stage.store.posts.by_kind(game))["board"].link(stage.club.id)


class TestWhatIsSaid:
    """A line for each table."""

    async def test_lobbies_and_games(self, stage: BotStage) -> None:
        """Edition, seats, who is awaited, since when, and the way there, in the reader's words."""
        away = stage.club.channel("away")
        lobby = await opened(stage, away, "usa")
        game = await stage.open("new-york", stage.guest, stage.other)
        await ByCommands(stage, "new-york", stage.guest, "de").answer(
            (await stage.games.snapshot(game)).state.waiting[0]
        )
        await stage.told()
        moment = r"<t:"

        for person, say in ((stage.guest, DE), (stage.other, EN), (stage.moderator, EN)):
            lines = (await page(person, stage.hall)).splitlines()
            (one,) = [line for line in lines if await link(stage, lobby) in line]
            (two,) = [line for line in lines if await link(stage, game) in line]
            assert len(lines) == 2
            assert say("games-seats", taken=2, of=5) in one
            assert say("games-lobby") in one
            assert "**New York**" in two
            assert say("games-players", count=2) in two
            awaited = say("games-waits")
            if person is not stage.other:
                awaited = say("games-awaits", players="Guest 3")
            assert awaited in two
            assert two.startswith("▶️" if person is stage.other else "▫️")
            assert lines[0] == two or person is not stage.other
            assert all(moment in line for line in lines)

    async def test_my_games_name_who_is_awaited(self, stage: BotStage) -> None:
        """The same line, wherever it is asked for."""
        game = await stage.open("new-york", stage.guest, stage.other)
        await ByCommands(stage, "new-york", stage.guest, "de").answer(
            (await stage.games.snapshot(game)).state.waiting[0]
        )
        await stage.told()

        own = await page(stage.guest, stage.guest.direct, "my games")

        assert own == await page(stage.guest, stage.hall)
        assert DE("games-awaits", players="Guest 3") in own

    async def test_nothing_to_see(self, stage: BotStage) -> None:
        """That is said too."""
        assert await page(stage.guest, stage.hall) == DE("tables-none")


@pytest.mark.parametrize("stage", [BotStage, EndpointStage], indirect=True)
class TestWhoMayKnow:
    """Only what somebody could walk into."""

    async def test_a_hidden_channel(self, stage: BotStage) -> None:
        """Its table is shown to those who see it, and to those who sit there."""
        secret = stage.club.channel("secret")
        game = await opened(stage, secret)
        secret.deny(stage.club.everyone, permissions.VIEW_CHANNEL)
        secret.allow(stage.sandbox.bot.id, permissions.VIEW_CHANNEL)
        secret.allow(stage.moderator.id, permissions.VIEW_CHANNEL)
        await stage.told()

        assert await link(stage, game) in await page(stage.moderator, stage.hall)
        assert await link(stage, game) in await page(stage.guest, stage.hall)
        assert await page(stage.other, stage.hall) == EN("tables-none")

    async def test_a_private_thread(self, stage: BotStage) -> None:
        """Who is in it cannot be told: it is shown inside, and to those who sit there."""
        thread = stage.hall.thread("inside", stage.moderator.id, private=True)
        thread.add(stage.sandbox.bot.id)
        thread.add(stage.guest.id)
        game = await opened(stage, thread)

        assert await link(stage, game) in await page(stage.moderator, thread)
        assert await link(stage, game) in await page(stage.guest, stage.hall)
        assert await page(stage.moderator, stage.hall) == EN("tables-none")
        assert await page(stage.other, stage.hall) == EN("tables-none")

    async def test_a_thread_of_ours(self, stage: BotStage) -> None:
        """Whoever sees its channel sees it, awake or asleep."""
        game = await stage.open("new-york", stage.guest, stage.other, place="thread")
        row = await stage.store.games.get(game)
        assert row is not None
        away = stage.club.channel("away")

        shown = await page(stage.moderator, away)
        await put_to_sleep(stage, stage.sandbox.place(row.channel_id))
        asleep = await page(stage.moderator, away)

        assert await link(stage, game) in shown
        assert shown == asleep

    async def test_a_lost_table(self, stage: BotStage) -> None:
        """Its players read what can be done; others have nothing to go to."""
        place = stage.club.channel("doomed")
        await opened(stage, place)
        await deleted(stage, place)

        assert DE("games-channel-gone") in await page(stage.guest, stage.hall)
        assert await page(stage.other, stage.hall) == EN("tables-none")

    async def test_another_server(self, stage: BotStage) -> None:
        """Its tables are not this one's."""
        await opened(stage, stage.hall)
        club = stage.sandbox.club("Harbour club")
        chief = stage.sandbox.person("Guest 4", club)

        assert await page(chief, club.channel("office")) == EN("tables-none")
