"""Every size and count of the platform page: what fits passes, one more is refused."""

import io
from typing import Any

import aiohttp
import discord
import pytest

from sandbox.validation import limits
from tests.sandbox.scenario import Scenario

Json = dict[str, Any]
V2 = {"flags": 1 << 15}


def button(number: int = 0, **fields: Any) -> Json:
    return {"type": 2, "style": 1, "label": "x", "custom_id": f"b{number}"} | fields


def row(*children: Json) -> Json:
    return {"type": 1, "components": list(children)}


def option(number: int = 0, **fields: Any) -> Json:
    return {"label": f"l{number}", "value": f"v{number}"} | fields


def select(count: int = 2, **fields: Any) -> Json:
    options = [option(n) for n in range(count)]
    return {"type": 3, "custom_id": "s", "options": options} | fields


def text(content: str = "x") -> Json:
    return {"type": 10, "content": content}


def section(*texts: Json, **fields: Any) -> Json:
    return {"type": 9, "components": list(texts) or [text()], "accessory": button()} | fields


def gallery(count: int = 1, **fields: Any) -> Json:
    item = {"media": {"url": "https://example.org/a.png"}} | fields
    return {"type": 12, "items": [item] * count}


def legacy(*components: Json) -> Json:
    return {"content": "x", "components": list(components)}


def layout(*components: Json) -> Json:
    return V2 | {"components": list(components)}


def embed(**fields: Any) -> Json:
    return {"embeds": [fields]}


def buttons(count: int) -> list[Json]:
    return [button(n) for n in range(count)]


FITS: dict[str, Json] = {
    "content": {"content": "x" * 2000},
    "ten embeds": {"embeds": [{"title": "x"}] * 10},
    "a full embed": embed(title="x" * 256, description="x" * 4096, footer={"text": "x" * 1648}),
    "25 fields": embed(fields=[{"name": "x", "value": "x"}] * 25),
    "five rows of five": legacy(*[row(*buttons(25)[n * 5 : n * 5 + 5]) for n in range(5)]),
    "label": legacy(row(button(label="x" * 80))),
    "custom id": legacy(row(button(custom_id="x" * 100))),
    "url": legacy(row({"type": 2, "style": 5, "label": "x", "url": "https://e.org/" + "x" * 498})),
    "25 options": legacy(row(select(25, max_values=25, placeholder="x" * 150))),
    "long options": legacy(
        row(
            select(
                options=[option(label="x" * 100, value="x" * 100, description="x" * 100)],
            )
        )
    ),
    "4000 characters": layout(text("x" * 2000), text("x" * 2000)),
    "40 components": layout(*[text() for _ in range(40)]),
    "33 buttons": layout(
        *[row(*buttons(35)[n * 5 : n * 5 + 5]) for n in range(6)], row(*buttons(35)[30:33])
    ),
    "ten pictures": layout(gallery(10, description="x" * 1024)),
    "three texts": layout(section(text(), text(), text())),
    "a container": layout({"type": 17, "components": [text(), section(), row(select())]}),
    "bytes": layout(text("ä" * 4000)),
}

REFUSED: dict[str, tuple[Json, str]] = {
    "content": ({"content": "x" * 2001}, "content"),
    "eleven embeds": ({"embeds": [{"title": "x"}] * 11}, "embeds"),
    "embed title": (embed(title="x" * 257), "embeds.0.title"),
    "embed description": (embed(description="x" * 4097), "embeds.0.description"),
    "26 fields": (embed(fields=[{"name": "x", "value": "x"}] * 26), "embeds.0.fields"),
    "field name": (
        embed(fields=[{"name": "x" * 257, "value": "x"}]),
        "embeds.0.fields.0.name",
    ),
    "field value": (
        embed(fields=[{"name": "x", "value": "x" * 1025}]),
        "embeds.0.fields.0.value",
    ),
    "field without value": (embed(fields=[{"name": "x"}]), "embeds.0.fields.0.value"),
    "footer": (embed(footer={"text": "x" * 2049}), "embeds.0.footer.text"),
    "author": (embed(author={"name": "x" * 257}), "embeds.0.author.name"),
    "embeds together": ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds"),
    "six rows": (legacy(*[row(button(n)) for n in range(6)]), "components"),
    "six in a row": (legacy(row(*buttons(6))), "components.0.components"),
    "an empty row": (legacy(row()), "components.0.components"),
    "select beside button": (legacy(row(select(), button())), "components.0.components.1"),
    "a button without a row": (legacy(button()), "components.0"),
    "label": (legacy(row(button(label="x" * 81))), "components.0.components.0.label"),
    "no label": (legacy(row(button(label=None))), "components.0.components.0.label"),
    "no custom id": (
        legacy(row({"type": 2, "style": 1, "label": "x"})),
        "components.0.components.0.custom_id",
    ),
    "custom id": (
        legacy(row(button(custom_id="x" * 101))),
        "components.0.components.0.custom_id",
    ),
    "empty custom id": (
        legacy(row(button(custom_id=""))),
        "components.0.components.0.custom_id",
    ),
    "custom id twice": (
        legacy(row(button()), row(button())),
        "components.1.components.0.custom_id",
    ),
    "style": (legacy(row(button(style=9))), "components.0.components.0.style"),
    "url of a normal button": (
        legacy(row(button(url="https://e.org"))),
        "components.0.components.0.url",
    ),
    "custom id of a link": (
        legacy(row(button(style=5, url="https://e.org"))),
        "components.0.components.0.custom_id",
    ),
    "long link": (
        legacy(row({"type": 2, "style": 5, "label": "x", "url": "https://" + "x" * 512})),
        "components.0.components.0.url",
    ),
    "strange link": (
        legacy(row({"type": 2, "style": 5, "label": "x", "url": "file:///etc"})),
        "components.0.components.0.url",
    ),
    "unknown emoji": (
        legacy(row(button(emoji={"id": "123", "name": "x"}))),
        "components.0.components.0.emoji.name",
    ),
    "no emoji": (
        legacy(row(button(emoji={"name": "abc"}))),
        "components.0.components.0.emoji.name",
    ),
    "26 options": (legacy(row(select(26))), "components.0.components.0.options"),
    "no options": (legacy(row(select(0))), "components.0.components.0.options"),
    "option label": (
        legacy(row(select(options=[option(label="x" * 101)]))),
        "components.0.components.0.options.0.label",
    ),
    "option value": (
        legacy(row(select(options=[option(value="x" * 101)]))),
        "components.0.components.0.options.0.value",
    ),
    "option description": (
        legacy(row(select(options=[option(description="x" * 101)]))),
        "components.0.components.0.options.0.description",
    ),
    "the same value": (
        legacy(row(select(options=[option(), option()]))),
        "components.0.components.0.options.1.value",
    ),
    "placeholder": (
        legacy(row(select(placeholder="x" * 151))),
        "components.0.components.0.placeholder",
    ),
    "more values than options": (
        legacy(row(select(2, max_values=3))),
        "components.0.components.0.max_values",
    ),
    "at least more than at most": (
        legacy(row(select(3, min_values=3, max_values=2))),
        "components.0.components.0.min_values",
    ),
    "two defaults for one": (
        legacy(row(select(options=[option(0, default=True), option(1, default=True)]))),
        "components.0.components.0.options",
    ),
    "text input in a message": (
        legacy(row({"type": 4, "custom_id": "x", "style": 1, "label": "x"})),
        "components.0.components.0",
    ),
    "V2 without its flag": (legacy(text()), "components.0"),
    "V2 with content": (layout(text()) | {"content": "x"}, "content"),
    "V2 with embeds": (layout(text()) | {"embeds": [{"title": "x"}]}, "embeds"),
    "4001 characters": (layout(text("x" * 4000), text()), "components"),
    "one long text": (layout(text("x" * 4001)), "components.0.content"),
    "an empty text": (layout(text("")), "components.0.content"),
    "41 components": (
        layout({"type": 17, "components": [text() for _ in range(40)]}),
        "components",
    ),
    "seven rows of five": (
        layout(*[row(*buttons(35)[n * 5 : n * 5 + 5]) for n in range(7)]),
        "components",
    ),
    "eleven pictures": (layout(gallery(11)), "components.0.items"),
    "picture description": (
        layout(gallery(description="x" * 1025)),
        "components.0.items.0.description",
    ),
    "missing file": (
        layout(gallery(media={"url": "attachment://a.png"})),
        "components.0.items.0.media.url",
    ),
    "strange picture": (
        layout(gallery(media={"url": "ftp://a.png"})),
        "components.0.items.0.media.url",
    ),
    "four texts": (
        layout(section(text(), text(), text(), text())),
        "components.0.components",
    ),
    "section without accessory": (layout(section(accessory=None)), "components.0.accessory"),
    "section with a select": (layout(section(accessory=select())), "components.0.accessory"),
    "container in a container": (
        layout({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
        "components.0.components.0",
    ),
    "empty container": (layout({"type": 17, "components": []}), "components.0.components"),
    "colour": (
        layout({"type": 17, "accent_color": 1 << 24, "components": [text()]}),
        "components.0.accent_color",
    ),
    "spacing": (layout(text(), {"type": 14, "spacing": 3}), "components.1.spacing"),
    "the same id": (layout(text() | {"id": 7}, text() | {"id": 7}), "components.1.id"),
    "unknown component": (layout({"type": 99}), "components.0"),
    "a modal's label": (
        layout({"type": 18, "label": "x", "component": select()}),
        "components.0",
    ),
    "components that are none": ({"content": "x", "components": "x"}, "components"),
    "a component that is none": ({"content": "x", "components": [1]}, "components.0"),
    "a poll": ({"content": "x", "poll": {"question": {"text": "?"}}}, "poll"),
    "101 mentions": (
        {"content": "x", "allowed_mentions": {"users": [str(n) for n in range(101)]}},
        "allowed_mentions.users",
    ),
    "a number as list": ({"content": "x", "embeds": 1}, "embeds"),
    "content that is none": ({"content": {"a": 1}}, "content"),
    "flags that are none": ({"content": "x", "flags": "many"}, "flags"),
}


async def post(scenario: Scenario, body: Json) -> Json:
    route = discord.http.Route("POST", f"/channels/{scenario.channel.id}/messages")
    made: Json = await scenario.robot.http.request(route, json=body)
    return made


class TestMessages:
    """Bodies of messages."""

    @pytest.mark.parametrize("case", FITS)
    async def test_what_fits_is_posted(self, scenario: Scenario, case: str) -> None:
        await scenario.login()

        made = await post(scenario, FITS[case])

        assert made["id"] == str(scenario.guest.last(scenario.channel).id)

    @pytest.mark.parametrize("case", REFUSED)
    async def test_one_more_is_refused_where_it_is(self, scenario: Scenario, case: str) -> None:
        body, where = REFUSED[case]
        await scenario.login()

        with pytest.raises(discord.HTTPException) as refused:
            await post(scenario, body)

        assert (refused.value.status, refused.value.code) == (400, 50035)
        assert f"In {where}:" in str(refused.value)
        assert scenario.guest.sees(scenario.channel) == []

    @pytest.mark.parametrize(
        "body", [{}, {"content": ""}, {"content": "  \n"}, V2 | {"components": []}, {"embeds": []}]
    )
    async def test_an_empty_message_is_refused(self, scenario: Scenario, body: Json) -> None:
        await scenario.login()

        with pytest.raises(discord.HTTPException) as refused:
            await post(scenario, body)

        assert (refused.value.status, refused.value.code) == (400, 50006)

    async def test_too_many_bytes_of_text_break_discord(self, scenario: Scenario) -> None:
        await scenario.login()
        url = f"{scenario.sandbox.api}/channels/{scenario.channel.id}/messages"
        headers = {"Authorization": f"Bot {scenario.sandbox.token}"}
        fits, breaks = 10_170 - 12, 10_170 - 11

        async with aiohttp.ClientSession(headers=headers) as session:
            for size, status in ((fits, 200), (breaks, 500)):
                content = "本" * (size // 3) + "x" * (size % 3)
                async with session.post(url, json=layout(text(content))) as response:
                    assert response.status == status


class TestFiles:
    """Sizes and counts of files."""

    async def upload(
        self, scenario: Scenario, sizes: list[int], **payload: Any
    ) -> tuple[int, Json]:
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", discord.utils._to_json({"content": "x"} | payload))
        for number, size in enumerate(sizes):
            form.add_field(f"files[{number}]", io.BytesIO(b"\0" * size), filename=f"{number}.bin")
        url = f"{scenario.sandbox.api}/channels/{scenario.channel.id}/messages"
        headers = {"Authorization": f"Bot {scenario.sandbox.token}"}
        async with (
            aiohttp.ClientSession(headers=headers) as session,
            session.post(url, data=form) as response,
        ):
            return response.status, await response.json()

    async def test_ten_files_of_ten_mebibytes(self, scenario: Scenario) -> None:
        assert (await self.upload(scenario, [1] * 10))[0] == 200
        assert (await self.upload(scenario, [limits.FILE_SIZE]))[0] == 200

        status, body = await self.upload(scenario, [1] * 11)
        assert (status, body["code"]) == (400, 30015)
        status, body = await self.upload(scenario, [limits.FILE_SIZE + 1])
        assert (status, body["code"]) == (413, 40005)
        status, body = await self.upload(scenario, [9 * limits.MIB] * 3)
        assert (status, body["code"]) == (413, 40005)

    async def test_alt_texts(self, scenario: Scenario) -> None:
        entry = {"id": 0, "description": "x" * 1024}
        assert (await self.upload(scenario, [1], attachments=[entry]))[0] == 200

        entry["description"] += "x"
        status, body = await self.upload(scenario, [1], attachments=[entry])

        assert (status, body["code"]) == (400, 50035)
        assert "description" in body["errors"]["attachments"]["0"]

    async def test_a_list_that_names_no_file(self, scenario: Scenario) -> None:
        status, body = await self.upload(scenario, [1], attachments=[{"id": 5}])

        assert (status, body["code"]) == (400, 50035)


def label(inner: Json, **fields: Any) -> Json:
    return {"type": 18, "label": "Label", "component": inner} | fields


def typed(**fields: Any) -> Json:
    return {"type": 4, "custom_id": "t", "style": 1} | fields


def modal(*components: Json, **fields: Any) -> Json:
    return {"title": "Title", "custom_id": "m", "components": list(components)} | fields


def group(kind: int, count: int) -> Json:
    return {"type": kind, "custom_id": "g", "options": [option(n) for n in range(count)]}


MODALS: dict[str, tuple[Json, str | None]] = {
    "title fits": (modal(label(typed()), title="x" * 45), None),
    "title": (modal(label(typed()), title="x" * 46), "title"),
    "custom id": (modal(label(typed()), custom_id="x" * 101), "custom_id"),
    "nothing": (modal(), "components"),
    "five": (modal(*[label(typed(custom_id=f"{n}")) for n in range(5)]), None),
    "six": (modal(*[label(typed(custom_id=f"{n}")) for n in range(6)]), "components"),
    "label": (modal(label(typed(), label="x" * 46)), "components.0.label"),
    "label description": (
        modal(label(typed(), description="x" * 101)),
        "components.0.description",
    ),
    "placeholder": (
        modal(label(typed(placeholder="x" * 101))),
        "components.0.component.placeholder",
    ),
    "value": (modal(label(typed(value="x" * 4001))), "components.0.component.value"),
    "length": (modal(label(typed(max_length=4001))), "components.0.component.max_length"),
    "lengths": (
        modal(label(typed(min_length=5, max_length=4))),
        "components.0.component.min_length",
    ),
    "a button": (modal(label(button())), "components.0.component"),
    "a bare row": (modal(row(button())), "components.0.components.0"),
    "old rows": (modal(row(typed(label="Old"))), None),
    "one radio": (modal(label(group(21, 1))), "components.0.component.options"),
    "two radios": (modal(label(group(21, 2))), None),
    "eleven radios": (modal(label(group(21, 11))), "components.0.component.options"),
    "ten boxes": (modal(label(group(22, 10))), None),
    "eleven boxes": (modal(label(group(22, 11))), "components.0.component.options"),
    "eleven files": (
        modal(label({"type": 19, "custom_id": "f", "max_values": 11})),
        "components.0.component.max_values",
    ),
    "a text between": (modal(text("hello"), label(typed())), None),
    "custom id twice": (
        modal(label(typed()), label(typed())),
        "components.1.component.custom_id",
    ),
}


class TestModals:
    """Bodies of modals, and of choices."""

    @pytest.mark.parametrize("case", MODALS)
    async def test_modals(self, scenario: Scenario, case: str) -> None:
        body, where = MODALS[case]
        results: list[str | None] = []

        @scenario.tree.command(description="Ask")
        async def ask(interaction: discord.Interaction) -> None:
            path = f"/interactions/{interaction.id}/{interaction.token}/callback"
            route = discord.http.Route("POST", path)
            try:
                await scenario.robot.http.request(route, json={"type": 9, "data": body})
                results.append(None)
            except discord.HTTPException as error:
                results.append(str(error))
                await interaction.response.send_message("refused")

        await scenario.start()
        await scenario.guest.slash(scenario.channel, "ask")
        await scenario.wait_until(lambda: results)

        assert (results[0] is None) == (where is None)
        assert where is None or f"In data.{where}:" in str(results[0])

    async def test_choices(self, scenario: Scenario) -> None:
        results: list[int] = []

        async def offer(
            interaction: discord.Interaction, _: str
        ) -> list[discord.app_commands.Choice[str]]:
            path = f"/interactions/{interaction.id}/{interaction.token}/callback"
            for choices in (
                [{"name": "x", "value": "x"}] * 26,
                [{"name": "x" * 101, "value": "x"}],
                [{"name": "x", "value": "x" * 101}],
                [{"name": "", "value": "x"}],
                "none",
            ):
                body = {"type": 8, "data": {"choices": choices}}
                try:
                    await scenario.robot.http.request(discord.http.Route("POST", path), json=body)
                except discord.HTTPException as error:
                    results.append(error.code)
            return []

        @scenario.tree.command(description="Go")
        @discord.app_commands.autocomplete(city=offer)
        async def go(interaction: discord.Interaction, city: str) -> None:
            await interaction.response.send_message(city)

        await scenario.start()

        assert await scenario.guest.autocomplete(scenario.channel, "go", "city", "x") == []
        assert results == [50035] * 5
