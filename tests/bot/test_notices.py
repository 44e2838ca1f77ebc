"""How people are called when it is their turn: once, and in the way they like."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.language.words import Words
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
