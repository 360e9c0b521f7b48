"""Files and modules that documents, docstrings and comments name exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ARCHITECTURE = ROOT / "docs" / "architecture.md"
FOLDERS = (
    *("bot", "web", "presentation", "club", "engine", "rendering", "storage", "rules", "language"),
    *("extensions", "making", "preview", "tests", "benchmarks", "docs", "deploy"),
)
DOCUMENTS = [
    *ROOT.glob("*.md"),
    *ROOT.glob("docs/*.md"),
    *ROOT.glob("docs/hosting/*.md"),
    *(ROOT / name for name in ("pyproject.toml", "Dockerfile", "compose.yaml", ".env.example")),
    *ROOT.glob("deploy/*.*"),
]
SOURCES = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")]

EXAMPLES = {"hex": "skirt", "knockout": "swiss"}
"""The game and the format that the tutorial and the recipes add, and ones with the same
files."""

PATH = re.compile(rf"(?<![\w/.(-])(?:{'|'.join(FOLDERS)})/[\w./<>-]*[\w>/]")
MODULE = re.compile(rf"(?<![\w/.@-])(?:{'|'.join(FOLDERS)})(?:\.(?!md\b)[A-Za-z_]\w*)+")
SPAN = re.compile(r"`([^`\n]+)`")


def text_of(file: Path) -> str:
    """The text of a document, or the quoted code in another file."""
    text = file.read_text(encoding="utf-8")
    for name, existing in EXAMPLES.items():
        text = re.sub(rf"\b{name}\b", existing, text)
    return text if file in DOCUMENTS else "\n".join(SPAN.findall(text))


def is_path(name: str) -> bool:
    """Whether a name such as `rules/<game>/` is that of a file or folder."""
    pattern = re.sub(r"<\w+>", "*", name).rstrip("/")
    return any(ROOT.glob(pattern)) or (ROOT / f"{pattern}.py").exists()


def is_module(name: str) -> bool:
    """Whether a name such as `club.paces.PACES` is that of a module or of something in it."""
    path = ROOT.joinpath(*name.split("."))
    if path.is_dir() or path.with_suffix(".py").exists():
        return True
    files = (path.parent.with_suffix(".py"), path.parent / "__init__.py")
    return any(path.name in file.read_text(encoding="utf-8") for file in files if file.exists())


@pytest.mark.whole
def test_every_named_file_and_module_exists() -> None:
    unknown: list[str] = []
    for file in (*DOCUMENTS, *SOURCES):
        text = text_of(file)
        names = [name for name in PATH.findall(text) if not is_path(name)]
        names += [name for name in MODULE.findall(text) if not is_module(name)]
        unknown += [f"{file.relative_to(ROOT)}: {name}" for name in names]
    assert unknown == []


def test_lengths_of_files_are_true() -> None:
    """A table with a file and its number of lines may be off by a tenth."""
    rows = re.findall(r"^\| `([\w/.]+\.py)` \| (\d+) \|", ARCHITECTURE.read_text("utf-8"), re.M)
    assert rows
    for name, lines in rows:
        true = len((ROOT / name).read_text("utf-8").splitlines())
        assert int(lines) == pytest.approx(true, rel=0.1), name
