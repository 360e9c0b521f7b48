"""The board of a match as a scene, a picture and a text."""

from __future__ import annotations

from club.matches.match import Match
from presentation.pictures import DEFAULT_WIDTH, Picture, scene_picture
from rendering import Ended, Scene
from rules.notation import Completion
from rules.position import Move


async def match_picture(
    match: Match,
    prefix: Move = (),
    completion: Completion | None = None,
    *,
    width: int = DEFAULT_WIDTH,
    marked: tuple[str, ...] = (),
) -> Picture:
    """Draw the board of a match, as `match_scene` describes it."""
    return await scene_picture(match_scene(match, prefix, completion, marked), width)


def match_scene(
    match: Match,
    prefix: Move = (),
    completion: Completion | None = None,
    marked: tuple[str, ...] = (),
) -> Scene:
    """Return the board that everyone may see.

    :param prefix: the chosen steps of an incomplete move.
    :param completion: its possible continuations.
    :param marked: places to mark because the text names them.
    """
    return Scene(
        position=match.position.seen_by(None),
        game=match.game,
        last=tuple(played for played in match.last_turn if played.left is None),
        prefix=prefix,
        choices=() if completion is None else completion.steps,
        options=match.options,
        ended=ended_of(match),
        marked=marked,
    )


def ended_of(match: Match) -> Ended | None:
    """Return how a match ended, None while it is running."""
    result = match.result
    if result is None or not match.is_over:
        return None
    return Ended(tuple(result["winners"]), match.is_aborted)
