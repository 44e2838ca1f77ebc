"""Seats that change hands: with the owner's consent or after a week, and never unnoticed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.games.errors import LobbyError
from bot.games.model import Who
from bot.text.words import Words
from bot.ui.seats import members
from engine.actions import DrawBlind
from engine.errors import NotYourGame, StaleGame
from engine.ids import Seat
from sandbox.world.people import Person
from tests.outbox.test_faults import Table, playing
from tests.support.bot_stage import BotStage, on_stage
from tests.support.endpoint_bot import at_endpoint

EN, DE = Words.of("en").say, Words.of("de").say
Say: TypeAlias = Callable[..., str]


async def asked(table: Table, newcomer: Person, owner: Person) -> tuple[int, str]:
    """Let the moderator try to give the owner's seat away; its number and the answer."""
    stage = table.stage
    snapshot = await stage.games.snapshot(table.game)
    seat = snapshot.table.seat_of(owner.id)
    answer = await stage.moderator.slash(stage.hall, "game replace", seat=seat + 1, by=newcomer)
    await stage.told()
    return seat, answer.text


def newcomer(stage: BotStage) -> Person:
    return stage.sandbox.person("Guest 4", stage.club)


def sealed(person: Person) -> bool:
    """Whether somebody has never been shown a hand."""
    shown = "\n".join(message.text for message in person.sees(person.direct))
    return EN("hand-cards") not in shown and DE("hand-cards") not in shown


def told(stage: BotStage, person: Person, say: Say, key: str, seat: int) -> bool:
    """Whether somebody was told by direct message what the moderator did."""
    facts = {"edition": "New York", "channel": stage.hall.mention, "by": "Moderator"}
    line = say(key, seat=seat + 1, new="Guest 4", **facts)
    return line in [message.text for message in person.sees(person.direct)]


def texts(stage: BotStage) -> str:
    """All that everybody can read in the hall."""
    return "\n".join(m.text for m in stage.other.sees(stage.hall) if not m.ephemeral)


class TestConsent:
    """An owner who is there decides."""

    async def test_the_owner_is_asked_and_lets_it_go(self, tmp_path: Path) -> None:
        """Until then nothing changes; then everybody reads who gave whose seat to whom."""
        async with playing(tmp_path) as table:
            stage, other = table.stage, newcomer(table.stage)
            seat, answer = await asked(table, other, stage.guest)

            assert answer.startswith(EN("lobby-seat-asked", when="?").partition("?")[0])
            assert {stage.guest.id, other.id} == set(stage.post().mentions)
            assert (await stage.games.snapshot(table.game)).table.seat_of(stage.guest.id) == seat
            assert sealed(other)
            stranger = await stage.other.press(stage.post(), EN("button-let-go"))
            assert EN("error-not-yours") in stranger.text

            agreed = await stage.guest.press(stage.post(), EN("button-let-go"))
            await stage.told()
            assert DE("handover-agreed") in agreed.text
            assert EN("button-stay") not in stage.post().labels
            assert sealed(other)
            done = await other.press(stage.post(), EN("button-take-seat"))
            await stage.told()

            assert EN("seat-yours") in done.text
            assert (await stage.games.snapshot(table.game)).table.seat_of(other.id) == seat
            line = EN("line-agreed", old="Guest 2", seat=seat + 1, by="Moderator", new="Guest 4")
            assert line in texts(stage)
            assert EN("handover-settled", seat=seat + 1) in texts(stage)
            assert EN("hand-cards") in other.last(other.direct).text
            assert told(stage, stage.guest, DE, "told-replaced", seat)

    async def test_the_owner_stays(self, tmp_path: Path) -> None:
        """Everybody reads that too; nobody has seen a card."""
        async with playing(tmp_path) as table:
            stage, other = table.stage, newcomer(table.stage)
            seat, _ = await asked(table, other, stage.guest)

            kept = await stage.guest.press(stage.post(), EN("button-stay"))
            await stage.told()

            assert DE("handover-kept") in kept.text
            line = EN("line-kept", old="Guest 2", seat=seat + 1, by="Moderator", new="Guest 4")
            assert line in texts(stage)
            assert sealed(other)
            assert other.last(other.direct).buttons == []
            await table.is_right()

    async def test_an_answer_counts_once(self, tmp_path: Path) -> None:
        """Who presses again is told that nobody asks any more."""
        async with playing(tmp_path) as table:
            service = table.stage.games
            seat, _ = await asked(table, newcomer(table.stage), table.stage.guest)
            await service.handovers.refuse_handover(table.game, Seat(seat), table.stage.guest.id)

            with pytest.raises(StaleGame):
                await service.handovers.agree_to_handover(
                    table.game, Seat(seat), table.stage.guest.id
                )
            with pytest.raises(NotYourGame):
                await service.handovers.refuse_handover(table.game, Seat(9), table.stage.guest.id)

    async def test_a_direct_message_where_there_is_no_channel(self, tmp_path: Path) -> None:
        """The owner is asked, wherever that is possible."""
        async with playing(tmp_path) as table:
            stage, other = table.stage, newcomer(table.stage)
            office = stage.club.channel("office")
            table.hall.delete()
            await stage.told()
            seat = (await stage.games.snapshot(table.game)).table.seat_of(stage.guest.id)

            await stage.moderator.slash(
                office, "game replace", seat=seat + 1, by=other, game=table.game
            )
            await stage.told()

            question = next(
                m for m in stage.guest.sees(stage.guest.direct) if EN("button-let-go") in m.labels
            )
            await stage.guest.press(question, EN("button-let-go"))
            await other.press(other.last(other.direct), EN("button-take-seat"))
            await stage.told()
            assert (await stage.games.snapshot(table.game)).table.seat_of(other.id) == seat


class TestAbsence:
    """An owner who has not moved for a week is not asked."""

    async def test_after_a_week(self, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
        """A public line and a line in the log name everybody."""
        async with playing(tmp_path) as table:
            stage, other = table.stage, newcomer(table.stage)
            stage.later = timedelta(days=7, minutes=1)
            seat, answer = await asked(table, other, stage.guest)
            assert EN("lobby-seat-offered") in answer
            assert stage.guest.id not in stage.post().mentions
            with caplog.at_level(logging.INFO, "bot.games.seats"):
                await other.press(other.last(other.direct), EN("button-take-seat"))
                await stage.told()

            line = EN("line-handed", old="Guest 2", seat=seat + 1, by="Moderator", new="Guest 4")
            assert line in texts(stage)
            (record,) = [r for r in caplog.records if r.name == "bot.games.seats"]
            facts = record.__dict__
            assert (facts["owner"], facts["to"]) == (stage.guest.id, other.id)
            assert (facts["by"], facts["game"]) == (stage.moderator.id, table.game)
            assert told(stage, stage.guest, DE, "told-replaced", seat)

    async def test_a_move_within_the_week_counts(self, tmp_path: Path) -> None:
        """Not the day on which the table began."""
        async with playing(tmp_path) as table:
            stage = table.stage
            stage.later = timedelta(days=6)
            mover = await table.mover()
            await table.turn()
            await table.is_right()
            stage.later = timedelta(days=12)

            await asked(table, newcomer(stage), mover)

            assert mover.id in stage.post().mentions

    async def test_the_card_comes_again_when_a_seat_goes_there_and_back(
        self, tmp_path: Path
    ) -> None:
        """On the same question: a nonce that was used would be dropped by Discord."""
        async with playing(tmp_path) as table:
            stage, other = table.stage, newcomer(table.stage)
            owner = await table.mover()
            stage.later = timedelta(days=8)
            seat, _ = await asked(table, other, owner)
            await other.press(stage.post(), EN("button-take-seat"))
            stage.later = timedelta(days=16)
            await stage.moderator.slash(stage.hall, "game replace", seat=seat + 1, by=owner)
            await stage.told()
            await owner.press(stage.post(), EN("button-take-seat"))
            await stage.told()

            says = Words.of(owner.user.locale).say
            card = owner.last(owner.direct)
            assert says("question-Turn")[1:] in card.text
            assert card.buttons
            assert other.last(other.direct).buttons == []


class TestLeavers:
    """A player who left the server is not asked for consent."""

    @pytest.mark.parametrize("locale", ["en-US", "de"])
    async def test_a_bot_takes_the_seat_at_once(self, tmp_path: Path, locale: str) -> None:
        """The channel reads that the player has left the server."""
        async with on_stage(tmp_path / "games.db", locale) as stage:
            game = await stage.open("new-york", stage.guest, stage.other)
            seat = (await stage.games.snapshot(game)).table.seat_of(stage.guest.id)
            stage.club.leave(stage.guest.id)

            answer = await stage.moderator.slash(stage.hall, "game replace", seat=seat + 1)
            await stage.told()

            assert EN("lobby-replaced") in answer.text
            assert (await stage.store.games.seats(game))[seat].maker == "bot"
            facts = {"old": "Guest 2", "seat": seat + 1, "by": "Moderator", "new": "Bot 1"}
            assert Words.of(locale).say("line-left", **facts) in texts(stage)

    async def test_also_without_a_gateway(self, tmp_path: Path) -> None:
        """Where interactions come to the endpoint, the bot asks Discord all the same."""
        async with at_endpoint(tmp_path / "games.db") as stage:
            game = await stage.open("new-york", stage.guest, stage.other)
            seat = (await stage.games.snapshot(game)).table.seat_of(stage.guest.id)
            stage.club.leave(stage.guest.id)

            await stage.moderator.slash(stage.hall, "game replace", seat=seat + 1)
            await stage.told()

            assert (await stage.store.games.seats(game))[seat].maker == "bot"

    async def test_only_the_newcomer_is_asked(self, tmp_path: Path) -> None:
        """That the owner has left is stored with the question, so a restart changes nothing."""
        async with playing(tmp_path) as table:
            stage, other = table.stage, newcomer(table.stage)
            stage.club.leave(stage.guest.id)
            seat, answer = await asked(table, other, stage.guest)
            assert EN("lobby-seat-offered") in answer
            assert stage.post().mentions == [other.id]
            assert EN("button-let-go") not in stage.post().labels

            await stage.stop()
            await stage.start()
            await other.press(stage.post(), EN("button-take-seat"))
            await stage.told()

            assert (await stage.games.snapshot(table.game)).table.seat_of(other.id) == seat
            facts = {"old": "Guest 2", "seat": seat + 1, "by": "Moderator", "new": "Guest 4"}
            assert EN("line-left", **facts) in texts(stage)

    async def test_an_owner_who_moves_after_all_is_asked(self, tmp_path: Path) -> None:
        """They can still play from their direct messages."""
        async with playing(tmp_path) as table:
            stage, other = table.stage, newcomer(table.stage)
            mover = await table.mover()
            stage.club.leave(mover.id)
            seat, _ = await asked(table, other, mover)
            snapshot = await stage.games.snapshot(table.game)
            deck = next(iter(snapshot.state.decks))
            await stage.games.play.act(table.game, mover.id, None, lambda own: DrawBlind(own, deck))

            assert not await stage.games.handovers.accept(table.game, Seat(seat), other.id)

            (handover,) = await stage.store.games.handovers(table.game)
            assert (handover.owner, handover.has_left) == ("asked", False)

    @pytest.mark.parametrize("code", [10013, 50001])
    async def test_another_refusal_by_discord_means_asking(self, tmp_path: Path, code: int) -> None:
        async with playing(tmp_path) as table:
            stage = table.stage
            stage.club.leave(stage.guest.id)
            stage.sandbox.faults.refuse("GET /guilds/*/members/*", code=code)

            await asked(table, newcomer(stage), stage.guest)

            assert stage.sandbox.faults.pending == 0
            assert EN("button-let-go") in stage.post().labels

    async def test_a_failing_or_slow_request_means_asking(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The command is answered in time all the same."""
        monkeypatch.setattr(members, "MEMBER_LOOKUP_SECONDS", 0.1)
        async with playing(tmp_path) as table:
            stage = table.stage
            stage.club.leave(stage.guest.id)
            stage.sandbox.faults.fail("GET /guilds/*/members/*", times=5)
            seat, _ = await asked(table, newcomer(stage), stage.guest)
            assert EN("button-let-go") in stage.post().labels
            stage.sandbox.faults.clear()
            await stage.games.handovers.refuse_handover(table.game, Seat(seat), stage.guest.id)
            stage.sandbox.faults.slow("GET /guilds/*/members/*", seconds=5)

            await asked(table, newcomer(stage), stage.guest)

            assert EN("button-let-go") in stage.post().labels


class TestNever:
    """What nobody can do."""

    async def test_not_before_the_game(self, tmp_path: Path) -> None:
        """People sit down by themselves: nobody is dealt in who has not agreed."""
        async with on_stage(tmp_path / "games.db") as stage:
            await stage.moderator.slash(stage.hall, "game new", edition="usa", bots=2)
            await stage.told()

            refused = await stage.moderator.slash(
                stage.hall, "game replace", seat=1, by=stage.guest
            )

            assert EN("lobby-error-not-begun") in refused.text

    async def test_not_to_oneself_and_not_twice(self, tmp_path: Path) -> None:
        """Moderators open no hand; whoever sits there gets no second seat."""
        async with playing(tmp_path) as table:
            service, stage = table.stage.games, table.stage
            stage.later = timedelta(days=30)
            for to, by, code in (
                (Who(1, "Moderator"), Who(1, "Moderator"), "not-for-yourself"),
                (Who(stage.other.id, "Guest 3"), Who(1, "Moderator"), "already-seated"),
                (Who(stage.other.id, "Guest 3"), Who(stage.other.id, "x"), "moderator-plays"),
            ):
                with pytest.raises(LobbyError, match=code):
                    await service.handovers.hand_over(table.game, Seat(0), to, by)
