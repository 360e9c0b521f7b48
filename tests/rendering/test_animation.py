"""Animations: frames that equal the pictures of the boards, within any limit of size."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops

from rendering import Scene
from rendering.animation import FRAME_TIME, LAST_FRAME_TIME, WIDTHS, animation
from rendering.registry import painted
from rules.position import Game
from rules.registry import GAMES
from rules.replay import random_play
from tests import recorded

PLENTY = 10 * 2**20


def scenes_of(game: Game, most: int = 12) -> list[Scene]:
    """The scenes of the first boards of a random match."""
    setup = game.deal(game.choose({}), Random(2))
    scenes = [Scene(game, game.start(setup).seen_by(None))]
    for played in random_play(game.start(setup), Random(2)):
        if len(scenes) == most:
            break
        scenes.append(Scene(game, played.after.seen_by(None), last=(played,)))
    return scenes


def ignore_progress(done: int, total: int) -> None:
    """Ignore the progress."""


def frames_of(file: bytes) -> list[tuple[Image.Image, int]]:
    """The frames of an animation, each with its duration in milliseconds."""
    image = Image.open(BytesIO(file))
    frames: list[tuple[Image.Image, int]] = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        frames.append((image.convert("RGB"), image.info["duration"]))
    return frames


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_frame_equals_the_picture_of_its_board(game: Game) -> None:
    scenes = scenes_of(game)
    frames = frames_of(animation(scenes, PLENTY, ignore_progress))
    assert [time for _, time in frames] == [*[FRAME_TIME] * (len(scenes) - 1), LAST_FRAME_TIME]
    for (frame, _), scene in zip(frames, scenes, strict=True):
        assert (
            ImageChops.difference(frame, painted(scene, WIDTHS[0]).convert("RGB")).getbbox() is None
        )


def test_an_animation_loops_forever() -> None:
    file = animation(scenes_of(GAMES["skirt"], 3), PLENTY, ignore_progress)
    assert Image.open(BytesIO(file)).info["loop"] == 0


def test_identical_boards_get_a_frame_each() -> None:
    first = scenes_of(GAMES["skirt"], 1) * 3
    frames = frames_of(animation(first, PLENTY, ignore_progress))
    assert [time for _, time in frames] == [FRAME_TIME, FRAME_TIME, LAST_FRAME_TIME]


def test_a_match_without_moves_has_one_frame() -> None:
    frames = frames_of(animation(scenes_of(GAMES["skirt"], 1), PLENTY, ignore_progress))
    assert [time for _, time in frames] == [LAST_FRAME_TIME]


def test_every_board_is_drawn_once_and_reported() -> None:
    reports: list[tuple[int, int]] = []
    animation(scenes_of(GAMES["skirt"]), PLENTY, lambda done, total: reports.append((done, total)))
    assert reports == [(done, 12) for done in range(1, 13)]


def test_an_exception_in_the_progress_callback_ends_the_work() -> None:
    def stop(done: int, total: int) -> None:
        if done == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        animation(scenes_of(GAMES["skirt"]), PLENTY, stop)


def test_a_tight_limit_makes_it_narrower_first() -> None:
    scenes = scenes_of(GAMES["scalus"])
    whole = len(animation(scenes, PLENTY, ignore_progress))
    frames = frames_of(animation(scenes, whole - 1, ignore_progress))
    assert {frame.width for frame, _ in frames} == {WIDTHS[1]}
    assert len(frames) == len(scenes)


@pytest.mark.parametrize("limit", [80_000, 50_000, 30_000])
def test_a_tighter_limit_leaves_boards_out_but_neither_the_first_nor_the_last(limit: int) -> None:
    scenes = scenes_of(GAMES["scalus"], 200)
    file = animation(scenes, limit, ignore_progress)
    assert len(file) <= limit
    frames = [frame for frame, _ in frames_of(file)]
    assert 2 <= len(frames) < len(scenes)
    for frame, scene in ((frames[0], scenes[0]), (frames[-1], scenes[-1])):
        assert (
            ImageChops.difference(frame, painted(scene, WIDTHS[1]).convert("RGB")).getbbox() is None
        )


def test_a_limit_below_two_boards_is_an_error() -> None:
    with pytest.raises(ValueError, match="hold no animation"):
        animation(scenes_of(GAMES["scalus"]), 5_000, ignore_progress)
    with pytest.raises(ValueError, match="hold no animation"):
        animation(scenes_of(GAMES["scalus"], 1), 5_000, ignore_progress)


def test_the_longest_recorded_match_is_far_below_the_limit() -> None:
    match = max(recorded.matches("scalus"), key=lambda each: len(each["turns"]))
    game = GAMES["scalus"]
    position = game.start(recorded.setup_of(game, match))
    scenes = [Scene(game, position)]
    for turn in match["turns"]:
        position = position.play(position.input.parse(turn["move"]))
        scenes.append(Scene(game, position))
    assert len(animation(scenes, PLENTY, ignore_progress)) < PLENTY / 4
