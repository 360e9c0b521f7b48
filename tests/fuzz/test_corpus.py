"""Replays of the fixed corpus, and short runs of the fuzzer where it is installed."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.corpus import inputs_of
from tests.fuzz.targets import TARGETS

ROOT = Path(__file__).parents[2]
HAS_ATHERIS = importlib.util.find_spec("atheris") is not None


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_the_corpus_is_read_or_refused(target: str) -> None:
    for data in inputs_of(target):
        TARGETS[target](data)


@pytest.mark.slow
@pytest.mark.skipif(not HAS_ATHERIS, reason="needs atheris: uv sync --group fuzz")
@pytest.mark.parametrize("target", TARGETS)
def test_a_few_seconds_of_fuzzing_find_nothing(target: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.fuzz", target, "--seconds", "5"]
    run = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr[-3000:]
