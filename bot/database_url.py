"""The location of the database: a file or a PostgreSQL server."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import parse_qs, quote, urlsplit

from engine.errors import BadInput

SCHEMES: Final = ("postgresql://", "postgres://")
SERVER_LIKE: Final = re.compile(r"postgres(ql)?(:|//)|[^/\\]+:[^/\\]*@")
"""Matches texts that are no file names but mistyped addresses. They may contain a password."""


@dataclass(frozen=True, slots=True)
class Server:
    """A database on a PostgreSQL server. It is shown without user name and password."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        host = parts.hostname or parse_qs(parts.query).get("host", [""])[0]
        port = f":{parts.port}" if parts.port else ""
        return f"postgresql://{host}{port}{parts.path}"

    @property
    def has_password(self) -> bool:
        """Whether the address contains a password."""
        parts = urlsplit(self.url)
        return bool(parts.password) or "password" in parse_qs(parts.query)

    def with_password(self, password: str) -> Server:
        """Return this server with a password in its address.

        >>> Server("postgresql://user@localhost/games").with_password("a&b").url
        'postgresql://user@localhost/games?password=a%26b'
        """
        url = self.url.rstrip("?&")
        return Server(f"{url}{'&' if '?' in url else '?'}password={quote(password, safe='')}")


Location: TypeAlias = Path | Server


def parse_location(text: str) -> Location:
    """Return the server that a URL names, or the file if *text* is not a URL.

    >>> str(parse_location("postgresql://user:secret@localhost:5432/games"))
    'postgresql://localhost:5432/games'

    Raises:
        BadInput: The text looks like a URL, but is not one for PostgreSQL. The message does not
            show the text, because it may contain a password.
    """
    if "://" not in text and not SERVER_LIKE.match(text):
        return Path(text)
    if not text.startswith(SCHEMES):
        raise BadInput("the database must be a file or an address that starts with postgresql://")
    server = Server(text)
    try:
        str(server)
    except ValueError:  # the port is not a number, or a bracket is not closed
        raise BadInput(
            "the address of the database is invalid; write postgresql://USER@HOST:PORT/NAME"
        ) from None
    if "@" in text.partition("://")[2].removeprefix(urlsplit(text).netloc):
        # A part of the password could otherwise be parsed as something else and be shown.
        raise BadInput(
            "the address of the database has an @ after the host; in a password, write"
            " %2F for /, %3F for ?, %23 for #, %40 for @"
        )
    return server
