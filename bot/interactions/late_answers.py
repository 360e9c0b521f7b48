"""Messages that change once more by themselves, unless they are clicked on before."""

from __future__ import annotations

from bot.interactions.answers import Answer


class LateAnswers:
    """The latest click on each message whose answer has a part to come.

    It is kept in memory only: what comes late also ends with this process, and whatever it would
    show can be had by a button.
    """

    def __init__(self) -> None:
        self._clicks: dict[int, int] = {}

    def expect(self, answer: Answer) -> None:
        """Note that the message of an answer will change again."""
        self._clicks[answer.message_id] = answer.interaction.id

    def is_expected(self, answer: Answer) -> bool:
        """Whether nothing was clicked on the message since."""
        return self._clicks.get(answer.message_id) == answer.interaction.id

    def take(self, answer: Answer) -> bool:
        """Whether nothing was clicked on the message since; nothing more is expected on it then."""
        if not self.is_expected(answer):
            return False
        del self._clicks[answer.message_id]
        return True

    def give_up(self, answer: Answer) -> None:
        """Expect nothing more on the message of a click."""
        self._clicks.pop(answer.message_id, None)
