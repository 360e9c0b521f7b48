"""What is usually played in a position, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from club.matches.match import Match
from extensions.study.club.usual_moves import UsualMove, UsualPlay
from language.lists import row_of
from language.texts import gettext, ngettext
from presentation.markup import Markup
from storage.matches.match import StoredMatch

MAX_MATCHES = 5
"""Maximum number of matches shown that have reached a position."""

FIRST_TURNS = 2
"""Number of turns of each player in which their board says what is usually played."""


def is_opening(match: Match) -> bool:
    """Whether a match is in the turns in which its board says what is usually played."""
    return not match.is_over and match.turn_number <= FIRST_TURNS * len(match.players)


def usual_lines(
    usual: UsualPlay, markup: Markup, archive: Callable[[int], str] | None = None
) -> list[str]:
    """Return the usual moves and the matches with their position, a line each.

    :param archive: returns the address of all matches with the position of a key.
    """
    lines = [usual_words(usual.moves, markup), matches_words(usual.matches, markup)]
    if archive is not None and len(usual.matches) > 1:
        words = gettext("All matches with this position")
        lines.append(markup.link(words, archive(usual.key)))
    return [line for line in lines if line]


def usual_move_words(usual: UsualMove, markup: Markup) -> str:
    """Return a move with the number of matches and the share won: "k2 (12 matches, 58% won)"."""
    return ngettext(
        "{move} ({count} match, {share}% won)",
        "{move} ({count} matches, {share}% won)",
        usual.matches,
        move=markup.strong(markup.literal(usual.text)),
        share=f"{100 * usual.share:.0f}",
    )


def usual_words(moves: Sequence[UsualMove], markup: Markup) -> str:
    """Return what is usually played, empty if nothing is known."""
    if not moves:
        return ""
    row = row_of([usual_move_words(move, markup) for move in moves])
    return gettext("Usually played here: {moves}.", moves=row)


def matches_words(matches: Sequence[StoredMatch], markup: Markup) -> str:
    """Return links to matches that have reached a position, empty without any."""
    if not matches:
        return ""
    links = [
        markup.board(match, gettext("match {number}", number=match.id))
        for match in matches[:MAX_MATCHES]
    ]
    return gettext("Matches with this position: {matches}.", matches=row_of(links))
