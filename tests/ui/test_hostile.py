"""Modified and outdated clients: a private answer in plain words, and nothing changes."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.connection.command_tree import MAX_TEXT_LENGTH
from bot.ops.logs import JsonLines
from bot.text.words import Words
from bot.ui.router import HANDLERS, MODAL_VERBS
from sandbox.validation.commands import BOOLEAN, INTEGER, USER
from tests.support.forged_client import Forger, command_leaves
from tests.support.players import bot_with_moderator_on_turn
from tests.support.running_bot import RunningBot, running_bot

EN, DE = Words.of("en").say, Words.of("de").say
DIGITS = "7" * 4500
TEXTS = ("", "   ", DIGITS, "x" * 6000, "**@everyone** <@1> `x`\n# y", "-1", "²", "٣٣", "\0")
OTHERS = (-1, 2**53, 2**63, 1.5, True, None, [], {}, ["x"], {"x": 1})
"""With the texts: nothing that any option takes, but for the one that is true or false."""
USUAL: dict[str, object] = {
    "edition": "usa",
    "card": "1",
    "route": "atlanta--miami-1",
    "city": "miami",
    "give": "train",
    "count": 1,
    "trains": 20,
    "topic": "turn",
    "language": "en",
    "seat": 1,
    "game": "nothing",
    "hours": 1,
    "pace": "day",
    "until": "soon",
}
"""What the other required options of a command say meanwhile."""
ANY_WORDS = {"reason"}
"""Options that take whatever somebody types, if it is short."""


class LogCheck:
    """The log of a test: it stays short, and tells of no failure."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        self._caplog = caplog
        caplog.set_level(logging.WARNING)
        caplog.set_level(logging.DEBUG, logger="bot")
        caplog.set_level(logging.WARNING, logger="sandbox")
        caplog.set_level(logging.ERROR, logger="discord.client")  # as when it runs

    def check(self) -> None:
        """Every line so far, as it came."""
        for record in self._caplog.records:
            assert record.exc_info is None, record.exc_text
            assert record.levelno < logging.WARNING, record.getMessage()[:500]
            assert len(record.getMessage()) < 400, record.getMessage()[:500]


@pytest.fixture
def log_check(caplog: pytest.LogCaptureFixture) -> LogCheck:
    return LogCheck(caplog)


def _cases(bot: RunningBot) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Every option of every command with everything that it does not take."""
    usual = USUAL | {"player": str(bot.guest.id)}
    for name, options in command_leaves(bot):
        needed = {o["name"]: usual[o["name"]] for o in options if o.get("required")}
        for option in options:
            for value in (*TEXTS, *OTHERS):
                if not _is_taken(option, value):
                    yield name, needed | {option["name"]: value}, option["name"]


def _is_taken(option: dict[str, Any], value: object) -> bool:
    if option["name"] in ANY_WORDS:
        return isinstance(value, str) and 0 < len(value.strip()) <= MAX_TEXT_LENGTH
    return option["type"] == BOOLEAN and value is True


class TestOptions:
    """All options of all commands."""

    async def test_whatever_they_say(self, tmp_path: Path, log_check: LogCheck) -> None:
        """An answer to whoever sent it, in their language, without a reference; no move."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            cases, forger = list(_cases(bot)), Forger(bot, bot.moderator)
            before, said = await bot.store.games.get(game), {}
            for locale in ("en-US", "de"):
                bot.moderator.user.locale = locale
                said[locale] = [await forger.slash(name, given) for name, given, _ in cases]
            await bot.wait_idle()

            assert len(cases) > 600
            for (name, given, option), english, german in zip(cases, *said.values(), strict=True):
                about = (name, option, str(given[option])[:40], english.text, german.text)
                assert english.ephemeral, about
                assert english.text, about
                assert english.text != german.text, about
                assert "reference" not in english.text, about
                assert "everyone" not in english.text, about
                assert len(english.text) < 300, about
            assert await bot.store.games.get(game) == before
            assert await bot.store.people.guild_locale(bot.club.id) is None
            assert (await bot.store.people.get(bot.moderator.id)).locale is None
            log_check.check()

    async def test_they_are_named(self, tmp_path: Path) -> None:
        """With what they take."""
        async with running_bot(tmp_path / "games.db") as bot:
            forger = Forger(bot, bot.moderator)
            number = await forger.slash("game replace", {"seat": 9, "player": str(bot.guest.id)})
            choice = await forger.slash("rules", {"topic": "x"})
            text = await forger.slash("draw", {"card": 5})
            truth = await forger.slash("game cancel", {"confirm": "yes"})
            stranger = await forger.slash("game replace", {"seat": 1, "player": "77"})

            assert EN("error-option-number", option="seat", least=1, most=5) == number.text
            assert EN("error-option-choice", option="topic") == choice.text
            assert EN("error-option-text", option="card", most=100) == text.text
            assert EN("error-option-truth", option="confirm") == truth.text
            assert EN("error-option-person", option="player") == stranger.text
            nowhere = await forger.slash("game settings", {"open": "77"})
            assert EN("error-option-channel", option="open") == nowhere.text

    async def test_every_number_has_its_bounds(self, tmp_path: Path) -> None:
        """The gate goes by them."""
        async with running_bot(tmp_path / "games.db") as bot:
            for name, options in command_leaves(bot):
                for option in options:
                    bounded = option.get("min_value") is not None and option.get("max_value")
                    assert option["type"] != INTEGER or bounded, (name, option["name"])

    async def test_a_game_that_is_nobodys(self, tmp_path: Path) -> None:
        """It is not there, or somebody else's: the same answer."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            away = bot.club.channel("elsewhere")
            for named in ("zzzzzz", game):
                foreign = await bot.guest.slash(away, "hand", game=named)
                assert foreign.text == DE("error-no-such-game")


class TestSuggestions:
    """What is suggested while somebody types nonsense."""

    async def test_whatever_is_typed(self, tmp_path: Path, log_check: LogCheck) -> None:
        """There is an answer, if only an empty one."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, _):
            forger, asked = Forger(bot, bot.moderator), 0
            for name, options in command_leaves(bot):
                for option in (o for o in options if o.get("autocomplete")):
                    for value in (*TEXTS, *OTHERS):
                        others = {o["name"]: value for o in options}
                        await forger.suggestions(name, option["name"], {option["name"]: value})
                        await forger.suggestions(name, option["name"], others)
                        asked += 1

            assert asked > 300
            log_check.check()

    async def test_a_command_that_is_gone(self, tmp_path: Path, log_check: LogCheck) -> None:
        """Suggests nothing any more."""
        async with running_bot(tmp_path / "games.db") as bot:
            forger = Forger(bot, bot.guest)

            assert await forger.suggestions("bid", "card", {"card": "x"}) == []
            assert await forger.suggestions("draw", "colour", {"colour": "x"}) == []
            log_check.check()


OUTDATED: tuple[tuple[str, dict[str, Any], dict[str, int]], ...] = (
    ("bid", {}, {}),
    ("game bid", {}, {}),
    ("game", {}, {}),
    ("draw", {}, {}),
    ("draw", {"card": "1", "colour": "red"}, {}),
)
"""Commands, subcommands and options that are not there, or not given."""


class TestOutdated:
    """A client that knows the commands of another version."""

    async def test_it_is_told_to_restart(self, tmp_path: Path, log_check: LogCheck) -> None:
        """In the language of whoever uses it."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            before = await bot.store.games.get(game)
            for person, say in ((bot.moderator, EN), (bot.guest, DE)):
                for name, given, kinds in OUTDATED:
                    answer = await Forger(bot, person).slash(name, given, kinds=kinds)

                    assert answer.text == say("error-outdated"), name
                    assert answer.ephemeral

            assert await bot.store.games.get(game) == before
            log_check.check()

    async def test_options_of_another_kind(self, tmp_path: Path, log_check: LogCheck) -> None:
        """Are refused by their values."""
        async with running_bot(tmp_path / "games.db") as bot:
            forger = Forger(bot, bot.guest)
            person = await forger.slash("draw", {"card": str(bot.guest.id)}, kinds={"card": USER})
            truth = await forger.slash("mix", {"trains": True}, kinds={"trains": BOOLEAN})

            assert person.text == DE("error-option-text", option="card", most=100)
            assert truth.text == DE("error-option-number", option="trains", least=0, most=60)
            log_check.check()

    async def test_tables_are_not_for_direct_messages(
        self, tmp_path: Path, log_check: LogCheck
    ) -> None:
        """Even if a client offers it."""
        async with running_bot(tmp_path / "games.db") as bot:
            forger = Forger(bot, bot.guest, bot.guest.direct)
            answer = await forger.slash("game new", {"edition": "usa"})

            assert answer.text == DE("error-server-only")
            assert await bot.store.games.open_in(bot.guest.direct.id) is None
            log_check.check()


STRANGE: tuple[object, ...] = (
    *([], {}, None, "x", [1], [None], [[]], [{}], {"x": 1}),
    *([{"value": 1}], [{"value": [DIGITS]}], [{"value": DIGITS}], [{"value": "x" * 6000}]),
    *([{"components": {"value": "x"}}], [{"components": [{"value": None}]}], [{"component": 1}]),
)
"""What a window may hold, if nobody looks after it."""
LEGAL = {"tickets", "undo", "appeal", "hand", "map", "bring", "pause"}
"""Verbs that need nothing else: whoever is on turn may well say so."""


class TestWindows:
    """Windows that nobody opened."""

    async def test_strange_answers(self, tmp_path: Path, log_check: LogCheck) -> None:
        """The search for a city finds something or nothing."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            snapshot = await bot.games.snapshot(game)
            number = snapshot.state.question_numbers[snapshot.table.seat_of(bot.moderator.id)]
            forger = Forger(bot, bot.moderator)
            for parts in STRANGE:
                custom_id = f"ws:{game}:{number}:found"
                answer = await forger.window(bot.newest_post(), custom_id, parts)

                assert "reference" not in answer.text, parts
                assert answer.ephemeral
            log_check.check()

    async def test_a_city_is_found_wherever_it_stands(self, tmp_path: Path) -> None:
        """In a row, as old clients send it, or under a label."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            snapshot = await bot.games.snapshot(game)
            number = snapshot.state.question_numbers[snapshot.table.seat_of(bot.moderator.id)]
            line = {"type": 4, "custom_id": "x", "value": "zzz"}
            for part in (
                {"type": 1, "components": [line]},
                {"type": 18, "component": line},
            ):
                answer = await Forger(bot, bot.moderator).window(
                    bot.newest_post(), f"ws:{game}:{number}:found", [part]
                )

                assert answer.text in (EN("claim-none-there"), EN("claim-none"))

    async def test_no_window_answers_a_button(self, tmp_path: Path, log_check: LogCheck) -> None:
        """A verb of buttons in a window, or the other way round, is unknown."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            forger, board = Forger(bot, bot.moderator), bot.newest_post()
            for verb in HANDLERS.keys() - MODAL_VERBS:
                answer = await forger.window(board, f"ws:{game}:1:{verb}", [])
                assert answer.text == EN("error-unknown-button"), verb
            pressed = bot.moderator._use_component(
                bot.moderator._current(board), {"custom_id": f"ws:{game}:1:found", "type": 2}, {}
            )
            answer = await bot.moderator._finish(pressed, "answered")

            assert answer.text == EN("error-unknown-button")
            log_check.check()


class TestPresses:
    """Buttons and selects that nobody was shown."""

    async def test_whatever_they_say(self, tmp_path: Path, log_check: LogCheck) -> None:
        """Every verb, with every kind of nonsense."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            person, board = bot.moderator, bot.newest_post()
            snapshot = await bot.games.snapshot(game)
            number = snapshot.state.question_numbers[snapshot.table.seat_of(person.id)]
            before = await bot.store.games.get(game)
            sayings = [(arg, None) for arg in ("", ":x", ":999999", ":7.x", ":x.999999")]
            sayings += [("", v) for v in (["x"], [DIGITS], ["²"], "x", [{}], [], ["1", "2"])]
            for verb in HANDLERS.keys() - MODAL_VERBS - LEGAL:
                for arg, values in sayings:
                    control = {"custom_id": f"ws:{game}:{number}:{verb}{arg}", "type": 3}
                    sent = person._use_component(
                        person._current(board), control, {"values": values}
                    )
                    answer = await person._finish(sent, "answered")
                    if sent.modal is None:
                        assert "reference" not in answer.text, (verb, arg, values)
                        assert answer.ephemeral, (verb, arg, values)

            assert await bot.store.games.get(game) == before
            log_check.check()


class TestLog:
    """What is written down."""

    def test_its_lines_are_bounded(self) -> None:
        """Also those of a failure that has something long to say."""
        try:
            dict[str, str]().pop(DIGITS)
        except KeyError:
            failure = sys.exc_info()
        record = logging.LogRecord("bot", logging.ERROR, "", 0, "%s", (DIGITS,), failure)

        line = JsonLines().format(record)

        assert "KeyError" in line
        assert len(line) < 3000
