"""Lines of the log: what stands in one, and which work it is about."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path

import pytest

from bot.log import bind_context, logger
from bot.ops.logs import JsonLines
from tests.outbox.test_faults import EN, started_table
from tests.support.players import deck_button


class TestLogs:
    """What stands in a line."""

    def test_extra_reaches_the_line(self) -> None:
        """As fields of its own."""
        record = logging.makeLogRecord({"msg": "told %s", "args": ("all",), "game": "abc"})
        record.again_in = 1.5

        line = json.loads(JsonLines().format(record))

        assert (line["text"], line["game"], line["again_in"]) == ("told all", "abc", 1.5)
        assert set(line) == {"at", "level", "from", "text", "game", "again_in"}

    async def test_lines_say_what_the_work_is_about(self) -> None:
        """Those of libraries too; a worker names its table, not the press that called for it."""
        lines = []

        class Noting(logging.Handler):
            def emit(self, record: logging.LogRecord) -> None:
                lines.append(json.loads(JsonLines().format(record)))

        async def press() -> None:
            bind_context(interaction=1, user=2, guild=None, game="abc")
            logger("bot.tests").warning("one", seat=3)
            logging.getLogger("library").warning("two")
            await asyncio.create_task(worker())

        async def worker() -> None:
            bind_context(game="def")
            logger("bot.tests").warning("three")

        handler = Noting()
        logging.getLogger().addHandler(handler)
        try:
            await asyncio.create_task(press())
        finally:
            logging.getLogger().removeHandler(handler)

        told = [
            {k: v for k, v in line.items() if k not in ("at", "level", "from")} for line in lines
        ]
        about = {"interaction": 1, "user": 2, "game": "abc"}
        assert told == [
            {"text": "one", "seat": 3, **about},
            {"text": "two", **about},
            {"text": "three", "game": "def"},
        ]

    async def test_every_press_and_command_is_one_line(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        """It holds ids, the verb, the outcome and the time, and nothing that was chosen."""
        caplog.set_level(logging.INFO, "bot")
        async with started_table(tmp_path) as table:
            bot, mover = table.bot, await table.player_on_turn()
            caplog.clear()
            panel = await mover.press(bot.board(), EN("button-draw"))
            await mover.press(panel, deck_button(panel))
            await bot.moderator.slash(bot.channel, "draw", card="?")
            await bot.wait_idle()

        presses = [record for record in caplog.records if record.getMessage() == "press"]
        lines = [json.loads(JsonLines().format(record)) for record in presses]
        ids = {"guild": bot.club.id, "channel": bot.channel.id}
        for line in lines:
            assert line.pop("interaction")
            assert line.pop("ms") >= 0
            del line["at"], line["from"]
        common = {"level": "INFO", "text": "press", **ids}
        # A press is logged when its picture is there, which may be after the next press.
        assert sorted(lines, key=lambda line: str(line["verb"])) == [
            {**common, "user": bot.moderator.id, "verb": "/draw", "outcome": "refused"}
            | {"game": table.game},
            {**common, "user": mover.id, "game": table.game, "verb": "blind", "outcome": "done"},
            {**common, "user": mover.id, "game": table.game, "verb": "draw", "outcome": "done"},
        ]
