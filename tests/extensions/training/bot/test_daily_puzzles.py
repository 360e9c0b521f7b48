"""The daily puzzle of a server."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.pages.forms import FIELD
from bot.pages.layout import control
from extensions.training.club.daily import DailyPuzzles
from tests.bot.forums import forum_in
from tests.bot.ratings.test_live_leaderboards import do_chores, menu_of
from tests.bot.results import add_finished_match
from tests.bot.simulated import World, alt_of, labels_of, reply_text, text_of
from tests.extensions.training.bot.solving import open_puzzle
from tests.sample_puzzles import TRIO, add

pytestmark = pytest.mark.usefixtures("with_sample_puzzles")

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


async def settings_page(club: World, admin: Any) -> Any:
    settings = await admin.slash(club.channel, "settings")
    return (await admin.click(settings.response, label="Daily puzzle…")).response


async def choose_channel(club: World, channel: Any, game: str | None = "scala") -> Any:
    """Choose a channel (None for none) and a game in the settings, and return their page."""
    admin = club.admin()
    page = await settings_page(club, admin)
    if game is not None:
        menu = menu_of(page, "settings-puzzle-games")
        page = (await admin.select(page, [game], custom_id=menu)).response
    menu = menu_of(page, "settings-puzzle-channel")
    chosen = [] if channel is None else [channel]
    return (await admin.select(page, chosen, custom_id=menu)).response


async def news_channel(club: World) -> Any:
    """Create a channel for daily Scala puzzles."""
    news = club.guild.create_text_channel("news")
    await choose_channel(club, news)
    return news


async def moment(club: World, month: int, day: int, hour: int = 9) -> None:
    """Advance to an hour of a day of this year, and do the chores."""
    moment = datetime(club.env.now().year, month, day, hour, tzinfo=UTC)
    await do_chores(club, moment - club.env.now())


async def plays(club: World, member: Any, page: Any, *texts: str) -> Any:
    """Type these moves, and return the last page."""
    for text in texts:
        window = await member.click(page, label="Type")
        page = (await member.submit_modal(window, {FIELD: text})).response
        again = "Try again" in labels_of(page)
        page = (await member.click(page, label="Try again")).response if again else page
    return page


RIGHT = ("d11-f13", "f12-f14")


async def test_a_server_gets_a_daily_puzzle_and_its_solution_a_day_later(club: World) -> None:
    news = club.guild.create_text_channel("news")
    page = await choose_channel(club, news)
    assert f"A puzzle a day in {news.mention}. Next one: <t:" in text_of(page)
    await do_chores(club)
    assert news.history() == []
    await moment(club, 2, 1, 8)
    (card,) = news.history()
    await moment(club, 2, 1, 9)
    card = news.last_message
    assert text_of(card).startswith(
        "### Daily puzzle · Scala: Win in two\nYou are **O**. Win within two turns, "
        "whatever X plays. Solve it privately. Nobody sees your tries.\n-# The solution "
        "appears <t:"
    )
    assert "O to move" in alt_of(card)
    assert labels_of(card) == ["Solve"]
    opened = await club.ada.click(card, label="Solve")
    assert opened.ephemeral
    page = await plays(club, club.ada, opened.response, *RIGHT)
    assert "Solved on the first try." in text_of(page)
    opened = await club.ben.click(card, label="Solve")
    page = await plays(club, club.ben, opened.response, "f10-d8", *RIGHT)
    assert "**f12-f14**. Solved.\n" in f"{text_of(page)}\n"
    await moment(club, 2, 2, 8)
    assert labels_of(card) == ["Solve"]
    await moment(club, 2, 2, 9)
    card, following = news.history()[1:]
    assert "Solution: **d11-f13** e12-e11 **f12-f14**" in text_of(card)
    assert "**1** of 2 solved it on the first try." in text_of(card)
    assert "O wins" in alt_of(card)
    assert labels_of(card) == ["See the solution", "Another Scala puzzle"]
    assert labels_of(following) == ["Solve"]


async def test_a_daily_puzzle_can_be_for_three_players(club: World) -> None:
    add(TRIO)
    news = club.guild.create_text_channel("news")
    await choose_channel(club, news, "passtally")
    await moment(club, 2, 1)
    card = news.last_message
    assert "You are **Violet**. Find the turn that scores the most points." in text_of(card)
    assert "Violet to move" in alt_of(card)
    opened = await club.ada.click(card, label="Solve")
    page = await plays(club, club.ada, opened.response, "W1-W3", "S6-W2")
    assert "Solved on the first try." in text_of(page)
    await moment(club, 2, 2)
    card = news.history()[-2]
    assert "Solution: **S6-W2** **W1-W3**" in text_of(card)
    assert "Last turn: Violet S6-W2, W1-W3." in alt_of(card)


async def test_changing_the_hour_posts_no_second_puzzle_that_day(club: World) -> None:
    news = club.guild.create_text_channel("news")
    await club.env.advance_time((_at(club, 1, 20, 7) - club.env.now()).total_seconds())
    await choose_channel(club, news)
    await moment(club, 1, 20, 9)
    assert len(news.history()) == 1
    admin = club.admin()
    page = await settings_page(club, admin)
    menu = menu_of(page, "settings-puzzle-hour")
    await admin.select(page, ["12:00"], custom_id=menu)
    await moment(club, 1, 20, 13)
    await moment(club, 1, 21, 11)
    assert len(news.history()) == 1
    await moment(club, 1, 21, 12)
    assert len(news.history()) == 2


async def test_the_hour_is_that_of_the_time_zone_in_the_settings(club: World) -> None:
    news = club.guild.create_text_channel("news")
    await club.env.advance_time((_at(club, 1, 20, 7) - club.env.now()).total_seconds())
    admin = club.admin()
    await choose_channel(club, news)
    for city, words in (
        ("Berln", "I don't know the city “Berln”. Did you mean Berlin?"),
        ("los angeles", "**Time zone**: Los Angeles."),
    ):
        page = await settings_page(club, admin)
        form = await admin.click(page, label="Change time zone")
        assert words in reply_text(await admin.submit_modal(form, {FIELD: city}))
    await moment(club, 1, 20, 16)
    assert news.history() == []
    await moment(club, 1, 20, 17)
    assert len(news.history()) == 1


async def test_a_puzzle_is_posted_once_despite_restarts(club: World) -> None:
    news = await news_channel(club)
    await moment(club, 2, 1)
    await club.restart()
    await do_chores(club)
    await do_chores(club, HOUR)
    assert len(news.history()) == 1
    await club.env.advance_time((_at(club, 2, 4, 11) - club.env.now()).total_seconds())
    with club.env.time_context():
        await club.bot.club.part(DailyPuzzles).queue_due()
        await club.bot.club.part(DailyPuzzles).queue_due()
    await club.restart()
    await do_chores(club)
    # Puzzles missed during downtime are not made up for.
    first, second = news.history()
    assert labels_of(first) == ["See the solution", "Another Scala puzzle"]
    assert labels_of(second) == ["Solve"]


async def test_no_puzzle_repeats_until_all_have_been_used(club: World) -> None:
    news = club.guild.create_text_channel("news")
    await choose_channel(club, news, game="skirt")
    for day in range(1, 5):
        await moment(club, 2, day)
    cards = [text_of(card).split("\n")[0] for card in news.history()]
    titles = {
        "### Daily puzzle · Skirt: Win in two",
        "### Daily puzzle · Skirt: Win in one",
    }
    assert set(cards[:2]) == titles
    assert set(cards[2:]) == titles


async def test_games_take_turns(club: World) -> None:
    news = club.guild.create_text_channel("news")
    page = await choose_channel(club, news, game=None)
    assert "**Games**: all of them, in turn." in text_of(page)
    for day in range(1, 3):
        await moment(club, 2, day)
    games = {text_of(card).split(":")[0] for card in news.history()}
    assert games == {"### Daily puzzle · Skirt", "### Daily puzzle · Scala"}


async def test_solvers_are_asked_once_and_named_if_they_agree(club: World) -> None:
    news = await news_channel(club)
    await moment(club, 2, 1)
    opened = await club.ada.click(news.last_message, label="Solve")
    page = await plays(club, club.ada, opened.response, *RIGHT)
    assert "Show your name on the daily puzzle's card" in text_of(page)
    named = await club.ada.click(page, label="Name me")
    assert "I'll name you on the cards of daily puzzles" in reply_text(named)
    opened = await club.ben.click(news.last_message, label="Solve")
    page = await plays(club, club.ben, opened.response, *RIGHT)
    declined = await club.ben.click(page, label="Don't name me")
    assert "I won't name you" in reply_text(declined)
    opened = await club.cy.click(news.last_message, label="Solve")
    await plays(club, club.cy, opened.response, *RIGHT)
    await moment(club, 2, 2)
    assert "**3** of 3 solved it on the first try: Ada and 2 others." in text_of(news.history()[0])
    wishes = await club.ada.slash(club.channel, "preferences")
    assert "I'll **name** you on its card" in reply_text(wishes)
    changed = await club.ada.click(wishes.response, label="Don't name me")
    assert "I **won't name** you on its card" in reply_text(changed)


async def test_earlier_tries_do_not_count_for_the_day(club: World) -> None:
    news = club.guild.create_text_channel("news")
    await plays(club, club.ada, await open_puzzle(club), *RIGHT)
    await choose_channel(club, news)
    await moment(club, 2, 1)
    opened = await club.ada.click(news.last_message, label="Solve")
    assert "· already tried" in reply_text(opened)
    page = await plays(club, club.ada, opened.response, *RIGHT)
    assert "May the card" not in text_of(page)
    await moment(club, 2, 2)
    assert "Nobody tried it." in text_of(news.history()[0])


async def test_a_card_shows_that_its_day_is_over(club: World) -> None:
    news = await news_channel(club)
    await moment(club, 2, 1)
    card = news.last_message
    solve = club.control_of(card, "Solve")
    await club.env.advance_time(DAY.total_seconds())
    late = await club.ada.click(card, custom_id=solve)
    assert "This daily puzzle is closed" in reply_text(late)
    await do_chores(club)
    card = news.history()[0]
    solution = await club.ada.click(card, label="See the solution")
    assert solution.ephemeral
    assert "Move 1 of 3: O plays **d11-f13**." in reply_text(solution)
    another = await club.ada.click(card, label="Another Scala puzzle")
    assert another.ephemeral
    assert "You've solved every Scala puzzle." in reply_text(another)


async def test_the_puzzle_follows_once_the_bot_gets_permission_to_post(club: World) -> None:
    news = club.guild.create_text_channel("news")
    club.grant(news, send_messages=False)
    page = await choose_channel(club, news)
    assert "I can't post there: I'm missing **Send Messages**" in text_of(page)
    await moment(club, 2, 1)
    await moment(club, 2, 2)
    assert news.history() == []
    club.grant(news, send_messages=True)
    await do_chores(club, 2 * HOUR)
    (card,) = news.history()
    assert labels_of(card) == ["Solve"]


async def test_no_puzzles_are_posted_once_switched_off(club: World) -> None:
    news = await news_channel(club)
    page = await choose_channel(club, None)
    assert "Off. Choose a channel" in text_of(page)
    await moment(club, 2, 1)
    assert news.history() == []


async def test_the_summary_includes_the_months_table_if_enabled(club: World) -> None:
    news = await news_channel(club)
    admin = club.admin()
    settings = await admin.slash(club.channel, "settings")
    posts = (await admin.click(settings.response, label="Leaderboards…")).response
    await admin.select(posts, [news], custom_id=menu_of(posts, "settings-summary"))
    await moment(club, 1, 28)
    opened = await club.ada.click(news.last_message, label="Solve")
    page = await plays(club, club.ada, opened.response, *RIGHT)
    await club.ada.click(page, label="Name me")
    await add_finished_match(club, club.ada, club.ben)
    await moment(club, 2, 1)
    texts = map(text_of, news.history()[1:])
    summary, card = sorted(texts, key=lambda text: "Daily puzzle ·" in text)
    assert "**1 match** finished" in summary
    assert summary.endswith(
        "**Daily puzzles**: 1 puzzle, 1 solved on the first try.\n1. Ada solved 1"
    )
    assert "Daily puzzles" not in card


async def test_the_first_card_of_a_month_has_the_table_if_there_is_no_summary(club: World) -> None:
    news = await news_channel(club)
    await moment(club, 1, 30)
    opened = await club.ada.click(news.last_message, label="Solve")
    page = await plays(club, club.ada, opened.response, *RIGHT)
    await club.ada.click(page, label="Name me")
    await moment(club, 2, 1)
    assert text_of(news.last_message).endswith(
        "**Daily puzzles in January**: 1 puzzle, 1 solved on the first try.\n1. Ada solved 1"
    )
    await moment(club, 2, 2)
    assert "Daily puzzles" not in text_of(news.last_message)


def _at(club: World, month: int, day: int, hour: int) -> datetime:
    return datetime(club.env.now().year, month, day, hour, tzinfo=UTC)


async def test_its_channel_cannot_be_a_forum(world: World) -> None:
    admin, forum = world.admin(), await forum_in(world)
    page = (await admin.slash(world.channel, "settings")).response
    verb = control("settings-puzzle-channel")
    refusal = await world.click_anyway(admin, page, verb, [str(forum.id)])
    assert "Forums can only hold matches" in reply_text(refusal)
