"""Buttons, selects, layouts and modals, legacy and V2."""

from typing import Any

import discord
import pytest
from discord import ui

from sandbox import NotPossible, Upload
from tests.sandbox.scenario import Scenario
from tests.sandbox.test_answers import picture


class Panel(ui.LayoutView):
    """A Components V2 message with one of everything."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        container = ui.Container(accent_colour=discord.Colour.green())
        container.add_item(ui.TextDisplay("# Your turn\nDraw two cards"))
        container.add_item(ui.Separator())
        container.add_item(
            ui.Section(
                "Denver - Kansas City",
                accessory=ui.Button(label="Claim", custom_id="claim:1"),
            )
        )
        container.add_item(
            ui.MediaGallery(
                discord.MediaGalleryItem("attachment://board.png", description="The board")
            )
        )
        row = ui.ActionRow()
        row.add_item(ui.Button(label="Draw", custom_id="draw", emoji="🃏"))
        row.add_item(ui.Button(label="Closed", custom_id="closed", disabled=True))
        row.add_item(ui.Button(label="Rules", url="https://example.org"))
        container.add_item(row)
        choose = ui.ActionRow()
        choose.add_item(
            ui.Select(
                custom_id="tickets",
                placeholder="Tickets",
                min_values=1,
                max_values=2,
                options=[
                    discord.SelectOption(label="To Boston", value="t1"),
                    discord.SelectOption(label="To Dallas", value="t2"),
                    discord.SelectOption(label="To Miami", value="t3"),
                ],
            )
        )
        container.add_item(choose)
        self.add_item(container)
        self.stop()


async def say_what_came(interaction: discord.Interaction) -> None:
    """A router that answers with what it was told."""
    data: Any = interaction.data
    values = ",".join(data.get("values", []))
    await interaction.response.send_message(f"{data['custom_id']} {values}", ephemeral=True)


class TestLayout:
    """A Components V2 message and its controls."""

    @pytest.fixture
    async def panel(self, scenario: Scenario) -> Any:
        scenario.robot.router = say_what_came
        await scenario.start()
        channel = scenario.robot.get_partial_messageable(scenario.channel.id)
        await channel.send(view=Panel(), file=picture())
        return scenario.guest.last(scenario.channel)

    async def test_it_is_read_from_top_to_bottom(self, scenario: Scenario, panel: Any) -> None:
        assert panel.text == "# Your turn\nDraw two cards\nDenver - Kansas City"
        assert panel.labels == ["Claim", "🃏 Draw", "Closed", "Rules"]
        assert panel.alt_texts == ["A board", "The board"]
        assert [file.name for file in panel.files] == ["board.png"]

    async def test_buttons(self, scenario: Scenario, panel: Any) -> None:
        by_label = await scenario.guest.press(panel, "Draw")
        by_custom_id = await scenario.other.press(panel, "claim:1")

        assert by_label.text == "draw "
        assert by_custom_id.text == "claim:1 "
        for name in ("Closed", "Rules", "Harbour"):
            with pytest.raises(NotPossible):
                await scenario.guest.press(panel, name)

    async def test_selects(self, scenario: Scenario, panel: Any) -> None:
        answer = await scenario.guest.select(panel, ["To Boston", "t3"])

        assert answer.text == "tickets t1,t3"
        for wrong in ([], ["t1", "t2", "t3"], ["t9"]):
            with pytest.raises(NotPossible):
                await scenario.guest.select(panel, wrong)

    async def test_shown_attachments_are_not_listed_but_referenced(
        self, scenario: Scenario, panel: Any
    ) -> None:
        channel = scenario.robot.get_partial_messageable(scenario.channel.id)

        message = await channel.fetch_message(panel.id)

        assert message.attachments == []
        assert message.flags.components_v2
        (gallery,) = [
            item
            for item in message.components[0].children  # type: ignore[union-attr]
            if isinstance(item, discord.MediaGalleryComponent)
        ]
        media = gallery.items[0].media
        assert (media.width, media.height, media.content_type) == (4, 3, "image/png")
        assert media.attachment_id is not None
        assert await scenario.robot.http.get_from_cdn(media.url) == panel.files[0].content

    async def test_editing_keeps_adds_and_replaces_files(
        self, scenario: Scenario, panel: Any
    ) -> None:
        partial = scenario.robot.get_partial_messageable(scenario.channel.id).get_partial_message(
            panel.id
        )

        await partial.edit(view=Panel())
        kept = scenario.guest.last(scenario.channel)
        await partial.edit(view=Panel(), attachments=[picture(tail=b"new")])
        replaced = scenario.guest.last(scenario.channel)

        assert kept.files == panel.files
        assert [file.content[-3:] for file in replaced.files] == [b"new"]
        with pytest.raises(discord.HTTPException) as refused:
            await partial.edit(view=Panel(), attachments=[])
        assert "components.0.components.3.items.0.media.url" in str(refused.value)

    async def test_it_cannot_become_a_legacy_message_again(
        self, scenario: Scenario, panel: Any
    ) -> None:
        route = discord.http.Route("PATCH", f"/channels/{scenario.channel.id}/messages/{panel.id}")

        for body in ({"flags": 0}, {"content": "text"}, {"embeds": [{"title": "x"}]}):
            with pytest.raises(discord.HTTPException) as refused:
                await scenario.robot.http.request(route, json=body)
            assert refused.value.code == 50035

    async def test_a_legacy_message_becomes_v2_when_its_text_goes(self, scenario: Scenario) -> None:
        await scenario.start()
        channel = scenario.robot.get_partial_messageable(scenario.channel.id)
        message = await channel.send("old text", file=picture())
        view = ui.LayoutView()
        view.add_item(ui.TextDisplay("new text"))

        with pytest.raises(discord.HTTPException) as refused:
            await message.edit(view=view)
        await message.edit(content=None, view=view)

        assert "IS_COMPONENTS_V2" in str(refused.value)
        assert scenario.guest.last(scenario.channel).text == "new text"


class TestSelectsOfEveryKind:
    """People, roles, both, and channels."""

    async def test_values_come_resolved(self, scenario: Scenario) -> None:
        got: dict[str, Any] = {}

        class Choose(ui.View):
            @ui.select(cls=ui.UserSelect, placeholder="who", max_values=2)
            async def who(self, interaction: discord.Interaction, chosen: Any) -> None:
                got["who"] = chosen.values
                await interaction.response.defer()

            @ui.select(cls=ui.RoleSelect, placeholder="role")
            async def role(self, interaction: discord.Interaction, chosen: Any) -> None:
                got["role"] = chosen.values
                await interaction.response.defer()

            @ui.select(cls=ui.MentionableSelect, placeholder="either", max_values=2)
            async def either(self, interaction: discord.Interaction, chosen: Any) -> None:
                got["either"] = chosen.values
                await interaction.response.defer()

            @ui.select(cls=ui.ChannelSelect, placeholder="where")
            async def where(self, interaction: discord.Interaction, chosen: Any) -> None:
                got["where"] = chosen.values
                await interaction.response.defer()

        @scenario.tree.command(description="Choose")
        async def choose(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("choose", view=Choose())

        await scenario.start()
        role = scenario.club.role("Players")
        panel = await scenario.guest.slash(scenario.channel, "choose")

        for menu, values in (
            ("who", [scenario.guest, scenario.other]),
            ("role", role),
            ("either", [scenario.other, role]),
            ("where", scenario.channel),
        ):
            await scenario.guest.select(panel, values, menu=menu, until="acknowledged")
        with pytest.raises(NotPossible):
            await scenario.guest.select(panel, scenario.channel, menu="who", until="acknowledged")

        assert [user.display_name for user in got["who"]] == ["Guest 1", "Guest 2"]
        assert [each.name for each in got["role"]] == ["Players"]
        assert [each.id for each in got["either"]] == [scenario.other.id, role.id]
        assert [each.name for each in got["where"]] == ["hall"]


class Everything(ui.Modal, title="Everything"):
    """One field of each kind (five at most, so there are two modals)."""

    intro = ui.TextDisplay("Please fill in")
    name = ui.Label(text="Name", component=ui.TextInput(min_length=2, max_length=10))
    colour = ui.Label(
        text="Colour",
        description="Of your trains",
        component=ui.Select(
            options=[
                discord.SelectOption(label="Red", value="r"),
                discord.SelectOption(label="Blue", value="b"),
            ]
        ),
    )
    friend = ui.Label(text="Friend", component=ui.UserSelect(required=False))
    pace = ui.Label(
        text="Pace",
        component=ui.RadioGroup(
            options=[
                discord.RadioGroupOption(label="A day", value="day"),
                discord.RadioGroupOption(label="None", value="none"),
            ]
        ),
    )


class TestModals:
    """Dialogues, from either kind of interaction."""

    async def test_every_kind_of_field(self, scenario: Scenario) -> None:
        got: list[Any] = []

        class Asking(Everything, title="Everything"):
            async def on_submit(self, interaction: discord.Interaction) -> None:
                got.append(
                    (
                        self.name.component.value,  # type: ignore[attr-defined]
                        self.colour.component.values,  # type: ignore[attr-defined]
                        [u.id for u in self.friend.component.values],  # type: ignore[attr-defined]
                        self.pace.component.value,  # type: ignore[attr-defined]
                    )
                )
                await interaction.response.send_message("thanks", ephemeral=True)

        @scenario.tree.command(description="Ask")
        async def ask(interaction: discord.Interaction) -> None:
            await interaction.response.send_modal(Asking())

        await scenario.start()

        asked = await scenario.guest.slash(scenario.channel, "ask")
        thanks = await scenario.guest.submit(
            asked, {"Name": "Guest", "Colour": "Blue", "Friend": scenario.other, "Pace": "day"}
        )

        assert asked.modal.title == "Everything"
        assert asked.modal.labels == ["Name", "Colour", "Friend", "Pace"]
        assert thanks.text == "thanks"
        assert got == [("Guest", ["b"], [scenario.other.id], "day")]
        assert "Of your trains" in scenario.guest.shown
        assert "Of your trains" not in scenario.other.shown

    async def test_checkboxes_files_and_old_rows(self, scenario: Scenario) -> None:
        got: list[Any] = []

        class Second(ui.Modal, title="Second"):
            boxes = ui.Label(
                text="Boxes",
                component=ui.CheckboxGroup(
                    options=[
                        discord.CheckboxGroupOption(label="One", value="1"),
                        discord.CheckboxGroupOption(label="Two", value="2"),
                    ]
                ),
            )
            sure = ui.Label(text="Sure", component=ui.Checkbox())
            file = ui.Label(text="File", component=ui.FileUpload())
            old = ui.TextInput(label="Old", required=False)

            async def on_submit(self, interaction: discord.Interaction) -> None:
                upload = self.file.component.values[0]  # type: ignore[attr-defined]
                got.append(
                    (
                        self.boxes.component.values,  # type: ignore[attr-defined]
                        self.sure.component.value,  # type: ignore[attr-defined]
                        await upload.read(),
                        self.old.value,
                    )
                )
                await interaction.response.defer()

        @scenario.tree.command(description="Ask")
        async def ask(interaction: discord.Interaction) -> None:
            await interaction.response.send_modal(Second())

        await scenario.start()

        asked = await scenario.guest.slash(scenario.channel, "ask")
        await scenario.guest.submit(
            asked,
            {"Boxes": ["One", "2"], "Sure": True, "File": Upload("a.txt", b"hi"), "Old": "word"},
            until="acknowledged",
        )

        assert got == [(["1", "2"], True, b"hi", "word")]

    async def test_a_client_sends_only_what_is_complete(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Ask")
        async def ask(interaction: discord.Interaction) -> None:
            await interaction.response.send_modal(Everything())

        await scenario.start()
        asked = await scenario.guest.slash(scenario.channel, "ask")
        fine = {"Name": "Guest", "Colour": "r", "Pace": "day"}

        for wrong in (
            {"Name": "x"},
            {"Name": "x" * 11},
            {"Name": ""},
            {"Colour": "green"},
            {"Colour": []},
            {"Pace": None},
            {"Shoe size": "42"},
        ):
            with pytest.raises(NotPossible):
                await scenario.guest.submit(asked, fine | wrong)

    async def test_a_modal_from_a_button_can_change_its_message(self, scenario: Scenario) -> None:
        async def router(interaction: discord.Interaction) -> None:
            if interaction.type is discord.InteractionType.component:
                modal = ui.Modal(title="Route", custom_id="m")
                modal.add_item(ui.TextInput(label="City", custom_id="city"))
                modal.stop()
                await interaction.response.send_modal(modal)
            else:
                data: Any = interaction.data
                city = data["components"][0]["components"][0]["value"]
                await interaction.response.edit_message(content=f"to {city}")

        scenario.robot.router = router
        await scenario.start()
        view = ui.View(timeout=None)
        view.add_item(ui.Button(label="Type", custom_id="type"))
        view.stop()
        await scenario.robot.get_partial_messageable(scenario.channel.id).send("board", view=view)
        board = scenario.guest.last(scenario.channel)

        opened = await scenario.guest.press(board, "Type")
        changed = await scenario.guest.submit(opened, {"City": "Boston"})

        assert changed.message.id == board.id
        assert scenario.other.last(scenario.channel).text == "to Boston"

    async def test_no_modal_after_a_deferral_or_a_modal(self, scenario: Scenario) -> None:
        codes: list[int] = []

        async def router(interaction: discord.Interaction) -> None:
            try:
                await interaction.response.send_modal(Everything())
            except discord.HTTPException as error:
                codes.append(error.code)
            await interaction.response.send_message("no")

        @scenario.tree.command(description="Ask")
        async def ask(interaction: discord.Interaction) -> None:
            await interaction.response.send_modal(Everything(custom_id="m").stopped())

        def stopped(self: ui.Modal) -> ui.Modal:
            self.stop()
            return self

        Everything.stopped = stopped  # type: ignore[attr-defined]
        scenario.robot.router = router
        await scenario.start()

        asked = await scenario.guest.slash(scenario.channel, "ask")
        answer = await scenario.guest.submit(asked, {"Name": "Guest", "Colour": "r", "Pace": "day"})

        assert codes == [50035]
        assert answer.text == "no"


class TestViewsOfDiscordPy:
    """The library's own views work as they do at Discord."""

    async def test_a_view_with_callbacks(self, scenario: Scenario) -> None:
        class Counter(ui.View):
            count = 0

            @ui.button(label="0")
            async def add(self, interaction: discord.Interaction, button: Any) -> None:
                self.count += 1
                button.label = str(self.count)
                await interaction.response.edit_message(view=self)

        @scenario.tree.command(description="Count")
        async def count(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("count", view=Counter())

        await scenario.start()
        panel = await scenario.guest.slash(scenario.channel, "count")

        for expected in ("1", "2", "3"):
            answer = await scenario.guest.press(panel, panel.message.labels[0])
            assert answer.message.labels == [expected]

    async def test_application_emoji_on_buttons(self, scenario: Scenario) -> None:
        await scenario.start()
        gif = b"GIF89a" + b"\x01\x00\x01\x00" + b"\x00" * 20
        emoji = await scenario.robot.create_application_emoji(name="red_card", image=gif)
        view = ui.View()
        view.add_item(ui.Button(label="Red", custom_id="red", emoji=emoji))
        await scenario.robot.get_partial_messageable(scenario.channel.id).send("cards", view=view)

        (found,) = await scenario.robot.fetch_application_emojis()

        assert found.name == "red_card"
        assert scenario.guest.last(scenario.channel).labels == ["red_card Red"]
        assert scenario.guest.last(scenario.channel).buttons[0]["emoji"]["id"] == str(found.id)
        renamed = await found.edit(name="blue_card")
        assert renamed.name == "blue_card"
        await found.delete()
        assert await scenario.robot.fetch_application_emojis() == []
        with pytest.raises(discord.HTTPException) as refused:
            await scenario.robot.get_partial_messageable(scenario.channel.id).send(
                "again", view=view
            )
        assert "emoji" in str(refused.value)
        with pytest.raises(discord.HTTPException) as refused:
            await scenario.robot.create_application_emoji(name="x y", image=gif)
        assert "name" in str(refused.value)
        with pytest.raises(discord.HTTPException) as refused:
            await scenario.robot.create_application_emoji(name="big", image=gif + b"\0" * 262_144)
        assert "image" in str(refused.value)
