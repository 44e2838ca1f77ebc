"""The life of an answer: first response, deferral, follow-ups, edits, deletes, and its clocks."""

import io
from typing import Any

import discord
import pytest

from sandbox import DidNotRespond, NotPossible
from tests.sandbox.scenario import Scenario


def png(width: int = 4, height: int = 3, tail: bytes = b"") -> bytes:
    """As much of a PNG as anybody looks at here."""
    header = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
    return header + width.to_bytes(4, "big") + height.to_bytes(4, "big") + tail


def picture(
    name: str = "board.png", alt: str | None = "A board", tail: bytes = b""
) -> discord.File:
    return discord.File(io.BytesIO(png(tail=tail)), name, description=alt)


class TestFirstResponse:
    """The five ways to begin an answer."""

    async def test_ephemeral_answers_are_for_one_person(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Hand")
        async def hand(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(
                "three red cards", file=picture(tail=b"RED"), ephemeral=True
            )

        await scenario.start()

        answer = await scenario.guest.slash(scenario.channel, "hand")

        assert answer.ephemeral
        assert answer.message.files[0].alt == "A board"
        assert scenario.other.sees(scenario.channel) == []
        assert "red" in scenario.guest.shown
        assert b"RED" in scenario.guest.shown
        assert "red" not in scenario.other.shown
        assert b"RED" not in scenario.other.shown
        assert "RED" not in scenario.other.shown

    async def test_an_ephemeral_answer_cannot_be_reached_through_the_channel(
        self, scenario: Scenario
    ) -> None:
        @scenario.tree.command(description="Hand")
        async def hand(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("secret", ephemeral=True)

        await scenario.start()
        answer = await scenario.guest.slash(scenario.channel, "hand")
        partial = scenario.robot.get_partial_messageable(scenario.channel.id).get_partial_message(
            answer.message.id
        )

        for attempt in (partial.fetch, partial.delete, lambda: partial.edit(content="x")):
            with pytest.raises(discord.NotFound) as refused:
                await attempt()
            assert refused.value.code == 10008

    async def test_ephemeral_messages_end_with_the_client(self, scenario: Scenario) -> None:
        kept: list[discord.Interaction] = []

        @scenario.tree.command(description="Hand")
        async def hand(interaction: discord.Interaction) -> None:
            kept.append(interaction)
            await interaction.response.send_message("secret", ephemeral=True)

        await scenario.start()
        answer = await scenario.guest.slash(scenario.channel, "hand")

        scenario.guest.restart_client()
        await kept[0].edit_original_response(content="changed")

        assert scenario.guest.sees(scenario.channel) == []
        assert "changed" not in scenario.guest.shown
        with pytest.raises(NotPossible):
            _ = answer.text

    async def test_a_deferral_is_filled_by_an_edit(self, scenario: Scenario) -> None:
        states: list[bool] = []

        @scenario.tree.command(description="Draw")
        async def draw(interaction: discord.Interaction) -> None:
            await interaction.response.defer(thinking=True)
            states.append(scenario.other.last(scenario.channel).thinking)
            await interaction.edit_original_response(content="done", attachments=[picture()])

        await scenario.start()

        answer = await scenario.guest.slash(scenario.channel, "draw")

        assert states == [True]
        assert answer.text == "done"
        assert not answer.message.thinking
        assert not answer.message.edited
        (file,) = answer.message.files
        assert (file.name, file.content_type, file.width, file.height) == (
            "board.png",
            "image/png",
            4,
            3,
        )

    async def test_the_first_followup_fills_a_deferral(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Draw")
        async def draw(interaction: discord.Interaction) -> None:
            await interaction.response.defer(ephemeral=True)
            first = await interaction.followup.send("one", wait=True)
            await interaction.followup.send("two", ephemeral=False)
            assert first.flags.ephemeral

        await scenario.start()

        answer = await scenario.guest.slash(scenario.channel, "draw")
        await scenario.guest.until(lambda: len(answer.followups) == 1)

        assert answer.text == "one"
        assert answer.ephemeral
        assert [f.text for f in answer.followups] == ["two"]
        assert [m.text for m in scenario.other.sees(scenario.channel)] == ["two"]
        assert scenario.robot.failures == []

    async def test_waiting_can_stop_at_the_acknowledgement(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Draw")
        async def draw(interaction: discord.Interaction) -> None:
            await interaction.response.defer()

        await scenario.start()

        answer = await scenario.guest.slash(scenario.channel, "draw", until="acknowledged")

        assert answer.message.thinking

    async def test_responses_that_do_not_fit_are_refused(self, scenario: Scenario) -> None:
        codes: list[int] = []

        @scenario.tree.command(description="Wrong")
        async def wrong(interaction: discord.Interaction) -> None:
            callback = f"/interactions/{interaction.id}/{interaction.token}/callback"
            for kind in (1, 6, 7, 8, 11):
                try:
                    await scenario.robot.http.request(
                        discord.http.Route("POST", callback), json={"type": kind, "data": {}}
                    )
                except discord.HTTPException as error:
                    codes.append(error.code)
            await interaction.response.send_message("right")

        await scenario.start()

        answer = await scenario.guest.slash(scenario.channel, "wrong")

        assert answer.text == "right"
        assert codes == [50035] * 5

    async def test_the_callback_object_names_the_message(self, scenario: Scenario) -> None:
        made: list[Any] = []

        @scenario.tree.command(description="Say")
        async def say(interaction: discord.Interaction) -> None:
            made.append(await interaction.response.send_message("hello", ephemeral=True))

        await scenario.start()

        answer = await scenario.guest.slash(scenario.channel, "say")
        await scenario.wait_until(lambda: made)

        assert made[0].message_id == answer.message.id
        assert made[0].is_ephemeral()
        assert made[0].resource.content == "hello"
        assert made[0].resource.interaction_metadata.user.id == scenario.guest.id


class TestAfterwards:
    """Edits, deletes and follow-ups by token."""

    async def test_edit_fetch_and_delete(self, scenario: Scenario) -> None:
        texts: list[str] = []

        @scenario.tree.command(description="Say")
        async def say(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("one")
            await interaction.edit_original_response(content="two")
            texts.append((await interaction.original_response()).content)
            more = await interaction.followup.send("three", wait=True)
            await more.edit(content="four")
            texts.append((await interaction.followup.fetch_message(more.id)).content)
            await more.delete()
            await interaction.delete_original_response()

        await scenario.start()

        await scenario.guest.slash(scenario.channel, "say", until="acknowledged")
        await scenario.guest.until(
            lambda: [s.kind for s in scenario.guest.shown.events].count("gone") == 2
        )

        assert texts == ["two", "four"]
        assert scenario.guest.sees(scenario.channel) == []
        assert all(word in scenario.other.shown for word in ("one", "two", "three", "four"))

    async def test_a_second_first_response_is_refused(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Say")
        async def say(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("one")
            interaction.response._response_type = None
            await interaction.response.send_message("two")

        await scenario.start()

        await scenario.guest.slash(scenario.channel, "say")
        await scenario.wait_until(lambda: scenario.robot.failures)

        (error,) = scenario.robot.failures
        assert isinstance(error, discord.HTTPException)
        assert (error.status, error.code) == (400, 40060)

    async def test_after_three_seconds_it_is_unknown(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Slow")
        async def slow(interaction: discord.Interaction) -> None:
            scenario.clock.advance(3.001)
            await interaction.response.send_message("too late")

        await scenario.start()

        with pytest.raises(DidNotRespond):
            await scenario.guest.slash(scenario.channel, "slow")
        await scenario.wait_until(lambda: scenario.robot.failures)

        (error,) = scenario.robot.failures
        assert isinstance(error, discord.NotFound)
        assert error.code == 10062
        assert "The application did not respond" in scenario.guest.shown
        assert "too late" not in scenario.guest.shown

    async def test_just_before_three_seconds_it_is_in_time(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Slow")
        async def slow(interaction: discord.Interaction) -> None:
            scenario.clock.advance(2.5)
            await interaction.response.send_message("in time")

        await scenario.start()

        assert (await scenario.guest.slash(scenario.channel, "slow")).text == "in time"

    async def test_a_token_lives_a_quarter_of_an_hour(self, scenario: Scenario) -> None:
        kept: list[discord.Interaction] = []

        @scenario.tree.command(description="Say")
        async def say(interaction: discord.Interaction) -> None:
            kept.append(interaction)
            await interaction.response.send_message("one")

        await scenario.start()
        await scenario.guest.slash(scenario.channel, "say")
        await scenario.wait_until(lambda: kept)

        scenario.clock.advance(14 * 60)
        await kept[0].edit_original_response(content="two")
        scenario.clock.advance(61)
        for attempt in (
            lambda: kept[0].edit_original_response(content="three"),
            lambda: kept[0].followup.send("three"),
            kept[0].delete_original_response,
        ):
            with pytest.raises(discord.HTTPException) as refused:
                await attempt()
            assert (refused.value.status, refused.value.code) == (401, 50027)
        assert scenario.guest.last(scenario.channel).text == "two"

    async def test_nothing_follows_before_the_first_response(self, scenario: Scenario) -> None:
        codes: list[int] = []

        @scenario.tree.command(description="Say")
        async def say(interaction: discord.Interaction) -> None:
            try:
                await interaction.followup.send("early")
            except discord.NotFound as error:
                codes.append(error.code)
            await interaction.response.send_message("now")

        await scenario.start()

        await scenario.guest.slash(scenario.channel, "say")

        assert codes == [10015]

    async def test_unknown_tokens_and_applications(self, scenario: Scenario) -> None:
        await scenario.start()

        async def code(method: str, path: str) -> int:
            with pytest.raises(discord.HTTPException) as refused:
                await scenario.robot.http.request(
                    discord.http.Route(method, path), json={"content": "x"}
                )
            return refused.value.code

        app = scenario.sandbox.bot.id
        assert await code("POST", f"/webhooks/{app}/nonsense") == 50027
        assert await code("POST", "/webhooks/1/nonsense") == 10015
        assert await code("POST", "/interactions/1/nonsense/callback") == 10062

    async def test_a_user_install_answers_where_the_bot_is_no_member(
        self, scenario: Scenario
    ) -> None:
        elsewhere = scenario.sandbox.club("Elsewhere", bot=False)
        elsewhere.join(scenario.guest.user)
        room = elsewhere.channel("room")
        codes: list[int] = []

        @scenario.tree.command(description="Anywhere")
        @discord.app_commands.allowed_installs(guilds=True, users=True)
        @discord.app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
        async def anywhere(interaction: discord.Interaction) -> None:
            assert interaction.is_user_integration()
            await interaction.response.send_message("here")
            for number in range(6):
                try:
                    await interaction.followup.send(f"more {number}")
                except discord.HTTPException as error:
                    codes.append(error.status)
            try:
                await scenario.robot.get_partial_messageable(room.id).send("post")
            except discord.Forbidden as error:
                codes.append(error.code)

        await scenario.start()

        answer = await scenario.guest.slash(room, "anywhere")
        await scenario.wait_until(lambda: len(codes) == 2)

        assert answer.text == "here"
        assert len(answer.followups) == 5
        assert codes == [400, 50001]

    async def test_an_edit_cannot_make_a_message_ephemeral(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Say")
        async def say(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("for all")
            path = f"/webhooks/{interaction.application_id}/{interaction.token}/messages/@original"
            route = discord.http.Route("PATCH", path)
            await scenario.robot.http.request(route, json={"content": "changed", "flags": 64})

        await scenario.start()
        await scenario.guest.slash(scenario.channel, "say")
        await scenario.other.until(lambda: scenario.other.last(scenario.channel).text == "changed")

        assert not scenario.other.last(scenario.channel).ephemeral

    async def test_a_refused_update_leaves_everything_open(self, scenario: Scenario) -> None:
        """A mistake in the body is no response: the right one can still follow."""
        codes: list[int] = []

        async def router(interaction: discord.Interaction) -> None:
            try:
                await interaction.response.edit_message(content="x" * 2001)
            except discord.HTTPException as error:
                codes.append(error.code)
            await interaction.response.send_message("instead", ephemeral=True)

        scenario.robot.router = router
        await scenario.start()
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="Go", custom_id="go"))
        view.stop()
        await scenario.robot.get_partial_messageable(scenario.channel.id).send("board", view=view)

        answer = await scenario.guest.press(scenario.guest.last(scenario.channel), "Go")

        assert codes == [50035]
        assert answer.text == "instead"
        assert scenario.other.last(scenario.channel).text == "board"

    async def test_answers_tell_what_they_answer(self, scenario: Scenario) -> None:
        kinds: list[discord.MessageType] = []

        @scenario.tree.command(description="Say")
        async def say(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("one")
            kinds.append((await interaction.original_response()).type)
            kinds.append((await interaction.followup.send("two", wait=True)).type)

        @scenario.tree.context_menu(name="Poke")
        async def poke(interaction: discord.Interaction, user: discord.Member) -> None:
            await interaction.response.send_message("poked")
            kinds.append((await interaction.original_response()).type)

        await scenario.start()
        await scenario.guest.slash(scenario.channel, "say")
        await scenario.wait_until(lambda: len(kinds) == 2)
        await scenario.guest.use_menu("Poke", scenario.other, scenario.channel)
        await scenario.wait_until(lambda: len(kinds) == 3)

        types = discord.MessageType
        assert kinds == [types.chat_input_command, types.reply, types.context_menu_command]


class TestWhatIsPromised:
    """A component's deferral promises to change the message it is on."""

    async def test_update_and_deferred_update(self, scenario: Scenario) -> None:
        async def router(interaction: discord.Interaction) -> None:
            if interaction.custom_id == "now":
                await interaction.response.edit_message(content="changed now")
            else:
                await interaction.response.defer()
                await interaction.edit_original_response(content="changed later")

        @scenario.tree.command(description="Panel")
        async def panel(interaction: discord.Interaction) -> None:
            view = discord.ui.View(timeout=None)
            view.add_item(discord.ui.Button(label="Now", custom_id="now"))
            view.add_item(discord.ui.Button(label="Later", custom_id="later"))
            view.stop()
            await interaction.response.send_message("panel", view=view, ephemeral=True)

        scenario.robot.router = router
        await scenario.start()
        panel_seen = await scenario.guest.slash(scenario.channel, "panel")

        first = await scenario.guest.press(panel_seen, "Now")
        first_text = first.text
        second = await scenario.guest.press(panel_seen, "Later")

        assert first_text == "changed now"
        assert second.text == "changed later"
        assert second.message.id == panel_seen.message.id
        assert second.message.labels == ["Now", "Later"]
        assert second.ephemeral

    async def test_a_promise_is_also_kept_through_the_channel(self, scenario: Scenario) -> None:
        async def router(interaction: discord.Interaction) -> None:
            await interaction.response.defer()
            assert interaction.message is not None
            channel = scenario.robot.get_partial_messageable(scenario.channel.id)
            partial = channel.get_partial_message(interaction.message.id)
            await partial.edit(content="changed")

        scenario.robot.router = router
        await scenario.start()
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="Go", custom_id="go"))
        view.stop()
        await scenario.robot.get_partial_messageable(scenario.channel.id).send("board", view=view)

        answer = await scenario.guest.press(scenario.guest.last(scenario.channel), "Go")

        assert answer.text == "changed"
