"""Check translations, licences and workflows, and dependencies for known vulnerabilities.

python -m making.audit                    what `make audit` runs
python -m making.audit vulnerabilities    what `make vulnerabilities` runs

The second needs the network, and its answer changes without a change of the code. So it isn't part
of `.ci/run`: a workflow runs it on every push and every week. A dependency that can't be looked up
is a fault, and so it is if no service can be reached.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

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

SERVICES = ("pypi", "osv")
"""Databases of vulnerabilities, asked in this order until one answers."""

EXPORT = ("--frozen", "--no-emit-project", "--no-hashes", "--no-header", "--no-annotate")


def main(*checks: str) -> int:
    """Run the checks and return 1 if one of them fails."""
    requirements = runtime_requirements()
    if checks == ("vulnerabilities",):
        return check_vulnerabilities(requirements)
    packages = [line.split("==")[0] for line in requirements.splitlines() if "==" in line]
    results = [
        run(
            "pip-licenses",
            *("--partial-match", "--allow-only", ";".join(LICENCES)),
            *("--packages", *packages),
        ),
        run("zizmor", "--offline", "--quiet", ".github"),
        *map(check_translations, sorted({*COMPLETE} - {SOURCE})),
    ]
    return max(results)


def check_vulnerabilities(requirements: str) -> int:
    """Print known vulnerabilities, and return 1 unless all dependencies are free of them."""
    for service in SERVICES:
        dependencies = look_up(service, requirements)
        if any("vulns" in dependency for dependency in dependencies):
            faults = vulnerabilities(dependencies)
            print("\n".join(faults) or f"No known vulnerabilities ({service}).")
            return min(1, len(faults))
    print(
        "NOT AUDITED: no database of vulnerabilities can be reached "
        f"({', '.join(SERVICES)}). Run this again with a connection to the internet."
    )
    return 1


def look_up(service: str, requirements: str) -> list[dict[str, Any]]:
    """Return what a service reports of each dependency, or nothing if it doesn't answer."""
    options = ("--disable-pip", "--no-deps", "--format", "json", "--progress-spinner", "off")
    call = (str(BIN / "pip-audit"), "--vulnerability-service", service, *options)
    ran = subprocess.run(
        (*call, "--requirement", "/dev/stdin"),
        input=requirements,
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        return json.loads(ran.stdout)["dependencies"]
    except ValueError:
        return []


def vulnerabilities(dependencies: list[dict[str, Any]]) -> list[str]:
    """Return a line for each known vulnerability, and each dependency that wasn't audited."""
    return [
        *(
            f"{dependency['name']} {dependency['version']}: {one['id']}, fixed in "
            f"{', '.join(one['fix_versions']) or 'no version yet'}"
            for dependency in dependencies
            for one in dependency.get("vulns", ())
        ),
        *(
            f"{dependency['skip_reason']}"
            for dependency in dependencies
            if "skip_reason" in dependency
        ),
    ]


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


def run(command: str, *arguments: str) -> int:
    """Run a command of the environment with its output shown, and return its exit code."""
    call: Sequence[str] = (str(BIN / command), *arguments)
    return min(1, subprocess.run(call, cwd=ROOT, check=False).returncode)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
