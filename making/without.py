"""Copy the project without some extensions, and check that the rest is whole.

Runs the import contracts, the types, the fast tests, and a match in the preview:

python -m making.without study teams pool events training
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import click

ROOT = Path(__file__).parent.parent
LIST = "extensions/installed.py"
PLACES = ("extensions/{}", "tests/extensions/{}", "benchmarks/{}.py", "preview/{}.py")
"""What belongs to an extension, by its name."""
PREVIEW = "tests/preview/test_playing.py"
CHOSEN = "not slow and not whole"
"""The tests of a part: the fast ones, except for those that ask about the whole."""


def copy_without(names: tuple[str, ...], target: Path) -> None:
    """Copy all files that Git doesn't ignore, without what belongs to the extensions."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    gone = [Path(place.format(name)) for name in names for place in PLACES]
    for name in filter(None, listing.stdout.split("\0")):
        path = Path(name)
        if (ROOT / path).is_file() and not any(path.is_relative_to(each) for each in gone):
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, target / path)
    named = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b", re.IGNORECASE)
    lines = (target / LIST).read_text().splitlines(keepends=True)
    (target / LIST).write_text("".join(line for line in lines if not named.search(line)))


def link_packages(target: Path) -> None:
    """Link what is installed, except for the project itself, in which nothing is left out."""
    packages = Path(sysconfig.get_path("purelib"))
    links = target / ".venv" / packages.relative_to(sys.prefix)
    links.mkdir(parents=True)
    for each in packages.iterdir():
        if each.suffix != ".pth":
            (links / each.name).symlink_to(each)


@click.command(help=__doc__)
@click.argument("names", nargs=-1, required=True)
@click.option(
    "--into", type=click.Path(path_type=Path), help="An empty folder (default: a temporary one)."
)
@click.option(
    "--test", "tests", multiple=True, default=("tests",), help="Tests to run (default: all)."
)
@click.option("--typed", multiple=True, help="What to check the types of (default: all).")
def main(
    names: tuple[str, ...], into: Path | None, tests: tuple[str, ...], typed: tuple[str, ...]
) -> None:
    """Copy, and run the checks in the copy with this Python's tools."""
    if unknown := [name for name in names if not (ROOT / "extensions" / name).is_dir()]:
        raise click.BadParameter(f"no such extension: {', '.join(unknown)}")
    target = into or Path(tempfile.mkdtemp(prefix="without-"))
    copy_without(names, target)
    link_packages(target)
    tools = Path(sys.executable).parent
    present = [each for each in tests if (target / each).exists()]
    failed: list[str] = []
    for command in (
        ["lint-imports"],
        ["pyright", *(each for each in typed if (target / each).exists())],
        ["pytest", "-q", PREVIEW],
        ["pytest", "-q", "-n", "auto", "--dist", "worksteal", "-m", CHOSEN, *present],
    ):
        click.echo(f"$ {' '.join(command)}")
        environment = os.environ | {"PYTHONPATH": str(target)}
        ended = subprocess.run([tools / command[0], *command[1:]], cwd=target, env=environment)
        if ended.returncode:
            failed.append(" ".join(command[:3]))
    if failed:
        raise click.ClickException(
            f"{target} isn't whole without {', '.join(names)}: {', '.join(failed)}"
        )
    if into is None:
        shutil.rmtree(target)


if __name__ == "__main__":
    main()
