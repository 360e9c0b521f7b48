"""Blocking members, which is private: they aren't notified."""

from __future__ import annotations

from club.members.blocks import PAGE_SIZE
from rules.registry import GAMES
from storage.challenges.challenges import Challenge
from storage.matches.match import Participant, Place, Terms
from tests.bot.simulated import World, labels_of, menus_of, reply_text, text_of
from tests.club.services import CHANNEL, GUILD, Services


async def challenge(services: Services, challenger: Participant, *guests: Participant) -> Challenge:
    seats = max(2, 1 + len(guests))
    game = GAMES["passtally"]
    return await services.challenges.make(
        Terms(game.key, game.choose({"players": seats})), Place(GUILD, CHANNEL), challenger, guests
    )


async def test_blocking_and_unblocking_are_private_and_survive_a_restart(world: World) -> None:
    blocks = await world.ada.slash(world.channel, "block", member=world.ben)
    assert blocks.ephemeral
    assert "You blocked **Ben**" in reply_text(blocks)
    await world.restart()
    refusal = await world.ben.slash(world.channel, "challenge", game="skirt", opponent=world.ada)
    assert "You can't start a match with Ada" in reply_text(refusal)
    assert "block" not in reply_text(refusal)
    menu = menus_of(blocks.response)[0]
    undone = await world.ada.select(
        blocks.response, [str(world.ben.id)], custom_id=menu["custom_id"]
    )
    assert "Nobody." in reply_text(undone)
    challenge = await world.ben.slash(world.channel, "challenge", game="skirt", opponent=world.ada)
    assert "challenges Ada to Skirt" in reply_text(challenge)


async def test_an_open_challenge_refuses_a_blocked_player_and_stays_open(world: World) -> None:
    await world.ada.slash(world.channel, "block", member=world.ben)
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt")
    refusal = await world.ben.click(challenge.response, label="Accept")
    assert "You can't start a match with" in reply_text(refusal)
    accepted = await world.cy.click(challenge.response, label="Accept")
    assert "Accepted" in text_of(accepted.response)


async def test_the_block_list_shows_names_as_plain_text(world: World) -> None:
    for number, name in enumerate(("**Bold** <@123456789012345678>", "דנה", "東京" * 16, "   ")):
        await world.bot.club.blocks.block(world.ada.id, 100 + number, name)
    listed = await world.ada.slash(world.channel, "block")
    assert "**Bold**" not in reply_text(listed)
    assert "<@123456789012345678>" not in reply_text(listed)
    assert len(menus_of(listed.response)[0]["options"]) == 4


async def test_a_long_block_list_has_pages(world: World) -> None:
    for number in range(2 * PAGE_SIZE):
        await world.bot.club.blocks.block(world.ada.id, 100 + number, f"player {number:02}")
    first = await world.ada.slash(world.channel, "block")
    assert labels_of(first.response) == ["Previous", "Page 1 of 2", "Next"]
    second = await world.ada.click(first.response, label="Next")
    assert "player 20" in reply_text(second)
    back = await world.ada.click(second.response, label="Previous")
    assert "player 00" in reply_text(back)


async def test_bots_and_oneself_cannot_be_blocked(world: World) -> None:
    oneself = await world.ada.slash(world.channel, "block", member=world.ada)
    assert "can't block yourself" in reply_text(oneself)
    bot = world.guild.add_member(world.env.create_user("helper", bot=True))
    refusal = await world.ada.slash(world.channel, "block", member=bot)
    assert "is a bot" in reply_text(refusal)
