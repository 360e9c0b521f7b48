"""Matches of a whole channel in words: the rules of a vote, its progress and its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from club.matches.match import Match, Player
from club.paces import pace_of
from extensions.teams.club.homes import GONE_FOR
from extensions.teams.club.ratings import rating_of
from extensions.teams.club.votes import (
    Proposal,
    best_voters,
    home_of_count,
    other_offer,
    proposals,
    team_to_move,
    votes_on_last_turn,
    voting_of,
)
from extensions.teams.storage.ratings import ListedServer, TeamRating
from extensions.teams.storage.teams import Vote, Wish
from language.lists import all_of, listed, row_of, sentences
from language.texts import N_, gettext, ngettext, pgettext
from presentation.challenges.challenges import TERMS
from presentation.markup import Markup, short_text
from presentation.matches.seat_words import SeatWords
from presentation.members.privacy import HOLDINGS
from presentation.phrases import game_words, pace_words, rating_words, versus
from rules.registry import GAMES
from storage.challenges.challenges import Challenge
from storage.matches.match import StoredMatch, Voters

MAX_PROPOSALS = 5
"""Maximum number of proposals that a card lists."""

MAX_BEST = 3
"""Maximum number of voters named with equally many votes that were played."""

MAX_TURN_LENGTH = 60
"""Maximum length of a proposed turn on a card."""

WISH_LABELS: Mapping[Wish, str] = {
    "resign": N_("Vote to resign"),
    "take back": N_("Vote to take back"),
    "draw": N_("Vote to offer a draw"),
}

AGREEING_LABELS: Mapping[Wish, str] = {
    "take back": N_("Vote for their take-back"),
    "draw": N_("Vote to accept the draw"),
}
"""Labels if another player has made such an offer."""

_WISHED: Mapping[Wish, str] = {
    "resign": N_("You voted to resign."),
    "take back": N_("You voted for the take-back."),
    "draw": N_("You voted for a draw."),
}


HOLDINGS.update(
    votes=lambda count: ngettext(
        "{count} vote in channel matches", "{count} votes in channel matches", count
    ),
    teams=lambda count: ngettext(
        "{count} team you signed up for", "{count} teams you signed up for", count
    ),
)


def team_words(voters: Voters, *, is_quick: bool) -> str:
    """Return who may vote, and when a vote is closed early."""
    words = gettext(
        "Everyone who can see this channel and was in the server before the match started can vote."
    )
    if voters == "members":
        words = gettext("Members who sign up on the board can vote.")
    if not is_quick:
        return words
    early = gettext("A vote closes early if most of last turn's voters agree.")
    return str(sentences(words, early))


@TERMS.add
def terms_of_vote(challenge: Challenge) -> Sequence[str]:
    """Return who may vote on the match of a challenge, and when the votes close."""
    if challenge.team is None:
        return []
    words = team_words(challenge.team["voters"], is_quick=challenge.team["is_quick"])
    if not challenge.is_for_servers or pace_of(challenge.pace).hour is None:
        return [words]
    return [words, gettext("Each server's votes close at its own hour.")]


class TeamWords(SeatWords):
    """What a card and a page say about votes."""

    def play_label(self) -> str:
        return pgettext("button", "Vote")

    def mover(self, name: str) -> str:
        return gettext("{name} is voting.", name=name)

    def moving(self, match: Match, markup: Markup, *, place: int | None = None) -> str:
        return voting_words(match, markup, place=place)

    def moving_until(self, match: Match, markup: Markup) -> str:
        return voting_until_words(match, markup)

    def deadline(self, match: Match, markup: Markup) -> str:
        return closing_words(match, markup)

    def last_turn(self, match: Match, markup: Markup, *, since: int | None = None) -> list[str]:
        return votes_lines(match, markup, since=since)

    def warnings(self, match: Match, markup: Markup) -> list[str]:
        return gone_lines(match, markup)

    def result(self, match: Match, markup: Markup) -> str:
        return best_voters_words(match, markup)


def start_words(match: Match, markup: Markup) -> tuple[str, str]:
    """Return the heading and the line of the announcement of a new match."""
    team = voting_of(match).teams[0]
    name = markup.strong(markup.name(match.players[team.seat - 1].name))
    game = game_words(match.game, match.options)
    title = gettext("{name} plays {game}", name=name, game=game)
    rules = sentences(
        gettext("Most votes win. Pace: {pace}.", pace=pace_words(match.pace)),
        team_words(team.voters, is_quick=team.is_quick),
    )
    return title, str(rules)


def voting_words(match: Match, markup: Markup, *, place: int | None = None) -> str:
    """Return which team votes and, if it is shown there, the number of votes, but not for what.

    :param place: the number of the place where this is read, None if that isn't known.
    """
    player = match.player_to_move
    assert player is not None
    name = markup.strong(markup.name(player.name))
    if home_of_count(match) not in (None, place):
        return gettext("{name} is voting on this turn.", name=name)
    count = match.progress.count
    if not count:
        return gettext("{name} is voting on this turn. No votes yet.", name=name)
    return ngettext(
        "{name} is voting on this turn. {count} vote so far.",
        "{name} is voting on this turn. {count} votes so far.",
        count,
        name=name,
    )


def voting_until_words(match: Match, markup: Markup) -> str:
    """Return which team votes and when the vote closes, for readers who may read it later."""
    player, deadline = match.player_to_move, match.deadline
    assert player is not None
    assert deadline is not None
    name, time = markup.name(player.name), markup.moment(deadline)
    return gettext("{name} is voting until {time}.", name=name, time=time)


def closing_words(match: Match, markup: Markup) -> str:
    """Return when the current vote closes, empty while the clocks are paused."""
    if match.deadline is None:
        return ""
    words = gettext(
        "The vote closes {time} ({relative}).",
        time=markup.moment(match.deadline),
        relative=markup.relative(match.deadline),
    )
    team = team_to_move(match)
    if team is None or team.waited_for != match.stored.turn_started_at:
        return words
    return str(sentences(words, gettext("If nobody votes by then, the match is lost.")))


def gone_lines(match: Match, markup: Markup) -> list[str]:
    """Return which servers have removed the bot or have no channel and will lose, a line each."""
    lines: list[str] = []
    for team in voting_of(match).teams:
        player = match.players[team.seat - 1]
        name = markup.name(player.name)
        if not player.is_playing:
            continue
        if team.gone_since is not None:
            words = gettext(
                "{name} has removed me from its server. Unless I'm invited back, it loses this "
                "match {relative}.",
                name=name,
                relative=markup.relative(team.gone_since + GONE_FOR),
            )
            lines.append(words)
        elif team.no_channel_since is not None:
            words = gettext(
                "The channel of {name} was deleted. Unless its admins choose another one in "
                "{command}, it loses this match {relative}.",
                name=name,
                command=markup.command("settings"),
                relative=markup.relative(team.no_channel_since + GONE_FOR),
            )
            lines.append(words)
    return lines


def turn_text(moves: Sequence[str], markup: Markup) -> str:
    """ "e1", "f5-g7 and N3"."""
    return str(all_of([markup.strong(short_text(move, MAX_TURN_LENGTH)) for move in moves]))


def votes_lines(match: Match, markup: Markup, *, since: int | None = None) -> list[str]:
    """Return the votes on the last turn of each team that no earlier card has shown, oldest first.

    :param since: the number of moves on the card before, which may have been turns ago.
    """
    first = match.first_unshown_ply(match.ply)
    if since is not None:
        first = min(first, since)
    turns = [votes_on_last_turn(match, team) for team in voting_of(match).teams]
    unshown = sorted((votes for votes in turns if votes and votes[0].ply >= first), key=_ply_of)
    return [words for votes in unshown if (words := ballot_words(votes, markup))]


def _ply_of(votes: Sequence[Vote]) -> int:
    return votes[0].ply


def ballot_words(votes: Sequence[Vote], markup: Markup) -> str:
    """ "Votes: e1 3 (Ada: “blocks f5”) · d2 1 (Ben)"."""
    ranked = proposals(votes)
    words = [proposal_words(each, markup) for each in ranked[:MAX_PROPOSALS]]
    if len(ranked) > MAX_PROPOSALS:
        others = sum(len(each.votes) for each in ranked[MAX_PROPOSALS:])
        words.append(ngettext("{count} other vote", "{count} other votes", others))
    return gettext("Votes: {proposals}", proposals=row_of(words)) if words else ""


def proposal_words(proposal: Proposal, markup: Markup) -> str:
    """ "e1 3 (Ada: “blocks f5”)"."""
    turn = f"{turn_text(proposal.moves, markup)} {len(proposal.votes)}"
    name = markup.name(proposal.first.name) if proposal.first.name else ""
    said = next((vote.words for vote in proposal.votes if vote.words), "")
    quoted = gettext("“{words}”", words=markup.text(said)) if said else ""
    if name and said and proposal.first.words == said:
        return gettext("{turn} ({name}: {words})", turn=turn, name=name, words=quoted)
    beside = ", ".join(filter(None, (name, quoted)))
    return f"{turn} ({beside})" if beside else turn


def best_voters_words(match: Match, markup: Markup) -> str:
    """Return who most often voted for the turn that was played, empty if they aren't named."""
    best = best_voters(match) if match.is_over and not match.is_aborted else None
    if best is None or len(best.names) > MAX_BEST:
        return ""
    return ngettext(
        "Voted most often for the turn that was played: {names} ({count} time).",
        "Voted most often for the turn that was played: {names} ({count} times).",
        best.played,
        names=listed([markup.strong(markup.name(name)) for name in best.names]),
    )


def own_vote_words(vote: Vote | None, markup: Markup) -> str:
    """Return a voter's own vote, empty if they have none."""
    if vote is None:
        return ""
    words = list[str]()
    if vote.moves:
        words.append(gettext("You voted for {turn}.", turn=turn_text(vote.moves, markup)))
    if vote.wish is not None:
        words.append(gettext(_WISHED[vote.wish]))
    if vote.words:
        words.append(gettext("“{words}”", words=markup.text(vote.words)))
    return str(sentences(*words))


def request_label(match: Match, player: Player, wish: Wish) -> str:
    """Return the label of the button for a wish."""
    if other_offer(match, player, wish) is not None:
        return gettext(AGREEING_LABELS[wish])
    if wish == "take back" and not match.is_last_person(player):
        return gettext("Vote to ask for a take-back")
    return gettext(WISH_LABELS[wish])


def wishes_words() -> str:
    """Explain what happens with wishes."""
    return gettext(
        "If two thirds of the voters want one of these, it happens when the vote closes. You can "
        "also vote for a turn."
    )


def matches_of_month(matches: Sequence[StoredMatch], markup: Markup) -> str:
    """Return the matches that a server finished in a month, a line each below a heading."""
    lines = [f"- {_result_link(match, markup)}" for match in matches]
    return "\n".join((markup.strong(gettext("Channel matches")), *lines))


def _result_link(match: StoredMatch, markup: Markup) -> str:
    """Return a link to a match and its players, the winners emphasised."""
    winners = () if match.result is None else match.result["winners"]
    names = [
        markup.strong(markup.name(seat.name)) if seat.seat in winners else markup.name(seat.name)
        for seat in match.seats
    ]
    link = markup.board(match, f"{GAMES[match.game].name} {match.id}")
    return f"{link}, {versus(names)}"


def servers_words() -> str:
    """Explain the ratings of servers."""
    return gettext(
        "Servers also play each other by vote and have ratings of their own. This list has the "
        "servers whose web pages are listed."
    )


def no_servers_words(markup: Markup) -> str:
    """Explain an empty list of servers, and how to get on it."""
    return gettext(
        "No listed server has finished a rated match against another one yet. An admin can invite "
        "one with {command}.",
        command=markup.command("channel-match"),
    )


def server_lines(servers: Sequence[ListedServer], now: datetime, markup: Markup) -> list[str]:
    """ "1. Rookery 1532 (3 won, 0 drawn, 1 lost)", a line each, best first."""
    return [
        gettext(
            "{place}. {name} {points} ({record})",
            place=place,
            name=markup.name(each.name),
            points=markup.strong(server_points(each.rating, now)),
            record=record_words(each.rating),
        )
        for place, each in enumerate(servers, start=1)
    ]


def server_points(rating: TeamRating, now: datetime) -> str:
    """ "1532", "1532?" while it is provisional."""
    return rating_words(rating_of(rating), now)


def record_words(rating: TeamRating) -> str:
    """ "3 won, 1 drawn, 1 lost"."""
    return gettext(
        "{wins} won, {draws} drawn, {losses} lost",
        wins=rating.wins,
        draws=rating.draws,
        losses=rating.losses,
    )


def invitation_words(challenge: Challenge, markup: Markup) -> str:
    """Return an invitation of a server to others, on one line."""
    names = listed(
        [markup.name(guest.name) for guest in challenge.guests if guest.name is not None]
    )
    words = gettext(
        "{number} · {name}: {game}, {pace} · expires {when}",
        number=markup.strong(str(challenge.id)),
        name=markup.strong(markup.name(challenge.name)),
        game=game_words(GAMES[challenge.game], challenge.options),
        pace=pace_words(pace_of(challenge.pace)),
        when=markup.relative(challenge.expires_at),
    )
    if not names:
        return words
    return " · ".join((words, gettext("accepted by {names}", names=names)))


def accepted_words(challenge: Challenge, name: str, markup: Markup) -> tuple[str, str]:
    """Return that a server has accepted an invitation, and whether its match has started.

    :returns: a heading and a line.

    :param name: the name of the server's team.
    """
    host, game = markup.name(challenge.name), game_words(GAMES[challenge.game], challenge.options)
    title = gettext(
        "{name} accepts the invitation of {host} to {game}",
        name=markup.name(name),
        host=host,
        game=game,
    )
    team = challenge.team
    rules = "" if team is None else team_words(team["voters"], is_quick=team["is_quick"])
    state = gettext("Other servers still have to accept.")
    if challenge.match_id is not None:
        state = gettext("Match {number} has started.", number=challenge.match_id)
    return title, str(sentences(state, rules))
