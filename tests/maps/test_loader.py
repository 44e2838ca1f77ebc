"""Loading and listing: an edition is made of its files, whole or not at all."""

from __future__ import annotations

import contextlib
import pickle
import random
from dataclasses import FrozenInstanceError

import pytest

import maps
from engine.board import Tour
from engine.errors import MapError, UnknownEdition
from maps.loader import ROOT
from tests.maps.map_copy import MapCopy

EDITIONS = tuple(maps.catalogue())


class TestLoad:
    """`load` makes a frozen edition of a file and three tables."""

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_an_unharmed_copy_equals_the_original(self, copy: MapCopy, edition: str) -> None:
        """What is loaded depends on the files alone, not on where they are."""
        assert copy.load(edition) == maps.load(edition)

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_ids_are_the_keys(self, edition: str) -> None:
        """Every thing is filed under its own id."""
        spec = maps.load(edition)

        for things in (spec.cities, spec.routes, spec.tickets, spec.faces):
            assert all(key == thing.id for key, thing in things.items())

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_ids_of_routes_are_made_of_their_cities(self, edition: str) -> None:
        """A route id is "<a>--<b>-<parallel>", its group the same without the number."""
        for route in maps.load(edition).routes.values():
            assert route.group == f"{route.a}--{route.b}"
            assert route.id.rpartition("-")[0] == route.group
            assert route.id.rpartition("-")[2] in "123"

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_decks_are_made_of_their_faces_and_tickets(self, edition: str) -> None:
        """Each deck holds only what names that deck, and all of it."""
        spec = maps.load(edition)

        for deck, cards in spec.decks.items():
            assert set(cards) == {face.id for face in spec.faces.values() if face.deck == deck}
        for deck, tickets in spec.ticket_decks.items():
            own = [ticket.id for ticket in spec.tickets.values() if ticket.deck == deck]
            assert list(tickets) == own

    def test_is_frozen(self) -> None:
        """Nobody changes a kept edition by accident."""
        spec = maps.load("usa")

        with pytest.raises(FrozenInstanceError):
            spec.sweep_at = 4  # type: ignore[misc]

    def test_can_be_sent_to_another_process(self) -> None:
        """Simulations run in workers."""
        spec = maps.load("world")

        assert pickle.loads(pickle.dumps(spec)) == spec  # noqa: S301

    def test_is_kept(self) -> None:
        """An edition of the project is loaded once, also if its folder is named."""
        assert maps.load("germany") is maps.load("germany", ROOT)

    def test_another_folder_is_read_afresh(self, copy: MapCopy) -> None:
        """A change in a folder of one's own is seen at once."""
        before = copy.load("usa")
        copy.replace("usa/usa.toml", 'en = "USA"', 'en = "States"')

        assert (before.title("en"), copy.load("usa").title("en")) == ("USA", "States")

    def test_one_damaged_board_does_not_stop_another(self, copy: MapCopy) -> None:
        """A broken table closes the editions of its own board only."""
        copy.cell("germany/routes.csv", 14, "b", "schwerrin")

        assert copy.load("usa") == maps.load("usa")

    def test_title_falls_back_to_english(self) -> None:
        """A language without a title gets the English one."""
        assert maps.load("germany").title("fr") == "Germany"


class TestUnknownEdition:
    """An edition that does not exist is named with the nearest one."""

    def test_names_the_nearest(self) -> None:
        """Followed by all that there are."""
        with pytest.raises(UnknownEdition) as caught:
            maps.load("germny")

        assert str(caught.value).startswith(
            'no edition "germny"; did you mean "germany"? There are "'
        )

    def test_lists_all_when_none_is_near(self) -> None:
        """Each of them once."""
        with pytest.raises(UnknownEdition) as caught:
            maps.load("atlantis")

        assert all(str(caught.value).count(f'"{edition}"') == 1 for edition in EDITIONS)

    @pytest.mark.parametrize("name", ["", "../usa/usa", "usa/usa", "usa.toml", "*", "USA"])
    def test_takes_no_paths(self, name: str) -> None:
        """An edition is known by its id and by nothing else."""
        with pytest.raises(UnknownEdition):
            maps.load(name)


class TestCatalogue:
    """`catalogue` lists what can be played."""

    def test_names_titles_and_seats(self) -> None:
        """In both languages."""
        shown = {id: (e.title("en"), e.title("de"), e.seats) for id, e in maps.catalogue().items()}

        printed = {
            "germany": ("Germany", "Deutschland", range(2, 6)),
            "new-york": ("New York", "New York", range(2, 5)),
            "usa": ("USA", "USA", range(2, 6)),
            "usa-1910": ("USA 1910", "USA 1910", range(2, 6)),
            "usa-69": ("USA, 69 tickets", "USA, 69 Zielkarten", range(2, 6)),
            "usa-big-cities": ("USA, big cities", "USA, Großstädte", range(2, 6)),
            "usa-mega": ("USA, mega game", "USA, Megaspiel", range(2, 6)),
            "world": ("World: Rails & Sails", "Weltreise", range(2, 6)),
        }
        assert {edition: shown[edition] for edition in printed} == printed

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_agrees_with_the_editions(self, edition: str) -> None:
        """What is listed is what is loaded."""
        spec, entry = maps.load(edition), maps.catalogue()[edition]

        assert (entry.id, entry.titles, entry.seats, entry.board) == (
            spec.id,
            spec.titles,
            spec.seats,
            spec.board,
        )

    def test_is_kept(self) -> None:
        """The project's own list is read once."""
        assert maps.catalogue() is maps.catalogue()

    def test_reads_no_tables(self, copy: MapCopy) -> None:
        """Listing stays cheap: a board is looked at only when it is loaded."""
        for table in copy.root.glob("*/*.csv"):
            table.unlink()

        assert tuple(maps.catalogue(copy.root)) == EDITIONS

    def test_refuses_two_editions_of_one_id(self, copy: MapCopy) -> None:
        """Whatever their folders."""
        copy.write("world/usa.toml", copy.lines("usa/usa.toml"))

        with pytest.raises(MapError, match=r'id "usa" is taken by maps/(usa|world)/usa\.toml'):
            maps.catalogue(copy.root)


class TestAnyDamage:
    """Whatever happens to a file, loading either works or says what is wrong."""

    @pytest.mark.parametrize("seed", range(4))
    def test_is_a_map_error_or_none(self, copy: MapCopy, seed: int) -> None:
        """Never another exception, which would reach a player as an apology."""
        rng = random.Random(seed)
        for _ in range(20):
            path = rng.choice(sorted(copy.root.glob("*/*.*")))
            whole = path.read_bytes()
            place = rng.randrange(len(whole))
            dirt = rng.choice(
                [b"", b"\x00", b"\xff", b'"', b",", b"\n", b"[", b"=", b"-", b"9", b"{"]
            )
            path.write_bytes(whole[:place] + dirt + whole[place + rng.randrange(3) :])

            self.load_board_of(copy, path.parent.name)

            path.write_bytes(whole)

    @staticmethod
    def load_board_of(copy: MapCopy, board: str) -> None:
        for edition, entry in maps.catalogue().items():
            if entry.board == board:
                with contextlib.suppress(MapError):
                    copy.load(edition)


class TestTours:
    """P3: a tour has three values; its points are the highest."""

    def test_values_come_from_three_columns(self) -> None:
        """In order, merely joined, failed."""
        tour = maps.load("world").tickets["tour-01"]

        assert tour.tour == Tour(in_order=34, joined=23, failed=40)
        assert (tour.points, tour.at_risk) == (34, 40)
