"""Every step that can be chosen has a place in the picture of its scene."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from rendering import Scene, layout, place_of
from rendering.scenes.scene import Circle, Place
from rules.notation import add_forced_steps, complete
from rules.position import Game, Position
from rules.registry import GAMES
from tests.rendering.image_checks import picture


def random_scenes(game: Game, count: int) -> list[Scene]:
    """Return scenes of random matches, with and without chosen steps."""
    scenes: list[Scene] = []
    random = Random(game.key)
    while len(scenes) < count:
        options = {option.key: random.choice(option.values) for option in game.options}
        position: Position = game.start(game.deal(game.choose(options), random))
        for _ in range(60):
            moves = position.moves()
            if not moves:
                break
            move = random.choice(moves)
            if random.random() < 0.2:
                view = position.seen_by(None)
                for length in range(len(move)):
                    prefix = add_forced_steps(view, move[:length])
                    steps = complete(view, prefix).steps
                    scenes.append(Scene(game, view, prefix=prefix, choices=steps, options=options))
            position = position.play(move)
    return scenes


def bounds_of(place: Place) -> tuple[float, float, float, float]:
    shape = place.shape
    if isinstance(shape, Circle):
        (x, y), radius = shape.middle, shape.radius
        return x - radius, y - radius, x + radius, y + radius
    xs, ys = [x for x, _ in shape.corners], [y for _, y in shape.corners]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("key", GAMES)
def test_every_step_has_a_place_within_the_picture(key: str) -> None:
    for number, scene in enumerate(random_scenes(GAMES[key], 150)):
        small = replace(scene, is_small=number % 2 == 0)
        scene_layout = layout(small, 900)
        by_name = {place.name: place for place in scene_layout.places}
        assert len(by_name) == len(scene_layout.places)
        for step in scene.choices:
            place = by_name[place_of(scene.game, step)]
            left, top, right, bottom = bounds_of(place)
            assert 0 <= left < right <= scene_layout.width
            assert 0 <= top < bottom <= scene_layout.height
            assert place.contents or place.name == step


@pytest.mark.parametrize("key", ["scala", "skirt"])
def test_cells_are_larger_on_phones(key: str) -> None:
    scene = random_scenes(GAMES[key], 1)[0]
    small, wide = (
        bounds_of(layout(replace(scene, is_small=is_small), 900).places[0])
        for is_small in (True, False)
    )
    assert small[2] - small[0] > 1.05 * (wide[2] - wide[0])


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("width", [600, 900])
def test_a_layout_is_as_large_as_its_picture(key: str, width: int) -> None:
    scene = random_scenes(GAMES[key], 1)[0]
    for has_heading in (True, False):
        scene = replace(scene, is_small=width == 600, has_heading=has_heading)
        scene_layout = layout(scene, width)
        assert picture(scene, width).size == (scene_layout.width, scene_layout.height)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("has_heading", [True, False])
def test_the_choices_of_a_picture_lie_in_their_places(key: str, has_heading: bool) -> None:
    for scene in random_scenes(GAMES[key], 6)[:6]:
        scene = replace(scene, has_heading=has_heading)
        with_choices = picture(scene, 900)
        scene_layout = layout(scene, 900)
        for step in scene.choices:
            one = replace(scene, choices=tuple(each for each in scene.choices if each != step))
            without = picture(one, 900)
            place = next(
                each for each in scene_layout.places if each.name == place_of(scene.game, step)
            )
            left, top, right, bottom = (round(each) for each in bounds_of(place))
            area = (left, top, right, bottom)
            assert with_choices.crop(area).tobytes() != without.crop(area).tobytes(), step
            break
