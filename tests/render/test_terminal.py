"""`whistlestop render`: every kind of picture, and clear words for what is not there."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bot.cli.render import ANIMATED_KINDS, KINDS, render

app = typer.Typer()
app.command()(render)


def _run(*words: str, out: Path) -> tuple[int, str]:
    result = CliRunner().invoke(app, [*words, "--out", str(out)])
    return result.exit_code, result.output


class TestRender:
    @pytest.mark.parametrize("kind", KINDS)
    def test_writes_a_picture(self, kind: str, tmp_path: Path) -> None:
        out = tmp_path / "picture.png"

        code, text = _run("new-york", "--turn", "8", "--kind", kind, "--view", "0", out=out)

        assert code == 0, text
        head = b"GIF89a" if kind in ANIMATED_KINDS else b"\x89PNG"
        assert out.read_bytes().startswith(head)

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["atlantis"], '"usa"'),
            (["usa", "--turn", "9999"], "ends with turn"),
            (["new-york", "--turn", "5", "--zoom", "soho-ho"], "soho"),
            (["new-york", "--view", "7"], '"public", "0", "1", "2", "3"'),
            (["new-york", "--kind", "hand"], "--view"),
            (["new-york", "--kind", "hands"], '"hand"'),
            (["new-york", "--seats", "9"], "2 to 4"),
            (["new-york", "--lang", "fr"], '"en"'),
        ],
    )
    def test_says_what_there_is(self, words: list[str], said: str, tmp_path: Path) -> None:
        code, text = _run(*words, out=tmp_path / "picture.png")

        assert code == 2
        assert said in text
