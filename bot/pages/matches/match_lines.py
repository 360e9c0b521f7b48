"""A match as one line of a list."""

from __future__ import annotations

from bot.pages.links import link_to
from bot.pages.wording import plain, relative
from club.matches.match_finder import has_turn, mover
from presentation.phrases import versus
from rules.language import gettext, pgettext
from rules.listing import listed, row_of
from rules.registry import GAMES
from storage.matches.matches import StoredMatch


def match_line(match: StoredMatch, user_id: int | None) -> str:
    """Whose turn it is, until or since when, and a link.

    :param user_id: for whom it is "your turn"; None where somebody else looks.
    """
    others = [plain(seat.name) for seat in match.seats if seat.user_id != user_id]
    game = GAMES[match.game].name
    if len(others) < len(match.seats):
        words = gettext("{game} vs {names}", game=game, names=listed(others))
    else:
        words = f"{game} {versus(others)}"
    if user_id is not None and has_turn(match, user_id):
        turn = gettext("your turn")
    else:
        turn = gettext("{name} to move", name=plain(mover(match)))
    if match.paused_until is not None:
        until = gettext("clocks paused")
    elif match.deadline is not None:
        until = gettext("until {time}", time=relative(match.deadline))
    else:
        until = gettext("since {time}", time=relative(match.turn_started_at))
    board = pgettext("link", "board")
    return f"- **{match.id}** · {words} · {row_of([turn, until])} · [{board}]({link_to(match)})"
