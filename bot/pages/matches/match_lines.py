"""A match as one line of a list."""

from __future__ import annotations

from bot.pages.links import link_to
from bot.pages.wording import plain, relative
from club.matches.match_finder import has_turn, mover
from rules.registry import GAMES
from storage.matches.matches import StoredMatch


def match_line(match: StoredMatch, user_id: int | None) -> str:
    """Whose turn it is, until or since when, and a link.

    :param user_id: for whom it is "your turn"; None where somebody else looks.
    """
    others = [plain(seat.name) for seat in match.seats if seat.user_id != user_id]
    plays_it = len(others) < len(match.seats)
    words = f"{'vs ' if plays_it else ''}{(' and ' if plays_it else ' vs ').join(others)}"
    is_theirs = user_id is not None and has_turn(match, user_id)
    turn = "your turn" if is_theirs else f"{plain(mover(match))} to move"
    if match.paused_until is not None:
        until = "clocks paused"
    elif match.deadline is not None:
        until = f"until {relative(match.deadline)}"
    else:
        until = f"since {relative(match.turn_started_at)}"
    game = GAMES[match.game].name
    return f"- **{match.id}** · {game} {words} · {turn}, {until} · [board]({link_to(match)})"
