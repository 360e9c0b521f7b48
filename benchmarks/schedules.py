"""Whether anything is lost or doubled in some order of tasks and requests.

    python -m benchmarks.schedules [SCENARIO ...] [--seeds 100] [--first 0] [--stop]

Plays each scenario of `tests/simulation` once for each seed, which decides what task goes on next
and how long each request takes, and checks what must hold at the end. A seed repeats a run.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time

from tests.simulation.runs import failure_in
from tests.simulation.scenarios import SCENARIOS


def sweep(scenario: str, first: int, seeds: int, *, stops: bool) -> int:
    """Try the seeds of a scenario, and print a row of the table.

    :param stops: whether to leave it at the first failure.
    :returns: how many runs failed.
    """
    began, tried, failed = time.perf_counter(), 0, 0
    for seed in range(first, first + seeds):
        tried += 1
        failure = failure_in(scenario, seed=seed)
        if failure is not None:
            failed += 1
            print(f"  {failure}", flush=True)
            if stops:
                break
    seconds = time.perf_counter() - began
    print(f"{scenario:24}{tried - failed:>7} of {tried:<7}{seconds:>7.0f} s", flush=True)
    return failed


def main() -> None:
    """Print a row for each scenario; fail if a run did."""
    parser = argparse.ArgumentParser(description=__doc__, usage="python -m benchmarks.schedules")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help=", ".join(SCENARIOS))
    parser.add_argument("--seeds", type=int, default=100, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the first one")
    parser.add_argument("--stop", action="store_true", help="stop at the first failure")
    chosen = parser.parse_args()
    logging.disable(logging.CRITICAL)
    print("scenario                  sound runs")
    failed = 0
    for scenario in chosen.scenarios or SCENARIOS:
        failed += sweep(scenario, chosen.first, chosen.seeds, stops=chosen.stop)
        if failed and chosen.stop:
            break
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
