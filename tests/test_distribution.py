"""The wheel and the source archive, built and installed without a checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from club import VERSION
from making.requirements import CONSTRAINTS

ROOT = Path(__file__).parent.parent
UV = Path(sys.executable).parent / "uv"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.always,
    pytest.mark.skipif(not UV.exists(), reason="uv is missing: `make` installs it"),
]


def run_uv(*arguments: str, cwd: Path = ROOT) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    command = (str(UV), *arguments)
    return subprocess.run(
        command, cwd=cwd, env=environment, check=True, capture_output=True, text=True
    ).stdout


@pytest.fixture(scope="module")
def distribution(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive, and the wheel built from it."""
    folder = tmp_path_factory.mktemp("distribution")
    source = folder / "source"
    ignored = shutil.ignore_patterns(".git", ".venv", "*.db*", "site", "dist", ".*_cache")
    shutil.copytree(ROOT, source, ignore=ignored)
    run_uv(
        "build",
        "--no-build-isolation",
        "--quiet",
        "--python",
        sys.executable,
        "-o",
        str(folder),
        str(source),
    )
    return folder


@pytest.fixture(scope="module")
def installed(distribution: Path) -> Path:
    """The commands of an environment with only the wheel and the locked dependencies."""
    environment = distribution / "environment"
    requirements = distribution / "requirements.txt"
    export = ("--frozen", "--no-default-groups", "--no-emit-project")
    run_uv("export", "--quiet", *export, "--output-file", str(requirements))
    run_uv("venv", "--quiet", "--python", sys.executable, str(environment))
    python = str(environment / "bin" / "python")
    run_uv(
        "pip", "install", "--quiet", "--python", python, "--require-hashes", "-r", str(requirements)
    )
    (wheel,) = distribution.glob("*.whl")
    run_uv("pip", "install", "--quiet", "--python", python, "--no-deps", str(wheel))
    return environment / "bin"


def test_the_wheel_contains_the_files_read_at_run_time(distribution: Path) -> None:
    (wheel,) = distribution.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for ending in (
        "locale/de/LC_MESSAGES/stairwell.mo",
        "locale/ja/LC_MESSAGES/stairwell.mo",
        "skirt.jsonl.xz",
        "presentation/markup.py",
        "bot/process/constraints.txt",
    ):
        assert any(name.endswith(ending) for name in names), ending
    assert not any(
        name.startswith(("tests/", "preview/")) or name.endswith(".po") for name in names
    )


def test_the_same_wheel_is_built_from_a_checkout_byte_for_byte(
    distribution: Path, tmp_path: Path
) -> None:
    # The other one was built from the source archive, in another folder.
    options = ("--no-build-isolation", "--quiet", "--python", sys.executable)
    run_uv("build", "--wheel", *options, "-o", str(tmp_path), str(distribution / "source"))
    (first,), (second,) = distribution.glob("*.whl"), tmp_path.glob("*.whl")
    assert first.name == second.name
    assert first.read_bytes() == second.read_bytes()


def test_the_installed_command_knows_its_version_and_the_games(
    installed: Path, tmp_path: Path
) -> None:
    def stairwell(*arguments: str) -> str:
        command = (str(installed / "stairwell"), *arguments)
        return subprocess.run(
            command, cwd=tmp_path, check=True, capture_output=True, text=True
        ).stdout

    assert VERSION in stairwell("--version")
    assert "preview" in stairwell("--help")
    assert stairwell("perft", "skirt", "2")


def test_one_command_adds_an_extra_to_the_installation(installed: Path) -> None:
    python, path = str(installed / "python"), f"{UV.parent}{os.pathsep}{os.environ['PATH']}"
    code = "import asyncpg, pgqueuer"
    assert subprocess.run((python, "-c", code), capture_output=True).returncode == 1
    command = (str(installed / "stairwell"), "add", "postgresql")
    subprocess.run(command, check=True, env={**os.environ, "PATH": path})
    subprocess.run((python, "-c", code), check=True)
    code = "from importlib.metadata import version; print(version('asyncpg'))"
    version = subprocess.run((python, "-c", code), check=True, capture_output=True, text=True)
    assert f"asyncpg=={version.stdout}" in CONSTRAINTS.read_text()


def test_the_installed_preview_says_where_it_is(installed: Path, tmp_path: Path) -> None:
    command = (str(installed / "stairwell"), "preview")
    refused = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert refused.returncode == 1
    assert "which only a checkout has" in refused.stderr
