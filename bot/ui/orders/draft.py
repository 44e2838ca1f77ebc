"""What a press does to the draft of an order: one function for each step.

What is meant by a place on a list is looked up in the draft; what does not fit there is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from bot.games.errors import LobbyError
from bot.games.orders.model import Draft
from bot.ui.orders.view import (
    CALLS,
    DETOURS,
    PAGE,
    STEPS,
    WILDS,
    Desk,
)
from bot.ui.parsing import parse_number
from engine.errors import BadInput
from engine.ids import DeckName
from engine.orders import Build, Collect, Link, Order, Wanted, for_tickets

Chosen: TypeAlias = Sequence[str]
Step: TypeAlias = Callable[[Desk, Draft, Chosen], Draft]

DETOUR: Final = 3
"""So many more pieces a way round may cost, unless somebody says otherwise."""
COUNT: Final = 4
"""Up to so many cards of a colour are collected, unless somebody says otherwise."""


def apply_step(desk: Desk, draft: Draft, step: str, chosen: Chosen) -> Draft:
    """The draft once a press with this step, and what was *chosen* with it, has changed it.

    Raises:
        BadInput: There is no such step, or nothing of the kind to choose.
        LobbyError: It does not fit the game as it stands.
    """
    if step.startswith("go."):
        return _go(desk, draft, step.removeprefix("go."))
    if step not in _STEPS:
        raise BadInput("no such step")
    return _STEPS[step](desk, draft, chosen)


def _go(desk: Desk, draft: Draft, step: str) -> Draft:
    if step not in STEPS:
        raise BadInput("no such step")
    if step == "tracks" and not draft.offer:
        draft = replace(draft, offer=tuple(desk.tracks()[:PAGE]))
    return replace(draft, step=step)


def _one(chosen: Chosen, possible: Sequence[str]) -> str:
    if len(chosen) != 1 or chosen[0] not in possible:
        raise BadInput("not one of these")
    return chosen[0]


def _places(chosen: Chosen, count: int) -> list[int]:
    found = [parse_number(place) for place in dict.fromkeys(chosen)]
    if any(place >= count for place in found):
        raise BadInput("no such place")
    return found


# --- what to build ---


def _tickets(desk: Desk, draft: Draft, chosen: Chosen) -> Draft:
    """All that these tickets still need."""
    tickets = [ticket for ticket, _ in desk.tickets()]
    if not chosen:
        raise BadInput("no ticket")
    wanted = [tickets[place] for place in _places(chosen, len(tickets))]
    own = desk.own
    build = for_tickets(own.snapshot.table.rules, own.view, own.menu, wanted, DETOUR)
    if build is None:
        raise LobbyError("no-way-left")
    return _with(draft, build=build, step="review")


def _tracks(desk: Desk, draft: Draft, chosen: Chosen) -> Draft:
    """These tracks of the offer, behind those that are listed."""
    build, places = draft.order.build, _places(chosen, len(draft.offer))
    listed = {link.track for link in build.links}
    wilds = build.links[0].wilds if build.links else None
    new = [Link(draft.offer[place], wilds) for place in places if draft.offer[place] not in listed]
    return _with(draft, build=replace(build, links=(*build.links, *new)), step="review")


def _more_tracks(desk: Desk, draft: Draft, chosen: Chosen) -> Draft:
    """The next page of tracks."""
    tracks = desk.tracks()
    last = draft.offer[-1] if draft.offer else None
    begin = tracks.index(last) + 1 if last in tracks else 0
    offer = tracks[begin : begin + PAGE] or tracks[:PAGE]
    return replace(draft, offer=tuple(offer), step="tracks")


def _empty(desk: Desk, draft: Draft, chosen: Chosen) -> Draft:
    return _with(draft, build=Build(), step="tracks")


def _only(desk: Desk, draft: Draft, chosen: Chosen) -> Draft:
    """Build nothing, only draw."""
    order = replace(draft.order, build=Build(), collect=Collect(for_list=False), then="draw")
    return replace(draft, order=order, step="cards")


def _wilds(desk: Desk, draft: Draft, chosen: Chosen) -> Draft:
    value = _one(chosen, WILDS)
    limit = None if value == "ticket" else int(value)
    build = draft.order.build
    return _with(draft, build=replace(build, links=tuple(_limited(build, limit))))


def _limited(build: Build, limit: int | None) -> list[Link]:
    return [replace(link, wilds=limit) for link in build.links]


def _detour(desk: Desk, draft: Draft, chosen: Chosen) -> Draft:
    value = _one(chosen, DETOURS)
    build = draft.order.build
    detour = None if value == "stop" or not build.tickets else int(value)
    return _with(draft, build=replace(build, detour=detour))


def _then(desk: Desk, draft: Draft, chosen: Chosen) -> Draft:
    goes_on = _one(chosen, ("stop", "draw")) == "draw"
    return replace(draft, order=replace(draft.order, then="draw" if goes_on else "stop"))


# --- what to collect ---


def _colours(desk: Desk, draft: Draft, chosen: Chosen) -> Draft:
    """These colours, each up to the same number; what is to be kept stays."""
    collect, kinds = _collect(draft), desk.colours()
    kept = tuple(one for one in collect.colours if one.keep)
    count = next((one.up_to for one in collect.colours if not one.keep), COUNT)
    wanted = [
        Wanted(kinds[place][0], count, kinds[place][1]) for place in _places(chosen, len(kinds))
    ]
    return _with(draft, collect=replace(collect, colours=(*kept, *wanted)))


def _count(desk: Desk, draft: Draft, chosen: Chosen) -> Draft:
    if len(chosen) != 1:
        raise BadInput("not one number")
    collect, count = _collect(draft), parse_number(chosen[0])
    colours = tuple(one if one.keep else replace(one, up_to=count) for one in collect.colours)
    return _with(draft, collect=replace(collect, colours=colours))


def _for_list(desk: Desk, draft: Draft, chosen: Chosen, *, on: bool) -> Draft:
    return _with(draft, collect=replace(_collect(draft), for_list=on))


def _open_wilds(desk: Desk, draft: Draft, chosen: Chosen, *, on: bool) -> Draft:
    return _with(
        draft, collect=replace(_collect(draft), open_wilds="completing" if on else "never")
    )


def _deck(desk: Desk, draft: Draft, chosen: Chosen) -> Draft:
    return _with(draft, collect=replace(_collect(draft), deck=_named_deck(desk, chosen)))


def _refill(desk: Desk, draft: Draft, chosen: Chosen) -> Draft:
    return _with(draft, collect=replace(_collect(draft), refill=_named_deck(desk, chosen)))


def _named_deck(desk: Desk, chosen: Chosen) -> DeckName | None:
    decks = [*desk.own.phrases.spec.decks]
    if [*chosen] == ["best"]:
        return None
    places = _places(chosen, len(decks))
    if len(places) != 1:
        raise BadInput("not one deck")
    return decks[places[0]]


# --- when to stop ---


def _calls(desk: Desk, draft: Draft, chosen: Chosen) -> Draft:
    on = {CALLS[place] for place in _places(chosen, len(CALLS))}
    calls = replace(draft.order.calls, **{name: name in on for name in CALLS})
    return replace(draft, order=replace(draft.order, calls=calls))


def _many(desk: Desk, draft: Draft, chosen: Chosen) -> Draft:
    if len(chosen) != 1:
        raise BadInput("not one number")
    count = None if chosen[0] == "never" else parse_number(chosen[0])
    calls = replace(draft.order.calls, cards=count)
    return replace(draft, order=replace(draft.order, calls=calls))


# --- what all share ---


def _collect(draft: Draft) -> Collect:
    return draft.order.collect or Collect()


def _with(
    draft: Draft,
    *,
    build: Build | None = None,
    collect: Collect | None = None,
    step: str | None = None,
) -> Draft:
    order: Order = draft.order
    if build is not None:
        order = replace(order, build=build)
    if collect is not None:
        order = replace(order, collect=collect)
    return replace(draft, order=order, step=step or draft.step)


_STEPS: Final[Mapping[str, Step]] = {
    "write": lambda desk, draft, chosen: draft,
    "tickets": _tickets,
    "tracks": _tracks,
    "more-tracks": _more_tracks,
    "empty": _empty,
    "only": _only,
    "wilds": _wilds,
    "detour": _detour,
    "then": _then,
    "colours": _colours,
    "count": _count,
    "list-on": lambda desk, draft, chosen: _for_list(desk, draft, chosen, on=True),
    "list-off": lambda desk, draft, chosen: _for_list(desk, draft, chosen, on=False),
    "wild-on": lambda desk, draft, chosen: _open_wilds(desk, draft, chosen, on=True),
    "wild-never": lambda desk, draft, chosen: _open_wilds(desk, draft, chosen, on=False),
    "deck": _deck,
    "refill": _refill,
    "calls": _calls,
    "many": _many,
}
"""What can be pressed or selected on a draft."""
