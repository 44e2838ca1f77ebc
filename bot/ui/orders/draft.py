"""What a press does to the draft of an order: one function for each step.

A press names places on a list. The draft says what stands there, and a place that does not exist is
refused.
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
    MAX_LISTED_TRACKS,
    STEPS,
    WILDS,
    OrderEditor,
)
from bot.ui.parsing import parse_number
from engine.errors import BadInput
from engine.ids import DeckName
from engine.orders import Build, Collect, Link, Order, Wanted, for_tickets
from engine.orders.given import DEFAULT_DETOUR_PIECES

Chosen: TypeAlias = Sequence[str]
Step: TypeAlias = Callable[[OrderEditor, Draft, Chosen], Draft]

DEFAULT_CARD_COUNT: Final = 4
"""How many cards of a color are collected, unless the player changes it."""


def apply_step(editor: OrderEditor, draft: Draft, step: str, chosen: Chosen) -> Draft:
    """Return the draft after a press with this step and the values *chosen* with it.

    Raises:
        BadInput: There is no such step, or the chosen value does not exist.
        LobbyError: The step does not fit the state of the game.
    """
    if step.startswith("go."):
        return _open_step(editor, draft, step.removeprefix("go."))
    if step not in _STEPS:
        raise BadInput("no such step")
    return _STEPS[step](editor, draft, chosen)


def _open_step(editor: OrderEditor, draft: Draft, step: str) -> Draft:
    if step not in STEPS:
        raise BadInput("no such step")
    if step == "tracks" and not draft.offer:
        draft = replace(draft, offer=tuple(editor.tracks()[:MAX_LISTED_TRACKS]))
    return replace(draft, step=step)


def _single_choice(chosen: Chosen, possible: Sequence[str]) -> str:
    if len(chosen) != 1 or chosen[0] not in possible:
        raise BadInput("not one of these")
    return chosen[0]


def _chosen_places(chosen: Chosen, count: int) -> list[int]:
    found = [parse_number(place) for place in dict.fromkeys(chosen)]
    if any(place >= count for place in found):
        raise BadInput("no such place")
    return found


# --- which routes to claim ---


def _build_for_tickets(editor: OrderEditor, draft: Draft, chosen: Chosen) -> Draft:
    """Claim everything that these tickets still need."""
    tickets = [ticket for ticket, _ in editor.tickets()]
    if not chosen:
        raise BadInput("no ticket")
    wanted = [tickets[place] for place in _chosen_places(chosen, len(tickets))]
    own = editor.own
    build = for_tickets(own.snapshot.table.rules, own.view, own.menu, wanted, DEFAULT_DETOUR_PIECES)
    if build is None:
        raise LobbyError("no-way-left")
    return _change_draft(draft, build=build, step="review")


def _add_tracks(editor: OrderEditor, draft: Draft, chosen: Chosen) -> Draft:
    """Add these tracks of the offer to the end of the list."""
    build, places = draft.order.build, _chosen_places(chosen, len(draft.offer))
    listed = {link.track for link in build.links}
    wilds = build.links[0].wilds if build.links else None
    new = [Link(draft.offer[place], wilds) for place in places if draft.offer[place] not in listed]
    return _change_draft(draft, build=replace(build, links=(*build.links, *new)), step="review")


def _show_next_tracks(editor: OrderEditor, draft: Draft, chosen: Chosen) -> Draft:
    """Offer the next page of tracks."""
    tracks = editor.tracks()
    last = draft.offer[-1] if draft.offer else None
    begin = tracks.index(last) + 1 if last in tracks else 0
    offer = tracks[begin : begin + MAX_LISTED_TRACKS] or tracks[:MAX_LISTED_TRACKS]
    return replace(draft, offer=tuple(offer), step="tracks")


def _offer_found_tracks(editor: OrderEditor, draft: Draft, chosen: Chosen) -> Draft:
    """Offer the tracks that the typed text means."""
    found = editor.find_tracks("".join(chosen))
    if not found:
        raise LobbyError("no-such-route")
    return replace(draft, offer=tuple(found[:MAX_LISTED_TRACKS]), step="tracks")


def _clear_tracks(editor: OrderEditor, draft: Draft, chosen: Chosen) -> Draft:
    return _change_draft(draft, build=Build(), step="tracks")


def _draw_only(editor: OrderEditor, draft: Draft, chosen: Chosen) -> Draft:
    """Claim nothing and only draw cards."""
    order = replace(draft.order, build=Build(), collect=Collect(for_list=False), then="draw")
    return replace(draft, order=order, step="cards")


def _set_wilds(editor: OrderEditor, draft: Draft, chosen: Chosen) -> Draft:
    value = _single_choice(chosen, WILDS)
    limit = None if value == "ticket" else int(value)
    build = draft.order.build
    return _change_draft(draft, build=replace(build, links=tuple(_links_with_limit(build, limit))))


def _links_with_limit(build: Build, limit: int | None) -> list[Link]:
    return [replace(link, wilds=limit) for link in build.links]


def _set_detour(editor: OrderEditor, draft: Draft, chosen: Chosen) -> Draft:
    value = _single_choice(chosen, DETOURS)
    build = draft.order.build
    detour = None if value == "stop" or not build.tickets else int(value)
    return _change_draft(draft, build=replace(build, detour=detour))


def _set_ending(editor: OrderEditor, draft: Draft, chosen: Chosen) -> Draft:
    goes_on = _single_choice(chosen, ("stop", "draw")) == "draw"
    return replace(draft, order=replace(draft.order, then="draw" if goes_on else "stop"))


# --- which cards to collect ---


def _set_colours(editor: OrderEditor, draft: Draft, chosen: Chosen) -> Draft:
    """Collect these colors, each up to the same number. Colors to be kept in hand stay."""
    collect, kinds = _collect_of(draft), editor.colours()
    kept = tuple(one for one in collect.colours if one.keep)
    count = next((one.up_to for one in collect.colours if not one.keep), DEFAULT_CARD_COUNT)
    wanted = [
        Wanted(kinds[place][0], count, kinds[place][1])
        for place in _chosen_places(chosen, len(kinds))
    ]
    return _change_draft(draft, collect=replace(collect, colours=(*kept, *wanted)))


def _set_count(editor: OrderEditor, draft: Draft, chosen: Chosen) -> Draft:
    if len(chosen) != 1:
        raise BadInput("not one number")
    collect, count = _collect_of(draft), parse_number(chosen[0])
    colours = tuple(one if one.keep else replace(one, up_to=count) for one in collect.colours)
    return _change_draft(draft, collect=replace(collect, colours=colours))


def _set_for_list(editor: OrderEditor, draft: Draft, chosen: Chosen, *, on: bool) -> Draft:
    return _change_draft(draft, collect=replace(_collect_of(draft), for_list=on))


def _set_open_wilds(editor: OrderEditor, draft: Draft, chosen: Chosen, *, on: bool) -> Draft:
    return _change_draft(
        draft, collect=replace(_collect_of(draft), open_wilds="completing" if on else "never")
    )


def _set_deck(editor: OrderEditor, draft: Draft, chosen: Chosen) -> Draft:
    return _change_draft(
        draft, collect=replace(_collect_of(draft), deck=_chosen_deck(editor, chosen))
    )


def _set_refill(editor: OrderEditor, draft: Draft, chosen: Chosen) -> Draft:
    return _change_draft(
        draft, collect=replace(_collect_of(draft), refill=_chosen_deck(editor, chosen))
    )


def _chosen_deck(editor: OrderEditor, chosen: Chosen) -> DeckName | None:
    decks = [*editor.own.phrases.spec.decks]
    if [*chosen] == ["best"]:
        return None
    places = _chosen_places(chosen, len(decks))
    if len(places) != 1:
        raise BadInput("not one deck")
    return decks[places[0]]


# --- when to stop ---


def _set_calls(editor: OrderEditor, draft: Draft, chosen: Chosen) -> Draft:
    on = {CALLS[place] for place in _chosen_places(chosen, len(CALLS))}
    calls = replace(draft.order.calls, **{name: name in on for name in CALLS})
    return replace(draft, order=replace(draft.order, calls=calls))


def _set_card_limit(editor: OrderEditor, draft: Draft, chosen: Chosen) -> Draft:
    if len(chosen) != 1:
        raise BadInput("not one number")
    count = None if chosen[0] == "never" else parse_number(chosen[0])
    calls = replace(draft.order.calls, cards=count)
    return replace(draft, order=replace(draft.order, calls=calls))


# --- shared helpers ---


def _collect_of(draft: Draft) -> Collect:
    return draft.order.collect or Collect()


def _change_draft(
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
    "write": lambda editor, draft, chosen: draft,
    "tickets": _build_for_tickets,
    "tracks": _add_tracks,
    "more-tracks": _show_next_tracks,
    "found": _offer_found_tracks,
    "empty": _clear_tracks,
    "only": _draw_only,
    "wilds": _set_wilds,
    "detour": _set_detour,
    "then": _set_ending,
    "colours": _set_colours,
    "count": _set_count,
    "list-on": lambda editor, draft, chosen: _set_for_list(editor, draft, chosen, on=True),
    "list-off": lambda editor, draft, chosen: _set_for_list(editor, draft, chosen, on=False),
    "wild-on": lambda editor, draft, chosen: _set_open_wilds(editor, draft, chosen, on=True),
    "wild-never": lambda editor, draft, chosen: _set_open_wilds(editor, draft, chosen, on=False),
    "deck": _set_deck,
    "refill": _set_refill,
    "calls": _set_calls,
    "many": _set_card_limit,
}
"""Everything that can be pressed or selected on a draft."""
