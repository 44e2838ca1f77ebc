"""`python -m bot`: the bot. Workers import this page too, so it holds nothing but the way in."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    from bot.app import main

    sys.exit(main())
