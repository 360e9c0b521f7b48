"""Stories about a league from season to season: who goes up and down, who is still in."""

from __future__ import annotations

from typing import Any

from tests.bot.commands.events.crowds import begun, crowd, end_all, pass_days
from tests.bot.commands.events.cups import SOON
from tests.bot.simulated import World, alt_of, labels_of, said, text_of


def card_of_season(world: World, season: int) -> Any:
    """The card of a season."""
    return next(
        each
        for each in world.channel.history()
        if "Open my view" in labels_of(each) and f"season {season}\n" in text_of(each)
    )


async def divisions(world: World, event_id: int) -> list[list[int]]:
    """The users of each division, the highest first."""
    found = await world.bot.club.events.reader.standings(event_id)
    return [[row.entrant.user_id for row in table.rows] for table in found.tables]


async def drop_out(world: World, somebody: Any) -> None:
    """Let somebody be out of the first season."""
    asked = await somebody.click(card_of_season(world, 1), label="Drop out")
    await somebody.click(asked.response, label="Drop out")


async def test_a_season_ends_and_asks_who_is_still_in(world: World) -> None:
    people = crowd(world, 5)
    event = await begun(world, "league", people)
    await end_all(world, event.id)
    await world.later(SOON)
    assert "🏆 **Ada** wins Skirt league, season 1!" in text_of(card_of_season(world, 1))
    card = card_of_season(world, 2)
    assert "Waiting for <@" in text_of(card)
    assert "0 of 70 seats taken" in text_of(card)
    assert "Still in?" in labels_of(card)
    thread = next(each for each in world.channel.threads if each.id == card.id)
    assert world.pinged(thread) == [each.id for each in people]
    stays = await world.ada.click(card, label="Still in?")
    assert "You're in **Skirt league, season 2**" in said(stays)
    card = card_of_season(world, 2)
    assert "**1 of 70 seats taken**: Ada" in text_of(card)
    assert f"<@{world.ada.id}>" not in text_of(card)


async def test_who_does_not_answer_is_not_in_the_next_season(world: World) -> None:
    people = crowd(world, 6)
    event = await begun(world, "league", people)
    await end_all(world, event.id)
    await world.later(SOON)
    for each in people[:5]:
        await each.click(card_of_season(world, 2), label="Still in?")
    await pass_days(world, 5.5)
    following = (await world.bot.club.events.reader.event(2)).event
    assert following.state == "running"
    assert await divisions(world, 2) == [[each.id for each in people[:5]]]
    card = card_of_season(world, 2)
    assert "Waiting for" not in text_of(card)
    assert "Still in?" not in labels_of(card)
    late = await world.click_anyway(
        people[5], card, world.control_of(card_of_season(world, 2), "Open my view")
    )
    assert "You are **" not in said(late)


async def test_the_best_go_up_and_the_last_go_down(world: World) -> None:
    people = crowd(world, 12)
    event = await begun(world, "league", people)
    upper, lower = await divisions(world, event.id)
    assert (len(upper), len(lower)) == (6, 6)
    await end_all(world, event.id)
    await world.later(SOON)
    upper, lower = await divisions(world, event.id)
    ended = card_of_season(world, 1)
    final = await world.bot.club.events.reader.standings(event.id)
    rows = [row for table in final.tables for row in table.rows]
    names = {row.entrant.user_id: row.entrant.name for row in rows}
    best, last = ([names[user] for user in those] for those in (lower[:2], upper[4:]))
    assert f"6. {last[1]} (down)" in alt_of(ended)
    for each in people:
        await each.click(card_of_season(world, 2), label="Still in?")
    await pass_days(world, 5.5)
    now_upper, now_lower = await divisions(world, 2)
    assert {*now_upper} == {*upper[:4], *lower[:2]}
    assert {*now_lower} == {*upper[4:], *lower[2:]}
    thread = next(each for each in world.channel.threads if each.id == ended.id)
    told = "\n".join(text_of(each) for each in thread.history())
    assert f"⬆️ **{best[0]}** and **{best[1]}** go up a division." in told
    assert f"⬇️ **{last[0]}** and **{last[1]}** go down a division." in told


async def test_somebody_new_comes_in_at_the_bottom(world: World) -> None:
    people = crowd(world, 5)
    event = await begun(world, "league", people[:4])
    await end_all(world, event.id)
    await world.later(SOON)
    joined = await people[4].click(card_of_season(world, 2), label="Join")
    assert "You're in **Skirt league, season 2**" in said(joined)
    for each in people[:4]:
        await each.click(card_of_season(world, 2), label="Still in?")
    await pass_days(world, 5.5)
    assert (await divisions(world, 2))[0][-1] == people[4].id


async def test_too_few_who_are_still_in_end_the_league(world: World) -> None:
    event = await begun(world, "league", crowd(world, 4))
    await end_all(world, event.id)
    await world.later(SOON)
    await world.ada.click(card_of_season(world, 2), label="Still in?")
    await pass_days(world, 5.5)
    assert "**Cancelled.**" in text_of(card_of_season(world, 2))
    card = card_of_season(world, 2)
    thread = next(each for each in world.channel.threads if each.id == card.id)
    assert "It was cancelled because too few people joined." in text_of(thread.history()[-1])


async def test_a_small_league_goes_on_though_somebody_is_out(world: World) -> None:
    people = crowd(world, 5)
    event = await begun(world, "league", people[:4])
    await drop_out(world, people[3])
    await world.later(SOON)
    await end_all(world, event.id)
    await world.later(SOON)
    card = card_of_season(world, 2)
    for each in people[:3]:
        await each.click(card, label="Still in?")
    await people[4].click(card_of_season(world, 2), label="Join")
    await pass_days(world, 5.5)
    assert (await world.bot.club.events.reader.event(2)).event.state == "running"
    assert {*(await divisions(world, 2))[0]} == {each.id for each in (*people[:3], people[4])}


async def test_who_left_on_the_same_day_is_told_in_one_line(world: World) -> None:
    people = crowd(world, 6)
    event = await begun(world, "league", people)
    for each in people[4:]:
        await drop_out(world, each)
        await world.later(SOON)
    await pass_days(world, 1.5)
    thread = next(each for each in world.channel.threads if each.id == card_of_season(world, 1).id)
    rows = (await world.bot.club.events.reader.event(event.id)).entrants
    names = [each.name for each in rows if each.user_id in {one.id for one in people[4:]}]
    assert f"**{names[0]}** and **{names[1]}** left." in text_of(thread.history()[-1])
