"""Adding optional libraries to an installation that exists."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.metadata import requires
from importlib.util import find_spec
from pathlib import Path

import click

DISTRIBUTION = "stairwell-bot"
"""The name in the package index, where `stairwell` belongs to another project."""

CONSTRAINTS = Path(__file__).parent / "constraints.txt"
"""The tested versions."""

EXTRAS = ("postgresql", "sentry")


@click.command()
@click.argument("extra", type=click.Choice(EXTRAS))
def add(extra: str) -> None:
    """Install the optional libraries for EXTRA into the environment of this command."""
    installer = _installer()
    if installer is None:
        click.echo(
            f"{sys.executable} has no pip, and uv isn't on the PATH.\nRepeat the command that "
            f"installed Stairwell, with {extra} added: uv sync … --extra {extra}, or "
            f'uv tool install --force "FILE[{extra}]".',
            err=True,
        )
        sys.exit(1)
    requirements = requirements_of(extra)
    click.echo(f"Installing {', '.join(requirements)} into {sys.prefix}.")
    code = subprocess.run(
        (*installer, "--constraint", str(CONSTRAINTS), *requirements), check=False
    ).returncode
    if code:
        sys.exit(code)
    click.echo(f"Stairwell has {extra} now.")


def requirements_of(extra: str) -> list[str]:
    """Return the requirements of an extra, without its condition."""
    parts = [each.partition(";") for each in requires(DISTRIBUTION) or ()]
    conditions = (f"extra == '{extra}'", f'extra == "{extra}"')
    return [words.strip() for words, _, condition in parts if condition.strip() in conditions]


def _installer() -> tuple[str, ...] | None:
    """Return a command that installs into this environment, or None if there is none."""
    if find_spec("pip") is not None:
        return (sys.executable, "-m", "pip", "install")
    beside = Path(sys.executable).with_name("uv")
    uv = str(beside) if beside.exists() else shutil.which("uv")
    return None if uv is None else (uv, "pip", "install", "--python", sys.executable)
