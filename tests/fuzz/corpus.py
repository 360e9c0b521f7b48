"""The fixed corpus: a file for each target, with a JSON string on each line.

A character is a byte, as in Latin-1.
"""

from __future__ import annotations

import json
from pathlib import Path

FOLDER = Path(__file__).parent / "inputs"


def inputs_of(target: str) -> list[bytes]:
    """Return the inputs of a target."""
    lines = (FOLDER / f"{target}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line).encode("latin-1") for line in lines]


def line_of(data: bytes) -> str:
    """Return the line of an input."""
    return json.dumps(data.decode("latin-1"))
