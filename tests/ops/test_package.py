"""The image and the package: nothing left out, nothing too much, the same versions everywhere."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tomllib
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from bot.build import COMMIT_VARIABLE, program_commit, read_commit
from bot.config import read_settings
from bot.ops.backups import DAILY_COPIES, WEEKLY_COPIES
from bot.storage.sqlite.schema import newest_version
from bot.storage.store import open_store
from bot.ui.permissions import required_permissions
from tests.support.processes import ROOT, run_once, whistlestop_command

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGES = ("engine", "maps", "render", "bot")
PIN = re.compile(r"^([a-z0-9-]+==\S+)", re.MULTILINE)
MAY_NAME_THE_VERSION = {"pyproject.toml", "CHANGELOG.md"}
NOT_NEEDED = {"README.md", "NOTES.md", "make_fonts.py", "py.typed"}


def _pins(name: str) -> set[str]:
    return set(PIN.findall((ROOT / name).read_text(encoding="utf-8")))


def _tracked_files() -> list[str]:
    """Return the files of the checkout that git knows, with paths from its root."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a checkout, or no git to list its files")
    listed = subprocess.run(  # noqa: S603  # git itself
        [git, "-C", ROOT, "ls-files", "-z"], check=True, capture_output=True, text=True
    )
    names = [name for name in listed.stdout.split("\0") if (ROOT / name).is_file()]
    assert "pyproject.toml" in names
    return names


def _read_text(path: Path) -> str:
    """Return the text of a file, or an empty text if it is not UTF-8, such as a picture."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def _names_version(line: str, version: str) -> bool:
    """Return whether a line has this version, and not only as a part of a longer number."""
    return re.search(rf"(?<!\d)(?<!\d\.){re.escape(version)}(?!\.?\d)", line) is not None


class TestLocks:
    def test_what_runs_has_the_versions_that_are_tested(self) -> None:
        assert _pins("requirements-run.lock") < _pins("requirements-image.lock")
        assert _pins("requirements-image.lock") < _pins("requirements.lock")
        assert _pins("requirements-build.lock") < _pins("requirements.lock")

    def test_no_development_tool_runs(self) -> None:
        names = {pin.split("==")[0] for pin in _pins("requirements-run.lock")}

        assert {"discord-py", "aiosqlite", "pillow", "networkx"} <= names
        assert names.isdisjoint({"pytest", "mypy", "ruff", "hypothesis", "setuptools"})

    def test_only_the_image_has_every_extra(self) -> None:
        """Whoever plays on one machine installs nothing for servers and endpoints."""
        run, image = (
            {pin.split("==")[0] for pin in _pins(f"requirements-{name}.lock")}
            for name in ("run", "image")
        )
        extras = {"asyncpg", "pynacl", "prometheus-client", "uvloop"}
        assert not run & extras
        assert image - run - {"cffi", "pycparser"} == extras

    @pytest.mark.parametrize("name", [f"requirements-{n}.lock" for n in ("run", "image", "build")])
    def test_every_version_has_hashes_and_no_address(self, name: str) -> None:
        text = (ROOT / name).read_text(encoding="utf-8")

        assert all("--hash=sha256:" in block for block in re.split(r"\n(?=\S)", text.strip()))
        assert "://" not in text


class TestSettings:
    def test_the_example_can_be_read(self) -> None:
        """Every variable in it is known, also those that are commented out."""
        text = (ROOT / ".env.example").read_text(encoding="utf-8")
        given = dict(re.findall(r"^#?([A-Z_]+)=(.*)$", text, re.MULTILINE))
        source = (ROOT / "bot" / "config.py").read_text(encoding="utf-8")

        assert read_settings(given).token is None
        assert {name for name in given if f'"{name}"' not in source} == set()

    def test_the_manual_lists_every_variable(self) -> None:
        """The tables of the manual have the variables of the code and of Compose, and no others."""
        sources = (path.read_text(encoding="utf-8") for path in (ROOT / "bot").rglob("*.py"))
        names = set(re.findall(r'"((?:DISCORD|WHISTLESTOP)_[A-Z_]+)"', "\n".join(sources)))
        compose = (ROOT / "compose.scale.yaml").read_text(encoding="utf-8")
        names |= set(re.findall(r"\$\{(\w+):\?", compose))
        manual = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")

        listed = re.findall(r"^\| `(\w+)` \|", manual, re.MULTILINE)

        assert sorted(listed) == sorted(names)

    def test_the_manual_names_the_defaults(self) -> None:
        manual = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
        listed = dict(re.findall(r"^\| `(\w+)` \| `?([^|`]+?)`? \|", manual, re.MULTILINE))
        settings = read_settings({})
        defaults = {
            "WHISTLESTOP_DB": settings.database,
            "WHISTLESTOP_LOCALE": settings.locale,
            "WHISTLESTOP_LOG": settings.log_level,
            "WHISTLESTOP_HEALTH_HOST": settings.health_host,
            "WHISTLESTOP_ENDPOINT_PORT": settings.endpoint_port,
            "WHISTLESTOP_ENDPOINT_HOST": settings.endpoint_host,
            "WHISTLESTOP_SANDBOX_PORT": settings.sandbox_port,
            "WHISTLESTOP_TABLES_PER_SERVER": settings.tables_per_server,
            "WHISTLESTOP_LOBBIES_PER_PERSON": settings.lobbies_per_person,
            "WHISTLESTOP_PROCESSES": settings.processes,
            "WHISTLESTOP_REQUESTS_PER_SECOND": settings.requests_per_second,
            "WHISTLESTOP_LEASE": settings.lease,
        }

        assert {name: listed[name] for name in defaults} == {
            name: str(value) for name, value in defaults.items()
        }

    def test_examples_name_the_newest_schema(self) -> None:
        """An operator compares them with what the bot says."""
        manual = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
        found = re.findall(r'"schema": (\d+)|\.before-v(\d+)\.db', manual)

        assert len(found) >= 2
        assert {int(one or other) for one, other in found} == {newest_version()}

    def test_the_example_says_how_many_backups_are_kept(self) -> None:
        example = (ROOT / ".env.example").read_text(encoding="utf-8")
        words = {4: "four", 7: "seven"}

        assert (
            f"{words[DAILY_COPIES]} daily and {words[WEEKLY_COPIES]} weekly copies are kept"
            in example.lower()
        )

    def test_the_invitation_asks_for_what_is_needed(self) -> None:
        """Every page with an invite link has the permissions of the code."""
        pages = (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
        asked = {
            page.name: re.findall(r"&permissions=(\d+)", page.read_text(encoding="utf-8"))
            for page in pages
        }

        assert asked.pop("hosting.md") == [str(required_permissions().value)]
        assert {number for numbers in asked.values() for number in numbers} <= {
            str(required_permissions().value)
        }


class TestVersion:
    """pyproject.toml is the only file that names the version of this program."""

    def test_no_other_file_names_it(self) -> None:
        faults = [
            f"{name}:{number}: {line.strip()}"
            for name in _tracked_files()
            if name not in MAY_NAME_THE_VERSION and not name.endswith(".lock")
            for number, line in enumerate(_read_text(ROOT / name).splitlines(), 1)
            if _names_version(line, PROJECT["version"])
        ]

        assert not faults, "\n".join(faults)

    @pytest.mark.parametrize(
        ("line", "expected"),
        [
            ('version = "7.8.9"', True),
            ("whistlestop-7.8.9.tar.gz", True),
            ("v7.8.9", True),
            ("This is 7.8.9.", True),
            ("17.8.9, 1.7.8.9, 7.8.9.1, 7.8.91, 7.8", False),
        ],
    )
    def test_longer_numbers_are_not_it(self, line: str, *, expected: bool) -> None:
        assert _names_version(line, "7.8.9") == expected


async def test_the_version(tmp_path: Path) -> None:
    """Ours, and that of a database that is made now; no setting is needed to say so."""
    (tmp_path / ".env").write_text("rubbish")
    await (await open_store(tmp_path / "games.db")).close()
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        (schema,) = connection.execute("PRAGMA user_version").fetchone()

    code, said = run_once(whistlestop_command("--version"), tmp_path)

    assert code == 0
    assert said == (
        f"whistlestop {PROJECT['version']}\ncommit {program_commit()}\ndatabase version {schema}\n"
    )


class TestWheel:
    def test_holds_every_file_that_is_needed(self, tmp_path: Path) -> None:
        """Boards, fonts, sentences, migrations, pages: a missing ending shows here."""
        build = tmp_path / "source"
        build.mkdir()
        for name in (*PACKAGES, "pyproject.toml", "README.md", "LICENSE"):
            subprocess.run(["/bin/cp", "-r", str(ROOT / name), str(build)], check=True)  # noqa: S603  # our own files
        words = ("-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir")
        done = subprocess.run(  # noqa: S603  # our own command
            [sys.executable, *words, str(tmp_path), str(build)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        (wheel,) = tmp_path.glob("*.whl")
        held = set(zipfile.ZipFile(wheel).namelist())
        wanted = {
            path.relative_to(ROOT).as_posix()
            for home in PACKAGES
            for path in (ROOT / home).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts and path.name not in NOT_NEEDED
        }

        assert {path for path in wanted if not path.endswith(".txt")} - held == set()


class TestImage:
    def _lines(self, keyword: str) -> list[str]:
        """The rest of every instruction of a kind."""
        text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
        return re.findall(rf"^{keyword} (.*)$", text, re.MULTILINE)

    def test_every_stage_is_from_one_image_that_cannot_change(self) -> None:
        first, *rest = self._lines("FROM")

        assert re.fullmatch(r"python:3\.11\.\d+-slim-\w+@sha256:[0-9a-f]{64} AS base", first)
        assert rest == ["base AS build", "base"]

    def test_the_labels_say_what_the_package_says(self) -> None:
        (line,) = self._lines("LABEL")
        said = dict(re.findall(r'org\.opencontainers\.image\.(\w+)="([^"]*)"', line))

        assert said.pop("title").lower() == PROJECT["name"]
        assert said == {"description": PROJECT["description"], "licenses": PROJECT["license"]}

    def test_the_commit_is_given_when_it_is_built(self) -> None:
        """By the variable that the program reads, and by Compose."""
        assert self._lines("ARG") == ["COMMIT=unknown"]
        assert f"{COMMIT_VARIABLE}=$COMMIT" in self._lines("ENV")
        for name in ("compose.yaml", "compose.scale.yaml"):
            compose = (ROOT / name).read_text(encoding="utf-8")
            assert re.search(r"args:\n +COMMIT: \$\{COMMIT:-unknown\}\n", compose), name


class TestCommit:
    """Which commit runs, without asking git."""

    @pytest.fixture
    def checkout(self, tmp_path: Path) -> Path:
        """A repository with two commits, of which the branch has the second."""
        if shutil.which("git") is None:
            pytest.skip("no git to make a repository with")
        folder = tmp_path / "checkout"
        folder.mkdir()
        self._git(folder, "init", "--initial-branch=main")
        for text in ("one", "two"):
            self._git(folder, "commit", "--allow-empty", f"--message={text}")
        return folder

    def _git(self, folder: Path, *words: str) -> str:
        who = ("-c", "user.name=Guest 1", "-c", "user.email=guest@example.org")
        done = subprocess.run(  # noqa: S603  # our own command
            ["git", *who, *words],  # noqa: S607
            cwd=folder,
            env={"PATH": os.environ["PATH"], "HOME": str(folder)},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def test_of_a_checkout(self, checkout: Path) -> None:
        """On a branch, with packed references, and on no branch."""
        newest = self._git(checkout, "rev-parse", "HEAD")
        assert read_commit(checkout / ".git") == newest
        self._git(checkout, "pack-refs", "--all")
        assert read_commit(checkout / ".git") == newest
        self._git(checkout, "checkout", "--detach", "HEAD~1")
        assert read_commit(checkout / ".git") == self._git(checkout, "rev-parse", "HEAD") != newest

    def test_of_a_worktree(self, checkout: Path) -> None:
        """Its branch is among the references of the repository."""
        self._git(checkout, "worktree", "add", "-b", "side", "../side", "HEAD~1")
        side = checkout.parent / "side"
        assert read_commit(side / ".git") == self._git(side, "rev-parse", "HEAD")
        self._git(checkout, "pack-refs", "--all")
        assert read_commit(side / ".git") == self._git(side, "rev-parse", "HEAD")

    @pytest.mark.parametrize("head", [None, "", "ref: refs/heads/none", "\0\xff"])
    def test_of_nothing(self, head: str | None, tmp_path: Path) -> None:
        """No repository, or one that is not whole."""
        git = tmp_path / ".git"
        git.mkdir()
        if head is not None:
            (git / "HEAD").write_text(head, encoding="latin-1")
        found = read_commit(git)
        assert not re.fullmatch("[0-9a-f]+", found)

    @pytest.mark.parametrize(
        ("given", "said"), [("0123abc", "0123abc"), ("not a commit", "unknown")]
    )
    def test_of_the_image(self, given: str, said: str, tmp_path: Path) -> None:
        """What was set at its build counts, if it is a commit."""
        code, text = run_once(
            whistlestop_command("--version"), tmp_path, **{COMMIT_VARIABLE: given}
        )

        assert code == 0
        assert f"commit {said}\n" in text


@pytest.mark.skipif(
    not os.environ.get("WHISTLESTOP_TRY_IMAGE"),
    reason="downloads everything that runs; WHISTLESTOP_TRY_IMAGE=1 lets it",
)
def test_the_steps_of_the_image() -> None:
    done = subprocess.run(  # noqa: S603  # our own command
        [sys.executable, str(ROOT / "scripts" / "try-image")],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 69:
        pytest.skip(done.stderr.strip())

    assert done.returncode == 0, done.stderr
