"""`whistlestop doctor`: what is ready, what is missing, what to do about it."""

from __future__ import annotations

import asyncio
import logging

import typer

from bot.app import point_at
from bot.cli.refusals import FAILED, refusals
from bot.config import Settings, read_settings
from bot.ops.doctor import examine


def doctor() -> None:
    """Check everything a running bot needs; changes nothing."""
    with refusals():
        settings = read_settings()
    logging.getLogger("discord").setLevel(logging.CRITICAL)  # we say ourselves what went wrong
    point_at(settings)
    if asyncio.run(_told(settings)):
        raise typer.Exit(FAILED)


async def _told(settings: Settings) -> int:
    """Say every finding as it comes; how many were bad."""
    bad = 0
    async for finding in examine(settings):
        typer.echo(f"{finding.level:<5} {finding.subject}: {finding.text}")
        bad += finding.level == "fail"
    return bad
