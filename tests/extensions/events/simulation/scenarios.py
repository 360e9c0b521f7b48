"""Scenarios of events."""

from __future__ import annotations

import json

import discord
from sqlalchemy import update

from club.paces import DAY
from extensions.events.club.course import Person
from extensions.events.club.events import Events
from extensions.events.club.opening import EventOptions, Opening
from storage.matches.match import MATCHES
from storage.members import vacations
from tests.discord.places import Member, Permission
from tests.discord.rest import ROUTES
from tests.simulation.acts import any_move, players, to_move
from tests.simulation.house import House


async def cup(house: House) -> None:
    """A cup of three fills, and its first matches begin."""
    await house.until(
        lambda: house.value("SELECT count(*) FROM event"),
        lambda: house.world.slash(house.ada, house.channel, "cup", game="skirt", players=3),
    )
    for number, member in enumerate((house.ben, house.cy), 2):
        await house.until(
            lambda number=number: house.value("SELECT count(*) FROM event_entrant") >= number,
            lambda member=member: house.press(member, "event-join"),
        )
    await house.until(lambda: house.value("SELECT count(*) FROM match"))


async def ladder_challenge(house: House) -> None:
    """Someone on a ladder challenges the player above, and the match begins at once."""
    ladder = Opening(
        house.world.guild.id,
        house.channel.id,
        "ladder",
        Person(house.ada.id, house.ada.name),
        EventOptions("skirt", {"size": 4}, substitutes=True),
    )
    event = await house.club.part(Events).open(ladder)
    for member in (house.ben, house.cy):
        await house.club.part(Events).join(event.id, Person(member.id, member.name))

    async def climb() -> None:
        choices = await house.world.slash(house.cy, house.channel, "event challenge")
        await house.press(house.cy, "event-climb", await house.first_reply(choices))

    await house.until(lambda: house.value("SELECT count(*) FROM match"), climb)


async def table_of_three(house: House) -> None:
    """A cup at tables of three, which someone leaves while the last match waits to start."""
    cup = Opening(
        house.world.guild.id,
        house.channel.id,
        "cup",
        Person(house.ada.id, house.ada.name),
        EventOptions("passtally", {"players": 3}, most=3),
    )
    event = await house.club.part(Events).open(cup)
    for member in (house.ben, house.cy):
        await house.club.part(Events).join(event.id, Person(member.id, member.name))
    await house.settle()

    async def leave() -> None:
        question = await house.world.slash(house.cy, house.channel, "event leave")
        await house.press(house.cy, "event-gone", await house.first_reply(question))

    left = "SELECT count(*) FROM event_entrant WHERE state = 'withdrawn'"
    await house.until(lambda: house.value(left), leave)
    for number in (1, 2, 3):
        await house.until(
            lambda number=number: house.value("SELECT count(*) FROM match") >= number, attempts=60
        )

        async def resign_as_ada(number: int = number) -> None:
            question = await house.world.slash(
                house.ada, house.channel, "resign", match=str(number)
            )
            await house.press(house.ada, "resigned", await house.first_reply(question))

        state = "SELECT state FROM match WHERE id = ?"
        await house.until(
            lambda number=number, state=state: house.value(state, number) == "over", resign_as_ada
        )
    await house.until(lambda: house.value("SELECT state FROM event") == "over", attempts=60)
    await house.settle()
    playing = "SELECT count(*) FROM seat WHERE user_id = ? AND is_playing"
    assert house.value(playing, house.cy.id) == 0
    assert house.rows("SELECT name FROM event_entrant WHERE place = 1") == [(house.ben.name,)]
    last = [
        each
        for place in house.world.channels.values()
        for each in place.messages
        if "match 3 ·" in each.text
    ]
    assert last
    assert not any(house.cy in each.pinged for each in last)


async def slow_thread(house: House) -> None:
    """The thread of an event match opens slowly, and both players move in the meantime."""
    for method, route in ROUTES:
        if route.endswith("/threads"):
            house.world.slow[method, route] = 2.0
    await ladder_challenge(house)
    for ply, text in enumerate(("e1", "a2-b2"), 1):
        await house.until(
            lambda ply=ply: house.value("SELECT max(ply) FROM match") >= ply,
            lambda text=text: house.world.slash(
                to_move(house), house.channel, "move", move=text, match="1"
            ),
        )


async def silent_seat(house: House) -> None:
    """An organiser offers a silent seat of an event match, and Dan plays it to the end."""
    await ladder_challenge(house)
    for ply, text in enumerate(("e1", "a2-b2"), 1):
        await move_in_event(house, to_move(house), text, ply)
    left = to_move(house)
    other = next(each for each in players(house) if each != left)
    await use_up_time(house, left)
    await house.until(lambda: house.value("SELECT count(*) FROM vacated_seat"))
    olga = house.world.guild.add_member("olga", Permission.MANAGE_GUILD)
    opened = "SELECT count(*) FROM vacated_seat WHERE is_open"
    await house.until(lambda: house.value(opened), lambda: press_anywhere(house, olga, "offerseat"))
    taken = "SELECT count(*) FROM seat WHERE user_id = ?"
    await house.until(
        lambda: house.value(taken, house.dan.id),
        lambda: press_anywhere(house, house.dan, "takeseat"),
    )
    _, text = await any_move(house)
    await move_in_event(house, house.dan, text, 3)

    async def resign() -> None:
        question = await house.world.slash(other, house.channel, "resign", match="1")
        await house.press(other, "resigned", await house.first_reply(question))

    await house.until(lambda: house.value("SELECT state FROM match") == "over", resign)
    settled = "SELECT outcomes FROM event_pairing WHERE outcomes NOTNULL"
    await house.until(lambda: house.value(settled), attempts=60)
    assert sorted(json.loads(house.value(settled))) == ["time loss", "win"]
    assert not house.value("SELECT count(*) FROM seat WHERE user_id = ?", house.dan.id)
    assert house.value("SELECT count(*) FROM audit") == 1


async def press_anywhere(house: House, member: Member, verb: str) -> None:
    """Press a button in a thread, of the event or the match, or in the channel."""
    await house.press(member, verb, house.find(verb, *house.world.guild.threads, house.channel))


async def move_in_event(house: House, member: Member, text: str, ply: int) -> None:
    """Make a move in the only match, by typing it in the channel."""
    await house.until(
        lambda: house.value("SELECT max(ply) FROM match") >= ply,
        lambda: house.world.slash(member, house.channel, "move", move=text, match="1"),
    )


async def use_up_time(house: House, member: Member) -> None:
    """Let the time of the turn end at once, for someone without vacation days."""
    now = discord.utils.utcnow()
    async with house.club.store.write() as tx:
        await vacations.add(
            tx,
            user_id=member.id,
            begins_at=now - 40 * DAY,
            ends_at=now - 10 * DAY,
            days=30,
            automatic=True,
        )
        ends = {"deadline": now, "runs_out_at": None, "wakes_at": now}
        await tx.execute(update(MATCHES).values(ends))


SCENARIOS = {
    each.__name__: each
    for each in (cup, ladder_challenge, slow_thread, table_of_three, silent_seat)
}
