"""What people do in several scenarios. Each act is repeated until the database shows its effect."""

from __future__ import annotations

from random import Random

import discord

from club.matches import changes
from club.matches.changes import Agreement
from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms
from tests.discord.places import Channel, Member
from tests.simulation.house import House, allow_other_servers


async def begin(
    house: House,
    game: str = "skirt",
    pace: str | None = None,
    guests: tuple[Member, ...] = (),
    place: Channel | None = None,
) -> None:
    """Start a match in which Ada moves first, by a challenge that all guests accept.

    :param place: where Ada challenges them, by default in the channel.
    """
    guests = guests or (house.ben,)
    await propose(house, guests, game, pace, place)
    for number, guest in enumerate(guests, 1):
        accepted = "SELECT count(*) FROM challenge_guest WHERE accepted"
        await house.until(
            lambda number=number, accepted=accepted: house.value(accepted) >= number,
            lambda guest=guest: house.press(guest, "accept"),
        )
    await house.until(lambda: house.world.guild.threads)


async def propose(
    house: House,
    guests: tuple[Member, ...],
    game: str = "skirt",
    pace: str | None = None,
    place: Channel | None = None,
) -> None:
    """Challenge some guests as Ada, who moves first."""
    options: dict[str, object] = {"options": "size 4"} if game == "skirt" else {}
    if pace is not None:
        options["pace"] = pace
    for name, guest in zip(("opponent", "second_opponent"), guests, strict=False):
        options[name] = guest
    # A challenge whose card was never posted is repeated.
    await house.until(
        lambda: house.shows("accept"),
        lambda: house.world.slash(
            house.ada, place or house.channel, "challenge", game=game, seat=1, **options
        ),
    )


async def begin_between_servers(house: House) -> tuple[Channel, Channel]:
    """Start a match between Ada in the first server and Eve in the second, and return its threads.

    Ada moves first.
    """
    places = [Place(each.guild.id, each.id) for each in (house.channel, house.other)]
    await allow_other_servers(house)
    skirt = GAMES["skirt"]
    players = [Participant(house.ada.id, "ada"), Participant(house.eve.id, "eve", home=2)]
    async with house.club.store.write() as tx:
        agreement = Agreement(Terms(skirt.key, skirt.choose({"size": 4})), places, players)
        await changes.begin(tx, agreement, Random(1), discord.utils.utcnow())
    await house.until(lambda: house.channel.threads and house.other.threads)
    return house.channel.threads[0], house.other.threads[0]


async def move(
    house: House,
    member: Member,
    text: str,
    *,
    ply: int,
    place: Channel | None = None,
) -> None:
    """Make a move in the latest match by typing it.

    :param ply: the number of moves when it is done.
    :param place: the place to type it, by default the match's thread in the first server.
    """
    latest = "SELECT ply FROM match ORDER BY id DESC"
    await house.until(
        lambda: house.value(latest) >= ply,
        lambda: house.world.slash(member, place or house.place, "move", move=text),
    )


async def resign(house: House) -> None:
    """Resign the only match as Ada."""

    async def resign_as_ada() -> None:
        question = await house.world.slash(house.ada, house.place, "resign")
        await house.press(house.ada, "resigned", await house.first_reply(question))

    await house.until(lambda: house.value("SELECT state FROM match") == "over", resign_as_ada)


async def ask_in_vain(house: House, member: Member, match_id: int) -> None:
    """Ask for the board of a match in the channel, as someone who must not see it."""
    answers: list[str] = []

    async def ask() -> None:
        call = await house.world.slash(member, house.channel, "match", match=str(match_id))
        answers.append((await house.first_reply(call)).text)

    await house.until(lambda: answers, ask)
    assert all(f"There is no match {match_id}" in each for each in answers), answers


async def any_move(house: House) -> tuple[Member, str]:
    """Return the player to move in the only match, and a legal move."""
    position = (await house.club.matches.find(1)).position
    return to_move(house), position.text(position.moves()[0])


def players(house: House) -> list[Member]:
    """Return the players of the only match, seat 1 first."""
    members = {each.id: each for each in (house.ada, house.ben, house.cy, house.dan)}
    return [members[user_id] for (user_id,) in house.rows("SELECT user_id FROM seat ORDER BY seat")]


def to_move(house: House) -> Member:
    """Return the player to move in the only match."""
    mover = house.value(
        "SELECT user_id FROM seat JOIN match ON match_id = match.id AND seat = to_move"
    )
    people = (house.ada, house.ben, house.cy, house.dan, house.eve)
    return next(each for each in people if each.id == mover)
