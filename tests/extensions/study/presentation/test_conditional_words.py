"""A conditional line in words."""

from __future__ import annotations

import pytest

from bot.interface.markup import DISCORD
from club.matches.match import Match
from extensions.study.club.conditional_moves import Step
from extensions.study.presentation.conditional_moves import line_words
from language.texts import written_in
from tests.club.services import BEN


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "if **e1** then **a3-b4**, if **N1** and **S2** then **c3**, if **d4**"),
        ("de", "wenn **e1**, dann **a3-b4**, wenn **N1** und **S2**, dann **c3**, wenn **d4**"),
        ("ja", "**e1** なら **a3-b4**、**N1** と **S2** なら **c3**、**d4** なら"),
    ],
)
async def test_a_conditional_line_names_each_turn_and_the_reply_to_it(
    match: Match, language: str, words: str
) -> None:
    moves = ((1, "e1"), (2, "a3-b4"), (1, "N1"), (1, "S2"), (2, "c3"), (1, "d4"))
    ben = match.player_of(BEN.user_id)
    assert ben is not None
    with written_in(language):
        assert line_words([Step(seat, text) for seat, text in moves], ben, DISCORD) == words
