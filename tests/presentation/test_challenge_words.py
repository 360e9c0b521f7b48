"""Challenges, invitations and searches for an opponent in plain English."""

from __future__ import annotations

from dataclasses import replace

from club.challenges.pool import PoolView, WaitingCounts
from presentation.challenges.challenges import (
    accepted_words,
    invitation_words,
    state_words,
    terms_lines,
)
from presentation.challenges.pool import reach_note, waiting_lines
from presentation.challenges.pool import state_words as search_words
from presentation.markup import PLAIN
from rules.registry import GAMES
from storage.challenges.pool import PoolEntry, Wish
from storage.matches.match import Place, Terms
from tests.club.challenges.test_server_matches import accept, invite
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, NOON, Services


def terms(game: str, **options: int) -> Terms:
    return Terms(game, GAMES[game].choose(options), "3d")


async def test_a_rematch_does_not_describe_its_game_again(services: Services) -> None:
    place = Place(GUILD, CHANNEL)
    first = await services.challenges.make(terms("skirt"), place, ADA, (BEN,), seat=1)
    match = await services.matches.find(await services.win_match())
    rematch = await services.rematches.ask(match, ADA, CHANNEL)
    assert terms_lines(first, PLAIN)[0] == GAMES["skirt"].summary
    assert terms_lines(rematch, PLAIN)[0] == "Ada plays Black (seat 2)."


async def test_an_open_challenge_counts_several_vacant_seats_but_not_one(
    services: Services,
) -> None:
    three, place = terms("passtally", players=3), Place(GUILD, CHANNEL)
    for guests, beginning in (
        ((BEN, CY), "For Ben and Cy. Expires "),
        ((BEN,), "For Ben and anyone here. Expires "),
        ((), "For anyone here. 2 seats are open. Expires "),
    ):
        challenge = await services.challenges.make(three, place, ADA, guests, seat=1)
        assert state_words(challenge, PLAIN).startswith(beginning)


async def test_an_invitation_names_servers_that_have_accepted(services: Services) -> None:
    invitation = await invite(services, "passtally", players=3)
    assert invitation_words(invitation, PLAIN).endswith(" · expires 2026-03-08 12:00Z")
    accepted = await accept(services, invitation)
    assert invitation_words(accepted, PLAIN).endswith("12:00Z · accepted by Guests 17")


async def test_a_server_that_accepts_reads_who_may_vote(services: Services) -> None:
    accepted = await accept(services, await invite(services, voters="members"))
    _, words = accepted_words(accepted, "The Guests", PLAIN)
    assert words == "Match 1 has started. Members who sign up on the card can vote."


WISH = Wish(("skirt",), "1d", "7d", 3, "server")


def view_with(waiting: WaitingCounts) -> PoolView:
    return PoolView(
        GUILD, None, WISH, waiting, may_play_out=True, is_hidden=False, is_refusing=False
    )


def test_a_search_counts_others_in_the_server_and_elsewhere() -> None:
    waiting = WaitingCounts({"skirt": 1, "scala": 2}, {"skirt": 3, "scalas": 4})
    heading, *lines = waiting_lines(view_with(waiting))
    assert heading == "Also waiting:"
    assert {line.split(" ", 2)[2] for line in lines} == {
        "Scala: 2 in this server",
        "Scalas: 4 elsewhere",
        "Skirt: 1 in this server · 3 elsewhere",
    }


def test_an_opponent_sees_no_server_of_a_match_by_direct_message() -> None:
    view = view_with(WaitingCounts({}, {}))
    for reach, hidden in (("direct", "which servers you are in"), ("everywhere", "this server")):
        assert hidden in reach_note(view, replace(WISH, reach=reach), PLAIN)


def test_a_search_elsewhere_says_where_it_is() -> None:
    here = view_with(WaitingCounts({}, {}))
    entry = PoolEntry(
        ADA.user_id,
        ADA.name,
        GUILD + 1,
        CHANNEL,
        None,
        None,
        WISH.games,
        WISH.fastest,
        WISH.slowest,
        WISH.most,
        WISH.reach,
        NOON,
        NOON,
        is_warned=False,
        version=1,
        paired_at=None,
    )
    direct = replace(entry, guild_id=None)
    for viewed_in, search, place in (
        (GUILD, entry, "in another server"),
        (GUILD, direct, "by direct message"),
        (None, entry, "in a server"),
    ):
        words = search_words(replace(here, guild_id=viewed_in, entry=search), PLAIN)
        assert words.startswith(f"You're looking for an opponent {place}. ")
