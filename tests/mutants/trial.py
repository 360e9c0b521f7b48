"""Run the tests that reach a change, with the change in place."""

from __future__ import annotations

import gc
import multiprocessing
import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from tests.mutants.changes import Mutant

PYTEST = ("-q", "-m", "not slow", "-p", "no:xdist", "-p", "no:cacheprovider", "--timeout", "60")
"""An endless mutant counts as killed after these seconds."""

MEMORY = 8 * 2**30
"""Bytes after which a growing mutant counts as killed."""

FORK = multiprocessing.get_context("fork")


class Trial:
    """Tries mutants in forks of a pytest session, which has imported the program once."""

    def __init__(self, session: pytest.Session, copy: Path) -> None:
        """
        :param copy: a copy of the checkout, for changes of what runs on import.
        """
        self._session = session
        self._copy = copy
        self._items = {item.nodeid: item for item in session.items}
        # `tests/conftest.py` hides all objects from the next line.
        gc.unfreeze()
        # Not `isinstance`, which would ask lazy values for their class.
        self._functions = [each for each in gc.get_objects() if type(each) is FunctionType]
        # A collection in a fork would copy all objects.
        gc.freeze()

    def is_killed(self, mutant: Mutant, tests: Sequence[str], *, runs_on_import: bool) -> bool:
        """Whether a test fails with the change that passes without it."""
        replaced = None if runs_on_import else new_code(mutant, self._functions)
        if replaced is None:
            return self._fails_in_copy(mutant, tests)
        left = [self._items[test] for test in tests if test in self._items]
        while left:
            failed = self._first_failure(left, replaced)
            if failed is None:
                return False
            if self._first_failure(left[failed : failed + 1], []) is None:
                return True
            left = left[failed + 1 :]
        return False

    def _first_failure(
        self, items: Sequence[pytest.Item], replaced: Sequence[tuple[FunctionType, CodeType]]
    ) -> int | None:
        """The number of the first test that fails in a fork, or that ends it."""
        receiver, sender = FORK.Pipe(duplex=False)
        fork = FORK.Process(target=self._run, args=(items, replaced, sender))
        fork.start()
        sender.close()
        begun = None
        try:
            while (begun := receiver.recv()) is not None:
                pass
        except EOFError:
            pass
        fork.join()
        return begun

    def _run(
        self,
        items: Sequence[pytest.Item],
        replaced: Sequence[tuple[FunctionType, CodeType]],
        sender: Connection,
    ) -> None:
        """Send the number of each test as it begins, and nothing more if one fails."""
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        for function, code in replaced:
            function.__code__ = code
        for number, item in enumerate(items):
            sender.send(number)
            following = items[number + 1] if number + 1 < len(items) else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._session.testsfailed:
                self._session._setupstate.teardown_exact(None)
                return
        sender.send(None)

    def _fails_in_copy(self, mutant: Mutant, tests: Sequence[str]) -> bool:
        place = self._copy / mutant.path
        original = place.read_text()
        place.write_text(mutant.text)
        command = [sys.executable, "-m", "pytest", "-x", *PYTEST, *tests]
        ran = subprocess.run(command, cwd=self._copy, capture_output=True)
        place.write_text(original)
        return ran.returncode != pytest.ExitCode.OK


def new_code(
    mutant: Mutant, functions: Sequence[FunctionType]
) -> list[tuple[FunctionType, CodeType]] | None:
    """Return the functions of the changed file with their code after the change.

    None if that isn't enough, as for the body of a class.
    """
    name = str(mutant.path.resolve())
    before = [*codes_in(compile(mutant.path.read_text(), name, "exec", dont_inherit=True))]
    after = [*codes_in(compile(mutant.text, name, "exec", dont_inherit=True))]
    new = dict(zip(before, after, strict=False)) if len(before) == len(after) else {}
    replaced = [
        (each, new.get(each.__code__)) for each in functions if each.__code__.co_filename == name
    ]
    swapped = [
        (function, code)
        for function, code in replaced
        if code and code.co_freevars == function.__code__.co_freevars
    ]
    return swapped if replaced and len(swapped) == len(replaced) else None


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of all functions and classes within, in order."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from codes_in(each)
