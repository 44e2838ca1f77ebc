"""Names that their owners chose: nothing comes of them but a name."""

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.display_names import MAX_NAME_LENGTH, NAMELESS, clean_name
from bot.games.lobby import MAX_WORD_LENGTH
from bot.text.words import escape_markdown
from tests.support.running_bot import running_bot

FAMILY = "👩\u200d👧\u200d👦"
ORDINARY = (
    *("Guest_1", "Guest 1", "J. O'Neil-Smith (2)", "50 % + 1 = ?", "a.b", "§ & # 1!", "¿Qué?"),
    *("Ödön Škvorecký", "Ἀχιλλεύς", "Ольга", "山田 太郎", "김철수", "فاطمة", "רחל", "สมชาย"),
    *("अनिल", "🚂 Guest 2 🎟️", f"{FAMILY} family", "❤️\u200d🔥", "🙂\u200d↔️", "👍🏽", "🇪🇺"),
    *("\U0001fae8 new", r"¯\_(ツ)_/¯", "user@home", "C:\\games", "50/50", "<3", "[tag] guest"),
    *("-x-", "#1", "1. guest", "C# 2", "a+b", "it’s"),
)
HOSTILE = (
    *("https://example.org", "<https://example.org>", "[text](https://example.org)"),
    *("http://a.b/c_d", "steam://run/1", "discord.gg/abcdef", "<mail@example.org>", "<tel:+123>"),
    *("@everyone", "@here", "<@123>", "<@!123>", "<@&123>", "<#123>", "</game new:123>", "<t:0>"),
    *("<t:0:R>", "<:wild:123>", "<a:wild:123>", "<id:customize>", ":skull:", "<sound:1:2>"),
    *("**a**", "*a*", "_a_", "__a__", "~~a~~", "||a||", "`a`", "``a``", "```a```", "***a", "a\\"),
    *("# a", "## a", "-# a", "- a", "* a", "1. a", "> a", ">>> a", "\\*a*", "\\\\*a*", "](b)"),
)
UNSEEN = (
    "\x00\x07\x1b\x7f\xad\u034f\u0378\u061c\u115f\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060"
    "\u2066\u2069\u2800\u3164\ud800\ue000\ufeff\ufff9\uffff\U000e0041\U0010fffd"
)
BREAKS = "\n\r\t\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029"
ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])")
"""How Discord, and the page, read a backslash."""

names = st.one_of(
    st.text(),
    st.text(alphabet=st.sampled_from("*_~|`<>[]()@#&:/\\-. \n1ah" + UNSEEN + BREAKS + FAMILY)),
    st.lists(st.sampled_from(HOSTILE + ORDINARY)).map("".join),
)


def visible_text(text: str) -> str:
    """What a reader sees of a text in which nothing but backslashes means anything."""
    return ESCAPED.sub(r"\1", text).replace("@\u200b", "@")


class TestSafe:
    """In a message."""

    @pytest.mark.parametrize("name", ORDINARY)
    def test_ordinary_names_are_shown_as_they_are(self, name: str) -> None:
        assert visible_text(escape_markdown(name)) == name

    def test_letters_are_no_reason_for_backslashes(self) -> None:
        for name in ("Guest 1", "J. O'Neil-Smith (2)", "Ольга", f"{FAMILY} 🎟️"):
            assert escape_markdown(name) == name

    @pytest.mark.parametrize("name", HOSTILE)
    def test_what_means_something_is_shown_and_means_nothing(self, name: str) -> None:
        assert visible_text(escape_markdown(name)) == name
        assert means_nothing(escape_markdown(name))

    @given(names)
    def test_whatever_the_name(self, name: str) -> None:
        assert means_nothing(escape_markdown(name))
        assert visible_text(escape_markdown(name)) == clean_name(name)

    @given(st.text(alphabet="abc*_<>: ", min_size=MAX_WORD_LENGTH, max_size=MAX_WORD_LENGTH))
    def test_a_word_is_not_cut(self, word: str) -> None:
        assert "…" not in escape_markdown(word, MAX_WORD_LENGTH)


def means_nothing(text: str) -> bool:
    """Whether no rule of Discord's markdown could find something to do in a text."""
    left = ESCAPED.sub("x", text)
    begins = re.search(r"^(#{1,3}|-#|[-*]|\d+\.) |^>", left)
    return not begins and not re.search(r"[\\*_~|`<>\[\]:/]|@(everyone|here|[!&]?\d)", left)


class TestPlain:
    """Where nothing is formatted."""

    def test_what_cannot_be_seen_is_gone(self) -> None:
        for char in UNSEEN:
            assert clean_name(f"Guest{char} 1") == "Guest 1", hex(ord(char))

    def test_a_name_stays_on_its_line(self) -> None:
        for char in BREAKS:
            assert clean_name(f"{char}Guest{char}{char}1{char}") == "Guest 1", hex(ord(char))

    def test_nothing_to_be_seen(self) -> None:
        for name in ("", " ", UNSEEN, BREAKS, "\u0301", "\u0301 \ufe0f", "\u3000"):
            assert clean_name(name) == NAMELESS, ascii(name)

    def test_long_names_are_cut(self) -> None:
        assert clean_name("x" * MAX_NAME_LENGTH) == "x" * MAX_NAME_LENGTH
        assert clean_name("x" * (MAX_NAME_LENGTH + 1)) == "x" * (MAX_NAME_LENGTH - 1) + "…"
        assert (
            clean_name("x" * (MAX_NAME_LENGTH - 3) + f" {FAMILY}")
            == "x" * (MAX_NAME_LENGTH - 3) + " 👩…"
        )
        assert escape_markdown("*" * 100) == r"\*" * (MAX_NAME_LENGTH - 1) + "…"

    def test_an_accent_needs_a_letter(self) -> None:
        assert clean_name("\u0301 \u0301a\u0301") == "a\u0301"

    @given(names)
    def test_whatever_the_name(self, name: str) -> None:
        made = clean_name(name)

        assert clean_name(made) == made
        assert 0 < len(made) <= MAX_NAME_LENGTH
        assert made == made.strip()
        for char in made.replace("\u200d", ""):
            kind = unicodedata.category(char)
            assert kind not in {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
            assert kind != "Cn" or 0x1F000 <= ord(char) < 0x1FB00
            assert kind[0] != "Z" or char == " "
        for around in re.findall("(?s)(.?)\u200d(?=(.?))", made):
            assert all(char == "\ufe0f" or ord(char) > 0x2100 for char in around)
        assert made.encode()


async def test_at_a_table(tmp_path: Path) -> None:
    """Labels and the words for a picture are clean, too."""
    hostile = "**\u202eA\n2. <@&5>\u3164\x07 https://example.org"
    async with running_bot(tmp_path / "games.db") as bot:
        bot.guest.user.display = hostile
        bot.other.user.display = "\u3164"

        await bot.start_game("usa", bot.guest, bot.other)

        offered = await bot.moderator.autocomplete(bot.channel, "game replace", "seat")
        assert [choice["name"] for choice in offered] == [f"1: {clean_name(hostile)}", "2: ?"]
        (alt,) = set(bot.newest_post().alt_texts)
        assert f" {clean_name(hostile)}: " in alt
        assert alt == clean_name(alt, len(alt))
