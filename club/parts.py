"""Places of a page for what extensions add to it, and other lists that they add to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Subject = TypeVar("Subject")
Part = TypeVar("Part")
Maker = TypeVar("Maker")


class _Makers(Generic[Maker]):
    """What makes the parts, in the order in which extensions are listed."""

    def __init__(self) -> None:
        self._makers: list[Maker] = []

    def __bool__(self) -> bool:
        """Whether an extension that is switched on adds anything."""
        return bool(self._makers)

    def add(self, maker: Maker) -> Maker:
        """Mark a function that returns the parts about a subject, possibly none."""
        self._makers.append(maker)
        return maker


class Parts(_Makers[Callable[[Subject], Sequence[Part]]], Generic[Subject, Part]):
    """What extensions add at one place of a page."""

    def of(self, subject: Subject) -> list[Part]:
        """Return all parts about a subject."""
        return [part for maker in self._makers for part in maker(subject)]


class LoadedParts(_Makers[Callable[[Subject], Awaitable[Sequence[Part]]]], Generic[Subject, Part]):
    """The same, of parts that are read from the database."""

    async def of(self, subject: Subject) -> list[Part]:
        """Return all parts about a subject."""
        return [part for maker in self._makers for part in await maker(subject)]
