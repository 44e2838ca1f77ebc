"""The file `.env` in the current folder: settings that are not in the environment.

Each line has one variable. Nothing is expanded, and no value spans several lines. Only the bot's
own variables are used: a file in some folder must not change how Python or the system behaves.
"""

from __future__ import annotations

import os
import re
from collections.abc import MutableMapping
from pathlib import Path
from typing import Final

from engine.errors import BadInput

ENV_FILE: Final = Path(".env")
OUR_PREFIXES: Final = ("DISCORD_", "WHISTLESTOP_")
OTHERS_CAN_READ: Final = 0o044
"""The mode bits that let other users read the file."""

_LINE: Final = re.compile(
    r"""(?:export[ \t]+)?(?P<name>[A-Za-z_][A-Za-z0-9_]*)=[ \t]*
    (?:'(?P<single>[^']*)'|"(?P<double>[^"]*)"|(?P<bare>[^\s'"\#].*?)?)
    (?:[ \t]+\#.*)?""",
    re.VERBOSE,
)


def add_env_file(environment: MutableMapping[str, str], file: Path = ENV_FILE) -> bool:
    """Add the file's variables to *environment*, and return whether it exposes the token.

    The file exposes the token if other users can read it. A variable that is set is not changed,
    even if it is empty.

    Raises:
        BadInput: The file cannot be read, or a line is malformed. The message has its number.
    """
    if not os.path.isfile(file):  # False also if the folder may not be read.
        return False
    try:
        given = parse(file.read_text(encoding="utf-8-sig"), str(file))
        exposed = bool(given.get("DISCORD_TOKEN")) and bool(file.stat().st_mode & OTHERS_CAN_READ)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise BadInput(f"{file} cannot be read: {why}") from None
    for name, value in given.items():
        if name.startswith(OUR_PREFIXES):
            environment.setdefault(name, value)
    return exposed


def parse(text: str, file: str) -> dict[str, str]:
    r"""Return the variables in a text. If a variable occurs twice, the last value counts.

    >>> parse("# a comment\nexport A='1 # 2'\nB=3 # 4", ".env")
    {'A': '1 # 2', 'B': '3'}

    Raises:
        BadInput: A line is malformed. The message does not quote it, as it may contain the token.
    """
    given = {}
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        found = _LINE.fullmatch(bare)
        if found is None:
            raise BadInput(f"{file}, line {number}: not NAME=VALUE")
        given[found["name"]] = found["single"] or found["double"] or found["bare"] or ""
    return given
