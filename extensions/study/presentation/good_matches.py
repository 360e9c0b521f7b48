"""Good matches to look at, in words."""

from __future__ import annotations

from extensions.study.club.good_matches import GoodMatch
from language.texts import gettext, ngettext
from presentation.markup import Markup
from presentation.ratings.summaries import match_link
from storage.ratings.ratings import whole_points


def good_match_words(good: GoodMatch, markup: Markup) -> str:
    """A good match to look at, and why it was chosen."""
    heading, match = markup.strong(gettext("Worth a look")), match_link(good.match, markup)
    if good.lead_changes:
        return ngettext(
            "{heading}: {match}, in which the lead changed {count} time.",
            "{heading}: {match}, in which the lead changed {count} times.",
            good.lead_changes,
            heading=heading,
            match=match,
        )
    return ngettext(
        "{heading}: {match}, between players rated {count} point apart.",
        "{heading}: {match}, between players rated {count} points apart.",
        whole_points(good.pairing.points),
        heading=heading,
        match=match,
    )
