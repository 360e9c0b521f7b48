"""The invariant of usual moves, for `tests/simulation/invariants.py`."""

from __future__ import annotations

from collections import Counter

from extensions.study.club.usual_moves import MIN_LEVEL
from rules.symmetry import key_of
from tests.simulation.house import House


async def assert_sound(house: House) -> None:
    """Check the counted moves by those of the finished matches, as far as these are counted."""
    stored_positions = house.rows("SELECT position, match_id FROM reached_position")
    stored_moves = house.rows("SELECT position, following, matches FROM move_count")
    reached: set[tuple[int, int]] = set()
    counts: Counter[tuple[int, int]] = Counter()
    query = "SELECT id FROM match WHERE state = 'over' AND is_counted"
    for (match_id,) in house.rows(query):
        match = await house.club.matches.find(match_id)
        made: set[tuple[int, int]] = set()
        for played in match.played:
            if played.left is None:
                before = played.before.seen_by(None)
                after = before.play(played.move)
                made.add((key_of(match.game.key, before), key_of(match.game.key, after)))
        reached.update((before, match_id) for before, _ in made)
        if not match.stored.server_places:
            continue
        levels = [each.level for each in match.players if each.level is not None]
        if match.stored.unrated is None or min(levels, default=0) >= MIN_LEVEL:
            counts.update(made)
    assert set(stored_positions) == reached
    assert {(before, after): count for before, after, count in stored_moves} == counts
