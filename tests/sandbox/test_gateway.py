"""The gateway: who may connect, what is sent, and how a lost connection goes on."""

import asyncio
import json
from typing import Any

import aiohttp
import discord
import pytest

from sandbox import DidNotRespond, Sandbox
from sandbox.gateway.intents import GUILD_MEMBERS, MESSAGE_CONTENT
from tests.sandbox.stage import Robot, Stage, point_at, staged


def ping(stage: Stage) -> None:
    @stage.tree.command(description="Say pong")
    async def ping(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("pong")


class TestStarting:
    """Who is let in."""

    async def test_a_wrong_token(self, stage: Stage) -> None:
        point_at(stage.sandbox)

        with pytest.raises(discord.LoginFailure):
            await stage.robot.login("nonsense")
        await stage.robot.http.close()

    async def test_privileged_intents_are_refused_until_switched_on(self) -> None:
        wanted = discord.Intents(guilds=True, members=True)
        async with staged(options={"intents": wanted, "chunk_guilds_at_startup": False}) as stage:
            point_at(stage.sandbox)
            await stage.robot.login(stage.sandbox.token)
            with pytest.raises(discord.PrivilegedIntentsRequired):
                await stage.robot.connect()
        async with staged(options={"intents": wanted, "chunk_guilds_at_startup": False}) as stage:
            stage.sandbox.allow_intents(GUILD_MEMBERS)
            await stage.start()

            guild = stage.robot.get_guild(stage.club.id)

            assert guild is not None
            assert {m.display_name for m in guild.members} >= {"Guest 1", "Guest 2"}
            stage.sandbox.person("Guest 3", stage.club)
            await stage.settle(lambda: len(guild.members) == 5)
            (found,) = await guild.query_members(user_ids=[stage.guest.id])
            assert found.id == stage.guest.id
            assert len(await guild.query_members("guest", limit=2)) == 2

    async def test_no_intent_is_enough_for_interactions(self) -> None:
        async with staged(options={"intents": discord.Intents.none()}) as stage:
            ping(stage)
            await stage.start()

            answer = await stage.guest.slash(stage.hall, "ping")

            assert answer.text == "pong"
            assert stage.robot.get_channel(stage.hall.id) is None

    async def test_several_shards_share_the_guilds(self) -> None:
        async with staged(shards=3) as stage:
            ping(stage)
            halls = {}
            while len(halls) < 3:
                club = stage.sandbox.club("Another club")
                club.join(stage.guest.user)
                halls[(club.id >> 22) % 3] = club.channel("hall")
                await asyncio.sleep(0.002)
            await stage.start()
            await stage.sandbox.connected(3)

            for hall in halls.values():
                assert (await stage.guest.slash(hall, "ping")).text == "pong"
            direct = await stage.guest.slash(stage.guest.direct, "ping")

            assert direct.text == "pong"
            assert stage.robot.shard_count == 3
            for shard, hall in halls.items():
                guild = stage.robot.get_guild(hall.channel.guild_id or 0)
                assert guild is not None
                assert guild.shard_id == shard

    async def test_a_plain_client_asks_for_no_gateway(self) -> None:
        async with Sandbox(paced=False) as sandbox:
            sandbox.club("Railway club")
            point_at(sandbox)
            client = discord.Client(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
            task = asyncio.create_task(client.start(sandbox.token))
            await asyncio.sleep(0.1)
            await asyncio.wait_for(client.wait_until_ready(), 5)

            assert [guild.name for guild in client.guilds] == ["Railway club"]
            await client.close()
            await task


class Wire:
    """A bare gateway client."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, sandbox: Sandbox) -> None:
        self.socket = socket
        self.token = sandbox.token

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_str(json.dumps({"op": op, "d": data}))

    async def identify(self, **fields: Any) -> None:
        await self.send(2, {"token": self.token, "intents": 1, "properties": {}} | fields)

    async def next(self) -> Any:
        return json.loads((await self.socket.receive(timeout=5)).data)

    async def until(self, event: str) -> Any:
        while True:
            frame = await self.next()
            if frame["t"] == event:
                return frame

    async def closed(self) -> int | None:
        while True:
            message = await self.socket.receive(timeout=5)
            if message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
                return self.socket.close_code


class TestProtocol:
    """Frame by frame, as the documentation has it."""

    @pytest.fixture
    async def session(self) -> Any:
        async with aiohttp.ClientSession() as session:
            yield session

    async def dial(self, stage: Stage, session: aiohttp.ClientSession, version: int = 10) -> Wire:
        url = f"{stage.sandbox.gateway}?v={version}&encoding=json"
        return Wire(await session.ws_connect(url), stage.sandbox)

    async def test_hello_ready_guild_create(self, stage: Stage, session: Any) -> None:
        wire = await self.dial(stage, session)

        hello = await wire.next()
        await wire.send(1, None)
        ack = await wire.next()
        await wire.identify()
        ready, guild = await wire.next(), await wire.next()

        assert (hello["op"], hello["d"]["heartbeat_interval"]) == (10, 41250)
        assert ack["op"] == 11
        assert (ready["t"], ready["s"], ready["d"]["v"]) == ("READY", 1, 10)
        assert ready["d"]["guilds"] == [{"id": str(stage.club.id), "unavailable": True}]
        assert (guild["t"], guild["s"], guild["d"]["name"]) == ("GUILD_CREATE", 2, "Railway club")

    @pytest.mark.parametrize(
        ("fields", "code"),
        [
            ({"token": "nonsense"}, 4004),
            ({"intents": None}, 4013),
            ({"intents": 1 << 30}, 4013),
            ({"intents": -1}, 4013),
            ({"intents": 1 << 15}, 4014),
            ({"shard": [2, 2]}, 4010),
            ({"shard": "x"}, 4010),
        ],
    )
    async def test_identify_is_checked(
        self, stage: Stage, session: Any, fields: Any, code: int
    ) -> None:
        wire = await self.dial(stage, session)

        await wire.identify(**fields)

        assert await wire.closed() == code

    @pytest.mark.parametrize(
        ("frame", "code"),
        [
            ("{", 4002),
            ("[]", 4002),
            ("x" * 5000, 4002),
            ('{"op": 99}', 4003),
            ('{"op": 8, "d": {}}', 4003),
        ],
    )
    async def test_nonsense_is_closed(
        self, stage: Stage, session: Any, frame: str, code: int
    ) -> None:
        wire = await self.dial(stage, session)

        await wire.socket.send_str(frame)

        assert await wire.closed() == code

    async def test_more_reasons_to_close(self, stage: Stage, session: Any) -> None:
        wire = await self.dial(stage, session, version=6)
        assert await wire.closed() == 4012
        wire = await self.dial(stage, session)
        await wire.identify()
        await wire.identify()
        assert await wire.closed() == 4005
        wire = await self.dial(stage, session)
        await wire.identify()
        await wire.send(99, None)
        assert await wire.closed() == 4001
        for nonsense in ({"guild_id": "x"}, {"guild_id": stage.club.id, "user_ids": ["x"]}):
            wire = await self.dial(stage, session)
            await wire.identify()
            await wire.send(8, nonsense)
            assert await wire.closed() == 4002
        wire = await self.dial(stage, session)
        for _ in range(121):
            await wire.send(1, None)
        assert await wire.closed() == 4008

    async def test_one_start_in_five_seconds(self, session: Any) -> None:
        async with staged(paced=True) as stage:
            first = await self.dial(stage, session)
            await first.identify()
            await first.until("READY")
            second = await self.dial(stage, session)
            await second.identify()
            assert (await second.next())["op"] == 10
            assert (await second.next())["op"] == 9
            stage.clock.advance(5)
            third = await self.dial(stage, session)
            await third.identify()
            assert (await third.until("READY"))["d"]["session_id"]

    async def test_silence_is_hung_up_on(self, session: Any) -> None:
        async with staged(heartbeat=0.05) as stage:
            wire = await self.dial(stage, session)
            await wire.identify()

            assert await wire.closed() == 4009

    async def test_resume_brings_what_was_missed(self, stage: Stage, session: Any) -> None:
        wire = await self.dial(stage, session)
        await wire.identify(intents=1 | 1 << 9)
        ready = await wire.until("READY")
        await wire.until("GUILD_CREATE")
        await wire.socket.close(code=4000)
        await stage.sandbox.disconnected()
        stage.guest.say(stage.hall, "one")
        stage.guest.say(stage.hall, "two")

        again = await self.dial(stage, session)
        identity = {"token": wire.token, "session_id": ready["d"]["session_id"]}
        await again.send(6, identity | {"seq": 2})
        frames = [await again.until("MESSAGE_CREATE"), await again.next(), await again.next()]

        assert [f["t"] for f in frames] == ["MESSAGE_CREATE", "MESSAGE_CREATE", "RESUMED"]
        assert [f["s"] for f in frames] == [3, 4, 5]
        assert frames[0]["d"]["content"] == ""  # no message content without its intent
        await again.socket.close(code=4000)
        third = await self.dial(stage, session)
        await third.send(6, identity | {"seq": 99})
        assert await third.closed() == 4007

    async def test_sessions_that_cannot_be_resumed(self, stage: Stage, session: Any) -> None:
        async def try_resume(session_id: str) -> Any:
            wire = await self.dial(stage, session)
            identity = {"token": wire.token, "session_id": session_id, "seq": 1}
            await wire.send(6, identity)
            await wire.next()
            return await wire.next()

        assert (await try_resume("nonsense"))["op"] == 9
        wire = await self.dial(stage, session)
        await wire.identify()
        number = (await wire.until("READY"))["d"]["session_id"]
        await wire.socket.close(code=1000)
        await stage.sandbox.disconnected()
        assert (await try_resume(number)) == {"op": 9, "d": False, "s": None, "t": None}
        wire = await self.dial(stage, session)
        await wire.identify()
        number = (await wire.until("READY"))["d"]["session_id"]
        await wire.socket.close(code=4000)
        await stage.sandbox.disconnected()
        stage.clock.advance(200)
        assert (await try_resume(number))["op"] == 9


def _noting(told: list[str], name: str) -> Any:
    async def noted(_: discord.Guild) -> None:
        told.append(name)

    noted.__name__ = f"on_{name}"
    return noted


class TestEvents:
    """What a bot hears beside interactions."""

    async def test_messages_need_their_intent_and_content_its_own(self) -> None:
        heard: list[discord.Message] = []
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        async with staged(options={"intents": intents}) as stage:

            @stage.robot.event
            async def on_message(message: discord.Message) -> None:
                heard.append(message)

            await stage.start()
            stage.guest.say(stage.hall, "secret plans")
            stage.guest.say(stage.hall, f"hello <@{stage.sandbox.bot.id}>")
            stage.guest.say(stage.guest.direct, "in private")
            await stage.settle(lambda: len(heard) == 3)

            assert [message.content for message in heard] == [
                "",
                f"hello <@{stage.sandbox.bot.id}>",
                "in private",
            ]
            assert heard[0].author.display_name == "Guest 1"
            assert heard[2].guild is None

    async def test_content_with_the_privileged_intent(self) -> None:
        heard: list[str] = []
        intents = discord.Intents(guilds=True, guild_messages=True, message_content=True)
        async with staged(options={"intents": intents}) as stage:
            stage.sandbox.allow_intents(MESSAGE_CONTENT)

            @stage.robot.event
            async def on_message(message: discord.Message) -> None:
                heard.append(message.content)

            @stage.robot.event
            async def on_raw_message_delete(event: discord.RawMessageDeleteEvent) -> None:
                heard.append("deleted")

            await stage.start()
            said = stage.guest.say(stage.hall, "plain words")
            stage.hall.delete_message(said.id)
            await stage.settle(lambda: len(heard) == 2)

            assert heard == ["plain words", "deleted"]

    async def test_channels_threads_roles_reach_the_cache(self, stage: Stage) -> None:
        await stage.start()
        guild = stage.robot.get_guild(stage.club.id)
        assert guild is not None

        place = stage.club.channel("second")
        await stage.settle(lambda: guild.get_channel(place.id) is not None)
        place.change(name="renamed")
        await stage.settle(lambda: guild.get_channel(place.id).name == "renamed")  # type: ignore[union-attr]
        thread = place.thread("talk", stage.guest.user)
        await stage.settle(lambda: guild.get_thread(thread.id) is not None)
        role = stage.club.role("Players")
        await stage.settle(lambda: guild.get_role(role.id) is not None)
        thread.delete()
        await stage.settle(lambda: guild.get_thread(thread.id) is None)
        place.delete()
        await stage.settle(lambda: guild.get_channel(place.id) is None)

    async def test_guilds_without_the_bot_are_silent(self) -> None:
        events: list[str] = []
        async with staged(options={"enable_debug_events": True}) as stage:

            @stage.robot.event
            async def on_socket_event_type(event: str) -> None:
                events.append(event)

            await stage.start()
            elsewhere = stage.sandbox.club("Elsewhere", bot=False)
            elsewhere.channel("room").thread("talk", elsewhere.guild.owner_id)
            elsewhere.role("Players")
            stage.club.channel("second")
            await stage.settle(lambda: "CHANNEL_CREATE" in events)

            assert events == ["READY", "GUILD_CREATE", "CHANNEL_CREATE"]

    async def test_the_bot_is_thrown_out_and_invited_again(self) -> None:
        """One event for each, and nothing of the guild in between."""
        heard: list[tuple[str, Any]] = []
        intents = discord.Intents(guilds=True, guild_messages=True)
        async with staged(options={"intents": intents, "enable_debug_events": True}) as stage:

            @stage.robot.event
            async def on_socket_raw_receive(frame: str) -> None:
                event = json.loads(frame)
                if event["op"] == 0:
                    heard.append((event["t"], event["d"]))

            await stage.start()
            heard.clear()
            for _ in range(2):
                stage.club.remove_bot()
            stage.guest.say(stage.hall, "gone")
            stage.club.channel("meanwhile")
            stage.club.role("Players")
            for _ in range(2):
                stage.club.add_bot()
            stage.guest.say(stage.hall, "back")
            await stage.settle(lambda: len(heard) == 3)

            events = [event for event, _ in heard]
            assert events == ["GUILD_DELETE", "GUILD_CREATE", "MESSAGE_CREATE"]
            assert heard[0][1] == {"id": str(stage.club.id)}  # "unavailable" would be an outage
            created = heard[1][1]
            assert created["id"] == str(stage.club.id)
            assert "unavailable" not in created
            assert [c["name"] for c in created["channels"]] == ["hall", "meanwhile"]
            assert [m["user"]["id"] for m in created["members"]] == [str(stage.sandbox.bot.id)]
            own = created["members"][0]["roles"]
            assert [r["managed"] for r in created["roles"] if r["id"] in own] == [True]

    async def test_joining_and_leaving_are_told_apart_from_outages(self, stage: Stage) -> None:
        """As the client tells its bot: removed, not unavailable; joined, not available again."""
        told: list[str] = []
        for name in ("guild_remove", "guild_join", "guild_available", "guild_unavailable"):
            stage.robot.event(_noting(told, name))
        await stage.start()
        told.clear()

        stage.club.remove_bot()
        stage.club.add_bot()
        await stage.settle(lambda: len(told) == 2)

        assert told == ["guild_remove", "guild_join"]

    async def test_a_hidden_channel_sends_no_messages(self) -> None:
        heard: list[str] = []
        intents = discord.Intents(guilds=True, guild_messages=True)
        async with staged(options={"intents": intents}) as stage:
            hidden = stage.club.channel("hidden")
            hidden.deny(stage.sandbox.bot, 1 << 10)

            @stage.robot.event
            async def on_message(message: discord.Message) -> None:
                heard.append(message.channel.name)  # type: ignore[union-attr]

            await stage.start()
            stage.guest.say(hidden, "quiet")
            stage.guest.say(stage.hall, "loud")
            await stage.settle(lambda: heard)

            assert heard == ["hall"]


class TestLosingTheLine:
    """The connection drops and goes on."""

    @pytest.mark.parametrize("trouble", ["close", "cut", "op 7", "op 9 resumable", "op 9", "1000"])
    async def test_the_bot_comes_back_and_answers(self, stage: Stage, trouble: str) -> None:
        ping(stage)
        await stage.start()
        faults = stage.faults

        {
            "close": lambda: faults.close_gateway(4000),
            "1000": lambda: faults.close_gateway(1000),
            "cut": faults.cut_gateway,
            "op 7": faults.reconnect,
            "op 9 resumable": lambda: faults.invalidate(resumable=True),
            "op 9": faults.invalidate,
        }[trouble]()
        fresh = trouble == "op 9"
        await stage.settle(lambda: stage.robot.readies == 2 if fresh else stage.robot.resumed == 1)

        assert (await stage.guest.slash(stage.hall, "ping")).text == "pong"
        assert stage.robot.readies == (2 if fresh else 1)

    async def test_a_press_meanwhile_is_delivered_after_the_resume(self, stage: Stage) -> None:
        ping(stage)
        await stage.start()
        stage.faults.cut_gateway()
        await stage.sandbox.disconnected()

        answer = await stage.guest.slash(stage.hall, "ping")

        assert answer.text == "pong"

    async def test_an_interaction_can_arrive_too_late(self, stage: Stage) -> None:
        ping(stage)
        await stage.start()
        stage.faults.block_events()
        sent = stage.guest.begin_slash(stage.hall, "ping")

        stage.clock.advance(3.1)
        stage.faults.unblock_events()
        await stage.settle(lambda: stage.robot.failures)

        (error,) = stage.robot.failures
        assert isinstance(error, discord.NotFound)
        assert error.code == 10062
        assert sent.stage == "failed"

    async def test_lost_acknowledgements_make_the_client_start_again(self) -> None:
        async with staged(heartbeat=0.05, options={"heartbeat_timeout": 0.2}) as stage:
            ping(stage)
            await stage.start()

            stage.faults.lose_heartbeat_acks(30)
            await stage.settle(lambda: stage.robot.resumed >= 1)
            stage.faults.clear()

            assert (await stage.guest.slash(stage.hall, "ping")).text == "pong"

    async def test_a_slow_gateway(self, stage: Stage) -> None:
        ping(stage)
        await stage.start()
        stage.faults.slow_gateway(0.05)
        before = asyncio.get_running_loop().time()

        await stage.guest.slash(stage.hall, "ping")

        assert asyncio.get_running_loop().time() - before >= 0.05

    async def test_without_a_bot_nobody_answers(self, stage: Stage) -> None:
        ping(stage)
        await stage.start()
        await stage.stop()
        await stage.sandbox.disconnected()

        task = asyncio.create_task(stage.guest.slash(stage.hall, "ping"))
        await asyncio.sleep(0)
        stage.clock.advance(3)

        with pytest.raises(DidNotRespond):
            await task
        assert isinstance(stage.robot, Robot)
