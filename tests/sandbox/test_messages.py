"""Messages through their channels: sending, editing, files, nonces, pins, threads, permissions."""

import asyncio
import io
from typing import Any

import discord
import pytest

from sandbox import NotPossible, Upload
from sandbox.world.permissions import (
    ATTACH_FILES,
    EMBED_LINKS,
    MANAGE_CHANNELS,
    MANAGE_MESSAGES,
    MANAGE_ROLES,
    MANAGE_THREADS,
    MENTION_EVERYONE,
    PIN_MESSAGES,
    PUBLIC_THREADS,
    READ_HISTORY,
    SEND_IN_THREADS,
    SEND_MESSAGES,
    VIEW_CHANNEL,
)
from tests.sandbox.scenario import Scenario
from tests.sandbox.test_answers import picture, png


def channel(scenario: Scenario) -> discord.PartialMessageable:
    return scenario.robot.get_partial_messageable(scenario.channel.id)


async def refusal(attempt: Any) -> tuple[int, int]:
    """Status and code of what must fail."""
    with pytest.raises(discord.HTTPException) as refused:
        await attempt
    return refused.value.status, refused.value.code


class TestSending:
    """What a post is, and what everybody gets of it."""

    async def test_embeds_files_and_their_addresses(self, scenario: Scenario) -> None:
        await scenario.start()
        embed = discord.Embed(title="Scores", description="Guest 1 leads")
        embed.set_image(url="attachment://chart.png")
        embed.add_field(name="Round", value="3")

        sent = await channel(scenario).send(
            "Hello", embed=embed, files=[picture("chart.png"), picture("my notes (1).png")]
        )

        seen = scenario.other.last(scenario.channel)
        assert seen.text == "Hello\nScores\nGuest 1 leads\nRound\n3"
        assert [file.name for file in seen.files] == ["chart.png", "my_notes_1.png"]
        assert [attachment.filename for attachment in sent.attachments] == ["my_notes_1.png"]
        assert sent.embeds[0].image.width == 4
        assert sent.attachments[0].description == "A board"
        assert await sent.attachments[0].read() == png()

    async def test_editing_keeps_what_it_lists_and_adds_what_is_new(
        self, scenario: Scenario
    ) -> None:
        await scenario.start()
        sent = await channel(scenario).send("one", files=[picture("a.png"), picture("b.png")])

        edited = await sent.edit(attachments=[sent.attachments[1], picture("c.png")])

        seen = scenario.guest.last(scenario.channel)
        assert [file.name for file in seen.files] == ["b.png", "c.png"]
        assert seen.text == "one"
        assert seen.edited
        await edited.add_files(picture("d.png"))
        assert [f.name for f in scenario.guest.last(scenario.channel).files] == [
            "b.png",
            "c.png",
            "d.png",
        ]

    async def test_only_ones_own_messages_can_be_edited(self, scenario: Scenario) -> None:
        await scenario.start()
        said = scenario.guest.say(scenario.channel, "mine")

        partial = channel(scenario).get_partial_message(said.id)

        assert await refusal(partial.edit(content="yours")) == (403, 50005)
        assert await refusal(partial.delete()) == (403, 50013)
        scenario.club.set_permissions(
            scenario.club.bot_role, scenario.club.bot_role.permissions | MANAGE_MESSAGES
        )
        await partial.delete()
        assert scenario.guest.sees(scenario.channel) == []

    async def test_a_nonce_is_posted_once(self, scenario: Scenario) -> None:
        await scenario.start()

        first = await channel(scenario).send("turn 7", nonce="game-1-turn-7")
        second = await channel(scenario).send("turn 7", nonce="game-1-turn-7")

        assert first.id == second.id
        assert len(scenario.guest.sees(scenario.channel)) == 1
        await first.delete()
        assert await refusal(channel(scenario).send("x", nonce="game-1-turn-7")) == (404, 10008)
        scenario.clock.advance(301)
        await channel(scenario).send("turn 7", nonce="game-1-turn-7")
        assert len(scenario.guest.sees(scenario.channel)) == 1
        assert await refusal(channel(scenario).send("x", nonce="n" * 26)) == (400, 50035)

    async def test_replies(self, scenario: Scenario) -> None:
        await scenario.start()
        said = scenario.guest.say(scenario.channel, "question")
        reference = discord.MessageReference(message_id=said.id, channel_id=scenario.channel.id)

        sent = await channel(scenario).send(
            "answer",
            reference=reference,
            allowed_mentions=discord.AllowedMentions(replied_user=True),
        )

        assert sent.reference is not None
        assert isinstance(sent.reference.resolved, discord.Message)
        assert sent.reference.resolved.content == "question"
        assert [message.content for message in scenario.guest.shown.pings()] == ["answer"]
        lost = discord.MessageReference(message_id=1, channel_id=scenario.channel.id)
        assert await refusal(channel(scenario).send("x", reference=lost)) == (400, 50035)
        lost.fail_if_not_exists = False
        await channel(scenario).send("anyway", reference=lost)

    async def test_history_and_deletion(self, scenario: Scenario) -> None:
        await scenario.start()
        for number in range(5):
            await channel(scenario).send(str(number))
        partial = channel(scenario)

        newest = [message async for message in partial.history(limit=3)]
        oldest = [m async for m in partial.history(limit=2, oldest_first=True)]
        around = [m async for m in partial.history(limit=3, around=newest[2])]

        assert [m.content for m in newest] == ["4", "3", "2"]
        assert [m.content for m in oldest] == ["0", "1"]
        assert sorted(m.content for m in around) == ["1", "2", "3"]
        await newest[0].delete()
        assert await refusal(partial.fetch_message(newest[0].id)) == (404, 10008)
        assert scenario.guest.last(scenario.channel).text == "3"

    async def test_bulk_deletion(self, scenario: Scenario) -> None:
        await scenario.start()
        posted = [await channel(scenario).send(str(number)) for number in range(3)]
        numbers = [message.id for message in posted]
        http = scenario.robot.http

        assert await refusal(http.delete_messages(scenario.channel.id, numbers)) == (403, 50013)
        scenario.channel.allow(scenario.sandbox.bot, MANAGE_MESSAGES)
        assert await refusal(http.delete_messages(scenario.channel.id, numbers[:1])) == (400, 50035)
        await http.delete_messages(scenario.channel.id, numbers[:2])
        assert len(scenario.guest.sees(scenario.channel)) == 1
        scenario.clock.advance(15 * 24 * 3600)
        assert await refusal(http.delete_messages(scenario.channel.id, numbers)) == (400, 50034)

    async def test_typing(self, scenario: Scenario) -> None:
        await scenario.start()

        async with channel(scenario).typing():
            pass

        assert any(sight.kind == "typing" for sight in scenario.guest.shown.events)


class TestMentions:
    """Who is pinged is what `allowed_mentions` and permissions say, not the text."""

    async def test_nobody_is_pinged_unless_named(self, scenario: Scenario) -> None:
        await scenario.start()
        text = f"{scenario.guest.mention} {scenario.other.mention} @everyone"

        await channel(scenario).send(text)
        await channel(scenario).send(
            text,
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(scenario.guest.id)]),
        )

        assert len(scenario.guest.shown.pings()) == 1
        assert scenario.other.shown.pings() == []
        assert scenario.guest.last(scenario.channel).mentions == [scenario.guest.id]

    async def test_everyone_and_roles(self, scenario: Scenario) -> None:
        await scenario.start()
        players = scenario.club.role("Players", mentionable=True)
        silent = scenario.club.role("Silent")
        scenario.club.give(scenario.guest.user, players)
        scenario.club.give(scenario.other.user, silent)
        text = f"<@&{players.id}> <@&{silent.id}> @everyone"
        everything = discord.AllowedMentions.all()

        await channel(scenario).send(text, allowed_mentions=everything)
        assert (len(scenario.guest.shown.pings()), len(scenario.other.shown.pings())) == (1, 0)
        scenario.channel.allow(scenario.sandbox.bot, MENTION_EVERYONE)
        await channel(scenario).send(text, allowed_mentions=everything)
        assert (len(scenario.guest.shown.pings()), len(scenario.other.shown.pings())) == (2, 1)

    async def test_components_ping_and_edits_do_not(self, scenario: Scenario) -> None:
        await scenario.start()
        view = discord.ui.LayoutView()
        view.add_item(discord.ui.TextDisplay(f"{scenario.other.mention}: your turn"))
        users = discord.AllowedMentions(users=True)

        sent = await channel(scenario).send(view=view, allowed_mentions=users)
        await sent.edit(view=view, allowed_mentions=users)
        quiet = await channel(scenario).send(
            scenario.other.mention, silent=True, allowed_mentions=users
        )

        assert len(scenario.other.shown.pings()) == 1
        assert quiet.flags.silent

    async def test_a_list_and_a_kind_exclude_each_other(self, scenario: Scenario) -> None:
        await scenario.start()
        both = {"parse": ["users"], "users": [str(scenario.guest.id)]}
        route = discord.http.Route("POST", f"/channels/{scenario.channel.id}/messages")

        attempt = scenario.robot.http.request(
            route, json={"content": "x", "allowed_mentions": both}
        )

        assert await refusal(attempt) == (400, 50035)


class TestDirectMessages:
    """Direct messages, open and closed."""

    async def test_a_notice_and_its_button(self, scenario: Scenario) -> None:
        async def router(interaction: discord.Interaction) -> None:
            await interaction.response.edit_message(content="taken", view=None)

        scenario.robot.router = router
        await scenario.start()
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="Take", custom_id="take"))
        view.stop()
        user = await scenario.robot.fetch_user(scenario.guest.id)

        await user.send("your turn", view=view)
        await scenario.guest.press(scenario.guest.last(scenario.guest.direct), "Take")

        assert scenario.guest.last(scenario.guest.direct).text == "taken"
        assert [message.content for message in scenario.guest.shown.pings()] == ["your turn"]
        assert "your turn" not in scenario.other.shown
        with pytest.raises(NotPossible):
            scenario.other.sees(scenario.guest.direct)

    async def test_closed_direct_messages(self, scenario: Scenario) -> None:
        await scenario.start()
        user = await scenario.robot.fetch_user(scenario.guest.id)
        scenario.guest.close_dms()

        assert await refusal(user.send("hello")) == (403, 50007)
        scenario.guest.open_dms()
        await user.send("hello")
        assert scenario.guest.last(scenario.guest.direct).text == "hello"

    async def test_to_nobody(self, scenario: Scenario) -> None:
        await scenario.start()

        assert await refusal(scenario.robot.fetch_user(1)) == (404, 10013)
        assert await refusal(scenario.robot.http.start_private_message(1)) == (400, 50033)


class TestPins:
    """Pinning has a permission of its own."""

    async def test_pin_list_and_unpin(self, scenario: Scenario) -> None:
        await scenario.start()
        sent = await channel(scenario).send("board")

        await sent.pin()
        pinned = [message async for message in channel(scenario).pins()]
        await sent.unpin()

        assert [message.content for message in pinned] == ["board"]
        assert [message async for message in channel(scenario).pins()] == []
        assert scenario.guest.last(scenario.channel).author == "Sandbox bot"
        scenario.channel.deny(scenario.sandbox.bot, PIN_MESSAGES)
        assert await refusal(sent.pin()) == (403, 50013)

    async def test_a_channel_holds_so_many(self, scenario: Scenario) -> None:
        await scenario.start()
        sent = await channel(scenario).send("one more")
        for number in range(250):
            message = scenario.sandbox.core.messages.send(
                scenario.guest.id, scenario.channel.channel, {"content": str(number)}, {}
            )
            message.pinned = 1.0

        assert await refusal(sent.pin()) == (400, 30003)


class TestThreads:
    """Threads: public, private, on a message; who is in them and who sees them."""

    async def test_a_public_thread_on_a_message(self, scenario: Scenario) -> None:
        await scenario.start()
        guild_channel = scenario.robot.get_channel(scenario.channel.id)
        assert isinstance(guild_channel, discord.TextChannel)
        sent = await guild_channel.send("table 1")

        thread = await sent.create_thread(name="Table 1")
        await thread.send("welcome")

        place = scenario.sandbox.place(thread.id)
        assert scenario.other.last(place).text == "welcome"
        assert thread.id == sent.id
        assert await refusal(sent.create_thread(name="again")) == (400, 160004)

    async def test_a_private_thread_is_for_its_members(self, scenario: Scenario) -> None:
        await scenario.start()
        guild_channel = scenario.robot.get_channel(scenario.channel.id)
        assert isinstance(guild_channel, discord.TextChannel)

        thread = await guild_channel.create_thread(name="Quiet")
        await thread.send("first words")
        await thread.add_user(discord.Object(scenario.guest.id))
        place = scenario.sandbox.place(thread.id)

        assert scenario.guest.last(place).text == "first words"
        assert "first words" in scenario.guest.shown
        assert "first words" not in scenario.other.shown
        with pytest.raises(NotPossible):
            scenario.other.sees(place)
        await thread.send(
            scenario.other.mention, allowed_mentions=discord.AllowedMentions(users=True)
        )
        assert "first words" in scenario.other.shown
        members = await thread.fetch_members()
        assert {m.id for m in members} == {
            scenario.sandbox.bot.id,
            scenario.guest.id,
            scenario.other.id,
        }
        await thread.remove_user(discord.Object(scenario.guest.id))
        await thread.leave()
        with pytest.raises(NotPossible):
            scenario.guest.sees(place)

    async def test_archived_and_locked(self, scenario: Scenario) -> None:
        await scenario.start()
        guild_channel = scenario.robot.get_channel(scenario.channel.id)
        assert isinstance(guild_channel, discord.TextChannel)
        kind = discord.ChannelType.public_thread
        thread = await guild_channel.create_thread(name="T", type=kind)

        await thread.edit(archived=True)
        listed = [t async for t in guild_channel.archived_threads()]
        await thread.send("wakes it up")

        assert [t.name for t in listed] == ["T"]
        assert not scenario.sandbox.place(thread.id).channel.archived
        guild = scenario.robot.get_guild(scenario.club.id)
        assert guild is not None
        assert [t.name for t in await guild.active_threads()] == ["T"]
        scenario.sandbox.place(thread.id).change(archived=True, locked=True)
        assert await refusal(thread.send("x")) == (400, 50083)
        assert await refusal(thread.join()) == (400, 50083)

    async def test_what_sleeps_cannot_be_changed(self, scenario: Scenario) -> None:
        """Whoever may write may wake it, unless it is locked; then not even its owner may."""
        await scenario.start()
        place = scenario.channel.thread("T", scenario.guest.id)
        thread = await scenario.robot.fetch_channel(place.id)
        assert isinstance(thread, discord.Thread)
        message = await thread.send("x")

        place.change(archived=True)
        assert await refusal(message.edit(content="y")) == (400, 50083)
        assert await refusal(message.delete()) == (400, 50083)
        assert await refusal(thread.edit(archived=False, name="mine")) == (403, 50013)
        await thread.edit(archived=False)
        await message.edit(content="y")
        place.change(locked=True)
        assert await refusal(thread.send("z")) == (400, 160005)
        place.change(archived=True)
        assert await refusal(thread.edit(archived=False)) == (403, 50013)

    async def test_threads_need_permissions(self, scenario: Scenario) -> None:
        await scenario.start()
        guild_channel = scenario.robot.get_channel(scenario.channel.id)
        assert isinstance(guild_channel, discord.TextChannel)
        thread = scenario.channel.thread("Open", scenario.guest.user)
        scenario.channel.deny(scenario.sandbox.bot, PUBLIC_THREADS | SEND_IN_THREADS)

        kind = discord.ChannelType.public_thread
        assert await refusal(guild_channel.create_thread(name="T", type=kind)) == (403, 50013)
        posting = scenario.robot.get_partial_messageable(thread.id).send("x")
        assert await refusal(posting) == (403, 50013)
        attempt = scenario.robot.http.edit_channel(thread.id, name="Other")
        assert await refusal(attempt) == (403, 50013)
        scenario.channel.allow(scenario.sandbox.bot, MANAGE_THREADS)
        await scenario.robot.http.edit_channel(thread.id, name="Other")
        assert scenario.sandbox.place(thread.id).name == "Other"


class TestPermissions:
    """What the bot may not do, it is told in Discord's codes."""

    async def test_each_lack_has_its_code(self, scenario: Scenario) -> None:
        await scenario.start()
        own, bot = channel(scenario), scenario.sandbox.bot
        sent = await own.send("one")

        scenario.channel.deny(bot, ATTACH_FILES)
        assert await refusal(own.send(file=picture())) == (403, 50013)
        scenario.channel.deny(bot, EMBED_LINKS)
        assert await refusal(own.send(embed=discord.Embed(title="x"))) == (403, 50013)
        scenario.channel.deny(bot, READ_HISTORY)
        assert await refusal(own.fetch_message(sent.id)) == (403, 50013)
        scenario.channel.deny(bot, SEND_MESSAGES)
        assert await refusal(own.send("two")) == (403, 50013)
        await sent.edit(content="still mine")
        scenario.channel.deny(bot, VIEW_CHANNEL)
        assert await refusal(own.send("two")) == (403, 50001)
        assert await refusal(sent.edit(content="x")) == (403, 50001)
        scenario.channel.allow(bot, VIEW_CHANNEL | SEND_MESSAGES)
        await own.send("two")

    async def test_an_answer_always_works(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Check")
        async def check(interaction: discord.Interaction) -> None:
            may = interaction.app_permissions.send_messages
            await interaction.response.send_message(f"may send: {may}", file=picture())

        await scenario.start()
        scenario.channel.deny(scenario.sandbox.bot, SEND_MESSAGES | ATTACH_FILES)

        answer = await scenario.guest.slash(scenario.channel, "check")

        assert answer.text == "may send: False"

    async def test_channels_that_are_gone(self, scenario: Scenario) -> None:
        await scenario.start()
        sent = await channel(scenario).send("one")

        scenario.channel.delete_message(sent.id)
        assert await refusal(sent.edit(content="x")) == (404, 10008)
        scenario.channel.delete()
        assert await refusal(channel(scenario).send("x")) == (404, 10003)
        assert await refusal(sent.edit(content="x")) == (404, 10003)
        await scenario.wait_until(lambda: scenario.robot.get_channel(scenario.channel.id) is None)

    async def test_managing_channels(self, scenario: Scenario) -> None:
        await scenario.start()
        guild = scenario.robot.get_guild(scenario.club.id)
        assert guild is not None

        assert await refusal(guild.create_text_channel("new")) == (403, 50013)
        role = scenario.club.bot_role
        scenario.club.set_permissions(role, role.permissions | MANAGE_CHANNELS | MANAGE_ROLES)
        made = await guild.create_text_channel("A new one", topic="about")
        place = scenario.sandbox.place(made.id)
        place.allow(scenario.sandbox.bot, VIEW_CHANNEL)
        await made.set_permissions(guild.default_role, view_channel=False)
        assert made.name == "a-new-one"
        with pytest.raises(NotPossible):
            scenario.guest.sees(place)
        await made.set_permissions(guild.default_role, overwrite=None)
        assert scenario.guest.sees(place) == []
        await made.edit(topic="other")
        await made.delete()
        assert place.id not in scenario.sandbox.core.world.channels

    async def test_being_thrown_out(self, scenario: Scenario) -> None:
        await scenario.start()

        scenario.club.remove_bot()
        await scenario.wait_until(lambda: not scenario.robot.guilds)

        assert scenario.robot.get_channel(scenario.channel.id) is None
        assert await refusal(scenario.robot.fetch_guild(scenario.club.id)) == (404, 10004)
        assert await refusal(scenario.robot.http.get_all_guild_channels(scenario.club.id)) == (
            403,
            50001,
        )
        assert await refusal(scenario.robot.fetch_channel(scenario.channel.id)) == (403, 50001)
        assert await refusal(channel(scenario).send("x")) == (403, 50001)
        old = channel(scenario).get_partial_message(1)
        assert await refusal(old.edit(content="x")) == (403, 50001)
        scenario.club.add_bot()
        await scenario.wait_until(lambda: scenario.robot.guilds)
        await channel(scenario).send("back")
        assert scenario.robot.get_channel(scenario.channel.id) is not None
        assert (await scenario.robot.fetch_guild(scenario.club.id)).name == "Railway club"


class TestLooking:
    """Users, guilds, members, roles."""

    async def test_what_can_be_fetched(self, scenario: Scenario) -> None:
        await scenario.start()
        guild = await scenario.robot.fetch_guild(scenario.club.id)
        role = scenario.club.role("Players")
        scenario.club.give(scenario.guest.user, role)

        member = await guild.fetch_member(scenario.guest.id)
        guilds = [g async for g in scenario.robot.fetch_guilds()]
        roles = await guild.fetch_roles()
        channels = await guild.fetch_channels()
        found = await scenario.robot.fetch_channel(scenario.channel.id)

        assert (guild.name, guild.owner_id) == ("Railway club", scenario.club.guild.owner_id)
        assert member.display_name == "Guest 1"
        assert [r.name for r in await _roles(guild, member)] == ["Players"]
        assert [g.name for g in guilds] == ["Railway club"]
        assert {r.name for r in roles} == {"@everyone", "Sandbox bot", "Players"}
        assert [c.name for c in channels] == ["hall"]
        assert isinstance(found, discord.TextChannel)
        stranger = scenario.sandbox.person("Guest 3")
        assert await refusal(guild.fetch_member(stranger.id)) == (404, 10007)
        assert await refusal(guild.fetch_member(1)) == (404, 10013)
        assert await refusal(scenario.robot.fetch_guild(1)) == (404, 10004)
        assert await refusal(_list(guild)) == (403, 50001)
        scenario.sandbox.allow_intents(1 << 1)
        assert len(await _list(guild)) == 4

    async def test_the_application(self, scenario: Scenario) -> None:
        await scenario.start()

        info = await scenario.robot.application_info()

        assert info.id == scenario.sandbox.bot.id
        assert scenario.robot.user is not None
        assert scenario.robot.user.id == scenario.sandbox.bot.id

    async def test_roles_and_nicknames(self, scenario: Scenario) -> None:
        await scenario.start()
        guild = scenario.robot.get_guild(scenario.club.id)
        assert guild is not None
        member = await guild.fetch_member(scenario.guest.id)
        role = scenario.club.role("Players")

        assert await refusal(member.add_roles(discord.Object(role.id))) == (403, 50013)
        own = scenario.club.bot_role
        scenario.club.set_permissions(own, own.permissions | MANAGE_ROLES)
        await member.add_roles(discord.Object(role.id))
        assert role.id in scenario.club.guild.members[scenario.guest.id].roles
        await member.remove_roles(discord.Object(role.id))
        assert role.id not in scenario.club.guild.members[scenario.guest.id].roles
        await guild.me.edit(nick="Conductor")
        assert scenario.club.guild.members[scenario.sandbox.bot.id].nick == "Conductor"


async def _roles(guild: discord.Guild, member: discord.Member) -> list[discord.Role]:
    known = {role.id: role for role in await guild.fetch_roles()}
    return [known[number] for number in member._roles]


async def _list(guild: discord.Guild) -> list[Any]:
    return await guild._state.http.get_members(guild.id, 1000, None)


class TestPeople:
    """What people themselves write."""

    async def test_people_write_and_send_files(self, scenario: Scenario) -> None:
        said = scenario.guest.say(scenario.channel, "look", files=[Upload("a.txt", b"text")])

        assert said.author == "Guest 1"
        assert scenario.other.last(scenario.channel).files[0].content == b"text"
        assert b"text" in scenario.other.shown
        scenario.channel.deny(scenario.guest.user, SEND_MESSAGES)
        with pytest.raises(NotPossible):
            scenario.guest.say(scenario.channel, "again")

    async def test_an_old_place_opens_to_newcomers_with_its_past(self, scenario: Scenario) -> None:
        scenario.guest.say(scenario.channel, "long ago")

        late = scenario.sandbox.person("Guest 3", scenario.club)

        assert "long ago" in late.shown
        hidden = scenario.club.channel("hidden")
        hidden.deny(scenario.club.everyone, VIEW_CHANNEL)
        hidden.allow(scenario.guest.user, VIEW_CHANNEL)
        scenario.guest.say(hidden, "not for all")
        assert "not for all" not in late.shown
        hidden.allow(late.user, VIEW_CHANNEL)
        assert "not for all" in late.shown

    async def test_a_page_can_follow(self, scenario: Scenario) -> None:
        got: list[str] = []

        async def follow() -> None:
            async for sight in scenario.other.shown.follow():
                got.append(f"{sight.kind} {sight.message.content if sight.message else ''}")

        task = asyncio.create_task(follow())
        await asyncio.sleep(0)
        scenario.guest.say(scenario.channel, f"hello {scenario.other.mention}")
        await scenario.other.until(lambda: True)
        await asyncio.sleep(0)
        task.cancel()

        assert got == [
            f"message hello {scenario.other.mention}",
            f"pinged hello {scenario.other.mention}",
        ]


def test_pictures_of_every_kind_tell_their_size() -> None:
    from sandbox.world.attachments import picture as look

    jpeg = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x11\x08\x00\x05\x00\x07\x03"
    lossless = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f" + (6 | 4 << 14).to_bytes(4, "little")
    extended = b"RIFF\0\0\0\0WEBPVP8X" + b"\0" * 8 + b"\x06\0\0\x04\0\0"
    lossy = b"RIFF\0\0\0\0WEBPVP8 " + b"\0" * 10 + b"\x07\0\x05\0"

    assert look(jpeg) == ("image/jpeg", 7, 5)
    assert look(lossless) == ("image/webp", 7, 5)
    assert look(extended) == ("image/webp", 7, 5)
    assert look(lossy) == ("image/webp", 7, 5)
    assert look(io.BytesIO(b"GIF89a\x07\0\x05\0").read()) == ("image/gif", 7, 5)
