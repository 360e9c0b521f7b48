"""Measure the share of small code changes that a test notices.

    python -m tests.mutants [--count 20] [--seed 1] [--area club/matches] [--tests FOLDER ...]

Makes one change at a time to `club/`, `storage/`, `web/` or `presentation/` in a copy of the
checkout, such as `<` to `<=`, and runs the tests of the same room. Surviving mutants are listed.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

STOREYS = {
    "club": ("tests/club", "tests/bot"),
    "storage": ("tests/storage", "tests/club", "tests/bot"),
    "web": ("tests/web",),
    "presentation": ("tests/presentation", "tests/web", "tests/bot"),
}
"""The folders with the tests of each package, run in this order until one fails."""

EQUIPMENT = ("http", "database", "outbox")
"""Rooms that all others use."""

STAGE_TIMEOUT = 900
"""Seconds after which an endless mutant counts as killed."""

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one file."""

    path: Path
    line: int
    before: str
    after: str
    text: str
    """The whole changed file."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.before}  ->  {self.after}"


def changes_of(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the replacements of an expression."""
    match node:
        case ast.Compare(left, [operator], [right]) if type(operator) in COMPARISONS:
            yield ast.Compare(left, [COMPARISONS[type(operator)]()], [right])
        case ast.BoolOp(operator, values):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield ast.BoolOp(other, values)
            yield values[0]
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
            yield ast.BinOp(left, OPERATORS[type(operator)](), right)
        case ast.IfExp(_, body, orelse):
            yield body
            yield orelse
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
        case ast.Await(ast.Call()):
            # As a statement, it is removed.
            yield ast.Constant(None)
        case _:
            pass


def expressions(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the executed expressions, without annotations, texts and logging."""
    match node:
        case ast.AnnAssign(value=value):
            if value is not None:
                yield from expressions(value)
            return
        case ast.Await():
            # Its result may be unused, so no test has to notice.
            yield from expressions(node.value)
            return
        case ast.Expr(ast.Call(ast.Attribute(ast.Name("log")))) | ast.arguments():
            return
        case ast.Expr(ast.Await() as value):
            yield value
        case ast.expr():
            yield node
        case _:
            pass
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from expressions(child)


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield all mutants of a file."""
    text = path.read_text()
    lines = text.splitlines(keepends=True)
    starts = [sum(len(line.encode()) for line in lines[:number]) for number in range(len(lines))]
    source = text.encode()
    for node in expressions(ast.parse(text)):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        first = starts[node.lineno - 1] + node.col_offset
        last = starts[node.end_lineno - 1] + node.end_col_offset
        before = " ".join(source[first:last].decode().split())
        for change in changes_of(node):
            after = ast.unparse(change)
            whole = source[:first] + f"({after})".encode() + source[last:]
            yield Mutant(path, node.lineno, before, after, whole.decode())


def tests_of(path: Path) -> list[str]:
    """Return the folders with the tests of a module's room, or of its package if it has none.

    What every room uses, such as `web/http`, needs the tests of all.
    """
    storey, room, *_ = path.parts
    rooms = [f"{folder}/{room}" for folder in STOREYS[storey] if Path(folder, room).is_dir()]
    return list(STOREYS[storey]) if room in EQUIPMENT else rooms or list(STOREYS[storey])


def is_killed(mutant: Mutant, copy: Path, folders: Sequence[str]) -> bool:
    """Whether a test fails in a copy of the checkout with this change."""
    place = copy / mutant.path
    original = place.read_text()
    place.write_text(mutant.text)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-m", "not slow"]
    try:
        for folder in folders:
            ran = subprocess.run(
                [*command, folder], cwd=copy, capture_output=True, timeout=STAGE_TIMEOUT
            )
            if ran.returncode != 0:
                return True
    except subprocess.TimeoutExpired:
        return True
    finally:
        place.write_text(original)
    return False


def copied_to(folder: Path) -> None:
    """Copy the commit to a folder."""
    subprocess.run(["git", "clone", "--quiet", ".", str(folder)], check=True)


def main() -> None:
    """Try a sample, and print the survivors and their number."""
    parser = argparse.ArgumentParser(description=__doc__, usage="python -m tests.mutants")
    parser.add_argument("--count", type=int, default=20, help="number of mutants")
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample")
    parser.add_argument("--area", default=None, help="a folder or file, such as club/matches")
    parser.add_argument("--tests", nargs="+", help="run these tests instead")
    chosen = parser.parse_args()
    areas = STOREYS if chosen.area is None else (chosen.area,)
    paths = [path for area in areas for path in sorted(Path(area).rglob("*.py")) or [Path(area)]]
    # Migrations have run everywhere and never change again.
    mutants = [
        each for path in paths if "migrations" not in path.parts for each in mutants_of(path)
    ]
    sample = Random(chosen.seed).sample(mutants, min(chosen.count, len(mutants)))
    killed = 0
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        copied_to(copy)
        for number, mutant in enumerate(sample, 1):
            began = time.perf_counter()
            if is_killed(mutant, copy, chosen.tests or tests_of(mutant.path)):
                killed += 1
                result = "killed  "
            else:
                result = "SURVIVED"
            seconds = time.perf_counter() - began
            print(f"{number:4} {result} {seconds:5.0f} s  {mutant}"[:160], flush=True)
    print(f"{killed} of {len(sample)} mutants killed, of {len(mutants)} possible ones")


if __name__ == "__main__":
    main()
