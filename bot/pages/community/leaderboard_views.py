"""What somebody looks at of the leaderboards, as the arguments of a control."""

from __future__ import annotations

from collections.abc import Sequence

from club.ratings.leaderboards import FORMS, PERIODS, SCOPES, SORTS, View
from rules.language import lazy_gettext
from rules.refusal import Refusal
from rules.registry import GAMES

LONGEST_PAGE = 7
"""Digits of the number of a page."""

OVERVIEW = "-"
"""Stands for no game where one is named in a control."""


def arguments_of(view: View) -> tuple[str, ...]:
    """A view in a control, as `view_of` reads it."""
    return view.game or OVERVIEW, view.scope, view.period, view.sort, view.form, str(view.page)


def view_of(arguments: Sequence[str]) -> View:
    """The view that a control stands for.

    :raises Refusal: `outdated`.
    """
    game, scope, period, sort, form, page = arguments
    is_number = page.isascii() and page.isdigit() and len(page) <= LONGEST_PAGE
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
        raise Refusal(
            "outdated",
            lazy_gettext(
                "This button is from an older version of me. `/leaderboard` makes a new one."
            ),
        ) from None
