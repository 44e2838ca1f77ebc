"""What only one edition shows, to four readers: two languages, wide and on a telephone."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import maps
from engine.actions import DrawBlind
from engine.ids import DeckName
from sandbox.world import permissions
from sandbox.world.people import Person
from tests.page.page_server import PHONE, PageServer, Profiles, Windows
from tests.page.running_program import TIMELINE
from tests.page.walkers import AGO, CHANNEL, Side, Walker, open_walkers, walkers_on_turn
from tests.support.players import split_labels
from tests.support.running_bot import RunningBot

TRAINS = DeckName("train")


def four_readers(bot: RunningBot) -> list[Side]:
    """The readers; all of them may hand seats over."""
    fourth = bot.sandbox.person("Guest 4", bot.club)
    helpers = bot.club.role("helpers", permissions.MANAGE_MESSAGES)
    for person in (bot.guest, bot.other, fourth):
        bot.club.give(person.id, helpers)
    bot.moderator.say(bot.channel, "Hello")  # a server that is in use keeps its language
    return [
        (bot.moderator, "en", {}),
        (bot.guest, "de", PHONE),
        (bot.other, "de", {}),
        (fourth, "en", PHONE),
    ]


async def test_the_world(bot: RunningBot, server: PageServer, profiles: Profiles) -> None:
    """A mix, an exchange with its price, a harbour's."""
    windows, sides = Windows(profiles, server), four_readers(bot)
    game = await bot.start_game("world", *(person for person, _, _ in sides))
    people = await open_walkers(windows, bot, sides, "en")

    for player in people.values():
        await chooses_tickets_and_mix(player)
    await bot.wait_idle()
    for _ in people:
        mover, _ = await walkers_on_turn(bot, game, people)
        await asks_for_prices(mover)
        await bot.wait_idle()
    await windows.close()
    assert windows.errors == []


async def chooses_tickets_and_mix(player: Walker) -> None:
    """Sums of trains and ships apart, and then the mix that fits."""
    panel = await player.presses("button-hand")
    await sees_offer(player, panel)
    sums = player.say("tickets-together", numbers="1 + 2 + 3 + 4 + 5", needs="")
    line = panel.locator(".markdown", has_text=sums).last
    for piece in ("train", "ship"):
        assert player.say(f"pieces-{piece}") in await line.inner_text()
    await player.looks("tickets together")
    await player.keeps(panel, 3)
    await player.reads(panel, "question-MixChoice")
    await player.looks("a mix")
    await player.uses(panel, panel.locator("button.button.success"))
    await player.reads(panel, "own-MixChosen")


async def asks_for_prices(player: Walker) -> None:
    """Nothing happens before it was asked what it costs; then two cards are drawn."""
    await player.goes_home()
    card = await player.finds("button-exchange")
    await player.follows(card, "button-exchange")
    await player.chooses(card, 1)
    await player.button(card, "button-swap").wait_for()
    await player.looks("the price of an exchange")
    await player.follows(card, "button-back", "button-back", "button-harbour")
    await player.reads(card, "needs-train", count=2)
    await player.looks("the price of a harbour")
    await player.follows(card, "button-back")
    await player.draws_on(card)


async def test_germany(bot: RunningBot, server: PageServer, profiles: Profiles) -> None:
    """Two decks of tickets, a long list of routes; and both seats get new owners on the way."""
    windows, sides = Windows(profiles, server), four_readers(bot)
    first, second = sides[:2], sides[2:]
    game = await bot.start_game("germany", *(person for person, _, _ in first))
    people = await open_walkers(windows, bot, sides, "en")
    readers = [*people.values()]

    for player in readers[:2]:
        await chooses_a_split(player)
        await bot.wait_idle()
    for player in readers[2:]:  # from now on their language is known
        await player.asks("/tables", maps.load("germany").title(player.language))
    await plays_a_round(bot, game, people)
    seats = [(await bot.games.snapshot(game)).table.seat_of(person.id) for person, _, _ in first]
    await gives_away(bot, readers[3], readers[1], seats[1], second[0][0], people)
    await gives_away(bot, readers[1], readers[0], seats[0], second[1][0], people)
    await plays_a_round(bot, game, people)
    await lets_a_bot_play(bot, readers[0], readers[3], seats[0], readers)
    await windows.close()
    assert windows.errors == []


async def chooses_a_split(player: Walker) -> None:
    """How many tickets come from which deck, and what they are worth; then which to keep."""
    panel = await player.presses("button-hand")
    await player.reads(panel, "question-SplitChoice")
    await player.reads(panel, "split-piles", **ticket_points())
    await player.looks("a split in the opening")
    label = split_labels(player.say)[2]
    await player.uses(panel, panel.get_by_role("button", name=label, exact=True))
    await sees_offer(player, panel)
    await player.looks("tickets of two decks")
    await player.keeps(panel, 2)
    await player.reads(panel, "own-TicketsKept", count=2)


async def sees_offer(player: Walker, panel: Any) -> None:
    """The pictures of the tickets on offer, and of the map with all of them."""
    tickets = player.say("alt-tickets", tickets="|").partition("|")[0]
    for alt in (tickets, player.say("alt-map")):
        await panel.get_by_role("img", name=alt).wait_for()


def ticket_points() -> dict[str, str]:
    """The least and the most points of the tickets in each deck."""
    spec = maps.load("germany")
    points = {
        name: [spec.tickets[ticket].points for ticket in deck]
        for name, deck in spec.ticket_decks.items()
    }
    return {name: f"{min(each)}–{max(each)}" for name, each in points.items()}


async def plays_a_round(bot: RunningBot, game: str, people: dict[int, Walker]) -> None:
    """Both look at all that they could do, and draw cards."""
    for _ in range(2):
        mover, _ = await walkers_on_turn(bot, game, people)
        await mover.goes_home()
        card = await mover.finds("button-claim")
        async with with_many_cards(bot, game) as user_id:
            await turns_pages(mover, card)
            await asks_for_tickets(mover, card)
        for _ in range(2):
            await bot.games.play.act(game, user_id, None, lambda seat: DrawBlind(seat, TRAINS))
        await bot.wait_idle()


@asynccontextmanager
async def with_many_cards(bot: RunningBot, game: str) -> AsyncIterator[int]:
    """Whoever is on turn has plenty of every card, in memory only and for a while."""
    table = await bot.games.cache.load(game)
    kept, table.state = table.state, table.state.copy()
    assert kept.turn is not None
    table.state.players[kept.turn].hand = dict.fromkeys(maps.load("germany").faces, 9)
    yield table.seats[kept.turn].user_id or 0
    table.state = kept


async def turns_pages(player: Walker, card: Any) -> None:
    """A list that is too long for Discord leads both ways."""
    await player.follows(card, "button-claim")
    pages = []
    for key in ("button-next", "button-previous"):
        await player.looks(f"a long list, {key}")
        pages.append(await options(player, card))
        await player.follows(card, key)
    assert len({*pages[0], *pages[1]}) == 40
    assert await options(player, card) == pages[0]
    await player.reads(card, "claim-page", page=1, pages=AGO)
    await player.follows(card, "button-back")


async def options(player: Walker, card: Any) -> list[str]:
    """What the list in a message offers."""
    await card.get_by_role("combobox").click()
    await player.looks("an open list")
    listed = player.tab.get_by_role("listbox").get_by_role("option")
    found = await listed.all_inner_texts()
    await player.tab.keyboard.press("Escape")
    return list(found)


async def asks_for_tickets(player: Walker, card: Any) -> None:
    """New tickets ask from which deck, and say what is in it; there is a way back."""
    await player.follows(card, "button-tickets")
    await player.reads(card, "split-ask")
    await player.reads(card, "split-piles", **ticket_points())
    assert await card.get_by_role("button", name=player.say("split-long", count=4)).count()
    await player.looks("new tickets of two decks")
    await player.follows(card, "button-back")


async def gives_away(
    bot: RunningBot,
    giver: Walker,
    owner: Walker,
    seat: int,
    newcomer: Person,
    people: dict[int, Walker],
) -> None:
    """A seat is offered to somebody: its owner lets it go, they take it; everybody reads it."""
    taker = people[newcomer.id]
    for player in people.values():
        await player.goes_to(f"{CHANNEL[player.language]} hall")
    command = f"/game replace seat:{seat + 1} player:{taker.name}"
    await giver.asks(command, giver.say("lobby-seat-asked", when=AGO).split(AGO)[0])
    await bot.wait_idle()
    facts = {"by": giver.name, "seat": seat + 1, "old": owner.name}
    for player in people.values():
        await player.post("button-let-go").wait_for()
        await player.looks("a seat is offered")
    panel = await owner.presses("button-let-go")
    await owner.reads(panel, "handover-agreed")
    await bot.wait_idle()
    await taker.goes_home()
    letter = await taker.finds("button-take-seat")
    channel = f"#{bot.channel.name}"
    title = maps.load("germany").title(taker.language)
    await taker.reads(letter, "offer-by-letter", edition=title, channel=channel, **facts)
    await taker.looks("a seat is offered by direct message")
    panel = await taker.next_panel()
    await taker.button(letter, "button-take-seat").click()
    await taker.reads(panel, "seat-yours")
    await bot.wait_idle()
    hand = taker.tab.locator(TIMELINE).last.get_by_role("img", name=taker.say("hand-cards"))
    await hand.first.wait_for()
    await taker.looks("the hand of a seat that was taken")
    await taker.goes_to(f"{CHANNEL[taker.language]} hall")
    for player in people.values():
        await player.window.sees(player.post_say("line-agreed", new=taker.name, **facts))
        await player.looks("a seat has a new owner")


async def lets_a_bot_play(
    bot: RunningBot, giver: Walker, owner: Walker, seat: int, readers: Sequence[Walker]
) -> None:
    """A seat becomes a bot's, if its owner lets it go."""
    for player in readers:
        await player.goes_to(f"{CHANNEL[player.language]} hall")
    answer = giver.say("lobby-seat-asked", when=AGO).split(AGO)[0]
    await giver.asks(f"/game replace seat:{seat + 1}", answer)
    await bot.wait_idle()
    panel = await owner.presses("button-let-go")
    await owner.reads(panel, "handover-let-go")
    await bot.wait_idle()
    facts = {"by": giver.name, "seat": seat + 1, "old": owner.name}
    for player in readers:
        await player.window.sees(player.post_say("line-agreed", new="Bot 1", **facts))
        await player.looks("a seat is a bot's")
