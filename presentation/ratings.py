"""Ratings in words, and why a match is unrated."""

from __future__ import annotations

from datetime import datetime

from club.ratings.rated_matches import Unrated
from club.ratings.ratings import Rating, is_provisional
from language.texts import N_
from storage.ratings.points import whole_points

UNRATED_WORDS: dict[Unrated, str] = {
    "alone": N_("Ratings unchanged: one person played several seats."),
    "computer": N_("Ratings unchanged: a computer played."),
    "short": N_("Ratings unchanged: someone took fewer than three turns."),
    "met": N_("Ratings unchanged: these players had already met three times today."),
}
"""Why a match that was meant to be rated isn't, if that needs an explanation."""


def rating_words(rating: Rating, now: datetime) -> str:
    """Format a rating: "1532", and "1532?" while it is provisional."""
    return points_words(rating.mu, is_provisional(rating, now))


def points_words(mu: float, is_provisional: bool) -> str:
    """Like `rating_words`, for the values of a former rating."""
    return f"{whole_points(mu)}{'?' if is_provisional else ''}"
