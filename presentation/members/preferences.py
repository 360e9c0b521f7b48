"""Preferences that are on or off, in words for the person who set them."""

from __future__ import annotations

from dataclasses import dataclass

from language.texts import N_, gettext
from storage.members.preferences import Preferences, Switch


@dataclass(frozen=True, slots=True)
class SwitchWords:
    """The words of a switch. All are marked for translation."""

    turn_on: str
    """The label of the button that turns it on."""
    turn_off: str
    when_on: str
    """What it does while it is on."""
    when_off: str
    note: str = ""
    """What to think of before turning it."""


SWITCHES: dict[Switch, SwitchWords] = {
    "gets_nudges": SwitchWords(
        N_("Nudges on"),
        N_("Nudges off"),
        N_("The others can nudge you once half of your time is used up."),
        N_("The others can't nudge you."),
    ),
    "hears_ahead": SwitchWords(
        N_("Early notice on"),
        N_("Early notice off"),
        N_("With three players, I'll also notify you of the turn before yours."),
        N_("With three players, I won't notify you of the turn before yours."),
    ),
    "shows_rhythm": SwitchWords(
        N_("Show answer times"),
        N_("Hide answer times"),
        N_("Others can see how fast you usually answer, from matches that they can see."),
        N_("Nobody can see how fast you usually answer."),
    ),
    "confirms": SwitchWords(
        N_("Confirm moves"),
        N_("Skip confirming"),
        N_("I'll ask you to confirm each move before I play it."),
        N_("Your last click or tap plays the move, without asking again."),
        N_(
            "Without confirming, a misclick counts as a move. You can't take back a move that "
            "reveals something hidden, such as a new tile. Once the others have moved, they have "
            "to agree to a take-back."
        ),
    ),
}


def is_on(person: Preferences, switch: Switch) -> bool:
    """Whether a preference is on."""
    return bool(getattr(person, switch))


def switch_label(person: Preferences, switch: Switch) -> str:
    """Return the label of the button that turns a preference the other way."""
    words = SWITCHES[switch]
    return gettext(words.turn_off if is_on(person, switch) else words.turn_on)


def switch_lines(person: Preferences, switch: Switch) -> list[str]:
    """Return what a preference does as it is, and what to think of before turning it."""
    words = SWITCHES[switch]
    lines = [words.when_on if is_on(person, switch) else words.when_off, words.note]
    return [gettext(line) for line in lines if line]
