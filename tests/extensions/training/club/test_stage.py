"""Right and wrong moves in a lesson, their messages, and the next task."""

from __future__ import annotations

import pytest

from extensions.training.club.lessons import lesson_of, stage_of
from rules.refusal import Refusal
from rules.registry import GAMES
from tests.sample_lessons import JUMP, WIN

SKIRT = GAMES["skirt"]


pytestmark = pytest.mark.usefixtures("with_sample_lessons")


def test_a_right_move_is_praised() -> None:
    verdict = stage_of(SKIRT, JUMP).judge("(a3) d3")
    assert verdict.is_right
    assert verdict.words == "You jumped b3 and c3 together."
    assert verdict.played.text == "(a3)-d3"


def test_a_wrong_move_gets_its_own_message_or_the_general_one() -> None:
    stage = stage_of(SKIRT, JUMP)
    assert stage.judge(("(a3)", "b4")).words == "Nothing is jumped on the way to b4."
    verdict = stage.judge(("(a3)", "c5"))
    assert not verdict.is_right
    assert verdict.words == "Start from a3, and go over the two stones next to it."


def test_an_illegal_move_is_refused_as_in_a_match() -> None:
    with pytest.raises(Refusal) as refusal:
        stage_of(SKIRT, JUMP).judge("(a3)-f3")
    assert refusal.value.code == "not_on_line"


def test_the_next_task_continues_after_the_players_move_and_the_reply() -> None:
    stage = stage_of(SKIRT, JUMP, (0,))
    assert [reply.text for reply in stage.replies] == ["a5-b5"]
    assert stage.task is JUMP.tasks[1]
    assert stage.is_last
    assert stage.position.to_move == stage.seat == 1
    assert stage_of(SKIRT, JUMP, (0, 1)).is_done


def test_the_first_task_explains_the_lesson_and_the_next_the_previous_move() -> None:
    assert stage_of(SKIRT, JUMP).words == JUMP.words
    assert stage_of(SKIRT, JUMP, (0,)).words == JUMP.tasks[0].praise


def test_any_of_several_right_moves_will_do() -> None:
    stage = stage_of(SKIRT, JUMP, (0,))
    assert [stage.judge(text).accepted for text in ("a1-b2", "b1-b2", "a4-b4")] == [0, 1, None]
    assert stage.solution().played.text == "a1-b2"


def test_lessons_follow_each_other() -> None:
    stage = stage_of(SKIRT, JUMP)
    assert (stage.number, stage.following) == (1, WIN)
    assert stage_of(SKIRT, WIN).following is None


@pytest.mark.parametrize("chosen", [(1,), (-1,), (0, 2), (0, 0, 0)])
def test_an_unknown_stage_is_refused(chosen: tuple[int, ...]) -> None:
    with pytest.raises(Refusal) as refusal:
        stage_of(SKIRT, JUMP, chosen)
    assert refusal.value.code == "unknown_lesson"


def test_an_unknown_lesson_is_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        lesson_of(SKIRT, "castling")
    assert refusal.value.code == "unknown_lesson"
