"""Messages that will be updated later, unless the user clicks on them first."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

CAPACITY = 10_000
"""Number of messages remembered, far more than await an update at the same time."""


@dataclass(frozen=True, slots=True)
class Click:
    """A click on a message, or the command that sent it. Ids of later clicks are larger."""

    message_id: int
    id: int


class LateAnswers:
    """The latest click on each message, which alone may update it later.

    It is only kept in memory, because the update also ends with the process and the user can get it
    with a button.
    """

    def __init__(self) -> None:
        self._latest: OrderedDict[int, int] = OrderedDict()

    def expect(self, click: Click) -> None:
        """Register a click, after which updates for earlier ones are dropped."""
        latest = self._latest.pop(click.message_id, 0)
        self._latest[click.message_id] = max(latest, click.id)
        if len(self._latest) > CAPACITY:
            self._latest.popitem(last=False)

    def is_expected(self, click: Click) -> bool:
        """Whether the message has not been clicked since."""
        return self._latest.get(click.message_id) == click.id
