"""Later updates of messages that users have clicked on since."""

from __future__ import annotations

from bot.interface import answers as late_answers
from bot.interface.answers import Click, LateAnswers


def test_an_update_is_shown_unless_the_message_was_clicked_since() -> None:
    answers = LateAnswers()
    answers.expect(Click(1, 10))
    assert answers.is_expected(Click(1, 10))
    answers.expect(Click(1, 11))
    assert not answers.is_expected(Click(1, 10))


def test_a_slow_answer_does_not_replace_the_page_of_a_later_click() -> None:
    answers = LateAnswers()
    answers.expect(Click(1, 11))
    # The answer to the earlier click was slower, and only now begins to wait.
    answers.expect(Click(1, 10))
    assert answers.is_expected(Click(1, 11))
    assert not answers.is_expected(Click(1, 10))


def test_only_recently_clicked_messages_are_remembered() -> None:
    answers = LateAnswers()
    for number in range(late_answers.CAPACITY + 1):
        answers.expect(Click(number, 1))
    assert not answers.is_expected(Click(0, 1))
    assert answers.is_expected(Click(1, 1))
