"""Measure the share of small code changes that a test notices.

    python -m tests.mutants record
    python -m tests.mutants [--count 20] [--seed 1] [--area club/matches] [--again FILE]

Makes one change at a time to `club/`, `storage/`, `web/` or `presentation/`, such as `<` to `<=`,
and runs tests that reach it: first the shortest ones of the same room, and more if none of them
fails. Surviving mutants are listed. `record` finds out which lines each test runs.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain, zip_longest
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.mutants.changes import Mutant, mutants_of
from tests.mutants.reach import Reach, record
from tests.mutants.trial import PYTEST, Trial

STOREYS = ("club", "storage", "web", "presentation")
"""The packages that are changed."""

TESTS = ("tests/presentation", "tests/club", "tests/web", "tests/storage", "tests/bot")
"""The folders with their tests."""

QUICK = 30
"""The number of tests that are tried first."""

MOST = 100
"""The maximum number of tests that are tried if none of these fails."""


def sample_of(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Choose some at random, about as many in each room.

    A sample of one storey or room is a part of the sample of all.
    """
    rooms: dict[tuple[str, str], list[Mutant]] = defaultdict(list)
    for each in mutants:
        rooms[each.storey, each.room].append(each)
    shuffled = [Random(f"{seed} {name}").sample(room, len(room)) for name, room in rooms.items()]
    return [each for each in chain(*zip_longest(*shuffled)) if each][:count]


class Measurement:
    """A pytest plugin that tries a sample in place of running the collected tests."""

    def __init__(self, sample: Sequence[Mutant], copy: Path) -> None:
        self._sample = sample
        self._copy = copy
        reach = Reach()
        self._on_import = {each for each in sample if reach.runs_on_import(each)}
        self._tests = {each: reach.tests_of(each) for each in sample}
        self.files = sorted(
            {test.split("::")[0] for tests in self._tests.values() for test in tests}
        )

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Print each result, and a table of all."""
        trial = Trial(session, self._copy)
        survivors = [each for each in self._sample if self._survives(each, trial, quick=True)]
        left = [each for each in survivors if self._survives(each, trial, quick=False)]
        print("storey", "tried", "killed at first", "killed in all", "left", sep="\t")
        for storey in STOREYS:
            tried, alive, last = (
                sum(each.storey == storey for each in mutants)
                for mutants in (self._sample, survivors, left)
            )
            print(storey, tried, tried - alive, tried - last, last, sep="\t")
        return True

    def _survives(self, mutant: Mutant, trial: Trial, *, quick: bool) -> bool:
        tests = self._tests[mutant]
        chosen = tests[:QUICK] if quick else tests[QUICK:MOST]
        began = time.perf_counter()
        is_killed = bool(chosen) and trial.is_killed(
            mutant, chosen, runs_on_import=mutant in self._on_import
        )
        result = "killed" if is_killed else "survived" if quick else "LEFT"
        seconds = time.perf_counter() - began
        number = f"{len(chosen)} of {len(tests)} tests"
        print(result, f"{seconds:.0f} s", number, mutant, sep="\t", flush=True)
        return not is_killed


def main() -> None:
    """Record, or try a sample and print the survivors and their number."""
    parser = argparse.ArgumentParser(description=__doc__, usage="python -m tests.mutants")
    parser.add_argument("action", nargs="?", choices=["try", "record"], default="try")
    parser.add_argument("--count", type=int, default=20, help="number of mutants")
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample")
    parser.add_argument("--area", default=None, help="a folder or file, such as club/matches")
    parser.add_argument("--again", type=Path, help="the output of a run, whose survivors are tried")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="the tests to record")
    chosen = parser.parse_args()
    if chosen.action == "record":
        sys.exit(record(STOREYS, chosen.tests))
    areas = STOREYS if chosen.area is None else (chosen.area,)
    paths = [path for area in areas for path in sorted(Path(area).rglob("*.py")) or [Path(area)]]
    # Migrations have run everywhere and never change again.
    mutants = [
        each for path in paths if "migrations" not in path.parts for each in mutants_of(path)
    ]
    if chosen.again:
        lines = [line.split("\t") for line in chosen.again.read_text().splitlines()]
        results = {line[-1]: line[0] for line in lines}
        sample = [each for each in mutants if results.get(str(each), "killed") != "killed"]
    else:
        sample = sample_of(mutants, chosen.count, chosen.seed)
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        # A change of what runs on import needs another process, with the commit's files.
        subprocess.run(["git", "clone", "--quiet", ".", str(copy)], check=True)
        measurement = Measurement(sample, copy)
        pytest.main([*PYTEST, "-s", *measurement.files], plugins=[measurement])


if __name__ == "__main__":
    main()
