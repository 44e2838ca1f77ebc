"""The export of a game to a file.

A finished game is exported completely and can be verified. A running game is exported with its
public part only.
"""

from __future__ import annotations

from typing import Final

import msgspec

import engine
import maps
from bot.games.lobby import Lobby
from bot.games.service import make_games
from bot.games.store import Store
from engine.errors import BadInput
from engine.events import Event
from engine.ids import Card, CityId, DeckName, EditionId, Piece, RouteId, Seat
from engine.record import encode_record
from engine.ruleset import Rules
from engine.view import View

PUBLIC: Final = "public"
"""The `kind` of a file that is not a complete record."""


class Placed(msgspec.Struct, frozen=True):
    """A special piece in a city."""

    piece: Piece
    city: CityId
    seat: Seat


class PublicSeat(msgspec.Struct, frozen=True):
    """The public facts about a player."""

    name: str
    cards: int
    tickets: int
    pieces: dict[Piece, int]
    points: int
    choosing: bool


class PublicGame(msgspec.Struct, frozen=True):
    """The public part of a running game, as every reader of the channel sees it.

    It is built from public facts. Secrets are never removed from a full record, because a forgotten
    one would leak.
    """

    kind: str
    game: str
    edition: EditionId
    status: str
    commitment: str
    """The SHA-256 of the seed. The seed itself stays secret until the game is over."""
    turn: Seat | None
    turns: int
    turns_left: int | None
    seats: tuple[PublicSeat, ...]
    owners: dict[RouteId, Seat]
    placed: tuple[Placed, ...]
    display: tuple[Card | None, ...]
    decks: dict[DeckName, tuple[int, int]]
    ticket_decks: dict[DeckName, int]
    events: tuple[Event, ...]
    """All events, with a question mark for each secret value."""


async def export_game(store: Store, game: str) -> bytes:
    """Return the content of the export file of a game.

    Raises:
        BadInput: There is no such game, or it has not started.
    """
    row = await store.games.get(game)
    if row is None:
        raise BadInput(f"there is no game {game!r} in this database; see `whistlestop games`")
    service = make_games(store)
    if row.status == "over":
        return encode_record(await service.cache.export_record(game))
    lobby = await service.lobby.get(game)
    if not lobby.row.version:
        raise BadInput(f"game {game} has not started; export it later")
    return (
        msgspec.json.format(msgspec.json.encode(await _public_game(store, lobby)), indent=1) + b"\n"
    )


async def _public_game(store: Store, lobby: Lobby) -> PublicGame:
    row, log = lobby.row, await store.games.log(lobby.row.id)
    rules = Rules.compile(lobby.spec, len(lobby.seats))
    view = engine.view_for(rules, engine.replay(log), None)
    return PublicGame(
        kind=PUBLIC,
        game=row.id,
        edition=row.edition,
        status=row.status,
        commitment=row.commitment,
        turn=view.turn,
        turns=view.turns,
        turns_left=view.turns_left,
        seats=_public_seats(lobby, view),
        owners=dict(view.owners),
        placed=tuple(Placed(piece, city, seat) for (piece, city), seat in view.placed.items()),
        display=view.display,
        decks=dict(view.decks),
        ticket_decks=dict(view.ticket_decks),
        events=tuple(engine.redact(event, None) for event in log),
    )


def _public_seats(lobby: Lobby, view: View) -> tuple[PublicSeat, ...]:
    return tuple(
        PublicSeat(
            row.name, seen.cards, seen.tickets, dict(seen.pieces), seen.points, seen.choosing
        )
        for row, seen in zip(lobby.seats, view.seats, strict=True)
    )


class _Kind(msgspec.Struct):
    kind: str = ""


def is_public(content: bytes) -> bool:
    """Return whether a file is the export of a game that was not over."""
    try:
        return msgspec.json.decode(content, type=_Kind).kind == PUBLIC
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False


def rules_for(edition: str, seats: int) -> Rules:
    """Return the rules for an edition and a number of seats."""
    return Rules.compile(maps.load(edition), seats)
