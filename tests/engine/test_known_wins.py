"""The computer finds a win in one or in two in the positions of `known_wins.json`.

The tests check each move themselves instead of relying on a list of solutions.
"""

from __future__ import annotations

import pytest

from engine.engine import LEVELS, Level
from engine.opponent import move_of_level
from engine.registry import ENGINES
from rules.registry import GAMES
from tests.engine.known_wins import KNOWN, is_won, wins_at_once, wins_next

SEEING = [level for level in LEVELS if level.looks_for_wins]


def for_known_wins(distance: str) -> pytest.MarkDecorator:
    cases = [
        pytest.param(game, text, id=f"{game} {number}")
        for game in KNOWN
        for number, text in enumerate(KNOWN[game][distance], 1)
    ]
    return pytest.mark.parametrize(("game", "text"), cases)


@pytest.mark.parametrize("game", list(ENGINES))
def test_every_game_with_a_computer_has_known_wins(game: str) -> None:
    assert game in KNOWN, f"find some with: python -m tests.engine.known_wins {game}"


@pytest.mark.parametrize("level", SEEING, ids=lambda level: level.name)
@for_known_wins("in one")
def test_a_win_in_one_is_found(game: str, text: str, level: Level) -> None:
    position = GAMES[game].decode(text)
    seat = position.to_move
    assert seat is not None
    finding = move_of_level(game, position, level, 1)
    assert is_won(position.play(finding.move), seat)
    assert finding.is_proven
    assert finding.values[seat - 1] == 1.0


@pytest.mark.parametrize("level", SEEING, ids=lambda level: level.name)
@for_known_wins("in two")
def test_a_win_in_two_is_found(game: str, text: str, level: Level) -> None:
    position = GAMES[game].decode(text)
    seat = position.to_move
    assert seat is not None
    assert not wins_at_once(position, seat)
    finding = move_of_level(game, position, level, 1)
    assert finding.values[seat - 1] == 1.0
    assert wins_next(position.play(finding.move), seat)


@pytest.mark.parametrize("game", list(KNOWN))
def test_a_low_level_only_sometimes_overlooks_a_win_in_one(game: str) -> None:
    count = 0
    tried = 0
    for text in KNOWN[game]["in one"]:
        position = GAMES[game].decode(text)
        seat = position.to_move
        assert seat is not None
        for seed in range(6):
            finding = move_of_level(game, position, LEVELS[0], seed)
            count += is_won(position.play(finding.move), seat)
            tried += 1
    assert 0.2 < count / tried < 1.0
