"""Rematches between servers: requests in one, answers in the other."""

from __future__ import annotations

from typing import Any

from club.challenges.changes import LIFETIME
from tests.bot.matches.two_servers import TwoServers
from tests.bot.simulated import World, labels_of, reply_text, text_of


async def request_rematch(world: World) -> tuple[TwoServers, Any]:
    """Resign and request a rematch as Ada, and return the card in her server."""
    two = TwoServers(world)
    await two.start_match()
    question = await world.ada.slash(two.threads[world.ada.id], "resign", match="1")
    await world.ada.click(question.response, label="Resign")
    result = two.threads[world.ada.id].last_message
    return two, (await world.ada.click(result, label="Rematch")).response


def buttons_of(two: TwoServers, card: Any) -> list[str]:
    """The current buttons of a card in Zoe's thread."""
    messages = two.threads[two.zoe.id].history()
    return labels_of(next(each for each in messages if each.id == card.id))


async def test_a_rematch_can_be_requested_in_one_server_and_accepted_in_another(
    world: World,
) -> None:
    two, card = await request_rematch(world)
    assert "For Zoe." in text_of(card)
    invitation = two.threads[two.zoe.id].last_message
    assert "Ada möchte" in text_of(invitation)
    assert two.zoe.mention in text_of(invitation)
    assert world.ada.mention not in text_of(invitation)
    await world.restart()
    await two.zoe.click(invitation, label="Annehmen")
    assert "**Accepted** by Zoe: match 2 has started." in text_of(card)
    assert buttons_of(two, invitation) == labels_of(card) == []
    match = await world.bot.club.matches.find(2)
    assert [seat.name for seat in match.seats] == [
        seat.name for seat in reversed((await world.bot.club.matches.find(1)).seats)
    ]
    for who, thread in two.threads.items():
        assert labels_of(thread.last_message)[0] == ("Ziehen" if who == two.zoe.id else "Play")
    assert len(world.channel.threads) == len(two.other.threads) == 1


async def test_a_closed_request_loses_its_buttons_in_both_servers(club: World) -> None:
    two, card = await request_rematch(club)
    invitation = two.threads[two.zoe.id].last_message
    await club.ada.click(card, label="Cancel")
    assert buttons_of(two, invitation) == labels_of(card) == []
    again = await club.ada.click(two.threads[club.ada.id].history()[-2], label="Rematch")
    later = two.threads[two.zoe.id].last_message
    assert "Annehmen" in labels_of(later)
    await club.pass_time(LIFETIME)
    assert buttons_of(two, later) == labels_of(again.response) == []


async def test_a_rematch_is_refused_once_a_server_stops_playing_with_others(world: World) -> None:
    two, card = await request_rematch(world)
    await world.ada.click(card, label="Cancel")
    await two.stop_playing_out()
    refusal = await world.ada.click(two.threads[world.ada.id].history()[-2], label="Rematch")
    assert refusal.ephemeral
    assert "One of the two servers no longer plays with other servers." in reply_text(refusal)
