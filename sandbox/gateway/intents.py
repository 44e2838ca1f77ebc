"""Gateway intents: the events that a session can request, and the privileged ones."""

from __future__ import annotations

GUILDS = 1 << 0
GUILD_MEMBERS = 1 << 1
GUILD_PRESENCES = 1 << 8
GUILD_MESSAGES = 1 << 9
DIRECT_MESSAGES = 1 << 12
MESSAGE_CONTENT = 1 << 15

PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT
KNOWN = (1 << 26) - 1
ALWAYS = 0
"""Events of this intent reach every session: READY, INTERACTION_CREATE."""
