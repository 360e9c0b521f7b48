"""What a running process has taken of the machine, as far as the system tells, and may take."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup/cpu")
"""Where Linux has groups of processes whose processor time is bounded (cgroup v1)."""

PERIOD = 20_000
"""Microseconds in each of which a bounded process has its share, so it never waits for longer."""

WEIGHT = 10_240
"""Ten times what any other process has, so that it gets its share on a busy machine too."""


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


def can_be_bounded() -> bool:
    """Whether this process may bound another's processor time."""
    return (GROUPS / "cpu.cfs_quota_us").exists() and os.access(GROUPS, os.W_OK)


@contextmanager
def bounded(pid: int, cores: float) -> Iterator[None]:
    """Within, a process with its threads has so much of a processor core and no more, whoever else
    is busy or idle: as a machine of that size would have.

    :raises OSError: where it can't be bounded.
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
        # A group is removed only when nobody is in it any more.
        if Path(f"/proc/{pid}").exists():
            (GROUPS / "cgroup.procs").write_text(str(pid))
        group.rmdir()
