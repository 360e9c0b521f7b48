"""Build the documentation in `site/`, and that of the rules API in `site/api/`.

python -m making.site             what `make docs` runs

Pages keep their paths from the repository, so that their links work in both. Broken links and
anchors stop the build.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
SITE = ROOT / "site"
BIN = Path(sys.executable).parent
PAGES = (
    "CHANGELOG.md",
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "SECURITY.md",
    "TERMS.md",
    "docs",
)
API = ("rules", "rules.record", "!rules.replay")


def main() -> None:
    """Build the site.

    :raises subprocess.CalledProcessError: if a page, a link or an import is broken.
    """
    with TemporaryDirectory() as folder:
        source = Path(folder) / "source"
        source.mkdir()
        for page in PAGES:
            copy(ROOT / page, source / page)
        shutil.copy(ROOT / "README.md", source / "index.md")
        configuration = Path(folder) / "mkdocs.yml"
        configuration.write_text((ROOT / "mkdocs.yml").read_text("utf-8"), "utf-8")
        run("mkdocs", "build", "--strict", "-f", str(configuration), "-d", str(SITE))
    run("python", "-m", "pdoc", *API, "--output-directory", str(SITE / "api"))
    print(f"Open {SITE / 'index.html'}")


def copy(source: Path, target: Path) -> None:
    """Copy a file, or a folder without its Python files."""
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    else:
        shutil.copy(source, target)


def run(command: str, *arguments: str) -> None:
    """Run a command of the environment."""
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run((str(BIN / command), *arguments), cwd=ROOT, env=environment, check=True)


if __name__ == "__main__":
    main()
