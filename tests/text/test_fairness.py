"""Chance that can be checked: what the lobby promises, and what is compared in the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.text.rulebook import shuffle_promise
from bot.text.words import Words
from tests.outbox.test_faults import DE, EN
from tests.support.bot_stage import on_stage


class TestFairness:
    """What is promised in the lobby, and what can be compared in the end."""

    async def test_words_are_listed_in_the_order_in_which_they_were_set(
        self, tmp_path: Path
    ) -> None:
        """A typed one goes to the end; hash and list stay in the retired post."""
        async with on_stage(tmp_path / "games.db") as stage:
            game = await stage.lobby("new-york", stage.guest, stage.other, bots=1)
            window = await stage.guest.press(stage.post(), EN("button-word"))

            said = await stage.guest.submit(window, {window.modal.labels[0]: "  *Glück*  auf "})
            await stage.told()

            assert DE("word-set") in said.text
            lobby = await stage.games.lobby.get(game)
            bot, other, guest = lobby.words
            assert (bot.word, guest.word) == ("bot 1", "*Glück* auf")
            assert other.word.isdecimal()
            lines = shuffle_promise(lobby, Words.of("en"))
            post = stage.post()
            for line in lines:
                assert line in post.text
            await stage.moderator.slash(stage.hall, "game start")
            await stage.told()
            retired = next(m for m in stage.moderator.sees(stage.hall) if m.id == post.id)
            assert retired.buttons == []
            for line in (*lines, str(stage.post().id)):
                assert line in retired.text

    async def test_the_end_shows_hash_words_and_seed(self, tmp_path: Path) -> None:
        """In the last post and in `/verify`, with what follows from them; in German too."""
        async with on_stage(tmp_path / "games.db", locale="de") as stage:
            await stage.moderator.slash(stage.hall, "game new", edition="germany", bots=2)
            await stage.told()
            row = await stage.store.games.open_in(stage.hall.id)
            assert row is not None
            await stage.moderator.slash(stage.hall, "game start")
            await stage.told()

            verified = await stage.guest.slash(stage.hall, "verify", game=row.id)

            for text in (stage.post().text, verified.text):
                for shown in (row.commitment, row.seed.hex(), "bot 1", "bot 2", DE("fair-means")):
                    assert shown in text
            result = stage.post().text
            assert "Meiste Zielkarten" in result
            assert "Strecken" in result
            assert "tickets" not in result.casefold()
            assert "routes" not in result.casefold()

    @pytest.mark.parametrize("word", ["", "   ", "\u202eevil", "a" * 41, "x\u0007y"])
    async def test_a_word_that_cannot_be(self, tmp_path: Path, word: str) -> None:
        """It is refused by the service, whatever a changed client sends."""
        async with on_stage(tmp_path / "games.db") as stage:
            service = stage.games
            game = (await service.lobby.open("usa", 1, 77, 11, "en")).row.id
            await service.lobby.join(game, 11, "Guest 1", "w")
            with pytest.raises(Exception, match="word-not-possible"):
                await service.lobby.set_word(game, 11, word)
            assert (await service.lobby.get(game)).seats[0].word == "w"

    async def test_a_seat_given_up_after_the_last_word_is_said(self, tmp_path: Path) -> None:
        """Else whoever typed last would believe that nothing changed since."""
        async with on_stage(tmp_path / "games.db") as stage:
            service = stage.games
            game = (await service.lobby.open("usa", 1, 77, 11, "en")).row.id
            for user in (11, 12, 13):
                await service.lobby.join(game, user, f"Guest {user}", f"w{user}")
            await service.lobby.set_word(game, 11, "luck")
            assert not (await service.lobby.get(game)).left_since

            lobby = await service.lobby.leave(game, 12)

            assert lobby.left_since
            assert EN("fair-left-since") in shuffle_promise(lobby, Words.of("en"))
