"""Two people at one machine; a reload; a bot that is killed in between."""

from pathlib import Path

from tests.page.page_server import PageServer, Profiles, Windows


class TestSecrets:
    """Each window holds what is its guest's, and nothing else."""

    async def test_a_second_window_sees_the_board_but_not_the_hand(
        self, server: PageServer, windows: Windows
    ) -> None:
        mine = await windows.open(server.guest)
        theirs = await windows.open(server.other)
        moderator = await windows.open(server.moderator)
        await mine.type_command("/board")
        await theirs.sees("count 0")

        await mine.button("Hand").click()
        await mine.says_last("your secret hand")
        await mine.button("Draw").click()
        await theirs.sees("count 1")
        await moderator.sees("count 1")

        for window in (theirs, moderator):
            everything = await window.everything()
            assert "secret hand" not in everything
            assert "ephemeral-attachments" not in everything

    async def test_direct_messages_and_their_marks(
        self, server: PageServer, windows: Windows
    ) -> None:
        mine = await windows.open(server.guest)
        theirs = await windows.open(server.other)
        await mine.type_command("/whisper whom:Guest 2")
        await mine.says_last("whispered")
        entry = theirs.tab.get_by_role("link", name="Direct message with Whistlestop, 1 new")
        await entry.wait_for()
        assert (await theirs.tab.title()).startswith("(1) #lobby")
        assert "swordfish" not in await mine.everything()

        await theirs.reload()
        await entry.click()
        await theirs.says_last("the password is swordfish")
        await theirs.tab.get_by_role("link", name="Channel lobby").click()
        assert await entry.count() == 0
        await theirs.reload()
        await theirs.tab.get_by_role("link", name="Channel lobby").wait_for()
        assert await entry.count() == 0

    async def test_the_wire_of_another_guest_is_not_shown(
        self, server: PageServer, windows: Windows
    ) -> None:
        theirs = await windows.open(server.other)
        await theirs.tab.locator("#tools-button").click()
        await server.guest.slash(server.lobby, "claim", route="my secret route")
        await server.guest.slash(server.lobby, "whisper", whom=server.third)
        await theirs.type_command("/board")
        await theirs.tab.locator(".wire summary", has_text="/callback → 200").wait_for()

        everything = await theirs.everything()
        assert "my secret route" not in everything
        assert "swordfish" not in everything

    async def test_the_switch_makes_one_somebody_else(
        self, server: PageServer, windows: Windows
    ) -> None:
        await server.guest.slash(server.lobby, "claim", route="mine")
        window = await windows.open(server.guest)
        await window.sees("claimed mine")
        await window.tab.get_by_label("Switch guest").select_option("Guest 2")
        await window.tab.locator("#message-input").wait_for()
        await window.tab.locator(".message").wait_for(state="detached")
        await window.input.fill("it is me")
        await window.input.press("Enter")
        await window.sees("it is me")

        assert server.other.last(server.lobby).author == "Guest 2"
        await window.reload()
        await window.sees("it is me")
        assert await window.tab.get_by_label("Switch guest").input_value() == str(server.other.id)


class TestContinuity:
    """Nothing is lost."""

    async def test_reload_and_restart_of_the_bot(
        self, server: PageServer, windows: Windows
    ) -> None:
        await server.stop_bot()
        window = await windows.open(server.guest)
        banner = window.tab.locator("#banner")
        await banner.get_by_text("Whistlestop isn't connected.").wait_for()
        async with server.bot_process():
            await banner.wait_for(state="hidden")
            await window.type_command("/board")
            await window.sees("count 0")
            await window.button("Hand").click()
            await window.says_last("your secret hand")
        await banner.wait_for()
        await window.reload()
        await window.sees("count 0")
        await window.sees("your secret hand")

        async with server.bot_process():
            await banner.wait_for(state="hidden")
            await window.button("Draw").click()
            await window.sees("count 1")

    async def test_a_stopped_sandbox_comes_back(self, profiles: Profiles, tmp_path: Path) -> None:
        """The state is in a file; a window that was left open finds the new one by itself."""
        file = tmp_path / "sandbox.db"
        first = PageServer(file)
        await first.open(bot=False)
        port = first.sandbox.server.port
        first.guest.say(first.lobby, "before the night")
        guests = [guest.id for guest in (first.guest, first.other, first.third)]
        mine = Windows(profiles, first)
        window = await mine.open(first.guest)
        await window.sees("before the night")
        await first.close()
        await window.tab.get_by_text("The sandbox isn't responding. Trying again…").wait_for()

        second = PageServer(file, port=port)
        await second.open(bot=False)
        try:
            assert guests == [g.id for g in (second.guest, second.other, second.third)]
            second.other.say(second.lobby, "good morning")
            await window.sees("good morning")
            await window.sees("before the night")
        finally:
            await mine.close()
            await second.close()
        assert mine.foreign == []
