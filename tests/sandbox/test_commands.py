import discord
import pytest
from discord import app_commands
from stage import Stage

from bot.sandbox import NotPossible


class TestSlash:
    async def test_an_answer_reaches_everybody_in_the_channel(self, stage: Stage) -> None:
        @stage.tree.command(description="Say pong")
        async def ping(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("pong")

        await stage.start()

        answer = await stage.ann.slash(stage.hall, "ping")

        assert answer.text == "pong"
        assert not answer.ephemeral
        assert stage.ben.last(stage.hall).text == "pong"
        assert "pong" in stage.ben.shown
