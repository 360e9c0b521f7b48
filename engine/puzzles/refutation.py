"""What punishes a wrong try: the other side's reply, and whether it even wins by it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.facts import Reason
from engine.forced_wins import any_winning_move, win_in_two
from engine.opponent import Choice
from engine.puzzles.best_turns import best_turns, passes_by
from engine.puzzles.proving import Prover, Spent
from engine.puzzles.wins_at_once import exact_win
from engine.registry import ENGINES
from engine.search import values_of_win
from rules.notation import read
from rules.passtally.position import PasstallyPosition
from rules.position import Move, Position
from rules.registry import GAMES

LOSES = "loses"
"""The other side wins by force, as the line begins: in `number` turns of its own."""
ESCAPES = "escapes"
"""After the reply in the line there is no win any more in the `number` turns that would be left."""
LOST = "lost"
"""The move itself ends the match, and doesn't win it."""
PASSES = "passes"
"""The turn counts at most `number` passes now, as `line` goes on."""
BETTER = "better"
"""The best turn, `line`, counts `number` passes."""

WORK = 3_000
"""Positions that are looked into to find the hardest reply; after that any will do."""


def refute(game: str, start: str, moves: Sequence[str], wrong: str, turns: int) -> Choice:
    """What follows on a wrong move, as a choice whose `line` is that move and what punishes it.

    Its reasons say why it is wrong, with the codes of this module.

    :param start: a position as `Position.encode` writes it.
    :param moves: those made since then, as texts.
    :param turns: own turns in which it could be won, that of the wrong move included.
    :raises Refusal: where a move is not legal.
    :raises ValueError: where the position is none.
    """
    position: Position = GAMES[game].decode(start)
    for text in moves:
        position = position.play(read(position, text))
    move = read(position, wrong)
    if isinstance(position, PasstallyPosition):
        return _fewer_passes(position, move)
    seat = position.to_move
    assert seat is not None
    after = position.play(move)
    line, reason = _punishment(game, after, seat, turns)
    texts = [position.text(move), *_texts(after, line)]
    loser = seat if reason.code in (LOSES, LOST) else None
    values = (0.5, 0.5) if loser is None else values_of_win(3 - seat, 2)
    return Choice(
        move=texts[0],
        line=tuple(texts),
        value=values[seat - 1],
        values=values,
        work=1,
        is_proven=True,
        reasons=(reason,),
    )


def _punishment(
    game: str, after: Position, seat: int, turns: int
) -> tuple[tuple[Move, ...], Reason]:
    if after.outcome is not None:
        return (), Reason(LOST)
    other = 3 - seat
    if after.to_move == other:
        win = any_winning_move(after)
        if win is not None:
            return (win,), Reason(LOSES, 1)
    to_the_end = game == "scalas"
    left = turns if after.to_move == seat and after.is_mid_turn else turns - 1
    if after.to_move == other and not to_the_end:
        line = win_in_two(after, ENGINES[game].search.winning_move)
        if line is not None:
            return line, Reason(LOSES, 2)
    prover = Prover(seat, exact_win(game), WORK, to_the_end=to_the_end)
    line = _escape(game, after, seat, max(left, 1) if to_the_end else left, prover)
    return line, Reason(ESCAPES, max(left, 0))


def _escape(game: str, after: Position, seat: int, left: int, prover: Prover) -> tuple[Move, ...]:
    """The other side's moves after which there is no win; where that takes too long to be known,
    those that the engine would make."""
    line: list[Move] = []
    if not left:
        return ()
    position = after
    while position.to_move not in (None, seat):
        move = _escaping_move(position, left, prover)
        if move is None:
            work = max(1, ENGINES[game].full_work // _SHARE)
            move = ENGINES[game].search.find(position, work, Random(0)).move
        line.append(move)
        position = position.play(move)
    return tuple(line)


_SHARE = 64
"""Of the full work, what is done for a reply that nobody could prove."""


def _escaping_move(position: Position, left: int, prover: Prover) -> Move | None:
    try:
        return prover.refutation(position, left)
    except Spent:
        return None


def _fewer_passes(position: PasstallyPosition, move: Move) -> Choice:
    """How many passes the turn can still count, beside the best one."""
    seen = position.seen_by(position.seat)
    text = seen.text(move)
    if seen.actions_left > 1:
        after = seen.play(move)
        second, passes = max(passes_by(after), key=lambda each: each[1])
        line = (text, after.text(second))
        most, best = best_turns(seen)
        first, seconds = next(iter(best.items()))
        better = (seen.text(first), seen.play(first).text(seconds[0]))
    else:
        reached = dict(passes_by(seen))
        passes, line = reached[move], (text,)
        best_move, most = max(reached.items(), key=lambda each: each[1])
        better = (seen.text(best_move),)
    values = tuple(1 / position.players for _ in range(position.players))
    return Choice(
        move=text,
        line=line,
        value=values[position.seat - 1],
        values=values,
        work=1,
        is_proven=False,
        reasons=(Reason(PASSES, passes, line=line), Reason(BETTER, most, line=better)),
    )


def _texts(position: Position, line: Sequence[Move]) -> list[str]:
    texts: list[str] = []
    for move in line:
        texts.append(position.text(move))
        position = position.play(move)
    return texts
