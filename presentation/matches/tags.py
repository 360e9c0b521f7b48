"""The tags of a match's post in a forum: its game, and whether it is over."""

from __future__ import annotations

from functools import cache

from club.matches.match import Match
from language.texts import COMPLETE, pgettext, written_in
from rules.registry import GAMES


def tag_names(match: Match) -> tuple[str, str]:
    """Return the names of a match's tags, in the current language: its game and its state."""
    return match.game.name, _state_name(is_over=match.is_over)


def all_tag_names() -> tuple[str, ...]:
    """Return the names of all tags, in the current language: the games, then the states."""
    games = [game.name for game in GAMES.values()]
    return (*games, _state_name(is_over=False), _state_name(is_over=True))


def first_tag_names() -> tuple[tuple[str, str], ...]:
    """Return the names of a new match's tags in each game, in the current language."""
    state = _state_name(is_over=False)
    return tuple((game.name, state) for game in GAMES.values())


@cache
def state_names() -> frozenset[str]:
    """Return the casefolded names of the states in every language, to replace any of them."""
    names: set[str] = set()
    for code in COMPLETE:
        with written_in(code):
            names |= {_state_name(is_over=each).casefold() for each in (False, True)}
    return frozenset(names)


def _state_name(*, is_over: bool) -> str:
    if is_over:
        return pgettext("tag of a match", "finished")
    return pgettext("tag of a match", "in progress")
