"""The card of a challenge, which shows the first board and finally the result."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import update

from rules.registry import GAMES
from storage.challenges.challenges import CHALLENGES
from storage.matches.match import Participant, Place, Terms
from tests.bot.simulated import World, alt_of, components_of, labels_of, reply_text, text_of


def thumbnail_of(message: Any) -> dict[str, Any]:
    section = next(each for each in components_of(message) if each["type"] == 9)
    return section["accessory"]


def challenge_edits(world: World, card: Any) -> list[Any]:
    path = f"/channels/{world.channel.id}/messages/{card.id}"
    return [each for each in world.env.http_requests if (each.method, each.path) == ("PATCH", path)]


async def start_match(world: World) -> Any:
    challenge = await world.ada.slash(
        world.channel, "challenge", game="skirt", options="size 4", opponent=world.ben, seat=1
    )
    await world.ben.click(challenge.response, label="Accept")
    return challenge.response


async def resign(world: World) -> None:
    await world.resign(world.ada, world.place())


async def test_a_challenge_shows_its_board_and_one_edit_the_result(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt", options="size 4")
    assert "Skirt" in thumbnail_of(challenge.response)["description"]
    assert len(challenge.response.attachments) == 1
    assert "Connect two opposite sides" in text_of(challenge.response)
    card = await start_match(world)
    assert thumbnail_of(card)
    assert len(card.attachments) == 1
    before = len(challenge_edits(world, card))
    await resign(world)
    words = text_of(card)
    assert "Skirt (cells on a side: 4) · match 1 · finished" in words
    assert "**Ben (Black) wins. Ada resigned.**" in words
    assert "Ratings unchanged" in words
    assert "Skirt" in alt_of(card)
    assert labels_of(card) == ["Rematch", "History", "Go to the match"]
    assert len(card.attachments) == 1
    await world.pass_time(timedelta(hours=2))
    assert len(challenge_edits(world, card)) == before + 1
    rematch = await world.ben.click(card, label="Rematch")
    assert "Ben asks for a rematch of match 1" in reply_text(rematch)


async def test_an_aborted_match_is_shown_as_aborted(world: World) -> None:
    card = await start_match(world)
    question = await world.ada.slash(world.place(), "abort")
    await world.ada.click(question.response, label="Abort")
    assert "**Aborted: it doesn't count." in text_of(card)


async def test_a_result_unposted_at_a_crash_is_posted_by_the_next_process(
    world: World,
) -> None:
    card = await start_match(world)
    with world.env.time_context():
        await world.bot.club.matches.resign(1, world.ada.id)
    assert "finished" not in text_of(card)
    await world.restart()
    await world.pass_time(timedelta(minutes=2))
    assert "**Ben (Black) wins." in text_of(card)


async def forget_card(world: World) -> None:
    """Forget the only challenge's message, like a process that ends after it posted the card."""
    async with world.bot.club.store.write() as tx:
        await tx.execute(update(CHALLENGES).values(message_id=None))


async def test_an_unknown_card_loses_its_buttons_when_its_challenge_expires(club: World) -> None:
    challenge = await club.ada.slash(club.channel, "challenge", game="skirt")
    await forget_card(club)
    assert "Accept" in labels_of(challenge.response)
    await club.pass_time(timedelta(hours=26))
    assert "Accept" not in labels_of(challenge.response)


async def test_an_unknown_card_is_known_again_once_it_is_clicked(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt", seat=1)
    await forget_card(world)
    await world.ben.click(challenge.response, label="Accept")
    await resign(world)
    assert "match 1 · finished" in text_of(challenge.response)


async def test_a_deleted_challenge_card_is_not_replaced(world: World) -> None:
    card = await start_match(world)
    world.env.backend.delete_message(world.channel.id, card.id)
    sent = len(world.channel.history())
    await resign(world)
    await world.pass_time(timedelta(hours=3))
    assert len(world.channel.history()) == sent


async def test_the_result_waits_while_discord_rejects_edits(world: World) -> None:
    card = await start_match(world)
    path = f"/channels/{world.channel.id}/messages/{card.id}"
    for _ in range(2):
        world.env.inject_error("PATCH", path, status=400, code=30046)
    await resign(world)
    assert "finished" not in text_of(card)
    await world.pass_time(timedelta(hours=1))
    assert "**Ben (Black) wins." in text_of(card)


async def test_a_click_on_an_outdated_card_leaves_the_result(world: World) -> None:
    challenge = await world.ada.slash(world.channel, "challenge", game="skirt", opponent=world.ben)
    accept = world.control_of(challenge.response, "Accept")
    await world.ben.click(challenge.response, label="Accept")
    await resign(world)
    await world.click_anyway(world.cy, challenge.response, accept)
    assert " · finished" in text_of(challenge.response)


async def test_a_challenge_made_on_the_web_gets_a_working_card(world: World) -> None:
    club = world.bot.club
    challenge = await club.challenges.make(
        Terms("skirt", GAMES["skirt"].choose({})),
        Place(world.guild.id, world.channel.id),
        Participant(world.ada.id, "Ada"),
        [Participant(world.ben.id, "Ben")],
        from_elsewhere=True,
    )
    await world.bot.courier.deliver_challenge(challenge.id)
    card = world.channel.last_message
    assert "Ada challenges Ben to Skirt" in text_of(card)
    assert world.ben.mention in text_of(card)
    accepted = await world.ben.click(card, label="Accept")
    assert (await club.challenges.find(challenge.id)).match_id == 1
    assert "match 1 has started" in text_of(accepted.response)
