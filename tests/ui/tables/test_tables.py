"""Which table a command means, what stands in its answers, and the ways around the buttons."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import maps
from bot.games.table import GameSnapshot
from bot.text.phrases import Phrases
from bot.text.rulebook import TOPICS, rules_page
from bot.text.words import Words
from engine.events import BlindCardDrawn, Event
from engine.ids import Card, DeckName, Seat
from engine.view import UNKNOWN
from sandbox.world import permissions
from sandbox.world.people import Person
from sandbox.world.places import Place
from tests.outbox.test_faults import playing
from tests.support.bot_stage import BotStage, on_stage
from tests.support.players import ByButtons

EN, DE = Words.of("en").say, Words.of("de").say


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[BotStage]:
    async with on_stage(tmp_path / "games.db") as made:
        yield made


async def _table(stage: BotStage, place: Place, edition: str = "new-york") -> str:
    """A game between a guest and a bot, past its opening."""
    await stage.moderator.slash(place, "game new", edition=edition, bots=1)
    await stage.told()
    await stage.other.press(stage.post(place), EN("button-join"))
    await stage.told()
    await stage.moderator.slash(place, "game start")
    await stage.told()
    row = await stage.store.games.open_in(place.id)
    assert row is not None
    await stage.other.slash(place, "tickets", keep="1 2")
    await stage.told()
    return row.id


async def _cards(stage: BotStage, game: str) -> int:
    """How many cards the guest holds."""
    snapshot = await stage.games.snapshot(game)
    return snapshot.view(None).seats[snapshot.table.seat_of(stage.other.id)].cards


class TestWhichTable:
    """In direct messages the option `game` decides, if more than one table waits."""

    async def test_the_one_that_waits(self, stage: BotStage) -> None:
        """It needs no name."""
        await _table(stage, stage.hall)

        drawn = await stage.other.slash(stage.other.direct, "draw", card="deck:taxi")

        assert EN("question-SecondDraw") in drawn.text

    async def test_one_of_several(self, stage: BotStage) -> None:
        """Named by a suggestion, the longest waiting first; without a name one is asked for it."""
        second = stage.club.channel("second-hall")
        first_game = await _table(stage, stage.hall)
        second_game = await _table(stage, second)

        before = [await _cards(stage, game) for game in (first_game, second_game)]
        unclear = await stage.other.slash(stage.other.direct, "draw", card="deck:taxi")
        offered = await stage.other.autocomplete(stage.other.direct, "draw", "game", card="1")
        await stage.other.slash(stage.other.direct, "draw", card="deck:taxi", game=second_game)

        assert EN("lobby-error-several-tables") in unclear.text
        assert [choice["value"] for choice in offered] == [first_game, second_game]
        assert "#second-hall" in offered[1]["name"]
        after = [await _cards(stage, game) for game in (first_game, second_game)]
        assert after == [before[0], before[1] + 1]

    async def test_suggestions_follow_the_name(self, stage: BotStage) -> None:
        """The routes are those of the table that was named."""
        second = stage.club.channel("second-hall")
        await _table(stage, stage.hall)
        usa = await _table(stage, second, "usa")

        cards = await stage.other.autocomplete(stage.other.direct, "draw", "card", game=usa)

        assert "deck:train" in [choice["value"] for choice in cards]

    async def test_nobody_looks_into_other_rooms(self, stage: BotStage) -> None:
        """A stranger who knows the name of a table elsewhere is told nothing of it."""
        game = await _table(stage, stage.hall)

        for name in ("board", "log", "scores", "hand"):
            answer = await stage.guest.slash(stage.guest.direct, name, game=game)
            assert answer.text == DE("error-no-such-game"), name

    async def test_taking_back_by_direct_message(self, stage: BotStage) -> None:
        """The only table one sits at is meant, even when it waits for somebody else."""
        await stage.open("new-york", stage.guest, stage.other)
        await stage.other.slash(stage.hall, "tickets", keep="1 2")
        await stage.told()

        answer = await stage.other.slash(stage.other.direct, "undo")

        assert EN("tickets-keep", least=1) in answer.text


class TestAnswers:
    """What a player is told beyond the bare move."""

    async def test_a_card_drawn_blind_is_named_to_its_owner_alone(self, stage: BotStage) -> None:
        """In the answer; the channel learns only that a card was drawn."""
        game = await _table(stage, stage.hall)
        drawn = await stage.other.slash(stage.hall, "draw", card="deck:taxi")
        await stage.told()

        event = next(
            event
            for event in reversed(await stage.store.games.log(game))
            if type(event).__name__ == "BlindCardDrawn" and event.seat == 1
        )
        phrases = stage.services.translator.phrases(
            Words.of("en"), await stage.games.snapshot(game)
        )
        assert EN("own-BlindCardDrawn", card=phrases.card(event.card), deck="deck") in drawn.text
        assert EN("own-BlindCardDrawn", card="", deck="deck")[:9] not in stage.post().text

    async def test_what_the_bot_may_not_do_is_said_with_the_move(self, stage: BotStage) -> None:
        """To whoever moved: nobody else could be told."""
        await _table(stage, stage.hall)
        stage.hall.deny(stage.sandbox.bot, permissions.SEND_MESSAGES)

        drawn = await stage.other.slash(stage.hall, "draw", card="deck:taxi")

        assert EN("permission-send-messages") in drawn.text

    async def test_my_games_lead_to_the_boards(self, stage: BotStage) -> None:
        """With a link to the newest post."""
        await _table(stage, stage.hall)

        listed = await stage.other.slash(stage.other.direct, "my games")

        assert f"/{stage.hall.id}/{stage.post().id}" in listed.text
        assert "New York" in listed.text


class TestSecrets:
    """What an answer is made from."""

    async def test_only_what_its_reader_may_know(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of what followed from a move, the cards of others never reach the words."""
        async with playing(tmp_path) as table:
            stage, mover = table.stage, await table.mover()
            service, seen = stage.games, []
            whole, speak = service.play.act, Phrases.own_event

            async def act(*given: Any, **options: Any) -> GameSnapshot:
                snapshot = await whole(*given, **options)
                other = Seat(1 - snapshot.table.seat_of(mover.id))
                foreign = BlindCardDrawn(other, DeckName("taxi"), Card("taxi-red"), more=False)
                return replace(snapshot, events=(*snapshot.events, foreign))

            def spy(phrases: Phrases, event: Event, seat: Seat) -> str | None:
                seen.append(event)
                return speak(phrases, event, seat)

            monkeypatch.setattr(service, "act", act)
            monkeypatch.setattr(Phrases, "own_event", spy)

            await mover.slash(stage.hall, "draw", card="deck:taxi")

            own, foreign = (e for e in seen if isinstance(e, BlindCardDrawn))
            assert own.card != UNKNOWN
            assert foreign.card == UNKNOWN


class TestWays:
    """What a command can do a button can, and the reverse."""

    async def test_a_city_is_typed(self, stage: BotStage) -> None:
        """A window asks for it; only its routes are offered, and they can be built."""
        game = await _table(stage, stage.hall, "usa")
        person, wanted = stage.other, "an"
        panel = await _with_many_routes(stage, person, game)
        window = await person.press(panel, EN("button-find"))
        nothing = await person.submit(window, {EN("find-city"): "Atlantis"})
        assert EN("claim-none-there") in nothing.text
        again = await person.press(nothing, EN("button-find"))
        found = await person.submit(again, {EN("find-city"): wanted})

        labels = [option["label"] for option in found.message.selects[0]["options"]]
        assert labels
        assert all(wanted in label.casefold() for label in labels)
        track = found.message.selects[0]["options"][0]["value"]
        paid = await person.select(found, [track])
        if EN("pay-how") in paid.text:
            await person.press(paid, paid.message.labels[0])
        await stage.told()
        view = (await stage.games.snapshot(game)).view(None)
        assert track in view.owners

    async def test_pages_behind_more(self, stage: BotStage) -> None:
        """The log, the points, the board in words, the rules."""
        await _table(stage, stage.hall)
        more = await stage.other.press(stage.post(), EN("button-more"))
        for name, expected in (
            ("log", EN("event-FirstPlayerDrawn", player="").strip()),
            ("scores", EN("scores-so-far")),
            ("words", EN("page-display")),
            ("rules", EN("mechanic-attractions", each=1)),
        ):
            more = await stage.other.press(more, EN(f"button-{name}"))
            assert expected in more.text

    async def test_help_names_what_is_special_here(self, stage: BotStage) -> None:
        """About the edition at this table; elsewhere only how everything works."""
        await _table(stage, stage.hall)

        here = await stage.other.slash(stage.hall, "help")
        elsewhere = await stage.other.slash(stage.other.direct, "help")

        assert EN("mechanic-attractions", each=1) in here.text
        assert EN("mechanic-attractions", each=1) not in elsewhere.text

    async def test_looks_at_a_game_that_is_over(self, stage: BotStage) -> None:
        """The channel's last game answers until there is a new one; its seed is shown."""
        game = await stage.open("new-york", stage.other, bots=1)
        player = ByButtons(stage, "new-york", stage.other, "en")
        while (snapshot := await stage.games.snapshot(game)).state.over is None:
            await player.answer(snapshot.state.waiting[snapshot.table.seat_of(stage.other.id)])
            await stage.told()

        scores = await stage.guest.slash(stage.hall, "scores")
        offered = await stage.guest.autocomplete(stage.hall, "verify", "game")

        assert str(max(snapshot.scores().totals)) in scores.text
        assert [choice["value"] for choice in offered] == [game]
        assert snapshot.table.row.seed.hex() in stage.post().text

    async def test_a_moderator_opens_no_hand(self, stage: BotStage) -> None:
        """No seat for oneself while a game is played, none for a bot."""
        game = await _table(stage, stage.hall)
        seats = await stage.moderator.autocomplete(
            stage.hall, "game replace", "seat", by=stage.guest
        )

        own = await stage.moderator.slash(stage.hall, "game replace", seat=2, by=stage.moderator)

        assert [choice["value"] for choice in seats] == [1, 2]
        assert EN("lobby-error-not-for-yourself") in own.text
        lobby = await stage.games.lobby.get(game)
        assert lobby.seat_of(stage.moderator.id) is None


class TestTakingBack:
    """What was revealed or answered is taken back only if the whole table agrees."""

    async def _asked(self, stage: BotStage) -> tuple[str, Person, Person]:
        """A game in which a player has drawn a card too many, and asks to take it back."""
        game = await stage.open("new-york", stage.guest, stage.other)
        for person in (stage.guest, stage.other):
            await person.slash(stage.hall, "tickets", keep="1 2")
        await stage.told()
        snapshot = await stage.games.snapshot(game)
        turn = snapshot.state.turn
        assert turn is not None
        people = {stage.guest.id: stage.guest, stage.other.id: stage.other}
        mover = people.pop(snapshot.table.seats[turn].user_id or 0)
        (other,) = people.values()
        await mover.slash(stage.hall, "draw", card="deck:taxi")
        await stage.told()
        say = Words.of(mover.user.locale).say
        refused = await mover.slash(stage.hall, "undo")
        assert say("refusal-undo-after-reveal") in refused.text
        await mover.press(refused, say("button-ask-undo"))
        await stage.told()
        assert EN("button-agree-undo") in stage.post().labels
        return game, mover, other

    async def test_all_agree(self, stage: BotStage) -> None:
        """The step is undone by an event; the same card comes again; the post is right."""
        game, mover, other = await self._asked(stage)
        before = await stage.store.games.log(game)

        await mover.press(stage.post(), EN("button-agree-undo"))
        assert len(await stage.store.games.log(game)) == len(before)
        await other.press(stage.post(), EN("button-agree-undo"))
        await stage.told()

        log = await stage.store.games.log(game)
        assert log[:-1] == before
        assert EN("button-agree-undo") not in stage.post().labels
        snapshot = await stage.games.snapshot(game)
        assert snapshot.view(None).seats[snapshot.table.seat_of(mover.id)].cards == 2
        again = await mover.slash(stage.hall, "draw", card="deck:taxi")
        assert (await stage.store.games.log(game))[-1] == before[-1]
        assert again.text

    async def test_one_refuses_or_moves(self, stage: BotStage) -> None:
        """The step stands; what is no longer asked is not answered."""
        game, mover, other = await self._asked(stage)
        agreeing = stage.post()
        await other.press(agreeing, EN("button-refuse-undo"))
        await stage.told()
        assert EN("button-agree-undo") not in stage.post().labels
        refused = await mover.slash(stage.hall, "undo")
        await mover.press(refused, Words.of(mover.user.locale).say("button-ask-undo"))
        await stage.told()
        asking = stage.post()
        agree = next(b for b in asking.buttons if ":agree" in b["custom_id"])
        await mover.slash(stage.hall, "draw", card="deck:taxi")
        late = other._use_component(asking, agree, {})
        await late.until(lambda: late.stage != "waiting", 10)
        await stage.told()

        snapshot = await stage.games.snapshot(game)
        assert snapshot.view(None).seats[snapshot.table.seat_of(mover.id)].cards == 4
        assert EN("button-agree-undo") not in stage.post().labels

    async def test_with_bots_alone_nobody_is_asked(self, stage: BotStage) -> None:
        """They do not mind."""
        game = await _table(stage, stage.hall)
        await stage.other.slash(stage.hall, "draw", card="deck:taxi")
        refused = await stage.other.slash(stage.hall, "undo")
        granted = await stage.other.press(refused, EN("button-ask-undo"))
        await stage.told()

        assert EN("undo-granted") in granted.text
        snapshot = await stage.games.snapshot(game)
        assert snapshot.state.turn == snapshot.table.seat_of(stage.other.id)

    async def test_a_turn_that_comes_again_is_posted_again(self, stage: BotStage) -> None:
        """Its first post was disarmed when the turn had passed; nobody is left without one."""
        game = await stage.open("new-york", stage.guest, stage.other)
        players = {
            person.id: ByButtons(stage, "new-york", person, person.user.locale[:2])
            for person in (stage.guest, stage.other)
        }
        while True:
            snapshot = await stage.games.snapshot(game)
            seat = next(iter(snapshot.state.waiting))
            user_id = snapshot.table.seats[seat].user_id or 0
            if snapshot.state.turn is not None and any(snapshot.menu(seat).routes()):
                break
            await players[user_id].answer(snapshot.state.waiting[seat])
            await stage.told()
        mover = players[user_id].person
        turn = stage.post().text.splitlines()[0]
        await players[user_id].answer(snapshot.state.waiting[seat])
        await stage.told()
        await mover.slash(stage.hall, "undo")
        await stage.told()

        assert stage.post().text.splitlines()[0] == turn
        assert mover.mention in stage.post().text
        assert EN("button-claim") in stage.post().labels


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("edition", list(maps.catalogue()))
def test_every_edition_explains_itself(edition: str, language: str) -> None:
    """On every topic, within a message."""
    for topic in TOPICS:
        page = rules_page(Words.of(language), topic, maps.load(edition))
        assert 40 < len(page) < 3900


async def _with_many_routes(stage: BotStage, person: Person, game: str) -> object:
    """A claim panel from which one can search: after some turns of drawing."""
    while True:
        panel = await person.press(stage.post(), EN("button-claim"))
        if any(EN("button-find") in label for label in panel.message.labels):
            return panel
        for _ in range(2):
            await person.slash(stage.hall, "draw", card="deck:train")
            await stage.told()
        snapshot = await stage.games.snapshot(game)
        assert snapshot.state.over is None
