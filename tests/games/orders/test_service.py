"""Standing orders at tables: when they play, when they wait, who ends them. No Discord."""

from __future__ import annotations

import pytest
from discord.ui import TextDisplay

from bot.games.errors import LobbyError
from bot.games.model import Options, Who, format_time
from bot.games.orders.model import Draft
from bot.games.orders.service import BadOrder, OldDraft
from bot.text.phrases import Phrases
from bot.text.words import Words
from bot.ui.components import Screen
from bot.ui.orders.text import OrderWords, order_lines
from bot.ui.orders.view import OrderEditor, plan_panel
from bot.ui.seat_view import SeatView
from bot.ui.turn.advice import make_advice
from engine.actions import DrawBlind
from engine.errors import NotYourGame
from engine.events import BlindCardDrawn
from engine.ids import DeckName, RouteId, Seat
from engine.orders import Build, Calls, Collect, Link, Order, Wanted, for_tickets
from tests.storage.test_store import whole_of
from tests.support.clock_tables import DAY, GUESTS, HOUR, MINUTE, MODERATOR, ClockHall

DRAWING = Order(then="draw")
"""An order that draws cards for ever."""
NEWCOMER = Who(99, "Guest 9")


async def waiting(hall: ClockHall, pace: str = "day") -> tuple[str, Seat, int]:
    """A game in which somebody else is on turn: the seat that comes next, and its owner."""
    game = await hall.begun(pace)
    seat, _ = await hall.awaited(game)
    other = Seat(1 - seat)
    return game, other, GUESTS[other]


async def due(hall: ClockHall, game: str) -> list[str]:
    """When orders are to play."""
    return [row.due_at for row in await hall.games.cache.due_jobs(game) if row.kind == "order"]


class TestPlaying:
    """An order plays the turns of its owner, and nobody else's."""

    async def test_it_plays_a_whole_turn_after_a_wait(self, hall: ClockHall) -> None:
        """Two cards, by the owner, 20 to 240 seconds after the turn began."""
        game, seat, owner = await waiting(hall)
        await hall.games.orders.give(game, owner, DRAWING)
        before = (await hall.turn(game)).view(seat)
        moves = len(await hall.store.games.moves(game))

        await hall.wait(19 * MINUTE / 60)
        assert (await hall.games.snapshot(game)).state.turn == seat
        await hall.wait(4 * MINUTE)

        snapshot = await hall.games.snapshot(game)
        assert snapshot.state.turn != seat
        assert sum(snapshot.view(seat).hand.values()) == sum(before.hand.values()) + 2
        made = (await hall.store.games.moves(game))[moves:]
        assert [(move.maker, move.user_id) for move in made] == 2 * [("person", owner)]
        assert snapshot.table.order(seat).seen.played == 1

    async def test_the_deadline_is_the_usual_one(self, hall: ClockHall) -> None:
        """Nobody can tell from it that an order plays."""
        game, _, owner = await waiting(hall)
        await hall.games.orders.give(game, owner, DRAWING)
        await hall.turn(game)

        assert await hall.deadline(game) == hall.now + 72 * HOUR

    async def test_in_blitz_nobody_waits(self, hall: ClockHall) -> None:
        """All are there."""
        game, seat, owner = await waiting(hall, "blitz")
        await hall.games.orders.give(game, owner, DRAWING)
        await hall.turn(game)
        await hall.driver.run_due(hall.now)

        assert (await hall.games.snapshot(game)).state.turn != seat

    async def test_given_on_ones_own_turn_it_plays_at_once(self, hall: ClockHall) -> None:
        """Its owner is there and has just said so."""
        game = await hall.begun()
        seat, owner = await hall.awaited(game)
        await hall.games.orders.give(game, owner, DRAWING)
        await hall.driver.run_due(hall.now)

        assert (await hall.games.snapshot(game)).state.turn != seat

    async def test_given_between_two_cards_it_waits_for_the_next_turn(
        self, hall: ClockHall
    ) -> None:
        """And then as long as any other."""
        game, seat, owner = await waiting(hall)
        await hall.turn(game)
        first = DrawBlind(seat, DeckName("taxi"))
        await hall.games.play.act(game, owner, None, lambda _: first)
        await hall.games.orders.give(game, owner, DRAWING)
        assert await due(hall, game) == []
        await hall.turn(game)
        await hall.turn(game)

        assert [moment > format_time(hall.now) for moment in await due(hall, game)] == [True]

    async def test_a_turn_begun_by_hand_is_ended_by_hand(self, hall: ClockHall) -> None:
        """An order never draws the second card of somebody else's draw."""
        game, seat, owner = await waiting(hall)
        await hall.games.orders.give(game, owner, DRAWING)
        await hall.turn(game)
        while (await hall.games.snapshot(game)).state.turn == seat:
            snapshot = await hall.move(game)
            if any(isinstance(event, BlindCardDrawn) for event in snapshot.events):
                break
        assert await due(hall, game) == []
        number = (await hall.games.snapshot(game)).version
        await hall.wait(5 * MINUTE)

        assert (await hall.games.snapshot(game)).version == number

    async def test_after_a_stop_of_the_process_the_turn_is_played_to_its_end(
        self, hall: ClockHall
    ) -> None:
        """What is due is a row: a card of two may have been drawn."""
        game, seat, owner = await waiting(hall)
        await hall.games.orders.give(game, owner, DRAWING)
        await hall.turn(game)
        hall.now += 5 * MINUTE
        assert await hall.driver.run_next_job(game)
        assert (await hall.games.snapshot(game)).state.turn == seat
        hall.restart()
        await hall.driver.run_due(hall.now)

        assert (await hall.games.snapshot(game)).state.turn != seat
        assert len((await hall.games.snapshot(game)).table.order(seat).did) == 2

    async def test_it_plays_in_quiet_hours_and_on_vacation(self, hall: ClockHall) -> None:
        """And the vacation goes on: nobody has moved by hand."""
        game, seat, owner = await waiting(hall)
        await hall.games.orders.give(game, owner, DRAWING)
        await hall.games.vacations.start(owner, hall.now + 7 * DAY)
        await hall.turn(game)
        await hall.wait(5 * MINUTE)

        assert (await hall.games.snapshot(game)).state.turn != seat
        assert await hall.games.vacations.current_vacation(owner) is not None


class TestStopping:
    """An order stops when something has changed, and waits for a look."""

    async def test_it_stops_in_the_change_that_begins_the_turn(self, hall: ClockHall) -> None:
        """And says why, to its owner alone."""
        game, seat, owner = await waiting(hall)
        order = Order(collect=Collect(for_list=False, colours=(Wanted("red", 0),)))
        await hall.games.orders.give(game, owner, order)
        snapshot = await hall.turn(game)

        stop = snapshot.table.order(seat).stopped_in(snapshot.state.turns)
        assert stop is not None
        assert stop.reason == "nothing-left"
        assert await due(hall, game) == []

    async def test_a_look_lets_it_go_on_from_the_next_turn(self, hall: ClockHall) -> None:
        """The turn at which it stopped is its owner's."""
        game, seat, owner = await waiting(hall)
        await hall.games.orders.give(game, owner, Order(then="draw", calls=Calls(cards=1)))
        record = (await hall.games.snapshot(game)).table.order(seat)
        assert record.order is not None
        for _ in range(2):
            await hall.turn(game)
            await hall.wait(5 * MINUTE)
        # Five turns without a look; then it waits.
        for _ in range(12):
            snapshot = await hall.games.snapshot(game)
            if snapshot.state.turn != seat:
                await hall.turn(game)
                await hall.wait(5 * MINUTE)
        snapshot = await hall.games.snapshot(game)
        stop = snapshot.table.order(seat).stop
        assert stop is not None
        assert (stop.reason, snapshot.state.turn) == ("turns", seat)

        await hall.games.orders.mark_seen(game, owner)
        await hall.wait(5 * MINUTE)
        assert (await hall.games.snapshot(game)).state.turn == seat
        assert (await hall.games.snapshot(game)).table.order(seat).status == "active"
        await hall.turn(game)
        await hall.turn(game)
        await hall.wait(5 * MINUTE)
        assert (await hall.games.snapshot(game)).state.turn != seat

    async def test_going_on_by_a_press_counts_for_this_turn(self, hall: ClockHall) -> None:
        """Paused before, it plays at once."""
        game, seat, owner = await waiting(hall)
        await hall.games.orders.give(game, owner, DRAWING)
        await hall.games.orders.pause(game, owner)
        await hall.turn(game)
        await hall.wait(HOUR)
        assert (await hall.games.snapshot(game)).state.turn == seat

        await hall.games.orders.resume(game, owner)
        await hall.driver.run_due(hall.now)
        assert (await hall.games.snapshot(game)).state.turn != seat

    async def test_a_look_without_news_writes_nothing(self, hall: ClockHall) -> None:
        """Only the first one after a change does."""
        game, _, owner = await waiting(hall)
        await hall.games.orders.give(game, owner, DRAWING)
        changes = (await hall.games.snapshot(game)).table.row.changes
        await hall.games.orders.mark_seen(game, owner)
        await hall.games.orders.mark_seen(game, 12345)

        assert (await hall.games.snapshot(game)).table.row.changes == changes

    async def test_a_pause_of_the_table_stops_it(self, hall: ClockHall) -> None:
        """It plays when the table goes on."""
        game, seat, owner = await waiting(hall)
        await hall.games.orders.give(game, owner, DRAWING)
        await hall.games.pauses.pause(game, MODERATOR)
        await hall.turn(game)
        await hall.wait(HOUR)
        assert (await hall.games.snapshot(game)).state.turn == seat
        await hall.games.pauses.resume(game, MODERATOR)
        await hall.wait(5 * MINUTE)

        assert (await hall.games.snapshot(game)).state.turn != seat

    async def test_a_turn_taken_back_by_consent_is_not_played_again(self, hall: ClockHall) -> None:
        """It waits for its owner to look."""
        game, seat, owner = await waiting(hall)
        await hall.games.orders.give(game, owner, DRAWING)
        await hall.turn(game)
        await hall.wait(5 * MINUTE)
        other = GUESTS[1 - seat]
        await hall.games.play.ask_undo(game, owner)
        await hall.games.play.agree(game, other)
        snapshot = await hall.games.snapshot(game)
        assert snapshot.state.turn == seat
        assert snapshot.table.order(seat).status == "stopped"
        version = snapshot.version
        await hall.wait(HOUR)

        assert (await hall.games.snapshot(game)).version == version
        await hall.games.orders.mark_seen(game, owner)
        assert (await hall.games.snapshot(game)).table.order(seat).status == "active"


def _read(screen: Screen) -> str:
    """All text of a screen."""
    return "\n".join(item.content for item in screen.items if isinstance(item, TextDisplay))


class TestLastTurn:
    """Nothing is promised for a turn that does not come."""

    @pytest.mark.parametrize("language", ["en", "de"])
    async def test_a_plan_that_stops_on_the_last_turn(self, hall: ClockHall, language: str) -> None:
        """The hand and the panel say that it is the last turn."""
        game, seat, owner = await waiting(hall, "none")
        words = Words.of(language)
        await hall.games.orders.give(game, owner, DRAWING)
        while (snapshot := await hall.games.snapshot(game)).state.turns_left is None:
            if snapshot.table.order(seat).plays_in(snapshot.state.turns):
                await hall.wait(MINUTE * 5)
                await hall.games.orders.mark_seen(game, owner)
            else:
                await hall.move(game)
        assert snapshot.state.turn == seat
        stop = snapshot.table.order(seat).stopped_in(snapshot.state.turns)
        assert stop is not None

        phrases = Phrases(words, snapshot.table.rules.spec, ["Guest 2", "Guest 3"])
        why = OrderWords(phrases, snapshot.table.rules).stop(stop)
        assert order_lines(snapshot, seat, phrases) == [words.say("order-stopped-last", why=why)]
        await hall.games.orders.mark_seen(game, owner)
        snapshot = await hall.games.snapshot(game)
        own = SeatView(snapshot, seat, phrases)
        panel = _read(plan_panel(OrderEditor(own, make_advice(snapshot, seat))))
        assert words.say("order-preview-now") in panel
        assert words.say("order-preview-second") not in panel
        done = await hall.turn(game)
        own = SeatView(done, seat, phrases)
        panel = _read(plan_panel(OrderEditor(own, make_advice(done, seat))))
        assert words.say("order-preview-none") in panel

    async def test_a_time_out_in_the_last_turn(self, hall: ClockHall) -> None:
        """The player is not told that the next turn is theirs."""
        game = await hall.begun("day")
        while (await hall.games.snapshot(game)).state.turns_left is None:
            await hall.move(game)
        _, user = await hall.awaited(game)

        await hall.wait(80 * HOUR)

        assert "told-timed-out-last" in await hall.lines(game, user)
        assert "told-timed-out" not in await hall.lines(game, user)


class TestEnding:
    """An order ends with its owner, its game and by a press."""

    async def test_a_seat_that_changes_hands_has_none(self, hall: ClockHall) -> None:
        """Not even in the file: the newcomer never learns of it."""
        game, seat, owner = await waiting(hall)
        await hall.games.orders.give(game, owner, DRAWING)
        await hall.turn(game)
        await hall.games.handovers.hand_over(game, seat, NEWCOMER, MODERATOR)
        await hall.games.handovers.accept(game, seat, NEWCOMER.id)
        await hall.games.handovers.agree_to_handover(game, seat, owner)
        version = (await hall.games.snapshot(game)).version
        await hall.wait(HOUR)

        assert (await hall.games.snapshot(game)).version == version
        assert (await hall.games.snapshot(game)).table.order(seat).order is None
        assert (await whole_of(hall.store, game)).orders == {}
        with pytest.raises(NotYourGame):
            await hall.games.orders.give(game, owner, DRAWING)

    async def test_given_up_and_taken_back_it_is_gone(self, hall: ClockHall) -> None:
        """Whoever gives up a seat gives up its order."""
        game, seat, owner = await waiting(hall)
        await hall.games.orders.give(game, owner, DRAWING)
        await hall.games.seats.give_up(game, owner)
        await hall.games.seats.take(game, seat, Who(owner, "Guest"))

        assert (await hall.games.snapshot(game)).table.order(seat).order is None

    async def test_it_ends_with_a_table_that_is_called_off(self, hall: ClockHall) -> None:
        """Nothing of it is kept."""
        game, _, owner = await waiting(hall)
        await hall.games.orders.give(game, owner, DRAWING)
        await hall.games.cancels.cancel(game)

        assert (await whole_of(hall.store, game)).orders == {}
        with pytest.raises(LobbyError):
            await hall.games.orders.give(game, owner, DRAWING)

    async def test_a_game_played_by_orders_alone_ends_and_keeps_none(self, hall: ClockHall) -> None:
        """The last one is deleted with the move that ends the game."""
        game = await hall.begun()
        for _ in range(200):
            snapshot = await hall.games.snapshot(game)
            if snapshot.state.over:
                break
            seat, owner = await hall.awaited(game)
            await give_what_is_needed(hall, game, seat, owner)
            await hall.driver.run_due(hall.now)
            if (await hall.games.snapshot(game)).version == snapshot.version:
                await hall.turn(game)

        assert (await hall.games.snapshot(game)).state.over
        assert (await whole_of(hall.store, game)).orders == {}
        record = await hall.games.cache.export_record(game)
        assert set(record.makers) == {"person"}

    async def test_deleting_and_throwing_away(self, hall: ClockHall) -> None:
        """An order and a draft are gone; where there is none, that is said."""
        game, seat, owner = await waiting(hall)
        await hall.games.orders.give(game, owner, DRAWING)
        await hall.games.orders.write(game, owner, Draft())
        snapshot = await hall.games.orders.clear(game, owner)

        assert snapshot.table.order(seat).order is None
        assert snapshot.table.order(seat).draft is None
        with pytest.raises(LobbyError, match="no-order"):
            await hall.games.orders.clear(game, owner)
        with pytest.raises(LobbyError, match="no-order"):
            await hall.games.orders.pause(game, owner)


async def give_what_is_needed(hall: ClockHall, game: str, seat: Seat, owner: int) -> None:
    """Order all that the tickets need, then whatever is free."""
    snapshot = await hall.games.snapshot(game)
    view, menu, rules = snapshot.view(seat), snapshot.menu(seat), snapshot.table.rules
    build = for_tickets(rules, view, menu, view.tickets) or Build()
    if not build.links:
        build = Build(tuple(Link(RouteId(track), 5) for track in menu.free()[:20]))
    await hall.games.orders.give(game, owner, Order(build, then="draw"))


class TestBadInput:
    """What cannot be meant is refused; nothing is run half."""

    @pytest.mark.parametrize(
        ("order", "code"),
        [
            (Order(Build((Link(RouteId("atlanta--miami-1")),))), "unknown-track"),
            (Order(collect=Collect(colours=(Wanted("puce", 3),))), "unknown-colour"),
            (Order(collect=Collect(colours=(Wanted("red", -1),))), "below-zero"),
            (Order(collect=Collect(colours=(Wanted("red", 999),))), "too-many"),
            (Order(collect=Collect(deck="ship")), "unknown-deck"),  # type: ignore[arg-type]
            (Order(), "empty"),
        ],
    )
    async def test_nonsense_is_refused(self, hall: ClockHall, order: Order, code: str) -> None:
        """By its first mistake; the former order stays."""
        game, seat, owner = await waiting(hall)
        await hall.games.orders.give(game, owner, DRAWING)
        kept = (await hall.games.snapshot(game)).table.order(seat)
        with pytest.raises(BadOrder) as refused:
            await hall.games.orders.give(game, owner, order)

        assert refused.value.mistakes[0].code == code
        assert (await hall.games.snapshot(game)).table.order(seat) == kept

    async def test_a_draft_is_given_once(self, hall: ClockHall) -> None:
        """A second press on it finds that it has changed; a repeated one does nothing."""
        game, seat, owner = await waiting(hall)
        await hall.games.orders.write(game, owner, Draft(DRAWING))
        await hall.games.orders.give(game, owner, DRAWING, 71, revision=1)
        await hall.games.orders.give(game, owner, DRAWING, 71, revision=1)
        with pytest.raises(OldDraft):
            await hall.games.orders.give(game, owner, DRAWING, 72, revision=1)

        assert (await hall.games.snapshot(game)).table.order(seat).revision == 2

    async def test_where_there_are_no_orders_none_is_given(self, hall: ClockHall) -> None:
        """The table says so."""
        lobby = await hall.games.lobby.open("new-york", 1, 7, 11, "en", Options(orders=0))
        for number in (11, 12):
            await hall.games.lobby.join(lobby.row.id, number, f"Guest {number}", "w")
        await hall.games.play.start(lobby.row.id)

        with pytest.raises(LobbyError, match="orders-off"):
            await hall.games.orders.give(lobby.row.id, 11, DRAWING)

    async def test_no_table_allows_another_number_of_turns(self, hall: ClockHall) -> None:
        """Neither a draft nor a forged press can ask for more than the table has."""
        game, seat, owner = await waiting(hall)
        snapshot = await hall.games.orders.give(
            game, owner, Order(then="draw", calls=Calls(turns=40))
        )
        order = snapshot.table.order(seat).order
        assert order is not None
        assert order.calls.turns == 5
        with pytest.raises(LobbyError, match="no-such-orders"):
            await hall.games.lobby.open("new-york", 1, 8, 11, "en", Options(orders=40))
