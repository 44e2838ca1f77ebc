"""`python -m bot.container [serve]`: the bot under a host that starts again whatever ends.

Docker's restart policies know no exit codes. One that gives up would not survive an hour without
Discord, and `on-failure` does not come back after the machine was restarted; one that never gives
up tries a wrong token for ever. So a refusal that no restart can mend does not end: it has said
why, the health check fails, and nothing happens until somebody looks.
"""

from __future__ import annotations

import signal
import sys

REFUSED = 2
"""The code of a refusal that only an operator can mend."""
FAREWELLS = {signal.SIGTERM, signal.SIGINT}


def _wait() -> None:
    """Until we are told to stop."""
    signal.pthread_sigmask(signal.SIG_BLOCK, FAREWELLS)  # they wait for us, and do not kill
    sys.stderr.write("whistlestop: waiting to be stopped; starting again would change nothing\n")
    signal.sigwait(FAREWELLS)


if __name__ == "__main__":
    # Not above: workers import this page too, and need nothing of it.
    from bot.app import main

    code = main(serve=sys.argv[1:] == ["serve"])
    if code == REFUSED:
        _wait()
    sys.exit(code)
