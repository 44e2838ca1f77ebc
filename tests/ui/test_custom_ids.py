"""Custom ids: a journey there and back, and junk that is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import maps
from bot.ui.custom_ids import MAX_CUSTOM_ID_LENGTH, Press, parse_custom_id

presses = st.builds(
    Press,
    game=st.from_regex(r"[0-9a-z]{1,8}", fullmatch=True),
    question_number=st.integers(0, 999_999),
    verb=st.from_regex(r"[a-z-]{1,12}", fullmatch=True),
    arg=st.one_of(st.just(""), st.from_regex(r"[0-9a-z.+-]{1,60}", fullmatch=True)),
)


class TestCodec:
    """What is put on a button is what comes back."""

    @given(presses)
    def test_a_journey_there_and_back(self, press: Press) -> None:
        """Every press survives, within Discord's limit."""
        assert parse_custom_id(press.custom_id) == press
        assert len(press.custom_id) <= MAX_CUSTOM_ID_LENGTH

    @pytest.mark.parametrize("edition", maps.catalogue())
    def test_every_route_and_city_fits(self, edition: str) -> None:
        """The longest thing on a button: a track with the number of a payment."""
        spec = maps.load(edition)
        for thing in (*spec.routes, *spec.cities):
            press = Press("zzzzzz", 999_999, "pay-port", f"{thing}.999")

            assert parse_custom_id(press.custom_id) == press

    @pytest.mark.parametrize(
        "junk",
        [
            "",
            "ws",
            "ws:",
            "ws:::",
            "ws:q7x:1",
            "ws:q7x:-1:draw",
            "ws:q7x:1:draw:",
            "ws:Q7X:1:draw",
            "ws:q7x:1:draw:a b",
            "ws:q7x:1:draw:ü",
            "ws:q7x:1:draw\n",
            "ws:q7x:١:draw",
            "ws:q7x:1234567:draw",
            "xs:q7x:1:draw",
            "ws:q7x:1:draw:" + "a" * 61,
            "ws:q7x:1:draw:" + "a" * 400,
        ],
    )
    def test_junk_is_none_of_ours(self, junk: str) -> None:
        """It is refused as a whole."""
        assert parse_custom_id(junk) is None

    @given(st.text(max_size=120))
    @settings(max_examples=50)
    def test_any_text_is_read_or_refused(self, text: str) -> None:
        """Never with an error; and what is read is written as it came."""
        press = parse_custom_id(text)

        assert press is None or parse_custom_id(press.custom_id) == press

    @pytest.mark.parametrize(
        "press",
        [
            Press("", 1, "draw"),
            Press("q7x", -1, "draw"),
            Press("q7x", 1, "a:b"),
            Press("q7x", 1, "draw", "x" * 61),
            Press("q7x", 1_000_000, "draw"),
        ],
    )
    def test_what_cannot_be_read_is_not_written(self, press: Press) -> None:
        """A button that could not come back is never sent."""
        with pytest.raises(ValueError, match="no custom id"):
            _ = press.custom_id
