"""The few words that stand in pictures. A caller may bring its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ENGLISH: Final[Mapping[str, str]] = {
    "turn": "Turn {number}",
    "opening": "Choosing tickets",
    "last-round": "LAST ROUND",
    "turns-left": "{number} to go",
    "over": "GAME OVER",
    "hand": "Hand",
    "tickets": "Tickets",
    "keep": "Keep at least {number}",
    "done": "done",
    "missing": "{number} missing",
    "blocked": "no way left",
    "total": "Total",
    "rank": "{number}.",
    "seats": "{least}–{most} players",
    "facts": "{cities} cities   {routes} routes   {tickets} tickets",
    "choosing": "choosing",
    "none": "none",
    "wild": "Wild",
    "red": "Red",
    "orange": "Orange",
    "yellow": "Yellow",
    "green": "Green",
    "blue": "Blue",
    "pink": "Pink",
    "black": "Black",
    "white": "White",
    "gray": "any colour",
    "train": "Train",
    "ship": "Ship",
    "taxi": "Taxi",
    "harbour": "Harbour",
    "rough": "2 cards a space",
    "port": "Port",
    "attraction": "+1 point",
    "country": "Country: line ends",
    "routes-score": "Routes",
    "exchange-score": "Exchange",
    "tickets-score": "Tickets",
    "longest_path-score": "Longest path",
    "most_tickets-score": "Most tickets",
    "attractions-score": "Attractions",
    "harbours-score": "Harbours",
    "harbours-city": "Harbour",
    "unbuilt_harbours-score": "Unbuilt harbours",
    "reveal": "The tickets turn over",
    "ranking": "Final ranking",
    "bonus": "Bonuses",
}

GERMAN: Final[Mapping[str, str]] = {
    "turn": "Zug {number}",
    "opening": "Wahl der Zielkarten",
    "last-round": "LETZTE RUNDE",
    "turns-left": "noch {number}",
    "over": "SPIELENDE",
    "hand": "Hand",
    "tickets": "Zielkarten",
    "keep": "Mindestens {number} behalten",
    "done": "erfüllt",
    "missing": "noch {number}",
    "blocked": "kein Weg mehr",
    "total": "Summe",
    "rank": "{number}.",
    "seats": "{least}–{most} Spieler",
    "facts": "{cities} Orte   {routes} Strecken   {tickets} Zielkarten",
    "choosing": "wählt",
    "none": "keine",
    "wild": "Joker",
    "red": "Rot",
    "orange": "Orange",
    "yellow": "Gelb",
    "green": "Grün",
    "blue": "Blau",
    "pink": "Rosa",
    "black": "Schwarz",
    "white": "Weiß",
    "gray": "jede Farbe",
    "train": "Zug",
    "ship": "Schiff",
    "taxi": "Taxi",
    "harbour": "Hafen",
    "rough": "2 Karten je Feld",
    "port": "Hafenstadt",
    "attraction": "+1 Punkt",
    "country": "Land: Linie endet",
    "routes-score": "Strecken",
    "exchange-score": "Tausch",
    "tickets-score": "Zielkarten",
    "longest_path-score": "Längste Strecke",
    "most_tickets-score": "Meiste Zielkarten",
    "attractions-score": "Sehenswürdigkeiten",
    "harbours-score": "Häfen",
    "harbours-city": "Hafen",
    "unbuilt_harbours-score": "Ungebaute Häfen",
    "reveal": "Die Zielkarten werden aufgedeckt",
    "ranking": "Endstand",
    "bonus": "Boni",
}

LANGUAGES: Final[Mapping[str, Mapping[str, str]]] = {"en": ENGLISH, "de": GERMAN}


class Words:
    """The words of one language, with those of the caller before ours."""

    def __init__(self, language: str = "en", own: Mapping[str, str] | None = None) -> None:
        self.language = language
        self._words = {**LANGUAGES.get(language, ENGLISH), **(own or {})}

    def __call__(self, key: str, **facts: object) -> str:
        """The words for *key*, its blanks filled.

        >>> Words("de")("turn", number=4)
        'Zug 4'

        Raises:
            KeyError: There are none: a word of another language would only hide it.
        """
        return self._words[key].format(**facts)


def signed(points: int, plus: str = "+") -> str:
    """Points with their sign.

    >>> signed(7), signed(-7), signed(7, plus="")
    ('+7', '\N{MINUS SIGN}7', '7')
    """
    return f"\N{MINUS SIGN}{-points}" if points < 0 else f"{plus}{points}"
