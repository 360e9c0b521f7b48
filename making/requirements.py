"""Write `requirements.txt`, which hosting panels install, from `uv.lock`.

python -m making.requirements     after a change of the lock, which `make lock` does
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILE = ROOT / "requirements.txt"
UV = Path(sys.executable).parent / "uv"
HEADER = "# What main.py needs, with hashes. Generated from uv.lock by `make lock`.\n"
EXPORT = (
    *("export", "--frozen", "--offline", "--no-default-groups", "--group", "panel"),
    *("--no-emit-project", "--no-header", "--no-annotate"),
)


def requirements() -> str:
    """Return the locked dependencies as a requirements file."""
    export = (str(UV), *EXPORT)
    ran = subprocess.run(export, cwd=ROOT, check=True, capture_output=True, text=True)
    return HEADER + ran.stdout


if __name__ == "__main__":
    FILE.write_text(requirements(), encoding="utf-8")
