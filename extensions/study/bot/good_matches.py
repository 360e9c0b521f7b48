"""A good match to look at, in the monthly summary."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interface.markup import DISCORD
from bot.pages.layout import Button, control
from bot.ratings.summaries import WORTH_A_LOOK, Month
from extensions.study.club.study import Study
from extensions.study.presentation.good_matches import good_match_words
from language.texts import gettext


@WORTH_A_LOOK.add
async def good_match(month: Month) -> Sequence[tuple[str, Sequence[Button]]]:
    """Return the best match of a month, with buttons to step through it and to guess its moves."""
    good = await month.club.part(Study).good_matches.of(month.guild_id, month.month, month.sees)
    if good is None:
        return ()
    number = good.match.id
    step = Button(gettext("Step through {number}", number=number), control("history", number, 0))
    guess = Button(gettext("Guess the moves"), control("guess", number))
    return [(good_match_words(good, DISCORD), (step, guess))]
