"""Leaderboards: places, players left out, and posting them for others."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any

import discord
from PIL import Image

from bot.pages.layout import control
from bot.ratings.leaderboards import arguments_of
from club.ratings.leaderboards import View
from language.lists import listed
from rules.registry import GAMES
from storage.members import preferences
from storage.members.preferences import Preferences
from tests.additions import own_labels
from tests.bot.results import (
    add_members,
    add_ranked_results,
    recompute_ratings,
)
from tests.bot.simulated import (
    World,
    alt_of,
    components_of,
    initial_entries,
    labels_of,
    menus_of,
    reply_text,
    text_of,
)


async def text_leaderboard(club: World, actor: Any, **options: Any) -> Any:
    """Open a leaderboard as text."""
    options = {"game": "skirt", "text": True, **options}
    return (await actor.slash(club.channel, "leaderboard", **options)).response


def rows_of(message: Any) -> list[list[str]]:
    """The rows of a text leaderboard, split into words, without the caller's marker."""
    lines = text_of(message).split("streak\n")[1].split("\n\n")[0].splitlines()
    return [line.removeprefix(">").split() for line in lines]


def names_of(message: Any) -> list[str]:
    return [row[1] for row in rows_of(message) if len(row) > 1]


def menu_of(message: Any, verb: str) -> str:
    return next(each["custom_id"] for each in menus_of(message) if verb in each["custom_id"])


async def pass_days(club: World, days: int) -> None:
    await club.env.advance_time(timedelta(days=days).total_seconds())


async def picture_of(club: World, message: Any) -> Image.Image:
    data = club.env.backend.cdn.get(message.attachments[-1].url)
    assert data is not None
    return Image.open(io.BytesIO(data))


async def test_a_leaderboard_is_a_private_picture_with_a_description(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben, club.cy)
    answer = await club.ben.slash(club.channel, "leaderboard", game="skirt")
    assert answer.ephemeral
    assert "You're **2nd** of 3" in reply_text(answer)
    assert alt_of(answer.response).startswith("Leaderboard. Skirt, this server · all time. 1. Ada")
    assert "2. Ben (you): rating" in alt_of(answer.response)
    assert (await picture_of(club, answer.response)).width == 900
    assert labels_of(answer.response)[:3] == ["✓ By rating", "By wins", "By matches"]


async def test_places_records_and_streaks_appear_as_text(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben)
    rows = rows_of(await text_leaderboard(club, club.cy))
    assert [(row[0], row[1], row[4], row[5]) for row in rows] == [
        ("1", "Ada", "6–0–0", "W6"),
        ("2", "Ben", "0–0–6", "L6"),
    ]


async def test_controls_work_after_a_restart(club: World) -> None:
    members = add_members(club, *(f"P{number:02}" for number in range(12)))
    await add_ranked_results(club, *members)
    first = await text_leaderboard(club, members[3])
    await club.restart()
    second = (await members[3].click(first, label="Next ▶")).response
    assert names_of(second) == ["P10", "P11", "P03"]
    assert rows_of(second)[-2] == ["…"]
    mine = (await members[3].click(second, label="Show my place")).response
    assert names_of(mine)[3] == "P03"
    assert "Show my place" not in labels_of(mine)
    drawn = (await members[3].click(second, label="As a picture")).response
    assert alt_of(drawn).startswith("Leaderboard. Skirt")


async def test_every_setting_can_be_changed_on_the_page(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben)
    await add_ranked_results(club, club.ben, club.ada, game="scala")
    page = await text_leaderboard(club, club.ada)
    page = (await club.ada.select(page, ["scala"], custom_id=menu_of(page, "game"))).response
    assert names_of(page) == ["Ben", "Ada"]
    assert "Challenge someone" not in labels_of(page)
    before = len(club.env.http_requests)
    page = (await club.ada.click(page, label="By matches")).response
    # Members are cached by now.
    assert len(club.env.http_requests) == before + 1
    assert "matches  month" in text_of(page)
    menu = menu_of(page, "period")
    page = (await club.ada.select(page, ["everywhere year"], custom_id=menu)).response
    assert text_of(page).startswith("```\nScala · all servers · 20")
    page = (await club.ada.select(page, ["-"], custom_id=menu_of(page, "game"))).response
    assert text_of(page).startswith("### Leaderboards · all servers · 20")


async def test_without_a_game_the_top_players_of_every_game_are_shown(club: World) -> None:
    dee, eve = add_members(club, "Dee", "Eve")
    await add_ranked_results(club, club.ada, club.ben, club.cy, dee, eve)
    await add_ranked_results(club, club.cy, club.ada, game="scala")
    answer = await club.ada.slash(club.channel, "leaderboard")
    assert answer.ephemeral
    alt = alt_of(answer.response)
    assert "Scala: 1. Cy 1" in alt
    assert "Skirt: 1. Ada 1" in alt
    assert "Dee" not in alt
    assert (await picture_of(club, answer.response)).width == 900
    words = reply_text(answer)
    vacant = [game.name for key, game in GAMES.items() if key not in ("scala", "skirt")]
    assert f"No leaderboard yet: {listed(vacant)}." in words
    text = text_of((await club.ada.click(answer.response, label="As text")).response)
    assert "**Scala**: 1. Cy **" in text
    assert "**Skirt**: 1. Ada **" in text


async def test_an_empty_leaderboard_shows_a_message(club: World) -> None:
    page = await text_leaderboard(club, club.ada)
    assert "Nobody is on this leaderboard yet." in text_of(page)
    assert "You have no rated Skirt matches yet. Start one with `/challenge`." in text_of(page)
    assert own_labels(page) == ["Challenge someone"]
    form = await club.ada.click(page, label="Challenge someone")
    assert initial_entries(form)["game"] == ["skirt"]
    drawn = await club.ada.slash(club.channel, "leaderboard", game="skirt")
    assert "Nobody is on this leaderboard yet." in alt_of(drawn.response)
    overview = await club.ada.slash(club.channel, "leaderboard")
    names = listed([game.name for game in GAMES.values()])
    assert f"No leaderboard yet: {names}" in reply_text(overview)
    assert "You'll be on this leaderboard after 5 rated matches." in reply_text(overview)


async def test_players_who_left_the_server_are_hidden_until_they_return(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben, club.cy)
    assert names_of(await text_leaderboard(club, club.cy)) == ["Ada", "Ben", "Cy"]
    club.guild.remove_member(club.ada)
    # Membership is looked up at most once a day.
    assert names_of(await text_leaderboard(club, club.cy)) == ["Ada", "Ben", "Cy"]
    await pass_days(club, 1)
    assert names_of(await text_leaderboard(club, club.cy)) == ["Ben", "Cy"]
    back = club.guild.add_member(club.ada.user)
    await back.slash(club.channel, "rules", game="skirt")
    assert names_of(await text_leaderboard(club, club.cy)) == ["Ada", "Ben", "Cy"]


async def test_players_can_hide_from_the_all_servers_leaderboard(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben)
    async with club.bot.club.store.write() as tx:
        await preferences.save(tx, Preferences(club.ada.id, is_shown_globally=False))
    await recompute_ratings(club)
    assert names_of(await text_leaderboard(club, club.ben, scope="everywhere")) == ["Ben"]
    own = await text_leaderboard(club, club.ada, scope="everywhere")
    assert "You chose to hide it from others" in text_of(own)
    assert names_of(await text_leaderboard(club, club.ben)) == ["Ada", "Ben"]


async def test_a_new_name_replaces_the_old_one(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben)
    club.env.backend.edit_member(club.guild.id, club.ben.id, {"nick": "Benedict"})
    page = await text_leaderboard(club, club.ada)
    assert names_of(page) == ["Ada", "Benedict"]


async def test_strange_names_do_not_break_the_table_or_the_picture(club: World) -> None:
    names = ["**@everyone** `x`", "עדה \u202e", "W" * 32, "🦊🎲", "\u3164", "محمد"]
    names += ["字" * 32] * 4
    members = add_members(club, *names)
    await add_ranked_results(club, *members)
    page = await text_leaderboard(club, club.ada)
    text = text_of(page)
    assert text.count("```") == 2
    assert len(text) <= 4000
    assert len(list(components_of(page))) <= 40
    assert len(rows_of(page)) == len(names)
    assert max(map(len, text.splitlines())) < 90
    drawn = (await club.ada.click(page, label="As a picture")).response
    assert (await picture_of(club, drawn)).width == 900
    overview = reply_text(await club.ada.slash(club.channel, "leaderboard", text=True))
    assert "@everyone" not in overview
    assert "\\*\\*" in overview


async def test_a_leaderboard_can_be_posted_where_its_reader_may_write(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben)
    page = await text_leaderboard(club, club.ada)
    posted = await club.ada.click(page, label="Post it here")
    assert not posted.ephemeral
    assert names_of(posted.response) == ["Ada", "Ben"]
    assert ">" not in text_of(posted.response)
    assert labels_of(posted.response) == ["Open just for me"]
    opened = await club.ben.click(posted.response, label="Open just for me")
    assert opened.ephemeral
    assert "You're **2nd** of 2" in reply_text(opened)
    quiet = discord.PermissionOverwrite(send_messages=False)
    reading = club.guild.create_text_channel("news", overwrites={club.ada: quiet})
    page = (await club.ada.slash(reading, "leaderboard", game="skirt", text=True)).response
    refusal = await club.ada.click(page, label="Post it here")
    assert refusal.ephemeral
    assert "You can't post in this channel" in reply_text(refusal)


async def test_a_malformed_control_is_reported_as_outdated(club: World) -> None:
    place = await club.start_match()
    for state in (
        "chess|server|all|rating|text|0",
        "skirt|nowhere|all|rating|text|0",
        "skirt|server|week|rating|text|0",
        "skirt|server|all|name|text|0",
        "skirt|server|all|rating|song|0",
        "skirt|server|all|rating|text|٣",
        "skirt|server|all|rating|text|99999999",
    ):
        refusal = await club.click_anyway(club.ada, place.last_message, f"sw|board-page|{state}")
        assert "out of date" in reply_text(refusal), state


def test_every_control_of_a_page_fits_the_length_limit() -> None:
    view = View("passtally", "everywhere", "month", "matches", "picture", 9_999_999)
    assert len(control("board-period", *arguments_of(view))) <= 100
