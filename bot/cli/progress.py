"""Progress of long work, shown on standard error. Only a terminal shows it."""

from __future__ import annotations

from contextlib import AbstractContextManager

from rich.console import Console
from rich.live import Live
from rich.spinner import Spinner


def show_status(text: str) -> AbstractContextManager[object]:
    """Return a context that shows *text* with a spinner while its body runs."""
    return Live(
        Spinner("dots", f"{text}…"),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,  # Redirected, the body's output would go to standard error.
        redirect_stderr=False,
    )
