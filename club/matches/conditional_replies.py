"""Playing the replies that players have planned with conditional lines.

A line holds the moves of all seats, as texts, from some ply of the match on. While the match
follows it, its owner's moves are played immediately. The first different move ends it.
"""

from __future__ import annotations

from collections.abc import Sequence

from club.matches.match import Match
from rules.notation import read
from rules.refusal import Refusal
from rules.replay import Played
from storage.matches.conditional_lines import ConditionalLine


def planned_replies(match: Match, played: Played, lines: Sequence[ConditionalLine]) -> list[Played]:
    """Return the planned replies triggered by a move, in order."""
    replies: list[Played] = []
    texts = [*(each.text for each in match.played), played.text]
    position = played.after
    while position.to_move is not None:
        text = _next_text(texts, [line for line in lines if line.seat == position.to_move])
        if text is None:
            break
        try:
            move = read(position, text)
        except Refusal:
            # Something hidden when the line was entered makes it illegal now.
            break
        replies.append(Played(position, move, position.play(move)))
        texts.append(replies[-1].text)
        position = replies[-1].after
    return replies


def finished_lines(match: Match, lines: Sequence[ConditionalLine]) -> list[ConditionalLine]:
    """Return the lines that the match has left or completed."""
    texts = [each.text for each in match.played]
    return [line for line in lines if not remaining_texts(texts, line)]


def _next_text(texts: Sequence[str], lines: Sequence[ConditionalLine]) -> str | None:
    """Return the next move of the latest line that the match follows."""
    active = [
        remaining
        for line in lines
        if line.ply < len(texts) and (remaining := remaining_texts(texts, line))
    ]
    return active[-1][0] if active else None


def remaining_texts(texts: Sequence[str], line: ConditionalLine) -> list[str]:
    """Return the moves of a line still to come, empty if the match left or completed it."""
    since = list(texts[line.ply :])
    return line.texts[len(since) :] if line.texts[: len(since)] == since else []
