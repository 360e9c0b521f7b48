"""The club alone, for words about what it does."""

from __future__ import annotations

from tests.club.conftest import services  # noqa: F401 - a fixture
from tests.club.events.conftest import paired_here  # noqa: F401 - a fixture
