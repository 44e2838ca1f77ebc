"""`whistlestop doctor`: what is ready, what is missing, what to do about it."""

from __future__ import annotations

import asyncio
import logging

import typer

from bot.cli.errors import FAILED, exit_on_errors
from bot.config import Settings, read_settings


def doctor() -> None:
    """Check everything a running bot needs; no game is changed."""
    from bot.app import use_discord_at  # not above: what speaks to Discord takes a second to import

    with exit_on_errors():
        settings = read_settings()
    logging.getLogger("discord").setLevel(logging.CRITICAL)  # we say ourselves what went wrong
    use_discord_at(settings)
    if asyncio.run(_print_findings(settings)):
        raise typer.Exit(FAILED)


async def _print_findings(settings: Settings) -> int:
    """Say every finding as it comes; how many were bad."""
    from bot.ops.doctor import run_checks

    bad = 0
    async for finding in run_checks(settings):
        typer.echo(f"{finding.level:<5} {finding.subject}: {finding.text}")
        bad += finding.level == "fail"
    return bad
