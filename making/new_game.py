"""Start a game as a copy of another one, under a new name: its rules, pictures, engine and tests.

python -m making.new_game hex --like skirt
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from bot.process.settings import stop
from rules.registry import GAMES

ROOT = Path(__file__).parent.parent

PLACES = (
    "rules/{}",
    "rendering/{}",
    "engine/games/{}",
    "docs/rules/{}.md",
    "tests/rules/{}",
    "tests/rendering/{}",
)
"""The folders and files of a game, by its key.

Recorded matches, known wins, approved pictures and puzzles are made by commands.
"""

REGISTRY = Path("rules/registry.py")

LISTS = {
    "docs/rules/README.md": r"\| \[[^]]*\]\({}\.md\).*",
    "README.md": r"\| \[[^]]*\]\(docs/rules/{}\.md\).*",
    "mkdocs.yml": r" +- docs/rules/{}\.md",
}
"""The lists of rules pages, and the line of a game in each."""


@click.command(help=__doc__)
@click.argument("name")
@click.option("--like", type=click.Choice(list(GAMES)), required=True, help="The game to copy.")
def new_game(name: str, like: str) -> None:
    if not re.fullmatch("[a-z]+", name) or name in GAMES:
        stop(f"{name} can't be the name of a new game. Use lower-case letters, as in: hex")
    for source in sources(like):
        target = ROOT / renamed(str(source.relative_to(ROOT)), like, name)
        if target.exists():
            stop(f"{target.relative_to(ROOT)} already exists.")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(renamed(source.read_text("utf-8"), like, name), "utf-8")
    register(name, like)
    for command in (("format",), ("check", "--fix")):
        # Texts that a longer name has made too long are reported, not wrapped.
        subprocess.run([sys.executable, "-m", "ruff", *command, "--quiet", ROOT], check=False)
    click.echo(
        f"{name.capitalize()} has the rules of {like.capitalize()}. "
        "Change them in the order of docs/sixth-game.md."
    )


def sources(like: str) -> Iterator[Path]:
    """Yield the files of a game."""
    for place in PLACES:
        path = ROOT / place.format(like)
        yield from path.rglob("*.py") if path.is_dir() else [path] * path.exists()


def renamed(text: str, like: str, name: str) -> str:
    """Replace a game's name, also as a part of other names such as `SkirtPosition`."""
    for change in (str.lower, str.capitalize, str.upper):
        # Not within a longer word: “Scalas” is another game than “Scala”.
        whole = rf"(?<![A-Za-z]){change(like)}(?![a-z])"
        text = re.sub(whole, change(name), text)
    return text


def register(name: str, like: str) -> None:
    """Add a game to the registry, and its page to the lists, below those of the other games."""
    registry = (ROOT / REGISTRY).read_text("utf-8")
    line = re.search(rf"^from rules\.{like}\.game import .*\n", registry, re.M)
    assert line is not None
    registry = registry.replace(line[0], line[0] + renamed(line[0], like, name))
    registry = re.sub(r"\(\)\)(?=\n)", f"(), {name.capitalize()}())", registry, count=1)
    (ROOT / REGISTRY).write_text(registry, "utf-8")
    for file, line_of in LISTS.items():
        text = (ROOT / file).read_text("utf-8")
        lines = {
            key: found
            for key in GAMES
            if (found := re.search(rf"^{line_of.format(key)}\n", text, re.M))
        }
        if like in lines:
            end = max(found.end() for found in lines.values())
            text = text[:end] + renamed(lines[like][0], like, name) + text[end:]
            (ROOT / file).write_text(text, "utf-8")


if __name__ == "__main__":
    new_game()
