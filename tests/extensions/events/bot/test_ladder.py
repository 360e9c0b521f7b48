"""A ladder: who can be challenged, and how results change places."""

from __future__ import annotations

from bot.pages.layout import control
from extensions.events.club.events import Events
from tests.bot.simulated import World, alt_of, labels_of, reply_text, text_of
from tests.extensions.events.bot.crowds import crowd, end_all, start_event
from tests.extensions.events.bot.cups import SOON, card_of, thread_of


async def test_players_up_to_three_places_above_can_be_challenged(club: World) -> None:
    people = crowd(club, 6)
    await start_event(club, "ladder", people)
    card = card_of(club)
    assert labels_of(card) == [
        "Open just for me",
        "Matches",
        "Rules",
        "Join",
        "Challenge",
        "Drop out",
    ]
    choices = await people[4].click(card, label="Challenge")
    assert choices.ephemeral
    assert "You're **5th** of 6 players" in reply_text(choices)
    assert labels_of(choices.response) == ["2nd: Ben", "3rd: Cy", "4th: Player 4"]
    second = await club.ben.click(card, label="Challenge")
    assert labels_of(second.response) == ["1st: Ada"]
    for whom, words in (
        (0, "You can challenge numbers 2 to 4"),
        (5, "You can challenge numbers"),
        (4, "can challenge"),
    ):
        forged = control("event-climb", "1", str(people[whom].id))
        refusal = reply_text(await club.click_anyway(people[4], card, forged))
        assert words.lower() in refusal.lower()
        assert "something went wrong" not in refusal
    first = await club.ada.click(card, label="Challenge")
    assert "The others can challenge you" in reply_text(first)
    forged = control("event-climb", "1", str(club.ben.id))
    refusal = reply_text(await club.click_anyway(club.ada, card, forged))
    assert "You're at the top" in refusal


async def test_the_winner_takes_the_higher_place(club: World) -> None:
    people = crowd(club, 4)
    event = await start_event(club, "ladder", people)
    choices = await people[3].click(card_of(club), label="Challenge")
    begins = await people[3].click(choices.response, label="1st: Ada")
    assert "Match 1 of **Skirt ladder** has started. Good luck!" in reply_text(begins)
    await club.pass_time(SOON)
    assert "Ada – Player 4" in text_of(card_of(club))
    with club.env.time_context():
        matches = club.bot.club.matches
        for _ in range(2):
            match = await matches.find(1)
            assert match.player_to_move is not None
            move = match.position.moves()[0]
            await matches.play(1, match.player_to_move.user_id, move)
        await matches.resign(1, club.ada.id)
    await club.pass_time(SOON)
    alt = alt_of(card_of(club))
    assert alt.index("Player 4") < alt.index("Ada") < alt.index("Ben") < alt.index("Cy")
    assert (await club.bot.club.part(Events).reader.event(event.id)).event.state == "running"
    await club.pass_time(SOON * 60 * 24)
    news = thread_of(club).last_message
    assert "**Player 4** climbs to 1st place after beating **Ada**" in text_of(news)


async def test_a_player_outside_the_ladder_is_shown_how_to_join(club: World) -> None:
    await start_event(club, "ladder", crowd(club, 2))
    reply = await club.cy.click(card_of(club), label="Challenge")
    assert "You haven't joined **Skirt ladder** yet" in reply_text(reply)
    joined = await club.cy.click(reply.response, label="Join")
    assert "You're in **Skirt ladder**" in reply_text(joined)
    again = await club.cy.click(card_of(club), label="Challenge")
    assert "You're **3rd** of 3 players" in reply_text(again)


async def test_challenging_a_player_who_left_does_not_reach_someone_else(club: World) -> None:
    people = crowd(club, 4)
    event = await start_event(club, "ladder", people)
    choices = await people[3].click(card_of(club), label="Challenge")
    with club.env.time_context():
        await club.bot.club.part(Events).leave(event.id, club.ben.id)
    refusal = await people[3].click(choices.response, label="2nd: Ben")
    assert "This player has left the ladder" in reply_text(refusal)
    assert not (await club.bot.club.part(Events).reader.rounds(event.id))[0].pairings


async def test_players_wait_a_week_to_meet_again_and_play_two_matches_at_most(
    club: World,
) -> None:
    people = crowd(club, 5)
    event = await start_event(club, "ladder", people)
    choices = await people[4].click(card_of(club), label="Challenge")
    for label in ("4th: Player 4", "3rd: Cy"):
        await people[4].click(choices.response, label=label)
        choices = await people[4].click(card_of(club), label="Challenge")
    busy = await people[4].click(choices.response, label="2nd: Ben")
    assert "You're already playing 2 matches on this ladder" in reply_text(busy)
    await end_all(club, event.id)
    choices = await people[4].click(card_of(club), label="Challenge")
    again = await people[4].click(choices.response, label="4th: Player 4")
    assert "You two played less than 7 days ago" in reply_text(again)
