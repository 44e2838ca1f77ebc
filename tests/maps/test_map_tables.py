"""Tables: every mistake is named by file, row and nearest spelling."""

from __future__ import annotations

import pytest

from tests.maps.map_copy import MapCopy

CELLS = {
    "unknown city in a": (
        ("germany/routes.csv", 14, "a", "belin"),
        'no city "belin"; did you mean "berlin"?',
    ),
    "unknown city in b": (
        ("germany/routes.csv", 2, "b", "muenchn"),
        'no city "muenchn"; did you mean "muenchen"?',
    ),
    "city by its name": (
        ("germany/routes.csv", 14, "a", "Berlin"),
        'no city "Berlin"; did you mean "berlin"?',
    ),
    "nothing near": (("germany/routes.csv", 14, "a", "xyz"), 'no city "xyz"'),
    "same city twice": (("germany/routes.csv", 14, "b", "berlin"), 'a and b are both "berlin"'),
    "empty length": (("germany/routes.csv", 14, "length", ""), "length is empty"),
    "length in words": (
        ("germany/routes.csv", 14, "length", "five"),
        'length "five" is not a whole number',
    ),
    "broken length": (
        ("germany/routes.csv", 14, "length", "5.0"),
        'length "5.0" is not a whole number',
    ),
    "digits of another script": (
        ("germany/routes.csv", 14, "length", "٥"),
        'length "٥" is not a whole number',
    ),
    "length zero": (("germany/routes.csv", 14, "length", "0"), "length is 0, must be at least 1"),
    "length negative": (
        ("germany/routes.csv", 14, "length", "-5"),
        "length is -5, must be at least 1",
    ),
    "length without points": (
        ("germany/routes.csv", 14, "length", "9"),
        "length is 9, but maps/germany/germany.toml has points up to 8 only",
    ),
    "unknown colour": (
        ("germany/routes.csv", 14, "color", "wihte"),
        'no colour "wihte"; did you mean "white"?',
    ),
    "gray in another spelling": (
        ("germany/routes.csv", 2, "color", "grey"),
        'no colour "grey"; did you mean "gray"?',
    ),
    "colour of another map": (
        ("new-york/routes.csv", 2, "color", "yellow"),
        'no colour "yellow"; known: "red", "blue", "green", "pink", "black", "orange", "gray"',
    ),
    "unknown mode": (
        ("germany/routes.csv", 14, "mode", "rial"),
        'no mode "rial"; did you mean "rail"?',
    ),
    "unknown status": (
        ("germany/routes.csv", 14, "status", "verifed"),
        'no status "verifed"; did you mean "verified"?',
    ),
    "spaces around": (
        ("germany/routes.csv", 14, "a", "berlin "),
        'a "berlin " has spaces around it',
    ),
    "parallel zero": (
        ("germany/routes.csv", 14, "parallel", "0"),
        "parallel is 0, must be at least 1",
    ),
    "parallel beyond": (
        ("germany/routes.csv", 14, "parallel", "2"),
        "parallel is 2, but the pair has only 1 tracks",
    ),
    "parallel twice": (
        ("germany/routes.csv", 9, "parallel", "1"),
        "parallel 1 of this pair is already in row 8",
    ),
    "double of two lengths": (
        ("germany/routes.csv", 9, "length", "6"),
        "length and mode must be those of row 8, same pair",
    ),
    "double of two modes": (
        ("world/routes.csv", 5, "mode", "ship"),
        "length and mode must be those of row 4, same pair",
    ),
    "no end spot": (
        ("germany/routes.csv", 20, "end_spot", ""),
        'end_spot is empty; known: "daenemark-1", "daenemark-2"',
    ),
    "unknown end spot": (
        ("germany/routes.csv", 20, "end_spot", "daenmark-1"),
        'no end spot "daenmark-1"; did you mean "daenemark-1"?',
    ),
    "end spot of a city": (
        ("germany/routes.csv", 14, "end_spot", "daenemark-1"),
        'no end spot "daenemark-1"',
    ),
    "too rough": (
        ("world/routes.csv", 11, "rough", "3"),
        "rough is 3, but the track has only 2 spaces",
    ),
    "empty rough": (("world/routes.csv", 11, "rough", ""), "rough is empty"),
    "unknown flag": (
        ("world/routes.csv", 11, "wrap", "yess"),
        'no wrap "yess"; did you mean "yes"?',
    ),
    "city twice": (("germany/cities.csv", 4, "id", "berlin"), 'id "berlin" is already in row 3'),
    "city without id": (("germany/cities.csv", 4, "id", ""), "id is empty"),
    "city id with capitals": (
        ("germany/cities.csv", 4, "id", "Bremen"),
        'id "Bremen" is no id: use a-z, 0-9 and single hyphens',
    ),
    "city id like a track": (
        ("germany/cities.csv", 4, "id", "bremen--stadt"),
        'id "bremen--stadt" is no id: use a-z, 0-9 and single hyphens',
    ),
    "city without a name": (("germany/cities.csv", 4, "name_de", ""), "name_de is empty"),
    "no latitude": (("germany/cities.csv", 4, "lat", "north"), 'lat "north" is not a number'),
    "latitude not a number": (("germany/cities.csv", 4, "lat", "nan"), 'lat "nan" is not a number'),
    "latitude off the globe": (
        ("germany/cities.csv", 4, "lat", "90.5"),
        "lat is 90.5, must be between -90 and 90",
    ),
    "longitude off the globe": (
        ("germany/cities.csv", 4, "lon", "-181"),
        "lon is -181, must be between -180 and 180",
    ),
    "unknown kind": (
        ("germany/cities.csv", 37, "kind", "contry"),
        'no kind "contry"; did you mean "country"?',
    ),
    "end spots of a city": (
        ("germany/cities.csv", 4, "end_spots", "2"),
        "end_spots are for countries, not for a city",
    ),
    "no end spots at all": (
        ("germany/cities.csv", 37, "end_spots", "0"),
        "end_spots is 0, must be at least 1",
    ),
    "port in the sea": (
        ("world/cities.csv", 40, "port", "yes"),
        "a junction bears no harbour, so it is no port (W5)",
    ),
    "ticket twice": (
        ("germany/tickets.csv", 3, "id", "short-01"),
        'id "short-01" is already in row 2',
    ),
    "ticket to an unknown city": (
        ("germany/tickets.csv", 3, "stops", "hamburg;rostok"),
        'no city "rostok"; did you mean "rostock"?',
    ),
    "ticket with one stop": (
        ("germany/tickets.csv", 3, "stops", "hamburg"),
        'stops has only "hamburg", a ticket joins two or more',
    ),
    "ticket without stops": (("germany/tickets.csv", 3, "stops", ""), "stops is empty"),
    "ticket with an empty stop": (
        ("germany/tickets.csv", 3, "stops", "hamburg;"),
        "stops has an empty entry",
    ),
    "ticket with a repeated stop": (
        ("germany/tickets.csv", 3, "stops", "hamburg;hamburg"),
        'stops names "hamburg" twice',
    ),
    "ticket to a junction": (
        ("world/tickets.csv", 2, "stops", "al-qahira;southern-ocean"),
        'stop "southern-ocean" is a junction, which is on no ticket (W5)',
    ),
    "ticket without points": (("germany/tickets.csv", 3, "points", ""), "points is empty"),
    "ticket without worth": (
        ("germany/tickets.csv", 3, "points", "0"),
        "points is 0, must be at least 1",
    ),
    "ticket of no deck": (("germany/tickets.csv", 3, "deck", ""), "deck is empty"),
    "tour without a value": (
        ("world/tickets.csv", 59, "points_any", ""),
        'a tour has three values; missing: "points_any"',
    ),
    "tour that is a ticket too": (
        ("world/tickets.csv", 59, "points", "34"),
        "a tour has its three values and no points",
    ),
    "ticket that is half a tour": (
        ("world/tickets.csv", 2, "points_ordered", "19"),
        'a tour has three values; missing: "points_any", "points_fail"',
    ),
    "tour with values mixed up": (
        ("world/tickets.csv", 59, "points_any", "35"),
        "points_any is 35, more than points_ordered 34 (P3)",
    ),
    "tour with a negative penalty": (
        ("world/tickets.csv", 59, "points_fail", "-40"),
        "points_fail is -40, must be at least 1",
    ),
}


class TestCells:
    """A wrong cell is named by file and row, with what was probably meant."""

    @pytest.mark.parametrize(("damage", "complaint"), CELLS.values(), ids=CELLS)
    def test_is_named(
        self, copy: MapCopy, damage: tuple[str, int, str, str], complaint: str
    ) -> None:
        """File and row stand first, the nearest correct spelling last."""
        file, row, _, _ = damage
        copy.cell(*damage)

        found = copy.refusal(file.partition("/")[0]).splitlines()

        assert found[0] == f"maps/{file} row {row}: {complaint}"

    def test_a_pair_is_written_one_way_round(self, copy: MapCopy) -> None:
        """Else two tracks of a double would not share a group."""
        copy.row("germany/routes.csv", 9, "hamburg,berlin,7,blue,rail,2,,verified")

        found = copy.refusal("germany")

        assert found == (
            'maps/germany/routes.csv row 9: write "berlin" before "hamburg", as in row 8'
        )

    def test_tickets_of_other_editions_are_checked_too(self, copy: MapCopy) -> None:
        """A damaged table never half-loads, even if the damage is in a row not played with."""
        copy.cell("usa/tickets.csv", 70, "points", "x")

        assert copy.refusal("usa") == (
            'maps/usa/tickets.csv row 70: points "x" is not a whole number'
        )

    def test_a_ticket_is_in_one_deck(self, copy: MapCopy) -> None:
        """The long deck must not hold what the short one has."""
        copy.replace("germany/germany.toml", 'long = ["long"]', 'long = ["long", "short"]')

        found = copy.refusal("germany").splitlines()

        assert found[0] == (
            "maps/germany/tickets.csv row 2: maps/germany/germany.toml puts this ticket "
            'into two decks: "short", "long"'
        )

    def test_all_mistakes_are_named_at_once(self, copy: MapCopy) -> None:
        """One line for each, over all rows of tracks and tickets."""
        copy.cell("germany/routes.csv", 4, "color", "organe")
        copy.cell("germany/routes.csv", 7, "length", "x")
        copy.cell("germany/tickets.csv", 5, "points", "-4")

        assert copy.refusal("germany").splitlines() == [
            'maps/germany/routes.csv row 4: no colour "organe"; did you mean "orange"?',
            'maps/germany/routes.csv row 7: length "x" is not a whole number',
            "maps/germany/tickets.csv row 5: points is -4, must be at least 1",
        ]


class TestShape:
    """A table has the columns it should have, and every row fills them."""

    FILE = "germany/routes.csv"

    def test_missing_column(self, copy: MapCopy) -> None:
        """The header is row 1."""
        copy.drop(self.FILE, "length")

        assert copy.refusal("germany") == 'maps/germany/routes.csv row 1: missing columns: "length"'

    def test_unknown_column(self, copy: MapCopy) -> None:
        """A mistyped column is not taken for a new one."""
        copy.replace(self.FILE, "length", "lenght")

        assert copy.refusal("germany") == (
            'maps/germany/routes.csv row 1: no column is called "lenght"; did you mean "length"?'
        )

    def test_duplicate_column(self, copy: MapCopy) -> None:
        """Which of them would count?"""
        copy.replace(self.FILE, "a,b,", "a,a,")

        assert (
            copy.refusal("germany")
            == 'maps/germany/routes.csv row 1: column "a" stands there twice'
        )

    @pytest.mark.parametrize(
        ("text", "size"),
        [
            ("berlin,schwerin,5,white,rail,1,verified", "short: 7 cells under 8 columns"),
            ("berlin,schwerin,5,white,rail,1,,,verified", "long: 9 cells under 8 columns"),
            ("", "short: 0 cells under 8 columns"),
        ],
    )
    def test_uneven_row(self, copy: MapCopy, text: str, size: str) -> None:
        """A forgotten comma would shift all cells behind it."""
        copy.row(self.FILE, 14, text)

        assert copy.refusal("germany") == f"maps/germany/routes.csv row 14: too {size}"

    def test_no_rows(self, copy: MapCopy) -> None:
        """A header alone is no board."""
        copy.write(self.FILE, copy.lines(self.FILE)[:1])

        assert copy.refusal("germany") == "maps/germany/routes.csv row 2: the table has no rows"

    def test_empty_file(self, copy: MapCopy) -> None:
        """Not even a header."""
        copy.path(self.FILE).write_bytes(b"")

        assert copy.refusal("germany") == "maps/germany/routes.csv row 1: the header is missing"

    def test_no_file(self, copy: MapCopy) -> None:
        """A table that is not there."""
        copy.path(self.FILE).unlink()

        assert copy.refusal("germany") == "maps/germany/routes.csv: the file is missing"

    def test_a_folder_in_place_of_a_file(self, copy: MapCopy) -> None:
        """Whatever the system says is passed on."""
        copy.path(self.FILE).unlink()
        copy.path(self.FILE).mkdir()

        assert copy.refusal("germany") == "maps/germany/routes.csv: Is a directory"

    def test_another_encoding(self, copy: MapCopy) -> None:
        """A table is UTF-8."""
        path = copy.path("germany/cities.csv")
        path.write_bytes(path.read_text(encoding="utf-8").encode("latin-1"))

        assert copy.refusal("germany").startswith("maps/germany/cities.csv: not UTF-8 (")

    def test_stray_quote(self, copy: MapCopy) -> None:
        """The row in which a quotation begins is named, not the end of the file."""
        copy.row(self.FILE, 14, '"berlin,schwerin,5,white,rail,1,,verified')

        assert copy.refusal("germany").startswith("maps/germany/routes.csv row 14: ")

    def test_rows_are_counted_as_an_editor_does(self, copy: MapCopy) -> None:
        """Also behind a cell of two lines."""
        copy.cell("germany/cities.csv", 4, "name_en", '"Bre\nmen"')
        copy.cell("germany/cities.csv", 8, "lat", "x")

        assert copy.refusal("germany") == 'maps/germany/cities.csv row 8: lat "x" is not a number'
