"""The drawer: what goes over the wire, and trouble on request."""

import asyncio

from sandbox.world import permissions
from tests.page.page_server import PageServer, Windows
from tests.support.timeouts import TEST_TIMEOUT_SECONDS


class TestDrawer:
    """Off until somebody wants it."""

    async def test_shows_what_went_over_the_wire(
        self, server: PageServer, windows: Windows
    ) -> None:
        await server.guest.slash(server.lobby, "board")
        window = await windows.open(server.guest)
        assert await window.tab.locator("#drawer").is_hidden()
        await window.button("Draw").click()
        await window.sees("count 1")
        assert not any('"kind":"wire"' in frame for frame in window.frames)

        await window.tab.locator("#tools-button").click()
        await window.button("Draw").click()
        rows = window.tab.locator(".wire summary")
        await rows.filter(has_text="POST /interactions/").wait_for()
        await rows.filter(has_text="INTERACTION_CREATE").wait_for()
        listed = " | ".join(await rows.all_inner_texts())
        assert "you → sandbox POST press" in listed
        assert "/…/callback → 200" in listed
        assert "shown to you edit" in listed
        await rows.filter(has_text="INTERACTION_CREATE").click()
        shown = await window.tab.locator(".wire details[open] pre").inner_text()
        assert "draw:1" in shown
        assert '"token": "…"' in shown

    async def test_closes_direct_messages(self, server: PageServer, windows: Windows) -> None:
        window = await windows.open(server.guest)
        await window.tab.locator("#tools-button").click()
        await window.tab.get_by_role("switch", name="Guest 1 accepts direct messages").uncheck()
        await window.type_command("/whisper whom:Guest 1")
        await window.says_last("their door is closed")

        await window.tab.get_by_role("switch", name="Guest 1 accepts direct messages").check()
        await window.type_command("/whisper whom:Guest 1")
        await window.says_last("whispered")

    async def test_takes_a_permission_away(self, server: PageServer, windows: Windows) -> None:
        window = await windows.open(server.guest)
        await window.tab.locator("#tools-button").click()
        switch = window.tab.get_by_role("switch", name="Send messages")
        bot, lobby = server.sandbox.bot.id, server.lobby.channel
        world = server.sandbox.core.world

        def may() -> bool:
            return bool(permissions.in_channel(world, lobby, bot) & permissions.SEND_MESSAGES)

        await switch.uncheck()
        await server.guest.until(lambda: not may())
        await switch.press("Space")
        await server.guest.until(may)
        async with asyncio.timeout(
            TEST_TIMEOUT_SECONDS
        ):  # the drawer is painted anew a moment later
            while not await switch.evaluate(
                "input => input === document.activeElement && input.checked"
            ):
                await asyncio.sleep(0.05)

    async def test_drops_the_gateway(self, server: PageServer, windows: Windows) -> None:
        window = await windows.open(server.guest)
        await window.tab.locator("#tools-button").click()
        (session,) = server.sandbox.core.gateway.connected()
        line = session.connection
        await window.button("Disconnect").click()
        async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
            while session.connection is line or session.connection is None:
                await server.sandbox.core.gateway.wait_for_change()

        await window.tab.locator("#banner").wait_for(state="hidden")
        await window.type_command("/board")
        await window.sees("count 0")
