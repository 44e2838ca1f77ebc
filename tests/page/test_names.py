"""What a browser makes of names that were chosen to be more than names."""

import random

from bot.games.display_names import clean_name
from bot.text.words import Words, escape_markdown
from tests.page.page_server import PageServer, Profiles, Windows
from tests.support.running_bot import RunningBot
from tests.text.test_names import HOSTILE, ORDINARY, UNSEEN

EN = Words.of("en").say
SEATS = 5
RENDER = """async (texts) => {
  const { markdown } = await import('/static/js/markdown.js');
  return texts.map((text) => {
    const made = markdown(text);
    return [made.textContent, [...made.querySelectorAll('*')].map(e => e.tagName).join(' ')];
  });
}"""
LISTED = """(seats) => seats.map(seat => [seat.textContent, seat.childElementCount])"""


def as_shown(name: str) -> str:
    return clean_name(name).replace("@", "@\u200b")


async def test_in_a_lobby(server: PageServer, profiles: Profiles, bot: RunningBot) -> None:
    """Every seat is one line, with a name in it and nothing else."""
    unseen = UNSEEN.replace("\ud800", "")  # half a character does not get over the wire
    names = [*HOSTILE, *ORDINARY, f"{unseen}A\n2. B{unseen}", unseen, "x" * 60]
    windows = Windows(profiles, server)
    window = await windows.open(bot.moderator)
    for number in range(0, len(names), SEATS):
        place = bot.club.channel(f"hall-{number}")
        await bot.moderator.slash(place, "game new", edition="usa")
        await bot.wait_idle()
        for name in names[number : number + SEATS]:
            guest = bot.sandbox.person(name, bot.club)
            await guest.press(bot.newest_post(place), EN("button-join"))
        await bot.wait_idle()
        # The link appears once the page has heard of the new channel. Setting the address before
        # that would open the first channel instead.
        await window.tab.locator(f".sidebar a[href='#{place.id}']").click()
        await window.tab.locator("#heading h1", has_text=place.name).wait_for()
        seats = window.tab.locator(".timeline > .message ol > li")
        await seats.nth(SEATS - 1).wait_for()

        expected = [[as_shown(name), 0] for name in names[number : number + SEATS]]
        expected += [["…", 0]] * (SEATS - len(expected))
        assert await seats.evaluate_all(LISTED) == expected
    await windows.close()
    assert windows.errors == []


async def test_any_mixture(server: PageServer, windows: Windows) -> None:
    """Thousands of names, alone, in bold and in the middle of a sentence."""
    dice = random.Random(7)
    pieces = [*HOSTILE, *ORDINARY, *"*_~|`<>[]()@#&:/\\-. "]
    names = ["".join(dice.choices(pieces, k=dice.randint(1, 5))) for _ in range(3000)]
    window = await windows.open(server.guest)

    texts = [
        f"{escape_markdown(name)} drew. **{escape_markdown(name)}**: *1* {escape_markdown(name)}"
        for name in names
    ]
    made = await window.evaluate(RENDER, texts)

    for name, (words, tags) in zip(names, made, strict=True):
        shown = as_shown(name)
        assert (words, tags) == (f"{shown} drew. {shown}: 1 {shown}", "P STRONG EM"), ascii(name)
