"""The command `whistlestop render`: draw a seeded game, for example for a bug report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Final

import typer

import maps
import render as pictures
from bot.cli.errors import exit_on_errors
from bot.cli.progress import show_status
from bot.config import LANGUAGES
from bot.text.words import Words
from bot.ui.turn.advice import drawn_advice
from engine import Rules, score, view_for
from engine.advice import advise, closed_to_all
from engine.ai.planner import Planner
from engine.ai.preview import played_until
from engine.errors import BadInput
from engine.ids import Seat
from maps.spelling import hint, listed
from render import Scene

PUBLIC: Final = "public"

KINDS: Final[Mapping[str, Callable[[Scene], bytes]]] = {
    "board": pictures.draw_board,
    "map": pictures.draw_map,
    "hand": pictures.draw_hand,
    "tickets": pictures.draw_tickets,
    "scores": pictures.draw_scores,
    "reveal": pictures.draw_reveal,
    "lobby": pictures.draw_lobby,
}
ANIMATED_KINDS: Final = ("reveal",)
PRIVATE_KINDS: Final = ("map", "hand", "tickets")
"""Pictures that only one seat may see."""

TURN = typer.Option(metavar="N", help="Last turn to play. Default: the end of the game.")
VIEW = typer.Option(metavar="VIEW", help="Whose view to draw: public, or a seat counted from 0.")
KIND = typer.Option(metavar="KIND", help=f"Kind of picture: {', '.join(KINDS)}.")
SEATS = typer.Option(metavar="N", help="Number of seats. Default: the most that can play.")
LANG = typer.Option(metavar="LANG", help=f"Language of the picture: {' or '.join(LANGUAGES)}.")
OUT = typer.Option(metavar="FILE", help="File to write. Default: picture.png or picture.gif.")


def render(
    edition: Annotated[
        str, typer.Argument(metavar="EDITION", help="Edition to play, for example usa.")
    ],
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the game.")] = 1,
    turn: Annotated[int | None, TURN] = None,
    view: Annotated[str, VIEW] = PUBLIC,
    kind: Annotated[str, KIND] = "board",
    seats: Annotated[int | None, SEATS] = None,
    zoom: Annotated[
        str | None, typer.Option(metavar="PLACE", help="Region or city to zoom in on.")
    ] = None,
    lang: Annotated[str, LANG] = "en",
    out: Annotated[Path | None, OUT] = None,
) -> None:
    """Render a picture of a simulated game."""
    with exit_on_errors():
        with show_status("Rendering the picture"):
            picture = draw(edition, seed, turn, view, kind, seats, zoom, lang)
        out = out or Path(f"picture.{'gif' if kind in ANIMATED_KINDS else 'png'}")
        out.write_bytes(picture)
    typer.echo(f"{out}: {len(picture) // 1024} KiB")


def draw(
    edition: str,
    seed: int,
    turn: int | None,
    view: str,
    kind: str,
    seats: int | None,
    zoom: str | None,
    lang: str,
) -> bytes:
    """Play a seeded game, and return the picture of it.

    Raises:
        GameError: An argument names something unknown. The message lists what is known.
    """
    if kind not in KINDS:
        raise BadInput(f'unknown kind "{kind}"{hint(kind, KINDS)}')
    if lang not in LANGUAGES:
        raise BadInput(f'unknown language "{lang}"; known: {listed(LANGUAGES)}')
    spec = maps.load(edition)
    rules = Rules.compile(spec, seats or spec.seats[-1])
    viewer = _viewer(view, kind, rules)
    state = played_until(rules, [Planner(rules) for _ in range(rules.seats)], seed, turn)
    seen = view_for(rules, state, viewer)
    plan = pictures.Advice() if viewer is None else drawn_advice(advise(rules, state, viewer))
    since = seen.claimed_at[-rules.seats] if len(seen.claimed_at) > rules.seats else 0
    scene = Scene(
        spec,
        maps.layout(edition),
        Words.of(lang).for_edition(spec),
        seen,
        names=[f"Guest {number + 1}" for number in range(rules.seats)],
        advice=plan,
        stress=pictures.Stress(since=since, closed=closed_to_all(rules, state)),
        zoom=zoom,
        sheet=score(rules, state),
    )
    return KINDS[kind](scene)


def _viewer(view: str, kind: str, rules: Rules) -> Seat | None:
    known = [PUBLIC, *map(str, range(rules.seats))]
    if view not in known:
        raise BadInput(f'unknown view "{view}"; known: {listed(known)}')
    if view == PUBLIC and kind in PRIVATE_KINDS:
        raise BadInput(f"{kind} shows a single seat; set --view to one of {listed(known[1:])}")
    return None if view == PUBLIC else Seat(int(view))
