"""Invariants of every game, checked on random positions."""

from __future__ import annotations

import contextlib
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.notation import check, complete, read, suggest, write
from rules.position import Game, LazyMoves, Position
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.replay import random_play, replay

MAX_WALK = 60
"""Plies into a random match, at most. Shorter matches are checked at their end."""

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
MODEST = settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

seeds = st.integers(min_value=0, max_value=2**32 - 1)


def some_setup(game: Game, random: Random) -> dict[str, object]:
    chosen = {option.key: random.choice(option.values) for option in game.options}
    return game.deal(chosen, random)


def some_position(game: Game, random: Random) -> Position:
    position = game.start(some_setup(game, random))
    walk = random.randrange(MAX_WALK)
    for ply, played in enumerate(random_play(position, random)):
        if ply == walk:
            break
        position = played.after
    return position


@EVERY_GAME
@MODEST
@given(seed=seeds)
def test_moves_are_sorted_unique_and_empty_exactly_at_the_end(game: Game, seed: int) -> None:
    position = some_position(game, Random(seed))
    moves = list(position.moves())
    assert moves == sorted(set(moves))
    over = not moves
    assert (position.to_move is None) == over
    assert (position.outcome is not None) == over


@EVERY_GAME
@MODEST
@given(seed=seeds)
def test_the_list_of_moves_can_be_asked_at_any_place(game: Game, seed: int) -> None:
    random = Random(seed)
    position = random.choice((game.start(some_setup(game, random)), some_position(game, random)))
    moves = position.moves()
    listed = list(moves)
    count = len(moves)
    assert listed == sorted(set(listed))
    assert [moves[place] for place in range(-count, count)] == listed * 2
    assert tuple(moves[3:9:2]) == tuple(listed[3:9:2])
    assert isinstance(moves[3:9:2], tuple) or not isinstance(moves, LazyMoves)
    for place in (count, -count - 1):
        with pytest.raises(IndexError):
            moves[place]
    assert all(move in moves for move in (*listed[:20], *listed[-1:]))
    for stranger in (("z9", "a1"), "a1", None, *((*move, "z9") for move in listed[:3])):
        assert stranger not in moves


@EVERY_GAME
@MODEST
@given(seed=seeds)
def test_playing_any_move_works_and_leaves_the_position_unchanged(game: Game, seed: int) -> None:
    position = some_position(game, Random(seed))
    before = position.encode(), list(position.moves()), position.to_move
    for move in position.moves():
        assert position.play(move) == position.play(move)
    assert (position.encode(), list(position.moves()), position.to_move) == before


@EVERY_GAME
@MODEST
@given(seed=seeds)
def test_every_move_text_is_read_back(game: Game, seed: int) -> None:
    position = some_position(game, Random(seed))
    texts = set()
    for move in position.moves():
        text = write(position, move)
        texts.add(text)
        assert read(position, text) == move
        assert read(position, f"  {text.upper()} ") == move
    assert len(texts) == len(position.moves())


@EVERY_GAME
@MODEST
@given(seed=seeds)
def test_every_beginning_of_a_move_can_be_completed(game: Game, seed: int) -> None:
    position = some_position(game, Random(seed))
    for move in position.moves():
        for length in range(len(move)):
            completion = complete(position, move[:length])
            assert move[length] in completion.steps
            prompt = position.input.prompt(move[:length])
            assert prompt
            # Its readers see the steps before it: "g4: Choose where it goes".
            assert not any(step.strip("()") in prompt.split() for step in move[:length])
            assert position.input.beginning(move[: length + 1])
            assert position.input.label(move[:length], move[length])
        assert complete(position, move).whole


@EVERY_GAME
@MODEST
@given(seed=seeds)
def test_a_position_is_read_back_from_its_encoding(game: Game, seed: int) -> None:
    random = Random(seed)
    position = some_position(game, random)
    again = game.decode(position.encode())
    assert again == position
    assert again.encode() == position.encode()
    assert list(again.moves()) == list(position.moves())
    assert again.outcome == position.outcome


@EVERY_GAME
@MODEST
@given(text=st.text(max_size=40))
def test_decoding_nonsense_is_a_value_error(game: Game, text: str) -> None:
    with contextlib.suppress(ValueError):
        game.decode(text)


@EVERY_GAME
@MODEST
@given(seed=seeds)
def test_replay_equals_stepwise_play(game: Game, seed: int) -> None:
    random = Random(seed)
    setup = some_setup(game, random)
    texts: list[str] = []
    position = game.start(setup)
    for played in random_play(position, random):
        texts.append(played.text)
        position = played.after
        if len(texts) == MAX_WALK:
            break
    *_, last = replay(game, setup, texts)
    assert last.after == position


@EVERY_GAME
@MODEST
@given(seed=seeds, data=st.data())
def test_a_mutated_move_is_legal_or_refused_with_a_code(
    game: Game, seed: int, data: st.DataObject
) -> None:
    random = Random(seed)
    position = some_position(game, random)
    others = [some_position(game, random) for _ in range(2)]
    steps = [step for each in (position, *others) for move in each.moves() for step in move]
    if not steps:
        return
    strange = st.text(max_size=6) | st.sampled_from(["z99", "", "()", "(a1)", "a0", "+", "1:"])
    mutated = tuple(data.draw(st.lists(st.sampled_from(steps) | strange, max_size=7)))
    try:
        assert check(position, mutated) in position.moves()
    except Refusal as refusal:
        assert refusal.code
        assert refusal.words
    if mutated not in position.moves():
        explained = position.explain(mutated)
        assert explained.code
        assert explained.words


@EVERY_GAME
@MODEST
@given(seed=seeds, data=st.data())
def test_a_mutated_text_is_legal_or_refused_with_a_code(
    game: Game, seed: int, data: st.DataObject
) -> None:
    position = some_position(game, Random(seed))
    if not position.moves():
        return
    text = position.text(data.draw(st.sampled_from(list(position.moves()))))
    place = data.draw(st.integers(0, len(text)))
    width = data.draw(st.integers(0, 3))
    letters = st.text(st.sampled_from("abcdefghijk0123456789-+:(), NESW") | st.characters())
    mutated = text[:place] + data.draw(letters) + text[place + width :]
    try:
        assert read(position, mutated) in position.moves()
    except Refusal as refusal:
        assert refusal.code
        assert refusal.words


@EVERY_GAME
@MODEST
@given(seed=seeds)
def test_suggestions_are_legal_and_continue_what_is_typed(game: Game, seed: int) -> None:
    random = Random(seed)
    position = some_position(game, random)
    if not position.moves():
        assert suggest(position, "") == []
        return
    assert len(suggest(position, "")) == min(25, len(position.moves()))
    move = random.choice(position.moves())
    assert move in suggest(position, position.text(move))


@EVERY_GAME
@pytest.mark.parametrize("seed", range(3))
def test_random_play_ends(game: Game, seed: int) -> None:
    random = Random(seed)
    position = game.start(some_setup(game, random))
    for played in random_play(position, random):
        position = played.after
    assert position.outcome is not None
    assert position.to_move is None
    with pytest.raises(Refusal) as refusal:
        read(position, "a1")
    assert refusal.value.code == "over"


@EVERY_GAME
@MODEST
@given(seed=seeds)
def test_the_first_default_suggestion_is_harmless_if_any_is(game: Game, seed: int) -> None:
    position = some_position(game, Random(seed))
    offered = suggest(position, "")
    harmless = [move for move in offered if position.input.is_harmless(move)]
    assert offered[:1] == (harmless or offered)[:1]
    for move in harmless:
        outcome = position.play(move).outcome
        assert outcome is None or not outcome.winners or position.to_move in outcome.winners


OF_THREE = [
    (game, {option.key: 3})
    for game in GAMES.values()
    for option in game.options
    if option.key == "players" and 3 in option.values
]


@pytest.mark.parametrize(("game", "options"), OF_THREE, ids=[game.key for game, _ in OF_THREE])
@MODEST
@given(seed=seeds)
def test_the_follower_is_to_move_after_the_turn_even_if_a_seat_leaves(
    game: Game, options: dict[str, int], seed: int
) -> None:
    random = Random(seed)
    position, leaves_at = game.start(game.deal(options, random)), random.randrange(MAX_WALK)
    known = 0
    for ply in range(2 * MAX_WALK):
        if ply == leaves_at and position.to_move is not None:
            position = position.without(random.randint(1, 3))
        if position.to_move is None:
            assert position.follower is None
            break
        before, position = position, position.play(random.choice(position.moves()))
        assert before.follower != before.to_move
        if before.follower is not None and position.to_move not in (None, before.to_move):
            assert position.to_move == before.follower
            known += 1
    assert known
