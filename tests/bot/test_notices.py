"""How people are called when it is their turn: once, and in the way they like."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.language.words import Words
from bot.play.records import Who
from engine.actions import DrawBlind
from tests.bot.stage import on_stage
from tests.bot.test_hand_card import begun, card_of

DE = Words.of("de").say
SILENT = 1 << 12
"""Discord's flag of a message that makes no sound."""


@pytest.mark.parametrize(
    ("way", "in_channel", "by_message"),
    [
        (None, True, False),
        ("channel", True, False),
        ("dm", False, True),
        ("both", True, True),
        ("quiet", False, False),
    ],
)
async def test_the_chosen_way(
    tmp_path: Path, way: str | None, in_channel: bool, by_message: bool
) -> None:
    """The headline names whoever is on turn in any case; only the chosen way rings."""
    async with on_stage(tmp_path / "games.db") as stage:
        if way:
            said = await stage.guest.slash(stage.hall, "my settings", notify=way)
            assert DE(f"notify-{way}") in said.text
        await begun(stage, "new-york", stage.guest)

        post, card = stage.board(), card_of(stage.guest)
        assert f"<@{stage.guest.id}>" in post.text
        assert (stage.guest.id in post.mentions) == in_channel
        assert (not card.flags & SILENT) == by_message


@pytest.mark.parametrize(("way", "rings"), [("dm", True), ("quiet", False)])
async def test_a_closed_door(tmp_path: Path, way: str, rings: bool) -> None:
    """Who cannot be reached otherwise is called in the channel, unless they like it quiet."""
    async with on_stage(tmp_path / "games.db") as stage:
        await stage.guest.slash(stage.hall, "my settings", notify=way)
        stage.guest.close_dms()
        await begun(stage, "new-york", stage.guest)

        assert (stage.guest.id in stage.board().mentions) == rings


async def test_what_is_set_is_shown(tmp_path: Path) -> None:
    """Without an option nothing changes; one that is not named stays."""
    async with on_stage(tmp_path / "games.db") as stage:
        await stage.guest.slash(stage.hall, "my settings", notify="both")
        said = await stage.guest.slash(stage.hall, "my settings", language="en")
        assert Words.of("en").say("notify-both") in said.text

        shown = await stage.guest.slash(stage.hall, "my settings")

        person = await stage.store.people.get(stage.guest.id)
        assert (person.locale, person.notify) == ("en", "both")
        assert Words.of("en").say("settings-kept") not in shown.text
        assert Words.of("en").say("notify-both") in shown.text


@pytest.mark.parametrize("is_closed", [False, True])
async def test_a_reminder_finds_its_way(tmp_path: Path, is_closed: bool) -> None:
    """By direct message; where those are closed, in the channel with a mention that rings."""
    async with on_stage(tmp_path / "games.db") as stage:
        game = await begun(stage, "new-york", stage.guest)
        await stage.games.set_pace(game, Who(1, "Moderator"), "day")
        turns = (await stage.games.look(game)).state.turns
        while (outcome := await stage.games.look(game)).state.turns == turns:
            deck = next(iter(outcome.table.rules.spec.decks))
            draw = DrawBlind(outcome.table.seat_of(stage.guest.id), deck)
            await stage.games.act(game, stage.guest.id, None, lambda _, draw=draw: draw)
        await stage.told()
        if is_closed:
            stage.guest.close_dms()
        stage.later += timedelta(hours=12, minutes=1)
        await stage.client.parts.driver.run_due(stage.games.now())
        await stage.told()

        place = stage.hall if is_closed else stage.guest.direct
        (call,) = [m for m in stage.guest.sees(place) if "<t:" in m.text]
        assert (stage.guest.id in call.mentions) == is_closed
        assert f"<#{stage.hall.id}>" in call.text
