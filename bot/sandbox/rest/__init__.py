"""Discord's REST API, one module for each area; importing them fills the router."""

from bot.sandbox.rest import (
    applications,
    channels,
    commands,
    guilds,
    interactions,
    messages,
    threads,
    users,
)
from bot.sandbox.rest.router import ROUTER

__all__ = [
    "ROUTER",
    "applications",
    "channels",
    "commands",
    "guilds",
    "interactions",
    "messages",
    "threads",
    "users",
]
