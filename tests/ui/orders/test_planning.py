"""Planning ahead through the sandbox: panels, whole games by orders, and what others see of it."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

import maps
from bot.games.model import Move, Options
from bot.games.service import Games
from bot.outbox.delays import PublishDelays
from bot.text.words import Words
from bot.ui.custom_ids import Press
from engine.actions import ClaimRoute, DrawBlind, DrawOpen
from engine.advice import plan_tickets
from engine.ids import Seat
from engine.orders import default_order
from engine.questions import Turn
from engine.record import verify
from sandbox.world.feed import FeedEvent
from sandbox.world.people import Answer, Person
from tests.storage.test_store import whole_of
from tests.support.planning_players import ByOrders
from tests.support.players import (
    ByButtons,
    ByCommands,
    Player,
    bot_with_moderator_on_turn,
    play_to_the_end,
)
from tests.support.running_bot import RunningBot, running_bot
from tests.support.secrecy import PRESSED, Secrets, check_controls, check_logs, check_secrecy
from tests.ui.turn.test_answers import moderator_on_turn, press_old_control
from tests.whole_games.test_kill import LANGUAGES, BotProcess, bot_process, killed_amid

SPOKEN = ("order-title", "order-given", "order-guess", "order-calls", "order-line", "order-stops")
"""What is said about orders, to their owners alone."""
OWN_PLAN = re.compile(r"\byour plan\b|\bdein\w* Plan\b", re.IGNORECASE)
"""How a sentence names the plan of its reader, in both languages."""


def said_of_orders() -> re.Pattern[str]:
    """How such sentences begin, in both languages."""
    found = []
    for language in ("en", "de"):
        words = Words.of(language)
        for key in SPOKEN:
            facts = dict.fromkeys(("calls", "count", "most", "when"), "|")
            found.append(words.say(key, **facts).split("|")[0].strip("-# *"))  # type: ignore[arg-type]
    return re.compile("|".join(map(re.escape, found)))


class TestTheFlow:
    """From *Plan ahead* to an order, and back."""

    @pytest.mark.parametrize("language", ["en", "de"])
    async def test_two_presses_start_the_default_plan(self, tmp_path: Path, language: str) -> None:
        """From the direct message: *Plan ahead* shows all tickets, *Start* plays at once."""
        say = Words.of(language).say
        async with moderator_on_turn(tmp_path, "usa", language) as (bot, game):
            person = bot.moderator
            own = (await bot.games.snapshot(game)).table.seat_of(person.id)
            card = [m for m in person.sees(person.direct) if m.buttons][-1]
            plan = await person.press(card, Press(game, 0, "plan").custom_id)

            start, change = say("order-button-give"), say("order-button-change")
            assert plan.message.labels == [start, change, say("button-back")]
            claim = say("order-next-claim", track="|").split("|")[0].split(":")[0]
            assert f"{claim}: " in plan.text
            assert say("order-stops", when="|").split("|")[0] in plan.text
            assert plan.text.count("\n") <= 2
            before = (await bot.games.snapshot(game)).state.turns

            started = await person.press(plan, start)
            snapshot = await bot.games.snapshot(game)
            record = snapshot.table.order(own)
            assert record.order is not None
            assert {*record.order.build.tickets} == {*snapshot.view(own).tickets}
            assert record.last >= before  # against bots, the next turn may be over too
            assert say("order-given") in started.text
            assert re.search(r"\*\*Plan:\*\* [1-5] \w+ 5 ", started.text)
            assert started.message.id == card.id

    @pytest.mark.parametrize("edition", ["usa", "world", "germany", "new-york"])
    async def test_the_map_numbers_the_routes(self, tmp_path: Path, edition: str) -> None:
        """Its alternative text lists them in the order of the plan; others do not see it."""
        async with bot_with_moderator_on_turn(tmp_path, edition) as (bot, game):
            person = bot.moderator
            plan = await person.slash(bot.channel, "plan")
            await person.until(lambda: bool(person._current(plan).files))
            snapshot = await bot.games.snapshot(game)
            seat = snapshot.table.seat_of(person.id)
            view, menu = snapshot.view(seat), snapshot.menu(seat)
            order = default_order(snapshot.table.rules, view, menu)
            assert order is not None
            phrases = bot.services.translator.phrases(Words.of("en"), snapshot)
            listed = [phrases.stretch(link.track) for link in order.build.links]

            shown = person._current(plan)
            alt, *_ = shown.alt_texts
            text = ", ".join(f"{n} {name}" for n, name in enumerate(listed, 1))
            assert alt.startswith(Words.of("en").say("alt-plan", tracks=text)[:900])
            assert len(shown.files) == 1

    async def test_a_plan_that_runs(self, tmp_path: Path) -> None:
        """The hand has one line and two buttons; *Stop* and *Start* take one press each."""
        async with running_bot(tmp_path / "games.db") as bot:
            person, mate = bot.other, ByCommands(bot, "usa", bot.moderator, "en")
            game = await bot.start_game("usa", person, bot.moderator)
            await _until_turn(bot, game, mate, ByCommands(bot, "usa", person, "en"))
            plan = await person.slash(bot.channel, "plan")
            hand = await person.press(plan, "Start")
            assert "Plan started." in hand.text
            assert len([line for line in hand.text.splitlines() if "**Plan:** 0 of 5" in line]) == 1
            assert "· next: " in hand.text
            assert {"🗓️ Change…", "⏹️ Stop"} <= {*hand.message.labels}
            assert "🗓️ Plan ahead…" not in hand.message.labels

            shown = await person.slash(bot.channel, "plan")
            assert shown.message.labels == ["Stop", "Change…", "Back"]
            stopped = await person.press(hand, "Stop")
            assert "Plan stopped." in stopped.text
            assert "🗓️ Plan ahead…" in stopped.message.labels
            again = await person.press(shown, "Stop")
            assert "Plan stopped." in again.text
            shown = await person.press(stopped, "Plan ahead…")
            assert "The plan is off." in shown.text
            started = await person.press(shown, "Start")
            assert "Plan started." in started.text

    async def test_my_map_draws_the_plan(self, tmp_path: Path) -> None:
        """With an order that runs the map is another one than without."""
        async with running_bot(tmp_path / "games.db") as bot:
            person, mate = bot.other, ByCommands(bot, "usa", bot.moderator, "en")
            game = await bot.start_game("usa", person, bot.moderator)
            await _until_turn(bot, game, mate, ByCommands(bot, "usa", person, "en"))
            before = await person.press(bot.board(), "My map")
            await person.press(await person.slash(bot.channel, "plan"), "Start")
            after = await person.press(bot.board(), "My map")
            await person.press(await person.slash(bot.channel, "plan"), "Stop")
            last = await person.press(bot.board(), "My map")

            first, drawn, again = (each.message.files[0].content for each in (before, after, last))
            assert first == again != drawn

    async def test_against_bots_it_plays_at_once(self, tmp_path: Path) -> None:
        """No minutes pass between its turns."""
        hour = running_bot(tmp_path / "games.db", wait=lambda: timedelta(hours=1))
        async with hour as bot:
            game = await bot.start_game("usa", bot.moderator, bots=2)
            player = ByCommands(bot, "usa", bot.moderator, "en")
            while (snapshot := await bot.games.snapshot(game)).state.turn is None:
                await player.answer(next(iter(snapshot.state.waiting.values())))
                await bot.wait_idle()
            panel = await _open_draw_order(bot.moderator, bot)
            await bot.moderator.press(panel, "Start")
            await bot.wait_idle()

            own = (await bot.games.snapshot(game)).table.seat_of(bot.moderator.id)
            record = (await bot.games.snapshot(game)).table.order(own)
            assert record.seen.played == 5
            assert record.stop is not None
            assert record.stop.reason == "turns"

    async def test_changing_and_deleting(self, tmp_path: Path) -> None:
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            person = bot.moderator
            panel = await self._given(bot, person)
            panel = await person.press(panel, "Change…")
            assert "**Tickets:**" in panel.text
            panel = await person.press(panel, "Delete plan")
            assert "Plan deleted." in panel.text
            assert panel.message.labels == ["Start", "Change…", "Back"]
            assert (await bot.games.snapshot(game)).table.order(Seat(0)).order is None

    async def test_discarding_brings_the_default_plan_back(self, tmp_path: Path) -> None:
        async with bot_with_moderator_on_turn(tmp_path) as (bot, _):
            person = bot.moderator
            first = await person.slash(bot.channel, "plan")
            panel = await _open_draw_order(person, bot)
            assert "Next: draw cards." in panel.text
            panel = await person.press(panel, "Change…")
            panel = await person.press(panel, "Discard")
            assert panel.text == first.text

    async def _given(self, bot: RunningBot, person: Person) -> Answer:
        panel = await _open_draw_order(person, bot)
        return await person.press(panel, "Start")

    @pytest.mark.parametrize("edition", ["world", "germany", "new-york"])
    async def test_every_panel_of_every_edition(self, tmp_path: Path, edition: str) -> None:
        """Colors, numbers, decks, wilds, detours and stops: *Details* says it all."""
        say = Words.of("en").for_edition(maps.load(edition)).say
        async with bot_with_moderator_on_turn(tmp_path, edition) as (bot, _):
            person = bot.moderator
            panel = await person.slash(bot.channel, "plan")
            panel = await person.press(panel, "Change…")
            panel = await person.press(panel, "Tickets…")
            panel = await person.select(panel, [panel.message.selects[0]["options"][0]["value"]])
            panel = await person.press(panel, "Change…")
            panel = await person.press(panel, "Payment…")
            for menu, value in (
                (say("order-choose-wilds"), "1"),
                ("If a route is taken", "2"),
                ("When it's finished", "draw"),
            ):
                panel = await person.select(panel, [value], menu=menu)
            assert say("order-wilds", count=1) in panel.text
            assert say("order-detour", count=2) in panel.text
            assert "keep drawing from the deck" in panel.text

            panel = await person.press(panel, "Back")
            panel = await person.press(panel, "Cards…")
            panel = await person.select(panel, ["0", "2"], menu="Choose colors")
            panel = await person.select(panel, ["6"], menu="How many of each")
            if edition == "world":
                panel = await person.select(panel, ["1"], menu="Draw from which deck")
                panel = await person.select(panel, ["0"], menu="Refill from which deck")
            panel = await person.press(panel, say("order-button-wild-on"))
            assert panel.text.count("up to 6") == 2
            assert ("Refill from the train deck" in panel.text) == (edition == "world")
            assert say("order-open-wilds-completing") in panel.text

            panel = await person.press(panel, "Back")
            panel = await person.press(panel, "Stop when…")
            panel = await person.select(panel, ["2"], menu="Stop when…")
            panel = await person.select(panel, ["never"], menu="Stop at how many cards")
            assert "After 5 turns" in panel.text
            panel = await person.press(panel, "Back")
            panel = await person.press(panel, "Details")
            assert "Stop and ping me when the last round starts; after 5 turns" in panel.text
            assert "Claim what" in panel.text
            assert "Now: " in panel.text
            assert "quick ones may give you away" in panel.text

            panel = await person.press(panel, "Back")
            panel = await person.press(panel, "Routes…")
            panel = await person.press(panel, "More routes")
            panel = await person.press(panel, "Clear list")
            values = [option["value"] for option in panel.message.selects[0]["options"]]
            panel = await person.select(panel, values[:2])
            assert "Start" in panel.message.labels
            panel = await person.press(panel, "Change…")
            assert "**Routes:** 2 · " in panel.text

    @pytest.mark.parametrize(
        ("typed", "found"),
        [
            ("denver", "Denver – "),
            (" Denver – Omaha ", "Denver – Omaha"),
            ("Omaha - denver", "Denver – Omaha"),
            ("springfield", ""),
            ("Denver – Miami", ""),
            ("–", ""),
        ],
    )
    async def test_routes_are_found_by_city(self, tmp_path: Path, typed: str, found: str) -> None:
        """A route that does not exist gets one sentence, and the panel stays."""
        async with bot_with_moderator_on_turn(tmp_path, "usa") as (bot, _):
            person = bot.moderator
            panel = await person.slash(bot.channel, "plan")
            panel = await person.press(panel, "Change…")
            panel = await person.press(panel, "Routes…")
            panel = await person.press(panel, "Clear list")
            window = await person.press(panel, "Search city")
            answer = await person.submit(window, {"City": typed})

            sentence = Words.of("en").say("lobby-error-no-such-route")
            assert (sentence in answer.text) == (not found)
            labels = [option["label"] for option in answer.message.selects[0]["options"]]
            if found:
                assert all(found in f"{name} – " or "Denver" in name for name in labels)
            assert "🔎 Search city" in answer.message.labels


class TestBadInput:
    """Old panels, forged presses, tables without orders."""

    async def test_an_old_panel_shows_the_present_one(self, tmp_path: Path) -> None:
        """And changes nothing."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            person = bot.moderator
            first = await person.slash(bot.channel, "plan")
            second = await person.slash(bot.channel, "plan")
            await person.press(second, "Change…")
            before = (await bot.games.snapshot(game)).table.orders
            answer = await person.press(first, "Change…")

            assert "This has changed in the meantime." in answer.text
            assert (await bot.games.snapshot(game)).table.orders == before

    async def test_tickets_completed_meanwhile(self, tmp_path: Path) -> None:
        """The draft for them is not started, and the default plan takes its place."""
        async with bot_with_moderator_on_turn(tmp_path, "usa") as (bot, game):
            person = bot.moderator
            panel = await person.press(await person.slash(bot.channel, "plan"), "Change…")
            panel = await person.press(panel, "Tickets…")
            panel = await person.select(panel, ["0"])
            await self._complete_first_ticket(bot, game)
            answer = await person.press(panel, "Start")

            sentence = Words.of("en").say("order-tickets-done")
            assert sentence in answer.text
            snapshot = await bot.games.snapshot(game)
            seat = snapshot.table.seat_of(person.id)
            assert snapshot.table.order(seat).order is None
            assert sentence in (await person.slash(bot.channel, "plan")).text
            panel = await person.press(answer, "Change…")
            panel = await person.press(panel, "Done")
            await person.press(panel, "Start")
            order = (await bot.games.snapshot(game)).table.order(seat).order
            assert order is not None
            assert snapshot.view(seat).tickets[0] not in order.build.tickets

    async def _complete_first_ticket(self, bot: RunningBot, game: str) -> None:
        """Give the moderator the routes that the first ticket needs, in memory alone."""
        table = await bot.games.cache.load(game)
        seat = table.seat_of(bot.moderator.id)
        snapshot = await bot.games.snapshot(game)
        view = snapshot.view(seat)
        way = plan_tickets(table.rules.spec, view, view.tickets[:1])[view.tickets[0]]
        table.state = table.state.copy()
        table.state.owners |= dict.fromkeys(way or (), seat)
        bot.services.plans._advice.clear()

    async def test_old_panels_of_the_former_layout(self, tmp_path: Path) -> None:
        """Their steps lead to the present panels."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            person = bot.moderator
            panel = await person.slash(bot.channel, "plan")
            for revision, (step, said) in enumerate(
                [
                    ("go.list", "### Tickets"),
                    ("go.tracks", "### Routes"),
                    ("go.details", "### Payment"),
                    ("write", "### Payment"),
                    ("go.review", "Next: "),
                ]
            ):
                press = Press(game, revision, "order", step).custom_id
                panel = await press_old_control(person, person._current(panel), press)
                assert said in panel.text, step

    @pytest.mark.parametrize(
        "arg", ["go.nowhere", "nothing", "tickets", "pause", "wilds", "colours", "change"]
    )
    async def test_forged_presses_are_answered(self, tmp_path: Path, arg: str) -> None:
        """With one sentence; no order comes of them."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            person = bot.moderator
            panel = await person.slash(bot.channel, "plan")
            control = {"custom_id": Press(game, 0, "order", arg).custom_id, "type": 3}
            sent = person._use_component(person._current(panel), control, {"values": ["77", "x"]})
            answer = await person._finish(sent, "answered")

            assert answer.text
            snapshot = await bot.games.snapshot(game)
            assert all(one.order is None for one in snapshot.table.orders.values())

    async def test_somebody_elses_order_cannot_be_pressed(self, tmp_path: Path) -> None:
        """Who has no seat there has no order there."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            answer = await bot.other.slash(bot.channel, "plan")
            assert "seat" in answer.text.lower() or "table" in answer.text.lower()
            assert (await bot.games.snapshot(game)).table.orders == {}

    async def test_a_table_without_orders_offers_none(self, tmp_path: Path) -> None:
        """Its lobby says so, its hand cards have no such button, a command is refused."""
        async with running_bot(tmp_path / "games.db") as bot:
            await bot.moderator.slash(bot.channel, "game new", edition="new-york", plans="off")
            await bot.wait_idle()
            assert "no plans" in bot.newest_post().text
            for person in (bot.moderator, bot.guest):
                await person.press(bot.newest_post(), "Join")
            await bot.wait_idle()
            await bot.moderator.slash(bot.channel, "game start")
            await bot.wait_idle()
            hand = await bot.moderator.slash(bot.channel, "hand")
            assert not any("Plan ahead…" in label for label in hand.message.labels)
            answer = await bot.moderator.slash(bot.channel, "plan")
            assert answer.text.startswith("Plans are off at this table")


class TestQuietly:
    """Whoever has an order that plays is not called; whoever has one that stops is."""

    async def test_no_ping_and_the_same_card(self, tmp_path: Path) -> None:
        """The post is the usual one; the card says what comes, then what was done."""
        async with running_bot(tmp_path / "games.db", wait=lambda: timedelta(minutes=1)) as bot:
            game = await bot.start_game("new-york", bot.other, bot.moderator)
            planner, mate = bot.other, ByCommands(bot, "new-york", bot.moderator, "en")
            await _until_turn(bot, game, mate, ByCommands(bot, "new-york", planner, "en"))
            await planner.press(await _open_draw_order(planner, bot), "Start")
            await bot.wait_idle()
            pings, cards = len(planner.shown.pings()), [m.id for m in planner.sees(planner.direct)]
            await _turn(bot, game, mate)
            await bot.wait_idle()

            assert f"<@{planner.id}>" in bot.board().text
            assert len(planner.shown.pings()) == pings
            (card,) = [m for m in planner.sees(planner.direct) if not m.ephemeral]
            assert card.id in cards
            assert "Your plan plays this turn in a few minutes: draw " in card.text

            bot.clock_offset += timedelta(minutes=2)
            await bot.client.parts.job_runner.run_due(bot.games.now())
            await bot.wait_idle()
            assert len(planner.shown.pings()) == pings
            (card,) = [m for m in planner.sees(planner.direct) if not m.ephemeral]
            assert card.id in cards
            assert re.search(r"\*\*Plan:\*\* 1 of 5 turns · drew ", card.text)

    async def test_a_stop_calls_and_says_why(self, tmp_path: Path) -> None:
        """Nobody else reads why."""
        async with running_bot(tmp_path / "games.db") as bot:
            game = await bot.start_game("new-york", bot.other, bot.moderator)
            planner, mate = bot.other, ByCommands(bot, "new-york", bot.moderator, "en")
            await _until_turn(bot, game, mate, ByCommands(bot, "new-york", planner, "en"))
            panel = await _open_draw_order(planner, bot)
            panel = await planner.press(panel, "Change…")
            panel = await planner.press(panel, "Stop when…")
            panel = await planner.select(panel, ["15"], menu="Stop at how many cards")
            panel = await planner.press(panel, "Done")
            await planner.press(panel, "Start")
            pings = len(planner.shown.pings())
            for _ in range(12):
                await bot.wait_idle()
                snapshot = await bot.games.snapshot(game)
                if snapshot.state.turn == snapshot.table.seat_of(planner.id):
                    break
                await _turn(bot, game, mate)

            assert len(planner.shown.pings()) == pings + 1
            card = [m for m in planner.sees(planner.direct) if not m.ephemeral][-1]
            assert "Your plan stopped. This turn is yours." in card.text
            assert "since you last checked in" in card.text or "You have 15 cards" in card.text
            assert not any(OWN_PLAN.search(text) for text in bot.moderator.shown.texts())


async def _until_turn(bot: RunningBot, game: str, mate: Player, *others: ByCommands) -> None:
    """Let all choose their tickets, and others play until it is the mate's turn."""
    players = [mate, *others]
    while True:
        await bot.wait_idle()
        snapshot = await bot.games.snapshot(game)
        owners = {p.person.id: p for p in players}  # type: ignore[attr-defined]
        seat = next(iter(snapshot.state.waiting))
        player = owners[snapshot.table.seats[seat].user_id or 0]
        if snapshot.state.turn is not None and player is mate:
            return
        await player.answer(snapshot.state.waiting[seat])


async def _turn(bot: RunningBot, game: str, player: Player) -> None:
    """Let somebody play a whole turn."""
    number = (await bot.games.snapshot(game)).state.turns
    while (snapshot := await bot.games.snapshot(game)).state.turns == number:
        assert snapshot.state.turn is not None
        await player.answer(snapshot.state.waiting[snapshot.state.turn])


@pytest.fixture
def caplog(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG, "bot")
    logging.getLogger("sandbox").setLevel(logging.ERROR)
    return caplog


async def test_a_whole_game_by_orders(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Three people press only *Plan ahead* and answer stops; nobody learns of another's order."""
    async with running_bot(tmp_path / "games.db") as bot:
        people = {bot.moderator: "en", bot.guest: "de", bot.other: "en"}
        game = await bot.start_game("new-york", *people)
        table = (await bot.games.snapshot(game)).table
        planners = {
            table.seat_of(person.id): ByOrders(bot, "new-york", person, language)
            for person, language in people.items()
        }
        await play_to_the_end(bot, game, planners)

        snapshot = await bot.games.snapshot(game)
        moves = await bot.store.games.moves(game)
        assert {move.maker for move in moves} == {"person"}
        pressed = sum(p.stops for p in planners.values())
        assert all(player.given for player in planners.values())
        assert pressed < len(moves) / 4
        assert verify(await bot.games.cache.export_record(game), snapshot.table.rules).finished
        assert (await whole_of(bot.store, game)).orders == {}

        log = await bot.store.games.log(game)
        secrets = [Secrets(snapshot, log, bot.services.translator.emoji)]
        check_secrecy(secrets, bot.sandbox.people())
        assert check_controls(secrets, bot.sandbox.people()) >= PRESSED
        lines = [record.getMessage() + str(record.exc_text or "") for record in caplog.records]
        check_logs(secrets, lines, bot.sandbox.token)
        spoken = said_of_orders()
        for person in people:
            public = [s for s in person.shown.events if s.channel_id == bot.channel.id]
            for sight in public:
                if sight.message is not None and sight.message.ephemeral_to is None:
                    assert not any(spoken.search(text) for text in sight.texts())
        ours = [r for r in caplog.records if r.name.startswith("bot")]
        assert not [r for r in ours if r.levelno >= logging.WARNING]


async def _with_order(bot: RunningBot) -> tuple[str, Seat]:
    """A game of two in which one has an order that has just played a turn: its seat."""
    game = await bot.start_game("new-york", bot.other, bot.guest)
    mate = ByCommands(bot, "new-york", bot.guest, "de")
    await _until_turn(bot, game, mate, ByCommands(bot, "new-york", bot.other, "en"))
    panel = await _open_draw_order(bot.other, bot)
    await bot.other.press(panel, "Start")
    await _turn(bot, game, mate)
    await bot.wait_idle()
    snapshot = await bot.games.snapshot(game)
    seat = snapshot.table.seat_of(bot.other.id)
    assert snapshot.table.order(seat).last == snapshot.state.turns - 1
    return game, seat


async def test_undo_by_consent_across_a_turn_of_an_order(tmp_path: Path) -> None:
    """It is taken back as any other; the order waits for its owner and says so."""
    async with running_bot(tmp_path / "games.db") as bot:
        game, seat = await _with_order(bot)
        refused = await bot.other.slash(bot.channel, "undo")
        await bot.other.press(refused, Words.of("en").say("button-ask-undo"))
        await bot.wait_idle()
        await bot.guest.press(bot.board(), Words.of("en").say("button-agree-undo"))
        await bot.wait_idle()

        snapshot = await bot.games.snapshot(game)
        assert snapshot.state.turn == seat
        assert snapshot.table.order(seat).plays is False
        card = [m for m in bot.other.sees(bot.other.direct) if not m.ephemeral][-1]
        assert "A turn your plan played was undone." in card.text
        assert not any(OWN_PLAN.search(text) for text in bot.guest.shown.texts())


async def test_a_seat_handed_over_takes_no_order_along(tmp_path: Path) -> None:
    """The newcomer plays; nothing tells them that there was an order."""
    async with running_bot(tmp_path / "games.db") as bot:
        game, seat = await _with_order(bot)
        newcomer = bot.sandbox.person("Guest 4", bot.club)
        await bot.moderator.slash(bot.channel, "game replace", seat=seat + 1, player=newcomer)
        await bot.wait_idle()
        offer = [m for m in newcomer.sees(newcomer.direct) if m.buttons][-1]
        await newcomer.press(offer, offer.labels[0])
        await bot.wait_idle()
        asked = [m for m in bot.other.sees(bot.other.direct) if len(m.labels) == 2]
        asked += [m for m in bot.moderator.sees(bot.channel) if len(m.labels) == 2]
        await bot.other.press(asked[-1], asked[-1].labels[0])
        await bot.wait_idle()

        snapshot = await bot.games.snapshot(game)
        assert snapshot.table.seat_of(newcomer.id) == seat
        assert snapshot.table.order(seat).order is None
        await _turn(bot, game, ByCommands(bot, "new-york", bot.guest, "de"))
        await bot.wait_idle()
        assert (await bot.games.snapshot(game)).state.turn == seat
        assert not any(OWN_PLAN.search(text) for text in newcomer.shown.texts())


# --- what others are sent ---

MID_TURN = PublishDelays(
    own_card=timedelta(0), mid_turn=timedelta(hours=1), present=timedelta(0), ping=timedelta(0)
)
"""Nobody's board changes in the midst of a turn, whoever plays it."""
ROUNDS = 4


async def _same_table(bot: RunningBot, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game whose chance is the same each time: two people, past the opening."""
    fixed = SimpleNamespace(token_bytes=lambda n: b"7" * n, choice=lambda some: some[3])
    monkeypatch.setattr("bot.games.lobby.secrets", fixed)
    games: Games = bot.games
    lobby = await games.lobby.open(
        "new-york", bot.club.id, bot.channel.id, bot.moderator.id, "en", Options(seats=2)
    )
    for person in (bot.other, bot.guest):
        await games.lobby.join(lobby.row.id, person.id, person.user.display, "a word")
    await games.play.start(lobby.row.id)
    monkeypatch.undo()
    players = {
        Seat(0): ByCommands(bot, "new-york", bot.other, "en"),
        Seat(1): ByCommands(bot, "new-york", bot.guest, "de"),
    }
    while True:
        await bot.wait_idle()
        snapshot = await games.snapshot(lobby.row.id)
        if snapshot.state.turn is not None:
            return lobby.row.id
        seat = next(iter(snapshot.state.waiting))
        await players[seat].answer(snapshot.state.waiting[seat])


def _shown(bot: RunningBot, people: Sequence[Person]) -> list[list[str]]:
    """What these people were sent, without times, numbers of messages and the ping.

    In the channel and in private it comes in its own order; of answers to their own commands, which
    may come before or after that, it counts what they said.
    """
    found = []
    for person in people:
        messages = [s for s in person.shown.events if s.kind in ("message", "edit") and s.message]
        own = [s for s in messages if s.message and s.message.ephemeral_to is not None]
        for place in (bot.channel.id, person.direct.id):
            posts = [s for s in messages if s.channel_id == place and s not in own]
            found.append([text for sight in posts for text in _texts(sight)])
        found.append(sorted({next(_texts(sight)) for sight in own if not sight.files}))
    return found


def _texts(sight: FeedEvent) -> Iterator[str]:
    assert sight.message is not None
    said = [text for text in sight.texts() if text != sight.message.nonce]
    text = re.sub(r"https?://\S+", "@", " ".join(said))
    yield f"{sight.kind} " + re.sub(r"\d{15,}", "#", text)
    yield from (str(hash(content)) for content in sight.files)


async def _play(bot: RunningBot, game: str, script: Sequence[Move] | None) -> list[Move]:
    """Some turns: one person's by an order, or by hand as the *script* says; the other's typed."""
    typist = ByCommands(bot, "new-york", bot.guest, "de")
    done = len(await bot.store.games.moves(game))
    seat = (await bot.games.snapshot(game)).table.seat_of(bot.other.id)
    left = [move.action for move in script or () if move.action.seat == seat]
    for _ in range(2 * ROUNDS):
        await bot.wait_idle()
        snapshot = await bot.games.snapshot(game)
        if snapshot.state.turn != seat:
            await _turn(bot, game, typist)
        elif script is None:
            bot.clock_offset += timedelta(minutes=2)
            await bot.client.parts.job_runner.run_due(bot.games.now())
        else:
            number = snapshot.state.turns
            while (await bot.games.snapshot(game)).state.turns == number:
                await _type(bot, left.pop(0))
    await bot.wait_idle()
    return (await bot.store.games.moves(game))[done:]


async def _type(bot: RunningBot, action: object) -> None:
    """Do by hand what an order did."""
    person = bot.other
    if isinstance(action, DrawBlind):
        await person.slash(bot.channel, "draw", card=f"deck:{action.deck}")
    elif isinstance(action, DrawOpen):
        await person.slash(bot.channel, "draw", card=str(action.slot + 1))
    else:
        assert isinstance(action, ClaimRoute)
        row = await bot.store.games.open_in(bot.channel.id)
        assert row is not None
        menu = (await bot.games.snapshot(row.id)).menu(action.seat)
        pay = [*menu.payments(action.route)].index(action.payment) + 1
        await person.slash(bot.channel, "claim", route=action.route, pay=str(pay))


async def test_others_cannot_tell_an_order_from_presses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same moves, once by an order and once by hand: all others are sent the same."""
    runs: list[list[list[str]]] = []
    script: list[Move] | None = None
    for name in ("orders", "hand"):
        folder = tmp_path / name
        folder.mkdir()
        planning_bot = running_bot(folder / "games.db", delays=MID_TURN, wait=_a_minute)
        async with planning_bot as bot:
            game = await _same_table(bot, monkeypatch)
            snapshot = await bot.games.snapshot(game)
            if snapshot.state.turn == snapshot.table.seat_of(bot.other.id):
                await _turn(bot, game, ByCommands(bot, "new-york", bot.other, "en"))
            if script is None:
                panel = await bot.other.slash(bot.channel, "plan")
                await bot.other.press(panel, "Start")
            made = await _play(bot, game, script)
            script = script or made
            assert [(m.action, m.maker) for m in made] == [(m.action, m.maker) for m in script]
            runs.append(_shown(bot, (bot.guest, bot.moderator)))

    assert len(runs[0][0]) > 20
    assert runs[0] == runs[1]


def _a_minute() -> timedelta:
    return timedelta(minutes=1)


async def test_kill_9_while_orders_play(tmp_path: Path) -> None:
    """Every turn of an order is played to its end, once; the game goes on."""
    async with bot_process(tmp_path / "games.db") as bot:
        game = await bot.start_game("new-york", bot.guest, bot.other)
        for person in (bot.guest, bot.other):
            player = ByButtons(bot, "new-york", person, LANGUAGES[person.user.display])
            await bot.wait_idle()
            snapshot = await bot.snapshot(game)
            await player.answer(snapshot.state.waiting[snapshot.table.seat_of(person.id)])
        for person in (bot.guest, bot.other):
            await bot.wait_idle()
            snapshot = await bot.snapshot(game)
            panel = await _open_draw_order(person, bot)
            label = Words.of(LANGUAGES[person.user.display]).say("order-button-give")
            # Whoever comes second makes both orders play, one turn after the other.
            giving = asyncio.create_task(_press(person, panel, label))
            await killed_amid(bot, giving, 0.0 if person is bot.guest else 0.15)
            if not await _has_order(bot, game, person):  # it never came; but the draft is kept
                await _press(person, await person.slash(bot.channel, "plan"), label)
        await bot.wait_idle()

        snapshot = await bot.snapshot(game)
        moves = [move.action for move in await bot.store.games.moves(game)][2:]
        turns = [move.seat for move in moves]
        assert all(isinstance(waiting, Turn) for waiting in snapshot.state.waiting.values())
        # Two cards for each turn: none half, none twice.
        assert turns[::2] == turns[1::2]
        assert turns[::2] == [Seat(n % 2) for n in range(turns[0], turns[0] + len(turns) // 2)]


async def _open_draw_order(person: Person, bot: RunningBot) -> Answer:
    """An order to draw cards, all but given."""
    say = Words.of(LANGUAGES.get(person.user.display, "en")).say
    panel = await person.slash(bot.channel, "plan")
    for key in ("change", "go-list", "only", "go-review"):
        panel = await person.press(panel, say(f"order-button-{key}"))
    return panel


async def _has_order(bot: BotProcess, game: str, person: Person) -> bool:
    table = (await bot.snapshot(game)).table
    kept = table.orders.get(table.seat_of(person.id))
    return kept is not None and kept.order is not None


async def _press(person: Person, panel: Answer, label: str) -> None:
    await person.press(panel, label)
