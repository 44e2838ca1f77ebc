"""`whistlestop doctor`: what is ready, what is missing, what to do about it."""

from __future__ import annotations

import asyncio
import logging

import typer

from bot.cli.errors import FAILED, refusals
from bot.config import Settings, read_settings


def doctor() -> None:
    """Check everything a running bot needs; no game is changed."""
    from bot.app import point_at  # not above: what speaks to Discord takes a second to import

    with refusals():
        settings = read_settings()
    logging.getLogger("discord").setLevel(logging.CRITICAL)  # we say ourselves what went wrong
    point_at(settings)
    if asyncio.run(_told(settings)):
        raise typer.Exit(FAILED)


async def _told(settings: Settings) -> int:
    """Say every finding as it comes; how many were bad."""
    from bot.ops.doctor import examine

    bad = 0
    async for finding in examine(settings):
        typer.echo(f"{finding.level:<5} {finding.subject}: {finding.text}")
        bad += finding.level == "fail"
    return bad
