"""Matches, events and leaderboards without the names of hidden members."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from club.endings import MODERATED
from club.events.course import Course
from club.matches.match import Match, players_of
from club.ratings.leaderboards import Ranking
from club.references import HIDDEN
from storage.matches.stored_match import Result, StoredMatch

NOBODY = -1
"""The user id that stands for every hidden member."""


def masked_match(match: Match, hidden: Collection[int]) -> Match:
    """Return a match without the names of hidden players."""
    stored = masked_row(match.stored, hidden)
    return replace(match, stored=stored, players=players_of(match.game, stored))


def masked_row(stored: StoredMatch, hidden: Collection[int]) -> StoredMatch:
    """Return a stored match without the names of hidden players."""
    seats = tuple(
        replace(seat, user_id=NOBODY, name=HIDDEN) if seat.user_id in hidden else seat
        for seat in stored.seats
    )
    return replace(stored, seats=seats, result=_without_moderator(stored.result))


def masked_course(course: Course, hidden: Collection[int]) -> Course:
    """Return an event without the names of hidden people."""
    event = course.event
    if event.opened_by in hidden:
        event = replace(event, opened_by=NOBODY, opened_by_name=HIDDEN)
    entrants = tuple(
        replace(each, user_id=NOBODY, name=HIDDEN) if each.user_id in hidden else each
        for each in course.entrants
    )
    return replace(course, event=event, entrants=entrants)


def masked_ranking(ranking: Ranking, hidden: Collection[int]) -> Ranking:
    """Return a page of a leaderboard without the rows of hidden players."""
    return replace(ranking, rows=tuple(row for row in ranking.rows if row.user_id not in hidden))


def _without_moderator(result: Result | None) -> Result | None:
    """Return a result without the name of the moderator, who may be hidden."""
    if result is None or result["reason"] != MODERATED or "name" not in result["values"]:
        return result
    return {**result, "values": {**result["values"], "name": ""}}
