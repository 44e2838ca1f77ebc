"""Every fault of a request, as discord.py meets it."""

import asyncio
import time
from typing import Any

import aiohttp
import discord
import pytest

from sandbox import LiveClock
from tests.sandbox.stage import Stage, staged

POST = "POST /channels/*/messages"


def channel(stage: Stage) -> discord.PartialMessageable:
    return stage.robot.get_partial_messageable(stage.hall.id)


class TestRequests:
    """429, 5xx, lost and slow connections."""

    async def test_a_429_is_waited_for(self, stage: Stage) -> None:
        await stage.login()
        stage.faults.rate_limit(POST, retry_after=0.1)
        before = time.monotonic()

        await channel(stage).send("patient")

        assert time.monotonic() - before >= 0.1
        assert stage.guest.last(stage.hall).text == "patient"
        assert stage.faults.pending == 0

    async def test_a_global_429_stops_everything(self, stage: Stage) -> None:
        await stage.login()
        stage.faults.rate_limit(POST, retry_after=0.2, everywhere=True)
        before = time.monotonic()

        first = asyncio.create_task(channel(stage).send("one"))
        await asyncio.sleep(0.05)
        await stage.robot.fetch_user(stage.guest.id)
        await first

        assert time.monotonic() - before >= 0.2

    async def test_a_ban_is_not_waited_for(self, stage: Stage) -> None:
        await stage.login()
        stage.faults.rate_limit(POST, banned=True)

        with pytest.raises(discord.HTTPException) as refused:
            await channel(stage).send("x")

        assert refused.value.status == 429

    @pytest.mark.parametrize("status", [500, 502, 504])
    async def test_a_5xx_before_the_effect_is_tried_again(self, stage: Stage, status: int) -> None:
        await stage.login()
        stage.faults.fail(POST, status=status)

        await channel(stage).send("second try")

        assert [m.text for m in stage.guest.sees(stage.hall)] == ["second try"]

    async def test_a_502_after_the_effect_posts_twice(self, stage: Stage) -> None:
        await stage.login()
        stage.faults.fail(POST, status=502, after=True)
        route = discord.http.Route("POST", f"/channels/{stage.hall.id}/messages")

        await stage.robot.http.request(route, json={"content": "double"})

        assert [m.text for m in stage.guest.sees(stage.hall)] == ["double", "double"]

    async def test_a_nonce_prevents_that(self, stage: Stage) -> None:
        await stage.login()
        stage.faults.fail(POST, status=502, after=True)

        await channel(stage).send("single")  # the library makes one up if none is given

        assert [m.text for m in stage.guest.sees(stage.hall)] == ["single"]

    async def test_a_503_is_not_tried_again(self, stage: Stage) -> None:
        await stage.login()
        stage.faults.fail(POST, status=503)

        with pytest.raises(discord.DiscordServerError):
            await channel(stage).send("x")

        assert stage.guest.sees(stage.hall) == []

    async def test_a_503_on_an_answer_is_tried_again(self, stage: Stage) -> None:
        @stage.tree.command(description="Say")
        async def say(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("said")

        await stage.start()
        stage.faults.fail("POST /interactions/*", status=503)

        assert (await stage.guest.slash(stage.hall, "say")).text == "said"

    async def test_an_answer_whose_confirmation_is_lost_is_already_acknowledged(
        self, stage: Stage
    ) -> None:
        @stage.tree.command(description="Say")
        async def say(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("said")

        await stage.start()
        stage.faults.fail("POST /interactions/*", status=502, after=True)

        answer = await stage.guest.slash(stage.hall, "say")
        await stage.settle(lambda: stage.robot.failures)

        assert answer.text == "said"
        (error,) = stage.robot.failures
        assert isinstance(error, discord.HTTPException)
        assert error.code == 40060

    @pytest.mark.parametrize("after", [False, True])
    async def test_a_dropped_connection(self, stage: Stage, after: bool) -> None:
        await stage.login()
        stage.faults.drop(POST, after=after)

        with pytest.raises((aiohttp.ClientError, OSError)):
            await channel(stage).send("lost?")

        assert len(stage.guest.sees(stage.hall)) == int(after)
        await channel(stage).send("works again")

    async def test_a_slow_request(self, stage: Stage) -> None:
        await stage.login()
        stage.faults.slow(POST, seconds=0.2)
        before = time.monotonic()

        await channel(stage).send("slow")

        assert time.monotonic() - before >= 0.2

    async def test_held_requests(self, stage: Stage) -> None:
        """They wait, in whatever number, until they are let go."""
        await stage.login()
        stage.faults.block(POST)
        sending = [asyncio.create_task(channel(stage).send(f"{n}")) for n in range(2)]
        async with asyncio.timeout(10):
            while not stage.faults.blocked:
                await asyncio.sleep(0.01)
        assert stage.guest.sees(stage.hall) == []

        stage.faults.unblock()

        await asyncio.gather(*sending)
        assert len(stage.guest.sees(stage.hall)) == 2

    @pytest.mark.parametrize("code", [50013, 50001, 50007, 40003, 10008, 10003])
    async def test_any_refusal(self, stage: Stage, code: int) -> None:
        await stage.login()
        stage.faults.refuse(POST, code=code)

        with pytest.raises(discord.HTTPException) as refused:
            await channel(stage).send("x")

        assert refused.value.code == code
        await channel(stage).send("once only")

    async def test_faults_are_for_their_route_and_can_be_called_off(self, stage: Stage) -> None:
        await stage.login()
        stage.faults.fail("PATCH *", status=503, times=5)

        sent = await channel(stage).send("post")
        with pytest.raises(discord.DiscordServerError):
            await sent.edit(content="x")
        stage.faults.clear()
        await sent.edit(content="edited")

        assert stage.guest.last(stage.hall).text == "edited"


class TestInteractions:
    """Doubles and dead tokens."""

    async def test_an_interaction_delivered_twice(self, stage: Stage) -> None:
        @stage.tree.command(description="Say")
        async def say(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("said")

        await stage.start()
        stage.faults.duplicate_interactions()

        await stage.guest.slash(stage.hall, "say")
        await stage.settle(lambda: stage.robot.failures)

        first, second = stage.robot.pressed
        assert first.id == second.id
        (error,) = stage.robot.failures
        assert isinstance(error, discord.HTTPException)
        assert error.code == 40060
        assert len(stage.guest.sees(stage.hall)) == 1

    async def test_expired_tokens(self, stage: Stage) -> None:
        @stage.tree.command(description="Say")
        async def say(interaction: discord.Interaction) -> None:
            await interaction.response.defer()
            stage.faults.expire_tokens()
            await interaction.followup.send("too late")

        await stage.start()

        await stage.guest.slash(stage.hall, "say", until="acknowledged")
        await stage.settle(lambda: stage.robot.failures)

        (error,) = stage.robot.failures
        assert isinstance(error, discord.HTTPException)
        assert (error.status, error.code) == (401, 50027)


class TestRates:
    """A paced sandbox counts as Discord does."""

    async def test_the_client_is_told_and_slows_down(self) -> None:
        async with staged(paced=True) as stage:
            await stage.login()

            sending = [asyncio.create_task(channel(stage).send(str(n))) for n in range(6)]
            await stage.guest.until(lambda: len(stage.guest.sees(stage.hall)) == 5)
            await asyncio.sleep(0.1)

            assert len(stage.guest.sees(stage.hall)) == 5
            assert stage.sandbox.core.rates.invalid == 0
            for task in sending:
                task.cancel()
            await asyncio.gather(*sending, return_exceptions=True)

    async def raw(self, stage: Stage, path: str, *, method: str = "GET", **options: Any) -> Any:
        headers = {"Authorization": f"Bot {stage.sandbox.token}"}
        url = stage.sandbox.api + path
        async with (
            aiohttp.ClientSession() as session,
            session.request(method, url, headers=headers, **options) as answer,
        ):
            body = await answer.json() if answer.content_type == "application/json" else None
            return answer.status, dict(answer.headers), body

    async def test_headers_and_the_sixth_message(self) -> None:
        async with staged(paced=True) as stage:
            path = f"/channels/{stage.hall.id}/messages"
            body = {"content": "x"}

            answers = [await self.raw(stage, path, method="POST", json=body) for _ in range(6)]

            left = [headers.get("X-RateLimit-Remaining") for _, headers, _ in answers]
            assert left == ["4", "3", "2", "1", "0", "0"]
            status, headers, refusal = answers[-1]
            assert status == 429
            assert headers["Via"]
            assert headers["X-RateLimit-Scope"] == "user"
            assert 0 < refusal["retry_after"] <= 5
            assert refusal["global"] is False
            other = stage.club.channel("other")
            elsewhere = await self.raw(
                stage, f"/channels/{other.id}/messages", method="POST", json=body
            )
            assert elsewhere[0] == 200
            stage.clock.advance(5)
            assert (await self.raw(stage, path, method="POST", json=body))[0] == 200

    async def test_fifty_requests_a_second_in_all(self) -> None:
        async with staged(paced=True, clock=LiveClock(running=False)) as stage:
            answers = []
            for number in range(60):
                path = "/users/@me" if number % 2 else f"/users/{stage.guest.id}"
                answers.append(await self.raw(stage, path))
            refused = answers[50:]

            assert [status for status, _, _ in answers[:50]] == [200] * 50
            assert [status for status, _, _ in refused] == [429] * 10
            assert all(body["global"] is True for _, _, body in refused)
            assert all(headers["X-RateLimit-Global"] == "true" for _, headers, _ in refused)
            stage.clock.advance(1)
            assert (await self.raw(stage, "/users/@me"))[0] == 200

    async def test_names_change_twice_in_ten_minutes(self) -> None:
        async with staged(paced=True) as stage:
            role = stage.club.bot_role
            stage.club.set_permissions(role, role.permissions | 1 << 4)
            path = f"/channels/{stage.hall.id}"

            statuses = [
                (await self.raw(stage, path, method="PATCH", json={"name": f"n{n}"}))[0]
                for n in range(3)
            ]

            assert statuses == [200, 200, 429]
            slow = {"rate_limit_per_user": 5}
            assert (await self.raw(stage, path, method="PATCH", json=slow))[0] == 200

    async def test_ten_thousand_mistakes_are_too_many(self, stage: Stage) -> None:
        for _ in range(9_999):
            stage.sandbox.core.rates.count_invalid(403)
        assert (await self.raw(stage, "/users/@me"))[0] == 200
        stage.hall.deny(stage.sandbox.bot, 1 << 10)
        assert (await self.raw(stage, f"/channels/{stage.hall.id}"))[0] == 403

        status, headers, body = await self.raw(stage, "/users/@me")

        assert (status, body) == (429, None)
        assert "Via" not in headers
        stage.clock.advance(601)
        assert (await self.raw(stage, "/users/@me"))[0] == 200
