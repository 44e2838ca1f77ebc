"""`whistlestop backup`, `export` and `verify`: games as files, and nothing secret in them."""

from __future__ import annotations

import json
import resource
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from bot.cli.main import app
from bot.text.words import Words
from engine.codec import decode_event
from engine.events import AUDIENCES, Audience
from engine.view import UNKNOWN
from tests.support.processes import clean_environment, whistlestop_command
from tests.support.stored_games import open_stored_lobby, play_stored_game


class Files:
    """A database with a finished, a running and an unopened game."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "games.db"
        self.over = play_stored_game(self.database)
        self.running = play_stored_game(self.database, moves=25)
        self.waiting = open_stored_lobby(self.database)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return Files(tmp_path_factory.mktemp("games"))


def _run(database: Path, *words: object) -> Result:
    environment = {"WHISTLESTOP_DB": str(database), "DISCORD_TOKEN": ""}
    return CliRunner().invoke(app, [str(word) for word in words], env=environment)


def _refused(result: Result, said: str, code: int = 2) -> None:
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert said in result.stderr


def _record(files: Files, folder: Path) -> dict[str, Any]:
    out = folder / "whole.json"
    assert _run(files.database, "export", files.over, "--out", out, "--force").exit_code == 0
    found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return found


class TestBackup:
    def test_the_copy_is_whole_and_private(self, files: Files, tmp_path: Path) -> None:
        out = tmp_path / "copy.db"

        result = _run(files.database, "backup", out)

        assert result.exit_code == 0, result.output
        assert stat.S_IMODE(out.stat().st_mode) == 0o600
        assert [path.name for path in tmp_path.iterdir()] == ["copy.db"]
        assert _run(out, "export", files.over).exit_code == 0

    def test_while_somebody_writes(self, files: Files, tmp_path: Path) -> None:
        with closing(sqlite3.connect(files.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            result = _run(files.database, "backup", tmp_path / "copy.db")
            other.execute("ROLLBACK")

        assert result.exit_code == 0, result.output

    def test_replaces_only_when_told(self, files: Files, tmp_path: Path) -> None:
        out = tmp_path / "copy.db"
        out.write_text("mine", encoding="utf-8")

        _refused(_run(files.database, "backup", out), "--force")
        assert out.read_text(encoding="utf-8") == "mine"
        assert _run(files.database, "backup", out, "--force").exit_code == 0
        assert out.read_bytes().startswith(b"SQLite format 3")

    def test_bad_targets(self, files: Files, tmp_path: Path) -> None:
        database = files.database
        _refused(_run(database, "backup", database, "--force"), "database itself")
        _refused(_run(database, "backup", f"{database}-wal", "--force"), "database itself")
        _refused(_run(database, "backup", tmp_path, "--force"), "folder")
        _refused(_run(database, "backup", tmp_path / "none" / "copy.db"), "no folder")

    def test_no_database_is_made(self, tmp_path: Path) -> None:
        database = tmp_path / "none.db"

        _refused(_run(database, "backup", tmp_path / "copy.db"), "WHISTLESTOP_DB")
        assert not list(tmp_path.iterdir())

    def test_something_else_than_a_database(self, tmp_path: Path) -> None:
        database = tmp_path / "games.db"
        database.write_bytes(b"a letter to a friend" * 100)

        _refused(_run(database, "backup", tmp_path / "copy.db"), "not a database")
        assert not (tmp_path / "copy.db").exists()


class TestBackupErrors:
    """An error names the file that the user typed or set, never a temporary one."""

    def test_a_full_disk(self, files: Files, tmp_path: Path) -> None:
        out = tmp_path / "copy.db"

        def limit_file_size() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

        done = subprocess.run(  # noqa: S603  # our own
            whistlestop_command("backup", str(out)),
            env=clean_environment(WHISTLESTOP_DB=str(files.database)),
            capture_output=True,
            check=False,
            preexec_fn=limit_file_size,
        )

        assert done.returncode == 2
        assert f"cannot be copied to {out}: " in done.stderr.decode()
        assert list(tmp_path.iterdir()) == []

    def test_a_folder_that_takes_no_files(self, files: Files) -> None:
        _refused(_run(files.database, "backup", "/proc/copy.db"), "whistlestop: /proc/copy.db: ")

    def test_a_database_that_cannot_be_trusted(self, files: Files, tmp_path: Path) -> None:
        database = tmp_path / "games.db"
        database.write_bytes(files.database.read_bytes())
        with closing(sqlite3.connect(database)) as db:
            db.execute("PRAGMA user_version = 9999")

        result = _run(database, "backup", tmp_path / "copy.db")

        _refused(result, f"whistlestop: {database}: has version 9999")

    def test_a_long_name(self, files: Files, tmp_path: Path) -> None:
        """A name of the greatest length works, because the temporary name is short."""
        out = tmp_path / ("c" * 255)

        assert _run(files.database, "backup", out).exit_code == 0
        assert [path.name for path in tmp_path.iterdir()] == [out.name]


class TestExport:
    def test_a_finished_game_can_be_verified(self, files: Files, tmp_path: Path) -> None:
        out = tmp_path / "game.json"
        assert _run(files.database, "export", files.over, "--out", out).exit_code == 0

        result = _run(files.database, "verify", out)

        assert result.exit_code == 0, result.output
        record = json.loads(out.read_text(encoding="utf-8"))
        for shown in (record["commitment"], record["seed"], *record["words"], files.over):
            assert shown in result.stdout
        assert Words.of("en").say("fair-means") in result.stdout
        assert "proven" not in result.stdout

    def test_the_terminal_gets_the_same(self, files: Files, tmp_path: Path) -> None:
        result = _run(files.database, "export", files.over)

        assert json.loads(result.stdout) == _record(files, tmp_path)

    def test_a_running_game_shows_nothing_secret(self, files: Files) -> None:
        """No seed, word or action, and a question mark for every card that somebody hides."""
        text = _run(files.database, "export", files.running).stdout
        public = json.loads(text)
        with closing(sqlite3.connect(files.database)) as connection:
            rows = connection.execute(
                "SELECT body FROM events WHERE game_id = ? ORDER BY seq", (files.running,)
            ).fetchall()
            ((seed,),) = connection.execute(
                "SELECT seed FROM games WHERE id = ?", (files.running,)
            ).fetchall()

        assert public["kind"] == "public"
        assert len(public["events"]) == len(rows)
        assert {"seed", "words", "actions", "options"}.isdisjoint(public)
        assert seed.hex() not in text
        hidden = 0
        for (body,), told in zip(rows, public["events"], strict=True):
            for name, audience in AUDIENCES[type(decode_event(body))].items():
                if audience is not Audience.ALL and name in told:
                    assert set(_leaves(told[name])) <= {UNKNOWN}
                    hidden += 1
        assert hidden >= 5

    def test_the_tickets_of_a_running_game_are_nowhere(self, files: Files) -> None:
        text = _run(files.database, "export", files.running).stdout
        with closing(sqlite3.connect(files.database)) as connection:
            rows = connection.execute(
                "SELECT body FROM events WHERE game_id = ?", (files.running,)
            ).fetchall()
        events = [json.loads(body) for (body,) in rows]
        tickets = {
            t for event in events if event["type"] == "TicketsOffered" for t in event["tickets"]
        }

        assert tickets
        assert {ticket for ticket in tickets if json.dumps(ticket) in text} == set()

    def test_what_cannot_be_exported(self, files: Files, tmp_path: Path) -> None:
        database = files.database
        _refused(_run(database, "export", files.waiting), "has not started")
        _refused(_run(database, "export", "nobody"), "no game 'nobody'")
        _refused(_run(database, "export", files.over, "--out", tmp_path), "folder")
        _refused(_run(tmp_path / "none.db", "export", files.over), "no database")
        there = tmp_path / "there.json"
        there.write_text("mine", encoding="utf-8")
        _refused(_run(database, "export", files.over, "--out", there), "--force")
        assert there.read_text(encoding="utf-8") == "mine"


def _leaves(value: object) -> list[object]:
    if isinstance(value, dict):
        return [leaf for item in value.items() for leaf in item]
    if isinstance(value, list):
        return [leaf for item in value for leaf in _leaves(item)]
    return [value]


class TestVerify:
    def _verify(self, files: Files, folder: Path, record: object) -> Result:
        file = folder / "changed.json"
        file.write_text(json.dumps(record), encoding="utf-8")
        return _run(files.database, "verify", file)

    def test_names_the_first_event_that_differs(self, files: Files, tmp_path: Path) -> None:
        record = _record(files, tmp_path)
        number = next(n for n, e in enumerate(record["events"]) if e["type"] == "RouteClaimed")
        record["events"][number]["points"] += 1

        result = self._verify(files, tmp_path, record)

        _refused(result, f"event {number + 1} differs", code=1)
        assert "changed.json" in result.stderr
        assert len(result.stderr) < 400

    def test_every_other_lie(self, files: Files, tmp_path: Path) -> None:
        record = _record(files, tmp_path)
        first = record["events"][0]
        lies: dict[str, tuple[dict[str, Any], str]] = {
            "seed": ({"seed": "00" * 32}, "promised"),
            "no seed": ({"seed": "zz"}, "hexadecimal"),
            "scores": ({"scores": [999, 1]}, "scores"),
            "words": ({"words": ["one", "two"]}, "differs"),
            "cut off": ({"events": record["events"][:-1]}, "missing"),
            "no events": ({"events": []}, "missing"),
            "no actions": ({"actions": []}, "follows from no action"),
            "one event more": ({"events": [*record["events"], first]}, "event"),
            "one action more": ({"actions": [*record["actions"], record["actions"][0]]}, "action"),
        }
        for name, (lie, said) in lies.items():
            result = self._verify(files, tmp_path, record | lie)
            assert result.exit_code == 1, (name, result.output)
            assert said in result.stderr, name
            assert len(result.stderr.splitlines()) == 1, name

    def test_bad_files(self, files: Files, tmp_path: Path) -> None:
        record = _record(files, tmp_path)
        bad: dict[str, object] = {
            "list": [],
            "nothing": {},
            "other board": record | {"edition": "atlantis"},
            "too many": record | {"words": ["word"] * 40},
            "later": record | {"format": 99},
            "strange event": record | {"events": [{"type": "Sneezed"}]},
        }
        for name, content in bad.items():
            result = self._verify(files, tmp_path, content)
            assert result.exit_code == 2, (name, result.output)
            assert len(result.stderr.splitlines()) == 1, name

    @pytest.mark.parametrize(
        "content", [b"", b"\xff\xfe\x00", b"[" * 100_000, b"{", b"GIF89a"], ids=range(5)
    )
    def test_no_json(self, files: Files, tmp_path: Path, content: bytes) -> None:
        file = tmp_path / "odd"
        file.write_bytes(content)

        _refused(_run(files.database, "verify", file), "not a recorded game")

    def test_files_that_are_none(self, files: Files, tmp_path: Path) -> None:
        _refused(_run(files.database, "verify", tmp_path / "none.json"), "No such file")
        _refused(_run(files.database, "verify", tmp_path), "directory")

    def test_a_game_that_was_not_over(self, files: Files, tmp_path: Path) -> None:
        out = tmp_path / "public.json"
        assert _run(files.database, "export", files.running, "--out", out).exit_code == 0

        _refused(_run(files.database, "verify", out), "export it again when it is over")
