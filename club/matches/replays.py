"""The replayed moves of the matches used last, so that a match isn't replayed at every click."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from rules.replay import Played
from storage.matches.records import RecordEntry

MOST = 64
"""Matches kept; the rest is replayed when it is wanted again."""


Replay = tuple[tuple[Played, ...], tuple[RecordEntry, ...]]
"""The moves that stand, and the entry of the record that each of them is."""


class Replays:
    """A bounded memory of replays, by match and version; each replaces the one before it. For
    any thread."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[int, tuple[int, Replay]] = OrderedDict()
        self._lock = Lock()

    def get(self, match_id: int, version: int) -> Replay | None:
        """The moves of a match at this version, if they are remembered."""
        with self._lock:
            kept = self._kept.get(match_id)
            if kept is None or kept[0] != version:
                return None
            self._kept.move_to_end(match_id)
            return kept[1]

    def keep(self, match_id: int, version: int, replay: Replay) -> None:
        """Remember the moves of a match, unless those of a later version are there already.

        With too many the match used longest ago is forgotten.
        """
        with self._lock:
            kept = self._kept.get(match_id)
            if kept is not None and kept[0] > version:
                return
            self._kept[match_id] = version, replay
            self._kept.move_to_end(match_id)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
