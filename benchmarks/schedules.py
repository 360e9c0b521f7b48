"""Check that nothing is lost or doubled in any order of tasks and requests.

    python -m benchmarks.schedules [SCENARIO ...] [--seeds 100] [--first 0] [--stop]

Plays each scenario of `tests/simulation` once for each seed, which decides the order of tasks and
the time of each request, and checks its invariants at the end. A seed repeats a run.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time

from tests.simulation.runs import find_failure
from tests.simulation.scenarios import SCENARIOS


def sweep(scenario: str, first: int, seeds: int, *, stops: bool) -> int:
    """Try the seeds of a scenario, and print a row of the table.

    :param stops: whether to stop at the first failure.
    :returns: the number of failed runs.
    """
    began, runs, failed = time.perf_counter(), 0, 0
    for seed in range(first, first + seeds):
        runs += 1
        failure = find_failure(scenario, seed=seed)
        if failure is not None:
            failed += 1
            print(f"  {failure}", flush=True)
            if stops:
                break
    seconds = time.perf_counter() - began
    print(f"{scenario:24}{runs - failed:>7} of {runs:<7}{seconds:>7.0f} s", flush=True)
    return failed


def main() -> None:
    """Print a row for each scenario, and exit with 1 if a run failed."""
    parser = argparse.ArgumentParser(description=__doc__, usage="python -m benchmarks.schedules")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help=", ".join(SCENARIOS))
    parser.add_argument("--seeds", type=int, default=100, help="number of seeds")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
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
