"""The rules core, which consists of pure values and functions, with one folder per game.

    from rules import game_named, read

    game = game_named("skirt")
    position = game.start(game.choose({"size": 4}))
    position = position.play(read(position, "e1"))

A game's name gives a `Game`, its set-up a `Position`, and typed text a `Move` or a `Refusal`, the
only exception that a user can cause. Four names are plain values:

- `GAMES` has every `Game` by its key, in display order.
- A `Move` is one legal decision as its steps, `("f5", "j7")`.
- `Options` are the complete options of a match, such as `{"size": 6}`.
- A `Setup` is everything that a match starts from, as JSON: the options and the deal.

`rules.record` writes and reads a match as text. A game's pictures and engine may use its folder.
"""

from __future__ import annotations

from rules.notation import Completion, check, complete, examples, read, suggest, write
from rules.position import Game, Move, MoveInput, Option, Options, Outcome, Position, Setup
from rules.refusal import Refusal
from rules.registry import GAMES, game_named
from rules.replay import Played, leave, leavers, perft, places, random_play, replay
from rules.teaching import Lesson, Remark, Task

__all__ = [
    "GAMES",
    "Completion",
    "Game",
    "Lesson",
    "Move",
    "MoveInput",
    "Option",
    "Options",
    "Outcome",
    "Played",
    "Position",
    "Refusal",
    "Remark",
    "Setup",
    "Task",
    "check",
    "complete",
    "examples",
    "game_named",
    "leave",
    "leavers",
    "perft",
    "places",
    "random_play",
    "read",
    "replay",
    "suggest",
    "write",
]
