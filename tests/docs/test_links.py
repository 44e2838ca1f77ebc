"""The documentation names only files, headings, commands and options that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

import typer
from discord import app_commands
from typer.core import TyperGroup

from bot.cli.main import app
from bot.ui.registry import COMMANDS
from tests.docs.pages import ALL_PAGES, MANUALS, README, ROOT, Page

NOT_COMMANDS: Final = {"/health", "/metrics", "/interactions", "/data"}
"""Code spans that look like a slash command: addresses of the bot, and a folder of the image."""

Slash: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group
SLASH_COMMANDS: Final[dict[str, Slash]] = {command.name: command for command in COMMANDS}
TERMINAL: Final = typer.main.get_command(app)
TARGETS: Final = set(
    re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
)

Place: TypeAlias = tuple[Page, int]


class TestLinks:
    """Links inside the repository."""

    def test_lead_to_files_and_headings(self) -> None:
        links = [(page, *link) for page in ALL_PAGES for link in page.links]
        faults = [
            f"{page.place(line)}: {target}: {fault}"
            for page, line, target in links
            if (fault := _link_fault(page, target))
        ]

        assert len(links) > 50
        assert not faults, "\n".join(faults)

    def test_a_missing_file_or_heading_is_found(self) -> None:
        assert _link_fault(README, "docs/rules.md#scoring") == ""
        assert _link_fault(README, "#license") == ""
        assert _link_fault(README, "docs/none.md") == "no such file"
        assert _link_fault(README, "docs/rules.md#none") == "no such heading"
        assert _link_fault(README, "#none") == "no such heading"


class TestSlashCommands:
    """Slash commands in the README and in `docs/`."""

    def test_exist_with_their_options(self) -> None:
        named = [(page, *command) for page in MANUALS for command in _slash_commands(page)]
        faults = [
            f"{page.place(line)}: {text}: {fault}"
            for page, line, text in named
            if (fault := _slash_fault(text))
        ]

        assert len(named) > 50
        assert not faults, "\n".join(faults)

    def test_an_unknown_command_or_option_is_found(self) -> None:
        assert _slash_fault("/game new edition: usa [pace:]") == ""
        assert _slash_fault("/my vacation") == ""
        assert _slash_fault("/gone") == "no such command"
        assert _slash_fault("/game gone") == "no such command"
        assert _slash_fault("/game new gone:") == "no option gone:"

    def test_every_exception_is_in_use(self) -> None:
        spans = {text for page in MANUALS for _, text in page.spans}
        lines = {word for page in MANUALS for _, line in page.fences for word in line.split()}

        assert {name for name in NOT_COMMANDS if name not in spans | lines} == set()


class TestTerminalCommands:
    """`whistlestop` and `make` in the documentation."""

    def test_exist_with_their_options(self) -> None:
        named = [(page, *command) for page in ALL_PAGES for command in _terminal_commands(page)]
        faults = [
            f"{page.place(line)}: {' '.join(words)}: {fault}"
            for page, line, words in named
            if (fault := _terminal_fault(words))
        ]

        assert len(named) > 20
        assert not faults, "\n".join(faults)

    def test_an_unknown_command_or_option_is_found(self) -> None:
        assert _terminal_fault(["whistlestop", "--version"]) == ""
        assert _terminal_fault(["whistlestop", "boards", "check", "usa"]) == ""
        assert _terminal_fault(["whistlestop", "export", "GAME", "--out=game.json"]) == ""
        assert _terminal_fault(["whistlestop", "gone"]) == "no such command"
        assert _terminal_fault(["whistlestop", "boards", "gone"]) == "no such command"
        assert _terminal_fault(["whistlestop", "verify", "--gone", "FILE"]) == "no option --gone"
        assert _terminal_fault(["make", "run", "ARGS=--reset"]) == ""
        assert _terminal_fault(["make", "gone"]) == "no such target"

    def test_commands_are_found_in_lines_of_a_shell(self) -> None:
        """The name of a service or of a user is not a command."""
        assert [*_programs("docker compose exec whistlestop whistlestop doctor  # once")] == [
            ["whistlestop", "doctor"]
        ]
        assert [*_programs("sudo -u whistlestop /opt/bin/whistlestop backup x && make run")] == [
            ["whistlestop", "backup", "x"],
            ["make", "run"],
        ]
        assert [*_programs("WHISTLESTOP_DB=x.db whistlestop games | head")] == [
            ["whistlestop", "games"]
        ]
        assert [*_programs("sudo systemctl restart whistlestop")] == []


# --- links ---


def _link_fault(page: Page, target: str) -> str:
    """Return what is wrong with a link, or an empty text."""
    if "://" in target:
        return ""
    path, _, anchor = target.partition("#")
    file = (page.path.parent / path).resolve() if path else page.path
    if not file.exists():
        return "no such file"
    if anchor and anchor not in Page(file).anchors:
        return "no such heading"
    return ""


# --- slash commands ---


def _slash_commands(page: Page) -> Iterator[tuple[int, str]]:
    """Yield each slash command of a page, in code spans and in plain text."""
    for line, text in page.spans:
        if re.match(r"/[a-z]+( |$)", text) and text not in NOT_COMMANDS:
            yield line, text
    plain = re.sub(r"`[^`]+`|\]\([^)]*\)", lambda found: " " * len(found[0]), page.prose)
    for found in re.finditer(r"(?<![\w/.:*])/[a-z]+(?![\w/.])", plain):
        yield page.line_at(found.start()), found[0]


def _slash_fault(text: str) -> str:
    """Return what is wrong with a slash command as it is written, or an empty text."""
    name, *words = text.removeprefix("/").split()
    command = SLASH_COMMANDS.get(name)
    while isinstance(command, app_commands.Group) and words:
        command = command.get_command(words.pop(0))
    if command is None:
        return "no such command"
    known = (
        {option.display_name for option in command.parameters}
        if isinstance(command, app_commands.Command)
        else set()
    )
    options = re.findall(r"\b([a-z]+):", " ".join(words))
    return next((f"no option {option}:" for option in options if option not in known), "")


# --- commands of a terminal ---


def _terminal_commands(page: Page) -> Iterator[tuple[int, list[str]]]:
    """Yield each call of `whistlestop` and `make` on a page, as words."""
    for line, text in [*page.spans, *page.fences]:
        for words in _programs(text):
            yield line, words


def _programs(text: str) -> Iterator[list[str]]:
    """Yield the calls of `whistlestop` and `make` in a line of a shell, without comments."""
    code = re.sub(r'"[^"]*"', "TEXT", re.sub(r"(^|\s)#.*", "", text))
    for part in re.split(r"\|\|?|&&|;", code):
        words = part.split()
        while words and re.match(r"[A-Z_]+=", words[0]):
            words.pop(0)
        for number, word in enumerate(words):
            is_first = number == 0 or words[number - 1] == "whistlestop"
            is_program = word == "whistlestop" and is_first
            if (is_program or word.endswith("/bin/whistlestop")) and words[number + 1 :]:
                yield ["whistlestop", *words[number + 1 :]]
                break
        if words[:1] == ["make"] and words[1:]:
            yield words


def _terminal_fault(words: list[str]) -> str:
    """Return what is wrong with a call, or an empty text."""
    program, *rest = words
    if program == "make":
        targets = [word for word in rest if "=" not in word and not word.startswith("-")]
        return "" if set(targets) <= TARGETS else "no such target"
    command = TERMINAL
    while isinstance(command, TyperGroup) and rest and not rest[0].startswith("-"):
        name = rest.pop(0)
        if name not in command.commands:
            return "no such command"
        command = command.commands[name]
    known = {"--help", *(flag for option in command.params for flag in option.opts)}
    used = [word.partition("=")[0] for word in rest if word.startswith("--") and word != "--"]
    return next((f"no option {flag}" for flag in used if flag not in known), "")
