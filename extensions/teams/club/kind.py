"""Teams as a kind of seat, beside people and computers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime

from club.matches.changes import Agreement
from club.matches.homes import Homes
from club.matches.match import Match, MatchChange, Progress, Rules
from club.matches.seams import Deed, MatchObserver, SeatKind
from club.outbox import notices
from club.references import Command
from extensions.teams.club import homes as team_homes
from extensions.teams.club import votes
from extensions.teams.club.teams import check_room_for_team
from extensions.teams.club.votes import Voting
from extensions.teams.storage import teams as stored_teams
from extensions.teams.storage.teams import Team
from language.texts import N_
from rules.refusal import Refusal
from storage.database.shards import Shards
from storage.database.transaction import Outdated, Transaction
from storage.matches.match import Participant, Seat, StoredMatch

_REFUSALS: Mapping[Deed, tuple[str, str]] = {
    "play": (
        "voted_on",
        N_("The members of a server play this match together. They vote on its board."),
    ),
    "undo": (
        "not_voting",
        N_("The members of a server decide this by vote, while it's their turn. Ask again then."),
    ),
    "pause": ("of_teams", N_("Only members with **Manage Server** can pause a channel match.")),
    "stop": (
        "of_teams",
        N_("Only members with **Manage Server** can end a channel match early."),
    ),
    "rematch": ("of_teams", N_("Start another channel match with {command}.")),
}
"""The refusals of what is up to the members together, or to their admins."""


class TeamKind(SeatKind):
    """The members of a server, who vote on each turn."""

    not_your_turn = N_("It's not your turn in match {id}: {name} ({seat}) is voting.")

    def has(self, player: Seat | Participant) -> bool:
        return player.team_id is not None

    def check_may(self, deed: Deed) -> None:
        """:raises Refusal: `voted_on`, `not_voting`, `of_teams`."""
        code, words = _REFUSALS[deed]
        raise Refusal(code, words, command=Command("channel-match"))

    async def check_room(self, tx: Transaction, player: Participant) -> None:
        await check_room_for_team(tx, player.team_id or 0, player.name)

    async def prepare(self, tx: Transaction, agreement: Agreement) -> Agreement:
        """Check that all teams have room. Between servers, the match is rated."""
        # A second request at the same moment waits here for the first.
        await stored_teams.lock_starts(tx)
        players = [player for player in agreement.players if self.has(player)]
        for player in players:
            await self.check_room(tx, player)
        rated = len(players) == len(agreement.players)
        return replace(agreement, terms=replace(agreement.terms, rated=rated))

    async def begin(self, tx: Transaction, match: StoredMatch, agreement: Agreement) -> None:
        for seat in match.seats:
            if seat.is_team:
                team = Team(match.id, seat.seat)
                if (terms := agreement.team) is not None:
                    team = replace(team, voters=terms["voters"], is_quick=terms["is_quick"])
                await stored_teams.add(tx, team)

    async def load(self, tx: Transaction, match: StoredMatch) -> Rules:
        teams = await stored_teams.of_match(tx, match.id)
        if match.state == "running":
            cast = await stored_teams.latest_votes(tx, match.id, len(teams) + 1)
        else:
            cast = await stored_teams.votes_since(tx, match.id, 0)
        return Voting(teams, cast)

    async def progress(self, tx: Transaction, match_ids: Collection[int]) -> Mapping[int, Progress]:
        counts = await stored_teams.count_open_votes(tx, match_ids)
        return {number: Progress(each.count, each.home) for number, each in counts.items()}

    async def remind(self, tx: Transaction, match: StoredMatch, now: datetime) -> None:
        """Remind the members if no one has voted yet."""
        if not await stored_teams.votes_since(tx, match.id, match.ply):
            await notices.notify(tx, match, now, (), "reminder")

    def time_out(self, match: Match, lose: MatchChange) -> MatchChange:
        return votes.closing(match, lose)

    async def lose_place(
        self, tx: Transaction, match: StoredMatch, seat: Seat, now: datetime
    ) -> None:
        """Note since when a team has no channel. It loses unless its admins choose another one."""
        teams = {team.seat: team for team in await stored_teams.of_match(tx, match.id)}
        if teams[seat.seat].no_channel_since is None:
            await stored_teams.set_no_channel(tx, match.id, seat.seat, now)
            await notices.show_change(tx, match, now)

    async def lose_server(self, homes: Homes, match: StoredMatch, guild_id: int) -> None:
        await team_homes.lose_server(homes, match, guild_id)

    async def check_homes(self, homes: Homes, shards: Shards) -> None:
        await team_homes.check_homes(homes, shards)


class TakeBacks(MatchObserver):
    """Forgets the votes on turns that are taken back."""

    async def changed(self, tx: Transaction, before: Match, match: Match, now: datetime) -> None:
        if match.ply < before.ply and match.teams:
            await stored_teams.forget_turns(tx, match.id, match.ply)


async def check_has_no_open_vote(tx: Transaction, user_id: int, now: datetime) -> None:
    """Check that a user has no vote that can still be changed.

    :raises Outdated: if they have one.
    """
    if voted_in := await stored_teams.open_matches_of(tx, user_id):
        raise Outdated(f"the votes of user {user_id}", len(voted_in))
