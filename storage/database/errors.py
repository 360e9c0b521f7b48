"""What can go wrong between the program and its database, apart from bugs."""

from __future__ import annotations


class DatabaseError(Exception):
    """The database can't be opened; `words` tell whoever runs the program why and what to do."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class ShardsLost(DatabaseError):
    """Another process has taken over shards of this one, which must stop."""


class NotStored(Exception):
    """Nothing can be written just now, though the program is right: the disk is full, the file may
    no longer be written, or the machine can't reach it. What was read stands."""


class PerhapsStored(NotStored):
    """The database was lost in the very moment of storing, and nobody can say what became of it."""


class Outdated(Exception):
    """A change was decided on a version of a row that is no longer the present one."""

    def __init__(self, row: str, version: int) -> None:
        super().__init__(f"{row} is no longer at version {version}")
