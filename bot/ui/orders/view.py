"""The panels of standing orders: the order of a seat, and the draft of the next one, step by step.

A press names a step and places on a list. The draft says what stands there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.games.orders.model import Draft, SeatOrder
from bot.games.orders.service import check_order_at
from bot.games.orders.transitions import what_owner_sees
from bot.games.table import decode_options
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
    make_panel,
    select,
    separator,
    text_block,
)
from bot.ui.custom_ids import Press
from bot.ui.orders.text import OrderWords
from bot.ui.seat_view import SeatView
from bot.ui.turn.routes import without_twins
from engine.advice import wanted_links
from engine.ids import DeckName, RouteId, TicketId
from engine.orders import Collect, Order, outlook, preview
from render import Advice

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
    """Return the button to the user's order, or none if the table allows no orders."""
    if not decode_options(own.snapshot.table.row).orders or own.view.over:
        return []
    return [button(own.say("button-plan"), Press(own.game, 0, "plan"), emoji="🗓️")]


@dataclass(frozen=True, slots=True)
class OrderEditor:
    """The owner's seat and the plan that the owner's map shows, to write an order with."""

    own: SeatView
    plan: Advice

    @property
    def record(self) -> SeatOrder:
        """The saved order of the seat."""
        return self.own.snapshot.table.order(self.own.seat)

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
        useful = [*self.plan.letters, *wanted_links(self.plan.missing)]
        rank = {track: place for place, track in reversed([*enumerate(useful)])}
        ends = self.own.phrases.ends
        free = sorted(self.own.menu.free(), key=lambda t: (rank.get(t, len(useful)), ends(t)))
        return without_twins(self.own, free)

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


def plan_panel(editor: OrderEditor, note: str = "", *, writing: bool = False) -> Screen:
    """Return the user's order, or the draft while the user is *writing* or has no order.

    *note* is a text above it.
    """
    own, record = editor.own, editor.record
    above = [text_block(note)] if note else []
    if record.draft is not None and (writing or record.order is None):
        items = _STEPS.get(record.draft.step, _review_items)(editor, record.draft)
    elif record.order is not None:
        items = _order_items(own, record, record.order)
    else:
        items = _list_items(editor, Draft())
    return make_panel(*above, *items)


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
    words, table = _order_words(own), own.snapshot.table
    lines = [f"### {own.say('order-title')}", words.order(order), own.say(_status_key(record))]
    stop = record.stopped_in(own.snapshot.state.turns)
    if stop is not None:
        lines.append(words.stop(stop))
    if record.status == "active":
        lines.append(own.say("order-count", count=record.seen.played, most=order.calls.turns))
        goal = outlook(table.rules, order, own.view, own.menu)
        has_turn = own.view.turn == own.seat or own.snapshot.state.turns_ahead(own.seat) != 0
        lines += [words.next(goal)] if goal and has_turn else []
        lines.append(_preview_text(own, order, record))
    toggle = "resume" if record.status != "active" or stop is not None else "pause"
    buttons = [
        _step_button(own, "change", PRIMARY),
        _step_button(own, toggle),
        _step_button(own, "delete", DANGER),
        *([_step_button(own, "write")] if record.draft else []),
        _hand_button(own),
    ]
    return [text_block("\n".join(lines)), *button_rows(buttons)]


def _status_key(record: SeatOrder) -> str:
    return f"order-status-{record.status}"


def _preview_text(own: SeatView, order: Order, record: SeatOrder | None = None) -> str:
    """Return what an order would do from now on. A draft is treated as if it were given now."""
    table = own.snapshot.table
    seen = record.seen if record else what_owner_sees(table, own.seat, order)
    shown = preview(table.rules, order, seen, own.view, own.menu)
    ahead = own.snapshot.state.turns_ahead(own.seat)
    return _order_words(own).preview(shown, on_turn=own.view.turn == own.seat, ahead=ahead)


# --- a draft: which routes to claim ---


def _list_items(editor: OrderEditor, draft: Draft) -> list[Item]:
    """Return the panel that asks what to claim."""
    own = editor.own
    tickets = editor.tickets()
    options = [
        Option(own.phrases.ticket(ticket), str(place), own.say("order-ticket-lacks", count=pieces))
        for place, (ticket, pieces) in enumerate(tickets)
    ]
    chosen = options[:MAX_LISTED_TRACKS]
    ticket_select = [
        select(
            _step_press(own, "tickets"),
            own.say("order-choose-tickets"),
            chosen,
            most=len(chosen),
        )
    ]
    buttons = [_step_button(own, "go.tracks"), _step_button(own, "only")]
    buttons += [_step_button(own, "go.review")] if draft.order.build.links else []
    title = f"### {own.say('order-title')}\n{own.say('order-ask-list')}"
    return [
        text_block(title),
        *(ticket_select if chosen else []),
        *button_rows([*buttons, _hand_button(own)]),
    ]


def _track_items(editor: OrderEditor, draft: Draft) -> list[Item]:
    """Return one page of tracks to choose from.

    The order claims them in the sequence in which the player chooses them.
    """
    own = editor.own
    listed = {link.track for link in draft.order.build.links}
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
    chosen = [own.phrases.stretch(link.track) for link in draft.order.build.links]
    text = own.say("order-ask-tracks")
    if chosen:
        text = f"{text}\n{own.say('order-listed', tracks=', '.join(chosen))}"
    buttons = [_step_button(own, "more-tracks")]
    buttons += (
        [_step_button(own, "empty"), _step_button(own, "go.review", PRIMARY)] if chosen else []
    )
    track_select = select(
        _step_press(own, "tracks"), own.say("order-choose-tracks"), options, most=len(options)
    )
    return [
        text_block(text),
        *([track_select] if options else []),
        *button_rows([*buttons, _step_button(own, "go.list")]),
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
        text_block(own.say("order-ask-details")),
        *([wilds] if build.links else []),
        *([_choice_select(own, "detour", DETOURS, detour)] if build.tickets else []),
        _choice_select(own, "then", ("stop", "draw"), then),
        *button_rows([_step_button(own, "go.review", PRIMARY)]),
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
        text_block("\n".join([own.say("order-ask-cards"), _order_words(own).order(draft.order)])),
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
        *button_rows([*toggles, _step_button(own, "go.review", PRIMARY)]),
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
    calls = draft.order.calls
    options = [
        Option(own.say(f"order-call-{n}"), str(n), chosen=getattr(calls, name))
        for n, name in enumerate(CALLS)
    ]
    never = Option(own.say("order-cards-never"), "never", chosen=calls.cards is None)
    counts = [
        Option(own.say("order-cards-at", count=n), str(n), chosen=n == calls.cards)
        for n in HAND_SIZE_CHOICES
    ]
    return [
        text_block(own.say("order-ask-calls", count=decode_options(own.snapshot.table.row).orders)),
        select(_step_press(own, "calls"), own.say("order-choose-calls"), options, 0, len(options)),
        select(_step_press(own, "many"), own.say("order-choose-many"), [*counts, never]),
        *button_rows([_step_button(own, "go.review", PRIMARY)]),
    ]


# --- a draft: the review ---


def _review_items(editor: OrderEditor, draft: Draft) -> list[Item]:
    """Return the whole draft in words, a preview, and the button that starts the order."""
    own = editor.own
    words, checked = _order_words(own), check_order_at(own.snapshot.table, own.seat, draft.order)
    lines = [f"### {own.say('order-title')}", words.order(checked.order)]
    wrong = words.mistakes((*checked.refused, *checked.left_out))
    if not checked.refused:
        lines.append(_preview_text(own, checked.order))
        lines += [] if editor.record.told else [own.say("order-guess")]
    give = [] if checked.refused else [_step_button(own, "give", SUCCESS)]
    ways = [_step_button(own, f"go.{step}") for step in ("tracks", "cards", "details", "calls")]
    return [
        text_block("\n".join([*lines, *wrong])),
        separator(),
        *button_rows([*give, _step_button(own, "throw", DANGER), _hand_button(own)]),
        *button_rows(ways),
    ]


_STEPS: Final[Mapping[str, Callable[[OrderEditor, Draft], list[Item]]]] = {
    "list": _list_items,
    "tracks": _track_items,
    "details": _detail_items,
    "cards": _card_items,
    "calls": _call_items,
    "review": _review_items,
}
"""The panels of a draft by their steps."""
STEPS: Final = tuple(_STEPS)
