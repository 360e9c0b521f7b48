"""The follow-ups of posting a card, for all combinations of card and stored state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

from bot.matches.card_state import EDITED_WITHIN, CardState, becomes, landing_of
from club.outbox.kinds import BoardPost
from storage.matches.match import MatchPlace, Seat, StoredMatch
from storage.matches.offers import Offer

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = NOON + timedelta(minutes=1)
NEW, FORMER, OTHER = 30, 20, 25
BOOLEANS = (False, True)

ON_CARD = CardState(
    version=5,
    is_running=True,
    ply=4,
    turn_began=4,
    turn_started_at=NOON,
    card=FORMER,
    card_ply=3,
    deadline=None,
    paused_until=None,
    offers=(),
)
"""A match at the start of a turn, whose current card is of the previous turn."""


def a_board(ply: int, version: int, *, is_for_offer: bool = False) -> BoardPost:
    return BoardPost(
        guild_id=1,
        channel_id=2,
        match_id=3,
        ply=ply,
        version=version,
        why="offer" if is_for_offer else "turn",
    )


def states() -> Iterator[CardState]:
    """Yield the combinations of turn, card and ending around `ON_CARD`."""
    numbers = (3, 4, 5)
    for running, ply, began, card_ply in product(BOOLEANS, numbers, numbers, (None, *numbers)):
        if began <= ply:
            card = None if card_ply is None else FORMER
            yield replace(
                ON_CARD, is_running=running, ply=ply, turn_began=began, card=card, card_ply=card_ply
            )


def test_a_true_card_shows_the_current_turn_and_no_undone_moves() -> None:
    for state in states():
        is_of_turn = state.card_ply is not None and state.card_ply >= state.turn_began
        stands = state.card_ply is not None and state.card_ply <= state.ply
        assert state.shows_turn == (state.is_running and is_of_turn)
        assert state.is_true == (state.is_running and is_of_turn and stands)


def test_a_turn_has_passed_once_another_turn_or_the_result_follows() -> None:
    for state, ply in product(states(), (2, 3, 4, 5)):
        is_followed = ply < state.turn_began or not state.is_running
        assert state.has_passed(ply) == (ply < state.ply and is_followed)


def test_a_new_turn_or_the_result_overtakes_a_board_of_an_older_version() -> None:
    for state, ply, version in product(states(), (2, 3, 4, 5), (4, 5)):
        standing = state.standing_of(a_board(ply, version))
        if version == state.version:
            assert standing == "current"
        elif not state.is_running or ply < state.turn_began:
            assert standing == "overtaken"
        else:
            assert standing == "replaceable"


def test_closing_an_offer_within_its_turn_overtakes_its_board() -> None:
    offer = Offer(1, 3, "draw", 1, 4, None, [], "open", NOON, None)
    for state, offers in product(states(), ((), (offer,))):
        state = replace(state, offers=offers)
        standing = state.standing_of(a_board(4, state.version, is_for_offer=True))
        is_closed = not offers and state.shows_turn
        assert standing == ("overtaken" if is_closed else "current")


def landings() -> Iterator[tuple[CardState, CardState, bool]]:
    """Yield the arguments of `landing_of`: state on the card, stored state, in place."""
    for card, card_ply, version, running, started, ply, in_place in product(
        (None, FORMER, NEW, OTHER),
        (2, 3, 4, 5),
        (5, 6),
        BOOLEANS,
        (NOON, LATER),
        (3, 4, 5),
        BOOLEANS,
    ):
        current = replace(
            ON_CARD,
            version=version,
            is_running=running,
            ply=ply,
            turn_started_at=started,
            card=card,
            card_ply=None if card is None else card_ply,
        )
        for on_card in (
            ON_CARD,
            replace(ON_CARD, card_ply=4),
            replace(ON_CARD, card=None, card_ply=None),
        ):
            yield on_card, current, in_place


def test_a_card_counts_unless_a_later_state_was_posted_in_the_meantime() -> None:
    for on_card, current, in_place in landings():
        landing = landing_of(NEW, on_card=on_card, current=current, in_place=in_place)
        is_other = current.card not in (on_card.card, None)
        is_later = current.version > on_card.version and (current.card_ply or 0) >= on_card.ply
        assert landing.counts == (not (is_other and is_later))


def test_no_two_cards_stay_playable() -> None:
    for on_card, current, in_place in landings():
        landing = landing_of(NEW, on_card=on_card, current=current, in_place=in_place)
        has_former = current.card not in (None, NEW)
        # Either the new card or the former one is disposed of.
        assert (landing.disposal is not None) == (has_former or not landing.counts)


def test_a_card_is_removed_only_if_its_turn_keeps_another() -> None:
    for on_card, current, in_place in landings():
        landing = landing_of(NEW, on_card=on_card, current=current, in_place=in_place)
        if landing.disposal == "remove" and landing.counts:
            assert in_place
            assert current.card_ply is not None
            assert current.card_ply >= on_card.turn_began
        elif landing.disposal == "remove":
            assert current.is_same_turn(on_card) or (in_place and on_card.shows_turn)


def test_only_changes_within_the_turn_get_a_follow_up() -> None:
    for on_card, current, in_place in landings():
        for deadline in (None, LATER):
            now = replace(current, deadline=deadline)
            landing = landing_of(NEW, on_card=on_card, current=now, in_place=in_place)
            if not landing.counts or not now.is_same_turn(on_card):
                assert landing.follow_up is None
            elif now.ply < on_card.ply:
                assert landing.follow_up == "repost"
            else:
                assert landing.follow_up == (None if deadline is None else "edit")


def a_match(**changes: Any) -> StoredMatch:
    """A running match of two people in a thread, with these changes."""
    match = StoredMatch(
        id=3,
        game="skirt",
        options={},
        setup={},
        guild_id=1,
        state="running",
        version=5,
        to_move=1,
        ply=4,
        created_at=NOON,
        turn_started_at=NOON,
        ended_at=None,
        result=None,
        challenge_id=None,
        pace="none",
        deadline=None,
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
    return replace(match, **changes)


AGAINST_COMPUTER = {"seats": (Seat(3, 1, 11, "Ada"), Seat(3, 2, 99, "Bot", level=1))}
IN_CHANNEL = {"places": (MatchPlace(1, 2, match_id=3),)}
OF_EVENT = {"event_id": 7}
OVER = {"state": "over", "to_move": None, "ended_at": LATER}


def test_a_recent_card_is_edited_if_nobody_misses_a_message() -> None:
    board = a_board(4, 5)
    assert becomes(board, a_match(**AGAINST_COMPUTER, **IN_CHANNEL), NOON)
    assert becomes(board, a_match(**AGAINST_COMPUTER, **IN_CHANNEL, **OVER), NOON)
    assert becomes(board, a_match(**OF_EVENT, **OVER), NOON)


def test_a_card_that_notifies_someone_is_a_new_message() -> None:
    board = a_board(4, 5)
    assert not becomes(board, a_match(), NOON)
    assert not becomes(board, a_match(**OVER), NOON)
    assert not becomes(board, a_match(**IN_CHANNEL), NOON)
    assert not becomes(board, a_match(**AGAINST_COMPUTER), NOON)
    assert not becomes(board, a_match(**OF_EVENT), NOON)
    in_place = replace(board, in_place=True)
    assert not becomes(in_place, a_match(**AGAINST_COMPUTER, **IN_CHANNEL), NOON)


def test_an_old_card_is_not_edited() -> None:
    earlier = NOON - EDITED_WITHIN
    quiet = a_match(**AGAINST_COMPUTER, **IN_CHANNEL)
    assert becomes(a_board(4, 5), quiet, earlier)
    assert not becomes(a_board(4, 5), quiet, earlier - timedelta(seconds=1))
