"""A fixture for tests of commands: they run in an empty folder."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def elsewhere(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in an empty folder: commands read `.env` there, and a developer may have one."""
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
