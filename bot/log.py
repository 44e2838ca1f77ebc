"""Our log: what happened, with facts, and with what the work at hand is about.

Whatever is bound to a piece of work (its game, its server, its interaction) stands in every line
that is written while it is done, also in those of libraries. Secrets are never bound and never
logged; `bot.ops.logs` writes the lines.
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
    """Where a module writes: `log.info("table opened", game=id)`."""
    made: BoundLogger = get_logger(name)
    return made


def bind_context(**facts: object) -> None:
    """From here on this task is about these and nothing else.

    A task inherits what was bound where it was begun: a worker of a table would go on naming the
    press that first called for it.
    """
    clear_contextvars()
    bind_contextvars(**{name: value for name, value in facts.items() if value is not None})
