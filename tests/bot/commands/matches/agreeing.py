"""What the stories about agreements share: matches to agree in, and what is seen of them."""

from __future__ import annotations

from typing import Any

from simcord.actors import MemberActor

from tests.bot.simulated import World, labels_of, text_of

SMALL = "size 4"


async def small_begun(world: World) -> Any:
    """A small match of Skirt between Ada, who is to move, and Ben; where they play."""
    return await world.match_begun("skirt", options=SMALL)


async def three_begun(world: World) -> Any:
    """Ada, Ben and Cy play Passtally, Ada moves first; where they play."""
    made = await world.ada.slash(
        world.channel,
        "challenge",
        game="passtally",
        options="players 3",
        opponent=world.ben,
        second_opponent=world.cy,
        seat=1,
    )
    for guest in (world.ben, world.cy):
        await guest.click(made.response, label="Accept")
    return world.place() if world.opens_threads else world.channel


async def in_seats(world: World, match_id: int = 1) -> list[Any]:
    """The members who play, seat 1 first."""
    members = {member.id: member for member in (world.ada, world.ben, world.cy)}
    match = await world.bot.club.matches.find(match_id)
    return [members[player.user_id] for player in match.players]


async def names_in_seats(world: World, match_id: int = 1) -> list[str]:
    """What those who play are called, seat 1 first."""
    return [player.name for player in (await world.bot.club.matches.find(match_id)).players]


async def played(world: World, place: Any, match_id: int = 1) -> MemberActor:
    """Whoever is to move makes the first move that there is; who that was."""
    match = await world.bot.club.matches.find(match_id)
    player = match.player_to_move
    assert player is not None
    actor = (await in_seats(world, match_id))[player.seat - 1]
    text = match.position.text(match.position.moves()[0])
    await actor.slash(place, "move", move=text, match=str(match_id))
    return actor


async def first_markers_placed(world: World, place: Any) -> None:
    """Every one of three places a marker, and who placed the last is to place another."""
    for _ in range(3):
        await played(world, place)


def playable(place: Any) -> list[Any]:
    """The cards on which somebody can play."""
    return [message for message in place.history() if "Play" in labels_of(message)]


def card_of(place: Any) -> Any:
    """The one card on which somebody can play, which is the latest message too."""
    (card,) = playable(place)
    assert card == place.last_message
    return card


def cards_of_turn(place: Any, number: int) -> list[Any]:
    """The cards that show a turn."""
    return [
        message
        for message in place.history()
        if f"· turn {number}" in text_of(message).split("\n")[0]
    ]


def pinged(world: World) -> list[int]:
    """Whom the latest message pings: who is mentioned in it, and may be."""
    sent = [
        request
        for request in world.env.http_requests
        if request.method == "POST" and request.path.endswith("/messages")
    ]
    latest: Any = sent[-1].json
    allowed = [int(user_id) for user_id in latest["allowed_mentions"].get("users", [])]
    return sorted(user_id for user_id in allowed if f"<@{user_id}>" in str(latest["components"]))


def methods_since(world: World, before: int) -> list[str]:
    """The methods of the requests that the bot made since there were so many."""
    return [request.method for request in world.env.http_requests[before:]]
