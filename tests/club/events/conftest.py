"""Where rounds can't be paired, none of these tests can be read."""

from __future__ import annotations

from club.events.pairer import can_pair

collect_ignore_glob = [] if can_pair() else ["test_*.py"]
