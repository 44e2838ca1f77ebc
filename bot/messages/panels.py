"""The ephemeral panels of a turn: which card, which route, which payment, which tickets."""

from __future__ import annotations

from typing import Final

from bot.language.speech import Speech
from bot.messages.ids import Press
from bot.messages.kit import (
    GO,
    GOLD,
    MAIN,
    QUIET,
    Item,
    Option,
    Picture,
    Screen,
    button,
    gallery,
    rows,
    text,
)
from bot.messages.kit import select as choose
from bot.messages.questions import moves_of
from bot.play.table import Outcome
from engine.actions import ExchangePieces, PlacePiece
from engine.ids import CityId, DeckName, Payment, RouteId, Seat
from engine.waiting import SecondDraw, TicketChoice
from render import Plan

PAGE: Final = 20
"""Routes on one page of the claim panel."""
FEW: Final = 5
"""Up to so many routes nobody needs to search."""
OFFERS: Final = 10
"""Payments to choose among; a command takes any."""


class Panels:
    """What one seat can be shown to choose from, in its reader's language."""

    def __init__(self, outcome: Outcome, speech: Speech, seat: Seat) -> None:
        self.outcome, self.speech, self.seat = outcome, speech, seat
        self.view = outcome.view(seat)
        self.menu = outcome.menu(seat)
        self.say = speech.words.say

    def press(self, verb: str, arg: str = "") -> Press:
        """A press that answers this seat's present question."""
        return Press(self.outcome.table.row.id, self.view.asked or 0, verb, arg)

    def screen(self, *items: Item, picture: Picture | None = None) -> Screen:
        """A panel of these parts."""
        return Screen(items, (picture,) if picture else (), GOLD)

    def turn(self) -> Screen:
        """What can be done with a turn."""
        verbs = moves_of(self.outcome)
        buttons = [button(self.say(f"button-{verb}"), self.press(verb), MAIN) for verb in verbs]
        buttons += [button(self.say("button-map"), self.press("map"))]
        if self.menu.must_pass():
            buttons.append(button(self.say("button-pass"), self.press("pass"), GO))
        return self.screen(text(self.say("question-turn")), *rows(buttons))

    def appeal(self, refusal: str) -> Screen:
        """Why a step cannot simply be taken back; the others could be asked."""
        ask = button(self.say("button-appeal"), self.press("appeal"), emoji="🙋")
        return self.screen(text(f"{refusal}\n{self.say('appeal-possible')}"), *rows([ask]))

    # --- cards ---

    def draw(self, refill: DeckName | None = None) -> Screen:
        """The display and the decks as buttons."""
        refills = [deck for deck in self.menu.refills() if deck]
        filled = refill if refill in refills else (refills[0] if refills else None)
        tail = f".{filled}" if filled else ""
        slots = set(self.menu.slots())
        cards = [
            button(
                self.speech.card_name(card) if card else "–",
                self.press("take", f"{slot}{tail}"),
                emoji=self.speech.sign(card) if card else None,
                disabled=slot not in slots,
            )
            for slot, card in enumerate(self.view.display)
        ]
        decks = [
            button(self.speech.deck(deck), self.press("blind", deck), MAIN, emoji="🎴")
            for deck in self.menu.decks()
        ]
        if len(refills) > 1:
            other = next(deck for deck in refills if deck != filled)
            label = self.say("button-refill", deck=self.speech.deck(filled or other))
            decks.append(button(label, self.press("refill", other), QUIET, emoji="🔁"))
        second = isinstance(self.view.waiting, SecondDraw)
        question = self.say("question-second" if second else "question-draw")
        if not decks:
            question = self.say("refusal-cards-exhausted")  # D10: not even an open one
        return self.screen(text(question), *rows(cards), *rows(decks))

    # --- routes ---

    def claim(self, plan: Plan, page: int = 0, typed: str | None = None) -> Screen:
        """The routes that can be paid for now, the most useful first; *typed*: of one city."""
        tracks = [track for track in plan.letters if self._at(track, typed or "")]
        again = rows([button(self.say("button-find"), self.press("find"), emoji="🔎")])
        if not tracks:
            none = self.say("claim-none-there" if plan.letters else "claim-none")
            return self.screen(text(none), *(again if plan.letters else []))
        pages = (len(tracks) - 1) // PAGE + 1
        page %= pages
        shown = tracks[page * PAGE : (page + 1) * PAGE]
        useful = {track for links in plan.missing.values() if links for track in links}
        options = [
            Option(
                f"{plan.letters[track]} · {self.speech.route(track)}",
                track,
                self.about_route(track, useful=track in useful),
                self.speech.route_sign(track),
            )
            for track in shown
        ]
        items: list[Item] = [
            text(self.say("claim-which", count=len(tracks))),
            choose(self.press("build"), self.say("claim-placeholder"), options),
        ]
        if pages > 1 and typed is None:
            label = self.say("button-page", page=page + 1, pages=pages)
            items += rows([button(label, self.press("page", str((page + 1) % pages)))])
        items += again if len(plan.letters) > FEW else []
        return self.screen(*items, text(f"-# {self.say('claim-hint')}"))

    def _at(self, track: RouteId, typed: str) -> bool:
        """Whether one of a route's cities is meant by what somebody typed."""
        route, wanted = self.speech.spec.routes[track], typed.casefold().strip()
        return any(wanted in self.speech.city(city).casefold() for city in (route.a, route.b))

    def about_route(self, track: RouteId, *, useful: bool) -> str:
        """A route's length, points and first payment, in a line."""
        spec = self.speech.spec
        route = spec.routes[track]
        payment = next(iter(self.menu.payments(track)))
        mark = "★ " if useful else ""
        points = spec.route_points[route.length]
        facts = self.say("claim-about", spaces=route.length, points=points)
        return f"{mark}{facts} · {self.speech.signed_payment(payment)}"

    def pay(self, verb: str, thing: str, title: str, offers: list[Payment]) -> Screen:
        """The ways to pay, the least wasteful first."""
        buttons = [
            button(
                self.speech.signed_payment(payment),
                self.press(verb, f"{thing}.{number}"),
                GO if number == 0 else QUIET,
            )
            for number, payment in enumerate(offers[:OFFERS])
        ]
        more = [text(f"-# {self.say('pay-more')}")] if len(offers) > OFFERS else []
        return self.screen(text(f"**{title}**\n{self.say('pay-how')}"), *rows(buttons, 2), *more)

    # --- tickets ---

    def split(self, verb: str) -> Screen:
        """How many tickets come from the long deck."""
        splits = self.menu.splits()
        buttons = [
            button(self.say("split-long", count=long), self.press(verb, str(long)), MAIN)
            for long in splits
        ]
        return self.screen(text(self.say("question-split")), *rows(buttons))

    def choose_tickets(self, plan: Plan, picture: Picture | None) -> Screen:
        """The tickets on offer, to keep some of them."""
        question = self.view.waiting
        if not isinstance(question, TicketChoice):
            return self.screen(text(self.say("question-none")))
        options = [
            Option(self.speech.ticket(ticket), str(n), self.about_ticket(plan, ticket))
            for n, ticket in enumerate(question.offered)
        ]
        return self.screen(
            text(self.say("tickets-keep", least=question.keep)),
            *([gallery(picture)] if picture else []),
            choose(
                self.press("keep"),
                self.say("tickets-placeholder"),
                options,
                question.keep,
                len(options),
            ),
            picture=picture,
        )

    def about_ticket(self, plan: Plan, ticket: object) -> str:
        """How far a ticket is from being fulfilled."""
        spaces = plan.spaces(self.speech.spec, ticket)  # type: ignore[arg-type]
        if spaces is None:
            return self.say("ticket-blocked")
        return self.say("ticket-missing", count=spaces) if spaces else self.say("ticket-done")

    # --- the World's own ---

    def mix(self, suggested: int | None) -> Screen:
        """How many trains, and so how many ships."""
        options = [
            Option(
                " · ".join(self.speech.count(p, n) for p, n in action.pieces.items()),
                str(next(iter(action.pieces.values()))),
                self.say("mix-suggested")
                if next(iter(action.pieces.values())) == suggested
                else "",
            )
            for action in self.menu.mixes()
        ]
        if not options:
            return self.screen(text(self.say("question-none")))
        return self.screen(
            text(self.say("question-mix")),
            choose(self.press("mixed"), self.say("mix-placeholder"), options),
        )

    def harbour(self) -> Screen:
        """Where a harbour can be built and paid for now."""
        cities = list(dict.fromkeys(a.city for a in self.harbours()))
        if not cities:
            return self.screen(text(self.say("harbour-none")))
        options = [Option(self.speech.city(city), city) for city in cities[:25]]
        return self.screen(
            text(self.say("harbour-where")),
            choose(self.press("site"), self.say("harbour-placeholder"), options),
        )

    def harbours(self, city: CityId | None = None) -> list[PlacePiece]:
        """The harbours that could be built, with each payment."""
        return [
            action
            for action in self.menu.extras()
            if isinstance(action, PlacePiece) and city in (None, action.city)
        ]

    def exchange(self) -> Screen:
        """What can be given for how much of the other."""
        options = [
            Option(
                self.say("exchange-give", pieces=self.speech.count(a.give, a.count)),
                f"{a.give}.{a.count}",
                self.say("exchange-cost", points=a.count),
            )
            for a in self.menu.extras()
            if isinstance(a, ExchangePieces)
        ]
        if not options:
            return self.screen(text(self.say("exchange-none")))
        halves = [options[:25], options[25:50]]
        return self.screen(
            text(self.say("exchange-which")),
            *(
                choose(
                    self.press("swap" if n == 0 else "swap-more"),
                    self.say("exchange-placeholder"),
                    half,
                )
                for n, half in enumerate(halves)
                if half
            ),
        )
