"""Challenges and invitations in plain English."""

from __future__ import annotations

from presentation.challenges.challenges import (
    state_words,
    terms_lines,
)
from presentation.markup import PLAIN
from rules.registry import GAMES
from storage.matches.match import Place, Terms
from tests.club.services import ADA, BEN, CHANNEL, CY, GUILD, Services


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
