"""The checklist: which files an edition needs, which are there, and what to do next."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

import maps
from maps.authoring.checklist import checklist, main
from maps.loader import ROOT
from tests.maps.map_copy import MapCopy

EDITIONS = tuple(maps.catalogue())


class TestFiles:
    @pytest.mark.parametrize("edition", EDITIONS)
    def test_our_editions_have_all(self, edition: str) -> None:
        """Also a recorded game; outlines only where somebody drew them."""
        states = {line.split(": ")[0].split()[-1]: line[:8].strip() for line in checklist(edition)}

        assert len(states) == 7
        assert {states[file] for file in states if "land.json" not in file} == {"there"}

    def test_tables_alone(self, copy: MapCopy) -> None:
        """Everything that is still to be made is named, in the order in which it is made."""
        copy.path("world/world.toml").unlink()
        copy.path("world/layout.json").unlink()
        copy.path("world/land.json").unlink()

        assert [" ".join(line.split()[:2]) for line in checklist("world", copy.root)] == [
            "missing maps/world/world.toml:",
            "there maps/world/cities.csv:",
            "there maps/world/routes.csv:",
            "there maps/world/tickets.csv:",
            "missing maps/world/layout.json:",
            "none yet",
            "none yet",
        ]

    def test_a_missing_layout(self, copy: MapCopy, capsys: pytest.CaptureFixture[str]) -> None:
        """One problem, in one line, with the way out."""
        copy.path("usa/layout.json").unlink()

        assert main(["usa-mega"], copy.root) == 1

        head, *lines = capsys.readouterr().out.splitlines()
        assert head == "usa-mega: 1 problem"
        (problem,) = (line for line in lines if line.startswith("  maps/"))
        assert problem.startswith("  maps/usa/layout.json: missing")
        assert "`whistlestop boards arrange usa`" in problem

    def test_missing_tables(self, copy: MapCopy, capsys: pytest.CaptureFixture[str]) -> None:
        """The first is a problem; the list names all of them."""
        shutil.rmtree(copy.path("world"))
        copy.path("world").mkdir()
        copy.write("world/world.toml", (ROOT / "world/world.toml").read_text().splitlines())

        assert main(["world"], copy.root) == 1

        out = capsys.readouterr().out
        assert "world: 1 problem\n" in out
        assert "\n  maps/world/cities.csv: the file is missing\n" in out
        assert out.count("  missing   maps/world/") == 4

    def test_an_edition_that_nobody_began(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["atlantis"]) == 1
        assert 'no edition "atlantis"' in capsys.readouterr().out


class TestAll:
    """Without a name every edition has its line, and every problem is said once."""

    def test_one_line_for_each(self, capsys: pytest.CaptureFixture[str]) -> None:
        """In the order of their ids."""
        code = main()

        lines = capsys.readouterr().out.splitlines()
        assert code == 0
        assert [line.partition(":")[0] for line in lines] == list(EDITIONS)
        assert (
            "germany: 40 places, 110 routes, 313 spaces, 110 cards, 62 tickets: all right" in lines
        )

    def test_a_mistake_in_a_shared_table_is_said_once(
        self, copy: MapCopy, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Several editions are played on the board of the USA."""
        copy.cell("usa/routes.csv", 3, "b", "miamy")
        copy.cell("usa/routes.csv", 4, "color", "grya")

        code = main((), copy.root)

        out = capsys.readouterr().out
        assert code == 1
        family = [e for e, about in maps.catalogue().items() if about.board == "usa"]
        assert out.count("2 problems\n") == len(family)
        assert out.count('  maps/usa/routes.csv row 3: no city "miamy"') == 1
        assert out.count('  maps/usa/routes.csv row 4: no colour "grya"') == 1
        assert out.count("all right\n") == len(EDITIONS) - len(family)

    def test_tables_without_an_edition(
        self, copy: MapCopy, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A board nobody can play is forgotten work."""
        copy.path("world/world.toml").unlink()

        assert main((), copy.root) == 1
        assert "maps/world: tables, but no edition\n" in capsys.readouterr().out

    def test_two_editions_of_one_id(
        self, copy: MapCopy, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Nothing else can be checked then."""
        copy.write("world/usa.toml", copy.lines("usa/usa.toml"))

        assert main((), copy.root) == 1
        assert 'id "usa" is taken by' in capsys.readouterr().out


class TestCommand:
    """`whistlestop boards check` speaks by its exit code."""

    @pytest.mark.parametrize(
        ("names", "code", "said"),
        [
            (["usa", "world"], 0, "world: 48 places"),
            (["usa", "wrold"], 1, 'no edition "wrold"; did you mean "world"?'),
        ],
    )
    def test_exit_code(self, names: list[str], code: int, said: str) -> None:
        """Zero if all is right, one if not."""
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "bot.cli.main", "boards", "check", *names],
            capture_output=True,
            text=True,
            cwd=ROOT.parent,
        )

        assert (done.returncode, done.stderr) == (code, "")
        assert said in done.stdout

    def test_help(self) -> None:
        """Says what there is."""
        done = subprocess.run(
            [sys.executable, "-m", "bot.cli.main", "boards", "--help"],
            capture_output=True,
            text=True,
            cwd=ROOT.parent,
        )

        assert done.returncode == 0
        assert {"check", "arrange"} <= {*done.stdout.split()}
