"""Invitations of servers in words."""

from __future__ import annotations

from extensions.teams.presentation import accepted_words, invitation_words
from presentation.markup import PLAIN
from tests.club.services import Services
from tests.extensions.teams.test_server_matches import accept, invite


async def test_an_invitation_names_servers_that_have_accepted(services: Services) -> None:
    invitation = await invite(services, "passtally", players=3)
    assert invitation_words(invitation, PLAIN).endswith(" · expires 2026-03-08 12:00Z")
    accepted = await accept(services, invitation)
    assert invitation_words(accepted, PLAIN).endswith("12:00Z · accepted by Guests 17")


async def test_a_server_that_accepts_reads_who_may_vote(services: Services) -> None:
    accepted = await accept(services, await invite(services, voters="members"))
    _, words = accepted_words(accepted, "The Guests", PLAIN)
    assert words == "Match 1 has started. Members who sign up on the board can vote."
