"""Computer opponents: challenges, replies, rematches and matches of three."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest

from club.club import Club
from club.matches.match import Match
from engine.engine import LEVELS
from engine.opponent import choose
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool
from presentation.markup import MAX_NAME_LENGTH
from presentation.matches.play import computer_name
from storage.database.store import Store
from storage.matches.match import Participant, Place, Terms
from storage.ratings import profiles
from storage.ratings import ratings as stored_ratings
from tests.bot.clubs import MEMORY, NEVER, a_pool
from tests.bot.matches.computers import (
    bot_member,
    cards,
    challenge_bot,
    make_move,
    match_of,
    resign,
    start_match,
)
from tests.bot.simulated import (
    World,
    click_through,
    labels_of,
    reply_text,
    text_of,
    turn_sentence,
    world_in,
)

pytestmark = pytest.mark.club(computers=True)


async def play_by_clicks(place: Any, actor: Any, match: Match, move: tuple[str, ...]) -> Any:
    panel = await actor.click(cards(place)[-1], label="Play")
    page = await click_through(actor, panel.response, match.position, move)
    return await actor.click(page, label=f"Play {match.position.text(move)}")


@pytest.mark.club(computers=True, opens_threads=False)
async def test_without_threads_a_match_against_the_bot_has_one_card(club: World) -> None:
    place = await start_match(club)

    def boards() -> list[Any]:
        return [each for each in place.history() if "Text board" in labels_of(each)]

    (first_card,) = boards()
    for _ in range(3):
        await make_move(club, place, club.ada)
        await club.think()
    (card,) = boards()
    assert card.id == first_card.id
    assert "turn 7" in text_of(card)
    more = await club.ada.click(card, label="More")
    confirmation = await club.ada.click(more.response, label="Resign")
    await club.ada.click(confirmation.response, label="Resign")
    (card,) = boards()
    assert card.id == first_card.id
    assert "Rematch" in labels_of(card)


async def test_a_challenge_to_the_bot_starts_a_match_immediately(club: World) -> None:
    challenge = await challenge_bot(club, club.ada, seat=1)
    words = text_of(challenge.response)
    assert "TestBot Doorstep plays at level 1. Plays half its moves at random" in words
    assert "unrated" in words
    assert "**Accepted**: match 1 has started." in words
    assert labels_of(challenge.response) == []
    board = club.place().last_message
    assert "Ada (White) vs TestBot Doorstep (Black)" in text_of(board)
    assert club.pings_in(club.place()) == [club.ada.id]
    challenge = await challenge_bot(club, club.ben, level=None)
    assert "TestBot First Flight plays at level 2." in text_of(challenge.response)


async def test_one_card_shows_the_move_and_the_computers_reply(club: World) -> None:
    place = await start_match(club)
    played = await make_move(club, place, club.ada, "a1")
    assert reply_text(played).endswith("You played **a1**. TestBot Doorstep is thinking.")
    assert len(cards(place)) == 1
    messages = len(place.history())
    await club.think()
    first, second = cards(place)
    answer = turn_sentence((await match_of(club)).played[1], "TestBot Doorstep")
    assert f"Ada placed a stone on a1. {answer}" in text_of(second)
    assert club.pings_in(place) == [club.ada.id]
    assert text_of(first).endswith("-# Then: Ada placed a stone on a1.")
    # The private message shows the answer, too.
    words = text_of(club.env.backend.get_message(place.id, played.response.id))
    assert words.endswith(f"You played **a1**. {answer} It's your turn.")
    assert len(place.history()) == messages + 1


async def test_a_player_cannot_move_while_the_computer_is_thinking(club: World) -> None:
    place = await start_match(club)
    await make_move(club, place, club.ada)
    late = await club.ada.click(cards(place)[0], label="Play")
    assert "TestBot Doorstep is thinking, and a new board will come with its move." in reply_text(
        late
    )
    typed = await club.ada.slash(place, "move", move="b1", match="1")
    assert "It's not your turn in match 1: TestBot Doorstep (Black) is thinking." in reply_text(
        typed
    )
    board = await club.ada.slash(place, "match", match="1")
    assert "TestBot Doorstep (Black) is thinking." in reply_text(board)


async def test_the_first_card_includes_the_computers_opening_move(club: World) -> None:
    challenge = await challenge_bot(club, club.ada, seat=2)
    assert club.channel.threads == []
    await club.think()
    place = club.place()
    assert place.id == challenge.response.id
    (card,) = cards(place)
    match = await match_of(club)
    assert turn_sentence(match.played[0], "TestBot Doorstep") in text_of(card)
    assert club.pings_in(place) == [club.ada.id]


@pytest.mark.slow
async def test_a_whole_match_survives_a_restart_during_the_computers_turn(
    club: World,
) -> None:
    place = await start_match(club)
    random = Random(4)
    turns = 0
    while not (match := await match_of(club)).is_over:
        move = random.choice(match.position.moves())
        answer = await play_by_clicks(place, club.ada, match, move)
        assert f"You played **{match.position.text(move)}**" in reply_text(answer)
        if turns == 2:
            await club.restart()
        await club.think()
        turns += 1
    result = place.last_message
    assert "· finished" in text_of(result)
    assert "Ratings" not in text_of(result)
    assert labels_of(result) == ["Rematch", "History", "Review", "Rules", "Text board"]
    # Each of the person's turns has a card, and so does the result.
    own = sum(played.seat == 1 for played in match.played)
    assert len(cards(place)) == own + 1
    async with club.bot.club.store.read() as tx:
        for member in (club.ada.id, bot_member(club).id):
            assert await stored_ratings.of_user(tx, member, club.guild.id) == ()
    assert match.stored.unrated == "casual"


async def test_the_highest_level_beaten_is_stored(club: World) -> None:
    place = await start_match(club, level=1)
    while not (match := await match_of(club)).is_over:
        best = choose("skirt", match.position.encode(), 3, 1).move
        await make_move(club, place, club.ada, best)
        await club.think()
    assert match.result is not None
    assert match.result["winners"] == [1]
    async with club.bot.club.store.read() as tx:
        beaten = await profiles.levels_beaten(tx, club.ada.id, club.guild.id)
    assert beaten == {"skirt": 1}


async def test_a_rematch_starts_immediately_with_the_seats_swapped(club: World) -> None:
    place = await start_match(club, level=3)
    await resign(place, club.ada)
    rematch = await club.ada.click(place.last_message, label="Rematch")
    assert "**Accepted**: match 2 has started." in text_of(rematch.response)
    await club.think()
    match = await match_of(club, 2)
    assert [player.name for player in match.players] == ["TestBot Landing", "Ada"]
    assert [player.level for player in match.players] == [3, None]
    assert len(match.played) == 1
    panel = rematch.followups[-1]
    assert "Choose" in text_of(panel)
    assert "Type" in labels_of(panel)
    again = await club.ada.click(cards(place)[1], label="Rematch")
    assert "The rematch is match 2" in reply_text(again)


async def test_a_newcomer_gets_help_in_the_first_two_matches_of_each_game(club: World) -> None:
    for number in (1, 2, 3):
        place = await start_match(club)
        panel = (await club.ada.click(place.last_message, label="Play")).response
        is_helped = number <= 2
        assert ("Numbers: ideas." in text_of(panel)) == is_helped
        assert ("Hint" in labels_of(panel)) == is_helped
        ready = [each for each in labels_of(panel) if each.startswith("1 ")]
        assert bool(ready) == is_helped
        if is_helped:
            await club.ada.click(panel, label=ready[0])
            await club.think()
            assert len((await match_of(club, number)).played) == 2

    place = await start_match(club, game="scala", options=None)
    panel = (await club.ada.click(place.last_message, label="Play")).response
    assert "Numbers: ideas." in text_of(panel)


async def test_a_match_with_people_gives_no_help(club: World) -> None:
    place = await club.start_match()
    panel = (await club.ada.click(place.last_message, label="Play")).response
    assert "Numbers: ideas." not in text_of(panel)
    assert "Hint" not in labels_of(panel)


async def start_match_of_three(world: World, **more: Any) -> Any:
    """Start a Passtally match for three against the bot as Ada, who moves first."""
    await challenge_bot(world, world.ada, "passtally", "players 3", seat=1, **more)
    return world.place()


async def test_two_computers_can_fill_two_of_three_seats(club: World) -> None:
    place = await start_match_of_three(club, second_opponent=bot_member(club))
    names = [player.name for player in (await match_of(club)).players]
    assert sorted(names) == ["Ada", "TestBot Doorstep", "TestBot Doorstep 2"]
    assert names[0] == "Ada"
    for _ in range(5):
        match = await match_of(club)
        if match.computer_to_move is not None:
            await club.think()
        else:
            await make_move(club, place, club.ada)
    match = await match_of(club)
    assert match.computer_to_move is None
    assert {played.seat for played in match.played} == {1, 2, 3}
    assert all(f"{each} placed" in text_of(place.last_message) for each in names[1:])


async def test_the_computers_win_when_the_last_person_resigns(club: World) -> None:
    place = await start_match_of_three(club, second_opponent=bot_member(club))
    for _ in range(2):
        await make_move(club, place, club.ada)
        await club.think()
    question = await resign(place, club.ada)
    assert "TestBot Doorstep" in question
    assert question.endswith(" win.")
    match = await match_of(club)
    assert match.result is not None
    assert (match.is_over, match.result["winners"]) == (True, [2, 3])
    assert "resigned." in text_of(place.last_message)


async def test_a_person_and_a_computer_play_on_after_a_timeout(club: World) -> None:
    challenge = await club.ada.slash(
        club.channel,
        "challenge",
        game="passtally",
        options="players 3",
        opponent=club.ben,
        second_opponent=bot_member(club),
        seat=1,
        level=1,
        pace="10m",
    )
    assert "Accept" in labels_of(challenge.response)
    assert "TestBot Doorstep plays at level 1." in text_of(challenge.response)
    await club.ben.click(challenge.response, label="Accept")
    place = club.place()
    people = {club.ada.id: club.ada, club.ben.id: club.ben}
    for _ in range(6):
        await club.think()
        match = await match_of(club)
        assert match.player_to_move is not None
        await make_move(club, place, people[match.player_to_move.user_id])
    await club.think()
    match = await match_of(club)
    late = match.player_to_move
    assert late is not None
    for _ in range(2):
        await club.pass_time(timedelta(minutes=11))
    await club.think()
    match = await match_of(club)
    assert not match.is_over
    assert [each.user_id for each in match.players if not each.is_playing] == [late.user_id]
    remaining = match.player_to_move
    assert remaining is not None
    assert remaining.user_id in people
    assert remaining.user_id != late.user_id
    assert match.deadline is not None
    await resign(place, people[remaining.user_id])
    match = await match_of(club)
    assert match.result is not None
    (winner,) = match.result["winners"]
    assert match.players[winner - 1].is_computer


async def test_impossible_challenges_of_the_bot_are_refused(club: World) -> None:
    refusal = await club.ada.slash(
        club.channel, "challenge", game="skirt", opponent=club.ben, level=3
    )
    assert f"Choose <@{bot_member(club).id}> as the opponent, too." in reply_text(refusal)
    refusal = await challenge_bot(club, club.ada, second_opponent=bot_member(club))
    assert "With these options, Skirt is for 2 players: you and 1 other." in reply_text(refusal)


async def test_a_player_can_have_at_most_ten_matches_against_the_bot(club: World) -> None:
    me, ada = Participant(bot_member(club).id, "TestBot", level=1), club.ada
    place = Place(club.guild.id, club.channel.id)
    with club.env.time_context():
        for _ in range(10):
            await club.bot.club.challenges.make(
                Terms("skirt", {"size": 4}), place, Participant(ada.id, "Ada"), [me], seat=1
            )
    refusal = await challenge_bot(club, ada, seat=1)
    assert "You're already playing 10 matches against me in this server." in reply_text(refusal)
    assert refusal.ephemeral
    challenge = await challenge_bot(club, club.ben, seat=1)
    assert "match 11 has started" in reply_text(challenge)


async def test_with_computer_opponents_off_the_bot_cannot_be_challenged(world: World) -> None:
    refusal = await challenge_bot(world, world.ada)
    assert "computer opponents are turned off" in reply_text(refusal)


async def test_running_matches_continue_with_computer_opponents_off(club: World) -> None:
    place = await start_match(club)
    await make_move(club, place, club.ada)
    club.pool = None
    await club.restart()
    await club.think()
    assert len((await match_of(club)).played) == 2
    await resign(place, club.ada)
    refusal = await club.ada.click(place.last_message, label="Rematch")
    assert "computer opponents are turned off" in reply_text(refusal)


async def test_a_failed_search_falls_back_to_a_quick_move(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    impatient = Pool(1, LocalSearches(MEMORY, patience=0.001))
    await impatient.start()
    async with world_in(tmp_path, sweep=NEVER, pool=impatient) as club:
        place = await start_match(club)
        await make_move(club, place, club.ada)
        await club.think()
        assert len((await match_of(club)).played) == 2
        assert "Ada placed" in text_of(place.last_message)
    await impatient.close()
    assert "match 1: search failed, playing a quick move" in caplog.text


async def test_two_processes_thinking_about_one_turn_make_one_move(club: World) -> None:
    place = await start_match(club)
    await make_move(club, place, club.ada)
    store = await Store.open(f"sqlite:///{club.path}")
    try:
        async with a_pool() as pool:
            with club.env.time_context():
                other = Club(store, discord.utils.utcnow, pool=pool, thinks=False)
                await other.opponents.take_up_due()
                await asyncio.gather(other.background.do_all(), club.bot.think())
    finally:
        await store.close()
    await club.env.settle()
    assert len((await match_of(club)).played) == 2
    assert len(cards(place)) == 2


def test_a_long_name_leaves_room_for_the_level() -> None:
    assert computer_name("Stairwell", LEVELS[2]) == "Stairwell Landing"
    long = computer_name("A bot that has a very long name", LEVELS[1], 2)
    assert long == "A bot that has a  First Flight 2"
    assert len(long) == MAX_NAME_LENGTH
