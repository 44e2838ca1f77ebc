"""Who reads which language, and how to speak of a table in it."""

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
    """Finds everybody's language, and the words for a table."""

    people: PersonStore
    locale: str = "en"
    """The language where nobody's is known."""
    emoji: Mapping[str, str] = field(default_factory=dict)
    """Our own emoji by the name of their icon; empty until they are uploaded."""

    async def words_for(self, user_id: int, client: str) -> Words:
        """The language of whoever asks: as set with us, else as their *client* says."""
        person = PersonRow()
        with suppress(DatabaseError, DiskFull):  # whoever asks is told of that in another way
            person = await self.people.get(user_id)
            if person.client_locale != client:
                await self.people.see_client(user_id, client)
        return Words.of(person.locale or client, self.locale)

    def words_of(self, person: PersonRow, default: str) -> Words:
        """The language of somebody who has not asked: as set, else as last seen."""
        return Words.of(person.locale or person.client_locale or default, self.locale)

    def phrases(self, words: Words, table: Lobby | GameSnapshot) -> Phrases:
        """How to speak of this table in that language."""
        rows = table.seats if isinstance(table, Lobby) else table.table.seats
        spec = table.spec if isinstance(table, Lobby) else table.table.rules.spec
        helped = [row.seat for row in rows if row.maker == "caretaker"]
        return Phrases(words, spec, [row.name for row in rows], self.emoji, helped)
