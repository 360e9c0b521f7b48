"""The memory and processor time of a running process."""

from __future__ import annotations

import os
from pathlib import Path


def resident(pid: int) -> float:
    """The resident memory of a process, in MiB, or 0 if unknown."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0.0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def computed(pid: int) -> float:
    """The processor time of a process so far, in milliseconds, or 0 if unknown."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    # The program's name, in parentheses, may contain spaces.
    fields = stat.read_text().rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
