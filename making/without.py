"""Copy the project without some extensions, and check that the rest is whole.

python -m making.without pool --into ../without --test tests/bot --test tests/club
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import click

ROOT = Path(__file__).parent.parent
LIST = "extensions/installed.py"
PLACES = ("extensions/{}", "tests/extensions/{}", "benchmarks/{}.py", "preview/{}.py")
"""What belongs to an extension, by its name."""

TESTS = ("tests/extensions", "tests/bot/interface", "tests/bot/members", "tests/club/members")
CHECKED = ("extensions", "bot", "web", "presentation", "club", "storage", "making")
TYPED_TESTS = ("bot", "club", "extensions", "presentation", "simulation", "storage", "web")


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
    lines = (target / LIST).read_text().splitlines(keepends=True)
    named = (
        re.compile(rf"\b({'|'.join(map(re.escape, names))})\b", re.IGNORECASE) if names else None
    )
    kept = [line for line in lines if named is None or not named.search(line)]
    (target / LIST).write_text("".join(kept))


@click.command(help=__doc__)
@click.argument("names", nargs=-1, required=True)
@click.option("--into", type=click.Path(path_type=Path), required=True, help="An empty folder.")
@click.option("--test", "tests", multiple=True, default=TESTS, help="A folder of tests to run.")
def main(names: tuple[str, ...], into: Path, tests: tuple[str, ...]) -> None:
    """Copy, and run the checks in the copy with this Python's tools."""
    if unknown := [name for name in names if not (ROOT / "extensions" / name).is_dir()]:
        raise click.BadParameter(f"no such extension: {', '.join(unknown)}")
    into.mkdir(parents=True)
    copy_without(names, into)
    (into / ".venv").symlink_to(ROOT / ".venv")
    tools = Path(sys.executable).parent
    present = [each for each in tests if (into / each).exists()]
    typed = [*CHECKED, *(f"tests/{each}" for each in TYPED_TESTS)]
    failed: list[str] = []
    for command in (
        ["lint-imports"],
        ["pyright", *(each for each in typed if (into / each).exists())],
        ["pytest", "-q", "-n", "auto", "-m", "not slow", *present],
    ):
        click.echo(f"$ {' '.join(command)}")
        if subprocess.run([tools / command[0], *command[1:]], cwd=into).returncode:
            failed.append(command[0])
    if failed:
        raise click.ClickException(f"not whole without {', '.join(names)}: {', '.join(failed)}")


if __name__ == "__main__":
    main()
