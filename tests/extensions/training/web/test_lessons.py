"""Lessons on the web, for everyone and, with the progress of `/learn`, for members."""

from __future__ import annotations

import json
import re

import pytest

from extensions.training.club.lessons import Lessons, stage_of
from rules.registry import GAMES
from rules.skirt.game import Skirt
from tests.club.services import ADA
from tests.sample_lessons import JUMP, WIN
from tests.web.forms import follow, send, words_of
from tests.web.house import House, check_html

TYPED = "Play this move"


async def finished_keys(house: House) -> frozenset[str]:
    course = await house.services.part(Lessons).course(ADA.user_id, Skirt())
    return course.finished


@pytest.mark.parametrize("game", ["skirt", "passtally"])
async def test_everyone_can_complete_a_lesson(house: House, game: str) -> None:
    lesson = max(GAMES[game].lessons[:5], key=lambda each: len(each.tasks))
    page = await house.page(f"/learn/{game}/{lesson.key}")
    lessons = [f"/learn/{game}/{each.key}" for each in GAMES[game].lessons]
    dots = page.text.partition('class="dots"')[2].partition("</ol>")[0]
    assert re.findall('href="([^"]*)"', dots) == lessons
    for number, task in enumerate(lesson.tasks):
        last = number + 1 == len(lesson.tasks)
        page = await send(house, page, TYPED, move=task.accepted[-1])
        assert page.status == 200
        assert f"Yes, {task.accepted[-1]}" in words_of(page)
        assert task.praise in words_of(page)
        check_html(page.text)
        if not last:
            page = await follow(house, page, "Next")
    assert "Next: " in words_of(page)


async def test_a_course_marks_the_lesson_to_begin_with(house: House) -> None:
    page = await house.page("/learn/skirt")
    first = GAMES["skirt"].lessons[0].key
    assert re.findall('href="([^"]*)" aria-current="step"', page.text) == [f"/learn/skirt/{first}"]


@pytest.mark.parametrize("game", GAMES)
async def test_a_move_is_tapped_step_by_step(house: House, game: str) -> None:
    lesson = GAMES[game].lessons[0]
    stage = stage_of(GAMES[game], lesson)
    page = await house.page(f"/learn/{game}/{lesson.key}")
    move = stage.solution().played.move
    taps = set[str]()
    while "Play " + stage.position.text(move) not in page.text:
        addresses = re.findall(r'<a href="([^"]*)"[^>]* class="choice"', page.text)
        assert not any("done=" in each for each in addresses)
        onward = [each for each in addresses if _begins(each, move) and each not in taps]
        assert onward, page.text
        taps.add(onward[0])
        page = await house.page(onward[0].replace("&amp;", "&"))
    await house.check_small_board(page)
    page = await send(house, page, "Play " + stage.position.text(move))
    assert "Yes, " in page.text
    await house.check_small_board(page)


def _begins(address: str, move: tuple[str, ...]) -> bool:
    steps = re.search(r"steps=([^&]*)", address)
    return steps is not None and "%2F".join(move).startswith(steps[1].replace("%20", " "))


@pytest.mark.usefixtures("with_sample_lessons")
class TestProgress:
    """With two short lessons of Skirt."""

    async def test_a_wrong_try_is_explained_and_the_right_move_finishes(self, house: House) -> None:
        cookie = await house.sign_in()
        page = await house.get("/learn/skirt/win", Cookie=cookie)
        page = await send(house, page, TYPED, cookie, move="a2-b3")
        assert f"isn't right. {WIN.tasks[0].otherwise}" in words_of(page)
        page = await follow(house, page, "Try again", cookie)
        assert "Stuck?" not in page.text
        page = await send(house, page, TYPED, cookie, move="a2-b3")
        page = await follow(house, page, "Try again", cookie)
        assert "Stuck?" in page.text
        assert not await finished_keys(house)
        page = await send(house, page, TYPED, cookie, move="d7-d4")
        assert "That was the last lesson of Skirt." in words_of(page)
        assert await finished_keys(house) == {"win"}

    async def test_progress_is_the_same_as_on_discord(self, house: House) -> None:
        cookie = await house.sign_in()
        course = await house.get("/learn/skirt", Cookie=cookie)
        assert "Start: Jump over a row" in course.text
        lessons = house.services.part(Lessons)
        for chosen in ((), (0,)):
            stage = stage_of(Skirt(), JUMP, chosen)
            await lessons.judge(ADA.user_id, stage, stage.task.accepted[0])
        course = await house.get("/learn/skirt", Cookie=cookie)
        check_html(course.text)
        assert "Continue: Connect two opposite sides" in course.text
        page = await house.get("/learn/skirt/win", Cookie=cookie)
        await send(house, page, TYPED, cookie, move="d7-d4")
        course = await house.get("/learn/skirt", Cookie=cookie)
        assert "You've finished all lessons." in words_of(course)

    async def test_a_shown_task_does_not_finish_the_lesson(self, house: House) -> None:
        cookie = await house.sign_in()
        page = await house.get("/learn/skirt/jump", Cookie=cookie)
        page = await send(house, page, "Show me", cookie)
        assert "(a3)-d3 is right." in words_of(page)
        page = await follow(house, page, "Next", cookie)
        await send(house, page, TYPED, cookie, move="a1-b2")
        assert not await finished_keys(house)
        course = await house.services.part(Lessons).course(ADA.user_id, Skirt())
        assert course.seen == {"jump"}

    async def test_neither_visitors_nor_page_views_store_progress(self, house: House) -> None:
        page = await house.page("/learn/skirt/win")
        await send(house, page, TYPED, move="d7-d4")
        cookie = await house.sign_in()
        await house.get("/learn/skirt/win", Cookie=cookie)
        course = await house.services.part(Lessons).course(ADA.user_id, Skirt())
        assert not course.begun
        assert "Sign in to keep your progress" in (await house.page("/learn/skirt")).text

    async def test_refused_input_is_kept_with_its_reason(self, house: House) -> None:
        page = await house.page("/learn/skirt/win")
        page = await send(house, page, TYPED, move='zz"<9')
        assert page.status == 409
        assert 'value="zz&#34;&lt;9"' in page.text
        check_html(page.text)

    async def test_suggestions_follow_the_typed_text(self, house: House) -> None:
        for done, move in (("", "(a3)-d3"), ("?done=0", "a1-b2")):
            page = await house.page(f"/learn/skirt/jump{done}")
            path = next(each for each in re.findall(r'data-suggestions="([^"]*)"', page.text))
            joint = "&" if done else "?"
            answer = await house.get(f"{path}{joint}typed={move}")
            assert json.loads(answer.body) == [move]

    async def test_a_removed_lesson_leads_to_the_others(self, house: House) -> None:
        page = await house.get("/learn/skirt/none")
        assert page.status == 404
        assert "Skirt doesn't have that lesson any more." in words_of(page)
        assert "/learn on" not in words_of(page)
        assert "Learn Skirt" in words_of(await follow(house, page, "All lessons"))

    async def test_forged_addresses_and_forms_are_refused(self, house: House) -> None:
        path = "/learn/skirt/jump"
        for query in ("done=9", "done=00", "done=0000", "done=%C3%A9", "steps=z9", "steps=a1/zz"):
            assert (await house.get(f"{path}?{query}")).status in (400, 404), query
        assert (await house.get(f"{path}?tries=x")).status == 200
        for form in ({"done": "7"}, {"done": "0", "steps": "b1"}, {"steps": ""}, {"steps": "z"}):
            assert (await house.post(path, form)).status in (400, 404, 409), form
        for missing in ("/learn/skirt/none", "/learn/chess", f"{path}/done7/look/wide/start.png"):
            assert (await house.get(missing)).status == 404, missing
        for end in (
            "done/choose/huge/start",
            "done/play/wide/start",
            "done/choose/wide/zz",
            "done/tried/zz/look/wide/start",
        ):
            assert (await house.get(f"{path}/{end}.png")).status == 404, end
