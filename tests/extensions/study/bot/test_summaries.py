"""A match worth a look in a monthly summary."""

from __future__ import annotations

import re

from tests.bot.ratings.test_live_leaderboards import do_chores
from tests.bot.ratings.test_summaries import day, news_channel
from tests.bot.results import add_ranked_results
from tests.bot.simulated import World, text_of


async def test_a_match_worth_a_look_is_named_with_a_button_that_opens_it(club: World) -> None:
    news = await news_channel(club)
    await day(club, 1, 28)
    await add_ranked_results(club, club.ada, club.ben)
    await day(club, 2, 1)
    await do_chores(club)
    words = text_of(news.last_message)
    found = re.search(r"\*\*Worth a look\*\*: \[Skirt (\d+)\]\(.*, between players rated ", words)
    assert found is not None
    assert f"**Match of the month**: [Skirt {found[1]}]" not in words
    label = f"Step through {found[1]}"
    opened = await club.ben.click(news.last_message, label=label)
    assert opened.ephemeral
