"""Swiss rounds are paired in the process of the test, but for the test of the worker.

Where they can't be paired at all, none of these tests can be read.
"""

from __future__ import annotations

import pytest

from club.events.pairing.pairer import WorkerPairer, can_pair

collect_ignore_glob = [] if can_pair() else ["test_*.py"]


@pytest.fixture
def paired_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process is started for a round."""
    from tests.club.events.organised import PairerHere

    monkeypatch.setattr(WorkerPairer, "pair", PairerHere.pair)
    monkeypatch.setattr(WorkerPairer, "seat", PairerHere.seat)
