"""The settings, read once from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from bot.database_url import Location, Server, parse_location
from engine.errors import BadInput

LANGUAGES: Final = ("en", "de")
LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
DATABASE: Final = Path("data/whistlestop.db")
SANDBOX_PORT: Final = 8484
HEALTH_HOST: Final = "127.0.0.1"
ENDPOINT_HOST: Final = "127.0.0.1"
ENDPOINT_PORT: Final = 8486
TABLES_PER_SERVER: Final = 50
LOBBIES_PER_PERSON: Final = 5
MAX_PROCESSES: Final = 25
REQUESTS_PER_SECOND: Final = 50
"""The global limit of Discord for a bot. Discord raises it for some bots."""
LEASE: Final = 90
"""Seconds."""
MAX_LIMIT: Final = 10_000
"""The highest value of any limit that an operator sets."""
DISCORD: Final = "discord.com"
MAX_PORT: Final = 65_535
MAX_SECRET_CHARACTERS: Final = 1000
"""A file with more characters does not contain a secret."""
DB_PASSWORD_FILE: Final = "WHISTLESTOP_DB_PASSWORD_FILE"  # noqa: S105  # the name of a variable


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of an operator. The token is left out of `repr`, so that no log shows it."""

    token: str | None = field(default=None, repr=False)
    database: Location = DATABASE
    backups: Path | None = None
    """The folder of the nightly backups, or None if no backups are made."""
    api: str | None = None
    """Another base address of Discord's API, for example the sandbox's."""
    gateway: str | None = None
    locale: str = "en"
    log_level: str = "INFO"
    sandbox_port: int = SANDBOX_PORT
    health_port: int | None = None
    """The port of the health endpoint, or None for no health endpoint."""
    health_host: str = HEALTH_HOST
    endpoint_port: int = ENDPOINT_PORT
    """The port at which `whistlestop serve` accepts interactions."""
    endpoint_host: str = ENDPOINT_HOST
    tables_per_server: int = TABLES_PER_SERVER
    """The most open tables of a server at a time."""
    lobbies_per_person: int = LOBBIES_PER_PERSON
    """The most lobbies that one person may have open at a time."""
    processes: int = 1
    """The number of bot processes behind the proxy."""
    requests_per_second: int = REQUESTS_PER_SECOND
    """The most requests per second that all processes together send to Discord."""
    lease: int = LEASE
    """Seconds for which a process has the messages of a table to itself."""
    adopts: bool = False
    """Whether any application may take over the database. Set only for the built-in sandbox."""
    clock: Path | None = None
    """A file with seconds that are added to every reading of the clock. Only for a sandbox."""

    def require_token(self) -> str:
        """Return the token.

        Raises:
            BadInput: No token is set.
        """
        if not self.token:
            raise BadInput(
                "DISCORD_TOKEN is not set; copy the token from Discord's developer portal"
            )
        return self.token

    @property
    def folder(self) -> Path:
        """The folder of the bot's files: that of the database file, or the default folder."""
        return (DATABASE if isinstance(self.database, Server) else self.database).parent


def read_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings in *environment*. An empty variable counts as not set.

    >>> read_settings({"WHISTLESTOP_LOCALE": "de"}).locale
    'de'

    Raises:
        BadInput: A variable has an invalid value. The message names it and the valid values.
    """
    given = {name: value.strip() for name, value in environment.items() if value.strip()}
    database = _read_database(given)
    return Settings(
        token=_read_token(given),
        database=database,
        backups=_read_backups(given, database),
        api=given.get("WHISTLESTOP_DISCORD_API"),
        gateway=given.get("WHISTLESTOP_DISCORD_GATEWAY"),
        locale=_read_choice(given, "WHISTLESTOP_LOCALE", LANGUAGES, "en"),
        log_level=_read_choice(given, "WHISTLESTOP_LOG", LOG_LEVELS, "INFO"),
        sandbox_port=_read_port(given, "WHISTLESTOP_SANDBOX_PORT") or SANDBOX_PORT,
        health_port=_read_port(given, "WHISTLESTOP_HEALTH_PORT"),
        health_host=given.get("WHISTLESTOP_HEALTH_HOST", HEALTH_HOST),
        endpoint_port=_read_port(given, "WHISTLESTOP_ENDPOINT_PORT") or ENDPOINT_PORT,
        endpoint_host=given.get("WHISTLESTOP_ENDPOINT_HOST", ENDPOINT_HOST),
        tables_per_server=_read_limit(given, "WHISTLESTOP_TABLES_PER_SERVER", TABLES_PER_SERVER),
        lobbies_per_person=_read_limit(given, "WHISTLESTOP_LOBBIES_PER_PERSON", LOBBIES_PER_PERSON),
        processes=_read_limit(given, "WHISTLESTOP_PROCESSES", 1, MAX_PROCESSES),
        requests_per_second=_read_limit(
            given, "WHISTLESTOP_REQUESTS_PER_SECOND", REQUESTS_PER_SECOND
        ),
        lease=_read_limit(given, "WHISTLESTOP_LEASE", LEASE, LEASE),
        clock=_read_clock(given),
    )


def _read_token(given: Mapping[str, str]) -> str | None:
    """Return the token from DISCORD_TOKEN or from the file that DISCORD_TOKEN_FILE names.

    No message shows the token. No message shows the name of the file either, because an operator
    may have put the token in its place.
    """
    if "DISCORD_TOKEN_FILE" not in given:
        return given.get("DISCORD_TOKEN")
    if "DISCORD_TOKEN" in given:
        raise BadInput("DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set; unset one of them")
    words = _read_secret(given, "DISCORD_TOKEN_FILE").split()
    if len(words) != 1 or not words[0].isascii() or len(words[0]) > MAX_SECRET_CHARACTERS:
        raise BadInput("the file of DISCORD_TOKEN_FILE must contain only the token")
    return words[0]


def _read_secret(given: Mapping[str, str], name: str) -> str:
    """Return the text of the file that a variable names, or "" if the file is not text.

    The text is cut one character after the longest possible secret.
    """
    try:
        with Path(given[name]).open(encoding="utf-8", newline="") as file:
            return file.read(MAX_SECRET_CHARACTERS + 1)
    except OSError as error:
        raise BadInput(f"the file of {name} cannot be read: {error.strerror}") from None
    except ValueError:  # the content is not UTF-8, or the name is not valid for a file
        return ""


def _read_clock(given: Mapping[str, str]) -> Path | None:
    """Return the file that shifts the time of a sandbox, or None if it is not set.

    Raises:
        BadInput: The bot would play at Discord. Real games are played by the real time.
    """
    if "WHISTLESTOP_CLOCK" not in given:
        return None
    host = urlsplit(given.get("WHISTLESTOP_DISCORD_API", "")).hostname or DISCORD
    has_token = "DISCORD_TOKEN" in given or "DISCORD_TOKEN_FILE" in given
    if has_token and (host == DISCORD or host.endswith(f".{DISCORD}")):
        raise BadInput("WHISTLESTOP_CLOCK is only for the sandbox; unset it to connect to Discord")
    return Path(given["WHISTLESTOP_CLOCK"])


def _read_database(given: Mapping[str, str]) -> Location:
    try:
        location = parse_location(given.get("WHISTLESTOP_DB", str(DATABASE)))
    except BadInput as error:
        raise BadInput(f"WHISTLESTOP_DB: {error}") from None
    if isinstance(location, Server):
        return add_password(location, given)
    if DB_PASSWORD_FILE in given:
        raise BadInput(
            f"{DB_PASSWORD_FILE} is only for PostgreSQL; unset it, or change WHISTLESTOP_DB"
        )
    return location


def add_password(server: Server, environment: Mapping[str, str] = os.environ) -> Server:
    """Return the server with the password from WHISTLESTOP_DB_PASSWORD_FILE, if that is set.

    Raises:
        BadInput: The file does not contain exactly one password, or the address has one, too.
    """
    if not environment.get(DB_PASSWORD_FILE, "").strip():
        return server
    if server.has_password:
        raise BadInput(
            f"the address of the database has a password and {DB_PASSWORD_FILE} is set;"
            " use only one of them"
        )
    password = _read_secret(environment, DB_PASSWORD_FILE).rstrip("\n")
    if len(password) > MAX_SECRET_CHARACTERS or password.splitlines() != [password]:
        raise BadInput(f"the file of {DB_PASSWORD_FILE} must contain only the password")
    return server.with_password(password)


def _read_backups(given: Mapping[str, str], database: Location) -> Path | None:
    value = given.get("WHISTLESTOP_BACKUPS")
    if isinstance(database, Server):
        if value not in (None, "off"):
            raise BadInput("WHISTLESTOP_BACKUPS is only for SQLite; unset it and use pg_dump")
        return None
    folder = Path(value) if value else database.parent / "backups"
    return None if value == "off" else folder


def _read_choice(given: Mapping[str, str], name: str, known: tuple[str, ...], default: str) -> str:
    value = given.get(name, default)
    if value not in known:
        raise BadInput(f"{name} is {value!r}; it must be one of {', '.join(known)}")
    return value


def _read_port(given: Mapping[str, str], name: str) -> int | None:
    return _read_whole_number(given, name, MAX_PORT, "a port") if name in given else None


def _read_limit(given: Mapping[str, str], name: str, default: int, most: int = MAX_LIMIT) -> int:
    return _read_whole_number(given, name, most, "a whole number") if name in given else default


def _read_whole_number(given: Mapping[str, str], name: str, most: int, what: str) -> int:
    value = given[name]
    # int() refuses very long numbers.
    short = value.isdecimal() and len(value) <= len(str(most))
    if not short or not 1 <= int(value) <= most:
        raise BadInput(f"{name} is {value!r}; it must be {what} from 1 to {most}")
    return int(value)
