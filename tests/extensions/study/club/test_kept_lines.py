"""Lines kept from Explore."""

from __future__ import annotations

import pytest

from extensions.study.club.kept_lines import MAX_LINES, OpenLine, replies_in
from extensions.study.club.study import Study
from rules.refusal import Refusal
from tests.club.services import ADA, BEN, Services


async def keep(services: Services, match_id: int, *texts: str, name: str = "quiet") -> None:
    """Keep a line of Ada's from the current position."""
    match = await services.matches.find(match_id)
    await services.part(Study).kept_lines.keep(match, ADA.user_id, match.ply, texts, name)


async def lines(services: Services, match_id: int, user_id: int = ADA.user_id) -> list[OpenLine]:
    match = await services.matches.find(match_id)
    return list(await services.part(Study).kept_lines.of(match, user_id))


async def play(services: Services, match_id: int, text: str) -> None:
    match = await services.matches.find(match_id)
    assert match.player_to_move is not None
    await services.matches.make_move(match, match.player_to_move.user_id, text)


async def says(services: Services, match_id: int) -> str | None:
    (line,) = await lines(services, match_id)
    return line.next_in(await services.matches.find(match_id))


async def test_a_line_opens_where_it_leaves_the_match(services: Services) -> None:
    match_id = await services.start_match(game="skirt")
    await keep(services, match_id, "a1", "a6-b6", "k1-j2")
    assert await says(services, match_id) == "a1"
    await play(services, match_id, "a1")
    (line,) = await lines(services, match_id)
    assert (line.ply, line.rest) == (1, ("a6-b6", "k1-j2"))
    assert await says(services, match_id) == "a6-b6"
    await play(services, match_id, "a6-c6")
    (line,) = await lines(services, match_id)
    assert (line.ply, line.rest) == (1, ("a6-b6", "k1-j2"))
    assert await says(services, match_id) is None
    assert await lines(services, match_id, BEN.user_id) == []


async def test_a_line_from_a_position_taken_back_is_left_out(services: Services) -> None:
    match_id = await services.start_match(game="skirt")
    await play(services, match_id, "a1")
    await keep(services, match_id, "a6-b6")
    offered = await services.offers.make(match_id, ADA.user_id, "take back", 1)
    if offered.offers:
        await services.offers.accept(match_id, BEN.user_id, offered.offers[0].id)
    assert await lines(services, match_id) == []
    # A corner like the former one, from which the line would be another.
    await play(services, match_id, "a6")
    assert await lines(services, match_id) == []


async def test_the_rest_of_a_line_becomes_replies_up_to_the_own_last_move(
    services: Services,
) -> None:
    match_id = await services.start_match(game="skirt")
    await keep(services, match_id, "a1", "a6-b6", "k1-j2", "k6-b2")
    (line,) = await lines(services, match_id)
    match = await services.matches.find(match_id)
    assert replies_in(match, ADA.user_id, line) == ()
    await play(services, match_id, "a1")
    match, (line,) = await services.matches.find(match_id), await lines(services, match_id)
    steps = replies_in(match, ADA.user_id, line)
    assert [(step.seat, step.text) for step in steps] == [(2, "a6-b6"), (1, "k1-j2")]
    await services.part(Study).conditional_moves.add(match_id, ADA.user_id, steps, match.version)
    await play(services, match_id, "a6-b6")
    assert [each.text for each in (await services.matches.find(match_id)).played][-1] == "k1-j2"


async def test_lines_have_names_and_there_are_at_most_ten(services: Services) -> None:
    match_id = await services.start_match(game="skirt")
    for number in range(MAX_LINES):
        await keep(services, match_id, "a1", name=f" line  {number} ")
    await keep(services, match_id, "b1", name="line 3")
    assert len(await lines(services, match_id)) == MAX_LINES
    with pytest.raises(Refusal, match="10 lines"):
        await keep(services, match_id, "a1", name="one more")
    with pytest.raises(Refusal, match="Give the line a name"):
        await keep(services, match_id, "a1", name="  ")
    with pytest.raises(Refusal, match="yours has 61"):
        await keep(services, match_id, "a1", name="x" * 61)
    line = (await lines(services, match_id))[0]
    await services.part(Study).kept_lines.remove(BEN.user_id, line.line.id)
    assert len(await lines(services, match_id)) == MAX_LINES
    await services.part(Study).kept_lines.remove(ADA.user_id, line.line.id)
    assert len(await lines(services, match_id)) == MAX_LINES - 1
