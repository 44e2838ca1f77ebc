"""The lobby in a browser: its height on a telephone, and a table that a member opens and starts."""

from typing import Any

import pytest

from bot.text.words import Words
from tests.page.page_server import PHONE, PageServer, Profiles, Windows
from tests.page.walkers import Side, Walker, open_walkers
from tests.support.running_bot import RunningBot

SCREEN_PIXELS = 844
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
LOCALES = pytest.mark.parametrize("bot", ["en-US", "de"], indirect=True)
WIDTHS = pytest.mark.parametrize("shape", [PHONE, DESKTOP], ids=["390", "1280"])
BELOW_PICTURE = """message => {
  const picture = message.querySelector('img:not(.emoji)').getBoundingClientRect();
  return message.getBoundingClientRect().bottom - picture.bottom;
}"""


def walkers_of(bot: RunningBot, posts: str, shape: dict[str, Any]) -> list[Side]:
    """Two players who read the language of the posts."""
    for person in (bot.guest, bot.other):
        person.user.locale = "de" if posts == "de" else "en-US"
    return [(bot.other, posts, shape), (bot.guest, posts, shape)]


def posts_language(bot: RunningBot) -> str:
    """Return the language of the server's posts."""
    return "de" if bot.club.guild.locale == "de" else "en"


@LOCALES
@pytest.mark.parametrize("edition", ["usa", "world"])
async def test_at_most_one_screen_below_the_picture(
    server: PageServer, profiles: Profiles, bot: RunningBot, edition: str
) -> None:
    """At a full table with a player who gets no direct messages, which has the longest lobby."""
    bot.other.close_dms()
    await bot.moderator.slash(bot.channel, "game new", edition=edition, bots=3)
    await bot.wait_idle()
    posts = posts_language(bot)
    for person in (bot.guest, bot.other):
        await person.press(bot.newest_post(), Words.of(posts).say("button-join"))
    await bot.wait_idle()
    row = await bot.store.games.open_in(bot.channel.id)
    assert row is not None
    assert (await bot.games.lobby.get(row.id)).starts_at is not None
    windows = Windows(profiles, server)
    window = await windows.open(bot.guest, channel=bot.channel.id, **PHONE)
    message = window.tab.locator(f"#m{bot.newest_post().id}")
    await message.locator("img").first.wait_for()
    await window.tab.wait_for_function(
        "[...document.querySelectorAll('img')].every(i => i.complete && i.naturalWidth)"
    )

    height = await message.evaluate(BELOW_PICTURE)

    assert 0 < height <= SCREEN_PIXELS
    assert await window.tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await windows.close()
    assert windows.errors == []


@LOCALES
@WIDTHS
async def test_a_member_opens_a_table_and_another_starts_it(
    server: PageServer, profiles: Profiles, bot: RunningBot, shape: dict[str, Any]
) -> None:
    """The answer says that the table is open once its post is there."""
    await bot.moderator.slash(bot.channel, "game settings", open=bot.channel)
    posts = posts_language(bot)
    windows = Windows(profiles, server)
    walkers = await open_walkers(windows, bot, walkers_of(bot, posts, shape), posts)
    opener, guest = walkers[bot.other.id], walkers[bot.guest.id]

    await opens(opener)
    for player in (opener, guest):
        await player.post("button-join").wait_for()
        await player.presses("button-join")
    full = guest.say("lobby-full", when="").split("**")[1]
    await guest.tab.locator(".message", has_text=full).first.wait_for()
    details = await guest.presses("button-details")
    await guest.reads(details, "lobby-when-soon")
    await guest.looks("details")
    await guest.presses("button-start")
    await guest.post("button-hand").wait_for()
    await guest.looks("the game")

    await windows.close()
    assert windows.errors == []
    assert windows.foreign == []


async def opens(player: Walker) -> None:
    panel = await player.next_panel()
    await player.window.type_command("/open edition:new-york seats:2")
    labels = {"join": player.say("button-join"), "start": player.say("button-start")}
    await panel.get_by_text(player.say("lobby-opened", **labels)).wait_for()
