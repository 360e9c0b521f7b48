"""Guided matches: who the learner is, and the remarks for them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from club.matches.match import Match
from presentation.markup import PLAIN
from presentation.matches.match import guide_lines
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms
from tests.club.services import ADA, BEN, CHANNEL, GUILD, Services

SKIRT = GAMES["skirt"]
COMPUTER = Participant(99, "Stairwell Casual", level=1)


async def start_guided_match(services: Services) -> Match:
    """Start a guided match in which Ada moves first."""
    challenge = await services.challenges.make(
        Terms(SKIRT.key, SKIRT.choose({"size": 5}), guided=True),
        Place(GUILD, CHANNEL),
        ADA,
        [COMPUTER],
        seat=1,
        only_one=True,
    )
    assert challenge.match_id is not None
    return await services.matches.find(challenge.match_id)


async def test_a_guided_match_is_unrated_and_has_a_learner(services: Services) -> None:
    match = await start_guided_match(services)
    assert (match.stored.guided, match.stored.rated) == (True, False)
    learner = match.learner
    assert learner is not None
    assert learner.user_id == ADA.user_id
    assert guide_lines(match, PLAIN) == []


async def test_the_learner_gets_remarks_on_their_move_and_the_reply(services: Services) -> None:
    match_id = await services.start_match(ADA, BEN)
    match = await services.matches.find(match_id)
    for text, who in (("a3", ADA), ("b1-b3", BEN), ("(a3)-c3", ADA), ("(b1)-c2", BEN)):
        match = await services.matches.play(match_id, who.user_id, text)
    learner, computer = match.players
    as_guided = replace(
        match,
        stored=replace(match.stored, guided=True),
        players=(learner, replace(computer, level=1)),
    )
    assert guide_lines(as_guided, PLAIN) == [
        "For Ada: You jumped the stone next to a3 (b3) and placed on c3."
    ]


async def test_a_match_between_people_gets_no_remarks(services: Services) -> None:
    match = await services.matches.find(await services.start_match(ADA, BEN))
    assert match.learner is None
    match = await services.play_turns(match.id)
    assert guide_lines(match, PLAIN) == []


async def test_a_learner_has_one_guided_match_per_game_at_a_time(services: Services) -> None:
    match = await start_guided_match(services)
    with pytest.raises(Refusal) as refusal:
        await start_guided_match(services)
    assert refusal.value.code == "guided"
    await services.matches.resign(match.id, ADA.user_id)
    again = await services.matches.find(match.id)
    rematch = await services.rematches.ask(again, ADA, CHANNEL)
    assert rematch.match_id is not None
    assert (await services.matches.find(rematch.match_id)).stored.guided


async def test_a_player_seeks_an_opponent_once_per_channel_and_game(services: Services) -> None:
    async def post_challenge(game: str, channel_id: int = CHANNEL) -> int:
        chosen = GAMES[game]
        challenge = await services.challenges.make(
            Terms(chosen.key, chosen.choose({})), Place(GUILD, channel_id), ADA, (), only_one=True
        )
        return challenge.id

    first = await post_challenge("skirt")
    with pytest.raises(Refusal) as refusal:
        await post_challenge("skirt")
    assert refusal.value.code == "asked"
    await post_challenge("scala")
    await post_challenge("skirt", CHANNEL + 1)
    await services.challenges.cancel(first, ADA)
    again = await post_challenge("skirt")
    services.now += timedelta(days=2)
    assert await post_challenge("skirt") > again
