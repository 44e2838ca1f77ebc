"""Structured logs: one JSON object a line, without tokens, hands, tickets or seeds."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Final

_ALWAYS: Final = {*logging.makeLogRecord({}).__dict__, "message", "asctime", "taskName"}
"""What every record has; the rest was given as `extra`."""


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        entry = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "from": record.name,
            "text": record.getMessage(),
            **{name: record.__dict__[name] for name in record.__dict__.keys() - _ALWAYS},
        }
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False, default=str)


def start_logging(level: str) -> None:
    """Write to standard error, at *level* for what is ours.

    Of libraries only warnings: aiosqlite's debugging output shows every value that is written,
    seeds and hands among them, and discord.py's every payload.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=max(logging.WARNING, _number(level)), handlers=[handler], force=True)
    logging.getLogger("bot").setLevel(level)
    logging.getLogger("discord.client").setLevel(logging.ERROR)  # it warns that it has no voice


def _number(level: str) -> int:
    return logging.getLevelNamesMapping()[level]
