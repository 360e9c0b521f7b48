"""Guessing the moves of finished matches: states, points, and suggested matches."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta
from typing import Any

import pytest

from club.matches.match import Match, Rules
from engine.search import Values
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool
from extensions.study.club.guessing import Chances, Guessing, Verdict, code_of, guessing_in
from extensions.study.club.reviews import Review
from extensions.study.club.study import Study
from extensions.study.storage import reviews as stored_reviews
from rules.position import Move
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.match import Participant
from tests.club.services import ADA, BEN, CY, GUILD, Services

DAN = Participant(14, "Dan")


async def finished(services: Services, **wishes: Any) -> Match:
    """A match that Ben resigned after three turns each."""
    return await services.matches.find(await services.win_match(**wishes))


async def store_review(services: Services, match: Match, values: tuple[Values, ...]) -> None:
    async with services.store.write() as tx:
        await stored_reviews.keep(tx, match.id, asdict(Review(values, ())), services.now)


def other_move(guessing: Guessing) -> Move:
    """A legal move that was not played."""
    return next(each for each in guessing.position.moves() if each != guessing.played.move)


async def test_every_move_of_a_seat_is_guessed(services: Services) -> None:
    match = await finished(services)
    guessing = Guessing(match, 2)
    assert guessing.plies == (1, 3, 5)
    for ply in guessing.plies:
        assert guessing.ply == ply
        verdict = await services.part(Study).move_guesses.judge(guessing, guessing.played.move)
        assert (verdict.is_found, verdict.points) == (True, 10)
        guessing = guessing.after(verdict)
    assert guessing.is_finished
    assert (guessing.points, guessing.found) == (30, 3)


async def test_without_computers_only_the_move_played_earns_points(services: Services) -> None:
    guessing = Guessing(await finished(services), 1)
    verdict = await services.part(Study).move_guesses.judge(guessing, other_move(guessing))
    assert (verdict.points, verdict.guess_chances, verdict.played_chances) == (0, None, None)
    look = await services.part(Study).move_guesses.look(guessing)
    assert (look.guess, look.points, look.is_found) == ("", 0, False)


async def test_a_stored_review_judges_the_move_played(services: Services) -> None:
    match = await finished(services)
    values = [(0.5, 0.5)] * 7
    values[1] = (0.42, 0.58)
    await store_review(services, match, tuple(values))
    guessing = Guessing(match, 1)
    verdict = await services.part(Study).move_guesses.judge(guessing, guessing.played.move)
    assert verdict.guess_chances == verdict.played_chances
    assert verdict.guess_chances is not None
    assert verdict.guess_chances.value == 0.42
    assert verdict.guess_chances.loss == pytest.approx(0.08)
    assert verdict.points == 6
    other = await services.part(Study).move_guesses.judge(guessing, other_move(guessing))
    assert (other.guess_chances, other.played_chances) == (None, verdict.played_chances)
    assert (
        await services.part(Study).move_guesses.look(guessing)
    ).played_chances == verdict.played_chances


async def test_losses_within_the_error_of_a_search_cost_nothing(services: Services) -> None:
    match = await finished(services)
    await store_review(services, match, ((0.5, 0.5), (0.47, 0.53), *[(0.5, 0.5)] * 5))
    guessing = Guessing(match, 1)
    verdict = await services.part(Study).move_guesses.judge(guessing, guessing.played.move)
    assert verdict.guess_chances == Chances(0.47, 0.0)
    assert verdict.points == 10


@pytest.mark.parametrize(("loss", "points"), [(0.04, 8), (0.11, 4), (0.2, 0), (0.9, 0)])
def test_points_shrink_with_the_winning_chances_lost(loss: float, points: int) -> None:
    assert Verdict("a1", "b1", Chances(0.1, loss)).points == points


async def test_searches_judge_any_move(services: Services) -> None:
    pool = Pool(1, LocalSearches(256 * 2**20, patience=60.0))
    await pool.start()
    guesses = Services(services.store, pool=pool).part(Study).move_guesses
    match = await finished(services)
    guessing = Guessing(match, 1, 2, 13, 1)
    move = other_move(guessing)
    verdict = await guesses.judge(guessing, move)
    assert verdict.guess_chances is not None
    assert verdict.played_chances is not None
    assert verdict.points == max(0, 10 - round(50 * verdict.guess_chances.loss))
    await store_review(services, match, ((1.0, 0.0),) * 7)
    assert (await guesses.judge(guessing, move)).played_chances == Chances(1.0, 0.0)
    assert (await guesses.judge(guessing, move, searches=False)).guess_chances is None
    await pool.close()


async def guess_all(
    services: Services, guesser: Participant, match: Match, *, rightly: int = 9
) -> None:
    """Guess the moves of the first seat, the first of them rightly."""
    guessing = Guessing(match, 1)
    while not guessing.is_finished:
        move = guessing.played.move if guessing.judged < rightly else other_move(guessing)
        verdict = await services.part(Study).move_guesses.judge(guessing, move, guesser)
        guessing = guessing.after(verdict)


async def best(services: Services, game: str | None = None) -> list[tuple[str, int, int]]:
    totals = await services.part(Study).move_guesses.best(GUILD, game)
    return [(each.name, each.points, each.matches) for each in totals]


async def test_the_first_guesses_of_finished_seats_count_for_the_best_of_the_month(
    services: Services,
) -> None:
    match, other = await finished(services), await finished(services, game="scala")
    guessing = Guessing(match, 1)
    await services.part(Study).move_guesses.look(guessing, CY)
    await guess_all(services, CY, match, rightly=2)
    assert await best(services) == [("Cy", 10, 1)]
    await guess_all(services, CY, match)
    assert await best(services) == [("Cy", 10, 1)]
    await guess_all(services, CY, other)
    await guess_all(services, DAN, other, rightly=2)
    assert await best(services) == [("Cy", 40, 2), ("Dan", 20, 1)]
    assert await best(services, "scala") == [("Cy", 30, 1), ("Dan", 20, 1)]
    await services.personal_data.show_globally(CY.user_id, False)
    assert await best(services) == [("Dan", 20, 1)]
    services.now += timedelta(days=31)
    assert await best(services) == []


async def test_unfinished_invented_and_own_guesses_do_not_count(services: Services) -> None:
    match = await finished(services)
    first = Guessing(match, 1)
    await services.part(Study).move_guesses.judge(first, first.played.move, CY)
    invented = Guessing(match, 1, 2, 20, 2)
    await services.part(Study).move_guesses.judge(invented, invented.played.move, CY)
    await services.part(Study).move_guesses.judge(invented, invented.played.move, DAN)
    await guess_all(services, BEN, match)
    assert await best(services) == []


async def test_guesses_of_a_match_that_one_has_voted_in_do_not_count(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await finished(services)
    monkeypatch.setattr(Rules, "has_acted", lambda _rules, user_id: user_id == CY.user_id)
    await guess_all(services, CY, match)
    assert await best(services) == []
    await guess_all(services, DAN, match)
    assert [name for name, _, _ in await best(services)] == ["Dan"]


async def test_a_state_is_read_back_from_its_code(services: Services) -> None:
    match = await finished(services)
    guessing = Guessing(match, 2, 3, 17, 1)
    assert guessing_in(match, code_of(guessing)) == guessing
    for code in ("", "1", "3.0.0.0", "0.0.0.0", "1.4.0.0", "1.1.11.0", "1.1.0.2", "1.0.0.0.0"):
        with pytest.raises(Refusal) as refused:
            guessing_in(match, code)
        assert refused.value.code == "outdated"


async def test_running_and_empty_matches_cannot_be_guessed(services: Services) -> None:
    match_id = await services.start_match()
    match = await services.matches.find(match_id)
    with pytest.raises(Refusal) as refused:
        guessing_in(match, "1.0.0.0")
    assert refused.value.code == "running"
    await services.matches.resign(match_id, BEN.user_id)
    match = await services.matches.find(match_id)
    with pytest.raises(Refusal) as refused:
        guessing_in(match, "1.0.0.0")
    assert refused.value.code == "no_moves"


async def test_guessers_see_what_the_seat_saw(services: Services) -> None:
    match_id = await services.start_match(game="passtally")
    await services.play_turns(match_id, 2)
    await services.matches.resign(match_id, BEN.user_id)
    match = await services.matches.find(match_id)
    for seat in (1, 2):
        guessing = Guessing(match, seat)
        before = guessing.played.before
        assert guessing.position == before.seen_by(seat)
        assert guessing.position != before
        assert set(guessing.position.moves()) == set(before.moves())


async def rated_match(services: Services, turns: int, *people: Participant) -> int:
    winner, loser = people or (ADA, BEN)
    match_id = await services.start_match(winner, loser)
    await services.play_turns(match_id, turns)
    await services.matches.resign(match_id, loser.user_id)
    return match_id


async def test_decisive_rated_matches_of_some_length_are_suggested(services: Services) -> None:
    guesses = services.part(Study).move_guesses
    await rated_match(services, 3)
    with pytest.raises(Refusal) as refused:
        await guesses.suggest(GUILD, CY.user_id, lambda _: True)
    assert refused.value.code == "no_match"
    assert "10 to 40 turns" in str(refused.value)
    casual_id = await services.start_match(rated=False)
    await services.play_turns(casual_id, 5)
    await services.matches.resign(casual_id, BEN.user_id)
    good_id = await rated_match(services, 5, CY, BEN)
    assert (await guesses.suggest(GUILD, ADA.user_id, lambda _: True)).id == good_id
    assert (await guesses.suggest(None, CY.user_id, lambda _: True)).id == good_id
    for guild_id, user_id in ((GUILD + 1, CY.user_id), (None, ADA.user_id)):
        with pytest.raises(Refusal):
            await guesses.suggest(guild_id, user_id, lambda _: True)
    with pytest.raises(Refusal):
        await guesses.suggest(GUILD, ADA.user_id, lambda _: False)


async def test_matches_that_are_new_to_the_member_are_suggested_first(services: Services) -> None:
    own_id = await rated_match(services, 5, CY, BEN)
    guessed_id = await rated_match(services, 5)
    guesses = services.part(Study).move_guesses
    guessing = Guessing(await services.matches.find(guessed_id), 1)

    async def suggested_ids() -> set[int]:
        matches = [await guesses.suggest(GUILD, CY.user_id, lambda _: True) for _ in range(20)]
        return {match.id for match in matches}

    assert await suggested_ids() == {guessed_id}
    await guesses.look(guessing, CY)
    assert await suggested_ids() == {own_id, guessed_id}
    new_id = await rated_match(services, 5)
    assert await suggested_ids() == {new_id}


@pytest.mark.parametrize("game", GAMES)
async def test_each_game_can_be_guessed_from_start_to_end(services: Services, game: str) -> None:
    guessing = Guessing(await finished(services, game=game), 1)
    while not guessing.is_finished:
        verdict = await services.part(Study).move_guesses.judge(guessing, guessing.played.move)
        guessing = guessing.after(verdict)
    assert guessing.points == 10 * guessing.judged == 10 * guessing.found
