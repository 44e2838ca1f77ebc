"""The prepared server, and what the page tells of it."""

from pathlib import Path

from sandbox import Sandbox, page
from sandbox.page.views import guests
from sandbox.world import permissions


class TestPrepared:
    """What a newcomer finds."""

    def test_a_lobby_two_tables_guests_and_a_moderator(self) -> None:
        prepared = page.prepare(Sandbox())
        world = prepared.club._core.world

        assert [place.name for place in prepared.club.channels()] == ["lobby", "table-1", "table-2"]
        names = [user.display for user in guests(prepared.club._core)]
        assert names == ["Moderator", "Guest 1", "Guest 2", "Guest 3"]
        manages = [
            bool(permissions.in_channel(world, prepared.lobby.channel, person.id) & bit)
            for person in (prepared.moderator, prepared.guests[0])
            for bit in (permissions.MANAGE_MESSAGES,)
        ]
        assert manages == [True, False]
        assert world.bot.display == "Whistlestop"
        assert set(prepared.welcome.texts) == {"en", "de"}

    async def test_is_found_again(self, tmp_path: Path) -> None:
        """A second start finds what the first has made."""
        file = tmp_path / "sandbox.db"
        async with Sandbox(file=file) as sandbox:
            first = page.prepare(sandbox)
        async with Sandbox(file=file) as sandbox:
            second = page.prepare(sandbox)

            assert len(sandbox.clubs()) == 1
            assert second.lobby.id == first.lobby.id
            assert second.moderator.id == first.moderator.id
            assert [g.id for g in second.guests] == [g.id for g in first.guests]
