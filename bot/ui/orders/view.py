"""The panels of standing orders: the order of a seat, and the draft of the next one, step by step.

A press names a step and places on a list. The draft says what stands there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord
import msgspec

from bot.games.orders.model import Draft, SeatOrder
from bot.games.orders.service import check_order_at
from bot.games.orders.transitions import what_owner_sees
from bot.games.table import decode_options
from bot.pictures.picture import Picture
from bot.text.words import capitalize
from bot.ui.components import (
    DANGER,
    PRIMARY,
    SECONDARY,
    SUCCESS,
    Item,
    Option,
    Screen,
    button,
    button_rows,
    gallery,
    make_panel,
    select,
    text_block,
)
from bot.ui.custom_ids import Press
from bot.ui.orders.text import OrderWords
from bot.ui.seat_view import SeatView
from bot.ui.turn.routes import without_twins
from engine.advice import Links
from engine.ids import DeckName, RouteId, TicketId
from engine.orders import (
    Calls,
    Collect,
    Next,
    Order,
    default_order,
    outlook,
    planned_tracks,
    preview,
)
from render import Advice

PARTS: Final = ("list", "tracks", "cards", "details", "calls")
"""The parts of an order that its owner can change, by the steps of their panels."""
MAX_NAMED_TRACKS: Final = 8
"""The panel names at most this many listed routes."""
MAX_LISTED_TRACKS: Final = 25
"""Tracks on one page of the list. A select holds no more."""
DETOURS: Final = ("stop", "0", "1", "2", "3")
WILDS: Final = ("ticket", "0", "1", "2", "3")
CARD_COUNT_CHOICES: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12)
"""The choices for how many cards of a color to collect."""
HAND_SIZE_CHOICES: Final = (15, 20, 25, 30, 40)
"""The choices for how many cards in hand stop the order."""
CALLS: Final = ("track_taken", "few_pieces", "last_round", "ticket_completed", "harbour")
"""What stops an order and notifies its owner, by the fields of `Calls`."""


def plan_button(own: SeatView) -> list[Item]:
    """Return the button to plan ahead, or those of a plan that runs.

    Return none if the table allows no orders.
    """
    if not decode_options(own.snapshot.table.row).orders or own.view.over:
        return []
    if is_running(own):
        change, stop = _step_press(own, "change"), _step_press(own, "pause")
        return [
            button(own.say("order-button-change"), change, emoji="🗓️"),
            button(own.say("order-button-pause"), stop, emoji="⏹️"),
        ]
    return [button(own.say("button-plan"), Press(own.game, 0, "plan"), emoji="🗓️")]


def is_running(own: SeatView) -> bool:
    """Return whether the seat has an order that plays or waits for its owner to check in."""
    record = own.snapshot.table.order(own.seat)
    is_on = record.order is not None and record.status != "paused"
    return is_on and not is_finished(own, record.order or Order())


def is_finished(own: SeatView, order: Order) -> bool:
    """Return whether nothing is left that the order could do."""
    return bool(check_order_at(own.snapshot.table, own.seat, order).refused)


def running_plan(own: SeatView, advice: Advice) -> Advice:
    """Return the advice with the routes of the order that runs."""
    order = own.snapshot.table.order(own.seat).order
    if order is None or own.view.over or not is_running(own):
        return advice
    tracks = planned_tracks(own.snapshot.table.rules, order, own.view, own.menu)
    return replace(advice, plan=tracks)


@dataclass(frozen=True, slots=True)
class OrderEditor:
    """The owner's seat and the plan that the owner's map shows, to write an order with."""

    own: SeatView
    plan: Advice

    @property
    def record(self) -> SeatOrder:
        """The saved order of the seat."""
        return self.own.snapshot.table.order(self.own.seat)

    def draft(self) -> Draft:
        """Return the saved draft. If there is none or it is outdated, return the default plan."""
        saved = self.record.draft
        if saved is not None and not self.is_outdated(saved):
            return saved
        own = self.own
        order = default_order(own.snapshot.table.rules, own.view, own.menu)
        return Draft(order or Order(), "review")

    def is_outdated(self, draft: Draft) -> bool:
        """Return whether the draft is for tickets only, and all of them are completed."""
        tickets = {*draft.order.build.tickets}
        still_open = {ticket for ticket, _ in self.tickets()}
        return bool(tickets) and tickets.isdisjoint(still_open)

    def shown_draft(self, *, writing: bool) -> Draft | None:
        """Return the draft to show, or None if the saved order is shown.

        An order that can do nothing more is not shown.
        """
        order = self.record.order
        if order is None or writing or is_finished(self.own, order):
            return self.draft()
        return None

    def planned(self, *, writing: bool) -> Links | None:
        """Return the routes to number on the map, or None if the panel has no map."""
        draft, own = self.shown_draft(writing=writing), self.own
        if draft is not None and draft.step in SMALL_STEPS:
            return None
        order = (self.record.order or Order()) if draft is None else draft.order
        return planned_tracks(own.snapshot.table.rules, order, own.view, own.menu)

    def tickets(self) -> list[tuple[TicketId, int]]:
        """Return the tickets that can still be completed, with the pieces that they need."""
        routes, missing = self.own.phrases.spec.routes, self.plan.missing
        return [
            (ticket, sum(routes[track].length for track in links))
            for ticket in self.own.view.tickets
            if (links := missing.get(ticket))
        ]

    def tracks(self) -> list[RouteId]:
        """Return the tracks that can be listed, the useful ones first.

        Tracks with a letter on the player's map come in the order of the letters, then those that
        tickets need. Of two identical tracks only one is listed.
        """
        useful = [*self.plan.letters, *self.plan.wanted]
        rank = {track: place for place, track in reversed([*enumerate(useful)])}
        ends = self.own.phrases.ends
        free = sorted(self.own.menu.free(), key=lambda t: (rank.get(t, len(useful)), ends(t)))
        return without_twins(self.own, free)

    def find_tracks(self, typed: str) -> list[RouteId]:
        """Return the tracks that can be listed and that *typed* means: a city, or two cities."""
        whole = typed.casefold().strip()
        parts = [part for part in re.split(r"\s+[-–]+\s*|[-–]+\s+|[–,]", whole) if part.strip()]
        return [
            track
            for track in self.tracks()
            if parts and (self._touches(track, [whole]) or self._touches(track, parts))
        ]

    def _touches(self, track: RouteId, typed: Sequence[str]) -> bool:
        """Return whether each typed text is a part of the name of one of the track's cities."""
        route = self.own.phrases.spec.routes[track]
        names = [self.own.phrases.city(city).casefold() for city in route.ends]
        return all(any(text.strip() in name for name in names) for text in typed)

    def colours(self) -> list[tuple[str, DeckName | None]]:
        """Return the colors that can be collected, with two decks once for each deck."""
        spec = self.own.phrases.spec
        several = len(spec.decks) > 1
        found = {
            (face.colour, face.deck if several else None): None
            for face in spec.faces.values()
            if face.colour is not None
        }
        return [*found]


def plan_panel(
    editor: OrderEditor, picture: Picture | None = None, note: str = "", *, writing: bool = False
) -> Screen:
    """Return the user's order, or the draft while the user is *writing* or has no order.

    *note* is a text above it. *picture* is the user's map with the planned routes.
    """
    draft = editor.shown_draft(writing=writing)
    if draft is None:
        order = editor.record.order or Order()
        return _with_map(editor, _order_items(editor.own, editor.record, order), picture, note)
    if draft.step not in SMALL_STEPS:
        return _with_map(editor, _review_items(editor, draft), picture, note)
    above = [text_block(note)] if note else []
    return make_panel(*above, *_STEPS[draft.step](editor, draft))


def _with_map(
    editor: OrderEditor, items: Sequence[Item], picture: Picture | None, note: str
) -> Screen:
    title = f"### {editor.own.say('order-title')}"
    return make_panel(
        text_block(f"{title}\n{note}" if note else title),
        *([gallery(picture)] if picture else []),
        *items,
        picture=picture,
    )


def _step_press(own: SeatView, step: str) -> Press:
    return Press(own.game, own.snapshot.table.order(own.seat).revision, "order", step)


def _step_button(own: SeatView, step: str, style: discord.ButtonStyle = SECONDARY) -> Item:
    """Return a button of the order panels.

    A dot in its step becomes a hyphen in the key of its label.
    """
    label = own.say(f"order-button-{step.replace('.', '-')}")
    return button(label, _step_press(own, step), style)


def _order_words(own: SeatView) -> OrderWords:
    return OrderWords(own.phrases, own.snapshot.table.rules)


def _hand_button(own: SeatView) -> Item:
    """Return the button back to the hand."""
    return button(own.say("button-back"), own.press("hand"))


# --- an order that was given ---


def _order_items(own: SeatView, record: SeatOrder, order: Order) -> list[Item]:
    words, stop = _order_words(own), record.stopped_in(own.snapshot.state.turns)
    is_on = record.status != "paused"
    lines = [words.running(record, _goal(own, order))] if is_on else []
    if stop is not None:
        lines = [f"**{own.say('order-status-stopped')}** {words.stop(stop)}"]
    elif not is_on:
        lines = [f"**{own.say('order-status-paused')}** {words.next(_goal(own, order))}"]
    if _has_no_turn(own):
        lines = [own.say("order-preview-none")]
    first = _step_button(own, "pause", DANGER)
    if not is_on or stop is not None:
        first = _step_button(own, "resume", SUCCESS)
    return [
        text_block("\n".join([*lines, words.stops(order)])),
        *button_rows([first, _step_button(own, "change"), _hand_button(own)]),
    ]


def _has_no_turn(own: SeatView) -> bool:
    """Return whether the seat has no more turns in this game."""
    return own.snapshot.state.turns_ahead(own.seat) == 0 and own.view.turn != own.seat


def _goal(own: SeatView, order: Order) -> Next | None:
    return outlook(own.snapshot.table.rules, order, own.view, own.menu)


def _preview_text(own: SeatView, order: Order) -> str:
    """Return what an order would do from now on, as if it were given now."""
    table = own.snapshot.table
    seen = what_owner_sees(table, own.seat, order)
    shown = preview(table.rules, order, seen, own.view, own.menu)
    ahead = own.snapshot.state.turns_ahead(own.seat)
    return _order_words(own).preview(shown, on_turn=own.view.turn == own.seat, ahead=ahead)


# --- a draft: the whole of it ---


def _review_items(editor: OrderEditor, draft: Draft) -> list[Item]:
    """Return what the draft would do next, and the button that starts the order."""
    own, words = editor.own, _order_words(editor.own)
    checked = check_order_at(own.snapshot.table, own.seat, draft.order)
    wrong = words.mistakes((*checked.refused, *checked.left_out))
    if draft.order == Order():
        wrong = [own.say("order-no-tickets")]
    lines = [] if checked.refused else [words.summary(checked.order, _goal(own, checked.order))]
    if _has_no_turn(own):
        lines = [own.say("order-preview-none")]
    give = [] if checked.refused else [_step_button(own, "give", SUCCESS)]
    return [
        text_block("\n".join([*lines, *wrong])),
        *button_rows([*give, _step_button(own, _change_step(editor)), _hand_button(own)]),
    ]


def _change_step(editor: OrderEditor) -> str:
    """Return the step that opens the panel of changes.

    It keeps a draft. Without one, it starts from the default plan.
    """
    saved = editor.record.draft
    return "go.menu" if saved is not None and not editor.is_outdated(saved) else "change"


def _menu_items(editor: OrderEditor, draft: Draft) -> list[Item]:
    """Return each part of the draft with its present value, and a button for each."""
    own, order = editor.own, draft.order
    lines = [f"**{own.say(f'order-menu-{part}')}:** {_value(own, order, part)}" for part in PARTS]
    away = "delete" if editor.record.order is not None else "throw"
    return [
        text_block("\n".join([f"### {own.say('order-menu')}", *lines])),
        *button_rows([_step_button(own, f"go.{part}") for part in PARTS]),
        *button_rows(
            [
                _step_button(own, "go.review", PRIMARY),
                _step_button(own, "go.contract"),
                _step_button(own, away, DANGER),
            ]
        ),
    ]


def _value(own: SeatView, order: Order, part: str) -> str:
    """Return the present value of a part of an order."""
    words = _order_words(own)
    if part == "list":
        return ", ".join(map(own.phrases.ticket, order.build.tickets)) or "–"
    if part == "tracks":
        return words.length(order.build)
    if part == "cards":
        return words.cards(order)
    if part == "details":
        return words.payment(order)
    turns = decode_options(own.snapshot.table.row).orders
    return words.conditions(msgspec.structs.replace(order, calls=_with_turns(order.calls, turns)))


def _with_turns(calls: Calls, turns: int) -> Calls:
    return msgspec.structs.replace(calls, turns=turns)


def _contract_items(editor: OrderEditor, draft: Draft) -> list[Item]:
    """Return the whole draft in words, and a preview."""
    own = editor.own
    words, checked = _order_words(own), check_order_at(own.snapshot.table, own.seat, draft.order)
    lines = [f"### {own.say('order-title')}", words.order(checked.order)]
    if not checked.refused:
        lines += [_preview_text(own, checked.order), own.say("order-guess")]
    wrong = words.mistakes((*checked.refused, *checked.left_out))
    return [text_block("\n".join([*lines, *wrong])), *_panel_buttons(own)]


def _panel_buttons(own: SeatView, *others: Item) -> list[Item]:
    """Return the buttons of a small panel: its own, to the plan, and to the other panels."""
    done = button(own.say("order-button-go-review"), _step_press(own, "go.review"), PRIMARY)
    back = button(own.say("button-back"), _step_press(own, "go.menu"))
    return button_rows([*others, done, back])


# --- a draft: which routes to claim ---


def _list_items(editor: OrderEditor, draft: Draft) -> list[Item]:
    """Return the panel that asks which tickets to complete."""
    own, chosen = editor.own, draft.order.build.tickets
    options = [
        Option(
            own.phrases.ticket(ticket),
            str(place),
            own.say("order-ticket-lacks", count=pieces),
            chosen=ticket in chosen,
        )
        for place, (ticket, pieces) in enumerate(editor.tickets())
    ][:MAX_LISTED_TRACKS]
    press, hint = _step_press(own, "tickets"), own.say("order-choose-tickets")
    text = own.say("order-ask-list" if options else "order-no-tickets")
    return [
        text_block(f"### {own.say('order-menu-list')}\n{text}"),
        *([select(press, hint, options, most=len(options))] if options else []),
        *_panel_buttons(own, _step_button(own, "only")),
    ]


def _track_items(editor: OrderEditor, draft: Draft) -> list[Item]:
    """Return one page of tracks to choose from.

    The order claims them in the sequence in which the player chooses them.
    """
    own, links = editor.own, draft.order.build.links
    listed = {link.track for link in links}
    offer = [track for track in draft.offer if track in own.phrases.spec.routes]
    options = [
        Option(
            " · ".join(filter(None, (editor.plan.letters.get(track), own.phrases.stretch(track)))),
            str(place),
            own.say("spaces", count=own.phrases.spec.routes[track].length),
            own.phrases.route_sign(track),
        )
        for place, track in enumerate(offer)
        if track not in listed
    ]
    names = [f"{n} {own.phrases.stretch(link.track)}" for n, link in enumerate(links, 1)]
    if len(names) > MAX_NAMED_TRACKS:
        names[MAX_NAMED_TRACKS:] = [f"… ({len(names)})"]
    text = " · ".join(names) or own.say("order-ask-tracks")
    press, hint = _step_press(own, "tracks"), own.say("order-choose-tracks")
    find = Press(own.game, editor.record.revision, "order-find")
    buttons = [button(own.say("button-find"), find, emoji="🔎"), _step_button(own, "more-tracks")]
    return [
        text_block(f"### {own.say('order-menu-tracks')}\n{text}"),
        *([select(press, hint, options, most=len(options))] if options else []),
        *_panel_buttons(own, *buttons, *([_step_button(own, "empty")] if links else [])),
    ]


# --- a draft: payment, cards and stops ---


def _detail_items(editor: OrderEditor, draft: Draft) -> list[Item]:
    """Return the panel for wilds, detours, and what the order does when the list is done."""
    own = editor.own
    build, then = draft.order.build, draft.order.then
    limits = {link.wilds for link in build.links}
    limit = limits.pop() if len(limits) == 1 else None
    wilds = _choice_select(own, "wilds", WILDS, "ticket" if limit is None else str(limit))
    detour = "stop" if build.detour is None else str(build.detour)
    return [
        text_block(f"### {own.say('order-menu-details')}\n{_value(own, draft.order, 'details')}"),
        *([wilds] if build.links else []),
        *([_choice_select(own, "detour", DETOURS, detour)] if build.tickets else []),
        _choice_select(own, "then", ("stop", "draw"), then),
        *_panel_buttons(own),
    ]


def _choice_select(own: SeatView, step: str, values: Sequence[str], chosen: str) -> Item:
    options = [
        Option(own.say(f"order-{step}-{value}"), value, chosen=value == chosen) for value in values
    ]
    return select(_step_press(own, step), own.say(f"order-choose-{step}"), options)


def _card_items(editor: OrderEditor, draft: Draft) -> list[Item]:
    """Return the panel for which cards to collect, and from which deck."""
    own = editor.own
    collect = draft.order.collect or Collect()
    wanted = {(one.colour, one.deck): one.up_to for one in collect.colours if not one.keep}
    options = [
        Option(_colour_label(own, *kind), str(place), chosen=kind in wanted)
        for place, kind in enumerate(editor.colours())
    ]
    number = next(iter(wanted.values()), 0)
    counts = [Option(str(n), str(n), chosen=n == number) for n in CARD_COUNT_CHOICES]
    decks = [*own.phrases.spec.decks]
    toggles = []
    if draft.order.build.links:
        toggles.append(_step_button(own, "list-off" if collect.for_list else "list-on"))
    wild = "wild-never" if collect.open_wilds == "completing" else "wild-on"
    toggles.append(_step_button(own, wild))
    return [
        text_block(f"### {own.say('order-menu-cards')}\n{_value(own, draft.order, 'cards')}"),
        select(
            _step_press(own, "colours"), own.say("order-choose-colours"), options, 0, len(options)
        ),
        *(
            [select(_step_press(own, "count"), own.say("order-choose-count"), counts)]
            if wanted
            else []
        ),
        *(
            [
                _deck_select(own, "deck", decks, collect.deck),
                _deck_select(own, "refill", decks, collect.refill),
            ]
            if len(decks) > 1
            else []
        ),
        *_panel_buttons(own, *toggles),
    ]


def _colour_label(own: SeatView, colour: str, deck: DeckName | None) -> str:
    name = own.phrases.colour(colour)
    return own.say(f"card-{deck}", colour=name) if deck else name


def _deck_select(
    own: SeatView, step: str, decks: Sequence[DeckName], chosen: DeckName | None
) -> Item:
    best = Option(own.say("order-deck-best"), "best", chosen=chosen is None)
    named = [
        Option(own.phrases.deck(deck), str(place), chosen=deck == chosen)
        for place, deck in enumerate(decks)
    ]
    return select(_step_press(own, step), own.say(f"order-choose-{step}"), [best, *named])


def _call_items(editor: OrderEditor, draft: Draft) -> list[Item]:
    """Return the panel for when the order stops and notifies its owner."""
    own = editor.own
    calls, value = draft.order.calls, _value(own, draft.order, "calls")
    has_harbours = any(city.port for city in own.phrases.spec.cities.values())
    options = [
        Option(own.say(f"order-call-{n}"), str(n), chosen=getattr(calls, name))
        for n, name in enumerate(CALLS)
        if has_harbours or name != "harbour"
    ]
    never = Option(own.say("order-cards-never"), "never", chosen=calls.cards is None)
    counts = [
        Option(own.say("order-cards-at", count=n), str(n), chosen=n == calls.cards)
        for n in HAND_SIZE_CHOICES
    ]
    return [
        text_block(f"### {own.say('order-menu-calls')}\n{capitalize(value)}"),
        select(_step_press(own, "calls"), own.say("order-choose-calls"), options, 0, len(options)),
        select(_step_press(own, "many"), own.say("order-choose-many"), [*counts, never]),
        *_panel_buttons(own),
    ]


_STEPS: Final[Mapping[str, Callable[[OrderEditor, Draft], list[Item]]]] = {
    "list": _list_items,
    "tracks": _track_items,
    "details": _detail_items,
    "cards": _card_items,
    "calls": _call_items,
    "menu": _menu_items,
    "contract": _contract_items,
}
"""The panels of a draft by their steps, except the one with the map."""
SMALL_STEPS: Final = tuple(_STEPS)
STEPS: Final = (*SMALL_STEPS, "review")
