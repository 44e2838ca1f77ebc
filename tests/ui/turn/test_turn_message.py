"""The turn message: what its buttons say, which of them are blue, and what it warns about."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import maps
from bot.games.progress import Progress
from bot.games.table import GameSnapshot
from bot.text.phrases import Phrases
from bot.text.words import Words
from bot.ui.seat_view import SeatView
from bot.ui.turn.cards import cards_line
from bot.ui.turn.world import harbour_warning
from engine.advice import advise, wanted_links
from engine.ids import WILD, Card, RouteId
from engine.questions import Turn
from engine.rules.harbours import Harbours
from render.hand import held
from tests.engine.random_games import random_game
from tests.support.players import draw_buttons
from tests.support.running_bot import running_bot
from tests.ui.turn.test_answers import (
    LANGUAGES,
    give_many_cards,
    moderator_on_turn,
    state_to_change,
)
from tests.ui.turn.test_hand import a_table

BLUE, GREY = 1, 2
PINK, RED = Card("train-pink"), Card("train-red")


@pytest.mark.parametrize("language", LANGUAGES)
class TestDrawing:
    """Draw in the channel is the turn message."""

    async def test_hand_and_tickets(self, tmp_path: Path, language: str) -> None:
        """As My hand shows them, with all moves; also after the first card."""
        say, post = Words.of(language).say, Words.of("en").say
        async with moderator_on_turn(tmp_path, "usa", language) as (bot, _):
            hand = await bot.moderator.press(bot.board(), post("button-hand"))
            drawing = await bot.moderator.press(bot.board(), post("button-draw"))
            # The words go when the picture comes.
            await bot.moderator.until(lambda: bool(hand.message.files and drawing.message.files))

            assert drawing.text == hand.text
            assert drawing.message.labels == hand.message.labels
            first = await bot.moderator.press(drawing, draw_buttons(drawing)[-1])
            assert say("question-SecondDraw") in first.text
            assert say("hand-tickets") in first.text

    async def test_equal_cards_share_a_button(self, tmp_path: Path, language: str) -> None:
        """It says how many there are, and takes the first of them."""
        words = Words.of(language)
        async with moderator_on_turn(tmp_path, "usa", language) as (bot, game):
            state, seat = await state_to_change(bot, game)
            state.display[:] = [RED, PINK, PINK, PINK, RED]
            state.players[seat].hand = {}
            panel = await bot.moderator.press(bot.board(), Words.of("en").say("button-draw"))

            takes = {b["label"]: b["custom_id"] for b in panel.message.buttons if ":take" in _id(b)}
            red, pink = (words.say(f"colour-{name}").capitalize() for name in ("red", "pink"))
            assert [*takes] == [f"{red} ×2", f"{pink} ×3"]
            assert takes[f"{pink} ×3"].endswith(":take:1")
            await bot.moderator.press(panel, takes[f"{pink} ×3"])
            hand = (await bot.games.snapshot(game)).state.players[seat].hand
            assert hand == {PINK: 1}


class TestBlue:
    """Blue marks what helps a ticket, and nothing else."""

    @pytest.mark.parametrize("edition", ["usa", "world"])
    async def test_cards_and_routes(self, tmp_path: Path, edition: str) -> None:
        """A face-up card of a missing color, and a route that a ticket needs."""
        async with moderator_on_turn(tmp_path, edition, "en") as (bot, game):
            state, seat = await state_to_change(bot, game)
            spec = maps.load(edition)
            snapshot = await bot.games.snapshot(game)
            rules, wanted, links = snapshot.table.rules, None, ()
            # One ticket alone never needs all colors. Take one that needs a colored route.
            for ticket in spec.tickets:
                state.players[seat].tickets = (ticket,)
                links = (*wanted_links(advise(rules, state, seat).missing),)
                colored = (t for t in links if spec.routes[t].colour and not spec.routes[t].rough)
                if (wanted := next(colored, None)) is not None:
                    break
            assert wanted is not None
            route = spec.routes[wanted]
            helping, useless = (
                next(
                    face.id
                    for face in spec.faces.values()
                    if str(face.deck) == str(route.piece)
                    and (face.colour in colours) == helps
                    and face.colour
                )
                for helps, colours in (
                    (True, {route.colour}),
                    (False, {spec.routes[t].colour for t in links}),
                )
            )
            # The hand pays for every gray route in another color than the two cards.
            state.players[seat].hand = {
                face.id: 9
                for face in spec.faces.values()
                if face.colour and face.colour != route.colour and face.id != useless
            }
            state.display[:2] = [helping, useless]
            await bot.moderator.slash(bot.channel, "hand")
            panel = await bot.moderator.press(bot.board(), Words.of("en").say("button-hand"))

            styles = {_id(b).split(":", 3)[3]: b["style"] for b in panel.message.buttons}
            takes = {
                state.display[int(key[5])]: s for key, s in styles.items() if key[:5] == "take:"
            }
            assert takes[helping] == BLUE
            assert takes[useless] == GREY
            lays = {RouteId(key[4:]): s for key, s in styles.items() if key[:4] == "lay:"}
            assert lays
            assert {t: s == BLUE for t, s in lays.items()} == {t: t in links for t in lays}
            rest = {key: s for key, s in styles.items() if key[:4] not in ("take", "lay:")}
            assert BLUE not in rest.values()
            assert BLUE not in {b["style"] for b in bot.board().buttons}

    @pytest.mark.parametrize("language", LANGUAGES)
    async def test_suggestions_have_a_star_and_points(self, tmp_path: Path, language: str) -> None:
        """A star only if they help a ticket."""
        async with moderator_on_turn(tmp_path, "usa", language) as (bot, game):
            await give_many_cards(bot, game)
            panel = await bot.moderator.press(bot.board(), Words.of("en").say("button-hand"))

            snapshot, spec = await bot.games.snapshot(game), maps.load("usa")
            phrases = Phrases(Words.of(language), spec)
            seat = snapshot.table.seat_of(bot.moderator.id)
            links = wanted_links(advise(snapshot.table.rules, snapshot.state, seat).missing)
            suggested = [b for b in panel.message.buttons if ":lay:" in _id(b)]
            assert suggested
            for each in suggested:
                track = RouteId(_id(each).split(":")[4])
                star = "★ " if track in links else ""
                points = spec.route_points[spec.routes[track].length]
                assert each["label"] == f"{star}{phrases.stretch(track)} +{points}"
            assert suggested[0]["label"].startswith("★ ")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_payment_shows_the_hand(tmp_path: Path, language: str) -> None:
    """In the order of the picture: by color, wild cards last."""
    async with moderator_on_turn(tmp_path, "usa", language) as (bot, game):
        await give_many_cards(bot, game)
        panel = await bot.moderator.press(bot.board(), Words.of("en").say("button-claim"))
        gray = next(
            o["value"]
            for o in panel.message.selects[0]["options"]
            if maps.load("usa").routes[o["value"]].colour is None
        )
        paying = await bot.moderator.select(panel, [gray])

        snapshot = await bot.games.snapshot(game)
        view = snapshot.view(snapshot.table.seat_of(bot.moderator.id))
        phrases = bot.services.translator.phrases(Words.of(language), snapshot)
        line = cards_line(view, phrases)
        assert line in paying.text
        order = [line.index(phrases.card_name(face.id)) for face, _ in held(view, phrases.spec)]
        assert order == sorted(order)
        assert line.endswith(phrases.card(WILD))


async def test_a_thread_is_named_once(tmp_path: Path) -> None:
    """Its name contains the edition, so the title of the hand card does not."""
    async with running_bot(tmp_path / "games.db") as bot:
        for place, titled in (("thread", False), ("here", True)):
            await bot.start_game("new-york", bot.other, bots=1, place=place)
            row = (await bot.store.games.of_user(bot.other.id))[-1]
            title = bot.other.last(bot.other.direct).text.splitlines()[0]
            assert title.endswith(f"<#{row.channel_id}>")
            assert ("New York" in title) == titled


class TestHarbours:
    """The World's own moves, and what an unbuilt harbor costs."""

    @pytest.mark.parametrize("language", LANGUAGES)
    async def test_the_turn_names_them(self, tmp_path: Path, language: str) -> None:
        """On the board post and on the turn message."""
        said = {
            "en": "build a harbor or exchange trains and ships.",
            "de": "Hafen bauen oder Waggons und Schiffe tauschen.",
        }
        async with moderator_on_turn(tmp_path, "world", language) as (bot, _):
            hand = await bot.moderator.press(bot.board(), Words.of("en").say("button-hand"))

            assert said[language] in hand.text
            assert said["en"] in bot.board().text

    @pytest.mark.parametrize("seed", [0, 1])
    def test_everybody_is_warned_once(self, seed: int) -> None:
        """In a turn before the end, if harbors are not built then."""
        size = 2
        game, table, spec = (
            random_game("world", size, seed),
            a_table("world", size),
            maps.load("world"),
        )
        rule = next(part for part in game.rules.parts if isinstance(part, Harbours))
        phrases = Phrases(Words.of("en"), spec, [seat.name for seat in table.seats])
        laid_out = len(game.log) - sum(len(moment.events) for moment in game.moments)
        progress = Progress.from_events(size, game.log[:laid_out])
        warned, last = Counter[int](), Counter[int]()
        for moment in game.moments:
            table.progress, table.state = progress, moment.state
            seat = moment.action.seat
            own = SeatView(GameSnapshot(table, moment.state, ()), seat, phrases)
            if isinstance(own.view.waiting, Turn):
                unbuilt = own.view.seats[seat].pieces[rule.piece]
                warning = harbour_warning(own)
                warned[seat] += bool(warning)
                if moment.state.turns_left is not None:
                    last[seat] = max(last[seat], unbuilt)
                if warning:
                    assert str(unbuilt) in warning
                    assert f"−{unbuilt * 4} points" in warning
            progress = progress.with_events(moment.events)

        assert game.end.over == "last-round"
        assert warned
        for seat in range(size):
            assert warned[seat] <= 1
            assert warned[seat] == 1 or not last[seat]

    def test_other_editions_have_no_warning(self) -> None:
        """Whatever is left."""
        game, table = random_game("usa", 2), a_table("usa", 2)
        phrases = Phrases(Words.of("en"), maps.load("usa"), ["a", "b"])
        for moment in game.moments[-20:]:
            own = SeatView(GameSnapshot(table, moment.state, ()), moment.action.seat, phrases)
            assert harbour_warning(own) == ""


def _id(button: dict[str, object]) -> str:
    return str(button["custom_id"])
