"""Help pages: every command, argument and option is explained in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from typer.core import TyperArgument, TyperGroup, TyperOption
from typer.main import get_command
from typer.testing import CliRunner

from bench.community.command import app as pace_app
from bot.cli.main import app
from tests.text.test_vocabulary import BANNED_WORDS, find_banned_words

APPS: Final = {"whistlestop": app, "python -m bench pace": pace_app}
VERBS: Final = (
    *("Assign", "Back", "Check", "Export", "List", "Migrate", "Notify", "Play", "Propose"),
    *("Render", "Replay", "Restore", "Run", "Show", "Simulate"),
)
"""The first words that a command's help may have. Add a verb in the imperative."""


def _walk(name: str, command: object) -> Iterator[tuple[str, object]]:
    """Yield a command with its full name, then its subcommands."""
    yield name, command
    if isinstance(command, TyperGroup):
        for part, child in command.commands.items():
            yield from _walk(f"{name} {part}", child)


COMMANDS: Final = {
    name: command for root, each in APPS.items() for name, command in _walk(root, get_command(each))
}


def _params(command: object) -> list[TyperArgument | TyperOption]:
    return [
        param
        for param in getattr(command, "params", ())
        if isinstance(param, TyperArgument | TyperOption)
    ]


def _texts() -> Iterator[tuple[str, str]]:
    """Yield the help text of every command, argument and option with its name."""
    for name, command in COMMANDS.items():
        yield name, getattr(command, "help", None) or ""
        for param in _params(command):
            yield f"{name} {param.opts[0]}", param.help or ""


def find_faults(text: str) -> list[str]:
    """Return what is wrong with the help text of a command or an option."""
    if not text:
        return ["no help text"]
    faults = []
    if not text[0].isupper():
        faults.append("no capital letter at the start")
    if not text.endswith("."):
        faults.append("no period at the end")
    faults += [f"banned: {word}" for _, word in find_banned_words(text, BANNED_WORDS)]
    return faults


def test_every_help_text_is_plain() -> None:
    """Help texts start with a capital, end with a period, and use no banned word."""
    faults = [f"{where}: {fault}" for where, text in _texts() for fault in find_faults(text)]

    assert not faults, "\n".join(faults)


def test_every_command_starts_with_a_verb() -> None:
    """The help of a command says what it does, as an instruction."""
    texts = {name: getattr(command, "help", None) or "" for name, command in COMMANDS.items()}
    faults = [name for name, text in texts.items() if text.partition(" ")[0] not in VERBS]

    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "no help text"),
        ("number of games.", "no capital letter at the start"),
        ("Number of games", "no period at the end"),
        ("Notify whoever is next.", "banned: whoever"),
        ("Show Standing Orders.", "banned: Standing Orders"),
    ],
)
def test_faults_are_found(text: str, fault: str) -> None:
    assert find_faults(text) == [fault]


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("columns", [80, 120])
def test_pages_have_the_conventional_layout(name: str, columns: int) -> None:
    """Arguments are in capitals, flags have no value, and lines fit into the terminal."""
    root = next(root for root in APPS if name.startswith(root))
    words = name.removeprefix(root).split()

    result = CliRunner(env={"COLUMNS": str(columns)}).invoke(
        APPS[root], [*words, "--help"], prog_name=root
    )

    assert result.exit_code == 0
    usage = result.output.splitlines()[0]
    assert usage.startswith(f"Usage: {name} [OPTIONS]")
    assert not re.search(r"[{}<>]|╭", result.output)
    assert max(map(len, result.output.splitlines())) <= columns
    for param in _params(COMMANDS[name]):
        if isinstance(param, TyperOption) and param.is_flag:
            assert re.search(rf"^  {param.opts[0]} {{2,}}[A-Z]", result.output, re.MULTILINE)
        elif isinstance(param, TyperArgument):
            assert param.display_name_raw[0].isupper()
            assert param.display_name_raw in usage
            assert re.search(
                rf"^  {re.escape(param.display_name_raw)} {{2,}}", result.output, re.MULTILINE
            )
        else:
            assert re.search(rf"^  {param.opts[0]} [A-Z]+  ", result.output, re.MULTILINE)


@pytest.mark.parametrize("words", [[], ["boards"]])
def test_a_group_without_a_command_shows_its_help(words: list[str]) -> None:
    assert "Commands:" in CliRunner().invoke(app, words).output


def test_a_mistyped_option_is_corrected() -> None:
    """Usage errors name the mistake and point to the help page."""
    result = CliRunner().invoke(app, ["run", "--rset"], prog_name="whistlestop")

    assert result.exit_code == 2
    assert "Try 'whistlestop run --help' for help." in result.output
    assert "--reset" in result.output
