"""Settings: what an operator may write, and the one line that says what is wrong with it."""

from __future__ import annotations

import re

import pytest

from bot.config import Settings, read_settings
from engine.errors import BadInput

LIMITS = {
    "WHISTLESTOP_TABLES_PER_SERVER": "tables_per_server",
    "WHISTLESTOP_LOBBIES_PER_PERSON": "lobbies_per_person",
}
PORTS = {
    "WHISTLESTOP_HEALTH_PORT": "health_port",
    "WHISTLESTOP_SANDBOX_PORT": "sandbox_port",
}
HUGE = "9" * 5000
"""More digits than Python makes a number of."""


class TestNumbers:
    def test_not_set(self) -> None:
        settings = read_settings(dict.fromkeys(LIMITS | PORTS, ""))

        assert settings == Settings(backups=settings.backups)
        assert (settings.tables_per_server, settings.lobbies_per_person) == (50, 5)

    @pytest.mark.parametrize(("name", "field"), LIMITS.items())
    @pytest.mark.parametrize("value", [1, 10_000])
    def test_limits(self, name: str, field: str, value: int) -> None:
        assert getattr(read_settings({name: f" {value} "}), field) == value

    @pytest.mark.parametrize(("name", "field"), PORTS.items())
    @pytest.mark.parametrize("value", [1, 65_535])
    def test_ports(self, name: str, field: str, value: int) -> None:
        assert getattr(read_settings({name: str(value)}), field) == value

    @pytest.mark.parametrize("name", [*LIMITS, *PORTS])
    @pytest.mark.parametrize("value", ["0", "-1", "1.5", "1e3", "many", "65536", "+7", HUGE])
    def test_refused(self, name: str, value: str) -> None:
        most = 10_000 if name in LIMITS else 65_535
        with pytest.raises(BadInput, match=f"^{name} is {re.escape(repr(value))}; .* 1 to {most}$"):
            read_settings({name: value})
