"""The log of the bot: messages with facts and with the context of the current task.

The context of a task (its game, its server, its interaction) is part of every line that the task
logs, also through libraries. Secrets are never bound and never logged. `bot.ops.logs` writes the
lines.
"""

from __future__ import annotations

import structlog
from structlog.contextvars import bind_contextvars, clear_contextvars, merge_contextvars
from structlog.stdlib import BoundLogger, LoggerFactory, get_logger, render_to_log_kwargs

structlog.configure(
    processors=[merge_contextvars, render_to_log_kwargs],
    wrapper_class=BoundLogger,
    logger_factory=LoggerFactory(),
    cache_logger_on_first_use=True,
)


def logger(name: str) -> BoundLogger:
    """Return the logger of a module, used as `log.info("table opened", game=game_id)`."""
    made: BoundLogger = get_logger(name)
    return made


def bind_context(**facts: object) -> None:
    """Replace the log context of this task with *facts*, except those that are None.

    A task inherits the context of the code that started it. Without this call, a table's worker
    would log the id of the press that started the worker.
    """
    clear_contextvars()
    bind_contextvars(**{name: value for name, value in facts.items() if value is not None})
