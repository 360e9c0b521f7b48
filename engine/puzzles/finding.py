"""Finds puzzles in matches that the engine plays against itself, with whims for variety."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from random import Random

from engine.forced_wins import any_winning_move
from engine.levels import LEVELS
from engine.opponent import move_of_level
from engine.puzzles.best_turns import (
    LEAST_TILES,
    best_turns,
    greedy_passes,
    is_one_result,
    solution,
)
from engine.puzzles.proving import Prover, Spent
from engine.puzzles.puzzle import MOST_PASSES, WINS, Node, Puzzle
from engine.puzzles.standing import shown
from engine.puzzles.wins_at_once import exact_win
from engine.registry import ENGINES
from engine.simple_players import greedy_move, random_move
from rules.notation import read
from rules.passtally.position import PasstallyPosition
from rules.position import Move, Position
from rules.registry import GAMES
from rules.scala.position import ScalaPosition
from rules.scalas.position import ScalasPosition
from rules.scalus.position import ScalusPosition

TURNS = (2, 3, 4)
"""Own turns that a win by force may take."""

WHIMS = 0.08
"""How often a move is any legal one, beside the whims of the levels."""

FEWEST_PASSES = 3
"""That the best turn of Passtally must count."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Where puzzles of one game are looked for."""

    sizes: tuple[int, ...] = ()
    """Of which the board of a match is drawn; none where the game has one board."""
    levels: tuple[int, ...] = (2, 2, 2, 3)
    """Of which each seat draws its own."""
    last: int = 16
    """Positions before the end of a match that are looked into."""
    deep: int = 6
    """Positions of a match in which wins in more than two turns are looked for."""
    slips: int = 240
    """Whims that are tried in those positions, to find something in most matches."""
    tempting: int = 2
    """Moves at least that threaten to win at once and are wrong."""
    share: float = 0.0
    """Of all moves, the part that may win; 0 for exactly one."""


RECIPES = {
    "scala": Recipe(levels=(3, 3, 2), deep=3, tempting=1),
    "scalus": Recipe(levels=(2, 3, 3), deep=4, tempting=1),
    "skirt": Recipe(sizes=(5, 5, 6), levels=(2, 2, 3), last=10, slips=40, share=0.1),
    "scalas": Recipe(sizes=(5, 5, 5, 6), levels=(2,), slips=120),
    "passtally": Recipe(levels=(1, 2)),
}
"""By the key of the game; puzzles can be made for these."""

WORK = {2: 400, 3: 400, 4: 1_500}
"""By turns: positions looked into at most, each with all its moves and replies, to prove a win."""

WORK_FOR_ENDINGS = 1_500
"""The same for endings of Scalas, in which each takes less."""

MOST_OF_A_MATCH = 3
"""Puzzles that are taken from one match, so that they differ."""

MOST_SOLUTIONS = 6
"""First moves that win at most, where there may be several."""

FULLEST_HANDS = 7
"""Cubes of both at most, in endings of Scalas that are looked into."""


def found_in_match(game: str, number: int) -> tuple[Puzzle, ...]:
    """The puzzles of the match of this number, without keys; the same for the same number.

    :raises KeyError: where no puzzles can be made for the game.
    """
    recipe = RECIPES[game]
    random = Random(f"puzzles {game} {number}")
    positions = [each for each in _self_played(game, recipe, random) if not each.is_mid_turn]
    if game == "passtally":
        return _best_turn(positions, random)
    if game == "scalas":
        return _different(_endings(positions, recipe.slips, random))
    return _different(_forced_wins(game, positions[-recipe.last :], recipe, random))


def _self_played(game: str, recipe: Recipe, random: Random) -> Iterator[Position]:
    """The positions of a match before each move."""
    rules = GAMES[game]
    options = rules.choose({"size": random.choice(recipe.sizes)} if recipe.sizes else {})
    position = rules.start(rules.deal(options, random))
    levels = [LEVELS[random.choice(recipe.levels) - 1] for _ in range(position.seats)]
    opening = random.randrange(2, 7)
    seed = random.randrange(1 << 30)
    while position.to_move is not None:
        yield position
        if opening > 0 or random.random() < WHIMS:
            opening -= 1
            move = random_move(position, random)
        else:
            move = move_of_level(game, position, levels[position.to_move - 1], seed).move
        position = position.play(move)


def _forced_wins(
    game: str, positions: Sequence[Position], recipe: Recipe, random: Random
) -> Iterator[Puzzle]:
    """Wins by force that make puzzles: in most matches those in two turns will do, in others
    longer ones are looked for, which takes longer."""
    backwards = [_afresh(position) for position in reversed(positions[:-1])]
    kind = random.random()
    if kind < _LONGEST:
        longest = _long_win(game, backwards, recipe)
        if longest is not None:
            yield longest
        return
    tries = recipe.deep if kind < _LONG else 0
    for position, threats in _threatening(game, backwards, recipe.slips, random):
        with suppress(Spent):
            puzzle, is_won = _win_in(game, position, TURNS[0], recipe, threats)
            if not is_won and tries > 0:
                tries -= 1
                puzzle, _ = _win_in(game, position, TURNS[1], recipe, threats)
            if puzzle is not None:
                yield puzzle


_LONGEST = 0.06
"""How many of all matches are looked into for wins in four turns too."""

_LONG = 0.3
"""How many are looked into for wins in three."""


def _different(puzzles: Iterator[Puzzle]) -> tuple[Puzzle, ...]:
    """As many puzzles of one match as are taken, the first that ask for different first moves."""
    found: list[Puzzle] = []
    asked: set[str] = set()
    for puzzle in puzzles:
        firsts = {step.move for step in puzzle.solution}
        if firsts.isdisjoint(asked):
            found.append(puzzle)
            asked |= firsts
        if len(found) == MOST_OF_A_MATCH:
            break
    return tuple(found)


def _threatening(
    game: str, positions: Sequence[Position], slips: int, random: Random
) -> Iterator[tuple[Position, Sequence[Move]]]:
    """Positions in which the mover can't win at once but threatens to by some moves, with these.

    After those of the match come those that whims make of them, most of all of those with threats:
    where there is one, a whim seldom takes it away, and it is the rarest thing of all.
    """
    exact = exact_win(game)
    seen: set[str] = set()
    fertile: list[Position] = []

    def looked_into(position: Position) -> Sequence[Move]:
        code = position.encode()
        if code in seen or exact(position) is not None:
            return ()
        seen.add(code)
        threats = _threats(game, position)
        if threats:
            fertile.append(position)
        return threats

    for position in random.sample(positions, len(positions)):
        if threats := looked_into(position):
            yield position, threats
    for _ in range(slips if positions else 0):
        often = fertile and random.random() < _FERTILE
        slipped = _slip(random.choice(fertile if often else positions), random)
        if slipped is not None and (threats := looked_into(slipped)):
            yield slipped, threats


_FERTILE = 0.8
"""How often a whim begins where there are threats."""


def _slip(position: Position, random: Random) -> Position | None:
    """What one whim, or one of each side, makes of a position, if the match then goes on."""
    for _ in range(random.choice((1, 2, 2))):
        if position.to_move is not None:
            position = position.play(random_move(position, random))
    return None if position.to_move is None or position.is_mid_turn else _afresh(position)


def _long_win(game: str, backwards: Sequence[Position], recipe: Recipe) -> Puzzle | None:
    """The longest win near the end; one in four turns only where one in three follows."""
    found: Puzzle | None = None
    for position in backwards[: recipe.deep]:
        threats = () if exact_win(game)(position) is not None else _threats(game, position)
        for turns in TURNS if threats else ():
            if turns == TURNS[-1] and (found is None or found.turns < turns - 1):
                break
            try:
                puzzle, is_won = _win_in(game, position, turns, recipe, threats)
            except Spent:
                break
            if puzzle is not None and (found is None or puzzle.turns > found.turns):
                found = puzzle
            if is_won:
                break
        if found is not None and found.turns == TURNS[-1]:
            break
    return found


def _win_in(
    game: str, position: Position, turns: int, recipe: Recipe, threats: Sequence[Move]
) -> tuple[Puzzle | None, bool]:
    """The puzzle to win within these turns; and whether that can be done at all, or in fewer.

    :param position: in which nothing wins at once.
    :raises Spent: where that takes too much work to be found out.
    """
    seat = position.to_move
    assert seat is not None
    exact = exact_win(game)
    moves = position.moves()
    most = min(MOST_SOLUTIONS, max(1, int(len(moves) * recipe.share)))
    work = WORK[turns]
    tempts = len(threats) - most >= recipe.tempting
    if turns == TURNS[0] and not tempts and game != "scalus":
        # Next to nothing threatens, so whatever wins is found without much thought.
        return None, False
    quick = Prover(seat, ENGINES[game].search.winning_move, work)
    winning: list[Move] = []
    for move in threats if turns == TURNS[0] else moves:
        if quick.wins_by(position, move, turns):
            winning.append(move)
            if len(winning) > most:
                return None, True
    if not winning:
        return None, False
    if _is_greedy(game, position, winning):
        return None, True
    # The quick look may have overlooked wins, so the other moves are looked into once more.
    prover = Prover(seat, exact, work)
    if prover.win(position, turns - 1) is not None:
        return None, True
    if any(move not in winning and prover.wins_by(position, move, turns) for move in moves):
        return None, True
    node, length = prover.plan(position, turns, is_played=True)
    assert length == turns
    puzzle = Puzzle("", game, position.encode(), turns, WINS, node)
    if not tempts and not _branches(node) and not _scales(puzzle):
        return None, True
    return puzzle, True


_GREEDY = 6
"""Greedy players that are asked; they may differ where moves look equally good."""


def _threats(game: str, position: Position) -> list[Move]:
    """The moves after which the seat would win if it were to move again."""
    engine = ENGINES[game]
    found: list[Move] = []
    for move in position.moves():
        after = position.play(move)
        again = engine.facts.passed(after) if after.outcome is None else None
        if again is not None and engine.search.winning_move(again) is not None:
            found.append(move)
    return found


def _branches(node: Node) -> bool:
    """Whether different replies want different answers."""
    return any(
        len({answer[0].move for answer in step.answers.values()}) > 1
        or any(_branches(answer) for answer in step.answers.values())
        for step in node
    )


def _scales(puzzle: Puzzle) -> bool:
    """A group of Scalus is scaled in the main line, which is less easily seen than a step."""
    own = shown(puzzle)[::2]
    return puzzle.game == "scalus" and any("(" in text for text in own)


def _is_greedy(game: str, position: Position, winning: Sequence[Move]) -> bool:
    """Whether somebody who looks one move ahead may find one of these."""
    return any(move in winning for move in _greedy_moves(game, position))


def _greedy_moves(game: str, position: Position) -> Sequence[Move]:
    """What those do who look one move ahead, each once."""
    moves = (greedy_move(game, position, Random(seed)) for seed in range(_GREEDY))
    return tuple(dict.fromkeys(moves))


def _afresh(position: Position) -> Position:
    """As if the match began here, so that nothing that came before can make a draw."""
    match position:
        case ScalaPosition():
            return replace(position, history=position.history[-1:])
        case ScalusPosition():
            return ScalusPosition.reached(position.black, position.white, position.seat, ())
        case _:
            return position


def _endings(positions: Sequence[Position], slips: int, random: Random) -> Iterator[Puzzle]:
    """Endings of Scalas that one move alone wins."""
    late = [each for each in positions if _is_late(each)]
    slipped = (_slip(random.choice(late), random) for _ in range(slips if late else 0))
    for position in chain(random.sample(late, len(late)), slipped):
        if position is None or not _is_late(position):
            continue
        with suppress(Spent):
            puzzle = _won_ending(position)
            if puzzle is not None:
                yield puzzle


def _is_late(position: Position) -> bool:
    """A turn of Scalas begins, with few cubes left, but some to both, and with a choice."""
    return (
        isinstance(position, ScalasPosition)
        and not position.is_mid_turn
        and not position.is_solo
        and _EMPTIEST_HANDS <= sum(position.hands) <= FULLEST_HANDS
        and len(position.moves()) >= _FEWEST_CHOICES
    )


def _won_ending(position: Position) -> Puzzle | None:
    """:raises Spent: where it takes too much work to be solved."""
    seat = position.to_move
    assert seat is not None
    prover = Prover(seat, _last_win, WORK_FOR_ENDINGS, to_the_end=True)
    greedy = _greedy_moves("scalas", position)
    winning: list[Move] = []
    # What somebody greedy would do comes first: if that wins, nothing else need be tried.
    for move in (*greedy, *(each for each in position.moves() if each not in greedy)):
        if prover.wins_by(position, move, 1):
            winning.append(move)
            if len(winning) > 1 or move in greedy:
                return None
    if not winning:
        return None
    node, _ = prover.plan(position, 1, is_played=True)
    puzzle = Puzzle("", "scalas", position.encode(), 1, WINS, node)
    turns = _own_turns(puzzle, position)
    return replace(puzzle, turns=turns) if turns in TURNS else None


def _own_turns(puzzle: Puzzle, position: Position) -> int:
    """How many turns of the solver's the main line has."""
    seat, turns = position.to_move, 0
    for text in shown(puzzle):
        turns += position.to_move == seat and not position.is_mid_turn
        position = position.play(read(position, text))
    return turns


_EMPTIEST_HANDS = 4

_FEWEST_CHOICES = 4
"""Moves among which there must be a choice, or there is nothing to find."""


def _last_win(position: Position) -> Move | None:
    """Of Scalas: a move that wins at once; with more cubes it hardly ever does."""
    assert isinstance(position, ScalasPosition)
    return any_winning_move(position) if sum(position.hands) <= _NEAR_THE_END else None


_NEAR_THE_END = 5


def _best_turn(positions: Sequence[Position], random: Random) -> tuple[Puzzle, ...]:
    """Of some turns of Passtally, the one that is furthest beyond greed."""
    turns = [
        each
        for each in positions
        if isinstance(each, PasstallyPosition)
        and each.round > 2
        and min(each.tiles_left) >= LEAST_TILES
    ]
    best_gain = 0
    found: tuple[Puzzle, ...] = ()
    for position in random.sample(turns, min(_TRIED, len(turns))):
        seen = position.seen_by(position.seat)
        most, best = best_turns(seen)
        if most < FEWEST_PASSES or not is_one_result(seen, best):
            continue
        gain = most - greedy_passes(seen)
        if gain > best_gain:
            node = solution(seen, best)
            if _is_greedy_turn(seen, node):
                continue
            best_gain = gain
            found = (Puzzle("", "passtally", seen.encode(), 1, MOST_PASSES, node),)
    return found


def _is_greedy_turn(position: PasstallyPosition, node: Node) -> bool:
    """Whether somebody who looks one move ahead, twice, may make this turn."""
    for seed in range(_GREEDY):
        reached: Position = position
        left = node
        while left:
            move = greedy_move("passtally", reached, Random(seed))
            step = next((each for each in left if each.move == reached.text(move)), None)
            if step is None:
                break
            left, reached = step.answers.get("", ()), reached.play(move)
        else:
            return True
    return False


_TRIED = 5
"""Turns of a match of Passtally."""
