"""The Discord application that a database belongs to.

Only the application that posted a message can edit it. A bot that starts with the token of another
application, such as a test bot, could therefore not update the board of any open table.
"""

from __future__ import annotations

from typing import Final

from bot.storage.store import Store
from engine.errors import BadInput

APPLICATION_NOTE: Final = "application"
"""The name of the note with the application's id."""


async def check_application(store: Store, application_id: int, *, adopts: bool = False) -> None:
    """Compare the application of the token with the one of the database.

    A database without an application is assigned to this one. With *adopts* any database is, and
    the new application then posts every open table again.

    Raises:
        BadInput: The database belongs to another application; the message says what to do.
    """
    known = await store.notes.get(APPLICATION_NOTE)
    if known is None:
        await store.notes.set(APPLICATION_NOTE, str(application_id))
    elif known != str(application_id):
        if not adopts:
            raise BadInput(describe_mismatch(known, application_id))
        await store.forget_messages()
        await store.notes.set(APPLICATION_NOTE, str(application_id))


def describe_mismatch(known: str, application_id: int) -> str:
    """Return the line for an operator whose token belongs to another application."""
    return (
        f"the database belongs to Discord application {known}, but DISCORD_TOKEN to"
        f" {application_id}; set the right token, or WHISTLESTOP_DB to another database, or run"
        " `whistlestop adopt`"
    )
