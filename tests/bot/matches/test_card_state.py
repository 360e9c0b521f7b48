"""How a card is brought up to date, for matches and cards in different states."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from bot.matches.cards import EDITED_WITHIN, becomes, step_for, users_to_notify
from club.matches.match import Match, players_of
from club.outbox.kinds import CardPost, Why
from rules.registry import GAMES
from rules.replay import replay
from storage.matches.match import MatchPlace, Seat, StoredMatch
from storage.matches.offers import Offer

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = NOON + timedelta(minutes=1)
ADA, BEN = 11, 12
MOVES = ("a1", "a2-b2", "(a1)-c3", "(a2)-b3")


def a_match(moves: int = 4, **changes: Any) -> Match:
    """A running match of two people in a thread after some moves, with these changes."""
    game = GAMES["skirt"]
    setup = game.deal(game.choose({"size": 4}), Random(1))
    played = tuple(replay(game, setup, MOVES[:moves]))
    match = StoredMatch(
        id=3,
        game="skirt",
        options={},
        setup=setup,
        guild_id=1,
        state="running",
        version=5,
        to_move=1 + moves % 2,
        ply=moves,
        created_at=NOON,
        turn_started_at=NOON,
        ended_at=None,
        result=None,
        challenge_id=None,
        pace="none",
        deadline=None,
        runs_out_at=None,
        wakes_at=None,
        paused_until=None,
        time_left=None,
        rated=True,
        ended_number=None,
        unrated=None,
        guided=False,
        event_id=None,
        from_pool=False,
        seats=(Seat(3, 1, 11, "Ada"), Seat(3, 2, 12, "Ben")),
        places=(MatchPlace(1, 2, thread_id=4, match_id=3),),
    )
    stored = replace(match, **changes)
    position = played[-1].after if played else game.start(setup)
    return Match(stored, game, players_of(game, stored), played, position, record=())


AGAINST_COMPUTER: dict[str, Any] = {
    "seats": (Seat(3, 1, 11, "Ada"), Seat(3, 2, 99, "Bot", level=1))
}
IN_CHANNEL: dict[str, Any] = {"places": (MatchPlace(1, 2, match_id=3),)}
OF_EVENT: dict[str, Any] = {"event_id": 7}
OVER: dict[str, Any] = {"state": "over", "to_move": None, "ended_at": LATER}


def a_place(match: Match, ply: int = 4, **changes: Any) -> MatchPlace:
    """The place of a match, whose card shows its turn at some ply."""
    place = replace(match.stored.place, card_message_id=5, card_ply=ply, card_turn=match.turn_id)
    return replace(place, **changes)


def a_post(*pings: int, why: Why | None = "turn", version: int = 5) -> CardPost:
    return CardPost(guild_id=1, channel_id=2, match_id=3, pings=pings, why=why, version=version)


def step(match: Match, place: MatchPlace, *, notifies: bool = False) -> str:
    return step_for(match, place, notifies=notifies, posted_at=NOON)


def test_a_turn_and_the_result_are_new_messages_and_other_changes_are_edits() -> None:
    match = a_match()
    assert step(match, match.stored.place) == "post"
    assert step(match, a_place(match)) == "update"
    assert step(match, a_place(a_match(3), 3)) == "post"
    assert step(a_match(**OVER), a_place(match)) == "post"
    assert step(a_match(**OVER), a_place(a_match(**OVER))) == "update"


def test_a_turn_that_begins_again_is_a_new_message() -> None:
    again = a_match(turn_started_at=LATER)
    assert step(again, a_place(a_match())) == "post"


def test_a_notice_or_an_outdated_board_within_the_turn_is_a_new_message() -> None:
    match = a_match()
    assert step(match, a_place(match), notifies=True) == "post"
    assert step(match, a_place(match, 5)) == "post"
    assert step(match, a_place(match, 3)) == "update"
    of_team = replace(match, players=(replace(match.players[0], team_id=5), *match.players[1:]))
    assert step(of_team, a_place(of_team, 3)) == "post"
    assert step(of_team, a_place(of_team)) == "update"


def test_the_turn_of_a_computer_has_no_card() -> None:
    seats = (Seat(3, 1, 99, "Bot", level=1), Seat(3, 2, BEN, "Ben"))
    match = a_match(seats=seats)
    assert step(match, match.stored.place) == "wait"
    assert step(match, a_place(match), notifies=True) == "wait"


@pytest.mark.parametrize("why", ["turn", "reminder", "resumed", "offer"])
def test_only_players_are_mentioned_for_whom_the_match_still_waits(why: Why) -> None:
    post = a_post(ADA, BEN, why=why)
    match = a_match()
    assert users_to_notify(match, match.stored.place, [post]) == ([ADA], True)
    assert users_to_notify(match, match.stored.place, [a_post(BEN), a_post(ADA)]) == ([ADA], True)
    assert users_to_notify(match, match.stored.place, [a_post(BEN)]) == ([], False)
    offer = Offer(1, 3, "draw", 1, None, [], "open", NOON, None)
    offered = match.with_offers((offer,))
    assert users_to_notify(offered, match.stored.place, [post]) == ([ADA, BEN], True)
    over = a_match(**OVER)
    assert users_to_notify(over, match.stored.place, [post]) == ([], False)


def test_players_are_mentioned_where_they_play_from() -> None:
    match = a_match()
    elsewhere = replace(match.stored.place, number=2)
    assert users_to_notify(match, elsewhere, [a_post(ADA)]) == ([], False)


def test_all_players_of_a_paired_match_are_mentioned_on_its_first_card() -> None:
    posts = [a_post(ADA, BEN)]
    for moves, pings in ((0, [ADA, BEN]), (1, [BEN]), (4, [ADA])):
        match = a_match(moves, from_pool=True)
        assert users_to_notify(match, match.stored.place, posts)[0] == pings


def test_a_team_is_reminded_without_a_mention_until_the_match_changes() -> None:
    match = a_match()
    for version, notifies in ((5, True), (4, False)):
        reminder = a_post(why="reminder", version=version)
        assert users_to_notify(match, match.stored.place, [reminder]) == ([], notifies)
    assert users_to_notify(match, match.stored.place, [a_post(why=None)]) == ([], False)


def test_a_card_deleted_with_its_channel_is_replaced_unless_the_place_has_moved() -> None:
    match = a_match()
    for deleted, is_lost in ((4, True), (2, True), (5, False)):
        post = replace(a_post(why=None), deleted=deleted)
        assert users_to_notify(match, match.stored.place, [post]) == ([], is_lost)


def is_edited(match: Match, posted_at: datetime = NOON) -> bool:
    return becomes(match.stored, match.stored.place, posted_at)


def test_a_recent_card_is_edited_if_nobody_misses_a_message() -> None:
    assert is_edited(a_match(**AGAINST_COMPUTER, **IN_CHANNEL))
    assert is_edited(a_match(**AGAINST_COMPUTER, **IN_CHANNEL, **OVER))
    assert is_edited(a_match(**OF_EVENT, **OVER))
    over = a_match(**OF_EVENT, **OVER)
    assert step(over, a_place(a_match(**OF_EVENT))) == "become"
    assert step(over, over.stored.place) == "post"


def test_a_card_that_notifies_someone_is_a_new_message() -> None:
    assert not is_edited(a_match())
    assert not is_edited(a_match(**OVER))
    assert not is_edited(a_match(**IN_CHANNEL))
    assert not is_edited(a_match(**AGAINST_COMPUTER))
    assert not is_edited(a_match(**OF_EVENT))


def test_an_old_card_is_not_edited() -> None:
    earlier = NOON - EDITED_WITHIN
    quiet = a_match(**AGAINST_COMPUTER, **IN_CHANNEL)
    assert is_edited(quiet, earlier)
    assert not is_edited(quiet, earlier - timedelta(seconds=1))
