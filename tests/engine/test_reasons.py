"""Verification of the reasons for moves in hundreds of positions.

The positions come from matches between greedy, random and mixed players.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.facts import Facts, Reason, reasons_in
from engine.opponent import appraise, greedy_move
from engine.reasons import MAX_REASONS, reasons_for
from engine.registry import ENGINES
from engine.serving.tasks import Task
from rules.position import Move, Position
from rules.registry import GAMES
from tests.engine import claims
from tests.engine.known_wins import KNOWN

MATCHES = {"scala": 3, "scalas": 4, "scalus": 3, "skirt": 3, "passtally": 6}
"""The number of matches in which every kind of reason of a game occurs."""

WITH_THREATS = ["scala", "scalus", "skirt"]
ANSWERED = {"scala": 1, "scalus": 2, "skirt": 3}
"""Which of the known wins in one can be stopped by one move only."""

Claims = Iterator[tuple[Position, Move, Reason]]


def positions(game: str, matches: int, seed: int) -> Iterator[Position]:
    """Positions of partly greedy, partly random matches, as seen by the seat to move."""
    random, rules = Random(seed), GAMES[game]
    for _ in range(matches):
        options = {option.key: random.choice(option.values) for option in rules.options}
        position = rules.start(rules.deal(options, random))
        sanity = random.random()
        for _ in range(80):
            if position.to_move is None:
                break
            view = position.seen_by(position.to_move)
            yield view
            if random.random() < sanity:
                position = position.play(greedy_move(game, view, random))
            else:
                position = position.play(random.choice(list(position.moves())))


def claims_in_matches(game: str, matches: int, seed: int, *, every: int = 1) -> Claims:
    """The reasons for a random and a greedy move in many positions: few, and weak ones alone."""
    random = Random(seed)
    for position in islice(positions(game, matches, seed), 0, None, every):
        for move in (random.choice(list(position.moves())), greedy_move(game, position, random)):
            reasons = reasons_for(ENGINES[game], position, move)
            assert len(reasons) <= MAX_REASONS
            assert len({reason.is_soft for reason in reasons}) <= 1
            for reason in reasons:
                yield position, move, reason


def claims_against_win_threats(game: str, distance: str, most: int, *, wins: int = 9) -> Claims:
    """The reasons for random moves against a known win of the other seat."""
    random, engine = Random(5), ENGINES[game]
    for text in KNOWN[game][distance][:wins]:
        position = engine.facts.passed(GAMES[game].decode(text))
        if position is None or position.outcome is not None:
            continue
        moves = list(position.moves())
        for move in random.sample(moves, min(most, len(moves))):
            for reason in reasons_for(engine, position, move):
                yield position, move, reason


def check(game: str, all_claims: Claims) -> Counter[str]:
    """Assert that all claims are true, and short sentences.

    :returns: the number of claims by code. Reasons of every game are counted by code and number.
    """
    counted: Counter[str] = Counter()
    for position, move, reason in all_claims:
        claim = f"{position.encode()}: {position.text(move)}: {reason}"
        assert claims.is_true(game, position, move, reason), claim
        is_general = reason.code in claims.GENERAL_CHECKS
        if not is_general:
            check_sentence(game, position, reason)
        counted[f"{reason.code} {reason.number}" if is_general else reason.code] += 1
    return counted


def check_sentence(game: str, position: Position, reason: Reason) -> None:
    assert position.to_move is not None
    words = ENGINES[game].facts.sentence(reason, position.to_move)
    assert words == words.strip()
    assert "  " not in words
    assert words[0].isupper()
    assert words.endswith(".")
    assert 10 < len(words) < 250


def test_every_game_with_reasons_beyond_wins_is_covered() -> None:
    telling = {game for game, engine in ENGINES.items() if type(engine.facts) is not Facts}
    assert claims.CHECKS_BY_GAME.keys() == telling, (
        "say in claims.py how its reasons are looked into"
    )


@pytest.mark.parametrize("game", list(claims.CHECKS_BY_GAME))
def test_every_reason_for_a_move_is_a_true_short_sentence(game: str) -> None:
    counted = check(game, claims_in_matches(game, 1, 11, every=3))
    assert counted.total() > 8


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", list(claims.CHECKS_BY_GAME))
def test_every_kind_of_reason_occurs_and_is_true(game: str) -> None:
    counted = check(game, claims_in_matches(game, MATCHES[game], 12))
    assert counted.keys() >= claims.CHECKS_BY_GAME[game].keys()


@pytest.mark.parametrize("game", WITH_THREATS)
def test_stopping_a_win_in_one_leaves_none(game: str) -> None:
    counted = check(game, claims_against_win_threats(game, "in one", 40, wins=4))
    assert counted["stops 1"]


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", WITH_THREATS)
def test_stopping_a_win_in_two_is_certain(game: str) -> None:
    check(game, claims_against_win_threats(game, "in two", 12))


@pytest.mark.parametrize("game", WITH_THREATS)
def test_a_known_win_is_given_as_the_reason_for_the_move_that_finds_it(game: str) -> None:
    for number, distance in enumerate(("in one", "in two"), 1):
        for text in KNOWN[game][distance]:
            choice = appraise(game, text, 50, 1, explains=True)
            (reason, *_) = choice.reasons
            assert (reason.code, reason.number) == ("wins", number)
            position = GAMES[game].decode(text)
            move = next(each for each in position.moves() if position.text(each) == choice.move)
            assert claims.is_true(game, position, move, reason)


@pytest.mark.parametrize("game", WITH_THREATS)
def test_a_hypothetical_pass_changes_only_the_player_to_move(game: str) -> None:
    for position in positions(game, 1, 3):
        passed = ENGINES[game].facts.passed(position)
        if passed is not None:
            assert list(passed.moves()) == list(claims.pass_turn(position).moves())


def test_the_only_move_that_does_not_lose_is_called_the_only_move() -> None:
    for game in WITH_THREATS:
        only_moves = [
            claim for claim in all_claims_against_a_threat(game) if claim[2].code == "only_move"
        ]
        assert len(only_moves) == 1
        assert claims.only_move(*only_moves[0])


def all_claims_against_a_threat(game: str) -> Claims:
    """The reasons for every move against a known win in one."""
    engine = ENGINES[game]
    position = engine.facts.passed(GAMES[game].decode(KNOWN[game]["in one"][ANSWERED[game]]))
    assert position is not None
    for move in position.moves():
        for reason in reasons_for(engine, position, move):
            yield position, move, reason


@pytest.mark.parametrize("game", list(ENGINES))
def test_reasons_survive_a_json_round_trip(game: str) -> None:
    text = next(positions(game, 1, 1)).encode()
    choice = Task("appraise", game, text, 20, 1, explains=True).choice()
    sent: list[dict[str, Any]] = json.loads(json.dumps(asdict(choice)))["reasons"]
    assert reasons_in(sent) == choice.reasons


def test_reasons_are_given_only_on_request() -> None:
    text = next(positions("skirt", 1, 1)).encode()
    assert Task("appraise", "skirt", text, 20, 1).choice().reasons == ()
    assert Task("choose", "skirt", text, 3, 1, explains=True).choice().reasons == ()
