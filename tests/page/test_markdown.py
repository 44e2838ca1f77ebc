"""Discord's markdown in the page: what it looks like, and that no text can stop a window."""

import asyncio
from typing import Any

import pytest

from tests.page.page_server import PageServer, Windows

RENDER = """async (text) => {
  const { markdown } = await import('/static/js/markdown.js');
  return markdown(text).innerHTML;
}"""
NESTING = """async (texts) => {
  const { markdown } = await import('/static/js/markdown.js');
  const depth = (e) => Math.max(0, ...[...e.children].map(c => 1 + depth(c)));
  return texts.map((text) => depth(markdown(text)));
}"""

LOOKS = {
    "*a* _b_": "<p><em>a</em> <em>b</em></p>",
    "**a** __b__ ~~c~~": "<p><strong>a</strong> <u>b</u> <s>c</s></p>",
    "***a***": "<p><strong><em>a</em></strong></p>",
    "*a **b** c*": "<p><em>a <strong>b</strong> c</em></p>",
    "**a *b* c**": "<p><strong>a <em>b</em> c</strong></p>",
    "_a __b__ c_": "<p><em>a <u>b</u> c</em></p>",
    "__*a*__": "<p><u><em>a</em></u></p>",
    "**a": "<p>**a</p>",
    "a * b * c": "<p>a * b * c</p>",
    "2*3*4": "<p>2<em>3</em>4</p>",
    "snake_case_word _a_b_": "<p>snake_case_word _a_b_</p>",
    "** **": "<p><strong> </strong></p>",
    r"\*a\* \\ \a": r"<p>*a* \ \a</p>",
    r"Guest\_1 \😀": "<p>Guest_1 😀</p>",
    r"**a\*** b*": "<p><strong>a*</strong> b*</p>",
    r"*a\* b*": "<p><em>a* b</em></p>",
    "`a` ``b`c`` ```": "<p><code>a</code> <code>b`c</code> ```</p>",
    "``a`": "<p><code>`a</code></p>",
    "`*a*` *`b`*": "<p><code>*a*</code> <em><code>b</code></em></p>",
    "`a": "<p>`a</p>",
    "a|b ||c|| d": (
        '<p>a|b <button class="spoiler" type="button" aria-label="Spoiler: show">'
        '<span class="spoiled" aria-hidden="true">c</span></button> d</p>'
    ),
    "[a *b*](https://c.example/d)": (
        '<p><a href="https://c.example/d" target="_blank" rel="noopener noreferrer">'
        "a <em>b</em></a></p>"
    ),
    "<https://c.example>, https://c.example.": (
        '<p><a href="https://c.example" target="_blank" rel="noopener noreferrer">'
        'https://c.example</a>, <a href="https://c.example" target="_blank" '
        'rel="noopener noreferrer">https://c.example</a>.</p>'
    ),
    r"https\://c.example \[a](b)": "<p>https://c.example [a](b)</p>",
    "[a](b) [c] (d)": "<p>[a](b) [c] (d)</p>",
    "@everyone": '<p><span class="mention mine">@everyone</span></p>',
    "</game new:0>": (
        '<p><button class="mention command-link" type="button">/game new</button></p>'
    ),
    "# a\n-# b\n> c\n> d\n- e\n  - f\n3. g": (
        '<p class="h1" role="heading" aria-level="3">a</p><p class="subtext">b</p>'
        "<blockquote><p>c<br>d</p></blockquote><ul><li>e<ul><li>f</li></ul></li></ul>"
        '<ol start="3"><li>g</li></ol>'
    ),
    ">>> a\nb": "<blockquote><p>a<br>b</p></blockquote>",
    "> > a": "<blockquote><p>&gt; a</p></blockquote>",
    "```py\na *b*\n```c": '<pre tabindex="0"><code>a *b*</code></pre><p>c</p>',
}

PIECES = (
    *("*", "**", "***", "_", "__", "___", "~", "~~", "|", "||", "`", "``", "```", "[", "]", "("),
    *("\\", "<", ">", "#", "-", "@", "h", "https://", "*_", "_*", "**__", "**_", "*a", "*a "),
    *("a* ", "**a", "**a ", "*a**b", "_a", "_a ", "a_ ", "_a__b", "__a", "__a ", "~~a", "||a"),
    *("`a``", "`a ``b ", "*a `b` ", "[a", "[a](", "[a](https://", "[a](https://b ", "[[]", r"[\]"),
    *('[a](https://b "', "](https://a)", "<http://", "https://)", "</", "</a", "<:a", "<@", "<t:"),
    *("<a:b:", "> ", ">>> ", "- ", "1. ", "# ", "-# ", "*||_~~", "**[a](https://b)", "\\*", "\\`"),
    *(" ", "\u2028", "- \u2028", "\n", "*\n", "> \n", "- a\n ", "🇩", "😀"),
)
LENGTHS = (130, 4000)
WRAPS = (
    *("{}", "{}x", "x{}", "*{}", "*x{}", "_{}", "_x{}", "`{}"),
    *("# {}\r.", "- {}\r.", "**{}**", "{}\n{}"),
)
MIRRORS = ("*", "**", "_", "__", "~~", "||", "*_", "**__~~||", "_**", "[", "(")


def slow_texts(length: int) -> list[str]:
    """Texts of that length that make a careless pattern look again and again."""
    repeated = [piece * (length // len(piece)) for piece in PIECES]
    wrapped = [wrap.format(*[text, text]) for text in repeated for wrap in WRAPS]
    half = [mark * (length // 2 // len(mark)) for mark in MIRRORS]
    mirrored = [f"{text}x{text[::-1]}" for text in half]
    growing = [mark.join("x" * n for n in range(1, int((2 * length) ** 0.5))) for mark in "*_`"]
    runs = ["x".join("`" * n for n in range(1, int((2 * length) ** 0.5)))]
    return [text[: length + 10] for text in (*wrapped, *mirrored, *growing, *runs, runs[0][::-1])]


async def wait_for_rendering(rendering: Any) -> Any:
    """What a window has made of a text; it is given far more time than it takes."""
    return await asyncio.wait_for(rendering, 90)


class TestLooks:
    """As Discord shows it."""

    async def test_as_discord_shows_it(self, server: PageServer, windows: Windows) -> None:
        window = await windows.open(server.guest)

        shown = {text: await window.evaluate(RENDER, text) for text in LOOKS}

        assert shown == LOOKS


class TestHostile:
    """A text may be ugly; it may not stop the window."""

    @pytest.mark.parametrize("length", LENGTHS)
    async def test_every_text_is_shown(
        self, server: PageServer, windows: Windows, length: int
    ) -> None:
        window = await windows.open(server.guest)
        texts = slow_texts(length)

        made = await wait_for_rendering(window.evaluate(NESTING, texts))

        assert max(made) < 100, "elements nested so deep that a browser may give up"

    @pytest.mark.parametrize("piece", ["**a", "__a", "*", "`", "[a](https://"])
    async def test_as_a_message(self, server: PageServer, windows: Windows, piece: str) -> None:
        window = await windows.open(server.guest, channel=server.lobby.id)
        for length in (130, 2000):
            server.other.say(server.lobby, f"{piece[0]}x{piece * length}"[:length])
        server.other.say(server.lobby, "and then")

        await wait_for_rendering(window.says_last("and then"))
