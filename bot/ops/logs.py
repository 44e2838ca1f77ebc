"""Structured logs: one JSON object a line, without tokens, hands, tickets or seeds."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Final

from structlog.contextvars import get_contextvars

_STANDARD_FIELDS: Final = {*logging.makeLogRecord({}).__dict__, "message", "asctime", "taskName"}
"""The fields of every record. All other fields were passed as `extra`."""
MAX_VALUE_LENGTH: Final = 400
"""Most characters of a text or a trace line. They may contain user input of any length."""
MAX_TRACE_LINES: Final = 100
"""Most lines of a trace. The last lines are the most useful ones."""


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON with a limited length."""

    def format(self, record: logging.LogRecord) -> str:
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
    """Return the fields passed with a record, and those of the current context.

    A library does not pass the context with its records.
    """
    given = {name: record.__dict__[name] for name in record.__dict__.keys() - _STANDARD_FIELDS}
    return get_contextvars() | given


def _truncate(value: object) -> object:
    return value[:MAX_VALUE_LENGTH] if isinstance(value, str) else value


def start_logging(level: str) -> None:
    """Log to standard error, with *level* for the bot's own records.

    Libraries log only warnings. The debug output of aiosqlite has every written value, such as
    seeds and hands, and that of discord.py has every payload.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(
        level=max(logging.WARNING, _level_number(level)), handlers=[handler], force=True
    )
    logging.getLogger("bot").setLevel(level)
    logging.getLogger("discord.client").setLevel(
        logging.ERROR
    )  # It warns about missing voice support.


def _level_number(level: str) -> int:
    return logging.getLevelNamesMapping()[level]
