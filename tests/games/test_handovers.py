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
from bot.ui.lobby import commands as lobby_commands
from engine.actions import DrawBlind
from engine.errors import NotYourGame, StaleGame
from engine.ids import Seat
from sandbox.world.people import Person
from tests.outbox.test_faults import Table, started_table
from tests.support.endpoint_bot import running_endpoint_bot
from tests.support.hands import shows_hand
from tests.support.running_bot import RunningBot, running_bot

EN, DE = Words.of("en").say, Words.of("de").say
Say: TypeAlias = Callable[..., str]


async def try_handover(table: Table, newcomer: Person, owner: Person) -> tuple[Seat, str]:
    """Let the moderator offer the owner's seat to a newcomer. Return the seat and the answer."""
    bot = table.bot
    snapshot = await bot.games.snapshot(table.game)
    seat = snapshot.table.seat_of(owner.id)
    answer = await bot.moderator.slash(bot.channel, "game replace", seat=seat + 1, player=newcomer)
    await bot.wait_idle()
    return seat, answer.text


def newcomer(bot: RunningBot) -> Person:
    return bot.sandbox.person("Guest 4", bot.club)


def has_seen_no_hand(person: Person) -> bool:
    """Whether somebody has never been shown a hand."""
    seen = person.sees(person.direct)
    return not any(shows_hand(message, way) for message in seen for way in ("en", "de"))


def was_notified(bot: RunningBot, person: Person, say: Say, key: str, seat: int) -> bool:
    """Whether somebody was told by direct message what the moderator did."""
    facts = {"edition": "New York", "channel": bot.channel.mention, "by": "Moderator"}
    line = say(key, seat=seat + 1, new="Guest 4", **facts)
    return line in [message.text for message in person.sees(person.direct)]


def channel_text(bot: RunningBot) -> str:
    """All that everybody can read in the channel."""
    return "\n".join(m.text for m in bot.other.sees(bot.channel) if not m.ephemeral)


class TestConsent:
    """An owner who is there decides."""

    async def test_the_owner_is_asked_and_lets_it_go(self, tmp_path: Path) -> None:
        """Until then nothing changes; then everybody reads who gave whose seat to whom."""
        async with started_table(tmp_path) as table:
            bot, other = table.bot, newcomer(table.bot)
            seat, answer = await try_handover(table, other, bot.guest)

            assert answer.startswith(EN("lobby-seat-asked", when="?").partition("?")[0])
            assert {bot.guest.id, other.id} == set(bot.newest_post().mentions)
            assert (await bot.games.snapshot(table.game)).table.seat_of(bot.guest.id) == seat
            assert has_seen_no_hand(other)
            stranger = await bot.other.press(bot.newest_post(), EN("button-let-go"))
            assert EN("error-not-yours") in stranger.text

            agreed = await bot.guest.press(bot.newest_post(), EN("button-let-go"))
            await bot.wait_idle()
            assert DE("handover-agreed") in agreed.text
            assert EN("button-stay") not in bot.newest_post().labels
            assert has_seen_no_hand(other)
            done = await other.press(bot.newest_post(), EN("button-take-seat"))
            await bot.wait_idle()

            assert EN("seat-yours") in done.text
            assert (await bot.games.snapshot(table.game)).table.seat_of(other.id) == seat
            line = EN("line-agreed", old="Guest 2", seat=seat + 1, by="Moderator", new="Guest 4")
            assert line in channel_text(bot)
            assert EN("handover-settled", seat=seat + 1) in channel_text(bot)
            assert shows_hand(other.last(other.direct), "en")
            assert was_notified(bot, bot.guest, DE, "told-replaced", seat)

    async def test_the_owner_stays(self, tmp_path: Path) -> None:
        """Everybody reads that too; nobody has seen a card."""
        async with started_table(tmp_path) as table:
            bot, other = table.bot, newcomer(table.bot)
            seat, _ = await try_handover(table, other, bot.guest)

            kept = await bot.guest.press(bot.newest_post(), EN("button-stay"))
            await bot.wait_idle()

            assert DE("handover-kept") in kept.text
            line = EN("line-kept", old="Guest 2", seat=seat + 1, by="Moderator", new="Guest 4")
            assert line in channel_text(bot)
            assert has_seen_no_hand(other)
            assert other.last(other.direct).buttons == []
            await table.check_posts()

    async def test_an_answer_counts_once(self, tmp_path: Path) -> None:
        """Who presses again is told that nobody asks any more."""
        async with started_table(tmp_path) as table:
            service = table.bot.games
            seat, _ = await try_handover(table, newcomer(table.bot), table.bot.guest)
            await service.handovers.refuse_handover(table.game, seat, table.bot.guest.id)

            with pytest.raises(StaleGame):
                await service.handovers.agree_to_handover(table.game, seat, table.bot.guest.id)
            with pytest.raises(NotYourGame):
                await service.handovers.refuse_handover(table.game, Seat(9), table.bot.guest.id)

    async def test_a_direct_message_where_there_is_no_channel(self, tmp_path: Path) -> None:
        """The owner is asked, wherever that is possible."""
        async with started_table(tmp_path) as table:
            bot, other = table.bot, newcomer(table.bot)
            office = bot.club.channel("office")
            table.channel.delete()
            await bot.wait_idle()
            seat = (await bot.games.snapshot(table.game)).table.seat_of(bot.guest.id)

            await bot.moderator.slash(
                office, "game replace", seat=seat + 1, player=other, game=table.game
            )
            await bot.wait_idle()

            question = next(
                m for m in bot.guest.sees(bot.guest.direct) if EN("button-let-go") in m.labels
            )
            await bot.guest.press(question, EN("button-let-go"))
            await other.press(other.last(other.direct), EN("button-take-seat"))
            await bot.wait_idle()
            assert (await bot.games.snapshot(table.game)).table.seat_of(other.id) == seat


class TestAbsence:
    """An owner who has not moved for a week is not asked."""

    async def test_after_a_week(self, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
        """A public line and a line in the log name everybody."""
        async with started_table(tmp_path) as table:
            bot, other = table.bot, newcomer(table.bot)
            bot.clock_offset = timedelta(days=7, minutes=1)
            seat, answer = await try_handover(table, other, bot.guest)
            assert EN("lobby-seat-offered") in answer
            assert bot.guest.id not in bot.newest_post().mentions
            with caplog.at_level(logging.INFO, "bot.games.seats"):
                await other.press(other.last(other.direct), EN("button-take-seat"))
                await bot.wait_idle()

            line = EN("line-handed", old="Guest 2", seat=seat + 1, by="Moderator", new="Guest 4")
            assert line in channel_text(bot)
            (record,) = [r for r in caplog.records if r.name == "bot.games.seats"]
            facts = record.__dict__
            assert (facts["owner"], facts["to"]) == (bot.guest.id, other.id)
            assert (facts["by"], facts["game"]) == (bot.moderator.id, table.game)
            assert was_notified(bot, bot.guest, DE, "told-replaced", seat)

    async def test_a_move_within_the_week_counts(self, tmp_path: Path) -> None:
        """Not the day on which the table began."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            bot.clock_offset = timedelta(days=6)
            mover = await table.player_on_turn()
            await table.play_turn()
            await table.check_posts()
            bot.clock_offset = timedelta(days=12)

            await try_handover(table, newcomer(bot), mover)

            assert mover.id in bot.newest_post().mentions

    async def test_the_card_comes_again_when_a_seat_goes_there_and_back(
        self, tmp_path: Path
    ) -> None:
        """On the same question: a nonce that was used would be dropped by Discord."""
        async with started_table(tmp_path) as table:
            bot, other = table.bot, newcomer(table.bot)
            owner = await table.player_on_turn()
            bot.clock_offset = timedelta(days=8)
            seat, _ = await try_handover(table, other, owner)
            await other.press(bot.newest_post(), EN("button-take-seat"))
            bot.clock_offset = timedelta(days=16)
            await bot.moderator.slash(bot.channel, "game replace", seat=seat + 1, player=owner)
            await bot.wait_idle()
            await owner.press(bot.newest_post(), EN("button-take-seat"))
            await bot.wait_idle()

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
        async with running_bot(tmp_path / "games.db", locale) as bot:
            game = await bot.start_game("new-york", bot.guest, bot.other)
            seat = (await bot.games.snapshot(game)).table.seat_of(bot.guest.id)
            bot.club.leave(bot.guest.id)

            answer = await bot.moderator.slash(bot.channel, "game replace", seat=seat + 1)
            await bot.wait_idle()

            assert EN("lobby-replaced") in answer.text
            assert (await bot.store.games.seats(game))[seat].maker == "bot"
            facts = {"old": "Guest 2", "seat": seat + 1, "by": "Moderator", "new": "Bot 1"}
            assert Words.of(locale).say("line-left", **facts) in channel_text(bot)

    async def test_also_without_a_gateway(self, tmp_path: Path) -> None:
        """Where interactions come to the endpoint, the bot asks Discord all the same."""
        async with running_endpoint_bot(tmp_path / "games.db") as bot:
            game = await bot.start_game("new-york", bot.guest, bot.other)
            seat = (await bot.games.snapshot(game)).table.seat_of(bot.guest.id)
            bot.club.leave(bot.guest.id)

            await bot.moderator.slash(bot.channel, "game replace", seat=seat + 1)
            await bot.wait_idle()

            assert (await bot.store.games.seats(game))[seat].maker == "bot"

    async def test_only_the_newcomer_is_asked(self, tmp_path: Path) -> None:
        """That the owner has left is stored with the question, so a restart changes nothing."""
        async with started_table(tmp_path) as table:
            bot, other = table.bot, newcomer(table.bot)
            bot.club.leave(bot.guest.id)
            seat, answer = await try_handover(table, other, bot.guest)
            assert EN("lobby-seat-offered") in answer
            assert bot.newest_post().mentions == [other.id]
            assert EN("button-let-go") not in bot.newest_post().labels

            await bot.stop()
            await bot.start()
            await other.press(bot.newest_post(), EN("button-take-seat"))
            await bot.wait_idle()

            assert (await bot.games.snapshot(table.game)).table.seat_of(other.id) == seat
            facts = {"old": "Guest 2", "seat": seat + 1, "by": "Moderator", "new": "Guest 4"}
            assert EN("line-left", **facts) in channel_text(bot)

    async def test_an_owner_who_moves_after_all_is_asked(self, tmp_path: Path) -> None:
        """They can still play from their direct messages."""
        async with started_table(tmp_path) as table:
            bot, other = table.bot, newcomer(table.bot)
            mover = await table.player_on_turn()
            bot.club.leave(mover.id)
            seat, _ = await try_handover(table, other, mover)
            snapshot = await bot.games.snapshot(table.game)
            deck = next(iter(snapshot.state.decks))
            await bot.games.play.act(table.game, mover.id, None, lambda own: DrawBlind(own, deck))

            assert not await bot.games.handovers.accept(table.game, seat, other.id)

            (handover,) = await bot.store.games.handovers(table.game)
            assert (handover.owner, handover.has_left) == ("asked", False)

    @pytest.mark.parametrize("code", [10013, 50001])
    async def test_another_refusal_by_discord_means_asking(self, tmp_path: Path, code: int) -> None:
        async with started_table(tmp_path) as table:
            bot = table.bot
            bot.club.leave(bot.guest.id)
            bot.sandbox.faults.refuse("GET /guilds/*/members/*", code=code)

            await try_handover(table, newcomer(bot), bot.guest)

            assert bot.sandbox.faults.pending == 0
            assert EN("button-let-go") in bot.newest_post().labels

    async def test_a_failing_or_slow_request_means_asking(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The command is answered in time all the same."""
        monkeypatch.setattr(lobby_commands, "MEMBER_LOOKUP_SECONDS", 0.1)
        async with started_table(tmp_path) as table:
            bot = table.bot
            bot.club.leave(bot.guest.id)
            bot.sandbox.faults.fail("GET /guilds/*/members/*", times=5)
            seat, _ = await try_handover(table, newcomer(bot), bot.guest)
            assert EN("button-let-go") in bot.newest_post().labels
            bot.sandbox.faults.clear()
            await bot.games.handovers.refuse_handover(table.game, seat, bot.guest.id)
            bot.sandbox.faults.slow("GET /guilds/*/members/*", seconds=5)

            await try_handover(table, newcomer(bot), bot.guest)

            assert EN("button-let-go") in bot.newest_post().labels


class TestNever:
    """What nobody can do."""

    async def test_not_before_the_game(self, tmp_path: Path) -> None:
        """People sit down by themselves: nobody is dealt in who has not agreed."""
        async with running_bot(tmp_path / "games.db") as bot:
            await bot.moderator.slash(bot.channel, "game new", edition="usa", bots=2)
            await bot.wait_idle()

            refused = await bot.moderator.slash(
                bot.channel, "game replace", seat=1, player=bot.guest
            )

            assert EN("lobby-error-not-begun") in refused.text

    async def test_not_to_oneself_and_not_twice(self, tmp_path: Path) -> None:
        """Moderators open no hand; whoever sits there gets no second seat."""
        async with started_table(tmp_path) as table:
            service, bot = table.bot.games, table.bot
            bot.clock_offset = timedelta(days=30)
            for to, by, code in (
                (Who(1, "Moderator"), Who(1, "Moderator"), "not-for-yourself"),
                (Who(bot.other.id, "Guest 3"), Who(1, "Moderator"), "already-seated"),
                (Who(bot.other.id, "Guest 3"), Who(bot.other.id, "x"), "moderator-plays"),
            ):
                with pytest.raises(LobbyError, match=code):
                    await service.handovers.hand_over(table.game, Seat(0), to, by)
