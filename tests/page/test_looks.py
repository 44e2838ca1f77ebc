"""German, telephones, dark and light; and the files themselves."""

from pathlib import Path
from typing import Any

import pytest

from sandbox.page.app import STATIC
from tests.page.page_server import PageServer, Windows

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


class TestLanguages:
    """By the browser's language, and by choice."""

    async def test_german(self, server: PageServer, windows: Windows) -> None:
        await server.guest.slash(server.lobby, "board")
        window = await windows.open(server.guest, locale="de-DE")
        assert await window.tab.locator("html").get_attribute("lang") == "de"
        assert "Bitte einsteigen" in await window.tab.locator(".welcome").inner_text()
        await window.button("Hand").click()
        await window.says_last("Nur für dich sichtbar")
        await window.type_command("/nichts")
        await window.tab.get_by_text("Den Befehl /nichts gibt es hier nicht.").wait_for()
        await server.guest.until(lambda: True)
        assert server.guest.user.locale == "de"

        await window.tab.get_by_label("Sprache").select_option("English")
        await window.tab.get_by_text("Welcome aboard").wait_for()
        assert await window.tab.locator("html").get_attribute("lang") == "en"

    async def test_both_languages_say_everything(
        self, server: PageServer, windows: Windows
    ) -> None:
        window = await windows.open(server.guest)
        keys = await window.evaluate("import('/static/js/words.js').then(words => words.keys)")
        used = await window.evaluate(
            """async (names) => {
                const texts = await Promise.all(names.map(n => fetch(n).then(r => r.text())));
                return texts.flatMap(t => [...t.matchAll(/\\bt\\("(\\w+)"/g)].map(m => m[1]));
            }""",
            [f"/static/js/{path.name}" for path in STATIC.glob("js/*.js")],
        )

        assert keys["en"] == keys["de"]
        assert set(used) <= set(keys["en"])


class TestPhone:
    """390 pixels wide."""

    @pytest.mark.parametrize("scheme", ["dark", "light"])
    async def test_a_turn_on_a_telephone(
        self, server: PageServer, windows: Windows, scheme: str
    ) -> None:
        await server.guest.slash(server.lobby, "board")
        await server.other.slash(server.lobby, "whisper", whom=server.guest)
        window = await windows.open(server.guest, color_scheme=scheme, **PHONE)
        assert await self.overflow(window) == []
        await window.button("Draw").tap()
        await window.sees("count 1")
        await window.button("Hand").tap()
        await window.says_last("your secret hand")

        sidebar = window.tab.get_by_role("navigation", name="Channels")
        assert not await sidebar.is_visible()
        assert await window.tab.locator("#menu-badge").inner_text() == "1"
        await window.button("Show channels").tap()
        await window.tab.get_by_role("link", name="Direct message with Whistlestop").tap()
        await window.says_last("swordfish")
        await sidebar.wait_for(state="hidden")
        await window.input.fill("/claim ")
        await window.option("Denver – Boston").tap()
        await window.button("Send command").tap()
        await window.says_last("claimed denver--Boston")
        assert await self.overflow(window) == []

    async def overflow(self, window: Any) -> list[str]:
        """What sticks out of the window to the right."""
        found: list[str] = await window.evaluate(
            """() => [...document.querySelectorAll('main *')]
                .filter(e => e.checkVisibility())
                .filter(e => e.getBoundingClientRect().right > innerWidth + 1)
                .map(e => e.outerHTML.slice(0, 80))"""
        )
        return found


class TestColours:
    """Dark and light, each with enough contrast."""

    @pytest.mark.parametrize("scheme", ["dark", "light"])
    async def test_words_can_be_read(
        self, server: PageServer, windows: Windows, scheme: str
    ) -> None:
        await server.guest.slash(server.lobby, "board")
        await server.guest.slash(server.lobby, "claim", route="x")
        window = await windows.open(server.guest, color_scheme=scheme)
        ratios = await window.evaluate(CONTRAST)

        assert len(ratios) > 20
        assert [each for each in ratios if each["ratio"] < 4.5] == []


CONTRAST = """() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const paint = (colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => {
    const linear = (v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = rgb.map(v => linear(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (e) => e ? [...behind(e.parentElement), getComputedStyle(e).backgroundColor] : [];
  return [...document.querySelectorAll('body *')]
    .filter(e => e.checkVisibility() && !e.disabled && !e.closest(':disabled')
      && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
    .filter(e => getComputedStyle(e).opacity === '1')
    .map(e => {
      const back = behind(e), a = light(paint(back));
      const b = light(paint([...back, getComputedStyle(e).color]));
      return {text: e.textContent.slice(0, 30),
        ratio: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)};
    });
}"""


class TestFiles:
    """Plain files without a build step."""

    @pytest.mark.parametrize("path", sorted(STATIC.rglob("*.js")), ids=lambda path: path.name)
    def test_modules_stay_small_and_at_home(self, path: Path) -> None:
        """At most 300 lines, a comment that says why it is there, no markup from strings."""
        text = path.read_text(encoding="utf-8")

        assert len(text.splitlines()) <= 300
        assert text.startswith("//")
        for forbidden in ("innerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert forbidden not in text
        assert "https://" not in text.replace("https:\\/\\/", "")
