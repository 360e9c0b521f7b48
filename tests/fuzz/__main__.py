"""Feed a target with inputs that reach new lines of it, until one fails or the time is over.

    python -m tests.fuzz records --seconds 600

The fixed corpus is where it begins. A failing input is written to the current folder.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import atheris

with atheris.instrument_imports(include=["bot", "presentation", "rules", "web", "dotenv"]):
    from tests.fuzz.targets import TARGETS
from tests.fuzz.corpus import inputs_of

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
        limits = {
            "max_total_time": arguments.seconds,
            "max_len": MAX_LENGTH,
            "timeout": TIME_LIMIT,
        }
        options = [f"-{name}={value}" for name, value in limits.items()]
        atheris.Setup([sys.argv[0], *options, folder], TARGETS[arguments.target])
        atheris.Fuzz()


if __name__ == "__main__":
    main()
