"""Profile, an entry in Discord's context menus for a member."""

from __future__ import annotations

from tests.bot.simulated import World, reply_text


async def test_the_member_menu_opens_the_profile(world: World) -> None:
    page = await world.ada.context_menu(world.channel, "Profile", world.ben)
    same = await world.ada.slash(world.channel, "profile", member=world.ben)
    assert page.ephemeral
    assert reply_text(page) == reply_text(same)
