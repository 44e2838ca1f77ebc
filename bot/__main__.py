"""`python -m bot`: the bot.

Worker processes import this module too, so it has only the entry point.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    from bot.app import main

    sys.exit(main())
