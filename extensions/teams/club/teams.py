"""Matches of a whole channel: starting one, signing up, voting, and what admins can do.

Every vote is a transaction that locks the match at the version that the voter saw. It also closes
the vote, if that is due before its time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from club.calendar import moment_at, zone_named
from club.club import Club
from club.matches import changes
from club.matches.changes import Agreement
from club.matches.match import Match
from club.matches.offer_kinds import MAX_PAUSE
from club.matches.reasons import (
    CALLED_OFF,
    abort_change,
    check_runs,
    check_version,
    not_your_turn,
    too_late_to_abort,
    unknown_match,
)
from club.references import Name
from extensions.teams.club import votes
from extensions.teams.club.votes import open_votes, team_to_move, voting_of
from extensions.teams.storage import teams as stored_teams
from extensions.teams.storage.teams import Team, TeamMember, Vote, Wish
from language.texts import N_
from language.typed import name_in
from rules.refusal import Refusal
from storage.database.shards import ALL, Shards
from storage.database.transaction import Outdated, Transaction
from storage.matches.match import Participant, Seat
from storage.servers.settings import GuildSettings

log = logging.getLogger(__name__)

CHECK_INTERVAL = timedelta(hours=1)
"""Time between two searches for members who have left."""

MAX_MATCHES = 3
"""Maximum number of running matches that a server plays as a team."""

MAX_NAME_LENGTH = 32
"""Maximum length of a team's name, as of a member's."""

MAX_VOTED = 12
"""Maximum number of matches listed for a voter."""

MAX_WORDS = 120
"""Maximum length of the sentence with a vote."""


@dataclass(frozen=True, slots=True)
class Voter:
    """A member who votes in a server."""

    user_id: int
    name: str
    guild_id: int | None
    """The server where they are, None outside of one."""
    joined_at: datetime | None
    """When they joined it, if known."""


class Teams:
    """Starts matches of teams, and takes their votes."""

    def __init__(self, club: Club) -> None:
        self._store = club.store
        self._matches = club.matches
        self._membership = club.membership
        self._clock = club.clock
        self._random = club.random
        self._checked_at: datetime | None = None

    async def start(self, agreement: Agreement) -> Match:
        """Start a match of a team.

        :raises Refusal: `too_many_teams`.
        """
        now = self._clock()
        started = await self._store.write(
            lambda tx: changes.begin(tx, agreement, self._random, now)
        )
        return await self._matches.find(started.id)

    async def vote(self, match: Match, voter: Voter, version: int, texts: Sequence[str]) -> Match:
        """Vote for a turn, in place of the voter's former one. The first vote may close the vote.

        :param texts: the moves of the whole turn.
        :param version: the version of the match that the voter saw.
        :raises Refusal: `match_over`, `stale`, `not_your_turn`, `other_server`, `too_new`,
            `not_signed_up`, `other_team`, `paused`, `unfinished`, or the one for an illegal
            move.
        """
        turn = [each.text for each in votes.turn_of(match.position.seen_by(None), texts)]

        def choose(vote: Vote) -> Vote:
            # A sentence is about the turn that it was written with.
            return replace(vote, moves=turn, words=vote.words if vote.moves == turn else "")

        return await self._change(match, voter, version, choose)

    async def wish(self, match: Match, voter: Voter, version: int, wish: Wish | None) -> Match:
        """Wish something else than a turn, or take that back.

        :raises Refusal: as `vote`, and `no_wish`.
        """
        player = match.player_to_move
        wishes = () if player is None else votes.possible_wishes(match, player)
        if wish is not None and wish not in wishes:
            raise Refusal("no_wish", N_("That isn't possible at the moment."))
        return await self._change(match, voter, version, lambda vote: replace(vote, wish=wish))

    async def say(self, match: Match, voter: Voter, version: int, words: str) -> Match:
        """Add a sentence to a vote, which is shown once it is closed.

        :raises Refusal: as `vote`, and `no_vote`.
        """
        said = name_in(words)[:MAX_WORDS]

        def add(vote: Vote) -> Vote:
            if not vote.moves and vote.wish is None:
                raise Refusal("no_vote", N_("Vote first. Then you can say why."))
            return replace(vote, words=said)

        return await self._change(match, voter, version, add)

    async def _change(
        self, match: Match, voter: Voter, version: int, change: Callable[[Vote], Vote]
    ) -> Match:
        """Change a voter's vote on the current turn, and close the vote if that decides it."""
        match = await self._matches.in_time(match)
        check_version(match, version)
        team = team_to_move(match)
        if team is None:
            raise not_your_turn(match)
        if match.paused_until is not None:
            raise Refusal(
                "paused", N_("An admin has paused this match, so nobody can vote right now.")
            )

        async def cast(tx: Transaction, now: datetime) -> Match:
            stored = await changes.lock_match(tx, match)
            members = await stored_teams.members_of(tx, match.id)
            check_may_vote(match, team, voter, members)
            await _check_is_for_no_other(tx, match, team, voter, members)
            cast_so_far = await stored_teams.votes_since(tx, match.id, stored.ply)
            number = 1 + max((vote.number for vote in cast_so_far), default=0)
            former = next((vote for vote in cast_so_far if vote.voter_id == voter.user_id), None)
            blank = Vote(match.id, stored.ply, voter.user_id, voter.name, [], None, "", number, now)
            vote = replace(change(former or blank), name=voter.name)
            if former is None or vote.moves != former.moves:
                vote = replace(vote, number=number, at=now)
            if vote.moves or vote.wish is not None:
                await stored_teams.put(tx, vote)
            else:
                await stored_teams.withdraw(tx, match.id, stored.ply, voter.user_id)
            return await votes.close_if_decided(tx, match, stored, now)

        return await self._matches.change(match, cast)

    async def voter(
        self, match: Match, person: Participant, *, is_public: bool, is_fresh: bool = False
    ) -> Voter:
        """Return someone outside of Discord as a voter of the server in which they see a match.

        In several, it is the one for which they have voted or signed up, else the one to move.
        If no directory knows them, those who have voted or signed up on Discord are voters.

        :param is_public: whether everyone sees the match.
        :param is_fresh: whether what was known a minute ago is too old.
        :raises Refusal: `unknown_match` if they don't certainly see it, `voter_unknown`.
        """
        user_id, name, is_unknown = person.user_id, person.name, False
        joined = await self._guild_voted_in(match, user_id)
        seats = [match.seats[team.seat - 1] for team in match.teams]
        seats.sort(key=lambda seat: (seat.team_id != joined, seat.seat != match.to_move))
        for seat in seats:
            place = match.stored.home_of(seat.user_id)
            sight = await self._membership.viewer_at(user_id, place, is_fresh=is_fresh)
            if sight is not None and sight.sees:
                return Voter(user_id, sight.name, seat.team_id, sight.joined_at)
            is_unknown = is_unknown or sight is None
        if not is_public:
            raise unknown_match(match.id)
        if not is_unknown:
            return Voter(user_id, name, None, None)
        if joined is None:
            words = N_(
                "I can't check on the web how long you've been in that server. Vote once on "
                "Discord. After that, you can vote on the web too."
            )
            raise Refusal("voter_unknown", words)
        names = await self._membership.present(joined, {user_id: name})
        if not names:
            return Voter(user_id, name, None, None)
        return Voter(user_id, names[user_id], joined, match.stored.created_at)

    async def _guild_voted_in(self, match: Match, user_id: int) -> int | None:
        """Return the server for which a user has voted or signed up in a match, if any."""

        async def read(tx: Transaction) -> int | None:
            members = await stored_teams.members_of(tx, match.id)
            seats = {member.seat for member in members if member.user_id == user_id}
            seats |= await _seats_voted_for(tx, match, user_id)
            return next((each.team_id for each in match.seats if each.seat in seats), None)

        return await self._store.read(read)

    async def running_of_voter(self, user_id: int) -> list[Match]:
        """Return the running matches in which a user has voted or signed up."""
        numbers = await self._store.read(
            lambda tx: stored_teams.running_of_voter(tx, user_id, MAX_VOTED)
        )
        return [await self._matches.find(number) for number in numbers]

    async def members(self, match_id: int) -> tuple[TeamMember, ...]:
        """Return the members who have signed up for the teams of a match, in order."""
        return await self._store.read(lambda tx: stored_teams.members_of(tx, match_id))

    async def check_may_vote(self, match: Match, voter: Voter) -> None:
        """Check that someone may vote on the current turn.

        :raises Refusal: `match_over`, `not_your_turn`, `other_server`, `too_new`, `opponent`,
            `not_signed_up`, `other_team`.
        """
        check_runs(match)
        team = team_to_move(match)
        if team is None:
            raise not_your_turn(match)
        async with self._store.read() as tx:
            members = await stored_teams.members_of(tx, match.id)
            check_may_vote(match, team, voter, members)
            await _check_is_for_no_other(tx, match, team, voter, members)

    async def sign_up(self, match: Match, voter: Voter) -> int:
        """Sign up for the team of the voter's server, and return how many have by then.

        :raises Refusal: `match_over`, `other_server`, `opponent`, `too_new`, `other_team`.
        """
        while True:
            match = await self._matches.in_time(match)
            try:
                return await self._store.write(partial(self.sign_up_in, match=match, voter=voter))
            except Outdated:
                log.info("match %s changed while someone was signing up; retrying", match.id)

    async def sign_up_in(self, tx: Transaction, match: Match, voter: Voter) -> int:
        """Like `sign_up`, in a transaction.

        :raises Outdated: if the match has changed since it was loaded.
        """
        team = team_of(match, voter)
        _check_may_join(match, team, voter)
        # Someone who signs up for both teams at once is refused by one of them.
        await changes.lock_match(tx, match)
        members = await stored_teams.members_of(tx, match.id)
        await _check_is_for_no_other(tx, match, team, voter, members)
        member = TeamMember(match.id, team.seat, voter.user_id, voter.name, self._clock())
        await stored_teams.sign_up(tx, member)
        teammates = {other.user_id for other in members if other.seat == team.seat}
        return len(teammates | {voter.user_id})

    async def sign_off(self, match: Match, user_id: int) -> Match:
        """Leave a team. A vote on the current turn is withdrawn, and closed if it is decided now.

        :raises Refusal: `stale`.
        """

        async def leave(tx: Transaction, now: datetime) -> Match:
            stored = await changes.lock_match(tx, match)
            await stored_teams.sign_off(tx, match.id, user_id)
            if match.is_over:
                return match
            await stored_teams.withdraw(tx, match.id, stored.ply, user_id)
            return await votes.close_if_decided(tx, match, stored, now)

        return await self._matches.change(match, leave)

    async def leave_all(self, user_id: int) -> None:
        """Leave the teams of all running matches."""
        for match_id in await self._store.read(
            lambda tx: stored_teams.running_of_voter(tx, user_id)
        ):
            try:
                await self.sign_off(await self._matches.find(match_id), user_id)
            except Refusal as refusal:
                log.info("could not leave a team of match %s: %s", match_id, refusal.code)

    async def release_departed(self, shards: Shards = ALL) -> None:
        """Sign off members who have left a server, if only they haven't voted yet.

        Discord doesn't report them, so they are looked up every hour.
        """
        now = self._clock()
        if self._checked_at is not None and now - self._checked_at < CHECK_INTERVAL:
            return
        self._checked_at = now
        for match_id in await self._store.read(
            lambda tx: stored_teams.waiting_for_members(tx, shards)
        ):
            try:
                await self._release_departed(await self._matches.find(match_id))
            except Refusal:
                log.info("match %s changed while its voters were looked up", match_id)

    async def _release_departed(self, match: Match) -> None:
        """Sign off members until one is found who is there and hasn't voted."""
        while (team := team_to_move(match)) is not None:
            guild_id = match.seats[team.seat - 1].team_id
            has_voted = {vote.voter_id for vote in open_votes(match)}
            waiting = [
                member
                for member in await self.members(match.id)
                if member.seat == team.seat and member.user_id not in has_voted
            ]
            if guild_id is None:
                return
            if not waiting:
                # The last one may have left while the clocks were paused.
                await self._matches.change(match, partial(_close_if_decided, match))
                return
            names = {waiting[0].user_id: waiting[0].name}
            if not await self._membership.departed(guild_id, names):
                return
            match = await self.sign_off(match, waiting[0].user_id)

    async def pause(self, match: Match) -> Match:
        """Pause the clock of a match for an admin, for up to thirty days.

        :raises Refusal: `match_over`, `between_servers`, `paused`, `stale`.
        """
        match = await self._matches.in_time(match)
        if match.stored.is_between_servers:
            words = N_("Another server plays this match too, so you can't pause it.")
            raise Refusal("between_servers", words)
        if match.paused_until is not None:
            raise Refusal("paused", N_("The clocks are already paused."))
        return await self._matches.change(
            match, lambda tx, now: changes.pause(tx, match, now + MAX_PAUSE, now)
        )

    async def resume(self, match: Match) -> Match:
        """Restart the clock of a match for an admin.

        :raises Refusal: `match_over`, `not_paused`, `stale`.
        """
        match = await self._matches.in_time(match)
        if match.paused_until is None:
            raise Refusal("not_paused", N_("The clocks are already running."))
        return await self._matches.change(match, lambda tx, now: changes.resume(tx, match, now))

    async def abort(self, match: Match, guild_id: int) -> Match:
        """Abort a match in its first two turns for an admin of a server.

        :raises Refusal: `match_over`, `too_late`, `stale`.
        """
        match = await self._matches.in_time(match)
        if not match.may_be_aborted:
            raise too_late_to_abort(match.id)
        seat = next(each.seat for each in match.seats if each.team_id == guild_id)
        return await self._matches.change(match, abort_change(match, CALLED_OFF, seat=seat))


async def check_room_for_team(tx: Transaction, guild_id: int, name: str) -> None:
    """Check that the members of a server can play one more match together.

    :raises Refusal: `too_many_teams`.
    """
    if await stored_teams.count_running(tx, guild_id) >= MAX_MATCHES:
        words = N_("{name} already has {count} channel matches in progress. Finish one first.")
        raise Refusal("too_many_teams", words, name=Name(name), count=MAX_MATCHES)


def team_of(match: Match, voter: Voter) -> Team:
    """Return the team of a voter's server.

    :raises Refusal: `other_server`.
    """
    own = seat_of(match, voter)
    teams = voting_of(match).teams
    team = next((each for each in teams if own is not None and each.seat == own.seat), None)
    if team is None:
        name = next((player.name for player in match.players if player.is_team), "")
        words = N_("In this match, only members of {name} can vote, and only in that server.")
        raise Refusal("other_server", words, name=Name(name))
    return team


def seat_of(match: Match, voter: Voter) -> Seat | None:
    """Return the seat of a voter's server, None for others."""
    seats = (seat for seat in match.seats if seat.is_team)
    return next((seat for seat in seats if seat.team_id == voter.guild_id), None)


def check_may_vote(match: Match, team: Team, voter: Voter, members: Sequence[TeamMember]) -> None:
    """Check that someone may vote for a team.

    :param members: those who have signed up for a team of the match.
    :raises Refusal: `other_server`, `not_your_turn`, `too_new`, `not_signed_up`.
    """
    if team_of(match, voter) != team:
        raise not_your_turn(match)
    _check_may_join(match, team, voter)
    is_member = any(
        (member.seat, member.user_id) == (team.seat, voter.user_id) for member in members
    )
    if team.voters == "members" and not is_member:
        words = N_("Only those who have signed up can vote in this match. Sign up first.")
        raise Refusal("not_signed_up", words)


async def _close_if_decided(match: Match, tx: Transaction, now: datetime) -> Match:
    return await votes.close_if_decided(tx, match, await changes.lock_match(tx, match), now)


async def _check_is_for_no_other(
    tx: Transaction, match: Match, team: Team, voter: Voter, members: Iterable[TeamMember]
) -> None:
    """Check that a member of several servers is in no other team of a match.

    :param members: those who have signed up for its teams.
    :raises Refusal: `other_team`.
    """
    if len(match.teams) == 1:
        return
    for member in members:
        if member.user_id == voter.user_id and member.seat != team.seat:
            words = N_("You've signed up for {name} in this match. Leave that team first.")
            raise Refusal("other_team", words, name=Name(match.players[member.seat - 1].name))
    for seat in sorted(await _seats_voted_for(tx, match, voter.user_id) - {team.seat}):
        words = N_("You've voted for {name} in this match, so you can't vote against it.")
        raise Refusal("other_team", words, name=Name(match.players[seat - 1].name))


async def _seats_voted_for(tx: Transaction, match: Match, user_id: int) -> set[int]:
    """Return the seats for which someone has voted in a match, also on the current turn."""
    seats = [*(played.seat for played in match.played), match.to_move]
    plies = await stored_teams.plies_of_voter(tx, match.id, user_id)
    return {seat for ply in plies if ply <= match.ply and (seat := seats[ply]) is not None}


def _check_may_join(match: Match, team: Team, voter: Voter) -> None:
    """Check that someone was in the server before the match began, and doesn't play against it."""
    if match.player_of(voter.user_id) is not None:
        raise Refusal("opponent", N_("You're playing against this server, so you can't vote."))
    if voter.joined_at is None or voter.joined_at > match.stored.created_at:
        words = N_(
            "This match started before you joined the server, so you can't vote in it. You can "
            "in the next one."
        )
        raise Refusal("too_new", words)


def daily_hour(settings: GuildSettings, now: datetime) -> int:
    """Return the hour in UTC at which daily votes of a server close, that of its daily puzzle."""
    today = now.astimezone(zone_named(settings.zone)).date()
    return moment_at(today, settings.puzzle_hour, settings.zone).hour
