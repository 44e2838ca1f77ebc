"""A bot in a process of its own, to be killed: its state is in the custom ids, as it should be."""

import asyncio
import io
import os
import warnings
from typing import Any

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", "'audioop' is deprecated", DeprecationWarning)
    import discord
import yarl
from discord import app_commands


def board(count: int) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    row: Any = discord.ui.ActionRow()
    row.add_item(discord.ui.Button(label="Add", custom_id=f"add:{count}"))
    row.add_item(discord.ui.Button(label="Ask", custom_id=f"ask:{count}"))
    row.add_item(discord.ui.Button(label="Hang", custom_id="hang"))
    view.add_item(discord.ui.TextDisplay(f"count {count}"))
    view.add_item(
        discord.ui.MediaGallery(
            discord.MediaGalleryItem("attachment://count.png", description=f"{count} cards")
        )
    )
    view.add_item(row)
    view.stop()
    return view


def picture(count: int) -> discord.File:
    return discord.File(
        io.BytesIO(b"\x89PNG\r\n\x1a\n" + bytes(8) + bytes([count] * 8)), "count.png"
    )


class Bot(discord.AutoShardedClient):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(description="A board")
        async def start(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(view=board(0), file=picture(0))

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await self.pressed(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            data: Any = interaction.data
            word = data["components"][0]["components"][0]["value"]
            await interaction.response.send_message(f"you said {word}", ephemeral=True)

    async def pressed(self, interaction: discord.Interaction) -> None:
        verb, _, rest = (interaction.custom_id or "").partition(":")
        if verb == "hang":
            await interaction.response.defer()
            await asyncio.sleep(3600)
        elif verb == "ask":
            modal = discord.ui.Modal(title="Word", custom_id="word")
            modal.add_item(discord.ui.TextInput(label="Word", custom_id="w"))
            modal.stop()
            await interaction.response.send_modal(modal)
        else:
            count = int(rest) + 1
            await interaction.response.edit_message(view=board(count), attachments=[picture(count)])


def main() -> None:
    discord.http.Route.BASE = os.environ["WHISTLESTOP_DISCORD_API"]
    gateway = yarl.URL(os.environ["WHISTLESTOP_DISCORD_GATEWAY"])
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
    Bot().run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
