"""How fast someone answers, on profiles and on the cards of challenges."""

from __future__ import annotations

from typing import Any

from club.paces import HOUR
from club.ratings.rhythm import MIN_TURNS
from tests.bot.simulated import World, reply_text, text_of

PROFILE_WORDS = "Usually answers within 3 hours (3 days per turn)"
CARD_WORDS = "Ada usually answers within 3 hours at this pace."


async def play(world: World, channel: Any) -> None:
    """Let Ada and Ben play a match in a channel, with two hours for each turn."""
    challenge = await world.ada.slash(
        channel, "challenge", game="skirt", opponent=world.ben, pace="3d", seat=1
    )
    await world.ben.click(challenge.response, label="Accept")
    for _ in range(2 * MIN_TURNS):
        await world.pass_time(2 * HOUR)
        match = await world.bot.club.matches.find(1)
        mover = world.ada if match.stored.to_move == 1 else world.ben
        await world.play_silently(mover, match.position.text(match.position.moves()[0]))


async def challenge_cy(world: World) -> str:
    card = await world.ada.slash(
        world.channel, "challenge", game="scala", opponent=world.cy, pace="3d"
    )
    return text_of(card.response)


async def test_a_profile_and_a_challenge_say_how_fast_someone_answers(world: World) -> None:
    await play(world, world.channel)
    profile = await world.cy.slash(world.channel, "profile", member=world.ada)
    assert PROFILE_WORDS in reply_text(profile)
    assert CARD_WORDS in await challenge_cy(world)


async def test_matches_in_a_hidden_channel_stay_hidden(world: World) -> None:
    await play(world, world.hidden_channel(world.cy))
    for member, is_said in ((world.ben, True), (world.cy, False)):
        profile = await member.slash(world.channel, "profile", member=world.ada)
        assert (PROFILE_WORDS in reply_text(profile)) == is_said
    assert "usually answers" not in await challenge_cy(world)


async def test_answer_times_are_hidden_in_the_preferences(world: World) -> None:
    await play(world, world.channel)
    page = await world.ada.slash(world.channel, "preferences")
    page = await world.ada.click(page.response, label="Hide answer times")
    assert "Nobody can see how fast you usually answer." in reply_text(page)
    profile = await world.cy.slash(world.channel, "profile", member=world.ada)
    assert "Usually answers" not in reply_text(profile)
    assert "usually answers" not in await challenge_cy(world)
    await world.ada.click(page.response, label="Show answer times")
    assert CARD_WORDS in await challenge_cy(world)
