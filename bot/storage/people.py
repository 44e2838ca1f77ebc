"""Users and servers in the database.

This covers languages, direct message channels, and servers that the bot was removed from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from typing import Final

import msgspec

from bot.games.clock.hours import Hours
from bot.games.model import Notify, PersonRow, TextLength, Usual, Vacation
from bot.storage.database import Database, Statement, fetch_one

PERSON_COLUMNS: Final = ", ".join(PersonRow.__dataclass_fields__)


class SqlPersonStore:
    """The settings of users and servers, and what Discord reported about them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, user_id: int) -> PersonRow:
        sql = f"SELECT {PERSON_COLUMNS} FROM users WHERE id = $1"  # noqa: S608  # our own columns
        row = await fetch_one(self._database, sql, user_id)
        return PersonRow(*row) if row else PersonRow()

    async def set_locale(self, user_id: int, locale: str | None) -> None:
        await self._set_column("users", user_id, "locale", locale)

    async def set_notify(self, user_id: int, notify: Notify) -> None:
        await self._set_column("users", user_id, "notify", notify)

    async def set_texts(self, user_id: int, texts: TextLength) -> None:
        await self._set_column("users", user_id, "texts", texts)

    async def set_hours(self, user_id: int, hours: Hours | None) -> None:
        chosen = hours or Hours()
        values = (chosen.quiet_from, chosen.quiet_to, int(chosen.weekends))
        await self._database.write(
            Statement(
                "INSERT INTO users (id, zone, quiet_from, quiet_to, weekends)"
                " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO UPDATE SET zone = excluded.zone,"
                " quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,"
                " weekends = excluded.weekends",
                (user_id, hours.zone if hours else None, *values),
            )
        )

    async def set_hours_asked(self, user_id: int, game: str) -> None:
        await self._set_column("users", user_id, "hours_asked", game)

    async def mute(self, user_id: int, until: str) -> None:
        await self._set_column("users", user_id, "muted_until", until)

    async def vacations(self, user_id: int, after: str) -> list[Vacation]:
        rows = await self._database.fetch_all(
            "SELECT user_id, start, until FROM vacations"
            " WHERE user_id = $1 AND until > $2 ORDER BY start",
            user_id,
            after,
        )
        return [Vacation(*row) for row in rows]

    async def save_vacation(self, vacation: Vacation) -> None:
        await self._database.write(vacation_statement(vacation))

    async def set_client_locale(self, user_id: int, locale: str) -> None:
        await self._set_column("users", user_id, "client_locale", locale)

    async def set_dm_channel(self, user_id: int, channel_id: int | None) -> None:
        await self._set_column("users", user_id, "dm_channel_id", channel_id)

    async def guild_locale(self, guild_id: int) -> str | None:
        row = await fetch_one(self._database, "SELECT locale FROM guilds WHERE id = $1", guild_id)
        return row[0] if row else None

    async def set_guild_locale(self, guild_id: int, locale: str | None) -> None:
        await self._set_column("guilds", guild_id, "locale", locale)

    async def usual(self, guild_id: int) -> Usual:
        sql = "SELECT pace, vacation FROM guilds WHERE id = $1"
        pace, vacation = await fetch_one(self._database, sql, guild_id) or (None, None)
        return Usual(pace, None if vacation is None else bool(vacation))

    async def set_usual(self, guild_id: int, usual: Usual) -> None:
        vacation = None if usual.vacation is None else int(usual.vacation)
        await self._database.write(
            Statement(
                "INSERT INTO guilds (id, pace, vacation) VALUES ($1, $2, $3)"
                " ON CONFLICT (id) DO UPDATE SET"
                " pace = excluded.pace, vacation = excluded.vacation",
                (guild_id, usual.pace, vacation),
            )
        )

    async def open_channels(self, guild_id: int) -> tuple[int, ...]:
        sql = "SELECT open_channels FROM guilds WHERE id = $1"
        row = await fetch_one(self._database, sql, guild_id)
        return msgspec.json.decode(row[0], type=tuple[int, ...]) if row else ()

    async def set_open_channels(self, guild_id: int, channels: Sequence[int]) -> None:
        stored = msgspec.json.encode(channels).decode()
        await self._set_column("guilds", guild_id, "open_channels", stored)

    async def left_at(self, guild_id: int) -> str | None:
        row = await fetch_one(self._database, "SELECT left_at FROM guilds WHERE id = $1", guild_id)
        return row[0] if row else None

    async def set_left(self, guild_id: int, at: str | None) -> None:
        await self._set_column("guilds", guild_id, "left_at", at)

    async def _set_column(self, table: str, row_id: int, name: str, value: object) -> None:
        await self._database.write(
            Statement(
                f"INSERT INTO {table} (id, {name}) VALUES ($1, $2)"  # noqa: S608  # our own names
                f" ON CONFLICT (id) DO UPDATE SET {name} = excluded.{name}",
                (row_id, value),
            )
        )


def vacation_statement(vacation: Vacation) -> Statement:
    """Return the statement that saves a new vacation or the new end of an existing one."""
    return Statement(
        "INSERT INTO vacations (user_id, start, until) VALUES ($1, $2, $3)"
        " ON CONFLICT (user_id, start) DO UPDATE SET until = excluded.until",
        astuple(vacation),
    )
