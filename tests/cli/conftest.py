"""What all tests of this folder need."""

from tests.support.empty_folder import empty_folder as empty_folder
