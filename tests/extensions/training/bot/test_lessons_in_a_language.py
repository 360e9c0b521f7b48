"""Lessons and rules in a made-up language, which must contain no English."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from bot.members.rules import rules_page
from bot.pages.layout import Button, Menu, Page, Picture
from extensions.training.bot.lessons import (
    answer_page,
    course_page,
    offer_page,
    task_page,
    verdict_page,
)
from extensions.training.club.lessons import Course, Stage, stage_of
from language.texts import written_in
from presentation.members.rules import count_of
from rules.position import Game
from rules.registry import GAMES
from tests.bot.pseudo_languages import OWN, english_words, languages_of, made_up_languages

WIDTH = 600


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    with made_up_languages(), written_in(OWN):
        yield


def texts_of(page: Page) -> Iterator[str]:
    """Yield the texts of a page, without the alt texts of pictures."""
    page.layout()
    for block in page.blocks:
        if isinstance(block, str):
            yield block
        elif isinstance(block, Menu):
            yield block.placeholder
            for choice in block.choices:
                yield f"{choice.label} {choice.description or ''}"
        elif isinstance(block, tuple):
            yield from (each.label for each in block if isinstance(each, Button))


def stages_of(game: Game) -> Iterator[Stage]:
    """Yield the stage at each task of each lesson."""
    for lesson in game.lessons:
        for done in range(len(lesson.tasks)):
            yield stage_of(game, lesson, (0,) * done)


async def pages_of(game: Game) -> AsyncIterator[Page]:
    """Yield every kind of page that a learner of a game sees."""
    keys = [lesson.key for lesson in game.lessons]
    for count in (0, 1, len(keys)):
        progress = frozenset(keys[:count])
        yield course_page(Course(game, progress, progress), can_guide=True)
    yield offer_page(game)
    for stage in stages_of(game):
        yield await task_page(stage, width=WIDTH, tries=2)
        yield await answer_page(stage, stage.solution(), width=WIDTH, can_guide=False)
        for text in (stage.task.accepted[0], *list(stage.task.wrong)[:1]):
            verdict = stage.judge(text)
            yield await verdict_page(stage, verdict, width=WIDTH, tries=1, can_guide=True)
    for number in range(count_of(game)):
        page = await rules_page(game, number)
        assert any(isinstance(block, Picture) and block.alt for block in page.blocks)
        yield page


@pytest.mark.parametrize("key", GAMES)
async def test_every_text_of_a_lesson_is_in_the_learners_language(key: str) -> None:
    game = GAMES[key]
    # Moves are the same in every language, such as a `swap`.
    moves = {text for each in game.lessons for task in each.tasks for text in task.accepted}
    async for page in pages_of(game):
        words = "\n".join(texts_of(page))
        assert languages_of(words) == {OWN}
        assert {*english_words(words)} <= moves
