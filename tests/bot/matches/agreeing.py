"""Matches, cards and pings for the tests of agreements."""

from __future__ import annotations

from typing import Any

from simcord.actors import MemberActor

from tests.bot.simulated import World, labels_of, text_of

SMALL = "size 4"


async def start_small_match(world: World) -> Any:
    """Start a small match of Skirt in which Ada moves first, and return its place."""
    return await world.start_match("skirt", options=SMALL)


async def start_match_of_three(world: World, pace: str = "3d") -> Any:
    """Start a Passtally match for three, with Ada to move, and return its place."""
    challenge = await world.ada.slash(
        world.channel,
        "challenge",
        game="passtally",
        options="players 3",
        opponent=world.ben,
        second_opponent=world.cy,
        seat=1,
        pace=pace,
    )
    for guest in (world.ben, world.cy):
        await guest.click(challenge.response, label="Accept")
    return world.place() if world.opens_threads else world.channel


async def members_by_seat(world: World, match_id: int = 1) -> list[Any]:
    """The players as members, seat 1 first."""
    members = {member.id: member for member in (world.ada, world.ben, world.cy)}
    match = await world.bot.club.matches.find(match_id)
    return [members[player.user_id] for player in match.players]


async def names_by_seat(world: World, match_id: int = 1) -> list[str]:
    """The names of the players, seat 1 first."""
    return [player.name for player in (await world.bot.club.matches.find(match_id)).players]


async def pause_after_two_moves(world: World, place: Any) -> None:
    """Have Ada and Ben move in a small match, and pause it."""
    await world.ada.slash(place, "move", move="e1")
    await world.ben.slash(place, "move", move="a2-b2")
    await world.ada.slash(place, "pause")
    await world.ben.click(card_of(place), label="Agree")


async def play_first_move(world: World, place: Any, match_id: int = 1) -> MemberActor:
    """Make the first legal move, and return the member who made it."""
    match = await world.bot.club.matches.find(match_id)
    player = match.player_to_move
    assert player is not None
    actor = (await members_by_seat(world, match_id))[player.seat - 1]
    text = match.position.text(match.position.moves()[0])
    await actor.slash(place, "move", move=text, match=str(match_id))
    return actor


async def place_first_markers(world: World, place: Any) -> None:
    """Place a marker of each player. The third player has a second one to place."""
    for _ in range(3):
        await play_first_move(world, place)


def playable(place: Any) -> list[Any]:
    """The cards with a Play button."""
    return [message for message in place.history() if "Play" in labels_of(message)]


def card_of(place: Any) -> Any:
    """The only card with a Play button, which is also the latest message."""
    (card,) = playable(place)
    assert card == place.last_message
    return card


def cards_of_turn(place: Any, number: int) -> list[Any]:
    """The cards of a turn."""
    return [
        message
        for message in place.history()
        if f"· turn {number}" in text_of(message).split("\n")[0]
    ]


def latest_pings(world: World) -> list[int]:
    """The ids of the users pinged by the latest message, sorted."""
    sent = [
        request
        for request in world.env.http_requests
        if request.method == "POST" and request.path.endswith("/messages")
    ]
    latest: Any = sent[-1].json
    allowed = [int(user_id) for user_id in latest["allowed_mentions"].get("users", [])]
    return sorted(user_id for user_id in allowed if f"<@{user_id}>" in str(latest["components"]))


def methods_since(world: World, before: int) -> list[str]:
    """The methods of the bot's requests after the first `before`."""
    return [request.method for request in world.env.http_requests[before:]]
