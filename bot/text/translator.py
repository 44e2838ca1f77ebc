"""The language of each reader, and the phrases for a table in it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from bot.games.errors import DatabaseError, DiskFull
from bot.games.lobby import Lobby
from bot.games.model import PersonRow
from bot.games.store import PersonStore
from bot.games.table import GameSnapshot
from bot.text.phrases import Phrases
from bot.text.words import Words


@dataclass(slots=True)
class Translator:
    """Finds a user's language, and makes the phrases for a table."""

    people: PersonStore
    locale: str = "en"
    """The language of users whose language is not known."""
    emoji: Mapping[str, str] = field(default_factory=dict)
    """The bot's own emoji by the name of their icon. Empty until they are uploaded."""

    async def load_person(self, user_id: int, client: str) -> PersonRow:
        """Return the settings of a user who pressed or typed, and save the language of *client*."""
        person = PersonRow()
        # The user gets the error from the action itself. This answer only needs a language.
        with suppress(DatabaseError, DiskFull):
            person = await self.people.get(user_id)
            if person.client_locale != client:
                await self.people.set_client_locale(user_id, client)
        return person

    def words_for(self, person: PersonRow, client: str) -> Words:
        """Return the words for a user who pressed or typed.

        The language is the one that the user has set with the bot, or the one of the user's
        *client*.
        """
        return Words.of(person.locale or client, self.locale)

    def words_of(self, person: PersonRow, default: str) -> Words:
        """Return the words for a user who did not press or type.

        The language is the one that the user has set with the bot, or the last one of the user's
        client.
        """
        return Words.of(person.locale or person.client_locale or default, self.locale)

    def phrases(self, words: Words, table: Lobby | GameSnapshot) -> Phrases:
        """Return the phrases for this table in that language."""
        rows = table.seats if isinstance(table, Lobby) else table.table.seats
        spec = table.spec if isinstance(table, Lobby) else table.table.rules.spec
        helped = [row.seat for row in rows if row.maker == "caretaker"]
        return Phrases(words, spec, [row.name for row in rows], self.emoji, helped)
