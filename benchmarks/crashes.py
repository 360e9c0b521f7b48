"""Whether anything is lost if the process ends at any point: around a commit or a request.

    python -m benchmarks.crashes [SCENARIO ...] [--pairs] [--every 1] [--first 1]

Plays each scenario of `tests/simulation` once for each of its points, with the process ending
there and starting anew on the same file, and checks what must hold then. With `--pairs` the second
process ends too, at each of the points that it passes; without a name three scenarios are tried.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections.abc import Iterator

from tests.simulation.runs import failure_in, points_of
from tests.simulation.scenarios import SCENARIOS

IN_PAIRS = ("challenge", "moves", "rematch")


def ends_of(scenario: str, first: int, every: int, *, pairs: bool) -> Iterator[tuple[int, ...]]:
    """Return where processes are to end: a point of the first one, or one of each of two."""
    for point in range(first, len(points_of(scenario)) + 1, every):
        if pairs:
            seconds = len(points_of(scenario, (point,)))
            yield from ((point, second) for second in range(1, seconds + 1, every))
        else:
            yield (point,)


def sweep(scenario: str, first: int, every: int, *, pairs: bool) -> int:
    """Try the points of a scenario, and print a row of the table.

    :returns: how many runs failed.
    """
    began, tried, failed = time.perf_counter(), 0, 0
    for ends in ends_of(scenario, first, every, pairs=pairs):
        tried += 1
        failure = failure_in(scenario, ends=ends)
        if failure is not None:
            failed += 1
            print(f"  {failure}", flush=True)
    seconds = time.perf_counter() - began
    print(f"{scenario:24}{tried - failed:>7} of {tried:<7}{seconds:>7.0f} s", flush=True)
    return failed


def main() -> None:
    """Print a row for each scenario; fail if a run did."""
    parser = argparse.ArgumentParser(description=__doc__, usage="python -m benchmarks.crashes")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help=", ".join(SCENARIOS))
    parser.add_argument("--pairs", action="store_true", help="end the second process too")
    parser.add_argument("--every", type=int, default=1, help="take one point in so many")
    parser.add_argument("--first", type=int, default=1, help="the first point")
    chosen = parser.parse_args()
    logging.disable(logging.CRITICAL)
    scenarios = chosen.scenarios or (IN_PAIRS if chosen.pairs else SCENARIOS)
    print("scenario                  sound runs")
    failed = [
        sweep(scenario, chosen.first, chosen.every, pairs=chosen.pairs) for scenario in scenarios
    ]
    sys.exit(any(failed))


if __name__ == "__main__":
    main()
