"""Every text that people read is marked, so that it can be said in their language.

A text here is a string of two words or more. It is marked by a function of `rules.language`, or it
is no text for people: a docstring, the message of an exception that is a bug, a log line, a
pattern, or one of those listed with a reason. Packages join `PACKAGES` one by one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from making.messages import KEYWORDS, PACKAGES, ROOT

BUGS = {"ValueError", "TypeError", "KeyError", "AssertionError", "RuntimeError"}
"""Exceptions that nobody is told of."""
SILENT = {"compile", "fullmatch", "match", "sub", "split", "debug", "info", "warning", "exception"}
"""Functions whose strings are patterns and log lines."""
CODES = {"start", "claim", "Cause", "Claim", "glimpse"}
"""Of the arguments and names that are given a code or an encoded position."""
LISTED = {
    # Records are the same in every language.
    "rules/record.py": {"told when the match is over", "times out"},
    # Codes of the sides of the board.
    "rules/skirt/board.py": {"lower right", "upper right", "upper left", "lower left"},
}
_WORD = re.compile(r"[A-Za-zÀ-ž]{2,}|\{\}")


def unmarked(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The line and the words of each text that is not marked."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        if isinstance(child, ast.Call) and name_of(child.func) in {
            *KEYWORDS,
            *BUGS,
            *SILENT,
            "cast",
        }:
            continue
        if isinstance(child, ast.FunctionDef) and child.name == "__repr__":
            continue
        if isinstance(child, ast.keyword) and child.arg in CODES:
            continue
        if isinstance(child, ast.Assign) and name_of(child.targets[0]) in CODES:
            continue
        if isinstance(child, ast.AnnAssign):
            if child.value is not None and name_of(child.target) not in CODES:
                yield from unmarked(ast.Expression(child.value))
            continue
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            if is_a_text(child.value):
                yield child.lineno, child.value
            continue
        if isinstance(child, ast.JoinedStr):
            fixed = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in child.values
            )
            if is_a_text(fixed):
                yield child.lineno, fixed
            continue
        yield from unmarked(child)


def is_a_text(string: str) -> bool:
    """Whether it has two words, of which one may be filled in, with a blank between them."""
    words = _WORD.findall(string)
    return " " in string.strip() and len(words) > 1 and any(word != "{}" for word in words)


def name_of(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def files() -> list[Path]:
    return [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]


@pytest.mark.parametrize("file", files(), ids=lambda file: str(file.relative_to(ROOT)))
def test_every_text_is_marked(file: Path) -> None:
    listed = LISTED.get(str(file.relative_to(ROOT)), set())
    found = [each for each in unmarked(ast.parse(file.read_text())) if each[1] not in listed]
    assert not found, "mark them as docs/languages.md says"


def test_an_unmarked_text_is_found_in_all_its_shapes() -> None:
    source = """
'''A docstring of words.'''
gettext("A marked text."); raise ValueError("a bug of ours")
words = "An unmarked text"
words = f"{cell} is not a cell"
words: str = "Another unmarked text"
refuse("code", ("in two " "halves"))
"""
    assert [line for line, _ in unmarked(ast.parse(source))] == [4, 5, 6, 7]
