"""Properties of every level in every game."""

from __future__ import annotations

import pickle
from dataclasses import replace
from random import Random

import pytest

from engine.alpha_beta import AlphaBeta
from engine.engine import LEVELS, level_numbered
from engine.games.scala.evaluation import ScalaJudge
from engine.opponent import (
    Choice,
    appraise,
    best_move,
    choose,
    greedy_move,
    random_move,
    sensible_moves,
)
from engine.registry import ENGINES
from engine.search import Finding, calibrated
from rules.notation import read
from rules.position import Position
from rules.registry import GAMES
from rules.replay import random_play
from rules.scala.position import ScalaPosition

EVERY_GAME = pytest.mark.parametrize("game", list(ENGINES))
FEW_SEEDS = pytest.mark.parametrize("seed", range(3))

LOW_LEVELS = (1, 2)
"""Levels that move almost instantly."""


def some_position(game: str, seed: int, plies: int) -> Position:
    """The position after `plies` random moves, or the last one of a shorter match."""
    random = Random(seed)
    rules = GAMES[game]
    position = rules.start(rules.deal(rules.choose({}), random))
    for played in random_play(position, random):
        if played.before.to_move is not None:
            position = played.before
        plies -= 1
        if plies < 0:
            break
    return position


def assert_is_sound(position: Position, choice: Choice) -> None:
    seat = position.to_move
    assert seat is not None
    assert choice.line[0] == choice.move
    assert choice.value == choice.values[seat - 1]
    assert sum(choice.values) == pytest.approx(1.0)
    assert all(0.0 <= value <= 1.0 for value in choice.values)
    assert choice.work >= 1
    for text in choice.line:
        assert read(position, text)
        position = position.play(read(position, text))
    assert pickle.loads(pickle.dumps(choice)) == choice


@EVERY_GAME
@FEW_SEEDS
def test_suggestions_are_legal_and_lead_to_different_places(game: str, seed: int) -> None:
    position = some_position(game, seed, 4 * seed)
    moves = sensible_moves(game, position, 3)
    assert 0 < len(moves) <= 3
    assert moves == sensible_moves(game, position, 3)
    facts, cells = ENGINES[game].facts, list[str]()
    for move in moves:
        assert move in position.moves()
        cells += {cell for shift in facts.shifts(position, move) for cell in shift}
    assert len(cells) == len(set(cells))


def test_the_first_suggestions_in_scalus_have_different_ideas() -> None:
    position = GAMES["scalus"].start({})
    moves = sensible_moves("scalus", position, 3)
    assert [str(position.action(move) or position.text(move)).split()[:3] for move in moves] == [
        ["Stretch", "the", "rectangle"],
        ["Stretch", "the", "line"],
        [position.text(moves[2])],
    ]


@EVERY_GAME
@FEW_SEEDS
def test_a_choice_is_legal_and_consists_of_plain_values(game: str, seed: int) -> None:
    position = some_position(game, seed, 4 + 9 * seed)
    for level in LOW_LEVELS:
        assert_is_sound(position, choose(game, position.encode(), level, seed))


@EVERY_GAME
def test_the_same_seed_gives_the_same_choice(game: str) -> None:
    encoded = some_position(game, 1, 10).encode()
    for level in LOW_LEVELS:
        assert choose(game, encoded, level, 7) == choose(game, encoded, level, 7)


@EVERY_GAME
def test_other_seeds_give_other_choices(game: str) -> None:
    encoded = some_position(game, 1, 6).encode()
    assert len({choose(game, encoded, 1, seed).move for seed in range(12)}) > 1


@EVERY_GAME
@FEW_SEEDS
def test_an_appraisal_is_sound_and_deterministic(game: str, seed: int) -> None:
    position = some_position(game, seed, 5 + 8 * seed)
    appraised = appraise(game, position.encode(), 30, 1)
    assert_is_sound(position, appraised)
    assert appraised == appraise(game, position.encode(), 30, 1)


@EVERY_GAME
def test_a_whole_match_between_low_levels_ends(game: str) -> None:
    position = some_position(game, 2, 0)
    seed = 0
    while position.to_move is not None:
        choice = choose(game, position.encode(), 1 + position.to_move % 2, seed)
        position = position.play(read(position, choice.move))
        seed += 1
    assert position.outcome is not None


@EVERY_GAME
def test_the_greedy_player_beats_the_random_one(game: str) -> None:
    random = Random(1)
    won = 0
    for match in range(4):
        position = some_position(game, match, 0)
        greedy = 1 + match % 2
        while position.to_move is not None:
            is_greedy = position.to_move == greedy
            move = greedy_move(game, position, random) if is_greedy else None
            position = position.play(move or random_move(position, random))
        assert position.outcome is not None
        won += position.outcome.winners == (greedy,)
    assert won >= 3


@EVERY_GAME
def test_the_greedy_player_makes_any_legal_move_in_a_game_without_an_engine(game: str) -> None:
    position = some_position(game, 1, 6)
    random = Random(1)
    moves = {greedy_move("a game without an engine", position, random) for _ in range(100)}
    assert len(moves) > 1
    assert moves <= set(position.moves())


def test_levels_are_numbered_from_one_and_each_does_more_work_than_the_one_below() -> None:
    assert [level.number for level in LEVELS] == [1, 2, 3, 4, 5]
    shares = [level.share for level in LEVELS]
    assert shares == sorted(set(shares))
    assert shares[-1] == 1.0
    assert level_numbered(4) is LEVELS[3]


@EVERY_GAME
def test_each_level_does_more_work_than_the_one_below_in_every_game(game: str) -> None:
    work = [ENGINES[game].work_of(level) for level in LEVELS]
    assert work == sorted(set(work))
    assert work[-1] == ENGINES[game].full_work


@pytest.mark.parametrize("number", [0, 6, -1])
def test_an_unknown_level_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="no level"):
        level_numbered(number)


def test_an_invalid_position_is_refused() -> None:
    with pytest.raises(ValueError, match="fields"):
        choose("skirt", "nonsense", 1, 1)


@EVERY_GAME
def test_an_appraisal_has_calibrated_chances_unless_they_are_proven(game: str) -> None:
    for plies in (4, 13):
        position = some_position(game, 1, plies)
        searched = best_move(game, position, 30, 1)
        confidence = 1.0 if searched.is_proven else ENGINES[game].confidence
        choice = appraise(game, position.encode(), 30, 1)
        assert choice.values == pytest.approx(calibrated(searched.values, confidence))


def test_confidence_multiplies_log_odds() -> None:
    assert calibrated((0.8, 0.2), 0.5) == pytest.approx((2 / 3, 1 / 3))
    assert calibrated((0.5, 0.5), 0.5) == pytest.approx((0.5, 0.5))
    assert calibrated((1.0, 0.0), 0.5) == (1.0, 0.0)
    assert sum(calibrated((0.6, 0.3, 0.1), 0.5)) == pytest.approx(1)
    assert calibrated((0.64, 0.16, 0.2), 1.0) == pytest.approx((0.64, 0.16, 0.2))


def test_an_opponent_may_play_by_another_search_than_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stubborn(AlphaBeta[ScalaPosition]):
        def find(self, position: ScalaPosition, work: int, random: Random) -> Finding:
            return Finding((position.moves()[-1],), (0.25, 0.75), work)

    engine = replace(ENGINES["scala"], opponent=Stubborn(ScalaJudge()))
    monkeypatch.setitem(ENGINES, "scala", engine)
    position = some_position("scala", 1, 4)
    last = position.text(position.moves()[-1])
    for level in LEVELS[1:]:
        choice = choose("scala", position.encode(), level.number, 2)
        assert choice.move == last
        assert choice.values == (0.25, 0.75)
    assert appraise("scala", position.encode(), 50, 2).values != (0.25, 0.75)
