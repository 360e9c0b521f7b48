"""The pages of teams with as much as they may hold, for `test_largest_pages.py`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bot.ratings.leaderboards import View
from club.matches.match import Match
from extensions.teams.bot import channel_matches, ratings, votes
from extensions.teams.club.teams import MAX_WORDS
from extensions.teams.club.votes import Voting, open_votes
from extensions.teams.storage.ratings import ListedServer, TeamRating
from extensions.teams.storage.teams import Team, Vote
from presentation.matches.lines import open_line
from rules.registry import GAMES
from tests.bot.interface.test_largest_pages import (
    STATES,
    WIDTH,
    Scene,
    challenge,
    linked,
    scenes_of_match,
)
from tests.bot.largest import ID, NAME, NOON, filled, match


def scenes() -> Iterator[Scene]:
    for game in GAMES:
        for state in STATES:
            yield from scenes_of_match(with_teams(match(game, state, teams=True)))
        voted = with_teams(match(game, teams=True))
        yield partial(votes.voting_page, votes.ballot_of(voted, open_line(voted)), ID - 2, WIDTH)
        yield partial(votes.voted_page, voted, open_votes(voted)[0].voter_id)
    for count in (0, 60):
        invitations = [challenge(number) for number in range(count)]
        yield partial(channel_matches._invitations_page, invitations, 20)
    listed = [ListedServer("*_" * 50, filled(TeamRating, last_at=NOON)) for _ in range(60)]
    yield partial(linked, ratings.servers_page, dict.fromkeys(GAMES, listed), View(), NOON)


def with_teams(one: Match) -> Match:
    """Return a match with as many votes as are shown. Someone has to be left to see the card."""
    teams = [
        filled(
            Team, seat=seat.seat, voters="members", gone_since=NOON if seat.seat > 1 else None,
            no_channel_since=None,
        )
        for seat in one.seats
    ]  # fmt: skip
    return replace(one, rules=Voting(tuple(teams), tuple(_votes(one))))


def _votes(one: Match) -> list[Vote]:
    """Votes for different turns, on the current turn and the last one, each with a sentence."""
    turns = [(one.ply, one.position), *((one.ply - 1, each.before) for each in one.played[-1:])]
    return [
        filled(
            Vote, ply=ply, voter_id=ID - 2 - number, moves=[before.text(move)], wish="draw",
            words=(NAME * 4)[:MAX_WORDS], number=number,
        )
        for ply, before in turns
        for number, move in enumerate(sorted(before.moves(), key=len)[-20:])
    ]  # fmt: skip
