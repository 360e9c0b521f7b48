"""The scenarios: people's actions in a house.

The first words of a scenario's docstring name it. Preparations use the services directly, and the
actions under test go through Discord.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import discord

from bot.pages.forms import FIELD
from club.calendar import zone_named
from club.matches import changes
from club.matches.changes import Agreement
from club.members.cities import zone_of_city
from rules.registry import GAMES
from storage.matches.match import Participant, Terms
from storage.matches.match import direct_messages as direct_place
from storage.servers import settings as stored_settings
from tests.additions import additions
from tests.discord.channels import open_thread
from tests.discord.forums import add_forum
from tests.discord.places import Member, Permission
from tests.simulation.acts import (
    any_move,
    ask_in_vain,
    begin,
    begin_between_servers,
    move,
    players,
    propose,
    resign,
    to_move,
)
from tests.simulation.house import House
from tests.simulation.virtual_loop import VirtualLoop

PRIVATE_THREAD = 12
"""Discord's type of a private thread."""

Scenario = Callable[[House], Awaitable[None]]


async def challenge(house: House) -> None:
    """A challenge by name is accepted, and the match starts in its own thread."""
    await begin(house)


async def closed_challenges(house: House) -> None:
    """A challenge is declined, another cancelled, and a third accepted by one of two guests."""
    for number, (verb, member) in enumerate((("decline", house.ben), ("cancel", house.ada)), 1):
        await propose(house, (house.ben,))
        closed = "SELECT count(*) FROM challenge WHERE state IN ('declined', 'cancelled')"
        await house.until(
            lambda number=number, closed=closed: house.value(closed) >= number,
            lambda verb=verb, member=member: house.press(member, verb),
        )
        await house.settle()
    await propose(house, (house.ben, house.cy), game="passtally")
    accepted = "SELECT count(*) FROM challenge_guest WHERE accepted"
    await house.until(lambda: house.value(accepted), lambda: house.press(house.ben, "accept"))


async def moves(house: House) -> None:
    """Two moves, typed."""
    await begin(house)
    await move(house, house.ada, "e1", ply=1)
    await move(house, house.ben, "a2-b2", ply=2)


async def moves_at_once(house: House) -> None:
    """Each player types two moves at the same moment, and one of them counts."""
    await begin(house)
    for ply, (member, texts) in enumerate(
        ((house.ada, ("e1", "d1")), (house.ben, ("a2-b2", "a3-b3"))), 1
    ):

        async def type_both(member: Member = member, texts: tuple[str, str] = texts) -> None:
            calls = (house.world.slash(member, house.place, "move", move=text) for text in texts)
            await asyncio.gather(*calls)

        await house.until(
            lambda ply=ply: house.value("SELECT max(ply) FROM match") >= ply,
            type_both,
        )


async def take_back(house: House) -> None:
    """A move taken back with the opponent's consent, and another in its place."""
    await begin(house)
    await move(house, house.ada, "e1", ply=1)
    await move(house, house.ben, "a2-b2", ply=2)

    def is_back() -> bool:
        return house.value("SELECT ply FROM match") == 1

    await house.until(
        lambda: house.value("SELECT count(*) FROM offer WHERE state = 'open'") or is_back(),
        lambda: house.world.slash(house.ben, house.place, "takeback"),
    )
    await house.until(is_back, lambda: house.press(house.ada, "agree"))
    await move(house, house.ben, "a3-b3", ply=2)


async def time_out(house: House) -> None:
    """A clock that runs out after both have moved."""
    await begin(house, pace="10m")
    await move(house, house.ada, "e1", ply=1)
    await move(house, house.ben, "a2-b2", ply=2)
    await house.until(lambda: house.value("SELECT state FROM match") == "over", attempts=60)


async def sleeping(house: House) -> None:
    """The machine sleeps for longer than a turn may take, and nobody loses on time."""
    await begin(house, pace="10m")
    await move(house, house.ada, "e1", ply=1)
    await move(house, house.ben, "a2-b2", ply=2)
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    loop.slept += timedelta(hours=3)
    await asyncio.sleep(3 * 60)
    assert house.value("SELECT state FROM match") == "running"
    member, text = await any_move(house)
    await move(house, member, text, ply=3)


async def time_off(house: House) -> None:
    """Two people in different zones have hours and days off, and one changes them in a turn."""
    deadline = discord.utils.utcnow() + timedelta(days=1)
    await set_time_off(house, house.ben, "Tokyo", deadline, days=(deadline.weekday(),))
    await begin(house, pace="1d")
    await move(house, house.ada, "e1", ply=1)
    assert house.value("SELECT runs_out_at FROM match")
    await move(house, house.ben, "a2-b2", ply=2)
    assert not house.value("SELECT runs_out_at FROM match")
    await set_time_off(house, house.ada, "New York", deadline)
    assert house.value("SELECT runs_out_at FROM match")


async def set_time_off(
    house: House, member: Member, city: str, deadline: datetime, days: tuple[int, ...] = ()
) -> None:
    """Set a zone by city, and time off that contains a deadline."""
    local = deadline.astimezone(zone_named(zone_of_city(city)))
    begin, end = (f"{local + timedelta(hours=hours):%H:%M}" for hours in (-2, 3))

    async def set_zone() -> None:
        page = await house.first_reply(
            await house.world.slash(member, house.channel, "preferences")
        )
        form = await house.form(await house.press(member, "zone", page))
        await house.world.submit(form, {FIELD: city})

    async def set_hours() -> None:
        page = await house.first_reply(
            await house.world.slash(member, house.channel, "preferences")
        )
        form = await house.form(await house.press(member, "time-off", page))
        values = {"begin": begin, "end": end, "days": [str(day) for day in days]}
        await house.world.submit(form, values)

    zone = "SELECT zone FROM person WHERE user_id = ?"
    await house.until(lambda: house.value(zone, member.id), set_zone)
    has_hours = "SELECT off_from <> off_until FROM person WHERE user_id = ?"
    await house.until(lambda: house.value(has_hours, member.id), set_hours)


async def resignation_of_three(house: House) -> None:
    """Two of three players resign one after the other, and the third wins."""
    await begin(house, game="passtally", guests=(house.ben, house.cy))
    for number, member in enumerate((house.cy, house.ada), 1):
        gone = number

        async def resign(member: Member = member) -> None:
            question = await house.world.slash(member, house.place, "resign")
            await house.press(member, "resigned", await house.first_reply(question))

        await house.until(
            lambda gone=gone: (
                house.value("SELECT count(*) FROM seat WHERE is_playing = 0") >= gone
                or house.value("SELECT state FROM match") == "over"
            ),
            resign,
        )


async def vacant_seat(house: House) -> None:
    """A seat that went silent is offered, taken, taken back and lost, the others play on."""
    left = await seat_taken_by_dan(house)
    returned = "SELECT count(*) FROM seat WHERE vacancy = 'returned'"
    await house.until(lambda: house.value(returned), lambda: house.press(left, "seatback"))
    await house.until(
        lambda: house.value("SELECT count(*) FROM seat WHERE is_playing = 0"), attempts=60
    )


async def substitute(house: House) -> None:
    """A substitute plays on in a seat that went silent, until the others have resigned."""
    await seat_taken_by_dan(house)
    ply = house.value("SELECT ply FROM match")
    _, text = await any_move(house)
    await move(house, house.dan, text, ply=ply + 1)
    for member in players(house):
        if member == house.dan:
            continue

        async def resign(member: Member = member) -> None:
            question = await house.world.slash(member, house.place, "resign")
            await house.press(member, "resigned", await house.first_reply(question))

        def has_resigned(member: Member = member) -> bool:
            gone = "SELECT count(*) FROM seat WHERE is_playing = 0 AND user_id = ?"
            return house.value(gone, member.id) or house.value("SELECT state FROM match") == "over"

        await house.until(has_resigned, resign)
    assert not house.value("SELECT count(*) FROM seat WHERE user_id = ?", house.dan.id)


async def seat_taken_by_dan(house: House) -> Member:
    """Let the time of one of three run out and Dan take the seat. Return who left it."""
    await begin(house, game="passtally", pace="10m", guests=(house.ben, house.cy))
    for ply in (1, 2, 3):
        member, text = await any_move(house)
        await move(house, member, text, ply=ply)
    left = to_move(house)
    other = next(each for each in players(house) if each != left)
    await house.until(lambda: house.value("SELECT count(*) FROM vacated_seat"), attempts=60)
    opened = "SELECT count(*) FROM vacated_seat WHERE is_open"
    await house.until(lambda: house.value(opened), lambda: house.press(other, "offerseat"))
    taken = "SELECT count(*) FROM seat WHERE user_id = ?"
    await house.until(
        lambda: house.value(taken, house.dan.id), lambda: house.press(house.dan, "takeseat")
    )
    return left


async def rematch(house: House) -> None:
    """A rematch after a resignation, with the seats swapped."""
    await begin(house)
    await resign(house)
    card = "SELECT message_id FROM challenge WHERE state = 'open' AND message_id NOTNULL"
    await house.until(lambda: house.value(card), lambda: house.press(house.ben, "rematch"))
    await house.until(
        lambda: house.value("SELECT count(*) FROM match") == 2,
        lambda: house.press(house.ada, "accept"),
    )


async def two_servers(house: House) -> None:
    """A rematch between two servers, requested in one and accepted in the other."""
    here, other = await begin_between_servers(house)
    await move(house, house.ada, "e1", ply=1, place=here)

    async def resign() -> None:
        question = await house.world.slash(house.eve, other, "resign")
        await house.press(house.eve, "resigned", await house.first_reply(question))

    await house.until(lambda: house.value("SELECT state FROM match") == "over", resign)
    card = "SELECT message_id FROM challenge WHERE state = 'open' AND message_id NOTNULL"
    await house.until(
        lambda: house.value(card),
        lambda: house.press(house.eve, "rematch", house.find("rematch", other)),
    )
    await house.until(
        lambda: house.value("SELECT count(*) FROM match") == 2,
        lambda: house.press(house.ada, "accept", house.find("accept", here)),
    )
    await move(house, house.eve, "e1", ply=1, place=other)
    await house.settle()
    assert not house.shows("accept", here)


async def locked_thread(house: House) -> None:
    """A moderator locks the thread of a match, which continues in its channel."""
    await begin(house)
    await move(house, house.ada, "e1", ply=1)
    await house.settle()
    (thread,) = house.channel.threads
    house.channel.bot_permissions &= ~Permission.MANAGE_THREADS
    thread.archived = thread.locked = True
    house.world.dispatch(house.world.guild, "THREAD_UPDATE", thread.payload)
    for ply, (member, text) in enumerate(((house.ben, "a2-b2"), (house.ada, "a4-b4")), 2):
        await move(house, member, text, ply=ply, place=house.channel)
    await house.settle()
    assert house.shows("play", house.channel)


async def deleted_channel(house: House) -> None:
    """A match's thread is deleted, then its channel, and it goes on in direct messages."""
    chats = {each.id: house.world.direct_messages(each.id) for each in (house.ada, house.ben)}
    await begin(house)
    await move(house, house.ada, "e1", ply=1)
    await house.settle()
    (thread,) = house.channel.threads
    thread.delete()
    await move(house, house.ben, "a2-b2", ply=2, place=house.channel)
    await house.until(lambda: house.shows("play", house.channel))
    house.channel.delete()
    for chat in chats.values():
        await house.until(lambda chat=chat: house.shows("play", chat))
    await move(house, house.ada, "a4-b4", ply=3, place=chats[house.ada.id])
    await house.settle()
    for chat in chats.values():
        assert [each for each in chat.messages if "it continues here" in each.text]


async def slow_place(house: House) -> None:
    """A match between two servers, one of which is slow, and then refuses for a minute."""
    here, other = await begin_between_servers(house)
    places = {house.ada.id: here, house.eve.id: other}
    slow = house.other.guild.id
    for ply in range(1, 7):
        if ply == 1:
            house.world.slow_places[slow] = 20.0
        if ply == 4:
            del house.world.slow_places[slow]
            house.world.limited_places[slow] = asyncio.get_running_loop().time() + 60
        member, text = await any_move(house)
        await move(house, member, text, ply=ply, place=places[member.id])


async def group_chat(house: House) -> None:
    """A match in a group chat, where the bot can only answer."""
    ann, bob = (house.world.outside.add_member(name) for name in ("ann", "bob"))
    chat = house.world.outside.add_chat("group chat", ann, bob)
    await house.until(
        lambda: house.shows("accept", chat),
        lambda: house.world.slash(
            ann, chat, "challenge", game="skirt", options="size 4", seat=1, pace="none"
        ),
    )
    await house.until(
        lambda: house.value("SELECT count(*) FROM match"),
        lambda: house.press(bob, "accept", house.find("accept", chat)),
    )
    card = "SELECT card_ply FROM match_place WHERE card_message_id NOTNULL"
    for ply, (member, text) in enumerate(((ann, "e1"), (bob, "a2-b2")), 1):
        await move(house, member, text, ply=ply, place=chat)
        await house.settle()
        # /match brings back a card whose posting was cut off.
        await house.until(
            lambda ply=ply: house.value(card) == ply,
            lambda: house.world.slash(bob, chat, "match"),
        )


async def direct_messages(house: House) -> None:
    """A match against the computer in the bot's direct messages."""
    ann = house.world.outside.add_member("ann")
    chat = house.world.direct_messages(ann.id)
    await house.until(
        lambda: house.value("SELECT count(*) FROM match"),
        lambda: house.world.slash(
            ann, chat, "challenge", game="skirt", options="size 4", level=1, seat=1
        ),
    )
    await move(house, ann, "e1", ply=2, place=chat)


async def forum(house: House) -> None:
    """A match in a forum post that opens with the first board, resigned after a move."""
    boards = add_forum(house.world.guild, "boards")
    async with house.club.store.write() as tx:
        settings = await stored_settings.get(tx, house.world.guild.id)
        await stored_settings.save(tx, replace(settings, forum_id=boards.id))
    await begin(house)
    await move(house, house.ada, "e1", ply=1)
    await resign(house)


async def gone_server(house: House) -> None:
    """A server removes the bot in the middle of a match, which goes on in direct messages."""
    chats = {each.id: house.world.direct_messages(each.id) for each in (house.ada, house.ben)}
    await begin(house)
    await move(house, house.ada, "e1", ply=1)
    house.world.remove_bot(house.world.guild)
    for chat in chats.values():
        await house.until(lambda chat=chat: house.shows("play", chat))
    await move(house, house.ben, "a2-b2", ply=2, place=chats[house.ben.id])
    await house.settle()
    for chat in chats.values():
        assert any("it continues here" in each.text for each in chat.messages)


async def private_thread(house: House) -> None:
    """A match and its rematch in a private thread, which someone outside it asks for in vain."""
    hideout = open_thread(
        house.world, house.channel, house.world.snowflake(), PRIVATE_THREAD, {"name": "hideout"}
    )
    hideout.owner = house.ada.id
    hideout.members |= {house.ada.id, house.ben.id}
    await begin(house, place=hideout)
    await move(house, house.ada, "e1", ply=1)
    await move(house, house.ben, "a2-b2", ply=2)
    await ask_in_vain(house, house.dan, match_id=1)
    await resign(house)
    card = "SELECT message_id FROM challenge WHERE state = 'open' AND message_id NOTNULL"
    await house.until(lambda: house.value(card), lambda: house.press(house.ben, "rematch"))
    await house.until(
        lambda: house.value("SELECT count(*) FROM match") == 2,
        lambda: house.press(house.ada, "accept"),
    )
    await move(house, house.ben, "e1", ply=1)
    await ask_in_vain(house, house.dan, match_id=2)
    await house.settle()
    assert house.channel.messages == []
    assert house.world.guild.threads == [hideout]


async def computer(house: House) -> None:
    """A match against the computer, which answers a move."""
    bot = house.world.guild.bot
    await house.until(
        lambda: house.value("SELECT count(*) FROM match"),
        lambda: house.world.slash(
            house.ada,
            house.channel,
            "challenge",
            game="skirt",
            options="size 4",
            seat=1,
            opponent=bot,
            level=1,
        ),
    )
    await house.until(lambda: house.channel.threads)
    await move(house, house.ada, "e1", ply=1)
    await house.until(lambda: house.value("SELECT ply FROM match") >= 2)


async def between_messages(house: House) -> None:
    """Two people play each other in their own direct messages."""
    chats = {each.id: house.world.direct_messages(each.id) for each in (house.ada, house.ben)}
    places = [direct_place(each.id) for each in chats.values()]
    players = [
        Participant(each.id, each.name, home=number)
        for number, each in enumerate((house.ada, house.ben), 1)
    ]
    terms = Terms("skirt", GAMES["skirt"].choose({}), "3d")
    agreement = Agreement(terms, places, players, from_pool=True)
    await house.club.store.write(
        lambda tx: changes.begin(tx, agreement, Random(1), house.club.clock())
    )
    await house.until(lambda: house.value("SELECT count(*) FROM match"))
    for ply in (1, 2):
        member, text = await any_move(house)
        await move(house, member, text, ply=ply, place=chats[member.id])


async def deletion(house: House) -> None:
    """Someone has their data deleted in the middle of a match."""
    await begin(house)
    await move(house, house.ada, "e1", ply=1)

    async def delete() -> None:
        page = await house.first_reply(await house.world.slash(house.ada, house.channel, "privacy"))
        confirmation = await house.press(house.ada, "delete", page)
        await house.press(house.ada, "deleted", await house.first_reply(confirmation))

    seats = "SELECT count(*) FROM seat WHERE user_id = ?"
    await house.until(lambda: not house.value(seats, house.ada.id), delete)
    house.deleted_members.append(house.ada)


SCENARIOS: dict[str, Scenario] = {
    each.__name__: each
    for each in (
        challenge,
        closed_challenges,
        moves,
        moves_at_once,
        take_back,
        time_out,
        sleeping,
        time_off,
        resignation_of_three,
        vacant_seat,
        substitute,
        rematch,
        two_servers,
        locked_thread,
        deleted_channel,
        slow_place,
        group_chat,
        direct_messages,
        between_messages,
        forum,
        gone_server,
        private_thread,
        computer,
        deletion,
    )
}


for _module in additions("simulation.scenarios"):
    SCENARIOS |= _module.SCENARIOS
