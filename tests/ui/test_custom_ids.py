"""Custom ids: a journey there and back, and junk that is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import maps
from bot.ui import registry  # noqa: F401  # button handlers register themselves on import
from bot.ui.custom_ids import MAX_CUSTOM_ID_LENGTH, Press, parse_custom_id
from bot.ui.router import HANDLERS

GAMES = st.from_regex(r"[0-9a-z]{1,8}", fullmatch=True)
NUMBERS = st.integers(0, 999_999)
VERBS = st.one_of(st.sampled_from(sorted(HANDLERS)), st.from_regex(r"[a-z-]{1,12}", fullmatch=True))
ARGS = st.one_of(st.just(""), st.from_regex(r"[0-9a-z.+-]{1,60}", fullmatch=True))

presses = st.one_of(
    st.builds(Press, game=GAMES, question_number=NUMBERS, verb=VERBS, arg=ARGS),
    st.builds(Press, game=GAMES, question_number=st.just(0), verb=VERBS, arg=ARGS, turn=NUMBERS),
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

    @pytest.mark.parametrize("verb", sorted(HANDLERS))
    def test_every_verb_fits(self, verb: str) -> None:
        """The bot can read every verb that it writes: otherwise a press on the button is lost."""
        press = Press("zzzzzzzz", 999_999, verb)

        assert parse_custom_id(press.custom_id) == press
