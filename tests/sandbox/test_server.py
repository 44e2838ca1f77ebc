"""The server itself: loopback only, and an answer in Discord's shape to whatever comes."""

import io
from typing import Any

import aiohttp
import discord
import pytest

from sandbox import NotLoopback, Sandbox
from sandbox.rest import ROUTER
from sandbox.world.state import MAX_REMOVED_FILES
from tests.sandbox.scenario import Scenario

NO_BRACES = str.maketrans("", "", "{}")


class TestLoopback:
    """It listens to this machine and to nobody else."""

    @pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.2", "example.org", ""])  # noqa: S104
    def test_refuses_to_listen_elsewhere(self, host: str) -> None:
        with pytest.raises(NotLoopback):
            Sandbox(host=host)

    async def test_refuses_another_name_for_this_machine(self, scenario: Scenario) -> None:
        """A page of somebody else can make a browser send such a request."""
        async with (
            aiohttp.ClientSession() as session,
            session.get(
                f"{scenario.sandbox.api}/gateway", headers={"Host": "evil.example"}
            ) as answer,
        ):
            assert answer.status == 403

    @pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", ""])
    async def test_refuses_the_page_of_somebody_else(self, scenario: Scenario, origin: str) -> None:
        """Its browser names it as the origin: no route may do anything for it."""
        base = scenario.sandbox.api.removesuffix("/api/v10")
        paths = [template.split(" ") for template in ROUTER.templates]
        everywhere = [(m, f"/api/v10{path.translate(NO_BRACES)}") for m, path in paths]
        everywhere += [("OPTIONS", "/api/v10/users/@me"), ("GET", "/gateway"), ("GET", "/nowhere")]
        everywhere += [("GET", "/attachments/1/1/a.png"), ("GET", "/emojis/1.png")]
        headers = {"Origin": origin, "Authorization": f"Bot {scenario.sandbox.token}"}
        async with aiohttp.ClientSession(base, headers=headers) as session:
            for method, path in everywhere:
                async with session.request(method, path) as answer:
                    assert (answer.status, path) == (403, path)
                    assert await answer.json() == {"message": "403: Forbidden", "code": 0}
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect("/gateway?v=10&encoding=json")

        assert refused.value.status == 403
        assert scenario.sandbox.core.rates.invalid == 0, "held against the bot"

    async def test_takes_a_page_of_its_own(self, scenario: Scenario) -> None:
        base = scenario.sandbox.api.removesuffix("/api/v10")
        headers = {"Origin": base, "Authorization": f"Bot {scenario.sandbox.token}"}
        async with aiohttp.ClientSession(base, headers=headers) as session:
            async with session.get("/api/v10/users/@me") as answer:
                assert answer.status == 200
            async with session.ws_connect("/gateway?v=10&encoding=json") as socket:
                assert (await socket.receive_json())["op"] == 10

    async def test_says_where_to_find_it(self, scenario: Scenario) -> None:
        environment = scenario.sandbox.environment()

        assert environment["WHISTLESTOP_DISCORD_API"].startswith("http://127.0.0.1:")
        assert environment["WHISTLESTOP_DISCORD_GATEWAY"].endswith("/gateway")
        assert environment["DISCORD_TOKEN"] == scenario.sandbox.token


class Raw:
    """Requests that no library would send."""

    def __init__(self, scenario: Scenario, session: aiohttp.ClientSession) -> None:
        self.api = scenario.sandbox.api
        self.token = scenario.sandbox.token
        self.session = session

    async def __call__(
        self, method: str, path: str, *, base: str | None = None, **options: Any
    ) -> tuple[int, Any]:
        headers = {"Authorization": f"Bot {self.token}"} | options.pop("headers", {})
        url = (base or self.api) + path
        async with self.session.request(method, url, headers=headers, **options) as answer:
            assert answer.headers["Content-Type"] == "application/json"
            return answer.status, await answer.json()


class TestMalformed:
    """No traceback, whatever comes."""

    @pytest.fixture
    async def raw(self, scenario: Scenario) -> Any:
        async with aiohttp.ClientSession() as session:
            yield Raw(scenario, session)

    async def test_unknown_places(self, raw: Raw) -> None:
        assert await raw("GET", "/nowhere") == (404, {"message": "404: Not Found", "code": 0})
        assert (await raw("GET", "/channels"))[0] == 404
        assert (await raw("GET", "/"))[0] == 404
        assert (await raw("PUT", "/users/@me"))[0] == 405
        other = raw.api.replace("v10", "v6")
        assert (await raw("GET", "/users/@me", base=other))[1]["code"] == 50041

    async def test_who_are_you(self, raw: Raw) -> None:
        for headers in ({"Authorization": "Bot nonsense"}, {"Authorization": ""}):
            status, body = await raw("GET", "/users/@me", headers=headers)
            assert (status, body) == (401, {"message": "401: Unauthorized", "code": 0})

    async def test_bodies_that_are_no_json(self, raw: Raw, scenario: Scenario) -> None:
        path = f"/channels/{scenario.channel.id}/messages"
        json = {"Content-Type": "application/json"}

        assert (await raw("POST", path, data=b"{", headers=json))[1]["code"] == 50109
        assert (await raw("POST", path, data=b"\xff\xfe", headers=json))[1]["code"] == 50109
        assert (await raw("POST", path, data=b"[]", headers=json))[1]["code"] == 50035
        assert (await raw("POST", path, data=b"7", headers=json))[1]["code"] == 50035
        assert (await raw("POST", path, data=b"null", headers=json))[1]["code"] == 50035
        plain = {"Content-Type": "text/plain"}
        assert (await raw("POST", path, data=b"hello", headers=plain))[1]["code"] == 50035
        broken = {"Content-Type": "multipart/form-data"}
        assert (await raw("POST", path, data=b"hello", headers=broken))[1]["code"] == 50035
        half = {"Content-Type": "multipart/form-data; boundary=x"}
        assert (await raw("POST", path, data=b"hello", headers=half))[0] == 400

    async def test_nested_without_end(self, raw: Raw, scenario: Scenario) -> None:
        path = f"/channels/{scenario.channel.id}/messages"
        json = {"Content-Type": "application/json"}
        deep = b"[" * 100_000 + b"]" * 100_000
        assert (await raw("POST", path, data=deep, headers=json))[1]["code"] == 50109

    async def test_beside_the_api(self, raw: Raw) -> None:
        base = raw.api.removesuffix("/api/v10")
        assert (await raw("GET", "/gateway", base=base))[0] == 426
        async with aiohttp.ClientSession() as session:
            for number in ("²", "9" * 5000, "x"):
                for path in (f"/emojis/{number}.png", f"/attachments/{number}/1/x.png"):
                    async with session.get(base + path) as answer:
                        assert answer.status == 404

    async def test_ids_that_are_none(self, raw: Raw) -> None:
        for path in (
            "/channels/abc",
            "/channels/-1",
            "/users/1e5",
            "/guilds/999999999999999999999999",
            "/channels/²",
            f"/channels/{'9' * 5000}",
        ):
            status, body = await raw("GET", path)
            assert (status, body["code"]) == (400, 50035)

    async def test_every_route_survives_nonsense(self, raw: Raw, scenario: Scenario) -> None:
        """Each method and path with wrong ids and strange bodies: a refusal, never a 500."""
        scenario.guest.say(scenario.channel, "hello")
        message = scenario.guest.last(scenario.channel).id
        app = scenario.sandbox.bot.id
        fill = {
            "{channel}": str(scenario.channel.id),
            "{guild}": str(scenario.club.id),
            "{message}": str(message),
            "{application}": str(app),
            "{user}": str(scenario.guest.id),
        }
        bodies: list[Any] = [
            None,
            [],
            {},
            "text",
            [[]],
            {"type": "x", "name": [], "data": 7, "components": {}, "messages": "x", "nick": {}},
            {"recipient_id": {}, "allow": "x", "deny": [], "image": "data:", "content": 1e400},
        ]
        for template in ROUTER.templates:
            method, path = template.split(" ")
            if template.startswith("DELETE /users/@me/guilds"):
                continue
            known, unknown = path, path
            for name, value in fill.items():
                known = known.replace(name, value)
            for name in ("channel", "guild", "message", "application", "user"):
                unknown = unknown.replace(f"{{{name}}}", "123")
            for filled in (known, unknown):
                for rest in ("command", "emoji", "interaction", "token", "target", "role"):
                    filled = filled.replace(f"{{{rest}}}", "123")
                for body in bodies:
                    options = {} if method == "GET" else {"json": body}
                    headers = {"Authorization": f"Bot {raw.token}"}
                    async with raw.session.request(
                        method, raw.api + filled, headers=headers, **options
                    ) as answer:
                        assert answer.status < 500, (template, filled, body)
                        await answer.read()

    async def test_files_are_for_those_who_have_the_address(
        self, scenario: Scenario, raw: Raw
    ) -> None:
        from sandbox import Upload

        scenario.guest.say(scenario.channel, "file", files=[Upload("a.txt", b"text")])
        attachment = next(
            iter(scenario.sandbox.core.world.messages[scenario.channel.id].values())
        ).attachments[0]
        url = scenario.sandbox.core.payloads.url(scenario.channel.id, attachment)

        async with raw.session.get(url) as answer:
            assert (answer.status, await answer.read()) == (200, b"text")
        for wrong in (url[:-1], url.split("?")[0], url.replace("a.txt", "b.txt?") + "x"):
            async with raw.session.get(wrong) as answer:
                assert answer.status == 404

    async def test_a_file_outlives_its_message_for_a_while(
        self, scenario: Scenario, raw: Raw
    ) -> None:
        """A client may just be fetching it; of many that were taken away the last ones are kept."""
        await scenario.start()
        channel = scenario.robot.get_partial_messageable(scenario.channel.id)
        sent = await channel.send(file=discord.File(io.BytesIO(b"text"), "a.txt"))
        url = sent.attachments[0].url
        await sent.delete()

        async with raw.session.get(url) as answer:
            assert (answer.status, await answer.read()) == (200, b"text")
        async with raw.session.get(url[:-1]) as answer:
            assert answer.status == 404
        for _ in range(MAX_REMOVED_FILES):
            message = await channel.send("more", file=discord.File(io.BytesIO(b"more"), "b.txt"))
            await message.edit(attachments=[])
        async with raw.session.get(url) as answer:
            assert answer.status == 404
