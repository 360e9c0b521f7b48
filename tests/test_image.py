"""The Dockerfile and .dockerignore have all that the wheel needs."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
WHEEL = BUILD["targets"]["wheel"]
HOOKS = {Path(BUILD["hooks"]["custom"]["path"]).parent.name}
SOURCES = {*WHEEL["packages"], *WHEEL["force-include"], *HOOKS}


def test_the_image_is_built_from_every_package() -> None:
    copied = re.findall(r"^COPY (\w+) \1$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert set(copied) == SOURCES


def test_the_build_context_has_every_copied_file() -> None:
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    admitted = {line.removeprefix("!") for line in lines if line.startswith("!")}
    (files,) = re.findall(r"^COPY (.+) \./$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert lines[0] == "*"
    assert admitted == SOURCES | set(files.split())
