"""Check the prose of docstrings and comments: `python scripts/check_prose.py PACKAGE...`.

CONTRIBUTING.md has the writing rules. Each offender is printed with file, line and the rule.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final

RULES: Final = {
    r"\b(whoever|somebody|nobody|everybody|one's|oneself)\b": "name the actor",
    r"\bso (many|long|much|often|few)\b": "state the number",
    r"\A(The same|Those|They|It is|It has)\b": "start with a verb or a noun, not a pronoun",
    r"\b(None|False|True|0|empty|nothing): [a-z]": "write the condition as a sentence",
    r"\b(anew|lest|heed|in vain|for ever|merely|awaited|besides)\b": "use a current word",
}
RETIRED: Final = re.compile(
    r"\b(Announcer|Teller|Winder|Timekeeper|Mailbox|Pulse|Driver|LiveGames|Retelling|Mover|OwnSeat"
    r"|Speaker|Meter|Keeper|DrawnOnce|Hopping|DatabaseFault|DatabaseAway|DiskTrouble)\b"
)


def find_texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield each docstring, attribute docstring and comment block with its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.lineno, str(node.value.value)
    yield from find_comments(source)


def find_comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield each block of comment lines with its first line."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}
    block: list[str] = []
    for line, text in comments.items():
        block.append(text.lstrip("# "))
        if line + 1 not in comments:
            yield line - len(block) + 1, " ".join(block)
            block = []


def find_faults(path: Path) -> Iterator[str]:
    """Yield one line for each place in a file that breaks a rule."""
    for line, text in find_texts(path.read_text(encoding="utf-8")):
        for pattern, rule in RULES.items():
            found = re.search(pattern, text, re.IGNORECASE if "\\A" not in pattern else 0)
            if found:
                yield f"{path}:{line}: {found[0]!r}: {rule}"
        retired = RETIRED.search(text)
        if retired:
            yield f"{path}:{line}: {retired[0]!r}: this class has another name now"


def main(packages: list[str]) -> int:
    """Print every offender and return 1 if there is one."""
    faults = [
        fault
        for package in packages
        for path in sorted(Path(package).rglob("*.py"))
        for fault in find_faults(path)
    ]
    sys.stdout.writelines(f"{fault}\n" for fault in faults)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
