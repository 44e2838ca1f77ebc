"""Standing orders in words: the order, what it will do, and why it stops. For the owner only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bot.games.orders.model import SeatOrder
from bot.games.table import GameSnapshot
from bot.text.phrases import Phrases
from engine import events as e
from engine.ids import DeckName, Piece, RouteId, Seat
from engine.orders import (
    Build,
    Calls,
    Collect,
    Foreseen,
    Link,
    Mistake,
    Next,
    Order,
    Preview,
    Stop,
    Take,
    Wanted,
    few_pieces,
    outlook,
    preview,
)
from engine.orders.given import LEFT_OUT
from engine.ruleset import Rules

MAX_NAMED_CARDS: Final = 3
"""More kinds of cards than these are not listed by name."""


@dataclass(frozen=True, slots=True)
class OrderWords:
    """Phrases about orders at one table for one reader."""

    phrases: Phrases
    rules: Rules

    # --- the order itself ---

    def order(self, order: Order) -> str:
        """Return the whole order, as its owner can rely on it."""
        say = self.phrases.words.say
        lines = [*self._build_lines(order.build), *self._collect_lines(order.collect)]
        if order.collect is not None:
            lines.append(say(f"order-then-{order.then}"))
        calls = "; ".join(self._call_parts(order.calls, order.build))
        lines.append(say("order-calls", calls=calls))
        return "\n".join(f"- {line}" for line in lines)

    def _build_lines(self, build: Build) -> Iterator[str]:
        say, words = self.phrases.words.say, self.phrases.words
        if not build.links:
            yield say("order-build-nothing")
            return
        limits = {link.wilds for link in build.links}
        tracks = ", ".join(self._link_text(link, alone=len(limits) == 1) for link in build.links)
        if build.tickets:
            tickets = words.join_list(map(self.phrases.ticket, build.tickets), "and")
            yield say("order-build-tickets", tickets=tickets, tracks=tracks)
        else:
            yield say("order-build", tracks=tracks)
        if len(limits) == 1:
            yield self._wild_limit_text(limits.pop())
        if build.detour is not None:
            yield say("order-detour", count=build.detour)

    def _link_text(self, link: Link, *, alone: bool) -> str:
        track = self.phrases.stretch(link.track)
        if alone or link.wilds is None:
            return track
        return self.phrases.words.say("order-part-wilds", track=track, count=link.wilds)

    def _wild_limit_text(self, limit: int | None) -> str:
        say = self.phrases.words.say
        return say("order-wilds-completing") if limit is None else say("order-wilds", count=limit)

    def _collect_lines(self, collect: Collect | None) -> Iterator[str]:
        say, words = self.phrases.words.say, self.phrases.words
        if collect is None:
            yield say("order-collect-nothing")
            return
        wanted = [self.wanted(one) for one in collect.colours if one.keep]
        wanted += [say("order-part-for-list")] if collect.for_list else []
        wanted += [self.wanted(one) for one in collect.colours if not one.keep]
        if wanted:
            blind = self._blind_deck_text(collect.deck)
            yield say("order-collect", cards=words.join_list(wanted, "and"), blind=blind)
        yield say(f"order-open-wilds-{collect.open_wilds}")
        if collect.refill is not None:
            yield say("order-refill", deck=self.phrases.deck(collect.refill))

    def _blind_deck_text(self, deck: DeckName | None) -> str:
        say, decks = self.phrases.words.say, [*self.phrases.spec.decks]
        if deck is None and len(decks) > 1:
            return say("order-part-best-deck")
        return say("order-part-from", deck=self.phrases.deck(deck or decks[0]))

    def wanted(self, wanted: Wanted) -> str:
        """Return the cards of a color, up to a number."""
        say, name = self.phrases.words.say, self.phrases.colour(wanted.colour)
        if wanted.deck is not None and len(self.phrases.spec.decks) > 1:
            name = say(f"card-{wanted.deck}", colour=name)
        if wanted.harbour:
            name += " ⚓"
        if wanted.keep:
            return say("order-part-kept", cards=name, count=wanted.up_to)
        return say("order-part-wanted", cards=name, count=wanted.up_to)

    def _call_parts(self, calls: Calls, build: Build) -> Iterator[str]:
        say = self.phrases.words.say
        few = few_pieces(self.rules)
        lost = say("order-part-call-track" if build.detour is None else "order-part-call-lost")
        has_harbours = any(city.port for city in self.phrases.spec.cities.values())
        for is_on, said in (
            (calls.track_taken and build.links, lost),
            (calls.few_pieces, say("order-part-call-few", count=few)),
            (calls.last_round, say("order-part-call-last")),
            (calls.ticket_completed, say("order-part-call-ticket")),
            (calls.harbour and has_harbours, say("order-part-call-harbour")),
        ):
            if is_on:
                yield said
        if calls.cards is not None:
            yield say("order-part-call-cards", count=calls.cards)
        yield say("order-part-call-turns", count=calls.turns)

    # --- what the order does ---

    def preview(self, shown: Preview, *, on_turn: bool, ahead: int | None = None) -> str:
        """Return what an order would do now and on the next turns if nothing changed.

        In the last round, *ahead* is how many turns its owner has after the present one.
        """
        say = self.phrases.words.say
        left = None if ahead is None else ahead + on_turn
        if left == 0:
            return f"-# {say('order-preview-none')}"
        first = say("order-preview-now") if on_turn else say("order-preview-first")
        heads = [first, say("order-preview-second"), say("order-preview-third")]
        lines = [
            f"{head}: {self.foreseen(turn)}" for head, turn in zip(heads, shown.turns, strict=False)
        ][:left]
        goes_on = left is None or left > len(lines)
        if goes_on and shown.next is not None and not any(turn.stop for turn in shown.turns):
            lines.append(self.next(shown.next))
        return "\n".join(f"-# {line}" for line in lines)

    def foreseen(self, turn: Foreseen) -> str:
        """Return one turn as the order would play it."""
        say = self.phrases.words.say
        if turn.stop is not None:
            return say("order-part-stop", why=self.stop(turn.stop))
        if turn.track is not None:
            cards = self.phrases.payment(turn.payment)
            return say("order-part-build", track=self.phrases.stretch(turn.track), cards=cards)
        first, *others = turn.takes
        if others == [first] and first.card is None:
            deck = self.phrases.deck(first.deck or self._only_deck)
            return say("order-part-draw", cards=say("order-part-blind-two", deck=deck))
        cards = f", {say('order-part-then')} ".join(map(self._take_text, turn.takes))
        return say("order-part-draw", cards=cards)

    def _take_text(self, take: Take) -> str:
        say = self.phrases.words.say
        if take.card is None:
            return say("order-part-blind", deck=self.phrases.deck(take.deck or self._only_deck))
        card = self.phrases.card(take.card)
        if take.deck is not None:
            return say("order-part-open-refill", card=card, deck=self.phrases.deck(take.deck))
        return say("order-part-open", card=card)

    @property
    def _only_deck(self) -> DeckName:
        return next(iter(self.phrases.spec.decks))

    def next(self, goal: Next | None) -> str:
        """Return what an order works towards."""
        say = self.phrases.words.say
        if goal is None:
            return say("order-next-cards")
        track = self.phrases.stretch(goal.track)
        if not goal.lacks:
            return say("order-next-claim", track=track)
        return say("order-next", count=goal.lacks, cards=self._helping_cards(goal), track=track)

    def _helping_cards(self, goal: Next) -> str:
        """Return the kinds of cards that an order works towards."""
        say = self.phrases.words.say
        names = dict.fromkeys(self.phrases.card_name(card) for card in goal.cards)
        if len(names) > MAX_NAMED_CARDS:
            return say("order-part-one-colour")
        return self.phrases.words.join_list(names) if names else say("card-wild")

    def running(self, record: SeatOrder, goal: Next | None) -> str:
        """Return one line on an order that runs: its turns, its last turn and its next aim."""
        say, order = self.phrases.words.say, record.order or Order()
        parts = [say("order-line", count=record.seen.played, most=order.calls.turns)]
        parts += [self._done_text(record.did)] if record.did else []
        if goal is not None and goal.lacks:
            track, cards = self.phrases.stretch(goal.track), self._helping_cards(goal)
            parts.append(say("order-part-next", count=goal.lacks, cards=cards, track=track))
        elif goal is not None:
            parts.append(say("order-part-claim", track=self.phrases.stretch(goal.track)))
        return " · ".join(parts)

    def _done_text(self, events: Iterable[e.Event]) -> str:
        say, drawn = self.phrases.words.say, list[str]()
        for event in events:
            if isinstance(event, e.RouteClaimed):
                track = self.phrases.stretch(event.route)
                return say(
                    "order-part-built", track=track, cards=self.phrases.payment(event.payment)
                )
            if isinstance(event, e.OpenCardTaken | e.BlindCardDrawn):
                drawn.append(self.phrases.card(event.card))
        return say("order-part-drew", cards=self.phrases.words.join_list(drawn, "and"))

    # --- the order in a line ---

    def summary(self, order: Order, goal: Next | None) -> str:
        """Return what an order does next, and the main conditions that stop it."""
        return f"{self.next(goal)} {self.stops(order)}"

    def stops(self, order: Order) -> str:
        """Return the main conditions that stop an order, as a sentence."""
        return self.phrases.words.say("order-stops", when=self.conditions(order))

    def conditions(self, order: Order) -> str:
        """Return the main conditions that stop an order. The whole order has all of them."""
        say, calls = self.phrases.words.say, order.calls
        parts = [say("order-part-when-blocked")] if calls.track_taken and order.build.links else []
        parts += [say("order-part-when-ticket")] if calls.ticket_completed else []
        parts.append(say("order-part-when-turns", count=calls.turns))
        return ", ".join(parts)

    def length(self, build: Build) -> str:
        """Return how many routes are listed, and the pieces that they need."""
        routes = [self.phrases.spec.routes[link.track] for link in build.links]
        pieces = Counter[Piece]()
        for route in routes:
            pieces[route.piece] += route.length
        counts = [self.phrases.count(piece, count) for piece, count in pieces.items()]
        return " · ".join([str(len(routes)), *counts])

    def cards(self, order: Order) -> str:
        """Return which cards an order draws."""
        return " ".join(self._collect_lines(order.collect))

    def payment(self, order: Order) -> str:
        """Return how an order pays, and what it does when it is finished."""
        _, *lines = self._build_lines(order.build)
        return " ".join([*lines, self.phrases.words.say(f"order-then-{order.then}")])

    # --- why the order does not play ---

    def stop(self, stop: Stop) -> str:
        """Return why an order does not play."""
        say, listed = self.phrases.words.say, self.phrases.words.join_list
        if stop.seat is not None:
            facts: dict[str, str | int] = {"player": self.phrases.name(stop.seat)}
            return say("order-stop-few-pieces", **facts, count=stop.count or 0)
        if stop.tracks:
            key = "track-taken" if stop.reason == "track-taken" else f"{stop.reason}-tracks"
            return say(f"order-stop-{key}", tracks=listed(self._track_names(stop.tracks), "and"))
        if stop.tickets:
            tickets = listed(map(self.phrases.ticket, stop.tickets), "and")
            return say("order-stop-ticket-completed", tickets=tickets)
        if stop.cities:
            cities = listed(map(self.phrases.city, stop.cities))
            return say("order-stop-harbour", cities=cities)
        if stop.count is not None:
            return say(f"order-stop-{stop.reason}", count=stop.count)
        return say(f"order-stop-{stop.reason}")

    def _track_names(self, tracks: Iterable[RouteId]) -> Iterable[str]:
        return dict.fromkeys(map(self.phrases.stretch, tracks))

    def mistakes(self, mistakes: Iterable[Mistake]) -> list[str]:
        """Return a line for each mistake in an order."""
        say, found = self.phrases.words.say, list[str]()
        lost: dict[str, list[str]] = {}
        for mistake in mistakes:
            if mistake.code in LEFT_OUT:
                named = self.phrases.stretch(RouteId(mistake.about))
                lost.setdefault(mistake.code, []).append(named)
            elif mistake.most is not None:
                found.append(say(f"order-error-{mistake.code}", most=mistake.most))
            else:
                found.append(say(f"order-error-{mistake.code}"))
        for code, tracks in lost.items():
            found.append(say(f"order-left-out-{code}", tracks=", ".join(dict.fromkeys(tracks))))
        return [*dict.fromkeys(found)]


def order_lines(snapshot: GameSnapshot, seat: Seat, phrases: Phrases) -> list[str]:
    """Return what a hand card says about the order of its seat.

    That is what the order did, what it will do, or why it stopped.
    """
    table, state = snapshot.table, snapshot.state
    record, words = table.order(seat), OrderWords(phrases, table.rules)
    if record.order is None or state.over:
        return []
    say, view, menu = phrases.words.say, snapshot.view(seat), snapshot.menu(seat)
    is_own, is_last = state.turn == seat, state.turns_ahead(seat) == 0
    if is_own and record.plays_in(state.turns) and record.last != state.turns:
        shown = preview(table.rules, record.order, record.seen, view, menu)
        return [say("order-plays", does=words.foreseen(shown.turns[0]))]
    if record.status == "stopped" and record.stop is None:
        return [say("order-undone-last" if is_last else "order-undone")]
    stop = record.stopped_in(state.turns) if is_own else None
    if stop is not None:
        key = "order-stopped-last" if is_last else "order-stopped"
        return [say(key, why=words.stop(stop))]
    if record.status != "active":
        return []
    goal = None if is_last else outlook(table.rules, record.order, view, menu)
    return [words.running(record, goal)]
