"""Returning freed memory to the system."""

from __future__ import annotations

import subprocess
import sys

DRAWING = """
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from benchmarks.processes import resident
from bot.process.lifecycle import limit_memory

if sys.argv[1] == "kept little":
    limit_memory(32)
together = Barrier(4)

def draw(_):
    # Two pictures and what outlives them, as where a sprite is made.
    for _ in range(8):
        picture, finer = bytearray(3_000_000), bytearray(12_000_000)
        together.wait()
        outlives = bytes(100_000)
        del picture, finer
        kept.append(outlives)

kept = []
before = resident(os.getpid())
with ThreadPoolExecutor(4) as threads:
    list(threads.map(draw, range(4)))
print(resident(os.getpid()) - before)
"""


def mebibytes_held(how: str) -> float:
    command = [sys.executable, "-c", DRAWING, how]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def test_forgotten_pictures_take_no_memory() -> None:
    assert mebibytes_held("kept little") < 20
