"""`python -m bot.sandbox_child`: the bot of a sandbox. It ends when its standard input closes."""

from __future__ import annotations

import os
import signal
import sys
import threading


def _stop_with_parent() -> None:
    """Send SIGTERM to this process when its standard input closes.

    It closes when the parent process ends, even by SIGKILL.
    """
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    # Imported here because worker processes import this module too and do not need the bot.
    from bot.app import main

    threading.Thread(target=_stop_with_parent, daemon=True).start()
    sys.exit(main(adopts=True))
