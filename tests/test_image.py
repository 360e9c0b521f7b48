"""The Dockerfile, .dockerignore, compose.yaml and requirements.txt."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from making.catalogues import LOCALE
from making.requirements import CONSTRAINTS, FILE, constraints, requirements

ROOT = Path(__file__).parent.parent
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
WHEEL = BUILD["targets"]["wheel"]
HOOKS = {Path(BUILD["hooks"]["custom"]["path"]).parent.name}
SOURCES = {*WHEEL["packages"], LOCALE.name, *HOOKS}


def test_the_image_is_built_from_every_package() -> None:
    copied = re.findall(r"^COPY (\w+) \1$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert set(copied) == SOURCES


def test_the_build_context_has_every_copied_file() -> None:
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    admitted = {line.removeprefix("!") for line in lines if line.startswith("!")}
    (files,) = re.findall(r"^COPY (.+) \./$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert lines[0] == "*"
    assert admitted == SOURCES | set(files.split())


def test_panels_install_the_tested_versions() -> None:
    # If not: `python -m making.requirements`
    assert FILE.read_text() == requirements()
    assert CONSTRAINTS.read_text() == constraints()


def test_images_are_pinned_by_digest() -> None:
    bases = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    images = re.findall(r"^ +image: (\S+)$", (ROOT / "compose.yaml").read_text(), re.MULTILINE)
    pinned = re.compile(r"[a-z/]+:[\w.-]+@sha256:[0-9a-f]{64}")
    others = [each for each in (*bases, *images) if not pinned.fullmatch(each)]
    # The bot's own image, which each release names by its digest.
    assert others == ["${STAIRWELL_IMAGE:-stairwell}"]


def test_the_health_check_loads_no_library() -> None:
    code = "import sys, bot.process.health_check; print(*sys.modules)"
    loaded = subprocess.run((sys.executable, "-S", "-c", code), cwd=ROOT, capture_output=True)
    packages = {name.partition(".")[0] for name in loaded.stdout.decode().split()}
    assert packages - {"bot", "__main__"} <= sys.stdlib_module_names
