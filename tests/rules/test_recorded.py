"""Every game agrees with its recorded matches and counts."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest

from rules.notation import read
from rules.position import Game, Outcome, Position
from rules.registry import GAMES
from rules.replay import perft
from tests import recorded
from tests.samples import sample

QUICK_SEQUENCES = 400_000
"""Counts of up to this many move sequences are quick, and larger ones are slow tests."""


def start_position(game: Game, entry: dict[str, Any]) -> Position:
    return game.start(recorded.setup_of(game, entry))


RECORDED_MATCHES = [
    pytest.param(game, match, id=f"{key}-{number}")
    for key, game in GAMES.items()
    for number, match in enumerate(recorded.matches(key), start=1)
]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_recorded_matches(key: str) -> None:
    assert recorded.matches(key), f"record some with: python -m tests.record_matches {key}"


@pytest.mark.parametrize(("game", "match"), RECORDED_MATCHES)
def test_a_recorded_match_has_the_same_legal_moves_at_every_ply(
    game: Game, match: dict[str, Any]
) -> None:
    position = start_position(game, match)
    for ply, turn in enumerate(match["turns"], start=1):
        texts = [position.text(move) for move in position.moves()]
        assert position.to_move == turn["seat"], f"seat at ply {ply}"
        if "texts" in turn:
            assert sorted(texts) == turn["texts"], f"legal moves at ply {ply}"
        assert len(texts) == turn["legal"], f"number of legal moves at ply {ply}"
        assert recorded.digest(texts) == turn["sha"], f"legal moves at ply {ply}"
        move = read(position, turn["move"])
        assert position.text(move) == turn["move"]
        position = position.play(move)
        if "scores" in turn:
            scores = getattr(position, "scores", ())
            assert list(scores) == turn["scores"], f"scores after ply {ply}"
    outcome = position.outcome
    assert (outcome is None) == (match["result"] is None)
    if outcome is None:
        return
    assert list(outcome.winners) == match["result"]["winners"]
    if "scores" in match["result"]:
        assert list(outcome.scores or ()) == match["result"]["scores"]
    assert restored_words(game, outcome) == outcome.words


def restored_words(game: Game, outcome: Outcome) -> str:
    """The text of an outcome, rebuilt from its stored code and values."""
    stored: dict[str, Any] = json.loads(json.dumps(asdict(outcome)))
    scores = None if stored["scores"] is None else tuple(stored["scores"])
    winners = tuple(stored["winners"])
    return game.ending(winners, stored["reason"], scores, stored["values"]).words


def perft_cases(*, slow: bool) -> list[Any]:
    """The longest quick or slow sequences of each entry, which contain the shorter ones."""
    cases: list[Any] = []
    for key, game in GAMES.items():
        for number, entry in enumerate(recorded.counts(key), start=1):
            depths = [
                depth
                for depth, count in enumerate(entry["counts"], start=1)
                if (count > QUICK_SEQUENCES) == slow
            ]
            if depths:
                case_id = f"{key}-{number}-depth-{depths[-1]}"
                cases.append(pytest.param(game, entry, depths[-1], id=case_id))
    return cases


def count_playouts(game: Game, entry: dict[str, Any], depth: int) -> int:
    position = start_position(game, entry)
    for text in entry["moves_before"]:
        position = position.play(read(position, text))
    return perft(position, depth)


@pytest.mark.parametrize(("game", "entry", "depth"), perft_cases(slow=False))
def test_the_number_of_move_sequences_is_the_recorded_one(
    game: Game, entry: dict[str, Any], depth: int
) -> None:
    assert count_playouts(game, entry, depth) == entry["counts"][depth - 1]


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("game", "entry", "depth"), sample(perft_cases(slow=True), 3))
def test_the_number_of_long_move_sequences_is_the_recorded_one(
    game: Game, entry: dict[str, Any], depth: int
) -> None:
    assert count_playouts(game, entry, depth) == entry["counts"][depth - 1]
