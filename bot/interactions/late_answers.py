"""Messages that will be updated later, unless the user clicks on them first."""

from __future__ import annotations

from bot.interactions.answers import Answer


class LateAnswers:
    """The latest click on each message that still awaits an update.

    It is only kept in memory, because the update also ends with the process and the user can get it
    with a button.
    """

    def __init__(self) -> None:
        self._clicks: dict[int, int] = {}

    def expect(self, answer: Answer) -> None:
        """Register a message for a later update."""
        self._clicks[answer.message_id] = answer.interaction.id

    def is_expected(self, answer: Answer) -> bool:
        """Whether the message has not been clicked since."""
        return self._clicks.get(answer.message_id) == answer.interaction.id

    def take(self, answer: Answer) -> bool:
        """Unregister a message. Return whether it has not been clicked since."""
        if not self.is_expected(answer):
            return False
        del self._clicks[answer.message_id]
        return True

    def give_up(self, answer: Answer) -> None:
        """Unregister the message of a click."""
        self._clicks.pop(answer.message_id, None)
