"""How a match ended, in words."""

from __future__ import annotations

from bot.match import Match, Player
from bot.wording import listed, plain, plain_text

MODERATED = "moderator"
"""The reason of a result whose words somebody has written."""


def result_words(match: Match) -> str:
    """ "Ada (White) wins. White connects two opposite sides." """
    result = match.stored.result
    assert result is not None
    if match.is_aborted:
        words = result["words"]
        if result["reason"] == MODERATED:
            words = plain_text(words, longest=400)
        return f"Aborted: it counts for nobody. {words}"
    winners = [player for player in match.players if player.seat in result["winners"]]
    if not winners:
        return f"A draw. {result['words']}"
    names = listed([f"{plain(player.name)} ({player.seat_name})" for player in winners])
    return f"{names} {'wins' if len(winners) == 1 else 'win'}. {result['words']}"


def places(match: Match) -> list[Player]:
    """The players of a match that is over, the winner first; who left first comes last."""
    result = match.stored.result
    assert result is not None
    scores = result["scores"] or [0] * len(match.players)
    leavers = [played.left for played in match.played if played.left is not None]

    def rank(player: Player) -> tuple[bool, int, int, int]:
        left = leavers.index(player.seat) if player.seat in leavers else len(leavers)
        return (
            player.seat not in result["winners"],
            -left,
            -scores[player.seat - 1],
            player.seat,
        )

    return sorted(match.players, key=rank)


def places_words(match: Match) -> str:
    """ "1. Ada 52 · 2. Ben 48 · 3. Cy (left)"."""
    assert match.stored.result is not None
    scores = match.stored.result["scores"]
    words: list[str] = []
    for place, player in enumerate(places(match), start=1):
        score = f" {scores[player.seat - 1]}" if scores else ""
        left = "" if player.is_playing else " (left)"
        words.append(f"{place}. {plain(player.name)}{score}{left}")
    return " · ".join(words)
