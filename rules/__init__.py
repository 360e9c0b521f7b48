"""The rules core: pure values and functions of the standard library, a folder a game.

    from rules import game_named, read

    game = game_named("skirt")
    position = game.start(game.choose({"size": 4}))
    position = position.play(read(position, "e1"))

What is here serves who plays any game: a game's name gives a `Game`, its set-up a `Position`, and
typed text a `Move` or a `Refusal`. A match as a text is `rules.record`; what only one game has, its
own pictures and its own engine take from that game's folder.
"""

from __future__ import annotations

from rules.notation import Completion, check, complete, examples, read, suggest, write
from rules.places import places
from rules.position import Game, Move, Option, Options, Outcome, Position, Setup
from rules.refusal import Refusal
from rules.registry import GAMES, game_named
from rules.replay import Played, leave, leavers, perft, random_play, replay

__all__ = [
    "GAMES",
    "Completion",
    "Game",
    "Move",
    "Option",
    "Options",
    "Outcome",
    "Played",
    "Position",
    "Refusal",
    "Setup",
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
