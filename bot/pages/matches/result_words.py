"""How a match ended, in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.matches.name_words import seated
from bot.pages.wording import plain, plain_text
from club.endings import ending_of, is_typed
from club.matches.match import Match, players_of
from presentation.ratings import UNRATED_WORDS, points_words
from rules.language import gettext, ngettext
from rules.listing import listed, row_of, sentences
from rules.registry import GAMES
from storage.matches.matches import StoredMatch


def result_words(match: Match) -> str:
    """As `ended_words`."""
    return ended_words(match.stored)


def ended_words(match: StoredMatch) -> str:
    """ "Ada (White) wins. White connects two opposite sides." """
    result = match.result
    assert result is not None
    why = str(ending_of(match))
    if is_typed(result):
        why = plain_text(why, longest=400)
    if match.state == "aborted":
        return str(sentences(gettext("Aborted: it doesn't count."), why))
    players = players_of(GAMES[match.game], match)
    winners = [player for player in players if player.seat in result["winners"]]
    won = won_words([seated(plain(player.name), player.seat_name) for player in winners])
    return str(sentences(won, why))


def won_words(winners: Sequence[str]) -> str:
    """ "Ada (White) wins."; that it is a draw, where nobody does."""
    if not winners:
        return gettext("A draw.")
    return ngettext("{names} wins.", "{names} win.", len(winners), names=listed(winners))


def places_words(match: Match) -> str:
    """ "Places: 1. Ada 52 · 2. Ben 48 · 3. Cy (left)"."""
    assert match.result is not None
    scores = match.result["scores"]
    words: list[str] = []
    for place, player in sorted(
        zip(match.places, match.players, strict=True), key=lambda each: (each[0], each[1].seat)
    ):
        score = f" {scores[player.seat - 1]}" if scores else ""
        name = f"{plain(player.name)}{score}"
        if not player.is_playing:
            name = gettext("{name} (left)", name=name)
        words.append(f"{place}. {name}")
    return gettext("Places: {places}", places=" · ".join(words))


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
        return gettext("Ratings: {changes}.", changes=row_of(changes))
    return next(
        (gettext(words) for why, words in UNRATED_WORDS.items() if why == match.unrated), ""
    )
