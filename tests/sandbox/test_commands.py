"""Slash commands, their options, autocomplete and menus, from both sides."""

import enum
from typing import Any, Literal

import discord
import pytest
from discord import app_commands

from sandbox import DidNotRespond, NotPossible, Upload
from sandbox.world.permissions import MANAGE_MESSAGES, USE_COMMANDS
from tests.sandbox.scenario import Scenario


class TestSlash:
    """A command reaches the bot, and its answer reaches whoever may see it."""

    async def test_an_answer_reaches_everybody_in_the_channel(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Say pong")
        async def ping(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("pong")

        await scenario.start()

        answer = await scenario.guest.slash(scenario.channel, "ping")

        assert answer.text == "pong"
        assert not answer.ephemeral
        assert scenario.other.last(scenario.channel).text == "pong"
        assert "pong" in scenario.other.shown

    async def test_the_interaction_says_who_where_and_in_which_language(
        self, scenario: Scenario
    ) -> None:
        seen: list[Any] = []

        @scenario.tree.command(description="Look")
        async def look(interaction: discord.Interaction) -> None:
            seen.append(interaction)
            await interaction.response.send_message("ok", ephemeral=True)

        await scenario.start()

        await scenario.other.slash(scenario.channel, "look")

        (interaction,) = seen
        assert interaction.user.id == scenario.other.id
        assert interaction.user.display_name == "Guest 2"
        assert interaction.guild_id == scenario.club.id
        assert interaction.guild.name == "Railway club"
        assert interaction.channel.name == "hall"
        assert interaction.locale is discord.Locale.german
        assert interaction.guild_locale is discord.Locale.american_english
        assert interaction.filesize_limit == 10 * 1024 * 1024
        assert interaction.permissions.send_messages
        assert not interaction.permissions.manage_messages
        assert interaction.app_permissions.attach_files
        assert interaction.context.guild
        assert interaction.is_guild_integration()

    async def test_a_command_works_in_a_direct_message(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Where")
        async def where(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(f"guild {interaction.guild_id}")

        await scenario.start()

        answer = await scenario.guest.slash(scenario.guest.direct, "where")

        assert answer.text == "guild None"

    async def test_groups_and_options_arrive_as_they_were_typed(self, scenario: Scenario) -> None:
        game = app_commands.Group(name="game", description="Tables")
        more = app_commands.Group(name="set", description="More", parent=game)
        got: list[Any] = []

        class Pace(enum.Enum):
            day = 24
            none = 0

        @game.command(description="Open")
        @app_commands.describe(edition="which")
        async def new(
            interaction: discord.Interaction,
            edition: Literal["usa", "world"],
            seats: app_commands.Range[int, 2, 5] = 3,
            ratio: float = 0.5,
            loud: bool = False,
            who: discord.Member | None = None,
            what: discord.Role | None = None,
            where: discord.TextChannel | None = None,
        ) -> None:
            got.append((edition, seats, ratio, loud, who, what, where))
            await interaction.response.send_message("opened")

        @more.command(name="pace", description="Pace")
        async def pace(interaction: discord.Interaction, value: Pace) -> None:
            got.append(value)
            await interaction.response.send_message("set")

        scenario.tree.add_command(game)
        await scenario.start()
        role = scenario.club.role("Players")

        await scenario.guest.slash(
            scenario.channel, "game new", edition="usa", seats=4, ratio=0.25, loud=True,
            who=scenario.other, what=role, where=scenario.channel,
        )  # fmt: skip
        await scenario.guest.slash(scenario.channel, "game set pace", value="none")

        edition, seats, ratio, loud, who, what, where = got[0]
        assert (edition, seats, ratio, loud) == ("usa", 4, 0.25, True)
        assert (who.id, what.name, where.id) == (scenario.other.id, "Players", scenario.channel.id)
        assert got[1] is Pace.none

    async def test_an_option_may_be_called_name(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Greet")
        async def greet(interaction: discord.Interaction, name: str, place: str) -> None:
            await interaction.response.send_message(f"{name} in {place}")

        await scenario.start()

        answer = await scenario.guest.slash(scenario.channel, "greet", name="Guest", place="Boston")

        assert answer.text == "Guest in Boston"

    async def test_a_file_can_be_an_option(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Take a file")
        async def take(interaction: discord.Interaction, file: discord.Attachment) -> None:
            content = await file.read()
            await interaction.response.send_message(f"{file.filename}: {content.decode()}")

        await scenario.start()

        answer = await scenario.guest.slash(
            scenario.channel, "take", file=Upload("a.txt", b"hello")
        )

        assert answer.text == "a.txt: hello"

    async def test_a_client_refuses_what_does_not_fit_the_tree(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Choose")
        async def choose(
            interaction: discord.Interaction,
            kind: Literal["a", "b"],
            count: app_commands.Range[int, 1, 3] = 1,
            word: app_commands.Range[str, 2, 4] = "ab",
        ) -> None:
            await interaction.response.send_message("never")

        await scenario.start()

        for wrong in (
            {},
            {"kind": "c"},
            {"kind": "a", "count": 4},
            {"kind": "a", "count": "1"},
            {"kind": "a", "word": "x"},
            {"kind": "a", "colour": "red"},
        ):
            with pytest.raises(NotPossible):
                await scenario.guest.slash(scenario.channel, "choose", **wrong)
        with pytest.raises(NotPossible, match="no command 'draw'"):
            await scenario.guest.slash(scenario.channel, "draw")

    async def test_commands_are_offered_to_those_who_may_use_them(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="For moderators")
        @app_commands.default_permissions(manage_messages=True)
        @app_commands.guild_only()
        async def cancel(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("cancelled")

        await scenario.start()
        scenario.club.give(scenario.other.user, scenario.club.role("Moderators", MANAGE_MESSAGES))

        assert scenario.guest.commands(scenario.channel) == []
        assert scenario.other.commands(scenario.channel) == ["cancel"]
        assert scenario.other.commands(scenario.other.direct) == []
        scenario.channel.deny(scenario.other.user, USE_COMMANDS)
        assert scenario.other.commands(scenario.channel) == []

    async def test_menus_on_people_and_messages(self, scenario: Scenario) -> None:
        @scenario.tree.context_menu(name="Poke")
        async def poke(interaction: discord.Interaction, user: discord.Member) -> None:
            await interaction.response.send_message(f"poked {user.display_name}")

        @scenario.tree.context_menu(name="Quote")
        async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
            await interaction.response.send_message(f"said {message.content}")

        await scenario.start()
        said = scenario.other.say(scenario.channel, "hello")

        poked = await scenario.guest.use_menu("Poke", scenario.other, scenario.channel)
        quoted = await scenario.guest.use_menu("Quote", said, scenario.channel)

        assert poked.text == "poked Guest 2"
        assert quoted.text == "said hello"


class TestOtherVersions:
    """People are offered what another version of the bot has registered."""

    async def test_a_command_that_the_bot_does_not_know(self, scenario: Scenario) -> None:
        await scenario.start()
        scenario.sandbox.register({"name": "old", "description": "From long ago"})

        sent = scenario.guest.begin_slash(scenario.channel, "old")
        await scenario.wait_until(lambda: scenario.robot.failures)

        (error,) = scenario.robot.failures
        assert isinstance(error, app_commands.CommandNotFound)
        assert (error.name, sent.stage) == ("old", "waiting")
        await scenario.tree.sync()
        assert scenario.guest.commands(scenario.channel) == []

    async def test_a_subcommand_that_is_new(self, scenario: Scenario) -> None:
        group = app_commands.Group(name="game", description="Games")

        @group.command(description="Start")
        async def start(interaction: discord.Interaction) -> None: ...

        scenario.tree.add_command(group)
        await scenario.start()
        spec = scenario.sandbox.commands()["game"]
        spec["options"].append({"type": 1, "name": "stop", "description": "Stop"})
        scenario.sandbox.register(spec)

        scenario.guest.begin_slash(scenario.channel, "game stop")
        await scenario.wait_until(lambda: scenario.robot.failures)

        (error,) = scenario.robot.failures
        assert isinstance(error, app_commands.CommandNotFound)
        assert (error.name, error.parents) == ("stop", ["game"])

    async def test_a_command_with_other_options(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Claim")
        async def claim(interaction: discord.Interaction, route: str) -> None: ...

        await scenario.start()
        spec = scenario.sandbox.commands()["claim"]
        spec["options"][0]["name"] = "city"
        scenario.sandbox.register(spec)

        scenario.guest.begin_slash(scenario.channel, "claim", city="Boston")
        await scenario.wait_until(lambda: scenario.robot.failures)

        (error,) = scenario.robot.failures
        assert isinstance(error, app_commands.CommandSignatureMismatch)
        assert scenario.guest.commands(scenario.channel) == ["claim"]


class TestAutocomplete:
    """Choices while one types."""

    async def test_choices_come_for_what_is_typed(self, scenario: Scenario) -> None:
        cities = ["Denver", "Dallas", "Boston"]

        async def offer(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            fitting = [c for c in cities if c.lower().startswith(typed.lower())]
            return [app_commands.Choice(name=c, value=c.lower()) for c in fitting]

        @scenario.tree.command(description="Go")
        @app_commands.autocomplete(city=offer)
        async def go(interaction: discord.Interaction, city: str) -> None:
            await interaction.response.send_message(f"to {city}")

        await scenario.start()

        choices = await scenario.guest.autocomplete(scenario.channel, "go", "city", "d")
        answer = await scenario.guest.slash(scenario.channel, "go", city="anything at all")

        assert [c["value"] for c in choices] == ["denver", "dallas"]
        assert answer.text == "to anything at all"
        assert "dallas" in scenario.guest.shown
        assert "dallas" not in scenario.other.shown

    async def test_numbers_complete_too(self, scenario: Scenario) -> None:
        async def offer(_: discord.Interaction, typed: int) -> list[app_commands.Choice[int]]:
            return [app_commands.Choice(name="four", value=4)]

        @scenario.tree.command(description="Count")
        @app_commands.autocomplete(number=offer)
        async def count(interaction: discord.Interaction, number: int) -> None:
            await interaction.response.send_message(str(number))

        await scenario.start()

        (choice,) = await scenario.guest.autocomplete(scenario.channel, "count", "number", "4")

        assert choice["value"] == 4

    async def test_silence_is_told(self, scenario: Scenario) -> None:
        async def offer(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            scenario.clock.advance(3.1)
            return []

        @scenario.tree.command(description="Go")
        @app_commands.autocomplete(city=offer)
        async def go(interaction: discord.Interaction, city: str) -> None:
            await interaction.response.send_message(city)

        await scenario.start()

        with pytest.raises(DidNotRespond):
            await scenario.guest.autocomplete(scenario.channel, "go", "city", "d")


def command(**fields: Any) -> dict[str, Any]:
    return {"name": "draw", "description": "Draw a card", "type": 1} | fields


def option(**fields: Any) -> dict[str, Any]:
    return {"name": "card", "description": "which", "type": 3} | fields


CHOICE = {"name": "x", "value": "x"}

WRONG = {
    "name with capitals": ([command(name="Draw")], "0.name"),
    "name too long": ([command(name="d" * 33)], "0.name"),
    "name with a space": ([command(name="draw it")], "0.name"),
    "no description": ([command(description="")], "0.description"),
    "description too long": ([command(description="d" * 101)], "0.description"),
    "two of one name": ([command(), command()], "1.name"),
    "26 options": (
        [command(options=[option(name=f"o{n}") for n in range(26)])],
        "0.options",
    ),
    "26 choices": (
        [command(options=[option(choices=[CHOICE] * 26)])],
        "0.options.0.choices",
    ),
    "choice too long": (
        [command(options=[option(choices=[{"name": "x" * 101, "value": "x"}])])],
        "0.options.0.choices.0.name",
    ),
    "required after optional": (
        [command(options=[option(), option(name="b", required=True)])],
        "0.options.1",
    ),
    "the same option twice": ([command(options=[option(), option()])], "0.options.1.name"),
    "value beside subcommand": (
        [command(options=[option(type=1), option(name="b")])],
        "0.options",
    ),
    "group in a group": (
        [command(options=[option(type=2, options=[option(type=2)])])],
        "0.options.0.options.0.type",
    ),
    "unknown type": ([command(options=[option(type=12)])], "0.options.0.type"),
    "autocomplete with choices": (
        [command(options=[option(autocomplete=True, choices=[CHOICE])])],
        "0.options.0.autocomplete",
    ),
    "unknown language": (
        [command(name_localizations={"xx": "draw"})],
        "0.name_localizations.xx",
    ),
    "translated name invalid": (
        [command(name_localizations={"de": "Zieh Karte"})],
        "0.name_localizations.de",
    ),
    "translated description too long": (
        [command(description_localizations={"de": "d" * 101})],
        "0.description_localizations.de",
    ),
    "8000 characters": (
        [
            command(
                options=[
                    option(
                        name=f"o{n}",
                        choices=[
                            {"name": f"{k}" + "n" * 90, "value": f"{k}" + "v" * 90}
                            for k in range(25)
                        ],
                    )
                    for n in range(2)
                ]
            )
        ],
        "0",
    ),
    "menu with a description": ([{"name": "Poke", "type": 2, "description": "x"}], "0.description"),
    "not an object": (["draw"], "0"),
}


class TestRegistration:
    """What Discord refuses to register, and what it keeps."""

    @pytest.mark.parametrize("case", WRONG)
    async def test_refuses_invalid_trees(self, scenario: Scenario, case: str) -> None:
        payload, where = WRONG[case]
        await scenario.login()

        with pytest.raises(discord.HTTPException) as refused:
            await scenario.robot.http.bulk_upsert_global_commands(scenario.sandbox.bot.id, payload)

        assert (refused.value.status, refused.value.code) == (400, 50035)
        assert f"In {where}:" in str(refused.value)

    async def test_counts_commands(self, scenario: Scenario) -> None:
        await scenario.login()
        app = scenario.sandbox.bot.id

        too_many = [command(name=f"c{n}") for n in range(101)]
        with pytest.raises(discord.HTTPException) as refused:
            await scenario.robot.http.bulk_upsert_global_commands(app, too_many)
        assert refused.value.code == 30032
        menus = [{"name": f"Menu {n}", "type": 2} for n in range(16)]
        with pytest.raises(discord.HTTPException) as refused:
            await scenario.robot.http.bulk_upsert_global_commands(app, menus)
        assert refused.value.code == 30032
        for batch in range(2):
            names = [command(name=f"b{batch}c{n}") for n in range(100)]
            await scenario.robot.http.bulk_upsert_global_commands(app, names)
        with pytest.raises(discord.HTTPException) as refused:
            await scenario.robot.http.bulk_upsert_global_commands(app, [command(name="one-more")])
        assert refused.value.code == 30034

    async def test_an_unchanged_command_keeps_its_id(self, scenario: Scenario) -> None:
        await scenario.start()
        put = scenario.robot.http.bulk_upsert_global_commands
        app = scenario.sandbox.bot.id

        (first,) = await put(app, [command()])
        same, _ = await put(app, [command(), command(name="claim")])
        (changed,) = await put(app, [command(description="Other")])

        assert same["id"] == first["id"] == changed["id"]
        assert same["version"] == first["version"] != changed["version"]
        assert changed["description"] == "Other"

    async def test_guild_commands_stay_in_their_guild(self, scenario: Scenario) -> None:
        @scenario.tree.command(description="Here", guild=discord.Object(scenario.club.id))
        async def here(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("here")

        elsewhere = scenario.sandbox.club("Elsewhere")
        place = elsewhere.channel("place")
        elsewhere.join(scenario.guest.user)
        await scenario.start()
        await scenario.tree.sync(guild=discord.Object(scenario.club.id))

        answer = await scenario.guest.slash(scenario.channel, "here")

        assert answer.text == "here"
        assert scenario.guest.commands(place) == []

    async def test_single_commands_can_be_made_changed_and_deleted(
        self, scenario: Scenario
    ) -> None:
        await scenario.start()
        http, app = scenario.robot.http, scenario.sandbox.bot.id

        made = await http.upsert_global_command(app, command())
        await http.edit_global_command(app, made["id"], {"description": "New"})
        found = await http.get_global_command(app, made["id"])
        await http.delete_global_command(app, made["id"])

        assert found["description"] == "New"
        assert await http.get_global_commands(app) == []
        with pytest.raises(discord.NotFound) as refused:
            await http.get_global_command(app, made["id"])
        assert refused.value.code == 10063

    async def test_translations_reach_the_tree(self, scenario: Scenario) -> None:
        class German(app_commands.Translator):
            async def translate(
                self,
                string: app_commands.locale_str,
                locale: discord.Locale,
                context: app_commands.TranslationContextTypes,
            ) -> str | None:
                return "zieh" if locale is discord.Locale.german and str(string) == "draw" else None

        @scenario.tree.command(description="Draw")
        async def draw(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("x")

        await scenario.tree.set_translator(German())
        await scenario.start()

        (kept,) = scenario.sandbox.core.registry.for_guild(None)
        assert kept.spec["name_localizations"] == {"de": "zieh"}
