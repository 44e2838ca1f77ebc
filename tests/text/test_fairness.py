"""Fair shuffles: the lobby shows a hash, and everyone can compare it after the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.text.rulebook import fairness_details
from bot.text.words import Words
from tests.outbox.test_faults import DE, EN
from tests.support.running_bot import running_bot


class TestFairness:
    """The posts show one small line. *Details* shows everything."""

    async def test_words_are_listed_in_the_order_in_which_they_were_set(
        self, tmp_path: Path
    ) -> None:
        """A typed word goes to the end. The hash stays in the post after the start."""
        async with running_bot(tmp_path / "games.db") as bot:
            game = await bot.open_lobby("new-york", bot.guest, bot.other, bots=1)
            details = await bot.guest.press(bot.newest_post(), EN("button-details"))
            window = await bot.guest.press(details.message, DE("button-word"))

            said = await bot.guest.submit(window, {window.modal.labels[0]: "  *Glück*  auf "})
            await bot.wait_idle()

            assert DE("word-set") in said.text
            lobby = await bot.games.lobby.get(game)
            bot_word, other_word, guest_word = lobby.words
            assert (bot_word.word, guest_word.word) == ("bot 1", "*Glück* auf")
            assert other_word.word.isdecimal()
            post, commitment = bot.newest_post(), lobby.row.commitment
            details = await bot.other.press(post, EN("button-details"))
            for line in fairness_details(lobby, Words.of("en")):
                assert line in details.text
            assert details.text.index("bot 1") < details.text.index("Glück")
            assert lobby.row.seed.hex() not in details.text
            small = f"-# {EN('fair-line', hash=commitment[:32])}"
            assert small in post.text
            assert commitment not in post.text
            assert "Glück" not in post.text
            await bot.moderator.slash(bot.channel, "game start")
            await bot.wait_idle()
            seated = next(m for m in bot.moderator.sees(bot.channel) if m.id == post.id)
            for line in (small, str(bot.newest_post().id)):
                assert line in seated.text
            assert seated.buttons == []

    async def test_the_end_shows_hash_words_and_seed(self, tmp_path: Path) -> None:
        """*Details* of the final post and `/verify` show the same, in German too."""
        async with running_bot(tmp_path / "games.db", locale="de") as bot:
            await bot.moderator.slash(bot.channel, "game new", edition="germany", bots=2)
            await bot.wait_idle()
            row = await bot.store.games.open_in(bot.channel.id)
            assert row is not None
            await bot.moderator.slash(bot.channel, "game start")
            await bot.wait_idle()

            verified = await bot.guest.slash(bot.channel, "verify", game=row.id)

            details = await bot.guest.press(bot.newest_post(), DE("button-details"))
            for text in (details.text, verified.text):
                for shown in (row.commitment, row.seed.hex(), "bot 1", "bot 2", DE("fair-means")):
                    assert shown in text
            result = bot.newest_post().text
            assert f"-# {DE('fair-line-over')}" in result
            assert row.commitment not in result
            for part in ("Meiste Zielkarten", "Strecken"):
                assert part in details.text
                assert part not in result
            assert "tickets" not in details.text.casefold()
            assert "routes" not in details.text.casefold()

    @pytest.mark.parametrize("word", ["", "   ", "\u202eevil", "a" * 41, "x\u0007y"])
    async def test_a_word_that_cannot_be(self, tmp_path: Path, word: str) -> None:
        """It is refused by the service, whatever a changed client sends."""
        async with running_bot(tmp_path / "games.db") as bot:
            service = bot.games
            game = (await service.lobby.open("usa", 1, 77, 11, "en")).row.id
            await service.lobby.join(game, 11, "Guest 1", "w")
            with pytest.raises(Exception, match="word-not-possible"):
                await service.lobby.set_word(game, 11, word)
            assert (await service.lobby.get(game)).seats[0].word == "w"

    async def test_a_seat_given_up_after_the_last_word_is_said(self, tmp_path: Path) -> None:
        """Else whoever typed last would believe that nothing changed since."""
        async with running_bot(tmp_path / "games.db") as bot:
            service = bot.games
            game = (await service.lobby.open("usa", 1, 77, 11, "en")).row.id
            for user in (11, 12, 13):
                await service.lobby.join(game, user, f"Guest {user}", f"w{user}")
            await service.lobby.set_word(game, 11, "luck")
            assert not (await service.lobby.get(game)).left_since

            lobby = await service.lobby.leave(game, 12)

            assert lobby.left_since
            assert EN("fair-left-since") in fairness_details(lobby, Words.of("en"))
