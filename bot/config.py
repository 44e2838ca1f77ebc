"""The environment, read once into a frozen value."""

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
"""What Discord allows a bot, unless it has agreed on more."""
LEASE: Final = 90
MAX_LIMIT: Final = 10_000
"""No limit can be set higher."""
DISCORD: Final = "discord.com"
HIGHEST_PORT: Final = 65_535
MAX_SECRET_CHARACTERS: Final = 1000
"""A file with more in it holds something else."""
DB_PASSWORD_FILE: Final = "WHISTLESTOP_DB_PASSWORD_FILE"  # noqa: S105  # a name


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator may set. The token is never shown, not even by accident."""

    token: str | None = field(default=None, repr=False)
    database: Location = DATABASE
    backups: Path | None = None
    """The folder of the nightly backups; None: there are none."""
    api: str | None = None
    """Another base address of Discord's API, e.g. the sandbox."""
    gateway: str | None = None
    locale: str = "en"
    log_level: str = "INFO"
    sandbox_port: int = SANDBOX_PORT
    health_port: int | None = None
    """Where the health endpoint listens; None: nowhere."""
    health_host: str = HEALTH_HOST
    endpoint_port: int = ENDPOINT_PORT
    """Where `whistlestop serve` takes interactions."""
    endpoint_host: str = ENDPOINT_HOST
    tables_per_server: int = TABLES_PER_SERVER
    """How many tables a server may have at once that are not over."""
    lobbies_per_person: int = LOBBIES_PER_PERSON
    """How many tables one person may have open that have not begun."""
    processes: int = 1
    """How many processes like this one there are behind the proxy."""
    requests_per_second: int = REQUESTS_PER_SECOND
    """How many requests all processes together may send to Discord in a second."""
    lease: int = LEASE
    """Seconds that a process has to tell a table before another one may."""
    adopts: bool = False
    """Whether any application may take over the database; only beside the built-in sandbox."""
    clock: Path | None = None
    """A file whose seconds are added whenever somebody looks at the clock; only in a sandbox."""

    @property
    def folder(self) -> Path:
        """Where files of ours are: beside the database, if that is a file itself."""
        return (DATABASE if isinstance(self.database, Server) else self.database).parent


def read_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings in *environment*; an empty variable counts as not set.

    >>> read_settings({"WHISTLESTOP_LOCALE": "de"}).locale
    'de'

    Raises:
        BadInput: A variable makes no sense; the message names it and what is possible.
    """
    given = {name: value.strip() for name, value in environment.items() if value.strip()}
    database = _database(given)
    return Settings(
        token=_token(given),
        database=database,
        backups=_backups(given, database),
        api=given.get("WHISTLESTOP_DISCORD_API"),
        gateway=given.get("WHISTLESTOP_DISCORD_GATEWAY"),
        locale=_one_of(given, "WHISTLESTOP_LOCALE", LANGUAGES, "en"),
        log_level=_one_of(given, "WHISTLESTOP_LOG", LOG_LEVELS, "INFO"),
        sandbox_port=_port(given, "WHISTLESTOP_SANDBOX_PORT") or SANDBOX_PORT,
        health_port=_port(given, "WHISTLESTOP_HEALTH_PORT"),
        health_host=given.get("WHISTLESTOP_HEALTH_HOST", HEALTH_HOST),
        endpoint_port=_port(given, "WHISTLESTOP_ENDPOINT_PORT") or ENDPOINT_PORT,
        endpoint_host=given.get("WHISTLESTOP_ENDPOINT_HOST", ENDPOINT_HOST),
        tables_per_server=_limit(given, "WHISTLESTOP_TABLES_PER_SERVER", TABLES_PER_SERVER),
        lobbies_per_person=_limit(given, "WHISTLESTOP_LOBBIES_PER_PERSON", LOBBIES_PER_PERSON),
        processes=_limit(given, "WHISTLESTOP_PROCESSES", 1, MAX_PROCESSES),
        requests_per_second=_limit(given, "WHISTLESTOP_REQUESTS_PER_SECOND", REQUESTS_PER_SECOND),
        lease=_limit(given, "WHISTLESTOP_LEASE", LEASE, LEASE),
        clock=_clock(given),
    )


def _token(given: Mapping[str, str]) -> str | None:
    """From the variable itself or from the file that another one names; nothing of it is shown.

    Not even the name of the file: somebody may have put the token in its place.
    """
    if "DISCORD_TOKEN_FILE" not in given:
        return given.get("DISCORD_TOKEN")
    if "DISCORD_TOKEN" in given:
        raise BadInput("DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set; keep one of them")
    words = _read_secret(given, "DISCORD_TOKEN_FILE").split()
    if len(words) != 1 or not words[0].isascii() or len(words[0]) > MAX_SECRET_CHARACTERS:
        raise BadInput("DISCORD_TOKEN_FILE names a file that does not hold a token and only that")
    return words[0]


def _read_secret(given: Mapping[str, str], name: str) -> str:
    """Return what the file holds that a variable names, or "" if that is no text.

    The text is at most one character longer than a secret can be.
    """
    try:
        with Path(given[name]).open(encoding="utf-8", newline="") as file:
            return file.read(MAX_SECRET_CHARACTERS + 1)
    except OSError as error:
        raise BadInput(f"{name} names a file that cannot be read: {error.strerror}") from None
    except ValueError:  # not UTF-8, or no name that a file can have
        return ""


def _clock(given: Mapping[str, str]) -> Path | None:
    """Real games are played by the real time."""
    if "WHISTLESTOP_CLOCK" not in given:
        return None
    host = urlsplit(given.get("WHISTLESTOP_DISCORD_API", "")).hostname or DISCORD
    has_token = "DISCORD_TOKEN" in given or "DISCORD_TOKEN_FILE" in given
    if has_token and (host == DISCORD or host.endswith(f".{DISCORD}")):
        raise BadInput("WHISTLESTOP_CLOCK moves the time of a sandbox; unset it to play at Discord")
    return Path(given["WHISTLESTOP_CLOCK"])


def _database(given: Mapping[str, str]) -> Location:
    try:
        location = parse_location(given.get("WHISTLESTOP_DB", str(DATABASE)))
    except BadInput as error:
        raise BadInput(f"WHISTLESTOP_DB: {error}") from None
    if isinstance(location, Server):
        return add_password(location, given)
    if DB_PASSWORD_FILE in given:
        raise BadInput(f"{DB_PASSWORD_FILE} is for a PostgreSQL server; WHISTLESTOP_DB is a file")
    return location


def add_password(server: Server, environment: Mapping[str, str] = os.environ) -> Server:
    """Return the server with the password from WHISTLESTOP_DB_PASSWORD_FILE, if that is set.

    Raises:
        BadInput: The file does not hold one password, or the address holds a password, too.
    """
    if not environment.get(DB_PASSWORD_FILE, "").strip():
        return server
    if server.has_password:
        raise BadInput(
            f"the address of the database has a password and {DB_PASSWORD_FILE} is set;"
            " keep one of them"
        )
    password = _read_secret(environment, DB_PASSWORD_FILE).rstrip("\n")
    if len(password) > MAX_SECRET_CHARACTERS or password.splitlines() != [password]:
        raise BadInput(f"{DB_PASSWORD_FILE} names a file that does not hold a password on one line")
    return server.with_password(password)


def _backups(given: Mapping[str, str], database: Location) -> Path | None:
    value = given.get("WHISTLESTOP_BACKUPS")
    if isinstance(database, Server):
        if value not in (None, "off"):
            raise BadInput("WHISTLESTOP_BACKUPS is for a file; a server is copied with pg_dump")
        return None
    folder = Path(value) if value else database.parent / "backups"
    return None if value == "off" else folder


def _one_of(given: Mapping[str, str], name: str, known: tuple[str, ...], default: str) -> str:
    value = given.get(name, default)
    if value not in known:
        raise BadInput(f"{name} is {value!r}; it must be one of {', '.join(known)}")
    return value


def _port(given: Mapping[str, str], name: str) -> int | None:
    return _whole(given, name, HIGHEST_PORT, "a port") if name in given else None


def _limit(given: Mapping[str, str], name: str, default: int, most: int = MAX_LIMIT) -> int:
    return _whole(given, name, most, "a whole number") if name in given else default


def _whole(given: Mapping[str, str], name: str, most: int, what: str) -> int:
    value = given[name]
    short = value.isdecimal() and len(value) <= len(str(most))  # Python refuses very long numbers
    if not short or not 1 <= int(value) <= most:
        raise BadInput(f"{name} is {value!r}; it must be {what} from 1 to {most}")
    return int(value)
