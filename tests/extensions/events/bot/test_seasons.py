"""The seasons of a league: staying in for the next one, and departures."""

from __future__ import annotations

from typing import Any

from extensions.events.club.events import Events
from tests.bot.simulated import World, labels_of, reply_text, text_of
from tests.extensions.events.bot.crowds import crowd, end_all, pass_days, start_event
from tests.extensions.events.bot.cups import SOON


def card_of_season(world: World, season: int) -> Any:
    """The card of a season."""
    return next(
        each
        for each in world.channel.history()
        if "Open just for me" in labels_of(each) and f"season {season}\n" in text_of(each)
    )


async def drop_out(world: World, member: Any) -> None:
    """Take someone out of the first season."""
    question = await member.click(card_of_season(world, 1), label="Drop out")
    await member.click(question.response, label="Drop out")


async def test_the_next_season_starts_with_the_players_who_stay_in(club: World) -> None:
    people = crowd(club, 5)
    event = await start_event(club, "league", people)
    await end_all(club, event.id)
    await club.pass_time(SOON)
    assert "🏆 **Ada** wins Skirt league, season 1!" in text_of(card_of_season(club, 1))
    card = card_of_season(club, 2)
    assert "Waiting for <@" in text_of(card)
    assert "0 of 70 places taken" in text_of(card)
    assert "Still in?" in labels_of(card)
    thread = next(each for each in club.channel.threads if each.id == card.id)
    assert club.pings_in(thread) == [each.id for each in people]
    stays = await club.ada.click(card, label="Still in?")
    assert "You're in **Skirt league, season 2**" in reply_text(stays)
    card = card_of_season(club, 2)
    assert "**1 of 70 places taken**: Ada" in text_of(card)
    assert f"<@{club.ada.id}>" not in text_of(card)
    for each in people[1:4]:
        await each.click(card_of_season(club, 2), label="Still in?")
    await pass_days(club, 5.5)
    following = await club.bot.club.part(Events).reader.event(2)
    assert following.event.state == "running"
    assert {each.user_id for each in following.entrants} >= {each.id for each in people[:4]}
    card = card_of_season(club, 2)
    assert "Waiting for" not in text_of(card)
    assert "Still in?" not in labels_of(card)


async def test_departures_on_the_same_day_share_one_line(club: World) -> None:
    people = crowd(club, 6)
    event = await start_event(club, "league", people)
    for each in people[4:]:
        await drop_out(club, each)
        await club.pass_time(SOON)
    await pass_days(club, 1.5)
    thread = next(each for each in club.channel.threads if each.id == card_of_season(club, 1).id)
    rows = (await club.bot.club.part(Events).reader.event(event.id)).entrants
    names = [each.name for each in rows if each.user_id in {one.id for one in people[4:]}]
    assert f"**{names[0]}** and **{names[1]}** left." in text_of(thread.history()[-1])
