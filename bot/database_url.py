"""Where everything is kept: a file, or a PostgreSQL server."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import parse_qs, quote, urlsplit

from engine.errors import BadInput

SCHEMES: Final = ("postgresql://", "postgres://")
LIKE_A_SERVER: Final = re.compile(r"postgres(ql)?(:|//)|[^/\\]+:[^/\\]*@")
"""What nobody calls a file: it is mistyped, and may hold a password."""


@dataclass(frozen=True, slots=True)
class Server:
    """A database on a PostgreSQL server; shown without who may log in, and how."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        host = parts.hostname or parse_qs(parts.query).get("host", [""])[0]
        port = f":{parts.port}" if parts.port else ""
        return f"postgresql://{host}{port}{parts.path}"

    @property
    def has_password(self) -> bool:
        """Whether the address itself holds a password."""
        parts = urlsplit(self.url)
        return bool(parts.password) or "password" in parse_qs(parts.query)

    def with_password(self, password: str) -> Server:
        """Return the same server with a password in its address.

        >>> Server("postgresql://user@localhost/games").with_password("a&b").url
        'postgresql://user@localhost/games?password=a%26b'
        """
        url = self.url.rstrip("?&")
        return Server(f"{url}{'&' if '?' in url else '?'}password={quote(password, safe='')}")


Location: TypeAlias = Path | Server


def parse_location(text: str) -> Location:
    """The place that a text names: a URL for a server, else a file.

    >>> str(location_of("postgresql://user:secret@localhost:5432/games"))
    'postgresql://localhost:5432/games'

    Raises:
        BadInput: It looks like a URL, and is none for PostgreSQL; it is not shown: it may hold a
            password.
    """
    if "://" not in text and not LIKE_A_SERVER.match(text):
        return Path(text)
    if not text.startswith(SCHEMES):
        raise BadInput("the address of a database begins with postgresql://, or it is a file")
    server = Server(text)
    try:
        str(server)
    except ValueError:  # a port that is no number, a bracket that is not closed
        raise BadInput(
            "the address of the database makes no sense; it is postgresql://USER@HOST:PORT/NAME"
        ) from None
    if "@" in text.partition("://")[2].removeprefix(urlsplit(text).netloc):
        raise BadInput(  # else a part of a password might be taken for something else, and shown
            "the address of the database has an @ behind the host; in a password, write"
            " %2F for /, %3F for ?, %23 for #, %40 for @"
        )
    return server
