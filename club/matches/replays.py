"""Replays of matches, cached so that a click doesn't replay the whole match."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from club.matches.match import TAKEN_BACK
from rules.registry import GAMES
from rules.replay import Played, replay
from storage.matches.records import RecordEntry
from storage.matches.stored_match import StoredMatch

CAPACITY = 64
"""Maximum number of cached matches."""


Replay = tuple[tuple[Played, ...], tuple[RecordEntry, ...]]
"""The moves not taken back, and the record entry of each."""


def replayed(stored: StoredMatch, record: Sequence[RecordEntry]) -> Replay:
    """Replay a match from its record."""
    entries = remaining_entries(record)
    texts, is_running = [entry.text for entry in entries], stored.state == "running"
    return tuple(replay(GAMES[stored.game], stored.setup, texts, is_running=is_running)), entries


def remaining_entries(record: Sequence[RecordEntry]) -> tuple[RecordEntry, ...]:
    """Return the moves of a record that were not taken back."""
    entries: list[RecordEntry] = []
    for entry in record:
        if entry.kind == TAKEN_BACK:
            entries.pop()
        else:
            entries.append(entry)
    return tuple(entries)


class Replays:
    """A thread-safe cache of the latest replay of each match, least recently used dropped first."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._replays: OrderedDict[int, tuple[int, Replay]] = OrderedDict()
        self._lock = Lock()

    def get(self, match_id: int, version: int) -> Replay | None:
        """Return the replay of a match at this version, if cached."""
        with self._lock:
            cached = self._replays.get(match_id)
            if cached is None or cached[0] != version:
                return None
            self._replays.move_to_end(match_id)
            return cached[1]

    def keep(self, match_id: int, version: int, replay: Replay) -> None:
        """Cache the replay of a match, unless a later version is cached already."""
        with self._lock:
            cached = self._replays.get(match_id)
            if cached is not None and cached[0] > version:
                return
            self._replays[match_id] = version, replay
            self._replays.move_to_end(match_id)
            while len(self._replays) > self._capacity:
                self._replays.popitem(last=False)
