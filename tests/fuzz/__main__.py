"""Feed a target with inputs that reach new lines of it, until one fails or the time is over.

    python -m tests.fuzz records --seconds 600

It begins with the fixed corpus. A failing input is printed as a line to be added to it.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import atheris

from tests.fuzz.corpus import inputs_of, line_of

fuzzer: Any = atheris
with fuzzer.instrument_imports(include=["bot", "presentation", "rules", "web", "dotenv"]):
    from tests.fuzz.targets import TARGETS

MAX_LENGTH = 4000
"""Maximum length of an input in bytes."""

TIME_LIMIT = 20
"""Seconds after which one input counts as a failure."""


def main() -> None:
    """Run the fuzzer."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--seconds", type=int, default=60)
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        for number, data in enumerate(inputs_of(arguments.target)):
            (Path(folder) / str(number)).write_bytes(data)
        options = [f"-max_len={MAX_LENGTH}", f"-timeout={TIME_LIMIT}"]
        limited = _limited(TARGETS[arguments.target], arguments.seconds)
        fuzzer.Setup([sys.argv[0], *options, folder], limited)
        fuzzer.Fuzz()


def _limited(target: Callable[[bytes], None], seconds: int) -> Callable[[bytes], None]:
    """Return a target that ends the process after its time, or with the first failure.

    It ends at once, because the threads of a database would otherwise wait for work.
    """
    tried, deadline = 0, time.monotonic() + seconds

    def run(data: bytes) -> None:
        nonlocal tried
        if time.monotonic() > deadline:
            print(f"{tried} inputs, no failure", flush=True)
            os._exit(0)
        tried += 1
        try:
            target(data)
        except BaseException:
            traceback.print_exc()
            print(f"after {tried} inputs:\n{line_of(data)}", flush=True)
            os._exit(1)

    return run


if __name__ == "__main__":
    main()
