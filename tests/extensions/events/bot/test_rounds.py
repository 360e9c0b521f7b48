"""Events of several rounds: a tour of all games, and a Swiss tournament."""

from __future__ import annotations

import pytest

from extensions.events.club.events import Events
from rules.registry import GAMES
from tests.bot.simulated import World, alt_of, labels_of, reply_text, text_of
from tests.extensions.events.bot.crowds import crowd, end_all, start_event
from tests.extensions.events.bot.cups import SOON, card_of, thread_of

pytestmark = pytest.mark.usefixtures("in_process_pairing")


@pytest.mark.slow
async def test_a_tour_plays_every_game_and_keeps_one_table(club: World) -> None:
    people = crowd(club, 4)
    event = await start_event(club, "tour", people)
    assert "Tour · all games" in text_of(card_of(club))
    begun_games: list[str] = []
    for number in range(1, len(GAMES) + 1):
        words = text_of(card_of(club))
        assert f"Round {number} ends <t:" in words
        rounds = await club.bot.club.part(Events).reader.rounds(event.id)
        game = GAMES[rounds[-1].round.game].name
        begun_games.append(game)
        matches = await club.ada.click(card_of(club), label="Matches")
        assert f"Round {number}: {game}" in reply_text(matches)
        await end_all(club, event.id)
        await club.pass_time(SOON)
    assert sorted(begun_games) == sorted(game.name for game in GAMES.values())
    card = card_of(club)
    assert "🏆 **Ada** wins Tour!" in text_of(card)
    assert f"1. Ada: {7 * len(GAMES)}" in alt_of(card)
    matches = await club.ada.click(card, label="Matches")
    assert f"Round {len(GAMES) - 1}" in labels_of(matches.response)
    before = await club.ada.click(matches.response, label=f"Round {len(GAMES) - 1}")
    assert f"Round {len(GAMES) - 1}: {begun_games[-2]}" in reply_text(before)


async def test_the_thread_of_a_tour_names_the_next_game(club: World) -> None:
    event = await start_event(club, "tour", crowd(club, 3))
    rounds = await club.bot.club.part(Events).reader.rounds(event.id)
    first = GAMES[rounds[0].round.game].name
    assert f"Game 1 is **{first}**" in text_of(thread_of(club).last_message)
    await end_all(club, event.id)
    await club.pass_time(SOON * 60 * 24)
    news = text_of(thread_of(club).last_message)
    assert f"{first} is over." in news
    assert "Game 2 is **" in news


async def test_a_swiss_tournament_shows_each_round_and_the_leader(club: World) -> None:
    people = crowd(club, 10)
    event = await start_event(club, "swiss", people[:9], rounds=4)
    card = card_of(club)
    assert "Round 1 ends <t:" in text_of(card)
    assert text_of(card).count("[match ") == 4
    matches = await club.ada.click(card, label="Matches")
    assert "Round 1" in reply_text(matches)
    assert reply_text(matches).count("bye (1)") == 1
    late = await people[9].click(card, label="Join")
    assert "You're in **Skirt Swiss**" in reply_text(late)
    for number in range(2, 5):
        await end_all(club, event.id)
        await club.pass_time(SOON)
        card = card_of(club)
        assert f"Round {number} ends <t:" in text_of(card)
        assert text_of(card).count("[match ") == 5
        assert "Join" not in labels_of(card)
    closer = await people[9].click(card, label="Open just for me")
    assert "Player 10" in alt_of(closer.response)
    await end_all(club, event.id)
    await club.pass_time(SOON)
    card = card_of(club)
    assert "🏆 **Ada** wins Skirt Swiss!" in text_of(card)
    assert "1. Ada: 4 pts" in alt_of(card)
