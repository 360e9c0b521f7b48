"""A match as one line of a list."""

from __future__ import annotations

from club.matches.match import has_turn, mover
from language.lists import listed, row_of
from language.texts import gettext, pgettext
from presentation.markup import Markup
from presentation.matches.results import ended_words
from presentation.phrases import versus
from rules.registry import GAMES
from storage.matches.stored_match import StoredMatch


def match_line(match: StoredMatch, user_id: int | None, markup: Markup) -> str:
    """Return whose turn it is, until or since when, and a link.

    :param user_id: the reader, for "your turn", or None for one who doesn't play.
    """
    others = [markup.name(seat.name) for seat in match.seats if seat.user_id != user_id]
    game = GAMES[match.game].name
    if len(others) < len(match.seats):
        words = gettext("{game} vs {names}", game=game, names=listed(others))
    else:
        words = f"{game} {versus(others)}"
    if user_id is not None and has_turn(match, user_id):
        turn = gettext("your turn")
    else:
        turn = gettext("{name} to move", name=markup.name(mover(match)))
    if match.paused_until is not None:
        until = gettext("clocks paused")
    elif match.deadline is not None:
        until = gettext("deadline {time}", time=markup.relative(match.deadline))
    else:
        until = gettext("turn started {time}", time=markup.relative(match.turn_started_at))
    number = markup.strong(str(match.id))
    board = markup.board(match, pgettext("link", "board"))
    return f"{number} · {words} · {row_of([turn, until])} · {board}"


def ended_line(match: StoredMatch, markup: Markup) -> str:
    """Return the players, the result and a link."""
    words = f"{GAMES[match.game].name} {versus([markup.name(seat.name) for seat in match.seats])}"
    board = markup.board(match, pgettext("link", "board"))
    return f"{markup.strong(str(match.id))} · {words} · {ended_words(match, markup)} {board}"
