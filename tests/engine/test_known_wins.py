"""Positions shortly before the end of random matches in which there is a win in one or in two.

`known_wins.json` has them by game, as `Position.encode` writes them. The tests look for themselves
whether the move found wins, so that they trust no list of solutions.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.levels import LEVELS, Level
from engine.opponent import move_of_level
from engine.registry import ENGINES
from rules.position import Position
from rules.registry import GAMES

KNOWN: dict[str, dict[str, list[str]]] = json.loads(
    Path(__file__).with_name("known_wins.json").read_text(encoding="utf-8")
)
SEEING = [level for level in LEVELS if level.looks_for_wins]


def each_known_win(distance: str) -> pytest.MarkDecorator:
    cases = [
        pytest.param(game, text, id=f"{game} {number}")
        for game in ENGINES
        for number, text in enumerate(KNOWN[game][distance], 1)
    ]
    return pytest.mark.parametrize(("game", "text"), cases)


def wins_at_once(position: Position, seat: int) -> bool:
    """Whether some move of the seat, which is to move, wins the match with it."""
    return position.to_move == seat and any(
        is_won(position.play(move), seat) for move in position.moves()
    )


def is_won(position: Position, seat: int) -> bool:
    return position.outcome is not None and position.outcome.winners == (seat,)


@pytest.mark.parametrize("level", SEEING, ids=lambda level: level.name)
@each_known_win("in one")
def test_a_win_in_one_is_found(game: str, text: str, level: Level) -> None:
    position = GAMES[game].decode(text)
    seat = position.to_move
    assert seat is not None
    finding = move_of_level(game, position, level, 1)
    assert is_won(position.play(finding.move), seat)
    assert finding.is_proven
    assert finding.values[seat - 1] == 1.0


@pytest.mark.parametrize("level", SEEING, ids=lambda level: level.name)
@each_known_win("in two")
def test_a_win_in_two_is_found(game: str, text: str, level: Level) -> None:
    position = GAMES[game].decode(text)
    seat = position.to_move
    assert seat is not None
    assert not wins_at_once(position, seat)
    finding = move_of_level(game, position, level, 1)
    assert finding.values[seat - 1] == 1.0
    after = position.play(finding.move)
    if after.to_move == seat:
        assert wins_at_once(after, seat)
    else:
        assert all(wins_at_once(after.play(reply), seat) for reply in after.moves())


@pytest.mark.parametrize("game", list(ENGINES))
def test_a_low_level_overlooks_a_win_in_one_at_times_only(game: str) -> None:
    found = 0
    tried = 0
    for text in KNOWN[game]["in one"]:
        position = GAMES[game].decode(text)
        seat = position.to_move
        assert seat is not None
        for seed in range(6):
            finding = move_of_level(game, position, LEVELS[0], seed)
            found += is_won(position.play(finding.move), seat)
            tried += 1
    assert 0.2 < found / tried < 1.0
