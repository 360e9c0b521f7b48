"""Lists of conditional lines at their largest."""

from __future__ import annotations

from random import Random

import pytest

from club.matches.match import Match
from extensions.study.bot.conditional_moves import lines_page
from extensions.study.club.conditional_moves import MAX_LINE_LENGTH, MAX_LINES
from extensions.study.storage.conditional_moves import ConditionalLine
from rules.registry import GAMES
from tests.bot.pages.test_listing import LARGEST_ID, _numbers_listed, assert_fits
from tests.club.services import ADA, BEN, NOON, Services


@pytest.mark.parametrize("game", GAMES)
async def test_conditional_lines_fit_at_their_largest(services: Services, game: str) -> None:
    match = await services.matches.find(await services.start_match(ADA, BEN, game=game))
    player = match.players[1]
    lines = [
        ConditionalLine(LARGEST_ID - number, match.id, 2, 0, _longest_line(match, number), NOON)
        for number in range(MAX_LINES)
    ]
    first = lines_page(match, player, lines, notice="x" * 200)
    assert_fits(first)
    turns = [
        each.control
        for block in first.blocks
        if isinstance(block, tuple)
        for each in block
        if "lines-at" in each.control
    ]
    numbers = _numbers_listed(first)
    page = 0
    while turns and numbers[-1] < MAX_LINES:
        page += 1
        further = lines_page(match, player, lines, page=page)
        assert_fits(further)
        numbers += _numbers_listed(further)
    assert numbers == list(range(1, MAX_LINES + 1))


def _longest_line(match: Match, seed: int) -> list[str]:
    """The texts of a line of the maximum length, with the longest move at each step."""
    position, texts = match.position, list[str]()
    random = Random(seed)
    while len(texts) < MAX_LINE_LENGTH and position.to_move is not None:
        moves = [*position.moves()]
        sample = random.sample(moves, min(8, len(moves)))
        move = max(sample, key=lambda each: len(position.text(each)))
        texts.append(position.text(move))
        position = position.play(move)
    return texts
