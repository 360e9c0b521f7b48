"""The public API of the rules core, with its documented examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules

RECORDS = Path(__file__).parents[2] / "docs" / "records.md"


def test_every_exported_name_exists() -> None:
    assert sorted(rules.__all__) == sorted(set(rules.__all__))
    assert all(hasattr(rules, name) for name in rules.__all__)
    assert rules.__doc__


def test_the_rules_package_ships_its_types() -> None:
    assert Path(rules.__file__).with_name("py.typed").is_file()


def test_the_example_of_the_package_runs() -> None:
    assert rules.__doc__
    example = re.findall(r"^ {4}(.+)$", rules.__doc__, re.MULTILINE)
    assert len(example) > 1
    exec("\n".join(example), {})


def test_the_example_in_the_docs_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", RECORDS.read_text(encoding="utf-8"), re.DOTALL)
    exec(example, {})
    assert re.fullmatch(r"\d+ legal moves; 2 moves next\n", capsys.readouterr().out)
