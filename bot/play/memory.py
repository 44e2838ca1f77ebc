"""What people and servers have set, and what the program notes for itself."""

from __future__ import annotations

from bot.storage.store import SqliteStore


class Memory:
    """Languages that were chosen, and notes."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store

    async def choose_for_user(self, user_id: int, language: str | None) -> None:
        """Keep the language a user chose; None: whatever Discord says."""
        await self._store.set_locale("users", user_id, language)

    async def choose_for_server(self, guild_id: int, language: str) -> None:
        """Keep the language of posts on a server."""
        await self._store.set_locale("guilds", guild_id, language)

    async def language_of_server(self, guild_id: int) -> str | None:
        """The language that was chosen for a server."""
        return await self._store.locale_of("guilds", guild_id)

    async def note(self, name: str) -> str | None:
        """A note of the program to itself."""
        return await self._store.note(name)

    async def set_note(self, name: str, text: str) -> None:
        """Keep a note."""
        await self._store.set_note(name, text)
