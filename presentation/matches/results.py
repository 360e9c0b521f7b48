"""Results of matches in words."""

from __future__ import annotations

from collections.abc import Sequence

from club.endings import ending_of, is_typed
from club.matches.match import Match, players_of
from language.lists import listed, row_of, sentences
from language.texts import gettext, ngettext
from presentation.markup import Markup
from presentation.matches.players import player_words
from presentation.ratings import UNRATED_WORDS, points_words
from rules.registry import GAMES
from storage.matches.stored_match import StoredMatch


def result_words(match: Match, markup: Markup) -> str:
    """ "Ada (White) wins. White connects two opposite sides." """
    return ended_words(match.stored, markup)


def ended_words(match: StoredMatch, markup: Markup) -> str:
    """Like `result_words`, for a stored match."""
    assert match.result is not None
    reason = ending_words(match, markup)
    if match.state == "aborted":
        return str(sentences(gettext("Aborted: it doesn't count."), reason))
    game = GAMES[match.game]
    players = players_of(game, match)
    winners = [player for player in players if player.seat in match.result["winners"]]
    names = [player_words(player, game, markup) for player in winners]
    return str(sentences(won_words(names), reason))


def ending_words(match: StoredMatch, markup: Markup) -> str:
    """Return why a match ended: "White connects two opposite sides.", "Ada resigned." """
    assert match.result is not None
    players = players_of(GAMES[match.game], match)
    words = str(ending_of(match, [markup.name(player.name) for player in players]))
    return markup.text(words, max_length=400) if is_typed(match.result) else words


def won_words(winners: Sequence[str]) -> str:
    """ "Ada (White) wins.", or "It's a draw." without winners."""
    if not winners:
        return gettext("It's a draw.")
    return ngettext("{names} wins.", "{names} win.", len(winners), names=listed(winners))


def places_words(match: Match, markup: Markup) -> str:
    """ "Places: 1. Ada 52 · 2. Ben 48 · 3. Cy (left)"."""
    assert match.result is not None
    scores = match.result["scores"]
    words: list[str] = []
    for place, player in sorted(
        zip(match.places, match.players, strict=True), key=lambda each: (each[0], each[1].seat)
    ):
        score = f" {scores[player.seat - 1]}" if scores else ""
        name = f"{markup.name(player.name)}{score}"
        if not player.is_playing:
            name = gettext("{name} (left)", name=name)
        words.append(f"{place}. {name}")
    return gettext("Places: {places}", places=" · ".join(words))


def ratings_words(match: Match, markup: Markup) -> str:
    """ "Ratings: Ada 1500? → 1519?, Ben 1522 → 1503", or why they didn't change.

    Empty if no one would expect a change.
    """
    if match.rating_changes:
        by_user = {change.user_id: change for change in match.rating_changes}
        changes = [
            f"{markup.name(player.name)} {points_words(change.before, change.was_provisional)} → "
            f"{markup.strong(points_words(change.after, change.is_provisional))}"
            for player in match.players
            if (change := by_user.get(player.user_id)) is not None
        ]
        return gettext("Ratings: {changes}.", changes=row_of(changes))
    return next(
        (gettext(words) for why, words in UNRATED_WORDS.items() if why == match.unrated), ""
    )


def outcome_lines(match: Match, markup: Markup) -> list[str]:
    """Return the result, the places of more than two players, and the ratings."""
    lines = [markup.strong(result_words(match, markup))]
    if len(match.players) > 2 and not match.is_aborted:
        lines.append(places_words(match, markup))
    ratings = ratings_words(match, markup)
    return [*lines, ratings] if ratings else lines
