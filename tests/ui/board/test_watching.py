"""People without a seat: they may look at everything public, and no press is left unanswered."""

from __future__ import annotations

from pathlib import Path

import pytest

import maps
from bot.text.words import Words
from sandbox.world.people import Person
from tests.outbox.test_faults import started_table
from tests.support.running_bot import RunningBot
from tests.ui.turn.test_answers import press_old_control
from tests.ui.turn.test_hand import button_verbs

POST = Words.of("en").say
PAGES = ("log", "scores", "words", "rules")
LOOKS = (*PAGES, "zoom", "tables")


def watcher(bot: RunningBot, locale: str) -> Person:
    """Someone on the server who has no seat."""
    return bot.sandbox.person("Guest 5", bot.club, locale=locale)


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_more_shows_everything_public(tmp_path: Path, locale: str) -> None:
    """The log, the scores, the board in words, the rules, parts of the board, open tables."""
    async with started_table(tmp_path) as table:
        bot, say = table.bot, Words.of(locale).say
        person = watcher(bot, locale)

        more = await person.press(bot.board(), POST("button-more"))
        assert more.text == say("more-watching", edition="New York")
        assert more.message.labels == [say(f"button-{name}") for name in LOOKS]
        for page, expected in (
            ("log", say("event-FirstPlayerDrawn", player="").strip()),
            ("scores", say("scores-so-far")),
            ("words", say("page-display")),
            ("rules", say("mechanic-attractions", each=1)),
        ):
            more = await person.press(more, say(f"button-{page}"))
            assert expected in more.text, page
            assert more.message.labels == [say(f"button-{name}") for name in LOOKS]

        listed = await person.press(more, say("button-tables"))
        assert f"/{bot.channel.id}/{bot.board().id}" in listed.text
        more = await person.press(listed, say("button-back"))
        assert more.text == say("more-watching", edition="New York")


@pytest.mark.parametrize("way", ["button-map", "board own", "zoom"])
async def test_the_public_board_and_its_parts(tmp_path: Path, way: str) -> None:
    """My map is the board for someone who has no tickets."""
    async with started_table(tmp_path) as table:
        bot, say = table.bot, Words.of("de").say
        person = watcher(bot, "de")
        if way == "board own":
            shown = await person.slash(bot.channel, "board", view="own")
        elif way == "zoom":
            more = await person.press(bot.board(), POST("button-more"))
            shown = await person.press(more, say("button-zoom"))
        else:
            shown = await person.press(bot.board(), POST(way))

        regions = [region.name["de"] for region in maps.layout("new-york").regions.values()]
        assert [label for label in shown.message.labels if label in regions] == regions
        whole = shown.message.files[0].content
        near = await person.press(shown, regions[0])
        assert near.message.files[0].content != whole
        more = await person.press(near, say("button-back"))
        assert more.text == say("more-watching", edition="New York")
        assert not more.message.files


async def test_zoom_for_players(tmp_path: Path) -> None:
    """Behind More, on the board post and on the hand card, with a way back."""
    async with started_table(tmp_path) as table:
        bot = table.bot
        say, card = Words.of("de").say, bot.guest.last(bot.guest.direct)
        for more in (
            await bot.guest.press(bot.board(), POST("button-more")),
            await bot.guest.press(card, say("button-more")),
        ):
            shown = await bot.guest.press(more, say("button-zoom"))
            assert shown.message.files
            back = await bot.guest.press(shown, say("button-back"))
            assert say("more") in back.text
            assert say("button-tables") not in back.message.labels


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_a_players_button(tmp_path: Path, locale: str) -> None:
    """One clear answer, the looks below it, nothing of anybody's hand, and no move."""
    async with started_table(tmp_path) as table:
        bot, say = table.bot, Words.of(locale).say
        person, post = watcher(bot, locale), bot.board()
        before = (await bot.games.snapshot(table.game)).version
        number = next(iter((await bot.games.snapshot(table.game)).state.question_numbers.values()))

        for verb in ("hand", "draw", "claim", "tickets", "blind:taxi", "take:0", "undo", "plan"):
            for at in (0, number):
                answer = await press_old_control(person, post, f"ws:{table.game}:{at}:{verb}")
                assert answer.text == say("error-not-yours"), verb
                assert answer.message.ephemeral
                assert set(button_verbs(answer.message)) == {"read", "board", "tables"}, verb
        typed = await person.slash(bot.channel, "hand")

        assert typed.text == say("error-not-yours")
        assert (await bot.games.snapshot(table.game)).version == before
