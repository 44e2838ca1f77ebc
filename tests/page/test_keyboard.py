"""Everything without a mouse, and told to those who do not see it."""

from typing import Any

from tests.page.page_server import NAMELESS, PageServer, Window, Windows


async def focused(window: Window) -> str:
    """The text or name of what has the focus."""
    return str(
        await window.evaluate(
            "(document.activeElement.getAttribute('aria-label') ||"
            " document.activeElement.innerText || document.activeElement.id).trim()"
        )
    )


async def tab_to(window: Window, name: str, key: str = "Tab") -> None:
    """Press Tab until something is reached, as one without a mouse has to."""
    for _ in range(40):
        await window.keyboard.press(key)
        if name in await focused(window):
            return
    raise AssertionError(f"{name} cannot be reached by {key}")


class TestCommands:
    """Typing a command."""

    async def test_a_command_with_autocomplete_and_choices(
        self, server: PageServer, windows: Windows
    ) -> None:
        window = await windows.open(server.guest)
        await window.input.focus()
        await window.keyboard.type("/cl")
        await window.option("/claim").wait_for()
        assert await window.input.get_attribute("aria-expanded") == "true"
        assert "route [pay] [times] [loud] [whom]" in await window.option("/claim").inner_text()
        await window.keyboard.press("Enter")

        route = window.tab.get_by_role("combobox", name="route")
        await window.option("Denver – Boston").wait_for()
        assert await route.evaluate("input => input === document.activeElement")
        assert "Which one (required)" in await window.tab.locator(".bar-hint").inner_text()
        await window.keyboard.type("den")
        await window.option("Denver – Chicago").wait_for(state="detached")
        active = await route.get_attribute("aria-activedescendant")
        assert await window.tab.locator(f"#{active}").inner_text() == "Denver – Denver"
        await window.keyboard.press("Backspace")
        await window.keyboard.press("Backspace")
        await window.option("Denver – Dallas").wait_for()
        await window.keyboard.press("ArrowDown")
        await window.keyboard.press("Enter")
        assert await route.input_value() == "Denver – Denver"

        await tab_to(window, "Add an option: pay")
        await window.keyboard.press("Enter")
        await window.option("Red cards").wait_for()
        await window.keyboard.type("blue")
        await window.keyboard.press("Enter")
        await tab_to(window, "Add an option: times")
        await window.keyboard.press("Enter")
        await window.keyboard.type("3")
        await tab_to(window, "Add an option: whom")
        await window.keyboard.press("Enter")
        await window.keyboard.type("guest 2")
        await window.keyboard.press("Enter")
        await window.keyboard.press("Enter")

        await window.says_last("claimed denver--Denver with blue cards ×3 for Guest 2")
        assert await focused(window) == "Message #lobby"

    async def test_mistakes_are_said_where_they_are(
        self, server: PageServer, windows: Windows
    ) -> None:
        window = await windows.open(server.guest)
        complaint = window.tab.locator(".composer .error:visible")
        await window.input.focus()
        await window.keyboard.type("/nonsense")
        await window.keyboard.press("Enter")
        await complaint.wait_for()
        assert await complaint.inner_text() == "There's no command /nonsense here."

        await window.type_command("/claim route:x colour:red")
        await complaint.get_by_text("/claim has no option “colour”.").wait_for()
        await window.keyboard.press("Escape")
        await window.keyboard.press("Escape")
        await window.type_command("/claim route:x times:9")
        await complaint.get_by_text("times: Enter a number from 1 to 5.").wait_for()
        await window.keyboard.press("Escape")
        await window.type_command("/claim")
        await complaint.get_by_text("route: This option is required.").wait_for()
        await window.keyboard.press("Escape")
        await window.keyboard.press("Escape")
        assert await focused(window) == "Message #lobby"

    async def test_a_whole_line_as_text(self, server: PageServer, windows: Windows) -> None:
        window = await windows.open(server.guest)
        await window.type_command("/claim route:over the hills pay:Red cards loud:True")

        await window.says_last("claimed over the hills with red cards ×1 for -")
        assert not server.guest.last(server.lobby).ephemeral

    async def test_a_command_in_a_text_is_begun_by_pressing_it(
        self, server: PageServer, windows: Windows
    ) -> None:
        window = await windows.open(server.moderator)
        await window.button("/game new").press("Enter")
        await (
            window.tab.get_by_role("combobox", name="edition")
            .or_(window.tab.get_by_role("textbox", name="edition"))
            .wait_for()
        )
        await window.keyboard.type("usa")
        await window.keyboard.press("Enter")
        await window.says_last("A table of usa is open.")

        guest = await windows.open(server.guest)
        await guest.button("/game new").press("Enter")
        await guest.tab.get_by_text("Guest 1 can't use /game new here.").wait_for()


class TestControls:
    """Buttons, selects and modals."""

    async def test_a_turn_without_a_mouse(self, server: PageServer, windows: Windows) -> None:
        await server.guest.slash(server.lobby, "board")
        window = await windows.open(server.guest)
        await window.input.focus()
        await tab_to(window, "Draw", key="Shift+Tab")
        await window.keyboard.press("Enter")
        await window.sees("count 1")
        assert await focused(window) == "Draw", "the same button after the message was edited"

        await tab_to(window, "Which tickets")
        await window.keyboard.press("ArrowDown")
        await window.tab.get_by_role("listbox").wait_for()
        await window.keyboard.type("to mi")
        await window.keyboard.press("Enter")
        await window.keyboard.press("Home")
        await window.keyboard.press("Enter")
        await window.keyboard.press("Tab")
        await window.keyboard.press("Enter")
        await window.says_last("chosen ['Miami', 'Boston']")

        await tab_to(window, "Claim", key="Shift+Tab")
        await window.keyboard.press("Space")
        # On a busy machine the dialog is visible before its first field has the focus.
        await window.tab.get_by_role("dialog").locator(":focus").wait_for()
        await window.keyboard.type("Denver")
        await window.keyboard.press("Tab")
        await window.keyboard.press("Enter")
        await window.tab.get_by_role("listbox").wait_for()
        await window.keyboard.press("Enter")
        await window.keyboard.press("Tab")
        await window.keyboard.press("Enter")
        await window.tab.get_by_role("listbox").wait_for(state="detached")
        await window.keyboard.press("Tab")
        await window.keyboard.press("ArrowDown")
        await tab_to(window, "Submit")
        await window.keyboard.press("Enter")
        await window.says_last("city=Denver, via=['Boston'], pay=blue, extras=[]")
        assert await focused(window) == "Claim"

    async def test_escape_leaves_a_list_without_choosing(
        self, server: PageServer, windows: Windows
    ) -> None:
        await server.guest.slash(server.lobby, "board")
        window = await windows.open(server.guest)
        select = window.tab.get_by_role("combobox", name="Wave at somebody")
        await select.press("Enter")
        await window.keyboard.press("ArrowDown")
        await window.keyboard.press("Escape")

        await window.tab.locator(".popup").wait_for(state="detached")
        assert await select.evaluate("button => button === document.activeElement")
        assert await window.tab.locator(".message").count() == 1

    async def test_channels_and_guests(self, server: PageServer, windows: Windows) -> None:
        window = await windows.open(server.guest)
        await window.tab.get_by_role("link", name="Channel table-1").press("Enter")
        await window.tab.get_by_role("heading", name="table-1").wait_for()
        await window.tab.get_by_label("Switch guest").focus()
        await window.keyboard.type("Guest 2")
        await (
            window.tab.locator("#guest:has(option:checked:text('Guest 2'))")
            .or_(window.tab.locator(".who .avatar", has_text="G2"))
            .first.wait_for()
        )

        assert f"as={server.other.id}" in window.tab.url
        assert await focused(window) == "Switch guest"
        assert "table-1" in await window.tab.locator("#heading").inner_text()


class TestForScreenReaders:
    """Names, roles and news."""

    async def test_every_control_has_a_name(self, server: PageServer, windows: Windows) -> None:
        await server.guest.slash(server.lobby, "old")
        await server.guest.slash(server.lobby, "board")
        window = await windows.open(server.guest)
        await window.button("Show traffic and simulate faults").click()
        assert await window.evaluate(NAMELESS) == []
        await window.button("Claim").click()
        await window.tab.get_by_role("dialog").wait_for()
        assert await window.evaluate(NAMELESS) == []

        for role in ("banner", "navigation", "main", "complementary", "log"):
            assert await window.tab.get_by_role(role, include_hidden=True).count() >= 1, role

    async def test_news_are_announced(self, server: PageServer, windows: Windows) -> None:
        window = await windows.open(server.guest)
        updates = window.tab.locator("#announcer")
        server.other.say(server.lobby, "the **train** arrives")
        await updates.get_by_text("Guest 2: the train arrives").wait_for(state="attached")
        await server.other.slash(server.lobby, "whisper", whom=server.guest)

        said: Any = updates.get_by_text("New message in Whistlestop: psst, @Guest 1")
        await said.wait_for(state="attached")
