"""`python -m tests.page.shots`: the pictures of the page in the README, from a game just played."""

import asyncio
import io
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Locator, async_playwright

from tests.page.page_server import Profiles, Windows, chromium_flags
from tests.page.running_program import Player, next_of, running_program

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "img"
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1180, "height": 1120}, "color_scheme": "dark"}
BUILT = 5
"""Routes of guests on the board when the pictures are taken."""


async def main() -> None:
    """Play for a while, then take the pictures."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("no chromium on this machine: apt-get install chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=chromium_flags())
        with tempfile.TemporaryDirectory() as folder:
            async with running_program(Path(folder)) as station:
                windows = Windows(Profiles(browser), station)
                desk = await windows.open(station.guests["Guest 1"], **DESKTOP)
                phone = await windows.open(station.guests["Guest 2"], color_scheme="dark", **PHONE)
                moderator = await windows.open(station.guests["Moderator"])
                await play(Player(moderator), {"Guest 1": Player(desk), "Guest 2": Player(phone)})
                await windows.close()
        await browser.close()


async def play(moderator: Player, seats: dict[str, Player]) -> None:
    """Two guests and two bots, until it is the turn of the one with the telephone."""
    for player in (moderator, *seats.values()):
        await player.goes_to("Channel table-1")
    await moderator.window.type_command("/game new edition:usa bots:2")
    for player in seats.values():
        await player.presses("button-join")
    await moderator.presses("button-start")
    for player in seats.values():
        await player.keeps_tickets(2)
    built = turns = 0
    while built < BUILT or await next_of(seats) is not seats["Guest 2"]:
        # cards first: a hand with which a longer route can be paid looks more like a game
        built += await (await next_of(seats)).takes_a_turn(build=turns >= 8)
        turns += 1
    await table(seats["Guest 1"])
    await hand(seats["Guest 2"])


async def table(player: Player) -> None:
    """A table in a wide window, with the board post in sight."""
    await tidy(player)
    await keep(player, "page-table", player.post("button-draw"), "end")


async def hand(player: Player) -> None:
    """One's own cards and tickets on a telephone."""
    await tidy(player)
    panel = await player.presses("button-hand")
    await panel.get_by_role("img").first.wait_for()
    await keep(player, "page-hand", panel, "start")


async def tidy(player: Player) -> None:
    """Nothing unread, and no old answers."""
    await player.goes_to("Direct message with Whistlestop")
    await player.tab.locator(".timeline img").last.wait_for()
    await player.goes_to("Channel table-1")
    await player.post("button-draw").wait_for()
    while await player.panels.count():
        panel = player.tab.locator(f"#{await player.panels.last.get_attribute('id')}")
        await panel.locator("[data-control=dismiss]").click()
        await panel.wait_for(state="detached")


async def keep(player: Player, name: str, message: Locator, edge: str) -> None:
    """Take a picture with this edge of a message in sight, once everything in it is there."""
    await player.tab.wait_for_function(
        "[...document.querySelectorAll('img')].every(i => i.complete && i.naturalWidth)"
    )
    # The page follows what grows at its end: scroll when nothing grows any more.
    await message.evaluate("(message, block) => message.scrollIntoView({block})", edge)
    raw: Any = await player.tab.screenshot()
    image = Image.open(io.BytesIO(raw)).convert("RGB")
    path = FOLDER / f"{name}.webp"
    image.save(path, quality=82, method=6)
    print(f"{path.relative_to(Path.cwd())}: {path.stat().st_size // 1024} KiB")  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main())
