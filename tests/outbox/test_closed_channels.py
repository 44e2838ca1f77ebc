"""Channels that are closed to the bot: few requests, and nothing is lost when they open again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot import metrics
from bot.ops.discord_traffic import make_trace
from bot.outbox.repair import PostRepairer
from bot.outbox.sender import REFUSAL_MEMORY
from bot.outbox.update import CLOSED_RETRY_PERIOD
from bot.text.words import Words
from sandbox.world import permissions
from sandbox.world.people import Person
from tests.outbox.test_faults import Table, started_table
from tests.outbox.test_queue import Requests
from tests.support.endpoint_bot import EndpointBot
from tests.support.timeouts import wait_until

EVERYTHING = permissions.SEND_MESSAGES | permissions.VIEW_CHANNEL
EDIT = "PATCH /channels/{channel}/messages/{message}"
MINUTE = timedelta(minutes=1)


async def turn_by_card(table: Table) -> Person:
    """Whoever is on turn draws two cards, by the hand card alone."""
    mover = await table.player_on_turn()
    card = next(m for m in reversed(mover.sees(mover.direct)) if m.buttons)
    for _ in range(2):
        deck = next(b["custom_id"] for b in card.buttons if ":blind:" in b["custom_id"])
        card = (await mover.press(card, deck)).message
    await table.wait_idle()
    return mover


def invalid_requests(requests: Requests) -> list[str]:
    """The requests that Discord counts as invalid."""
    return [exchange.template for exchange in requests.all if exchange.status == 403]


class TestClosedChannel:
    """Nobody presses there; the game goes on by hand cards."""

    async def test_it_is_asked_once_in_ten_minutes(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        """Cards by direct message come as always, and the log has one warning."""
        async with started_table(tmp_path) as table:
            bot, requests = table.bot, Requests(table.bot)
            table.channel.deny(bot.sandbox.bot, EVERYTHING)
            for _ in range(4):
                await turn_by_card(table)
                mover = await table.player_on_turn()
                question = Words.of(mover.user.locale).say("question-Turn")[1:]
                assert question in mover.last(mover.direct).text

            assert len(invalid_requests(requests)) == 1
            warned = [r for r in caplog.records if r.getMessage() == "a channel refused a message"]
            assert len(warned) == 1

            bot.clock_offset += REFUSAL_MEMORY + MINUTE
            await bot.updates.enqueue_pending(bot.games.now())
            await table.wait_idle()
            await bot.updates.enqueue_pending(bot.games.now())
            await table.wait_idle()
            assert len(invalid_requests(requests)) == 2

    async def test_a_channel_that_can_be_seen(self, tmp_path: Path) -> None:
        """The board there is still edited, but nothing is posted."""
        async with started_table(tmp_path) as table:
            bot, requests = table.bot, Requests(table.bot)
            table.channel.deny(bot.sandbox.bot, permissions.SEND_MESSAGES)
            for _ in range(4):
                await turn_by_card(table)

            # With its picture, and then without one.
            assert invalid_requests(requests) == ["POST /channels/{channel}/messages"] * 2
            assert [e for e in requests.of(EDIT) if e.params["channel"] == str(table.channel.id)]

    async def test_the_watch_does_not_ask_either(self, tmp_path: Path) -> None:
        async with started_table(tmp_path) as table:
            bot, requests = table.bot, Requests(table.bot)
            table.channel.deny(bot.sandbox.bot, EVERYTHING)
            watch = PostRepairer(bot.updates, bot.store)
            for _ in range(3):
                await watch.check_some_posts()

            assert len(invalid_requests(requests)) == 1

    async def test_it_is_not_tried_for_ever(self, tmp_path: Path) -> None:
        """A table where nothing changes for a day waits for a sign that the channel is open."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            table.channel.deny(bot.sandbox.bot, EVERYTHING)
            await turn_by_card(table)
            assert await bot.store.posts.pending_tables() == [table.game]

            bot.clock_offset += CLOSED_RETRY_PERIOD + MINUTE
            await bot.updates.enqueue_pending(bot.games.now())
            await table.wait_idle()

            assert await bot.store.posts.pending_tables() == []

    async def test_files_alone_are_refused_once(self, tmp_path: Path) -> None:
        """Words come at once; the pictures come back when someone presses there again."""
        async with started_table(tmp_path) as table:
            bot, requests = table.bot, Requests(table.bot)
            table.channel.deny(bot.sandbox.bot, permissions.ATTACH_FILES)
            for _ in range(3):
                await table.play_turn()
                await table.check_posts()
                assert bot.board().files == []
            invalid = invalid_requests(requests)
            assert len(invalid) == len(set(invalid))  # a post, and an edit

            table.channel.allow(bot.sandbox.bot, permissions.ATTACH_FILES)
            await table.play_turn()
            await table.check_posts()
            assert [file.name for file in bot.board().files] == ["board.png"]


class TestOpenAgain:
    """What was missed is told."""

    async def test_the_gateway_says_so(self, tmp_path: Path) -> None:
        """Nobody has to press anything."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            table.channel.deny(bot.sandbox.bot, EVERYTHING)
            await turn_by_card(table)
            before = bot.board().id

            heard = bot.wait_for_event("guild_channel_update")
            table.channel.allow(bot.sandbox.bot, EVERYTHING)
            await heard
            await wait_until(lambda: bot.board().id != before)

            await table.check_posts()

    async def test_a_role_says_so(self, tmp_path: Path) -> None:
        """It may have given us the permission that was missing."""
        async with started_table(tmp_path) as table:
            bot = table.bot
            table.channel.deny(bot.sandbox.bot, EVERYTHING)
            await turn_by_card(table)
            reopened: list[int] = []
            bot.updates.reopen = reopened.append  # type: ignore[method-assign]
            guild = bot.client.get_guild(bot.club.id)
            assert guild is not None

            await bot.client.on_guild_role_update(guild.default_role, guild.default_role)

            assert table.channel.id in reopened

    async def test_a_press_there_says_so(self, tmp_path: Path) -> None:
        """At the endpoint there are no events."""
        async with started_table(tmp_path, kind=EndpointBot) as table:
            bot, requests = table.bot, Requests(table.bot)
            table.channel.deny(bot.sandbox.bot, EVERYTHING)
            await turn_by_card(table)
            await bot.moderator.slash(bot.channel, "help")
            await table.wait_idle()
            assert len(invalid_requests(requests)) == 1
            table.channel.allow(bot.sandbox.bot, EVERYTHING)

            await bot.moderator.slash(bot.channel, "help")

            await table.check_posts()

    async def test_in_the_end_it_is_found_out(self, tmp_path: Path) -> None:
        """Within ten minutes, though nobody says so."""
        async with started_table(tmp_path, kind=EndpointBot) as table:
            bot = table.bot
            table.channel.deny(bot.sandbox.bot, EVERYTHING)
            await turn_by_card(table)
            table.channel.allow(bot.sandbox.bot, EVERYTHING)
            assert await bot.store.posts.pending_tables(bot.games.now().isoformat()) == []

            bot.clock_offset += REFUSAL_MEMORY + MINUTE
            await bot.updates.enqueue_pending(bot.games.now())

            await table.check_posts()


class CountingSink:
    """Counts of events by name."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def count(self, what: str, *kinds: str) -> None:
        self.counts[what] += 1

    def observe(self, what: str, seconds: float, *kinds: str) -> None:
        pass


@pytest.fixture
def sink() -> Iterator[CountingSink]:
    made = CountingSink()
    metrics.metrics.sink = made
    yield made
    metrics.metrics.sink = None


class TestInvalidRequests:
    """What Discord holds against us is counted."""

    async def test_a_refused_post(self, tmp_path: Path, sink: CountingSink) -> None:
        async with started_table(tmp_path, http_trace=make_trace()) as table:
            assert sink.counts[metrics.INVALID_REQUESTS] == 0
            table.channel.deny(table.bot.sandbox.bot, EVERYTHING)
            await turn_by_card(table)

            assert sink.counts[metrics.INVALID_REQUESTS] == 1

    @pytest.mark.parametrize(("everywhere", "invalid"), [(True, 1), (False, 0)])
    async def test_limits_of_ours_count_and_shared_ones_do_not(
        self, tmp_path: Path, sink: CountingSink, everywhere: bool, invalid: int
    ) -> None:
        async with started_table(tmp_path, http_trace=make_trace()) as table:
            table.faults.rate_limit("POST /channels/*/messages", everywhere=everywhere)
            await table.play_turn()
            await table.check_posts()

            assert sink.counts[metrics.LIMITED] == 1
            assert sink.counts[metrics.INVALID_REQUESTS] == invalid
