"""Views of leaderboards as arguments of controls."""

from __future__ import annotations

from collections.abc import Sequence

from club.ratings.leaderboards import FORMS, PERIODS, SCOPES, SORTS, View
from presentation.steps import outdated
from rules.registry import GAMES

MAX_PAGE_DIGITS = 7
"""Maximum number of digits of a page number."""

OVERVIEW = "-"
"""Placeholder for no game in a control."""


def arguments_of(view: View) -> tuple[str, ...]:
    """Return a view as arguments of a control, which `view_of` reads."""
    return view.game or OVERVIEW, view.scope, view.period, view.sort, view.form, str(view.page)


def view_of(arguments: Sequence[str]) -> View:
    """Return the view of a control.

    :raises Refusal: `outdated`.
    """
    game, scope, period, sort, form, page = arguments
    is_number = page.isascii() and page.isdigit() and len(page) <= MAX_PAGE_DIGITS
    try:
        if not is_number:
            raise KeyError(page)
        return View(
            None if game == OVERVIEW else GAMES[game].key,
            SCOPES[scope],
            PERIODS[period],
            SORTS[sort],
            FORMS[form],
            int(page),
        )
    except KeyError:
        raise outdated("leaderboard") from None
