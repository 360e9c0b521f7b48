"""Reading, writing and completing moves in any game.

The games parse texts (`MoveInput.parse`) and explain illegal steps (`Position.explain`). Only
`Position.moves` decides what is legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from language.lists import Listed, and_more, any_of, row_of, sentences
from language.texts import Text, lazy_gettext
from language.typed import normalised
from rules.position import Move, Position
from rules.refusal import Refusal

MAX_TEXT_LENGTH = 300
"""Maximum length of typed text that is parsed."""

MAX_TRIED = 12
"""Maximum number of moves tried to find a harmless example."""

_MARKS = str.maketrans({**dict.fromkeys("'\"`*"), **dict.fromkeys("_~=>", "-")})
"""Marks around moves, and those typed for a dash or an arrow."""

_MOVE_NUMBER = re.compile(r"[0-9]{1,6} ?[.)][.) ]*")
"""The number of a turn in front of a move, as in a record."""


def write(position: Position, move: Move) -> str:
    """Return the canonical text of a legal move."""
    return position.text(move)


def read(position: Position, text: str, seat: int | None = None) -> Move:
    """Return the legal move named by a typed text.

    :param seat: the author's seat, if known, which must be the one to move.
    :raises Refusal: with the game's own codes, or `over`, `not_your_turn`, `unreadable`,
        `incomplete` (the text is the beginning of a move), `ambiguous`.
    """
    if position.to_move is None:
        raise match_over()
    if seat is not None and seat != position.to_move:
        raise Refusal("not_your_turn", lazy_gettext("It's not your turn."))
    text = plain_text(text)
    if not text:
        raise _unreadable(position, lazy_gettext("The move is empty."))
    if len(text) > MAX_TEXT_LENGTH:
        raise _unreadable(position, lazy_gettext("That is too long."))
    return check(position, position.input.parse(text))


def plain_text(text: str) -> str:
    """Return a typed move as the games read it, with single blanks, a dash as `-`, and no number.

    The canonical text of a move stays as it is.
    """
    text = " ".join(normalised(text).translate(_MARKS).split())
    return text[_end_of_number(text) :].strip(" .,;!-")


def _end_of_number(text: str) -> int:
    number = _MOVE_NUMBER.match(text)
    return number.end() if number else 0


def check(position: Position, steps: Move) -> Move:
    """Return the steps themselves if they are a legal move.

    :raises Refusal: with the game's own codes, or `over`, `incomplete`, `ambiguous`.
    """
    moves = position.moves()
    if steps in moves:
        return steps
    if position.to_move is None:
        raise match_over()
    continued = [move for move in moves if move[: len(steps)] == steps]
    if continued:
        begun = lazy_gettext(
            "{move} is only the start of a move.", move=position.input.beginning(steps)
        )
        next_step = question(position.input.to_decide(steps), _listed(position, continued))
        raise Refusal("incomplete", sentences(begun if steps else None, next_step))
    moves_named = [
        move
        for move in moves
        if any(_is_within(steps, spelling) for spelling in position.input.spellings(move))
    ]
    if len(moves_named) > 1:
        words = lazy_gettext(
            "{move} can mean several moves: {moves}.",
            move="-".join(steps),
            moves=_listed(position, moves_named),
        )
        raise Refusal("ambiguous", words)
    if moves_named:
        words = lazy_gettext(
            "{move} isn't a whole move. Do you mean {other}?",
            move="-".join(steps),
            other=position.text(moves_named[0]),
        )
        raise Refusal("incomplete", words)
    raise position.explain(steps)


@dataclass(frozen=True, slots=True)
class Completion:
    """The possible continuations of a half-entered move."""

    steps: tuple[str, ...]
    """The possible next steps, in the order of `moves()`."""
    whole: bool
    """Whether the steps so far are a legal move."""


def complete(position: Position, prefix: Move) -> Completion:
    """Return the next steps after `prefix`, none if no legal move starts with it."""
    length = len(prefix)
    continued = [move for move in position.moves() if move[:length] == prefix]
    steps = dict.fromkeys(move[length] for move in continued if len(move) > length)
    return Completion(tuple(steps), prefix in continued)


def add_forced_steps(position: Position, prefix: Move) -> Move:
    """Return the steps so far, extended by forced ones."""
    completion = complete(position, prefix)
    while len(completion.steps) == 1 and not completion.whole:
        prefix = (*prefix, completion.steps[0])
        completion = complete(position, prefix)
    return prefix


def suggest(position: Position, typed: str, limit: int = 25) -> list[Move]:
    """Return up to `limit` legal moves for the text typed so far, best first.

    Moves that start with it come first, then those that contain it. If there are too many, first
    steps alternate, so that an empty text shows the whole board, starting with a harmless move.
    """
    folded = _folded(plain_text(typed))
    beginning: list[tuple[str, Move]] = []
    containing: list[tuple[str, Move]] = []
    for move in position.moves():
        text = _folded(position.text(move))
        if text.startswith(folded) or _folded("-".join(move)).startswith(folded):
            beginning.append((text, move))
        elif folded in text:
            containing.append((text, move))
    matches = [
        move
        for each in (beginning, containing)
        for move in _spread([move for _, move in sorted(each)], limit)
    ][:limit]
    return matches if folded else _harmless_first(position, matches)


def match_over() -> Refusal:
    """Return the refusal of a move after the end of the match."""
    return Refusal("over", lazy_gettext("The match is over, so you can't move any more."))


def question(prompt: Text, choices: Listed) -> Text:
    """ "Choose the stone to move: a1, a3." """
    return lazy_gettext("{prompt}: {choices}.", prompt=prompt, choices=choices)


def examples(position: Position, moves: Sequence[Move], count: int = 3) -> Listed:
    """ "Write it like a1-b2, a1-c3 or a1-d4.", with legal moves, harmless ones if possible."""
    if not moves:
        return ""
    some = _spread(moves, MAX_TRIED)
    harmless = [move for move in some if position.input.is_harmless(move)] or some
    texts = [position.text(move) for move in _spread(harmless, count)]
    return lazy_gettext("Type it like {moves}.", moves=any_of(texts))


def _unreadable(position: Position, why: Text) -> Refusal:
    return Refusal("unreadable", sentences(why, examples(position, position.moves())))


def _listed(position: Position, moves: Sequence[Move], most: int = 8) -> Listed:
    row = row_of([position.text(move) for move in moves[:most]])
    return and_more(row, len(moves) - most) if len(moves) > most else row


def _spread(moves: Sequence[Move], limit: int) -> list[Move]:
    """At most `limit` of the moves, round robin over their first steps."""
    if len(moves) <= limit:
        return list(moves)
    by_first: dict[str, list[Move]] = {}
    for move in moves:
        by_first.setdefault(move[0], []).append(move)
    result: set[Move] = set()
    rank = 0
    while len(result) < limit:
        for group in by_first.values():
            if rank < len(group) and len(result) < limit:
                result.add(group[rank])
        rank += 1
    return [move for move in moves if move in result]


def _harmless_first(position: Position, moves: list[Move]) -> list[Move]:
    """The moves, with the first harmless one moved to the front, if there is one."""
    for place, move in enumerate(moves):
        if position.input.is_harmless(move):
            return [move, *moves[:place], *moves[place + 1 :]]
    return moves


def _is_within(steps: Iterable[str], move: Move) -> bool:
    """Whether the steps occur in the move in order, with possible gaps."""
    rest = iter(move)
    return all(step in rest for step in steps)


def _folded(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum() or letter in "+:")
