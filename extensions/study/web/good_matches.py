"""Last month's good matches on the home page."""

from __future__ import annotations

from collections.abc import Sequence

from club.calendar import month_before
from extensions.study.club.study import Study
from extensions.study.web.paths import guess_path
from language.texts import gettext
from presentation.matches.archive import finished_words
from web.home import MAX_MATCHES, SHELVES, Shelf
from web.http.routes import Visit
from web.matches.match import card_values


@SHELVES.add
async def good_matches(where: tuple[Visit, Sequence[int]]) -> Sequence[Shelf]:
    """Return last month's good matches to look at in listed servers."""
    visit, guild_ids = where
    club, month = visit.site.club, month_before(visit.reader.now)
    cards: list[dict[str, object]] = []
    for guild_id in guild_ids:
        server = await club.pages.server(guild_id)
        if server is None or len(cards) == MAX_MATCHES:
            continue
        good = await club.part(Study).good_matches.of(guild_id, month, server.shows_match)
        if good is not None:
            markup = visit.reader.markup(visit.site.paths_in(server))
            path = guess_path(visit.site.match_path(good.match.id))
            guess = markup.link(gettext("Guess the moves"), visit.reader.to(path))
            words = finished_words(good.match, None, markup)
            cards.append(card_values(visit, good.match, *words, guess))
    return [Shelf(gettext("Worth a look"), cards)] if cards else []
