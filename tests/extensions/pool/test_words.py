"""Searches for an opponent in plain English."""

from __future__ import annotations

from dataclasses import replace

from extensions.pool.club.pool import PoolView, WaitingCounts
from extensions.pool.presentation import reach_note, waiting_lines
from extensions.pool.presentation import state_words as search_words
from extensions.pool.storage import PoolEntry, Wish
from presentation.markup import PLAIN
from tests.club.services import ADA, CHANNEL, GUILD, NOON

WISH = Wish(("skirt",), "1d", "7d", 3, "server")


def view_with(waiting: WaitingCounts) -> PoolView:
    return PoolView(
        GUILD, None, WISH, waiting, may_play_out=True, is_hidden=False, is_refusing=False
    )


def test_a_search_counts_others_in_the_server_and_elsewhere() -> None:
    waiting = WaitingCounts({"skirt": 1, "scala": 2}, {"skirt": 3, "scalas": 4})
    heading, *lines = waiting_lines(view_with(waiting))
    assert heading == "Also waiting:"
    assert {line.split(" ", 2)[2] for line in lines} == {
        "Scala: 2 in this server",
        "Scalas: 4 elsewhere",
        "Skirt: 1 in this server · 3 elsewhere",
    }


def test_before_joining_nobody_is_looked_for() -> None:
    (line,) = waiting_lines(view_with(WaitingCounts({}, {})))
    assert line == "Nobody is waiting right now. Join, and I'll look for an opponent for you."


def test_an_opponent_sees_no_server_of_a_match_by_direct_message() -> None:
    view = view_with(WaitingCounts({}, {}))
    for reach, hidden in (("direct", "which servers you're in"), ("everywhere", "this server")):
        assert hidden in reach_note(view, replace(WISH, reach=reach), PLAIN)


def test_a_search_elsewhere_says_where_it_is() -> None:
    here = view_with(WaitingCounts({}, {}))
    entry = PoolEntry(
        ADA.user_id,
        ADA.name,
        GUILD + 1,
        CHANNEL,
        None,
        None,
        WISH.games,
        WISH.fastest,
        WISH.slowest,
        WISH.most,
        WISH.reach,
        NOON,
        NOON,
        is_warned=False,
        version=1,
        paired_at=None,
    )
    direct = replace(entry, guild_id=None)
    for viewed_in, search, place in (
        (GUILD, entry, "in another server"),
        (GUILD, direct, "by direct message"),
        (None, entry, "in a server"),
    ):
        words = search_words(replace(here, guild_id=viewed_in, entry=search), PLAIN)
        assert words.startswith(f"You're looking for an opponent {place}. ")
