"""How a match ended, in words."""

from __future__ import annotations

from bot.pages.community.rating_words import UNRATED_WORDS, points_words
from bot.pages.wording import listed, plain, plain_text
from club.matches.match import MODERATED, Match, players_of
from rules.registry import GAMES
from storage.matches.matches import StoredMatch


def result_words(match: Match) -> str:
    """As `ended_words`."""
    return ended_words(match.stored)


def ended_words(match: StoredMatch) -> str:
    """ "Ada (White) wins. White connects two opposite sides." """
    result = match.result
    assert result is not None
    if match.state == "aborted":
        words = result["words"]
        if result["reason"] == MODERATED:
            words = plain_text(words, longest=400)
        return f"Aborted: it doesn't count. {words}"
    players = players_of(GAMES[match.game], match)
    winners = [player for player in players if player.seat in result["winners"]]
    if not winners:
        return f"A draw. {result['words']}"
    names = listed([f"{plain(player.name)} ({player.seat_name})" for player in winners])
    return f"{names} {'wins' if len(winners) == 1 else 'win'}. {result['words']}"


def places_words(match: Match) -> str:
    """ "Places: 1. Ada 52 · 2. Ben 48 · 3. Cy (left)"."""
    assert match.stored.result is not None
    scores = match.stored.result["scores"]
    words: list[str] = []
    for place, player in sorted(
        zip(match.places, match.players, strict=True), key=lambda each: (each[0], each[1].seat)
    ):
        score = f" {scores[player.seat - 1]}" if scores else ""
        left = "" if player.is_playing else " (left)"
        words.append(f"{place}. {plain(player.name)}{score}{left}")
    return f"Places: {' · '.join(words)}"


def ratings_words(match: Match) -> str:
    """ "Ratings: Ada 1500? → 1519?, Ben 1522 → 1503"; why there is no change, where people could
    wonder; else nothing."""
    if match.rating_changes:
        by_user = {change.user_id: change for change in match.rating_changes}
        changes = [
            f"{plain(player.name)} {points_words(change.before, change.was_provisional)} → "
            f"**{points_words(change.after, change.is_provisional)}**"
            for player in match.players
            if (change := by_user.get(player.user_id)) is not None
        ]
        return f"Ratings: {', '.join(changes)}."
    reason = next(
        (words for why, words in UNRATED_WORDS.items() if why == match.stored.unrated), ""
    )
    return f"Ratings unchanged: {reason}." if reason else ""
