"""Answers that are true: whose turn it is, what is asked, what it costs, and the way back."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import maps
from bot.games.errors import DatabaseUnavailable
from bot.text.words import Words
from bot.ui.autocomplete import MAX_CHOICES
from engine.ids import WILD, RouteId
from engine.questions import MixChoice, TicketChoice, Turn
from engine.state import GameState
from sandbox.world.people import Answer, Person
from sandbox.world.visible_message import VisibleMessage
from tests.builders import BOARDS
from tests.outbox.test_faults import Table, started_table
from tests.support.hands import shows_hand
from tests.support.players import (
    ByCommands,
    bot_with_moderator_on_turn,
    deck_button,
    draw_buttons,
    keep_tickets,
    split_labels,
)
from tests.support.running_bot import RunningBot, running_bot

GREEN = 3
GREY = 2
LANGUAGES = ("en", "de")


def sentences_of(person: Person) -> Any:
    """The sentences of somebody's language."""
    return Words.of(person.user.locale).say


def button_styles(seen: VisibleMessage) -> dict[str, int]:
    """The colours of the buttons, by label."""
    return {str(b.get("label")): b["style"] for b in seen.buttons}


@asynccontextmanager
async def moderator_on_turn(
    path: Path, edition: str, language: str
) -> AsyncIterator[tuple[RunningBot, str]]:
    """A moderator on turn who reads this language; the game's id."""
    async with bot_with_moderator_on_turn(path, edition) as (bot, game):
        await bot.moderator.slash(bot.channel, "my settings", language=language)
        yield bot, game


async def state_to_change(bot: RunningBot, game: str) -> tuple[GameState, int]:
    """The state of a game, to be changed in memory alone, and the moderator's seat."""
    table = await bot.games.cache.load(game)
    table.state = table.state.copy()
    return table.state, table.seat_of(bot.moderator.id)


async def give_many_cards(bot: RunningBot, game: str, pieces: int = 45) -> None:
    """Give the moderator plenty of every card."""
    state, seat = await state_to_change(bot, game)
    spec = maps.load((await bot.games.snapshot(game)).table.row.edition)
    state.players[seat].hand = dict.fromkeys(spec.faces, 9)


async def press_old_control(person: Person, message: VisibleMessage, custom_id: str) -> Answer:
    """Press what stood on a message once."""
    pressed = person._use_component(
        person._current(message), {"custom_id": custom_id, "type": 2}, {}
    )
    await pressed.until(lambda: pressed.stage == "answered", 10)
    return Answer(person, pressed)


class TestAfterwards:
    """What is noted when somebody was answered."""

    async def test_a_database_that_goes_away_takes_no_answer_back(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def away(*asked: object) -> None:
            raise DatabaseUnavailable("no answer")

        async with started_table(tmp_path) as table:
            mover, panel = await table.open_draw_panel()
            monkeypatch.setattr(table.bot.games.orders, "mark_seen", away)
            monkeypatch.setattr(table.bot.store.posts, "record_edit", away)
            answer = await mover.press(panel, deck_button(panel))
            await table.wait_idle()
            assert sentences_of(mover)("error-away") not in answer.text
            card = mover.last(mover.direct)
            deck = [b["custom_id"] for b in card.buttons if ":blind:" in b["custom_id"]][-1]
            assert sentences_of(mover)("error-away") not in (await mover.press(card, deck)).text


class TestOutOfTurn:
    """Whose turn it is comes before the question's number."""

    async def test_a_button_of_somebody_elses_turn(self, tmp_path: Path) -> None:
        """It says whose turn it is and since when, and leads to what is one's own."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            for _ in range(2):
                await table.wait_idle()
                mover = await table.player_on_turn()
                rival = bot.guest if mover is bot.other else bot.other
                say = sentences_of(rival)

                answer = await rival.press(bot.board(), Words.of("en").say("button-draw"))
                typed = await rival.slash(bot.channel, "draw", card="1")

                for each in (answer, typed):
                    said = say("turn-of", player=mover.user.display, since="<t:0:R>")
                    assert re.sub(r"<t:\d+:R>", "<t:0:R>", each.text) == said
                    plan = f"🗓️ {say('button-plan')}"
                    assert each.message.labels == [say("button-hand"), say("button-map"), plan]
                hand = await rival.press(answer, say("button-hand"))
                assert shows_hand(hand.message, Words.of(rival.user.locale).language)
                await table.play_turn()

    async def test_an_old_button_of_ones_own_turn(self, tmp_path: Path) -> None:
        """The game has moved on: the way to the newest post, and to the moves."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            old = {}
            for _ in range(2):
                old[await table.player_on_turn()] = bot.board()
                await table.play_turn()
                await table.wait_idle()
            for _ in range(2):
                mover = await table.player_on_turn()
                say = sentences_of(mover)

                claim = old[mover].button(Words.of("en").say("button-claim"))
                answer = await press_old_control(mover, old[mover], claim["custom_id"])

                assert say("error-stale") in answer.text
                assert str(bot.board().id) in answer.text
                assert say("button-draw") in answer.message.labels
                await table.play_turn()
                await table.wait_idle()

    async def test_whoever_has_chosen_waits(self, tmp_path: Path) -> None:
        """In the opening nobody is on turn."""
        async with running_bot(tmp_path / "games.db") as bot:
            await bot.start_game("new-york", bot.guest, bot.other)
            say = sentences_of(bot.guest)
            hand = await bot.guest.press(bot.board(), Words.of("en").say("button-hand"))
            card = bot.guest.sees(bot.guest.direct)[-1]
            keep = card.button(say("button-keep"))["custom_id"]
            choose = keep.replace(":keep", ":choose")
            await keep_tickets(bot.guest, hand, ["0"])

            late = await press_old_control(bot.guest, card, choose)

            assert say("refusal-others-choose") in late.text
            assert shows_hand(late.message, Words.of(bot.guest.user.locale).language)


class TestTickets:
    """New tickets ask first, and a choice that is open stays in reach."""

    @pytest.mark.parametrize("language", LANGUAGES)
    async def test_the_button_asks_and_there_is_a_way_back(
        self, tmp_path: Path, language: str
    ) -> None:
        """Four presses, and nothing happens before the second."""
        say, post = Words.of(language).say, Words.of("en").say
        async with moderator_on_turn(tmp_path, "usa", language) as (bot, game):
            before = (await bot.games.snapshot(game)).version
            assert button_styles(bot.board())[post("button-tickets")] == GREY

            asked = await bot.moderator.press(bot.board(), post("button-tickets"))
            assert asked.text == say("tickets-ask", draw=3, keep=1)
            assert asked.message.labels == [say("button-take"), say("button-back")]
            back = await bot.moderator.press(asked, say("button-back"))
            assert shows_hand(back.message, language)
            assert (await bot.games.snapshot(game)).version == before

            asked = await bot.moderator.press(back, say("button-tickets"))
            offer = await bot.moderator.press(asked, say("button-take"))
            assert offer.message.button(say("button-keep"))["disabled"]
            picked = await bot.moderator.select(offer, ["0"])
            kept = await bot.moderator.press(picked, say("button-keep"))
            assert say("own-TicketsKept", count=1) in kept.text

    @pytest.mark.parametrize("language", LANGUAGES)
    async def test_an_open_choice_is_all_there_is(self, tmp_path: Path, language: str) -> None:
        """One green button on the post; the hand card is the choice; other presses lead there."""
        say, post = Words.of(language).say, Words.of("en").say
        async with moderator_on_turn(tmp_path, "usa", language) as (bot, game):
            before, person = bot.board(), bot.moderator
            asked = await person.press(before, post("button-tickets"))
            await person.press(asked, say("button-take"))
            await bot.wait_idle()

            moves = [b for b in bot.board().buttons if ":0:" not in b["custom_id"]]
            assert [(b["label"], b["style"]) for b in moves] == [(post("button-choose"), GREEN)]
            card = person.sees(person.direct)[-1]
            looks = {say("button-map"): GREY, say("button-more"): GREY}
            assert button_styles(card) == {say("button-keep"): GREEN} | looks
            assert card.selects
            for name in ("button-draw", "button-claim", "button-tickets"):
                panel = await press_old_control(
                    person, before, before.button(post(name))["custom_id"]
                )
                assert say("tickets-keep", least=1) in panel.text, name
                assert panel.message.selects
            draw = moves[0]["custom_id"].replace("choose", "draw")
            panel = await press_old_control(person, bot.board(), draw)
            assert say("tickets-keep", least=1) in panel.text
            question = (await bot.games.snapshot(game)).state.waiting
            assert [type(each) for each in question.values()] == [TicketChoice]

    @pytest.mark.parametrize("language", LANGUAGES)
    async def test_tickets_together(self, tmp_path: Path, language: str) -> None:
        """The sums include the tickets in hand: what comes on top, then everything."""
        words = Words.of(language)
        async with moderator_on_turn(tmp_path, "usa", language) as (bot, game):
            offer = await bot.moderator.slash(bot.channel, "tickets")

            found = re.findall(r"-# (\d(?: \+ \d)+) [^:]+: [+](\d+) \w+ [(](\d+)", offer.text)
            assert [len(numbers.split(" + ")) for numbers, *_ in found] == [2, 3]
            extras, totals = ([int(line[n]) for line in found] for n in (1, 2))
            assert extras == sorted(extras)
            assert totals[1] - totals[0] == extras[1] - extras[0]
            about = [option["description"] for option in offer.message.selects[0]["options"]]
            assert all(re.match(r"[+]\d+ \w+ [(]\d+", each) for each in about), about
            labels = [option["label"] for option in offer.message.selects[0]["options"]]
            assert [label[:4] for label in labels] == ["1 · ", "2 · ", "3 · "]
            snapshot = await bot.games.snapshot(game)
            have = snapshot.view(None).seats[snapshot.table.seat_of(bot.moderator.id)].pieces
            of = words.say("count-train", count=have["train"])
            assert offer.text.count(of) == 2

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("edition", BOARDS)
    async def test_every_choice_that_is_allowed(
        self, tmp_path: Path, edition: str, language: str
    ) -> None:
        """One line for each number of tickets, with each kind of piece; and the splits."""
        say, spec = Words.of(language).say, maps.load(edition)
        async with running_bot(tmp_path / "games.db") as bot:
            person = bot.moderator
            await person.slash(bot.channel, "my settings", language=language)
            await bot.start_game(edition, person, bots=1)
            offer = person.last(person.direct)
            if len(spec.ticket_decks) > 1:
                split = split_labels(say)
                assert offer.labels == [*split, say("button-map"), say("button-more")]
                offer = (await person.press(offer, split[1])).message

            menu = offer.selects[0]
            sizes = [*range(max(2, menu["min_values"]), len(menu["options"]) + 1)]
            lines = re.findall(r"-# ((?:\d \+ )+\d) [^:]+: (.+)", offer.text)
            assert [len(numbers.split(" + ")) for numbers, _ in lines] == sizes
            assert len(lines) + len(menu["options"]) <= 9
            kinds = sorted({route.piece for route in spec.routes.values()}, reverse=True)
            for _, said in lines:
                parts = [(part, int(re.findall(r"\d+", part)[-1])) for part in said.split(", ")]
                named = [
                    k for part, n in parts for k in kinds if say(f"count-{k}", count=n) in part
                ]
                assert named == kinds, said

    async def test_the_first_hand_card_shows_what_is_on_offer(self, tmp_path: Path) -> None:
        """In its owner's language: the tickets, the map of all of them, and the select."""
        async with running_bot(tmp_path / "games.db") as bot:
            game = await bot.start_game("usa", bot.guest, bot.other)
            snapshot = await bot.games.snapshot(game)
            for person in (bot.guest, bot.other):
                seat = snapshot.table.seat_of(person.id)
                card = person.sees(person.direct)[-1]
                phrases = bot.services.translator.phrases(Words.of(person.user.locale), snapshot)
                offered = snapshot.view(seat).waiting.offered  # type: ignore[union-attr]
                say, named = sentences_of(person), [phrases.ticket(ticket) for ticket in offered]
                assert say("tickets-keep", least=2) in card.text
                assert [file.name for file in card.files] == ["tickets.png", "map.png"]
                tickets = say("alt-tickets", tickets=", ".join(named))
                assert card.alt_texts[:2] == [tickets, say("alt-map")]
                options = card.selects[0]["options"]
                assert [o["label"].partition(" · ")[2] for o in options] == named
                assert say("hours-offer") not in card.text


class TestDrawing:
    """What a card is, before it is taken."""

    @pytest.mark.parametrize("language", LANGUAGES)
    async def test_an_open_wild_is_a_whole_turn(self, tmp_path: Path, language: str) -> None:
        """As long as it is the first card."""
        say = Words.of(language).say
        async with moderator_on_turn(tmp_path, "usa", language) as (bot, game):
            state, _ = await state_to_change(bot, game)
            state.display[0], state.display[1] = WILD, "train-red"

            panel = await bot.moderator.press(bot.board(), Words.of("en").say("button-draw"))
            labels = [str(b.get("label")) for b in panel.message.buttons]
            assert any(label.startswith(say("card-wild-turn")) for label in labels)
            assert shows_hand(panel.message, language)
            second = await bot.moderator.press(panel, draw_buttons(panel)[-1])
            assert say("card-wild-turn") not in [b.get("label") for b in second.message.buttons]


async def until_buildable(table: Table, person: Person) -> RouteId:
    """Let everybody draw until this person is on turn and can pay for a track."""
    while True:
        await table.wait_idle()
        snapshot = await table.bot.games.snapshot(table.game)
        seat = snapshot.table.seat_of(person.id)
        if await table.player_on_turn() is person and (routes := snapshot.menu(seat).routes()):
            return routes[0]
        await table.play_turn()


class TestTakingBack:
    """One press on the answer itself, as long as it is free."""

    async def test_what_was_taken_back_is_not_told(self, tmp_path: Path) -> None:
        """The recap leaves it out, the log strikes it through."""
        async with started_table(tmp_path) as table:
            bot, post = table.bot, Words.of("en").say
            for person in (bot.guest, bot.other):
                say = sentences_of(person)
                track = await until_buildable(table, person)
                built = await person.slash(bot.channel, "claim", route=track)
                await table.wait_idle()
                assert "① " in bot.board().text
                name = person.user.display
                line = post("event-RouteClaimed", **_facts(track, name)).split(" (")[0]
                assert line in bot.board().text

                undone = await person.press(built, say("button-undo"))
                await table.wait_idle()

                assert say("own-Reverted") in undone.text
                assert say("button-draw") in undone.message.labels
                assert line not in bot.board().text
                log = await person.slash(bot.channel, "log")
                struck = [each for each in log.text.splitlines() if each.startswith("~~")]
                assert any(maps.load("new-york").routes[track].a and name in s for s in struck)
                await table.play_turn()

    async def test_what_cannot_be_taken_back_has_no_button(self, tmp_path: Path) -> None:
        """A drawn card is known."""
        async with started_table(tmp_path) as table:
            mover, panel = await table.open_draw_panel()
            for _ in range(2):
                panel = await mover.press(panel, draw_buttons(panel)[-1])

            assert panel.message.buttons == []


def _facts(track: RouteId, player: str) -> dict[str, str | int]:
    spec = maps.load("new-york")
    route = spec.routes[track]
    ends = [spec.cities[city].name("en") for city in route.ends]
    return {"player": player, "from": ends[0], "to": ends[1], "cards": "", "points": 1}


class TestBuilding:
    """The list of what can be built, its pages, and the way back."""

    @pytest.mark.parametrize("language", LANGUAGES)
    async def test_pages_and_twins(self, tmp_path: Path, language: str) -> None:
        """Every track once, of twins one line; pages lead both ways."""
        say, spec = Words.of(language).say, maps.load("usa")
        async with moderator_on_turn(tmp_path, "usa", language) as (bot, game):
            await give_many_cards(bot, game)
            person, shown = bot.moderator, []

            panel = await person.press(bot.board(), Words.of("en").say("button-claim"))
            assert say("button-previous") not in panel.message.labels
            while True:
                shown += panel.message.selects[0]["options"]
                if say("button-next") not in panel.message.labels:
                    break
                panel = await person.press(panel, say("button-next"))
            first = await person.press(panel, say("button-previous"))

            labels = [option["label"] for option in shown]
            assert len(labels) == len(set(labels))
            tracks = [RouteId(option["value"]) for option in shown]
            snapshot = await bot.games.snapshot(game)
            payable = snapshot.menu(snapshot.table.seat_of(person.id)).routes()
            assert {spec.twins(track) for track in payable} == {spec.twins(t) for t in tracks}
            twin = next(o for o in shown if len(spec.twins(RouteId(o["value"]))) > 1)
            assert say("claim-twins", count=2) in twin["description"]
            emoji = [option["emoji"] for option in shown if "emoji" in option]
            assert any(each.get("id") for each in emoji)  # our own
            assert say("button-back") in first.message.labels

    @pytest.mark.parametrize("language", LANGUAGES)
    async def test_the_map_stays_above_the_list(self, tmp_path: Path, language: str) -> None:
        """From My map to the list, a payment and back."""
        say, post = Words.of(language).say, Words.of("en").say
        async with moderator_on_turn(tmp_path, "usa", language) as (bot, game):
            await give_many_cards(bot, game)
            person = bot.moderator
            shown = await person.press(bot.board(), post("button-map"))
            (picture,) = shown.message.files

            listed = await person.press(shown, say("button-claim"))
            assert [f.content for f in listed.message.files] == [picture.content]
            assert listed.message.selects
            gray = next(
                o["value"]
                for o in listed.message.selects[0]["options"]
                if maps.load("usa").routes[o["value"]].colour is None
            )
            paid = await person.select(listed, [gray])
            assert say("pay-how") in paid.text
            assert [f.content for f in paid.message.files] == [picture.content]
            assert all(b["emoji"].get("id") for b in paid.message.buttons if ":pay:" in _id(b))

            again = await person.press(paid, say("button-back"))
            assert again.message.selects
            back = await person.press(again, say("button-back"))
            assert [f.name for f in back.message.files] == ["map.png"]
            assert not back.message.selects
            assert back.message.id == shown.message.id

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("edition", maps.catalogue())
    def test_suggestions_fit(self, language: str, edition: str) -> None:
        """With names whole, whatever the route."""
        from bot.text.phrases import Phrases

        words, spec = Words.of(language), maps.load(edition)
        phrases = Phrases(words, spec)
        for track, route in spec.routes.items():
            label = words.say(
                "claim-unpayable",
                route=phrases.ends(track),
                spaces=words.say("spaces", count=route.length),
                colour=phrases.colour(route.colour),
            )
            assert len(label) <= 100, label

    @pytest.mark.parametrize("language", LANGUAGES)
    async def test_suggestions_say_what_a_route_costs(self, tmp_path: Path, language: str) -> None:
        """Length and colour, and whether it can be paid; only names are searched."""
        say = Words.of(language).say
        async with moderator_on_turn(tmp_path, "usa", language) as (bot, _):

            async def offered(typed: str) -> list[str]:
                channel = bot.channel
                found = await bot.moderator.autocomplete(channel, "claim", "route", typed)
                return [str(choice["name"]) for choice in found]

            dear = await offered("Helena – Sea")
            facts = {"spaces": say("spaces", count=6), "colour": say("colour-yellow")}
            assert dear == [say("claim-unpayable", route="Helena – Seattle", **facts)]
            assert await offered({"en": "be paid", "de": "bezahl"}[language]) == []
            assert len(await offered("a")) == MAX_CHOICES


def _id(button: Any) -> str:
    return str(button["custom_id"])


class TestWorld:
    """Prices before they are paid."""

    @pytest.mark.parametrize("language", LANGUAGES)
    async def test_an_exchange_asks_first(self, tmp_path: Path, language: str) -> None:
        """With the price."""
        words = Words.of(language)
        say = words.say
        async with moderator_on_turn(tmp_path, "world", language) as (bot, game):
            person = bot.moderator
            before = (await bot.games.snapshot(game)).version
            panel = await person.press(bot.board(), Words.of("en").say("button-exchange"))
            values = [o["value"] for o in panel.message.selects[0]["options"]]
            kind, _, count = values[1].partition(".")
            other = "ship" if kind == "train" else "train"

            menu = panel.message.selects[0]["custom_id"]
            asked = await person.select(panel, [values[1]], menu=menu)
            typed = await person.slash(bot.channel, "exchange", give=kind, count=int(count))

            question = say(
                "exchange-sure",
                give=say(f"count-{kind}", count=int(count)),
                take=say(f"count-{other}", count=int(count)),
                points=int(count),
            )
            assert asked.text == typed.text == question
            assert (await bot.games.snapshot(game)).version == before
            listed = await person.press(asked, say("button-back"))
            assert listed.message.selects
            done = await person.press(typed, say("button-swap"))
            gave, took = (say(f"count-{piece}", count=int(count)) for piece in (kind, other))
            assert say("own-PiecesExchanged", gave=gave, took=took, points=-int(count)) in done.text

    @pytest.mark.parametrize("language", LANGUAGES)
    async def test_a_harbour(self, tmp_path: Path, language: str) -> None:
        """A refusal tells its price, a list for how many tickets each port counts."""
        words = Words.of(language)
        say, post = words.say, Words.of("en").say
        price = {
            "en": "two train cards and two ship cards of one color, all with an anchor",
            "de": "zwei Wagenkarten und zwei Schiffskarten einer Farbe, alle mit Anker",
        }
        async with moderator_on_turn(tmp_path, "world", language) as (bot, game):
            person, spec = bot.moderator, maps.load("world")
            state, seat = await state_to_change(bot, game)
            tickets = [spec.tickets[t] for t in state.players[seat].tickets]
            port = next(c for t in tickets for c in t.stops if spec.cities[c].port)
            track = next(r.id for r in spec.routes.values() if port in r.ends)

            none = await person.press(bot.board(), post("button-harbour"))
            assert price[language] in none.text
            state, seat = await state_to_change(bot, game)
            state.players[seat].hand = {}
            state.owners[track] = seat
            state.claimed_at.append(state.version)
            short = await person.slash(bot.channel, "harbor", city=port)
            assert price[language] in short.text
            await give_many_cards(bot, game)
            listed = await person.press(bot.board(), post("button-harbour"))
            about = {o["value"]: o["description"] for o in listed.message.selects[0]["options"]}
            naming = sum(port in ticket.stops for ticket in tickets)
            assert about[port] == say("harbour-counts", count=naming)

    @pytest.mark.parametrize("language", LANGUAGES)
    async def test_a_mix_that_fits(self, tmp_path: Path, language: str) -> None:
        """It follows from one's own tickets; its number is on no custom id."""
        say = Words.of(language).say
        async with running_bot(tmp_path / "games.db") as bot:
            person = bot.moderator
            game = await bot.start_game("world", person, bots=1)
            await person.slash(bot.channel, "my settings", language=language)
            player = ByCommands(bot, "world", person, language)
            snapshot = await bot.games.snapshot(game)
            seat = snapshot.table.seat_of(person.id)
            await player.answer(snapshot.state.waiting[seat])
            waiting = (await bot.games.snapshot(game)).state.waiting[seat]
            assert isinstance(waiting, MixChoice)
            hand = await person.slash(bot.channel, "hand")

            panel = await person.press(hand, say("button-mix"))
            (fitting,) = [b for b in panel.message.buttons if b["style"] == GREEN]
            trains, ships = map(int, re.findall(r"\d+", fitting["label"]))
            assert fitting["custom_id"].split(":")[3:] == ["mixed", "fitting"]
            await person.press(panel, fitting["custom_id"])

            pieces = (await bot.games.snapshot(game)).state.players[seat].pieces
            assert (pieces["train"], pieces["ship"]) == (trains, ships)


class TestZoom:
    """Regions that an edition names are one press away."""

    @pytest.mark.parametrize("language", LANGUAGES)
    async def test_map_and_board(self, tmp_path: Path, language: str) -> None:
        """In the reader's language; and back to the whole."""
        say, post = Words.of(language).say, Words.of("en").say
        regions = maps.layout("usa").regions
        names = [region.name[language] for region in regions.values()]
        async with moderator_on_turn(tmp_path, "usa", language) as (bot, _):
            person = bot.moderator
            for shown in (
                await person.press(bot.board(), post("button-map")),
                await person.slash(bot.channel, "board"),
            ):
                assert [label for label in shown.message.labels if label in names] == names
                whole = shown.message.files[0].content

                near = await person.press(shown, names[0])
                assert near.message.files[0].content != whole
                assert near.message.id == shown.message.id
                again = await person.press(near, say("button-whole"))
                assert again.message.files[0].content == whole


class TestQuotedButtons:
    """A button is quoted as it reads on the post where it stands."""

    async def test_in_another_language(self, tmp_path: Path) -> None:
        """The post is English, its reader German, and the other way round."""
        for post, reader in (("en", "de"), ("de", "en-US")):
            path = tmp_path / post
            path.mkdir()
            async with running_bot(path / "games.db", locale=post) as bot:
                words, say = Words.of(post), Words.of(reader).say
                person = bot.sandbox.person("Guest 5", bot.club, locale=reader)
                await bot.moderator.slash(bot.channel, "game new", edition="usa")
                await bot.wait_idle()

                joined = await person.press(bot.newest_post(), words.say("button-join"))

                assert joined.text == say("lobby-joined", hand=words.say("button-hand"))
                rules = await person.slash(bot.channel, "rules", topic="fairness")
                quoted = words.labels("join", "word")
                assert say("rules-fairness", **quoted) in rules.text


async def test_a_turn_comes_to_rest(tmp_path: Path) -> None:
    """Whatever was looked at on the way: a panel is changed, and no second one is opened."""
    async with moderator_on_turn(tmp_path, "usa", "en") as (bot, game):
        say, person = Words.of("en").say, bot.moderator
        before = [m.id for m in person.sees(bot.channel)]
        panel = await person.press(bot.board(), say("button-more"))
        for name in ("button-back", "button-tickets", "button-back", "button-claim"):
            panel = await person.press(panel, say(name))
        panel = await person.press(panel, say("button-back"))

        new = [m.id for m in person.sees(bot.channel) if m.id not in before]
        assert new == [panel.message.id]
        assert isinstance(next(iter((await bot.games.snapshot(game)).state.waiting.values())), Turn)
