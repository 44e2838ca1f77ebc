"""Who may drive the page, and what comes back for nonsense."""

import logging
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web

from sandbox import Upload
from sandbox.page.acts import VERBS
from tests.page.page_server import PageServer, Profiles


class Raw:
    """Requests as a page sends them, or as it never would."""

    def __init__(self, server: PageServer, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.base = server.address.rstrip("/")
        self.session = session

    async def __call__(self, method: str, path: str, **options: Any) -> tuple[int, Any]:
        headers = {"Origin": self.base} | options.pop("headers", {})
        sent = {name: value for name, value in headers.items() if value is not None}
        async with self.session.request(
            method, self.base + path, headers=sent, **options
        ) as answer:
            assert answer.headers["Content-Type"].startswith("application/json"), path
            assert "Access-Control-Allow-Origin" not in answer.headers
            return answer.status, await answer.json()

    async def post(self, verb: str, body: Any, **options: Any) -> tuple[int, Any]:
        return await self("POST", f"/page/{self.server.guest.id}/{verb}", json=body, **options)


@pytest_asyncio.fixture(loop_scope="session")
async def raw() -> Any:
    """Without a bot: these tests are about the door, not about what is inside."""
    server = PageServer()
    await server.open(bot=False)
    async with aiohttp.ClientSession() as session:
        yield Raw(server, session)
    await server.close()


FOREIGN: list[dict[str, str | None]] = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": None},
    {"Host": "evil.example"},
    {"Host": "evil.example", "Origin": "http://evil.example"},
    {"Origin": "http://127.0.0.1:1"},
]


class TestOrigin:
    """Only a page that this server has served itself."""

    @pytest.mark.parametrize("headers", FOREIGN)
    async def test_a_foreign_page_cannot_act(
        self, raw: Raw, headers: dict[str, str | None]
    ) -> None:
        say = {"channel_id": str(raw.server.lobby.id), "content": "hello"}
        status, body = await raw.post("say", say, headers=headers)

        assert (status, body) == (403, {"message": "403: Forbidden", "code": 0})
        assert raw.server.guest.sees(raw.server.lobby) == []

    @pytest.mark.parametrize("headers", FOREIGN)
    async def test_a_foreign_page_cannot_listen(
        self, raw: Raw, headers: dict[str, str | None]
    ) -> None:
        sent = {"Origin": raw.base} | headers
        url = f"{raw.base}/page/{raw.server.guest.id}/live"
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await raw.session.ws_connect(
                url, headers={name: value for name, value in sent.items() if value is not None}
            )

        assert refused.value.status == 403

    async def test_another_name_for_this_machine(self, raw: Raw) -> None:
        for path in ("/", "/static/js/main.js", "/page/guests"):
            assert (await raw("GET", path, headers={"Host": "evil.example"}))[0] == 403

    async def test_the_page_is_locked_in(self, raw: Raw) -> None:
        async with raw.session.get(raw.base + "/") as answer:
            policy = answer.headers["Content-Security-Policy"]

        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy

    async def test_in_a_browser(self, server: PageServer, profiles: Profiles) -> None:
        """The page of somebody else, open in the same browser, gets nowhere."""
        script = """
          const base = location.search.slice(1), answers = [];
          const body = JSON.stringify({channel_id: "LOBBY", content: "evil"});
          const note = name => () => answers.push(name);
          (async () => {
            for (const type of ["text/plain", "application/json"])
              await fetch(base + "/page/GUEST/say", {method: "POST", body,
                headers: {"Content-Type": type}}).then(note("sent"), note("refused"));
            await fetch(base + "/page/guests").then(note("read"), note("refused"));
            for (const path of ["/page/GUEST/live", "/gateway?v=10&encoding=json"])
              await new Promise(done => {
                const s = new WebSocket(base.replace("http", "ws") + path);
                s.onopen = () => { note("listening")(); done(); };
                s.onerror = () => { note("refused")(); done(); };
              });
            document.title = answers.join(" ");
          })();
        """.replace("LOBBY", str(server.lobby.id)).replace("GUEST", str(server.guest.id))

        async def evil(_: web.Request) -> web.Response:
            text = f"<!doctype html><script>{script}</script>"
            return web.Response(text=text, content_type="text/html")

        app = web.Application()
        app.router.add_get("/", evil)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        try:
            tab = await (await profiles.of()).new_page()
            port = runner.addresses[0][1]
            await tab.goto(f"http://127.0.0.1:{port}/?{server.address.rstrip('/')}")
            await tab.wait_for_function("document.title", timeout=10_000)
            title = await tab.title()
            await tab.close()
        finally:
            await runner.cleanup()

        assert title == "refused refused refused refused refused"
        assert server.guest.sees(server.lobby) == []


class TestMalformed:
    """A 4xx in Discord's shape, whatever comes, and never a traceback."""

    async def test_unknown_places(self, raw: Raw) -> None:
        guest = raw.server.guest.id
        for method, path in (
            ("GET", "/nowhere"),
            ("GET", "/page/"),
            ("GET", f"/page/{guest}"),
            ("GET", f"/page/{guest}/nothing"),
            ("GET", "/static/../app.py"),
            ("GET", "/static/%2e%2e/page/app.py"),
            ("GET", "/static/js/none.js"),
            ("DELETE", "/static2"),
        ):
            assert (await raw(method, path))[0] == 404, path
        assert (await raw("GET", f"/page/{guest}/say"))[0] == 405
        assert (await raw("POST", f"/page/{guest}/commands"))[0] == 405
        assert (await raw("GET", f"/page/{guest}/live"))[0] == 426
        bot = raw.server.sandbox.bot.id
        for nobody in ("0", "-1", "abc", "²", "9" * 5000, str(bot)):
            assert (await raw("GET", f"/page/{nobody}/commands"))[1]["code"] == 10013

    async def test_bodies_that_are_no_json(self, raw: Raw) -> None:
        path = f"/page/{raw.server.guest.id}/say"
        json = {"Content-Type": "application/json"}
        assert (await raw("POST", path, data=b"{", headers=json))[1]["code"] == 50109
        assert (await raw("POST", path, data=b"\xff", headers=json))[1]["code"] == 50109
        assert (await raw("POST", path, data=b"", headers=json))[1]["code"] == 50109
        deep = b"[" * 100_000 + b"]" * 100_000
        assert (await raw("POST", path, data=deep, headers=json))[1]["code"] == 50109
        assert (await raw("POST", path, data=b"[]", headers=json))[1]["code"] == 50035
        plain = {"Content-Type": "text/plain"}
        assert (await raw("POST", path, data=b"{}", headers=plain))[1]["code"] == 50035

    @pytest.mark.parametrize("verb", sorted(VERBS))
    async def test_every_verb_survives_nonsense(
        self, raw: Raw, verb: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        server = raw.server
        said = server.guest.say(server.lobby, "hello", files=[Upload("a.txt", b"a")])
        hidden = server.sandbox.club("Others").channel("secret")
        known = {"channel_id": str(server.lobby.id), "message_id": str(said.id)}
        nonsense: list[Any] = [
            {},
            {"channel_id": "x", "message_id": [], "interaction_id": {}},
            {"channel_id": str(hidden.id), "content": "x", "command": "x"},
            known | {"command": "nothing", "options": [], "focus": "x"},
            known | {"command": "nothing here", "options": {"a": {"b": []}}, "focus": 7},
            known | {"custom_id": "none", "values": "abc", "content": ["x"], "answers": 7},
            known | {"custom_id": "none", "values": [{}, [], None], "content": ""},
            known | {"permission": "fly", "allowed": "yes", "how": 7, "open": "x", "locale": "xx"},
            known
            | {"permission": [], "how": {}, "open": None, "locale": {}, "content": "x" * 2001},
            {"interaction_id": "1", "answers": {}, "channel_id": "1", "message_id": "9" * 30},
        ]
        for body in nonsense:
            status, answer = await raw.post(verb, body)
            fine = verb == "dismiss" and body.get("message_id") == str(said.id)
            assert fine or 400 <= status < 500, (body, status, answer)
            assert fine or {"message", "code"} <= answer.keys()
        assert [r for r in caplog.records if r.levelno >= logging.ERROR] == []

    async def test_queries(self, raw: Raw) -> None:
        guest, lobby = raw.server.guest.id, raw.server.lobby.id
        for query in ("", "?channel_id=x", "?channel_id=1", f"?channel_id={'9' * 30}"):
            assert 400 <= (await raw("GET", f"/page/{guest}/commands{query}"))[0] < 500
        assert (await raw("GET", f"/page/{guest}/history?channel_id={lobby}"))[0] == 400
        assert (await raw("GET", f"/page/{guest}/history?channel_id={lobby}&before=9"))[1] == []

    async def test_a_stream_takes_no_nonsense(self, raw: Raw) -> None:
        url = f"{raw.base}/page/{raw.server.guest.id}/live"
        async with raw.session.ws_connect(url, headers={"Origin": raw.base}) as socket:
            hello = await socket.receive_json()
            assert hello["me"]["name"] == "Guest 1"
            await socket.send_str("[]")
            await socket.send_bytes(b"\x00")
            await socket.send_str("{")
            assert (await socket.receive(timeout=5)).type is aiohttp.WSMsgType.CLOSE
