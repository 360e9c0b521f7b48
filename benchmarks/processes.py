"""What a running process has taken of the machine, as far as the system tells."""

from __future__ import annotations

import os
from pathlib import Path


def resident(pid: int) -> float:
    """The memory that a process holds, in MiB; 0 where the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0.0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def computed(pid: int) -> float:
    """The processor time that a process has taken so far, in milliseconds; 0 where the system does
    not tell."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    # The name of the program, in parentheses, may hold spaces.
    fields = stat.read_text().rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
