"""Moves that a player leaves behind: "if f5-j7 then c4-e6", played as soon as they are met.

A line holds the moves of everybody from some point of the match on, as texts. As long as the match
follows it, each move in it that is its owner's is made at once; the first other move ends it.
"""

from __future__ import annotations

from collections.abc import Sequence

from club.matches.match import Match
from rules.notation import read
from rules.refusal import Refusal
from rules.replay import Played
from storage.matches.conditional_lines import ConditionalLine


def replies(match: Match, played: Played, lines: Sequence[ConditionalLine]) -> list[Played]:
    """The moves left behind that a move brings about, one after another."""
    found: list[Played] = []
    texts = [*(each.text for each in match.played), played.text]
    position = played.after
    while position.to_move is not None:
        text = _next_text(texts, [line for line in lines if line.seat == position.to_move])
        if text is None:
            break
        try:
            move = read(position, text)
        except Refusal:
            # What was hidden when the line was left makes it impossible now.
            break
        found.append(Played(position, move, position.play(move)))
        texts.append(found[-1].text)
        position = found[-1].after
    return found


def ended(match: Match, lines: Sequence[ConditionalLine]) -> list[ConditionalLine]:
    """The lines that a match doesn't follow any more, or has come to the end of."""
    texts = [each.text for each in match.played]
    return [line for line in lines if not rest_of(texts, line)]


def _next_text(texts: Sequence[str], lines: Sequence[ConditionalLine]) -> str | None:
    """What the line that was left last, of those that are met, says next."""
    met = [rest for line in lines if line.ply < len(texts) and (rest := rest_of(texts, line))]
    return met[-1][0] if met else None


def rest_of(texts: Sequence[str], line: ConditionalLine) -> list[str]:
    """What a line says next for a match with these moves; nothing where it was not followed or is
    at its end."""
    since = list(texts[line.ply :])
    return line.texts[len(since) :] if line.texts[: len(since)] == since else []
