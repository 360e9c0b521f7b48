"""Counting the votes of a team's turn, and the change that closes a vote.

A vote is closed once: the change locks the match at the version that was voted on, and makes the
next one. The wishes of two thirds of the voters come first: to resign, to take back the last turn
or to agree to that, to offer a draw or to accept one. Otherwise the turn with most votes is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from club.matches import changes, turns
from club.matches.match import Match, MatchChange, Player, Progress, Rules
from club.matches.offer_kinds import VERBS, may_ask_for_take_back, own_last_move
from club.matches.reasons import leave_change
from club.matches.turns import PlayerMove
from club.outbox import notices, posts, queue
from club.outbox.notices import places_of
from extensions.teams.storage import teams as stored_teams
from extensions.teams.storage.teams import Team, TeamMember, Vote, Wish
from language.texts import N_
from rules.notation import read
from rules.position import Position
from rules.refusal import Refusal
from rules.replay import Played
from storage.database.transaction import Transaction
from storage.matches import offers as stored_offers
from storage.matches.match import StoredMatch
from storage.matches.offers import Offer

WISHES: tuple[Wish, ...] = ("resign", "take back", "draw")
"""The wishes, in the order in which they are heeded."""


@dataclass(frozen=True, slots=True)
class Voting(Rules):
    """The rules and votes of the teams of a match."""

    teams: tuple[Team, ...] = ()
    """The teams that play in it, by seat."""
    votes: tuple[Vote, ...] = ()
    """The votes on the current turn, and on each team's last ones. Hidden names are empty.

    If it is over, these are all its votes.
    """

    def before(self, ply: int) -> Self:
        """Return the votes on the turns before a ply."""
        return replace(self, votes=tuple(vote for vote in self.votes if vote.ply < ply))

    def progress(self, match: Match) -> Progress:
        """Return the number of votes, and where it is shown."""
        return Progress(len(open_votes(match)), home_of_count(match))

    def has_acted(self, user_id: int) -> bool:
        """Whether a user has one of the votes."""
        return any(vote.voter_id == user_id for vote in self.votes)


def voting_of(match: Match) -> Voting:
    """Return the rules and votes of the teams of a match, none in one without teams."""
    return match.rules if isinstance(match.rules, Voting) else Voting()


def open_votes(match: Match) -> tuple[Vote, ...]:
    """Return the votes on the current turn, in the order in which they were cast."""
    is_open = match.team_to_move is not None
    return tuple(vote for vote in voting_of(match).votes if is_open and vote.ply == match.ply)


def team_to_move(match: Match) -> Team | None:
    """Return the rules of the team that votes on the current turn, or None if none does."""
    return next((team for team in voting_of(match).teams if team.seat == match.to_move), None)


def with_votes(match: Match, votes: Sequence[Vote]) -> Match:
    """Return a match with other votes on the current turn."""
    former = voting_of(match).before(match.ply)
    return replace(match, rules=replace(former, votes=(*former.votes, *votes)))


@dataclass(frozen=True, slots=True)
class Proposal:
    """A turn with its votes, in the order in which they were cast."""

    moves: tuple[str, ...]
    votes: tuple[Vote, ...]

    @property
    def first(self) -> Vote:
        """The first of its votes."""
        return self.votes[0]

    @property
    def reached_at(self) -> int:
        """The number of the vote that completed its count."""
        return self.votes[-1].number


def proposals(votes: Sequence[Vote]) -> list[Proposal]:
    """Return the turns of some votes, the winner first.

    That is the one with most votes, or of several the one that first had that many.
    """
    by_turn: dict[tuple[str, ...], list[Vote]] = {}
    for vote in sorted(votes, key=lambda vote: vote.number):
        if vote.moves:
            by_turn.setdefault(tuple(vote.moves), []).append(vote)
    entries = [Proposal(moves, tuple(each)) for moves, each in by_turn.items()]
    return sorted(entries, key=lambda each: (-len(each.votes), each.reached_at))


def is_granted(votes: Sequence[Vote], wish: Wish) -> bool:
    """Whether two thirds of the voters of a turn have a wish."""
    return bool(votes) and 3 * sum(vote.wish == wish for vote in votes) >= 2 * len(votes)


def closes_early(
    team: Team,
    votes: Sequence[Vote],
    last_votes: Sequence[Vote],
    members: Sequence[TeamMember],
) -> bool:
    """Whether a vote is closed before its time.

    :param last_votes: the votes on the team's last turn.
    :param members: those who have signed up for the teams of the match.
    """
    member_ids = {member.user_id for member in members if member.seat == team.seat}
    voter_ids = {vote.voter_id for vote in votes}
    if team.voters == "members" and member_ids and voter_ids >= member_ids:
        return True
    ranked = proposals(votes)
    return team.is_quick and bool(
        last_votes and ranked and 2 * len(ranked[0].votes) > len(last_votes)
    )


def votes_on_last_turn(match: Match, team: Team) -> tuple[Vote, ...]:
    """Return the votes on the latest closed turn of a team, none before its first."""
    votes = voting_of(match).votes
    plies = {vote.ply for vote in votes if vote.ply < match.ply}
    own = [ply for ply in plies if match.played[ply].seat == team.seat]
    return tuple(vote for vote in votes if own and vote.ply == max(own))


@dataclass(frozen=True, slots=True)
class BestVoters:
    """Those whose votes were played most often in a match."""

    names: tuple[str, ...]
    played: int
    """How many of the votes of each were played."""


def best_voters(match: Match) -> BestVoters | None:
    """Return those with most votes that were played in a finished match.

    Without any, or if one of them isn't named to others, there are none.
    """
    played: Counter[int] = Counter()
    names: dict[int, str] = {}
    for vote in voting_of(match).votes:
        names[vote.voter_id] = vote.name
        turn = [each.text for each in match.turn_from(vote.ply)] if vote.ply < match.ply else []
        played[vote.voter_id] += bool(turn) and turn == vote.moves
    most = max(played.values(), default=0)
    best = [names[voter] for voter, count in played.items() if count == most]
    return BestVoters(tuple(best), most) if most and all(best) else None


def turn_of(position: Position, texts: Sequence[str]) -> list[Played]:
    """Return the moves of a whole turn.

    :raises Refusal: `unfinished`, or the one for an illegal move.
    """
    turn: list[Played] = []
    for text in texts:
        if turn and not goes_on(turn[0].before, position):
            raise _unfinished()
        move = read(position, text)
        turn.append(Played(position, move, position.play(move)))
        position = turn[-1].after
    if not turn or (goes_on(turn[0].before, position) and position.moves()):
        raise _unfinished()
    return turn


def is_whole(match: Match, position: Position, count: int) -> bool:
    """Whether the moves of the current turn that lead to a position are all of it.

    :param count: the number of these moves.
    """
    return bool(count) and not (goes_on(match.position, position) and position.moves())


def home_of_count(match: Match) -> int | None:
    """Return the only place where the number of votes is shown, or None for all places.

    In a match between servers, only the team that votes learns it.
    """
    player = match.player_to_move
    if player is None or not match.stored.is_between_servers:
        return None
    return match.seats[player.seat - 1].home


def vote_of(match: Match, user_id: int) -> Vote | None:
    """Return a user's vote on the current turn, if they have voted."""
    return next((vote for vote in open_votes(match) if vote.voter_id == user_id), None)


def goes_on(before: Position, position: Position) -> bool:
    """Whether the turn that began at one position goes on at another."""
    return position.to_move == before.to_move and position.is_mid_turn


def last_turn_of(match: Match, player: Player) -> int:
    """Return the ply before a team's last turn, if it can be taken back.

    :raises Refusal: `no_move`, `irrevocable`.
    """
    end = own_last_move(match, player) + 1
    turn = match.turn_until(end)
    if not all(each.before.may_be_taken_back(each.move) for each in turn):
        raise Refusal("irrevocable", N_("The rules of the game make that turn final."))
    return end - len(turn)


def other_offer(match: Match, player: Player, wish: Wish) -> Offer | None:
    """Return the open offer of another player that a wish agrees to, if any."""
    offer = None if wish == "resign" else match.offer(wish)
    return None if offer is None or offer.seat == player.seat else offer


def possible_wishes(match: Match, player: Player) -> tuple[Wish, ...]:
    """Return the wishes that a team can have on its turn."""
    wishes: list[Wish] = ["resign"]
    if other_offer(match, player, "take back") is not None:
        wishes.append("take back")
    elif may_ask_for_take_back(match) and match.offer("take back") is None:
        try:
            last_turn_of(match, player)
        except Refusal:
            pass
        else:
            wishes.append("take back")
    if match.game.has_draws:
        wishes.append("draw")
    return tuple(wishes)


async def close_if_decided(
    tx: Transaction, match: Match, stored: StoredMatch, now: datetime
) -> Match:
    """Close a vote before its time if its votes and voters allow that, else show their number.

    :param stored: the match as locked by the transaction.
    """
    team = team_to_move(match)
    if team is None:
        return match
    votes = await stored_teams.votes_since(tx, match.id, stored.ply)
    offers = await stored_offers.open_of(tx, match.id)
    members = await stored_teams.members_of(tx, match.id)
    has_asked = any((offer.kind, offer.seat) == ("take back", team.seat) for offer in offers)
    may_close = match.paused_until is None and not has_asked
    if may_close and closes_early(team, votes, votes_on_last_turn(match, team), members):
        closed = await close(tx, match, votes, now)
        if closed is not None:
            return closed
    await _show_votes(tx, stored, now)
    return with_votes(match.with_offers(offers), votes)


def closing(match: Match, lose: MatchChange) -> MatchChange:
    """Return the change that closes the vote of the team to move at the end of its time.

    :param lose: loses the match on time, if no one has voted twice in a row.
    """

    async def close_at_end(tx: Transaction, now: datetime) -> Match:
        stored = await changes.lock_match(tx, match)
        votes = await stored_teams.votes_since(tx, match.id, stored.ply)
        after = await close(tx, match, votes, now)
        if after is not None:
            return after
        (team,) = (
            each
            for each in await stored_teams.of_match(tx, match.id)
            if each.seat == stored.to_move
        )
        if team.waited_for != stored.turn_started_at:
            await stored_teams.set_waited(tx, match.id, team.seat, stored.turn_started_at)
            after = await _restart_turn(tx, match, now)
            await notices.notify(tx, after.stored, now, (), "reminder")
            return after
        return await lose(tx, now)

    return close_at_end


async def close(
    tx: Transaction, match: Match, votes: Sequence[Vote], now: datetime
) -> Match | None:
    """Do what a team has decided, in the transaction that has locked the match.

    :returns: the changed match, or None if nothing is decided because no one voted for a turn.
    """
    player = match.player_to_move
    assert player is not None
    # Offers change without a new version.
    match = replace(match, offers=await stored_offers.open_of(tx, match.id))
    for wish in WISHES:
        if is_granted(votes, wish) and wish in possible_wishes(match, player):
            after = await _grant(tx, match, player, wish, now)
            if after is not None:
                return after
    ranked = proposals(votes)
    if not ranked:
        return None
    match = with_votes(match, votes)
    moves = [
        PlayerMove(played, player.user_id) for played in turn_of(match.position, ranked[0].moves)
    ]
    offers_draw = is_granted(votes, "draw") and match.game.has_draws
    return await changes.record(tx, match, *moves, now=now, offers_draw=offers_draw)


async def _grant(
    tx: Transaction, match: Match, player: Player, wish: Wish, now: datetime
) -> Match | None:
    """Carry out a wish, unless it goes with the turn, as a draw that the team offers."""
    if wish == "resign":
        return await leave_change(match, player, "resigns")(tx, now)
    offer = other_offer(match, player, wish)
    if offer is not None:
        return await _agree(tx, match, player, offer, now)
    if wish == "take back":
        to_ply = last_turn_of(match, player)
        if match.is_last_person(player):
            return await changes.undo(tx, match, to_ply, player.user_id, now)
        return await _ask_for_take_back(tx, match, player, to_ply, now)
    return None


async def _ask_for_take_back(
    tx: Transaction, match: Match, player: Player, to_ply: int, now: datetime
) -> Match | None:
    """Ask the other players to take a turn back. Meanwhile, the vote goes on for its whole time.

    :returns: the changed match, or None if they have been asked on this turn.
    """
    latest = await stored_offers.latest(tx, match.id, "take back", player.seat)
    if latest is not None and latest.made_at >= match.stored.turn_started_at:
        return None
    offer = await stored_offers.add(
        tx,
        match_id=match.id,
        kind="take back",
        seat=player.seat,
        made_at=now,
        to_ply=to_ply,
    )
    computers = [each.seat for each in match.players if each.is_computer]
    await stored_offers.agree(tx, offer.id, computers)
    after = await _restart_turn(tx, match, now)
    await notices.announce_offer(tx, after.stored, offer, now)
    return after


async def _restart_turn(tx: Transaction, match: Match, now: datetime) -> Match:
    """Begin the time of a team's turn again. The votes stay."""
    stored = await changes.lock_match(tx, match)
    team = match.team_to_move
    assert team is not None
    pace = match.pace.at(stored.seats[team.seat - 1].hour)
    clock = turns.turn_clock(pace, now, turns.team_allowance(stored, team.seat))
    return await changes.set_clock(tx, match, stored, clock, now)


async def _agree(
    tx: Transaction, match: Match, player: Player, offer: Offer, now: datetime
) -> Match | None:
    """Agree to an offer. It is carried out if no one else has to answer."""
    agreed = sorted({*offer.agreed, player.seat})
    stored = await changes.lock_match(tx, match)
    await stored_offers.agree(tx, offer.id, agreed)
    waiting = notices.seats_to_answer(stored, offer)
    if [seat.seat for seat in waiting] != [player.seat]:
        return None
    await stored_offers.close(tx, offer.id, "accepted", now)
    return await VERBS[offer.kind].apply(tx, match, offer.to_ply, player.user_id, now)


def _unfinished() -> Refusal:
    return Refusal("unfinished", N_("You vote for a whole turn. Choose all its moves first."))


async def _show_votes(tx: Transaction, match: StoredMatch, now: datetime) -> None:
    """Update the card of the team to move with the number of votes, once for some seconds."""
    homes = [seat.home for seat in match.seats if seat.seat == match.to_move]
    for place in places_of(match):
        if place.number in homes:
            await queue.enqueue(tx, posts.card_soon(place, now))
