"""Fixture for tests of commands, which run in an empty folder."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def empty_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in an empty folder: commands read `.env` there, and a developer may have one."""
    monkeypatch.chdir(tmp_path_factory.mktemp("empty"))
