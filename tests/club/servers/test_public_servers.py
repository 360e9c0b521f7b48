"""Public visibility of matches in servers with web pages."""

from __future__ import annotations

from club.servers.pages import PublicServer
from storage.matches.match import Place

GUILD, OPEN, CLOSED = 1, 2, 3


def test_a_match_in_a_forum_is_as_public_as_the_forum() -> None:
    server = PublicServer(GUILD, "Club", is_listed=True, readable=frozenset({OPEN}))
    assert server.shows(Place(GUILD, OPEN, OPEN, thread_id=9))
    assert not server.shows(Place(GUILD, OPEN, OPEN, thread_id=9, forum_id=CLOSED))
    assert server.shows(Place(GUILD, CLOSED, CLOSED, thread_id=9, forum_id=OPEN))
    assert not server.shows(Place(GUILD + 1, OPEN, OPEN, thread_id=9, forum_id=OPEN))
