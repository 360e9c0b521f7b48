"""Pages that list something fit into a message, whatever they list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches import match_lists
from bot.matches.following import following_page
from bot.members.sessions import sessions_page
from bot.pages.layout import MAX_OPTIONS, Page
from bot.pages.listing import fitted, page_buttons, paged, turning_buttons
from bot.servers.audit import PAGE_SIZE, audit_page
from club.matches.following import MAX_FOLLOWS, Following
from club.members.sessions import MAX_SESSIONS
from rules.registry import GAMES
from storage.challenges.challenges import Challenge, Guest
from storage.matches.following import FollowedPlayer
from storage.matches.match import MatchPlace, Place, StoredMatch, Terms
from storage.members.sessions import Session
from storage.servers.audit import Change
from tests.club.services import ADA, BEN, CY, NOON, Services

LARGEST_ID = 2**63 - 1
LONGEST_NAME = "*" * 32
"""A name of the maximum length on Discord, each character of which is escaped."""

LINES = st.lists(st.text(st.characters(exclude_characters="\n"), max_size=60), max_size=40)


@given(lines=LINES, room=st.integers(30, 300), at_most=st.none() | st.integers(1, 10))
def test_every_line_is_on_one_page_that_fits(
    lines: list[str], room: int, at_most: int | None
) -> None:
    pages = paged(lines, 0, room, at_most).pages
    portions = [paged(lines, number, room, at_most) for number in range(pages)]
    assert [portion.start for portion in portions] == [
        sum(len(each.lines) for each in portions[:number]) for number in range(pages)
    ]
    listed = [line for portion in portions for line in portion.lines]
    assert len(listed) == len(lines)
    for line, original in zip(listed, lines, strict=True):
        assert line == original or (line.endswith("…") and original.startswith(line[:-1]))
    for portion in portions:
        assert sum(len(line) + 1 for line in portion.lines) <= room
        assert len(portion.lines) <= (at_most or len(lines))
        assert portion.lines or not lines
    assert paged(lines, pages + 5, room, at_most) == portions[-1]


@given(lines=LINES, room=st.integers(60, 300), at_most=st.none() | st.integers(1, 10))
def test_a_list_that_does_not_fit_ends_with_the_number_of_the_others(
    lines: list[str], room: int, at_most: int | None
) -> None:
    shown = fitted(lines, room, at_most)
    assert sum(len(line) + 1 for line in shown) <= room
    if paged(lines, 0, room, at_most).pages > 1:
        assert shown[-1].endswith(f"and {len(lines) - len(shown) + 1} more.")
    else:
        assert len(shown) == len(lines)


def test_the_buttons_lead_to_the_neighbouring_pages() -> None:
    lines = ["line"] * 3

    def controls(page: int) -> list[str]:
        portion = paged(lines, page, 100, 1)
        return [button.control for button in turning_buttons(portion, str)]

    assert [controls(page) for page in range(3)] == [["1"], ["0", "2"], ["1"]]
    assert turning_buttons(paged(lines, 0, 100), str) == ()


@pytest.mark.parametrize(
    ("page", "pages", "disabled"),
    [(0, 1, [True, True]), (0, 3, [True, False]), (1, 3, [False] * 2), (2, 3, [False, True])],
)
def test_buttons_beyond_the_ends_are_disabled(page: int, pages: int, disabled: list[bool]) -> None:
    assert [each.disabled for each in page_buttons(page, pages, str)] == disabled


def assert_fits(page: Page) -> None:
    page.layout()


def test_the_audit_log_fits_with_the_longest_changes() -> None:
    ids = [LARGEST_ID - number for number in range(25)]
    changes = [
        Change(1, NOON, LARGEST_ID, LONGEST_NAME, "channels", ids, ids[::-1], number)
        for number in range(100, 0, -1)
    ]
    shown = 0
    # Each page continues after the last change of the one before.
    while shown < len(changes):
        page = audit_page(changes[shown:][: PAGE_SIZE + 1], is_latest=shown == 0)
        assert_fits(page)
        (text,) = (each for each in page.blocks if isinstance(each, str) and "##" in each)
        count = text.count("\n- ")
        assert count > 0
        shown += count
    assert shown == len(changes)


def _numbers_listed(page: Page) -> list[int]:
    text = next(each for each in page.blocks if isinstance(each, str))
    heads = (line.partition(". ")[0] for line in text.splitlines())
    return [int(head) for head in heads if head.isdigit()]


async def _largest_matches(services: Services, count: int) -> list[StoredMatch]:
    """Running matches of three with the longest names and largest numbers."""
    people = [replace(each, name=LONGEST_NAME) for each in (ADA, BEN, CY)]
    match_id = await services.start_match(*people, game="passtally")
    stored = (await services.matches.find(match_id)).stored
    place = stored.places[0]
    far = replace(place, **_large(place))
    return [replace(stored, id=2**31 - number, places=(far,)) for number in range(1, count + 1)]


def _large(place: MatchPlace) -> dict[str, Any]:
    names = ("guild_id", "channel_id", "parent_id", "thread_id", "card_message_id")
    return {name: LARGEST_ID for name in names if hasattr(place, name)}


async def test_lists_of_matches_fit_at_their_largest(services: Services) -> None:
    matches = await _largest_matches(services, 1000)
    assert_fits(
        match_lists._own_page(matches, [(LONGEST_NAME, matches)], ADA.user_id, in_server=True)
    )
    assert_fits(match_lists._own_page(matches, [], BEN.user_id, in_server=True))
    assert_fits(match_lists._next_page(matches, ADA.user_id, LARGEST_ID))


async def test_what_one_follows_fits_at_its_largest(services: Services) -> None:
    matches = await _largest_matches(services, MAX_FOLLOWS)
    players = [
        FollowedPlayer(ADA.user_id, LARGEST_ID - number, LONGEST_NAME, NOON)
        for number in range(MAX_FOLLOWS)
    ]
    assert_fits(following_page(Following(tuple(matches), tuple(players))))


async def test_open_challenges_fit_at_their_largest(services: Services) -> None:
    made = await services.challenges.find(await _open_challenge(services))
    guests = tuple(
        Guest(**{**_fields(each), "name": LONGEST_NAME}) if each.user_id else each
        for each in made.guests
    )
    challenges = [
        replace(
            made,
            id=2**31 - number,
            challenger_name=LONGEST_NAME,
            guests=guests,
            guild_id=LARGEST_ID,
            channel_id=LARGEST_ID,
            message_id=LARGEST_ID,
        )
        for number in range(500)
    ]
    matches = await _largest_matches(services, 1000)
    for notice in ("", "x" * 300):
        for shown in ([], matches):
            assert_fits(match_lists._place_page(shown, challenges, ADA.user_id, notice))
        assert_fits(match_lists._place_page(matches, [], CY.user_id, notice))


def _fields(guest: Guest) -> dict[str, Any]:
    return {name: getattr(guest, name) for name in guest.__slots__}


async def _open_challenge(services: Services) -> int:
    terms = Terms("passtally", GAMES["passtally"].choose({"players": 3}))
    place = Place(7, 8)
    challenge: Challenge = await services.challenges.make(terms, place, ADA, [BEN, CY])
    return challenge.id


def _has_button(page: Page, label: str) -> bool:
    rows: Sequence[Any] = [each for each in page.blocks if isinstance(each, tuple)]
    return any(button.label == label for row in rows for button in row)


def test_signed_in_browsers_fit_at_their_largest() -> None:
    sessions = [
        Session(LARGEST_ID, LONGEST_NAME, "*" * 40, "*" * 40, NOON, NOON, NOON, 2**31 - number)
        for number in range(min(MAX_SESSIONS, MAX_OPTIONS))
    ]
    assert_fits(sessions_page(sessions, notice="x" * 200))
