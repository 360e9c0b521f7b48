"""Keep migrations as they were released: from then on, databases have gone through them.

python -m making.released            write down the migrations of a release
python -m making.released check      fail unless all are written down, and none has changed
"""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path

MIGRATIONS = Path(__file__).parent.parent / "storage" / "database" / "migrations"
LIST = MIGRATIONS / "released.txt"


def migrations() -> dict[str, str]:
    """Return the hash of each migration by its name, in order."""
    files = sorted((MIGRATIONS / "versions").glob("*.py"), key=lambda file: file.stem[-4:])
    return {file.name: sha256(file.read_bytes()).hexdigest() for file in files}


def released() -> dict[str, str]:
    """Return the hash of each released migration by its name."""
    lines = LIST.read_text(encoding="utf-8").split("\n") if LIST.exists() else []
    pairs = (line.split() for line in lines if line)
    return {name: digest for digest, name in pairs}


def changed() -> list[str]:
    """Return the names of released migrations that were changed or removed since."""
    present = migrations()
    return [name for name, digest in released().items() if present.get(name) != digest]


def main(*arguments: str) -> int:
    """Write or check the list, and return 1 if it isn't as it should be."""
    for name in changed():
        print(f"{name} was released and has changed. Put it back, and add a migration.")
    if changed():
        return 1
    if arguments == ("check",):
        missing = migrations().keys() - released().keys()
        if missing:
            print(f"Not in {LIST.name}: {', '.join(sorted(missing))}. See docs/releasing.md.")
        return min(1, len(missing))
    lines = (f"{digest}  {name}\n" for name, digest in migrations().items())
    LIST.write_text("".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
