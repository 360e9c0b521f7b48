"""Leaderboards, profiles, summaries, audits and personal data in plain text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from club.members.membership import Viewer
from club.members.privacy import RemovalResult
from club.ratings.leaderboards import (
    SORTS,
    Overview,
    OwnStanding,
    Period,
    Ranked,
    Unplaced,
    View,
)
from language.texts import written_in
from presentation.markup import PLAIN
from presentation.members.privacy import (
    deleted_words,
    deletion_lines,
    device_words,
    holdings_lines,
    holdings_note,
)
from presentation.phrases import language_name
from presentation.ratings.leaderboards import (
    figure_of,
    leaderboard_picture,
    overview_lines,
    overview_picture,
    overview_title,
    own_words,
    updated_words,
    vacant_words,
)
from presentation.ratings.profiles import (
    profile_words,
    ratings_picture,
    result_line,
    versus_lines,
    versus_title,
)
from presentation.ratings.summaries import month_words, summary_words
from rendering.figures.leaderboard import leaderboard_text
from storage.members.sessions import Session
from storage.ratings.ratings import ALL
from storage.ratings.summaries import Upset
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, NOON, Services
from tests.presentation.plain_front import LANGUAGES, check_plain

UNPLACED: tuple[Unplaced, ...] = ("inactive", "hidden", "newcomer", "provisional", "absent")


SEER = Viewer(GUILD, CHANNEL, 999, lambda _place: True)
"""A spectator who sees every channel."""


async def play_three_matches(services: Services) -> None:
    """Let Ada win three matches against Ben, and start a fourth."""
    for _ in range(3):
        await services.win_match(ADA, BEN)
    await services.start_match(ADA, BEN)


async def test_a_leaderboard_and_its_readers_rank(services: Services) -> None:
    await play_three_matches(services)
    for language in LANGUAGES:
        with written_in(language):
            for sort in SORTS.values():
                view = View("skirt", sort=sort)
                board = await services.leaderboards.board(GUILD, view, ADA.user_id)
                picture = await leaderboard_picture(board, 300)
                assert picture.data
                assert board.own is not None
                check_plain(
                    [picture.alt, leaderboard_text(figure_of(board)), own_words(board, PLAIN)]
                )
                check_plain([own_words(replace(board, own=_in_first_place(board.own)), PLAIN)])
                for reason in UNPLACED:
                    own = replace(board.own, place=None, unplaced=reason, lacking=2)
                    check_plain([own_words(replace(board, own=own), PLAIN)])


@pytest.mark.parametrize(
    ("unplaced", "period", "words"),
    [
        ("inactive", "month", "You have no rated Skirt matches this month. Your rating is "),
        ("inactive", "year", "You have no rated Skirt matches this year. Your rating is "),
        ("newcomer", "month", "After 2 more rated matches you'll be on the leaderboard."),
        ("hidden", "year", "You chose to hide it from others (/privacy)."),
        ("provisional", "all", "After another rated match or two you'll be on the leaderboard."),
    ],
)
async def test_a_reader_without_a_rank_learns_why(
    services: Services, unplaced: Unplaced, period: Period, words: str
) -> None:
    await services.win_match(ADA, BEN)
    board = await services.leaderboards.board(GUILD, View("skirt"), ADA.user_id)
    assert board.own is not None
    own = replace(board.own, place=None, unplaced=unplaced, lacking=2)
    board = replace(board, own=own, view=replace(board.view, period=period))
    assert words in own_words(board, PLAIN)


def _in_first_place(own: OwnStanding) -> OwnStanding:
    return replace(own, place=1, unplaced=None)


async def test_the_leaders_of_every_game(services: Services) -> None:
    row = Ranked(ADA.user_id, ADA.name, 1, 1600, 3, 0, 0, None, 3, is_own=False)
    overview = Overview(View(), ALL, (("skirt", (row,)), ("scala", ())), {ADA.user_id: ADA.name})
    for language in LANGUAGES:
        with written_in(language):
            picture = await overview_picture(overview, 300)
            assert picture.data
            check_plain([picture.alt, overview_title(overview), vacant_words(overview)])
            check_plain(overview_lines(overview, PLAIN))


async def test_a_profile_and_a_head_to_head_record(services: Services) -> None:
    await play_three_matches(services)
    of_ada = replace(SEER, user_id=ADA.user_id)
    newcomer = await services.profiles.of(SEER, CY.user_id)
    profile = await services.profiles.of(SEER, ADA.user_id)
    versus = await services.profiles.versus(of_ada, BEN.user_id)
    strangers = await services.profiles.versus(of_ada, CY.user_id)
    for language in LANGUAGES:
        with written_in(language):
            for each in (profile, newcomer, replace(profile, is_open=False, levels={"skirt": 1})):
                words = profile_words(each, "Ada", NOON, PLAIN)
                check_plain([words.title, *words.lines, *words.facts])
            check_plain([profile_words(profile, "Ada", NOON, PLAIN).note])
            check_plain(result_line(each, ADA.user_id, PLAIN) for each in profile.results)
            check_plain(result_line(each, BEN.user_id, PLAIN) for each in profile.results)
            picture = await ratings_picture(profile, "Ada", NOON, 300)
            assert picture.data
            check_plain([picture.alt, versus_title("Ben", PLAIN)])
            check_plain([*versus_lines(versus, PLAIN), *versus_lines(strangers, PLAIN)])


async def test_a_profile_states_a_streak_of_two_wins_but_not_of_one(services: Services) -> None:
    for facts in (
        "Favourite game: Skirt, 1 match · ran out of time: 0 times",
        "Favourite game: Skirt, 2 matches · longest streak: 2 rated wins in Skirt · ran out of "
        "time: 0 times",
    ):
        await services.win_match(ADA, BEN)
        profile = await services.profiles.of(SEER, ADA.user_id)
        assert profile_words(profile, "Ada", NOON, PLAIN).facts == (facts,)


async def test_the_summary_of_a_month(services: Services) -> None:
    await play_three_matches(services)
    summary = await services.monthly_summaries.of(GUILD, "2026-03", lambda channel_id: True)
    assert summary is not None
    assert summary.match is not None
    upset = Upset(summary.match.id, ADA.user_id, BEN.user_id, 120)
    for language in LANGUAGES:
        with written_in(language):
            for each in (replace(summary, upset=None), replace(summary, upset=upset)):
                words = summary_words(each, PLAIN)
                check_plain([words.counts, words.active, words.match])
                check_plain([words.climbers, *words.climbing] if words.climbing else [])
            check_plain([month_words("2026-03")])


async def test_personal_data(services: Services) -> None:
    await play_three_matches(services)
    nothing = await services.personal_data.of(CY.user_id)
    holdings = await services.personal_data.of(ADA.user_id)
    for language in LANGUAGES:
        with written_in(language):
            check_plain(
                [*holdings_lines(holdings), holdings_note(holdings), holdings_note(nothing)]
            )
            check_plain(deletion_lines(holdings))
            check_plain([deleted_words(RemovalResult(1, 2)), deleted_words(RemovalResult(0, 0))])


def test_a_device_is_described_by_what_is_recognised_of_it() -> None:
    session = Session(ADA.user_id, ADA.name, "Chrome", "Android", NOON, NOON, NOON, 1)
    assert device_words(session) == "Chrome on Android"
    assert device_words(replace(session, system="")) == "Chrome"
    assert device_words(replace(session, browser="")) == "Android"
    assert device_words(replace(session, browser="", system="")) == "Unknown browser"


def test_languages_and_updates() -> None:
    for language in LANGUAGES:
        with written_in(language):
            check_plain([language_name(language), updated_words(NOON, PLAIN)])
