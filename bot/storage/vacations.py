"""What a vacation is in SQL: kept with a table's change, or by itself."""

from __future__ import annotations

from dataclasses import astuple

from bot.games.model import Vacation
from bot.storage.database import Statement


def kept_vacation(vacation: Vacation) -> Statement:
    """One that begins, or ends otherwise than was said."""
    return Statement(
        "INSERT INTO vacations (user_id, start, until) VALUES ($1, $2, $3)"
        " ON CONFLICT (user_id, start) DO UPDATE SET until = excluded.until",
        astuple(vacation),
    )
