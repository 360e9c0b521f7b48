"""Texts and pages name buttons as they are called.

A name is bold, starts with a capital letter, and is the text of a button, menu, command or heading.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from language.texts import gettext, pgettext, written_in
from making.messages import extracted, first_id

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "rules"
LANGUAGES = sorted(each for each in PAGES.iterdir() if each.is_dir())

NAME = re.compile(r"\*\*([A-Z][^*{}]*[^*{}.:])\*\*(?!:)")
"""A name of a control. Bold words before a colon or with a full stop are headings."""


@cache
def texts() -> list[tuple[str | None, str]]:
    """All texts with their contexts. Collecting them takes seconds, so not on import."""
    return [
        (each.context, text)
        for each in extracted()
        if each.id
        for text in ([each.id] if isinstance(each.id, str) else each.id)
    ]


@cache
def controls() -> dict[str, set[tuple[str | None, str]]]:
    """Texts by the forms in which they are named: “More” is “More…”, “Play …” is “Play {move}”."""
    by_form = defaultdict[str, set[tuple[str | None, str]]](set)
    for context, text in texts():
        for form in (text, text.removesuffix("…"), re.sub(r"\{\w+\}", "…", text)):
            by_form[form].add((context, text))
    return by_form


DISCORDS = ("Apps", "Manage Events", "Manage Messages", "Manage Server", "Manage Threads")
DISCORDS = (*DISCORDS, "Manage Roles", "Use External Apps")
"""Discord's own names of permissions and menus."""

EMPHASISED = ("Expansion", "Contraction", "A becomes B and B becomes A", "House rule: places")
"""Bold words of the rules pages that aren't names."""

FOR_USERS = [
    *sorted(PAGES.glob("*.md")),
    *(
        ROOT / "docs" / f"{name}.md"
        for name in ("playing", "events", "admins", "ratings", "privacy", "web")
    ),
]


def prose(page: Path) -> str:
    """A page without its examples, on one line."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    return " ".join(text.split())


def names_in(text: str) -> list[str]:
    """The names of controls in an English text."""
    return [name for name in NAME.findall(text) if name not in (*DISCORDS, *EMPHASISED)]


def test_texts_name_existing_controls() -> None:
    assert not [
        (text, name) for _, text in texts() for name in names_in(text) if name not in controls()
    ]


@pytest.mark.whole
@pytest.mark.parametrize("page", FOR_USERS, ids=lambda page: page.stem)
def test_pages_name_existing_controls(page: Path) -> None:
    assert not [name for name in names_in(prose(page)) if name not in controls()]


@pytest.mark.parametrize("language", [each.name for each in LANGUAGES])
def test_translated_texts_name_controls_in_their_language(language: str) -> None:
    with written_in(language):
        wrong = [
            (translated, name)
            for message in extracted()
            if message.id
            for translated in [gettext(first_id(message))]
            for name in names_in(first_id(message))
            if not names_control(translated, name)
        ]
    assert not wrong


@pytest.mark.parametrize(
    "page",
    [page for folder in LANGUAGES for page in sorted(folder.glob("*.md"))],
    ids=lambda page: f"{page.parent.name}-{page.stem}",
)
def test_translated_pages_name_controls_in_their_language(page: Path) -> None:
    translated = prose(page)
    with written_in(page.parent.name):
        names = names_in(prose(PAGES / page.name))
        assert not [name for name in names if not names_control(translated, name)]


def names_control(translated: str, name: str) -> bool:
    """Whether a text has the name of a control in the current language, in bold."""
    named = controls().get(name, set()) | controls().get(f"{name}…", set())
    forms = {pgettext(context, text) if context else gettext(text) for context, text in named}
    forms |= {re.sub(r"\{\w+\}", "…", form) for form in forms}
    return any(f"**{form.removesuffix('…').rstrip()}" in translated for form in forms)


@pytest.mark.parametrize("folder", [PAGES, *LANGUAGES], ids=lambda folder: folder.name)
def test_the_pages_of_scalus_name_the_buttons_of_a_group(folder: Path) -> None:
    text = prose(folder / "scalus.md")
    with written_in("en" if folder == PAGES else folder.name):
        names = gettext("line {cell}", cell="e7"), gettext("rectangle {cell}", cell="f15")
    assert all(f"**{name}**" in text for name in names)
