"""Buttons, selects, layouts and modals, legacy and V2."""

from typing import Any

import discord
import pytest
from discord import ui

from sandbox import NotPossible, Upload
from tests.sandbox.stage import Stage
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
    async def panel(self, stage: Stage) -> Any:
        stage.robot.router = say_what_came
        await stage.start()
        channel = stage.robot.get_partial_messageable(stage.hall.id)
        await channel.send(view=Panel(), file=picture())
        return stage.guest.last(stage.hall)

    async def test_it_is_read_from_top_to_bottom(self, stage: Stage, panel: Any) -> None:
        assert panel.text == "# Your turn\nDraw two cards\nDenver - Kansas City"
        assert panel.labels == ["Claim", "🃏 Draw", "Closed", "Rules"]
        assert panel.alt_texts == ["A board", "The board"]
        assert [file.name for file in panel.files] == ["board.png"]

    async def test_buttons(self, stage: Stage, panel: Any) -> None:
        by_label = await stage.guest.press(panel, "Draw")
        by_custom_id = await stage.other.press(panel, "claim:1")

        assert by_label.text == "draw "
        assert by_custom_id.text == "claim:1 "
        for name in ("Closed", "Rules", "Harbour"):
            with pytest.raises(NotPossible):
                await stage.guest.press(panel, name)

    async def test_selects(self, stage: Stage, panel: Any) -> None:
        answer = await stage.guest.select(panel, ["To Boston", "t3"])

        assert answer.text == "tickets t1,t3"
        for wrong in ([], ["t1", "t2", "t3"], ["t9"]):
            with pytest.raises(NotPossible):
                await stage.guest.select(panel, wrong)

    async def test_shown_attachments_are_not_listed_but_referenced(
        self, stage: Stage, panel: Any
    ) -> None:
        channel = stage.robot.get_partial_messageable(stage.hall.id)

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
        assert await stage.robot.http.get_from_cdn(media.url) == panel.files[0].content

    async def test_editing_keeps_adds_and_replaces_files(self, stage: Stage, panel: Any) -> None:
        partial = stage.robot.get_partial_messageable(stage.hall.id).get_partial_message(panel.id)

        await partial.edit(view=Panel())
        kept = stage.guest.last(stage.hall)
        await partial.edit(view=Panel(), attachments=[picture(tail=b"new")])
        replaced = stage.guest.last(stage.hall)

        assert kept.files == panel.files
        assert [file.content[-3:] for file in replaced.files] == [b"new"]
        with pytest.raises(discord.HTTPException) as refused:
            await partial.edit(view=Panel(), attachments=[])
        assert "components.0.components.3.items.0.media.url" in str(refused.value)

    async def test_it_cannot_become_a_legacy_message_again(self, stage: Stage, panel: Any) -> None:
        route = discord.http.Route("PATCH", f"/channels/{stage.hall.id}/messages/{panel.id}")

        for body in ({"flags": 0}, {"content": "text"}, {"embeds": [{"title": "x"}]}):
            with pytest.raises(discord.HTTPException) as refused:
                await stage.robot.http.request(route, json=body)
            assert refused.value.code == 50035

    async def test_a_legacy_message_becomes_v2_when_its_text_goes(self, stage: Stage) -> None:
        await stage.start()
        channel = stage.robot.get_partial_messageable(stage.hall.id)
        message = await channel.send("old text", file=picture())
        view = ui.LayoutView()
        view.add_item(ui.TextDisplay("new text"))

        with pytest.raises(discord.HTTPException) as refused:
            await message.edit(view=view)
        await message.edit(content=None, view=view)

        assert "IS_COMPONENTS_V2" in str(refused.value)
        assert stage.guest.last(stage.hall).text == "new text"


class TestSelectsOfEveryKind:
    """People, roles, both, and channels."""

    async def test_values_come_resolved(self, stage: Stage) -> None:
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

        @stage.tree.command(description="Choose")
        async def choose(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("choose", view=Choose())

        await stage.start()
        role = stage.club.role("Players")
        panel = await stage.guest.slash(stage.hall, "choose")

        for menu, values in (
            ("who", [stage.guest, stage.other]),
            ("role", role),
            ("either", [stage.other, role]),
            ("where", stage.hall),
        ):
            await stage.guest.select(panel, values, menu=menu, until="acknowledged")
        with pytest.raises(NotPossible):
            await stage.guest.select(panel, stage.hall, menu="who", until="acknowledged")

        assert [user.display_name for user in got["who"]] == ["Guest 1", "Guest 2"]
        assert [each.name for each in got["role"]] == ["Players"]
        assert [each.id for each in got["either"]] == [stage.other.id, role.id]
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

    async def test_every_kind_of_field(self, stage: Stage) -> None:
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

        @stage.tree.command(description="Ask")
        async def ask(interaction: discord.Interaction) -> None:
            await interaction.response.send_modal(Asking())

        await stage.start()

        asked = await stage.guest.slash(stage.hall, "ask")
        thanks = await stage.guest.submit(
            asked, {"Name": "Guest", "Colour": "Blue", "Friend": stage.other, "Pace": "day"}
        )

        assert asked.modal.title == "Everything"
        assert asked.modal.labels == ["Name", "Colour", "Friend", "Pace"]
        assert thanks.text == "thanks"
        assert got == [("Guest", ["b"], [stage.other.id], "day")]
        assert "Of your trains" in stage.guest.shown
        assert "Of your trains" not in stage.other.shown

    async def test_checkboxes_files_and_old_rows(self, stage: Stage) -> None:
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

        @stage.tree.command(description="Ask")
        async def ask(interaction: discord.Interaction) -> None:
            await interaction.response.send_modal(Second())

        await stage.start()

        asked = await stage.guest.slash(stage.hall, "ask")
        await stage.guest.submit(
            asked,
            {"Boxes": ["One", "2"], "Sure": True, "File": Upload("a.txt", b"hi"), "Old": "word"},
            until="acknowledged",
        )

        assert got == [(["1", "2"], True, b"hi", "word")]

    async def test_a_client_sends_only_what_is_complete(self, stage: Stage) -> None:
        @stage.tree.command(description="Ask")
        async def ask(interaction: discord.Interaction) -> None:
            await interaction.response.send_modal(Everything())

        await stage.start()
        asked = await stage.guest.slash(stage.hall, "ask")
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
                await stage.guest.submit(asked, fine | wrong)

    async def test_a_modal_from_a_button_can_change_its_message(self, stage: Stage) -> None:
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

        stage.robot.router = router
        await stage.start()
        view = ui.View(timeout=None)
        view.add_item(ui.Button(label="Type", custom_id="type"))
        view.stop()
        await stage.robot.get_partial_messageable(stage.hall.id).send("board", view=view)
        board = stage.guest.last(stage.hall)

        opened = await stage.guest.press(board, "Type")
        changed = await stage.guest.submit(opened, {"City": "Boston"})

        assert changed.message.id == board.id
        assert stage.other.last(stage.hall).text == "to Boston"

    async def test_no_modal_after_a_deferral_or_a_modal(self, stage: Stage) -> None:
        codes: list[int] = []

        async def router(interaction: discord.Interaction) -> None:
            try:
                await interaction.response.send_modal(Everything())
            except discord.HTTPException as error:
                codes.append(error.code)
            await interaction.response.send_message("no")

        @stage.tree.command(description="Ask")
        async def ask(interaction: discord.Interaction) -> None:
            await interaction.response.send_modal(Everything(custom_id="m").stopped())

        def stopped(self: ui.Modal) -> ui.Modal:
            self.stop()
            return self

        Everything.stopped = stopped  # type: ignore[attr-defined]
        stage.robot.router = router
        await stage.start()

        asked = await stage.guest.slash(stage.hall, "ask")
        answer = await stage.guest.submit(asked, {"Name": "Guest", "Colour": "r", "Pace": "day"})

        assert codes == [50035]
        assert answer.text == "no"


class TestViewsOfDiscordPy:
    """The library's own views work as they do at Discord."""

    async def test_a_view_with_callbacks(self, stage: Stage) -> None:
        class Counter(ui.View):
            count = 0

            @ui.button(label="0")
            async def add(self, interaction: discord.Interaction, button: Any) -> None:
                self.count += 1
                button.label = str(self.count)
                await interaction.response.edit_message(view=self)

        @stage.tree.command(description="Count")
        async def count(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("count", view=Counter())

        await stage.start()
        panel = await stage.guest.slash(stage.hall, "count")

        for expected in ("1", "2", "3"):
            answer = await stage.guest.press(panel, panel.message.labels[0])
            assert answer.message.labels == [expected]

    async def test_application_emoji_on_buttons(self, stage: Stage) -> None:
        await stage.start()
        gif = b"GIF89a" + b"\x01\x00\x01\x00" + b"\x00" * 20
        emoji = await stage.robot.create_application_emoji(name="red_card", image=gif)
        view = ui.View()
        view.add_item(ui.Button(label="Red", custom_id="red", emoji=emoji))
        await stage.robot.get_partial_messageable(stage.hall.id).send("cards", view=view)

        (found,) = await stage.robot.fetch_application_emojis()

        assert found.name == "red_card"
        assert stage.guest.last(stage.hall).labels == ["red_card Red"]
        assert stage.guest.last(stage.hall).buttons[0]["emoji"]["id"] == str(found.id)
        renamed = await found.edit(name="blue_card")
        assert renamed.name == "blue_card"
        await found.delete()
        assert await stage.robot.fetch_application_emojis() == []
        with pytest.raises(discord.HTTPException) as refused:
            await stage.robot.get_partial_messageable(stage.hall.id).send("again", view=view)
        assert "emoji" in str(refused.value)
        with pytest.raises(discord.HTTPException) as refused:
            await stage.robot.create_application_emoji(name="x y", image=gif)
        assert "name" in str(refused.value)
        with pytest.raises(discord.HTTPException) as refused:
            await stage.robot.create_application_emoji(name="big", image=gif + b"\0" * 262_144)
        assert "image" in str(refused.value)
