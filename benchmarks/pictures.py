"""Measure the time and size of pictures, beside the minimum that any picture takes.

    python -m benchmarks.pictures [--rounds 200]

The baseline of each row is encoding a finished palette picture of the same scene. Columns: the
first picture of a process (which makes fonts, palette, layer and sprites), then the median and the
99th percentile of later ones, in milliseconds.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from io import BytesIO
from random import Random
from statistics import median, quantiles
from time import perf_counter

from PIL import Image

from rendering import WIDTHS, Scene, draw
from rendering.drawing.encoding import COMPRESSION
from rules.position import Game
from rules.registry import GAMES
from rules.replay import random_play


def variants() -> dict[str, tuple[Game, dict[str, int]]]:
    """Every game with its default options, and with the largest value of its option."""
    variants: dict[str, tuple[Game, dict[str, int]]] = {}
    for key, game in GAMES.items():
        variants[key] = game, game.choose({})
        for option in game.options:
            largest = game.choose({option.key: max(option.values)})
            variants[f"{key} {max(option.values)}"] = game, largest
    return variants


VARIANTS = variants()


def middle_of_a_match(name: str) -> Scene:
    """The same scene in every run, halfway through a random match."""
    game, options = VARIANTS[name]
    played = list(random_play(game.start(game.deal(options, Random(1))), Random(1)))
    half = played[len(played) // 2]
    return Scene(game, half.after, last=(half,), options=options)


def milliseconds(action: Callable[[], object]) -> float:
    """The time of one call."""
    start = perf_counter()
    action()
    return (perf_counter() - start) * 1000


def first_picture(name: str, width: int) -> float:
    """Milliseconds of the first picture in a new process, without imports."""
    run = [sys.executable, "-m", "benchmarks.pictures", "--first", name, str(width)]
    return float(subprocess.run(run, check=True, capture_output=True, text=True).stdout)


def row(name: str, width: int, rounds: int) -> str:
    """A line of the table."""
    scene = middle_of_a_match(name)
    file = draw(scene, width)
    flat = Image.open(BytesIO(file))
    flat.load()
    times: list[float] = []
    bare: list[float] = []
    # Interleaved, so that other programs affect both alike.
    for _ in range(rounds):
        times.append(milliseconds(lambda: draw(scene, width)))
        alone = flat.copy()
        save = partial(alone.save, BytesIO(), "PNG", compress_level=COMPRESSION)
        bare.append(milliseconds(save))
    usual, least = median(times), median(bare)
    return (
        f"{name:11} {width:5} {first_picture(name, width):8.0f} {usual:8.1f} "
        f"{quantiles(times, n=100)[-1]:8.1f} {least:9.1f} {usual / least:7.2f} "
        f"{len(file) / 1024:6.0f}"
    )


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=200)
    arguments.add_argument("--first", nargs=2, metavar=("GAME", "WIDTH"))
    chosen = arguments.parse_args()
    if chosen.first:
        name, width = chosen.first
        scene = middle_of_a_match(name)
        print(milliseconds(lambda: draw(scene, int(width))))
        return
    print("game        width first ms   median      p99  encoding   ratio     KB")
    for name in VARIANTS:
        for width in WIDTHS:
            print(row(name, width, chosen.rounds), flush=True)


if __name__ == "__main__":
    main()
