"""Checks of the model of the outbox with Spin, which tries every order of its steps.

Each precaution is also left out in turn, to see that Spin notices.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

MODEL = Path(__file__).parent / "outbox.pml"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("spin") is None, reason="needs Spin: apt install spin"),
    pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc to compile Spin's checker"),
]

COMPILED = ("gcc", "-DCOLLAPSE", "-DSAFETY", "-o", "pan", "pan.c")


def checked(folder: Path, *options: str) -> str:
    """Check the model with some options, and return Spin's report."""
    commands = (
        ("spin", *(f"-D{option}" for option in options), "-a", str(MODEL)),
        COMPILED,
        ("./pan", "-m100000", "-w24"),
    )
    reports = [
        subprocess.run(each, cwd=folder, capture_output=True, text=True, check=True).stdout
        for each in commands
    ]
    return reports[-1]


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(("PLACES=1", "FAULTS=2"), id="two faults"),
        pytest.param(("PLACES=2", "FAULTS=1"), id="two places and a fault"),
        pytest.param(
            ("FAULTS=1", "DISCORD_FORGETS", "ALLOW_DUPLICATES"), id="forgotten nonce and a fault"
        ),
    ],
)
def test_every_turn_has_one_card_in_the_end(options: tuple[str, ...], tmp_path: Path) -> None:
    report = checked(tmp_path, *options)
    assert "errors: 0" in report
    assert "Search not completed" not in report


@pytest.mark.parametrize(
    ("faults", "precaution", "violated"),
    [
        (2, "DISCORD_FORGETS", "nonce[i]!=newest"),
        (2, "NO_FENCE", "shows[card[j]]==turn"),
        (2, "NO_LEASE", "holder[i]==0"),
        (2, "NO_LANES", "holder[i]==0"),
        (2, "NO_CHECK_OF_THREAD", "home[i]==thread[j]"),
        (2, "NO_CHECK_OF_CARD", "card[i]!=opened"),
        (3, "NO_CHECK_OF_FORMER", "playable==1"),
        (2, "NO_NOTE_OF_LOST", "playable==1"),
        (2, "DISCORD_FORGETS ALLOW_DUPLICATES NO_SEARCH", "playable==1"),
    ],
)
def test_spin_finds_a_missing_precaution(
    faults: int, precaution: str, violated: str, tmp_path: Path
) -> None:
    report = checked(tmp_path, f"FAULTS={faults}", *precaution.split())
    (line,) = [line for line in report.splitlines() if "assertion violated" in line]
    assert violated in line
