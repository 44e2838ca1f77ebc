"""Secrecy is one assertion: whatever a client was sent is in the record, and nothing else."""

import io
from typing import Any

import discord
import pytest
from discord import app_commands, ui

from tests.sandbox.scenario import Scenario, running_scenario

SECRETS = (
    "content",
    "edited",
    "followup",
    "embed",
    "label",
    "custom-id",
    "option-label",
    "option-value",
    "option-description",
    "placeholder",
    "file-name",
    "alt-text",
    "file-bytes",
    "layout-text",
    "gallery-text",
    "modal-title",
    "modal-label",
    "modal-value",
    "choice-name",
    "choice-value",
    "direct",
)


def secret(name: str) -> str:
    """A word that occurs nowhere else."""
    return f"secret-{name}-x"


class Leaky(ui.LayoutView):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.TextDisplay(secret("layout-text")))
        self.add_item(
            ui.MediaGallery(
                discord.MediaGalleryItem(
                    f"attachment://{secret('file-name')}.png", description=secret("gallery-text")
                )
            )
        )
        self.stop()


def controls() -> ui.View:
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label=secret("label"), custom_id=secret("custom-id")))
    view.add_item(
        ui.Select(
            custom_id="s",
            placeholder=secret("placeholder"),
            options=[
                discord.SelectOption(
                    label=secret("option-label"),
                    value=secret("option-value"),
                    description=secret("option-description"),
                )
            ],
        )
    )
    view.stop()
    return view


async def everything_to(scenario: Scenario) -> None:
    """Show the first guest every secret in every private way there is."""

    async def offer(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=secret("choice-name"), value=secret("choice-value"))]

    @scenario.tree.command(description="Tell")
    @app_commands.autocomplete(what=offer)
    async def tell(interaction: discord.Interaction, what: str) -> None:
        embed = discord.Embed(title=secret("embed"))
        await interaction.response.send_message(
            secret("content"), embed=embed, view=controls(), ephemeral=True
        )
        await interaction.edit_original_response(content=secret("edited"))
        file = discord.File(
            io.BytesIO(secret("file-bytes").encode()),
            f"{secret('file-name')}.png",
            description=secret("alt-text"),
        )
        await interaction.followup.send(view=Leaky(), file=file, ephemeral=True)
        await interaction.followup.send(secret("followup"), ephemeral=True)
        await interaction.user.send(secret("direct"))

    @scenario.tree.command(description="Ask")
    async def ask(interaction: discord.Interaction) -> None:
        modal = ui.Modal(title=secret("modal-title"))
        field = ui.TextInput(default=secret("modal-value"))
        modal.add_item(ui.Label(text=secret("modal-label"), component=field))
        await interaction.response.send_modal(modal)

    await scenario.start()
    await scenario.guest.autocomplete(scenario.channel, "tell", "what", "x")
    await scenario.guest.slash(scenario.channel, "tell", what="all")
    await scenario.guest.slash(scenario.channel, "ask")
    await scenario.guest.until(lambda: secret("direct") in scenario.guest.shown)


class TestRecord:
    """What one person was shown, and the other was not."""

    async def test_every_private_way_is_recorded_for_one_and_hidden_from_others(
        self, scenario: Scenario
    ) -> None:
        await everything_to(scenario)

        missing = [name for name in SECRETS if secret(name) not in scenario.guest.shown]

        assert missing == []
        assert "secret-" not in scenario.other.shown
        assert b"secret-" not in scenario.other.shown
        assert scenario.robot.failures == []

    async def test_a_leak_is_found_with_its_place(self, scenario: Scenario) -> None:
        await scenario.start()
        await scenario.robot.get_partial_messageable(scenario.channel.id).send("x", view=controls())

        (sight,) = scenario.other.shown.where(secret("option-value"))

        assert sight.kind == "message"
        assert sight.channel_id == scenario.channel.id

    async def test_what_was_edited_away_or_deleted_stays_on_record(
        self, scenario: Scenario
    ) -> None:
        await scenario.start()
        channel = scenario.robot.get_partial_messageable(scenario.channel.id)
        file = discord.File(io.BytesIO(b"old bytes"), "old.bin")

        sent = await channel.send("first words", file=file)
        await sent.edit(content="second words", attachments=[])
        await sent.delete()

        assert scenario.guest.sees(scenario.channel) == []
        for once in ("first words", "second words", "old.bin", b"old bytes"):
            assert once in scenario.guest.shown

    async def test_names_of_hidden_threads_are_hidden(self, scenario: Scenario) -> None:
        await scenario.start()
        thread = scenario.channel.thread("secret-table", scenario.guest.user, private=True)

        assert "secret-table" in scenario.guest.shown
        assert "secret-table" not in scenario.other.shown
        thread.add(scenario.other.user)
        assert "secret-table" in scenario.other.shown

    async def test_a_recorded_reply_does_not_quote_what_is_ephemeral(
        self, scenario: Scenario
    ) -> None:
        """A public follow-up to a private answer refers to it, but shows nothing of it."""
        payloads: list[Any] = []

        @scenario.tree.command(description="Tell")
        async def tell(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("secret-hand", ephemeral=True)
            public = await interaction.followup.send("public", wait=True)
            payloads.append(public)

        await scenario.start()
        await scenario.guest.slash(scenario.channel, "tell")
        await scenario.wait_until(lambda: payloads)

        message = scenario.sandbox.core.world.messages[scenario.channel.id][payloads[0].id]
        assert scenario.sandbox.core.payloads.message(message)["referenced_message"] is None
        assert "secret-hand" not in scenario.other.shown

    async def test_the_record_can_be_switched_off(self) -> None:
        async with running_scenario(remember=False) as scenario:
            scenario.guest.say(scenario.channel, "hello")

            assert scenario.other.shown.events == []
            assert scenario.other.last(scenario.channel).text == "hello"
            with pytest.raises(TimeoutError):
                await scenario.other.until(lambda: False, 0.01)
