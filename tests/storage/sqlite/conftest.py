"""What all tests of this folder need."""

from tests.support.elsewhere import elsewhere as elsewhere
