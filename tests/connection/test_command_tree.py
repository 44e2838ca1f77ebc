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
from tests.support.bot_stage import BotStage, on_stage
from tests.support.players import ByButtons, ByCommands

EN, DE = Words.of("en").say, Words.of("de").say
MODERATORS = str(1 << 13)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[BotStage]:
    async with on_stage(tmp_path / "games.db") as made:
        yield made


def _specs(stage: BotStage) -> list[dict[str, Any]]:
    return [command.spec for command in stage.sandbox.core.world.commands.values()]


def _parts(spec: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield spec
    for option in spec.get("options") or ():
        yield from _parts(option)


class TestTree:
    """What is registered."""

    async def test_everything_is_described_in_both_languages(self, stage: BotStage) -> None:
        """Within Discord's limits."""
        specs = _specs(stage)

        assert len(specs) > 15
        for part in (part for spec in specs for part in _parts(spec)):
            said = [part["description"], (part["description_localizations"] or {}).get("de")]
            assert all(text and len(text) <= 100 for text in said), part["name"]
            assert part["name"] == part["name"].lower()
            assert len(part["name"]) <= 32
            assert len(part.get("choices") or ()) <= 25

    async def test_who_may_use_them_and_where(self, stage: BotStage) -> None:
        """Moderators open tables on servers; players play there and in direct messages."""
        for spec in _specs(stage):
            if spec["name"] == "game":
                assert spec["default_member_permissions"] == MODERATORS
                assert spec["contexts"] == [0]
            else:
                assert spec["default_member_permissions"] is None
                assert spec["contexts"] == [0, 1]
        assert "game" not in stage.guest.commands(stage.hall)
        assert "game" in stage.moderator.commands(stage.hall)
        assert "hand" in stage.guest.commands(stage.guest.direct)

    async def test_they_are_sent_only_when_they_changed(self, stage: BotStage) -> None:
        """A second start sends nothing; another tree would."""
        route = "PUT /applications/*/commands"
        await stage.stop()
        stage.sandbox.faults.slow(route, seconds=0)

        await stage.start()
        unsent = stage.sandbox.faults.pending
        await stage.store.notes.set("command-tree", "another")
        await stage.stop()
        await stage.start()

        assert (unsent, stage.sandbox.faults.pending) == (1, 0)

    async def test_a_first_start_brings_the_emoji(self, tmp_path: Path) -> None:
        """Each card has one; where that fails, squares do."""
        async with on_stage(tmp_path / "new.db", new=True) as stage:
            assert len(stage.sandbox.core.world.emojis) == len(stage.services.translator.emoji) > 20
            stage.sandbox.faults.refuse("GET /applications/*/emojis", code=50013)
            await stage.stop()
            await stage.start()

            assert stage.services.translator.emoji == {}
            await stage.open("new-york", stage.guest, stage.other)
            assert EN("board-choosing", players="").split(":")[0] in stage.post().text


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
    ("harbour", {"city": "nowhere"}),
    ("exchange", {"give": "train", "count": 1}),
    ("mix", {"trains": 5}),
    ("pass", {}),
    ("undo", {}),
    ("verify", {"game": "nothing"}),
)


class TestAnswers:
    """Every command is answered, to whomever, wherever."""

    async def test_without_a_table(self, stage: BotStage) -> None:
        """With a sentence, never with an apology."""
        for name, options in (*LOOKS, *MOVES):
            for place in (stage.hall, stage.guest.direct):
                answer = await stage.guest.slash(place, name, **options)

                assert answer.text
                assert "Kennung" not in answer.text, name
        for name in ("start", "cancel", "export"):
            options = {"game": "nothing"} if name == "export" else {}
            answer = await stage.moderator.slash(stage.hall, f"game {name}", **options)
            assert "reference" not in answer.text

    async def test_at_a_table(self, stage: BotStage) -> None:
        """To a player on turn, to one who is not, and to somebody who only looks on."""
        game = await stage.open("new-york", stage.guest, stage.other)
        track = next(iter(maps.load("new-york").routes))
        for person, language in ((stage.guest, "de"), (stage.other, "en")):
            outcome = await stage.games.snapshot(game)
            waiting = outcome.state.waiting[outcome.table.seat_of(person.id)]
            await ByCommands(stage, "new-york", person, language).answer(waiting)
        await stage.told()
        for person in (stage.guest, stage.other, stage.moderator):
            for name, options in (*LOOKS, *MOVES):
                given = {k: track if v == "FIRST" else v for k, v in options.items()}
                if name in ("draw", "tickets") and "keep" not in options:
                    outcome = await stage.games.snapshot(game)
                    turn = outcome.table.seats[outcome.state.turn or 0].user_id
                    if person.id == turn:
                        continue
                answer = await person.slash(stage.hall, name, **given)

                assert answer.ephemeral, name
                assert "Kennung" not in answer.text, name
                assert "reference" not in answer.text, (name, answer.text)

    async def test_autocomplete_never_fails(self, stage: BotStage) -> None:
        """For strangers there is nothing to suggest."""
        for name, option in (("draw", "card"), ("claim", "route"), ("harbour", "city")):
            assert await stage.guest.autocomplete(stage.hall, name, option, "x") == []

    async def test_routes_are_found_by_either_city(self, stage: BotStage) -> None:
        """And labels are distinct."""
        game = await stage.open("germany", stage.guest, bots=1)
        player = ByCommands(stage, "germany", stage.guest, "de")
        while True:
            await stage.told()
            outcome = await stage.games.snapshot(game)
            seat = outcome.table.seat_of(stage.guest.id)
            found = await stage.guest.autocomplete(stage.hall, "claim", "route", "")
            if found and outcome.state.turn == seat:
                break
            await player.answer(outcome.state.waiting[seat])
        spec, names = maps.load("germany"), [choice["name"] for choice in found]
        route = spec.routes[found[0]["value"]]
        for city in (route.a, route.b):
            typed = spec.cities[city].name("de")[:4].upper()
            some = await stage.guest.autocomplete(stage.hall, "claim", "route", typed)
            assert found[0]["value"] in [choice["value"] for choice in some]
        assert len(set(names)) == len(names)

    async def test_a_language_that_was_chosen_wins(self, stage: BotStage) -> None:
        """Over that of the client; until it is given up."""
        await stage.guest.slash(stage.hall, "my settings", language="en")
        english = await stage.guest.slash(stage.hall, "help")
        await stage.guest.slash(stage.hall, "my settings", language="auto")
        german = await stage.guest.slash(stage.hall, "help")

        hand = {"hand": EN("button-hand")}
        assert english.text == EN("help", **hand)
        assert german.text == DE("help", hand=DE("button-hand"))

    async def test_a_server_chooses_the_language_of_its_posts(self, stage: BotStage) -> None:
        """For tables that are opened from then on."""
        await stage.moderator.slash(stage.hall, "game settings", language="de")
        await stage.moderator.slash(stage.hall, "game new", edition="new-york")
        await stage.told()

        assert DE("button-join") in stage.post().labels

    async def test_what_a_server_has_set_is_shown(self, stage: BotStage) -> None:
        """Without an option nothing changes; it can be given up again."""
        shown = []
        for options in ({}, {"language": "de"}, {}, {"language": "auto"}):
            answer = await stage.moderator.slash(stage.hall, "game settings", **options)
            shown.append(answer.text.splitlines())

        discord = f"{EN('language-auto')} (English)"
        posts = [EN("settings-posts", language=each) for each in (discord, "Deutsch")]
        kept = EN("settings-kept")
        pace = EN("settings-pace", pace=EN("pace-day"))
        assert all(lines.pop().startswith(pace) for lines in shown)
        assert shown == [[posts[0]], [kept, posts[1]], [posts[1]], [kept, posts[0]]]


class TestLobby:
    """Before and after a game."""

    async def test_seats_by_buttons(self, stage: BotStage) -> None:
        """Join, leave, bots; who has no say cannot start."""
        await stage.moderator.slash(stage.hall, "game new", edition="new-york")
        await stage.told()
        for person, key in (
            (stage.guest, "button-join"),
            (stage.other, "button-join"),
            (stage.other, "button-leave"),
            (stage.guest, "button-add-bot"),
            (stage.guest, "button-add-bot"),
            (stage.guest, "button-drop-bot"),
        ):
            await person.press(stage.post(), EN(key))
            await stage.told()
        strange = await stage.other.press(stage.post(), EN("button-add-bot"))
        refused = await stage.guest.press(stage.post(), EN("button-start"))
        started = await stage.moderator.press(stage.post(), EN("button-start"))
        await stage.told()

        assert EN("lobby-error-bots-not-allowed") in strange.text
        assert DE("lobby-error-start-not-allowed") in refused.text
        assert EN("lobby-started") in started.text
        assert EN("button-hand") in stage.post().labels
        with pytest.raises(NotPossible):
            await stage.other.press(stage.post(), EN("button-join"))

    async def test_a_rematch(self, stage: BotStage) -> None:
        """A new table with the same bots, to which the same people are asked, once.

        They join by themselves, after the new promise; only who sat there may ask.
        """
        game = await stage.open("new-york", stage.guest, bots=1)
        seat = (await stage.games.snapshot(game)).table.seat_of(stage.guest.id)
        player = ByButtons(stage, "new-york", stage.guest, "de")
        while (outcome := await stage.games.snapshot(game)).state.over is None:
            await stage.told()
            outcome = await stage.games.snapshot(game)
            if outcome.state.over is None:
                await player.answer(outcome.state.waiting[seat])
        await stage.told()
        final = stage.post()
        proof = await stage.other.slash(stage.hall, "verify", game=game)
        export = await stage.moderator.slash(stage.hall, "game export", game=game)

        refused = await stage.other.press(final, EN("button-rematch"))
        await asyncio.gather(*(stage.guest.press(final, EN("button-rematch")) for _ in range(3)))
        await stage.told()

        assert outcome.table.row.seed.hex() in proof.text
        assert export.message.files[0].name == f"{game}.json"
        assert EN("lobby-error-not-seated") in refused.text
        row = await stage.store.games.open_in(stage.hall.id)
        assert row is not None
        assert row.commitment != outcome.table.row.commitment
        (bot,) = await stage.store.games.seats(row.id)
        assert bot.bot
        assert f"{stage.guest.mention}: A rematch!" in stage.post().text
        await stage.guest.press(stage.post(), EN("button-join"))
        await stage.told()
        assert EN("lobby-playing") in stage.moderator.sees(stage.hall)[-2].text
        assert [seat.user_id for seat in await stage.store.games.seats(row.id)] == [
            None,
            stage.guest.id,
        ]
