"""What the tests of the recipes share."""

from __future__ import annotations

import pytest

from tests.recipes.project import ProjectCopy


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> ProjectCopy:
    """A copy of the project, for all tests of one recipe."""
    return ProjectCopy.made(tmp_path_factory.mktemp("project"))
