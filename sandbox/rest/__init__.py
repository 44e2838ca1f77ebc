"""Discord's REST API, one module per area. Importing the modules fills the router."""

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
