"""What is usually played in a position, in words."""

from __future__ import annotations

from collections.abc import Sequence

from club.matches.usual_moves import UsualMove
from language.lists import row_of
from language.texts import gettext, ngettext
from presentation.markup import Markup
from storage.matches.match import StoredMatch

MAX_SHOWN = 5
"""Maximum number of moves shown for a position."""

MAX_MATCHES = 5
"""Maximum number of matches shown that have reached a position."""

MAX_SEARCHED = 25
"""Maximum number of matches among which those that the reader may see are looked for."""


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
    row = row_of([usual_move_words(each, markup) for each in moves])
    return gettext("Usually played here: {moves}.", moves=row)


def matches_words(matches: Sequence[StoredMatch], markup: Markup) -> str:
    """Return links to matches that have reached a position, empty without any."""
    if not matches:
        return ""
    links = [
        markup.board(each, gettext("match {number}", number=each.id))
        for each in matches[:MAX_MATCHES]
    ]
    return gettext("Matches with this position: {matches}.", matches=row_of(links))
