"""Scenes of a position, after the moves of one turn or with a half-entered move."""

from __future__ import annotations

from typing import TypeVar

from rendering import Scene
from rules.notation import complete, read
from rules.position import Game, Move, Position
from rules.replay import Played

P = TypeVar("P", bound=Position)


def scene_of(game: Game, position: P, *texts: str, **options: int) -> Scene[P]:
    """The scene, as spectators see it, after the moves of one turn, if any."""
    turn: list[Played[P]] = []
    for text in texts:
        move = read(position, text)
        turn.append(Played(position, move, position.play(move)))
        position = turn[-1].after
    return Scene(game, position.seen_by(None), last=tuple(turn), options=options)


def with_partial_move(scene: Scene[P], prefix: Move) -> Scene[P]:
    """The scene with these steps of a move chosen and all possible next steps marked."""
    choices = complete(scene.position, prefix).steps
    return Scene(scene.game, scene.position, scene.last, prefix, choices, scene.options)
