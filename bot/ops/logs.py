"""Structured logs: one JSON object a line, without tokens, hands, tickets or seeds."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Final

from structlog.contextvars import get_contextvars

_STANDARD_FIELDS: Final = {*logging.makeLogRecord({}).__dict__, "message", "asctime", "taskName"}
"""What every record has; the rest was given as `extra`."""
MAX_VALUE_LENGTH: Final = 400
"""Characters of a text, or of a line of a trace: what people send may be in it."""
MAX_TRACE_LINES: Final = 100
"""Lines of a trace; the last ones say most."""


class JsonLines(logging.Formatter):
    """A record as one line of JSON, of bounded length."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        entry = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "from": record.name,
            "text": record.getMessage()[:MAX_VALUE_LENGTH],
            **{name: _truncate(value) for name, value in _extra_fields(record).items()},
        }
        if record.exc_info:
            lines = self.formatException(record.exc_info).splitlines()[-MAX_TRACE_LINES:]
            entry["trace"] = "\n".join(line[:MAX_VALUE_LENGTH] for line in lines)
        return json.dumps(entry, ensure_ascii=False, default=str)


def _extra_fields(record: logging.LogRecord) -> dict[str, object]:
    """What was given with it; and, for a library's, what the work at hand is about."""
    given = {name: record.__dict__[name] for name in record.__dict__.keys() - _STANDARD_FIELDS}
    return get_contextvars() | given


def _truncate(value: object) -> object:
    return value[:MAX_VALUE_LENGTH] if isinstance(value, str) else value


def start_logging(level: str) -> None:
    """Write to standard error, at *level* for what is ours.

    Of libraries only warnings: aiosqlite's debugging output shows every value that is written,
    seeds and hands among them, and discord.py's every payload.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(
        level=max(logging.WARNING, _level_number(level)), handlers=[handler], force=True
    )
    logging.getLogger("bot").setLevel(level)
    logging.getLogger("discord.client").setLevel(logging.ERROR)  # it warns that it has no voice


def _level_number(level: str) -> int:
    return logging.getLevelNamesMapping()[level]
