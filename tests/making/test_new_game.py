"""Starting a game as a copy of another one."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from making.new_game import LISTS, renamed
from rules.registry import GAMES
from tests.samples import sample

ROOT = Path(__file__).parents[2]
FONTS = Path("rendering/text/fonts")


def test_only_whole_names_are_replaced() -> None:
    text = "Scala, ScalaPosition, SCALA_WIN, scala_scene and scala, but not Scalas or escala"
    assert renamed(text, "scala", "hex") == (
        "Hex, HexPosition, HEX_WIN, hex_scene and hex, but not Scalas or escala"
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the tree, with its large typefaces shared."""
    ignored = shutil.ignore_patterns(
        ".*", "__pycache__", "site", "locale", "golden", "pictures", "fonts"
    )
    shutil.copytree(ROOT, tmp_path / "tree", ignore=ignored)
    for shared in (Path("locale"), FONTS):
        (tmp_path / "tree" / shared).symlink_to(ROOT / shared)
    return tmp_path / "tree"


def run(tree: Path, *arguments: str) -> str:
    """Run Python in a tree and return the output."""
    ended = subprocess.run(
        [sys.executable, *arguments], cwd=tree, capture_output=True, text=True, check=False
    )
    return ended.stdout + ended.stderr


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("like", sample(list(GAMES), 3))
def test_a_copied_game_can_be_played_drawn_and_searched(tree: Path, like: str) -> None:
    assert "sixth-game.md" in run(tree, "-m", "making.new_game", "blank", "--like", like)
    assert all("blank.md" in (tree / file).read_text("utf-8") for file in LISTS)
    script = (
        "from rules.registry import GAMES; from rendering.registry import PAINTERS, warm; "
        "from engine.registry import ENGINES; "
        "*_, (key, game) = GAMES.items(); warm(game); "
        "print(*GAMES, game.name, key in PAINTERS, key in ENGINES)"
    )
    assert run(tree, "-c", script).split() == [*GAMES, "blank", "Blank", "True", "True"]
    assert run(tree, "-m", "ruff", "check", ".") == "All checks passed!\n"
    tests = run(tree, "-m", "pytest", "-q", "tests/rules/blank")
    assert " passed" in tests
    assert "error" not in tests.splitlines()[-1]
    assert "can't be the name" in run(tree, "-m", "making.new_game", "blank", "--like", like)
