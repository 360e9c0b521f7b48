"""Places of a page for what extensions add to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

Subject = TypeVar("Subject")
Part = TypeVar("Part")


class Parts(Generic[Subject, Part]):
    """What extensions add at one place of a page, in the order in which they are listed."""

    def __init__(self) -> None:
        self._makers: list[Callable[[Subject], Sequence[Part]]] = []

    def add(
        self, maker: Callable[[Subject], Sequence[Part]]
    ) -> Callable[[Subject], Sequence[Part]]:
        """Mark a function that returns the parts about a subject, possibly none."""
        self._makers.append(maker)
        return maker

    def of(self, subject: Subject) -> list[Part]:
        """Return all parts about a subject."""
        return [part for maker in self._makers for part in maker(subject)]
