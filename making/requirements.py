"""Write the tested versions of `uv.lock` for other installers.

`requirements.txt` is what hosting panels install. `bot/process/constraints.txt` is in each wheel.

python -m making.requirements     after a change of the lock, which `make lock` does
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILE = ROOT / "requirements.txt"
CONSTRAINTS = ROOT / "bot" / "process" / "constraints.txt"
UV = Path(sys.executable).parent / "uv"
HEADER = "# {}. Generated from uv.lock by `make lock`.\n"
EXPORT = (
    *("export", "--frozen", "--offline", "--no-default-groups"),
    *("--no-emit-project", "--no-header", "--no-annotate"),
)


def requirements() -> str:
    """Return what `main.py` needs as a requirements file."""
    return _export("What main.py needs, with hashes", "--group", "panel")


def constraints() -> str:
    """Return the versions of everything that a wheel may need as a constraints file."""
    return _export("The tested versions", "--all-extras", "--no-hashes")


def _export(words: str, *options: str) -> str:
    export = (str(UV), *EXPORT, *options)
    ran = subprocess.run(export, cwd=ROOT, check=True, capture_output=True, text=True)
    return HEADER.format(words) + ran.stdout


if __name__ == "__main__":
    FILE.write_text(requirements(), encoding="utf-8")
    CONSTRAINTS.write_text(constraints(), encoding="utf-8")
