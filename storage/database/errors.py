"""Errors between the program and its database, apart from bugs."""

from __future__ import annotations


class DatabaseError(Exception):
    """The database can't be opened, for the reason and remedy in `words`."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class ShardsLost(DatabaseError):
    """Another process has taken over shards of this one, which must stop."""


class NotStored(Exception):
    """Nothing can be written at the moment.

    The disk is full, the file is read-only, or the server is unreachable. Data read before is still
    valid.
    """


class PerhapsStored(NotStored):
    """The connection was lost during a commit, whose result is unknown."""


class Outdated(Exception):
    """A change was decided on an outdated version of a row."""

    def __init__(self, row: str, version: int) -> None:
        super().__init__(f"{row} is no longer at version {version}")


class Conflicting(NotStored, Outdated):
    """The server rolled a transaction back because it conflicted with another one.

    Nothing was stored, and trying again helps.
    """

    def __init__(self, words: str) -> None:
        Exception.__init__(self, words)
