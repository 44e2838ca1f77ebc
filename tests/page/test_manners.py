"""Table manners as they are seen: one game in a thread, in a wide window and on a telephone."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

import maps
from bot.text.words import Words
from sandbox.world import permissions
from sandbox.world.places import Place
from tests.games.test_seats import play_out
from tests.page.page_server import PHONE, PageServer, Profiles, Windows
from tests.page.running_program import TIMELINE
from tests.page.walkers import AGO, CHANNEL, Side, Walker, open_walkers, walkers_on_turn
from tests.support.running_bot import RunningBot
from tests.ui.tables.test_lost import put_to_sleep

LINE = ".thread-line"


@pytest.mark.parametrize(
    ("bot", "wide", "narrow"), [("en-US", "en", "de"), ("de", "de", "en")], indirect=["bot"]
)
async def test_a_table_in_a_thread(
    bot: RunningBot, server: PageServer, profiles: Profiles, wide: str, narrow: str
) -> None:
    """From its lobby to the rematch: everything that a person sees on the way, in two languages."""
    windows, posts = Windows(profiles, server), wide
    bot.moderator.say(bot.channel, "Hello")  # a server that is in use keeps its language
    bot.club.give(bot.guest.id, bot.club.role("helpers", permissions.MANAGE_MESSAGES))
    sides: list[Side] = [(bot.moderator, wide, {}), (bot.guest, narrow, PHONE)]
    people = await open_walkers(windows, bot, sides, posts)
    both = [*people.values()]

    game, thread = await begin(bot, *both)
    for player in both:
        await opens(player, thread)
    for player in both:
        await player.keeps_tickets(1)
        await bot.wait_idle()
    for _ in both:
        mover, other = await walkers_on_turn(bot, game, people)
        await presses_too_early(other, mover, thread)
        card = await takes_a_turn(mover, bot)
        await asks_back(mover, card, other, bot)
    for player in both:
        await asks_around(player, thread)
    await votes(*both, "pause", bot)
    await votes(*reversed(both), "resume", bot)
    for player in both:
        await brings_the_board(player, bot, thread)
    for seat, player in enumerate(both, 1):
        await leaves_and_comes_back(player, bot, seat)
    await sleeps_and_wakes(both, bot, game, thread)
    for player in both:
        await reads_the_end(player, thread)
    await plays_again(*both, bot, thread)
    await bot.moderator.slash(bot.channel, "game cancel", confirm=True)
    await bot.wait_idle()
    await plays_again(*reversed(both), bot, thread)
    await windows.close()
    assert windows.errors == []
    assert windows.foreign == []


async def begin(bot: RunningBot, host: Walker, guest: Walker) -> tuple[str, Place]:
    """Both sit down; the game begins, in a thread below the lobby."""
    await host.window.type_command("/game new edition:new-york place:thread pace:day")
    for player in (host, guest):
        await player.post("button-join").wait_for()
        await player.presses("button-join")
        await player.looks("lobby")
    await bot.wait_idle()
    row = await bot.store.games.open_in(bot.channel.id)
    assert row is not None
    await host.presses("button-start")
    await bot.wait_idle()
    return row.id, bot.sandbox.place(bot.newest_post().id)


async def opens(player: Walker, thread: Place) -> None:
    """The channel keeps the lobby, and below it stands the way to the thread, which calls all."""
    line = player.tab.locator(f"#m{thread.id} {LINE}")
    await line.get_by_text(re.compile("^1 (message|Nachricht)$")).wait_for()
    title = maps.load("new-york").title(Words.of("en").language)
    name = player.post_say("thread-name", edition=title, count=2)
    await line.filter(has_text=name).wait_for()
    kept = player.tab.locator(f"#m{thread.id}")
    await kept.filter(has_text=player.post_say("lobby-playing")).wait_for()
    await kept.locator(f"a[href^='#{thread.id}/']").wait_for()
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


async def presses_too_early(player: Walker, mover: Walker, thread: Place) -> None:
    """It is said whose turn it is, and one's own hand is a press away."""
    await player.goes_in(thread)
    panel = await player.presses("button-draw")
    await player.reads(panel, "turn-of", player=mover.name, since=AGO)
    await player.looks("out of turn")
    await player.follows(panel, "button-hand")
    await player.reads(panel, "card-waits", player=mover.name)
    await panel.get_by_role("img", name=player.say("alt-hand")).wait_for()
    await player.looks("a hand out of turn")


async def takes_a_turn(player: Walker, bot: RunningBot) -> Any:
    """All of it on the hand card, with every way back; the card."""
    await player.goes_home()
    card = await player.finds("button-tickets")
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
    await looks_closely(player, card)
    await player.button(card, "button-claim").click()
    await card.get_by_role("combobox").wait_for()
    assert await own_map.count() == 1
    await player.looks("my map with the list")
    await player.button(card, "button-back").click()
    await card.get_by_role("combobox").wait_for(state="detached")
    await player.follows(card, "button-back")

    await player.uses(card, card.locator("button.button:has-text(' – ')").first)
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
    await bot.wait_idle()
    return card


async def looks_closely(player: Walker, card: Any) -> None:
    """At a part of the map, and at the whole again."""
    region = next(iter(maps.layout("new-york").regions.values())).name[player.language]
    picture = card.get_by_role("img", name=player.say("alt-map"))
    whole = await picture.get_attribute("src")
    near = card.get_by_role("button", name=region, exact=True)
    await player.uses(card, near)
    assert await near.is_disabled()
    assert await picture.get_attribute("src") != whole
    await player.looks("a part of my map")
    await player.follows(card, "button-whole")
    assert await near.is_enabled()


async def asks_back(player: Walker, card: Any, other: Walker, bot: RunningBot) -> None:
    """What others would have to allow is asked of them, below the board; they do."""
    await player.follows(card, "button-more", "button-undo")
    await player.reads(card, "undo-possible")
    await player.looks("what cannot simply be taken back")
    await player.follows(card, "button-ask-undo")
    await player.reads(card, "undo-asked")
    await player.looks("asked to take back")
    await bot.wait_idle()
    await other.window.sees(other.post_say("undo-post", player=player.name, agreed=0, of=1))
    await other.looks("somebody asks to take back")
    panel = await other.presses("button-agree-undo")
    await other.reads(panel, "undo-granted")
    await bot.wait_idle()
    await player.deck(card).wait_for()
    await player.draws_on(card)
    await bot.wait_idle()


async def votes(player: Walker, other: Walker, verb: str, bot: RunningBot) -> None:
    """One player asks for a pause or its end, the other one agrees; all read that it is so."""
    panel = await player.presses("button-more")
    await player.follows(panel, f"button-{verb}")
    await player.reads(panel, "pause-asked", agreed=1, needed=2)
    await bot.wait_idle()
    facts = {"player": player.name, "agreed": 1, "needed": 2, "until": AGO}
    for each in (player, other):
        asked = each.post(f"button-agree-{verb}")
        await asked.wait_for()
        said = each.post_say(f"request-{verb}", **facts).split(AGO)[0]
        assert said in await asked.inner_text()
        await each.looks(f"asked for a {verb}")
    panel = await other.presses(f"button-agree-{verb}")
    await other.reads(panel, f"{verb}-done")
    await bot.wait_idle()
    for each in (player, other):
        await each.window.sees(each.post_say(f"line-players-{verb}d"))
        await each.looks(f"{verb}d")


async def asks_around(player: Walker, thread: Place) -> None:
    """What is told about tables and settings, without an option."""
    say = player.say
    await player.goes_to(f"{CHANNEL[player.language]} hall")
    await player.asks("/tables", "New York")
    await player.asks("/my games", "New York")
    await player.asks("/my settings", say("settings-notify", way=say("notify-channel")))
    await player.asks("/game settings", say("settings-pace", pace=say("pace-day")))
    await player.tab.locator(f"#m{thread.id} {LINE}").click()
    await player.post("button-more").wait_for()


async def brings_the_board(player: Walker, bot: RunningBot, thread: Place) -> None:
    """Below what people have written since; others may a minute later."""
    words = f"Nice game, {player.name}!"
    bot.guest.say(thread, words)
    await player.window.says_last(words)
    board = await player.post("button-more").get_attribute("id")
    panel = await player.presses("button-more")
    await player.uses(panel, player.button(panel, "button-bring"))
    await player.tab.locator(f"#{board}").wait_for(state="detached")
    await player.post("button-more").wait_for()
    await player.looks("the board brought below")
    await bot.wait_idle()
    bot.clock_offset += timedelta(minutes=1)


async def leaves_and_comes_back(player: Walker, bot: RunningBot, seat: int) -> None:
    """After a question; everybody reads that the seat is free, and then that it is not."""
    panel = await player.presses("button-more")
    await player.follows(panel, "button-give-up")
    assert player.say("give-up-sure") in await panel.inner_text()
    await player.looks("giving up")
    await player.follows(panel, "button-back", "button-give-up", "button-let-go")
    await player.post("button-take-seat").wait_for()
    await player.looks("a free seat")
    await bot.wait_idle()
    await player.presses("button-take-seat")
    await bot.wait_idle()
    await player.window.sees(player.post_say("line-back", new=player.name, seat=seat))
    await player.window.sees(player.post_say("seat-not-free", seat=seat))


async def sleeps_and_wakes(
    players: Sequence[Walker], bot: RunningBot, game: str, thread: Place
) -> None:
    """A thread that sleeps is marked where one comes from; the game wakes it."""
    for player in players:
        await player.tab.locator("#heading a", has_text="#hall").click()
    await put_to_sleep(bot, thread)
    lines = [player.tab.locator(f"#m{thread.id} {LINE}") for player in players]
    asleep = [line.get_by_text(re.compile("^(archived|archiviert)$")) for line in lines]
    for player, mark in zip(players, asleep, strict=True):
        await mark.wait_for()
        await player.looks("asleep")
    await play_out(bot, game)
    for line, mark in zip(lines, asleep, strict=True):
        await mark.wait_for(state="detached")
        await line.click()


async def reads_the_end(player: Walker, thread: Place) -> None:
    """The result calls everybody; neither the post nor the direct message spoils it."""
    await player.post("button-rematch").wait_for()
    await player.tab.locator(f"{TIMELINE}.to-me").last.wait_for()
    covered = player.tab.locator("button.spoiler")
    assert await covered.count() == 1
    sheet = player.tab.locator("button.media-spoiler")
    assert await sheet.count() == 1
    scores = player.tab.get_by_role("img", name=player.post_say("alt-scores"))
    assert await scores.count() == 0
    await player.looks("the end")
    await covered.first.click()
    await player.tab.locator(".spoiler.shown").wait_for()
    await sheet.click()
    await scores.wait_for()
    await player.goes_home()
    letter = player.tab.locator(TIMELINE).last
    await letter.locator(f"a[href^='#{thread.id}/']").wait_for()
    assert "New York" in await letter.inner_text()
    await player.looks("the end by direct message")


async def plays_again(host: Walker, guest: Walker, bot: RunningBot, thread: Place) -> None:
    """Seats are kept for those who are asked."""
    await host.goes_in(thread)
    await host.post("button-rematch").wait_for()
    await host.presses("button-rematch")
    await host.looks("rematch")
    await bot.wait_idle()
    await guest.goes_home()
    letter = await guest.finds("button-no-thanks")
    await guest.looks("invitation")
    await guest.uses(letter, guest.button(letter, "button-no-thanks"))
    await host.goes_to(f"{CHANNEL[host.language]} hall")
    await host.post("button-join").wait_for()
    await host.looks("the new lobby")
