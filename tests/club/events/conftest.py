"""Swiss rounds are paired in the process of the test, but for the test of the worker."""

from __future__ import annotations

import pytest

from club.events.pairer import WorkerPairer
from tests.club.events.organised import PairerHere


@pytest.fixture
def paired_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process is started for a round."""
    monkeypatch.setattr(WorkerPairer, "pair", PairerHere.pair)
