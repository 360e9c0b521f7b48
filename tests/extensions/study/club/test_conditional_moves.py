"""Conditional moves: lines of replies that are played automatically."""

from __future__ import annotations

import asyncio

import pytest

from club.matches.match import Match
from extensions.study.club.conditional_moves import MAX_LINE_LENGTH, MAX_LINES, Step
from extensions.study.club.study import Study
from rules.refusal import Refusal
from tests.club.services import ADA, BEN, CY, Services

LINE = (Step(2, "a2-b2"), Step(1, "a4-b4"))
LONGER = (*LINE, Step(2, "a3-b3"), Step(1, "d1-d2"))


async def start_match(services: Services) -> Match:
    """A match in which Ada has moved and Ben is to reply."""
    return await services.matches.play(await services.start_match(), ADA.user_id, "e1")


async def leave(services: Services, match: Match, *steps: Step, user_id: int = ADA.user_id) -> None:
    await services.part(Study).conditional_moves.add(match.id, user_id, steps, match.version)


async def lines(services: Services, match_id: int) -> list[list[str]]:
    """The texts of Ada's lines."""
    match = await services.matches.find(match_id)
    return [
        line.texts
        for line in await services.part(Study).conditional_moves.of(match, match.players[0])
    ]


async def test_a_matching_line_is_played_and_used_up(services: Services) -> None:
    match = await start_match(services)
    await leave(services, match, *LINE)
    met = await services.matches.play(match.id, BEN.user_id, "a2-b2")
    assert [each.text for each in met.played] == ["e1", "a2-b2", "a4-b4"]
    assert [entry.kind for entry in met.record] == ["move", "move", "conditional"]
    assert await lines(services, match.id) == []


@pytest.mark.usefixtures("games_with_draws")
async def test_a_draw_offered_with_an_instantly_answered_move_is_not_sent(
    services: Services,
) -> None:
    match = await start_match(services)
    await leave(services, match, *LINE)
    met = await services.matches.play(match.id, BEN.user_id, "a2-b2", offers_draw=True)
    assert met.offers == ()
    assert (await services.offers.make(match.id, BEN.user_id, "draw")).offers


async def test_a_different_move_ends_a_line(services: Services) -> None:
    match = await start_match(services)
    await leave(services, match, *LINE)
    other = await services.matches.play(match.id, BEN.user_id, "a2-b3")
    assert other.player_to_move == other.players[0]
    assert await lines(services, match.id) == []


async def test_a_line_continues_as_long_as_it_is_followed(services: Services) -> None:
    match = await start_match(services)
    await leave(services, match, *LONGER)
    await services.matches.play(match.id, BEN.user_id, "a2-b2")
    assert await lines(services, match.id) == [[step.text for step in LONGER]]
    met = await services.matches.play(match.id, BEN.user_id, "a3-b3")
    assert met.played[-1].text == "d1-d2"


async def test_a_line_with_a_different_reply_replaces_the_previous_one(services: Services) -> None:
    match = await start_match(services)
    await leave(services, match, *LINE)
    await leave(services, match, Step(2, "a2-b3"), Step(1, "a3-b4"))
    await leave(services, match, Step(2, "a2-b2"), Step(1, "d1-d2"))
    assert await lines(services, match.id) == [["a2-b3", "a3-b4"], ["a2-b2", "d1-d2"]]


async def test_only_its_owner_can_remove_a_line(services: Services) -> None:
    match = await start_match(services)
    await leave(services, match, *LINE)
    (line,) = await services.part(Study).conditional_moves.of(match, match.players[0])
    await services.part(Study).conditional_moves.remove(match, BEN.user_id, line.id)
    assert len(await lines(services, match.id)) == 1
    await services.part(Study).conditional_moves.remove(match, ADA.user_id, line.id)
    assert await lines(services, match.id) == []


async def test_taking_back_deletes_the_lines(services: Services) -> None:
    match = await start_match(services)
    await leave(services, match, *LINE)
    assert (await services.offers.make(match.id, ADA.user_id, "take back")).ply == 0
    assert await lines(services, match.id) == []


async def test_a_line_entered_after_its_trigger_comes_too_late(services: Services) -> None:
    before = await start_match(services)
    await services.matches.play(before.id, BEN.user_id, "a2-b2")
    with pytest.raises(Refusal) as refusal:
        await leave(services, before, *LINE)
    assert refusal.value.code == "stale"


async def test_a_line_entered_during_its_trigger_is_played_or_refused(services: Services) -> None:
    match = await start_match(services)
    entered, moved = await asyncio.gather(
        leave(services, match, *LINE),
        services.matches.play(match.id, BEN.user_id, "a2-b2"),
        return_exceptions=True,
    )
    assert not isinstance(moved, BaseException)
    after = await services.matches.find(match.id)
    if entered is None:
        assert [each.text for each in after.played] == ["e1", "a2-b2", "a4-b4"]
    else:
        assert isinstance(entered, Refusal)
        assert (entered.code, after.ply) == ("stale", 2)
    assert await lines(services, match.id) == []


@pytest.mark.parametrize(
    ("steps", "user_id", "code"),
    [
        ((Step(2, "a2-b2"),), BEN.user_id, "your_turn"),
        (LINE, CY.user_id, "not_yours"),
        (LINE[:1], ADA.user_id, "no_answer"),
        ([Step(2 - number % 2, "a1") for number in range(MAX_LINE_LENGTH + 2)], 11, "too_long"),
    ],
)
async def test_an_invalid_line_is_refused(
    services: Services, steps: tuple[Step, ...], user_id: int, code: str
) -> None:
    match = await start_match(services)
    with pytest.raises(Refusal) as refusal:
        await leave(services, match, *steps, user_id=user_id)
    assert refusal.value.code == code


async def test_lines_per_player_are_limited(services: Services) -> None:
    match = await start_match(services)
    texts = [match.position.text(move) for move in match.position.moves()]
    for text in texts[:MAX_LINES]:
        await leave(services, match, Step(2, text), Step(1, "d1-d2"))
    with pytest.raises(Refusal) as refusal:
        await leave(services, match, Step(2, texts[MAX_LINES]), Step(1, "d1-d2"))
    assert refusal.value.code == "too_many_lines"
