"""What all tests of operating the bot need."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def elsewhere(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands look into the current folder, and a developer may have a `.env` in the project's."""
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
