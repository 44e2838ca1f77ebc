"""What one press or command costs: everything about it is looked up once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import pytest

from bot.chat import plans
from bot.language.words import Words
from bot.messages.plans import plan_for
from bot.play.table import Outcome
from engine.ids import Seat
from render import Plan
from tests.bot.players import on_turn
from tests.bot.stage import BotStage

EN = Words.of("en").say


def asked_of_store(stage: BotStage, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the store is asked from now on; not what it asks itself."""
    asked: list[str] = []
    inside = ContextVar("inside", default=False)

    def noted(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        async def call(*args: Any, **options: Any) -> Any:
            if inside.get():
                return await method(*args, **options)
            asked.append(name)
            token = inside.set(True)
            try:
                return await method(*args, **options)
            finally:
                inside.reset(token)

        return call

    for name, method in inspect.getmembers(stage.store, inspect.iscoroutinefunction):
        if not name.startswith("_"):
            monkeypatch.setattr(stage.store, name, noted(name, method))
    return asked


class TestReads:
    """A press reads who asks and what it is about, nothing twice; telling is not counted."""

    async def test_a_blind_draw(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The answer follows from the outcome of the move."""
        async with on_turn(tmp_path) as (stage, _):
            panel = await stage.moderator.press(stage.post(), EN("button-draw"))
            stage.games.on_change = lambda game: None
            asked = asked_of_store(stage, monkeypatch)

            drawn = await stage.moderator.press(panel, panel.message.buttons[-1]["custom_id"])

            assert EN("question-second") in drawn.text
            assert asked == ["language_of", "game", "append"]

    async def test_a_panel(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It changes nothing, and looks once."""
        async with on_turn(tmp_path) as (stage, _):
            asked = asked_of_store(stage, monkeypatch)

            await stage.moderator.press(stage.post(), EN("button-claim"))

            assert asked == ["language_of", "game"]


class TestSuggestions:
    """What is offered while somebody types."""

    async def test_tickets_are_planned_once(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Not again for the next letter; but when the game has gone on."""
        planned: list[int] = []

        def noted(outcome: Outcome, seat: Seat) -> Plan:
            planned.append(outcome.version)
            return plan_for(outcome, seat)

        async with on_turn(tmp_path) as (stage, _):
            monkeypatch.setattr(plans, "plan_for", noted)
            person = stage.moderator
            for typed in ("", "n", "ne", "new"):
                await person.autocomplete(stage.hall, "claim", "route", typed)
            assert len(planned) == 1

            await person.slash(stage.hall, "draw", card="deck:train")
            await person.autocomplete(stage.hall, "claim", "route", "n")
            assert len(planned) == 2
