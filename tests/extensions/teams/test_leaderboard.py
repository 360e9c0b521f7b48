"""The leaderboard of servers, on Discord and on the web."""

from __future__ import annotations

from club.audit import Admin
from club.servers.settings import WEB_PAGES
from extensions.teams.storage import ratings as team_ratings
from extensions.teams.storage.ratings import TeamRating
from storage.servers import pages
from storage.servers.pages import PublicChannels
from tests.bot.ratings.test_leaderboards import text_leaderboard
from tests.bot.simulated import World, labels_of, text_of
from tests.club.services import GUILD, NOON
from tests.web.forms import words_of
from tests.web.house import SERVER, House


async def test_listed_servers_have_a_page_with_their_ratings(house: House) -> None:
    assert "No listed server has finished" in words_of(await house.page("/servers"))
    rating = TeamRating("skirt", GUILD, 1578.4, 190.0, 5, 4, 0, 1, NOON)
    other = TeamRating("skirt", 99, 1700.0, 190.0, 5, 5, 0, 0, NOON)
    await house.services.store.write(lambda tx: team_ratings.save(tx, [rating, other]))
    house.site.pages.clear()
    page = await house.page("/servers")
    assert f"1 {SERVER} 4 won, 0 drawn, 1 lost 1578" in words_of(page)
    assert "1700" not in page.text
    assert house.site.server_path(GUILD) in page.links
    own = await house.page(house.site.server_path(GUILD))
    assert "Ratings of servers Skirt 1578 · 4 won, 0 drawn, 1 lost" in words_of(own)
    assert "/servers" in (await house.page("/")).links
    await house.publish("private")
    assert SERVER not in (await house.page("/servers")).text


async def test_servers_have_a_leaderboard_of_their_own(club: World) -> None:
    board = await club.ada.slash(club.channel, "leaderboard")
    page = await club.ada.click(board.response, label="Servers")
    assert "No listed server has finished" in text_of(page.response)
    rating = TeamRating("skirt", club.guild.id, 1578.4, 190.0, 5, 4, 0, 1, club.env.now())
    public = PublicChannels("The Attic", frozenset(), frozenset())
    await club.bot.club.settings.change(club.guild.id, WEB_PAGES, "listed", Admin(1, "Root"))
    async with club.bot.club.store.write() as tx:
        await pages.save(tx, club.guild.id, public)
        await team_ratings.save(tx, [rating])
    back = await club.ada.click(page.response, label="Back")
    page = await club.ada.click(back.response, label="Servers")
    assert "**Skirt**\n1. The Attic **1578** (4 won, 0 drawn, 1 lost)" in text_of(page.response)


async def test_an_empty_leaderboard_leads_to_that_of_servers(club: World) -> None:
    page = await text_leaderboard(club, club.ada)
    assert labels_of(page) == ["Challenge someone", "Servers"]
