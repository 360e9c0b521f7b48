"""The club's services on a database, without Discord, with a clock that tests set."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import select

from club.club import Club
from club.matches.match import Match
from club.members.membership import MemberLookup, Sight
from engine.serving.pool import Pool
from rules.registry import GAMES
from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.matches.match import MATCHES, Participant, Place, Terms
from storage.ratings.ratings import RATING_CHANGES, RATINGS

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
GUILD, CHANNEL = 7, 8
ADA, BEN, CY = Participant(11, "Ada"), Participant(12, "Ben"), Participant(13, "Cy")


class Town:
    """A directory of servers, of which everyone is a member until a test says otherwise."""

    def __init__(self) -> None:
        self.gone: set[int] = set()
        """The servers that have removed the bot."""
        self.departed: set[tuple[int, int]] = set()
        """Users who have left a server, as pairs of server and user."""
        self.unreachable: set[int] = set()
        """Users whose direct messages can't be opened."""
        self.hidden: set[tuple[int, int]] = set()
        """Channels that users can't see, as pairs of user and channel."""
        self.closed: set[int] = set()
        """Channels that not all members can see."""
        self.deleted_ids: set[int] = set()
        """Channels and roles that were deleted."""
        self.joined: dict[int, datetime] = {}
        """When users joined their server, if not a year ago."""
        self.organisers: set[int] = set()
        """Users who may organise events."""
        self.look_ups: list[tuple[int, int]] = []

    async def look_up(self, guild_id: int, user_id: int) -> MemberLookup | None:
        self.look_ups.append((guild_id, user_id))
        if guild_id in self.gone:
            return MemberLookup(None, is_gone=True)
        return MemberLookup(None if (guild_id, user_id) in self.departed else f"user {user_id}")

    async def is_gone(self, guild_id: int) -> bool:
        return guild_id in self.gone

    async def direct_channel(self, user_id: int) -> int | None:
        return None if user_id in self.unreachable else direct_channel_of(user_id)

    async def viewer_at(self, user_id: int, place: Place) -> Sight | None:
        if place.guild_id in self.gone:
            return None
        if (place.guild_id, user_id) in self.departed:
            return Sight(False)
        is_hidden = (user_id, place.forum_id or place.channel_id) in self.hidden
        name = f"user {user_id}"
        joined_at = self.joined.get(user_id, NOON - timedelta(days=365))
        return Sight(not is_hidden, name, joined_at, organises=user_id in self.organisers)

    def is_open(self, place: Place) -> bool:
        return (place.parent_id or place.channel_id) not in self.closed

    def deleted(self, guild_id: int, ids: Collection[int]) -> frozenset[int]:
        return frozenset(ids) & self.deleted_ids


def direct_channel_of(user_id: int) -> int:
    """The channel of a user's direct messages in a `Town`."""
    return 9000 + user_id


SWEEP = timedelta(hours=6)
"""The interval between rounds of chores, long so that simulated days need few."""


class Services(Club):
    """The services on a database, with a clock that a test sets."""

    def __init__(
        self,
        store: Store,
        web_url: str | None = None,
        pool: Pool | None = None,
        town: Town | None = None,
        sweep: timedelta = SWEEP,
        shards: Shards = ALL,
    ) -> None:
        self.now = NOON
        super().__init__(
            store,
            lambda: self.now,
            random=Random(1),
            directory=town,
            sweep=sweep,
            shards=shards,
            web_url=web_url,
            pool=pool,
        )

    async def pass_time(self, time: timedelta, shards: Shards = ALL) -> None:
        """Let time pass with the bot online, with rounds in which nothing else is done."""
        await self.wait_until(self.now + time, shards)

    async def wait_until(self, moment: datetime, shards: Shards = ALL) -> None:
        """Like `pass_time`, with the end of the time."""
        while self.now < moment:
            self.now = min(moment, self.now + SWEEP)
            await self.uptime.set_online(shards)

    async def start_match(
        self,
        *people: Participant,
        game: str = "skirt",
        options: Mapping[str, int] | None = None,
        guild_id: int = GUILD,
        **wishes: Any,
    ) -> int:
        """Start a match of these people, the first of two on seat 1, and return its id."""
        players = people or (ADA, BEN)
        chosen = GAMES[game]
        seats = {"players": len(players)} if game == "passtally" else {}
        terms = Terms(chosen.key, chosen.choose({**seats, **(options or {})}), **wishes)
        place = Place(guild_id, CHANNEL)
        challenge = await self.challenges.make(terms, place, players[0], players[1:], seat=1)
        for guest in players[1:]:
            if guest.level is None:
                challenge = await self.challenges.accept(challenge.id, guest)
        assert challenge.match_id is not None
        return challenge.match_id

    async def play_turns(self, match_id: int, count: int = 3) -> Match:
        """Make `count` turns for each player, and return the match."""
        match = await self.matches.find(match_id)
        random = Random(match_id)
        while match.turn_number <= count * len(match.players):
            move = random.choice(match.position.moves())
            assert match.player_to_move is not None
            match = await self.matches.play(match_id, match.player_to_move.user_id, move)
        return match

    async def win_match(
        self, winner: Participant = ADA, loser: Participant = BEN, **wishes: Any
    ) -> int:
        """Play a match that the loser resigns after three turns each, and return its id."""
        match_id = await self.start_match(winner, loser, **wishes)
        await self.play_turns(match_id)
        await self.matches.resign(match_id, loser.user_id)
        return match_id

    async def unrated_reason(self, match_id: int) -> str | None:
        return (await self.matches.find(match_id)).stored.unrated


async def rating_rows(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """All stored ratings, in a fixed order."""
    tables: dict[str, list[tuple[Any, ...]]] = {}
    async with store.read() as tx:
        for table in (RATINGS, RATING_CHANGES):
            rows = await tx.execute(select(table).order_by(*table.primary_key.columns))
            tables[table.name] = [tuple(row) for row in rows]
        reasons = select(MATCHES.c.id, MATCHES.c.unrated).order_by(MATCHES.c.id)
        tables["unrated"] = [tuple(row) for row in await tx.execute(reasons)]
    return tables
