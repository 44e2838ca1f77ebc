"""Which table a command means, what stands in its answers, and the ways around the buttons."""

from __future__ import annotations

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
from tests.outbox.test_faults import started_table
from tests.support.players import ByButtons
from tests.support.running_bot import RunningBot

EN, DE = Words.of("en").say, Words.of("de").say


async def _table(bot: RunningBot, place: Place, edition: str = "new-york") -> str:
    """A game between a guest and a bot, past its opening."""
    await bot.moderator.slash(place, "game new", edition=edition, bots=1)
    await bot.wait_idle()
    await bot.other.press(bot.newest_post(place), EN("button-join"))
    await bot.wait_idle()
    await bot.moderator.slash(place, "game start")
    await bot.wait_idle()
    row = await bot.store.games.open_in(place.id)
    assert row is not None
    await bot.other.slash(place, "tickets", keep="1 2")
    await bot.wait_idle()
    return row.id


async def _cards(bot: RunningBot, game: str) -> int:
    """How many cards the guest holds."""
    snapshot = await bot.games.snapshot(game)
    return snapshot.view(None).seats[snapshot.table.seat_of(bot.other.id)].cards


class TestWhichTable:
    """In direct messages the option `game` decides, if more than one table waits."""

    async def test_the_one_that_waits(self, bot: RunningBot) -> None:
        """It needs no name."""
        await _table(bot, bot.channel)

        drawn = await bot.other.slash(bot.other.direct, "draw", card="deck:taxi")

        assert EN("question-SecondDraw") in drawn.text

    async def test_one_of_several(self, bot: RunningBot) -> None:
        """Named by a suggestion, the longest waiting first; without a name one is asked for it."""
        second = bot.club.channel("second-hall")
        first_game = await _table(bot, bot.channel)
        second_game = await _table(bot, second)

        before = [await _cards(bot, game) for game in (first_game, second_game)]
        unclear = await bot.other.slash(bot.other.direct, "draw", card="deck:taxi")
        offered = await bot.other.autocomplete(bot.other.direct, "draw", "game", card="1")
        await bot.other.slash(bot.other.direct, "draw", card="deck:taxi", game=second_game)

        assert EN("lobby-error-several-tables") in unclear.text
        assert [choice["value"] for choice in offered] == [first_game, second_game]
        assert "#second-hall" in offered[1]["name"]
        after = [await _cards(bot, game) for game in (first_game, second_game)]
        assert after == [before[0], before[1] + 1]

    async def test_suggestions_follow_the_name(self, bot: RunningBot) -> None:
        """The routes are those of the table that was named."""
        second = bot.club.channel("second-hall")
        await _table(bot, bot.channel)
        usa = await _table(bot, second, "usa")

        cards = await bot.other.autocomplete(bot.other.direct, "draw", "card", game=usa)

        assert "deck:train" in [choice["value"] for choice in cards]

    async def test_nobody_looks_into_other_rooms(self, bot: RunningBot) -> None:
        """A stranger who knows the name of a table elsewhere is told nothing of it."""
        game = await _table(bot, bot.channel)

        for name in ("board", "log", "scores", "hand"):
            answer = await bot.guest.slash(bot.guest.direct, name, game=game)
            assert answer.text == DE("error-no-such-game"), name

    async def test_taking_back_by_direct_message(self, bot: RunningBot) -> None:
        """The only table one sits at is meant, even when it waits for somebody else."""
        await bot.start_game("new-york", bot.guest, bot.other)
        await bot.other.slash(bot.channel, "tickets", keep="1 2")
        await bot.wait_idle()

        answer = await bot.other.slash(bot.other.direct, "undo")

        assert EN("tickets-keep", least=1) in answer.text


class TestAnswers:
    """What a player is told beyond the bare move."""

    async def test_a_card_drawn_blind_is_named_to_its_owner_alone(self, bot: RunningBot) -> None:
        """In the answer; the channel learns only that a card was drawn."""
        game = await _table(bot, bot.channel)
        drawn = await bot.other.slash(bot.channel, "draw", card="deck:taxi")
        await bot.wait_idle()

        event = next(
            event
            for event in reversed(await bot.store.games.log(game))
            if type(event).__name__ == "BlindCardDrawn" and event.seat == 1
        )
        phrases = bot.services.translator.phrases(Words.of("en"), await bot.games.snapshot(game))
        assert EN("own-BlindCardDrawn", card=phrases.card(event.card), deck="deck") in drawn.text
        assert EN("own-BlindCardDrawn", card="", deck="deck")[:9] not in bot.newest_post().text

    async def test_what_the_bot_may_not_do_is_said_with_the_move(self, bot: RunningBot) -> None:
        """To whoever moved: nobody else could be told."""
        await _table(bot, bot.channel)
        bot.channel.deny(bot.sandbox.bot, permissions.SEND_MESSAGES)

        drawn = await bot.other.slash(bot.channel, "draw", card="deck:taxi")

        assert EN("permission-send-messages") in drawn.text

    async def test_my_games_lead_to_the_boards(self, bot: RunningBot) -> None:
        """With a link to the newest post."""
        await _table(bot, bot.channel)

        listed = await bot.other.slash(bot.other.direct, "my games")

        assert f"/{bot.channel.id}/{bot.newest_post().id}" in listed.text
        assert "New York" in listed.text


class TestSecrets:
    """What an answer is made from."""

    async def test_only_what_its_reader_may_know(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of what followed from a move, the cards of others never reach the words."""
        async with started_table(tmp_path) as table:
            bot, mover = table.bot, await table.player_on_turn()
            service, seen = bot.games, []
            whole, speak = service.play.act, Phrases.own_event

            async def act(*given: Any, **options: Any) -> GameSnapshot:
                snapshot = await whole(*given, **options)
                other = Seat(1 - snapshot.table.seat_of(mover.id))
                foreign = BlindCardDrawn(other, DeckName("taxi"), Card("taxi-red"), more=False)
                return replace(snapshot, events=(*snapshot.events, foreign))

            def spy(phrases: Phrases, event: Event, seat: Seat) -> str | None:
                seen.append(event)
                return speak(phrases, event, seat)

            monkeypatch.setattr(service.play, "act", act)
            monkeypatch.setattr(Phrases, "own_event", spy)

            await mover.slash(bot.channel, "draw", card="deck:taxi")

            own, foreign = (e for e in seen if isinstance(e, BlindCardDrawn))
            assert own.card != UNKNOWN
            assert foreign.card == UNKNOWN


class TestWays:
    """What a command can do a button can, and the reverse."""

    async def test_a_city_is_typed(self, bot: RunningBot) -> None:
        """A window asks for it; only its routes are offered, and they can be built."""
        game = await _table(bot, bot.channel, "usa")
        person, wanted = bot.other, "an"
        panel = await _with_many_routes(bot, person, game)
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
        await bot.wait_idle()
        view = (await bot.games.snapshot(game)).view(None)
        assert track in view.owners

    async def test_pages_behind_more(self, bot: RunningBot) -> None:
        """The log, the points, the board in words, the rules."""
        await _table(bot, bot.channel)
        more = await bot.other.press(bot.newest_post(), EN("button-more"))
        for name, expected in (
            ("log", EN("event-FirstPlayerDrawn", player="").strip()),
            ("scores", EN("scores-so-far")),
            ("words", EN("page-display")),
            ("rules", EN("mechanic-attractions", each=1)),
        ):
            more = await bot.other.press(more, EN(f"button-{name}"))
            assert expected in more.text

    async def test_help_names_what_is_special_here(self, bot: RunningBot) -> None:
        """About the edition at this table; elsewhere only how everything works."""
        await _table(bot, bot.channel)

        here = await bot.other.slash(bot.channel, "help")
        elsewhere = await bot.other.slash(bot.other.direct, "help")

        assert EN("mechanic-attractions", each=1) in here.text
        assert EN("mechanic-attractions", each=1) not in elsewhere.text

    async def test_looks_at_a_game_that_is_over(self, bot: RunningBot) -> None:
        """The channel's last game answers until there is a new one; its seed is shown."""
        game = await bot.start_game("new-york", bot.other, bots=1)
        player = ByButtons(bot, "new-york", bot.other, "en")
        while (snapshot := await bot.games.snapshot(game)).state.over is None:
            await player.answer(snapshot.state.waiting[snapshot.table.seat_of(bot.other.id)])
            await bot.wait_idle()

        scores = await bot.guest.slash(bot.channel, "scores")
        offered = await bot.guest.autocomplete(bot.channel, "verify", "game")

        assert str(max(snapshot.scores().totals)) in scores.text
        assert [choice["value"] for choice in offered] == [game]
        details = await bot.guest.press(bot.newest_post(), EN("button-details"))
        assert snapshot.table.row.seed.hex() in details.text

    async def test_a_moderator_opens_no_hand(self, bot: RunningBot) -> None:
        """No seat for oneself while a game is played, none for a bot."""
        game = await _table(bot, bot.channel)
        seats = await bot.moderator.autocomplete(
            bot.channel, "game replace", "seat", player=bot.guest
        )

        own = await bot.moderator.slash(bot.channel, "game replace", seat=2, player=bot.moderator)

        assert [choice["value"] for choice in seats] == [1, 2]
        assert EN("lobby-error-not-for-yourself") in own.text
        lobby = await bot.games.lobby.get(game)
        assert lobby.seat_of(bot.moderator.id) is None


class TestTakingBack:
    """What was revealed or answered is taken back only if the whole table agrees."""

    async def _asked(self, bot: RunningBot) -> tuple[str, Person, Person]:
        """A game in which a player has drawn a card too many, and asks to take it back."""
        game = await bot.start_game("new-york", bot.guest, bot.other)
        for person in (bot.guest, bot.other):
            await person.slash(bot.channel, "tickets", keep="1 2")
        await bot.wait_idle()
        snapshot = await bot.games.snapshot(game)
        turn = snapshot.state.turn
        assert turn is not None
        people = {bot.guest.id: bot.guest, bot.other.id: bot.other}
        mover = people.pop(snapshot.table.seats[turn].user_id or 0)
        (other,) = people.values()
        await mover.slash(bot.channel, "draw", card="deck:taxi")
        await bot.wait_idle()
        say = Words.of(mover.user.locale).say
        refused = await mover.slash(bot.channel, "undo")
        assert say("refusal-undo-after-reveal") in refused.text
        await mover.press(refused, say("button-ask-undo"))
        await bot.wait_idle()
        assert EN("button-agree-undo") in bot.newest_post().labels
        return game, mover, other

    async def test_all_agree(self, bot: RunningBot) -> None:
        """The step is undone by an event; the same card comes again; the post is right."""
        game, mover, other = await self._asked(bot)
        before = await bot.store.games.log(game)

        await mover.press(bot.newest_post(), EN("button-agree-undo"))
        assert len(await bot.store.games.log(game)) == len(before)
        await other.press(bot.newest_post(), EN("button-agree-undo"))
        await bot.wait_idle()

        log = await bot.store.games.log(game)
        assert log[:-1] == before
        assert EN("button-agree-undo") not in bot.newest_post().labels
        snapshot = await bot.games.snapshot(game)
        assert snapshot.view(None).seats[snapshot.table.seat_of(mover.id)].cards == 2
        again = await mover.slash(bot.channel, "draw", card="deck:taxi")
        assert (await bot.store.games.log(game))[-1] == before[-1]
        assert again.text

    async def test_one_refuses_or_moves(self, bot: RunningBot) -> None:
        """The step stands; what is no longer asked is not answered."""
        game, mover, other = await self._asked(bot)
        agreeing = bot.newest_post()
        await other.press(agreeing, EN("button-refuse-undo"))
        await bot.wait_idle()
        assert EN("button-agree-undo") not in bot.newest_post().labels
        refused = await mover.slash(bot.channel, "undo")
        await mover.press(refused, Words.of(mover.user.locale).say("button-ask-undo"))
        await bot.wait_idle()
        asking = bot.newest_post()
        agree = next(b for b in asking.buttons if ":agree" in b["custom_id"])
        await mover.slash(bot.channel, "draw", card="deck:taxi")
        late = other._use_component(asking, agree, {})
        await late.until(lambda: late.stage != "waiting", 10)
        await bot.wait_idle()

        snapshot = await bot.games.snapshot(game)
        assert snapshot.view(None).seats[snapshot.table.seat_of(mover.id)].cards == 4
        assert EN("button-agree-undo") not in bot.newest_post().labels

    async def test_with_bots_alone_nobody_is_asked(self, bot: RunningBot) -> None:
        """They do not mind."""
        game = await _table(bot, bot.channel)
        await bot.other.slash(bot.channel, "draw", card="deck:taxi")
        refused = await bot.other.slash(bot.channel, "undo")
        granted = await bot.other.press(refused, EN("button-ask-undo"))
        await bot.wait_idle()

        assert EN("undo-granted") in granted.text
        snapshot = await bot.games.snapshot(game)
        assert snapshot.state.turn == snapshot.table.seat_of(bot.other.id)

    async def test_a_turn_that_comes_again_is_posted_again(self, bot: RunningBot) -> None:
        """Its first post was disarmed when the turn had passed; nobody is left without one."""
        game = await bot.start_game("new-york", bot.guest, bot.other)
        players = {
            person.id: ByButtons(bot, "new-york", person, person.user.locale[:2])
            for person in (bot.guest, bot.other)
        }
        while True:
            snapshot = await bot.games.snapshot(game)
            seat = next(iter(snapshot.state.waiting))
            user_id = snapshot.table.seats[seat].user_id or 0
            if snapshot.state.turn is not None and any(snapshot.menu(seat).routes()):
                break
            await players[user_id].answer(snapshot.state.waiting[seat])
            await bot.wait_idle()
        mover = players[user_id].person
        turn = bot.newest_post().text.splitlines()[0]
        await players[user_id].answer(snapshot.state.waiting[seat])
        await bot.wait_idle()
        await mover.slash(bot.channel, "undo")
        await bot.wait_idle()

        assert bot.newest_post().text.splitlines()[0] == turn
        assert mover.mention in bot.newest_post().text
        assert EN("button-claim") in bot.newest_post().labels


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("edition", list(maps.catalogue()))
def test_every_edition_explains_itself(edition: str, language: str) -> None:
    """On every topic, within a message."""
    for topic in TOPICS:
        page = rules_page(Words.of(language), topic, maps.load(edition))
        assert 40 < len(page) < 3900


async def _with_many_routes(bot: RunningBot, person: Person, game: str) -> object:
    """A claim panel from which one can search: after some turns of drawing."""
    while True:
        panel = await person.press(bot.newest_post(), EN("button-claim"))
        if any(EN("button-find") in label for label in panel.message.labels):
            return panel
        for _ in range(2):
            await person.slash(bot.channel, "draw", card="deck:train")
            await bot.wait_idle()
        snapshot = await bot.games.snapshot(game)
        assert snapshot.state.over is None
