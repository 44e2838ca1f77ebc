"""`python -m bot.sandbox_child`: the bot beside a sandbox; it ends when its standard input does."""

from __future__ import annotations

import os
import signal
import sys
import threading


def _watch() -> None:
    """Stop as SIGTERM would, once the other end of standard input is gone, even by kill -9."""
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    # Not above: workers import this page too, and need nothing of it.
    from bot.app import main

    threading.Thread(target=_watch, daemon=True).start()
    sys.exit(main(adopts=True))
