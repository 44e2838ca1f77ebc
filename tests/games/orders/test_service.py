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
from tests.support.clock_tables import DAY, GUESTS, HOUR, MINUTE, MODERATOR, ClockTables

DRAWING = Order(then="draw")
"""An order that draws cards for ever."""
NEWCOMER = Who(99, "Guest 9")


async def game_waiting_for_other(tables: ClockTables, pace: str = "day") -> tuple[str, Seat, int]:
    """A game in which somebody else is on turn: the seat that comes next, and its owner."""
    game = await tables.start_past_opening(pace)
    seat, _ = await tables.player_on_turn(game)
    other = Seat(1 - seat)
    return game, other, GUESTS[other]


async def order_times(tables: ClockTables, game: str) -> list[str]:
    """When orders are to play."""
    return [row.due_at for row in await tables.games.cache.due_jobs(game) if row.kind == "order"]


class TestPlaying:
    """An order plays the turns of its owner, and nobody else's."""

    async def test_it_plays_a_whole_turn_after_a_wait(self, tables: ClockTables) -> None:
        """Two cards, by the owner, 20 to 240 seconds after the turn began."""
        game, seat, owner = await game_waiting_for_other(tables)
        await tables.games.orders.give(game, owner, DRAWING)
        before = (await tables.play_turn(game)).view(seat)
        moves = len(await tables.store.games.moves(game))

        await tables.advance(19 * MINUTE / 60)
        assert (await tables.games.snapshot(game)).state.turn == seat
        await tables.advance(4 * MINUTE)

        snapshot = await tables.games.snapshot(game)
        assert snapshot.state.turn != seat
        assert sum(snapshot.view(seat).hand.values()) == sum(before.hand.values()) + 2
        made = (await tables.store.games.moves(game))[moves:]
        assert [(move.maker, move.user_id) for move in made] == 2 * [("person", owner)]
        assert snapshot.table.order(seat).seen.played == 1

    async def test_the_deadline_is_the_usual_one(self, tables: ClockTables) -> None:
        """Nobody can tell from it that an order plays."""
        game, _, owner = await game_waiting_for_other(tables)
        await tables.games.orders.give(game, owner, DRAWING)
        await tables.play_turn(game)

        assert await tables.deadline(game) == tables.now + 72 * HOUR

    async def test_in_blitz_nobody_waits(self, tables: ClockTables) -> None:
        """All are there."""
        game, seat, owner = await game_waiting_for_other(tables, "blitz")
        await tables.games.orders.give(game, owner, DRAWING)
        await tables.play_turn(game)
        await tables.driver.run_due(tables.now)

        assert (await tables.games.snapshot(game)).state.turn != seat

    async def test_given_on_ones_own_turn_it_plays_at_once(self, tables: ClockTables) -> None:
        """Its owner is there and has just said so."""
        game = await tables.start_past_opening()
        seat, owner = await tables.player_on_turn(game)
        await tables.games.orders.give(game, owner, DRAWING)
        await tables.driver.run_due(tables.now)

        assert (await tables.games.snapshot(game)).state.turn != seat

    async def test_given_between_two_cards_it_waits_for_the_next_turn(
        self, tables: ClockTables
    ) -> None:
        """And then as long as any other."""
        game, seat, owner = await game_waiting_for_other(tables)
        await tables.play_turn(game)
        first = DrawBlind(seat, DeckName("taxi"))
        await tables.games.play.act(game, owner, None, lambda _: first)
        await tables.games.orders.give(game, owner, DRAWING)
        assert await order_times(tables, game) == []
        await tables.play_turn(game)
        await tables.play_turn(game)

        assert [moment > format_time(tables.now) for moment in await order_times(tables, game)] == [
            True
        ]

    async def test_a_turn_begun_by_hand_is_ended_by_hand(self, tables: ClockTables) -> None:
        """An order never draws the second card of somebody else's draw."""
        game, seat, owner = await game_waiting_for_other(tables)
        await tables.games.orders.give(game, owner, DRAWING)
        await tables.play_turn(game)
        while (await tables.games.snapshot(game)).state.turn == seat:
            snapshot = await tables.move(game)
            if any(isinstance(event, BlindCardDrawn) for event in snapshot.events):
                break
        assert await order_times(tables, game) == []
        number = (await tables.games.snapshot(game)).version
        await tables.advance(5 * MINUTE)

        assert (await tables.games.snapshot(game)).version == number

    async def test_after_a_stop_of_the_process_the_turn_is_played_to_its_end(
        self, tables: ClockTables
    ) -> None:
        """What is due is a row: a card of two may have been drawn."""
        game, seat, owner = await game_waiting_for_other(tables)
        await tables.games.orders.give(game, owner, DRAWING)
        await tables.play_turn(game)
        tables.now += 5 * MINUTE
        assert await tables.driver.run_next_job(game)
        assert (await tables.games.snapshot(game)).state.turn == seat
        tables.restart()
        await tables.driver.run_due(tables.now)

        assert (await tables.games.snapshot(game)).state.turn != seat
        assert len((await tables.games.snapshot(game)).table.order(seat).did) == 2

    async def test_it_plays_in_quiet_hours_and_on_vacation(self, tables: ClockTables) -> None:
        """And the vacation goes on: nobody has moved by hand."""
        game, seat, owner = await game_waiting_for_other(tables)
        await tables.games.orders.give(game, owner, DRAWING)
        await tables.games.vacations.start(owner, tables.now + 7 * DAY)
        await tables.play_turn(game)
        await tables.advance(5 * MINUTE)

        assert (await tables.games.snapshot(game)).state.turn != seat
        assert await tables.games.vacations.current_vacation(owner) is not None


class TestStopping:
    """An order stops when something has changed, and waits for a look."""

    async def test_it_stops_in_the_change_that_begins_the_turn(self, tables: ClockTables) -> None:
        """And says why, to its owner alone."""
        game, seat, owner = await game_waiting_for_other(tables)
        order = Order(collect=Collect(for_list=False, colours=(Wanted("red", 0),)))
        await tables.games.orders.give(game, owner, order)
        snapshot = await tables.play_turn(game)

        stop = snapshot.table.order(seat).stopped_in(snapshot.state.turns)
        assert stop is not None
        assert stop.reason == "nothing-left"
        assert await order_times(tables, game) == []

    async def test_a_look_lets_it_go_on_from_the_next_turn(self, tables: ClockTables) -> None:
        """The turn at which it stopped is its owner's."""
        game, seat, owner = await game_waiting_for_other(tables)
        await tables.games.orders.give(game, owner, Order(then="draw", calls=Calls(cards=1)))
        record = (await tables.games.snapshot(game)).table.order(seat)
        assert record.order is not None
        for _ in range(2):
            await tables.play_turn(game)
            await tables.advance(5 * MINUTE)
        # Five turns without a look; then it waits.
        for _ in range(12):
            snapshot = await tables.games.snapshot(game)
            if snapshot.state.turn != seat:
                await tables.play_turn(game)
                await tables.advance(5 * MINUTE)
        snapshot = await tables.games.snapshot(game)
        stop = snapshot.table.order(seat).stop
        assert stop is not None
        assert (stop.reason, snapshot.state.turn) == ("turns", seat)

        await tables.games.orders.mark_seen(game, owner)
        await tables.advance(5 * MINUTE)
        assert (await tables.games.snapshot(game)).state.turn == seat
        assert (await tables.games.snapshot(game)).table.order(seat).status == "active"
        await tables.play_turn(game)
        await tables.play_turn(game)
        await tables.advance(5 * MINUTE)
        assert (await tables.games.snapshot(game)).state.turn != seat

    async def test_going_on_by_a_press_counts_for_this_turn(self, tables: ClockTables) -> None:
        """Paused before, it plays at once."""
        game, seat, owner = await game_waiting_for_other(tables)
        await tables.games.orders.give(game, owner, DRAWING)
        await tables.games.orders.pause(game, owner)
        await tables.play_turn(game)
        await tables.advance(HOUR)
        assert (await tables.games.snapshot(game)).state.turn == seat

        await tables.games.orders.resume(game, owner)
        await tables.driver.run_due(tables.now)
        assert (await tables.games.snapshot(game)).state.turn != seat

    async def test_a_look_without_news_writes_nothing(self, tables: ClockTables) -> None:
        """Only the first one after a change does."""
        game, _, owner = await game_waiting_for_other(tables)
        await tables.games.orders.give(game, owner, DRAWING)
        changes = (await tables.games.snapshot(game)).table.row.changes
        await tables.games.orders.mark_seen(game, owner)
        await tables.games.orders.mark_seen(game, 12345)

        assert (await tables.games.snapshot(game)).table.row.changes == changes

    async def test_a_pause_of_the_table_stops_it(self, tables: ClockTables) -> None:
        """It plays when the table goes on."""
        game, seat, owner = await game_waiting_for_other(tables)
        await tables.games.orders.give(game, owner, DRAWING)
        await tables.games.pauses.pause(game, MODERATOR)
        await tables.play_turn(game)
        await tables.advance(HOUR)
        assert (await tables.games.snapshot(game)).state.turn == seat
        await tables.games.pauses.resume(game, MODERATOR)
        await tables.advance(5 * MINUTE)

        assert (await tables.games.snapshot(game)).state.turn != seat

    async def test_a_turn_taken_back_by_consent_is_not_played_again(
        self, tables: ClockTables
    ) -> None:
        """It waits for its owner to look."""
        game, seat, owner = await game_waiting_for_other(tables)
        await tables.games.orders.give(game, owner, DRAWING)
        await tables.play_turn(game)
        await tables.advance(5 * MINUTE)
        other = GUESTS[1 - seat]
        await tables.games.play.ask_undo(game, owner)
        await tables.games.play.agree(game, other)
        snapshot = await tables.games.snapshot(game)
        assert snapshot.state.turn == seat
        assert snapshot.table.order(seat).status == "stopped"
        version = snapshot.version
        await tables.advance(HOUR)

        assert (await tables.games.snapshot(game)).version == version
        await tables.games.orders.mark_seen(game, owner)
        assert (await tables.games.snapshot(game)).table.order(seat).status == "active"


def _read(screen: Screen) -> str:
    """All text of a screen."""
    return "\n".join(item.content for item in screen.items if isinstance(item, TextDisplay))


class TestLastTurn:
    """Nothing is promised for a turn that does not come."""

    @pytest.mark.parametrize("language", ["en", "de"])
    async def test_a_plan_that_stops_on_the_last_turn(
        self, tables: ClockTables, language: str
    ) -> None:
        """The hand and the panel say that it is the last turn."""
        game, seat, owner = await game_waiting_for_other(tables, "none")
        words = Words.of(language)
        await tables.games.orders.give(game, owner, DRAWING)
        while (snapshot := await tables.games.snapshot(game)).state.turns_left is None:
            if snapshot.table.order(seat).plays_in(snapshot.state.turns):
                await tables.advance(MINUTE * 5)
                await tables.games.orders.mark_seen(game, owner)
            else:
                await tables.move(game)
        assert snapshot.state.turn == seat
        stop = snapshot.table.order(seat).stopped_in(snapshot.state.turns)
        assert stop is not None

        phrases = Phrases(words, snapshot.table.rules.spec, ["Guest 2", "Guest 3"])
        why = OrderWords(phrases, snapshot.table.rules).stop(stop)
        assert order_lines(snapshot, seat, phrases) == [words.say("order-stopped-last", why=why)]
        await tables.games.orders.mark_seen(game, owner)
        snapshot = await tables.games.snapshot(game)
        own = SeatView(snapshot, seat, phrases)
        panel = _read(plan_panel(OrderEditor(own, make_advice(snapshot, seat))))
        assert words.say("order-preview-none") not in panel
        done = await tables.play_turn(game)
        own = SeatView(done, seat, phrases)
        panel = _read(plan_panel(OrderEditor(own, make_advice(done, seat))))
        assert words.say("order-preview-none") in panel

    async def test_a_time_out_in_the_last_turn(self, tables: ClockTables) -> None:
        """The player is not told that the next turn is theirs."""
        game = await tables.start_past_opening("day")
        while (await tables.games.snapshot(game)).state.turns_left is None:
            await tables.move(game)
        _, user = await tables.player_on_turn(game)

        await tables.advance(80 * HOUR)

        assert "told-timed-out-last" in await tables.notice_keys(game, user)
        assert "told-timed-out" not in await tables.notice_keys(game, user)


class TestEnding:
    """An order ends with its owner, its game and by a press."""

    async def test_a_seat_that_changes_hands_has_none(self, tables: ClockTables) -> None:
        """Not even in the file: the newcomer never learns of it."""
        game, seat, owner = await game_waiting_for_other(tables)
        await tables.games.orders.give(game, owner, DRAWING)
        await tables.play_turn(game)
        await tables.games.handovers.hand_over(game, seat, NEWCOMER, MODERATOR)
        await tables.games.handovers.accept(game, seat, NEWCOMER.id)
        await tables.games.handovers.agree_to_handover(game, seat, owner)
        version = (await tables.games.snapshot(game)).version
        await tables.advance(HOUR)

        assert (await tables.games.snapshot(game)).version == version
        assert (await tables.games.snapshot(game)).table.order(seat).order is None
        assert (await whole_of(tables.store, game)).orders == {}
        with pytest.raises(NotYourGame):
            await tables.games.orders.give(game, owner, DRAWING)

    async def test_given_up_and_taken_back_it_is_gone(self, tables: ClockTables) -> None:
        """Whoever gives up a seat gives up its order."""
        game, seat, owner = await game_waiting_for_other(tables)
        await tables.games.orders.give(game, owner, DRAWING)
        await tables.games.seats.give_up(game, owner)
        await tables.games.seats.take(game, seat, Who(owner, "Guest"))

        assert (await tables.games.snapshot(game)).table.order(seat).order is None

    async def test_it_ends_with_a_table_that_is_called_off(self, tables: ClockTables) -> None:
        """Nothing of it is kept."""
        game, _, owner = await game_waiting_for_other(tables)
        await tables.games.orders.give(game, owner, DRAWING)
        await tables.games.cancels.cancel(game)

        assert (await whole_of(tables.store, game)).orders == {}
        with pytest.raises(LobbyError):
            await tables.games.orders.give(game, owner, DRAWING)

    async def test_a_game_played_by_orders_alone_ends_and_keeps_none(
        self, tables: ClockTables
    ) -> None:
        """The last one is deleted with the move that ends the game."""
        game = await tables.start_past_opening()
        for _ in range(200):
            snapshot = await tables.games.snapshot(game)
            if snapshot.state.over:
                break
            seat, owner = await tables.player_on_turn(game)
            await give_what_is_needed(tables, game, seat, owner)
            await tables.driver.run_due(tables.now)
            if (await tables.games.snapshot(game)).version == snapshot.version:
                await tables.play_turn(game)

        assert (await tables.games.snapshot(game)).state.over
        assert (await whole_of(tables.store, game)).orders == {}
        record = await tables.games.cache.export_record(game)
        assert set(record.makers) == {"person"}

    async def test_deleting_and_throwing_away(self, tables: ClockTables) -> None:
        """An order and a draft are gone; where there is none, that is said."""
        game, seat, owner = await game_waiting_for_other(tables)
        await tables.games.orders.give(game, owner, DRAWING)
        await tables.games.orders.write(game, owner, Draft())
        snapshot = await tables.games.orders.clear(game, owner)

        assert snapshot.table.order(seat).order is None
        assert snapshot.table.order(seat).draft is None
        with pytest.raises(LobbyError, match="no-order"):
            await tables.games.orders.clear(game, owner)
        with pytest.raises(LobbyError, match="no-order"):
            await tables.games.orders.pause(game, owner)


async def give_what_is_needed(tables: ClockTables, game: str, seat: Seat, owner: int) -> None:
    """Order all that the tickets need, then whatever is free."""
    snapshot = await tables.games.snapshot(game)
    view, menu, rules = snapshot.view(seat), snapshot.menu(seat), snapshot.table.rules
    build = for_tickets(rules, view, menu, view.tickets) or Build()
    if not build.links:
        build = Build(tuple(Link(RouteId(track), 5) for track in menu.free()[:20]))
    await tables.games.orders.give(game, owner, Order(build, then="draw"))


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
    async def test_nonsense_is_refused(self, tables: ClockTables, order: Order, code: str) -> None:
        """By its first mistake; the former order stays."""
        game, seat, owner = await game_waiting_for_other(tables)
        await tables.games.orders.give(game, owner, DRAWING)
        kept = (await tables.games.snapshot(game)).table.order(seat)
        with pytest.raises(BadOrder) as refused:
            await tables.games.orders.give(game, owner, order)

        assert refused.value.mistakes[0].code == code
        assert (await tables.games.snapshot(game)).table.order(seat) == kept

    async def test_a_draft_is_given_once(self, tables: ClockTables) -> None:
        """A second press on it finds that it has changed; a repeated one does nothing."""
        game, seat, owner = await game_waiting_for_other(tables)
        await tables.games.orders.write(game, owner, Draft(DRAWING))
        await tables.games.orders.give(game, owner, DRAWING, 71, revision=1)
        await tables.games.orders.give(game, owner, DRAWING, 71, revision=1)
        with pytest.raises(OldDraft):
            await tables.games.orders.give(game, owner, DRAWING, 72, revision=1)

        assert (await tables.games.snapshot(game)).table.order(seat).revision == 2

    async def test_where_there_are_no_orders_none_is_given(self, tables: ClockTables) -> None:
        """The table says so."""
        lobby = await tables.games.lobby.open("new-york", 1, 7, 11, "en", Options(orders=0))
        for number in (11, 12):
            await tables.games.lobby.join(lobby.row.id, number, f"Guest {number}", "w")
        await tables.games.play.start(lobby.row.id)

        with pytest.raises(LobbyError, match="orders-off"):
            await tables.games.orders.give(lobby.row.id, 11, DRAWING)

    async def test_no_table_allows_another_number_of_turns(self, tables: ClockTables) -> None:
        """Neither a draft nor a forged press can ask for more than the table has."""
        game, seat, owner = await game_waiting_for_other(tables)
        snapshot = await tables.games.orders.give(
            game, owner, Order(then="draw", calls=Calls(turns=40))
        )
        order = snapshot.table.order(seat).order
        assert order is not None
        assert order.calls.turns == 5
        with pytest.raises(LobbyError, match="no-such-orders"):
            await tables.games.lobby.open("new-york", 1, 8, 11, "en", Options(orders=40))
