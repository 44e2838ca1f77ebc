"""What one press or command costs: everything about it is looked up once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.games.table import GameSnapshot
from bot.storage.database import FetchResult, Query, Row, Statement
from bot.text.words import Words
from bot.ui.seat_view import SeatView
from bot.ui.turn import advice as plans
from bot.ui.turn.advice import make_advice
from engine.codec import decode_event
from engine.events import Event
from engine.ids import WILD, Payment, RouteId, Seat
from render import Advice
from tests.support.players import bot_with_moderator_on_turn, deck_button
from tests.support.running_bot import RunningBot
from tests.support.timeouts import wait_until

EN = Words.of("en").say


class QueryLog:
    """What the database is asked from now on: each query, each transaction by its first step."""

    def __init__(self, bot: RunningBot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reads: list[str] = []
        self.writes: list[str] = []
        database = bot.store.database
        read, read_with, write = database.fetch_all, database.fetch_with, database.write

        def note(sql: str) -> None:
            self.reads.append(re.sub(r"SELECT .* FROM", "", sql, flags=re.DOTALL).split()[0])

        async def noted_read(sql: str, *values: object) -> Sequence[Row]:
            note(sql)
            return await read(sql, *values)

        async def noted_read_with(first: Query, *others: Query) -> FetchResult | None:
            note(first.sql)
            return await read_with(first, *others)

        async def noted_write(*statements: Statement) -> None:
            self.writes.append(statements[0].sql.split(" (")[0])
            await write(*statements)

        monkeypatch.setattr(database, "fetch_all", noted_read)
        monkeypatch.setattr(database, "fetch_with", noted_read_with)
        monkeypatch.setattr(database, "write", noted_write)


class TestCosts:
    """A press reads who asks and what it is about, nothing twice."""

    async def test_a_blind_draw(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The answer follows from the outcome of the move."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, _):
            panel = await bot.moderator.press(bot.newest_post(), EN("button-draw"))
            bot.games.writer.on_change = lambda game: None
            asked = QueryLog(bot, monkeypatch)

            drawn = await bot.moderator.press(panel, deck_button(panel))

            assert EN("question-SecondDraw") in drawn.text
            assert asked.reads == ["users", "games"]
            assert asked.writes == ["INSERT INTO presses"]

    async def test_a_game_that_is_not_in_memory(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It comes with its row: another process may have changed it."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, _):
            panel = await bot.moderator.press(bot.newest_post(), EN("button-draw"))
            bot.games.writer.on_change = lambda game: None
            # The handler of the first press may still read the table after its answer.
            await wait_until(lambda: not bot.services.late._answers)
            await bot.store.games.make_due_now((), "")
            bot.games.cache.clear()
            asked = QueryLog(bot, monkeypatch)

            await bot.moderator.press(panel, deck_button(panel))

            assert asked.reads == ["users", "games"]

    async def test_a_blind_draw_until_it_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Board post and hand card edited: no log is read as a whole, and nothing twice."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            panel = await bot.moderator.press(bot.newest_post(), EN("button-draw"))
            # The picture of the panel comes later, with reads of its own.
            await bot.moderator.until(lambda: bool(panel.message.files))
            await bot.wait_idle()
            asked = QueryLog(bot, monkeypatch)
            length = len(await bot.store.games.log(game))
            decoded = 0

            def counted(body: str) -> Event:
                nonlocal decoded
                decoded += 1
                return decode_event(body)

            monkeypatch.setattr("bot.storage.rows.decode_event", counted)
            asked.reads.clear()

            await bot.moderator.press(panel, deck_button(panel))
            await bot.wait_idle()

            assert asked.reads == ["users", "games", "games", "posts", "lines", "users"]
            assert asked.writes == ["INSERT INTO presses", "INSERT INTO posts"]
            assert decoded < length

    async def test_a_panel(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It changes nothing, and looks once."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, _):
            asked = QueryLog(bot, monkeypatch)

            await bot.moderator.press(bot.newest_post(), EN("button-claim"))

            assert asked.reads == ["users", "games"]
            assert asked.writes == []


class TestCommandCosts:
    """A slash command costs no more reads than the button that does the same."""

    async def test_a_draw(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The row that finds the table is the row that the move starts from."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, _):
            bot.games.writer.on_change = lambda game: None
            asked = QueryLog(bot, monkeypatch)

            drawn = await bot.moderator.slash(bot.channel, "draw", card="deck:train")

            assert EN("question-SecondDraw") in drawn.text
            assert asked.reads == ["users", "games"]
            assert asked.writes == ["INSERT INTO presses"]

    async def test_a_draw_at_a_table_that_is_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The table is loaded once, also if its game is not in memory."""
        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            bot.games.writer.on_change = lambda game: None
            bot.games.cache.clear()
            asked = QueryLog(bot, monkeypatch)

            await bot.moderator.slash(bot.channel, "draw", card="deck:train", game=game)

            assert asked.reads == ["users", "games"]

    @pytest.mark.parametrize("by", ["button", "command", "command with a payment"])
    async def test_a_claim(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str) -> None:
        """The payments of the route are computed once."""
        computed: list[str] = []
        payments = SeatView.payments

        def noted(own: SeatView, track: RouteId) -> list[Payment]:
            computed.append(track)
            return payments(own, track)

        async with bot_with_moderator_on_turn(tmp_path) as (bot, game):
            route = await self._make_payable(bot, game)
            panel = await bot.moderator.press(bot.newest_post(), EN("button-claim"))
            bot.games.writer.on_change = lambda game: None
            monkeypatch.setattr(SeatView, "payments", noted)
            asked = QueryLog(bot, monkeypatch)

            if by == "button":
                await bot.moderator.select(panel, [route])
            else:
                pay = {"pay": "1"} if by == "command with a payment" else {}
                await bot.moderator.slash(bot.channel, "claim", route=route, **pay)

            assert route in (await bot.games.snapshot(game)).state.owners
            # A turn that ends reads which other table waits. The last read is the line above.
            assert asked.reads[:-1] == ["users", "games", "seats"]
            assert asked.writes == ["INSERT INTO presses"]
            assert computed == [route]

    @staticmethod
    async def _make_payable(bot: RunningBot, game: str) -> RouteId:
        """Deal locomotives to the moderator, in memory only, and return a route to claim."""
        table = await bot.games.cache.load(game)
        seat = table.seat_of(bot.moderator.id)
        table.state = table.state.copy()
        table.state.players[seat].hand = {WILD: 8}
        menu = (await bot.games.snapshot(game)).menu(seat)
        return next(iter(menu.routes()))


class TestSuggestions:
    """What is offered while somebody types."""

    async def test_tickets_are_planned_once(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Not again for the next letter; but when the game has gone on."""
        planned: list[int] = []

        def noted(snapshot: GameSnapshot, seat: Seat) -> Advice:
            planned.append(snapshot.version)
            return make_advice(snapshot, seat)

        async with bot_with_moderator_on_turn(tmp_path) as (bot, _):
            monkeypatch.setattr(plans, "make_advice", noted)
            person = bot.moderator
            for typed in ("", "n", "ne", "new"):
                await person.autocomplete(bot.channel, "claim", "route", typed)
            assert len(planned) == 1

            await person.slash(bot.channel, "draw", card="deck:train")
            await person.autocomplete(bot.channel, "claim", "route", "n")
            assert len(planned) == 2
