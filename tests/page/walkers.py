"""People who walk through a table in windows of their own, each in their own language."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from sandbox.world.people import Person
from sandbox.world.places import Place
from tests.page.page_server import NAMELESS, Windows
from tests.page.running_program import TIMELINE, Player
from tests.support.running_bot import RunningBot

DIRECT = {"en": "Direct message with", "de": "Direktnachrichten mit"}
CHANNEL = {"en": "Channel", "de": "Kanal"}
LOCALE = {"en": "en-US", "de": "de-DE"}
AGO = "…ago…"
"""What a window shows in words of its own."""
Side: TypeAlias = tuple[Person, str, dict[str, Any]]
"""Somebody, their language, and the shape of their window."""


class Walker(Player):
    """Somebody who plays in a window, in their own language, at a table that speaks another."""

    def __init__(self, window: Any, language: str, posts: str, name: str) -> None:
        super().__init__(window, language, posts)
        self.language = language
        self.name = name

    async def looks(self, at: str) -> None:
        """Nothing sticks out sideways, and everything has a name for who cannot see it."""
        assert await self.tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), at
        assert await self.tab.evaluate(NAMELESS) == [], at

    async def goes_in(self, thread: Place) -> None:
        """Open a thread, from wherever one is."""
        await self.goes_to(f"Thread {thread.name}")

    async def goes_home(self) -> None:
        """Open the direct messages."""
        await self.goes_to(f"{DIRECT[self.language]} Whistlestop")

    async def finds(self, key: str) -> Any:
        """The newest message here with a certain button, and from then on that message."""
        here = self.tab.locator(TIMELINE)
        found = here.filter(has=self.button(self.tab, key)).last
        await found.wait_for()
        return self.tab.locator(f"#{await found.get_attribute('id')}")

    def button(self, message: Any, key: str) -> Any:
        """A button of a message by the key of its label, whatever sign stands before it."""
        return message.locator(f'button.button:has(> span:text-is("{self.say(key)}"))')

    async def follows(self, message: Any, *keys: str) -> None:
        """Press one button after the other, each on what the one before has made of a message."""
        for key in keys:
            await self.uses(message, self.button(message, key))

    async def reads(self, message: Any, key: str, **facts: str | int) -> None:
        """Wait until a message says that to this reader; how long ago something was is left out."""
        for part in self.say(key, **facts).split(AGO):
            await message.filter(has_text=part).wait_for()

    async def asks(self, command: str, *words: str) -> None:
        """Type a command; the answer, for this reader alone, says all that."""
        panel = await self.next_panel()
        await self.window.type_command(command)
        for each in words:
            await panel.get_by_text(each).first.wait_for()
        await self.looks(command)


async def open_walkers(
    windows: Windows, bot: RunningBot, sides: Sequence[Side], posts: str
) -> dict[int, Walker]:
    """A window for each person, in the channel of the games; by the person's number."""
    made = {}
    for person, language, shape in sides:
        window = await windows.open(
            person, channel=bot.channel.id, locale=LOCALE[language], **shape
        )
        made[person.id] = Walker(window, language, posts, person.user.display)
    return made


async def walkers_on_turn(
    bot: RunningBot, game: str, people: dict[int, Walker]
) -> tuple[Walker, Walker]:
    """Whoever is on turn at a table of two, and the other one."""
    snapshot = await bot.games.snapshot(game)
    assert snapshot.state.turn is not None
    mover = snapshot.table.seats[snapshot.state.turn].user_id or 0
    other = next(row.user_id or 0 for row in snapshot.table.seats if row.user_id != mover)
    return people[mover], people[other]
