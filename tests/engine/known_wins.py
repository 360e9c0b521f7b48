"""Positions near the end of random matches, with a win in one or in two.

`known_wins.json` has them by game, as encoded by `Position.encode`. This finds some for a game:

    python -m tests.engine.known_wins skirt
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

from rules.position import Game, Position
from rules.registry import game_named
from rules.replay import random_play

FILE = Path(__file__).with_name("known_wins.json")
KNOWN: dict[str, dict[str, list[str]]] = json.loads(FILE.read_text(encoding="utf-8"))
EACH = 6
"""The number of positions to find of each kind."""


def is_won(position: Position, seat: int) -> bool:
    return position.outcome is not None and position.outcome.winners == (seat,)


def wins_at_once(position: Position, seat: int) -> bool:
    """Whether the seat is to move and has a winning move."""
    return position.to_move == seat and any(
        is_won(position.play(move), seat) for move in position.moves()
    )


def wins_next(after: Position, seat: int) -> bool:
    """Whether the seat that has just moved can win with its next move after any reply."""
    if after.to_move == seat:
        return wins_at_once(after, seat)
    replies = after.moves()
    return bool(replies) and all(wins_at_once(after.play(reply), seat) for reply in replies)


def wins_near_end(game: Game, seed: int) -> tuple[str | None, str | None]:
    """A win in one and a win in two near the end of a random match, or None."""
    random = Random(seed)
    options = {option.key: random.choice(option.values) for option in game.options}
    last = [each.before for each in random_play(game.start(game.deal(options, random)), random)]
    one: str | None = None
    for position in reversed(last[-6:]):
        seat = position.to_move
        assert seat is not None
        if wins_at_once(position, seat):
            one = one or position.encode()
        elif any(wins_next(position.play(move), seat) for move in position.moves()):
            return one, position.encode()
    return one, None


if __name__ == "__main__":
    game = game_named(sys.argv[1])
    codes: dict[str, list[str]] = {"in one": [], "in two": []}
    for seed in range(1000):
        for wins, position in zip(codes.values(), wins_near_end(game, seed), strict=True):
            if position is not None and len(wins) < EACH:
                wins.append(position)
        if all(len(wins) == EACH for wins in codes.values()):
            break
    FILE.write_text(json.dumps({**KNOWN, game.key: codes}, indent=1) + "\n", encoding="utf-8")
