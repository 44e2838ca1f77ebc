"""Every fault of a request, as discord.py meets it."""

import asyncio
import time
from typing import Any

import aiohttp
import discord
import pytest

from sandbox import LiveClock
from tests.sandbox.scenario import Scenario, running_scenario

POST = "POST /channels/*/messages"


def channel(scenario: Scenario) -> discord.PartialMessageable:
    return scenario.robot.get_partial_messageable(scenario.channel.id)


class TestRequests:
    """429, 5xx, lost and slow connections."""

    async def test_a_429_is_waited_for(self, scenario: Scenario) -> None:
        await scenario.login()
        scenario.faults.rate_limit(POST, retry_after=0.1)
        before = time.monotonic()

        await channel(scenario).send("patient")

        assert time.monotonic() - before >= 0.1
        assert scenario.guest.last(scenario.channel).text == "patient"
        assert scenario.faults.pending == 0

    async def test_a_global_429_stops_everything(self, scenario: Scenario) -> None:
        await scenario.login()
        scenario.faults.rate_limit(POST, retry_after=0.2, everywhere=True)
        before = time.monotonic()

        first = asyncio.create_task(channel(scenario).send("one"))
        await asyncio.sleep(0.05)
        await scenario.robot.fetch_user(scenario.guest.id)
        await first

        assert time.monotonic() - before >= 0.2

    async def test_a_ban_is_not_waited_for(self, scenario: Scenario) -> None:
        await scenario.login()
        scenario.faults.rate_limit(POST, banned=True)

        with pytest.raises(discord.HTTPException) as refused:
            await channel(scenario).send("x")

        assert refused.value.status == 429

    @pytest.mark.parametrize("status", [500, 502, 504])
    async def test_a_5xx_before_the_effect_is_tried_again(
        self, scenario: Scenario, status: int
    ) -> None:
        await scenario.login()
        scenario.faults.fail(POST, status=status)

        await channel(scenario).send("second try")

        assert [m.text for m in scenario.guest.sees(scenario.channel)] == ["second try"]

    async def test_a_502_after_the_effect_posts_twice(self, scenario: Scenario) -> None:
        await scenario.login()
        scenario.faults.fail(POST, status=502, after=True)
        route = discord.http.Route("POST", f"/channels/{scenario.channel.id}/messages")

        await scenario.robot.http.request(route, json={"content": "double"})

        assert [m.text for m in scenario.guest.sees(scenario.channel)] == ["double", "double"]

    async def test_a_nonce_prevents_that(self, scenario: Scenario) -> None:
        await scenario.login()
        scenario.faults.fail(POST, status=502, after=True)

        await channel(scenario).send("single")  # the library makes one up if none is given

        assert [m.text for m in scenario.guest.sees(scenario.channel)] == ["single"]

    async def test_a_503_is_not_tried_again(self, scenario: Scenario) -> None:
        await scenario.login()
        scenario.faults.fail(POST, status=503)

        with pytest.raises(discord.DiscordServerError):
            await channel(scenario).send("x")

        assert scenario.guest.sees(scenario.channel) == []

    async def test_a_503_on_an_answer_is_tried_again(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Say")
        async def say(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("said")

        await scenario.start()
        scenario.faults.fail("POST /interactions/*", status=503)

        assert (await scenario.guest.slash(scenario.channel, "say")).text == "said"

    async def test_an_answer_whose_confirmation_is_lost_is_already_acknowledged(
        self, scenario: Scenario
    ) -> None:
        @scenario.tree.command(description="Say")
        async def say(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("said")

        await scenario.start()
        scenario.faults.fail("POST /interactions/*", status=502, after=True)

        answer = await scenario.guest.slash(scenario.channel, "say")
        await scenario.wait_until(lambda: scenario.robot.failures)

        assert answer.text == "said"
        (error,) = scenario.robot.failures
        assert isinstance(error, discord.HTTPException)
        assert error.code == 40060

    @pytest.mark.parametrize("after", [False, True])
    async def test_a_dropped_connection(self, scenario: Scenario, after: bool) -> None:
        await scenario.login()
        scenario.faults.drop(POST, after=after)

        with pytest.raises((aiohttp.ClientError, OSError)):
            await channel(scenario).send("lost?")

        assert len(scenario.guest.sees(scenario.channel)) == int(after)
        await channel(scenario).send("works again")

    async def test_a_slow_request(self, scenario: Scenario) -> None:
        await scenario.login()
        scenario.faults.slow(POST, seconds=0.2)
        before = time.monotonic()

        await channel(scenario).send("slow")

        assert time.monotonic() - before >= 0.2

    async def test_held_requests(self, scenario: Scenario) -> None:
        """They wait, in whatever number, until they are let go."""
        await scenario.login()
        scenario.faults.block(POST)
        sending = [asyncio.create_task(channel(scenario).send(f"{n}")) for n in range(2)]
        async with asyncio.timeout(10):
            while not scenario.faults.blocked:
                await asyncio.sleep(0.01)
        assert scenario.guest.sees(scenario.channel) == []

        scenario.faults.unblock()

        await asyncio.gather(*sending)
        assert len(scenario.guest.sees(scenario.channel)) == 2

    @pytest.mark.parametrize("code", [50013, 50001, 50007, 40003, 10008, 10003])
    async def test_any_refusal(self, scenario: Scenario, code: int) -> None:
        await scenario.login()
        scenario.faults.refuse(POST, code=code)

        with pytest.raises(discord.HTTPException) as refused:
            await channel(scenario).send("x")

        assert refused.value.code == code
        await channel(scenario).send("once only")

    async def test_faults_are_for_their_route_and_can_be_called_off(
        self, scenario: Scenario
    ) -> None:
        await scenario.login()
        scenario.faults.fail("PATCH *", status=503, times=5)

        sent = await channel(scenario).send("post")
        with pytest.raises(discord.DiscordServerError):
            await sent.edit(content="x")
        scenario.faults.clear()
        await sent.edit(content="edited")

        assert scenario.guest.last(scenario.channel).text == "edited"


class TestInteractions:
    """Doubles and dead tokens."""

    async def test_an_interaction_delivered_twice(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Say")
        async def say(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("said")

        await scenario.start()
        scenario.faults.duplicate_interactions()

        await scenario.guest.slash(scenario.channel, "say")
        await scenario.wait_until(lambda: scenario.robot.failures)

        first, second = scenario.robot.pressed
        assert first.id == second.id
        (error,) = scenario.robot.failures
        assert isinstance(error, discord.HTTPException)
        assert error.code == 40060
        assert len(scenario.guest.sees(scenario.channel)) == 1

    async def test_expired_tokens(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Say")
        async def say(interaction: discord.Interaction) -> None:
            await interaction.response.defer()
            scenario.faults.expire_tokens()
            await interaction.followup.send("too late")

        await scenario.start()

        await scenario.guest.slash(scenario.channel, "say", until="acknowledged")
        await scenario.wait_until(lambda: scenario.robot.failures)

        (error,) = scenario.robot.failures
        assert isinstance(error, discord.HTTPException)
        assert (error.status, error.code) == (401, 50027)


class TestRates:
    """A paced sandbox counts as Discord does."""

    async def test_the_client_is_told_and_slows_down(self) -> None:
        async with running_scenario(paced=True) as scenario:
            await scenario.login()

            sending = [asyncio.create_task(channel(scenario).send(str(n))) for n in range(6)]
            await scenario.guest.until(lambda: len(scenario.guest.sees(scenario.channel)) == 5)
            await asyncio.sleep(0.1)

            assert len(scenario.guest.sees(scenario.channel)) == 5
            assert scenario.sandbox.core.rates.invalid == 0
            for task in sending:
                task.cancel()
            await asyncio.gather(*sending, return_exceptions=True)

    async def raw(
        self, scenario: Scenario, path: str, *, method: str = "GET", **options: Any
    ) -> Any:
        headers = {"Authorization": f"Bot {scenario.sandbox.token}"}
        url = scenario.sandbox.api + path
        async with (
            aiohttp.ClientSession() as session,
            session.request(method, url, headers=headers, **options) as answer,
        ):
            body = await answer.json() if answer.content_type == "application/json" else None
            return answer.status, dict(answer.headers), body

    async def test_headers_and_the_sixth_message(self) -> None:
        async with running_scenario(paced=True) as scenario:
            path = f"/channels/{scenario.channel.id}/messages"
            body = {"content": "x"}

            answers = [await self.raw(scenario, path, method="POST", json=body) for _ in range(6)]

            left = [headers.get("X-RateLimit-Remaining") for _, headers, _ in answers]
            assert left == ["4", "3", "2", "1", "0", "0"]
            status, headers, refusal = answers[-1]
            assert status == 429
            assert headers["Via"]
            assert headers["X-RateLimit-Scope"] == "user"
            assert 0 < refusal["retry_after"] <= 5
            assert refusal["global"] is False
            other = scenario.club.channel("other")
            elsewhere = await self.raw(
                scenario, f"/channels/{other.id}/messages", method="POST", json=body
            )
            assert elsewhere[0] == 200
            scenario.clock.advance(5)
            assert (await self.raw(scenario, path, method="POST", json=body))[0] == 200

    async def test_fifty_requests_a_second_in_all(self) -> None:
        async with running_scenario(paced=True, clock=LiveClock(running=False)) as scenario:
            answers = []
            for number in range(60):
                path = "/users/@me" if number % 2 else f"/users/{scenario.guest.id}"
                answers.append(await self.raw(scenario, path))
            refused = answers[50:]

            assert [status for status, _, _ in answers[:50]] == [200] * 50
            assert [status for status, _, _ in refused] == [429] * 10
            assert all(body["global"] is True for _, _, body in refused)
            assert all(headers["X-RateLimit-Global"] == "true" for _, headers, _ in refused)
            scenario.clock.advance(1)
            assert (await self.raw(scenario, "/users/@me"))[0] == 200

    async def test_names_change_twice_in_ten_minutes(self) -> None:
        async with running_scenario(paced=True) as scenario:
            role = scenario.club.bot_role
            scenario.club.set_permissions(role, role.permissions | 1 << 4)
            path = f"/channels/{scenario.channel.id}"

            statuses = [
                (await self.raw(scenario, path, method="PATCH", json={"name": f"n{n}"}))[0]
                for n in range(3)
            ]

            assert statuses == [200, 200, 429]
            slow = {"rate_limit_per_user": 5}
            assert (await self.raw(scenario, path, method="PATCH", json=slow))[0] == 200

    async def test_ten_thousand_mistakes_are_too_many(self, scenario: Scenario) -> None:
        for _ in range(9_999):
            scenario.sandbox.core.rates.count_invalid(403)
        assert (await self.raw(scenario, "/users/@me"))[0] == 200
        scenario.channel.deny(scenario.sandbox.bot, 1 << 10)
        assert (await self.raw(scenario, f"/channels/{scenario.channel.id}"))[0] == 403

        status, headers, body = await self.raw(scenario, "/users/@me")

        assert (status, body) == (429, None)
        assert "Via" not in headers
        scenario.clock.advance(601)
        assert (await self.raw(scenario, "/users/@me"))[0] == 200
