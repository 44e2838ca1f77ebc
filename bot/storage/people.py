"""What is remembered of people, servers and the program itself: languages, addresses, notes."""

from __future__ import annotations

from bot.storage.sqlite import Database, Statement


class Remembered(Database):
    """Languages that were chosen, where direct messages go, notes."""

    async def locale_of(self, table: str, id: int) -> str | None:
        """The language somebody chose: *table* is ``"users"`` or ``"guilds"``."""
        row = await self._one(f"SELECT locale FROM {_settings(table)} WHERE id = $1", id)  # noqa: S608  # one of two names
        return row[0] if row else None

    async def set_locale(self, table: str, id: int, locale: str | None) -> None:
        """Keep the language somebody chose; None: whatever Discord says."""
        await self.write(
            Statement(
                f"INSERT INTO {_settings(table)} (id, locale) VALUES ($1, $2)"  # noqa: S608  # one of two names
                " ON CONFLICT (id) DO UPDATE SET locale = excluded.locale",
                (id, locale),
            )
        )

    async def language_of(self, user_id: int) -> tuple[str | None, str | None]:
        """The language a user chose, and that of the user's client when it was last seen."""
        row = await self._one("SELECT locale, client_locale FROM users WHERE id = $1", user_id)
        return (row[0], row[1]) if row else (None, None)

    async def see_client(self, user_id: int, locale: str) -> None:
        """Keep the language of a user's client."""
        await self._keep_of_user(user_id, "client_locale", locale)

    async def dm_channel_of(self, user_id: int) -> int | None:
        """Where a user's direct messages are, as far as we know."""
        row = await self._one("SELECT dm_channel_id FROM users WHERE id = $1", user_id)
        return row[0] if row else None

    async def set_dm_channel(self, user_id: int, channel_id: int | None) -> None:
        """Keep where a user's direct messages are; None: it has to be asked again."""
        await self._keep_of_user(user_id, "dm_channel_id", channel_id)

    async def _keep_of_user(self, user_id: int, column: str, value: object) -> None:
        await self.write(
            Statement(
                f"INSERT INTO users (id, {column}) VALUES ($1, $2)"  # noqa: S608  # names of our own columns
                f" ON CONFLICT (id) DO UPDATE SET {column} = excluded.{column}",
                (user_id, value),
            )
        )

    async def left_at(self, guild_id: int) -> str | None:
        """Since when we are no longer on a server; None: we are, as far as we know."""
        row = await self._one("SELECT left_at FROM guilds WHERE id = $1", guild_id)
        return row[0] if row else None

    async def set_left(self, guild_id: int, at: str | None) -> None:
        """We were removed from a server, or are on it again."""
        await self.write(
            Statement(
                "INSERT INTO guilds (id, left_at) VALUES ($1, $2)"
                " ON CONFLICT (id) DO UPDATE SET left_at = excluded.left_at",
                (guild_id, at),
            )
        )

    async def note(self, name: str) -> str | None:
        """A note of the program to itself, e.g. the hash of the commands it registered."""
        row = await self._one("SELECT text FROM notes WHERE name = $1", name)
        return row[0] if row else None

    async def set_note(self, name: str, text: str) -> None:
        """Keep a note."""
        await self.write(
            Statement(
                "INSERT INTO notes (name, text) VALUES ($1, $2)"
                " ON CONFLICT (name) DO UPDATE SET text = excluded.text",
                (name, text),
            )
        )


def _settings(table: str) -> str:
    if table not in ("users", "guilds"):
        raise ValueError(table)
    return table
