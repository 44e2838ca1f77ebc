"""The command `whistlestop render`: draw a seeded game, for example for a bug report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Final

import typer

import maps
import render as pictures
from bot.config import LANGUAGES
from bot.text.words import Words
from bot.ui.turn.advice import drawn_advice
from engine import Rules, score, view_for
from engine.advice import advise, closed_to_all
from engine.ai.planner import Planner
from engine.ai.preview import played_until
from engine.errors import BadInput, GameError
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


def render(
    edition: Annotated[str, typer.Argument(help="Which edition.")],
    seed: Annotated[int, typer.Option(help="The game that is played.")] = 1,
    turn: Annotated[int | None, typer.Option(help="Up to which turn; else to its end.")] = None,
    view: Annotated[str, typer.Option(help="public, or the number of a seat.")] = PUBLIC,
    kind: Annotated[str, typer.Option(help=f"What to draw: {', '.join(KINDS)}.")] = "board",
    seats: Annotated[int | None, typer.Option(help="How many play; else as many as can.")] = None,
    zoom: Annotated[str | None, typer.Option(help="A region or a city, closer.")] = None,
    lang: Annotated[str, typer.Option(help="en or de.")] = "en",
    out: Annotated[Path | None, typer.Option(help="The file to write.")] = None,
) -> None:
    """Play a seeded game and draw it."""
    try:
        picture = draw(edition, seed, turn, view, kind, seats, zoom, lang)
    except GameError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
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
        raise BadInput(f'no picture "{kind}"{hint(kind, KINDS)}')
    if lang not in LANGUAGES:
        raise BadInput(f'no language "{lang}"; there are {listed(LANGUAGES)}')
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
        raise BadInput(f'no view "{view}"; there are {listed(known)}')
    if view == PUBLIC and kind in PRIVATE_KINDS:
        raise BadInput(f"{kind} is for one seat alone: say --view with one of {listed(known[1:])}")
    return None if view == PUBLIC else Seat(int(view))
