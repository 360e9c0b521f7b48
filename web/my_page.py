"""A member's own page: their turns, challenges and matches, and their practice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from club.matches.match import has_turn
from club.paces import pace_of
from club.parts import LoadedParts
from language.texts import gettext
from presentation.challenges.challenges import (
    challenge_title,
    state_words,
    terms_lines,
)
from presentation.markup import Markup, marked_up
from presentation.matches.match import match_words, time_words
from presentation.phrases import rhythm_words
from rules.registry import FIRST_GAME, GAMES
from storage.challenges.challenges import Challenge
from storage.matches.match import Participant, StoredMatch
from web.http.reader import html
from web.http.routes import (
    ME,
    START,
    PrivateRoute,
    PrivateVisit,
    Route,
    glance_path,
)
from web.http.site import SEAT_PAGES
from web.http.view import Panel, Section, View
from web.matches.plates import is_short
from web.start import levels_of

SOON = timedelta(days=1)
"""Time left from which a deadline is near, however slow the match."""


SECTIONS: LoadedParts[PrivateVisit, Section] = LoadedParts()
"""Lists below a member's matches and challenges."""

PANELS: LoadedParts[PrivateVisit, Panel] = LoadedParts()
"""What else is on a member's page, below the lists."""


async def my_page(visit: PrivateVisit) -> View:
    """Return a member's own page, with the matches that wait for them first."""
    site, reader, club = visit.site, visit.reader, visit.site.club
    matches = await club.match_finder.of_person(None, visit.user_id)
    person = Participant(visit.user_id, visit.signed_in.name)
    voting = [each.stored for each in await SEAT_PAGES[-1].running_of(site, person)]
    markup = reader.markup(lambda match: site.play_path(match.id))
    words = _words(visit, (*matches, *voting), markup)

    def cards(listed: Sequence[StoredMatch]) -> list[dict[str, object]]:
        return [{**_match(visit, each), **words[each.id]} for each in listed]

    values = {
        "name": html(markup.name(visit.signed_in.name)),
        "turns": cards([each for each in matches if has_turn(each, visit.user_id)]),
        "challenges": [
            await _challenge(visit, each, markup)
            for each in await club.challenges.open_for(visit.user_id)
        ],
        "asked": [
            (each.id, html(challenge_title(each, markup)), html(state_words(each, markup)))
            for each in await club.challenges.open_of(visit.user_id)
        ],
        "games": await _games(visit, markup),
        "start": reader.to(START),
        "others": cards([each for each in matches if not has_turn(each, visit.user_id)]),
        "voting": cards(voting),
        "voting_heading": SEAT_PAGES[-1].heading(),
        "sections": await SECTIONS.of(visit),
        "panels": await PANELS.of(visit),
        "sessions": reader.to(f"{ME}/sessions"),
        "own_day": reader.to(f"{ME}/day"),
        "vacation": reader.to(f"{ME}/vacation"),
        "preferences": reader.to(f"{ME}/preferences"),
    }
    return View("me.html", gettext("My page"), "", values, is_private=True)


async def _games(visit: PrivateVisit, markup: Markup) -> list[dict[str, object]]:
    """Return the games that the bot plays, with its easiest level, a newcomer's first."""
    games = sorted(GAMES.values(), key=lambda game: game is not FIRST_GAME)
    return [
        {
            "key": game.key,
            "name": game.name,
            "summary": html(marked_up(gettext(game.summary), markup)),
            "picture": visit.reader.picture(glance_path(game)),
            "level": levels[0].value,
        }
        for game in games
        if (levels := await levels_of(visit.site, game))
    ]


ROUTES: Sequence[Route] = (PrivateRoute("me", ME, my_page),)


def _words(
    visit: PrivateVisit, matches: Sequence[StoredMatch], markup: Markup
) -> dict[int, dict[str, object]]:
    """Return the words of each match. Those of the same players have their numbers in the title."""
    words = {match.id: match_words(match, visit.user_id, markup) for match in matches}
    counts = Counter(title for title, _ in words.values())
    all_words: dict[int, dict[str, object]] = {}
    for match in matches:
        title, state = words[match.id]
        if counts[title] > 1:
            title = gettext("{game} · match {number}", game=title, number=match.id)
        if has_turn(match, visit.user_id):
            # They stand under a heading that says whose turn it is.
            state = time_words(match, markup)
        urgency = _urgency(match, visit.reader.now)
        all_words[match.id] = {"title": html(title), "state": html(state), "urgency": urgency}
    return all_words


def _match(visit: PrivateVisit, match: StoredMatch) -> dict[str, object]:
    path = visit.site.play_path(match.id)
    picture = f"{ME}/board/{path.rpartition('/')[2]}/{match.version}.png"
    return {"path": visit.reader.to(path), "picture": visit.reader.picture(picture)}


def _urgency(match: StoredMatch, now: datetime) -> str:
    """Return the class of a match's deadline."""
    if match.deadline is None or match.paused_until is not None:
        return ""
    left = match.deadline - now
    if is_short(left, pace_of(match.pace)):
        return "urgent"
    return "soon" if left < SOON else ""


async def _challenge(
    visit: PrivateVisit, challenge: Challenge, markup: Markup
) -> dict[str, object]:
    viewer = await visit.site.viewer_in(challenge.guild_id, visit.user_id)
    rhythm = await visit.site.club.profiles.challengers_rhythm(viewer, challenge)
    lines = [*terms_lines(challenge, markup), rhythm_words(markup.name(challenge.name), rhythm)]
    return {
        "id": challenge.id,
        "picture": visit.reader.picture(glance_path(GAMES[challenge.game])),
        "title": html(challenge_title(challenge, markup)),
        "lines": [html(line) for line in lines if line],
    }
