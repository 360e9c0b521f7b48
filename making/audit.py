"""Check translations, vulnerabilities and licences of dependencies, and workflows.

python -m making.audit            what `make audit` runs
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from language.texts import COMPLETE, SOURCE
from making.catalogues import catalogue
from making.messages import first_id, untranslated

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent

LICENCES = (
    "Apache",
    "BSD",
    "CNRI-Python",
    "ISC",
    "LGPL",
    "MIT",
    "MPL",
    "Mozilla Public License",
    "PSF",
    "Python Software Foundation",
    "The Unlicense",
)
"""Licences of run-time dependencies that let operators modify the bot and keep their changes."""

EXPORT = ("--frozen", "--no-emit-project", "--no-hashes", "--no-header", "--no-annotate")


def main() -> int:
    """Run all checks and return 1 if one of them fails."""
    requirements = runtime_requirements()
    packages = [line.split("==")[0] for line in requirements.splitlines() if "==" in line]
    results = [
        run(
            "pip-audit",
            "--requirement",
            "/dev/stdin",
            "--disable-pip",
            "--no-deps",
            stdin=requirements,
        ),
        run(
            "pip-licenses",
            *("--partial-match", "--allow-only", ";".join(LICENCES)),
            *("--packages", *packages),
        ),
        run("zizmor", "--offline", "--quiet", ".github"),
        *map(check_translations, sorted({*COMPLETE} - {SOURCE})),
    ]
    return max(results)


def check_translations(language: str) -> int:
    """Print the missing and fuzzy translations of a language, and return 1 if there are any."""
    gaps = untranslated(catalogue(language))
    for message in gaps:
        print(f"Not translated ({language}): {first_id(message)}")
    return min(1, len(gaps))


def runtime_requirements() -> str:
    """Return the run-time dependencies of the lock, as a requirements file."""
    export = (str(BIN / "uv"), "export", *EXPORT, "--no-default-groups", "--all-extras")
    return subprocess.run(export, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def run(command: str, *arguments: str, stdin: str | None = None) -> int:
    """Run a command of the environment with its output shown, and return its exit code."""
    call: Sequence[str] = (str(BIN / command), *arguments)
    return min(1, subprocess.run(call, cwd=ROOT, input=stdin, text=True, check=False).returncode)


if __name__ == "__main__":
    sys.exit(main())
