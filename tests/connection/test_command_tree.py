"""The commands as Discord gets them, and what each answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

import maps
from bot.text.words import Words
from sandbox.errors import NotPossible
from tests.support.forged_client import command_leaves
from tests.support.players import ByButtons, ByCommands
from tests.support.running_bot import RunningBot, running_bot

EN, DE = Words.of("en").say, Words.of("de").say
MODERATORS = str(1 << 13)


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[RunningBot]:
    async with running_bot(tmp_path / "games.db") as made:
        yield made


def _specs(bot: RunningBot) -> list[dict[str, Any]]:
    return [command.spec for command in bot.sandbox.core.world.commands.values()]


def _parts(spec: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield spec
    for option in spec.get("options") or ():
        yield from _parts(option)


class TestTree:
    """What is registered."""

    async def test_everything_is_described_in_both_languages(self, bot: RunningBot) -> None:
        """Within Discord's limits."""
        specs = _specs(bot)

        assert len(specs) > 15
        for part in (part for spec in specs for part in _parts(spec)):
            said = [part["description"], (part["description_localizations"] or {}).get("de")]
            assert all(text and len(text) <= 100 for text in said), part["name"]
            assert part["name"] == part["name"].lower()
            assert len(part["name"]) <= 32
            assert len(part.get("choices") or ()) <= 25

    async def test_names_are_the_words_of_players(self, bot: RunningBot) -> None:
        """One command opens the plan screen. Options are nouns, and spelling is American."""
        names = {spec["name"] for spec in _specs(bot)}
        options = {name: [o["name"] for o in given] for name, given in command_leaves(bot)}

        assert {"plan", "harbor"} <= names
        assert not {"orders", "harbour"} & names
        assert options["plan"] == ["game"]
        assert options["game replace"] == ["seat", "player", "game"]
        assert options["game pause"] == ["reason"]
        assert options["game cancel"] == ["confirm", "game"]

    async def test_who_may_use_them_and_where(self, bot: RunningBot) -> None:
        """Moderators open tables on servers; players play there and in direct messages."""
        for spec in _specs(bot):
            if spec["name"] == "game":
                assert spec["default_member_permissions"] == MODERATORS
                assert spec["contexts"] == [0]
            else:
                assert spec["default_member_permissions"] is None
                assert spec["contexts"] == ([0] if spec["name"] == "open" else [0, 1])
        assert "game" not in bot.guest.commands(bot.channel)
        assert "game" in bot.moderator.commands(bot.channel)
        assert "hand" in bot.guest.commands(bot.guest.direct)

    async def test_they_are_sent_only_when_they_changed(self, bot: RunningBot) -> None:
        """A second start sends nothing; another tree would."""
        route = "PUT /applications/*/commands"
        await bot.stop()
        bot.sandbox.faults.slow(route, seconds=0)

        await bot.start()
        unsent = bot.sandbox.faults.pending
        await bot.store.notes.set("command-tree", "another")
        await bot.stop()
        await bot.start()

        assert (unsent, bot.sandbox.faults.pending) == (1, 0)

    async def test_a_first_start_brings_the_emoji(self, tmp_path: Path) -> None:
        """Each card has one; where that fails, squares do."""
        async with running_bot(tmp_path / "new.db", new=True) as bot:
            assert len(bot.sandbox.core.world.emojis) == len(bot.services.translator.emoji) > 20
            bot.sandbox.faults.refuse("GET /applications/*/emojis", code=50013)
            await bot.stop()
            await bot.start()

            assert bot.services.translator.emoji == {}
            await bot.start_game("new-york", bot.guest, bot.other)
            assert EN("board-choosing", players="").split(":")[0] in bot.newest_post().text


LOOKS = (
    ("hand", {}),
    ("board", {}),
    ("board", {"view": "own"}),
    ("board", {"view": "text"}),
    ("log", {}),
    ("scores", {}),
    ("my games", {}),
    ("help", {}),
    ("rules", {"topic": "turn"}),
)
MOVES = (
    ("draw", {"card": "1"}),
    ("draw", {"card": "0"}),
    ("draw", {"card": "nonsense"}),
    ("draw", {"card": "999999999999"}),
    ("claim", {"route": "nowhere"}),
    ("claim", {"route": "FIRST"}),
    ("claim", {"route": "FIRST", "pay": "99"}),
    ("tickets", {}),
    ("tickets", {"keep": "0"}),
    ("tickets", {"keep": "x"}),
    ("harbor", {"city": "nowhere"}),
    ("exchange", {"give": "train", "count": 1}),
    ("mix", {"trains": 5}),
    ("pass", {}),
    ("undo", {}),
    ("plan", {}),
    ("verify", {"game": "nothing"}),
)


class TestAnswers:
    """Every command is answered, to whomever, wherever."""

    async def test_without_a_table(self, bot: RunningBot) -> None:
        """With a sentence, never with an apology."""
        for name, options in (*LOOKS, *MOVES):
            for place in (bot.channel, bot.guest.direct):
                answer = await bot.guest.slash(place, name, **options)

                assert answer.text
                assert "Kennung" not in answer.text, name
        for name in ("start", "cancel", "export"):
            options = {"game": "nothing"} if name == "export" else {}
            answer = await bot.moderator.slash(bot.channel, f"game {name}", **options)
            assert "reference" not in answer.text

    async def test_at_a_table(self, bot: RunningBot) -> None:
        """To a player on turn, to one who is not, and to somebody who only looks on."""
        game = await bot.start_game("new-york", bot.guest, bot.other)
        track = next(iter(maps.load("new-york").routes))
        for person, language in ((bot.guest, "de"), (bot.other, "en")):
            outcome = await bot.games.snapshot(game)
            waiting = outcome.state.waiting[outcome.table.seat_of(person.id)]
            await ByCommands(bot, "new-york", person, language).answer(waiting)
        await bot.wait_idle()
        for person in (bot.guest, bot.other, bot.moderator):
            for name, options in (*LOOKS, *MOVES):
                given = {k: track if v == "FIRST" else v for k, v in options.items()}
                if name in ("draw", "tickets") and "keep" not in options:
                    outcome = await bot.games.snapshot(game)
                    turn = outcome.table.seats[outcome.state.turn or 0].user_id
                    if person.id == turn:
                        continue
                answer = await person.slash(bot.channel, name, **given)

                assert answer.ephemeral, name
                assert "Kennung" not in answer.text, name
                assert "reference" not in answer.text, (name, answer.text)

    async def test_autocomplete_never_fails(self, bot: RunningBot) -> None:
        """For strangers there is nothing to suggest."""
        for name, option in (("draw", "card"), ("claim", "route"), ("harbor", "city")):
            assert await bot.guest.autocomplete(bot.channel, name, option, "x") == []

    async def test_routes_are_found_by_either_city(self, bot: RunningBot) -> None:
        """And labels are distinct."""
        game = await bot.start_game("germany", bot.guest, bots=1)
        player = ByCommands(bot, "germany", bot.guest, "de")
        while True:
            await bot.wait_idle()
            outcome = await bot.games.snapshot(game)
            seat = outcome.table.seat_of(bot.guest.id)
            found = await bot.guest.autocomplete(bot.channel, "claim", "route", "")
            if found and outcome.state.turn == seat:
                break
            await player.answer(outcome.state.waiting[seat])
        spec, names = maps.load("germany"), [choice["name"] for choice in found]
        route = spec.routes[found[0]["value"]]
        for city in (route.a, route.b):
            typed = spec.cities[city].name("de")[:4].upper()
            some = await bot.guest.autocomplete(bot.channel, "claim", "route", typed)
            assert found[0]["value"] in [choice["value"] for choice in some]
        assert len(set(names)) == len(names)

    async def test_a_language_that_was_chosen_wins(self, bot: RunningBot) -> None:
        """Over that of the client; until it is given up."""
        await bot.guest.slash(bot.channel, "my settings", language="en")
        english = await bot.guest.slash(bot.channel, "help")
        await bot.guest.slash(bot.channel, "my settings", language="auto")
        german = await bot.guest.slash(bot.channel, "help")

        hand = {"hand": EN("button-hand")}
        assert english.text == EN("help", **hand)
        assert german.text == DE("help", hand=DE("button-hand"))

    async def test_a_server_chooses_the_language_of_its_posts(self, bot: RunningBot) -> None:
        """For tables that are opened from then on."""
        await bot.moderator.slash(bot.channel, "game settings", language="de")
        await bot.moderator.slash(bot.channel, "game new", edition="new-york")
        await bot.wait_idle()

        assert DE("button-join") in bot.newest_post().labels

    async def test_what_a_server_has_set_is_shown(self, bot: RunningBot) -> None:
        """Without an option nothing changes; it can be given up again."""
        shown = []
        for options in ({}, {"language": "de"}, {}, {"language": "auto"}):
            answer = await bot.moderator.slash(bot.channel, "game settings", **options)
            shown.append(answer.text.splitlines())

        discord = f"{EN('language-auto')} (English)"
        posts = [EN("settings-posts", language=each) for each in (discord, "Deutsch")]
        kept = EN("settings-kept")
        pace = EN("settings-pace", pace=EN("pace-day"))
        assert all(lines.pop() == EN("settings-open-none") for lines in shown)
        assert all(lines.pop().startswith(pace) for lines in shown)
        assert shown == [[posts[0]], [kept, posts[1]], [posts[1]], [kept, posts[0]]]


class TestLobby:
    """Before and after a game."""

    async def test_seats_by_buttons(self, bot: RunningBot) -> None:
        """Join, leave, bots; who has no say cannot start."""
        await bot.moderator.slash(bot.channel, "game new", edition="new-york")
        await bot.wait_idle()
        for person, key in (
            (bot.guest, "button-join"),
            (bot.other, "button-join"),
            (bot.other, "button-leave"),
            (bot.guest, "button-add-bot"),
            (bot.guest, "button-add-bot"),
            (bot.guest, "button-drop-bot"),
        ):
            await person.press(bot.newest_post(), EN(key))
            await bot.wait_idle()
        strange = await bot.other.press(bot.newest_post(), EN("button-add-bot"))
        refused = await bot.guest.press(bot.newest_post(), EN("button-start"))
        started = await bot.moderator.press(bot.newest_post(), EN("button-start"))
        await bot.wait_idle()

        assert EN("lobby-error-bots-not-allowed") in strange.text
        assert DE("lobby-error-start-not-full") in refused.text
        assert EN("lobby-started") in started.text
        assert EN("button-hand") in bot.newest_post().labels
        with pytest.raises(NotPossible):
            await bot.other.press(bot.newest_post(), EN("button-join"))

    async def test_a_rematch(self, bot: RunningBot) -> None:
        """A new table with the same bots, once; only who sat there may ask.

        Nobody else is to be asked, so the game begins at once.
        """
        game = await bot.start_game("new-york", bot.guest, bots=1)
        seat = (await bot.games.snapshot(game)).table.seat_of(bot.guest.id)
        player = ByButtons(bot, "new-york", bot.guest, "de")
        while (outcome := await bot.games.snapshot(game)).state.over is None:
            await bot.wait_idle()
            outcome = await bot.games.snapshot(game)
            if outcome.state.over is None:
                await player.answer(outcome.state.waiting[seat])
        await bot.wait_idle()
        final = bot.newest_post()
        proof = await bot.other.slash(bot.channel, "verify", game=game)
        export = await bot.moderator.slash(bot.channel, "game export", game=game)

        refused = await bot.other.press(final, EN("button-rematch"))
        told = await asyncio.gather(
            *(bot.guest.press(final, EN("button-rematch")) for _ in range(3))
        )
        await bot.guest.until(lambda: DE("lobby-started") in [each.text for each in told])
        await bot.wait_idle()

        assert outcome.table.row.seed.hex() in proof.text
        assert export.message.files[0].name == f"{game}.json"
        assert EN("lobby-error-not-seated") in refused.text
        row = await bot.store.games.open_in(bot.channel.id)
        assert row is not None
        assert row.commitment != outcome.table.row.commitment
        assert row.status == "playing"
        assert EN("lobby-playing") in bot.moderator.sees(bot.channel)[-2].text
        assert [seat.user_id for seat in await bot.store.games.seats(row.id)] == [
            bot.guest.id,
            None,
        ]
