"""The cache of replays, with the latest version of each recently used match."""

from __future__ import annotations

from random import Random

from club.matches.loading import Replays
from rules.registry import GAMES
from rules.replay import random_play

SKIRT = GAMES["skirt"]
PLAYED = tuple(random_play(SKIRT.start(SKIRT.choose({"size": 4})), Random(1)))


def test_a_late_replay_does_not_replace_a_newer_version() -> None:
    replays = Replays()
    replays.keep(17, 3, (PLAYED[:2], ()))
    replays.keep(17, 2, (PLAYED[:1], ()))
    assert replays.get(17, 3) == (PLAYED[:2], ())
    assert replays.get(17, 2) is None


def test_the_least_recently_used_match_is_evicted() -> None:
    replays = Replays(capacity=2)
    replays.keep(1, 1, (PLAYED[:1], ()))
    replays.keep(2, 1, (PLAYED[:1], ()))
    assert replays.get(1, 1) is not None
    replays.keep(3, 1, (PLAYED[:1], ()))
    assert replays.get(2, 1) is None
    assert replays.get(1, 1) is not None
