"""A bot that shows one of everything; it knows nothing of games. Runs here or in its own process.

Its state is in the custom ids, so that old buttons work after a restart.
"""

import asyncio
import io
import os
import time
import warnings
from typing import Any

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", "'audioop' is deprecated", DeprecationWarning)
    import discord
import yarl
from discord import app_commands
from PIL import Image, ImageDraw

CITIES = ("Boston", "Chicago", "Dallas", "Denver", "El Paso", "Miami", "Montréal", "New York")
Interaction = discord.Interaction


def picture(text: str, size: tuple[int, int] = (900, 560), name: str = "board.png") -> discord.File:
    """A landscape with a line through it, drawn anew for each number."""
    image = Image.new("RGB", size, "#dfe7da")
    draw = ImageDraw.Draw(image)
    for step in range(9):
        at = (size[0] * (step + 1) // 10, size[1] // 2 + (step % 3 - 1) * 60)
        draw.ellipse((at[0] - 9, at[1] - 9, at[0] + 9, at[1] + 9), fill="#2d6f73")
    draw.line((60, size[1] // 2, size[0] - 60, size[1] // 2), fill="#b9522f", width=8)
    draw.text((30, 24), text, fill="#222222", font_size=34)
    stream = io.BytesIO()
    image.save(stream, "PNG")
    stream.seek(0)
    return discord.File(stream, name)


def button(label: str, custom_id: str, style: str = "secondary", **more: Any) -> Any:
    kind = discord.ButtonStyle[style]
    return discord.ui.Button(label=label, custom_id=custom_id, style=kind, **more)


def row(*items: Any) -> Any:
    made: Any = discord.ui.ActionRow()
    for item in items:
        made.add_item(item)
    return made


def board(count: int, user_id: int, deadline: int, emoji: str = "") -> discord.ui.LayoutView:
    """One message with a container, a picture, text, buttons and selects."""
    view = discord.ui.LayoutView(timeout=None)
    tickets = discord.ui.Select(
        custom_id="tickets",
        placeholder="Which tickets do you keep?",
        min_values=1,
        max_values=3,
        options=[
            discord.SelectOption(label=f"To {city}", value=city, description=f"{n + 4} points")
            for n, city in enumerate(CITIES)
        ],
    )
    state = f"{count}:{user_id}:{deadline}"
    box: Any = discord.ui.Container(
        discord.ui.TextDisplay(
            f"## Table 1 {emoji}\n<@{user_id}>, it is your turn. Time is up <t:{deadline}:R>.\n"
            f"-# Since your last turn: **Guest 2** drew two cards.\n\ncount {count}"
        ),
        discord.ui.MediaGallery(
            discord.MediaGalleryItem("attachment://board.png", description=f"Board {count}")
        ),
        discord.ui.Separator(),
        discord.ui.Section(
            discord.ui.TextDisplay("🟥 ×2  🟦 ×1  🌈 ×1\nDeck: 41"),
            accessory=button("Hand", f"hand:{user_id}", emoji="🃏"),
        ),
        row(
            button("Draw", f"draw:{state}", "primary"),
            button("Claim", "ask", "success"),
            button("Give up", "none", "danger", disabled=True),
            button("Hang", "hang"),
            discord.ui.Button(label="Rules", url="https://example.org/rules"),
        ),
        row(tickets),
        row(discord.ui.UserSelect(custom_id="who", placeholder="Wave at somebody")),
        accent_colour=0xB9522F,
    )
    view.add_item(box)
    view.stop()
    return view


def question() -> discord.ui.Modal:
    """A modal with one field of each kind."""
    modal = discord.ui.Modal(title="Claim a route", custom_id="question")
    options = [discord.SelectOption(label=c, value=c) for c in CITIES[:4]]
    modal.add_item(discord.ui.TextDisplay("Fill in **everything**."))
    text = discord.ui.TextInput(custom_id="city", placeholder="Denver", min_length=2, max_length=30)
    modal.add_item(discord.ui.Label(text="City", description="Where to", component=text))
    pick = discord.ui.Select(custom_id="via", placeholder="Via", options=options, max_values=2)
    modal.add_item(discord.ui.Label(text="Via", component=pick))
    radio: Any = discord.ui.RadioGroup(custom_id="pay")
    for name in ("Red", "Blue"):
        radio.add_option(label=name, value=name.lower(), description=f"Pay with {name.lower()}")
    modal.add_item(discord.ui.Label(text="Pay", component=radio))
    boxes: Any = discord.ui.CheckboxGroup(custom_id="extras", required=False)
    for name in ("Wild", "Harbour"):
        boxes.add_option(label=name, value=name.lower())
    modal.add_item(discord.ui.Label(text="Extras", component=boxes))
    modal.stop()
    return modal


def answers(data: Any) -> str:
    """What was filled in, in one line."""
    found = []
    for component in data["components"]:
        inner = component.get("component")
        if inner is not None:
            found.append(f"{inner['custom_id']}={inner.get('value', inner.get('values'))}")
    return ", ".join(found)


class Demo(discord.AutoShardedClient):
    """An unmodified client."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            guild_ready_timeout=0.05,
            allowed_mentions=discord.AllowedMentions(users=True),
        )
        self.tree = app_commands.CommandTree(self)
        self.emoji = ""
        tables(self)
        chatter(self)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """No five seconds between shards: an unpaced sandbox does not ask for them."""

    async def setup_hook(self) -> None:
        known = await self.fetch_application_emojis()
        if not known:
            image = io.BytesIO()
            Image.new("RGBA", (64, 64), "#b9522f").save(image, "PNG")
            known = [await self.create_application_emoji(name="wild", image=image.getvalue())]
        self.emoji = str(known[0])
        await self.tree.sync()

    async def on_interaction(self, interaction: Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await self.pressed(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await interaction.response.send_message(answers(interaction.data), ephemeral=True)

    async def pressed(self, interaction: Interaction) -> None:
        data: Any = interaction.data
        verb, *rest = (interaction.custom_id or "").split(":")
        if verb == "draw":
            count, user_id, deadline = (int(each) for each in rest)
            view = board(count + 1, user_id, deadline, self.emoji)
            files = [picture(f"count {count + 1}")]
            await interaction.response.edit_message(view=view, attachments=files)
        elif verb == "hand":
            await interaction.response.defer(ephemeral=True, thinking=True)
            await asyncio.sleep(0.3)
            await interaction.followup.send(
                f"your secret hand, {interaction.user.mention}", file=picture("hand", (400, 200))
            )
        elif verb == "ask":
            await interaction.response.send_modal(question())
        elif verb in ("tickets", "who"):
            await interaction.response.send_message(f"chosen {data['values']}", ephemeral=True)


def tables(bot: Demo) -> None:
    """Commands that look like those of a game."""
    tree = bot.tree

    @tree.command(name="board", description="Post the board")
    async def post(interaction: Interaction) -> None:
        deadline = int(time.time()) + 3600
        view = board(0, interaction.user.id, deadline, bot.emoji)
        await interaction.response.send_message(view=view, file=picture("count 0"))

    @tree.command(description="Claim a route between two cities")
    @app_commands.describe(route="Which one", pay="With what", times="How often", loud="Say it")
    @app_commands.choices(
        pay=[app_commands.Choice(name=n, value=n.lower()) for n in ("Red cards", "Blue cards")]
    )
    async def claim(
        interaction: Interaction,
        route: str,
        pay: app_commands.Choice[str] | None = None,
        times: app_commands.Range[int, 1, 5] = 1,
        loud: bool = False,
        whom: discord.Member | None = None,
    ) -> None:
        paid = pay.value if pay else "nothing"
        words = f"claimed {route} with {paid} ×{times} for {whom.display_name if whom else '-'}"
        await interaction.response.send_message(words, ephemeral=not loud)

    @claim.autocomplete("route")
    async def routes(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
        fits = [city for city in CITIES if current.lower() in city.lower()]
        return [app_commands.Choice(name=f"Denver – {c}", value=f"denver--{c}") for c in fits]

    group = app_commands.Group(
        name="game",
        description="Tables",
        default_permissions=discord.Permissions(manage_messages=True),
    )

    @group.command(name="new", description="Open a table")
    async def new(interaction: Interaction, edition: str) -> None:
        await interaction.response.send_message(f"A table of {edition} is open.")

    tree.add_command(group)

    @tree.context_menu(name="Quote")
    async def quote(interaction: Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"quoted {message.id}", ephemeral=True)

    @tree.command(description="Look at a file")
    async def upload(interaction: Interaction, file: discord.Attachment) -> None:
        content = await file.read()
        await interaction.response.send_message(f"{file.filename}: {len(content)} bytes")


def chatter(bot: Demo) -> None:
    """Commands that answer late, never, elsewhere or in the old way."""
    tree = bot.tree

    @tree.command(description="Think before answering")
    async def think(interaction: Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await asyncio.sleep(0.6)
        await interaction.followup.send("thought about it")

    @tree.command(description="Never answer")
    async def silent(interaction: Interaction) -> None:
        pass

    @tree.command(description="Write a direct message")
    async def whisper(interaction: Interaction, whom: discord.Member) -> None:
        try:
            await whom.send(f"psst, {whom.mention}: the **password** is swordfish")
        except discord.Forbidden:
            await interaction.response.send_message("their door is closed", ephemeral=True)
        else:
            await interaction.response.send_message("whispered", ephemeral=True)

    @tree.command(description="Answer in the old way")
    async def old(interaction: Interaction) -> None:
        embed = discord.Embed(title="Scores", description="*last round*", colour=0x2D6F73)
        embed.add_field(name="Guest 1", value="42 points").add_field(name="Guest 2", value="40")
        embed.set_footer(text="seed 1234")
        note = discord.File(io.BytesIO(b"one\ntwo\n"), "log.txt")
        content = (
            f"# Heading\n**bold** *italic* __under__ ~~gone~~ `code` ||hidden|| {bot.emoji} 🚂\n"
            "> quoted\n- one\n  - inner\n- two\n1. first\n```py\nprint('<b>')\n```\n"
            f"[a link](https://example.org) <#{interaction.channel_id}> \\*plain\\* <b>no html</b>"
        )
        view = discord.ui.View(timeout=None)
        view.add_item(button("Hand", f"hand:{interaction.user.id}"))
        view.stop()
        await interaction.response.send_message(content, embed=embed, view=view, file=note)

    @tree.command(description="Type for a while")
    async def scribble(interaction: Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.response.send_message("watch", ephemeral=True)
        await interaction.channel.typing()


def point_at(environment: Any) -> None:
    """All that it takes to use another Discord."""
    discord.http.Route.BASE = environment["WHISTLESTOP_DISCORD_API"]
    gateway = yarl.URL(environment["WHISTLESTOP_DISCORD_GATEWAY"])
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway


def main() -> None:
    point_at(os.environ)
    Demo().run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
