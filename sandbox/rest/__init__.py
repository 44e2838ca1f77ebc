"""Discord's REST API, one module for each area; importing them fills the router."""

from sandbox.rest import (
    applications,
    channels,
    commands,
    guilds,
    interactions,
    messages,
    threads,
    users,
)
from sandbox.rest.router import ROUTER

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
