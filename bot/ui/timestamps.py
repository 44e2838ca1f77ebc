"""Moments in messages: everybody reads them in their own zone."""

from __future__ import annotations

from datetime import datetime

import discord


def moment(time: datetime) -> str:
    """A moment, as a date and as how far away it is."""
    absolute, relative = (discord.utils.format_dt(time, style) for style in ("f", "R"))
    return f"{absolute} ({relative})"
