"""The numbered changes of the database, from its first version to the present one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "migrations"


def migrations() -> dict[int, str]:
    """The SQL of every change by its number, in order: 1, 2, 3 ... without a gap."""
    files = {int(path.name[:4]): path for path in sorted(FOLDER.glob("*.sql"))}
    if list(files) != list(range(1, len(files) + 1)):
        raise RuntimeError(f"migrations are not numbered 1 to {len(files)}: {list(files)}")
    return {number: path.read_text(encoding="utf-8") for number, path in files.items()}
