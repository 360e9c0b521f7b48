"""Invariants of matches of teams, for `tests/simulation/invariants.py`."""

from __future__ import annotations

import json

from tests.simulation.house import House


async def assert_sound(house: House) -> None:
    """Check that each turn of a team is the one with most votes, by a count of the stored rows.

    Of equal ones, it is the one whose last vote came first. Nobody has two votes on a turn.
    """
    for (match_id,) in house.rows("SELECT DISTINCT match_id FROM seat WHERE team_id NOTNULL"):
        match = await house.club.matches.find(match_id)
        teams, ply = {team.seat for team in match.teams}, 0
        while ply < match.ply:
            turn = match.turn_from(ply)
            if turn[0].seat in teams and turn[0].left is None:
                assert [each.text for each in turn] == winner_of(house, match_id, ply)
            ply += len(turn)


def winner_of(house: House, match_id: int, ply: int) -> list[str]:
    """Count the votes on a turn, and return the moves that win."""
    query = "SELECT voter_id, moves, number FROM vote WHERE match_id = ? AND ply = ?"
    rows = house.rows(query, match_id, ply)
    assert len({voter for voter, _, _ in rows}) == len(rows) > 0
    numbers: dict[str, list[int]] = {}
    for _, turn, number in rows:
        numbers.setdefault(turn, []).append(number)
    numbers.pop("[]", None)
    best = max(numbers, key=lambda turn: (len(numbers[turn]), -max(numbers[turn])))
    return json.loads(best)
