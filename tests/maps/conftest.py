"""What the tests of the maps share."""

from __future__ import annotations

import pytest

from tests.maps.map_copy import MapCopy


@pytest.fixture(scope="session")
def shared_copy(tmp_path_factory: pytest.TempPathFactory) -> MapCopy:
    """The one copy of the maps."""
    return MapCopy(tmp_path_factory.mktemp("maps"))


@pytest.fixture
def copy(shared_copy: MapCopy) -> MapCopy:
    """A copy of the maps, to damage. What an earlier test did to it is undone."""
    shared_copy.restore()
    return shared_copy
