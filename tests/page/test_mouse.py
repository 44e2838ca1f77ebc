"""What one does with a mouse: press, choose, fill in, look closely."""

import asyncio
from typing import Any

from tests.page.page_server import PHONE, PageServer, Window, Windows
from tests.support.timeouts import TEST_TIMEOUT_SECONDS

AT_THE_END = """() => {
  const scroller = document.getElementById('scroller');
  const images = [...document.querySelectorAll('.picture img')];
  return images.every(i => i.complete)
    && scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 2;
}"""
"""Whether the newest message is in sight, with its pictures."""
NEXT_FRAME = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Time for a window to show what it has got."""


class TestMessages:
    """A message with one of everything."""

    async def test_a_board_is_shown_and_changed_in_place(
        self, server: PageServer, windows: Windows
    ) -> None:
        window = await windows.open(server.guest)
        await window.type_command("/board")
        await window.sees("count 0")
        board = window.last

        assert await board.locator(".context").inner_text() == "Guest 1 used /board"
        assert "to-me" in (await board.get_attribute("class") or "")
        assert await board.locator(".mention.mine").inner_text() == "@Guest 1"
        assert await board.locator("time[data-ago]").inner_text() == "in 1 hour"
        assert await board.get_by_role("img", name=":wild:").count() == 1
        assert await board.get_by_role("button", name="Give up").is_disabled()
        assert await board.get_by_role("link", name="Rules").get_attribute("target") == "_blank"

        await window.button("Draw").click()
        await window.sees("count 1")
        assert await window.tab.locator(".timeline .message").count() == 1
        assert await window.tab.locator(".picture img").get_attribute("alt") == "Board 1"

    async def test_a_picture_in_full_size(self, server: PageServer, windows: Windows) -> None:
        await server.guest.slash(server.lobby, "board")
        window = await windows.open(server.guest)

        await window.tab.get_by_role("button", name="Show full size: Board 0").click()
        full = window.tab.get_by_role("dialog", name="Picture: Board 0").locator("img")
        await full.wait_for()
        width = await full.evaluate("image => image.decode().then(() => image.naturalWidth)")

        assert width == 900
        await full.click()
        closer = window.button("Zoom in")
        assert await closer.get_attribute("aria-pressed") == "true"
        assert await full.evaluate("image => image.clientWidth > innerWidth")
        await closer.press("Enter")
        assert await full.evaluate("image => image.clientWidth < innerWidth")
        await window.keyboard.press("Escape")
        await window.tab.locator("dialog").wait_for(state="detached")

    async def test_a_picture_has_its_place_before_it_comes(
        self, server: PageServer, windows: Windows
    ) -> None:
        """A board that changes makes nothing jump, and its buttons stay in sight."""
        await server.guest.slash(server.lobby, "board")
        window = await windows.open(server.guest, viewport={"width": 390, "height": 500})
        await window.wait_for_function(AT_THE_END)
        size = await self.size(window)
        release = asyncio.Event()

        async def late(route: Any) -> None:
            await release.wait()
            await route.continue_()

        await window.tab.route("**/attachments/**", late)
        await server.other.press(server.guest.last(server.lobby), "Draw")
        await window.sees("count 1")
        assert await self.size(window) == size
        release.set()
        await window.wait_for_function(AT_THE_END)
        assert await self.size(window) == size

    async def size(self, window: Window) -> list[float]:
        """Of the first picture."""
        return list(
            await window.tab.locator(".picture").first.evaluate(
                "p => [p.clientWidth, p.clientHeight]"
            )
        )

    async def test_the_old_way(self, server: PageServer, windows: Windows) -> None:
        """Markdown, embeds, files and a view of buttons; nothing is ever taken for HTML."""
        await server.guest.slash(server.lobby, "old")
        window = await windows.open(server.guest)
        message = window.last

        assert await message.get_by_role("heading", name="Heading").count() == 1
        for tag, text in {
            "strong": "bold",
            "em": "italic",
            "u": "under",
            "s": "gone",
            "pre code": "print('<b>')",
            "blockquote": "quoted",
            "ul ul li": "inner",
            "ol li": "first",
        }.items():
            assert text in await message.locator(f".markdown {tag}").first.inner_text()
        assert await message.locator("b").count() == 0
        assert "*plain* <b>no html</b>" in await message.inner_text()
        assert await message.locator(".spoiled").get_attribute("aria-hidden") == "true"
        await message.get_by_role("button", name="Spoiler: show").click()
        assert "hidden" in await message.locator(".spoiler.shown").inner_text()
        assert "42 points" in await message.locator(".embed").inner_text()
        assert await message.get_by_role("link", name="Download log.txt").count() == 1

    async def test_what_a_guest_writes(self, server: PageServer, windows: Windows) -> None:
        window = await windows.open(server.guest)
        await window.input.fill("hello **all** 🚂")
        await window.button("Send").click()
        await window.sees("hello all")

        assert await window.input.input_value() == ""
        assert server.guest.last(server.lobby).content == "hello **all** 🚂"

    async def test_many_messages_come_page_by_page(
        self, server: PageServer, windows: Windows
    ) -> None:
        for number in range(70):
            server.other.say(server.lobby, f"number {number}.")
        window = await windows.open(server.guest)
        await window.sees("number 69.")

        assert await window.tab.locator(".message").count() == 50
        await window.button("Show older messages").click()
        await window.sees("number 0.")
        assert await window.tab.locator(".message").count() == 70
        await window.wait_for_timeout(100)
        top = await window.tab.locator("#scroller").evaluate("scroller => scroller.scrollTop")
        height = await window.tab.locator("#scroller").evaluate(
            "s => s.scrollHeight - s.clientHeight"
        )
        assert top < height / 2, "the reader keeps their place"
        assert "beginning of #lobby" in await window.tab.locator("#beginning").inner_text()


class TestAnswers:
    """Ephemeral, thinking, failing."""

    async def test_an_ephemeral_answer_is_marked_and_can_be_dismissed(
        self, server: PageServer, windows: Windows
    ) -> None:
        await server.guest.slash(server.lobby, "board")
        window = await windows.open(server.guest)
        await window.button("Hand").click()

        await window.says_last("Whistlestop is thinking…")
        await window.says_last("your secret hand")
        assert "Only you can see this" in await window.last.inner_text()
        await window.wait_for_function(AT_THE_END)
        await window.button("Dismiss message").click()
        await window.tab.locator(".ephemeral").wait_for(state="detached")
        await window.reload()
        await window.sees("count 0")
        assert "secret hand" not in await window.tab.content()

    async def test_thinking_in_public(self, server: PageServer, windows: Windows) -> None:
        window = await windows.open(server.guest)
        onlooker = await windows.open(server.other)
        await window.type_command("/think")

        await onlooker.says_last("Whistlestop is thinking…")
        await onlooker.says_last("thought about it")
        assert "edited" not in await onlooker.last.inner_text()

    async def test_a_command_without_an_answer(self, server: PageServer, windows: Windows) -> None:
        window = await windows.open(server.guest)
        await window.input.fill("/silent ")
        await window.button("Send command").click()
        await window.tab.locator(".bar[aria-busy=true]").wait_for()
        server.clock.advance(TEST_TIMEOUT_SECONDS + 1)

        await window.says_last("The application did not respond")
        assert "Guest 1 used /silent" in await window.last.inner_text()
        await window.button("Dismiss message").click()
        await window.tab.locator(".message").wait_for(state="detached")

    async def test_a_button_without_an_answer(self, server: PageServer, windows: Windows) -> None:
        await server.guest.slash(server.lobby, "board")
        window = await windows.open(server.guest)
        await window.button("Hang").click()
        await window.tab.locator("button[aria-busy=true]").wait_for()
        server.clock.advance(TEST_TIMEOUT_SECONDS + 1)

        await window.says_last("This interaction failed")
        await window.button("Draw").click()
        await window.sees("count 1")
        assert "This interaction failed" not in await window.last.inner_text()

    async def test_typing(self, server: PageServer, windows: Windows) -> None:
        window = await windows.open(server.guest)
        await window.type_command("/scribble")

        await window.tab.get_by_text("Whistlestop is typing…").wait_for()


class TestPressUnderWay:
    """News that come while somebody presses a button take no press away: they are shown then."""

    async def test_with_a_mouse(self, server: PageServer, windows: Windows) -> None:
        await server.guest.slash(server.lobby, "old")
        window = await windows.open(server.guest)
        await window.tab.mouse.move(*await self.middle(window))
        await window.tab.mouse.down()
        await self.news(server, window)
        await window.tab.mouse.up()

        await window.sees("your secret hand")
        await window.sees("other words")

    async def test_with_a_finger(self, server: PageServer, windows: Windows) -> None:
        await server.guest.slash(server.lobby, "old")
        window = await windows.open(server.guest, **PHONE)
        x, y = await self.middle(window)
        screen = await window.tab.context.new_cdp_session(window.tab)
        down = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        await screen.send("Input.dispatchTouchEvent", down)
        await self.news(server, window)
        up = {"type": "touchEnd", "touchPoints": []}
        await screen.send("Input.dispatchTouchEvent", up)

        await window.sees("your secret hand")
        await window.sees("other words")

    async def test_in_an_open_list(self, server: PageServer, windows: Windows) -> None:
        await server.guest.slash(server.lobby, "board")
        window = await windows.open(server.guest)
        await window.tab.get_by_role("combobox", name="Wave at somebody").click()
        async with window.tab.expect_response("**/attachments/**"):
            await server.other.press(server.guest.last(server.lobby), "Draw")
        await window.tab.evaluate(NEXT_FRAME)
        await window.option("Guest 2").click()

        await window.sees(f"chosen ['{server.other.id}']")
        await window.sees("count 1")

    async def middle(self, window: Window) -> tuple[float, float]:
        """Of a button, once nothing moves any more."""
        await window.wait_for_function(AT_THE_END)
        box = await window.button("Hand").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def news(self, server: PageServer, window: Window) -> None:
        """A message is edited, another one moves it: a window shows that as soon as it may."""
        await server.edit_message(server.guest.last(server.lobby), "other words")
        server.other.say(server.lobby, "one more")
        while not any("one more" in frame for frame in window.frames):
            await asyncio.sleep(0)
        await window.tab.evaluate(NEXT_FRAME)


class TestControls:
    """Selects, modals and menus."""

    async def test_several_values(self, server: PageServer, windows: Windows) -> None:
        await server.guest.slash(server.lobby, "board")
        window = await windows.open(server.guest)
        await window.tab.get_by_role("combobox", name="Which tickets").click()
        done = window.button("Done")

        assert await done.is_disabled()
        for city in ("To Boston", "To Miami", "To Dallas", "To Denver"):
            await window.option(city).click()
        assert await window.tab.locator(".popup [aria-selected=true]").count() == 3
        await done.click()
        await window.says_last("chosen ['Boston', 'Miami', 'Dallas']")

    async def test_people(self, server: PageServer, windows: Windows) -> None:
        await server.guest.slash(server.lobby, "board")
        window = await windows.open(server.guest)
        await window.tab.get_by_role("combobox", name="Wave at somebody").click()
        await window.option("Guest 2").click()

        await window.says_last(f"chosen ['{server.other.id}']")

    async def test_a_modal(self, server: PageServer, windows: Windows) -> None:
        await server.guest.slash(server.lobby, "board")
        window = await windows.open(server.guest)
        await window.button("Claim").click()
        modal = window.tab.get_by_role("dialog", name="Claim a route")
        send = modal.get_by_role("button", name="Submit")

        await send.click()
        assert await modal.get_by_text("This field is required.").count() == 3
        await modal.get_by_label("City").fill("D")
        await send.click()
        assert await modal.get_by_text("Enter at least 2 characters.").count() == 1
        await modal.get_by_label("City").fill("Denver")
        await modal.get_by_role("combobox", name="Via").click()
        await window.option("Dallas").click()
        await window.button("Done").click()
        await modal.get_by_role("radio", name="Blue").check()
        await modal.get_by_role("checkbox", name="Harbour").check()
        await send.click()

        await window.says_last("city=Denver, via=['Dallas'], pay=blue, extras=['harbour']")
        await window.tab.locator("dialog").wait_for(state="detached")

    async def test_a_file_for_a_command(self, server: PageServer, windows: Windows) -> None:
        window = await windows.open(server.guest)
        await window.input.fill("/upload ")
        content = {"name": "map.txt", "mimeType": "text/plain", "buffer": b"a map" * 9}
        await window.tab.get_by_label("file", exact=True).set_input_files(content)
        await window.button("Send command").click()

        await window.says_last("map.txt: 45 bytes")

    async def test_a_menu_of_a_message(self, server: PageServer, windows: Windows) -> None:
        said = server.other.say(server.lobby, "wise words")
        window = await windows.open(server.guest)
        await window.last.hover()
        await window.button("Apps for this message").click()
        await window.option("Quote").click()

        await window.says_last(f"quoted {said.id}")
