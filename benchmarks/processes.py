"""The memory and processor time of a running process, and limits on the latter."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup/cpu")
"""The control groups of Linux for processor time (cgroup v1)."""

PERIOD = 20_000
"""Microseconds within which a limited process gets its share."""

WEIGHT = 10_240
"""Ten times the usual weight, so that it gets its share on a busy machine too."""


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


def can_be_bounded() -> bool:
    """Whether this process may limit another's processor time."""
    return (GROUPS / "cpu.cfs_quota_us").exists() and os.access(GROUPS, os.W_OK)


@contextmanager
def bounded(pid: int, cores: float) -> Iterator[None]:
    """Limit a process and its threads to a share of a core, like a smaller machine.

    :raises OSError: if it can't be limited.
    """
    group = GROUPS / f"stairwell-{pid}"
    group.mkdir()
    try:
        (group / "cpu.cfs_period_us").write_text(str(PERIOD))
        (group / "cpu.cfs_quota_us").write_text(str(round(PERIOD * cores)))
        (group / "cpu.shares").write_text(str(WEIGHT))
        (group / "cgroup.procs").write_text(str(pid))
        yield
    finally:
        # Only an empty group can be removed.
        if Path(f"/proc/{pid}").exists():
            (GROUPS / "cgroup.procs").write_text(str(pid))
        group.rmdir()
