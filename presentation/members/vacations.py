"""A person's vacation, in words for themselves."""

from __future__ import annotations

from club.members.vacations import DAYS_A_YEAR, Status
from language.texts import gettext
from presentation.markup import Markup


def vacation_lines(status: Status, markup: Markup) -> list[str]:
    """Return until when they are away, and how many days they have left."""
    if status.until is None:
        state = gettext("You aren't on vacation.")
    else:
        state = gettext("You're on vacation until {time}.", time=markup.moment(status.until))
    left = gettext(
        "You have {left} of {days} days left in {year}.",
        left=status.days_left,
        days=DAYS_A_YEAR,
        year=status.year,
    )
    return [state, left]


def vacation_note() -> str:
    """Return what a vacation does."""
    return gettext(
        "On vacation your clocks stop in all matches with more than an hour per turn; you can "
        "still make moves. If a clock runs out while you have days left, one of them is used "
        "automatically."
    )


def welcome_back(returned: int) -> str:
    """Return the words for someone who has ended their vacation."""
    return gettext(
        "Welcome back. Days returned: {days}. A day that has started counts as used.",
        days=returned,
    )
