"""The form for a challenge, and its entries.

Discord can't reopen a form, so refused entries are kept in a button that opens a new one.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.pages.control_ids import SEPARATOR, control
from bot.pages.forms import ChoiceField, Form, PeopleField, TextField, TicksField
from bot.pages.page import MAX_CONTROL_LENGTH, Button, MenuChoice
from club.clocks.pace import PACES
from language.texts import gettext
from presentation.paces import pace_words
from presentation.phrases import game_label
from rules.registry import FIRST_GAME, GAMES

GAME, OPPONENTS, OPTIONS, PACE, TERMS = "game", "opponents", "options", "pace", "terms"
RATED, FIRST = "rated", "first"
"""The checkboxes of `TERMS`."""

USUAL = "usual"
"""The choice of the place's usual pace."""

MAX_OPPONENTS = 2
MAX_OPTIONS_LENGTH = 60

_BETWEEN = "."


@dataclass(frozen=True, slots=True)
class Proposal:
    """A challenge as entered in the form."""

    game: str = FIRST_GAME.key
    opponents: tuple[int, ...] = ()
    """The ids of users. If empty, the seats are open to anyone."""
    options: str = ""
    """The options of the game, as typed."""
    pace: str | None = None
    """None for the usual pace of the place."""
    rated: bool = True
    seat: int | None = None
    level: int | None = None
    """The bot's level, if it plays."""


def proposal_button(label: str, proposal: Proposal) -> Button:
    """Return a button that opens the form with a proposal."""
    people = _BETWEEN.join(map(str, proposal.opponents))
    rated = RATED[0] if proposal.rated else "-"
    terms = f"{rated}{proposal.seat or 0}{proposal.level or 0}"
    fixed_part = control("propose", proposal.game, people, proposal.pace or USUAL, terms, "")
    options = " ".join(proposal.options.replace(SEPARATOR, " ").split())
    return Button(label, f"{fixed_part}{options[: MAX_CONTROL_LENGTH - len(fixed_part)]}")


def challenge_form(proposal: Proposal, paces: tuple[str, ...]) -> Form:
    """Return the form with a proposal in it.

    :param paces: the paces to choose from.
    """
    games = tuple(
        MenuChoice(game_label(game), key, chosen=key == proposal.game)
        for key, game in GAMES.items()
    )
    usual = MenuChoice(gettext("Usual pace"), USUAL, chosen=proposal.pace not in paces)
    other_paces = (
        MenuChoice(pace_words(PACES[text]), text, chosen=text == proposal.pace) for text in paces
    )
    ticks = (
        MenuChoice(gettext("Rated"), RATED, chosen=proposal.rated),
        MenuChoice(gettext("I move first"), FIRST, chosen=proposal.seat == 1),
    )
    anyone, example = gettext("Anyone in this channel"), gettext("for example: size 5")
    return Form(
        control("proposed", proposal.seat or 0, proposal.level or 0),
        gettext("Challenge someone"),
        (
            ChoiceField(GAME, gettext("Game"), games),
            PeopleField(OPPONENTS, gettext("Opponents"), anyone, proposal.opponents, MAX_OPPONENTS),
            TextField(
                OPTIONS,
                gettext("Options of the game"),
                proposal.options[:MAX_OPTIONS_LENGTH],
                example,
                MAX_OPTIONS_LENGTH,
                is_required=False,
            ),
            ChoiceField(PACE, gettext("Time per turn"), (usual, *other_paces), is_folded=True),
            TicksField(TERMS, gettext("Terms"), ticks),
        ),
    )
