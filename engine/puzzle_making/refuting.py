"""Refutation of wrong tries by the other side's reply."""

from __future__ import annotations

from collections.abc import Sequence

from engine.opponent import Choice
from engine.puzzle_making.finding import KINDS
from engine.search import values_of_win
from rules.notation import read
from rules.position import Move, Position
from rules.registry import GAMES


def refute(game: str, start: str, moves: Sequence[str], wrong: str, turns: int) -> Choice:
    """Return the refutation of a wrong move.

    The `line` of the choice is that move and its punishment. Its reasons explain why the move is
    wrong, with the codes of `engine.puzzles.codes`.

    :param start: a position from `Position.encode`.
    :param moves: the moves since then, as texts.
    :param turns: own turns for a win, including the wrong move's.
    :raises Refusal: if a move is not legal.
    :raises ValueError: if the position is invalid.
    """
    position: Position = GAMES[game].decode(start)
    for text in moves:
        position = position.play(read(position, text))
    move = read(position, wrong)
    seat = position.to_move
    assert seat is not None
    refutation = KINDS[game].refutation(position, move, turns)
    if refutation.loser is None:
        values = tuple(1 / position.seats for _ in range(position.seats))
    else:
        values = values_of_win(3 - refutation.loser, 2)
    texts = _texts(position.seen_by(seat), refutation.line)
    return Choice(
        move=texts[0],
        line=texts,
        value=values[seat - 1],
        values=values,
        work=1,
        is_proven=refutation.is_proven,
        reasons=refutation.reasons,
    )


def _texts(position: Position, line: Sequence[Move]) -> tuple[str, ...]:
    texts: list[str] = []
    for move in line:
        texts.append(position.text(move))
        position = position.play(move)
    return tuple(texts)
