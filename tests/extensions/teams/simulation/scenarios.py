"""Scenarios of matches of teams, for `tests/simulation/scenarios.py`."""

from __future__ import annotations

from club.matches.changes import Agreement
from extensions.teams.club.teams import Teams
from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms
from tests.discord.places import Channel, Member, Permission
from tests.simulation.house import House, allow_other_servers, controls_in

VOTES = "SELECT count(*) FROM vote WHERE voter_id = ?"


async def channel_votes(house: House) -> None:
    """The members of a server vote on a turn against the computer, which answers."""
    await begin_as_channel(house)
    for member, number in ((house.ada, 0), (house.ben, 1), (house.cy, 1)):
        await vote(house, member, house.place, number)
    await house.until(lambda: house.value("SELECT ply FROM match") >= 2, attempts=60)


async def wish_taken_back(house: House) -> None:
    """A wish is taken back, and two of the three other voters have theirs granted."""
    await begin_as_channel(house)

    def wish_rows() -> list[tuple[int, str]]:
        return house.rows("SELECT voter_id, wish FROM vote ORDER BY voter_id")

    async def press_wish(member: Member, wish: str) -> None:
        page = await house.first_reply(await house.press(member, "more"))
        wishes = controls_in(page, "vote-wish")
        chosen = next((each for each in wishes if each.split("|")[-1] == wish), None)
        if chosen is None:
            raise LookupError(wish)
        await house.world.click(member, page, chosen)

    await house.until(
        lambda: house.value(VOTES, house.cy.id), lambda: press_wish(house.cy, "resign")
    )
    await house.until(
        lambda: not house.value(VOTES, house.cy.id), lambda: press_wish(house.cy, "-")
    )
    for member in (house.ada, house.ben):
        await house.until(
            lambda member=member: house.value(VOTES, member.id),
            lambda member=member: press_wish(member, "resign"),
        )
    await vote(house, house.dan, house.place, 0)
    assert wish_rows() == [
        (house.ada.id, "resign"),
        (house.ben.id, "resign"),
        (house.dan.id, None),
    ]
    await house.until(lambda: house.value("SELECT state FROM match") == "over", attempts=60)


async def servers_vote(house: House) -> None:
    """Another server accepts an invitation, and both vote on a turn in their own channels."""
    boss = house.world.guild.add_member("boss", int(Permission.MANAGE_GUILD))
    rival = house.other.guild.add_member("rival", int(Permission.MANAGE_GUILD))
    await allow_other_servers(house)
    # An invitation whose card was never posted is repeated.
    card = "SELECT message_id FROM challenge WHERE message_id NOTNULL"
    terms: dict[str, object] = {"game": "skirt", "options": "size 4", "pace": "10m"}
    await house.until(
        lambda: house.value(card),
        lambda: house.world.slash(boss, house.channel, "channel-match", other_server=True, **terms),
    )

    async def accept() -> None:
        listed = await house.world.slash(rival, house.other, "matches", here=True)
        page = await house.press(rival, "invitations", await house.first_reply(listed))
        await house.press(rival, "invited", await house.first_reply(page))

    await house.until(lambda: house.value("SELECT count(*) FROM match"), accept)
    await house.until(lambda: house.channel.threads and house.other.threads)
    places = house.channel.threads[0], house.other.threads[0]
    for ply, (member, place) in enumerate(zip((house.ada, house.eve), places, strict=True), 1):
        position = (await house.club.matches.find(1)).position
        text = position.text(position.moves()[0])
        await house.until(
            lambda member=member: house.value(VOTES, member.id),
            lambda member=member, place=place, text=text: house.world.slash(
                member, place, "move", move=text
            ),
        )
        await house.until(lambda ply=ply: house.value("SELECT ply FROM match") >= ply, attempts=60)


async def begin_as_channel(house: House, size: int = 4) -> None:
    """Start a match of the first server's members against the computer."""
    guild = house.world.guild
    players = [
        Participant(guild.id, "the channel", team_id=guild.id),
        Participant(guild.bot.id, "bot", level=1),
    ]
    terms = Terms("skirt", GAMES["skirt"].choose({"size": size}), pace="10m")
    await house.club.part(Teams).start(
        Agreement(terms, [Place(guild.id, house.channel.id)], players)
    )
    await house.until(lambda: house.channel.threads)


async def begin_as_channels(house: House, size: int = 4) -> None:
    """Start a match of the first server's members against those of the second."""
    channels = house.channel, house.other
    places = [Place(channel.guild.id, channel.id) for channel in channels]
    players = [
        Participant(channel.guild.id, f"team {home}", home=home, team_id=channel.guild.id)
        for home, channel in enumerate(channels, 1)
    ]
    terms = Terms("skirt", GAMES["skirt"].choose({"size": size}), pace="10m")
    await house.club.part(Teams).start(Agreement(terms, places, players))
    await house.until(lambda: house.channel.threads and house.other.threads)


async def vote(house: House, member: Member, place: Channel, number: int) -> None:
    """Vote on the current turn.

    :param place: the match's thread in the member's server.
    :param number: the number of the chosen move among the buttons, from 0.
    """

    async def choose() -> None:
        card = house.find("play", place)
        panel = await house.first_reply(await house.press(member, "play", card))
        texts = [control for control in controls_in(panel, "vote") if control.split("|")[-1]]
        chosen = await house.world.click(member, panel, texts[number])
        await house.press(member, "voted", await house.first_reply(chosen))

    await house.until(lambda: house.value(VOTES, member.id), choose)


SCENARIOS = {each.__name__: each for each in (channel_votes, wish_taken_back, servers_vote)}
