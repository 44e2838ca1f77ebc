"""The command `whistlestop doctor`: print what works, what is missing, and what to do."""

from __future__ import annotations

import asyncio
import logging

import typer

from bot.cli.errors import FAILED, exit_on_errors
from bot.config import Settings, read_settings


def doctor() -> None:
    """Check configuration, permissions and database."""
    from bot.app import use_discord_at  # Importing discord.py takes a second.

    with exit_on_errors():
        settings = read_settings()
    logging.getLogger("discord").setLevel(logging.CRITICAL)  # The command prints errors itself.
    use_discord_at(settings)
    if asyncio.run(_print_findings(settings)):
        raise typer.Exit(FAILED)


async def _print_findings(settings: Settings) -> int:
    """Print each finding at once, and return the number of failures."""
    from bot.ops.doctor import run_checks

    failures = 0
    async for finding in run_checks(settings):
        typer.echo(f"{finding.level:<5} {finding.subject}: {finding.text}")
        failures += finding.level == "fail"
    return failures
