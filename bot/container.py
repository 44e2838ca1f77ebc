"""`python -m bot.container [serve]`: the bot under a host that restarts every process that ends.

Docker's restart policies ignore exit codes. A policy with a limited number of restarts gives up
after an hour without Discord. `on-failure` does not start the bot after a reboot of the machine. A
policy without a limit tries a wrong token forever. So the process does not end after a refusal that
no restart can fix. It has printed the reason, its health check fails, and it waits for the
operator.
"""

from __future__ import annotations

import signal
import sys

REFUSED_EXIT_CODE = 2
"""The exit code of a refusal that only an operator can fix."""
STOP_SIGNALS = {signal.SIGTERM, signal.SIGINT}


def _wait_for_stop() -> None:
    """Wait for a signal that stops the process."""
    # A signal that is not blocked would kill the process before `sigwait` receives it.
    signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    sys.stderr.write("whistlestop: waiting to be stopped; starting again would change nothing\n")
    signal.sigwait(STOP_SIGNALS)


if __name__ == "__main__":
    # Imported here because worker processes import this module too and do not need the bot.
    from bot.app import main

    code = main(serve=sys.argv[1:] == ["serve"])
    if code == REFUSED_EXIT_CODE:
        _wait_for_stop()
    sys.exit(code)
