"""Which tests run a line, recorded once by coverage.py."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from coverage import CoverageData

from tests.mutants.changes import Mutant

RECORD = Path("build/reached-lines")
"""The recorded file. New tests are added to it, and it is outdated when lines move."""

ON_IMPORT = ""
"""The context of lines that run outside of tests."""


def record(storeys: Sequence[str], tests: Sequence[str]) -> int:
    """Run tests and add the lines they run to the record. Return pytest's status."""
    sources = [f"--cov={storey}" for storey in storeys]
    options = ["--cov-context=test", "--cov-append", "--cov-report="]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-m", "not slow"]
    RECORD.parent.mkdir(exist_ok=True)
    environment = {"COVERAGE_FILE": str(RECORD.resolve())}
    ran = subprocess.run([*command, *sources, *options, *tests], env=os.environ | environment)
    return ran.returncode


class Reach:
    """The recorded tests of each line."""

    def __init__(self) -> None:
        self._data = CoverageData(str(RECORD))
        self._data.read()
        self._lines: Counter[str] = Counter()
        for path in self._data.measured_files():
            for contexts in self._data.contexts_by_lineno(path).values():
                self._lines.update(_tests(contexts))

    def runs_on_import(self, mutant: Mutant) -> bool:
        """Whether the changed lines run before the tests do."""
        contexts = self._contexts(mutant.path)
        return any(ON_IMPORT in contexts.get(line, ()) for line in mutant.lines)

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Return the tests that run the changed lines, those of its room and the shortest first.

        For lines that run on import, these are the tests that run anything of the file.
        """
        contexts = self._contexts(mutant.path)
        tests = _tests(each for line in mutant.lines for each in contexts.get(line, ()))
        if not tests and self.runs_on_import(mutant):
            tests = _tests(each for line in contexts.values() for each in line)
        home = f"tests/{mutant.storey}/"
        room = f"/{mutant.room}/" if mutant.room else home
        return sorted(
            tests,
            key=lambda test: (room not in test, home not in test, self._lines[test], test),
        )

    def _contexts(self, path: Path) -> dict[int, list[str]]:
        return self._data.contexts_by_lineno(str(path.resolve()))


def _tests(contexts: Iterable[str]) -> set[str]:
    """The tests of contexts, which name a test and its phase: `…::test_the_order|setup`."""
    return {each.rpartition("|")[0] for each in contexts} - {ON_IMPORT}
