"""Pictures instead of words: what posts and private messages still say, and where the rest is."""

from __future__ import annotations

from pathlib import Path

from bot.text.words import Words
from bot.workers import Workers
from sandbox.world import permissions
from sandbox.world.people import Person
from sandbox.world.visible_message import VisibleMessage
from tests.support.players import ByCommands
from tests.support.running_bot import RunningBot, running_bot
from tests.ui.turn.test_hand import button_verbs, start_to_first_turn

EN, DE = Words.of("en").say, Words.of("de").say


def card_of(person: Person) -> VisibleMessage:
    """The newest message with somebody's hand."""
    return [seen for seen in person.sees(person.direct) if "map" in button_verbs(seen)][-1]


async def draw_nothing(bot: RunningBot) -> None:
    """Let every drawing fail from now on."""
    workers = Workers(1)
    workers.close()
    bot.services.studio.workers = workers


async def finish_turn(bot: RunningBot, person: Person, game: str) -> None:
    """Let somebody play until the next turn of theirs. The others are bots."""
    turns = (await bot.games.snapshot(game)).state.turns
    player = ByCommands(bot, "new-york", person, Words.of(person.user.locale).language)
    while (snapshot := await bot.games.snapshot(game)).state.turns == turns:
        await player.answer(snapshot.state.waiting[snapshot.table.seat_of(person.id)])
        await bot.wait_idle()


class TestBoardPost:
    """A line for each fact; the picture shows the position."""

    async def test_the_picture_replaces_words(self, tmp_path: Path) -> None:
        """Whose turn it is and the news stay. The alt text says everything."""
        async with running_bot(tmp_path / "games.db") as bot:
            game = await start_to_first_turn(bot, "new-york", bot.guest)
            view = (await bot.games.snapshot(game)).view(None)

            post = bot.board()

            assert EN("question-Turn") in post.text
            assert "**Guest 2**" not in post.text
            assert EN("board-tickets", count=sum(view.ticket_decks.values())) not in post.text
            (alt,) = set(post.alt_texts)
            assert EN("page-display") in alt
            assert EN("board-tickets", count=sum(view.ticket_decks.values())) in alt
            for name, (left, gone) in view.decks.items():
                deck = EN(f"deck-{name}")
                assert EN("board-deck", deck=deck, left=left, gone=gone) in alt
            for number, seat in enumerate(view.seats):
                counts = {"points": seat.points, "cards": seat.cards, "tickets": seat.tickets}
                left_over = EN("count-taxi", count=seat.pieces["taxi"])
                name = (await bot.games.snapshot(game)).table.seats[number].name
                routes = sum(owner == number for owner in view.owners.values())
                assert EN("alt-seat", player=name, routes=routes, left=left_over, **counts) in alt

    async def test_words_replace_a_picture_that_failed(self, tmp_path: Path) -> None:
        """Nobody plays blind."""
        async with running_bot(tmp_path / "games.db") as bot:
            await draw_nothing(bot)
            await start_to_first_turn(bot, "new-york", bot.guest)

            post = bot.board()

            assert post.files == []
            assert "**Guest 2**" in post.text
            assert EN("pieces-taxi") in post.text

    async def test_words_replace_a_picture_that_is_not_allowed(self, tmp_path: Path) -> None:
        """A channel without the permission to attach files gets everything in words."""
        async with running_bot(tmp_path / "games.db") as bot:
            bot.channel.deny(bot.sandbox.bot, permissions.ATTACH_FILES)
            await start_to_first_turn(bot, "new-york", bot.guest)

            post = bot.board()

            assert post.files == []
            assert post.text.count("**Guest 2**") == 1

    async def test_the_board_in_words(self, tmp_path: Path) -> None:
        """By button below the picture, and by command."""
        async with running_bot(tmp_path / "games.db") as bot:
            game = await start_to_first_turn(bot, "new-york", bot.guest)
            turn = EN("board-turn", number=(await bot.games.snapshot(game)).state.turns)
            shown = await bot.other.slash(bot.channel, "board")
            pages = [
                await bot.other.press(shown, EN("button-words")),
                await bot.other.slash(bot.channel, "board", view="text"),
            ]
            for page in pages:
                for said in (EN("page-display"), turn, "▶️ **Guest 2**"):
                    assert said in page.text


class TestPrivateMessages:
    """What their reader has chosen: short, or everything in words."""

    async def test_short_and_full(self, tmp_path: Path) -> None:
        """The alt text says everything in both."""
        async with running_bot(tmp_path / "games.db") as bot:
            person = bot.guest
            game = await start_to_first_turn(bot, "new-york", person)
            short = card_of(person)
            assert DE("question-Turn") in short.text
            assert f"**{DE('hand-cards')}**" not in short.text
            assert f"**{DE('hand-tickets')}**" not in short.text

            await person.slash(bot.channel, "my settings", text="full")
            await finish_turn(bot, person, game)

            full = card_of(person)
            assert f"**{DE('hand-cards')}**" in full.text
            assert f"**{DE('hand-tickets')}**" in full.text
            asked = await person.slash(bot.channel, "hand")
            await person.until(lambda: asked.message.files, 20)
            assert f"**{DE('hand-cards')}**" in asked.text
            for message in (short, full):
                (alt,) = set(message.alt_texts)
                assert f"\n{DE('hand-cards')}: " in alt
                assert f"\n{DE('hand-tickets')}: " in alt

    async def test_words_replace_a_picture_that_failed(self, tmp_path: Path) -> None:
        async with running_bot(tmp_path / "games.db") as bot:
            await draw_nothing(bot)
            await start_to_first_turn(bot, "new-york", bot.guest)

            assert f"**{DE('hand-cards')}**" in card_of(bot.guest).text


class TestSettings:
    """The present values, and a select for each of them."""

    async def test_ones_own(self, tmp_path: Path) -> None:
        """A choice is saved at once and shown in the same message, in the new language."""
        async with running_bot(tmp_path / "games.db") as bot:
            person, people = bot.guest, bot.store.people
            panel = await person.slash(bot.channel, "my settings")
            assert DE("settings-text", length=DE("text-short")) in panel.text
            assert DE("settings-kept") not in panel.text
            assert len(panel.message.selects) == 3

            for menu, value in (("text", "full"), ("notify", "dm"), ("language", "en")):
                saved = await person.select(panel, [value], menu=f"ws:my:0:my-set:{menu}")
                assert saved.message.id == panel.message.id

            set_now = await people.get(person.id)
            assert (set_now.texts, set_now.notify, set_now.locale) == ("full", "dm", "en")
            for said in (
                EN("settings-kept"),
                EN("settings-language", language=EN("language-named")),
                EN("settings-notify", way=EN("notify-dm")),
                EN("settings-text", length=EN("text-full")),
            ):
                assert said in panel.text
            await person.select(panel, ["auto"], menu=EN("settings-choose-language"))
            assert (await people.get(person.id)).locale is None

    async def test_of_a_server(self, tmp_path: Path) -> None:
        """New tables begin with them. A setting that is not chosen stays."""
        async with running_bot(tmp_path / "games.db") as bot:
            moderator, people = bot.moderator, bot.store.people
            panel = await moderator.slash(bot.channel, "game settings")
            assert EN("settings-pace", pace=EN("pace-day")) in panel.text
            assert len(panel.message.selects) == 3

            for menu, value in (("pace", "relaxed"), ("vacation", "no"), ("language", "de")):
                await moderator.select(panel, [value], menu=EN(f"settings-choose-{menu}"))

            assert await people.usual(bot.club.id) == ("relaxed", False)
            assert await people.guild_locale(bot.club.id) == "de"
            assert EN("lobby-vacation-no") in panel.text
            assert EN("settings-posts", language=DE("language-named")) in panel.text

    async def test_what_is_not_possible(self, tmp_path: Path) -> None:
        """Someone who is no moderator any more has one clear answer."""
        async with running_bot(tmp_path / "games.db") as bot:
            moderator, people = bot.moderator, bot.store.people
            panel = await moderator.slash(bot.channel, "game settings")
            bot.channel.deny(moderator.user, permissions.MANAGE_MESSAGES)

            refused = await moderator.select(panel, ["blitz"], menu=EN("settings-choose-pace"))

            assert refused.text == EN("lobby-error-settings-not-allowed")
            assert await people.usual(bot.club.id) == (None, None)
