"""Table manners as they are seen: one game in a thread, in a wide window and on a telephone."""

import re
from collections.abc import Sequence
from typing import Any, TypeAlias

import pytest

import maps
from bot.language.words import Words
from sandbox import permissions
from sandbox.people import Person
from sandbox.places import Place
from tests.bot.stage import BotStage
from tests.bot.test_lost import put_to_sleep
from tests.bot.test_seats import play_out
from tests.page.house import NAMELESS, PHONE, House, Profiles, Windows
from tests.page.whole import TIMELINE, Player

DIRECT = {"en": "Direct message with", "de": "Direktnachrichten mit"}
CHANNEL = {"en": "Channel", "de": "Kanal"}
LOCALE = {"en": "en-US", "de": "de-DE"}
LINE = ".thread-line"
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

    async def goes_home(self) -> Any:
        """Open the direct messages; the newest there."""
        await self.goes_to(f"{DIRECT[self.language]} Whistlestop")
        await self.tab.locator(TIMELINE).last.wait_for()
        return self.tab.locator(f"#{await self.tab.locator(TIMELINE).last.get_attribute('id')}")

    def button(self, message: Any, key: str) -> Any:
        """A button of a message by the key of its label, whatever sign stands before it."""
        return message.locator(f"button.button:has(> span:text-is('{self.say(key)}'))")

    async def follows(self, message: Any, *keys: str) -> None:
        """Press one button after the other, each on what the one before has made of a message."""
        for key in keys:
            await self.uses(message, self.button(message, key))

    async def asks(self, command: str, *words: str) -> None:
        """Type a command; the answer, for this reader alone, says all that."""
        count = await self.panels.count()
        await self.window.type_command(command)
        panel = self.panels.nth(count)
        for each in words:
            await panel.get_by_text(each).first.wait_for()
        await self.looks(command)


async def walkers(
    windows: Windows, stage: BotStage, sides: Sequence[Side], posts: str
) -> dict[int, Walker]:
    """A window for each person, in the hall; by the person's number."""
    made = {}
    for person, language, shape in sides:
        window = await windows.open(person, channel=stage.hall.id, locale=LOCALE[language], **shape)
        made[person.id] = Walker(window, language, posts, person.user.display)
    return made


@pytest.mark.parametrize(
    ("stage", "wide", "narrow"), [("en-US", "en", "de"), ("de", "de", "en")], indirect=["stage"]
)
async def test_a_table_in_a_thread(
    stage: BotStage, house: House, profiles: Profiles, wide: str, narrow: str
) -> None:
    """From its lobby to the rematch: everything that a person sees on the way, in two languages."""
    windows, posts = Windows(profiles, house), wide
    stage.moderator.say(stage.hall, "Hello")  # a server that is in use keeps its language
    stage.club.give(stage.guest.id, stage.club.role("helpers", permissions.MANAGE_MESSAGES))
    sides: list[Side] = [(stage.moderator, wide, {}), (stage.guest, narrow, PHONE)]
    people = await walkers(windows, stage, sides, posts)
    both = [*people.values()]

    game, thread = await begin(stage, *both)
    for player in both:
        await opens(player, thread)
    for player in both:
        await player.keeps_tickets(1)
        await stage.told()
    for _ in both:
        outcome = await stage.games.look(game)
        assert outcome.state.turn is not None
        await takes_a_turn(people[outcome.table.seats[outcome.state.turn].user_id or 0], stage)
    for player in both:
        await asks_around(player, thread)
    await brings_the_board(both[0], stage, thread)
    for seat, player in enumerate(both, 1):
        await leaves_and_comes_back(player, stage, seat)
    await sleeps_and_wakes(both[1], stage, game, thread)
    for player in both:
        await reads_the_end(player, thread)
    await plays_again(*both, stage)
    await windows.close()
    assert windows.errors == []
    assert windows.foreign == []


async def begin(stage: BotStage, host: Walker, guest: Walker) -> tuple[str, Place]:
    """Both sit down; the game begins, in a thread below the lobby."""
    await host.window.type_command("/game new edition:new-york place:thread pace:day")
    for player in (host, guest):
        await player.post("button-join").wait_for()
        await player.presses("button-join")
        await player.looks("lobby")
    await stage.told()
    row = await stage.store.games.open_in(stage.hall.id)
    assert row is not None
    await host.presses("button-start")
    await stage.told()
    return row.id, stage.sandbox.place(stage.post().id)


async def opens(player: Walker, thread: Place) -> None:
    """The channel keeps the lobby, and below it stands the way to the thread, which calls all."""
    line = player.tab.locator(f"#m{thread.id} {LINE}")
    await line.get_by_text(re.compile("^1 (message|Nachricht)$")).wait_for()
    title = maps.load("new-york").title(Words.of("en").language)
    name = player.post_say("thread-name", edition=title, count=2)
    assert name in await line.inner_text()
    kept = player.tab.locator(f"#m{thread.id}")
    assert player.post_say("lobby-playing") in await kept.inner_text()
    assert await kept.locator(f"a[href^='#{thread.id}/']").count() == 1
    await player.looks("channel")
    await line.click()
    await player.tab.locator("#heading h1", has_text=name).wait_for()
    await player.tab.locator("#heading a", has_text="#hall").wait_for()
    await player.tab.locator(
        f"{TIMELINE}.notice a[href='#{thread.channel.parent_id}/{thread.id}']"
    ).wait_for()
    board = player.post("button-hand")
    for mentioned in ("Moderator", "Guest 2"):
        await board.locator(".mention", has_text=mentioned).first.wait_for()
    await board.and_(player.tab.locator(".to-me")).wait_for()
    assert await player.tab.locator(f".sidebar a[href='#{thread.id}']").count() == 1
    await player.looks("thread")


async def takes_a_turn(player: Walker, stage: BotStage) -> None:
    """All of it on the hand card, with every way back."""
    card = await player.goes_home()
    await player.button(card, "button-tickets").wait_for()
    await card.get_by_role("img", name=player.say("alt-hand")).wait_for()
    await player.looks("hand card")
    await player.follows(card, "button-tickets")
    assert player.say("tickets-ask", draw=2, keep=1) in await card.inner_text()
    await player.looks("new tickets")
    await player.follows(card, "button-back", "button-more")
    await player.looks("more")
    await player.follows(card, "button-back")
    own_map = card.get_by_role("img", name=player.say("alt-map"))
    await player.button(card, "button-map").click()
    await own_map.wait_for()
    await player.looks("my map")
    await player.button(card, "button-claim").click()
    await card.get_by_role("combobox").wait_for()
    assert await own_map.count() == 1
    await player.looks("my map with the list")
    await player.button(card, "button-back").click()
    await card.get_by_role("combobox").wait_for(state="detached")
    await player.follows(card, "button-back")

    await player.uses(card, card.locator("button.button.primary:has-text('–')").first)
    if player.say("pay-how") in await card.inner_text():
        await player.looks("ways to pay")
        await player.uses(card, card.locator("button.button.success").first)
    await player.button(card, "button-undo").wait_for()
    await player.looks("built")
    await player.follows(card, "button-undo")
    assert player.say("own-Reverted") in await card.inner_text()
    await player.draws_on(card)
    await player.button(card, "button-refresh").wait_for()
    await player.looks("waiting")
    await stage.told()


async def asks_around(player: Walker, thread: Place) -> None:
    """What is told about tables and settings, without an option."""
    say = player.say
    await player.tab.locator("#heading h1", has_text="Whistlestop").wait_for()
    await player.goes_to(f"{CHANNEL[player.language]} hall")
    await player.asks("/tables", "New York")
    await player.asks("/my games", "New York")
    await player.asks("/my settings", say("settings-notify", way=say("notify-channel")))
    await player.asks("/game settings", say("settings-pace", pace=say("pace-day")))
    await player.tab.locator(f"#m{thread.id} {LINE}").click()
    await player.post("button-more").wait_for()


async def brings_the_board(player: Walker, stage: BotStage, thread: Place) -> None:
    """Below what people have written since."""
    stage.guest.say(thread, "Nice game!")
    await player.window.says_last("Nice game!")
    board = await player.post("button-more").get_attribute("id")
    panel = await player.presses("button-more")
    await player.uses(panel, player.button(panel, "button-bring"))
    await player.tab.locator(f"#{board}").wait_for(state="detached")
    await player.post("button-more").wait_for()
    await player.looks("the board brought below")
    await stage.told()


async def leaves_and_comes_back(player: Walker, stage: BotStage, seat: int) -> None:
    """After a question; everybody reads that the seat is free, and then that it is not."""
    panel = await player.presses("button-more")
    await player.follows(panel, "button-give-up")
    assert player.say("give-up-sure") in await panel.inner_text()
    await player.looks("giving up")
    await player.follows(panel, "button-back", "button-give-up", "button-let-go")
    await player.post("button-take-seat").wait_for()
    await player.looks("a free seat")
    await stage.told()
    await player.presses("button-take-seat")
    await stage.told()
    await player.window.sees(player.post_say("line-back", new=player.name, seat=seat))
    await player.window.sees(player.post_say("seat-not-free", seat=seat))


async def sleeps_and_wakes(player: Walker, stage: BotStage, game: str, thread: Place) -> None:
    """A thread that sleeps is marked where one comes from; the game wakes it."""
    await player.tab.locator("#heading a", has_text="#hall").click()
    line = player.tab.locator(f"#m{thread.id} {LINE}")
    asleep = line.get_by_text(re.compile("^(archived|archiviert)$"))
    await put_to_sleep(stage, thread)
    await asleep.wait_for()
    await player.looks("asleep")
    await play_out(stage, game)
    await asleep.wait_for(state="detached")
    await line.click()


async def reads_the_end(player: Walker, thread: Place) -> None:
    """The result calls everybody and spoils nothing; one's own place comes by direct message."""
    await player.post("button-rematch").wait_for()
    await player.tab.locator(f"{TIMELINE}.to-me").last.wait_for()
    covered = player.tab.locator("button.spoiler")
    assert await covered.count() == 2
    await player.looks("the end")
    await covered.first.click()
    await player.tab.locator(".spoiler.shown").wait_for()
    letter = await player.goes_home()
    assert "New York" in await letter.inner_text()
    assert await letter.locator(f"a[href^='#{thread.id}/']").count() == 1
    await player.looks("the end by direct message")


async def plays_again(host: Walker, guest: Walker, stage: BotStage) -> None:
    """Seats are kept for those who are asked."""
    await host.tab.go_back()
    await host.post("button-rematch").wait_for()
    panel = await host.presses("button-rematch")
    await host.button(panel, "button-play-again").wait_for()
    await host.looks("rematch")
    await stage.told()
    letter = guest.tab.locator(TIMELINE).last
    await guest.button(letter, "button-no-thanks").wait_for()
    await guest.looks("invitation")
    await guest.uses(letter, guest.button(letter, "button-play-again"))
    await host.goes_to(f"{CHANNEL[host.language]} hall")
    await host.post("button-join").wait_for()
    await host.looks("the new lobby")


async def test_the_world(stage: BotStage, house: House, profiles: Profiles) -> None:
    """What only it has, asked of two people: a mix, an exchange with its price, a harbour's."""
    windows = Windows(profiles, house)
    stage.moderator.say(stage.hall, "Hello")
    sides: list[Side] = [
        (stage.moderator, "en", {}),
        (stage.guest, "de", PHONE),
    ]
    game = await stage.open("world", *(person for person, _, _ in sides))
    people = await walkers(windows, stage, sides, "en")

    for player in people.values():
        await chooses_tickets_and_mix(player)
    await stage.told()
    for _ in people:
        outcome = await stage.games.look(game)
        assert outcome.state.turn is not None
        await asks_for_prices(people[outcome.table.seats[outcome.state.turn].user_id or 0])
        await stage.told()
    await windows.close()
    assert windows.errors == []


async def chooses_tickets_and_mix(player: Walker) -> None:
    """Sums of trains and ships apart, a way back, and then the mix that fits."""
    panel = await player.presses("button-hand")
    await player.follows(panel, "button-choose", "button-back", "button-choose")
    await panel.get_by_role("img", name=player.say("alt-tickets")).wait_for()
    sums = player.say("tickets-together", numbers="1 + 2 + 3", pieces="")
    line = panel.locator(".markdown", has_text=sums).last
    for piece in ("train", "ship"):
        assert player.say(f"pieces-{piece}") in await line.inner_text()
    await player.looks("tickets together")
    await player.chooses(panel, 3)
    assert player.say("question-MixChoice") in await panel.inner_text()
    await player.looks("a mix")
    await player.uses(panel, panel.locator("button.button.success"))
    assert player.say("own-MixChosen") in await panel.inner_text()


async def asks_for_prices(player: Walker) -> None:
    """Nothing happens before it was asked what it costs; then two cards are drawn."""
    card = await player.goes_home()
    await player.button(card, "button-exchange").wait_for()
    await player.follows(card, "button-exchange")
    await card.get_by_role("combobox").first.click()
    before = await player.words(card)
    await player.tab.get_by_role("listbox").get_by_role("option").first.click()
    await player.changes(card, before)
    await player.button(card, "button-swap").wait_for()
    await player.looks("the price of an exchange")
    await player.follows(card, "button-back", "button-back", "button-harbour")
    needs = player.say("needs-train", count=2)
    assert needs in await card.inner_text()
    await player.looks("the price of a harbour")
    await player.follows(card, "button-back")
    deck = card.locator("button.button:not([disabled])", has_text=player.say("deck-train"))
    for _ in range(2):
        await player.uses(card, deck.first)
