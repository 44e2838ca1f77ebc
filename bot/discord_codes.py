"""Error codes of Discord's API that the bot reacts to."""

from __future__ import annotations

from typing import Final

NO_CHANNEL: Final = 10003
UNKNOWN_MEMBER: Final = 10007
NO_MESSAGE: Final = 10008
NO_ACCESS: Final = 50001
NOT_ALLOWED: Final = 50013
INVALID_FORM: Final = 50035
"""Also the answer to an edit that keeps a picture which the message does not show."""
ARCHIVED: Final = 50083
"""The thread is archived."""
LOCKED: Final = 160005
"""The thread is locked."""
GONE: Final = {NO_CHANNEL, NO_MESSAGE, 10013}
"""The channel, the message or the user no longer exists."""
CLOSED: Final = {NO_ACCESS, 50007, NOT_ALLOWED, 50033, ARCHIVED, 50278, LOCKED}
"""The bot may not write to the channel or to the person."""
