"""The gateway: who may connect, what is sent, and how a lost connection goes on."""

import asyncio
import json
from typing import Any

import aiohttp
import discord
import pytest

from sandbox import DidNotRespond, Sandbox
from sandbox.gateway.intents import GUILD_MEMBERS, MESSAGE_CONTENT
from tests.sandbox.scenario import Robot, Scenario, point_at, running_scenario


def ping(scenario: Scenario) -> None:
    @scenario.tree.command(description="Say pong")
    async def ping(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("pong")


class TestStarting:
    """Who is let in."""

    async def test_a_wrong_token(self, scenario: Scenario) -> None:
        point_at(scenario.sandbox)

        with pytest.raises(discord.LoginFailure):
            await scenario.robot.login("nonsense")
        await scenario.robot.http.close()

    async def test_privileged_intents_are_refused_until_switched_on(self) -> None:
        wanted = discord.Intents(guilds=True, members=True)
        async with running_scenario(
            options={"intents": wanted, "chunk_guilds_at_startup": False}
        ) as scenario:
            point_at(scenario.sandbox)
            await scenario.robot.login(scenario.sandbox.token)
            with pytest.raises(discord.PrivilegedIntentsRequired):
                await scenario.robot.connect()
        async with running_scenario(
            options={"intents": wanted, "chunk_guilds_at_startup": False}
        ) as scenario:
            scenario.sandbox.allow_intents(GUILD_MEMBERS)
            await scenario.start()

            guild = scenario.robot.get_guild(scenario.club.id)

            assert guild is not None
            assert {m.display_name for m in guild.members} >= {"Guest 1", "Guest 2"}
            scenario.sandbox.person("Guest 3", scenario.club)
            await scenario.wait_until(lambda: len(guild.members) == 5)
            (found,) = await guild.query_members(user_ids=[scenario.guest.id])
            assert found.id == scenario.guest.id
            assert len(await guild.query_members("guest", limit=2)) == 2

    async def test_no_intent_is_enough_for_interactions(self) -> None:
        async with running_scenario(options={"intents": discord.Intents.none()}) as scenario:
            ping(scenario)
            await scenario.start()

            answer = await scenario.guest.slash(scenario.channel, "ping")

            assert answer.text == "pong"
            assert scenario.robot.get_channel(scenario.channel.id) is None

    async def test_several_shards_share_the_guilds(self) -> None:
        async with running_scenario(shards=3) as scenario:
            ping(scenario)
            channels = {}
            while len(channels) < 3:
                club = scenario.sandbox.club("Another club")
                club.join(scenario.guest.user)
                channels[(club.id >> 22) % 3] = club.channel("hall")
                await asyncio.sleep(0.002)
            await scenario.start()
            await scenario.sandbox.connected(3)

            for channel in channels.values():
                assert (await scenario.guest.slash(channel, "ping")).text == "pong"
            direct = await scenario.guest.slash(scenario.guest.direct, "ping")

            assert direct.text == "pong"
            assert scenario.robot.shard_count == 3
            for shard, channel in channels.items():
                guild = scenario.robot.get_guild(channel.channel.guild_id or 0)
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

    async def dial(
        self, scenario: Scenario, session: aiohttp.ClientSession, version: int = 10
    ) -> Wire:
        url = f"{scenario.sandbox.gateway}?v={version}&encoding=json"
        return Wire(await session.ws_connect(url), scenario.sandbox)

    async def test_hello_ready_guild_create(self, scenario: Scenario, session: Any) -> None:
        wire = await self.dial(scenario, session)

        hello = await wire.next()
        await wire.send(1, None)
        ack = await wire.next()
        await wire.identify()
        ready, guild = await wire.next(), await wire.next()

        assert (hello["op"], hello["d"]["heartbeat_interval"]) == (10, 41250)
        assert ack["op"] == 11
        assert (ready["t"], ready["s"], ready["d"]["v"]) == ("READY", 1, 10)
        assert ready["d"]["guilds"] == [{"id": str(scenario.club.id), "unavailable": True}]
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
        self, scenario: Scenario, session: Any, fields: Any, code: int
    ) -> None:
        wire = await self.dial(scenario, session)

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
        self, scenario: Scenario, session: Any, frame: str, code: int
    ) -> None:
        wire = await self.dial(scenario, session)

        await wire.socket.send_str(frame)

        assert await wire.closed() == code

    async def test_more_reasons_to_close(self, scenario: Scenario, session: Any) -> None:
        wire = await self.dial(scenario, session, version=6)
        assert await wire.closed() == 4012
        wire = await self.dial(scenario, session)
        await wire.identify()
        await wire.identify()
        assert await wire.closed() == 4005
        wire = await self.dial(scenario, session)
        await wire.identify()
        await wire.send(99, None)
        assert await wire.closed() == 4001
        for nonsense in ({"guild_id": "x"}, {"guild_id": scenario.club.id, "user_ids": ["x"]}):
            wire = await self.dial(scenario, session)
            await wire.identify()
            await wire.send(8, nonsense)
            assert await wire.closed() == 4002
        wire = await self.dial(scenario, session)
        for _ in range(121):
            await wire.send(1, None)
        assert await wire.closed() == 4008

    async def test_one_start_in_five_seconds(self, session: Any) -> None:
        async with running_scenario(paced=True) as scenario:
            first = await self.dial(scenario, session)
            await first.identify()
            await first.until("READY")
            second = await self.dial(scenario, session)
            await second.identify()
            assert (await second.next())["op"] == 10
            assert (await second.next())["op"] == 9
            scenario.clock.advance(5)
            third = await self.dial(scenario, session)
            await third.identify()
            assert (await third.until("READY"))["d"]["session_id"]

    async def test_silence_is_hung_up_on(self, session: Any) -> None:
        async with running_scenario(heartbeat=0.05) as scenario:
            wire = await self.dial(scenario, session)
            await wire.identify()

            assert await wire.closed() == 4009

    async def test_resume_brings_what_was_missed(self, scenario: Scenario, session: Any) -> None:
        wire = await self.dial(scenario, session)
        await wire.identify(intents=1 | 1 << 9)
        ready = await wire.until("READY")
        await wire.until("GUILD_CREATE")
        await wire.socket.close(code=4000)
        await scenario.sandbox.disconnected()
        scenario.guest.say(scenario.channel, "one")
        scenario.guest.say(scenario.channel, "two")

        again = await self.dial(scenario, session)
        identity = {"token": wire.token, "session_id": ready["d"]["session_id"]}
        await again.send(6, identity | {"seq": 2})
        frames = [await again.until("MESSAGE_CREATE"), await again.next(), await again.next()]

        assert [f["t"] for f in frames] == ["MESSAGE_CREATE", "MESSAGE_CREATE", "RESUMED"]
        assert [f["s"] for f in frames] == [3, 4, 5]
        assert frames[0]["d"]["content"] == ""  # no message content without its intent
        await again.socket.close(code=4000)
        third = await self.dial(scenario, session)
        await third.send(6, identity | {"seq": 99})
        assert await third.closed() == 4007

    async def test_sessions_that_cannot_be_resumed(self, scenario: Scenario, session: Any) -> None:
        async def try_resume(session_id: str) -> Any:
            wire = await self.dial(scenario, session)
            identity = {"token": wire.token, "session_id": session_id, "seq": 1}
            await wire.send(6, identity)
            await wire.next()
            return await wire.next()

        assert (await try_resume("nonsense"))["op"] == 9
        wire = await self.dial(scenario, session)
        await wire.identify()
        number = (await wire.until("READY"))["d"]["session_id"]
        await wire.socket.close(code=1000)
        await scenario.sandbox.disconnected()
        assert (await try_resume(number)) == {"op": 9, "d": False, "s": None, "t": None}
        wire = await self.dial(scenario, session)
        await wire.identify()
        number = (await wire.until("READY"))["d"]["session_id"]
        await wire.socket.close(code=4000)
        await scenario.sandbox.disconnected()
        scenario.clock.advance(200)
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
        async with running_scenario(options={"intents": intents}) as scenario:

            @scenario.robot.event
            async def on_message(message: discord.Message) -> None:
                heard.append(message)

            await scenario.start()
            scenario.guest.say(scenario.channel, "secret plans")
            scenario.guest.say(scenario.channel, f"hello <@{scenario.sandbox.bot.id}>")
            scenario.guest.say(scenario.guest.direct, "in private")
            await scenario.wait_until(lambda: len(heard) == 3)

            assert [message.content for message in heard] == [
                "",
                f"hello <@{scenario.sandbox.bot.id}>",
                "in private",
            ]
            assert heard[0].author.display_name == "Guest 1"
            assert heard[2].guild is None

    async def test_content_with_the_privileged_intent(self) -> None:
        heard: list[str] = []
        intents = discord.Intents(guilds=True, guild_messages=True, message_content=True)
        async with running_scenario(options={"intents": intents}) as scenario:
            scenario.sandbox.allow_intents(MESSAGE_CONTENT)

            @scenario.robot.event
            async def on_message(message: discord.Message) -> None:
                heard.append(message.content)

            @scenario.robot.event
            async def on_raw_message_delete(event: discord.RawMessageDeleteEvent) -> None:
                heard.append("deleted")

            await scenario.start()
            said = scenario.guest.say(scenario.channel, "plain words")
            scenario.channel.delete_message(said.id)
            await scenario.wait_until(lambda: len(heard) == 2)

            assert heard == ["plain words", "deleted"]

    async def test_channels_threads_roles_reach_the_cache(self, scenario: Scenario) -> None:
        await scenario.start()
        guild = scenario.robot.get_guild(scenario.club.id)
        assert guild is not None

        place = scenario.club.channel("second")
        await scenario.wait_until(lambda: guild.get_channel(place.id) is not None)
        place.change(name="renamed")
        await scenario.wait_until(lambda: guild.get_channel(place.id).name == "renamed")  # type: ignore[union-attr]
        thread = place.thread("talk", scenario.guest.user)
        await scenario.wait_until(lambda: guild.get_thread(thread.id) is not None)
        role = scenario.club.role("Players")
        await scenario.wait_until(lambda: guild.get_role(role.id) is not None)
        thread.delete()
        await scenario.wait_until(lambda: guild.get_thread(thread.id) is None)
        place.delete()
        await scenario.wait_until(lambda: guild.get_channel(place.id) is None)

    async def test_guilds_without_the_bot_are_silent(self) -> None:
        events: list[str] = []
        async with running_scenario(options={"enable_debug_events": True}) as scenario:

            @scenario.robot.event
            async def on_socket_event_type(event: str) -> None:
                events.append(event)

            await scenario.start()
            elsewhere = scenario.sandbox.club("Elsewhere", bot=False)
            elsewhere.channel("room").thread("talk", elsewhere.guild.owner_id)
            elsewhere.role("Players")
            scenario.club.channel("second")
            await scenario.wait_until(lambda: "CHANNEL_CREATE" in events)

            assert events == ["READY", "GUILD_CREATE", "CHANNEL_CREATE"]

    async def test_the_bot_is_thrown_out_and_invited_again(self) -> None:
        """One event for each, and nothing of the guild in between."""
        heard: list[tuple[str, Any]] = []
        intents = discord.Intents(guilds=True, guild_messages=True)
        async with running_scenario(
            options={"intents": intents, "enable_debug_events": True}
        ) as scenario:

            @scenario.robot.event
            async def on_socket_raw_receive(frame: str) -> None:
                event = json.loads(frame)
                if event["op"] == 0:
                    heard.append((event["t"], event["d"]))

            await scenario.start()
            heard.clear()
            for _ in range(2):
                scenario.club.remove_bot()
            scenario.guest.say(scenario.channel, "gone")
            scenario.club.channel("meanwhile")
            scenario.club.role("Players")
            for _ in range(2):
                scenario.club.add_bot()
            scenario.guest.say(scenario.channel, "back")
            await scenario.wait_until(lambda: len(heard) == 3)

            events = [event for event, _ in heard]
            assert events == ["GUILD_DELETE", "GUILD_CREATE", "MESSAGE_CREATE"]
            assert heard[0][1] == {"id": str(scenario.club.id)}  # "unavailable" would be an outage
            created = heard[1][1]
            assert created["id"] == str(scenario.club.id)
            assert "unavailable" not in created
            assert [c["name"] for c in created["channels"]] == ["hall", "meanwhile"]
            assert [m["user"]["id"] for m in created["members"]] == [str(scenario.sandbox.bot.id)]
            own = created["members"][0]["roles"]
            assert [r["managed"] for r in created["roles"] if r["id"] in own] == [True]

    async def test_joining_and_leaving_are_told_apart_from_outages(
        self, scenario: Scenario
    ) -> None:
        """As the client tells its bot: removed, not unavailable; joined, not available again."""
        told: list[str] = []
        for name in ("guild_remove", "guild_join", "guild_available", "guild_unavailable"):
            scenario.robot.event(_noting(told, name))
        await scenario.start()
        told.clear()

        scenario.club.remove_bot()
        scenario.club.add_bot()
        await scenario.wait_until(lambda: len(told) == 2)

        assert told == ["guild_remove", "guild_join"]

    async def test_a_hidden_channel_sends_no_messages(self) -> None:
        heard: list[str] = []
        intents = discord.Intents(guilds=True, guild_messages=True)
        async with running_scenario(options={"intents": intents}) as scenario:
            hidden = scenario.club.channel("hidden")
            hidden.deny(scenario.sandbox.bot, 1 << 10)

            @scenario.robot.event
            async def on_message(message: discord.Message) -> None:
                heard.append(message.channel.name)  # type: ignore[union-attr]

            await scenario.start()
            scenario.guest.say(hidden, "quiet")
            scenario.guest.say(scenario.channel, "loud")
            await scenario.wait_until(lambda: heard)

            assert heard == ["hall"]


class TestLosingTheLine:
    """The connection drops and goes on."""

    @pytest.mark.parametrize("trouble", ["close", "cut", "op 7", "op 9 resumable", "op 9", "1000"])
    async def test_the_bot_comes_back_and_answers(self, scenario: Scenario, trouble: str) -> None:
        ping(scenario)
        await scenario.start()
        faults = scenario.faults

        {
            "close": lambda: faults.close_gateway(4000),
            "1000": lambda: faults.close_gateway(1000),
            "cut": faults.cut_gateway,
            "op 7": faults.reconnect,
            "op 9 resumable": lambda: faults.invalidate(resumable=True),
            "op 9": faults.invalidate,
        }[trouble]()
        fresh = trouble == "op 9"
        await scenario.wait_until(
            lambda: scenario.robot.readies == 2 if fresh else scenario.robot.resumed == 1
        )

        assert (await scenario.guest.slash(scenario.channel, "ping")).text == "pong"
        assert scenario.robot.readies == (2 if fresh else 1)

    async def test_a_press_meanwhile_is_delivered_after_the_resume(
        self, scenario: Scenario
    ) -> None:
        ping(scenario)
        await scenario.start()
        scenario.faults.cut_gateway()
        await scenario.sandbox.disconnected()

        answer = await scenario.guest.slash(scenario.channel, "ping")

        assert answer.text == "pong"

    async def test_an_interaction_can_arrive_too_late(self, scenario: Scenario) -> None:
        ping(scenario)
        await scenario.start()
        scenario.faults.block_events()
        sent = scenario.guest.begin_slash(scenario.channel, "ping")

        scenario.clock.advance(3.1)
        scenario.faults.unblock_events()
        await scenario.wait_until(lambda: scenario.robot.failures)

        (error,) = scenario.robot.failures
        assert isinstance(error, discord.NotFound)
        assert error.code == 10062
        assert sent.stage == "failed"

    async def test_lost_acknowledgements_make_the_client_start_again(self) -> None:
        async with running_scenario(heartbeat=0.05, options={"heartbeat_timeout": 0.2}) as scenario:
            ping(scenario)
            await scenario.start()

            scenario.faults.lose_heartbeat_acks(30)
            await scenario.wait_until(lambda: scenario.robot.resumed >= 1)
            scenario.faults.clear()

            assert (await scenario.guest.slash(scenario.channel, "ping")).text == "pong"

    async def test_a_slow_gateway(self, scenario: Scenario) -> None:
        ping(scenario)
        await scenario.start()
        scenario.faults.slow_gateway(0.05)
        before = asyncio.get_running_loop().time()

        await scenario.guest.slash(scenario.channel, "ping")

        assert asyncio.get_running_loop().time() - before >= 0.05

    async def test_without_a_bot_nobody_answers(self, scenario: Scenario) -> None:
        ping(scenario)
        await scenario.start()
        await scenario.stop()
        await scenario.sandbox.disconnected()

        task = asyncio.create_task(scenario.guest.slash(scenario.channel, "ping"))
        await asyncio.sleep(0)
        scenario.clock.advance(3)

        with pytest.raises(DidNotRespond):
            await task
        assert isinstance(scenario.robot, Robot)
