"""All of Discord's limits that the sandbox enforces."""

from __future__ import annotations

from typing import NamedTuple

MIB = 1024 * 1024

# Time, in seconds
FIRST_RESPONSE = 3.0
TOKEN_LIFE = 15 * 60.0
NONCE_MEMORY = 5 * 60.0
RESUME_WINDOW = 180.0
BULK_DELETE_AGE = 14 * 24 * 3600.0
HEARTBEAT_INTERVAL = 41.25

# Messages
CONTENT = 2000
EMBEDS = 10
EMBED_TOTAL = 6000
EMBED_TITLE = 256
EMBED_DESCRIPTION = 4096
EMBED_FIELDS = 25
EMBED_FIELD_NAME = 256
EMBED_FIELD_VALUE = 1024
EMBED_FOOTER = 2048
EMBED_AUTHOR = 256
NONCE = 25
PINS = 250
ALLOWED_MENTIONS = 100
HISTORY = 100
BULK_DELETE = range(2, 101)

# Files
FILE_SIZE = 10 * MIB
REQUEST_SIZE = 25 * MIB
FILES = 10
ALT_TEXT = 1024
FILE_NAME = 260
EMOJI_SIZE = 256 * 1024
EMOJIS = 2000

# Components
ROWS = 5
ROW_BUTTONS = 5
V2_COMPONENTS = 40
V2_TEXT = 4000
V2_BYTES = 10_170
"""UTF-8 bytes of the texts plus 12 for each text. Discord answers 500 beyond this limit, which was
observed and is not documented."""
V2_BYTES_EACH = 12
CUSTOM_ID = 100
BUTTON_LABEL = 80
BUTTON_URL = 512
SELECT_OPTIONS = 25
OPTION_TEXT = 100
PLACEHOLDER = 150
GALLERY_ITEMS = 10
MEDIA_DESCRIPTION = 1024
MEDIA_URL = 2048
ENDPOINT_URL = 512
SECTION_TEXTS = 3
COMPONENT_ID = 2**31 - 1

# Modals
MODAL_TITLE = 45
MODAL_COMPONENTS = 5
LABEL = 45
LABEL_DESCRIPTION = 100
TEXT_INPUT = 4000
TEXT_PLACEHOLDER = 100
RADIO_OPTIONS = range(2, 11)
CHECKBOX_OPTIONS = range(1, 11)
UPLOADS = 10

# Commands
SLASH_COMMANDS = 100
CONTEXT_COMMANDS = 15
COMMAND_NAME = 32
COMMAND_DESCRIPTION = 100
COMMAND_OPTIONS = 25
COMMAND_CHOICES = 25
CHOICE_NAME = 100
CHOICE_VALUE = 100
COMMAND_SIZE = 8000
COMMAND_CREATES_A_DAY = 200
STRING_OPTION = 6000
NUMBER_OPTION = 2**53
USER_INSTALL_FOLLOWUPS = 5

# Channels
CHANNEL_NAME = 100
TOPIC = 1024
ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
SLOWMODE = 21600
NICK = 32

# Gateway
GATEWAY_SENDS = 120
GATEWAY_SENDS_PER = 60.0
GATEWAY_PAYLOAD = 4096
GUILDS_A_SHARD = 2500
SESSION_STARTS = 1000
IDENTIFY_EVERY = 5.0
REPLAY_EVENTS = 5000


class Rate(NamedTuple):
    """The number of requests allowed in a period of seconds."""

    limit: int
    per: float


GLOBAL_RATE = Rate(50, 1.0)
INVALID_RATE = Rate(10_000, 600.0)
DEFAULT_RATE = Rate(50, 1.0)
RATES: dict[str, Rate] = {
    "POST /channels/{channel}/messages": Rate(5, 5.0),
    "PATCH /channels/{channel}/messages/{message}": Rate(5, 5.0),
    "DELETE /channels/{channel}/messages/{message}": Rate(5, 1.0),
    "PATCH /channels/{channel}": Rate(5, 15.0),
    "PUT /channels/{channel}/messages/pins/{message}": Rate(5, 4.0),
    "DELETE /channels/{channel}/messages/pins/{message}": Rate(5, 4.0),
    "POST /channels/{channel}/threads": Rate(5, 10.0),
    "POST /channels/{channel}/messages/{message}/threads": Rate(5, 10.0),
    "POST /users/@me/channels": Rate(10, 10.0),
    "POST /webhooks/{application}/{token}": Rate(5, 2.0),
    "PATCH /webhooks/{application}/{token}/messages/{message}": Rate(5, 2.0),
}
RENAME_RATE = Rate(2, 600.0)
"""The limit for names and topics of channels, in addition to the route's limit. Discord answers 429
beyond it (observed)."""
