"""The real bot in its own process, as `make run` starts it: two at a table, and a newcomer."""

from pathlib import Path
from typing import Any

from tests.page.page_server import NAMELESS, PHONE, Profiles, Window, Windows
from tests.page.running_program import Player, RunningProgram, next_of, running_program


async def test_two_at_a_table(profiles: Profiles, tmp_path: Path) -> None:
    """From the opening to a claimed route; a reload and a killed bot in between."""
    async with running_program(tmp_path) as station:
        windows = Windows(profiles, station)
        desk = await windows.open(station.guests["Moderator"])
        phone = await windows.open(station.guests["Guest 1"], **PHONE)
        seats = {"Moderator": Player(desk), "Guest 1": Player(phone)}
        for player in seats.values():
            await player.goes_to("Channel table-1")

        await open_and_start_table(desk, *seats.values())
        await nothing_sticks_out(phone)
        for player in seats.values():
            await player.keeps_tickets(1)
        first = await next_of(seats)
        assert not await first.takes_a_turn(build=False)
        await hands_stay_secret(*seats.values())
        await a_killed_bot_comes_back(station, seats)

        while not await (await next_of(seats)).takes_a_turn():
            pass
        for window in (desk, phone):
            await window.sees(" claimed ")
        await hands_stay_secret(*seats.values())
        for player in seats.values():
            await a_reload_keeps_everything(player)
            assert await player.tab.evaluate(NAMELESS) == []
        await nothing_sticks_out(phone)
        await windows.close()
        assert windows.errors == []
        assert windows.foreign == []
        assert "Traceback" not in station.running.text + station.log


async def open_and_start_table(desk: Window, moderator: Player, guest: Player) -> None:
    """Open a table with suggestions and options, fill it up, start."""
    await desk.input.focus()
    await desk.keyboard.type("/game n")
    await desk.option("/game new").wait_for()
    await desk.keyboard.press("Enter")
    await desk.keyboard.type("new y")
    await desk.option("New York").wait_for()
    await desk.keyboard.press("Enter")
    await desk.button("Add an option: bots").press("Enter")
    await desk.keyboard.type("1")
    await desk.keyboard.press("Enter")
    await desk.sees("Bot 1")
    for player in (moderator, guest):
        await player.presses("button-join")
    await moderator.presses("button-add-bot")
    for player in (moderator, guest):
        await player.window.sees("Bot 2")
    await moderator.presses("button-start")


async def hands_stay_secret(*players: Player) -> None:
    """Each looks at their hand; no other window ever gets anything of it, nor of their messages."""
    private: list[set[str]] = []
    for player in players:
        hand = await player.presses("button-hand")
        picture = hand.get_by_role("img")
        assert await picture.first.get_attribute("alt")
        seen = await message_marks(player.panels)
        await player.goes_to("Direct message with Whistlestop")
        await player.tab.locator(".timeline .message img").last.wait_for()
        seen |= await message_marks(player.tab.locator(".timeline > .message"))
        await player.goes_to("Channel table-1")
        await player.post("button-draw").wait_for()
        private.append(seen)
    for player in players:
        everything = await player.window.everything()
        mine = private[players.index(player)]
        assert all(mark in everything for mark in mine)
        for others in private:
            assert others is mine or not [mark for mark in others if mark in everything]


async def message_marks(messages: Any) -> set[str]:
    """The numbers of messages, and the addresses of their pictures."""
    found = await messages.evaluate_all(
        """all => all.flatMap(m => [m.id.slice(1),
             ...[...m.querySelectorAll('.picture img')].map(i => i.getAttribute('src'))])"""
    )
    return {mark.replace("&", "&amp;").split("?")[0] for mark in found}


async def a_killed_bot_comes_back(station: RunningProgram, seats: dict[str, Player]) -> None:
    """The table goes on, and what was shown before can still be pressed."""
    player = await next_of(seats)
    heading = await player.heading(player.post("button-draw"))
    panel = await player.presses("button-draw")
    old = station.kill_bot()
    for each in seats.values():
        await each.tab.locator("#banner", has_text="Whistlestop isn't connected.").wait_for()
    for each in seats.values():
        await each.tab.locator("#banner").wait_for(state="hidden")
    assert station.running.children() != [old]

    await player.draws_on(panel)
    await heading.wait_for(state="detached")


async def a_reload_keeps_everything(player: Player) -> None:
    """Channel, messages, answers that only one sees, and nothing is new again."""
    before = await message_texts(player)
    place = player.tab.url
    await player.window.reload()
    await player.post("button-draw").wait_for()
    assert await message_texts(player) == before
    await player.tab.wait_for_function(PICTURES)
    assert player.tab.url == place
    assert await player.tab.locator(".sidebar .badge").count() == 0


PUBLIC = ".message:not(.ephemeral) .components"
PICTURES = """() => {
  const all = [...document.querySelectorAll('.picture img')];
  return all.length && all.every(image => image.complete && image.naturalWidth);
}"""


async def message_texts(player: Player, which: str = ".message") -> list[str]:
    """All messages as they read."""
    return list(await player.tab.locator(f".timeline > {which}").all_inner_texts())


async def nothing_sticks_out(window: Window) -> None:
    """No scrolling sideways, and every button can be reached by a finger."""
    assert await window.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await window.evaluate(OUT_OF_REACH) == []


OUT_OF_REACH = """() => {
  const reached = (button) => {
    button.scrollIntoView({block: 'center'});
    const {left, top, width, height} = button.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return left >= 0 && left + width <= innerWidth && button.contains(found);
  };
  const buttons = [...document.querySelectorAll('.timeline button')];
  return buttons.filter(b => b.checkVisibility() && !reached(b)).map(b => b.outerHTML);
}"""


async def test_a_newcomer_who_reads_german(profiles: Profiles, tmp_path: Path) -> None:
    """The steps of the welcome on a telephone; then everything is stopped and started again."""
    async with running_program(tmp_path) as station:
        windows = Windows(profiles, station)
        window = await windows.open(None, locale="de-DE", color_scheme="light", **PHONE)
        newcomer = Player(window, "de", posts="de")
        assert "Bitte einsteigen" in await window.tab.locator(".welcome").inner_text()
        await window.button("/game new").tap()
        await window.option("New York").tap()
        await window.button("Option hinzufügen: bots").tap()
        await window.keyboard.type("2")
        await window.button("Befehl senden").tap()

        await window.says_last("Faire Mischung · ")
        await newcomer.presses("button-join")
        await newcomer.presses("button-start")
        assert "Zielkarte behalten" in await newcomer.keeps_tickets(1)
        await newcomer.takes_a_turn(build=False)
        await newcomer.post("button-draw").wait_for()
        await nothing_sticks_out(window)
        before = await message_texts(newcomer, PUBLIC)
        assert windows.errors == []

    await window.tab.locator("#banner", has_text="antwortet nicht").wait_for()
    async with running_program(tmp_path, station.port) as again:
        await window.tab.locator("#banner").wait_for(state="hidden")
        assert again.guests == station.guests
        await newcomer.panels.first.wait_for(state="detached")  # nobody keeps those
        assert await message_texts(newcomer, PUBLIC) == before
        await window.wait_for_function(PICTURES)
        await newcomer.takes_a_turn(build=False)
        await windows.close()
        assert windows.foreign == []
        assert "Traceback" not in again.running.text + again.log
