"""Emojis of games in the menu of the player pool."""

from __future__ import annotations

from rules.registry import GAMES
from tests.bot.process.test_emoji_upload import check
from tests.bot.simulated import World, menus_of


async def test_games_in_the_menu_have_their_emojis(club: World) -> None:
    await check(club)
    games = menus_of((await club.ada.slash(club.channel, "pool")).response)[0]["options"]
    assert [each["label"] for each in games] == [
        game.name for game in list(GAMES.values()) if f"sw_{game.key}_game" in str(games)
    ]
