"""The rules pages: examples, pictures, translations and links."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from docs.draw_pictures import draw_pictures
from docs.examples import (
    PAGES,
    PICTURES,
    Example,
    InvalidExample,
    examples_in,
    picture,
    pictures_in,
    scenes,
)
from docs.readme_pictures import MAX_BYTES as MAX_README_BYTES
from docs.readme_pictures import README_PICTURES, draw_readme_pictures
from language.texts import gettext, written_in
from rules.registry import GAMES

ROOT = Path(__file__).parents[1]
MAX_BYTES = 120_000
MAX_PICTURES = 11

DOCUMENTS = sorted(
    [
        *ROOT.glob("*.md"),
        *(
            file
            for folder in ("docs", "locale", "rendering", "tests")
            for file in (ROOT / folder).rglob("*.md")
        ),
    ]
)
TEXTS = {key: (PAGES / f"{key}.md").read_text(encoding="utf-8") for key in GAMES}
LANGUAGES = sorted(each for each in PAGES.iterdir() if each.is_dir())
TRANSLATIONS = [
    pytest.param(folder, key, id=f"{folder.name}-{key}")
    for folder in LANGUAGES
    for key in GAMES
    if (folder / f"{key}.md").exists()
]
EXAMPLES = [
    pytest.param(example, id=f"{key}-{example.name}")
    for key, text in TEXTS.items()
    for example in examples_in(text)
]


def linked(document: Path) -> list[str]:
    """The targets of a document's links and pictures, except on other sites."""
    text = re.sub(r"^```.*?^```$", "", document.read_text(encoding="utf-8"), flags=re.M | re.S)
    targets: list[str] = re.findall(r"\]\(([^)\s]+)[^)]*\)", text)
    return [target for target in targets if not re.match(r"[a-z]+:", target)]


def anchors(document: Path) -> set[str]:
    """GitHub's anchors for the headings of a document."""
    headings: list[str] = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def notation_in(text: str) -> list[str]:
    """The code spans of a page, sorted because their order differs between languages."""
    outside = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    return sorted(set(re.findall(r"`([^`]+)`", outside)))


def headings_in(text: str) -> list[int]:
    """The depths of a page's headings."""
    return [len(hashes) for hashes in re.findall(r"^(#+) ", text, re.M)]


def without_notes(example: Example) -> Example:
    """An example without the notes in the language of its page."""
    lines = ["#" if line.startswith("# ") else line.partition(" ✗ ")[0] for line in example.lines]
    return replace(example, lines=tuple(lines), language="en")


def example(block: str) -> Example:
    (only,) = examples_in(f"{block}\n```")
    return only


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_true(example: Example) -> None:
    assert len(list(scenes(example))) == len(example.lines) + 1 > 1


@pytest.mark.parametrize("key", GAMES)
def test_every_example_of_a_page_can_be_parsed_and_shows_its_board(key: str) -> None:
    text = TEXTS[key]
    examples = examples_in(text)
    assert len(examples) == len(re.findall(r"^```.+$", text, re.M)) > 0
    assert len({each.name for each in examples}) == len(examples)
    assert {each.game.key for each in examples} == {key}
    names = {name.split("-")[1] for name in pictures_in(text)}
    assert names == {each.name for each in examples}
    assert len(pictures_in(text)) <= MAX_PICTURES


@pytest.mark.parametrize(("folder", "key"), TRANSLATIONS)
def test_a_translated_page_has_the_same_examples_pictures_and_notation(
    folder: Path, key: str
) -> None:
    text = (folder / f"{key}.md").read_text(encoding="utf-8")
    translated = examples_in(text, folder.name)
    assert [without_notes(each) for each in translated] == [
        without_notes(each) for each in examples_in(TEXTS[key])
    ]
    for each in translated:
        assert len(list(scenes(each))) == len(each.lines) + 1
    assert pictures_in(text) == pictures_in(TEXTS[key])
    assert notation_in(text) == notation_in(TEXTS[key])
    assert headings_in(text) == headings_in(TEXTS[key])


@pytest.mark.parametrize(
    ("folder", "key"), [*(pytest.param(PAGES, key, id=key) for key in GAMES), *TRANSLATIONS]
)
def test_a_page_starts_with_the_length_and_difficulty_of_the_game(folder: Path, key: str) -> None:
    _, _, facts, *_ = (folder / f"{key}.md").read_text(encoding="utf-8").splitlines()
    with written_in("en" if folder == PAGES else folder.name):
        length, difficulty = gettext(GAMES[key].length), gettext(GAMES[key].difficulty)
    assert facts.split(" · ")[1:3] == [length, difficulty]


@pytest.mark.parametrize(
    ("folder", "key"), [*(pytest.param(PAGES, key, id=key) for key in GAMES), *TRANSLATIONS]
)
def test_a_page_introduces_the_game_in_the_words_of_the_bot(folder: Path, key: str) -> None:
    text = (folder / f"{key}.md").read_text(encoding="utf-8")
    index = (folder / "README.md").read_text(encoding="utf-8")
    with written_in("en" if folder == PAGES else folder.name):
        summary, opening = gettext(GAMES[key].summary), gettext(GAMES[key].opening)
    before_goal = [" ".join(each.split()) for each in text.partition("\n## ")[0].split("\n\n")]
    assert before_goal[-2:] == [f"*{summary}*", opening]
    assert f" | {summary} | " in index


CITATION = re.compile(r'[Rr]ules: (\w+),\s+"([^"]+)"')


def test_comments_cite_existing_headings_of_the_rules_pages() -> None:
    for package in ("rules", "rendering", "engine", "tests/rules"):
        for file in (ROOT / package).rglob("*.py"):
            for key, heading in CITATION.findall(file.read_text(encoding="utf-8")):
                assert re.search(rf"^#+ {re.escape(heading)}$", TEXTS[key], re.M), (file, heading)


@pytest.mark.parametrize("folder", LANGUAGES, ids=lambda folder: folder.name)
def test_an_index_in_each_language_and_its_pages_link_to_each_other(folder: Path) -> None:
    assert f"{folder.name}/README.md" in linked(PAGES / "README.md")
    pages = [f"{key}.md" for key in GAMES if (folder / f"{key}.md").exists()]
    others = [
        "../README.md",
        *(f"../{each.name}/README.md" for each in LANGUAGES if each != folder),
    ]
    assert linked(folder / "README.md") == [*others, *pages]
    assert {file.name for file in folder.glob("*.md")} == {"README.md", *pages}
    assert all("README.md" in linked(folder / page) for page in pages)


def test_the_index_and_the_page_of_every_game_link_to_each_other() -> None:
    index = PAGES / "README.md"
    missing = {f"{key}.md" for key in GAMES} - set(linked(index))
    assert not missing, "add a line to the table in docs/rules/README.md"
    assert {file.stem for file in PAGES.glob("*.md")} == {"README", *GAMES}
    assert all("README.md" in linked(PAGES / f"{key}.md") for key in GAMES)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_link_has_a_target(document: Path) -> None:
    pictures = re.findall(r'src="([^"]+)"', document.read_text(encoding="utf-8"))
    for target in (*linked(document), *pictures):
        path, _, anchor = target.partition("#")
        file = document.parent / path if path else document
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


@pytest.mark.parametrize(
    "file", ["skirt-opening-99.png", "skirt-nothing-0.png", "chess-opening-0.png", "skirt.png"]
)
def test_a_picture_without_an_example_is_detected(file: str) -> None:
    with pytest.raises(InvalidExample, match="no example contains the picture"):
        picture(file)


def test_the_pictures_are_those_shown_on_the_pages_and_small() -> None:
    names = {name for text in TEXTS.values() for name in pictures_in(text)}
    files = {file.name for file in PICTURES.iterdir()}
    assert files == names, "draw with: python -m docs.draw_pictures; then look at each"
    assert max(file.stat().st_size for file in PICTURES.iterdir()) < MAX_BYTES


def test_the_readmes_pictures_come_from_the_command_and_are_small(tmp_path: Path) -> None:
    names = draw_readme_pictures(tmp_path)
    assert names == sorted(file.name for file in README_PICTURES.iterdir())
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f'src="docs/readme/{name}"' in readme for name in names)
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < MAX_README_BYTES


@pytest.mark.slow
def test_the_command_draws_all_pictures_and_removes_others(tmp_path: Path) -> None:
    (tmp_path / "skirt-forgotten-1.png").write_bytes(b"")
    names = draw_pictures(tmp_path)
    assert names == sorted(file.name for file in tmp_path.iterdir())
    assert names == sorted(file.name for file in PICTURES.iterdir())


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ("```match skirt x\nBlack  a3", "White to move"),
        ("```match skirt x\nWhite  a3-b3", "The first turn is just one stone"),
        ("```match skirt x\nWhite  A3", "the canonical text is a3"),
        ("```match skirt x\nWhite  A3 → a4", "the canonical text is a3"),
        ("```match skirt x\nWhite  a3 ✗ occupied", "it is legal: a3"),
        ("```match skirt x\nWhite  b2 ✗ occupied", "it is refused as “not outer”"),
        ("```match skirt x\nWhite  a3\nBlack  c3-…", "no legal move begins like this"),
        ("```match skirt x\nWhite  …\nWhite  a3", "only the last line"),
        ("```match skirt x\nWhite  a3\n# White wins.", "a correct note is one of []"),
        ("```match skirt x\na3", "a line is a seat's name and a move"),
        (
            "```position scala x 1/X1X/O1X2/7/9/11/8/8/11/9/7/5/3/1 O\nO  d12-f14",
            "must end with the line",
        ),
    ],
)
def test_a_false_example_is_detected(block: str, words: str) -> None:
    with pytest.raises(InvalidExample, match=re.escape(words)):
        list(scenes(example(block)))
